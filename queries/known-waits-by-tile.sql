-- title: Tiles that riichis wait for, beside Tenhou's houou tables of 2016
-- group: known
-- description: For each kind of tile the share of riichis that wait for it, won on at once and furiten too; with its 95 %
--   interval (Wilson). published: 1,166,027 riichis, blog.kobalab.net/entry/20180120/1516417938. Four players alone;
--   riichis whose hand is hidden are left out.
-- param players: INTEGER = 4
WITH kinds AS (
    SELECT tile, row_number() OVER (ORDER BY tile) AS place
    FROM (SELECT unnest(enum_range(NULL::tile))::tile AS tile)
    WHERE NOT is_red(tile)
),
declared AS (SELECT waits FROM v_riichis WHERE players = $players AND len(waits) > 0),
waited AS (
    SELECT wait AS tile, count(*) AS waits
    FROM (SELECT unnest(waits) AS wait FROM declared)
    GROUP BY ALL
)
SELECT
    tile,
    (SELECT count(*) FROM declared) AS riichis,
    coalesce(waits, 0) AS waits,
    round(coalesce(waits, 0) / (SELECT count(*) FROM declared), 6) AS share,
    wilson(coalesce(waits, 0), (SELECT count(*) FROM declared)) AS interval,
    round([
        49884, 64893, 77771, 97179, 99077, 98077, 78661, 66153, 51432,
        49951, 64727, 77679, 96191, 98377, 97202, 77852, 65161, 50580,
        49823, 64146, 77027, 96384, 97744, 96586, 77313, 65074, 49476,
        12408, 11915, 11466, 11304, 13590, 13254, 13374
    ][place] / 1166027, 6) AS published_share
FROM kinds
LEFT JOIN waited USING (tile)
WHERE (SELECT count(*) FROM declared) > 0
ORDER BY tile
