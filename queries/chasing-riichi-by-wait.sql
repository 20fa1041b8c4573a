-- title: Chasing riichi by wait and turn
-- group: turns
-- description: Riichis by whether another seat was in riichi before (chasing) or not (first), by the tiles of the wait
--   that the declarer did not see, and by its own discard: how they ended and what the hand brought on average, signed
--   points, the stick included.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=tiles y=average_delta color=riichi row=own_turn
SELECT
    if(against IS NULL, 'first', 'chasing') AS riichi,
    CASE WHEN ukeire >= 7 THEN '7 or more' WHEN ukeire >= 5 THEN '5-6' WHEN ukeire >= 3 THEN '3-4' ELSE '0-2' END AS tiles,
    CASE WHEN turns.turn <= 6 THEN '1-6' WHEN turns.turn <= 11 THEN '7-11' ELSE '12 or later' END AS own_turn,
    count(*) AS riichis,
    round(count(*) FILTER (riichis.outcome IN ('tsumo', 'ron')) / count(*), 6) AS win_rate,
    wilson(count(*) FILTER (riichis.outcome IN ('tsumo', 'ron')), count(*)) AS interval,
    round(count(*) FILTER (riichis.outcome = 'tsumo') / count(*), 6) AS tsumo_rate,
    round(count(*) FILTER (riichis.outcome = 'dealt in') / count(*), 6) AS deal_in_rate,
    round(avg(hands.deltas[turns.seat + 1])) AS average_delta,
    mean_interval(hands.deltas[turns.seat + 1]) AS average_delta_interval
FROM turns
JOIN riichis ON riichis.game_id = turns.game_id AND riichis.hand = turns.hand AND riichis.seat = turns.seat
    AND riichis.riichi_turn = turns.turn
JOIN hands ON hands.game_id = turns.game_id AND hands.hand = turns.hand
JOIN games ON games.game_id = turns.game_id
WHERE declared AND turns.shanten = 0 AND hands.outcome <> 'unfinished' AND ($players IS NULL OR games.players = $players)
GROUP BY ALL
ORDER BY riichi DESC, tiles DESC, min(turns.turn)
