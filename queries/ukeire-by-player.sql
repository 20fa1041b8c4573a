-- title: How closely players follow ukeire
-- group: turns
-- description: Each player's free discards (not in riichi) while nobody else was in riichi: the share that kept the least
--   shanten number, that kept it with the most ukeire (with its 95 % interval), and the share of the best ukeire that
--   the discards kept on average, one that fell back keeping none (its interval is by games). Ukeire is no judgement: value and safety go before it.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param min_discards: INTEGER = 1   (players with fewer are left out)
WITH free AS (
    SELECT
        game_id,
        seat,
        count(*) AS discards,
        count(*) FILTER (shanten = shanten_least) AS kept,
        count(*) FILTER (shanten = shanten_least AND ukeire = ukeire_best) AS best,
        coalesce(sum(ukeire) FILTER (shanten = shanten_least), 0) AS ukeire,
        sum(ukeire_best) AS ukeire_best
    FROM turns
    WHERE NOT in_riichi AND against IS NULL AND shanten_least IS NOT NULL
    GROUP BY ALL
),
named AS (
    SELECT row_name(player_name(seats.name), $name, false) AS name, games.players, free.*
    FROM free
    JOIN games USING (game_id)
    JOIN seats USING (game_id, seat)
    WHERE $players IS NULL OR games.players = $players
)
SELECT
    name,
    players,
    sum(discards)::BIGINT AS discards,
    round(sum(kept) / sum(named.discards), 6) AS kept_rate,
    round(sum(best) / sum(named.discards), 6) AS best_rate,
    wilson(sum(best), sum(named.discards)) AS interval,
    round(sum(ukeire) / nullif(sum(ukeire_best), 0), 6) AS ukeire_kept,
    ratio_interval(ukeire, ukeire_best) AS ukeire_kept_interval
FROM named
GROUP BY name, players
HAVING sum(named.discards) >= $min_discards
-- by the rate itself: versions of DuckDB round halves apart
ORDER BY players DESC, name = '(everybody else)', sum(best) / sum(named.discards) DESC, discards DESC, name
