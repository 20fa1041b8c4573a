-- title: How far the others are when somebody declares riichi
-- group: turns
-- description: For the first riichi of a hand: the shanten number of each other seat after its latest discard before the
--   declaration (of a seat that has made none, it is left out), and how the hand ended for that seat, with what it
--   brought on average, signed points.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=shanten:ordinal y=win_rate,deal_in_rate:percent row=players
WITH declared AS (
    SELECT game_id, hand, min(event) AS event, arg_min(seat, event) AS declarer FROM riichis GROUP BY ALL
),
others AS (
    SELECT turns.game_id, turns.hand, turns.seat, arg_max(turns.shanten, turns.event) AS shanten
    FROM turns
    JOIN declared ON declared.game_id = turns.game_id AND declared.hand = turns.hand
        AND turns.event < declared.event AND turns.seat <> declarer
    GROUP BY ALL
)
SELECT
    games.players,
    others.shanten,
    count(*) AS seats,
    round(count(*) / sum(count(*)) OVER (PARTITION BY games.players), 6) AS share,
    round(count(*) FILTER (played.won) / count(*), 6) AS win_rate,
    round(count(*) FILTER (played.deal_ins > 0) / count(*), 6) AS deal_in_rate,
    round(avg(played.delta)) AS average_delta,
    mean_interval(played.delta) AS average_delta_interval
FROM others
JOIN player_hands AS played USING (game_id, hand, seat)
JOIN games USING (game_id)
WHERE others.shanten IS NOT NULL AND ($players IS NULL OR games.players = $players)
GROUP BY games.players, others.shanten
ORDER BY games.players, others.shanten
