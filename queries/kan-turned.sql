-- title: What the indicators of kans turned
-- group: luck
-- description: Wins after at least one kan, by whom the kans were made and whether the winner was in riichi, where the wall
--   is known: the dora that the kans' indicators gave the winner, the ura under them where they counted, and the share of
--   the wins to which the kans gave nothing.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH kans AS (
    SELECT game_id, hand, seat, count(*) AS kans
    FROM v_calls
    WHERE kind IN ('closed kan', 'open kan', 'added kan')
    GROUP BY ALL
),
given AS (
    SELECT
        wins.game_id, wins.hand, wins.seat, wins.riichi, wins.points,
        list_sum(wall_wins.dora[2:]) AS kan_dora,
        if(wins.riichi, list_sum(wall_wins.ura[2:]), 0) AS kan_ura
    FROM wall_wins
    JOIN wins USING (game_id, hand, seat, event)
    JOIN games USING (game_id)
    WHERE len(wall_wins.dora) > 1 AND ($players IS NULL OR games.players = $players)
)
SELECT
    CASE WHEN kans.kans IS NULL THEN 'others' ELSE 'the winner' END AS kans_by,
    riichi,
    count(*) AS wins,
    round(avg(kan_dora), 3) AS average_dora,
    mean_interval(kan_dora) AS average_dora_interval,
    round(avg(kan_ura), 3) AS average_ura,
    mean_interval(kan_ura) AS average_ura_interval,
    round(count(*) FILTER (kan_dora + kan_ura = 0) / count(*), 6) AS nothing_share,
    max(kan_dora + kan_ura)::INTEGER AS most,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval
FROM given
LEFT JOIN kans USING (game_id, hand, seat)
GROUP BY 1, 2
ORDER BY 1, 2
