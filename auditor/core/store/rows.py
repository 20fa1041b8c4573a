# build: compiled
"""Games as rows: values one after the other, which Arrow turns into columns, and packed bytes for what has most rows.

A row has a value for each column of its table in `schema.COLUMNS`, in their order; golden rows in the tests show each
value in its column. All rows of a table are one list, cut by slices: tuples would have to be taken apart again.
Enumerated values are their numbers and lists of them bytes, but for tables in TEXT_TABLES.
"""

from array import array
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

import msgspec

from auditor.core.events import NOT_RECORDED, SEATS, Game, Hand, Ryuukyoku, Win
from auditor.core.hand.machi import MACHI_NAMES, completed_machi, machi_bits
from auditor.core.hand.waits import packed_suits
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.reading.log_ids import STARTED, server_of, started_at
from auditor.core.reading.stated_rules import room_and_mode
from auditor.core.results import Amounts, Finding, GameResult, InputResult, Shown, Unjudged, phrases_data, text_of
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.records import ALL_CHECKS
from auditor.core.store import event_counts
from auditor.core.store.facts import HandFacts, add_player_games, add_player_hands
from auditor.core.store.packed import NULL, EventColumns, Growing, TileCodes, codes_of, dora_in, is_drawn, sorted_codes
from auditor.core.store.schema import COLUMNS, HAND_OUTCOMES, RIICHI_OUTCOMES, ROW_TABLES, TILE_NAMES, SourceRules
from auditor.core.table.ledger import REASONS, LedgerEntry, entries_of_end, final_scores, sticks_left
from auditor.core.table.record import DRAWN_FIELDS, TURN_FIELDS, HandRecord, RiichiRecord
from auditor.core.table.wall import INDICATORS
from auditor.core.tiles import KIND_TEXT, LIVE_WALL, dora_of, mask_kinds
from auditor.core.units import EventIndex, HandIndex, Points, Tile
from auditor.core.yaku import LIMIT_NAMES
from auditor.core.yaku import NAMES as YAKU_NAMES

Row = tuple[object, ...]
"""A row of any table."""

Rows = dict[str, list[object]]
"""The values of all rows, by table."""


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
        if (turns := record.turns) is None:
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


def add_wall_rows(rows: Rows, game_id: str, record: HandRecord, codes: bytes) -> None:
    """Add the rows of `walls`, `wall_riichis` and `wall_wins` of a hand. codes: the number of each tile id."""
    seen = record.wall
    if seen is None or seen.wall is None:
        return
    wall = seen.wall
    hand = record.hand
    rows["walls"].extend((
        game_id, hand, seen.agrees,
        _numbered([wall.draw(number) for number in range(LIVE_WALL[wall.players])], codes),
        _numbered([wall.replacement(number) for number in range(wall.replacements)], codes),
        _numbered([wall.indicator(number) for number in range(INDICATORS)], codes),
        _numbered([wall.ura(number) for number in range(INDICATORS)], codes),
        seen.drawn, seen.replaced,
    ))  # fmt: skip
    for riichi in seen.riichis:
        rows["wall_riichis"].extend(
            (game_id, hand, riichi.seat, riichi.event, riichi.to_come, riichi.own, riichi.draws_to_win or None)
        )
    for win in seen.wins:
        rows["wall_wins"].extend((game_id, hand, win.seat, win.event, win.closed, win.dora, win.ura))


