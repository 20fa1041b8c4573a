-- title: What a furiten riichi is worth
-- group: riichi
-- description: Furiten riichis beside all others that stood in hands that the log holds to the end: how often they won
--   and dealt in, how many kinds they waited for, and what the hand brought the declarer on average, the stick
--   included.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
SELECT
    furiten,
    count(*) AS riichis,
    round(count(*) FILTER (outcome IN ('tsumo', 'ron')) / count(*), 6) AS win_rate,
    round(count(*) FILTER (outcome = 'tsumo') / count(*), 6) AS tsumo_rate,
    round(count(*) FILTER (outcome = 'dealt in') / count(*), 6) AS deal_in_rate,
    round(avg(riichi_turn), 2) AS average_turn,
    mean_interval(riichi_turn) AS average_turn_interval,
    round(avg(len(waits)), 2) AS average_kinds,
    mean_interval(len(waits)) AS average_kinds_interval,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval,
    round(avg(gained)) AS average_gain,
    mean_interval(gained) AS average_gain_interval
FROM v_riichis
WHERE accepted AND finished AND ($players IS NULL OR players = $players)
GROUP BY furiten
ORDER BY furiten DESC
