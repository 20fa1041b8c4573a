-- title: Furiten riichi and how they ended
-- group: riichi
-- description: Riichis that stood, furiten or not, by how they ended for the declarer: tsumo, ron, dealt in, other win,
--   draw, unfinished. share is of the riichis alike in furiten. A furiten riichi that ended with ron is a fault.
SELECT
    riichis.furiten,
    riichis.outcome,
    count(*) AS riichis,
    round(count(*) / sum(count(*)) OVER (PARTITION BY riichis.furiten), 4) AS share,
    round(avg(riichis.turn), 1) AS average_turn,
    mean_interval(riichis.turn) AS average_turn_interval,
    round(avg(len(riichis.waits)), 1) AS average_waits,
    mean_interval(len(riichis.waits)) AS average_waits_interval
FROM riichis
WHERE riichis.accepted
GROUP BY riichis.furiten, riichis.outcome
ORDER BY riichis.furiten DESC, riichis.outcome
