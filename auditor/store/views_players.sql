-- What player statistics are made of: a row for each seat of each hand and of each game, with the facts that their
-- figures count. Definitions of the figures stand in the queries.

CREATE OR REPLACE MACRO player_name(name) AS CASE WHEN trim(name) NOT IN ('', 'NoName') THEN name END;

CREATE OR REPLACE MACRO wilson(hits, n) AS CASE
    WHEN n > 0 AND hits BETWEEN 0 AND n THEN [
        round(greatest((hits + 1.9208 - 1.96 * sqrt(hits::DOUBLE * (n - hits) / n + 0.9604)) / (n + 3.8416), 0), 4),
        round(least((hits + 1.9208 + 1.96 * sqrt(hits::DOUBLE * (n - hits) / n + 0.9604)) / (n + 3.8416), 1), 4)
    ]
END;

CREATE OR REPLACE MACRO room(lobby, rule_bits, rule_text) AS CASE
    WHEN lobby > 0 THEN 'lobby ' || lobby
    WHEN rule_bits IS NOT NULL
        THEN ['ippan', 'tokujou', 'joukyuu', 'houou'][1 + (rule_bits >> 5 & 1) + 2 * (rule_bits >> 7 & 1)]
    WHEN rule_text LIKE '%の間%' THEN regexp_extract(rule_text, '^三?(.*の間)', 1)
    ELSE map {'般': 'ippan', '上': 'joukyuu', '特': 'tokujou', '鳳': 'houou'}[regexp_extract(rule_text, '^三?(.)', 1)]
END;

-- A figure of a list: a rate has an interval, a mean is a total over a number, a number stands by itself.
CREATE OR REPLACE MACRO figure(name, kind, numerator, n) AS
    {'figure': name, 'kind': kind, 'numerator': numerator::DOUBLE, 'n': n::BIGINT};
CREATE OR REPLACE MACRO rate(name, hits, n) AS figure(name, 'rate', coalesce(hits, 0), n);
CREATE OR REPLACE MACRO mean(name, total, n) AS figure(name, 'mean', coalesce(total, 0), n);
CREATE OR REPLACE MACRO number(name, amount) AS figure(name, 'number', amount, NULL);
CREATE OR REPLACE MACRO figure_value(one) AS CASE
    WHEN one['kind'] = 'number' THEN one['numerator']
    ELSE round(one['numerator'] / nullif(one['n'], 0), 4)
END;
CREATE OR REPLACE MACRO figure_interval(one) AS CASE WHEN one['kind'] = 'rate' THEN wilson(one['numerator'], one['n']) END;

-- Whose row it is: that of everybody together, of a player asked for (of all, where none is), or of everybody else.
CREATE OR REPLACE MACRO row_name(name, names, together) AS CASE
    WHEN together THEN '(all players)'
    WHEN name IS NOT NULL AND (names IS NULL OR list_contains(names, name)) THEN name
    ELSE '(everybody else)'
END;

CREATE OR REPLACE MACRO part(unit, started_at, room, ruleset) AS CASE unit
    WHEN 'all' THEN 'all'
    WHEN 'month' THEN coalesce(strftime(started_at, '%Y-%m'), 'undated')
    WHEN 'year' THEN coalesce(strftime(started_at, '%Y'), 'undated')
    WHEN 'room' THEN coalesce(room, 'unknown')
    WHEN 'ruleset' THEN ruleset
    ELSE error('by: expected all, month, year, room or ruleset')
END;

