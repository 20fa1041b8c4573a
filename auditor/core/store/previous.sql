-- Statements of auditor.core.store.previous, by their names. What is in braces is put in by the program.

-- statement: stored_games
WITH chosen(game_id, hand, event) AS ({chosen})
SELECT
    path, coalesce(member, ''), number, chosen.hand, chosen.event, ruleset,
    rules, sources.also_under, optional_tables
FROM chosen JOIN all_games AS games USING (game_id) JOIN sources USING (source_id)
ORDER BY path, member, game_id

-- statement: ids_known
SELECT DISTINCT log_id FROM all_games AS games WHERE log_id IN (SELECT unnest($keys::VARCHAR[]))

-- statement: inputs
SELECT source_id, path, member, format, sha256, bytes
FROM sources
WHERE list_contains($contents, sha256) AND ($rules IS NULL OR (rules = $rules AND version = $version))
ORDER BY loaded_at, path, member

-- statement: problems
SELECT source_id, place, message FROM problems WHERE list_contains($keys, source_id) ORDER BY source_id, problem

-- statement: games
SELECT
    game_id, sha256, misfit, fitting, number, coalesce(log_id, parse_filename(coalesce(member, path))),
    coalesce(log_id, ''), ruleset, ruleset_reason, coalesce(shuffle, ''), reasons
FROM all_games AS games JOIN sources USING (source_id)
WHERE list_contains($keys, sha256)
ORDER BY path, member, number

-- statement: players
SELECT game_id, list(name ORDER BY seat), bool_or(end_points IS NOT NULL)
FROM all_seats AS seats
WHERE list_contains($keys, game_id)
GROUP BY game_id

-- statement: hands
SELECT game_id, stopped_at, unjudged, unjudged_checks, reasons
FROM all_hands AS hands JOIN all_games USING (game_id)
WHERE list_contains($keys, game_id)

-- statement: findings
SELECT
    game_id, hand, round, honba, event, turn, seat, line, "check", severity, message, fingerprint,
    expected, expected_points, actual, actual_points, penalty, penalty_points, penalty_text,
    message_id, arguments, depends_on
FROM all_findings AS findings
WHERE list_contains($keys, game_id)
ORDER BY game_id, finding
