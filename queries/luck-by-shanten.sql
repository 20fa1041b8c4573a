-- title: Draws by shanten number: chance and luck
-- group: luck
-- description: Draws by the shanten number before them: the share that lowered it (or won), the chance by what lay in the
--   wall, with luck as the difference and its standard error, and the chance by the tiles that the seat did not see. The
--   last is too high: the other seats keep the tiles that are useful, and discard those that are not.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: line x=shanten:ordinal y=improved_rate,chance,chance_as_seen:percent row=players
SELECT
    games.players,
    shanten,
    count(*) AS draws,
    round(avg(improved::INTEGER), 6) AS improved_rate,
    wilson(count(*) FILTER (improved), count(*)) AS improved_rate_interval,
    round(avg(useful_in_wall / in_wall), 6) AS chance,
    mean_interval(useful_in_wall / in_wall) AS chance_interval,
    round(avg(improved::INTEGER - useful_in_wall / in_wall), 5) AS luck,
    mean_interval(improved::INTEGER - useful_in_wall / in_wall) AS luck_interval,
    round(sqrt(sum(useful_in_wall / in_wall * (1 - useful_in_wall / in_wall))) / count(*), 5) AS standard_error,
    round(avg(useful / unseen), 6) AS chance_as_seen,
    mean_interval(useful / unseen) AS chance_as_seen_interval
FROM draws
JOIN games USING (game_id)
WHERE in_wall > 0 AND ($players IS NULL OR games.players = $players)
GROUP BY games.players, shanten
ORDER BY games.players, shanten
