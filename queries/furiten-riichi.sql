-- title: Furiten riichi and how they ended
-- group: riichi
-- description: Riichis that stood, furiten or not, by how they ended for the declarer: tsumo, ron, dealt in, other win,
--   draw, unfinished. share is of the riichis alike in furiten. A furiten riichi that ended with ron is a fault.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
SELECT
    furiten,
    outcome,
    count(*) AS riichis,
    round(count(*) / sum(count(*)) OVER (PARTITION BY furiten), 6) AS share,
    round(avg(riichi_turn), 2) AS average_turn,
    mean_interval(riichi_turn) AS average_turn_interval,
    round(avg(len(waits)), 2) AS average_waits,
    mean_interval(len(waits)) AS average_waits_interval
FROM v_riichis
WHERE accepted AND ($players IS NULL OR players = $players)
GROUP BY furiten, outcome
ORDER BY furiten DESC, outcome
