-- title: Discards that lost the most ukeire
-- group: turns
-- description: Free discards that kept the shanten number and gave up the most tiles, or raised it, while nobody else was
--   in riichi: where to look when one studies one's own play. event is the one to show.
-- param name: VARCHAR[] = NULL   (only these players; case aside)
-- param log: VARCHAR = NULL   (only logs like this: % stands for any text)
-- param fell_back: BOOLEAN = false   (those that raised the shanten number)
-- param rows: INTEGER = 50   (how many are told)
SELECT
    coalesce(games.log_id, game_id) AS log,
    hands.round,
    turns.hand,
    turns.event,
    turns.seat,
    seats.name,
    turns.turn,
    turns.tile,
    turns.shanten,
    turns.ukeire,
    turns.ukeire_best,
    turns.ukeire_best - if(turns.shanten = turns.shanten_least, turns.ukeire, 0) AS lost
FROM turns
JOIN games USING (game_id)
JOIN hands USING (game_id, hand)
LEFT JOIN seats ON seats.game_id = turns.game_id AND seats.seat = turns.seat
WHERE NOT in_riichi AND against IS NULL AND shanten_least IS NOT NULL
    AND (turns.shanten > shanten_least) = $fell_back
    AND (turns.shanten > shanten_least OR ukeire < ukeire_best)
    AND ($log IS NULL OR coalesce(games.log_id, game_id) LIKE $log)
    AND ($name IS NULL OR list_contains($name, seats.name))
ORDER BY lost DESC, log, turns.hand, turns.event
LIMIT $rows
