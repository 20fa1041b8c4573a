-- Statements of auditor.core.store.identity, by their names. What is in braces is put in by the program: names of
-- relations, never a text of a user.

-- statement: repeated
CREATE OR REPLACE TEMP TABLE touched AS
SELECT game_id
FROM all_games
WHERE copy_of IS NOT NULL
    OR (log_id, number) IN (
        SELECT (log_id, number) FROM all_games WHERE log_id IS NOT NULL GROUP BY log_id, number HAVING count(*) > 1
    )
    OR shuffle IN (SELECT shuffle FROM all_games GROUP BY shuffle HAVING count(shuffle) > 1)
    OR play IN (SELECT play FROM all_games GROUP BY play HAVING count(play) > 1)

-- statement: new
CREATE OR REPLACE TEMP TABLE touched AS SELECT unnest($games) AS game_id

-- statement: like_new
INSERT INTO touched
WITH held AS (SELECT log_id, number, shuffle, play FROM all_games SEMI JOIN touched USING (game_id))
SELECT game_id
FROM all_games
WHERE (
        (log_id, number) IN (SELECT (log_id, number) FROM held WHERE log_id IS NOT NULL)
        OR shuffle IN (SELECT shuffle FROM held WHERE shuffle IS NOT NULL)
        OR play IN (SELECT play FROM held WHERE play IS NOT NULL)
    )
    AND game_id NOT IN (SELECT game_id FROM touched)

-- statement: is_like_new
SELECT
    count(*) > $new
        OR count(log_id) > count(DISTINCT (log_id, number)) FILTER (log_id IS NOT NULL)
        OR count(shuffle) > count(DISTINCT shuffle) OR count(play) > count(DISTINCT play)
FROM all_games SEMI JOIN touched USING (game_id)

-- statement: servers
SELECT DISTINCT server, CASE WHEN server IS NULL THEN regexp_replace(path, '[^/\\]*$', '') END
FROM all_games JOIN sources USING (source_id)
UNION
-- what was said of players counts as another
SELECT name, player FROM same_players
UNION
(SELECT name, player FROM all_seats WHERE player IS NOT NULL LIMIT 2)

-- statement: alike
CREATE OR REPLACE TEMP TABLE alike AS
WITH several AS (
    SELECT game_id, log_id, number, shuffle, play, format, started_at FROM all_games SEMI JOIN touched USING (game_id)
),
held AS (
    SELECT game_id, count(*) AS hands FROM all_hands SEMI JOIN several USING (game_id) GROUP BY ALL
),
faulty AS (
    SELECT game_id, count(*) AS faults
    FROM all_findings SEMI JOIN several USING (game_id)
    WHERE severity <> 'note'
    GROUP BY ALL
),
named AS (
    SELECT game_id, count(player_name(name)) AS names FROM all_seats SEMI JOIN several USING (game_id) GROUP BY ALL
)
SELECT
    game_id,
    game_id AS first,
    shuffle,
    play,
    -- games with one id but different seeds are two
    CASE WHEN count(DISTINCT shuffle) OVER (PARTITION BY log_id, number) <= 1 THEN log_id || ' ' || number END AS log,
    row_number() OVER (
        ORDER BY
            coalesce(hands, 0) DESC, coalesce(faults, 0), coalesce(names, 0) DESC, started_at IS NULL,
            coalesce($richness[list_position($formats, format)], 0) DESC, game_id
    ) AS rank
FROM several LEFT JOIN held USING (game_id) LEFT JOIN faulty USING (game_id) LEFT JOIN named USING (game_id)

-- statement: joined
UPDATE alike
SET first = lowest.first
FROM (
    SELECT
        game_id,
        least(
            min(first) OVER (PARTITION BY coalesce(log, game_id)),
            min(first) OVER (PARTITION BY coalesce(shuffle, game_id)),
            min(first) OVER (PARTITION BY coalesce(play, game_id))
        ) AS first
    FROM alike
) AS lowest
WHERE lowest.game_id = alike.game_id AND lowest.first < alike.first

