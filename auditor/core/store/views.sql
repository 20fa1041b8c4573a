-- The views: the common questions without joins of five tables. They hold nothing of their own, so they are made anew
-- whenever the tables change. DuckDB 1.4 runs them, too, which lacks the function `if`.

-- events is a view of codes or of files: views_of_codes.sql, views_of_rows.sql.
COMMENT ON VIEW events IS 'An event of a hand, in the order of the log, but a deposit comes before the call that follows it. Key: game_id, hand, event.';
COMMENT ON COLUMN events.game_id IS 'The game, as in games.';
COMMENT ON COLUMN events.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN events.event IS '0-based index of the event within the hand.';
COMMENT ON COLUMN events.seat IS 'Who acts; NULL for dora and ryuukyoku.';
COMMENT ON COLUMN events.kind IS 'What happens; a call is chi, pon, open kan, closed kan or added kan, riichi is the declaration, deposit its stick.';
COMMENT ON COLUMN events.tile IS 'The tile drawn, discarded, claimed, added, set aside, turned or won on; NULL where the event has none or the log hides it.';
COMMENT ON COLUMN events.tiles IS 'The tiles of the meld that came from the hand (of an added kan, from its pon); NULL for other events.';
COMMENT ON COLUMN events.from_seat IS 'Whose tile was claimed or won on; of a self-draw the winner, of a closed kan or a north who makes it; NULL for other events.';
COMMENT ON COLUMN events.tsumogiri IS 'Whether the discard was the tile just drawn; NULL for other events and where it cannot be told.';
COMMENT ON COLUMN events.turn IS 'The seat''s own turn, from 1: of a discard which of its discards it is, of another event the discard that it comes before; NULL without a seat.';
COMMENT ON COLUMN events.hand_turn IS 'The same of all seats: of a discard which of the hand it is.';
COMMENT ON COLUMN events.wall_left IS 'Tiles left in the live wall after the event; NULL beyond the point that the replay reached, and where a log draws beyond the wall.';

COMMENT ON VIEW all_copies IS 'A game that is a copy of another, which counts instead (games.copy_of).';
COMMENT ON COLUMN all_copies.game_id IS 'The copy, as in all_games.';

COMMENT ON VIEW v_calls IS 'A chi, pon or kan: of events those with tiles, found faster.';
COMMENT ON COLUMN v_calls.game_id IS 'The game, as in games.';
COMMENT ON COLUMN v_calls.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN v_calls.event IS 'The event, as in events.';
COMMENT ON COLUMN v_calls.seat IS 'Who calls.';
COMMENT ON COLUMN v_calls.kind IS 'chi, pon, open kan, closed kan or added kan.';
COMMENT ON COLUMN v_calls.tile IS 'The tile claimed or added; of a closed kan the one that events tells.';
COMMENT ON COLUMN v_calls.tiles IS 'The tiles of the meld that came from the hand (of an added kan, from its pon).';
COMMENT ON COLUMN v_calls.turn IS 'The caller''s own turn, as in events: the discard that the call comes before.';
COMMENT ON COLUMN v_calls.from_seat IS 'Whose tile was claimed; of a closed kan the caller, of an added kan whose tile its pon claimed.';

COMMENT ON VIEW v_riichi_rivers IS 'A riichi with what its declarer had discarded, the declaring tile the last.';
COMMENT ON COLUMN v_riichi_rivers.game_id IS 'The game, as in games.';
COMMENT ON COLUMN v_riichi_rivers.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN v_riichi_rivers.seat IS 'Who declared.';
COMMENT ON COLUMN v_riichi_rivers.event IS 'Event of the declaration, as in riichis.';
COMMENT ON COLUMN v_riichi_rivers.waits IS 'Kinds of tile waited for, as in riichis.';
COMMENT ON COLUMN v_riichi_rivers.river IS 'The tiles discarded, in their order; called ones among them.';

