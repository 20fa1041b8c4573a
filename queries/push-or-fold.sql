-- title: Push or fold after a riichi
-- group: turns
-- description: Discards of seats that are not in riichi while exactly one other is, by the shanten number before the
--   turn: how many safe tiles (genbutsu) they held, the share that discarded one, the share that held none, the share
--   without one although one was held (pushed), and how many in a thousand of the discards that were not safe dealt in
--   to that riichi.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param open: BOOLEAN = NULL   (only hands that have called, or only closed ones)
-- chart: line x=shanten:ordinal y=safe_share,pushed_share:percent
WITH deal_ins AS (
    SELECT game_id, hand, from_event AS event, list(seat) AS winners
    FROM wins
    WHERE seat <> from_seat
    GROUP BY ALL
),
met AS (
    SELECT
        shanten_before AS shanten,
        genbutsu[1] AS held,
        safe[1] AS is_safe,
        coalesce(list_contains(winners, against[1]), false) AS dealt_in
    FROM turns
    JOIN games USING (game_id)
    LEFT JOIN deal_ins USING (game_id, hand, event)
    WHERE len(against) = 1 AND NOT in_riichi AND shanten_before IS NOT NULL
        AND ($players IS NULL OR games.players = $players) AND ($open IS NULL OR closed <> $open)
)
SELECT
    shanten,
    count(*) AS discards,
    round(avg(held), 2) AS average_held,
    mean_interval(held) AS average_held_interval,
    round(count(*) FILTER (is_safe) / count(*), 6) AS safe_share,
    round(count(*) FILTER (held = 0) / count(*), 6) AS none_held,
    round(count(*) FILTER (NOT is_safe AND held > 0) / count(*), 6) AS pushed_share,
    count(*) FILTER (NOT is_safe) AS not_safe,
    round(1000 * count(*) FILTER (NOT is_safe AND dealt_in) / nullif(count(*) FILTER (NOT is_safe), 0), 1)
        AS deal_ins_per_1000
FROM met
GROUP BY shanten
ORDER BY shanten
