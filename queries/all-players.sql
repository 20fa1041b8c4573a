-- title: The rates of all players together
-- group: players
-- description: Win, deal-in, riichi and call rate of a seat, over all finished hands of all players, for comparison
--   with published figures (four players on Tenhou: win about 0.21, deal-in about 0.12, riichi about 0.20). Hands of
--   all seats, named or not.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH played AS (
    SELECT
        games.players,
        EXISTS (
            FROM wins
            WHERE wins.game_id = hands.game_id AND wins.hand = hands.hand AND wins.seat = seats.seat
        ) AS won,
        EXISTS (
            FROM wins
            WHERE wins.game_id = hands.game_id AND wins.hand = hands.hand AND wins.from_seat = seats.seat
              AND wins.seat <> seats.seat
        ) AS dealt_in,
        EXISTS (
            FROM riichis
            WHERE riichis.game_id = hands.game_id AND riichis.hand = hands.hand AND riichis.seat = seats.seat
              AND riichis.accepted
        ) AS declared,
        EXISTS (
            FROM v_calls AS calls
            WHERE calls.game_id = hands.game_id AND calls.hand = hands.hand AND calls.seat = seats.seat
              AND calls.kind IN ('chi', 'pon', 'open kan')
        ) AS called
    FROM hands
    JOIN games USING (game_id)
    JOIN seats USING (game_id)
    WHERE hands.outcome <> 'unfinished' AND ($players IS NULL OR games.players = $players)
)
SELECT
    players,
    count(*) AS seat_hands,
    round(count(*) FILTER (won) / count(*), 4) AS win_rate,
    round(count(*) FILTER (dealt_in) / count(*), 4) AS deal_in_rate,
    round(count(*) FILTER (declared) / count(*), 4) AS riichi_rate,
    round(count(*) FILTER (called) / count(*), 4) AS call_rate
FROM played
GROUP BY players
ORDER BY players
