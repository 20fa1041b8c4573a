-- title: Whether walls are shuffled fairly
-- group: known
-- description: Chi-square of the kinds of tiles by where they lay, for each server: dealt to each seat wind, drawn from the
--   live wall (each position apart), replacement tiles and indicators, turned or not. The deal is of all hands, the
--   rest of those whose wall is known (--with walls) and agrees. z is how many standard deviations the sum lies from
--   what fair walls give (Wilson and Hilferty; tiles of a hand are drawn without putting back, which is reckoned in):
--   beyond 3 once in 400 rows by chance alone.
WITH tiles AS (
    SELECT
        'dealt ' || ['E', 'S', 'W', 'N'][(deals.seat - hands.dealer + games.players) % games.players + 1] AS part,
        games.server, games.players, 0 AS position, 13 AS together, unnest(deals.tiles) AS tile
    FROM deals
    JOIN games USING (game_id)
    JOIN hands USING (game_id, hand)
    WHERE deals.tiles IS NOT NULL AND len(deals.tiles) = 13
    UNION ALL
    SELECT 'live wall', games.server, games.players, unnest(range(len(live))), 1, unnest(live)
    FROM walls JOIN games USING (game_id) WHERE agrees
    UNION ALL
    SELECT 'replacement tiles', games.server, games.players, unnest(range(len(replacements))), 1, unnest(replacements)
    FROM walls JOIN games USING (game_id) WHERE agrees
    UNION ALL
    SELECT 'dora indicators', games.server, games.players, unnest(range(len(dora_indicators))), 1,
        unnest(dora_indicators)
    FROM walls JOIN games USING (game_id) WHERE agrees
    UNION ALL
    SELECT 'ura indicators', games.server, games.players, unnest(range(len(ura_indicators))), 1, unnest(ura_indicators)
    FROM walls JOIN games USING (game_id) WHERE agrees
),
counted AS (
    SELECT part, server, players, position, any_value(together) AS together, tile, count(*) AS seen
    FROM tiles
    WHERE tile IS NOT NULL
    GROUP BY ALL
),
kinds AS (
    SELECT part, server, players, position, any_value(together) AS together, black(tile) AS kind, sum(seen) AS seen
    FROM counted
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
