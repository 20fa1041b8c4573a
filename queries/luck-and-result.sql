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
    SELECT luck, won, deal_ins, delta, ntile(5) OVER (ORDER BY luck, game_id, hand, seat) AS fifth
    FROM lucky
    JOIN player_hands USING (game_id, hand, seat)
    JOIN games USING (game_id)
    WHERE $players IS NULL OR games.players = $players
)
SELECT
    fifth,
    count(*) AS seats,
    round(avg(luck), 3) AS average_luck,
    mean_interval(luck) AS average_luck_interval,
    round(count(*) FILTER (won) / count(*), 6) AS win_rate,
    round(count(*) FILTER (deal_ins > 0) / count(*), 6) AS deal_in_rate,
    round(avg(delta)) AS average_delta,
    mean_interval(delta) AS average_delta_interval
FROM ranked
GROUP BY fifth
ORDER BY fifth
