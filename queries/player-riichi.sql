-- title: Riichi by player
-- group: players
-- description: Each player's riichis, declared and won on at once among them, in hands that the log holds to their
--   end, as the sites count them: riichi_rate of the hands; the other rates of the riichis, with their 95 % intervals
--   (Wilson). Deal-ins are those of amae-koromo with (a) and without (b) the declaring discard, and by libriichi each
--   win of a double ron; draws are exhaustive ones. average_go_around is amae-koromo's turn, all discards before by
--   the number of players; average_turn the declarer's own discard. payment is amae-koromo's 立直収支, average_delta the
--   whole hand, the stick included.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param by: VARCHAR = 'all'   (apart by month, year, room or ruleset)
-- param min_riichis: INTEGER = 1   (players with fewer are left out)
WITH counted AS (
    SELECT
        row_name(name, $name, false) AS name,
        players,
        part($by, started_at, room, ruleset) AS part,
        count(*) AS hands,
        count(*) FILTER (riichi) AS riichis,
        avg(riichi_discards / players + 1) AS average_go_around,
        mean_interval(riichi_discards / players + 1) AS average_go_around_interval,
        avg(riichi_turn) AS average_turn,
        mean_interval(riichi_turn) AS average_turn_interval,
        count(*) FILTER (wait_kinds > 1) AS multi_sided,
        count(wait_kinds) AS known_waits,
        count(*) FILTER (furiten) AS furitens,
        count(*) FILTER (riichi AND won) AS wins,
        count(*) FILTER (riichi AND tsumo) AS tsumos,
        count(*) FILTER (riichi AND deal_ins > 0) AS deal_ins,
        count(*) FILTER (riichi_stood AND deal_ins > 0) AS later_deal_ins,
        sum(deal_ins) FILTER (riichi) AS wins_paid,
        count(*) FILTER (riichi AND exhaustive) AS draws,
        avg(riichi_payment) AS payment,
        mean_interval(riichi_payment) AS payment_interval,
        avg(delta) FILTER (riichi) AS average_delta,
        mean_interval(if(riichi, delta, NULL)) AS average_delta_interval
    FROM v_player_hands
    WHERE $players IS NULL OR players = $players
    GROUP BY ALL
)
SELECT
    name,
    players,
    part,
    hands,
    riichis,
    round(riichis / hands, 6) AS riichi_rate,
    wilson(riichis, hands) AS riichi_interval,
    round(average_go_around, 2) AS average_go_around,
    average_go_around_interval,
    round(average_turn, 2) AS average_turn,
    average_turn_interval,
    round(multi_sided / nullif(known_waits, 0), 6) AS multi_sided_riichi,
    wilson(multi_sided, known_waits) AS multi_sided_interval,
    round(furitens / riichis, 6) AS furiten_rate,
    wilson(furitens, riichis) AS furiten_interval,
    round(wins / riichis, 6) AS riichi_win_rate,
    wilson(wins, riichis) AS riichi_win_interval,
    round(tsumos / riichis, 6) AS riichi_tsumo_rate,
    wilson(tsumos, riichis) AS riichi_tsumo_interval,
    round(deal_ins / riichis, 6) AS deal_in_after_riichi_a,
    wilson(deal_ins, riichis) AS deal_in_a_interval,
    round(later_deal_ins / riichis, 6) AS deal_in_after_riichi_b,
    wilson(later_deal_ins, riichis) AS deal_in_b_interval,
    round(wins_paid / riichis, 6) AS deal_in_rate_after_riichi,
    round(draws / riichis, 6) AS riichi_draw_rate,
    wilson(draws, riichis) AS riichi_draw_interval,
    round(payment) AS payment,
    payment_interval,
    round(average_delta) AS average_delta,
    average_delta_interval
FROM counted
WHERE riichis >= greatest($min_riichis, 1)
ORDER BY players DESC, part, name = '(everybody else)', riichis DESC, name
