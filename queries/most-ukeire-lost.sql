-- title: Discards that lost the most ukeire
-- group: turns
-- description: Free discards that kept the shanten number and gave up the most tiles, or raised it, while nobody else was
--   in riichi: where to look when one studies one's own play. event is the one to show.
-- param name: VARCHAR[] = NULL   (only these players; case aside)
-- param log_like: VARCHAR = NULL   (only logs like this: % stands for any text)
-- param fell_back: BOOLEAN = false   (those that raised the shanten number)
-- param rows: INTEGER = 50   (how many are told)
WITH worst AS (
    SELECT
        coalesce(games.log_id, game_id) AS log, game_id, hand, event, seat, turn, tile, shanten, ukeire, ukeire_best,
        ukeire_best - if(shanten = shanten_least, ukeire, 0) AS lost
    FROM turns
    JOIN games USING (game_id)
    WHERE NOT in_riichi AND against IS NULL AND shanten_least IS NOT NULL
        AND (shanten > shanten_least) = $fell_back
        AND (shanten > shanten_least OR ukeire < ukeire_best)
        AND ($log_like IS NULL OR coalesce(games.log_id, game_id) LIKE $log_like)
        AND ($name IS NULL OR (game_id, seat) IN (SELECT (game_id, seat) FROM seats WHERE list_contains($name, name)))
    ORDER BY lost DESC, log, hand, event
    LIMIT $rows
)
SELECT log, round, hand, event, seat, name, turn, tile, shanten, ukeire, ukeire_best, lost
FROM worst
JOIN hands USING (game_id, hand)
JOIN seats USING (game_id, seat)
ORDER BY lost DESC, log, hand, event