CREATE OR REPLACE VIEW v_player_hands AS
WITH sticks AS (
    SELECT game_id, hand, TRY_CAST(substr(from_account::VARCHAR, 5) AS TINYINT) AS seat, sum(points)::INTEGER AS points
    FROM ledger
    WHERE reason = 'riichi'
    GROUP BY ALL
),
won AS (
    SELECT
        wins.game_id,
        wins.hand,
        wins.event,
        wins.seat,
        wins.from_seat,
        wins.seat = wins.from_seat AS tsumo,
        wins.seat = hands.dealer AS by_dealer,
        wins.riichi,
        hands.calls[wins.seat + 1] > 0 AS is_open,
        wins.turn,
        list_sum(wins.discards) AS discards,
        wins.discards[wins.from_seat + 1] AS from_turn,
        wins.deltas[wins.seat + 1] - coalesce(sticks.points, 0) AS gain,
        -wins.deltas[wins.from_seat + 1] AS paid,
        wins.deltas,
        wins.han,
        wins.yaku,
        wins.points,
        len(wins.yaku) > 0 AND best.yakuman AS yakuman,
        best.ura
    FROM wins
    JOIN hands USING (game_id, hand)
    LEFT JOIN sticks ON sticks.game_id = wins.game_id AND sticks.hand = wins.hand AND sticks.seat = wins.seat
    LEFT JOIN (
        SELECT
            game_id, hand, event,
            bool_or(han >= 13) AS yakuman,
            coalesce(sum(han) FILTER (yaku = 'ura dora'), 0)::INTEGER AS ura
        FROM win_yaku
        GROUP BY ALL
    ) AS best ON best.game_id = wins.game_id AND best.hand = wins.hand AND best.event = wins.event
    QUALIFY row_number() OVER (PARTITION BY wins.game_id, wins.hand, wins.seat ORDER BY wins.event) = 1
),
hand_won AS (
    SELECT
        game_id, hand,
        any_value(seat) FILTER (tsumo) AS tsumo_seat,
        any_value(gain) FILTER (tsumo) AS tsumo_gain,
        any_value(deltas) FILTER (tsumo) AS tsumo_deltas
    FROM won
    GROUP BY ALL
),
dealt_in AS (
    SELECT
        game_id, hand, from_seat AS seat,
        count(*) AS deal_ins,
        sum(paid)::INTEGER AS paid,
        count(*) FILTER (by_dealer) AS deal_ins_to_dealer,
        sum(paid) FILTER (by_dealer)::INTEGER AS paid_to_dealer,
        count(*) FILTER (riichi) AS dealt_in_to_riichi,
        count(*) FILTER (is_open) AS dealt_in_to_open,
        count(*) FILTER (NOT is_open AND NOT riichi) AS dealt_in_to_dama,
        max(CASE WHEN han > 13 AND NOT yakuman THEN 13 ELSE han END) AS deal_in_han,
        min(from_turn) AS deal_in_turn
    FROM won
    WHERE NOT tsumo
    GROUP BY ALL
),
liable AS (
    SELECT game_id, hand, seat, sum(paid)::INTEGER AS paid
    FROM (
        SELECT game_id, hand, unnest(range(len(deltas))) AS seat, -unnest(deltas) AS paid, from_seat
        FROM won
        WHERE len(list_filter(deltas, lambda one: one < 0)) = if(tsumo, 1, 2)
    ) AS payers
    WHERE paid > 0 AND seat <> from_seat
    GROUP BY ALL
),
declared AS (
    SELECT
        *,
        row_number() OVER (PARTITION BY game_id, hand ORDER BY event) AS place,
        count(*) OVER (PARTITION BY game_id, hand) AS riichis
    FROM riichis
)
SELECT
    hands.game_id,
    hands.hand,
    seats.seat,
    games.players,
    games.ruleset,
    games.started_at,
    room(games.lobby, games.rule_bits, games.rule_text) AS room,
    player_name(seats.name) AS name,
    hands.round,
    hands.honba,
    hands.outcome,
    seats.seat = hands.dealer AS is_dealer,
    hands.deltas[seats.seat + 1] AS delta,
    hands.calls[seats.seat + 1] AS calls,
    hands.starting_shanten[seats.seat + 1] AS starting_shanten,
    declared.event IS NOT NULL AS riichi,
    coalesce(declared.accepted, false) AS riichi_stood,
    coalesce(sticks.points, 0) AS riichi_stick,
    declared.double_riichi,
    declared.furiten,
    declared.place AS riichi_place,
    declared.riichis - declared.place AS later_riichis,
    declared.turn AS riichi_turn,
    declared.discards AS riichi_discards,
    nullif(len(declared.waits), 0) AS wait_kinds,
    declared.unseen AS wait_tiles,
    won.event IS NOT NULL AS won,
    coalesce(won.tsumo, false) AS tsumo,
    won.gain,
    won.points AS win_points,
    won.turn AS win_turn,
    won.discards AS win_discards,
    won.han,
    coalesce(won.yakuman, false) AS yakuman,
    coalesce(list_contains(won.yaku, 'ippatsu'), false) AS ippatsu,
    won.ura,
    coalesce(dealt_in.deal_ins, 0) AS deal_ins,
    dealt_in.paid,
    coalesce(dealt_in.deal_ins_to_dealer, 0) AS deal_ins_to_dealer,
    dealt_in.paid_to_dealer,
    coalesce(dealt_in.dealt_in_to_riichi, 0) AS dealt_in_to_riichi,
    coalesce(dealt_in.dealt_in_to_open, 0) AS dealt_in_to_open,
    coalesce(dealt_in.dealt_in_to_dama, 0) AS dealt_in_to_dama,
    dealt_in.deal_in_han,
    dealt_in.deal_in_turn,
    liable.paid AS pao_paid,
    hand_won.tsumo_seat IS NOT NULL AND hand_won.tsumo_seat <> seats.seat AS tsumo_by_other,
    CASE WHEN hand_won.tsumo_seat <> seats.seat THEN hand_won.tsumo_gain END AS tsumo_gain,
    CASE WHEN hand_won.tsumo_seat <> seats.seat THEN -hand_won.tsumo_deltas[seats.seat + 1] END AS tsumo_paid,
    hands.outcome IN ('exhaustive', 'nagashi mangan') AS exhaustive,
    CASE WHEN hands.outcome IN ('exhaustive', 'nagashi mangan') THEN hands.tenpai[seats.seat + 1] END AS tenpai,
    len(list_filter(hands.tenpai, lambda one: one)) AS tenpai_seats,
    hand_won.game_id IS NULL AS drawn,
    CASE WHEN hand_won.game_id IS NULL
        THEN hands.deltas[seats.seat + 1] + coalesce(sticks.points, 0)
    END AS draw_points,
    CASE
        WHEN declared.event IS NULL THEN NULL
        WHEN won.event IS NOT NULL THEN won.gain
        WHEN dealt_in.deal_ins > 0 OR liable.paid > 0
            THEN -coalesce(dealt_in.paid, liable.paid) - if(declared.accepted, 1000, 0)
        WHEN hands.outcome = 'exhaustive' AND hands.tenpai[seats.seat + 1]
            THEN [3000, 1500, 1000, 0][len(list_filter(hands.tenpai, lambda one: one))] - 1000
        ELSE -1000
    END AS riichi_payment
