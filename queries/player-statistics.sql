-- title: The usual statistics of each player
-- group: players
-- description: Placements over games whose log states the final points; win, deal-in, riichi and call rates as shares
--   of the hands that the log holds to the end, abortive draws included. A double ron is one deal-in, its payments
--   added up. average_win is without honba and sticks, average_deal_in with honba. Games of 3 and of 4 are apart.
-- param name: VARCHAR = NULL   (only this player)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
-- param min_hands: INTEGER = 1   (players with fewer finished hands are left out)
SELECT
    name,
    players,
    games,
    hands,
    round(average_placement, 2) AS average_placement,
    round(firsts / nullif(finished_games, 0), 4) AS first,
    round(seconds / nullif(finished_games, 0), 4) AS second,
    round(thirds / nullif(finished_games, 0), 4) AS third,
    round(fourths / nullif(finished_games, 0), 4) AS fourth,
    round(busts / nullif(finished_games, 0), 4) AS bust,
    round(win_rate, 4) AS win_rate,
    round(self_draw_share, 4) AS self_draw_share,
    round(deal_in_rate, 4) AS deal_in_rate,
    round(riichi_rate, 4) AS riichi_rate,
    round(call_rate, 4) AS call_rate,
    round(average_win) AS average_win,
    round(average_deal_in) AS average_deal_in,
    round(average_gain) AS average_gain
FROM v_player_stats
WHERE ($name IS NULL OR name = $name) AND ($players IS NULL OR players = $players) AND hands >= $min_hands
ORDER BY players DESC, average_placement, name
