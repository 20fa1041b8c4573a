-- title: Shanten number by turn beside Tenhou's houou tables of 2016
-- group: known
-- description: Seats by the number of their discards (0 is the dealt hand, before the first draw or call), tenpai among
--   them and their average shanten number, with 95 % intervals; hands that are over no longer count. published: 159,798
--   games of four, blog.kobalab.net/entry/20180118/1516202840. Four players alone.
-- param players: INTEGER = 4
WITH published(turn, tenpai, shanten) AS (
    VALUES (0, 0.000, 3.58), (1, 0.001, 3.17), (2, 0.003, 2.79), (3, 0.010, 2.45), (4, 0.025, 2.16), (5, 0.050, 1.90),
        (6, 0.086, 1.68), (7, 0.131, 1.50), (8, 0.181, 1.35), (9, 0.231, 1.23), (10, 0.278, 1.14), (11, 0.320, 1.08),
        (12, 0.355, 1.03), (13, 0.384, 1.00), (14, 0.406, 0.98), (15, 0.424, 0.98), (16, 0.438, 0.98),
        (17, 0.450, 0.99), (18, 0.483, 0.94)
),
seen AS (
    SELECT turn, shanten FROM turns JOIN games USING (game_id) WHERE players = $players AND shanten IS NOT NULL
    UNION ALL
    SELECT 0, shanten_before FROM turns JOIN games USING (game_id)
    WHERE players = $players AND turn = 1 AND shanten_before IS NOT NULL
)
SELECT
    turn,
    count(*) AS seats,
    round(count(*) FILTER (seen.shanten = 0) / count(*), 6) AS tenpai_share,
    wilson(count(*) FILTER (seen.shanten = 0), count(*)) AS interval,
    any_value(published.tenpai)::DOUBLE AS published_share,
    round(avg(seen.shanten), 3) AS average_shanten,
    mean_interval(seen.shanten) AS average_shanten_interval,
    any_value(published.shanten)::DOUBLE AS published_average
FROM seen
JOIN published USING (turn)
GROUP BY turn
ORDER BY turn
