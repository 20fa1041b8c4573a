-- title: Deal-ins to a riichi by suji, beside gimite's table
-- group: known
-- description: Discards against exactly one riichi, of seats not in riichi, that are no genbutsu, by what the discarder
--   could see: the share that dealt in to that riichi, with its 95 % interval (Wilson). Suji are those of the riichi's
--   discards and of tiles passed since; no chance and one chance are of the numbers without both suji. published: the
--   intervals of gimite.net (統計による麻雀危険牌分析), of 7,670 games of Tenhou's best; four players alone.
-- param players: INTEGER = 4
WITH published(class, least, most) AS (
    VALUES ('honour', 0.026, 0.030), ('456, suji', 0.027, 0.032), ('other, suji', 0.043, 0.048),
        ('456, half suji', 0.083, 0.088), ('no suji', 0.119, 0.122), ('no chance', 0.030, 0.037),
        ('one chance', 0.074, 0.079)
),
met AS (
    SELECT
        turns.suji[1] AS suji,
        turns.no_chance,
        turns.one_chance,
        left(black(turns.tile), 1) IN ('4', '5', '6') AS is_middle,
        suit(turns.tile) = 'z' AS is_honour,
        wins.seat IS NOT NULL AS dealt_in
    FROM turns
    JOIN games USING (game_id)
    LEFT JOIN wins
        ON wins.game_id = turns.game_id AND wins.hand = turns.hand AND wins.from_event = turns.event
        AND wins.seat = turns.against[1] AND wins.from_seat <> wins.seat
    WHERE games.players = $players AND len(turns.against) = 1 AND NOT turns.in_riichi AND NOT turns.safe[1]
),
classed AS (
    SELECT
        dealt_in,
        unnest(CASE
            WHEN is_honour THEN ['honour']
            WHEN suji = 2 THEN ['456, suji']
            WHEN suji = 1 AND NOT is_middle THEN ['other, suji']
            ELSE [
                if(suji = 1, '456, half suji', 'no suji'), if(no_chance, 'no chance', NULL),
                if(one_chance, 'one chance', NULL)
            ]
        END) AS class
    FROM met
)
SELECT
    class,
    count(*) AS discards,
    count(*) FILTER (dealt_in) AS deal_ins,
    round(count(*) FILTER (dealt_in) / count(*), 6) AS danger,
    wilson(count(*) FILTER (dealt_in), count(*)) AS interval,
    any_value([least, most])::DOUBLE[] AS published_interval
FROM classed
JOIN published USING (class)
GROUP BY class
ORDER BY class
