-- title: What a kan after riichi brought
-- group: riichi
-- description: Riichis that stood in hands that the log holds to the end, by the number of kans that the declarer made
--   after it: how they ended, and the han, ura dora and points of those won. Whether each kan was legal is in
--   riichi-kans.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
SELECT
    kans,
    count(*) AS riichis,
    round(count(*) FILTER (outcome IN ('tsumo', 'ron')) / count(*), 4) AS win_rate,
    round(count(*) FILTER (outcome = 'tsumo') / count(*), 4) AS tsumo_rate,
    round(count(*) FILTER (outcome = 'dealt in') / count(*), 4) AS deal_in_rate,
    round(avg(han), 2) AS average_han,
    round(avg(ura_dora) FILTER (outcome IN ('tsumo', 'ron')), 2) AS average_ura,
    round(avg(points)) AS average_points,
    round(avg(gained)) AS average_gain
FROM v_riichis
WHERE accepted AND finished AND ($players IS NULL OR players = $players)
GROUP BY kans
ORDER BY kans
