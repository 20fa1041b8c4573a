# build: compiled
"""The normalized event model: the only vocabulary that formats and the replay share.

A `Game` holds a header of raw facts and its `Hand`s; a `Hand` holds what was dealt and its events, in order. The
index of an event in `Hand.events` is the ``event`` of findings and tables. Seats are 0-3 as at the start of the
game, points are points, tiles are ids 0-135 (``tiles.UNKNOWN`` where the log hides one).

Nothing here judges: a format puts in what the log says, however wrong. Events are never part of a reference cycle; the
compiled classes declare that (``acyclic``), so that the garbage collector need not track the thousands in a game.
"""

from typing import Any, Final, NamedTuple

from mypy_extensions import i64, mypyc_attr

from auditor.core import units
from auditor.core.text import plural
from auditor.core.tiles import RED_FIVES, TILE_TEXT, UNKNOWN, WIND_LETTERS
from auditor.core.units import EventIndex, EventKind, Fu, Kind, Mark, Points, RoundNumber, SeatIndex, SeatMask, Tile

_MARK_WORDS: Final = ("tedashi", "tsumogiri", "open")
_WITHOUT_TILE: Final = ("riichi", "deposit", "ryuukyoku")

ABOUT_INDICATOR: Final = "indicator"
ABOUT_URA: Final = "ura"
ABOUT_RIICHI: Final = "riichi"
ABOUT_CALL: Final = "call"
ABOUT_TILE: Final = "tile"
ABOUT_DEALER: Final = "dealer"
ABOUT_WINDS: Final = "winds"
ABOUT_END: Final = "end"
ABOUT_WIN: Final = "win"
ABOUT_START: Final = "start"
ABOUT_COPY: Final = "copy"
ABOUT_FIELD: Final = "field"
"""The values of `Contradiction.about`."""


class Disconnection(NamedTuple):
    """A player left (`joined` false) or came back just before event `event` of the hand."""

    event: EventIndex
    seat: SeatIndex
    joined: bool

    def __repr__(self) -> str:
        return f"<seat {self.seat} {'came back' if self.joined else 'left'} before event {self.event}>"


class Contradiction:
    """Two statements of a log about the same point of play that exclude each other.

    about: one of the ABOUT_ constants above. event: its index in the hand, -1 for the deal. seat: the seat concerned,
    or NO_SEAT. message: a sentence. expected, actual: the two statements.
    """

    def __init__(
        self, about: str, event: EventIndex, seat: SeatIndex, message: str, expected: str, actual: str
    ) -> None:
        self.about = about
        self.event = event
        self.seat = seat
        self.message = message
        self.expected = expected
        self.actual = actual


class Player:
    """A seat's player, as the log names it; grade and rating are None where the log has none."""

    def __init__(self, name: str, grade: str | None = None, rating: float | None = None, sex: str = "") -> None:
        self.name = name
        self.grade = grade
        self.rating = rating
        self.sex = sex

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Player) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<player {self.name}{f' {self.grade}' if self.grade else ''}>"

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        return (self.name, self.grade, self.rating, self.sex)


class FinalResult:
    """The settlement at the end of a game: each seat's points, and its score with placement bonus.

    Either is None where the log does not hold it. places: the placement of each seat, from 0, or -1 where the log
    leaves it out; None where it has no placements.
    """

    def __init__(
        self, points: tuple[Points, ...] | None, scores: tuple[float, ...] | None, places: tuple[int, ...] | None = None
    ) -> None:
        self.points = points
        self.scores = scores
        self.places = places

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FinalResult) and self.points == other.points and self.scores == other.scores

    def __hash__(self) -> int:
        return hash((self.points, self.scores))

    def __repr__(self) -> str:
        return f"<result: points {self.points}, scores {self.scores}>"


class Source(NamedTuple):
    """Where a game was read from.

    path: the file as given or found, the name given for a log in memory, or ``-``. member: the name inside an archive
    or database, or "". number: the index of the game in its input, from 0.
    """

    path: str
    member: str
    number: int

    def __str__(self) -> str:
        parts = [self.path, self.member, f"game {self.number}" if self.number else ""]
        return ", ".join([part for part in parts if part])


