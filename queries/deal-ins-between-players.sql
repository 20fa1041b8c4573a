-- title: Who deals in to whom
-- group: players
-- description: Rons by discarder and winner: how many, how many of them on a riichi (with the share and its 95 % interval,
--   Wilson), and the points that changed hands, honba included. A double ron is two rows' worth, one for each winner.
--   Where players are asked for, everybody else is one.
-- param name: VARCHAR[] = NULL   (only these players, on either side; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
SELECT
    row_name(player_name(from_name), $name, false) AS discarder,
    row_name(player_name(v_wins.name), $name, false) AS winner,
    v_wins.players,
    count(*) AS rons,
    count(*) FILTER (wins.riichi) AS on_riichi,
    round(count(*) FILTER (wins.riichi) / count(*), 6) AS riichi_share,
    wilson(count(*) FILTER (wins.riichi), count(*)) AS interval,
    sum(-wins.deltas[wins.from_seat + 1])::BIGINT AS points_paid
FROM v_wins
JOIN wins USING (game_id, hand, event)
WHERE won_by = 'ron'
  AND ($players IS NULL OR v_wins.players = $players)
  AND if($name IS NULL, player_name(from_name) IS NOT NULL AND player_name(v_wins.name) IS NOT NULL,
         list_contains($name, from_name) OR list_contains($name, v_wins.name))
GROUP BY ALL
ORDER BY players DESC, rons DESC, discarder, winner
