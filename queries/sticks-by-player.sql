-- title: Riichi sticks lost and won by player
-- group: players
-- description: From the ledger: sticks that a player deposited, sticks taken from the table with a win or at the
--   end of the game (own ones among them), and what remains. In points. Games of 3 and of 4 are apart.
-- param name: VARCHAR[] = NULL   (only these players, and everybody else in one row; case aside)
-- param players: INTEGER = NULL   (only games of 3 or of 4 players)
WITH moved AS (
    SELECT game_id, TRY_CAST(substr(from_account::VARCHAR, 5) AS INTEGER) AS seat, points AS deposited, 0 AS taken
    FROM ledger WHERE to_account = 'table'
    UNION ALL
    SELECT game_id, TRY_CAST(substr(to_account::VARCHAR, 5) AS INTEGER), 0, points
    FROM ledger WHERE from_account = 'table'
),
counted AS (
    SELECT
        row_name(player_name(seats.name), $name, false) AS name,
        games.players,
        count(DISTINCT seats.game_id) AS games,
        coalesce(sum(moved.deposited), 0)::BIGINT AS deposited,
        coalesce(sum(moved.taken), 0)::BIGINT AS taken
    FROM seats
    JOIN games USING (game_id)
    LEFT JOIN moved USING (game_id, seat)
    WHERE $players IS NULL OR games.players = $players
    GROUP BY ALL
)
SELECT name, players, games, deposited, taken, taken - deposited AS balance
FROM counted
ORDER BY players DESC, name = '(everybody else)', balance, name
