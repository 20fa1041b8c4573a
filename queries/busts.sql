-- title: Who went below zero, and how
-- group: games
-- description: Seats that a hand left below zero points: in which hand, with how many, how the hand ended, and who won
--   it. Under rulesets without bankruptcy the game goes on, and a seat below zero is told for the hand that took it
--   there.
-- param name: VARCHAR[] = NULL   (only these players; case aside)
SELECT
    v_hands.log,
    v_hands.hand,
    v_hands.round,
    v_hands.honba,
    seats.seat,
    seats.name,
    v_hands.start_points[seats.seat + 1] AS points_before,
    v_hands.end_points[seats.seat + 1] AS points_after,
    v_hands.outcome,
    v_hands.winners,
    v_hands.from_seat IS NOT DISTINCT FROM seats.seat AS dealt_in
FROM v_hands
JOIN seats USING (game_id)
WHERE v_hands.end_points[seats.seat + 1] < 0
  AND v_hands.start_points[seats.seat + 1] >= 0
  AND ($name IS NULL OR list_contains($name, seats.name))
ORDER BY v_hands.log, v_hands.hand, seats.seat