-- statement: copies_found
CREATE OR REPLACE TEMP TABLE found_games AS
SELECT game_id, arg_min(game_id, rank) OVER (PARTITION BY first) AS copy_of
FROM alike
QUALIFY copy_of <> game_id

-- statement: mark_games
UPDATE all_games
SET copy_of = marked.copy_of
FROM (SELECT game_id, found.copy_of FROM touched LEFT JOIN found_games AS found USING (game_id)) AS marked
WHERE marked.game_id = all_games.game_id AND marked.copy_of IS DISTINCT FROM all_games.copy_of

-- statement: mark_seats
UPDATE all_seats
SET player = found.player
FROM found_seats AS found
WHERE found.game_id = all_seats.game_id AND found.seat = all_seats.seat
    AND found.player IS DISTINCT FROM all_seats.player

-- statement: renamed
CREATE OR REPLACE TEMP TABLE renamed AS
WITH nowhere AS (
    SELECT game_id, place_of(NULL, path) AS folder FROM all_games JOIN sources USING (source_id) WHERE server IS NULL
),
beside AS (
    SELECT place_of(NULL, path) AS folder
    FROM touched JOIN all_games USING (game_id) JOIN sources USING (source_id)
    WHERE EXISTS (FROM nowhere)
)
SELECT DISTINCT name
FROM all_seats
WHERE game_id IN (
    SELECT game_id FROM touched UNION ALL SELECT game_id FROM nowhere WHERE folder IN (SELECT folder FROM beside)
)

-- statement: players_found
CREATE OR REPLACE TEMP TABLE found_seats AS
WITH places AS ({places}),
chosen AS (SELECT game_id, seat, name FROM all_seats {of_names}),
used AS (
    SELECT DISTINCT place, name
    FROM chosen JOIN places USING (game_id)
    WHERE player_name(name) IS NOT NULL AND game_id NOT IN (SELECT game_id FROM all_games WHERE copy_of IS NOT NULL)
),
meant AS (
    SELECT used.*, said.player
    FROM used LEFT JOIN {same} AS said ON said.name = used.name AND said.place IN (used.place, '')
    QUALIFY row_number() OVER (PARTITION BY used.place, used.name ORDER BY said.place DESC) = 1
),
known AS (
    SELECT place, name, coalesce(player, name || ' (' || place || ')') AS player
    FROM meant
    QUALIFY player IS NOT NULL OR count(*) FILTER (player IS NULL) OVER (PARTITION BY name) > 1
)
SELECT seats.game_id, seats.seat, nullif(known.player, known.name) AS player
FROM chosen AS seats
    JOIN places USING (game_id)
    LEFT JOIN known ON known.name = seats.name AND known.place = places.place

-- statement: places
WITH nowhere AS (
    SELECT game_id, place_of(NULL, path) AS folder FROM all_games JOIN sources USING (source_id) WHERE server IS NULL
),
beside AS (
    SELECT folder, any_value(server) AS server
    FROM (
        SELECT DISTINCT server, place_of(NULL, path) AS folder
        FROM all_games JOIN sources USING (source_id)
        WHERE server IS NOT NULL AND EXISTS (FROM nowhere)
    ) SEMI JOIN nowhere USING (folder)
    GROUP BY folder
    HAVING count(*) = 1
)
SELECT game_id, server AS place FROM all_games WHERE server IS NOT NULL
UNION ALL
SELECT game_id, coalesce(beside.server, folder) AS place FROM nowhere LEFT JOIN beside USING (folder)

-- statement: known_players
WITH used AS (
    SELECT places.place, seats.name, count(*) AS games
    FROM all_seats AS seats JOIN all_games AS games USING (game_id) JOIN ({places}) AS places USING (game_id)
    WHERE player_name(seats.name) IS NOT NULL AND games.copy_of IS NULL
    GROUP BY ALL
)
SELECT used.name, used.place, used.games, coalesce(max_by(said.player, said.place), used.name) AS player
FROM used LEFT JOIN {same} AS said ON said.name = used.name AND said.place IN (used.place, '')
GROUP BY used.name, used.place, used.games
ORDER BY player, used.games DESC, used.name, used.place