def _numbered(tiles: Sequence[Tile | None], codes: bytes) -> bytes:
    """The numbers of tiles, NULL for an unknown one."""
    return bytes([NULL if tile is None else codes[tile] for tile in tiles])


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
        self.rows: Rows = {table: [] for table in ROW_TABLES}
        self.events = EventColumns()
        self.plays = PlayColumns()

    def sizes(self) -> list[int]:
        """The current lengths of all collections, for `cut`."""
        return [len(part) for part in self.parts()]

    def cut(self, sizes: list[int]) -> None:
        """Remove what was added since `sizes`: a game that failed half-way."""
        for part, size in zip(self.parts(), sizes, strict=True):
            del part[size:]

    def extend(self, parts: Sequence[Growing]) -> None:
        """Append the rows of another, its `parts`."""
        for part, more in zip(self.parts(), parts, strict=True):
            part.extend(more)

    def without_games(self, problem: str) -> "GameRows":
        """The rows of the inputs alone, each with a problem, without their games."""
        inputs = GameRows()
        inputs.rows["sources"] = self.rows["sources"]
        for source_id in self.rows["sources"][:: len(COLUMNS["sources"])]:
            inputs.rows["problems"].extend((source_id, 0, "", problem))
        return inputs

    def parts(self) -> list[Growing]:
        """All collections of rows: plain data, which another process can be sent."""
        return [*self.rows.values(), *self.events.parts(), *self.plays.parts()]

    def add_source(self, source_id: str, result: InputResult, rules: SourceRules, version: str) -> None:
        """Add an input and its problems."""
        loaded_at = datetime.now(UTC).replace(tzinfo=None)
        self.rows["sources"].extend((
            source_id, result.path, result.member, result.format, result.sha256, result.bytes, loaded_at,
            rules.text, version, list(rules.also_under), list(rules.optional_tables),
        ))  # fmt: skip
        for number, one in enumerate(result.problems):
            self.rows["problems"].extend((source_id, number, one.place, one.message))

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
        self.plays.begin_game()
        self.events.take_discards()  # drops those of a game that failed half-way
        for hand in game.hands:
            self._add_hand(game_id, game.players, hand, replayed[hand.index], codes, hand is game.hands[-1])
        room, mode = room_and_mode(game)
        ways = mismatch.ways if mismatch else ()
        reasons = phrases_data((result.reason, *ways, *[one.reason for one, _ in result.unjudged]))
        started = started_at(game.log_id, game.attributes.get(STARTED, ""))
        server = server_of(game.log_id, FORMAT_BY_NAME[game.format].server if game.format in FORMAT_BY_NAME else "")
        rows["games"].extend((
            game_id, game.log_id or None, source_id, game.format, ruleset.name, game.players, ruleset.game.length,
            game.red_fives, result.reason, reasons, started, _recorded(game.lobby), _recorded(game.rule_bits),
            game.rule_text or None, result.shuffle or None, list(result.also_under),
            list(ways), list(mismatch.fitting) if mismatch else [], result.number,
            server or None, event_counts.play_digest(self.events.take_discards()) or None, room or None,
            mode or None, None,
        ))  # fmt: skip
        end = self._add_end(game_id, game, ruleset, records, result.is_over)
        placements = self._add_seats(game_id, game, end, ruleset)
        add_player_games(rows["player_games"], game_id, game, records, placements)
        self.events.game_ids.append(game_id)
        self.events.game_hands.append(len(game.hands))
        self.plays.end_game(game_id)
        for number, one in enumerate(result.findings):
            rows["findings"].extend(finding_row(game_id, number, one, result))
        for name, findings in result.also_under.items():
            for number, finding in enumerate(findings):
                rows["ruleset_findings"].extend(ruleset_finding_row(game_id, name, number, finding))

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

    def _add_seats(self, game_id: str, game: Game, end: list[Points], ruleset: Ruleset) -> list[int]:
        """Add the seats of a game. Returns their placements, [] without any."""
        shared = ruleset.game.placement_ties == "share"
        start = game.hands[0].scores if game.hands else ()
        final = (game.result.points or ()) if game.result else ()
        scores = (game.result.scores or ()) if game.result else ()
        placements = event_counts.placements((final or scores or tuple(end))[: game.players], shared)
        points = list(final or end)[: game.players]
        is_known = bool(ruleset.game.placement) and ruleset.off != ALL_CHECKS and len(points) == game.players
        computed = final_scores(points, ruleset) if is_known else []
        for seat in range(game.players):
            player = game.seats[seat] if seat < len(game.seats) else None
            self.rows["seats"].extend((
                game_id, seat, player.name if player else None, player.grade if player else None,
                player.rating if player else None, start[seat] if seat < len(start) else None,
                final[seat] if seat < len(final) else None, scores[seat] if seat < len(scores) else None,
                placements[seat] if seat < len(placements) else None, end[seat] if seat < len(end) else None,
                computed[seat] if seat < len(computed) else None, None,
            ))  # fmt: skip
        return placements

    def _add_hand(
        self, game_id: str, players: int, hand: Hand, record: HandRecord, codes: TileCodes, is_last: bool
    ) -> None:
        """Add a hand. is_last: whether it is the last that the log holds."""
        rows = self.rows
        acts, packed = self.events.add(hand, record, codes)
        self._add_deals(game_id, players, hand, record, codes.names)
        self.plays.add(record, codes.names)
        add_wall_rows(rows, game_id, record, codes.names)
        start = list(hand.scores[:players])
        end = record.end_scores[:players] if record.scores_known else None
        last = hand.events[-1] if hand.events else None
        tenpai = last.tenpai[:players] if isinstance(last, Ryuukyoku) and last.tenpai is not None else None
        calls = event_counts.count_calls(acts, players)
        shanten = event_counts.starting_shanten(hand, record, players)
        texts, checks = _unjudged(record.unjudged)
        rows["hands"].extend((
            game_id, hand.index, hand.round % 16, hand.round // 4 % 4, record.dealer, record.honba, record.sticks,
            _OUTCOMES[record.outcome], record.draws, _known(record.indicators, codes.names),
            _known(record.ura, codes.names), end and [end[seat] - start[seat] for seat in range(len(start))],
            start, end, record.end_sticks, tenpai, len(hand.events),
            len(hand.events) if record.stopped_at is None else record.stopped_at, record.stopped_at,
            texts, calls, shanten, checks, event_counts.discards_before(acts, len(acts), players),
        ))  # fmt: skip
        facts = HandFacts(hand, record, players, calls, shanten, tenpai)
        for riichi in record.riichis:
            self._add_riichi(game_id, riichi, acts, packed, codes.names, facts)
        self._add_entries(game_id, hand.index, record.ledger, 0)
        for event in event_counts.wins_in(acts):
            win = hand.events[event]
            if isinstance(win, Win):
                self._add_win(game_id, event, win, acts, codes.names, facts)
        if record.outcome != "unfinished":
            add_player_hands(rows["player_hands"], game_id, facts, _OUTCOMES[record.outcome], is_last)

    def _add_deals(self, game_id: str, players: int, hand: Hand, record: HandRecord, codes: bytes) -> None:
        dora = TILE_NAMES.index(KIND_TEXT[dora_of(hand.indicator >> 2, players)]) if hand.indicator >= 0 else -1
        rows = self.rows["deals"]
        for seat in range(players):
            is_shown = hand.first_draw_recorded or seat != hand.dealer
            tiles = sorted_codes(hand.dealt[seat], codes) if is_shown else None
            same = reds = None
            if tiles is not None:
                reds, same = dora_in(tiles, dora)
            shanten = event_counts.dealt_shanten(hand, record, seat, players)
            rows.extend((game_id, hand.index, seat, tiles, shanten, same, reds))

    def _add_riichi(
        self, game_id: str, riichi: RiichiRecord, acts: bytes, packed: bytes, codes: bytes, facts: HandFacts
    ) -> None:
        hand, seat = facts.hand, riichi.seat
        declaring = event_counts.declaring_discard(acts, riichi.event, seat)
        tile = hand.events[declaring].tile if declaring is not None else -1
        waits = mask_kinds(riichi.waits)
        discards = sum(event_counts.discards_before(acts, riichi.event, facts.players))
        unseen = event_counts.unseen_waits(hand, riichi)
        machi = 0
        if riichi.kinds:  # else the hand is hidden
            man, pin, sou, honours = packed_suits(riichi.kinds)
            machi = machi_bits(man, pin, sou, honours, riichi.melds)
        self.rows["riichis"].extend((
            game_id, hand.index, seat, riichi.event, riichi.turn, riichi.accepted, riichi.double, riichi.furiten,
            bytes([_KIND_CODES[kind] for kind in waits]), riichi.tiles_left, _RIICHI_OUTCOMES[riichi.outcome],
            _MACHI_CODES[machi], discards, unseen, codes[tile] if tile >= 0 else None,
            None if declaring is None else is_drawn(packed, declaring), declaring,
            event_counts.kans_after(acts, riichi.event, seat),
        ))  # fmt: skip
        facts.declared.append((riichi, discards, len(waits), unseen))

    def _add_entries(self, game_id: str, hand: HandIndex, entries: list[LedgerEntry], first: int) -> None:
        """Add ledger entries. first: the number of the first within its hand."""
        rows = self.rows["ledger"]
        number = first
        for entry in entries:
            giver, taker = entry.from_account, entry.to_account
            rows.extend((
                game_id, hand, entry.event, _REASONS[entry.reason], giver, taker, entry.points, number,
                giver if giver < SEATS else None, taker if taker < SEATS else None,
            ))  # fmt: skip
            number += 1

    def _add_win(self, game_id: str, event: EventIndex, win: Win, acts: bytes, codes: bytes, facts: HandFacts) -> None:
        record, players, hand = facts.record, facts.players, facts.hand.index
        yaku, limit = win.yaku, win.limit
        discards = event_counts.discards_before(acts, event, max(players, win.seat + 1))  # a faulty log's winner
        reading = record.won_readings.get(event)
        shown = event_counts.winning_hand(facts.hand, event, win, acts)
        riichi = False
        for one in record.riichis:
            riichi = riichi or (one.accepted and one.seat == win.seat)
        han, bonus = _han(yaku)
        self.rows["wins"].extend((
            game_id, hand, win.seat, win.from_seat, codes[win.tile] if win.tile >= 0 else None, riichi, han,
            _recorded(win.fu), _recorded(win.points), limit if 0 <= limit < len(LIMIT_NAMES) else None,
            None if yaku is None else bytes([number for number, _ in yaku]),
            None if reading is None else _MACHI_NUMBERS[completed_machi(reading)], event, discards[win.seat],
            _recorded(win.honba), _recorded(win.sticks), None if win.deltas is None else win.deltas[:players],
            win.pao_seat if win.pao_seat >= 0 else None, discards[:players],
            event_counts.event_won_on(acts, event, win.from_seat), sorted_codes(shown.concealed, codes),
            [bytes([codes[tile & NULL] for tile in meld]) for meld in shown.meld_tiles()], shown.norths(), *bonus,
        ))  # fmt: skip
        for place, (number, each) in enumerate(yaku or ()):
            self.rows["win_yaku"].extend((game_id, hand, win.seat, number, each, event, place))
        facts.add_win(win, riichi, discards, han, bonus[1])


