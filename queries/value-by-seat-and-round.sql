-- title: Wins and their value by seat and round
-- group: hands
-- description: For each round wind and seat wind (1 is the dealer, 2 the seat to the right, ...): the share of
--   finished hands that the seat won, the value of its wins without honba and sticks, and what a hand brought it on
--   average.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH seated AS (
    SELECT
        hands.*, seats.seat,
        (seats.seat - hands.dealer + games.players) % games.players + 1 AS seat_wind
    FROM hands
    JOIN games USING (game_id)
    JOIN seats USING (game_id)
    WHERE hands.outcome <> 'unfinished' AND ($players IS NULL OR games.players = $players)
),
won AS (
    SELECT game_id, hand, seat, sum(points) AS points FROM wins GROUP BY ALL
)
SELECT
    seated.round_wind,
    seated.seat_wind,
    count(*) AS hands,
    count(won.seat) AS wins,
    round(count(won.seat) / count(*), 6) AS win_rate,
    round(avg(won.points)) AS average_points,
    mean_interval(won.points) AS average_points_interval,
    round(avg(seated.deltas[seated.seat + 1])) AS average_gain,
    mean_interval(seated.deltas[seated.seat + 1]) AS average_gain_interval
FROM seated
LEFT JOIN won USING (game_id, hand, seat)
GROUP BY seated.round_wind, seated.seat_wind
ORDER BY seated.round_wind, seated.seat_wind
