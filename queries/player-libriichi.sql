-- title: Every figure of libriichi, by player
-- group: players
-- description: The figures of libriichi (Mortal) under its names, a row each: the value is numerator / n, a rate with its
--   95 % interval (Wilson); a number stands by itself. Turns are the player's own discards. A hand is one that the log
--   holds to its end. Games of 3 and of 4 are apart; libriichi itself knows four. Definitions: docs/statistics.md, and
--   the text of the query.
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
            -- games: 対戦, Games. Games that are over.
            number('games', count(placement)),
            -- rounds: 局, Rounds. Hands.
            number('rounds', sum(hands)),
            -- rank_1_rate: 1位率, 1st. Games at place 1 by the points of the replay (sticks left go to the first), the
            --   lower seat first of equal ones; of games.
            rate('rank_1_rate', count_if(replay_placement = 1), count(placement)),
            -- rank_2_rate: 2位率, 2nd. Games at place 2 by the points of the replay (sticks left go to the first), the
            --   lower seat first of equal ones; of games.
            rate('rank_2_rate', count_if(replay_placement = 2), count(placement)),
            -- rank_3_rate: 3位率, 3rd. Games at place 3 by the points of the replay (sticks left go to the first), the
            --   lower seat first of equal ones; of games.
            rate('rank_3_rate', count_if(replay_placement = 3), count(placement)),
            -- rank_4_rate: 4位率, 4th. Games at place 4 by the points of the replay (sticks left go to the first), the
            --   lower seat first of equal ones; of games.
            rate('rank_4_rate', count_if(replay_placement = 4), count(placement)),
            -- tobi_rate: 飛び率, Tobi. Games with final points below 0, of games.
            rate('tobi_rate', count_if(replay_points < 0), count(placement)),
            -- avg_rank: 平均順位, Avg rank. Places, of games.
            mean('avg_rank', sum(replay_placement), count(placement), spread := stddev_samp(replay_placement)),
            -- total_rank_pt: 段位pt, Total rank pt. 90, 45, 0 and -135 by place.
            number('total_rank_pt', sum([90, 45, 0, -135][replay_placement])),
            -- avg_rank_pt: 平均段位pt, Avg rank pt. The same, of games.
            mean('avg_rank_pt', sum([90, 45, 0, -135][replay_placement]), count(placement), spread := stddev_samp([90, 45, 0, -135][replay_placement])),
            -- total_delta_score: 素点収支, Total Δscore. Final points less 25000 (35000 at three players), sticks left to
            --   the first.
            number('total_delta_score', sum(replay_points - if(players = 4, 25000, 35000))),
            -- avg_game_delta_score: Avg game Δscore. The same, of games.
            mean('avg_game_delta_score', sum(replay_points - if(players = 4, 25000, 35000)), count(placement), spread := stddev_samp(replay_points - if(players = 4, 25000, 35000))),
            -- avg_round_delta_score: Avg round Δscore. The same, of hands.
            mean('avg_round_delta_score', sum(replay_points - if(players = 4, 25000, 35000)), sum(hands), spread := ratio_spread(replay_points - if(players = 4, 25000, 35000), hands))
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
            -- rounds_as_dealer: 親, Rounds as dealer. Hands as dealer.
            number('rounds_as_dealer', count_if(is_dealer)),
            -- win_rate: 和了率, Win rate. Wins, of hands.
            rate('win_rate', count_if(won), count(*)),
            -- deal_in_rate: 放銃率, Deal-in rate. Wins on own discards, two of a double ron; of hands.
            rate('deal_in_rate', sum(deal_ins), count(*)),
            -- call_rate: 副露率, Call rate. Hands with a chi, pon or open kan, of hands.
            rate('call_rate', count_if(calls > 0), count(*)),
            -- riichi_rate: 立直率, Riichi rate. Riichis declared, won on or not, of hands.
            rate('riichi_rate', count_if(riichi), count(*)),
            -- ryukyoku_rate: 流局率, Ryukyoku rate. Draws of all kinds, abortive ones too, of hands.
            rate('ryukyoku_rate', count_if(drawn), count(*)),
            -- avg_winning: 平均和了点, Avg winning Δscore. What a win brought, honba and the sticks of others in, the own
            --   stick not.
            mean_of('avg_winning', gain),
            -- avg_winning_as_dealer: 親平均和了点. Of wins as dealer.
            mean_of('avg_winning_as_dealer', if(is_dealer, gain, NULL)),
            -- avg_winning_as_non_dealer: 子平均和了点. Of the other wins.
            mean_of('avg_winning_as_non_dealer', if(NOT is_dealer, gain, NULL)),
            -- avg_riichi_winning: 立直平均和了点. Of wins in riichi.
            mean_of('avg_riichi_winning', if(riichi, gain, NULL)),
            -- avg_open_winning: 副露平均和了点. Of wins with a call.
            mean_of('avg_open_winning', if(calls > 0, gain, NULL)),
            -- avg_dama_winning: ダマ平均和了点. Of wins with neither.
            mean_of('avg_dama_winning', if(calls = 0 AND NOT riichi, gain, NULL)),
            -- avg_ryukyoku: 流局平均点. Points at draws of all kinds, sticks not in; of draws.
            mean_of('avg_ryukyoku', draw_points),
            -- avg_winning_turn: 平均和了巡目, Avg winning turn. Own discards before the win, of wins.
            mean_of('avg_winning_turn', win_turn),
            -- avg_riichi_winning_turn: 立直平均和了巡目. Of wins in riichi.
            mean_of('avg_riichi_winning_turn', if(riichi, win_turn, NULL)),
            -- avg_open_winning_turn: 副露平均和了巡目. Of wins with a call.
            mean_of('avg_open_winning_turn', if(calls > 0, win_turn, NULL)),
            -- avg_dama_winning_turn: ダマ平均和了巡目. Of wins with neither.
            mean_of('avg_dama_winning_turn', if(calls = 0 AND NOT riichi, win_turn, NULL)),
            -- avg_deal_in_turn: 平均放銃巡目, Avg deal-in turn. Own discards, the one won on included, of wins on them.
            mean('avg_deal_in_turn', sum(deal_in_turn * deal_ins), sum(deal_ins), spread := ratio_spread(deal_in_turn * deal_ins, deal_ins)),
            -- avg_deal_in: 平均放銃点, Avg deal-in Δscore. Points paid (negative), each win apart, of wins on own
            --   discards.
            mean('avg_deal_in', -sum(paid), sum(if(paid IS NULL, 0, deal_ins)), spread := ratio_spread(paid, deal_ins)),
            -- avg_deal_in_to_dealer: 親への平均放銃点. Of those to the dealer.
            mean('avg_deal_in_to_dealer', -sum(paid_to_dealer), sum(if(paid IS NULL, 0, deal_ins_to_dealer)), spread := ratio_spread(paid_to_dealer, deal_ins_to_dealer)),
            -- avg_deal_in_to_non_dealer: 子への平均放銃点. Of the others.
            mean(
                'avg_deal_in_to_non_dealer',
                -sum(paid - coalesce(paid_to_dealer, 0)),
                sum(if(paid IS NULL, 0, deal_ins - deal_ins_to_dealer)),
                spread := ratio_spread(paid - coalesce(paid_to_dealer, 0), deal_ins - deal_ins_to_dealer)
            ),
            -- chasing_riichi_rate: 追っかけ率, Chasing riichi rate. Riichis declared after another's, of riichis.
            rate('chasing_riichi_rate', count_if(riichi_place > 1), count_if(riichi)),
            -- riichi_chased_rate: 追っかけられ率, Riichi chased rate. Later declarations by others, each counted, of
            --   riichis.
            mean_of('riichi_chased_rate', later_riichis),
            -- winning_rate_after_riichi: 立直和了率, Winning rate after riichi. Wins in riichi, of riichis.
            rate('winning_rate_after_riichi', count_if(won AND riichi), count_if(riichi)),
            -- deal_in_rate_after_riichi: 立直放銃率, Deal-in rate after riichi. Wins on own discards with or after the
            --   declaration, of riichis.
            rate('deal_in_rate_after_riichi', sum(if(riichi, deal_ins, NULL)), count_if(riichi)),
            -- avg_riichi_turn: 立直平均巡目, Avg riichi turn. Own discards before the declaring one (0 on the first turn),
            --   of riichis.
            mean_of('avg_riichi_turn', riichi_turn - 1),
            -- avg_riichi_delta_score: 立直収支, Avg riichi Δscore. A win: its gain. A deal-in: what was paid, without the
            --   stick. A draw of any kind: its points less the stick. Another's win: nothing, not even the stick. Of
            --   riichis.
            mean_of('avg_riichi_delta_score', if(riichi, riichi_delta, NULL)),
            -- avg_number_of_calls: 平均副露数, Avg number of calls. Calls, of hands with one.
            mean_of('avg_number_of_calls', if(calls > 0, calls, NULL)),
            -- winning_rate_after_call: 副露和了率, Winning rate after call. Wins with a call, of hands with one.
            rate('winning_rate_after_call', count_if(won AND calls > 0), count_if(calls > 0)),
            -- deal_in_rate_after_call: 副露放銃率, Deal-in rate after call. Wins on own discards with a call, of hands
            --   with one.
            rate('deal_in_rate_after_call', sum(if(calls > 0, deal_ins, NULL)), count_if(calls > 0)),
            -- avg_call_delta_score: 副露収支, Avg call Δscore. Gain, points paid to a deal-in and points at draws with a
            --   call; others' tsumo not in. Of hands with a call.
            mean_of('avg_call_delta_score', if(calls > 0, call_delta, NULL)),
            -- dealer_wins_of_dealer_rounds: 親和了率, Winning rate as dealer. Wins as dealer, of hands as dealer.
            rate('dealer_wins_of_dealer_rounds', count_if(won AND is_dealer), count_if(is_dealer)),
            -- dealer_wins_of_wins: Dealer wins out of all wins. Wins as dealer, of wins.
            rate('dealer_wins_of_wins', count_if(won AND is_dealer), count_if(won)),
            -- deal_in_to_dealer_of_deal_ins: Deal-in to dealer out of all deal-ins. Won by the dealer, of wins on own
            --   discards.
            rate('deal_in_to_dealer_of_deal_ins', sum(deal_ins_to_dealer), sum(deal_ins)),
            -- yakuman_rate: 役満率, Yakuman. Wins that brought 32000 or more (48000 as dealer), of hands; a tsumo
            --   yakuman of three players pays less and is missed.
            rate('yakuman_rate', count_if(gain >= if(is_dealer, 48000, 32000)), count(*)),
            -- nagashi_mangan_rate: 流し満貫率, Nagashi mangan. Draws that brought 8000 or more, of hands; so a
            --   non-dealer's at three players is missed.
            rate('nagashi_mangan_rate', count_if(draw_points >= 8000), count(*)),
            -- riichi_ryukyoku: 立直流局. Riichis that stood in draws of all kinds, of riichis; a field of its program
            --   without a line of its table.
            rate('riichi_ryukyoku', count_if(riichi_stick > 0 AND drawn), count_if(riichi)),
            -- riichi_as_dealer: 親立直. Riichis as dealer, of riichis; the same.
            rate('riichi_as_dealer', count_if(riichi AND is_dealer), count_if(riichi))
        ] AS figures
    FROM (
        SELECT
            *,
            CASE
                WHEN won THEN gain
                WHEN deal_ins > 0 THEN -paid
                WHEN drawn AND riichi_stick > 0 THEN draw_points - 1000
                ELSE 0
            END AS riichi_delta,
            CASE WHEN won THEN gain WHEN deal_ins > 0 THEN -paid WHEN drawn THEN draw_points ELSE 0 END AS call_delta
        FROM v_player_hands
    )
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
