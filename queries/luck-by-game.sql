-- title: Draw luck of each game
-- group: luck
-- description: For each seat of each game its draws, those that lowered the shanten number or won, luck (these less the
--   chance that each draw had), its z in standard errors, and the seat's place and final points.
-- param name: VARCHAR[] = NULL   (only these players; case aside)
-- param log_like: VARCHAR = NULL   (only logs like this: % stands for any text)
-- param rows: INTEGER = 100   (how many are told, the greatest luck and bad luck first)
WITH lucky AS (
    SELECT
        game_id, seat,
        count(*) AS draws,
        sum(improved::INTEGER)::BIGINT AS improved,
        sum(improved::INTEGER - useful_in_wall / in_wall) AS luck,
        sum(useful_in_wall / in_wall * (1 - useful_in_wall / in_wall)) AS variance
    FROM draws
    WHERE in_wall > 0
    GROUP BY ALL
)
SELECT
    coalesce(games.log_id, game_id) AS log,
    lucky.seat,
    seats.name,
    draws,
    improved,
    round(luck, 2) AS luck,
    round(luck / nullif(sqrt(variance), 0), 2) AS z,
    seats.placement,
    coalesce(seats.final_points, seats.end_points) AS final_points
FROM lucky
JOIN games USING (game_id)
JOIN seats USING (game_id, seat)
WHERE ($log_like IS NULL OR coalesce(games.log_id, game_id) LIKE $log_like)
    AND ($name IS NULL OR list_contains($name, seats.name))
ORDER BY abs(round(lucky.luck, 6)) DESC, log, seat  -- the last digits hang on the order of a sum
LIMIT $rows
