-- title: One game under several ids
-- group: audit
-- description: Games with the same published shuffle seed under different log ids or file names. Tenhou has served one
--   game's log under another's id; each row is one such game.
SELECT
    games.shuffle,
    count(*) AS games,
    list(coalesce(games.log_id, sources.path) ORDER BY coalesce(games.log_id, sources.path)) AS logs
FROM games
JOIN sources USING (source_id)
WHERE games.shuffle IS NOT NULL
GROUP BY games.shuffle
HAVING count(DISTINCT coalesce(games.log_id, sources.path)) > 1
ORDER BY logs
