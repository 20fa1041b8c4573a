-- title: Games that were loaded several times
-- group: audit
-- description: Games of one log id (and number in their input), of one published shuffle seed, or of the same discards:
--   one game in several formats or places. Figures count one of each: the one with the most hands, then the fewest
--   faults; auditor query --all-copies counts all.
WITH keys AS (
    SELECT game_id, 'log id' AS known_by, log_id || if(number = 0, '', ' ' || number) AS key
    FROM games WHERE log_id IS NOT NULL
    UNION ALL
    SELECT game_id, 'seed', shuffle FROM games WHERE shuffle IS NOT NULL
    UNION ALL
    SELECT game_id, 'discards', play FROM games WHERE play IS NOT NULL
)
SELECT
    keys.known_by,
    keys.key,
    count(*) AS games,
    list_sort(list(DISTINCT games.format)) AS formats,
    list_sort(list(coalesce(sources.path || '::' || sources.member, sources.path))) AS logs
FROM keys
JOIN games USING (game_id)
JOIN sources USING (source_id)
GROUP BY keys.known_by, keys.key
HAVING count(*) > 1
ORDER BY logs, keys.known_by, keys.key
