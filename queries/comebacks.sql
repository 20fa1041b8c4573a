-- title: Games won from far behind
-- group: games
-- description: Games won by a player who was far behind: lowest is the least that the winner held at the start of a
--   hand, and deficit how far that was below the best of the others then. Furthest behind first.
-- param min_deficit: INTEGER = 10000   (smaller deficits are left out)
WITH standings AS (
    SELECT
        hands.game_id, hands.hand, hands.round, hands.honba,
        hands.start_points[seats.seat + 1] AS points,
        list_max(hands.start_points) - hands.start_points[seats.seat + 1] AS deficit,
        seats.seat, seats.name, coalesce(seats.final_points, seats.end_points) AS final_points
    FROM hands
    JOIN seats USING (game_id)
    WHERE seats.placement = 1
)
SELECT
    coalesce(games.log_id, games.game_id) AS log,
    standings.seat,
    standings.name,
    max(standings.deficit) AS deficit,
    arg_max(standings.round, (standings.deficit, -standings.hand)) AS at_round,
    arg_max(standings.honba, (standings.deficit, -standings.hand)) AS at_honba,
    min(standings.points) AS lowest,
    any_value(standings.final_points) AS final_points
FROM standings
JOIN games USING (game_id)
GROUP BY games.game_id, log, standings.seat, standings.name
HAVING max(standings.deficit) >= $min_deficit
ORDER BY deficit DESC, log, standings.seat
