-- title: Games whose ledger does not balance
-- group: audit
-- description: For each seat and hand, the points at the start and what the ledger moved must give the points at the end.
--   An empty answer is the proof that no point was created or lost in the replay; hands not followed to their end are
--   left out.
WITH moved AS (
    SELECT game_id, hand, from_account AS account, -points AS points FROM ledger WHERE reason <> 'final'
    UNION ALL
    SELECT game_id, hand, to_account, points FROM ledger WHERE reason <> 'final'
),
gained AS (
    SELECT game_id, hand, TRY_CAST(substr(account::VARCHAR, 5) AS INTEGER) AS seat, sum(points) AS points
    FROM moved
    WHERE account <> 'table'
    GROUP BY ALL
)
SELECT
    coalesce(games.log_id, games.game_id) AS log,
    hands.hand,
    hands.round,
    hands.honba,
    seats.seat,
    hands.deltas[seats.seat + 1] AS gained,
    coalesce(gained.points, 0)::BIGINT AS in_ledger
FROM hands
JOIN games USING (game_id)
JOIN seats USING (game_id)
LEFT JOIN gained USING (game_id, hand, seat)
WHERE hands.stopped_at IS NULL
  AND hands.deltas[seats.seat + 1] <> coalesce(gained.points, 0)
ORDER BY log, hands.hand, seats.seat
