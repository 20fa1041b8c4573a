-- title: Ippatsu as drawn and as the wall had it
-- group: luck
-- description: Riichis that stood, by the kinds waited for, where the wall is known: the share that won with ippatsu, and
--   the share whose own next draw, if nobody called, was a winning tile; how often a call took that tile away or another
--   seat won before, and the average value of the wins with ippatsu and without, points.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
SELECT
    least(len(riichis.waits), 4) AS kinds,
    count(*) AS riichis,
    round(count(*) FILTER (list_contains(wins.yaku, 'ippatsu')) / count(*), 6) AS ippatsu_rate,
    round(count(*) FILTER (list_contains(wins.yaku, 'ippatsu') AND wins.seat = wins.from_seat) / count(*), 6)
        AS ippatsu_tsumo_rate,
    round(count(*) FILTER (draws_to_win = 1) / count(*), 6) AS tile_lay_there,
    round(count(*) FILTER (draws_to_win = 1 AND NOT coalesce(list_contains(wins.yaku, 'ippatsu'), false)) / count(*), 6)
        AS taken_away,
    round(avg(wins.points) FILTER (list_contains(wins.yaku, 'ippatsu'))) AS average_points_ippatsu,
    mean_interval(if(list_contains(wins.yaku, 'ippatsu'), wins.points, NULL)) AS average_points_ippatsu_interval,
    round(avg(wins.points) FILTER (NOT list_contains(wins.yaku, 'ippatsu'))) AS average_points_other,
    mean_interval(if(NOT list_contains(wins.yaku, 'ippatsu'), wins.points, NULL)) AS average_points_other_interval
FROM wall_riichis
JOIN riichis USING (game_id, hand, seat, event)
JOIN hands USING (game_id, hand)
JOIN games USING (game_id)
LEFT JOIN wins ON wins.game_id = wall_riichis.game_id AND wins.hand = wall_riichis.hand AND wins.seat = wall_riichis.seat
WHERE riichis.accepted AND hands.outcome <> 'unfinished' AND ($players IS NULL OR games.players = $players)
GROUP BY 1
ORDER BY 1
