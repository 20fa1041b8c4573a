-- title: Ippatsu and ura dora of riichi wins
-- group: riichi
-- description: Wins in riichi with recorded yaku, by self-draw and by ron, and by the number of ura indicators shown:
--   the share with ippatsu, the share with at least one ura dora, the ura dora a win, and the value of the win with
--   and without ippatsu. Wins whose log shows no ura indicators are the lines of 0.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH riichi_wins AS (
    SELECT v_wins.*, len(hands.ura_indicators) AS ura_indicators
    FROM v_wins JOIN hands USING (game_id, hand)
    WHERE v_wins.riichi AND v_wins.yaku IS NOT NULL AND ($players IS NULL OR v_wins.players = $players)
)
SELECT
    won_by,
    ura_indicators,
    count(*) AS wins,
    round(count(*) FILTER (ippatsu) / count(*), 6) AS ippatsu_rate,
    round(count(*) FILTER (ura_dora > 0) / count(*), 6) AS ura_rate,
    round(avg(ura_dora), 6) AS average_ura,
    mean_interval(ura_dora) AS average_ura_interval,
    round(avg(points) FILTER (ippatsu)) AS average_points_ippatsu,
    mean_interval(if(ippatsu, points, NULL)) AS average_points_ippatsu_interval,
    round(avg(points) FILTER (NOT ippatsu)) AS average_points_other,
    mean_interval(if(NOT ippatsu, points, NULL)) AS average_points_other_interval
FROM riichi_wins
GROUP BY won_by, ura_indicators
ORDER BY won_by, ura_indicators
