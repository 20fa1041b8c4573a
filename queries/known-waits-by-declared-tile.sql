-- title: What riichis wait for in the suit of the declaring tile, beside Tenhou's houou tables of 2019
-- group: known
-- description: Of the riichis that were declared with a number the share that waits for each number of the same suit, with
--   its 95 % interval (Wilson). published: of 1,173,542 riichis, blog.kobalab.net/entry/2021/11/21/121835, from 1 to 8.
--   Four players alone; riichis whose hand is hidden are left out.
-- param players: INTEGER = 4
WITH published(declared, shares) AS (
    VALUES
        (1, [0.0012, 0.0850, 0.0776, 0.0605, 0.0913, 0.0803, 0.0610, 0.0566, 0.0425]),
        (2, [0.0712, 0.0005, 0.0704, 0.0987, 0.0556, 0.0881, 0.0645, 0.0513, 0.0444]),
        (3, [0.0624, 0.0568, 0.0004, 0.0943, 0.0941, 0.0556, 0.0745, 0.0562, 0.0369]),
        (4, [0.0120, 0.0678, 0.0598, 0.0006, 0.0922, 0.0821, 0.0540, 0.0639, 0.0438]),
        (5, [0.0495, 0.0356, 0.0685, 0.0863, 0.0004, 0.0843, 0.0688, 0.0371, 0.0492]),
        (6, [0.0427, 0.0644, 0.0536, 0.0796, 0.0933, 0.0005, 0.0566, 0.0675, 0.0121]),
        (7, [0.0361, 0.0559, 0.0742, 0.0542, 0.0937, 0.0957, 0.0004, 0.0569, 0.0629]),
        (8, [0.0440, 0.0504, 0.0650, 0.0875, 0.0557, 0.0993, 0.0707, 0.0007, 0.0710])
),
riichi AS (
    SELECT number_of(tile) AS declared, suit(tile) AS suit, waits
    FROM v_riichis
    WHERE players = $players AND len(waits) > 0 AND suit(tile) <> 'z'
),
counted AS (SELECT declared, count(*) AS riichis FROM riichi GROUP BY declared),
waited AS (
    SELECT declared, number_of(wait) AS number, count(*) AS waits
    FROM (SELECT declared, suit, unnest(waits) AS wait FROM riichi)
    WHERE suit(wait) = suit
    GROUP BY ALL
),
cells AS (
    SELECT declared, unnest(range(1, 10)) AS number, unnest(shares) AS share
    FROM published
)
SELECT
    declared,
    number,
    riichis,
    coalesce(waits, 0) AS waits,
    round(coalesce(waits, 0) / riichis, 6) AS danger,
    wilson(coalesce(waits, 0), riichis) AS interval,
    share::DOUBLE AS published_share
FROM cells
JOIN counted USING (declared)
LEFT JOIN waited USING (declared, number)
ORDER BY declared, number
