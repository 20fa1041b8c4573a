-- title: The rates of all players together
-- group: players
-- description: Win, deal-in, riichi and call rate of a seat, over all finished hands of all players, for comparison
--   with published figures (four players on Tenhou: win about 0.21, deal-in about 0.12, riichi about 0.20), with their
--   95 % intervals (Wilson). Riichis are those declared. Hands of all seats, named or not.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param by: VARCHAR = 'all'   (apart by month, year, room or ruleset)
SELECT
    players,
    part($by, started_at, room, ruleset) AS part,
    count(*) AS seat_hands,
    round(count(*) FILTER (won) / count(*), 6) AS win_rate,
    wilson(count(*) FILTER (won), count(*)) AS win_interval,
    round(count(*) FILTER (deal_ins > 0) / count(*), 6) AS deal_in_rate,
    wilson(count(*) FILTER (deal_ins > 0), count(*)) AS deal_in_interval,
    round(count(*) FILTER (riichi) / count(*), 6) AS riichi_rate,
    wilson(count(*) FILTER (riichi), count(*)) AS riichi_interval,
    round(count(*) FILTER (calls > 0) / count(*), 6) AS call_rate,
    wilson(count(*) FILTER (calls > 0), count(*)) AS call_interval
FROM v_player_hands
WHERE $players IS NULL OR players = $players
GROUP BY ALL
ORDER BY players, part
