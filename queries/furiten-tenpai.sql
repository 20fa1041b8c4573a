-- title: Tenpai hands in furiten
-- group: turns
-- description: Discards that leave a seat tenpai, by whether it is in riichi, and closed or open: the share in furiten, and
--   of the hands that last were tenpai in furiten or not how many that seat won, and by self-draw.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH lasts AS (
    SELECT
        turns.game_id, turns.hand, turns.seat,
        CASE WHEN bool_or(declared) THEN 'riichi' WHEN arg_max(closed, event) THEN 'damaten' ELSE 'open' END AS kind,
        arg_max(furiten, event) AS furiten,
        count(*) AS discards,
        count(*) FILTER (furiten) AS furiten_discards
    FROM turns
    JOIN games USING (game_id)
    WHERE shanten = 0 AND ($players IS NULL OR games.players = $players)
    GROUP BY ALL
),
won AS (SELECT game_id, hand, seat, bool_or(seat = from_seat) AS tsumo FROM wins GROUP BY ALL)
SELECT
    kind,
    furiten,
    count(*) AS hands,
    round(sum(furiten_discards) / sum(discards), 6) AS furiten_share,
    round(count(won.tsumo) / count(*), 6) AS win_rate,
    round(count(*) FILTER (won.tsumo) / count(*), 6) AS tsumo_rate
FROM lasts
LEFT JOIN won USING (game_id, hand, seat)
GROUP BY kind, furiten
ORDER BY kind, furiten
