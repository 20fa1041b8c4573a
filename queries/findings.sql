-- title: Findings by check and log
-- group: audit
-- description: How often each check found something in each log, gravest first, and the names of the first five, as
--   auditor show --finding takes them. Logs without findings are not listed.
-- param severity: VARCHAR = NULL   (only violation, mismatch or note)
-- param check: VARCHAR = NULL   (only this check, or a family such as 'riichi/%')
-- param finding: VARCHAR = NULL   (only findings of this name, such as fb852a8)
SELECT
    findings.severity,
    findings."check",
    findings.log,
    findings.ruleset,
    count(*) AS findings,
    count(DISTINCT findings.hand) AS hands,
    list_sort(list(DISTINCT left(findings.fingerprint, 7)))[:5] AS names,
    min(findings.link) AS first_link
FROM findings
WHERE ($severity IS NULL OR findings.severity::VARCHAR = $severity)
  AND ($check IS NULL OR findings."check" LIKE $check)
  AND ($finding IS NULL OR starts_with(findings.fingerprint, lower($finding)))
GROUP BY ALL
ORDER BY findings.severity, findings."check", findings.log, findings.ruleset
