-- title: How hands end
-- group: hands
-- description: Hands that the log holds to the end, by how they ended: self-draw, ron, or a kind of draw. A double ron
--   is one hand. average_draws is the number of tiles drawn.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- chart: bar x=hands y=outcome
SELECT
    outcome,
    count(*) AS hands,
    round(count(*) / sum(count(*)) OVER (), 6) AS share,
    round(avg(draws), 2) AS average_draws,
    mean_interval(draws) AS average_draws_interval,
    round(count(*) FILTER (riichis > 0) / count(*), 6) AS riichi_share
FROM v_hands
WHERE finished AND ($players IS NULL OR players = $players)
GROUP BY outcome
ORDER BY outcome
