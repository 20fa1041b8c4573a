-- What people see of events, where they are rows already, in Parquet files: the same views as views_of_codes.sql.

CREATE OR REPLACE VIEW v_calls AS
SELECT game_id, hand, event, seat, kind, tile, tiles, from_seat, turn
FROM events
WHERE tiles IS NOT NULL;

CREATE OR REPLACE VIEW v_finding_events AS
SELECT findings.game_id, findings.finding, events.kind, events.tile
FROM findings
JOIN events USING (game_id, hand, event);

CREATE OR REPLACE VIEW v_riichi_rivers AS
SELECT
    riichis.game_id, riichis.hand, riichis.seat, riichis.event, any_value(riichis.waits) AS waits,
    list(events.tile ORDER BY events.event) AS river
FROM riichis
JOIN events
    ON events.game_id = riichis.game_id AND events.hand = riichis.hand AND events.seat = riichis.seat
    AND events.kind = 'discard' AND events.event <= riichis.discard_event
GROUP BY ALL;

CREATE OR REPLACE VIEW v_riichi_winning_tiles AS
SELECT
    riichis.game_id, riichis.hand, riichis.seat, riichis.event AS riichi, events.event, events.kind, events.tile
FROM riichis
JOIN events
    ON events.game_id = riichis.game_id AND events.hand = riichis.hand AND events.event > riichis.event
    AND events.seat <> riichis.seat
WHERE events.kind IN ('draw', 'discard') AND list_contains(riichis.waits, black(events.tile)::tile);
