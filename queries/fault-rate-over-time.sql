-- title: Fault rate over time
-- group: audit
-- description: Games and hands of each year, month or day, with their violations and mismatches, and how many that is
--   in a thousand hands. Games without a time (games.started_at) are the line without a date.
-- param unit: VARCHAR = 'month'   (year, quarter, month, week or day)
-- param check: VARCHAR = NULL   (only this check, or a family such as 'riichi/%')
-- chart: line x=starting y=faults_per_1000_hands
WITH counted AS (
    SELECT game_id, count(*) AS hands FROM hands GROUP BY game_id
),
faults AS (
    SELECT game_id, count(*) AS faults
    FROM findings
    WHERE severity <> 'note' AND ($check IS NULL OR "check" LIKE $check)
    GROUP BY game_id
)
SELECT
    date_trunc($unit, games.started_at)::DATE AS starting,
    count(*) AS games,
    coalesce(sum(counted.hands), 0)::BIGINT AS hands,
    coalesce(sum(faults.faults), 0)::BIGINT AS faults,
    count(faults.game_id) AS faulty_games,
    round(1000 * coalesce(sum(faults.faults), 0) / sum(counted.hands), 3) AS faults_per_1000_hands
FROM games
LEFT JOIN counted USING (game_id)
LEFT JOIN faults USING (game_id)
GROUP BY starting
ORDER BY starting
