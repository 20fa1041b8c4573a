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
-- Winning tiles of riichis that stood, drawn or discarded by others while the hand went on.
passing AS (
    SELECT own.name, winning.seat, winning.game_id, winning.hand, riichis.outcome, winning.kind, winning.event,
        riichis.furiten
            OR row_number() OVER (PARTITION BY winning.game_id, winning.hand, winning.seat, winning.kind ORDER BY winning.event)
            > 1 AS is_furiten
    FROM v_riichi_winning_tiles AS winning
    JOIN own USING (game_id, seat)
    JOIN riichis
        ON riichis.game_id = winning.game_id AND riichis.hand = winning.hand AND riichis.event = winning.riichi
    WHERE riichis.accepted
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
    sources.sha256,
    ordered.game_id
FROM ordered
JOIN games USING (game_id)
JOIN sources USING (source_id)
JOIN hands USING (game_id, hand)
WHERE ordered.number <= $most
ORDER BY
    ordered.name, ordered.why = 'kan', ordered.why LIKE '%/%', ordered.why = 'furiten', ordered.why = 'near-miss',
    ordered.why, ordered.number
