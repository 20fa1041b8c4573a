-- title: Faults by player
-- group: audit
-- description: Violations and mismatches that concern a player, and how many that is in a hundred of the hands that
--   the player played, unfinished ones included. Faults that concern nobody in particular (a wrong deal, a wrong
--   payment between hands) are not among them.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param check: VARCHAR = NULL   (only this check, or a family such as 'riichi/%')
-- param min_faults: INTEGER = 1   (players with fewer faults are left out)
-- chart: bar x=faults y=name
WITH played AS (
    SELECT row_name(player_name(seats.name), $name, false) AS name, count(*) AS hands,
        count(DISTINCT hands.game_id) AS games
    FROM hands JOIN seats USING (game_id)
    GROUP BY ALL
),
faults AS (
    SELECT row_name(player_name(name), $name, false) AS name, "check"
    FROM v_findings
    WHERE severity <> 'note' AND seat IS NOT NULL AND ($check IS NULL OR "check" LIKE $check)
)
SELECT
    played.name,
    played.games,
    played.hands,
    count(faults."check") AS faults,
    round(100 * count(faults."check") / any_value(played.hands), 3) AS faults_per_100_hands,
    list(DISTINCT faults."check" ORDER BY faults."check") FILTER (faults."check" IS NOT NULL) AS checks
FROM played
LEFT JOIN faults USING (name)
GROUP BY played.name, played.games, played.hands
HAVING count(faults."check") >= $min_faults
ORDER BY played.name = '(everybody else)', faults DESC, played.name
