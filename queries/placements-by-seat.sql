-- title: Placements by seat
-- group: games
-- description: How often the seat of the first deal (0 deals first) came in each place (座席順位), over games that are over,
--   of all players, with its 95 % interval (Wilson). Games of 3 and of 4 are apart.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=games y=seat:ordinal color=placement:ordinal stack=share row=players
SELECT
    players,
    seat,
    placement,
    count(*) AS games,
    sum(count(*)) OVER (PARTITION BY players, seat)::BIGINT AS all_games,
    round(count(*) / sum(count(*)) OVER (PARTITION BY players, seat), 6) AS share,
    wilson(count(*), sum(count(*)) OVER (PARTITION BY players, seat)) AS interval
FROM v_player_games
WHERE placement IS NOT NULL AND ($players IS NULL OR players = $players)
GROUP BY players, seat, placement
ORDER BY players DESC, seat, placement
