-- title: Riichi alone, chased, and chasing
-- group: riichi
-- description: Riichis declared, in hands that the log holds to the end, by whether nobody else declared (alone), another
--   seat declared later (chased), or another had declared before (chasing); one may chase and be chased, and is in both.
--   won_from_riichi and paid_to_riichi are shares of these riichis that won from, and dealt in to, another seat in
--   riichi, the latter with the declaring discard too; average_turn is the own discard, average_delta what the hand
--   brought, the stick included.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH declared AS (
    SELECT *, count(*) OVER (PARTITION BY game_id, hand) AS riichis
    FROM v_riichis
    WHERE finished AND ($players IS NULL OR players = $players)
),
grouped AS (
    SELECT *, unnest(CASE
        WHEN riichis = 1 THEN ['alone']
        WHEN place = 1 THEN ['chased']
        WHEN place = riichis THEN ['chasing']
        ELSE ['chased', 'chasing']
    END) AS riichi
    FROM declared
),
duels AS (
    SELECT wins.game_id, wins.hand, wins.seat, wins.from_seat, paying.accepted
    FROM wins
    JOIN riichis AS paying
        ON paying.game_id = wins.game_id
        AND paying.hand = wins.hand
        AND paying.seat = wins.from_seat
    WHERE wins.riichi AND wins.seat <> wins.from_seat
)
SELECT
    riichi,
    count(*) AS riichis,
    round(count(*) FILTER (outcome IN ('tsumo', 'ron')) / count(*), 6) AS riichi_win_rate,
    round(count(*) FILTER (outcome = 'tsumo') / count(*), 6) AS riichi_tsumo_rate,
    round(count(*) FILTER (outcome = 'dealt in') / count(*), 6) AS deal_in_after_riichi_a,
    round(count(*) FILTER ((game_id, hand, seat) IN (SELECT (game_id, hand, seat) FROM duels WHERE accepted)) / count(*), 6)
        AS won_from_riichi,
    round(count(*) FILTER ((game_id, hand, seat) IN (SELECT (game_id, hand, from_seat) FROM duels)) / count(*), 6)
        AS paid_to_riichi,
    round(avg(riichi_turn), 2) AS average_turn,
    mean_interval(riichi_turn) AS average_turn_interval,
    round(avg(gained)) AS average_delta,
    mean_interval(gained) AS average_delta_interval
FROM grouped
GROUP BY riichi
ORDER BY riichi
