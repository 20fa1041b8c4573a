-- title: Basic rates beside those of Tenhou's houou tables of 2016
-- group: known
-- description: Hands a game, and of seats of hands the shares that win, deal in (a double ron is one), declare riichi (won
--   on at once too) or call; of hands those that are drawn; value of a win. published: 159,798 games of
--   four with red fives, blog.kobalab.net/entry/20180113/1515776231. Their definitions; four players alone.
-- param players: INTEGER = 4
WITH counted AS (
    SELECT
        count(*) AS seats,
        count(*) FILTER (won) AS wins,
        count(*) FILTER (deal_ins > 0) AS deal_ins,
        count(*) FILTER (riichi) AS riichis,
        count(*) FILTER (calls > 0) AS called,
        count(*) FILTER (drawn) AS draws
    FROM v_player_hands
    WHERE players = $players
),
lengths AS (
    SELECT games.game_id, count(*) AS hands
    FROM games
    JOIN hands USING (game_id)
    WHERE players = $players AND length = 2
      AND EXISTS (FROM seats WHERE seats.game_id = games.game_id AND seats.placement IS NOT NULL)
    GROUP BY games.game_id
),
figures AS (
    SELECT unnest([
        {'figure': 'hands a game', 'n': (SELECT count(*) FROM lengths),
         'ours': (SELECT avg(hands) FROM lengths), 'interval': (SELECT mean_interval(hands) FROM lengths),
         'published': 10.71},
        {'figure': 'win rate', 'n': seats, 'ours': wins / seats, 'interval': wilson(wins, seats), 'published': 0.211},
        {'figure': 'draw rate', 'n': seats // 4, 'ours': draws / seats,
         'interval': wilson(draws // 4, seats // 4), 'published': 0.162},
        {'figure': 'deal-in rate', 'n': seats, 'ours': deal_ins / seats, 'interval': wilson(deal_ins, seats),
         'published': 0.125},
        {'figure': 'riichi rate', 'n': seats, 'ours': riichis / seats, 'interval': wilson(riichis, seats),
         'published': 0.170},
        {'figure': 'call rate', 'n': seats, 'ours': called / seats, 'interval': wilson(called, seats),
         'published': 0.344},
        {'figure': 'value of a win', 'n': (SELECT count(points) FROM v_wins WHERE players = $players),
         'ours': (SELECT avg(points) FROM v_wins WHERE players = $players),
         'interval': (SELECT mean_interval(points) FROM v_wins WHERE players = $players), 'published': 5647}
    ]) AS one
    FROM counted
    WHERE seats > 0
)
SELECT
    one.figure,
    one.n,
    round(one.ours, 6) AS ours,
    one.interval,
    one.published::DOUBLE AS published
FROM figures
