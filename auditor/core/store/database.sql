-- Statements of auditor.core.store.database, by their names.

-- statement: contents
SELECT DISTINCT sha256
FROM sources
WHERE sha256 IS NOT NULL AND (rules = $rules AND version = $version) = $current
ORDER BY sha256

-- statement: of_contents
SELECT source_id, rules = $rules AND version = $version
FROM sources
WHERE list_contains($contents, sha256) OR list_contains($inputs, source_id)

-- statement: games_replaced
SELECT game_id FROM all_games WHERE list_contains($sources, source_id) OR list_contains($games, game_id)

-- statement: current
SELECT sha256 FROM sources WHERE rules = $rules AND version = $version AND list_contains($contents, sha256)

-- statement: otherwise_judged
WITH replaced AS (FROM sources WHERE source_id IN (SELECT unnest($sources)))
SELECT rules, version, strftime(loaded_at, '%Y-%m-%d'), count(*)
FROM replaced
WHERE (rules <> $rules OR version <> $version)
    AND sha256 IN (SELECT sha256 FROM all_games JOIN replaced USING (source_id))
GROUP BY ALL

-- statement: unreadable
SELECT source_id, path, member
FROM sources
WHERE list_contains($paths, path) AND source_id NOT IN (SELECT source_id FROM all_games)

-- statement: superseded
SELECT source_id, path, member
FROM sources AS one
WHERE list_contains($paths, path) AND NOT EXISTS (
    FROM sources AS other WHERE other.sha256 = one.sha256 AND other.source_id <> one.source_id
)

-- statement: without_games
SELECT path, member FROM sources WHERE source_id NOT IN (SELECT source_id FROM all_games)

-- statement: is_repeated
SELECT
    count(copy_of) > 0
        OR count(log_id) > count(DISTINCT (log_id, number)) FILTER (log_id IS NOT NULL)
        OR count(shuffle) > count(DISTINCT shuffle) OR count(play) > count(DISTINCT play)
FROM all_games

-- statement: is_ambiguous
SELECT
    count(DISTINCT server) > 1 OR count(*) > count(server) OR EXISTS (FROM same_players)
        OR EXISTS (FROM all_seats WHERE player IS NOT NULL)
FROM all_games
