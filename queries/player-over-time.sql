-- title: A player's figures over time
-- group: players
-- description: For each month of each player: games, average placement, and the rates of its hands with their 95 %
--   intervals (Wilson). Games without a date are left out; games of 3 and of 4 are apart.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param min_hands: INTEGER = 1   (months with fewer finished hands are left out)
-- chart: line x=month:ordinal y=win_rate,deal_in_rate,riichi_rate,call_rate:percent row=name
WITH placed AS (
    SELECT
        row_name(name, $name, false) AS name,
        players,
        strftime(started_at, '%Y-%m') AS month,
        count(placement) AS games,
        avg(placement) AS average_placement,
        mean_interval(placement) AS average_placement_interval
    FROM v_player_games
    WHERE started_at IS NOT NULL AND ($players IS NULL OR players = $players)
    GROUP BY ALL
),
played AS (
    SELECT
        row_name(name, $name, false) AS name,
        players,
        strftime(started_at, '%Y-%m') AS month,
        count(*) AS hands,
        count(*) FILTER (won) AS wins,
        count(*) FILTER (deal_ins > 0) AS deal_ins,
        count(*) FILTER (riichi) AS riichis,
        count(*) FILTER (calls > 0) AS called
    FROM v_player_hands
    WHERE started_at IS NOT NULL AND ($players IS NULL OR players = $players)
    GROUP BY ALL
)
SELECT
    name,
    players,
    month,
    games,
    round(average_placement, 2) AS average_placement,
    average_placement_interval,
    hands,
    round(wins / hands, 6) AS win_rate,
    wilson(wins, hands) AS win_interval,
    round(deal_ins / hands, 6) AS deal_in_rate,
    wilson(deal_ins, hands) AS deal_in_interval,
    round(riichis / hands, 6) AS riichi_rate,
    wilson(riichis, hands) AS riichi_interval,
    round(called / hands, 6) AS call_rate,
    wilson(called, hands) AS call_interval
FROM played
JOIN placed USING (name, players, month)
WHERE hands >= $min_hands
ORDER BY players DESC, name = '(everybody else)', name, month
