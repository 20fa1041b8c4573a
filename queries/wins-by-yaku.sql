-- title: Wins by yaku
-- group: hands
-- description: How many wins have each yaku, dora among them, of all wins with recorded yaku; a double ron is two
--   wins. average_points is the value of these wins without honba and sticks. Ura dora that added nothing are not
--   counted.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param yaku: VARCHAR = NULL   (only this yaku)
-- chart: bar x=wins y=yaku
WITH counted AS (
    SELECT * FROM v_wins WHERE yaku IS NOT NULL AND ($players IS NULL OR players = $players)
)
SELECT
    win_yaku.yaku,
    count(*) AS wins,
    round(count(*) / (SELECT count(*) FROM counted), 6) AS share,
    sum(win_yaku.han)::BIGINT AS han,
    round(count(*) FILTER (counted.won_by = 'tsumo') / count(*), 6) AS tsumo_share,
    round(count(*) FILTER (counted.calls = 0) / count(*), 6) AS closed_share,
    round(avg(counted.points)) AS average_points,
    mean_interval(counted.points) AS average_points_interval
FROM win_yaku
JOIN counted USING (game_id, hand, event)
WHERE win_yaku.han > 0 AND ($yaku IS NULL OR win_yaku.yaku::VARCHAR = $yaku)
GROUP BY win_yaku.yaku
ORDER BY wins DESC, win_yaku.yaku
