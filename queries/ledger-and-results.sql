-- title: Games whose ledger does not end at the stated points
-- group: audit
-- description: For each seat of a game that is over, the points at the start and all that the ledger moved must give the
--   final points that the log states. Each row is a seat where they do not, with the checks that told of the game: the
--   same differing points are told as faults, so that checks is never empty of a log that was judged in full.
WITH moved AS (
    SELECT game_id, from_account AS account, -points AS points FROM ledger
    UNION ALL
    SELECT game_id, to_account, points FROM ledger
),
gained AS (
    SELECT game_id, TRY_CAST(substr(account::VARCHAR, 5) AS INTEGER) AS seat, sum(points)::BIGINT AS points
    FROM moved
    WHERE account <> 'table'
    GROUP BY ALL
),
found AS (
    SELECT game_id, list_sort(list(DISTINCT "check")) AS checks FROM findings GROUP BY game_id
)
SELECT
    coalesce(games.log_id, games.game_id) AS log,
    seats.seat,
    seats.final_points AS stated,
    seats.start_points + coalesce(gained.points, 0) AS by_ledger,
    seats.final_points - seats.start_points - coalesce(gained.points, 0) AS difference,
    coalesce(found.checks, []) AS checks
FROM seats
JOIN games USING (game_id)
LEFT JOIN gained USING (game_id, seat)
LEFT JOIN found USING (game_id)
WHERE seats.final_points <> seats.start_points + coalesce(gained.points, 0)
ORDER BY log, seats.seat
