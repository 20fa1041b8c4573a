-- title: What an early tenpai is worth
-- group: turns
-- description: Hands by the own discard with which the seat first was tenpai, closed or open; never counts the hands in
--   which it was not: how often the seat won and dealt in, and what the hand brought on average, signed points.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: line x=turn:ordinal y=win_rate,deal_in_rate:percent
WITH reached AS (
    SELECT
        turns.game_id, turns.hand, turns.seat,
        min(turn) FILTER (shanten = 0) AS turn
    FROM turns
    JOIN games USING (game_id)
    WHERE shanten IS NOT NULL AND ($players IS NULL OR games.players = $players)
    GROUP BY ALL
),
won AS (SELECT DISTINCT game_id, hand, seat FROM wins),
paid AS (SELECT DISTINCT game_id, hand, from_seat AS seat FROM wins WHERE from_seat <> seat)
SELECT
    CASE
        WHEN reached.turn IS NULL THEN 'never'
        WHEN reached.turn < 17 THEN reached.turn::VARCHAR
        ELSE '17 or later'
    END AS turn,
    count(*) AS hands,
    round(count(won.hand) / count(*), 6) AS win_rate,
    round(count(paid.hand) / count(*), 6) AS deal_in_rate,
    round(avg(hands.deltas[reached.seat + 1])) AS average_delta,
    mean_interval(hands.deltas[reached.seat + 1]) AS average_delta_interval
FROM reached
JOIN hands USING (game_id, hand)
LEFT JOIN won USING (game_id, hand, seat)
LEFT JOIN paid USING (game_id, hand, seat)
WHERE hands.outcome <> 'unfinished'
GROUP BY 1
ORDER BY min(reached.turn)
