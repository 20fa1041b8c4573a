-- The tables. The enumerations that they use (event_kind, tile, yaku ...) are made from the program's own names:
-- see schema.py. A change here raises SCHEMA_VERSION there.
--
-- Only `sources` and `games` declare their key. What belongs to a game has its own by construction: each game is loaded
-- whole, once, in the transaction that claims its key in `games`. Declared, the keys would be a quarter of the file, and
-- the load slower the more it holds.
--
-- Events are nine of ten rows that a log holds. Packed, four bytes each and a row a hand, they load twenty times as fast
-- as in rows of their own, and not compressed for DuckDB's search of the best way costs more than all else of it.

CREATE TABLE meta (
    schema_version  INTEGER NOT NULL,
    program_version VARCHAR NOT NULL,
    created_at      TIMESTAMP NOT NULL
);
COMMENT ON TABLE meta IS 'One row: what made this file.';
COMMENT ON COLUMN meta.schema_version IS 'Version of the tables; a newer one than the program knows is refused.';
COMMENT ON COLUMN meta.program_version IS 'Version of auditor that made the file.';
COMMENT ON COLUMN meta.created_at IS 'When the file was made, UTC.';

CREATE TABLE sources (
    source_id VARCHAR PRIMARY KEY,
    path      VARCHAR NOT NULL,
    member    VARCHAR,
    format    VARCHAR,
    sha256    VARCHAR,
    bytes     BIGINT,
    loaded_at TIMESTAMP NOT NULL,
    rules     VARCHAR NOT NULL,
    version   VARCHAR NOT NULL
);
COMMENT ON TABLE sources IS 'An input read, whether or not it could be. The same content at two paths is two sources and one set of games.';
COMMENT ON COLUMN sources.source_id IS 'Key: 12 letters and digits made from path, member and content.';
COMMENT ON COLUMN sources.path IS 'File or database as given on the command line or found below a folder; - is standard input.';
COMMENT ON COLUMN sources.member IS 'Member of an archive or row of a database; NULL for a plain file.';
COMMENT ON COLUMN sources.format IS 'Log format that was recognized; NULL where none was.';
COMMENT ON COLUMN sources.sha256 IS 'SHA-256 of the content after decompression, hexadecimal; NULL where it could not be read at all.';
COMMENT ON COLUMN sources.bytes IS 'Size of the content after decompression, bytes; NULL where it could not be read at all.';
COMMENT ON COLUMN sources.loaded_at IS 'When it was loaded, UTC.';
COMMENT ON COLUMN sources.rules IS 'Ruleset choice it was audited with: auto, or a name and a fingerprint of the settings.';
COMMENT ON COLUMN sources.version IS 'Version of auditor that audited it.';

CREATE TABLE problems (
    source_id VARCHAR NOT NULL,
    problem   INTEGER NOT NULL,
    place     VARCHAR NOT NULL,
    message   VARCHAR NOT NULL
);
COMMENT ON TABLE problems IS 'An input, or a part of one, that could not be read. Key: source_id, problem.';
COMMENT ON COLUMN problems.source_id IS 'The input, as in sources.';
COMMENT ON COLUMN problems.problem IS '0-based number of the problem within the input.';
COMMENT ON COLUMN problems.place IS 'Where in the input: a line, an element, a hand; empty for the whole of it.';
COMMENT ON COLUMN problems.message IS 'What was found and what was expected.';

