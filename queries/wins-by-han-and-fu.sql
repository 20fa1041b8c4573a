-- title: Wins by han and fu
-- group: hands
-- description: Wins below yakuman by recorded han (dora included) and fu, with their share of all wins that record
--   both. From 5 han on fu do not matter to the points, so these wins are one line a number of han, without fu.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH counted AS (
    SELECT * FROM v_wins
    WHERE han IS NOT NULL AND fu IS NOT NULL AND limit_name IS DISTINCT FROM 'yakuman'
      AND ($players IS NULL OR players = $players)
)
SELECT
    han,
    CASE WHEN han < 5 THEN fu END AS fu,
    count(*) AS wins,
    round(count(*) / sum(count(*)) OVER (), 6) AS share,
    round(count(*) FILTER (won_by = 'tsumo') / count(*), 6) AS tsumo_share,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval
FROM counted
GROUP BY ALL
ORDER BY han, fu
