-- Tiles are texts: 1m to 9m, 1p to 9p, 1s to 9s, 1z to 7z (E S W N, haku, hatsu, chun), 0m 0p 0s the red fives.
CREATE OR REPLACE MACRO is_red(tile) AS left(tile::VARCHAR, 1) = '0';
CREATE OR REPLACE MACRO black(tile) AS
    CASE WHEN left(tile::VARCHAR, 1) = '0' THEN '5' || right(tile::VARCHAR, 1) ELSE tile::VARCHAR END;
CREATE OR REPLACE MACRO suit(tile) AS right(tile::VARCHAR, 1);
CREATE OR REPLACE MACRO number_of(tile) AS left(black(tile), 1)::TINYINT;
CREATE OR REPLACE MACRO suji_of(tile) AS CASE WHEN suit(tile) = 'z' THEN [] ELSE list_filter(
    [(number_of(tile) - 3) || suit(tile), (number_of(tile) + 3) || suit(tile)],
    lambda one: len(one) = 2 AND left(one, 1) BETWEEN '1' AND '9'
) END;
CREATE OR REPLACE MACRO dora_of(indicator, players) AS CASE
    WHEN suit(indicator) = 'z' AND number_of(indicator) <= 4 THEN (number_of(indicator) % 4 + 1) || 'z'
    WHEN suit(indicator) = 'z' THEN ((number_of(indicator) - 4) % 3 + 5) || 'z'
    WHEN indicator::VARCHAR = '1m' AND players = 3 THEN '9m'
    WHEN suit(indicator) = 'm' AND players = 3 THEN '1m'
    ELSE (number_of(indicator) % 9 + 1) || suit(indicator)
END;
CREATE OR REPLACE MACRO dora_among(tiles, indicators, players) AS list_sum(list_transform(
    indicators,
    lambda indicator: len(list_filter(tiles, lambda tile: black(tile) = dora_of(indicator, players)))
))::INTEGER;
CREATE OR REPLACE MACRO tile_name(tile) AS CASE
    WHEN suit(tile) = 'z' THEN ['east', 'south', 'west', 'north', 'haku', 'hatsu', 'chun'][number_of(tile)]
    ELSE CASE WHEN is_red(tile) THEN 'red ' ELSE '' END || number_of(tile) || map {'m': ' man', 'p': ' pin', 's': ' sou'}[suit(tile)]
END;
