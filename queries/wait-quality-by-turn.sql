-- title: Quality of the first wait, by turn
-- group: turns
-- description: The wait with which a seat first is tenpai in a hand, by its own discard: the tiles it does not see
--   (average_tiles), the share of two kinds or more, of two-sided waits (ryanmen among its shapes), and of furiten.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param open: BOOLEAN = NULL   (only hands that have called, or only closed ones)
-- chart: line x=turn y=average_tiles
WITH firsts AS (
    SELECT *
    FROM turns
    JOIN games USING (game_id)
    WHERE shanten = 0 AND ($players IS NULL OR players = $players)
    QUALIFY row_number() OVER (PARTITION BY game_id, hand, seat ORDER BY turn) = 1
)
SELECT
    turn,
    count(*) AS hands,
    round(avg(ukeire), 2) AS average_tiles,
    mean_interval(ukeire) AS average_tiles_interval,
    round(avg(ukeire_kinds), 2) AS average_kinds,
    mean_interval(ukeire_kinds) AS average_kinds_interval,
    round(count(*) FILTER (ukeire_kinds > 1) / count(*), 6) AS wide_share,
    round(count(*) FILTER (list_contains(machi, 'ryanmen')) / count(*), 6) AS ryanmen_share,
    round(count(*) FILTER (furiten) / count(*), 6) AS furiten_share,
    round(count(*) FILTER (declared) / count(*), 6) AS riichi_share
FROM firsts
WHERE $open IS NULL OR closed <> $open
GROUP BY turn
ORDER BY turn
