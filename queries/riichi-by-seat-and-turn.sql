-- title: Riichi rate and win rate by seat and turn
-- group: riichi
-- description: Riichis declared, by seat and the declarer's own turn (their n-th discard). riichi_rate is their share of
--   all hands that the seat played, declared or not; the other rates are shares of these riichis,
--   deal-ins on the declaring discard among them. Games of 3 and of 4 are apart.
--   Hands that the log cuts off before their end are left out of both.
-- param seat: INTEGER = NULL   (only this seat, 0 to 3, as at the start of the game)
-- param max_turn: INTEGER = 18   (turns beyond it are left out)
-- chart: rect x=riichi_turn:ordinal y=seat:ordinal color=riichi_rate:percent row=players
WITH played AS (
    SELECT games.players, seats.seat, count(*) AS hands
    FROM hands JOIN games USING (game_id) JOIN seats USING (game_id)
    WHERE hands.outcome <> 'unfinished'
    GROUP BY ALL
)
SELECT
    games.players,
    riichis.seat,
    riichis.riichi_turn,
    count(*) AS riichis,
    any_value(played.hands) AS hands,
    round(count(*) / any_value(played.hands), 6) AS riichi_rate,
    round(count(*) FILTER (riichis.outcome IN ('tsumo', 'ron')) / count(*), 6) AS riichi_win_rate,
    round(count(*) FILTER (riichis.outcome = 'tsumo') / count(*), 6) AS riichi_tsumo_rate,
    round(count(*) FILTER (riichis.outcome = 'dealt in') / count(*), 6) AS deal_in_after_riichi_a
FROM riichis
JOIN hands USING (game_id, hand)
JOIN games USING (game_id)
JOIN played ON played.seat = riichis.seat AND played.players = games.players
WHERE hands.outcome <> 'unfinished'
  AND ($seat IS NULL OR riichis.seat = $seat)
  AND riichis.riichi_turn <= $max_turn
GROUP BY games.players, riichis.seat, riichis.riichi_turn
ORDER BY games.players DESC, riichis.seat, riichis.riichi_turn
