-- title: Points over a game
-- group: games
-- description: The points of each player at the start of a game and after each of its hands, as the payments of the log
--   leave them. hand is the number of hands played by then; two hands with one name (after a chombo) are told apart by a
--   number. Players with one name are told apart by their seat.
-- param log: VARCHAR = NULL   (log id or game_id; without it the first game loaded)
-- chart: line x=after:ordinal y=points color=player
WITH game AS (
    SELECT game_id FROM games JOIN sources USING (source_id)
    WHERE $log IS NULL OR log_id = $log OR game_id = $log
    ORDER BY loaded_at, path, member, game_id
    LIMIT 1
),
players AS (
    SELECT
        seat,
        CASE
            WHEN coalesce(name, '') = '' THEN 'seat ' || seat
            WHEN count(*) OVER (PARTITION BY name) > 1 THEN name || ' (seat ' || seat || ')'
            ELSE name
        END AS player
    FROM game
    JOIN seats USING (game_id)
),
named AS (
    SELECT
        hands.*,
        row_number() OVER (ORDER BY hand) AS played,
        round || CASE WHEN honba > 0 THEN '-' || honba ELSE '' END AS name,
        row_number() OVER (PARTITION BY round, honba ORDER BY hand) AS occurrence
    FROM game
    JOIN hands USING (game_id)
),
moments AS (
    SELECT 0 AS hand, 'start' AS after, start_points AS points FROM named WHERE played = 1
    UNION ALL
    SELECT played, name || CASE WHEN occurrence > 1 THEN ' (' || occurrence || ')' ELSE '' END, end_points FROM named
)
SELECT
    moments.hand,
    moments.after,
    players.seat,
    players.player,
    moments.points[players.seat + 1] AS points
FROM moments
CROSS JOIN players
ORDER BY moments.hand, players.seat
