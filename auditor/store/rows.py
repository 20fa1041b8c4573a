"""A game as rows of the tables that are filled row by row: a field for each column of ``schema.sql``, in its order.

Tuples are what Arrow turns into columns; by the names of what makes them no value comes into another's place. Compiled,
such a call is as fast as the bare tuple; a NamedTuple takes several times as long.
"""

import re
from array import array
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from auditor.events import NOT_RECORDED, Game, Hand, Ryuukyoku, Win
from auditor.hand.machi import MACHI_NAMES, completed_machi, machi_bits
from auditor.hand.waits import pack
from auditor.results import Finding, FindingRow
from auditor.rulesets.choice import RulesetMismatch
from auditor.rulesets.model import Ruleset
from auditor.store import event_counts as tallies
from auditor.store.packed import EventColumns, Growing, TileCodes, codes_of
from auditor.store.schema import ROW_TABLES, TILE_NAMES
from auditor.table.ledger import ACCOUNT_NAMES
from auditor.table.record import DRAWN_FIELDS, TURN_FIELDS, HandRecord, RiichiRecord
from auditor.table.wall import INDICATORS
from auditor.tiles import KIND_TEXT, LIVE_WALL, WIND_LETTERS, mask_kinds, tile_names
from auditor.units import EventIndex, Fu, Han, HandIndex, Points, SeatIndex, Tile, TurnNumber
from auditor.yaku import LIMIT_NAMES
from auditor.yaku import NAMES as YAKU_NAMES

Row = tuple[object, ...]
"""A row of any table."""


def source_row(
    source_id: str,
    path: str,
    member: str | None,
    format: str | None,
    sha256: str | None,
    bytes: int | None,
    loaded_at: datetime,
    rules: str,
    version: str,
) -> Row:
    """A row of `sources`."""
    return (source_id, path, member, format, sha256, bytes, loaded_at, rules, version)


def problem_row(
    source_id: str,
    problem: int,
    place: str,
    message: str,
) -> Row:
    """A row of `problems`."""
    return (source_id, problem, place, message)


def game_row(
    game_id: str,
    log_id: str | None,
    source_id: str,
    format: str,
    ruleset: str,
    players: int,
    length: int,
    red_fives: bool,
    ruleset_reason: str,
    started_at: datetime | None,
    lobby: int | None,
    rule_bits: int | None,
    rule_text: str | None,
    shuffle: str | None,
    also_under: list[str],
    mismatch: list[str],
    fitting: list[str],
) -> Row:
    """A row of `games`."""
    return (
        game_id, log_id, source_id, format, ruleset, players, length, red_fives, ruleset_reason, started_at, lobby,
        rule_bits, rule_text, shuffle, also_under, mismatch, fitting,
    )  # fmt: skip


def seat_row(
    game_id: str,
    seat: SeatIndex,
    name: str | None,
    grade: str | None,
    rating: float | None,
    start_points: Points | None,
    final_points: Points | None,
    final_score: float | None,
    placement: int | None,
    end_points: Points | None,
) -> Row:
    """A row of `seats`."""
    return (game_id, seat, name, grade, rating, start_points, final_points, final_score, placement, end_points)


def hand_row(
    game_id: str,
    hand: HandIndex,
    round: str,
    round_wind: str,
    dealer: SeatIndex,
    honba: int,
    sticks: int,
    outcome: str,
    draws: int,
    dora_indicators: list[str],
    ura_indicators: list[str],
    deltas: list[Points],
    start_points: list[Points],
    end_points: list[Points],
    end_sticks: int,
    tenpai: list[bool] | None,
    events: int,
    checked_events: int,
    stopped_at: EventIndex | None,
    unjudged: list[str],
    calls: list[int],
    starting_shanten: list[int | None] | None,
) -> Row:
    """A row of `hands`."""
    return (
        game_id, hand, round, round_wind, dealer, honba, sticks, outcome, draws, dora_indicators, ura_indicators,
        deltas, start_points, end_points, end_sticks, tenpai, events, checked_events, stopped_at, unjudged, calls,
        starting_shanten,
    )  # fmt: skip


