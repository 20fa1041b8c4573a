-- title: Who deals in to whom
-- group: players
-- description: Rons by discarder and winner: how many, how many of them on a riichi, and the points that changed
--   hands, honba included. A double ron is two rows' worth, one for each winner.
-- param name: VARCHAR = NULL   (only this player, on either side)
SELECT
    from_name AS discarder,
    name AS winner,
    count(*) AS rons,
    count(*) FILTER (wins.riichi) AS on_riichi,
    sum(-wins.deltas[wins.from_seat + 1])::BIGINT AS points_paid
FROM v_wins
JOIN wins USING (game_id, hand, event)
WHERE won_by = 'ron' AND from_name IS NOT NULL AND name IS NOT NULL
  AND ($name IS NULL OR from_name = $name OR name = $name)
GROUP BY discarder, winner
ORDER BY rons DESC, discarder, winner
