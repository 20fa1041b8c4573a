-- title: Riichi sticks lost and won by player
-- group: players
-- description: From the ledger: sticks that a player deposited, sticks taken from the table with a win or at the
--   end of the game (own ones among them), and what remains. In points.
-- param name: VARCHAR = NULL   (only this player)
WITH moved AS (
    SELECT game_id, TRY_CAST(substr(from_account::VARCHAR, 5) AS INTEGER) AS seat, points AS deposited, 0 AS taken
    FROM ledger WHERE to_account = 'table'
    UNION ALL
    SELECT game_id, TRY_CAST(substr(to_account::VARCHAR, 5) AS INTEGER), 0, points
    FROM ledger WHERE from_account = 'table'
)
SELECT
    seats.name,
    count(DISTINCT seats.game_id) AS games,
    coalesce(sum(moved.deposited), 0)::BIGINT AS deposited,
    coalesce(sum(moved.taken), 0)::BIGINT AS taken,
    coalesce(sum(moved.taken - moved.deposited), 0)::BIGINT AS balance
FROM seats
LEFT JOIN moved USING (game_id, seat)
WHERE seats.name IS NOT NULL AND ($name IS NULL OR seats.name = $name)
GROUP BY seats.name
ORDER BY balance, seats.name
