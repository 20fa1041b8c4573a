-- title: Yaku beside those of Tenhou's houou tables of 2018
-- group: known
-- description: Share of wins with each yaku, with its 95 % interval (Wilson). published: 1,560,585 wins of games of four
--   with red fives, mahjong-lurker.xyz/tenhou/paihu-analysis/tenhou-2018-data-1. Four players alone; yaku that it does
--   not list are left out.
-- param players: INTEGER = 4
WITH published(yaku, share) AS (
    VALUES
        ('riichi', 0.39869), ('double riichi', 0.00194), ('ippatsu', 0.07602), ('chankan', 0.00022),
        ('rinshan kaihou', 0.00256), ('haitei', 0.00470), ('houtei', 0.00431), ('pinfu', 0.20152), ('tanyao', 0.22791),
        ('iipeikou', 0.03946), ('chiitoitsu', 0.02713), ('chanta', 0.00849), ('ittsuu', 0.01481),
        ('sanshoku doujun', 0.03818), ('sanshoku doukou', 0.00030), ('sankantsu', 0.00001), ('toitoi', 0.01657),
        ('sanankou', 0.00644), ('shousangen', 0.00077), ('honroutou', 0.00028), ('ryanpeikou', 0.00036),
        ('junchan', 0.00295), ('honitsu', 0.04568), ('chinitsu', 0.00553), ('haku', 0.07676), ('hatsu', 0.07687),
        ('chun', 0.07689), ('seat wind east', 0.02405), ('seat wind south', 0.02177), ('seat wind west', 0.01893),
        ('seat wind north', 0.01758), ('round wind east', 0.04206), ('round wind south', 0.03584)
),
counted AS (SELECT game_id, hand, event, yaku FROM v_wins WHERE players = $players AND yaku IS NOT NULL),
listed AS (SELECT DISTINCT game_id, hand, event, unnest(yaku)::VARCHAR AS yaku FROM counted),
number AS (SELECT count(*) AS n FROM counted)
SELECT
    published.yaku,
    any_value(n) AS n,
    count(listed.hand) AS wins,
    round(count(listed.hand) / any_value(n), 5) AS share,
    wilson(count(listed.hand), any_value(n)) AS interval,
    any_value(published.share)::DOUBLE AS published_share
FROM published
CROSS JOIN number
LEFT JOIN listed USING (yaku)
WHERE n > 0
GROUP BY published.yaku
ORDER BY published_share DESC, published.yaku