def riichi_row(
    game_id: str,
    hand: HandIndex,
    seat: SeatIndex,
    event: EventIndex,
    turn: TurnNumber,
    accepted: bool,
    double_riichi: bool,
    furiten: bool,
    waits: list[str],
    tiles_left: int,
    outcome: str,
    machi: list[str],
    discards: int,
    unseen: int | None,
) -> Row:
    """A row of `riichis`."""
    return (
        game_id, hand, seat, event, turn, accepted, double_riichi, furiten, waits, tiles_left, outcome, machi,
        discards, unseen,
    )  # fmt: skip


def win_row(
    game_id: str,
    hand: HandIndex,
    seat: SeatIndex,
    from_seat: SeatIndex,
    tile: str | None,
    riichi: bool,
    han: Han | None,
    fu: Fu | None,
    points: Points | None,
    limit_name: str | None,
    yaku: list[str] | None,
    machi: str | None,
    event: EventIndex,
    turn: TurnNumber,
    honba: int | None,
    sticks: int | None,
    deltas: list[Points] | None,
    pao_seat: SeatIndex | None,
    discards: list[int],
) -> Row:
    """A row of `wins`."""
    return (
        game_id, hand, seat, from_seat, tile, riichi, han, fu, points, limit_name, yaku, machi, event, turn, honba,
        sticks, deltas, pao_seat, discards,
    )  # fmt: skip


def win_yaku_row(
    game_id: str,
    hand: HandIndex,
    seat: SeatIndex,
    yaku: str,
    han: Han,
    event: EventIndex,
    place: int,
) -> Row:
    """A row of `win_yaku`."""
    return (game_id, hand, seat, yaku, han, event, place)


def ledger_row(
    game_id: str,
    hand: HandIndex,
    event: EventIndex,
    reason: str,
    from_account: str,
    to_account: str,
    points: Points,
    entry: int,
) -> Row:
    """A row of `ledger`."""
    return (game_id, hand, event, reason, from_account, to_account, points, entry)


def ruleset_finding_row(
    game_id: str,
    ruleset: str,
    finding: int,
    hand: HandIndex | None,
    seat: SeatIndex | None,
    event: EventIndex | None,
    check: str,
    severity: str,
    message: str,
    expected: str | None,
    actual: str | None,
) -> Row:
    """A row of `ruleset_findings`."""
    return (game_id, ruleset, finding, hand, seat, event, check, severity, message, expected, actual)


def wall_row(
    game_id: str,
    hand: HandIndex,
    agrees: bool,
    live: list[str | None],
    replacements: list[str | None],
    dora_indicators: list[str | None],
    ura_indicators: list[str | None],
    drawn: int,
    replaced: int,
) -> Row:
    """A row of `walls`."""
    return (game_id, hand, agrees, live, replacements, dora_indicators, ura_indicators, drawn, replaced)


def wall_riichi_row(
    game_id: str,
    hand: HandIndex,
    seat: SeatIndex,
    event: EventIndex,
    to_come: int,
    own: int,
    draws_to_win: int | None,
) -> Row:
    """A row of `wall_riichis`."""
    return (game_id, hand, seat, event, to_come, own, draws_to_win)


def wall_win_row(
    game_id: str,
    hand: HandIndex,
    seat: SeatIndex,
    event: EventIndex,
    closed: bool,
    dora: list[int],
    ura: list[int],
) -> Row:
    """A row of `wall_wins`."""
    return (game_id, hand, seat, event, closed, dora, ura)


_KIND_CODES: Final = tuple(TILE_NAMES.index(text) for text in KIND_TEXT)
"""Place of each kind in TILE_NAMES."""

_MACHI_CODES: Final = tuple(
    bytes([place for place in range(len(MACHI_NAMES)) if bits >> place & 1]) for bits in range(1 << len(MACHI_NAMES))
)
"""For each set of shapes their places in MACHI_NAMES."""

