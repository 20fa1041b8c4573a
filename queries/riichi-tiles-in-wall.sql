-- title: Winning tiles that a riichi still had in the wall
-- group: luck
-- description: Riichis that stood, where the wall is known, by the winning tiles that could still be drawn by anybody when
--   they were declared: how they ended, the tiles on the declarer's own draws if nobody called, and the share that had
--   none of these.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: line x=to_come:ordinal y=win_rate,tsumo_rate:percent
SELECT
    least(to_come, 8) AS to_come,
    count(*) AS riichis,
    round(count(*) / sum(count(*)) OVER (), 6) AS share,
    round(count(*) FILTER (riichis.outcome IN ('tsumo', 'ron')) / count(*), 6) AS win_rate,
    wilson(count(*) FILTER (riichis.outcome IN ('tsumo', 'ron')), count(*)) AS interval,
    round(count(*) FILTER (riichis.outcome = 'tsumo') / count(*), 6) AS tsumo_rate,
    round(count(*) FILTER (riichis.outcome = 'dealt in') / count(*), 6) AS deal_in_rate,
    round(avg(own), 3) AS average_own,
    mean_interval(own) AS average_own_interval,
    round(count(*) FILTER (own = 0) / count(*), 6) AS none_own,
    round(avg(riichi_turn), 2) AS average_turn,
    mean_interval(riichi_turn) AS average_turn_interval
FROM wall_riichis
JOIN riichis USING (game_id, hand, seat, event)
JOIN hands USING (game_id, hand)
JOIN games USING (game_id)
WHERE riichis.accepted AND hands.outcome <> 'unfinished' AND ($players IS NULL OR games.players = $players)
GROUP BY 1
ORDER BY 1
