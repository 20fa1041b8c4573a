-- title: What became of the riichi sticks
-- group: riichi
-- description: Each stick paid in a hand that the log holds to the end, by its fate in that hand, from the ledger:
--   taken back with a win, lost to another winner, or left on the table by a draw. share is of all sticks of the
--   seat's kind.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH taken AS (
    SELECT game_id, hand, TRY_CAST(substr(to_account::VARCHAR, 5) AS INTEGER) AS seat
    FROM ledger
    WHERE from_account = 'table' AND reason = 'sticks'
),
paid AS (
    SELECT
        ledger.game_id, ledger.hand, hands.dealer,
        TRY_CAST(substr(ledger.from_account::VARCHAR, 5) AS INTEGER) AS seat, ledger.points
    FROM ledger
    JOIN hands USING (game_id, hand)
    JOIN games USING (game_id)
    WHERE ledger.reason = 'riichi' AND hands.outcome <> 'unfinished' AND ($players IS NULL OR games.players = $players)
)
SELECT
    CASE WHEN paid.seat = paid.dealer THEN 'dealer' ELSE 'other' END AS paid_by,
    CASE
        WHEN (paid.game_id, paid.hand, paid.seat) IN (SELECT (game_id, hand, seat) FROM taken) THEN 'taken back'
        WHEN (paid.game_id, paid.hand) IN (SELECT (game_id, hand) FROM taken) THEN 'lost'
        ELSE 'left'
    END AS fate,
    count(*) AS sticks,
    sum(paid.points)::BIGINT AS points,
    round(count(*) / sum(count(*)) OVER (PARTITION BY paid_by), 6) AS share
FROM paid
GROUP BY paid_by, fate
ORDER BY paid_by, fate