def event_text(
    name: str, seat: SeatIndex, tile: Tile, tiles: tuple[Tile, ...], from_seat: SeatIndex, mark: Mark
) -> str:
    """An event as `repr` shows it. name: the name of its kind; the rest as in `Event`, -1 where the event has none."""
    parts = [name]
    if seat >= 0:
        parts.append(f"seat {seat}")
    if name not in _WITHOUT_TILE:
        parts.append(tiles_shown((tile,)))
    if tiles:
        parts.append(f"with {tiles_shown(tiles)}")
    if from_seat >= 0:
        parts.append(f"from seat {from_seat}")
    if mark >= 0:
        parts.append(_MARK_WORDS[mark])
    return " ".join(parts)


def tiles_shown(tiles: tuple[Tile, ...]) -> str:
    """Tiles as `repr` shows them: for each its face, with the usual red fives, and its id."""
    return " ".join([f"{TILE_TEXT[tile]}({tile})" if 0 <= tile < len(TILE_TEXT) else "?" for tile in tiles])


def points_shown(points: tuple[Points, ...]) -> str:
    """Points as `repr` shows them."""
    return " ".join([str(of_seat) for of_seat in points])


OFFER_BITS: Final = 15
"""How many bits each seat has in an entry of `ServerRecord.offers`."""
NUMBERED_OFFERS: Final = 12
"""How many of these bits, from the lowest, have Mahjong Soul's numbers of operations."""
OFFERS_OPEN_RIICHI: Final = 1 << 0
OFFERS_CHI: Final = 1 << 2
OFFERS_PON: Final = 1 << 3
OFFERS_CLOSED_KAN: Final = 1 << 4
OFFERS_OPEN_KAN: Final = 1 << 5
OFFERS_ADDED_KAN: Final = 1 << 6
OFFERS_RIICHI: Final = 1 << 7
OFFERS_TSUMO: Final = 1 << 8
OFFERS_RON: Final = 1 << 9
OFFERS_NINE_TERMINALS: Final = 1 << 10
OFFERS_NORTH: Final = 1 << 11
OFFERS_CHI_LOW: Final = 1 << 12 | OFFERS_CHI
OFFERS_CHI_MIDDLE: Final = 1 << 13 | OFFERS_CHI
OFFERS_CHI_HIGH: Final = 1 << 14 | OFFERS_CHI
CHI_FORMS: Final = (OFFERS_CHI_LOW, OFFERS_CHI_MIDDLE, OFFERS_CHI_HIGH)
"""The bits of an offer, as Mahjong Soul numbers them; bit 1 is a discard. Riichi City also says whether the called tile
would be the low, middle or high one of the run, and offers an open riichi."""


@mypyc_attr(acyclic=True)
class WaitedTile:
    """A kind of tile that completes a hand, according to the server.

    left: copies that the seat cannot see. no_yaku: whether a win on it would have no yaku. furiten: whether any of the
    hand's waits is among the seat's earlier discards. Each is NOT_RECORDED where the server leaves it out.
    """

    def __init__(self, kind: Kind, left: int, no_yaku: int, furiten: int) -> None:
        self.kind = kind
        self.left = left
        self.no_yaku = no_yaku
        self.furiten = furiten


@mypyc_attr(acyclic=True)
class StatedWaits:
    """A seat's waits according to the server, after a discard of kind `discard`, or as the hand is for UNKNOWN."""

    def __init__(self, discard: Kind, tiles: tuple[WaitedTile, ...]) -> None:
        self.discard = discard
        self.tiles = tiles


@mypyc_attr(acyclic=True)
class StatedTurn:
    """What a server says of a seat's own turn; each field is None or NOT_RECORDED where the server leaves it out.

    is_replacement: whether the drawn tile is the replacement for a kan or a north. closed_kans, added_kans: the kinds
    of which such a kan is possible. waits: the waits after each discard that leaves the hand tenpai.
    """

    def __init__(
        self, is_replacement: int, closed_kans: tuple[Kind, ...] | None, added_kans: tuple[Kind, ...] | None,
        waits: tuple[StatedWaits, ...] | None,
    ) -> None:  # fmt: skip
        self.is_replacement = is_replacement
        self.closed_kans = closed_kans
        self.added_kans = added_kans
        self.waits = waits


