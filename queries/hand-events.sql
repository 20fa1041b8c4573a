-- title: A hand's full event list
-- group: hands
-- description: Every event of one hand in order, with the player, the tiles left in the wall, and what the checks found
--   there. Without a hand number the first hand of the log.
-- param log: VARCHAR = NULL   (log id or game_id; without it the first game loaded)
-- param hand: INTEGER = 0   (0-based index of the hand in the log)
WITH game AS (
    SELECT game_id FROM games JOIN sources USING (source_id)
    WHERE $log IS NULL OR log_id = $log OR game_id = $log
    ORDER BY loaded_at, path, member, game_id
    LIMIT 1
),
found AS (
    SELECT game_id, hand, event, string_agg("check", ', ' ORDER BY finding) AS findings
    FROM findings
    GROUP BY ALL
)
SELECT
    events.event,
    events.seat,
    seats.name,
    events.kind,
    events.tile,
    events.tiles,
    events.from_seat,
    events.tsumogiri,
    events.wall_left,
    found.findings
FROM game
JOIN events USING (game_id)
LEFT JOIN seats USING (game_id, seat)
LEFT JOIN found USING (game_id, hand, event)
WHERE events.hand = $hand
ORDER BY events.event