COMMENT ON VIEW v_riichi_winning_tiles IS 'A tile that a riichi waits for, drawn or discarded by another seat after it. Key: game_id, hand, riichi, event.';
COMMENT ON COLUMN v_riichi_winning_tiles.game_id IS 'The game, as in games.';
COMMENT ON COLUMN v_riichi_winning_tiles.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN v_riichi_winning_tiles.seat IS 'Who declared.';
COMMENT ON COLUMN v_riichi_winning_tiles.riichi IS 'Event of the declaration, as in riichis.';
COMMENT ON COLUMN v_riichi_winning_tiles.event IS 'Event of the draw or discard, as in events.';
COMMENT ON COLUMN v_riichi_winning_tiles.kind IS 'draw or discard.';
COMMENT ON COLUMN v_riichi_winning_tiles.tile IS 'The tile; a red five where it is one.';

COMMENT ON VIEW v_finding_events IS 'The event that a finding speaks of, where it speaks of one.';
COMMENT ON COLUMN v_finding_events.game_id IS 'The game, as in games.';
COMMENT ON COLUMN v_finding_events.finding IS 'The finding, as in findings.';
COMMENT ON COLUMN v_finding_events.kind IS 'What happens, as in events.';
COMMENT ON COLUMN v_finding_events.tile IS 'The tile, as in events.';

CREATE OR REPLACE VIEW v_hands AS
SELECT
    hands.game_id,
    coalesce(games.log_id, games.game_id) AS log,
    games.ruleset,
    games.players,
    games.started_at,
    games.lobby,
    games.room,
    hands.hand,
    hands.round,
    hands.round_wind,
    hands.honba,
    hands.sticks,
    hands.dealer,
    dealers.name AS dealer_name,
    dealers.grade AS dealer_grade,
    hands.outcome,
    hands.outcome <> 'unfinished' AS finished,
    coalesce(won.winners, []) AS winners,
    won.from_seat,
    coalesce(declared.riichis, 0) AS riichis,
    hands.draws,
    hands.dora_indicators,
    hands.ura_indicators,
    hands.start_points,
    hands.end_points,
    hands.deltas,
    hands.end_sticks,
    hands.tenpai,
    coalesce(found.faults, 0) AS faults,
    hands.stopped_at
FROM hands
JOIN games USING (game_id)
LEFT JOIN seats AS dealers ON dealers.game_id = hands.game_id AND dealers.seat = hands.dealer
LEFT JOIN (
    SELECT game_id, hand, list(seat ORDER BY event) AS winners, min(from_seat) AS from_seat
    FROM wins
    GROUP BY ALL
) AS won ON won.game_id = hands.game_id AND won.hand = hands.hand
LEFT JOIN (
    SELECT game_id, hand, count(*) AS riichis
    FROM riichis
    WHERE accepted
    GROUP BY ALL
) AS declared ON declared.game_id = hands.game_id AND declared.hand = hands.hand
LEFT JOIN (
    SELECT game_id, hand, count(*) AS faults
    FROM findings
    WHERE severity <> 'note'
    GROUP BY ALL
) AS found ON found.game_id = hands.game_id AND found.hand = hands.hand;
COMMENT ON VIEW v_hands IS 'A hand, with its game, dealer, winners, riichis and faults.';
COMMENT ON COLUMN v_hands.log IS 'Log id, or the game''s key where there is none.';
COMMENT ON COLUMN v_hands.ruleset IS 'Name of the ruleset that the game was audited under.';
COMMENT ON COLUMN v_hands.started_at IS 'When the game began, as in games.';
COMMENT ON COLUMN v_hands.lobby IS 'Lobby number, as in games.';
COMMENT ON COLUMN v_hands.room IS 'Where it was played, as in games.';
COMMENT ON COLUMN v_hands.dealer_grade IS 'Grade of the dealer as in the log.';
COMMENT ON COLUMN v_hands.dealer_name IS 'Name of the dealer; NULL where the log has none.';
COMMENT ON COLUMN v_hands.outcome IS 'How the hand ended, as in hands.';
COMMENT ON COLUMN v_hands.finished IS 'Whether the log holds the hand to its end: the hands that rates are shares of.';
COMMENT ON COLUMN v_hands.winners IS 'Seats that won, in the order settled; empty for none.';
COMMENT ON COLUMN v_hands.from_seat IS 'Seat that discarded the winning tile, of a self-draw the winner; NULL without a win.';
COMMENT ON COLUMN v_hands.riichis IS 'Riichis that stood.';
COMMENT ON COLUMN v_hands.start_points IS 'Points of each seat at the start; seat s is start_points[s + 1].';
COMMENT ON COLUMN v_hands.end_points IS 'Points of each seat after the hand; NULL where the log does not record what was paid.';
COMMENT ON COLUMN v_hands.deltas IS 'What each seat gained, signed points, its own deposit included; NULL as end_points.';
COMMENT ON COLUMN v_hands.end_sticks IS 'Riichi sticks on the table after the hand.';
COMMENT ON COLUMN v_hands.tenpai IS 'Whether the log counts each seat tenpai at the draw, as in hands.';
COMMENT ON COLUMN v_hands.faults IS 'Findings of the hand that are violations or mismatches.';

