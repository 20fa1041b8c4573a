# build: compiled
"""Games as rows: tuples, which Arrow turns into columns, and packed bytes for the tables of many rows.

A tuple has a value for each column of its table in `schema.COLUMNS`, in their order; golden rows in the tests show each
value in its column. A NamedTuple would take several times as long to make.
"""

from array import array
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

import msgspec

from auditor.core.events import NOT_RECORDED, SEATS, TEDASHI, TSUMOGIRI, Game, Hand, Ryuukyoku, Win
from auditor.core.hand.machi import MACHI_NAMES, completed_machi, machi_bits
from auditor.core.hand.waits import pack
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.reading.log_ids import STARTED, server_of, started_at
from auditor.core.reading.stated_rules import room_and_mode
from auditor.core.results import Amounts, Finding, GameResult, InputResult, Shown, text_of
from auditor.core.rulesets.model import Ruleset
from auditor.core.store import event_counts
from auditor.core.store.packed import EventColumns, Growing, TileCodes, codes_of
from auditor.core.store.schema import ROW_TABLES, TILE_NAMES, SourceRules
from auditor.core.table.ledger import ACCOUNT_NAMES, LedgerEntry, entries_of_end, final_scores, sticks_left
from auditor.core.table.record import DRAWN_FIELDS, TURN_FIELDS, HandRecord, RiichiRecord
from auditor.core.table.wall import INDICATORS
from auditor.core.tiles import KIND_TEXT, LIVE_WALL, WIND_LETTERS, dora_of, mask_kinds
from auditor.core.units import EventIndex, HandIndex, Mark, Points, Tile
from auditor.core.yaku import LIMIT_NAMES
from auditor.core.yaku import NAMES as YAKU_NAMES

Row = tuple[object, ...]
"""A row of any table."""


def finding_row(game_id: str, number: int, finding: Finding, game: GameResult) -> Row:
    """A row of `findings`."""
    penalty = finding.penalty
    return (
        game_id, *game.row(finding).values(), number, _points(finding.expected), _points(finding.actual),
        None if penalty is None else penalty.kind, None if penalty is None else penalty.points,
        None if penalty is None else penalty.text, finding.message_id,
        msgspec.json.encode(finding.arguments).decode(), list(finding.depends_on),
    )  # fmt: skip


def _points(shown: Shown) -> list[Points] | None:
    """The numbers of an expected or actual value; None where it is text."""
    return list(shown.per_seat) if isinstance(shown, Amounts) else None


def ruleset_finding_row(game_id: str, ruleset: str, number: int, finding: Finding) -> Row:
    """A row of `ruleset_findings`."""
    return (
        game_id, ruleset, number, finding.hand, finding.seat, finding.event, finding.check, finding.severity,
        finding.message, text_of(finding.expected), text_of(finding.actual),
    )  # fmt: skip


_KIND_CODES: Final = tuple(TILE_NAMES.index(text) for text in KIND_TEXT)
"""The index of each kind in TILE_NAMES."""

_BLACK: Final = tuple([TILE_NAMES.index(text.replace("0", "5")) for text in TILE_NAMES])
"""The index in TILE_NAMES of each of its tiles, of a red five that of the fives."""

_MACHI_CODES: Final = tuple(
    bytes([number for number in range(len(MACHI_NAMES)) if bits >> number & 1]) for bits in range(1 << len(MACHI_NAMES))
)
"""The indices in MACHI_NAMES of each set of wait shapes, by its bits."""

_DRAW_WIDTH: Final = len(DRAWN_FIELDS)
_TURN_WIDTH: Final = len(TURN_FIELDS)
_TURN_TILE: Final = TURN_FIELDS.index("tile")
_TURN_MACHI: Final = TURN_FIELDS.index("machi")
_TURN_HELD: Final = TURN_FIELDS.index("held")


