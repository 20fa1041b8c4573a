-- title: A player's hands worth looking at
-- group: players
-- description: The largest deal-ins, the kans, and what the checks found or noted of the player (a winning tile passed, a
--   furiten riichi, faults): of each the log, the hand and the event that show it. points: of a deal-in, what was paid.
-- param name: VARCHAR[] = NULL   (only these players; case aside)
-- param most: INTEGER = 6   (so many of each)
WITH own AS (
    SELECT game_id, seat, name
    FROM seats
    WHERE name IS NOT NULL AND ($name IS NULL OR list_contains($name, name))
),
shown AS (
    SELECT own.name, 'deal-in' AS why, wins.game_id, wins.hand, wins.event, own.seat,
        -wins.deltas[own.seat + 1] AS points
    FROM wins
    JOIN own ON own.game_id = wins.game_id AND own.seat = wins.from_seat
    WHERE wins.seat <> wins.from_seat
    UNION ALL
    SELECT own.name, 'kan' AS why, events.game_id, events.hand, events.event, own.seat, NULL AS points
    FROM events
    JOIN own USING (game_id, seat)
    WHERE events.kind IN ('closed kan', 'open kan', 'added kan')
    UNION ALL
    SELECT own.name, findings."check" AS why, findings.game_id, findings.hand, findings.event, own.seat, NULL AS points
    FROM findings
    JOIN own USING (game_id, seat)
    WHERE findings.hand IS NOT NULL AND findings.event IS NOT NULL
),
ordered AS (
    SELECT *, row_number() OVER (PARTITION BY name, why ORDER BY points DESC NULLS LAST, game_id, hand, event) AS number
    FROM shown
)
SELECT
    ordered.name,
    ordered.why,
    ordered.number,
    sources.path,
    sources.member,
    games.number AS game,
    ordered.hand,
    hands.round,
    hands.honba,
    ordered.event,
    ordered.seat,
    ordered.points,
    sources.sha256
FROM ordered
JOIN games USING (game_id)
JOIN sources USING (source_id)
JOIN hands USING (game_id, hand)
WHERE ordered.number <= $most
ORDER BY ordered.name, ordered.why = 'deal-in' DESC, ordered.why = 'kan', ordered.why, ordered.number
