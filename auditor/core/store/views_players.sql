-- What player statistics are made of: a row for each seat of each hand and of each game, with the facts that their
-- figures count. Definitions of the figures stand in the queries.

-- Names that formats and servers give to whom they do not name are nobody's.
CREATE OR REPLACE MACRO player_name(name) AS CASE WHEN NOT list_contains([
    '', 'NoName', 'A', 'B', 'C', 'D', 'Aさん', 'Bさん', 'Cさん', 'Dさん', '私', '下家', '対面', '上家'
], trim(name)) THEN name END;

-- Where a name is used: the server, else the folder of the log.
CREATE OR REPLACE MACRO place_of(server, path) AS coalesce(server, regexp_replace(path, '[^/\\]*$', ''));

CREATE OR REPLACE MACRO wilson(hits, n) AS CASE
    WHEN n > 0 AND hits BETWEEN 0 AND n THEN [
        round(greatest((hits + 1.9208 - 1.96 * sqrt(hits::DOUBLE * (n - hits) / n + 0.9604)) / (n + 3.8416), 0), 6),
        round(least((hits + 1.9208 + 1.96 * sqrt(hits::DOUBLE * (n - hits) / n + 0.9604)) / (n + 3.8416), 1), 6)
    ]
END;

-- Between what the mean of all such values lies, with 95 % confidence; NULL of fewer than two.
CREATE OR REPLACE MACRO mean_between(value, spread, n) AS CASE
    WHEN n > 1 AND spread IS NOT NULL THEN [
        round(value - 1.96 * spread / sqrt(n), 6),
        round(value + 1.96 * spread / sqrt(n), 6)
    ]
END;
CREATE OR REPLACE MACRO mean_interval(amount) AS mean_between(avg(amount), stddev_samp(amount), count(amount));

-- The spread of a ratio of two sums, such as points over hands, by which mean_between says between what it lies: of what
-- each row has beyond its share; NULL of fewer than two rows of any size.
CREATE OR REPLACE MACRO ratio_spread(amount, size) AS CASE
    WHEN count(amount) FILTER (size <> 0) > 1 THEN sqrt(greatest(0, (
        sum(amount::DOUBLE * amount) - 2 * sum(amount) / sum(size) * sum(amount::DOUBLE * size)
        + pow(sum(amount) / sum(size), 2) * sum(size::DOUBLE * size)
    ) / sum(size)))
END;
CREATE OR REPLACE MACRO ratio_interval(amount, size) AS
    mean_between(sum(amount) / sum(size), ratio_spread(amount, size), sum(size));

-- A figure of a list: a rate has an interval, a mean is a total over a number, with
-- one where its spread is known, a number stands by itself.
CREATE OR REPLACE MACRO figure(name, kind, numerator, n, spread) AS
    {'figure': name, 'kind': kind, 'numerator': numerator::DOUBLE, 'n': n::BIGINT, 'spread': spread::DOUBLE};
CREATE OR REPLACE MACRO rate(name, hits, n) AS figure(name, 'rate', coalesce(hits, 0), n, NULL);
CREATE OR REPLACE MACRO mean(name, total, n, spread := NULL) AS figure(name, 'mean', coalesce(total, 0), n, spread);
CREATE OR REPLACE MACRO mean_of(name, amount) AS mean(name, sum(amount), count(amount), spread := stddev_samp(amount));
CREATE OR REPLACE MACRO number(name, amount) AS figure(name, 'number', amount, NULL, NULL);
CREATE OR REPLACE MACRO figure_value(one) AS CASE
    WHEN one['kind'] = 'number' THEN one['numerator']
    ELSE round(one['numerator'] / nullif(one['n'], 0), 6)
END;
CREATE OR REPLACE MACRO figure_interval(one) AS CASE one['kind']
    WHEN 'rate' THEN wilson(one['numerator'], one['n'])
    WHEN 'mean' THEN mean_between(one['numerator'] / one['n'], one['spread'], one['n'])
END;

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

CREATE OR REPLACE VIEW players AS
SELECT
    player_name(seats.name) AS player,
    list_sort(list(DISTINCT logged.name)) AS names,
    coalesce(list_sort(list(DISTINCT games.server) FILTER (games.server IS NOT NULL)), []) AS servers,
    count(DISTINCT game_id) AS games,
    min(games.started_at) AS first_at,
    max(games.started_at) AS last_at
