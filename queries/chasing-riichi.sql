-- title: Riichi alone, chased, and chasing
-- group: riichi
-- description: Riichis that stood in hands that the log holds to the end, by whether nobody else declared (alone),
--   another seat declared later (chased), or another had declared before (chasing). won_from_riichi and paid_to_riichi
--   are shares of these riichis that won from, and dealt in to, another seat in riichi.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH stood AS (
    SELECT
        *,
        count(*) OVER (PARTITION BY game_id, hand) AS declared,
        row_number() OVER (PARTITION BY game_id, hand ORDER BY event) AS stood_place
    FROM v_riichis
    WHERE accepted AND finished AND ($players IS NULL OR players = $players)
),
duels AS (
    SELECT wins.game_id, wins.hand, wins.seat, wins.from_seat
    FROM wins
    JOIN riichis AS paying
        ON paying.game_id = wins.game_id
        AND paying.hand = wins.hand
        AND paying.seat = wins.from_seat
        AND paying.accepted
    WHERE wins.riichi AND wins.seat <> wins.from_seat
)
SELECT
    CASE WHEN declared = 1 THEN 'alone' WHEN stood_place = 1 THEN 'chased' ELSE 'chasing' END AS riichi,
    count(*) AS riichis,
    round(count(*) FILTER (outcome IN ('tsumo', 'ron')) / count(*), 4) AS win_rate,
    round(count(*) FILTER (outcome = 'tsumo') / count(*), 4) AS tsumo_rate,
    round(count(*) FILTER (outcome = 'dealt in') / count(*), 4) AS deal_in_rate,
    round(count(*) FILTER ((game_id, hand, seat) IN (SELECT (game_id, hand, seat) FROM duels)) / count(*), 4)
        AS won_from_riichi,
    round(count(*) FILTER ((game_id, hand, seat) IN (SELECT (game_id, hand, from_seat) FROM duels)) / count(*), 4)
        AS paid_to_riichi,
    round(avg(turn), 1) AS average_turn,
    round(avg(gained)) AS average_gain
FROM stood
GROUP BY riichi
ORDER BY riichi
