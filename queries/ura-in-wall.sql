-- title: Ura dora as turned and as the wall had them
-- group: luck
-- description: Wins with a closed hand where the wall is known, in riichi and damaten, by the dora indicators turned: the
--   ura dora that riichi gave, or would have given (average, and the share of wins with one), and the average value of
--   the wins, points. For damaten it is what the missing riichi cost, beside its own han.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=indicators:ordinal y=average_ura color=hand
SELECT
    if(wins.riichi, 'riichi', 'damaten') AS hand,
    len(wall_wins.ura) AS indicators,
    count(*) AS wins,
    round(avg(list_sum(wall_wins.dora)), 6) AS average_dora,
    mean_interval(list_sum(wall_wins.dora)) AS average_dora_interval,
    round(avg(list_sum(wall_wins.ura)), 6) AS average_ura,
    mean_interval(list_sum(wall_wins.ura)) AS average_ura_interval,
    round(count(*) FILTER (list_sum(wall_wins.ura) > 0) / count(*), 6) AS ura_rate,
    round(avg(wins.points)) AS average_points,
    mean_interval(wins.points) AS average_points_interval
FROM wall_wins
JOIN wins USING (game_id, hand, seat, event)
JOIN games USING (game_id)
WHERE wall_wins.closed AND ($players IS NULL OR games.players = $players)
GROUP BY 1, 2
ORDER BY 1, 2
