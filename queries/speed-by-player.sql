-- title: Speed to tenpai by player
-- group: turns
-- description: Each player's hands in which they discarded: the shanten number after the first discard, the share that came
--   to tenpai (with its 95 % interval), with which own discard on average, and with an open hand; of the tenpai hands the
--   average tiles of the first wait.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param min_hands: INTEGER = 1   (players with fewer are left out)
WITH played AS (
    SELECT
        game_id,
        seat,
        arg_min(shanten, turn) AS first_shanten,
        min(turn) FILTER (shanten = 0) AS tenpai_turn,
        arg_min(ukeire, turn) FILTER (shanten = 0) AS tiles,
        arg_min(closed, turn) FILTER (shanten = 0) AS closed
    FROM turns
    WHERE shanten IS NOT NULL
    GROUP BY game_id, hand, seat
),
named AS (
    SELECT row_name(player_name(seats.name), $name, false) AS name, games.players, played.*
    FROM played
    JOIN games USING (game_id)
    JOIN seats USING (game_id, seat)
    WHERE $players IS NULL OR games.players = $players
)
SELECT
    name,
    players,
    count(*) AS hands,
    round(avg(first_shanten), 3) AS first_shanten,
    mean_interval(first_shanten) AS first_shanten_interval,
    round(count(tenpai_turn) / count(*), 4) AS tenpai_rate,
    wilson(count(tenpai_turn), count(*)) AS interval,
    round(avg(tenpai_turn), 2) AS average_turn,
    mean_interval(tenpai_turn) AS average_turn_interval,
    round(count(*) FILTER (NOT closed) / nullif(count(tenpai_turn), 0), 4) AS open_share,
    round(avg(tiles), 2) AS average_tiles,
    mean_interval(tiles) AS average_tiles_interval
FROM named
GROUP BY name, players
HAVING count(*) >= $min_hands
ORDER BY players DESC, name = '(everybody else)', tenpai_rate DESC, hands DESC, name
