-- Statements of auditor.server.browse and auditor.server.forms, by their names. Which games there are, temporary views
-- say. Of what a client asks stands nothing in them but parameters; $severity is all for all of them, NULL for faults.

-- statement: held
SELECT
    (SELECT count(*) FROM games), (SELECT count(*) FROM hands),
    (SELECT count(DISTINCT game_id) FROM findings WHERE severity <> 'note')

-- statement: checks
SELECT "check", severity, count(*) AS findings, count(DISTINCT game_id) AS games
FROM findings
GROUP BY ALL
ORDER BY severity, findings DESC, "check"

-- statement: games
SELECT
    games.game_id AS key,
    coalesce(games.log_id, parse_filename(coalesce(sources.member, sources.path))) AS log,
    strftime(games.started_at, '%Y-%m-%d %H:%M') AS began,
    games.ruleset,
    games.room,
    games.players,
    coalesce(faulty.faults, 0) AS faults,
    at_table.seats
FROM games
JOIN sources USING (source_id)
LEFT JOIN (
    SELECT game_id, string_agg(
        coalesce(name, '?') || coalesce(' ' || format('{:,}', coalesce(final_points, end_points)), ''), ', '
        ORDER BY placement, seat
    ) AS seats
    FROM seats JOIN games USING (game_id)
    WHERE seat < games.players
    GROUP BY game_id
) AS at_table USING (game_id)
LEFT JOIN (
    SELECT game_id, count(*) AS faults FROM findings WHERE severity <> 'note' GROUP BY game_id
) AS faulty USING (game_id)
WHERE (($check IS NULL AND $severity IS NULL) OR games.game_id IN (
        SELECT game_id FROM findings
        WHERE ($check IS NULL OR "check" = $check OR starts_with("check", $check || '/'))
            AND CASE WHEN $severity IS NULL THEN $check IS NOT NULL OR severity <> 'note' ELSE $severity IN ('all', severity::VARCHAR) END
    ))
    AND ($text = '' OR contains(lower(coalesce(log_id, '') || ' ' || path || ' ' || coalesce(member, '')), lower($text)))
ORDER BY games.started_at DESC NULLS LAST, sources.loaded_at DESC, games.game_id

-- statement: findings
SELECT
    findings.game_id AS key,
    findings.fingerprint[:7] AS finding,
    findings."check",
    findings.severity,
    to_json(struct_pack( -- a finding, of which the page says the sentence in its language
        message := findings.message, "check" := findings."check", severity := findings.severity, "where" := [],
        message_id := findings.message_id, arguments := findings.arguments::JSON, depends_on := findings.depends_on
    ))::VARCHAR AS what,
    seats.name,
    findings.round || '-' || findings.honba AS hand,
    findings.turn,
    findings.log,
    findings.ruleset
FROM findings
LEFT JOIN seats USING (game_id, seat)
WHERE ($check IS NULL OR "check" = $check OR starts_with("check", $check || '/'))
    AND CASE WHEN $severity IS NULL THEN $check IS NOT NULL OR severity <> 'note' ELSE $severity IN ('all', severity::VARCHAR) END
    AND ($name IS NULL OR (findings.game_id, findings.seat) IN (
        SELECT game_id, seat FROM seats WHERE lower(name) = lower($name)
    ))
ORDER BY severity, log, hand NULLS FIRST, finding

-- statement: hands
SELECT round || '-' || honba AS hand, outcome, draws FROM hands WHERE game_id = $key ORDER BY hands.hand

-- statement: players
SELECT
    name,
    count(placement) FILTER (players = 4 AND copy_of IS NULL) AS games_of_4, -- as player-statistics counts them
    round(avg(placement) FILTER (players = 4 AND copy_of IS NULL), 2) AS mean_placement_of_4,
    count(placement) FILTER (players = 3 AND copy_of IS NULL) AS games_of_3,
    round(avg(placement) FILTER (players = 3 AND copy_of IS NULL), 2) AS mean_placement_of_3,
    coalesce(sum(faults), 0)::BIGINT AS faults
FROM seats
JOIN games USING (game_id)
LEFT JOIN (
    SELECT game_id, seat, count(*) AS faults FROM findings WHERE severity <> 'note' GROUP BY ALL
) USING (game_id, seat)
WHERE player_name(name) IS NOT NULL AND contains(lower(name), lower($text))
GROUP BY name
ORDER BY games_of_4 + games_of_3 DESC, name

-- statement: known_players
SELECT DISTINCT name FROM seats WHERE player_name(name) IS NOT NULL AND name IN (SELECT unnest($names::VARCHAR[]))

-- statement: log
SELECT
    path,
    sha256,
    CASE WHEN split_part(sources.rules, ';', 1) = 'auto' THEN 'auto' ELSE ruleset END, -- of `SourceRules`
    coalesce(log_id, parse_filename(path)),
    number
FROM all_games AS games JOIN sources USING (source_id)
WHERE game_id = $key AND member IS NULL

