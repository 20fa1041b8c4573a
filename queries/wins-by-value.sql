-- title: Win values
-- group: hands
-- description: Wins by their recorded value in points without honba and sticks, in steps that the limits of a player who
--   does not deal begin (mangan 8000, haneman 12000, baiman 16000, sanbaiman 24000, yakuman 32000), by self-draw and by
--   ron. A double ron is two wins; share is of all wins whose log states the value.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param dealer: BOOLEAN = NULL   (only wins of dealers, or only of the others)
-- chart: bar x=wins y=value color=won_by
WITH steps AS (
    SELECT
        step AS least,
        lead(step) OVER (ORDER BY step) AS beyond
    FROM unnest([0, 2000, 4000, 6000, 8000, 12000, 16000, 24000, 32000]) AS steps(step)
)
SELECT
    CASE WHEN beyond IS NULL THEN least || ' and more' ELSE least || ' to ' || (beyond - 100) END AS value,
    won_by,
    count(*) AS wins,
    round(count(*) / sum(count(*)) OVER (), 6) AS share,
    round(count(*) FILTER (riichi) / count(*), 6) AS riichi_share,
    round(count(*) FILTER (calls > 0) / count(*), 6) AS open_share,
    round(avg(points)) AS average_points,
    mean_interval(points) AS average_points_interval
FROM v_wins
JOIN steps ON points >= least AND (beyond IS NULL OR points < beyond)
WHERE ($players IS NULL OR players = $players) AND ($dealer IS NULL OR is_dealer = $dealer)
GROUP BY least, beyond, won_by
ORDER BY least, won_by DESC
