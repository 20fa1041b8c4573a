-- title: Draw luck against the result
-- group: luck
-- description: Seats of hands that the log holds to the end, in five equal parts by their draw luck in the hand (the draws
--   that lowered the shanten number or won, less their chances): how often such a seat won and dealt in, and what the
--   hand brought on average, signed points.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=fifth:ordinal y=average_delta
WITH lucky AS (
    SELECT game_id, hand, seat, sum(improved::INTEGER - useful_in_wall / in_wall) AS luck
    FROM draws
    WHERE in_wall > 0
    GROUP BY ALL
),
ranked AS (
    SELECT lucky.*, hands.deltas[lucky.seat + 1] AS delta, ntile(5) OVER (ORDER BY luck, game_id, hand, lucky.seat) AS fifth
    FROM lucky
    JOIN hands USING (game_id, hand)
    JOIN games USING (game_id)
    WHERE hands.outcome <> 'unfinished' AND ($players IS NULL OR games.players = $players)
),
won AS (SELECT DISTINCT game_id, hand, seat FROM wins),
paid AS (SELECT DISTINCT game_id, hand, from_seat AS seat FROM wins WHERE from_seat <> seat)
SELECT
    fifth,
    count(*) AS seats,
    round(avg(luck), 3) AS average_luck,
    mean_interval(luck) AS average_luck_interval,
    round(count(won.hand) / count(*), 4) AS win_rate,
    round(count(paid.hand) / count(*), 4) AS deal_in_rate,
    round(avg(delta)) AS average_delta,
    mean_interval(delta) AS average_delta_interval
FROM ranked
LEFT JOIN won USING (game_id, hand, seat)
LEFT JOIN paid USING (game_id, hand, seat)
GROUP BY fifth
ORDER BY fifth
