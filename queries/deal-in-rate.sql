-- title: Deal-in rate by player
-- group: players
-- description: Share of a player's finished hands in which a discard of theirs (or a robbed kan or north) was won on, with
--   its 95 % interval (Wilson). A double ron is one deal-in with two wins: deal_ins counts hands, wins_paid the wins.
--   points_lost is what was paid for them, honba included. Games of 3 and of 4 are apart.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param by: VARCHAR = 'all'   (apart by month, year, room or ruleset)
-- param min_hands: INTEGER = 1   (players with fewer finished hands are left out)
WITH counted AS (
    SELECT
        row_name(name, $name, false) AS name,
        players,
        part($by, started_at, room, ruleset) AS part,
        count(*) AS hands,
        count(*) FILTER (deal_ins > 0) AS deal_ins,
        sum(deal_ins)::BIGINT AS wins_paid,
        coalesce(sum(paid), 0)::BIGINT AS points_lost
    FROM v_player_hands
    WHERE $players IS NULL OR players = $players
    GROUP BY ALL
)
SELECT
    name,
    players,
    part,
    hands,
    deal_ins,
    wins_paid,
    round(deal_ins / hands, 6) AS deal_in_rate,
    wilson(deal_ins, hands) AS interval,
    points_lost
FROM counted
WHERE hands >= $min_hands
ORDER BY players DESC, part, name = '(everybody else)', deal_in_rate DESC, hands DESC, name
