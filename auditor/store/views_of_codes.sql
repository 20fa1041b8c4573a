-- What people see of events, where they are packed.

-- A code of event_codes from the columns of events, and how each is read out of it; columns.py makes them so, too.
CREATE OR REPLACE MACRO event_code(kind_number, seat, tile_number, from_seat, tsumogiri, wall_left) AS (
    kind_number::BIGINT + coalesce(seat::BIGINT, 15) * 16 + coalesce(tile_number::BIGINT, 255) * 256
    + coalesce(from_seat::BIGINT, 15) * 65536 + coalesce(tsumogiri::BIGINT, 15) * 1048576
    + coalesce(wall_left::BIGINT, 255) * 16777216
)::UINTEGER;
CREATE OR REPLACE MACRO event_kind_of(code) AS
    (enum_range(NULL::event_kind)::event_kind[])[(code & 15) + 1];
CREATE OR REPLACE MACRO event_seat_of(code) AS
    CASE WHEN (code >> 4) & 15 <> 15 THEN ((code >> 4) & 15)::TINYINT END;
CREATE OR REPLACE MACRO event_tile_of(code) AS
    (enum_range(NULL::tile)::tile[])[((code >> 8) & 255) + 1];
CREATE OR REPLACE MACRO event_from_seat_of(code) AS
    CASE WHEN (code >> 16) & 15 <> 15 THEN ((code >> 16) & 15)::TINYINT END;
CREATE OR REPLACE MACRO event_tsumogiri_of(code) AS
    CASE (code >> 20) & 15 WHEN 0 THEN false WHEN 1 THEN true END;
CREATE OR REPLACE MACRO event_wall_left_of(code) AS
    CASE WHEN code >> 24 <> 255 THEN (code >> 24)::SMALLINT END;

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
    event_wall_left_of(code) AS wall_left
FROM (
    SELECT
        game_id, hand, call_events, call_tiles,
        unnest(range(len(codes)))::SMALLINT AS event,
        unnest(codes) AS code
    FROM event_codes
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
    -- discards of the caller: 1 is their kind, in the lowest bits
    len(list_filter(codes[:event], lambda one: one & 255 = (code & 240) + 1))::SMALLINT AS turn
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
        list_filter(codes[:riichis.discard_event + 1], lambda one: one & 255 = 1 + 16 * riichis.seat),
        lambda one: event_tile_of(one)
    ) AS river
FROM riichis
JOIN event_codes USING (game_id, hand)
WHERE riichis.discard_event IS NOT NULL;