CREATE OR REPLACE VIEW v_wins AS
SELECT
    wins.game_id,
    coalesce(games.log_id, games.game_id) AS log,
    games.ruleset,
    games.players,
    games.started_at,
    games.room,
    wins.hand,
    hands.round,
    hands.round_wind,
    hands.honba,
    wins.event,
    wins.seat,
    winners.name,
    winners.grade,
    wins.seat = hands.dealer AS is_dealer,
    CASE WHEN wins.seat = wins.from_seat THEN 'tsumo' ELSE 'ron' END AS won_by,
    wins.from_seat,
    payers.name AS from_name,
    payers.grade AS from_grade,
    wins.tile,
    wins.win_turn,
    wins.riichi,
    coalesce(declared.double_riichi, false) AS double_riichi,
    declared.riichi_turn,
    coalesce(list_contains(wins.yaku, 'ippatsu'), false) AS ippatsu,
    hands.calls[wins.seat + 1] AS calls,
    wins.machi,
    wins.han,
    wins.fu,
    wins.points,
    wins.limit_name,
    wins.yaku,
    coalesce(wins.dora, 0) AS dora,
    coalesce(wins.ura_dora, 0) AS ura_dora,
    coalesce(wins.red_fives, 0) AS red_fives,
    wins.han_without_luck,
    wins.tiles,
    wins.melds,
    len(hands.dora_indicators) AS indicators,
    wins.deltas[wins.seat + 1] AS gained,
    wins.pao_seat
FROM wins
JOIN games USING (game_id)
JOIN hands USING (game_id, hand)
LEFT JOIN seats AS winners ON winners.game_id = wins.game_id AND winners.seat = wins.seat
LEFT JOIN seats AS payers
    ON payers.game_id = wins.game_id AND payers.seat = wins.from_seat AND wins.from_seat <> wins.seat
LEFT JOIN riichis AS declared
    ON declared.game_id = wins.game_id AND declared.hand = wins.hand AND declared.seat = wins.seat AND declared.accepted;