-- statement: choices
WITH held AS (
    SELECT 'room' AS field, room AS value, 0 AS n FROM games
    UNION SELECT 'ruleset', ruleset, 0 FROM games
    UNION SELECT unnest(['since', 'until']), strftime(started_at, '%Y-%m'), -year(started_at) * 12 - month(started_at) FROM games
    UNION SELECT 'grade', grade, 0 FROM seats
    UNION SELECT unnest(['check', 'check']), unnest(["check", split_part("check", '/', 1)]), 0 FROM findings
    UNION (
        SELECT 'name', name, -count(*) AS n FROM seats WHERE player_name(name) IS NOT NULL GROUP BY name
        ORDER BY n, name LIMIT 300
    )
)
SELECT field, list(value ORDER BY n, value) FROM held WHERE value IS NOT NULL GROUP BY field

-- statement: facets_of_games
WITH chosen AS (SELECT * FROM games WHERE (($check IS NULL AND $severity IS NULL) OR games.game_id IN (
        SELECT game_id FROM findings
        WHERE ($check IS NULL OR "check" = $check OR starts_with("check", $check || '/'))
            AND CASE WHEN $severity IS NULL THEN $check IS NOT NULL OR severity <> 'note' ELSE $severity IN ('all', severity::VARCHAR) END
    ))),
counted AS (
    SELECT 'ruleset' AS field, ruleset AS value, count(*) AS n FROM chosen GROUP BY ALL
    UNION ALL SELECT 'room', room, count(*) FROM chosen GROUP BY ALL
    UNION ALL SELECT 'players', players::VARCHAR, count(*) FROM chosen GROUP BY ALL
    UNION ALL SELECT 'month', strftime(started_at, '%Y-%m'), count(*) FROM chosen GROUP BY ALL
    UNION ALL SELECT 'name', player_name(name), count(DISTINCT game_id) FROM seats SEMI JOIN chosen USING (game_id) GROUP BY ALL
    UNION ALL
    SELECT 'check', "check", count(DISTINCT game_id)
    FROM findings SEMI JOIN chosen USING (game_id)
    WHERE ($check IS NULL OR "check" = $check OR starts_with("check", $check || '/'))
        AND CASE WHEN $severity IS NULL THEN $check IS NOT NULL OR severity <> 'note' ELSE $severity IN ('all', severity::VARCHAR) END
    GROUP BY ALL
    UNION ALL
    SELECT 'severity', severity::VARCHAR, count(DISTINCT game_id)
    FROM findings SEMI JOIN chosen USING (game_id)
    WHERE ($check IS NULL OR "check" = $check OR starts_with("check", $check || '/'))
    GROUP BY ALL
)
SELECT *, count(*) OVER (PARTITION BY field) AS there_are FROM counted
WHERE value IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY field ORDER BY n DESC, value) <= 10
ORDER BY field, n DESC, value

-- statement: facets_of_findings
WITH chosen AS (
    SELECT findings.*, players, room, player_name(name) AS name,
        strftime(started_at, '%Y-%m') AS month
    FROM findings
    JOIN games USING (game_id)
    LEFT JOIN seats USING (game_id, seat)
    WHERE ($check IS NULL OR "check" = $check OR starts_with("check", $check || '/'))
    AND ($name IS NULL OR (findings.game_id, findings.seat) IN (
        SELECT game_id, seat FROM seats WHERE lower(name) = lower($name)
    ))
),
shown AS (FROM chosen WHERE CASE WHEN $severity IS NULL THEN $check IS NOT NULL OR severity <> 'note' ELSE $severity IN ('all', severity::VARCHAR) END),
counted AS (
    SELECT 'ruleset' AS field, ruleset AS value, count(*) AS n FROM shown GROUP BY ALL
    UNION ALL SELECT 'room', room, count(*) FROM shown GROUP BY ALL
    UNION ALL SELECT 'players', players::VARCHAR, count(*) FROM shown GROUP BY ALL
    UNION ALL SELECT 'month', month, count(*) FROM shown GROUP BY ALL
    UNION ALL SELECT 'name', name, count(*) FROM shown GROUP BY ALL
    UNION ALL SELECT 'check', "check", count(*) FROM shown GROUP BY ALL
    UNION ALL SELECT 'severity', severity::VARCHAR, count(*) FROM chosen GROUP BY ALL
)
SELECT *, count(*) OVER (PARTITION BY field) AS there_are FROM counted
WHERE value IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY field ORDER BY n DESC, value) <= 10
ORDER BY field, n DESC, value

-- statement: facets_of_players
WITH shown AS (
    SELECT name, ruleset, room, players, strftime(started_at, '%Y-%m') AS month
    FROM seats JOIN games USING (game_id)
    WHERE player_name(name) IS NOT NULL AND contains(lower(name), lower($text))
),
counted AS (
    SELECT 'ruleset' AS field, ruleset AS value, count(DISTINCT name) AS n FROM shown GROUP BY ALL
    UNION ALL SELECT 'room', room, count(DISTINCT name) FROM shown GROUP BY ALL
    UNION ALL SELECT 'players', players::VARCHAR, count(DISTINCT name) FROM shown GROUP BY ALL
    UNION ALL SELECT 'month', month, count(DISTINCT name) FROM shown GROUP BY ALL
)
SELECT *, count(*) OVER (PARTITION BY field) AS there_are FROM counted
WHERE value IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY field ORDER BY n DESC, value) <= 10
ORDER BY field, n DESC, value
