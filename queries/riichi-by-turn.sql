-- title: Riichi by turn
-- group: riichi
-- description: Riichis declared, in hands that the log holds to the end, by the turn of the declaration (the declarer's own
--   n-th discard), with how they ended, as shares of the riichis of the turn: riichi_win_rate with its 95 % interval
--   (Wilson), deal-ins with (a) and without (b) those on the declaring discard, draws that are exhaustive.
--   average_points is the value of the wins without honba and sticks; average_delta is what the hand brought the
--   declarer, the stick included.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=riichi_turn:ordinal y=riichis
-- chart: line x=riichi_turn:ordinal y=riichi_win_rate,deal_in_after_riichi_a,other_win_rate,riichi_draw_rate:percent
SELECT
    riichi_turn,
    count(*) AS riichis,
    round(count(*) / sum(count(*)) OVER (), 6) AS share,
    round(count(*) FILTER (outcome IN ('tsumo', 'ron')) / count(*), 6) AS riichi_win_rate,
    wilson(count(*) FILTER (outcome IN ('tsumo', 'ron')), count(*)) AS riichi_win_interval,
    round(count(*) FILTER (outcome = 'tsumo') / count(*), 6) AS riichi_tsumo_rate,
    round(count(*) FILTER (outcome = 'dealt in') / count(*), 6) AS deal_in_after_riichi_a,
    round(count(*) FILTER (outcome = 'dealt in' AND accepted) / count(*), 6) AS deal_in_after_riichi_b,
    round(count(*) FILTER (outcome = 'other win') / count(*), 6) AS other_win_rate,
    round(count(*) FILTER (hand_outcome IN ('exhaustive', 'nagashi mangan')) / count(*), 6) AS riichi_draw_rate,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval,
    round(avg(gained)) AS average_delta,
    mean_interval(gained) AS average_delta_interval
FROM v_riichis
WHERE finished AND ($players IS NULL OR players = $players)
GROUP BY riichi_turn
ORDER BY riichi_turn
