-- title: Tenpai at exhaustive draws
-- group: hands
-- description: Exhaustive draws, nagashi mangan among them, at which the log says who was tenpai, by the number of seats that were;
--   seats_in_riichi counts those of them that stood in riichi, dealer_share the draws at which the dealer was tenpai.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH drawn AS (
    SELECT *, len(list_filter(tenpai, lambda seat: seat)) AS tenpai_seats
    FROM v_hands
    WHERE outcome IN ('exhaustive', 'nagashi mangan') AND tenpai IS NOT NULL AND ($players IS NULL OR players = $players)
)
SELECT
    players,
    tenpai_seats,
    count(*) AS hands,
    round(count(*) / sum(count(*)) OVER (PARTITION BY players), 6) AS share,
    sum(riichis)::BIGINT AS seats_in_riichi,
    round(count(*) FILTER (tenpai[dealer + 1]) / count(*), 6) AS dealer_share
FROM drawn
GROUP BY players, tenpai_seats
ORDER BY players, tenpai_seats