CREATE TABLE games (
    game_id        VARCHAR PRIMARY KEY,
    log_id         VARCHAR,
    source_id      VARCHAR NOT NULL,
    format         VARCHAR NOT NULL,
    ruleset        VARCHAR NOT NULL,
    players        TINYINT NOT NULL,
    length         TINYINT NOT NULL,
    red_fives      BOOLEAN NOT NULL,
    ruleset_reason VARCHAR NOT NULL,
    started_at     TIMESTAMP,
    lobby          INTEGER,
    rule_bits      INTEGER,
    rule_text      VARCHAR,
    shuffle        VARCHAR,
    also_under     VARCHAR[] NOT NULL,
    misfit         VARCHAR[] NOT NULL,
    fitting        VARCHAR[] NOT NULL
);
COMMENT ON TABLE games IS 'A game (or the part of one that the log holds).';
COMMENT ON COLUMN games.game_id IS 'Key: 12 letters and digits made from the content alone, so the same on every load.';
COMMENT ON COLUMN games.log_id IS 'The server''s id of the log, from the log or the file name; NULL without one. Not unique: two contents may claim one id.';
COMMENT ON COLUMN games.source_id IS 'The input it was read from, as in sources.';
COMMENT ON COLUMN games.format IS 'Log format.';
COMMENT ON COLUMN games.ruleset IS 'Name of the ruleset it was audited under.';
COMMENT ON COLUMN games.players IS 'Seats played, 3 or 4.';
COMMENT ON COLUMN games.length IS 'Winds that the ruleset plays: 1 east only, 2 east and south.';
COMMENT ON COLUMN games.red_fives IS 'Whether red fives are in play.';
COMMENT ON COLUMN games.ruleset_reason IS 'Why this ruleset was taken.';
COMMENT ON COLUMN games.started_at IS 'Hour at which the game began, server time (Japan), from the log id; NULL without one.';
COMMENT ON COLUMN games.lobby IS 'Lobby number as the log states it; NULL where it does not.';
COMMENT ON COLUMN games.rule_bits IS 'Tenhou''s GO type as the log states it; NULL where it does not.';
COMMENT ON COLUMN games.rule_text IS 'The rule as the log words it (rule.disp of tenhou.net/6); NULL where it does not.';
COMMENT ON COLUMN games.shuffle IS 'Digest of the published shuffle seed; two games with one seed are one game. NULL without a seed.';
COMMENT ON COLUMN games.also_under IS 'Names of further rulesets that it was judged under (--also-under); their findings are in ruleset_findings.';
COMMENT ON COLUMN games.misfit IS 'How its start contradicts the ruleset named by --rules: players, starting points, red fives; empty where it does not, or none was named.';
COMMENT ON COLUMN games.fitting IS 'What --rules may name for such a game instead; empty where it fits, or nothing is known to.';

CREATE TABLE seats (
    game_id      VARCHAR NOT NULL,
    seat         TINYINT NOT NULL,
    name         VARCHAR,
    grade        VARCHAR,
    rating       DOUBLE,
    start_points INTEGER,
    final_points INTEGER,
    final_score  DOUBLE,
    placement    TINYINT,
    end_points   INTEGER
);
COMMENT ON TABLE seats IS 'A player of a game. Key: game_id, seat.';
COMMENT ON COLUMN seats.game_id IS 'The game, as in games.';
COMMENT ON COLUMN seats.seat IS '0 to 3, the seat at the start of the game; seat 0 is the first dealer.';
COMMENT ON COLUMN seats.name IS 'Name as in the log; NULL where the log has none.';
COMMENT ON COLUMN seats.grade IS 'Grade as in the log; NULL where the log has none.';
COMMENT ON COLUMN seats.rating IS 'Rating as in the log; NULL where the log has none.';
COMMENT ON COLUMN seats.start_points IS 'Points at the start of the first hand that the log holds.';
COMMENT ON COLUMN seats.final_points IS 'Points at the end as the log states them; NULL where the log ends before.';
COMMENT ON COLUMN seats.final_score IS 'Score with placement bonus as the log states it, thousands of points; NULL where it does not.';
COMMENT ON COLUMN seats.placement IS '1 to 4 by final points, where the log states none by its scores or end_points; equal points rank by seat, or alike where the ruleset shares places. NULL without any of them.';
COMMENT ON COLUMN seats.end_points IS 'Points at the end by the replay, the sticks left on the table settled by the ruleset. NULL where neither the log nor the ruleset tells that the game is over.';

