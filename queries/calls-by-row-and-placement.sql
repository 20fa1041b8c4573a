-- title: First calls by row of discards, placement and riichi
-- group: players
-- description: Hands with a chi, pon or open kan, by the row of discards in which the first was made (1 is the first six),
--   the placement before the hand, and whether another seat had declared riichi by then; the row none are hands without
--   a call. How often they won and dealt in, and what they brought. Games of 3 and of 4 are apart.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH firsts AS (
    SELECT game_id, hand, seat, min(event) AS event, arg_min(turn, event) AS turn
    FROM v_calls
    WHERE kind IN ('chi', 'pon', 'open kan')
    GROUP BY ALL
),
riichied AS (SELECT game_id, hand, list({'seat': seat, 'event': event}) AS riichis FROM riichis GROUP BY ALL),
met AS (
    SELECT
        played.*,
        firsts.turn,
        len(list_filter(riichied.riichis, lambda one: one.seat <> played.seat AND one.event < firsts.event)) > 0
            AS against_riichi
    FROM v_player_hands AS played
    LEFT JOIN firsts USING (game_id, hand, seat)
    LEFT JOIN riichied USING (game_id, hand)
    WHERE $players IS NULL OR players = $players
)
SELECT
    players,
    coalesce((1 + (turn - 1) // 6)::VARCHAR, 'none') AS row_of_discards,
    rank_before,
    CASE WHEN turn IS NOT NULL THEN coalesce(against_riichi, false) END AS against_riichi,
    count(*) AS hands,
    round(count(*) FILTER (won) / count(*), 6) AS win_rate,
    wilson(count(*) FILTER (won), count(*)) AS win_interval,
    round(count(*) FILTER (deal_ins > 0) / count(*), 6) AS deal_in_rate,
    wilson(count(*) FILTER (deal_ins > 0), count(*)) AS deal_in_interval,
    round(avg(delta)) AS average_delta,
    mean_interval(delta) AS average_delta_interval
FROM met
GROUP BY ALL
ORDER BY players DESC, row_of_discards, rank_before, against_riichi
