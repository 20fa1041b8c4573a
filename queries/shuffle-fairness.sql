-- title: Whether walls are shuffled fairly
-- group: known
-- description: Chi-square of the kinds of tiles by where they lay, for each server: dealt to each seat wind, drawn from the
--   live wall (each position apart), replacement tiles and indicators, turned or not. The deal is of all hands, the
--   rest of those whose wall is known (--with walls) and agrees. z is how many standard deviations the sum lies from
--   what fair walls give (Wilson and Hilferty; tiles of a hand are drawn without putting back, which is reckoned in):
--   beyond 3 once in 400 rows by chance alone.
WITH servers AS (
    -- numbered, since millions of tiles are counted sooner by numbers than by texts
    SELECT server, players, row_number() OVER () AS server_number FROM (SELECT DISTINCT server, players FROM games)
),
played AS (
    SELECT games.game_id, games.players, servers.server_number
    FROM games
    JOIN servers ON servers.players = games.players AND servers.server IS NOT DISTINCT FROM games.server
),
tiles AS (
    -- a tile dealt lies by seat wind
    SELECT 'dealt' AS part, server_number, (deals.seat - hands.dealer + players) % players AS position,
        unnest(deals.tiles) AS tile
    FROM deals JOIN hands USING (game_id, hand) JOIN played USING (game_id)
    WHERE deals.tiles IS NOT NULL AND len(deals.tiles) = 13
    UNION ALL
    SELECT 'live wall', server_number, unnest(range(len(live))), unnest(live)
    FROM walls JOIN played USING (game_id) WHERE agrees
    UNION ALL
    SELECT 'replacement tiles', server_number, unnest(range(len(replacements))), unnest(replacements)
    FROM walls JOIN played USING (game_id) WHERE agrees
    UNION ALL
    SELECT 'dora indicators', server_number, unnest(range(len(dora_indicators))), unnest(dora_indicators)
    FROM walls JOIN played USING (game_id) WHERE agrees
    UNION ALL
    SELECT 'ura indicators', server_number, unnest(range(len(ura_indicators))), unnest(ura_indicators)
    FROM walls JOIN played USING (game_id) WHERE agrees
),
counted AS (
    SELECT part, server_number, position, tile, count(*) AS seen
    FROM tiles
    WHERE tile IS NOT NULL
    GROUP BY ALL
),
kinds AS (
    SELECT
        if(part = 'dealt', 'dealt ' || ['E', 'S', 'W', 'N'][position + 1], part) AS part,
        server, players, position,
        -- tiles of one hand that are drawn from the wall without putting back
        if(part = 'dealt', 13, 1) AS together,
        black(tile) AS kind, sum(seen) AS seen
    FROM counted
    JOIN servers USING (server_number)
    GROUP BY ALL
),
positions AS (
    SELECT
        part, server, players, position,
        sum(seen) AS seen,
        if(players = 3, 27, 34) AS kinds,
        -- kinds that never lay there count with nothing seen
        (sum(seen * seen) * if(players = 3, 27, 34) / sum(seen) - sum(seen))
            * (4 * if(players = 3, 27, 34) - 1) / (4 * if(players = 3, 27, 34) - any_value(together)) AS chi_square
    FROM kinds
    GROUP BY part, server, players, position
),
parts AS (
    SELECT
        coalesce(server, 'unknown') AS server, players, part,
        count(*) AS positions,
        sum(seen)::BIGINT AS tiles,
        sum(chi_square) AS chi_square,
        sum(kinds - 1)::BIGINT AS degrees
    FROM positions
    GROUP BY ALL
)
SELECT
    server,
    players,
    part,
    positions,
    tiles,
    round(chi_square, 1) AS chi_square,
    degrees,
    round((cbrt(chi_square / degrees) - (1 - 2 / (9 * degrees))) / sqrt(2 / (9 * degrees)), 2) AS z
FROM parts
ORDER BY server, players DESC, part