FROM hands
JOIN games USING (game_id)
JOIN seats USING (game_id)
LEFT JOIN won ON won.game_id = hands.game_id AND won.hand = hands.hand AND won.seat = seats.seat
LEFT JOIN dealt_in ON dealt_in.game_id = hands.game_id AND dealt_in.hand = hands.hand AND dealt_in.seat = seats.seat
LEFT JOIN liable ON liable.game_id = hands.game_id AND liable.hand = hands.hand AND liable.seat = seats.seat
LEFT JOIN declared ON declared.game_id = hands.game_id AND declared.hand = hands.hand AND declared.seat = seats.seat
LEFT JOIN sticks ON sticks.game_id = hands.game_id AND sticks.hand = hands.hand AND sticks.seat = seats.seat
LEFT JOIN hand_won ON hand_won.game_id = hands.game_id AND hand_won.hand = hands.hand
WHERE hands.outcome <> 'unfinished';
COMMENT ON VIEW v_player_hands IS 'A seat of a hand that the log holds to its end, with what player statistics count.';
COMMENT ON COLUMN v_player_hands.game_id IS 'The game, as in games.';
COMMENT ON COLUMN v_player_hands.hand IS '0-based index of the hand in the log.';
COMMENT ON COLUMN v_player_hands.seat IS 'The seat, 0 to 3.';
COMMENT ON COLUMN v_player_hands.players IS 'Seats played, 3 or 4.';
COMMENT ON COLUMN v_player_hands.ruleset IS 'Name of the ruleset that the game was audited under.';
COMMENT ON COLUMN v_player_hands.started_at IS 'Hour at which the game began, as in games.';
COMMENT ON COLUMN v_player_hands.room IS 'Where it was played: ippan, joukyuu, tokujou or houou (Tenhou), a room of Mahjong Soul, lobby and its number; NULL where the log does not say.';
COMMENT ON COLUMN v_player_hands.name IS 'Name of the player; NULL for nobody: none, or one that servers give to guests (NoName).';
COMMENT ON COLUMN v_player_hands.round IS 'E1 to N4.';
COMMENT ON COLUMN v_player_hands.honba IS 'Counter at the start.';
COMMENT ON COLUMN v_player_hands.outcome IS 'How the hand ended, as in hands.';
COMMENT ON COLUMN v_player_hands.is_dealer IS 'Whether the seat was the dealer.';
COMMENT ON COLUMN v_player_hands.delta IS 'What the hand brought the seat, signed points, its own deposit included.';
COMMENT ON COLUMN v_player_hands.calls IS 'Chi, pon and open kans that the seat made; closed and added kans and norths are none.';
COMMENT ON COLUMN v_player_hands.starting_shanten IS 'Shanten number as dealt, the dealer with the first draw, as in hands: NULL where it was not asked for.';
COMMENT ON COLUMN v_player_hands.riichi IS 'Whether the seat declared riichi, won on or not.';
COMMENT ON COLUMN v_player_hands.riichi_stood IS 'Whether nobody won on the declaring discard.';
COMMENT ON COLUMN v_player_hands.riichi_stick IS 'What it paid to the table for its riichi, points; 0 without.';
COMMENT ON COLUMN v_player_hands.double_riichi IS 'Declared in the first uninterrupted go-around; NULL without riichi.';
COMMENT ON COLUMN v_player_hands.furiten IS 'Whether a wait lay among the own discards, the declaring one included; NULL without riichi.';
COMMENT ON COLUMN v_player_hands.riichi_place IS '1 for the first declaration of the hand; each later one chases. NULL without riichi.';
COMMENT ON COLUMN v_player_hands.later_riichis IS 'Declarations of others after it; NULL without riichi.';
COMMENT ON COLUMN v_player_hands.riichi_turn IS 'The own n-th discard, from 1, with which it was declared; NULL without riichi.';
COMMENT ON COLUMN v_player_hands.riichi_discards IS 'Discards of all seats before the declaring one; NULL without riichi.';
COMMENT ON COLUMN v_player_hands.wait_kinds IS 'Kinds of tile that the riichi waited for; NULL where they are unknown.';
COMMENT ON COLUMN v_player_hands.wait_tiles IS 'Tiles of these that the declarer could not see, as riichis.unseen.';
COMMENT ON COLUMN v_player_hands.won IS 'Whether the seat won.';
COMMENT ON COLUMN v_player_hands.tsumo IS 'Whether by self-draw.';
COMMENT ON COLUMN v_player_hands.gain IS 'What the win brought: payments, honba and the sticks of others, the own stick not, points; NULL without a win, or where the log does not say.';
COMMENT ON COLUMN v_player_hands.win_points IS 'Value of the hand won, without honba and sticks.';
COMMENT ON COLUMN v_player_hands.win_turn IS 'Own discards before the win.';
COMMENT ON COLUMN v_player_hands.win_discards IS 'Discards of all seats before the win, the one won on included.';
COMMENT ON COLUMN v_player_hands.han IS 'Sum of the recorded yaku, dora included, 13 for each yakuman.';
COMMENT ON COLUMN v_player_hands.yakuman IS 'Whether a yakuman is among them.';
COMMENT ON COLUMN v_player_hands.ippatsu IS 'Whether ippatsu is among them.';
COMMENT ON COLUMN v_player_hands.ura IS 'Ura dora of the win, han; NULL without a win.';
COMMENT ON COLUMN v_player_hands.deal_ins IS 'Wins on a discard of the seat''s, or on a kan or north of its; two of a double ron.';
COMMENT ON COLUMN v_player_hands.paid IS 'Points paid for them all, honba included, the own stick not; NULL without one.';
COMMENT ON COLUMN v_player_hands.deal_ins_to_dealer IS 'Of these wins those of the dealer.';
COMMENT ON COLUMN v_player_hands.paid_to_dealer IS 'Points paid for them; NULL without one.';
COMMENT ON COLUMN v_player_hands.dealt_in_to_riichi IS 'Of these wins those in riichi.';
COMMENT ON COLUMN v_player_hands.dealt_in_to_open IS 'Of these wins those with a call.';
COMMENT ON COLUMN v_player_hands.dealt_in_to_dama IS 'The others of these wins.';
COMMENT ON COLUMN v_player_hands.deal_in_han IS 'Most han of these wins, 13 at most, and 13 for each yakuman.';
COMMENT ON COLUMN v_player_hands.deal_in_turn IS 'Own discards at the win, the one won on included; NULL without one.';
COMMENT ON COLUMN v_player_hands.pao_paid IS 'Points paid for another''s win by who is liable (sekinin barai) and did not deal in; NULL for none.';
COMMENT ON COLUMN v_player_hands.tsumo_by_other IS 'Whether another won by self-draw.';
COMMENT ON COLUMN v_player_hands.tsumo_gain IS 'What that brought the winner, as gain; NULL without.';
COMMENT ON COLUMN v_player_hands.tsumo_paid IS 'What the seat paid for it.';
COMMENT ON COLUMN v_player_hands.exhaustive IS 'Whether the wall ran out, nagashi mangan included.';
COMMENT ON COLUMN v_player_hands.tenpai IS 'Whether the log counts the seat tenpai then; NULL where it does not say, and in other hands.';
COMMENT ON COLUMN v_player_hands.tenpai_seats IS 'Seats that the log counts tenpai at the draw.';
COMMENT ON COLUMN v_player_hands.drawn IS 'Whether nobody won, abortive draws included.';
COMMENT ON COLUMN v_player_hands.riichi_payment IS 'What the riichi brought as amae-koromo counts it: a win its gain; a deal-in or pao what was paid and the stick, which is none where the declaring discard was won on; tenpai at an exhaustive draw without nagashi 3000, 1500, 1000 or 0 by how many were (so at three players too), less the stick; else the stick. NULL without riichi.';
COMMENT ON COLUMN v_player_hands.draw_points IS 'What such a hand brought the seat, the own stick not counted; NULL where somebody won.';