FROM seats
JOIN games USING (game_id)
JOIN all_seats AS logged USING (game_id, seat)
WHERE player_name(seats.name) IS NOT NULL
GROUP BY ALL;
COMMENT ON VIEW players IS 'A player, whatever the names in the logs: auditor players --same says which are one. Key: player.';
COMMENT ON COLUMN players.player IS 'The name under which everything counts the player, as in seats: nobody else has it.';
COMMENT ON COLUMN players.names IS 'The names in the logs.';
COMMENT ON COLUMN players.servers IS 'The servers that the logs name; empty for none.';
COMMENT ON COLUMN players.games IS 'Games played, each once.';
COMMENT ON COLUMN players.first_at IS 'When the first of them that is dated began, as games.started_at.';
COMMENT ON COLUMN players.last_at IS 'When the last of them began.';

CREATE OR REPLACE VIEW v_player_hands AS
SELECT
    player_hands.game_id,
    player_hands.hand,
    player_hands.seat,
    games.players,
    games.ruleset,
    games.started_at,
    games.room,
    seats.name,
    seats.grade,
    seats.rating,
    player_hands.round,
    player_hands.honba,
    player_hands.outcome,
    player_hands.seat_wind = 'E' AS is_dealer,
    player_hands.* EXCLUDE (game_id, hand, seat, round, honba, outcome, tenpai, tenpai_seats, drawn),
    player_hands.outcome IN ('exhaustive', 'nagashi mangan') AS exhaustive,
    player_hands.tenpai,
    player_hands.tenpai_seats,
    player_hands.drawn,
    CASE WHEN player_hands.drawn THEN player_hands.delta + player_hands.riichi_stick END AS draw_points,
    CASE
        WHEN NOT player_hands.riichi THEN NULL
        WHEN player_hands.won THEN player_hands.gain
        WHEN player_hands.deal_ins > 0 OR player_hands.pao_paid > 0
            THEN -coalesce(player_hands.paid, player_hands.pao_paid) - 1000 * player_hands.riichi_stood::INTEGER
        WHEN player_hands.outcome = 'exhaustive' AND player_hands.tenpai
            THEN [3000, 1500, 1000, 0][player_hands.tenpai_seats] - 1000
        ELSE -1000
    END AS riichi_payment
FROM player_hands
JOIN games USING (game_id)
-- a name is made out once a game, not once a hand
JOIN (SELECT game_id, seat, player_name(name) AS name, grade, rating FROM seats) AS seats USING (game_id, seat);
COMMENT ON VIEW v_player_hands IS 'A seat of a hand that the log holds to its end, with what player statistics count.';
COMMENT ON COLUMN v_player_hands.hand IS '0-based index of the hand in the log.';
COMMENT ON COLUMN v_player_hands.seat IS 'The seat, 0 to 3.';
COMMENT ON COLUMN v_player_hands.ruleset IS 'Name of the ruleset that the game was audited under.';
COMMENT ON COLUMN v_player_hands.started_at IS 'When the game began, as in games.';
COMMENT ON COLUMN v_player_hands.room IS 'Where it was played: ippan, joukyuu, tokujou or houou (Tenhou), a room of Mahjong Soul, lobby and its number; NULL where the log does not say.';
COMMENT ON COLUMN v_player_hands.name IS 'Name of the player; NULL for nobody: none, or one that servers give to guests (NoName).';
COMMENT ON COLUMN v_player_hands.grade IS 'Grade of the player as in the log.';
COMMENT ON COLUMN v_player_hands.rating IS 'Rating of the player as in the log.';
COMMENT ON COLUMN v_player_hands.seat_wind IS 'E is the dealer.';
COMMENT ON COLUMN v_player_hands.points_before IS 'Points at the start of the hand.';
COMMENT ON COLUMN v_player_hands.rank_before IS '1 to 4 by these points, the lower seat first of equal ones.';
COMMENT ON COLUMN v_player_hands.is_dealer IS 'Whether the seat was the dealer.';
COMMENT ON COLUMN v_player_hands.delta IS 'What the hand brought the seat, signed points, its own deposit included; NULL where the log does not record what was paid.';
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
COMMENT ON COLUMN v_player_hands.rank_after IS '1 to 4 by the points after the hand, the lower seat first of equal ones; NULL as delta.';
COMMENT ON COLUMN v_player_hands.is_last_hand IS 'Whether it is the last hand that the log holds.';
COMMENT ON COLUMN v_player_hands.drawn IS 'Whether nobody won, abortive draws included.';
COMMENT ON COLUMN v_player_hands.riichi_payment IS 'What the riichi brought as amae-koromo counts it: a win its gain; a deal-in or pao what was paid and the stick, which is none where the declaring discard was won on; tenpai at an exhaustive draw without nagashi 3000, 1500, 1000 or 0 by how many were (so at three players too), less the stick; else the stick. NULL without riichi.';
COMMENT ON COLUMN v_player_hands.draw_points IS 'What such a hand brought the seat, the own stick not counted; NULL where somebody won.';

