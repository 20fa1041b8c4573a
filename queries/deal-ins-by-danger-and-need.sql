-- title: Deal-ins by how dangerous and how necessary
-- group: turns
-- description: Discards that were won on, by what could be known of the winner (riichi, open hand, or closed without
--   riichi), by whether the discarder held a tile that was safe against that riichi, and by its own hand after the
--   discard: tenpai, a tile from it, or further. average_loss is what each win took from the discarder, points.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=threat y=deal_ins color=own_hand
WITH rons AS (
    SELECT * FROM wins WHERE seat <> from_seat
),
called AS (SELECT DISTINCT game_id, hand, seat FROM turns WHERE NOT closed)
SELECT
    CASE WHEN rons.riichi THEN 'riichi' WHEN called.seat IS NOT NULL THEN 'open hand' ELSE 'damaten' END AS threat,
    CASE WHEN rons.riichi THEN genbutsu[list_position(against, rons.seat)] > 0 END AS held_safe,
    CASE lasts.shanten WHEN 0 THEN 'tenpai' WHEN 1 THEN '1 away' ELSE '2 or more' END AS own_hand,
    count(*) AS deal_ins,
    round(count(*) / sum(count(*)) OVER (), 6) AS share,
    round(avg(-rons.deltas[rons.from_seat + 1])) AS average_loss,
    mean_interval(-rons.deltas[rons.from_seat + 1]) AS average_loss_interval,
    round(avg(lasts.turn), 2) AS average_turn,
    mean_interval(lasts.turn) AS average_turn_interval
FROM rons
JOIN games USING (game_id)
JOIN turns AS lasts
    ON lasts.game_id = rons.game_id AND lasts.hand = rons.hand AND lasts.event = rons.from_event
LEFT JOIN called ON called.game_id = rons.game_id AND called.hand = rons.hand AND called.seat = rons.seat
WHERE lasts.shanten IS NOT NULL AND ($players IS NULL OR games.players = $players)
GROUP BY threat, held_safe, own_hand
ORDER BY threat, held_safe, own_hand
