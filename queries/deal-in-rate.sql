-- title: Deal-in rate by player
-- group: players
-- description: Share of a player's finished hands in which a discard of theirs was won on. A double ron is one
--   deal-in with two wins: deal_ins counts hands, wins_paid the wins. points_lost is what was paid for them, honba
--   included.
-- param min_hands: INTEGER = 1   (players with fewer finished hands are left out)
-- param name: VARCHAR = NULL   (only this player)
WITH played AS (
    SELECT seats.name, hands.game_id, hands.hand, seats.seat
    FROM hands JOIN seats USING (game_id)
    WHERE hands.outcome <> 'unfinished' AND seats.name IS NOT NULL
),
dealt_in AS (
    SELECT game_id, hand, from_seat AS seat, count(*) AS wins
    FROM wins
    WHERE seat <> from_seat
    GROUP BY ALL
),
paid AS (
    SELECT game_id, hand, TRY_CAST(substr(from_account::VARCHAR, 5) AS INTEGER) AS seat, sum(points) AS points
    FROM ledger
    WHERE reason IN ('hand', 'honba') AND from_account <> 'table'
    GROUP BY ALL
)
SELECT
    played.name,
    count(*) AS hands,
    count(dealt_in.wins) AS deal_ins,
    coalesce(sum(dealt_in.wins), 0)::BIGINT AS wins_paid,
    round(count(dealt_in.wins) / count(*), 4) AS deal_in_rate,
    coalesce(sum(paid.points) FILTER (dealt_in.wins IS NOT NULL), 0)::BIGINT AS points_lost
FROM played
LEFT JOIN dealt_in USING (game_id, hand, seat)
LEFT JOIN paid USING (game_id, hand, seat)
WHERE $name IS NULL OR played.name = $name
GROUP BY played.name
HAVING count(*) >= $min_hands
ORDER BY deal_in_rate DESC, hands DESC, played.name
