-- title: Shanten numbers of dealt hands beside those of random ones
-- group: known
-- description: Of the 13 tiles dealt to seats that do not deal the share of each shanten number, of any shape; with its
--   95 % interval (Wilson). published: 100,000,000 random hands, mahjong.ara.black/column/haipai.htm. Four players alone;
--   hands loaded with turns (--with turns).
-- param players: INTEGER = 4
WITH published(shanten, hands) AS (
    VALUES (0, 8058), (1, 617481), (2, 9315480), (3, 36172908), (4, 39897092), (5, 13147203), (6, 841778)
),
dealt AS (
    SELECT deals.shanten
    FROM deals
    JOIN games USING (game_id)
    JOIN hands USING (game_id, hand)
    WHERE games.players = $players AND deals.seat <> hands.dealer
        AND deals.shanten IS NOT NULL AND EXISTS (FROM turns)  -- with which it is filled
),
counted AS (SELECT shanten, count(*) AS hands FROM dealt GROUP BY shanten)
SELECT
    shanten,
    (SELECT count(*) FROM dealt) AS n,
    coalesce(counted.hands, 0) AS hands,
    round(coalesce(counted.hands, 0) / (SELECT count(*) FROM dealt), 6) AS share,
    wilson(coalesce(counted.hands, 0), (SELECT count(*) FROM dealt)) AS interval,
    round(published.hands / 100000000, 5) AS published_share
FROM published
LEFT JOIN counted USING (shanten)
WHERE (SELECT count(*) FROM dealt) > 0
ORDER BY shanten