class ServerRecord:
    """What a server's own record says of a hand beyond its events.

    wall: the texts of the wall's tiles in one string, first to last, starting with the first tile dealt or with the
    first one after the dealer's fourteenth. md5, sha256: the published hashes of the wall (for `sha256`, of the wall
    followed by the salt), hexadecimal; salt_sha256: the hash of the salt alone. "" where the record has none. furiten:
    for each event, the mask of the seats that the server takes for furiten after it, or NOT_RECORDED. offers: for each
    event, what each seat is offered next: OFFER_BITS bits a seat, bit n for the action numbered n; empty where the
    record leaves some of them out. sticks: by the event of each deposit, how many sticks lie on the table after it.
    end_scores: points of each seat after the hand, or None. offers_everything: whether the server offers all that the
    rules allow, so that a missing offer is a fault, too. turns: by the event of the draw or call that opens a seat's
    turn, what the server says of that turn. waits: by event and by seat, the waits that the server gives after that
    event. passes: by the event of a tile, the mask of the seats that, according to the server, pass up a win on it.
    offered_codes: by the event of a discard, the tile code (see `Copies`) an offer names where it is another tile.
    """

    def __init__(self, wall: str = "", md5: str = "", sha256: str = "", salt: str = "", salt_sha256: str = "") -> None:
        self.wall = wall
        self.md5 = md5
        self.sha256 = sha256
        self.salt = salt
        self.salt_sha256 = salt_sha256
        self.furiten: list[SeatMask] = []
        self.offers: list[int] = []
        self.sticks: dict[EventIndex, int] = {}
        self.end_scores: tuple[Points, ...] | None = None
        self.offers_everything = False
        self.turns: dict[EventIndex, StatedTurn] = {}
        self.waits: dict[EventIndex, dict[SeatIndex, StatedWaits]] = {}
        self.passes: dict[EventIndex, SeatMask] = {}
        self.offered_codes: dict[EventIndex, units.TileCode] = {}


DRAW: Final = 0
DISCARD: Final = 1
CHI: Final = 2
PON: Final = 3
OPEN_KAN: Final = 4
CLOSED_KAN: Final = 5
ADDED_KAN: Final = 6
NORTH: Final = 7
RIICHI: Final = 8
DEPOSIT: Final = 9
DORA: Final = 10
WIN: Final = 11
RYUUKYOKU: Final = 12

KIND_NAMES: Final = (
    "draw", "discard", "chi", "pon", "open kan", "closed kan", "added kan", "north", "riichi", "deposit", "dora",
    "win", "ryuukyoku",
)  # fmt: skip
"""Name of each event kind, by number."""

CLAIMS: Final = (CHI, PON, OPEN_KAN)
KANS: Final = (OPEN_KAN, CLOSED_KAN, ADDED_KAN)

SEATS: Final = 4
"""Seats at the table, of which the last is empty with three players."""

NO_SEAT: Final = -1
NOT_RECORDED: Final = -1

TEDASHI: Final = 0
TSUMOGIRI: Final = 1
OPEN_RIICHI: Final = 2
"""Mark of a riichi declared open, with the hand or its waits shown (a local rule)."""


