-- title: Length of games
-- group: games
-- description: Games that are over, by the log or by the replay, by ruleset: hands a game, hands won and drawn, the highest
--   counter, and the share of games that ended in a round beyond those that the ruleset plays.
SELECT
    games.ruleset,
    games.players,
    games.length,
    count(*) AS games,
    round(avg(played.hands), 2) AS average_hands,
    mean_interval(played.hands) AS average_hands_interval,
    min(played.hands) AS fewest,
    max(played.hands) AS most,
    round(avg(played.won), 2) AS average_won,
    mean_interval(played.won) AS average_won_interval,
    max(played.honba) AS highest_honba,
    round(count(*) FILTER (played.rounds > greatest(games.length, 1)) / count(*), 6) AS beyond_share
FROM games
JOIN (
    SELECT
        game_id,
        count(*) AS hands,
        count(*) FILTER (outcome IN ('tsumo', 'ron', 'double ron', 'triple ron')) AS won,
        max(honba) AS honba,
        max(CASE round_wind WHEN 'E' THEN 1 WHEN 'S' THEN 2 WHEN 'W' THEN 3 ELSE 4 END) AS rounds
    FROM hands
    GROUP BY game_id
) AS played USING (game_id)
WHERE EXISTS (FROM seats WHERE seats.game_id = games.game_id AND seats.placement IS NOT NULL)
GROUP BY games.ruleset, games.players, games.length
ORDER BY games DESC, games.ruleset, games.players, games.length
