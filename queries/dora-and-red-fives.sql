-- title: Dora and red fives of winning hands
-- group: hands
-- description: Dora, ura dora and red fives a win, of all wins below yakuman with recorded yaku, apart for wins in
--   riichi, other closed hands and open hands. A yakuman counts no dora. dora_per_indicator is the dora divided by the
--   indicators turned; norths set aside by three players are dora too.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
SELECT
    players,
    CASE WHEN riichi THEN 'riichi' WHEN calls = 0 THEN 'closed' ELSE 'open' END AS hand,
    count(*) AS wins,
    round(avg(dora), 6) AS average_dora,
    mean_interval(dora) AS average_dora_interval,
    round(sum(dora) / sum(indicators), 6) AS dora_per_indicator,
    ratio_interval(dora, indicators) AS dora_per_indicator_interval,
    round(avg(ura_dora), 6) AS average_ura,
    mean_interval(ura_dora) AS average_ura_interval,
    round(avg(red_fives), 6) AS average_red_fives,
    mean_interval(red_fives) AS average_red_fives_interval,
    round(count(*) FILTER (dora + ura_dora + red_fives = 0) / count(*), 6) AS without_any,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval
FROM v_wins
WHERE yaku IS NOT NULL AND limit_name IS DISTINCT FROM 'yakuman' AND ($players IS NULL OR players = $players)
GROUP BY ALL
ORDER BY ALL
