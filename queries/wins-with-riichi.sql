-- title: Share of wins with riichi
-- group: riichi
-- description: Of all wins, how many were made in riichi, by self-draw and by ron, with its 95 % interval (Wilson). A double
--   ron counts as two wins, each for itself. average_points is the value of the hand without honba and sticks, as the log
--   records it. Games of 3 and of 4 are apart.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
SELECT
    players,
    CASE WHEN seat = from_seat THEN 'tsumo' ELSE 'ron' END AS won_by,
    count(*) AS wins,
    count(*) FILTER (riichi) AS with_riichi,
    round(count(*) FILTER (riichi) / count(*), 6) AS share,
    wilson(count(*) FILTER (riichi), count(*)) AS interval,
    round(avg(points) FILTER (riichi)) AS average_points_riichi,
    mean_interval(if(riichi, points, NULL)) AS average_points_riichi_interval,
    round(avg(points) FILTER (NOT riichi)) AS average_points_other,
    mean_interval(if(NOT riichi, points, NULL)) AS average_points_other_interval
FROM wins
JOIN games USING (game_id)
WHERE $players IS NULL OR players = $players
GROUP BY players, won_by
ORDER BY players, won_by DESC
