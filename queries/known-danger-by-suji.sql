-- title: What riichis wait for by suji, beside Tenhou's houou tables of 2019
-- group: known
-- description: For each riichi each of the 34 kinds, as the declaring tile has just been discarded, by number and by how
--   many of the kinds three away the declarer has discarded; kinds that it has discarded itself are left out. danger is
--   the share that it waits for, with its 95 % interval (Wilson). published: 1,300,316 riichis,
--   blog.kobalab.net/entry/2021/01/16/130716. Four players alone; riichis whose hand is hidden are left out.
-- param players: INTEGER = 4
WITH published(class, danger) AS (
    VALUES ('honour', 0.0176), ('19, no suji', 0.0665), ('19, suji', 0.0202), ('28, no suji', 0.0772),
        ('28, suji', 0.0350), ('37, no suji', 0.0842), ('37, suji', 0.0462), ('456, no suji', 0.1156),
        ('456, half suji', 0.0710), ('456, suji', 0.0281)
),
declared AS (
    SELECT rivers.waits, list_distinct(list_transform(rivers.river, lambda tile: black(tile)::tile)) AS river
    FROM v_riichi_rivers AS rivers
    JOIN games USING (game_id)
    WHERE games.players = $players AND len(rivers.waits) > 0
),
kinds AS (
    SELECT kind, suji_of(kind)[1]::tile AS suji, suji_of(kind)[2]::tile AS other_suji
    FROM (SELECT unnest(enum_range(NULL::tile)::tile[]) AS kind)
    WHERE NOT is_red(kind)
),
met AS (
    SELECT
        kind,
        coalesce(list_contains(river, suji), false)::INTEGER + coalesce(list_contains(river, other_suji), false)::INTEGER AS suji,
        count(*) AS cases,
        count(*) FILTER (list_contains(waits, kind)) AS waits
    FROM declared
    JOIN kinds ON NOT list_contains(river, kind)
    GROUP BY ALL
),
classed AS (
    SELECT
        cases, waits,
        CASE
            WHEN suit(kind) = 'z' THEN 'honour'
            WHEN number_of(kind) IN (1, 9) THEN if(suji = 1, '19, suji', '19, no suji')
            WHEN number_of(kind) IN (2, 8) THEN if(suji = 1, '28, suji', '28, no suji')
            WHEN number_of(kind) IN (3, 7) THEN if(suji = 1, '37, suji', '37, no suji')
            WHEN suji = 2 THEN '456, suji'
            WHEN suji = 1 THEN '456, half suji'
            ELSE '456, no suji'
        END AS class
    FROM met
)
SELECT
    class,
    sum(classed.cases)::BIGINT AS cases,
    sum(classed.waits)::BIGINT AS waits,
    round(sum(classed.waits) / sum(classed.cases), 6) AS danger,
    wilson(sum(classed.waits), sum(classed.cases)) AS interval,
    any_value(published.danger)::DOUBLE AS published_share
FROM classed
JOIN published USING (class)
GROUP BY class
ORDER BY class
