-- title: Every figure of amae-koromo, by player
-- group: players
-- description: The figures of amae-koromo (and its 雀魂牌譜屋) under the site's names, a row each: the value of a rate or
--   a mean is numerator / n, with its 95 % interval (of rates Wilson's); a number is by itself. A hand is one that the
--   log holds to its end, abortive draws included. Games of 3 and of 4 are apart. Definitions: docs/statistics.md, and
--   the text of the query.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param by: VARCHAR = 'all'   (apart by month, year, room or ruleset)
-- param together: BOOLEAN = false   (all players as one, those without a name too)
-- param min_hands: INTEGER = 1   (players with fewer hands are left out)
WITH of_games AS (
    -- count_if and if(), not FILTER, which costs twice as much among so many aggregates; but count_if is NULL where all it
    -- looks at is, so numbers that stand by themselves are counted by FILTER
    SELECT
        row_name(name, $name, $together) AS name,
        players,
        part($by, started_at, room, ruleset) AS part,
        sum(hands) AS hands,
        [
            -- recorded_matches: 记录场数, 記録対戦数, Recorded matches. Games with final points; where the log states
            --   none and the game is over, from the replay.
            number('recorded_matches', count(placement)),
            -- total_rounds: 总计局数, 総計局数, Total rounds. Hands.
            number('total_rounds', sum(hands)),
            -- average_rank: 平均顺位, 平均順位, Average rank. Places, of games.
            mean_of('average_rank', placement),
            -- rank_1_rate: 一位率, 1st rate. Games at place 1, of games.
            rate('rank_1_rate', count_if(placement = 1), count(placement)),
            -- rank_2_rate: 二位率, 2nd rate. Games at place 2, of games.
            rate('rank_2_rate', count_if(placement = 2), count(placement)),
            -- rank_3_rate: 三位率, 3rd rate. Games at place 3, of games.
            rate('rank_3_rate', count_if(placement = 3), count(placement)),
            -- rank_4_rate: 四位率, 4th rate. Games at place 4, of games.
            rate('rank_4_rate', count_if(placement = 4), count(placement)),
            -- rank_1_average_points: 一位平均持ち点. Final points of games at place 1.
            mean_of('rank_1_average_points', if(placement = 1, points, NULL)),
            -- rank_2_average_points: 二位平均持ち点. Final points of games at place 2.
            mean_of('rank_2_average_points', if(placement = 2, points, NULL)),
            -- rank_3_average_points: 三位平均持ち点. Final points of games at place 3.
            mean_of('rank_3_average_points', if(placement = 3, points, NULL)),
            -- rank_4_average_points: 四位平均持ち点. Final points of games at place 4.
            mean_of('rank_4_average_points', if(placement = 4, points, NULL)),
            -- busting_rate: 被飞率, 飛び率, Busting rate. Games with final points below 0, of games.
            rate('busting_rate', count_if(points < 0), count(placement)),
            -- average_match_points: 场平均素点, 対戦平均持ち点, Avg match points. Final points, of games.
            mean_of('average_match_points', points),
            -- gain_per_round: 局收支, 局収支, G/L per round. Final points less the points at the start, sticks left at
            --   the end included, of hands.
            mean('gain_per_round', sum(points - start_points), sum(hands), spread := ratio_spread(points - start_points, hands)),
            -- top_2_rate: 连对率, 連対率, Top 2 rate. Games at place 1 or 2, of games; said of four players.
            rate('top_2_rate', count_if(placement <= 2), count(placement)),
            -- max_repeats: 最大连庄, 最大連荘, Max repeats. Longest run of hands dealt again to the same dealer, the
            --   first not counted.
            number('max_repeats', max(most_repeats))
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
            -- win_rate: 和牌率, 和了率, Win rate. Hands won, of hands.
            rate('win_rate', count_if(won), count(*)),
            -- deal_in_rate: 放铳率, 放銃率, Deal-in rate. Hands in which a discard (or a robbed kan or north) was won on,
            --   of hands; a double ron is one.
            rate('deal_in_rate', count_if(deal_ins > 0), count(*)),
            -- tsumo_rate: 自摸率, ツモ率, Tsumo rate. Wins by tsumo, of wins.
            rate('tsumo_rate', count_if(tsumo), count_if(won)),
            -- dama_rate: 默听率, ダマ率, Dama rate. Wins without call and without riichi, by tsumo too, of wins.
            rate('dama_rate', count_if(won AND calls = 0 AND NOT riichi), count_if(won)),
            -- exhaustive_draw_rate: 流局率, Exhaustive draw rate. Hands that ran out of wall, nagashi mangan included,
            --   of hands.
            rate('exhaustive_draw_rate', count_if(exhaustive), count(*)),
            -- draw_tenpai_rate: 流听率, 流局聴牌率, Draw tenpai rate. Tenpai at them, of those at which the log says who
            --   was.
            rate('draw_tenpai_rate', count_if(tenpai), count(tenpai)),
            -- call_rate: 副露率, Call rate. Hands with a chi, pon or open kan, of hands.
            rate('call_rate', count_if(calls > 0), count(*)),
            -- riichi_rate: 立直率, Riichi rate. Riichis declared, won on or not, of hands.
            rate('riichi_rate', count_if(riichi), count(*)),
            -- average_turns_to_win: 和了巡数, Avg turns to win. Discards of all seats / players + 1, of wins.
            mean('average_turns_to_win', sum(win_discards + players) / any_value(players), count_if(won), spread := stddev_samp(win_discards / players)),
            -- average_win_score: 平均打点, 平均和了, Average win score. What the win brought: payments, honba and the
            --   sticks of others, the own stick not, of wins.
            mean_of('average_win_score', gain),
            -- average_deal_in_score: 平均铳点, 平均放銃, Average deal-in score. Points paid, honba included, both wins of
            --   a double ron together, of deal-ins.
            mean_of('average_deal_in_score', paid),
            -- riichi_win_rate: 立直后和牌率, 立直和了, Riichi win rate. Wins in riichi, of riichis.
            rate('riichi_win_rate', count_if(won AND riichi), count_if(riichi)),
            -- deal_in_after_riichi_a: 立直后放铳率, 立直放銃A, Deal-in after riichi A. Deal-ins with riichi, on the
            --   declaring discard too, of riichis.
            rate('deal_in_after_riichi_a', count_if(riichi AND deal_ins > 0), count_if(riichi)),
            -- deal_in_after_riichi_b: 立直后非瞬间放铳率, 立直放銃B, Deal-in after riichi B. The same without those on
            --   the declaring discard.
            rate('deal_in_after_riichi_b', count_if(riichi_stood AND deal_ins > 0), count_if(riichi)),
            -- riichi_payment: 立直收支, 立直収支, Riichi payment. A win: its gain. A deal-in (or pao): what was paid and
            --   the stick. Tenpai at an exhaustive draw without nagashi: 3000, 1500, 1000 or 0 by who is tenpai (so at
            --   three players too), less the stick. Else the stick: a tsumo paid is not charged. Of riichis.
            mean_of('riichi_payment', riichi_payment),
            -- average_riichi_hand_value: 立直收入, 立直収入, Avg riichi hand value. Gain of wins in riichi.
            mean_of('average_riichi_hand_value', if(riichi, gain, NULL)),
            -- average_riichi_deal_in: 立直支出, Avg riichi deal-in. Points paid and the stick (none on the declaring
            --   discard), pao paid too, of deal-ins with riichi.
            mean(
                'average_riichi_deal_in',
                sum(if(riichi AND NOT won, coalesce(paid, pao_paid) + if(riichi_stood, 1000, 0), NULL)),
                count_if(riichi AND deal_ins > 0 AND paid IS NOT NULL),
                spread := stddev_samp(if(riichi AND NOT won, coalesce(paid, pao_paid) + if(riichi_stood, 1000, 0), NULL))
            ),
            -- first_riichi: 先制率, First riichi. Riichis declared first in the hand, of riichis.
            rate('first_riichi', count_if(riichi_place = 1), count_if(riichi)),
            -- chasing_riichi: 追立率, 追っかけ率, Chasing riichi. Riichis declared after another's, of riichis.
            rate('chasing_riichi', count_if(riichi_place > 1), count_if(riichi)),
            -- chased_rate: 被追率, 追っかけられ率, Chased rate. Riichis after which another declared, once a hand; one may
            --   chase and be chased. Of riichis.
            rate('chased_rate', count_if(later_riichis > 0), count_if(riichi)),
            -- average_riichi_turn: 立直巡目, Avg riichi turns. Discards of all seats before the declaring one / players
            --   + 1, of riichis.
            mean(
                'average_riichi_turn',
                sum(riichi_discards + players) / any_value(players),
                count_if(riichi),
                spread := stddev_samp(riichi_discards / players)
            ),
            -- riichi_draw_rate: 立直后流局率, 立直流局, Riichi draw rate. Riichis in exhaustive draws, of riichis.
            rate('riichi_draw_rate', count_if(riichi AND exhaustive), count_if(riichi)),
            -- ippatsu_rate: 一发率, 一発率, Ippatsu rate. Wins with ippatsu, of wins in riichi.
            rate('ippatsu_rate', count_if(ippatsu), count_if(won AND riichi)),
            -- furiten_rate: 振听率, 振聴率, Furiten rate. Riichis with a wait among the own discards, the declaring one
            --   included, of riichis.
            rate('furiten_rate', count_if(furiten), count_if(riichi)),
            -- multi_sided_riichi: 立直多面, Multi-sided riichi. Two or more kinds waited for, shanpon too, of riichis
            --   with known waits.
            rate('multi_sided_riichi', count_if(wait_kinds >= 2), count(wait_kinds)),
            -- good_hand_riichi: 立直好型, 立直良形, Good-hand riichi. Six or more of the tiles waited for unseen: not in
            --   the own 13 tiles, any discard, any meld, or an indicator turned by then. Of riichis with known waits.
            rate('good_hand_riichi', count_if(wait_tiles >= 6), count(wait_kinds)),
            -- uradora_rate: 里宝率, 裏ドラ率, Uradora rate. Wins with ura dora, of wins in riichi.
            rate('uradora_rate', count_if(ura > 0), count_if(won AND riichi)),
            -- tsumo_hit_as_dealer: 被炸率, 痛い親かぶり率, Tsumo hit as dealer. As dealer, another's tsumo that brought
            --   8000 or more, honba and sticks in; of hands with another's tsumo, as dealer or not.
            rate('tsumo_hit_as_dealer', count_if(is_dealer AND tsumo_gain >= 8000), count_if(tsumo_by_other)),
            -- tsumo_hit_as_dealer_points: 平均被炸点数, 痛い親かぶり平均, Tsumo hit as dealer points. What the winner
            --   gained there, not what the dealer paid.
            mean_of('tsumo_hit_as_dealer_points', if(is_dealer AND tsumo_gain >= 8000, tsumo_gain, NULL)),
            -- deal_in_while_riichi: 放铳时立直率, 放銃時立直率, Deal-in while riichi. Deal-ins with riichi, of deal-ins.
            rate('deal_in_while_riichi', count_if(deal_ins > 0 AND riichi), count_if(deal_ins > 0)),
            -- deal_in_while_open: 放铳时副露率, 放銃時副露率, Deal-in while open. Deal-ins with a call, of deal-ins.
            rate('deal_in_while_open', count_if(deal_ins > 0 AND calls > 0), count_if(deal_ins > 0)),
            -- deal_in_while_closed: 门清, 門前, Closed. The other deal-ins, of deal-ins.
            rate(
                'deal_in_while_closed',
                count_if(deal_ins > 0 AND calls = 0 AND NOT riichi), count_if(deal_ins > 0)
            ),
            -- deal_in_after_open: 副露后放铳率, 副露後放銃率, Deal-in after open. Deal-ins with a call, of hands with one.
            rate('deal_in_after_open', count_if(deal_ins > 0 AND calls > 0), count_if(calls > 0)),
            -- win_rate_after_open: 副露后和牌率, 副露後和了率, Win rate after open. Wins with a call, of hands with one.
            rate('win_rate_after_open', count_if(won AND calls > 0), count_if(calls > 0)),
            -- draw_rate_after_open: 副露后流局率, 副露後流局率, Draw rate after open. Exhaustive draws with a call, of
            --   hands with one.
            rate('draw_rate_after_open', count_if(exhaustive AND calls > 0), count_if(calls > 0)),
            -- win_efficiency: 打点效率, 打点効率, Win efficiency. What wins brought, of hands.
            mean_of('win_efficiency', if(won, gain, 0)),
            -- deal_in_loss: 铳点损失, 銃点損失, Deal-in loss. What deal-ins cost, of hands.
            mean_of('deal_in_loss', if(deal_ins > 0, paid, 0)),
            -- net_win_efficiency: 净打点效率, 調整打点効率, Net win efficiency. The difference of the two; payments at
            --   others' tsumo and at draws are not in.
            mean_of('net_win_efficiency', if(won, gain, 0) - if(deal_ins > 0, paid, 0)),
            -- win_lose_difference: 和铳差, 和銃差, Win-lose diff. Wins less deal-ins, of hands.
            mean('win_lose_difference', count_if(won) - count_if(deal_ins > 0), count(*), spread := stddev_samp(won::INTEGER - (deal_ins > 0)::INTEGER)),
            -- riichi_wins: 立直和了. Wins in riichi, of wins.
            rate('riichi_wins', count_if(won AND riichi), count_if(won)),
            -- open_wins: 副露和了. Wins with a call, of wins.
            rate('open_wins', count_if(won AND calls > 0), count_if(won)),
            -- dama_wins: 默听和了. The other wins, of wins.
            rate('dama_wins', count_if(won AND calls = 0 AND NOT riichi), count_if(won)),
            -- dealt_in_to_riichi: 放铳至立直. Winners in riichi, both of a double ron, of wins on own discards.
            rate('dealt_in_to_riichi', sum(dealt_in_to_riichi), sum(deal_ins)),
            -- dealt_in_to_open: 放铳至副露. Winners with a call, of wins on own discards.
            rate('dealt_in_to_open', sum(dealt_in_to_open), sum(deal_ins)),
            -- dealt_in_to_dama: 放铳至默听. The other winners, of wins on own discards.
            rate('dealt_in_to_dama', sum(dealt_in_to_dama), sum(deal_ins)),
            -- yakuman: 役满, 役満, Yakuman. Wins with a yakuman or 13 han.
            number('yakuman', count(*) FILTER (yakuman OR han >= 13)),
            -- counted_yakuman: 累计役满, 数え役満, Counted yakuman. Wins with 13 han and no yakuman.
            number('counted_yakuman', count(*) FILTER (NOT yakuman AND han >= 13)),
            -- max_han: 最大累计番数, 最大合計飜数, Max total han count. Most han, dora in, of wins without yakuman.
            number('max_han', max(if(NOT yakuman, han, NULL))),
            -- nagashi_mangan: 流满, 流し満貫, Nagashi mangan. Nagashi mangans.
            number('nagashi_mangan', count(*) FILTER (outcome = 'nagashi mangan' AND draw_points > 0)),
            -- double_riichi: 两立直, ダブル立直, Double riichi. Declared, won on or not.
            number('double_riichi', count(*) FILTER (double_riichi)),
            -- largest_deal_in_han: 最近大铳, 最近大銃, Recent high loss. Most han dealt in to, above 5; 13 at most, and
            --   13 for each yakuman.
            number('largest_deal_in_han', max(if(deal_in_han > 5, deal_in_han, NULL))),
            -- starting_shanten: 平均起手向听, 配牌向聴, Haipai shanten. Shanten number as dealt, the dealer with 14 tiles,
            --   by sets and a pair or seven pairs, thirteen orphans aside; of hands loaded with turns (--with turns).
            mean_of('starting_shanten', starting_shanten),
            -- starting_shanten_dealer: 平均起手向听亲, 親配牌向聴, Dealer haipai shanten. The same as dealer.
            mean_of('starting_shanten_dealer', if(is_dealer, starting_shanten, NULL)),
            -- starting_shanten_non_dealer: 平均起手向听子, 子配牌向聴, Non-dealer haipai shanten. The same of the others.
            mean_of('starting_shanten_non_dealer', if(NOT is_dealer, starting_shanten, NULL))
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