@mypyc_attr(acyclic=True)
class Event:
    """One thing that happened in a hand. Readers share equal events between hands: never change one in place.

    ========== ===== ================================================ ============================ =========
    kind       seat  tile                                             tiles                        from_seat
    ========== ===== ================================================ ============================ =========
    DRAW       drawn tile
    DISCARD    discarded tile (`mark`: TEDASHI, TSUMOGIRI or NOT_RECORDED)
    CHI PON    the claimed tile                                       the 2 tiles from the hand    discarder
    OPEN_KAN   the claimed tile                                       the 3 tiles from the hand    discarder
    CLOSED_KAN lowest of the four                                     the 4 tiles
    ADDED_KAN  the added tile                                         the 3 tiles of the pon       of the pon
    NORTH      the north set aside (three players)
    RIICHI     none: the declaration (`mark`: OPEN_RIICHI for an open one); the next discard is its tile
    DEPOSIT    none: the stick is paid (a `Deposit`)
    DORA       the new indicator (seat is NO_SEAT)
    WIN        the winning tile (a `Win`)                                                          discarder, or seat
    RYUUKYOKU  none: the hand is drawn (a `Ryuukyoku`; seat is NO_SEAT)
    ========== ===== ================================================ ============================ =========
    """

    def __init__(
        self, kind: EventKind, seat: SeatIndex, tile: Tile = UNKNOWN, tiles: tuple[Tile, ...] = (),
        from_seat: SeatIndex = NO_SEAT, mark: Mark = NOT_RECORDED,
    ) -> None:  # fmt: skip
        self.kind: i64 = kind
        self.seat: i64 = seat
        self.tile: i64 = tile
        self.tiles = tiles
        self.from_seat: i64 = from_seat
        self.mark: i64 = mark

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        name = KIND_NAMES[self.kind]
        text = event_text(name, self.seat, self.tile, self.tiles, self.from_seat, self.mark)
        return f"<{text}{self.details()}>"

    def details(self) -> str:
        """What `repr` adds for a subclass."""
        return ""

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        return (self.kind, self.seat, self.tile, self.tiles, self.from_seat, self.mark)


@mypyc_attr(acyclic=True)
class Deposit(Event):
    """The riichi stick is paid. `scores`: points of each seat after it, or None where the log has none."""

    def __init__(self, seat: SeatIndex, scores: tuple[Points, ...] | None = None) -> None:
        super().__init__(DEPOSIT, seat)
        self.scores = scores

    def details(self) -> str:
        """What `repr` adds: the scores, where recorded."""
        return "" if self.scores is None else f": {points_shown(self.scores)}"

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        return (self.kind, self.seat, self.scores)


@mypyc_attr(acyclic=True)
class Meld:
    """A meld as a win records it: the fields of the call that made it. `kind` is CHI..ADDED_KAN or NORTH."""

    def __init__(self, kind: EventKind, tile: Tile, tiles: tuple[Tile, ...], from_seat: SeatIndex) -> None:
        self.kind = kind
        self.tile = tile
        self.tiles = tiles
        self.from_seat = from_seat

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Meld) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<{KIND_NAMES[self.kind]} {tiles_shown(self.all_tiles())} from seat {self.from_seat}>"

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        return (self.kind, self.tile, self.tiles, self.from_seat)

    def all_tiles(self) -> tuple[Tile, ...]:
        """Every tile of the meld, ascending."""
        return self.tiles if self.kind == CLOSED_KAN else tuple(sorted((self.tile, *self.tiles)))


def is_tsumogiri(discard: Event, drawn: Tile) -> bool:
    """Whether a discard is of the tile just drawn: by its mark, where it has one, else by which tile it is."""
    return discard.tile == drawn != UNKNOWN if discard.mark == NOT_RECORDED else discard.mark == TSUMOGIRI


def tiles_opened(event: Event) -> tuple[Tile, ...]:
    """The tiles that an event lets everybody see who did not before: discarded, melded, set aside or turned."""
    kind = event.kind
    if kind == DISCARD or kind == ADDED_KAN or kind == NORTH or kind == DORA:
        return (event.tile,)
    return event.tiles if CHI <= kind <= CLOSED_KAN else ()


def melded_tiles(call: Event) -> tuple[Tile, ...]:
    """Every tile of the meld that a call made: those from the hand or the pon, then the claimed or added one."""
    return call.tiles if call.kind == CLOSED_KAN else (*call.tiles, call.tile)


def meld_of(call: Event) -> Meld:
    """The meld that a call, or a north set aside, made."""
    return Meld(call.kind, call.tile, call.tiles, call.from_seat)