_IPPATSU: Final = YAKU_NAMES.index("ippatsu")
_DORA, _URA_DORA, _RED_FIVE = (YAKU_NAMES.index(name) for name in ("dora", "ura dora", "red five"))
_REASONS: Final = {name: number for number, name in enumerate(REASONS)}
_OUTCOMES: Final = {name: number for number, name in enumerate(HAND_OUTCOMES)}
_RIICHI_OUTCOMES: Final = {name: number for number, name in enumerate(RIICHI_OUTCOMES)}
_MACHI_NUMBERS: Final = {name: number for number, name in enumerate(MACHI_NAMES)}


def _han(yaku: tuple[tuple[int, int], ...] | None) -> tuple[int | None, tuple[int | None, ...]]:
    """The han of all yaku; of dora, ura dora and red fives, and of all but ippatsu and ura dora. None without yaku."""
    if yaku is None:
        return None, (None,) * 4
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
    return total, (dora, ura, reds, total - ura - luck)


def _known(tiles: list[Tile], codes: bytes) -> bytes:
    """The codes of tiles but for unknown ones."""
    return bytes([codes[tile] for tile in tiles if tile >= 0])


_UNJUDGED: Final[dict[tuple[Unjudged, ...], tuple[list[str], list[list[str]]]]] = {}
"""The texts and checks of what was not judged in a hand: the same few in nearly all. Emptied where it grows."""
_MOST_UNJUDGED: Final = 1024


def _unjudged(unjudged: list[Unjudged]) -> tuple[list[str], list[list[str]]]:
    """The texts of what was not judged in a hand, and the checks of each."""
    key = tuple(unjudged)
    if (known := _UNJUDGED.get(key)) is None:
        if len(_UNJUDGED) >= _MOST_UNJUDGED:
            _UNJUDGED.clear()
        known = _UNJUDGED[key] = [str(one) for one in unjudged], [list(one.checks) for one in unjudged]
    return known


def _recorded(value: int) -> int | None:
    return None if value == NOT_RECORDED else value
