-- title: Wins by turn
-- group: hands
-- description: Wins by the number of discards that the winner had made, with the share of all wins made by then, and
--   the shares won by self-draw, in riichi and with an open hand.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=win_turn:ordinal y=wins
-- chart: line x=win_turn:ordinal y=tsumo_share,riichi_share,open_share:percent
SELECT
    win_turn,
    count(*) AS wins,
    round(count(*) / sum(count(*)) OVER (), 6) AS share,
    round(sum(count(*)) OVER (ORDER BY win_turn) / sum(count(*)) OVER (), 6) AS share_by_then,
    round(count(*) FILTER (won_by = 'tsumo') / count(*), 6) AS tsumo_share,
    round(count(*) FILTER (riichi) / count(*), 6) AS riichi_share,
    round(count(*) FILTER (calls > 0) / count(*), 6) AS open_share,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval
FROM v_wins
WHERE $players IS NULL OR players = $players
GROUP BY win_turn
ORDER BY win_turn
