-- title: What seats do in the last hand
-- group: players
-- description: The last hand of games that are over, by the placement before it and by the points to the seat above (of
--   the first: to the second): how often seats declare, call, win and deal in, what it brought, and how often they
--   ended at a better and at a worse place. Games of 3 and of 4 are apart.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH lasts AS (
    SELECT game_id, max(hand) AS hand FROM hands WHERE outcome <> 'unfinished' GROUP BY game_id
),
met AS (
    SELECT
        played.*,
        seats.placement,
        CASE
            WHEN rank_before = 1 THEN points_before - list_sort(hands.start_points, 'DESC')[2]
            ELSE list_sort(hands.start_points, 'DESC')[rank_before - 1] - points_before
        END AS gap
    FROM v_player_hands AS played
    JOIN lasts USING (game_id, hand)
    JOIN hands USING (game_id, hand)
    JOIN seats USING (game_id, seat)
    WHERE seats.placement IS NOT NULL AND ($players IS NULL OR played.players = $players)
)
SELECT
    players,
    rank_before,
    CASE WHEN gap <= 1000 THEN '0-1000' WHEN gap <= 3900 THEN '1100-3900' WHEN gap <= 7700 THEN '4000-7700'
        WHEN gap <= 12000 THEN '7800-12000' ELSE 'more' END AS gap,
    count(*) AS hands,
    round(count(*) FILTER (riichi) / count(*), 6) AS riichi_rate,
    round(count(*) FILTER (calls > 0) / count(*), 6) AS call_rate,
    round(count(*) FILTER (won) / count(*), 6) AS win_rate,
    wilson(count(*) FILTER (won), count(*)) AS win_interval,
    round(count(*) FILTER (deal_ins > 0) / count(*), 6) AS deal_in_rate,
    wilson(count(*) FILTER (deal_ins > 0), count(*)) AS deal_in_interval,
    round(avg(delta)) AS average_delta,
    mean_interval(delta) AS average_delta_interval,
    round(count(*) FILTER (placement < rank_before) / count(*), 6) AS better_rate,
    round(count(*) FILTER (placement > rank_before) / count(*), 6) AS worse_rate
FROM met
GROUP BY players, rank_before, 3
ORDER BY players DESC, rank_before, min(met.gap)