CREATE TABLE hands (
    game_id          VARCHAR NOT NULL,
    hand             SMALLINT NOT NULL,
    round            round_name NOT NULL,
    round_wind       wind NOT NULL,
    dealer           TINYINT NOT NULL,
    honba            INTEGER NOT NULL,
    sticks           INTEGER NOT NULL,
    outcome          hand_outcome NOT NULL,
    draws            SMALLINT NOT NULL,
    dora_indicators  tile[] NOT NULL,
    ura_indicators   tile[] NOT NULL,
    deltas           INTEGER[] NOT NULL,
    start_points     INTEGER[] NOT NULL,
    end_points       INTEGER[] NOT NULL,
    end_sticks       INTEGER NOT NULL,
    tenpai           BOOLEAN[],
    events           SMALLINT NOT NULL,
    checked_events   SMALLINT NOT NULL,
    stopped_at       SMALLINT,
    unjudged         VARCHAR[] NOT NULL,
    calls            TINYINT[] NOT NULL,
    starting_shanten TINYINT[]
);
COMMENT ON TABLE hands IS 'A hand (kyoku). Key: game_id, hand.';
COMMENT ON COLUMN hands.game_id IS 'The game, as in games.';
COMMENT ON COLUMN hands.hand IS '0-based index of the hand in the log.';
COMMENT ON COLUMN hands.round IS 'E1 to N4.';
COMMENT ON COLUMN hands.round_wind IS 'E, S, W or N.';
COMMENT ON COLUMN hands.dealer IS 'Seat of the dealer.';
COMMENT ON COLUMN hands.honba IS 'Counter at the start.';
COMMENT ON COLUMN hands.sticks IS 'Riichi sticks on the table at the start.';
COMMENT ON COLUMN hands.outcome IS 'tsumo, ron, double ron, triple ron, a kind of draw, or unfinished where the log ends before.';
COMMENT ON COLUMN hands.draws IS 'Tiles drawn, replacement tiles included.';
COMMENT ON COLUMN hands.dora_indicators IS 'Dora indicators in the order turned.';
COMMENT ON COLUMN hands.ura_indicators IS 'Ura dora indicators as shown; empty where none were.';
COMMENT ON COLUMN hands.deltas IS 'What each seat gained from start to end of the hand, signed points, its own deposit included; DuckDB lists begin at 1, so seat s is deltas[s + 1].';
COMMENT ON COLUMN hands.start_points IS 'Points of each seat at the start.';
COMMENT ON COLUMN hands.end_points IS 'Points of each seat after the hand, as replayed.';
COMMENT ON COLUMN hands.end_sticks IS 'Riichi sticks on the table after the hand, as replayed.';
COMMENT ON COLUMN hands.tenpai IS 'Whether the log counts each seat tenpai at the draw that ended the hand; NULL where the hand was not drawn or the log does not say.';
COMMENT ON COLUMN hands.events IS 'Events that the log holds.';
COMMENT ON COLUMN hands.checked_events IS 'Events that the replay could follow and the checks could see.';
COMMENT ON COLUMN hands.stopped_at IS 'Event at which the replay could not go on; NULL where it reached the end.';
COMMENT ON COLUMN hands.unjudged IS 'What could not be judged and why, a text each: checks (or families), a colon, the reason, as in wall/seed: the log has no shuffle seed. Empty where everything could.';
COMMENT ON COLUMN hands.calls IS 'Chi, pon and open kans that each seat made; seat s is calls[s + 1].';
COMMENT ON COLUMN hands.starting_shanten IS 'Shanten number of each seat as dealt, the dealer with the first draw: by sets and a pair or seven pairs, thirteen orphans aside. Filled where asked for (--with turns), else NULL.';

CREATE TABLE event_codes (
    game_id     VARCHAR NOT NULL,
    hand        SMALLINT NOT NULL,
    codes       UINTEGER[] USING COMPRESSION uncompressed,
    call_events SMALLINT[] NOT NULL,
    call_tiles  tile[][] NOT NULL
);
COMMENT ON TABLE event_codes IS 'The events of a hand, packed: what the views events and v_calls show row by row. Key: game_id, hand.';
COMMENT ON COLUMN event_codes.game_id IS 'The game, as in games.';
COMMENT ON COLUMN event_codes.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN event_codes.codes IS 'A number for each event, in their order, from its lowest bits: kind (4 bits), seat (4), tile (8), from_seat (4), tsumogiri (4), wall_left (8). Kinds and tiles are numbered as their types list them; all bits set stand for NULL.';
COMMENT ON COLUMN event_codes.call_events IS 'The events that are melds.';
COMMENT ON COLUMN event_codes.call_tiles IS 'For each of call_events the tiles that came from the hand.';

