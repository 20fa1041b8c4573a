-- What people see of events, where they are packed.

-- A code of event_codes from the columns of events, and how each is read out of it; packed.py makes them so, too.
CREATE OR REPLACE MACRO event_code(kind_number, seat, tile_number, from_seat, tsumogiri) AS (
    kind_number::INTEGER + coalesce(seat::INTEGER, 7) * 16 + coalesce(tile_number::INTEGER, 63) * 256
    + coalesce(128 + 16384 * CASE WHEN kind_number = 1 THEN tsumogiri::INTEGER ELSE from_seat::INTEGER END, 0)
)::USMALLINT;
CREATE OR REPLACE MACRO event_kind_of(code) AS
    (enum_range(NULL::event_kind)::event_kind[])[(code & 15) + 1];
CREATE OR REPLACE MACRO event_seat_of(code) AS
    CASE WHEN code & 112 <> 112 THEN ((code & 112) >> 4)::TINYINT END;
CREATE OR REPLACE MACRO event_tile_of(code) AS
    (enum_range(NULL::tile)::tile[])[((code >> 8) & 63) + 1];
-- 129 is a discard that says whether it is tsumogiri
CREATE OR REPLACE MACRO event_from_seat_of(code) AS
    CASE WHEN code & 128 = 128 AND code & 143 <> 129 THEN (code >> 14)::TINYINT END;
CREATE OR REPLACE MACRO event_tsumogiri_of(code) AS
    CASE WHEN code & 143 = 129 THEN code >> 14 = 1 END;
-- What is left of a wall after each event. draws: the events that are draws, whose kind is 0.
CREATE OR REPLACE MACRO tiles_left(live_wall, codes, draws) AS flatten(list_transform(
    list_zip([0] || draws, draws || [len(codes)], range(len(draws) + 1)),
    lambda one: list_resize([]::SMALLINT[], one[2] - one[1], (live_wall - one[3])::SMALLINT)
));

-- The number of its turn at each event, from 1. discards: the events that end one each.
CREATE OR REPLACE MACRO turn_numbers(codes, discards) AS flatten(list_transform(
    list_zip(
        [0] || list_transform(discards, lambda one: one + 1),
        list_transform(discards, lambda one: one + 1) || [len(codes)],
        range(1, len(discards) + 2)
    ),
    lambda one: list_resize([]::SMALLINT[], one[2] - one[1], one[3]::SMALLINT)
));

CREATE OR REPLACE VIEW events AS
SELECT
    game_id,
    hand,
    event,
    event_seat_of(code) AS seat,
    event_kind_of(code) AS kind,
    event_tile_of(code) AS tile,
    -- chi to added kan, told by their numbers, which are compared faster than their names
    CASE WHEN code & 15 BETWEEN 2 AND 6 THEN call_tiles[list_position(call_events, event)] END AS tiles,
    event_from_seat_of(code) AS from_seat,
    event_tsumogiri_of(code) AS tsumogiri,
    CASE WHEN event < replayed AND lefts[event + 1] >= 0 THEN lefts[event + 1] END AS wall_left,
    turns[event_seat_of(code) + 1][event + 1] AS turn,
    hand_turns[event + 1] AS hand_turn
FROM (
    SELECT
        game_id, hand, call_events, call_tiles, replayed, lefts, turns, hand_turns,
        unnest(range(len(codes)))::SMALLINT AS event,
        unnest(codes) AS code
    FROM (
        SELECT *, tiles_left(live_wall, codes, list_filter(range(len(codes)), lambda one: codes[one + 1] & 15 = 0)) AS lefts,
            -- 1 is the kind of a discard, in the lowest bits
            turn_numbers(codes, list_filter(range(len(codes)), lambda one: codes[one + 1] & 15 = 1)) AS hand_turns,
            -- one seat after the other: DuckDB 1.4.0 binds no parameter of a lambda around another
            [
                turn_numbers(codes, list_filter(range(len(codes)), lambda one: codes[one + 1] & 127 = 1)),
                turn_numbers(codes, list_filter(range(len(codes)), lambda one: codes[one + 1] & 127 = 17)),
                turn_numbers(codes, list_filter(range(len(codes)), lambda one: codes[one + 1] & 127 = 33)),
                turn_numbers(codes, list_filter(range(len(codes)), lambda one: codes[one + 1] & 127 = 49))
            ] AS turns
        FROM event_codes
    )
);

CREATE OR REPLACE VIEW v_calls AS
SELECT
    game_id,
    hand,
    event,
    event_seat_of(code) AS seat,
    event_kind_of(code) AS kind,
    event_tile_of(code) AS tile,
    tiles,
    event_from_seat_of(code) AS from_seat,
    -- after those of the caller's discards that were made: 1 is their kind, in the lowest bits
    (1 + len(list_filter(codes[:event], lambda one: one & 127 = (code & 112) + 1)))::SMALLINT AS turn
FROM (
    SELECT game_id, hand, codes, event, tiles, codes[event + 1] AS code
    FROM (
        SELECT game_id, hand, codes, unnest(call_events) AS event, unnest(call_tiles) AS tiles
        FROM event_codes
    )
);

CREATE OR REPLACE VIEW v_finding_events AS
SELECT game_id, finding, event_kind_of(code) AS kind, event_tile_of(code) AS tile
FROM (
    SELECT findings.game_id, findings.finding, event_codes.codes[findings.event + 1] AS code
    FROM findings
    JOIN event_codes USING (game_id, hand)
)
WHERE code IS NOT NULL;

CREATE OR REPLACE VIEW v_riichi_rivers AS
SELECT
    riichis.game_id, riichis.hand, riichis.seat, riichis.event, riichis.waits,
    -- 1 is the kind of a discard, in the lowest bits
    list_transform(
        list_filter(codes[:riichis.discard_event + 1], lambda one: one & 127 = 1 + 16 * riichis.seat),
        lambda one: event_tile_of(one)
    ) AS river
FROM riichis
JOIN event_codes USING (game_id, hand)
WHERE riichis.discard_event IS NOT NULL;

CREATE OR REPLACE VIEW v_riichi_winning_tiles AS
SELECT game_id, hand, seat, riichi, event, event_kind_of(code) AS kind, event_tile_of(code) AS tile
FROM (
    SELECT
        riichis.game_id, riichis.hand, riichis.seat, riichis.event AS riichi, riichis.waits,
        unnest(range(riichis.event + 1, len(codes)))::SMALLINT AS event,
        unnest(codes[riichis.event + 2:]) AS code
    FROM riichis
    JOIN event_codes USING (game_id, hand)
)
-- 0 is the kind of a draw, 1 of a discard
WHERE code & 15 <= 1 AND code & 112 <> 16 * seat AND list_contains(waits, black(event_tile_of(code))::tile);
