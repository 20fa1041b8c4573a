-- title: Speed to tenpai by player
-- group: turns
-- description: Each player's hands whose first discard can be judged: the shanten number after it, the share that came
--   to tenpai (with its 95 % interval), with which own discard on average, and with an open hand; of the tenpai hands the
--   average tiles of the first wait.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param min_hands: INTEGER = 1   (players with fewer are left out)
WITH played AS (
    SELECT
        game_id,
        seat,
        any_value(shanten) FILTER (turn = 1) AS first_shanten,
        arg_min({'turn': turn, 'tiles': ukeire, 'closed': closed}, turn) FILTER (shanten = 0) AS tenpai
    FROM turns
    WHERE turn = 1 OR shanten = 0
    GROUP BY game_id, hand, seat
    HAVING first_shanten IS NOT NULL
),
names AS (
    SELECT game_id, seat, row_name(player_name(seats.name), $name, false) AS name, games.players
    FROM seats
    JOIN games USING (game_id)
    WHERE $players IS NULL OR games.players = $players
),
named AS (
    SELECT name, players, first_shanten, tenpai.turn AS tenpai_turn, tenpai.tiles, tenpai.closed
    FROM played
    JOIN names USING (game_id, seat)
)
SELECT
    name,
    players,
    count(*) AS hands,
    round(avg(first_shanten), 3) AS first_shanten,
    mean_interval(first_shanten) AS first_shanten_interval,
    round(count(tenpai_turn) / count(*), 6) AS tenpai_rate,
    wilson(count(tenpai_turn), count(*)) AS interval,
    round(avg(tenpai_turn), 2) AS average_turn,
    mean_interval(tenpai_turn) AS average_turn_interval,
    round(count(*) FILTER (NOT closed) / nullif(count(tenpai_turn), 0), 6) AS open_share,
    round(avg(tiles), 2) AS average_tiles,
    mean_interval(tiles) AS average_tiles_interval
FROM named
GROUP BY name, players
HAVING count(*) >= $min_hands
ORDER BY players DESC, name = '(everybody else)', tenpai_rate DESC, hands DESC, name
