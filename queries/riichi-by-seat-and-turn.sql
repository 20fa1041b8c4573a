-- title: Riichi rate and win rate by seat and turn
-- group: riichi
-- description: Riichis that stood, by seat and the declarer's own turn (their n-th discard). riichi_rate is their share of
--   all hands that the seat played, declared or not; win_rate, tsumo_rate and deal_in_rate are shares of these riichis.
--   Hands that the log cuts off before their end are left out of both.
-- param seat: INTEGER = NULL   (only this seat, 0 to 3, as at the start of the game)
-- param max_turn: INTEGER = 18   (turns beyond it are left out)
-- chart: rect x=turn:ordinal y=seat:ordinal color=riichi_rate:percent
WITH played AS (
    SELECT seats.seat, count(*) AS hands
    FROM hands JOIN seats USING (game_id)
    WHERE hands.outcome <> 'unfinished'
    GROUP BY seats.seat
)
SELECT
    riichis.seat,
    riichis.turn,
    count(*) AS riichis,
    any_value(played.hands) AS hands,
    round(count(*) / any_value(played.hands), 4) AS riichi_rate,
    round(count(*) FILTER (riichis.outcome IN ('tsumo', 'ron')) / count(*), 4) AS win_rate,
    round(count(*) FILTER (riichis.outcome = 'tsumo') / count(*), 4) AS tsumo_rate,
    round(count(*) FILTER (riichis.outcome = 'dealt in') / count(*), 4) AS deal_in_rate
FROM riichis
JOIN hands USING (game_id, hand)
JOIN played USING (seat)
WHERE riichis.accepted
  AND hands.outcome <> 'unfinished'
  AND ($seat IS NULL OR riichis.seat = $seat)
  AND riichis.turn <= $max_turn
GROUP BY riichis.seat, riichis.turn
ORDER BY riichis.seat, riichis.turn
