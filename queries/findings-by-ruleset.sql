-- title: The same log under each ruleset
-- group: audit
-- description: Each finding of any ruleset that the logs were judged under (auditor audit LOGS --db FILE --also-under
--   all), with the rulesets that have it and those that do not. The games' own ruleset is among them.
-- param log_like: VARCHAR = NULL   (only logs whose id or path is like this, such as '%kan-shape%')
-- param check: VARCHAR = NULL   (only this check, or a family such as 'riichi/%')
-- param notes: BOOLEAN = false   (notes as well)
WITH judged AS (
    SELECT game_id, ruleset AS own, list_sort(list_distinct(list_append(also_under, ruleset))) AS rulesets
    FROM games
    WHERE len(also_under) > 0
), found AS (
    SELECT game_id, findings.ruleset, hand, seat, event, "check", severity
    FROM findings
    JOIN judged USING (game_id)
    UNION
    SELECT game_id, ruleset, hand, seat, event, "check", severity
    FROM ruleset_findings
    JOIN judged USING (game_id)
    WHERE ruleset <> own
), by_finding AS (
    SELECT game_id, hand, seat, event, "check", severity, list_sort(list(DISTINCT ruleset)) AS under
    FROM found
    GROUP BY ALL
)
SELECT
    coalesce(games.log_id, sources.path) AS log,
    hands.round,
    by_finding.hand,
    by_finding.event,
    by_finding.seat,
    by_finding."check",
    by_finding.severity,
    by_finding.under,
    list_filter(judged.rulesets, lambda name: NOT list_contains(by_finding.under, name)) AS not_under
FROM by_finding
JOIN judged USING (game_id)
JOIN games USING (game_id)
JOIN sources USING (source_id)
LEFT JOIN hands USING (game_id, hand)
WHERE ($notes OR by_finding.severity <> 'note')
  AND ($check IS NULL OR by_finding."check" LIKE $check)
  AND ($log_like IS NULL OR coalesce(games.log_id, sources.path) LIKE $log_like)
ORDER BY log, by_finding.hand, by_finding.event, by_finding.severity, by_finding."check"