_DRAW_WIDTH: Final = len(DRAWN_FIELDS)
_TURN_WIDTH: Final = len(TURN_FIELDS)
_TURN_TILE: Final = TURN_FIELDS.index("tile")
_TURN_MACHI: Final = TURN_FIELDS.index("machi")


class PackedRows:
    """Rows of one width, packed, of hands of games; games and hands are kept as runs."""

    def __init__(self) -> None:
        self.game_ids: list[str] = []
        self.game_lengths = array("i")
        self.hands = array("i")
        self.hand_lengths = array("i")
        self.packed = bytearray()
        self._of_game = 0

    def begin_game(self) -> None:
        """The hands of another game follow."""
        self._of_game = 0

    def add(self, hand: HandIndex, packed: bytearray, width: int) -> None:
        """Append the rows of a hand, so many bytes wide."""
        rows = len(packed) // width
        self.hands.append(hand)
        self.hand_lengths.append(rows)
        self.packed += packed
        self._of_game += rows

    def end_game(self, game_id: str) -> None:
        """All hands of a game were appended."""
        self.game_ids.append(game_id)
        self.game_lengths.append(self._of_game)

    def parts(self) -> list[Growing]:
        """All that grows."""
        return [self.game_ids, self.game_lengths, self.hands, self.hand_lengths, self.packed]


class PlayColumns:
    """What each discard and each draw of audited games was, in bytes.

    turns, draws: TURN_FIELDS and DRAWN_FIELDS a row, tiles by their codes. wait_tiles: the waits of all rows in tenpai;
    machi: their shapes. against, genbutsu, safe: as in `TurnRows`.
    """

    def __init__(self) -> None:
        self.turns = PackedRows()
        self.draws = PackedRows()
        self.wait_tiles = bytearray()
        self.machi = bytearray()
        self.against = bytearray()
        self.genbutsu = bytearray()
        self.safe = bytearray()

    def parts(self) -> list[Growing]:
        """All that grows."""
        return [
            *self.turns.parts(), *self.draws.parts(), self.wait_tiles, self.machi, self.against, self.genbutsu,
            self.safe,
        ]  # fmt: skip

    def begin_game(self) -> None:
        """The hands of another game follow."""
        self.turns.begin_game()
        self.draws.begin_game()

    def add(self, record: HandRecord, codes: bytes) -> None:
        """Append what the replay of a hand kept. codes: for each tile id its number in the enumeration of tiles."""
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
        for waits in turns.waits:
            for kind in mask_kinds(waits):
                self.wait_tiles.append(_KIND_CODES[kind])
        self.against += turns.against
        self.genbutsu += turns.genbutsu
        self.safe += turns.safe

    def end_game(self, game_id: str) -> None:
        """All hands of a game were appended."""
        self.turns.end_game(game_id)
        self.draws.end_game(game_id)


def add_wall_rows(rows: dict[str, list[Row]], game_id: str, record: HandRecord, names: tuple[str, ...]) -> None:
    """Add the rows of `walls`, `wall_riichis` and `wall_wins` of a hand. names: the text of each tile id."""
    seen = record.wall
    if seen is None or seen.wall is None:
        return
    wall = seen.wall
    hand = record.hand
    rows["walls"].append(
        wall_row(
            game_id=game_id,
            hand=hand,
            agrees=seen.agrees,
            live=_named([wall.draw(number) for number in range(LIVE_WALL[wall.players])], names),
            replacements=_named([wall.replacement(number) for number in range(wall.replacements)], names),
            dora_indicators=_named([wall.indicator(number) for number in range(INDICATORS)], names),
            ura_indicators=_named([wall.ura(number) for number in range(INDICATORS)], names),
            drawn=seen.drawn,
            replaced=seen.replaced,
        )
    )
    for riichi in seen.riichis:
        draws_to_win = riichi.draws_to_win or None
        rows["wall_riichis"].append(
            wall_riichi_row(
                game_id=game_id,
                hand=hand,
                seat=riichi.seat,
                event=riichi.event,
                to_come=riichi.to_come,
                own=riichi.own,
                draws_to_win=draws_to_win,
            )
        )
    for win in seen.wins:
        rows["wall_wins"].append(
            wall_win_row(
                game_id=game_id,
                hand=hand,
                seat=win.seat,
                event=win.event,
                closed=win.closed,
                dora=win.dora,
                ura=win.ura,
            )
        )