class PackedRows:
    """Packed rows of equal width; their games and hands are run-length encoded."""

    def __init__(self) -> None:
        self.game_ids: list[str] = []
        self.game_lengths = array("i")
        self.hands = array("i")
        self.hand_lengths = array("i")
        self.packed = bytearray()
        self._of_game = 0

    def begin_game(self) -> None:
        """Begin a game, whose hands follow."""
        self._of_game = 0

    def add(self, hand: HandIndex, packed: bytearray, width: int) -> None:
        """Append the rows of a hand. width: the number of bytes of a row."""
        rows = len(packed) // width
        self.hands.append(hand)
        self.hand_lengths.append(rows)
        self.packed += packed
        self._of_game += rows

    def end_game(self, game_id: str) -> None:
        """End a game, all of whose hands were appended."""
        self.game_ids.append(game_id)
        self.game_lengths.append(self._of_game)

    def parts(self) -> list[Growing]:
        """All collections to which the other methods append."""
        return [self.game_ids, self.game_lengths, self.hands, self.hand_lengths, self.packed]


class PlayColumns:
    """The columns of `turns` and `draws`, in bytes.

    turns, draws: rows of TURN_FIELDS and DRAWN_FIELDS, tiles by their codes. wait_tiles: the waits of all rows in
    tenpai; machi: their shapes. held: the concealed tiles of all. against, genbutsu, safe, suji: as in `TurnRows`.
    """

    def __init__(self) -> None:
        self.turns = PackedRows()
        self.draws = PackedRows()
        self.wait_tiles = bytearray()
        self.machi = bytearray()
        self.held = bytearray()
        self.against = bytearray()
        self.genbutsu = bytearray()
        self.safe = bytearray()
        self.suji = bytearray()

    def parts(self) -> list[Growing]:
        """All collections to which the other methods append."""
        return [
            *self.turns.parts(), *self.draws.parts(), self.wait_tiles, self.machi, self.held, self.against,
            self.genbutsu, self.safe, self.suji,
        ]  # fmt: skip

    def begin_game(self) -> None:
        """Begin a game, whose hands follow."""
        self.turns.begin_game()
        self.draws.begin_game()

    def add(self, record: HandRecord, codes: bytes) -> None:
        """Append what the replay of a hand recorded. codes: the number of each tile id in the enumeration of tiles."""
        if record.wall is not None:
            self.draws.add(record.hand, record.wall.draws, _DRAW_WIDTH)
        turns = record.turns
        if turns is None:
            return
        packed = bytearray(turns.packed)
        packed[_TURN_TILE::_TURN_WIDTH] = packed[_TURN_TILE::_TURN_WIDTH].translate(codes)
        self.turns.add(record.hand, packed, _TURN_WIDTH)
        for bits in bytes(packed[_TURN_MACHI::_TURN_WIDTH]):
            if bits:
                self.machi += _MACHI_CODES[bits]
        start = 0
        for size in bytes(packed[_TURN_HELD::_TURN_WIDTH]):
            self.held += bytes(sorted(bytes(turns.held[start : start + size]).translate(codes)))
            start += size
        for waits in turns.waits:
            for kind in mask_kinds(waits):
                self.wait_tiles.append(_KIND_CODES[kind])
        self.against += turns.against
        self.genbutsu += turns.genbutsu
        self.safe += turns.safe
        self.suji += turns.suji

    def end_game(self, game_id: str) -> None:
        """End a game, all of whose hands were appended."""
        self.turns.end_game(game_id)
        self.draws.end_game(game_id)


