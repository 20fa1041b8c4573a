-- title: A player's games in their order
-- group: players
-- description: The games of a player, one a row: when, the placement, the final points and the final score, as the log
--   states them or as the replay gives them. Games that are not over have no placement.
-- param name: VARCHAR[] = NULL   (only these players; case aside)
SELECT
    played.name,
    played.players,
    played.started_at,
    coalesce(games.log_id, games.game_id) AS log,
    played.ruleset,
    played.placement,
    played.points,
    round(coalesce(played.score, played.computed_score), 2) AS score
FROM v_player_games AS played
JOIN games USING (game_id)
JOIN sources USING (source_id)
WHERE $name IS NULL OR list_contains($name, played.name)
ORDER BY played.name, played.started_at NULLS LAST, sources.path, sources.member, games.number, played.seat
