-- title: Figures that no site has, by player
-- group: players
-- description: What the lists of amae-koromo and libriichi leave out or count otherwise, under names of its own, a row
--   each: the value is numerator / n, a rate with its 95 % interval (Wilson). Hands that the log holds to their end.
--   Games of 3 and of 4 are apart. Definitions: docs/statistics.md, and the text of the query.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param by: VARCHAR = 'all'   (apart by month, year, room or ruleset)
-- param together: BOOLEAN = false   (all players as one, those without a name too)
-- param min_hands: INTEGER = 1   (players with fewer hands are left out)
WITH of_games AS (
    SELECT
        row_name(name, $name, $together) AS name,
        players,
        part($by, started_at, room, ruleset) AS part,
        sum(hands) AS hands,
        [
            -- dealer_repeat_rate: hands as dealer after which the same seat deals again, of hands as dealer.
            rate('dealer_repeat_rate', sum(repeats), sum(dealer_hands)),
            -- average_score: score with placement bonus as the log states it, thousands of points, of games with one.
            mean('average_score', round(sum(score), 1), count(score), spread := stddev_samp(score))
        ] AS figures
    FROM v_player_games
    WHERE $players IS NULL OR players = $players
    GROUP BY ALL
),
of_hands AS (
    SELECT
        row_name(name, $name, $together) AS name,
        players,
        part($by, started_at, room, ruleset) AS part,
        [
            -- riichi_stood_rate: riichis that stood, nobody having won on the declaring discard, of hands.
            rate('riichi_stood_rate', count(*) FILTER (riichi_stood), count(*)),
            -- riichi_payment_full: what the whole hand brought, others' tsumo and payments at draws included, of
            --   riichis.
            mean_of('riichi_payment_full', if(riichi, delta, NULL)),
            -- average_win_value: value of the hand without honba and sticks, as the log records it, of wins.
            mean('average_win_value', sum(win_points), count(win_points), spread := stddev_samp(win_points)),
            -- average_delta: what a hand brought, signed, deposits included; sticks left at the end of a game are nobody's.
            mean_of('average_delta', delta),
            -- tsumo_hit_as_dealer_paid: what the dealer paid at another's tsumo that brought 8000 or more, of these.
            mean(
                'tsumo_hit_as_dealer_paid',
                sum(tsumo_paid) FILTER (is_dealer AND tsumo_gain >= 8000),
                count(*) FILTER (is_dealer AND tsumo_gain >= 8000),
                spread := stddev_samp(tsumo_paid) FILTER (is_dealer AND tsumo_gain >= 8000)
            ),
            -- deal_in_wins: wins on own discards, two of a double ron, of hands.
            rate('deal_in_wins', sum(deal_ins), count(*)),
            -- abortive_draw_rate: draws with tiles left in the wall, of hands.
            rate('abortive_draw_rate', count(*) FILTER (drawn AND NOT exhaustive), count(*)),
            -- win_turn_own: own discards before the win, of wins.
            mean('win_turn_own', sum(win_turn), count(*) FILTER (won), spread := stddev_samp(win_turn)),
            -- riichi_turn_own: the own discard, from 1, with which it was declared, of riichis.
            mean('riichi_turn_own', sum(riichi_turn), count(*) FILTER (riichi), spread := stddev_samp(riichi_turn)),
            -- ura_per_riichi_win: ura dora, of wins in riichi.
            mean('ura_per_riichi_win', sum(ura) FILTER (riichi), count(*) FILTER (won AND riichi), spread := stddev_samp(ura) FILTER (won AND riichi)),
            -- pao_rate: hands of another's that were paid for by who is liable without dealing in, of hands.
            rate('pao_rate', count(*) FILTER (pao_paid > 0), count(*))
        ] AS figures
    FROM v_player_hands
    WHERE $players IS NULL OR players = $players
    GROUP BY ALL
),
listed AS (
    SELECT
        name,
        players,
        part,
        hands,
        unnest(list_concat(of_games.figures, coalesce(of_hands.figures, []))) AS figure,
        unnest(range(len(of_games.figures) + coalesce(len(of_hands.figures), 0))) AS place
    FROM of_games
    LEFT JOIN of_hands USING (name, players, part)
)
SELECT
    name,
    players,
    part,
    figure.figure,
    figure.kind,
    figure.numerator,
    figure.n,
    figure_value(figure) AS value,
    figure_interval(figure) AS interval
FROM listed
WHERE hands >= $min_hands
ORDER BY players DESC, name = '(everybody else)', name, part, place