CREATE TABLE riichis (
    game_id       VARCHAR NOT NULL,
    hand          SMALLINT NOT NULL,
    seat          TINYINT NOT NULL,
    event         SMALLINT NOT NULL,
    turn          SMALLINT NOT NULL,
    accepted      BOOLEAN NOT NULL,
    double_riichi BOOLEAN NOT NULL,
    furiten       BOOLEAN NOT NULL,
    waits         tile[] NOT NULL,
    tiles_left    SMALLINT NOT NULL,
    outcome       riichi_outcome NOT NULL,
    machi         machi[] NOT NULL,
    discards      SMALLINT NOT NULL,
    unseen        TINYINT
);
COMMENT ON TABLE riichis IS 'A riichi declaration, as replayed. Key: game_id, hand, event.';
COMMENT ON COLUMN riichis.game_id IS 'The game, as in games.';
COMMENT ON COLUMN riichis.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN riichis.seat IS 'Who declared.';
COMMENT ON COLUMN riichis.event IS 'Event of the declaration.';
COMMENT ON COLUMN riichis.turn IS 'The declarer''s own n-th discard, from 1, with which it was declared.';
COMMENT ON COLUMN riichis.accepted IS 'Whether the riichi stood: false where its discard was won on or the log ends before.';
COMMENT ON COLUMN riichis.double_riichi IS 'Declared in the first uninterrupted go-around.';
COMMENT ON COLUMN riichis.furiten IS 'Whether a wait lay among the declarer''s own discards, that of the declaration included.';
COMMENT ON COLUMN riichis.waits IS 'Kinds of tile waited for, ascending; a red five is listed as a five.';
COMMENT ON COLUMN riichis.tiles_left IS 'Tiles left in the live wall at the declaration.';
COMMENT ON COLUMN riichis.outcome IS 'What became of it for the declarer: tsumo, ron, dealt in, other win, draw, unfinished.';
COMMENT ON COLUMN riichis.machi IS 'Shapes with which the hand waits in its readings, in the order of wins.machi; more than one is a compound wait. Empty where the hand is unknown or does not wait.';
COMMENT ON COLUMN riichis.discards IS 'Discards of all seats before the declaring one.';
COMMENT ON COLUMN riichis.unseen IS 'Tiles waited for that the declarer could not see: not in its 13 tiles, any discard, any meld, or an indicator turned by then; NULL where the hand is unknown.';

CREATE TABLE wins (
    game_id    VARCHAR NOT NULL,
    hand       SMALLINT NOT NULL,
    seat       TINYINT NOT NULL,
    from_seat  TINYINT NOT NULL,
    tile       tile,
    riichi     BOOLEAN NOT NULL,
    han        INTEGER,
    fu         INTEGER,
    points     INTEGER,
    limit_name limit_name,
    yaku       yaku[],
    machi      machi,
    event      SMALLINT NOT NULL,
    turn       SMALLINT NOT NULL,
    honba      INTEGER,
    sticks     INTEGER,
    deltas     INTEGER[],
    pao_seat   TINYINT,
    discards   SMALLINT[] NOT NULL
);
COMMENT ON TABLE wins IS 'A win, values as the log records them. A double ron is two rows with one from_seat. Key: game_id, hand, event.';
COMMENT ON COLUMN wins.game_id IS 'The game, as in games.';
COMMENT ON COLUMN wins.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN wins.seat IS 'Who won.';
COMMENT ON COLUMN wins.from_seat IS 'Who discarded the tile; of a self-draw the winner.';
COMMENT ON COLUMN wins.tile IS 'The winning tile.';
COMMENT ON COLUMN wins.riichi IS 'Whether the winner stood in riichi, as replayed.';
COMMENT ON COLUMN wins.han IS 'Sum of the recorded yaku, dora included; a yakuman counts 13. NULL where the log has no yaku.';
COMMENT ON COLUMN wins.fu IS 'Fu as recorded; NULL where the log has none.';
COMMENT ON COLUMN wins.points IS 'Value of the hand in points, without honba and sticks; of a self-draw the sum of all payments. NULL where the log has none.';
COMMENT ON COLUMN wins.limit_name IS 'none, mangan, haneman, baiman, sanbaiman or yakuman, as recorded; NULL where the log does not say.';
COMMENT ON COLUMN wins.yaku IS 'The recorded yaku, in the log''s order; NULL where the log has none.';
COMMENT ON COLUMN wins.machi IS 'Shape of the wait that the winning tile completed, in the reading that scores: ryanmen, kanchan, penchan, shanpon, tanki (seven pairs too), kokushi, or juusanmen (13 waits); NULL where the hand is unknown or not complete.';
COMMENT ON COLUMN wins.event IS 'Event of the win.';
COMMENT ON COLUMN wins.turn IS 'Discards that the winner had made before winning.';
COMMENT ON COLUMN wins.honba IS 'Counter that the payment includes; NULL where the log does not say.';
COMMENT ON COLUMN wins.sticks IS 'Sticks that the payment includes; NULL where the log does not say.';
COMMENT ON COLUMN wins.deltas IS 'What each seat gained by this win, signed points; NULL where the log does not say.';
COMMENT ON COLUMN wins.pao_seat IS 'Seat liable for the win, as recorded; NULL for none.';
COMMENT ON COLUMN wins.discards IS 'Discards that each seat had made before the win; seat s is discards[s + 1].';

