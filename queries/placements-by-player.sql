-- title: Placements by player
-- group: players
-- description: How often each player came in each place, over games whose log states the final points, with what these
--   games brought on average. Best average place first; names that a server gives to nobody in particular (NoName, or
--   none) are left out.
-- param name: VARCHAR = NULL   (only this player)
-- param players: INTEGER = 4   (games of 3 or of 4 players)
-- param min_games: INTEGER = 1   (players with fewer games are left out)
-- param most: INTEGER = 20   (so many players, those with the most games)
-- chart: bar x=games y=name color=placement:ordinal stack=share
WITH placed AS (
    SELECT seats.name, seats.placement, seats.final_points, seats.final_score
    FROM seats
    JOIN games USING (game_id)
    WHERE seats.placement IS NOT NULL
      AND games.players = $players
      AND seats.name NOT IN ('', 'NoName')
      AND ($name IS NULL OR seats.name = $name)
),
ranked AS (
    SELECT name, count(*) AS games, avg(placement) AS average
    FROM placed
    GROUP BY name
    HAVING count(*) >= $min_games
    ORDER BY games DESC, average, name
    LIMIT $most
)
SELECT
    name,
    placement,
    count(*) AS games,
    round(count(*) / any_value(ranked.games), 4) AS share,
    round(any_value(ranked.average), 2) AS average_placement,
    round(avg(final_points)) AS average_points,
    round(avg(final_score), 1) AS average_score
FROM placed
JOIN ranked USING (name)
GROUP BY name, placement
ORDER BY any_value(ranked.average), name, placement