CREATE OR REPLACE VIEW v_player_games AS
WITH last_hands AS (
    SELECT
        game_id,
        count(*) FILTER (outcome <> 'unfinished') AS hands,
        arg_max(end_points, hand) AS end_points,
        arg_max(end_sticks, hand) AS end_sticks
    FROM hands
    GROUP BY game_id
),
dealt AS (
    -- hands dealt again to the same dealer stand in a row: they share the difference of their two numbers
    SELECT game_id, dealer AS seat, sum(hands)::BIGINT AS hands, sum(hands - 1)::BIGINT AS repeats,
        max(hands - 1) AS most_repeats
    FROM (
        SELECT game_id, dealer, count(*) AS hands
        FROM (
            SELECT game_id, dealer, hand - row_number() OVER (PARTITION BY game_id, dealer ORDER BY hand) AS run
            FROM hands
            WHERE outcome <> 'unfinished'
        ) AS numbered
        GROUP BY game_id, dealer, run
    ) AS runs
    GROUP BY ALL
),
replayed AS (
    SELECT
        game_id,
        hands,
        [one + if(seat = list_position(end_points, list_max(end_points)), 1000 * end_sticks, 0)
            FOR one, seat IN end_points] AS points
    FROM last_hands
)
SELECT
    seats.game_id,
    seats.seat,
    games.players,
    games.ruleset,
    games.started_at,
    room(games.lobby, games.rule_bits, games.rule_text) AS room,
    player_name(seats.name) AS name,
    seats.placement IS NOT NULL AS finished,
    seats.final_points IS NULL AND seats.end_points IS NOT NULL AS from_replay,
    replayed.hands,
    coalesce(dealt.hands, 0) AS dealer_hands,
    coalesce(dealt.repeats, 0) AS repeats,
    coalesce(dealt.most_repeats, 0) AS most_repeats,
    seats.start_points,
    coalesce(seats.final_points, seats.end_points) AS points,
    seats.final_score AS score,
    seats.placement,
    CASE WHEN seats.placement IS NOT NULL THEN replayed.points[seats.seat + 1] END AS replay_points,
    CASE WHEN seats.placement IS NOT NULL THEN 1 + len(list_filter(
        replayed.points,
        lambda one, other:
            one > replayed.points[seats.seat + 1] OR one = replayed.points[seats.seat + 1] AND other <= seats.seat
    )) END AS replay_placement
