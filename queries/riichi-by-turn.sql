-- title: Riichi by turn
-- group: riichi
-- description: Riichis that stood in hands that the log holds to the end, by the turn of the declaration (the
--   declarer's own n-th discard), with how they ended, as shares of the riichis of the turn. average_points is the
--   value of the wins without honba and sticks; average_gain is what the hand brought the declarer, the stick
--   included.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=turn:ordinal y=riichis
-- chart: line x=turn:ordinal y=win_rate,deal_in_rate,other_win_rate,draw_rate:percent
SELECT
    turn,
    count(*) AS riichis,
    round(count(*) / sum(count(*)) OVER (), 4) AS share,
    round(count(*) FILTER (outcome IN ('tsumo', 'ron')) / count(*), 4) AS win_rate,
    round(count(*) FILTER (outcome = 'tsumo') / count(*), 4) AS tsumo_rate,
    round(count(*) FILTER (outcome = 'dealt in') / count(*), 4) AS deal_in_rate,
    round(count(*) FILTER (outcome = 'other win') / count(*), 4) AS other_win_rate,
    round(count(*) FILTER (outcome = 'draw') / count(*), 4) AS draw_rate,
    round(avg(points)) AS average_points,
    round(avg(gained)) AS average_gain
FROM v_riichis
WHERE accepted AND finished AND ($players IS NULL OR players = $players)
GROUP BY turn
ORDER BY turn
