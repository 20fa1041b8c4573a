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
        game_id,
        seat,
        shanten_before <= 1 AS near,
        count(*) AS discards,
        count(*) FILTER (safe[1]) AS is_safe,
        count(*) FILTER (genbutsu[1] > 0) AS holds,
        count(*) FILTER (genbutsu[1] > 0 AND NOT safe[1]) AS pushed
    FROM turns
    WHERE len(against) = 1 AND NOT in_riichi AND shanten_before IS NOT NULL
    GROUP BY ALL
),
named AS (
    SELECT row_name(player_name(seats.name), $name, false) AS name, games.players, met.*
    FROM met
    JOIN games USING (game_id)
    JOIN seats USING (game_id, seat)
    WHERE $players IS NULL OR games.players = $players
)
SELECT
    name,
    players,
    sum(discards)::BIGINT AS discards,
    round(sum(is_safe) / sum(named.discards), 6) AS safe_rate,
    round(sum(pushed) / nullif(sum(holds), 0), 6) AS pushed_rate,
    wilson(sum(pushed), sum(holds)) AS interval,
    round(sum(pushed) FILTER (near) / nullif(sum(holds) FILTER (near), 0), 6) AS pushed_near,
    round(sum(pushed) FILTER (NOT near) / nullif(sum(holds) FILTER (NOT near), 0), 6) AS pushed_far
FROM named
GROUP BY name, players
HAVING sum(named.discards) >= $min_discards
ORDER BY players DESC, name = '(everybody else)', discards DESC, name
