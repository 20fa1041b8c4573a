-- title: Tenpai by turn
-- group: turns
-- description: Of the seats that discard for the n-th time, in hands that the log holds to the end, how many are tenpai
--   after it, with a closed and with an open hand, and the average shanten number of all (0 is tenpai). Hands that are
--   over no longer count: a later turn holds those that lasted.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: line x=turn y=tenpai_share,closed_share,open_share:percent
SELECT
    turn,
    count(*) AS seats,
    round(count(*) FILTER (turns.shanten = 0) / count(*), 6) AS tenpai_share,
    wilson(count(*) FILTER (turns.shanten = 0), count(*)) AS interval,
    round(count(*) FILTER (turns.shanten = 0 AND closed) / count(*), 6) AS closed_share,
    round(count(*) FILTER (turns.shanten = 0 AND NOT closed) / count(*), 6) AS open_share,
    round(avg(turns.shanten), 3) AS average_shanten,
    mean_interval(turns.shanten) AS average_shanten_interval
FROM turns
JOIN games USING (game_id)
ANTI JOIN (SELECT game_id, hand FROM hands WHERE outcome = 'unfinished') AS cut USING (game_id, hand)
WHERE turns.shanten IS NOT NULL AND ($players IS NULL OR games.players = $players)
GROUP BY turn
ORDER BY turn
