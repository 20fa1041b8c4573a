-- title: Results of games
-- group: games
-- description: A game a line: when, under which ruleset, how many hands, the players in order of placement with their
--   final points, and its faults. Where the log states no final points and the game is over, they come from the replay;
--   games that are not have empty lists.
-- param name: VARCHAR[] = NULL   (only games of these players; case aside)
-- param log: VARCHAR = NULL   (only this log id or game_id)
WITH placed AS (
    SELECT
        game_id,
        coalesce(list(name ORDER BY placement, seat) FILTER (placement IS NOT NULL), []) AS names,
        coalesce(list(coalesce(final_points, end_points) ORDER BY placement, seat) FILTER (placement IS NOT NULL), [])
            AS points,
        list_has_any(list(name), $name) AS has_player
    FROM seats
    GROUP BY game_id
)
SELECT
    coalesce(games.log_id, games.game_id) AS log,
    games.started_at,
    games.ruleset,
    (SELECT count(*) FROM hands WHERE hands.game_id = games.game_id) AS hands,
    placed.names,
    placed.points,
    (SELECT count(*) FROM findings WHERE findings.game_id = games.game_id AND severity <> 'note') AS faults
FROM games
JOIN placed USING (game_id)
WHERE ($name IS NULL OR placed.has_player)
  AND ($log IS NULL OR games.log_id = $log OR games.game_id = $log)
ORDER BY games.started_at, log, games.game_id
