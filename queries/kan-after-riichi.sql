-- title: What a kan after riichi brought
-- group: riichi
-- description: Riichis that stood in hands that the log holds to the end, by the number of kans that the declarer made
--   after it: how they ended, and the han, ura dora and points of those won. Whether each kan was legal is in
--   riichi-kans.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
SELECT
    kans,
    count(*) AS riichis,
    round(count(*) FILTER (outcome IN ('tsumo', 'ron')) / count(*), 6) AS win_rate,
    round(count(*) FILTER (outcome = 'tsumo') / count(*), 6) AS tsumo_rate,
    round(count(*) FILTER (outcome = 'dealt in') / count(*), 6) AS deal_in_rate,
    round(avg(han), 2) AS average_han,
    mean_interval(han) AS average_han_interval,
    round(avg(ura_dora) FILTER (outcome IN ('tsumo', 'ron')), 2) AS average_ura,
    mean_interval(if(outcome IN ('tsumo', 'ron'), ura_dora, NULL)) AS average_ura_interval,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval,
    round(avg(gained)) AS average_gain,
    mean_interval(gained) AS average_gain_interval
FROM v_riichis
WHERE accepted AND finished AND ($players IS NULL OR players = $players)
GROUP BY kans
ORDER BY kans