class DealColumns:
    """The columns of `deals`.

    seats: a byte for each row. sizes: how many tiles were dealt, None where the log hides any of them. tiles: those of
    all rows, by their codes, ascending. shanten: as dealt, or None. dora, reds: how many of them are.
    """

    def __init__(self) -> None:
        self.seats = PackedRows()
        self.sizes: list[int | None] = []
        self.tiles = bytearray()
        self.shanten: list[int | None] = []
        self.dora: list[int | None] = []
        self.reds: list[int | None] = []

    def parts(self) -> list[Growing]:
        """All collections to which `add` and its caller append."""
        return [*self.seats.parts(), self.sizes, self.tiles, self.shanten, self.dora, self.reds]

    def add(self, hand: Hand, record: HandRecord, players: int, codes: bytes) -> None:
        """Append the deal of a hand. codes: the number of each tile id in the enumeration of tiles."""
        self.seats.add(hand.index, bytearray(range(players)), 1)
        dora = TILE_NAMES.index(KIND_TEXT[dora_of(hand.indicator >> 2, players)]) if hand.indicator >= 0 else -1
        for seat in range(players):
            tiles = _sorted_codes(hand.dealt[seat], codes)
            self.sizes.append(None if tiles is None else len(tiles))
            self.tiles += tiles or b""
            self.shanten.append(event_counts.dealt_shanten(hand, record, seat, players))
            is_known = tiles is not None and dora >= 0
            self.dora.append(sum([_BLACK[code] == dora for code in tiles or b""]) if is_known else None)
            self.reds.append(None if tiles is None else sum([_BLACK[code] != code for code in tiles]))


def add_wall_rows(rows: dict[str, list[Row]], game_id: str, record: HandRecord, names: tuple[str, ...]) -> None:
    """Add the rows of `walls`, `wall_riichis` and `wall_wins` of a hand. names: the text of each tile id."""
    seen = record.wall
    if seen is None or seen.wall is None:
        return
    wall = seen.wall
    hand = record.hand
    rows["walls"].append((
        game_id, hand, seen.agrees,
        _named([wall.draw(number) for number in range(LIVE_WALL[wall.players])], names),
        _named([wall.replacement(number) for number in range(wall.replacements)], names),
        _named([wall.indicator(number) for number in range(INDICATORS)], names),
        _named([wall.ura(number) for number in range(INDICATORS)], names),
        seen.drawn, seen.replaced,
    ))  # fmt: skip
    for riichi in seen.riichis:
        rows["wall_riichis"].append(
            (game_id, hand, riichi.seat, riichi.event, riichi.to_come, riichi.own, riichi.draws_to_win or None)
        )
    for win in seen.wins:
        rows["wall_wins"].append((game_id, hand, win.seat, win.event, win.closed, win.dora, win.ura))


def _named(tiles: Sequence[Tile | None], names: tuple[str, ...]) -> list[str | None]:
    """The texts of tiles, None for an unknown one."""
    return [None if tile is None else names[tile] for tile in tiles]


_BASE32: Final = "abcdefghijklmnopqrstuvwxyz234567"


def key_of(*parts: str) -> str:
    """A stable key made from texts: 12 letters and digits (60 bits), short enough for DuckDB to join on fast."""
    digest = sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()
    number = int.from_bytes(digest[:8], "big") >> 4
    return "".join([_BASE32[number >> shift & 31] for shift in range(55, -1, -5)])


def source_key(result: InputResult) -> str:
    """The key of an input, made from path, member and content."""
    return key_of(result.path, result.member or "", result.sha256 or "")


