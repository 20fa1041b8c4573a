-- title: Push or fold after a riichi, by player
-- group: turns
-- description: Each player's discards while one other seat is in riichi and they are not: the share that was safe against
--   it, the share that was not although a safe tile was held (pushed, with its 95 % interval), by whether the hand was
--   tenpai or a tile from it before the turn, or further.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param min_discards: INTEGER = 1   (players with fewer are left out)
WITH met AS (
    SELECT
        row_name(player_name(seats.name), $name, false) AS name,
        games.players,
        shanten_before <= 1 AS near,
        genbutsu[1] > 0 AS holds,
        safe[1] AS is_safe
    FROM turns
    JOIN games USING (game_id)
    JOIN seats USING (game_id, seat)
    WHERE len(against) = 1 AND NOT in_riichi AND shanten_before IS NOT NULL
        AND ($players IS NULL OR games.players = $players)
)
SELECT
    name,
    players,
    count(*) AS discards,
    round(count(*) FILTER (is_safe) / count(*), 4) AS safe_rate,
    round(count(*) FILTER (holds AND NOT is_safe) / nullif(count(*) FILTER (holds), 0), 4) AS pushed_rate,
    wilson(count(*) FILTER (holds AND NOT is_safe), count(*) FILTER (holds)) AS interval,
    round(count(*) FILTER (near AND holds AND NOT is_safe) / nullif(count(*) FILTER (near AND holds), 0), 4)
        AS pushed_near,
    round(count(*) FILTER (NOT near AND holds AND NOT is_safe) / nullif(count(*) FILTER (NOT near AND holds), 0), 4)
        AS pushed_far
FROM met
GROUP BY name, players
HAVING count(*) >= $min_discards
ORDER BY players DESC, name = '(everybody else)', discards DESC, name
