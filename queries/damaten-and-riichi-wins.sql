-- title: Closed wins with and without riichi, by value and turn
-- group: riichi
-- description: Wins with a closed hand, in riichi and damaten, by the han that the hand had without riichi, self-draw, luck
--   (ippatsu, ura dora) and by the winner's discards: how many, by self-draw, and what they were worth and brought.
--   Yakuman are left out. Games of 3 and of 4 are apart.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH won AS (
    SELECT
        *,
        han_without_luck - riichi::INTEGER - coalesce(list_contains(yaku, 'double riichi'), false)::INTEGER
            - coalesce(list_contains(yaku, 'menzen tsumo'), false)::INTEGER AS held
    FROM v_wins
    WHERE calls = 0 AND han IS NOT NULL AND limit_name IS DISTINCT FROM 'yakuman'
      AND ($players IS NULL OR players = $players)
)
SELECT
    players,
    least(held, 6) AS held_han,
    CASE WHEN win_turn <= 6 THEN '1-6' WHEN win_turn <= 12 THEN '7-12' ELSE '13 or later' END AS own_turn,
    if(riichi, 'riichi', 'damaten') AS choice,
    count(*) AS wins,
    round(count(*) FILTER (won_by = 'tsumo') / count(*), 6) AS tsumo_share,
    wilson(count(*) FILTER (won_by = 'tsumo'), count(*)) AS tsumo_interval,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval,
    round(avg(gained)) AS average_gain,
    mean_interval(gained) AS average_gain_interval
FROM won
GROUP BY ALL
ORDER BY players DESC, held_han, min(win_turn), choice
