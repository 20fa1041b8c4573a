-- title: Wins by limit
-- group: hands
-- description: Wins by the recorded limit, none to yakuman, of all wins whose log states one, with the shares won in
--   riichi and with an open hand, and their value in points without honba and sticks.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=wins y=limit_name
SELECT
    limit_name,
    count(*) AS wins,
    round(count(*) / sum(count(*)) OVER (), 6) AS share,
    round(count(*) FILTER (riichi) / count(*), 6) AS riichi_share,
    round(count(*) FILTER (calls > 0) / count(*), 6) AS open_share,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval
FROM v_wins
WHERE limit_name IS NOT NULL AND ($players IS NULL OR players = $players)
GROUP BY limit_name
ORDER BY limit_name
