-- Statements of auditor.lake.transfer, by their names. What is in braces is put in by the program.

-- statement: packed_events
SELECT
    game_id, hand,
    (arg_min(wall_left, event) + (arg_min(kind, event) = 'draw')::INTEGER)::SMALLINT AS live_wall,
    count(wall_left)::SMALLINT AS replayed,
    list(code ORDER BY event) AS codes,
    coalesce(list(event ORDER BY event) FILTER (tiles IS NOT NULL), []) AS call_events,
    coalesce(list(tiles ORDER BY event) FILTER (tiles IS NOT NULL), []) AS call_tiles
FROM (
    SELECT
        game_id, hand, event, kind::VARCHAR AS kind, wall_left, tiles::VARCHAR[] AS tiles,
        event_code(
            enum_code(kind::VARCHAR::event_kind), seat, enum_code(tile::VARCHAR::tile), from_seat, tsumogiri
        ) AS code
    FROM {events}
)
GROUP BY game_id, hand
ORDER BY game_id, hand

-- statement: taken
CREATE TEMP TABLE taken AS
SELECT new_games.game_id, new_games.source_id
FROM new_games JOIN new_sources USING (source_id)
WHERE {wanted} AND NOT EXISTS (
    FROM all_games AS games JOIN sources USING (source_id)
    WHERE games.game_id = new_games.game_id AND sources.loaded_at >= new_sources.loaded_at
)

-- statement: taken_sources
CREATE TEMP TABLE taken_sources AS
SELECT source_id
FROM new_sources
WHERE source_id IN (SELECT source_id FROM taken)
    OR ({whole} AND source_id NOT IN (SELECT source_id FROM sources))

-- statement: counts
SELECT (SELECT count(*) FROM taken), (SELECT count(*) FROM new_games WHERE {wanted})