CREATE TABLE win_yaku (
    game_id VARCHAR NOT NULL,
    hand    SMALLINT NOT NULL,
    seat    TINYINT NOT NULL,
    yaku    yaku NOT NULL,
    han     INTEGER NOT NULL,
    event   SMALLINT NOT NULL,
    place   TINYINT NOT NULL
);
COMMENT ON TABLE win_yaku IS 'A yaku of a win, as the log records it. Key: game_id, hand, event, place.';
COMMENT ON COLUMN win_yaku.game_id IS 'The game, as in games.';
COMMENT ON COLUMN win_yaku.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN win_yaku.seat IS 'Who won.';
COMMENT ON COLUMN win_yaku.yaku IS 'Name in romaji; dora, ura dora and red five are counted as yaku here.';
COMMENT ON COLUMN win_yaku.han IS 'Han as recorded; 0 for ura dora that added nothing, 13 for a yakuman.';
COMMENT ON COLUMN win_yaku.event IS 'Event of the win, as in wins.';
COMMENT ON COLUMN win_yaku.place IS '0-based place in the log''s list.';

CREATE TABLE ledger (
    game_id      VARCHAR NOT NULL,
    hand         SMALLINT NOT NULL,
    event        SMALLINT NOT NULL,
    reason       ledger_reason NOT NULL,
    from_account ledger_account NOT NULL,
    to_account   ledger_account NOT NULL,
    points       INTEGER NOT NULL,
    entry        SMALLINT NOT NULL
);
COMMENT ON TABLE ledger IS 'A movement of points, double entry: what one account gains another loses. Key: game_id, hand, entry.';
COMMENT ON COLUMN ledger.game_id IS 'The game, as in games.';
COMMENT ON COLUMN ledger.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN ledger.event IS 'Event that moved the points.';
COMMENT ON COLUMN ledger.reason IS 'riichi, hand, honba, sticks, noten, nagashi, pao, chombo or final.';
COMMENT ON COLUMN ledger.from_account IS 'Who pays: seat0 to seat3, or table for the sticks.';
COMMENT ON COLUMN ledger.to_account IS 'Who receives: seat0 to seat3, or table for the sticks.';
COMMENT ON COLUMN ledger.points IS 'Points moved.';
COMMENT ON COLUMN ledger.entry IS '0-based number of the movement within the hand.';