@mypyc_attr(acyclic=True)
class Win(Event):
    """A win as the log records it. Whatever the log does not hold is None, or NOT_RECORDED for a number.

    hand: the concealed tiles shown, the winning tile among them. melds: as shown, in the order made.
    han: of all yaku and dora together, 13 for each time a yakuman is counted.
    fu, points: points is the value of the hand without honba and sticks; of a self-draw, the sum of all payments.
    limit: 0 none, 1 mangan, 2 haneman, 3 baiman, 4 sanbaiman, 5 yakuman.
    base: base points, or NOT_RECORDED.
    yaku: pairs (yaku number, han); a yakuman counts 13 for each time it is counted.
    dora, ura: the indicators. honba, sticks: the counters that the payment is to include.
    scores: points of each seat before the payment. deltas: what each seat gains.
    pao_seat: the liable seat (pao), or NO_SEAT.
    """

    def __init__(
        self, seat: SeatIndex, from_seat: SeatIndex, tile: Tile, *, hand: tuple[Tile, ...] | None = None,
        melds: tuple[Meld, ...] | None = None, han: units.Han = NOT_RECORDED, fu: Fu = NOT_RECORDED,
        points: Points = NOT_RECORDED, limit: units.LimitNumber = NOT_RECORDED,
        yaku: tuple[units.YakuHan, ...] | None = None, dora: tuple[Tile, ...] | None = None,
        ura: tuple[Tile, ...] | None = None, honba: int = NOT_RECORDED, sticks: int = NOT_RECORDED,
        scores: tuple[Points, ...] | None = None, deltas: tuple[Points, ...] | None = None,
        pao_seat: SeatIndex = NO_SEAT, base: Points = NOT_RECORDED,
    ) -> None:  # fmt: skip
        super().__init__(WIN, seat, tile, (), from_seat)
        self.hand = hand
        self.melds = melds
        self.han = han
        self.fu = fu
        self.points = points
        self.limit = limit
        self.yaku = yaku
        self.dora = dora
        self.ura = ura
        self.honba = honba
        self.sticks = sticks
        self.scores = scores
        self.deltas = deltas
        self.pao_seat = pao_seat
        self.base = base

    @property
    def is_tsumo(self) -> bool:
        """Whether the win is by self-draw."""
        return self.seat == self.from_seat

    def details(self) -> str:
        """What `repr` adds: fu, points and deltas, where recorded."""
        parts = [f"{number} {unit}" for number, unit in ((self.fu, "fu"), (self.points, "points")) if number >= 0]
        parts += [] if self.deltas is None else [points_shown(self.deltas)]
        return f": {', '.join(parts)}" if parts else ""

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        return (
            self.kind, self.seat, self.from_seat, self.tile, self.hand, self.melds, self.han, self.fu, self.points,
            self.limit, self.yaku, self.dora, self.ura, self.honba, self.sticks, self.scores, self.deltas,
            self.pao_seat, self.base,
        )  # fmt: skip


EXHAUSTIVE: Final = "exhaustive"
NAGASHI_MANGAN: Final = "nagashi mangan"
NINE_TERMINALS: Final = "nine terminals"
FOUR_WINDS: Final = "four winds"
FOUR_RIICHI: Final = "four riichi"
FOUR_KANS: Final = "four kans"
TRIPLE_RON: Final = "triple ron"
CHOMBO: Final = "chombo"
"""A hand annulled for an offence. Its deltas are the penalty; whether sticks are returned depends on the ruleset."""
UNSPECIFIED: Final = "unspecified"
"""A drawn hand whose type the log does not say."""

ABORTIVE: Final = (NINE_TERMINALS, FOUR_WINDS, FOUR_RIICHI, FOUR_KANS, TRIPLE_RON)
TENPAI_DRAWS: Final = (EXHAUSTIVE, NAGASHI_MANGAN)
"""The draws at the end of the wall: whoever shows a hand counts, in most formats, as tenpai."""
DRAW_TYPES: Final = (*TENPAI_DRAWS, *ABORTIVE, CHOMBO, UNSPECIFIED)


