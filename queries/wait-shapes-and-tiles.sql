-- title: Waits by shape and by tiles left
-- group: turns
-- description: The wait with which a seat first is tenpai in a hand, by its shape (of a compound wait the first of
--   ryanmen, kanchan, penchan, shanpon, tanki) and by the tiles of it that the seat does not see: how often such a hand
--   was won by that seat, by self-draw, and dealt in, and what it brought on average.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param max_turn: INTEGER = 30   (later ones are left out)
WITH firsts AS (
    SELECT *
    FROM turns
    JOIN games USING (game_id)
    WHERE shanten = 0 AND ($players IS NULL OR players = $players)
    QUALIFY row_number() OVER (PARTITION BY game_id, hand, seat ORDER BY turn) = 1
),
won AS (SELECT game_id, hand, seat, bool_or(seat = from_seat) AS tsumo FROM wins GROUP BY ALL),
paid AS (SELECT DISTINCT game_id, hand, from_seat AS seat FROM wins WHERE from_seat <> seat)
SELECT
    machi[1] AS shape,
    least(ukeire, 9) AS tiles,
    count(*) AS hands,
    round(count(won.tsumo) / count(*), 6) AS win_rate,
    wilson(count(won.tsumo), count(*)) AS interval,
    round(count(*) FILTER (won.tsumo) / count(*), 6) AS tsumo_rate,
    round(count(paid.hand) / count(*), 6) AS deal_in_rate,
    round(avg(turn), 2) AS average_turn,
    mean_interval(turn) AS average_turn_interval,
    round(avg(hands.deltas[firsts.seat + 1])) AS average_delta,
    mean_interval(hands.deltas[firsts.seat + 1]) AS average_delta_interval
FROM firsts
JOIN hands USING (game_id, hand)
LEFT JOIN won USING (game_id, hand, seat)
LEFT JOIN paid USING (game_id, hand, seat)
WHERE turn <= $max_turn AND hands.outcome <> 'unfinished'
GROUP BY shape, tiles
ORDER BY shape, tiles
