-- Statements of auditor.core.store.selection, by their names. What is in braces is put in by the program: names of
-- relations, never a text of a user.

-- statement: relations
SELECT database_name, schema_name, table_name FROM duckdb_tables() WHERE NOT temporary
UNION ALL
SELECT database_name, schema_name, view_name FROM duckdb_views() WHERE NOT temporary AND NOT internal

-- statement: repeated
SELECT
    count(log_id) - count(DISTINCT (log_id, number)) FILTER (log_id IS NOT NULL),
    count(shuffle) - count(DISTINCT shuffle),
    count(play) - count(DISTINCT play)
FROM games

-- statement: copies
WITH several AS (
    SELECT game_id, log_id, number, shuffle, play, format
    FROM games
    WHERE (log_id, number) IN (
            SELECT (log_id, number) FROM games WHERE log_id IS NOT NULL GROUP BY log_id, number HAVING count(*) > 1
        )
        OR shuffle IN (SELECT shuffle FROM games GROUP BY shuffle HAVING count(shuffle) > 1)
        OR play IN (SELECT play FROM games GROUP BY play HAVING count(play) > 1)
),
held AS (
    SELECT game_id, count(*) AS hands FROM hands SEMI JOIN several USING (game_id) GROUP BY ALL
),
faulty AS (
    SELECT game_id, count(*) AS faults
    FROM findings SEMI JOIN several USING (game_id)
    WHERE severity <> 'note'
    GROUP BY ALL
)
SELECT game_id, log_id, number, shuffle, play, format, coalesce(hands, 0), coalesce(faults, 0)
FROM several LEFT JOIN held USING (game_id) LEFT JOIN faulty USING (game_id)
ORDER BY game_id

-- statement: games_of_log
SELECT game_id
FROM games JOIN sources USING (source_id)
WHERE log_id = $log OR game_id = $log OR path = $log OR member = $log OR path || '::' || member = $log
    OR ends_with(path, '/' || $log) OR ends_with(member, '/' || $log)
ORDER BY path, member, games.number

-- statement: logs_like
SELECT coalesce(log_id, parse_filename(coalesce(member, path)), game_id) AS log
FROM games JOIN sources USING (source_id)
GROUP BY log
ORDER BY jaro_winkler_similarity(log, $log) DESC, log
LIMIT 3

-- statement: places
WITH kept AS (
    SELECT game_id, server, place_of(NULL, path) AS folder
    FROM {games} AS games JOIN {sources} AS sources USING (source_id)
),
beside AS (
    SELECT folder, any_value(server) AS server
    FROM kept
    WHERE server IS NOT NULL
    GROUP BY folder
    HAVING count(DISTINCT server) = 1
)
SELECT game_id, coalesce(kept.server, beside.server, folder) AS place
FROM kept LEFT JOIN beside USING (folder)

-- statement: ambiguities
SELECT count(DISTINCT server), count(*) FILTER (server IS NULL), (SELECT count(*) FROM {same}) FROM games

-- statement: players
WITH used AS (
    SELECT DISTINCT place, name
    FROM {home}.seats JOIN {places} USING (game_id)
    WHERE player_name(name) IS NOT NULL
),
meant AS (
    SELECT used.*, said.player
    FROM used LEFT JOIN {same} AS said ON said.name = used.name AND said.place IN (used.place, '')
    QUALIFY row_number() OVER (PARTITION BY used.place, used.name ORDER BY said.place DESC) = 1
)
SELECT place, name, coalesce(player, name || ' (' || place || ')') AS player
FROM meant
QUALIFY player IS NOT NULL OR count(*) FILTER (player IS NULL) OVER (PARTITION BY name) > 1

-- statement: named_seats
SELECT seats.* REPLACE (coalesce(known.player, seats.name) AS name)
FROM {home}.seats AS seats
    JOIN {places} AS places USING (game_id)
    LEFT JOIN {names} AS known ON known.name = seats.name AND known.place = places.place

-- statement: players_called
SELECT DISTINCT name, name = $name AS same
FROM seats
WHERE (lower(name) = lower($name) OR starts_with(lower(name), lower($name) || ' ('))
    AND player_name(name) IS NOT NULL
ORDER BY same DESC, name

-- statement: players_like
SELECT name
FROM (SELECT DISTINCT name FROM seats WHERE player_name(name) IS NOT NULL) AS known
WHERE jaro_winkler_similarity(lower(name), lower($name)) >= $least
ORDER BY jaro_winkler_similarity(lower(name), lower($name)) DESC, name
LIMIT $most

-- statement: known_players
WITH used AS (
    SELECT places.place, seats.name, count(*) AS games
    FROM seats JOIN ({places}) AS places USING (game_id)
    WHERE player_name(seats.name) IS NOT NULL
    GROUP BY ALL
)
SELECT used.name, used.place, used.games, coalesce(max_by(said.player, said.place), used.name) AS player
FROM used LEFT JOIN {same} AS said ON said.name = used.name AND said.place IN (used.place, '')
GROUP BY used.name, used.place, used.games
ORDER BY player, used.games DESC, used.name, used.place
