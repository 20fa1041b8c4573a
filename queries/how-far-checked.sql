-- title: Hands that could be checked only in part
-- group: audit
-- description: Hands at which the replay stopped, or that hide something the checks need, with how far each was checked.
--   No finding in such a hand does not mean that it is clean.
SELECT
    coalesce(games.log_id, games.game_id) AS log,
    hands.hand,
    hands.round,
    hands.honba,
    hands.outcome,
    hands.events,
    hands.checked_events,
    hands.stopped_at,
    hands.unjudged
FROM hands
JOIN games USING (game_id)
WHERE hands.stopped_at IS NOT NULL OR len(hands.unjudged) > 0
ORDER BY log, hands.hand, games.game_id