COMMENT ON VIEW v_wins IS 'A win: who won from whom, how, and what it was worth, as the log records it. A double ron is two rows.';
COMMENT ON COLUMN v_wins.log IS 'Log id, or the game''s key where there is none.';
COMMENT ON COLUMN v_wins.ruleset IS 'Name of the ruleset that the game was audited under.';
COMMENT ON COLUMN v_wins.hand IS '0-based index of the hand in the log.';
COMMENT ON COLUMN v_wins.honba IS 'Counter at the start of the hand.';
COMMENT ON COLUMN v_wins.name IS 'Name of the winner; NULL where the log has none.';
COMMENT ON COLUMN v_wins.started_at IS 'When the game began, as in games.';
COMMENT ON COLUMN v_wins.room IS 'Where it was played, as in games.';
COMMENT ON COLUMN v_wins.grade IS 'Grade of the winner as in the log.';
COMMENT ON COLUMN v_wins.from_grade IS 'Grade of the discarder as in the log; NULL for a self-draw.';
COMMENT ON COLUMN v_wins.is_dealer IS 'Whether the winner was the dealer.';
COMMENT ON COLUMN v_wins.won_by IS 'tsumo or ron.';
COMMENT ON COLUMN v_wins.from_name IS 'Name of the discarder; NULL for a self-draw and where the log has none.';
COMMENT ON COLUMN v_wins.double_riichi IS 'Whether that riichi was a double one.';
COMMENT ON COLUMN v_wins.riichi_turn IS 'The winner''s own n-th discard, from 1, with which it was declared; NULL without riichi.';
COMMENT ON COLUMN v_wins.ippatsu IS 'Whether ippatsu is among the recorded yaku.';
COMMENT ON COLUMN v_wins.calls IS 'Chi, pon and open kans that the winner had made; 0 for a closed hand.';
COMMENT ON COLUMN v_wins.machi IS 'Shape of the wait that the winning tile completed, as in wins.';
COMMENT ON COLUMN v_wins.points IS 'Value of the hand in points, without honba and sticks; NULL where the log has none.';
COMMENT ON COLUMN v_wins.limit_name IS 'none to yakuman, as in wins.';
COMMENT ON COLUMN v_wins.yaku IS 'The recorded yaku; NULL where the log has none.';
COMMENT ON COLUMN v_wins.dora IS 'Dora as recorded (norths set aside among them), han.';
COMMENT ON COLUMN v_wins.ura_dora IS 'Ura dora as recorded, han.';
COMMENT ON COLUMN v_wins.red_fives IS 'Red fives as recorded, han.';
COMMENT ON COLUMN v_wins.han_without_luck IS 'han without ippatsu and ura dora, as in wins.';
COMMENT ON COLUMN v_wins.tiles IS 'The winner''s concealed tiles, the winning one among them.';
COMMENT ON COLUMN v_wins.melds IS 'The winner''s melds.';
COMMENT ON COLUMN v_wins.indicators IS 'Dora indicators that were turned.';
COMMENT ON COLUMN v_wins.gained IS 'What the winner gained by this win, honba and sticks included, points; NULL where the log does not say.';

CREATE OR REPLACE VIEW v_riichis AS
SELECT
    riichis.game_id,
    coalesce(games.log_id, games.game_id) AS log,
    games.ruleset,
    games.players,
    riichis.hand,
    hands.round,
    hands.honba,
    hands.outcome <> 'unfinished' AS finished,
    hands.outcome AS hand_outcome,
    riichis.event,
    riichis.seat,
    seats.name,
    riichis.seat = hands.dealer AS is_dealer,
    riichis.riichi_turn,
    riichis.tile,
    riichis.tsumogiri,
    riichis.discard_event,
    riichis.tiles_left,
    riichis.accepted,
    riichis.double_riichi,
    riichis.furiten,
    riichis.waits,
    riichis.machi,
    row_number() OVER (PARTITION BY riichis.game_id, riichis.hand ORDER BY riichis.event) AS place,
    riichis.outcome,
    won.win_turn - riichis.riichi_turn AS turns_to_win,
    won.machi AS won_machi,
    won.han,
    won.points,
    coalesce(list_contains(won.yaku, 'ippatsu'), false) AS ippatsu,
    coalesce(won.ura_dora, 0) AS ura_dora,
    len(hands.ura_indicators) AS ura_indicators,
    riichis.kans,
    hands.deltas[riichis.seat + 1] AS gained
FROM riichis
JOIN games USING (game_id)
JOIN hands USING (game_id, hand)
LEFT JOIN seats ON seats.game_id = riichis.game_id AND seats.seat = riichis.seat
LEFT JOIN wins AS won
    ON won.game_id = riichis.game_id AND won.hand = riichis.hand AND won.seat = riichis.seat AND riichis.accepted;