CREATE TABLE findings (
    game_id  VARCHAR NOT NULL,
    log      VARCHAR NOT NULL,
    hand     SMALLINT,
    round    round_name,
    honba    INTEGER,
    seat     TINYINT,
    event    SMALLINT,
    turn     SMALLINT,
    "check"  VARCHAR NOT NULL,
    severity severity NOT NULL,
    message  VARCHAR NOT NULL,
    expected VARCHAR,
    actual   VARCHAR,
    ruleset  VARCHAR NOT NULL,
    link     VARCHAR,
    fingerprint VARCHAR NOT NULL,
    line     INTEGER,
    finding  INTEGER NOT NULL
);
COMMENT ON TABLE findings IS 'A fault or a note, with its proof. Key: game_id, finding.';
COMMENT ON COLUMN findings.game_id IS 'The game, as in games.';
COMMENT ON COLUMN findings.log IS 'Log id, or the file name where there is none.';
COMMENT ON COLUMN findings.hand IS 'The hand, as in hands; NULL for the game as a whole.';
COMMENT ON COLUMN findings.round IS 'Round of that hand, E1 to N4.';
COMMENT ON COLUMN findings.honba IS 'Counter at the start of that hand.';
COMMENT ON COLUMN findings.seat IS 'Whom it concerns; NULL for nobody in particular.';
COMMENT ON COLUMN findings.event IS 'The event, as in events; NULL for none in particular.';
COMMENT ON COLUMN findings.turn IS 'The seat''s own n-th discard, from 1.';
COMMENT ON COLUMN findings."check" IS 'Id of the check (a reserved word of SQL: write it in double quotes).';
COMMENT ON COLUMN findings.severity IS 'violation, mismatch or note.';
COMMENT ON COLUMN findings.message IS 'What happened, and what the rule allows.';
COMMENT ON COLUMN findings.expected IS 'What the rules give.';
COMMENT ON COLUMN findings.actual IS 'What the log shows.';
COMMENT ON COLUMN findings.ruleset IS 'Ruleset that it is judged by.';
COMMENT ON COLUMN findings.link IS 'Address of the official viewer at that hand and seat; NULL without a log id.';
COMMENT ON COLUMN findings.fingerprint IS 'By what it is known again: what is wrong, whose, and by which tiles, in 16 digits. Equal in a log that lost other hands or events; two findings of a log may share one.';
COMMENT ON COLUMN findings.line IS 'Line of the log, from 1; NULL where it is not laid out in lines, or the finding is of no hand.';
COMMENT ON COLUMN findings.finding IS '0-based number of the finding within the game.';

CREATE TABLE ruleset_findings (
    game_id  VARCHAR NOT NULL,
    ruleset  VARCHAR NOT NULL,
    finding  INTEGER NOT NULL,
    hand     SMALLINT,
    seat     TINYINT,
    event    SMALLINT,
    "check"  VARCHAR NOT NULL,
    severity severity NOT NULL,
    message  VARCHAR NOT NULL,
    expected VARCHAR,
    actual   VARCHAR
);
COMMENT ON TABLE ruleset_findings IS 'What a game''s log would be found at fault for under another ruleset than its own (--also-under); no part of findings. Key: game_id, ruleset, finding.';
COMMENT ON COLUMN ruleset_findings.game_id IS 'The game, as in games.';
COMMENT ON COLUMN ruleset_findings.ruleset IS 'The other ruleset, one of games.also_under.';
COMMENT ON COLUMN ruleset_findings.finding IS '0-based number of the finding within the game under that ruleset.';
COMMENT ON COLUMN ruleset_findings.hand IS 'The hand, as in hands; NULL for the game as a whole.';
COMMENT ON COLUMN ruleset_findings.seat IS 'Whom it concerns; NULL for nobody in particular.';
COMMENT ON COLUMN ruleset_findings.event IS 'The event, as in events; NULL for none in particular.';
COMMENT ON COLUMN ruleset_findings."check" IS 'Id of the check, as in findings.';
COMMENT ON COLUMN ruleset_findings.severity IS 'violation, mismatch or note.';
COMMENT ON COLUMN ruleset_findings.message IS 'What happened, and what the rule allows, with that ruleset''s penalty.';
COMMENT ON COLUMN ruleset_findings.expected IS 'What that ruleset gives.';
COMMENT ON COLUMN ruleset_findings.actual IS 'What the log shows.';

