-- Statements of auditor.output.info, by their names.

-- statement: facts
SELECT
    program_version, created_at, schema_version,
    (SELECT min(started_at) FROM all_games), (SELECT max(started_at) FROM all_games),
    (SELECT count(*) - count(started_at) FROM all_games),
    (SELECT count(DISTINCT game_id) FROM all_findings WHERE severity <> 'note'),
    (SELECT count(*) FROM all_hands WHERE stopped_at IS NOT NULL),
    (SELECT count(DISTINCT source_id) FROM problems)
FROM meta

-- statement: judgements
SELECT rules, version, count(*), min(loaded_at), max(loaded_at)
FROM sources
GROUP BY ALL
ORDER BY max(loaded_at) DESC, rules

-- statement: formats
SELECT format, count(*) FROM all_games GROUP BY ALL ORDER BY 2 DESC, 1

-- statement: rulesets
SELECT ruleset, count(*) FROM all_games GROUP BY ALL ORDER BY 2 DESC, 1

-- statement: players
SELECT players, count(*) FROM all_games GROUP BY ALL ORDER BY 2 DESC, 1

-- statement: findings
SELECT severity::VARCHAR, count(*) FROM all_findings GROUP BY ALL

-- statement: paths
SELECT if(member IS NULL, parse_dirpath(path), path), count(*) FROM sources GROUP BY ALL ORDER BY 2 DESC, 1
