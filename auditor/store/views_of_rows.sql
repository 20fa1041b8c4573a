-- What people see of events, where they are rows already, in Parquet files: the same views as views_of_codes.sql.

CREATE OR REPLACE VIEW v_calls AS
SELECT game_id, hand, event, seat, kind, tile, tiles, from_seat
FROM events
WHERE tiles IS NOT NULL;

CREATE OR REPLACE VIEW v_finding_events AS
SELECT findings.game_id, findings.finding, events.kind, events.tile
FROM findings
JOIN events USING (game_id, hand, event);
