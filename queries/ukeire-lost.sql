-- title: Discards that lost ukeire
-- group: turns
-- description: Free discards (not in riichi) by the least shanten number that the hand allowed, and by whether another
--   seat was in riichi: the share that raised the shanten number (fell back), that kept it with the most ukeire (best),
--   and that kept it with less; the average of tiles lost by the last, and of the best ukeire there was.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=shanten:ordinal y=fell_back,less,best:percent row=riichi_on_table
SELECT
    shanten_least AS shanten,
    against IS NOT NULL AS riichi_on_table,
    count(*) AS discards,
    round(count(*) FILTER (turns.shanten > shanten_least) / count(*), 6) AS fell_back,
    round(count(*) FILTER (turns.shanten = shanten_least AND ukeire < ukeire_best) / count(*), 6) AS less,
    round(count(*) FILTER (turns.shanten = shanten_least AND ukeire = ukeire_best) / count(*), 6) AS best,
    round(avg(ukeire_best - ukeire) FILTER (turns.shanten = shanten_least AND ukeire < ukeire_best), 2) AS average_lost,
    mean_interval(if(turns.shanten = shanten_least AND ukeire < ukeire_best, ukeire_best - ukeire, NULL)) AS average_lost_interval,
    round(avg(ukeire_best), 2) AS average_best,
    mean_interval(ukeire_best) AS average_best_interval
FROM turns
JOIN games USING (game_id)
WHERE NOT in_riichi AND shanten_least IS NOT NULL AND ($players IS NULL OR games.players = $players)
GROUP BY ALL
ORDER BY shanten_least, riichi_on_table
