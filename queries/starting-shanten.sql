-- title: Shanten number of the dealt hand
-- group: turns
-- description: How far hands are from tenpai as dealt, before norths are set aside: of the dealer with 14 tiles, of the
--   others with 13; any shape, thirteen orphans too. average_tenpai_turn is the own discard with which those that come
--   to tenpai first are, win_rate of all.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=shanten:ordinal y=share:percent color=seat row=players
WITH firsts AS (
    SELECT
        games.players,
        if(deals.seat = hands.dealer, 'dealer', 'others') AS seat,
        deals.shanten,
        game_id, hand, deals.seat AS number
    FROM deals
    JOIN hands USING (game_id, hand)
    JOIN games USING (game_id)
    WHERE deals.shanten IS NOT NULL AND hands.outcome <> 'unfinished'
        AND ($players IS NULL OR games.players = $players)
),
reached AS (
    SELECT game_id, hand, seat AS number, min(turn) AS turn FROM turns WHERE shanten = 0 GROUP BY ALL
),
won AS (SELECT DISTINCT game_id, hand, seat AS number FROM wins)
SELECT
    players,
    firsts.seat,
    shanten,
    count(*) AS hands,
    round(count(*) / sum(count(*)) OVER (PARTITION BY players, firsts.seat), 6) AS share,
    round(count(reached.turn) / count(*), 6) AS tenpai_rate,
    round(avg(reached.turn), 2) AS average_tenpai_turn,
    mean_interval(reached.turn) AS average_tenpai_turn_interval,
    round(count(won.hand) / count(*), 6) AS win_rate
FROM firsts
LEFT JOIN reached USING (game_id, hand, number)
LEFT JOIN won USING (game_id, hand, number)
GROUP BY players, firsts.seat, shanten
ORDER BY players, firsts.seat, shanten
