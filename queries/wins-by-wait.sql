-- title: Wins by shape of the wait
-- group: hands
-- description: Wins by the shape that the winning tile completed, in the reading that scores, by self-draw and by ron.
--   share is of the wins won alike whose hand is known; a hand that could be read in two ways alike in value counts
--   once.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param riichi: BOOLEAN = NULL   (only wins in riichi, or only the others)
-- chart: bar x=wins y=machi color=won_by
SELECT
    won_by,
    machi,
    count(*) AS wins,
    round(count(*) / sum(count(*)) OVER (PARTITION BY won_by), 6) AS share,
    round(avg(win_turn), 2) AS average_turn,
    mean_interval(win_turn) AS average_turn_interval,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval
FROM v_wins
WHERE machi IS NOT NULL
  AND ($players IS NULL OR players = $players)
  AND ($riichi IS NULL OR riichi = $riichi)
GROUP BY won_by, machi
ORDER BY won_by DESC, machi
