-- title: Riichi by player
-- group: players
-- description: Each player's riichis that stood in hands that the log holds to the end: the turn, the share that waits
--   for two kinds or more, how they ended, and what the hand brought on average, the stick included. riichi_rate is of
--   the hands played.
-- param name: VARCHAR = NULL   (only this player)
-- param min_riichis: INTEGER = 1   (players with fewer are left out)
WITH played AS (
    SELECT seats.name, count(*) AS hands
    FROM hands JOIN seats USING (game_id)
    WHERE hands.outcome <> 'unfinished' AND seats.name IS NOT NULL
    GROUP BY seats.name
)
SELECT
    name,
    count(*) AS riichis,
    round(count(*) / any_value(played.hands), 4) AS riichi_rate,
    round(avg(turn), 1) AS average_turn,
    round(count(*) FILTER (len(waits) > 1) / count(*), 4) AS wide_share,
    round(count(*) FILTER (furiten) / count(*), 4) AS furiten_share,
    round(count(*) FILTER (outcome IN ('tsumo', 'ron')) / count(*), 4) AS win_rate,
    round(count(*) FILTER (outcome = 'tsumo') / count(*), 4) AS tsumo_rate,
    round(count(*) FILTER (outcome = 'dealt in') / count(*), 4) AS deal_in_rate,
    round(avg(gained)) AS average_gain
FROM v_riichis
JOIN played USING (name)
WHERE accepted AND finished AND ($name IS NULL OR name = $name)
GROUP BY name
HAVING count(*) >= $min_riichis
ORDER BY riichis DESC, name