@mypyc_attr(acyclic=True)
class Ryuukyoku(Event):
    """A drawn hand as the log records it.

    draw_type: one of DRAW_TYPES. shown: for each seat the concealed tiles it showed, None where it showed none.
    tenpai: for each seat whether the log counts it tenpai, None where the log does not say.
    scores, deltas, honba, sticks: as in `Win`.
    """

    def __init__(
        self, draw_type: str, *, shown: tuple[tuple[Tile, ...] | None, ...] | None = None,
        tenpai: tuple[bool, ...] | None = None, scores: tuple[Points, ...] | None = None,
        deltas: tuple[Points, ...] | None = None, honba: int = NOT_RECORDED, sticks: int = NOT_RECORDED,
    ) -> None:  # fmt: skip
        super().__init__(RYUUKYOKU, NO_SEAT)
        self.draw_type = draw_type
        self.shown = shown
        self.tenpai = tenpai
        self.scores = scores
        self.deltas = deltas
        self.honba = honba
        self.sticks = sticks

    def details(self) -> str:
        """What `repr` adds: the type of the draw, and the deltas, where recorded."""
        return f": {self.draw_type}" + ("" if self.deltas is None else f", {points_shown(self.deltas)}")

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        return (
            self.kind, self.draw_type, self.shown, self.tenpai, self.scores, self.deltas, self.honba, self.sticks,
        )  # fmt: skip


class Hand:
    """One hand (kyoku): what was dealt, and its events in order.

    round: 0 = E1, 1 = E2 .. 4 = S1. dealt: the tiles of each seat, 13 in a correct log, none for a missing fourth.
    scores: points of each seat at the start. indicator: the first dora indicator. dice: 1-6 each, or None.
    shuffle: the seed of this hand's own shuffle, where the log publishes one for each hand.
    server: what the server itself says of the hand; None in formats that do not hold it.
    first_draw_recorded: whether the log says which of the dealer's first fourteen tiles was drawn; where not, the
    reader chooses one.
    lines: the line numbers (from 1) of the start of the hand and then of each event, or one number for the whole hand;
    empty in logs that are not laid out in lines.
    contradictions: where the log contradicts itself.
    order_is_certain: where the log does not record the order between seats, whether only one order of play explains the
    hand; where several do, the likeliest was taken.
    unexplained_from: where the log does not record the order between seats, the event from which no order explains the
    rest (the events end there), or NOT_RECORDED.
    """

    def __init__(
        self, index: units.HandIndex, round: RoundNumber, honba: int, sticks: int, dealer: SeatIndex,
        scores: tuple[Points, ...], dealt: tuple[tuple[Tile, ...], ...], indicator: Tile,
        dice: tuple[int, int] | None = None, shuffle: str = "",
    ) -> None:  # fmt: skip
        self.index = index
        self.round = round
        self.honba = honba
        self.sticks = sticks
        self.dealer = dealer
        self.scores = scores
        self.dealt = dealt
        self.indicator = indicator
        self.dice = dice
        self.shuffle = shuffle
        self.server: ServerRecord | None = None
        self.first_draw_recorded = True
        self.contradictions: list[Contradiction] = []
        self.order_is_certain = True
        self.unexplained_from: EventIndex = NOT_RECORDED
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.disconnections: list[Disconnection] = []

    def __repr__(self) -> str:
        return (
            f"<hand {self.index}: {self.name}-{self.honba}, dealer {self.dealer}, {plural(len(self.events), 'event')}>"
        )

    @property
    def name(self) -> str:
        """The round as players say it: ``E1`` .. ``W4``."""
        return round_name(self.round)

    @property
    def wins(self) -> "list[Win]":
        """The wins that the log records, in their order."""
        return [event for event in self.events if isinstance(event, Win)]

    @property
    def is_finished(self) -> bool:
        """Whether the log holds the hand's end."""
        return bool(self.events) and self.events[-1].kind >= WIN

    def line(self, event: EventIndex | None) -> int | None:
        """The line of the log with an event, or with the start of the hand; None where the log has no lines."""
        place = 0 if event is None or len(self.lines) == 1 else event + 1
        return self.lines[place] if 0 <= place < len(self.lines) else None


