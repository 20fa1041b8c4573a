-- title: Tenpai that a discard left or did not take
-- group: turns
-- description: Free discards of hands that could have been tenpai, by whether another seat was in riichi and whether the
--   hand was tenpai before: kept or taken (tenpai after the discard), or left, with the share of these whose discard was
--   safe against every riichi, and how the hand ended for the seat.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH chances AS (
    SELECT turns.*, games.players
    FROM turns
    JOIN games USING (game_id)
    WHERE shanten_least = 0 AND shanten_before IS NOT NULL AND NOT in_riichi
        AND ($players IS NULL OR games.players = $players)
),
won AS (SELECT DISTINCT game_id, hand, seat FROM wins),
paid AS (SELECT DISTINCT game_id, hand, from_seat AS seat FROM wins WHERE from_seat <> seat)
SELECT
    against IS NOT NULL AS riichi_on_table,
    shanten_before = 0 AS was_tenpai,
    shanten = 0 AS is_tenpai,
    count(*) AS discards,
    round(count(*) / sum(count(*)) OVER (PARTITION BY riichi_on_table, was_tenpai), 6) AS share,
    round(count(*) FILTER (NOT list_contains(safe, false)) / nullif(count(against), 0), 6) AS safe_share,
    round(count(won.hand) / count(*), 6) AS win_rate,
    round(count(paid.hand) / count(*), 6) AS deal_in_rate
FROM chances
LEFT JOIN won USING (game_id, hand, seat)
LEFT JOIN paid USING (game_id, hand, seat)
GROUP BY riichi_on_table, was_tenpai, is_tenpai
ORDER BY riichi_on_table, was_tenpai, is_tenpai
