-- Statements of auditor.core.store.selection, by their names. What is in braces is put in by the program: names of
-- relations, never a text of a user.

-- statement: relations
SELECT database_name, schema_name, table_name FROM duckdb_tables() WHERE NOT temporary
UNION ALL
SELECT database_name, schema_name, view_name FROM duckdb_views() WHERE NOT temporary AND NOT internal

-- statement: games_of_log
SELECT game_id
FROM games JOIN sources USING (source_id)
WHERE log_id = $log OR game_id = $log OR path = $log OR member = $log OR path || '::' || member = $log
    OR ends_with(path, '/' || $log) OR ends_with(member, '/' || $log)
ORDER BY path, member, games.number

-- statement: first_game
SELECT players, (SELECT count(*) FROM hands WHERE hands.game_id = games.game_id)
FROM games JOIN sources USING (source_id)
ORDER BY loaded_at, path, member, game_id
LIMIT 1

-- statement: logs_like
SELECT coalesce(log_id, parse_filename(coalesce(member, path)), game_id) AS log
FROM games JOIN sources USING (source_id)
GROUP BY log
ORDER BY jaro_winkler_similarity(log, $log) DESC, log
LIMIT 3

-- statement: players_called
SELECT DISTINCT name, name = $name AS same
FROM seats
WHERE (lower(name) = lower($name) OR starts_with(lower(name), lower($name) || ' ('))
    AND player_name(name) IS NOT NULL
ORDER BY same DESC, name

-- statement: players_like
SELECT name
FROM (SELECT DISTINCT name FROM seats WHERE player_name(name) IS NOT NULL) AS known
WHERE jaro_winkler_similarity(lower(name), lower($name)) >= $least
ORDER BY jaro_winkler_similarity(lower(name), lower($name)) DESC, name
LIMIT $most