CREATE OR REPLACE VIEW v_player_games AS
SELECT
    seats.game_id,
    seats.seat,
    games.players,
    games.ruleset,
    games.started_at,
    games.room,
    player_name(seats.name) AS name,
    seats.grade,
    seats.rating,
    seats.placement IS NOT NULL AS finished,
    seats.final_points IS NULL AND seats.end_points IS NOT NULL AS from_replay,
    player_games.hands,
    player_games.dealer_hands,
    player_games.repeats,
    player_games.most_repeats,
    seats.start_points,
    coalesce(seats.final_points, seats.end_points) AS points,
    seats.final_score AS score,
    seats.computed_score,
    seats.placement,
    player_games.replay_points,
    player_games.replay_placement,
    player_games.opponents_rating
FROM seats
JOIN games USING (game_id)
JOIN player_games USING (game_id, seat);
COMMENT ON VIEW v_player_games IS 'A seat of a game, with its result; where the log states none and the game is over, by the replay.';
COMMENT ON COLUMN v_player_games.seat IS 'The seat, 0 to 3.';
COMMENT ON COLUMN v_player_games.ruleset IS 'Name of the ruleset that the game was audited under.';
COMMENT ON COLUMN v_player_games.started_at IS 'When the game began, as in games.';
COMMENT ON COLUMN v_player_games.room IS 'Where it was played, as in v_player_hands.';
COMMENT ON COLUMN v_player_games.name IS 'Name of the player; NULL for nobody, as in v_player_hands.';
COMMENT ON COLUMN v_player_games.grade IS 'Grade of the player as in the log.';
COMMENT ON COLUMN v_player_games.rating IS 'Rating of the player as in the log.';
COMMENT ON COLUMN v_player_games.finished IS 'Whether the game is over, so that the seat has a place.';
COMMENT ON COLUMN v_player_games.from_replay IS 'Whether its final points come from the replay: the log states none, and the ruleset ends the game.';
COMMENT ON COLUMN v_player_games.dealer_hands IS 'Of these those as dealer.';
COMMENT ON COLUMN v_player_games.repeats IS 'Of these those after which the seat dealt again.';
COMMENT ON COLUMN v_player_games.most_repeats IS 'How often in a row it did at most.';
COMMENT ON COLUMN v_player_games.points IS 'Final points as the log states them, else seats.end_points; NULL of a game that is not over.';
COMMENT ON COLUMN v_player_games.score IS 'Score with placement bonus as the log states it, thousands of points.';
COMMENT ON COLUMN v_player_games.computed_score IS 'Score with placement bonus by the ruleset''s uma and oka, as in seats.';
COMMENT ON COLUMN v_player_games.placement IS '1 to 4, as in seats; NULL of a game that is not over.';
COMMENT ON COLUMN v_player_games.replay_points IS 'Points after the last hand by the replay, sticks left on the table to the first.';
COMMENT ON COLUMN v_player_games.opponents_rating IS 'Mean rating of the other seats as in the log; NULL where one of them has none.';
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

CREATE OR REPLACE VIEW v_deals AS
SELECT
    deals.game_id,
    deals.hand,
    deals.seat,
    games.players,
    player_name(seats.name) AS name,
    seats.grade,
    seats.rating,
    hands.round,
    hands.honba,
    ['E', 'S', 'W', 'N'][(deals.seat - hands.dealer + games.players) % games.players + 1]::wind AS seat_wind,
    hands.start_points[deals.seat + 1] AS points_before,
    deals.tiles,
    deals.shanten,
    deals.dora,
    deals.red_fives
FROM deals
JOIN games USING (game_id)
JOIN hands USING (game_id, hand)
JOIN seats USING (game_id, seat);
COMMENT ON VIEW v_deals IS 'The tiles that a seat was dealt, with whose they are and the dora among them.';
COMMENT ON COLUMN v_deals.hand IS '0-based index of the hand in the log.';
COMMENT ON COLUMN v_deals.seat IS 'The seat, 0 to 3.';
COMMENT ON COLUMN v_deals.name IS 'Name of the player; NULL for nobody.';
COMMENT ON COLUMN v_deals.grade IS 'Grade of the player as in the log.';
COMMENT ON COLUMN v_deals.rating IS 'Rating of the player as in the log.';
COMMENT ON COLUMN v_deals.seat_wind IS 'E is the dealer.';
COMMENT ON COLUMN v_deals.points_before IS 'Points at the start of the hand.';
COMMENT ON COLUMN v_deals.tiles IS 'The 13 tiles, ascending, as in deals.';
COMMENT ON COLUMN v_deals.shanten IS 'Shanten number as dealt, as in deals.';
COMMENT ON COLUMN v_deals.dora IS 'Dora among the 13 tiles by the first indicator; NULL where they are hidden.';
COMMENT ON COLUMN v_deals.red_fives IS 'Red fives among them.';
