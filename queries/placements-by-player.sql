-- title: Placements by player
-- group: players
-- description: How often each player came in each place, over games that are over (where the log states no final points,
--   from the replay), with its 95 % interval (Wilson) and what these games brought on average. Best average place first;
--   names that a server gives to nobody in particular (NoName, or none) are everybody else, who are told of where
--   players are asked for.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = 4   (games of 3 or of 4 players)
-- param min_games: INTEGER = 1   (players with fewer games are left out)
-- param most: INTEGER = 20   (so many players, those with the most games)
-- chart: bar x=games y=name color=placement:ordinal stack=share
WITH placed AS (
    SELECT row_name(name, $name, false) AS name, placement, points, score
    FROM v_player_games
    WHERE placement IS NOT NULL AND players = $players AND (name IS NOT NULL OR $name IS NOT NULL)
),
ranked AS (
    SELECT name, count(*) AS games, avg(placement) AS average,
        mean_interval(placement) AS average_interval
    FROM placed
    GROUP BY name
    HAVING count(*) >= $min_games
    ORDER BY name = '(everybody else)' DESC, games DESC, average, name
    LIMIT $most + if($name IS NULL, 0, 1)
)
SELECT
    name,
    placement,
    count(*) AS games,
    any_value(ranked.games) AS all_games,
    round(count(*) / any_value(ranked.games), 6) AS share,
    wilson(count(*), any_value(ranked.games)) AS interval,
    round(any_value(ranked.average), 2) AS average_placement,
    any_value(ranked.average_interval) AS average_placement_interval,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval,
    round(avg(score), 2) AS average_score,
    mean_interval(score) AS average_score_interval
FROM placed
JOIN ranked USING (name)
GROUP BY name, placement
ORDER BY name = '(everybody else)', any_value(ranked.average), name, placement