def _named(tiles: list[Tile | None], names: tuple[str, ...]) -> list[str | None]:
    """The texts of tiles, None for one that is not known."""
    return [None if tile is None else names[tile] for tile in tiles]


_BASE32: Final = "abcdefghijklmnopqrstuvwxyz234567"

LOG_TIME: Final = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)?gm-")


def key_of(*parts: str) -> str:
    """A stable key made from texts: 12 letters and digits (60 bits), short enough for DuckDB to join on fast."""
    digest = sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()
    number = int.from_bytes(digest[:8], "big") >> 4
    return "".join([_BASE32[number >> place & 31] for place in range(55, -1, -5)])


class GameRows:
    """Rows of inputs and their audited games, collected until they are loaded together."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {table: [] for table in ROW_TABLES}
        self.events = EventColumns()
        self.plays = PlayColumns()

    def sizes(self) -> list[int]:
        """How far everything that grows has grown, for `cut`."""
        return [len(part) for part in self._parts()]

    def cut(self, sizes: list[int]) -> None:
        """Take away what was added since: a game that could be added only in part."""
        for part, size in zip(self._parts(), sizes, strict=True):
            del part[size:]

    def _parts(self) -> list[Growing]:
        return [*self.rows.values(), *self.events.parts(), *self.plays.parts()]

    def add_source(
        self,
        source_id: str,
        path: str,
        member: str | None,
        format: str | None,
        sha256: str | None,
        bytes: int | None,
        rules: str,
        version: str,
        problems: list[tuple[str, str]],
    ) -> None:
        """Add an input, and what of it could not be read: pairs (place, message)."""
        loaded_at = datetime.now(UTC).replace(tzinfo=None)
        self.rows["sources"].append(
            source_row(
                source_id=source_id,
                path=path,
                member=member,
                format=format,
                sha256=sha256,
                bytes=bytes,
                loaded_at=loaded_at,
                rules=rules,
                version=version,
            )
        )
        self.rows["problems"].extend(
            [
                problem_row(source_id=source_id, problem=number, place=place, message=message)
                for number, (place, message) in enumerate(problems)
            ]
        )

    def add_game(
        self,
        game_id: str,
        source_id: str,
        game: Game,
        ruleset: Ruleset,
        reason: str,
        records: list[HandRecord],
        findings: list[FindingRow],
        also_under: Mapping[str, list[Finding]],
        mismatch: RulesetMismatch | None = None,
        *,
        is_over: bool = False,
        shuffle: str = "",
    ) -> None:
        """Add a game with all that belongs to it.

        also_under: what each further ruleset finds in it. is_over: whether it is known to end with its last hand.
        shuffle: its `shuffle_digest`.
        """
        rows = self.rows
        names = tile_names(game.red_tiles)
        codes = codes_of(game.red_tiles)
        rows["games"].append(
            game_row(
                game_id=game_id,
                log_id=game.log_id or None,
                source_id=source_id,
                format=game.format,
                ruleset=ruleset.name,
                players=game.players,
                length=ruleset.game.length,
                red_fives=game.red_fives,
                ruleset_reason=reason,
                started_at=log_time(game.log_id),
                lobby=_recorded(game.lobby),
                rule_bits=_recorded(game.rule_bits),
                rule_text=game.rule_text or None,
                shuffle=shuffle or None,
                also_under=list(also_under),
                mismatch=list(mismatch.ways) if mismatch else [],
                fitting=list(mismatch.fitting) if mismatch else [],
            )
        )
        end = tallies.final_points(records[-1], game.players, ruleset) if is_over and records else []
        self._add_seats(game_id, game, end, ruleset.game.placement_ties == "share")
        replayed = {record.hand: record for record in records}
        self.plays.begin_game()
        for hand in game.hands:
            self._add_hand(game_id, game.players, hand, replayed[hand.index], names, codes)
        self.events.game_ids.append(game_id)
        self.events.game_hands.append(len(game.hands))
        self.plays.end_game(game_id)
        rows["findings"].extend([(game_id, *finding, number) for number, finding in enumerate(findings)])
        self._add_ruleset_findings(game_id, also_under)

    def _add_ruleset_findings(self, game_id: str, also_under: Mapping[str, list[Finding]]) -> None:
        for name, found in also_under.items():
            self.rows["ruleset_findings"].extend(
                [
                    ruleset_finding_row(
                        game_id=game_id,
                        ruleset=name,
                        finding=number,
                        hand=one.hand,
                        seat=one.seat,
                        event=one.event,
                        check=one.check,
                        severity=one.severity,
                        message=one.message,
                        expected=one.expected,
                        actual=one.actual,
                    )
                    for number, one in enumerate(found)
                ]
            )

    def _add_seats(self, game_id: str, game: Game, end: list[Points], shared: bool) -> None:
        start = game.hands[0].scores if game.hands else ()
        final = (game.result.points or ()) if game.result else ()
        scores = (game.result.scores or ()) if game.result else ()
        places = tallies.placements((final or scores or tuple(end))[: game.players], shared)
        for seat in range(game.players):
            player = game.seats[seat] if seat < len(game.seats) else None
            self.rows["seats"].append(
                seat_row(
                    game_id=game_id,
                    seat=seat,
                    name=player.name if player else None,
                    grade=player.grade if player else None,
                    rating=player.rating if player else None,
                    start_points=start[seat] if seat < len(start) else None,
                    final_points=final[seat] if seat < len(final) else None,
                    final_score=scores[seat] if seat < len(scores) else None,
                    placement=places[seat] if seat < len(places) else None,
                    end_points=end[seat] if seat < len(end) else None,
                )
            )

    def _add_hand(
        self,
        game_id: str,
        players: int,
        hand: Hand,
        record: HandRecord,
        names: tuple[str, ...],
        codes: TileCodes,
    ) -> None:
        rows = self.rows
        index = hand.index
        acts = self.events.add(hand, record, codes)
        self.plays.add(record, codes.names)
        add_wall_rows(rows, game_id, record, names)
        start = list(hand.scores[:players])
        end = record.end_scores[:players]
        rows["hands"].append(
            hand_row(
                game_id=game_id,
                hand=index,
                round=hand.name,
                round_wind=WIND_LETTERS[hand.round // 4 % 4],
                dealer=record.dealer,
                honba=record.honba,
                sticks=record.sticks,
                outcome=record.outcome,
                draws=record.draws,
                dora_indicators=[names[tile] for tile in record.indicators if tile >= 0],
                ura_indicators=[names[tile] for tile in record.ura if tile >= 0],
                deltas=[end[seat] - start[seat] for seat in range(len(start))],
                start_points=start,
                end_points=end,
                end_sticks=record.end_sticks,
                tenpai=_tenpai(players, hand),
                events=len(hand.events),
                checked_events=len(hand.events) if record.stopped_at is None else record.stopped_at,
                stopped_at=record.stopped_at,
                unjudged=record.unjudged,
                calls=tallies.count_calls(acts, players),
                starting_shanten=tallies.starting_shanten(hand, record, players),
            )
        )
        self._add_riichis(game_id, players, hand, record, acts)
        self._add_ledger(game_id, index, record)
        for place in tallies.wins_in(acts):
            win = hand.events[place]
            if isinstance(win, Win):
                self._add_win(game_id, players, hand, place, win, record, names, acts)

    def _add_riichis(self, game_id: str, players: int, hand: Hand, record: HandRecord, acts: bytes) -> None:
        for riichi in record.riichis:
            self.rows["riichis"].append(
                riichi_row(
                    game_id=game_id,
                    hand=hand.index,
                    seat=riichi.seat,
                    event=riichi.event,
                    turn=riichi.turn,
                    accepted=riichi.accepted,
                    double_riichi=riichi.double,
                    furiten=riichi.furiten,
                    waits=[KIND_TEXT[kind] for kind in mask_kinds(riichi.waits)],
                    tiles_left=riichi.tiles_left,
                    outcome=riichi.outcome,
                    machi=_machi_names(riichi),
                    discards=sum(tallies.discards_before(acts, riichi.event, players)),
                    unseen=tallies.unseen_waits(hand, riichi),
                )
            )

    def _add_ledger(self, game_id: str, hand: HandIndex, record: HandRecord) -> None:
        for number, entry in enumerate(record.ledger):
            self.rows["ledger"].append(
                ledger_row(
                    game_id,
                    hand,
                    entry.event,
                    entry.reason,
                    ACCOUNT_NAMES[entry.from_account],
                    ACCOUNT_NAMES[entry.to_account],
                    entry.points,
                    number,
                )
            )

    def _add_win(
        self,
        game_id: str,
        players: int,
        hand: Hand,
        place: EventIndex,
        win: Win,
        record: HandRecord,
        names: tuple[str, ...],
        acts: bytes,
    ) -> None:
        yaku = win.yaku
        limit = win.limit
        reading = record.won_readings.get(place)
        discards = tallies.discards_before(acts, place, players)
        self.rows["wins"].append(
            win_row(
                game_id=game_id,
                hand=hand.index,
                seat=win.seat,
                from_seat=win.from_seat,
                tile=names[win.tile] if win.tile >= 0 else None,
                riichi=any([riichi.accepted and riichi.seat == win.seat for riichi in record.riichis]),
                han=None if yaku is None else sum([han for _, han in yaku]),
                fu=_recorded(win.fu),
                points=_recorded(win.points),
                limit_name=LIMIT_NAMES[limit] if 0 <= limit < len(LIMIT_NAMES) else None,
                yaku=None if yaku is None else [YAKU_NAMES[number] for number, _ in yaku],
                machi=None if reading is None else completed_machi(reading),
                event=place,
                turn=discards[win.seat],
                honba=_recorded(win.honba),
                sticks=_recorded(win.sticks),
                deltas=None if win.deltas is None else list(win.deltas[:players]),
                pao_seat=win.pao_seat if win.pao_seat >= 0 else None,
                discards=discards,
            )
        )
        for number, (name, han) in enumerate(yaku or ()):
            self.rows["win_yaku"].append(
                win_yaku_row(game_id, hand.index, win.seat, YAKU_NAMES[name], han, place, number)
            )


def _machi_names(riichi: RiichiRecord) -> list[str]:
    """The shapes of a riichi's wait, in the order of MACHI_NAMES; [] of a hidden hand."""
    if not riichi.kinds:
        return []
    man, pin, sou, honours = pack(riichi.kinds)
    bits = machi_bits(man, pin, sou, honours, riichi.melds)
    return [name for place, name in enumerate(MACHI_NAMES) if bits >> place & 1]


def _tenpai(players: int, hand: Hand) -> list[bool] | None:
    """For each seat whether the log counts it tenpai at the draw that ends the hand, or None where it does not say."""
    last = hand.events[-1] if hand.events else None
    return list(last.tenpai[:players]) if isinstance(last, Ryuukyoku) and last.tenpai is not None else None


def log_time(log_id: str) -> datetime | None:
    """The hour at which the game began, from the log's id (server time), or None where the id tells none."""
    match = LOG_TIME.match(log_id)
    if not match:
        return None
    year, month, day, hour = match.groups()
    try:
        return datetime(int(year), int(month), int(day), int(hour or 0))
    except ValueError:
        return None


def _recorded(value: int) -> int | None:
    return None if value == NOT_RECORDED else value