FROM seats
JOIN games USING (game_id)
LEFT JOIN replayed USING (game_id)
LEFT JOIN dealt ON dealt.game_id = seats.game_id AND dealt.seat = seats.seat;
COMMENT ON VIEW v_player_games IS 'A seat of a game, with its result; where the log states none and the game is over, by the replay.';
COMMENT ON COLUMN v_player_games.game_id IS 'The game, as in games.';
COMMENT ON COLUMN v_player_games.seat IS 'The seat, 0 to 3.';
COMMENT ON COLUMN v_player_games.players IS 'Seats played, 3 or 4.';
COMMENT ON COLUMN v_player_games.ruleset IS 'Name of the ruleset that the game was audited under.';
COMMENT ON COLUMN v_player_games.started_at IS 'Hour at which the game began, as in games.';
COMMENT ON COLUMN v_player_games.room IS 'Where it was played, as in v_player_hands.';
COMMENT ON COLUMN v_player_games.name IS 'Name of the player; NULL for nobody, as in v_player_hands.';
COMMENT ON COLUMN v_player_games.finished IS 'Whether the game is over, so that the seat has a place.';
COMMENT ON COLUMN v_player_games.from_replay IS 'Whether its final points come from the replay: the log states none, and the ruleset ends the game.';
COMMENT ON COLUMN v_player_games.hands IS 'Hands that the log holds to their end.';
COMMENT ON COLUMN v_player_games.dealer_hands IS 'Of these those as dealer.';
COMMENT ON COLUMN v_player_games.repeats IS 'Of these those after which the seat dealt again.';
COMMENT ON COLUMN v_player_games.most_repeats IS 'How often in a row it did at most.';
COMMENT ON COLUMN v_player_games.start_points IS 'Points at the start of the first hand that the log holds.';
COMMENT ON COLUMN v_player_games.points IS 'Final points as the log states them, else seats.end_points; NULL of a game that is not over.';
COMMENT ON COLUMN v_player_games.score IS 'Score with placement bonus as the log states it, thousands of points.';
COMMENT ON COLUMN v_player_games.placement IS '1 to 4, as in seats; NULL of a game that is not over.';
COMMENT ON COLUMN v_player_games.replay_points IS 'Points after the last hand by the replay, sticks left on the table to the first.';
COMMENT ON COLUMN v_player_games.replay_placement IS '1 to 4 by these points, the lower seat first of equal ones.';

