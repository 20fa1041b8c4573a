-- title: Numbers that riichis wait for, beside Tenhou's houou tables of 2019
-- group: known
-- description: For each number the share of riichis that wait for one tile of it, of the three suits on average: waits of
--   all suits of three times the riichis, won on at once too; with its 95 % interval (Wilson). published: 1,311,599
--   riichis, blog.kobalab.net/entry/2021/11/21/121835. Four players alone; riichis whose hand is hidden are left out.
-- param players: INTEGER = 4
WITH published(number, danger) AS (
    VALUES (1, 0.0424), (2, 0.0556), (3, 0.0668), (4, 0.0825), (5, 0.0846), (6, 0.0832), (7, 0.0666), (8, 0.0562),
        (9, 0.0429)
),
declared AS (SELECT waits FROM v_riichis WHERE players = $players AND len(waits) > 0),
waited AS (
    SELECT number_of(wait) AS number, count(*) AS waits
    FROM (SELECT unnest(waits) AS wait FROM declared)
    WHERE suit(wait) <> 'z'
    GROUP BY ALL
)
SELECT
    number,
    (SELECT count(*) FROM declared) AS riichis,
    coalesce(waits, 0) AS waits,
    round(coalesce(waits, 0) / (3 * (SELECT count(*) FROM declared)), 6) AS danger,
    wilson(coalesce(waits, 0), 3 * (SELECT count(*) FROM declared)) AS interval,
    published.danger::DOUBLE AS published_share
FROM published
LEFT JOIN waited USING (number)
WHERE (SELECT count(*) FROM declared) > 0
ORDER BY number
