-- title: Results by grade and room
-- group: players
-- description: Games that are over by room and by the player's grade in it: average placement, shares of the places, of
--   busts, and what a game brought in points. Rates have 95 % intervals (Wilson). Games of 3 and of 4 are apart.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param min_games: INTEGER = 1   (groups with fewer are left out)
SELECT
    players,
    coalesce(room, 'unknown') AS room,
    coalesce(grade, 'unknown') AS grade,
    count(*) AS games,
    round(avg(placement), 3) AS average_placement,
    mean_interval(placement) AS average_placement_interval,
    round(count(*) FILTER (placement = 1) / count(*), 6) AS first,
    wilson(count(*) FILTER (placement = 1), count(*)) AS first_interval,
    round(count(*) FILTER (placement = players) / count(*), 6) AS last_rate,
    wilson(count(*) FILTER (placement = players), count(*)) AS last_interval,
    round(count(*) FILTER (points < 0) / count(*), 6) AS bust,
    round(avg(points - start_points)) AS average_gain,
    mean_interval(points - start_points) AS average_gain_interval
FROM v_player_games
WHERE finished AND ($players IS NULL OR players = $players)
GROUP BY ALL
HAVING count(*) >= $min_games
ORDER BY players DESC, room, average_placement, grade
