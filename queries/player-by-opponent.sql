-- title: A player against each opponent
-- group: players
-- description: Two players at one table: games together, and in how many of those that are over the first came before the
--   second; hands together, and in how many of them the one won and the other dealt in to it, with 95 % intervals
--   (Wilson) and the points that so changed hands, honba included. Games of 3 and of 4 are apart. Without a name, of
--   every player; everybody else is one opponent where names are asked for that met few.
-- param name: VARCHAR[] = NULL   (only these players, against all others; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param min_games: INTEGER = 1   (opponents met less often are everybody else)
WITH met AS (
    SELECT own.name, own.players, other.name AS opponent, own.game_id, own.seat, other.seat AS other_seat, own.hands,
        own.placement, other.placement AS other_placement
    FROM v_player_games AS own
    JOIN v_player_games AS other ON other.game_id = own.game_id AND other.seat <> own.seat
    WHERE own.name IS NOT NULL
      AND ($name IS NULL OR list_contains($name, own.name))
      AND ($players IS NULL OR own.players = $players)
),
often AS (
    SELECT name, players, opponent
    FROM met
    WHERE opponent IS NOT NULL
    GROUP BY ALL
    HAVING count(*) >= $min_games
),
named AS (
    SELECT met.* EXCLUDE (opponent), coalesce(often.opponent, '(everybody else)') AS opponent
    FROM met
    LEFT JOIN often USING (name, players, opponent)
),
rons AS (
    SELECT game_id, seat, from_seat, count(*) AS rons, -sum(deltas[from_seat + 1]) AS points
    FROM wins
    WHERE seat <> from_seat
    GROUP BY ALL
)
SELECT
    named.name,
    named.opponent,
    named.players,
    count(DISTINCT named.game_id) AS games,
    count(named.placement) AS finished,
    count(*) FILTER (placement < other_placement) AS ahead,
    round(count(*) FILTER (placement < other_placement) / nullif(count(placement), 0), 6) AS ahead_rate,
    wilson(count(*) FILTER (placement < other_placement), count(placement)) AS ahead_interval,
    sum(named.hands)::BIGINT AS hands,
    coalesce(sum(won.rons), 0)::BIGINT AS rons,
    round(coalesce(sum(won.rons), 0) / nullif(sum(named.hands), 0), 6) AS ron_rate,
    wilson(coalesce(sum(won.rons), 0), sum(named.hands)) AS ron_interval,
    coalesce(sum(won.points), 0)::BIGINT AS points_won,
    coalesce(sum(lost.rons), 0)::BIGINT AS deal_ins,
    round(coalesce(sum(lost.rons), 0) / nullif(sum(named.hands), 0), 6) AS deal_in_rate,
    wilson(coalesce(sum(lost.rons), 0), sum(named.hands)) AS deal_in_interval,
    coalesce(sum(lost.points), 0)::BIGINT AS points_lost
FROM named
LEFT JOIN rons AS won
    ON won.game_id = named.game_id AND won.seat = named.seat AND won.from_seat = named.other_seat
LEFT JOIN rons AS lost
    ON lost.game_id = named.game_id AND lost.seat = named.other_seat AND lost.from_seat = named.seat
GROUP BY named.name, named.opponent, named.players
ORDER BY named.players DESC, named.name, named.opponent = '(everybody else)', games DESC, named.opponent
