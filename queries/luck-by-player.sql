-- title: Draw luck by player
-- group: luck
-- description: Each player's draws: how many lowered the shanten number (or won), how many would have by the chance that
--   each had (useful tiles of those in the wall, when all hands are known), and luck, the difference; z is it in standard
--   errors, beyond 2 or 3 more than chance alone gives. Over everybody luck sums to nothing.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param min_draws: INTEGER = 1   (players with fewer are left out)
WITH drawn AS (
    SELECT
        game_id,
        seat,
        count(*) AS draws,
        count(*) FILTER (improved) AS improved,
        sum(useful_in_wall / in_wall) AS chance,
        sum(useful_in_wall / in_wall * (1 - useful_in_wall / in_wall)) AS variance
    FROM draws
    WHERE in_wall > 0
    GROUP BY ALL
),
named AS (
    SELECT row_name(player_name(seats.name), $name, false) AS name, games.players, drawn.*
    FROM drawn
    JOIN games USING (game_id)
    JOIN seats USING (game_id, seat)
    WHERE $players IS NULL OR games.players = $players
)
SELECT
    name,
    players,
    sum(draws)::BIGINT AS draws,
    sum(improved)::BIGINT AS improved,
    round(sum(chance), 2) AS expected,
    -- + 0.0 makes zero of minus zero
    round(sum(improved - chance), 2) + 0.0 AS luck,
    round(100 * sum(improved - chance) / sum(draws), 2) + 0.0 AS luck_per_100,
    mean_between(
        100 * sum(improved - chance) / sum(draws), 100 * sqrt(sum(variance) / sum(draws)), sum(draws)
    ) AS luck_per_100_interval,
    round(sum(improved - chance) / nullif(sqrt(sum(variance)), 0), 2) + 0.0 AS z
FROM named
GROUP BY name, players
HAVING sum(named.draws) >= $min_draws
ORDER BY players DESC, name = '(everybody else)', z DESC, name