def round_name(round: RoundNumber) -> str:
    """The name of a round number: 0 is ``E1``, 4 is ``S1``."""
    return f"{WIND_LETTERS[round // 4 % 4]}{round % 4 + 1}"


class Game:
    """A game: raw facts as the log states them, and its hands.

    source: where it was read from; None for a game built in memory.
    log_id: the server's id of the game, or "". players: the number of seats played, 3 or 4.
    red_tiles: the ids of the red fives. reds_recorded: whether the header names them or the tiles leave no doubt; where
    not, they are those that the tiles show or, in a log whose tiles do not show red fives, assumed.
    rule_bits: Tenhou's ``GO type`` (`auditor.core.reading.stated_rules`), or NOT_RECORDED.
    rule_text: the rule as text (tenhou.net/6's ``rule.disp``), or "". lobby: or NOT_RECORDED.
    attributes: every further fact of the header by its name in the log. seed: the published shuffle seed, or "".
    first_dealer: the dealer announced at the start. result: the final settlement, or None where the log ends before.
    marks_recorded: whether the log itself says which discards are tsumogiri.
    copies_recorded: whether the log distinguishes the copies of a tile.
    order_recorded: whether the log has the order of events between the seats; where not, the reader rebuilds it.
    indicator_times_recorded: whether the log says when kan-dora indicators were turned.
    indicators_recorded: whether the log holds kan-dora indicators at all.
    indicators_follow: whether the log writes an indicator after the discard before which it is turned.
    all_tiles_recorded: whether the log hides no tile from anybody, so that an unknown tile is one missing from the log.
    callers_recorded: whether the log says who makes a call, beside whose tiles it shows.
    left_out: the checks, by id, that cannot judge what the log leaves out everywhere, each with the reason, a clause.
    """

    def __init__(self, format: str) -> None:
        self.format = format
        self.source: Source | None = None
        self.log_id = ""
        self.players = 4
        self.red_tiles: tuple[Tile, ...] = RED_FIVES
        self.reds_recorded = True
        self.rule_bits = NOT_RECORDED
        self.rule_text = ""
        self.lobby = NOT_RECORDED
        self.attributes: dict[str, str] = {}
        self.seed = ""
        self.first_dealer: SeatIndex = 0
        self.seats: list[Player] = []
        self.hands: list[Hand] = []
        self.result: FinalResult | None = None
        self.marks_recorded = False
        self.copies_recorded = True
        self.order_recorded = True
        self.indicator_times_recorded = True
        self.indicators_recorded = True
        self.indicators_follow = False
        self.all_tiles_recorded = False
        self.callers_recorded = True
        self.left_out: list[tuple[str, str]] = []

    def __repr__(self) -> str:
        name = f" {self.log_id}" if self.log_id else ""
        source = "" if self.source is None else f", from {self.source}"
        return f"<{self.format} game{name}: {self.players} players, {plural(len(self.hands), 'hand')}{source}>"

    @property
    def red_fives(self) -> bool:
        """Whether the game is played with red fives."""
        return bool(self.red_tiles)

    @property
    def reds(self) -> tuple[int, int, int]:
        """How many red fives of man, pin and sou there are."""
        man, pin, sou = [sum([tile // 36 == suit for tile in self.red_tiles]) for suit in range(3)]
        return man, pin, sou


GAME_FACTS: Final = (
    "source", "log_id", "players", "red_tiles", "reds_recorded", "rule_bits", "rule_text", "lobby", "attributes",
    "seed", "first_dealer", "seats", "hands", "result", "marks_recorded", "copies_recorded", "order_recorded",
    "indicator_times_recorded", "indicators_recorded", "indicators_follow", "all_tiles_recorded", "callers_recorded",
    "left_out",
)  # fmt: skip
"""The attributes of a `Game` other than its format."""
HAND_FACTS: Final = (
    "index", "round", "honba", "sticks", "dealer", "scores", "dealt", "indicator", "dice", "shuffle", "server",
    "first_draw_recorded", "contradictions", "order_is_certain", "unexplained_from", "events", "lines",
    "disconnections",
)  # fmt: skip
"""The attributes of a `Hand`."""
SERVER_FACTS: Final = (
    "wall", "md5", "sha256", "salt", "salt_sha256", "furiten", "offers", "sticks", "end_scores",
    "offers_everything", "turns", "waits", "passes", "offered_codes",
)  # fmt: skip
"""The attributes of a `ServerRecord`."""
WIN_FACTS: Final = (
    "hand", "melds", "han", "fu", "points", "limit", "yaku", "dora", "ura", "honba", "sticks", "scores", "deltas",
    "pao_seat", "base",
)  # fmt: skip
"""The attributes of a `Win` other than `seat`, `from_seat` and `tile`."""
DRAW_FACTS: Final = ("shown", "tenpai", "scores", "deltas", "honba", "sticks")
"""The attributes of a `Ryuukyoku` other than its type."""


def replace_game(game: Game, **changes: Any) -> Game:
    """A copy of a game and its hands, with attributes changed by name (`format` among them)."""
    copy = Game(changes.pop("format", game.format))
    changes.setdefault("hands", [replace_hand(hand) for hand in game.hands])
    _set_facts(copy, game, GAME_FACTS, changes)
    return copy


def replace_hand(hand: Hand, **changes: Any) -> Hand:
    """A copy of a hand, with attributes changed by name. With new events it has no lines, unless these are given."""
    if "events" in changes:
        changes.setdefault("lines", [])
    copy = Hand(
        hand.index, hand.round, hand.honba, hand.sticks, hand.dealer, hand.scores, hand.dealt, hand.indicator
    )  # fmt: skip
    changes.setdefault("server", None if hand.server is None else replace_server_record(hand.server))
    _set_facts(copy, hand, HAND_FACTS, changes)
    return copy


def replace_server_record(server: ServerRecord, **changes: Any) -> ServerRecord:
    """A copy of a server's record, with attributes changed by name."""
    copy = ServerRecord()
    _set_facts(copy, server, SERVER_FACTS, changes)
    return copy


def replace_event(event: Event, **changes: Any) -> Event:
    """A copy of an event, with attributes changed by name. Raises TypeError for a name that the event does not have."""
    seat = changes.pop("seat", event.seat)
    if isinstance(event, Win):
        facts = {name: changes.pop(name, getattr(event, name)) for name in WIN_FACTS}
        win = Win(seat, changes.pop("from_seat", event.from_seat), changes.pop("tile", event.tile), **facts)
        return _with_all_used(win, changes)
    if isinstance(event, Ryuukyoku):
        facts = {name: changes.pop(name, getattr(event, name)) for name in DRAW_FACTS}
        return _with_all_used(Ryuukyoku(changes.pop("draw_type", event.draw_type), **facts), changes)
    if isinstance(event, Deposit):
        return _with_all_used(Deposit(seat, changes.pop("scores", event.scores)), changes)
    facts = {name: changes.pop(name, getattr(event, name)) for name in ("tile", "tiles", "from_seat", "mark")}
    return _with_all_used(Event(changes.pop("kind", event.kind), seat, **facts), changes)


def moved_connection(connection: Disconnection, by: int) -> Disconnection:
    """The same disconnection or return, moved `by` events later."""
    return connection._replace(event=connection.event + by)


def _with_all_used(event: Event, unused: dict[str, Any]) -> Event:
    """The event itself. Raises TypeError where `unused` holds changes of attributes that it does not have."""
    if unused:
        raise TypeError(f"{event!r} has no {', '.join(unused)}")
    return event


def _set_facts(copy: Any, original: Any, names: tuple[str, ...], changes: dict[str, Any]) -> None:
    """Give a copy the attributes of its original, and then the changes."""
    for name in names:
        setattr(copy, name, _copied(getattr(original, name)))
    for name, value in changes.items():
        setattr(copy, name, value)


def _copied(value: Any) -> Any:
    """A copy of a list or a dictionary; any other value itself."""
    if isinstance(value, list):
        return list(value)
    return dict(value) if isinstance(value, dict) else value
