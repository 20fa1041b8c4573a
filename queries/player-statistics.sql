-- title: The usual statistics of each player
-- group: players
-- description: Placements over games that are over (where the log states no final points, from the replay), and rates
--   over the hands that it holds to their end, abortive draws included, each as amae-koromo counts it and with its 95 %
--   interval (Wilson); games, hands, wins, deal_ins, riichis and exhaustive_draws are what they are shares of. riichi_rate
--   counts declarations; average_win is what a win brought, honba and the sticks of others included; average_deal_in
--   what a deal-in cost, both wins of a double ron together. Games of 3 and of 4 are apart. All figures:
--   player-amae-koromo, player-libriichi, player-extra.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param by: VARCHAR = 'all'   (apart by month, year, room or ruleset)
-- param min_hands: INTEGER = 1   (players with fewer finished hands are left out)
WITH placed AS (
    SELECT
        row_name(name, $name, false) AS name,
        players,
        part($by, started_at, room, ruleset) AS part,
        count(placement) AS games,
        avg(placement) AS average_placement,
        mean_interval(placement) AS average_placement_interval,
        count(*) FILTER (placement = 1) AS firsts,
        count(*) FILTER (placement = 2) AS seconds,
        count(*) FILTER (placement = 3) AS thirds,
        count(*) FILTER (placement = 4) AS fourths,
        count(*) FILTER (points < 0) AS busts,
        sum(points - start_points) / sum(hands) AS gain_per_round
    FROM v_player_games
    WHERE $players IS NULL OR players = $players
    GROUP BY ALL
),
played AS (
    SELECT
        row_name(name, $name, false) AS name,
        players,
        part($by, started_at, room, ruleset) AS part,
        count(*) AS hands,
        count(*) FILTER (won) AS wins,
        count(*) FILTER (tsumo) AS tsumos,
        avg(gain) AS average_win,
        mean_interval(gain) AS average_win_interval,
        count(*) FILTER (deal_ins > 0) AS deal_ins,
        avg(paid) AS average_deal_in,
        mean_interval(paid) AS average_deal_in_interval,
        count(*) FILTER (riichi) AS riichis,
        count(*) FILTER (riichi AND won) AS riichi_wins,
        count(*) FILTER (calls > 0) AS called,
        count(tenpai) AS exhaustive_draws,
        count(*) FILTER (tenpai) AS tenpais
    FROM v_player_hands
    WHERE $players IS NULL OR players = $players
    GROUP BY ALL
)
SELECT
    name,
    players,
    part,
    games,
    round(average_placement, 2) AS average_placement,
    average_placement_interval,
    round(firsts / nullif(games, 0), 6) AS first,
    wilson(firsts, games) AS first_interval,
    round(seconds / nullif(games, 0), 6) AS second,
    wilson(seconds, games) AS second_interval,
    round(thirds / nullif(games, 0), 6) AS third,
    wilson(thirds, games) AS third_interval,
    CASE WHEN players = 4 THEN round(fourths / nullif(games, 0), 6) END AS fourth,
    CASE WHEN players = 4 THEN wilson(fourths, games) END AS fourth_interval,
    round(busts / nullif(games, 0), 6) AS bust,
    wilson(busts, games) AS bust_interval,
    hands,
    round(gain_per_round) AS gain_per_round,
    round(wins / hands, 6) AS win_rate,
    wilson(wins, hands) AS win_interval,
    round(deal_ins / hands, 6) AS deal_in_rate,
    wilson(deal_ins, hands) AS deal_in_interval,
    round(riichis / hands, 6) AS riichi_rate,
    wilson(riichis, hands) AS riichi_interval,
    round(called / hands, 6) AS call_rate,
    wilson(called, hands) AS call_interval,
    wins,
    round(average_win) AS average_win,
    average_win_interval,
    round(tsumos / nullif(wins, 0), 6) AS tsumo_rate,
    wilson(tsumos, wins) AS tsumo_interval,
    deal_ins,
    round(average_deal_in) AS average_deal_in,
    average_deal_in_interval,
    riichis,
    round(riichi_wins / nullif(riichis, 0), 6) AS riichi_win_rate,
    wilson(riichi_wins, riichis) AS riichi_win_interval,
    exhaustive_draws,
    round(tenpais / nullif(exhaustive_draws, 0), 6) AS draw_tenpai_rate,
    wilson(tenpais, exhaustive_draws) AS draw_tenpai_interval
FROM played
JOIN placed USING (name, players, part)
WHERE hands >= $min_hands
ORDER BY players DESC, part, name = '(everybody else)', average_placement, name