CREATE OR REPLACE VIEW v_player_stats AS
WITH placed AS (
    SELECT
        name,
        players,
        count(*) AS games,
        count(placement) AS finished_games,
        count(*) FILTER (placement = 1) AS firsts,
        count(*) FILTER (placement = 2) AS seconds,
        count(*) FILTER (placement = 3) AS thirds,
        count(*) FILTER (placement = 4) AS fourths,
        avg(placement) AS average_placement,
        avg(score) AS average_score,
        count(*) FILTER (points < 0) AS busts,
        sum(points - start_points) / sum(hands) AS gain_per_round
    FROM v_player_games
    WHERE name IS NOT NULL
    GROUP BY ALL
),
played AS (
    SELECT
        name,
        players,
        count(*) AS hands,
        count(*) FILTER (won) AS wins,
        count(*) FILTER (deal_ins > 0) AS deal_ins,
        count(*) FILTER (riichi) AS riichis,
        count(*) FILTER (won) / count(*) AS win_rate,
        count(*) FILTER (tsumo) / nullif(count(*) FILTER (won), 0) AS tsumo_rate,
        count(*) FILTER (deal_ins > 0) / count(*) AS deal_in_rate,
        count(*) FILTER (riichi) / count(*) AS riichi_rate,
        count(*) FILTER (calls > 0) / count(*) AS call_rate,
        count(*) FILTER (tenpai) / nullif(count(tenpai), 0) AS tenpai_at_draw_rate,
        avg(gain) AS average_win,
        avg(paid) AS average_deal_in
    FROM v_player_hands
    WHERE name IS NOT NULL
    GROUP BY ALL
)
SELECT
    placed.name,
    placed.players,
    placed.games,
    placed.finished_games,
    placed.firsts,
    placed.seconds,
    placed.thirds,
    placed.fourths,
    placed.average_placement,
    placed.average_score,
    placed.busts,
    coalesce(played.hands, 0) AS hands,
    coalesce(played.wins, 0) AS wins,
    coalesce(played.deal_ins, 0) AS deal_ins,
    coalesce(played.riichis, 0) AS riichis,
    played.win_rate,
    played.tsumo_rate,
    played.deal_in_rate,
    played.riichi_rate,
    played.call_rate,
    played.tenpai_at_draw_rate,
    played.average_win,
    played.average_deal_in,
    placed.gain_per_round
