-- title: A player's hands worth looking at
-- group: players
-- description: The largest deal-ins; near-misses: riichis that stood and did not win, of which others drew the most winning
--   tiles; furiten: winning tiles discarded to a riichi that was furiten; the kans, and what the checks found or noted of
--   the player (a winning tile passed, a furiten riichi, faults): of each the log, the hand and the event that show it.
--   points: of a deal-in, what was paid. tiles: of a near-miss, the winning tiles that others drew after the riichi.
-- param name: VARCHAR[] = NULL   (only these players; case aside)
-- param most: INTEGER = 6   (so many of each)
WITH own AS (
    SELECT game_id, seat, name
    FROM seats
    WHERE name IS NOT NULL AND ($name IS NULL OR list_contains($name, name))
),
-- What a riichi that stood waited for, drawn or discarded by others while the hand went on.
waiting AS (
    -- red fives stand beside their fives: told once a riichi, not once an event
    SELECT own.name, riichis.* EXCLUDE (tile), list_concat(waits, list_transform(
        list_filter(waits, lambda one: number_of(one) = 5 AND suit(one) <> 'z'), lambda one: ('0' || suit(one))::tile
    )) AS tiles
    FROM riichis
    JOIN own USING (game_id, seat)
    WHERE riichis.accepted
),
passing AS (
    SELECT waiting.name, waiting.seat, waiting.game_id, waiting.hand, waiting.outcome, events.kind, events.event,
        waiting.furiten
            OR row_number() OVER (PARTITION BY waiting.game_id, waiting.hand, waiting.seat, events.kind ORDER BY events.event)
            > 1 AS is_furiten
    FROM waiting
    JOIN events ON events.game_id = waiting.game_id AND events.hand = waiting.hand
        AND events.event > waiting.event AND events.seat <> waiting.seat
    WHERE events.kind IN ('draw', 'discard') AND list_contains(waiting.tiles, events.tile)
),
shown AS (
    SELECT own.name, 'deal-in' AS why, wins.game_id, wins.hand, wins.event, own.seat,
        -wins.deltas[own.seat + 1] AS points, NULL AS tiles
    FROM wins
    JOIN own ON own.game_id = wins.game_id AND own.seat = wins.from_seat
    WHERE wins.seat <> wins.from_seat
    UNION ALL
    SELECT name, 'near-miss' AS why, game_id, hand, max(event) AS event, seat, NULL AS points, count(*) AS tiles
    FROM passing
    WHERE kind = 'draw' AND outcome NOT IN ('tsumo', 'ron')
    GROUP BY name, game_id, hand, seat
    UNION ALL
    SELECT name, 'furiten' AS why, game_id, hand, min(event) AS event, seat, NULL AS points, NULL AS tiles
    FROM passing
    WHERE kind = 'discard' AND is_furiten
        AND NOT EXISTS (
            FROM wins
            WHERE wins.game_id = passing.game_id AND wins.hand = passing.hand AND wins.from_event = passing.event
        )
    GROUP BY name, game_id, hand, seat
    UNION ALL
    SELECT own.name, 'kan' AS why, v_calls.game_id, v_calls.hand, v_calls.event, own.seat, NULL AS points, NULL AS tiles
    FROM v_calls
    JOIN own USING (game_id, seat)
    WHERE v_calls.kind IN ('closed kan', 'open kan', 'added kan')
    UNION ALL
    SELECT own.name, findings."check" AS why, findings.game_id, findings.hand, findings.event, own.seat, NULL AS points, NULL AS tiles
    FROM findings
    JOIN own USING (game_id, seat)
    WHERE findings.hand IS NOT NULL AND findings.event IS NOT NULL
),
ordered AS (
    SELECT *, row_number() OVER (
        PARTITION BY name, why ORDER BY points DESC NULLS LAST, tiles DESC NULLS LAST, game_id, hand, event
    ) AS number
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
    ordered.tiles,
    sources.sha256
FROM ordered
JOIN games USING (game_id)
JOIN sources USING (source_id)
JOIN hands USING (game_id, hand)
WHERE ordered.number <= $most
ORDER BY
    ordered.name, ordered.why = 'kan', ordered.why LIKE '%/%', ordered.why = 'furiten', ordered.why = 'near-miss',
    ordered.why, ordered.number