CREATE TABLE turns (
    game_id        VARCHAR NOT NULL,
    hand           SMALLINT NOT NULL,
    seat           TINYINT NOT NULL,
    event          SMALLINT NOT NULL,
    turn           SMALLINT NOT NULL,
    tile           tile,
    shanten_before TINYINT,
    shanten        TINYINT,
    shanten_least  TINYINT,
    ukeire         SMALLINT,
    ukeire_kinds   TINYINT,
    ukeire_best    SMALLINT,
    closed         BOOLEAN NOT NULL,
    waits          tile[],
    machi          machi[],
    furiten        BOOLEAN,
    could_riichi   BOOLEAN NOT NULL,
    declared       BOOLEAN NOT NULL,
    in_riichi      BOOLEAN NOT NULL,
    against        TINYINT[],
    genbutsu       TINYINT[],
    safe           BOOLEAN[],
    tiles_left     SMALLINT
);
COMMENT ON TABLE turns IS 'A discard, with what the hand was before and after it and what any other discard would have left; filled where asked for (--with turns). Key: game_id, hand, event.';
COMMENT ON COLUMN turns.game_id IS 'The game, as in games.';
COMMENT ON COLUMN turns.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN turns.seat IS 'Who discards.';
COMMENT ON COLUMN turns.event IS 'Event of the discard, as in events.';
COMMENT ON COLUMN turns.turn IS 'The seat''s own n-th discard, from 1.';
COMMENT ON COLUMN turns.tile IS 'The tile discarded; NULL where the log hides it.';
COMMENT ON COLUMN turns.shanten_before IS 'Shanten number of the 13 tiles before the draw or call: 0 is tenpai, 1 a tile from it. NULL, as in the next five columns, where the hand is hidden.';
COMMENT ON COLUMN turns.shanten IS 'Shanten number after the discard.';
COMMENT ON COLUMN turns.shanten_least IS 'The least shanten number that any discard would have left.';
COMMENT ON COLUMN turns.ukeire IS 'Ukeire after the discard: tiles that the seat does not see and that lower its shanten number.';
COMMENT ON COLUMN turns.ukeire_kinds IS 'Kinds of tile that lower the shanten number after the discard, seen or not.';
COMMENT ON COLUMN turns.ukeire_best IS 'The most ukeire that any discard would have left at the least shanten number; after riichi those of the tile drawn.';
COMMENT ON COLUMN turns.closed IS 'Whether the seat has called nothing but closed kans.';
COMMENT ON COLUMN turns.waits IS 'Kinds of tile waited for after the discard, ascending; NULL where the hand is not tenpai.';
COMMENT ON COLUMN turns.machi IS 'Shapes of the wait, as in riichis; NULL where the hand is not tenpai.';
COMMENT ON COLUMN turns.furiten IS 'Whether the seat is furiten after the discard; NULL where the hand is not tenpai.';
COMMENT ON COLUMN turns.could_riichi IS 'Whether the seat could declare riichi with this turn, or did: closed, not in riichi, a discard that leaves tenpai, and points and tiles left as the ruleset asks.';
COMMENT ON COLUMN turns.declared IS 'Whether riichi was declared with this discard.';
COMMENT ON COLUMN turns.in_riichi IS 'Whether the seat was in riichi before the discard, which it then had no choice of.';
COMMENT ON COLUMN turns.against IS 'The other seats that were in riichi; NULL for none.';
COMMENT ON COLUMN turns.genbutsu IS 'For each of these, how many tiles the seat held before the discard that were safe against it: kinds that it had discarded, or that had passed since its riichi. NULL for none; a hidden hand has NULL for each.';
COMMENT ON COLUMN turns.safe IS 'For each of these, whether the discard was such a tile.';
COMMENT ON COLUMN turns.tiles_left IS 'Tiles left in the live wall.';

CREATE TABLE draws (
    game_id        VARCHAR NOT NULL,
    hand           SMALLINT NOT NULL,
    seat           TINYINT NOT NULL,
    event          SMALLINT NOT NULL,
    replacement    BOOLEAN NOT NULL,
    shanten        TINYINT,
    improved       BOOLEAN,
    useful         SMALLINT,
    unseen         SMALLINT,
    useful_in_wall SMALLINT,
    in_wall        SMALLINT
);
COMMENT ON TABLE draws IS 'A draw, with the chance that it had to improve the hand; filled where asked for (--with walls). Key: game_id, hand, event.';
COMMENT ON COLUMN draws.game_id IS 'The game, as in games.';
COMMENT ON COLUMN draws.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN draws.seat IS 'Who draws.';
COMMENT ON COLUMN draws.event IS 'Event of the draw, as in events.';
COMMENT ON COLUMN draws.replacement IS 'Whether it is a replacement tile, after a kan or a north.';
COMMENT ON COLUMN draws.shanten IS 'Shanten number before the draw; NULL, as in the columns after it, where hand or tile are hidden.';
COMMENT ON COLUMN draws.improved IS 'Whether the tile lowers the shanten number; of a tenpai hand, whether it completes it.';
COMMENT ON COLUMN draws.useful IS 'Tiles that would, of those that the seat did not see.';
COMMENT ON COLUMN draws.unseen IS 'Tiles that the seat did not see: in the wall, dead wall included, and in the other hands.';
COMMENT ON COLUMN draws.useful_in_wall IS 'Tiles that would, of those in the wall; NULL where another hand is hidden.';
COMMENT ON COLUMN draws.in_wall IS 'Tiles in the wall, dead wall included, that had not been turned: useful_in_wall / in_wall is the chance of the draw; NULL where another hand is hidden.';

