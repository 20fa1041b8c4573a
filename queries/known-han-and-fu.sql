-- title: Han and fu of wins beside those of Tenhou's houou tables
-- group: known
-- description: Share of wins by han (13 and yakuman together), and of the wins of at most 4 han by fu, with 95 % intervals
--   (Wilson). published: 300,000 games of four with red fives, chigusa-web.com/fu-training/?p=81. Four players alone.
-- param players: INTEGER = 4
WITH published(unit, number, share) AS (
    VALUES
        ('han', 1, 0.15), ('han', 2, 0.22549), ('han', 3, 0.23486), ('han', 4, 0.19275), ('han', 5, 0.11268),
        ('han', 6, 0.05267), ('han', 7, 0.01992), ('han', 8, 0.00677), ('han', 9, 0.00224), ('han', 10, 0.00064),
        ('han', 11, 0.0002), ('han', 12, 0.00006), ('han', 13, 0.00095),
        ('fu', 20, 0.05167), ('fu', 25, 0.0191), ('fu', 30, 0.62646), ('fu', 40, 0.27332), ('fu', 50, 0.02342),
        ('fu', 60, 0.00372), ('fu', 70, 0.00222), ('fu', 80, 0.0001)
),
won AS (SELECT han, fu FROM v_wins WHERE players = $players AND han > 0),
counted AS (
    SELECT 'han' AS unit, least(han, 13) AS number, count(*) AS wins FROM won GROUP BY ALL
    UNION ALL
    SELECT 'fu', fu, count(*) FROM won WHERE han <= 4 AND fu IS NOT NULL GROUP BY ALL
),
totals AS (SELECT unit, sum(wins)::BIGINT AS n FROM counted GROUP BY unit)
SELECT
    unit,
    number,
    n,
    coalesce(wins, 0) AS wins,
    round(coalesce(wins, 0) / n, 5) AS share,
    wilson(coalesce(wins, 0), n) AS interval,
    published.share::DOUBLE AS published_share
FROM published
JOIN totals USING (unit)
LEFT JOIN counted USING (unit, number)
ORDER BY unit DESC, number
