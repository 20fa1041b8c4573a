-- title: Kans after riichi, legal or not
-- group: riichi
-- description: Every closed or added kan by a seat in riichi, with the verdict of the ruleset that the game was audited
--   under, the waits at the declaration, and the viewer's address. A kan that no check objects to is legal.
-- param legal: BOOLEAN = NULL   (only the legal ones, or only the others)
WITH kans AS (
    SELECT
        calls.game_id, calls.hand, calls.event, calls.seat, calls.kind, calls.tile, riichis.waits, riichis.outcome
    FROM v_calls AS calls
    JOIN riichis USING (game_id, hand, seat)
    WHERE calls.kind IN ('open kan', 'closed kan', 'added kan')
      AND riichis.accepted
      AND calls.event > riichis.event
),
faults AS (
    SELECT game_id, hand, event, seat, string_agg("check", ', ' ORDER BY finding) AS checks
    FROM findings
    WHERE severity = 'violation' AND ("check" LIKE 'riichi/kan-%' OR "check" LIKE 'call/%')
    GROUP BY ALL
)
SELECT
    coalesce(games.log_id, games.game_id) AS log,
    games.ruleset,
    hands.round,
    hands.honba,
    kans.seat,
    seats.name,
    kans.event,
    kans.kind,
    kans.tile,
    kans.waits,
    faults.checks IS NULL AS legal,
    faults.checks,
    kans.outcome
FROM kans
JOIN games USING (game_id)
JOIN hands USING (game_id, hand)
JOIN seats USING (game_id, seat)
LEFT JOIN faults USING (game_id, hand, event, seat)
WHERE $legal IS NULL OR (faults.checks IS NULL) = $legal
ORDER BY legal, log, kans.hand, kans.event