CREATE TABLE walls (
    game_id         VARCHAR NOT NULL,
    hand            SMALLINT NOT NULL,
    agrees          BOOLEAN NOT NULL,
    live            tile[] NOT NULL,
    replacements    tile[] NOT NULL,
    dora_indicators tile[] NOT NULL,
    ura_indicators  tile[] NOT NULL,
    drawn           SMALLINT NOT NULL,
    replaced        SMALLINT NOT NULL
);
COMMENT ON TABLE walls IS 'The wall of a hand, from the published seed or as the server published it; filled where asked for (--with walls). Key: game_id, hand.';
COMMENT ON COLUMN walls.game_id IS 'The game, as in games.';
COMMENT ON COLUMN walls.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN walls.agrees IS 'Whether every tile dealt, drawn and turned is the wall''s; what the wall says of a hand where not is worth nothing.';
COMMENT ON COLUMN walls.live IS 'The tiles of the live wall in the order of drawing, to its end if nobody made a kan; NULL for a first tile that the server left out.';
COMMENT ON COLUMN walls.replacements IS 'The replacement tiles in their order.';
COMMENT ON COLUMN walls.dora_indicators IS 'The five dora indicators in their order, turned or not.';
COMMENT ON COLUMN walls.ura_indicators IS 'The ura indicators under them, turned or not.';
COMMENT ON COLUMN walls.drawn IS 'Tiles that were drawn from the live wall.';
COMMENT ON COLUMN walls.replaced IS 'Replacement tiles that were drawn.';

CREATE TABLE wall_riichis (
    game_id      VARCHAR NOT NULL,
    hand         SMALLINT NOT NULL,
    seat         TINYINT NOT NULL,
    event        SMALLINT NOT NULL,
    to_come      SMALLINT NOT NULL,
    own          SMALLINT NOT NULL,
    draws_to_win SMALLINT
);
COMMENT ON TABLE wall_riichis IS 'What lay in the wall for a riichi when it was declared, where the wall is known; filled where asked for (--with walls). Key: game_id, hand, event.';
COMMENT ON COLUMN wall_riichis.game_id IS 'The game, as in games.';
COMMENT ON COLUMN wall_riichis.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN wall_riichis.seat IS 'Who declared.';
COMMENT ON COLUMN wall_riichis.event IS 'Event of the declaration, as in riichis.';
COMMENT ON COLUMN wall_riichis.to_come IS 'Winning tiles among those that could still be drawn, by anybody, without a further kan.';
COMMENT ON COLUMN wall_riichis.own IS 'Of these, on the declarer''s own draws if nobody called.';
COMMENT ON COLUMN wall_riichis.draws_to_win IS 'The declarer''s first own draw that wins if nobody called, from 1, which is the ippatsu tile; NULL for none.';

CREATE TABLE wall_wins (
    game_id VARCHAR NOT NULL,
    hand    SMALLINT NOT NULL,
    seat    TINYINT NOT NULL,
    event   SMALLINT NOT NULL,
    closed  BOOLEAN NOT NULL,
    dora    TINYINT[] NOT NULL,
    ura     TINYINT[] NOT NULL
);
COMMENT ON TABLE wall_wins IS 'What the indicators gave a win, and the ura would have given it, where the wall is known; filled where asked for (--with walls). Key: game_id, hand, event.';
COMMENT ON COLUMN wall_wins.game_id IS 'The game, as in games.';
COMMENT ON COLUMN wall_wins.hand IS 'The hand, as in hands.';
COMMENT ON COLUMN wall_wins.seat IS 'Who won.';
COMMENT ON COLUMN wall_wins.event IS 'Event of the win, as in wins.';
COMMENT ON COLUMN wall_wins.closed IS 'Whether the winner had called nothing but closed kans.';
COMMENT ON COLUMN wall_wins.dora IS 'For each dora indicator turned, how many of the winner''s tiles it makes dora.';
COMMENT ON COLUMN wall_wins.ura IS 'For each tile under one of these, how many of the winner''s tiles it makes dora, or would have for a hand that was not in riichi.';
