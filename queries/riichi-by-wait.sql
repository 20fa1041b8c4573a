-- title: Riichi by shape and size of the wait
-- group: riichi
-- description: Riichis that stood in hands that the log holds to the end, by the shape of the wait and the number of
--   kinds waited for, with how they ended, as shares of the riichis alike. A compound wait, which can be read in
--   several ways, counts under the first of ryanmen, kanchan, penchan, shanpon, tanki; seven pairs are a tanki.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param max_turn: INTEGER = 30   (riichis declared later are left out)
SELECT
    machi[1] AS shape,
    len(waits) AS kinds,
    count(*) AS riichis,
    round(count(*) / sum(count(*)) OVER (), 6) AS share,
    round(count(*) FILTER (outcome IN ('tsumo', 'ron')) / count(*), 6) AS win_rate,
    round(count(*) FILTER (outcome = 'tsumo') / count(*), 6) AS tsumo_rate,
    round(count(*) FILTER (outcome = 'dealt in') / count(*), 6) AS deal_in_rate,
    round(avg(riichi_turn), 2) AS average_turn,
    mean_interval(riichi_turn) AS average_turn_interval,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval,
    round(avg(gained)) AS average_gain,
    mean_interval(gained) AS average_gain_interval
FROM v_riichis
WHERE accepted AND finished AND ($players IS NULL OR players = $players) AND riichi_turn <= $max_turn
GROUP BY shape, kinds
ORDER BY shape, kinds
