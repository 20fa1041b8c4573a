-- title: Faults by lobby and ruleset
-- group: audit
-- description: Violations and mismatches of the games of each lobby and ruleset. faulty_games are the games with at
--   least one; faulty_share is their share of all games there. Games whose log states no lobby are one line each
--   ruleset.
-- param check: VARCHAR = NULL   (only this check, or a family such as 'riichi/%')
WITH faults AS (
    SELECT game_id, count(*) AS faults
    FROM findings
    WHERE severity <> 'note' AND ($check IS NULL OR "check" LIKE $check)
    GROUP BY game_id
)
SELECT
    games.lobby,
    games.ruleset,
    count(*) AS games,
    count(faults.game_id) AS faulty_games,
    round(count(faults.game_id) / count(*), 6) AS faulty_share,
    coalesce(sum(faults.faults), 0)::BIGINT AS faults
FROM games
LEFT JOIN faults USING (game_id)
GROUP BY games.lobby, games.ruleset
ORDER BY faults DESC, games DESC, games.lobby, games.ruleset