COMMENT ON VIEW v_riichis IS 'A riichi declaration, with who, when, on what wait, how it ended and what it brought.';
COMMENT ON COLUMN v_riichis.log IS 'Log id, or the game''s key where there is none.';
COMMENT ON COLUMN v_riichis.ruleset IS 'Name of the ruleset that the game was audited under.';
COMMENT ON COLUMN v_riichis.hand IS '0-based index of the hand in the log.';
COMMENT ON COLUMN v_riichis.honba IS 'Counter at the start of the hand.';
COMMENT ON COLUMN v_riichis.finished IS 'Whether the log holds the hand to its end.';
COMMENT ON COLUMN v_riichis.hand_outcome IS 'How the hand ended, as in hands.';
COMMENT ON COLUMN v_riichis.name IS 'Name of the declarer; NULL where the log has none.';
COMMENT ON COLUMN v_riichis.is_dealer IS 'Whether the declarer was the dealer.';
COMMENT ON COLUMN v_riichis.tile IS 'The declaring tile.';
COMMENT ON COLUMN v_riichis.tsumogiri IS 'Whether that was the tile just drawn.';
COMMENT ON COLUMN v_riichis.discard_event IS 'Event of the declaring discard.';
COMMENT ON COLUMN v_riichis.furiten IS 'Whether a wait lay among the declarer''s own discards.';
COMMENT ON COLUMN v_riichis.waits IS 'Kinds of tile waited for, ascending.';
COMMENT ON COLUMN v_riichis.machi IS 'Shapes of the wait, as in riichis.';
COMMENT ON COLUMN v_riichis.place IS '1 for the first declaration of the hand; each later one chases.';
COMMENT ON COLUMN v_riichis.turns_to_win IS 'Discards of the declarer''s after the declaration and before the win; NULL where it did not win.';
COMMENT ON COLUMN v_riichis.won_machi IS 'Shape of the wait that the winning tile completed; NULL where it did not win.';
COMMENT ON COLUMN v_riichis.han IS 'Han of the win, dora included; NULL where it did not win.';
COMMENT ON COLUMN v_riichis.points IS 'Value of the win in points, without honba and sticks; NULL where it did not win.';
COMMENT ON COLUMN v_riichis.ippatsu IS 'Whether it won with ippatsu.';
COMMENT ON COLUMN v_riichis.ura_dora IS 'Ura dora of the win, han; 0 where it did not win.';
COMMENT ON COLUMN v_riichis.ura_indicators IS 'Ura indicators shown in the hand, by whoever won.';
COMMENT ON COLUMN v_riichis.gained IS 'What the declarer gained in the hand, signed points, the deposit included.';

CREATE OR REPLACE VIEW v_findings AS
SELECT
    findings.game_id,
    findings.log,
    findings.ruleset,
    games.players,
    games.started_at,
    games.lobby,
    findings.severity,
    findings."check",
    findings.hand,
    findings.round,
    findings.honba,
    findings.event,
    spoken_of.kind,
    spoken_of.tile,
    findings.seat,
    seats.name,
    findings.turn,
    findings.message,
    findings.expected,
    findings.actual,
    findings.link,
    findings.fingerprint,
    findings.line,
    sources.path,
    sources.member,
    left(findings.fingerprint, 7) AS short_name
FROM findings
JOIN games USING (game_id)
JOIN sources USING (source_id)
LEFT JOIN seats ON seats.game_id = findings.game_id AND seats.seat = findings.seat
LEFT JOIN v_finding_events AS spoken_of ON spoken_of.game_id = findings.game_id AND spoken_of.finding = findings.finding;
COMMENT ON VIEW v_findings IS 'A fault or a note, with its game, input, player and event.';
COMMENT ON COLUMN v_findings.started_at IS 'When the game began, as in games.';
COMMENT ON COLUMN v_findings.lobby IS 'Lobby number, as in games.';
COMMENT ON COLUMN v_findings."check" IS 'Id of the check (a reserved word of SQL: write it in double quotes).';
COMMENT ON COLUMN v_findings.hand IS '0-based index of the hand in the log; NULL for the game as a whole.';
COMMENT ON COLUMN v_findings.kind IS 'What happens at that event.';
COMMENT ON COLUMN v_findings.tile IS 'The tile of that event.';
COMMENT ON COLUMN v_findings.name IS 'Name of that player; NULL where the log has none.';
COMMENT ON COLUMN v_findings.fingerprint IS 'By what it is known again, as in findings.';
COMMENT ON COLUMN v_findings.line IS 'Line of the log, from 1; NULL where it is not laid out in lines.';
COMMENT ON COLUMN v_findings.path IS 'File or database that the game was read from.';
COMMENT ON COLUMN v_findings.member IS 'Member of the archive or row of the database; NULL for a plain file.';
COMMENT ON COLUMN v_findings.short_name IS 'What people call it, the first letters of the fingerprint: auditor show --db FILE --finding SHORT_NAME.';