FROM placed
LEFT JOIN played USING (name, players);
COMMENT ON VIEW v_player_stats IS 'A player by name, and apart for games of 3 and of 4: placements, and rates over the finished hands played, as the sites count them.';
COMMENT ON COLUMN v_player_stats.name IS 'Name as in the log; two players of one name are one row, and guests (NoName) none.';
COMMENT ON COLUMN v_player_stats.players IS 'Seats of these games, 3 or 4.';
COMMENT ON COLUMN v_player_stats.games IS 'Games played.';
COMMENT ON COLUMN v_player_stats.finished_games IS 'Games that are over: the denominator of placements.';
COMMENT ON COLUMN v_player_stats.firsts IS 'Finished games in first place.';
COMMENT ON COLUMN v_player_stats.seconds IS 'Finished games in second place.';
COMMENT ON COLUMN v_player_stats.thirds IS 'Finished games in third place.';
COMMENT ON COLUMN v_player_stats.fourths IS 'Finished games in fourth place.';
COMMENT ON COLUMN v_player_stats.average_placement IS 'Mean placement over finished games.';
COMMENT ON COLUMN v_player_stats.average_score IS 'Mean score with placement bonus as the log states it, thousands of points.';
COMMENT ON COLUMN v_player_stats.busts IS 'Finished games that ended below 0 points.';
COMMENT ON COLUMN v_player_stats.hands IS 'Hands played that the log holds to their end, abortive draws included.';
COMMENT ON COLUMN v_player_stats.wins IS 'Hands won.';
COMMENT ON COLUMN v_player_stats.deal_ins IS 'Hands in which a discard of the player was won on; a double ron counts once.';
COMMENT ON COLUMN v_player_stats.riichis IS 'Riichis declared, won on or not.';
COMMENT ON COLUMN v_player_stats.win_rate IS 'Hands won, of hands.';
COMMENT ON COLUMN v_player_stats.tsumo_rate IS 'Wins by self-draw, of wins; NULL without a win.';
COMMENT ON COLUMN v_player_stats.deal_in_rate IS 'Deal-ins, of hands.';
COMMENT ON COLUMN v_player_stats.riichi_rate IS 'Riichis declared, of hands.';
COMMENT ON COLUMN v_player_stats.call_rate IS 'Hands with a chi, pon or open kan, of hands.';
COMMENT ON COLUMN v_player_stats.tenpai_at_draw_rate IS 'Exhaustive draws (nagashi mangan among them) at which the log counts the player tenpai, of those at which it says who is; NULL without one.';
COMMENT ON COLUMN v_player_stats.average_win IS 'Mean of what a win brought: payments, honba and the sticks of others, the own stick not, points.';
COMMENT ON COLUMN v_player_stats.average_deal_in IS 'Mean points paid at a deal-in, honba included, all wins on the discard together.';
COMMENT ON COLUMN v_player_stats.gain_per_round IS 'Final points less those at the start, of hands; sticks left at the end included.';
