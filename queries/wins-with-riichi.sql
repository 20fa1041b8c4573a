-- title: Share of wins with riichi
-- group: riichi
-- description: Of all wins, how many were made in riichi, by self-draw and by ron. A double ron counts as two wins, each
--   for itself. average_points is the value of the hand without honba and sticks, as the log records it.
SELECT
    CASE WHEN wins.seat = wins.from_seat THEN 'tsumo' ELSE 'ron' END AS won_by,
    count(*) AS wins,
    count(*) FILTER (wins.riichi) AS with_riichi,
    round(count(*) FILTER (wins.riichi) / count(*), 4) AS share,
    round(avg(wins.points) FILTER (wins.riichi)) AS average_points_riichi,
    round(avg(wins.points) FILTER (NOT wins.riichi)) AS average_points_other
FROM wins
GROUP BY won_by
ORDER BY won_by DESC
