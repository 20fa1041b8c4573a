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
    round(avg(len(riichis.waits)), 1) AS average_waits
FROM riichis
WHERE riichis.accepted
GROUP BY riichis.furiten, riichis.outcome
ORDER BY riichis.furiten DESC, riichis.outcome
