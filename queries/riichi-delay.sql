-- title: How long riichi waited
-- group: turns
-- description: Riichis by the own discards since the first with which the seat could have declared (0 is at once): the
--   tiles of the wait that it did not see then and when it declared, and how the riichis ended.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=delay:ordinal y=win_rate:percent
WITH chances AS (
    SELECT
        game_id, hand, seat,
        max(turn) FILTER (declared) AS riichi_turn,
        max(turn) FILTER (declared) - min(turn) AS delay,
        arg_min(if(shanten = 0, ukeire, NULL), turn) AS first_tiles,
        max(ukeire) FILTER (declared) AS tiles
    FROM turns
    WHERE could_riichi
    GROUP BY ALL
    HAVING count(*) FILTER (declared) > 0
)
SELECT
    least(delay, 6) AS delay,
    count(*) AS riichis,
    round(avg(first_tiles), 2) AS first_tiles,
    mean_interval(first_tiles) AS first_tiles_interval,
    round(avg(tiles), 2) AS tiles,
    mean_interval(tiles) AS tiles_interval,
    round(count(*) FILTER (riichis.outcome IN ('tsumo', 'ron')) / count(*), 6) AS win_rate,
    round(count(*) FILTER (riichis.outcome = 'dealt in') / count(*), 6) AS deal_in_rate,
    round(avg(hands.deltas[chances.seat + 1])) AS average_delta,
    mean_interval(hands.deltas[chances.seat + 1]) AS average_delta_interval
FROM chances
JOIN riichis USING (game_id, hand, seat, riichi_turn)
JOIN hands USING (game_id, hand)
JOIN games USING (game_id)
WHERE hands.outcome <> 'unfinished' AND ($players IS NULL OR games.players = $players)
GROUP BY 1
ORDER BY 1