class GameRows:
    """Rows of inputs and their audited games, collected until they are loaded together."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {table: [] for table in ROW_TABLES}
        self.events = EventColumns()
        self.deals = DealColumns()
        self.plays = PlayColumns()

    def sizes(self) -> list[int]:
        """The current lengths of all collections, for `cut`."""
        return [len(part) for part in self._parts()]

    def cut(self, sizes: list[int]) -> None:
        """Remove what was added since `sizes`: a game that failed half-way."""
        for part, size in zip(self._parts(), sizes, strict=True):
            del part[size:]

    def extend(self, other: "GameRows") -> None:
        """Append the rows of another."""
        for part, more in zip(self._parts(), other._parts(), strict=True):
            part.extend(more)

    def without_games(self, problem: str) -> "GameRows":
        """The rows of the inputs alone, each with a problem, without their games."""
        inputs = GameRows()
        inputs.rows["sources"] = self.rows["sources"]
        inputs.rows["problems"] = [(source[0], 0, "", problem) for source in self.rows["sources"]]
        return inputs

    def _parts(self) -> list[Growing]:
        return [*self.rows.values(), *self.events.parts(), *self.deals.parts(), *self.plays.parts()]

    def add_source(self, source_id: str, result: InputResult, rules: SourceRules, version: str) -> None:
        """Add an input and its problems."""
        loaded_at = datetime.now(UTC).replace(tzinfo=None)
        self.rows["sources"].append((
            source_id, result.path, result.member, result.format, result.sha256, result.bytes, loaded_at,
            rules.text, version, list(rules.also_under), list(rules.optional_tables),
        ))  # fmt: skip
        problems = enumerate(result.problems)
        self.rows["problems"].extend([(source_id, number, one.place, one.message) for number, one in problems])

    def add_game(
        self, game_id: str, source_id: str, game: Game, ruleset: Ruleset, records: list[HandRecord], result: GameResult
    ) -> None:
        """Add a game, by its key and that of its input, with everything that belongs to it.

        records: the replay's record of each hand. result: that of the audit.
        """
        rows = self.rows
        mismatch = result.mismatch
        codes = codes_of(game.red_tiles)
        replayed = {record.hand: record for record in records}
        self.deals.seats.begin_game()
        self.plays.begin_game()
        self.events.take_discards()  # drops those of a game that failed half-way
        for hand in game.hands:
            self._add_hand(game_id, game.players, hand, replayed[hand.index], codes)
        room, mode = room_and_mode(game)
        started = started_at(game.log_id, game.attributes.get(STARTED, ""))
        rows["games"].append((
            game_id, game.log_id or None, source_id, game.format, ruleset.name, game.players, ruleset.game.length,
            game.red_fives, result.reason, started, _recorded(game.lobby), _recorded(game.rule_bits),
            game.rule_text or None, result.shuffle or None, list(result.also_under),
            list(mismatch.ways) if mismatch else [], list(mismatch.fitting) if mismatch else [], result.number,
            _server(game) or None, event_counts.play_digest(self.events.take_discards()) or None, room or None,
            mode or None, None,
        ))  # fmt: skip
        self._add_seats(game_id, game, self._add_end(game_id, game, ruleset, records, result.is_over), ruleset)
        self.events.game_ids.append(game_id)
        self.events.game_hands.append(len(game.hands))
        self.deals.seats.end_game(game_id)
        self.plays.end_game(game_id)
        found = enumerate(result.findings)
        rows["findings"].extend([finding_row(game_id, number, one, result) for number, one in found])
        for name, findings in result.also_under.items():
            rows["ruleset_findings"].extend(
                [ruleset_finding_row(game_id, name, number, finding) for number, finding in enumerate(findings)]
            )

    def _add_end(
        self, game_id: str, game: Game, ruleset: Ruleset, records: list[HandRecord], is_over: bool
    ) -> list[Points]:
        """Add the payments at the end of a game to `ledger`. Returns the points after them; [] if it is not over."""
        if not is_over or not records:
            return []
        last = records[-1]
        points = last.end_scores[: game.players]
        due = sticks_left(points, last.end_sticks, ruleset)
        entries = entries_of_end(max(0, len(last.events) - 1), due)
        self._add_entries(game_id, last.hand, entries, len(last.ledger))
        return [one + more for one, more in zip(points, due, strict=True)]

    def _add_seats(self, game_id: str, game: Game, end: list[Points], ruleset: Ruleset) -> None:
        shared = ruleset.game.placement_ties == "share"
        start = game.hands[0].scores if game.hands else ()
        final = (game.result.points or ()) if game.result else ()
        scores = (game.result.scores or ()) if game.result else ()
        placements = event_counts.placements((final or scores or tuple(end))[: game.players], shared)
        points = list(final or end)[: game.players]
        computed = final_scores(points, ruleset) if ruleset.game.placement and len(points) == game.players else []
        for seat in range(game.players):
            player = game.seats[seat] if seat < len(game.seats) else None
            self.rows["seats"].append((
                game_id, seat, player.name if player else None, player.grade if player else None,
                player.rating if player else None, start[seat] if seat < len(start) else None,
                final[seat] if seat < len(final) else None, scores[seat] if seat < len(scores) else None,
                placements[seat] if seat < len(placements) else None, end[seat] if seat < len(end) else None,
                computed[seat] if seat < len(computed) else None, None,
            ))  # fmt: skip

    def _add_hand(self, game_id: str, players: int, hand: Hand, record: HandRecord, codes: TileCodes) -> None:
        rows = self.rows
        names = codes.texts
        index = hand.index
        marks = record.marks
        acts = self.events.add(hand, record, marks, codes)
        self.deals.add(hand, record, players, codes.names)
        self.plays.add(record, codes.names)
        add_wall_rows(rows, game_id, record, names)
        start = list(hand.scores[:players])
        end = record.end_scores[:players]
        rows["hands"].append((
            game_id, index, hand.name, WIND_LETTERS[hand.round // 4 % 4], record.dealer, record.honba, record.sticks,
            record.outcome, record.draws, [names[tile] for tile in record.indicators if tile >= 0],
            [names[tile] for tile in record.ura if tile >= 0], [end[seat] - start[seat] for seat in range(len(start))],
            start, end, record.end_sticks, _tenpai(players, hand), len(hand.events),
            len(hand.events) if record.stopped_at is None else record.stopped_at, record.stopped_at,
            [str(one) for one in record.unjudged], event_counts.count_calls(acts, players),
            event_counts.starting_shanten(hand, record, players), [list(one.checks) for one in record.unjudged],
            event_counts.discards_before(acts, len(acts), players),
        ))  # fmt: skip
        if record.riichis:
            self._add_riichis(game_id, players, hand, record, codes, acts)
        self._add_entries(game_id, index, record.ledger, 0)
        for event in event_counts.wins_in(acts):
            win = hand.events[event]
            if isinstance(win, Win):
                self._add_win(game_id, players, hand, event, win, record, codes, acts)

    def _add_riichis(
        self, game_id: str, players: int, hand: Hand, record: HandRecord, codes: TileCodes, acts: bytes
    ) -> None:
        marks = record.marks
        for riichi in record.riichis:
            declaring = event_counts.declaring_discard(hand, riichi)
            tile = -1 if declaring is None else hand.events[declaring].tile
            self.rows["riichis"].append((
                game_id, hand.index, riichi.seat, riichi.event, riichi.turn, riichi.accepted, riichi.double,
                riichi.furiten, [KIND_TEXT[kind] for kind in mask_kinds(riichi.waits)], riichi.tiles_left,
                riichi.outcome, _machi_names(riichi), sum(event_counts.discards_before(acts, riichi.event, players)),
                event_counts.unseen_waits(hand, riichi), codes.texts[tile] if tile >= 0 else None,
                _mark(marks, declaring), declaring, event_counts.kans_after(acts, riichi.event, riichi.seat),
            ))  # fmt: skip

    def _add_entries(self, game_id: str, hand: HandIndex, entries: list[LedgerEntry], first: int) -> None:
        """Add ledger entries. first: the number of the first within its hand."""
        for number, entry in enumerate(entries, first):
            self.rows["ledger"].append((
                game_id, hand, entry.event, entry.reason, ACCOUNT_NAMES[entry.from_account],
                ACCOUNT_NAMES[entry.to_account], entry.points, number,
                entry.from_account if entry.from_account < SEATS else None,
                entry.to_account if entry.to_account < SEATS else None,
            ))  # fmt: skip

    def _add_win(
        self, game_id: str, players: int, hand: Hand, event: EventIndex, win: Win, record: HandRecord,
        codes: TileCodes, acts: bytes,
    ) -> None:  # fmt: skip
        yaku = win.yaku
        names = codes.texts
        limit = win.limit
        reading = record.won_readings.get(event)
        seats = max(players, win.seat + 1)  # in a faulty log the winner's seat may not exist
        discards = event_counts.discards_before(acts, event, seats)
        shown = event_counts.winning_hand(hand, event, win)
        self.rows["wins"].append((
            game_id, hand.index, win.seat, win.from_seat, names[win.tile] if win.tile >= 0 else None,
            any([riichi.accepted and riichi.seat == win.seat for riichi in record.riichis]),
            None if yaku is None else sum([han for _, han in yaku]), _recorded(win.fu), _recorded(win.points),
            LIMIT_NAMES[limit] if 0 <= limit < len(LIMIT_NAMES) else None,
            None if yaku is None else [YAKU_NAMES[number] for number, _ in yaku],
            None if reading is None else completed_machi(reading), event, discards[win.seat], _recorded(win.honba),
            _recorded(win.sticks), None if win.deltas is None else list(win.deltas[:players]),
            win.pao_seat if win.pao_seat >= 0 else None, discards[:players],
            event_counts.event_won_on(acts, event, win.from_seat), _sorted_names(shown.concealed, codes),
            [_named(meld, names) for meld in shown.meld_tiles()], shown.norths(), *_bonus(yaku),
        ))  # fmt: skip
        for number, (name, han) in enumerate(yaku or ()):
            self.rows["win_yaku"].append((game_id, hand.index, win.seat, YAKU_NAMES[name], han, event, number))


_IPPATSU: Final = YAKU_NAMES.index("ippatsu")
_DORA, _URA_DORA, _RED_FIVE = (YAKU_NAMES.index(name) for name in ("dora", "ura dora", "red five"))


def _bonus(yaku: tuple[tuple[int, int], ...] | None) -> tuple[int | None, ...]:
    """The han of dora, ura dora and red fives, and of all but ippatsu and ura dora; None where no yaku are recorded."""
    if yaku is None:
        return (None,) * 4
    dora = ura = reds = luck = total = 0
    for number, han in yaku:
        total += han
        if number == _DORA:
            dora += han
        elif number == _URA_DORA:
            ura += han
        elif number == _RED_FIVE:
            reds += han
        elif number == _IPPATSU:
            luck += han
    return dora, ura, reds, total - ura - luck


def _sorted_codes(tiles: Sequence[Tile], codes: bytes) -> bytes | None:
    """The codes of tiles, ascending; None if any is hidden. codes: as for `DealColumns.add`."""
    return None if -1 in tiles else bytes(sorted(bytes(tiles).translate(codes)))


def _sorted_names(tiles: list[Tile], codes: TileCodes) -> list[str] | None:
    """Sorted tiles as texts; None if any is hidden."""
    found = _sorted_codes(tiles, codes.names)
    return None if found is None else [TILE_NAMES[code] for code in found]


def _mark(marks: list[Mark], event: EventIndex | None) -> bool | None:
    """Whether the discard at an event is tsumogiri; None where the replay did not reach it."""
    if event is None or event >= len(marks) or marks[event] not in (TSUMOGIRI, TEDASHI):
        return None
    return marks[event] == TSUMOGIRI


def _machi_names(riichi: RiichiRecord) -> list[str]:
    """The shapes of a riichi's wait, in the order of MACHI_NAMES; [] for a hidden hand."""
    if not riichi.kinds:
        return []
    man, pin, sou, honours = pack(riichi.kinds)
    bits = machi_bits(man, pin, sou, honours, riichi.melds)
    return [name for number, name in enumerate(MACHI_NAMES) if bits >> number & 1]


def _tenpai(players: int, hand: Hand) -> list[bool] | None:
    """Whether the log counts each seat as tenpai at the draw that ends the hand; None where it does not say."""
    last = hand.events[-1] if hand.events else None
    return list(last.tenpai[:players]) if isinstance(last, Ryuukyoku) and last.tenpai is not None else None


def _recorded(value: int) -> int | None:
    return None if value == NOT_RECORDED else value


def _server(game: Game) -> str:
    """The server on which a game was played, or ""."""
    format = FORMAT_BY_NAME.get(game.format)
    return server_of(game.log_id, "" if format is None else format.server)
