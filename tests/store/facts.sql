-- The facts that figures of players are counted from (auditor.core.store.facts), from the other tables: a statement a
-- table. Definitions of the figures stand in the queries.

-- table: player_hands
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
        wins.win_turn,
        list_sum(wins.discards) AS discards,
        wins.discards[wins.from_seat + 1] AS from_turn,
        wins.deltas[wins.seat + 1] - coalesce(sticks.points, 0) AS gain,
        -wins.deltas[wins.from_seat + 1] AS paid,
        wins.deltas,
        wins.han,
        wins.yaku,
        wins.points,
        len(wins.yaku) > 0 AND best.yakuman AS yakuman,
        wins.ura_dora AS ura
    FROM wins
    JOIN hands USING (game_id, hand)
    LEFT JOIN sticks ON sticks.game_id = wins.game_id AND sticks.hand = wins.hand AND sticks.seat = wins.seat
    LEFT JOIN (
        SELECT game_id, hand, event, bool_or(han >= 13) AS yakuman
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
    hands.round,
    hands.honba,
    hands.outcome,
    ['E', 'S', 'W', 'N'][(seats.seat - hands.dealer + games.players) % games.players + 1] AS seat_wind,
    hands.start_points[seats.seat + 1] AS points_before,
    1 + len(list_filter(
        hands.start_points,
        lambda one, other: one > hands.start_points[seats.seat + 1]
            OR one = hands.start_points[seats.seat + 1] AND other <= seats.seat
    )) AS rank_before,
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
    declared.riichi_turn,
    declared.discards AS riichi_discards,
    nullif(len(declared.waits), 0) AS wait_kinds,
    declared.unseen AS wait_tiles,
    won.event IS NOT NULL AS won,
    coalesce(won.tsumo, false) AS tsumo,
    won.gain,
    won.points AS win_points,
    won.win_turn,
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
    CASE WHEN hands.outcome IN ('exhaustive', 'nagashi mangan') THEN hands.tenpai[seats.seat + 1] END AS tenpai,
    len(list_filter(hands.tenpai, lambda one: one)) AS tenpai_seats,
    hand_won.game_id IS NULL AS drawn,
    1 + len(list_filter(
        hands.end_points,
        lambda one, other: one > hands.end_points[seats.seat + 1]
            OR one = hands.end_points[seats.seat + 1] AND other <= seats.seat
    )) AS rank_after,
    hands.hand = (SELECT max(every.hand) FROM hands AS every WHERE every.game_id = hands.game_id) AS is_last_hand
FROM hands
JOIN games USING (game_id)
JOIN seats USING (game_id)
LEFT JOIN won ON won.game_id = hands.game_id AND won.hand = hands.hand AND won.seat = seats.seat
LEFT JOIN dealt_in ON dealt_in.game_id = hands.game_id AND dealt_in.hand = hands.hand AND dealt_in.seat = seats.seat
LEFT JOIN liable ON liable.game_id = hands.game_id AND liable.hand = hands.hand AND liable.seat = seats.seat
LEFT JOIN declared ON declared.game_id = hands.game_id AND declared.hand = hands.hand AND declared.seat = seats.seat
LEFT JOIN sticks ON sticks.game_id = hands.game_id AND sticks.hand = hands.hand AND sticks.seat = seats.seat
LEFT JOIN hand_won ON hand_won.game_id = hands.game_id AND hand_won.hand = hands.hand
WHERE hands.outcome <> 'unfinished'
ORDER BY hands.game_id, hands.hand, seats.seat

-- table: player_games
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
    coalesce(replayed.hands, 0) AS hands,
    coalesce(dealt.hands, 0) AS dealer_hands,
    coalesce(dealt.repeats, 0) AS repeats,
    coalesce(dealt.most_repeats, 0) AS most_repeats,
    CASE WHEN seats.placement IS NOT NULL THEN replayed.points[seats.seat + 1] END AS replay_points,
    CASE WHEN seats.placement IS NOT NULL THEN 1 + len(list_filter(
        replayed.points,
        lambda one, other:
            one > replayed.points[seats.seat + 1] OR one = replayed.points[seats.seat + 1] AND other <= seats.seat
    )) END AS replay_placement,
    CASE WHEN count(seats.rating) OVER game - (seats.rating IS NOT NULL)::INTEGER = count(*) OVER game - 1
        THEN (sum(seats.rating) OVER game - coalesce(seats.rating, 0)) / (count(*) OVER game - 1)
    END AS opponents_rating
FROM seats
LEFT JOIN replayed USING (game_id)
LEFT JOIN dealt ON dealt.game_id = seats.game_id AND dealt.seat = seats.seat
WINDOW game AS (PARTITION BY seats.game_id)
ORDER BY seats.game_id, seats.seat
