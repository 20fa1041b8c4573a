-- title: Riichi among winning hands, and ura dora an indicator
-- group: riichi
-- description: The figures of the rule texts: at least two winning hands in five are riichi hands, and each ura
--   indicator brings about a third of an ura dora. A double ron is two wins. ura_indicators are those shown at a
--   riichi win, once for each riichi winner; only wins with recorded yaku and shown indicators count for
--   ura_per_indicator.
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH counted AS (
    SELECT
        v_wins.players,
        v_wins.riichi,
        CASE WHEN v_wins.riichi AND v_wins.yaku IS NOT NULL THEN len(hands.ura_indicators) END AS ura_indicators,
        v_wins.ura_dora
    FROM v_wins
    JOIN hands USING (game_id, hand)
    WHERE $players IS NULL OR v_wins.players = $players
)
SELECT
    players,
    count(*) AS wins,
    count(*) FILTER (riichi) AS riichi_wins,
    round(count(*) FILTER (riichi) / count(*), 6) AS riichi_share,
    coalesce(sum(ura_indicators), 0)::BIGINT AS ura_indicators,
    coalesce(sum(ura_dora) FILTER (ura_indicators > 0), 0)::BIGINT AS ura_dora,
    round(sum(ura_dora) FILTER (ura_indicators > 0) / nullif(sum(ura_indicators), 0), 6) AS ura_per_indicator,
    ratio_interval(if(ura_indicators > 0, ura_dora, NULL), ura_indicators) AS ura_per_indicator_interval
FROM counted
GROUP BY players
ORDER BY players
