-- title: Riichi, late riichi, or damaten
-- group: turns
-- description: Hands in which a seat could declare riichi, by what it did: riichi at the first chance, riichi later,
--   damaten (tenpai kept without riichi), or tenpai left. How each ended, with the average value of those won (points,
--   without honba and sticks) and what the hand brought on average, signed points.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=choice y=win_rate,deal_in_rate:percent row=players
WITH chances AS (
    SELECT
        game_id, hand, seat,
        min(turn) AS first_turn,
        min(turn) FILTER (declared) AS declared_turn,
        bool_or(shanten = 0 AND NOT declared) AS waited
    FROM turns
    WHERE could_riichi
    GROUP BY ALL
)
SELECT
    games.players,
    CASE
        WHEN declared_turn = first_turn THEN 'riichi'
        WHEN declared_turn IS NOT NULL THEN 'late riichi'
        WHEN waited THEN 'damaten'
        ELSE 'tenpai left'
    END AS choice,
    count(*) AS hands,
    round(count(*) / sum(count(*)) OVER (PARTITION BY games.players), 6) AS share,
    round(avg(first_turn), 2) AS average_turn,
    mean_interval(first_turn) AS average_turn_interval,
    round(count(won.points) / count(*), 6) AS win_rate,
    round(count(*) FILTER (won.tsumo) / count(*), 6) AS tsumo_rate,
    round(count(paid.seat) / count(*), 6) AS deal_in_rate,
    round(count(*) FILTER (hands.outcome = 'exhaustive') / count(*), 6) AS draw_rate,
    round(avg(won.points)) AS average_points,
    mean_interval(won.points) AS average_points_interval,
    round(avg(hands.deltas[chances.seat + 1])) AS average_delta,
    mean_interval(hands.deltas[chances.seat + 1]) AS average_delta_interval
FROM chances
JOIN hands USING (game_id, hand)
JOIN games USING (game_id)
LEFT JOIN (
    SELECT game_id, hand, seat, coalesce(any_value(points), 0) AS points, bool_or(seat = from_seat) AS tsumo
    FROM wins GROUP BY ALL
) AS won USING (game_id, hand, seat)
LEFT JOIN (
    SELECT DISTINCT game_id, hand, from_seat AS seat FROM wins WHERE from_seat <> seat
) AS paid ON paid.game_id = chances.game_id AND paid.hand = chances.hand AND paid.seat = chances.seat
WHERE hands.outcome <> 'unfinished' AND ($players IS NULL OR games.players = $players)
GROUP BY games.players, choice
ORDER BY games.players, hands DESC, choice
