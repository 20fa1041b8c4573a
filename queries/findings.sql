-- title: Findings by check and log
-- group: audit
-- description: How often each check found something in each log, gravest first. Logs without findings are not listed.
-- param severity: VARCHAR = NULL   (only violation, mismatch or note)
-- param check: VARCHAR = NULL   (only this check, or a family such as 'riichi/%')
SELECT
    findings.severity,
    findings."check",
    findings.log,
    findings.ruleset,
    count(*) AS findings,
    count(DISTINCT findings.hand) AS hands,
    min(findings.link) AS first_link
FROM findings
WHERE ($severity IS NULL OR findings.severity::VARCHAR = $severity)
  AND ($check IS NULL OR findings."check" LIKE $check)
GROUP BY ALL
ORDER BY findings.severity, findings."check", findings.log, findings.ruleset
