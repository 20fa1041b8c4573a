# build: hot
"""Builds hands from what logs say: `HandBuilder`, for formats that name tiles by codes, and helpers for all formats.

The helpers share equal draw and discard events, add deposits that only later points show, and interpret payments.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy_extensions import i64

from auditor.core import events
from auditor.core.events import Contradiction, Deposit, Event, Game, Hand, Meld, Ryuukyoku, Win
from auditor.core.phrases import Phrase
from auditor.core.reading.copies import NO_CODE, Copies
from auditor.core.tiles import TILES, UNKNOWN
from auditor.core.units import EventKind, LimitNumber, Mark, Points, SeatIndex, Tile, TileCode
from auditor.core.yaku import LIMIT_BASE, NO_LIMIT, YAKUMAN

STICK: Final = 1000
"""The points that a riichi costs where a log does not say."""

NO_POINTS: Final = ("game/carry", Phrase("no-points-at-starts"))
"""What `Game.left_out` says where they are read from the payments: a wrong payment makes all after it wrong."""


def add_triple_ron_deposit(hand: Hand, sticks_after: int) -> None:
    """Add a deposit before a triple ron draw on a declaration tile, if the next hand starts with its stick.

    Most programs take no stick there, some do. sticks_after: on the table at the start of the next hand.
    """
    played = hand.events
    if len(played) < 3 or not isinstance(played[-1], Ryuukyoku) or played[-1].draw_type != events.TRIPLE_RON:
        return
    declared = [event for event in played if event.kind == events.RIICHI]
    paid = [event for event in played if event.kind == events.DEPOSIT]
    is_declaration_tile = _declares_last(played[:-1], played[-2].seat)
    if len(declared) == len(paid) + 1 and is_declaration_tile and sticks_after == hand.sticks + len(declared):
        played.insert(-1, Deposit(declared[-1].seat))
        hand.lines += hand.lines[-1:]


def add_void_deposits(game: Game) -> None:
    """Add a deposit before each ron on a declaration tile if the points after it show that the stick was charged.

    For formats that do not record deposits, whose readers assume none there.
    """
    following = [hand.scores for hand in game.hands[1:]]
    last = game.result.points if game.result is not None else None
    for index, (hand, after) in enumerate(zip(game.hands, [*following, last], strict=False)):
        wins = [event for event in hand.events if isinstance(event, Win)]
        if not wins or after is None or any([win.deltas is None for win in wins]) or wins[0].is_tsumo:
            continue
        if after is not last and game.hands[index + 1].index != hand.index + 1:
            continue
        declarer, first = wins[0].from_seat, len(hand.events) - len(wins)
        if not _declares_last(hand.events[:first], declarer):
            continue
        due = list(scores_after(hand))
        due[declarer] -= STICK
        if list(after) == due:
            hand.events.insert(first, Deposit(declarer))


def scores_after(hand: Hand) -> tuple[Points, ...]:
    """The points of the seats after a hand, by its deposits and payments."""
    scores = list(hand.scores)
    for event in hand.events:
        if isinstance(event, Deposit):
            scores[event.seat] -= STICK
        elif isinstance(event, Win | Ryuukyoku) and event.deltas is not None:
            scores = [points + delta for points, delta in zip(scores, event.deltas, strict=True)]
    return tuple(scores)


def _declares_last(played: list[Event], seat: SeatIndex) -> bool:
    """Whether the last event is the seat's discard of its declaration tile."""
    if not played or played[-1].kind != events.DISCARD or played[-1].seat != seat:
        return False
    place = len(played) - 2
    while place >= 0 and played[place].seat != seat:
        place -= 1
    return place >= 0 and played[place].kind == events.RIICHI


_LEAST_NAGASHI: Final = 4000
"""The least points that a seat gains by a nagashi mangan, whoever else has one; noten hands pay 3000 in all."""


def is_nagashi_payment(deltas: tuple[Points, ...] | None) -> bool:
    """Whether somebody gains as much as only a nagashi mangan gives."""
    return deltas is not None and max(deltas) >= _LEAST_NAGASHI


def tenpai_by_payment(deltas: tuple[Points, ...] | None) -> tuple[bool, ...] | None:
    """The seats that counted as tenpai at an exhaustive draw: those that gain.

    None if nobody gains: then all or none were tenpai, and whatever a seat loses is not a noten payment.
    """
    return tuple([delta > 0 for delta in deltas]) if deltas is not None and max(deltas, default=0) > 0 else None


def limits_paid(win: Win, dealer: SeatIndex, players: int) -> list[Points]:
    """What a win pays in all at each limit; with three players the share of the fourth in a self-draw is not paid."""
    shares = 6 if win.seat == dealer else 4
    if players == 3 and win.is_tsumo:
        shares -= shares // 3
    return [base * shares for base in LIMIT_BASE]


def limit_of(win: Win, dealer: SeatIndex, players: int) -> LimitNumber:
    """The limit of a win: as its log states it, or else by the points that it pays in all, which may be NO_LIMIT."""
    if win.limit != events.NOT_RECORDED:
        return win.limit
    paid = limits_paid(win, dealer, players)
    return YAKUMAN if win.points > paid[-1] else paid.index(win.points) if win.points in paid else NO_LIMIT


def share_payments(deltas: tuple[Points, ...], wins: list[Win], players: int) -> None:
    """Divide the payments of several wins on one tile, of which a log has only the sum, among the wins.

    Each winner gains the sum of its seat; the discarder pays it, a liable seat what it loses. The sticks from the table
    go to those who gain just so much above their values (honba of each apart), else to the nearest winner, unless only
    others gain that much more: then to the first of these. One listed again, as in a faulty log, gains nothing by that,
    or as much as before if it gains enough.
    """
    firsts = [win for index, win in enumerate(wins) if win.seat not in [one.seat for one in wins[:index]]]
    if len(firsts) < len(wins):
        share = tuple([points // len(wins) for points in deltas])
        is_paid_again = len(firsts) == 1 and share[firsts[0].seat] >= max(firsts[0].points, 1)
        for win in wins:
            win.deltas = share if is_paid_again else (0,) * events.SEATS
        if is_paid_again:
            return
        wins = firsts
    loser = wins[0].from_seat
    from_table = sum(deltas)
    nearest = min([((win.seat - loser) % players, index) for index, win in enumerate(wins)])[1]
    above = [deltas[win.seat] - max(win.points, 0) for win in wins]
    sticks = [more - (sum(above) - from_table) // len(wins) for more in above]
    if sum(sticks) != from_table or min(sticks) < 0 or any([points % STICK for points in sticks]):
        takes = [index for index, more in enumerate(above) if from_table and more >= from_table]
        taker = nearest if not takes or nearest in takes else takes[0]
        sticks = [from_table if index == taker else 0 for index in range(len(wins))]
    rest = list(deltas)
    involved = [events.NO_SEAT, loser] + [win.seat for win in wins]
    for win, taken in zip(wins, sticks, strict=True):
        own = [0] * events.SEATS
        own[win.seat] = deltas[win.seat]
        paid = deltas[win.seat] - taken
        if win.pao_seat not in involved:
            own[win.pao_seat] = deltas[win.pao_seat]
            paid += deltas[win.pao_seat]
        own[loser] -= paid
        rest = [left - one for left, one in zip(rest, own, strict=True)]
        win.deltas = tuple(own)
    first = wins[0].deltas or ()
    wins[0].deltas = tuple([one + left for one, left in zip(first, rest, strict=True)])


class SeatHoldings:
    """What a seat holds by its events so far.

    concealed: the tiles, UNKNOWN for a hidden one; of a tile that is not there, as in a faulty log, none leaves.
    made: the calls and norths set aside, in the order made, a pon and the kan that adds to it together.
    """

    def __init__(self, dealt: tuple[Tile, ...]) -> None:
        self.concealed = list(dealt)
        self.made: list[list[Event]] = []

    def add(self, event: Event) -> None:
        """Follow an event of the seat."""
        kind = event.kind
        if kind == events.DRAW:
            self.concealed.append(event.tile)
        elif kind == events.DISCARD:
            self._remove(event.tile)
        elif kind <= events.NORTH:
            for tile in events.tiles_opened(event):
                self._remove(tile)
            if kind == events.ADDED_KAN:
                self._add_to_pon(event)
            else:
                self.made.append([event])

    def _remove(self, tile: Tile) -> None:
        try:
            self.concealed.remove(tile)
        except ValueError:  # a hidden tile, or one of a faulty log
            if UNKNOWN in self.concealed:
                self.concealed.remove(UNKNOWN)

    def meld_tiles(self) -> list[list[Tile]]:
        """The tiles of each meld: those from the hand, the claimed one, and the one added to a pon."""
        tiles: list[list[Tile]] = []
        for calls in self.made:
            call = calls[0]
            if call.kind != events.NORTH:
                tiles.append([*call.tiles, *[one.tile for one in calls if one.kind != events.CLOSED_KAN]])
        return tiles

    def norths(self) -> int:
        """How many norths are set aside."""
        return sum([calls[0].kind == events.NORTH for calls in self.made])

    def _add_to_pon(self, kan: Event) -> None:
        for calls in self.made:
            if calls[-1].kind == events.PON and calls[-1].tile >> 2 == kan.tile >> 2:
                calls.append(kan)
                return
        self.made.append([kan])


class Holdings:
    """What each seat holds by the events so far: for writers, where the log does not say it at the end of a hand.

    concealed: as in `SeatHoldings`. honba, sticks: the counters.
    """

    def __init__(self, hand: Hand) -> None:
        self.honba, self.sticks = hand.honba, hand.sticks
        self._seats = [SeatHoldings(tiles) for tiles in (*hand.dealt, *[()] * (events.SEATS - len(hand.dealt)))]
        self.concealed = [seat.concealed for seat in self._seats]

    def add(self, event: Event) -> None:
        """Follow an event."""
        if event.kind == events.DEPOSIT:
            self.sticks += 1
        if event.kind <= events.NORTH:
            self._seats[event.seat].add(event)

    def melds(self, seat: SeatIndex) -> list[Meld]:
        """The melds and norths set aside, in the order made; an added kan takes the place of its pon."""
        return [events.meld_of(calls[-1]) for calls in self._seats[seat].made]

    def shown(self, draw: Ryuukyoku) -> list[tuple[Tile, ...] | None]:
        """The hands shown at a draw, by seat: where the log says who is tenpai, of those and no others."""
        shown = list(draw.shown or (None,) * events.SEATS)
        if draw.tenpai is None or draw.draw_type not in events.TENPAI_DRAWS:
            return shown
        held = [tuple(sorted(tiles)) for tiles in self.concealed]
        return [(shown[seat] or held[seat]) if is_tenpai else None for seat, is_tenpai in enumerate(draw.tenpai)]


def keep_first_false_red(game: Game) -> None:
    """Remove all but the first of a game's contradictions about red fives that its set does not have."""
    stated = [(hand, one) for hand in game.hands for one in hand.contradictions if one.about == events.ABOUT_TILE]
    for hand, one in stated[1:]:
        hand.contradictions.remove(one)


_TILE_ROWS: Final = TILES + 1
"""The number of tiles with the hidden one, which is first."""
_DRAW_EVENTS: Final = [Event(events.DRAW, seat, tile) for seat in range(events.SEATS) for tile in range(UNKNOWN, TILES)]
_DISCARD_EVENTS: Final = [
    Event(events.DISCARD, seat, tile, mark=mark) for mark in range(events.NOT_RECORDED, events.TSUMOGIRI + 1)
    for seat in range(events.SEATS) for tile in range(UNKNOWN, TILES)
]  # fmt: skip


def shared_draw(seat: SeatIndex, tile: Tile) -> Event:
    """The event of a seat's draw, which all hands share."""
    place: i64 = seat
    place = place * _TILE_ROWS + tile - UNKNOWN
    return _DRAW_EVENTS[place]


def shared_discard(seat: SeatIndex, tile: Tile, mark: Mark) -> Event:
    """The event of a seat's discard, which all hands share. mark: NOT_RECORDED, TEDASHI or TSUMOGIRI."""
    place: i64 = mark
    place = ((place - events.NOT_RECORDED) * events.SEATS + seat) * _TILE_ROWS + tile - UNKNOWN
    return _DISCARD_EVENTS[place]


class Conventions(NamedTuple):
    """How to interpret the logs of a format where formats differ.

    face_by_code: whether a tile is the latest one, or the one just drawn, if the codes are equal; else if the tile has
    one of the ids of the code (in a game without red fives two codes have the same ids). kan_takes_kind: whether a
    closed kan is all four tiles of the kind, whatever the hand holds. sorts_pon: whether the tiles of the pon in an
    added kan are ascending, else the claimed one is first.
    """

    face_by_code: bool = False
    kan_takes_kind: bool = False
    sorts_pon: bool = False


class HandBuilder:
    """Adds events to a hand of a format that names tiles by codes, and chooses a copy for each.

    hand: with what was dealt. events: those of the hand. scores: the running points of the seats. drawn: the tile just
    drawn by the seat whose turn it is, else UNKNOWN. last_tile, last_code: the tile drawn, discarded, added or set
    aside last. last_seat: who discarded, or made an own kan or north, last. declaring: who has declared riichi and is
    to discard. declarer: who has discarded a declaration tile and not paid the stick.
    """

    def __init__(self, hand: Hand, copies: Copies, conventions: Conventions) -> None:
        self.hand = hand
        self.copies = copies
        self.conventions = conventions
        self.events = hand.events
        self.scores: list[Points] = list(hand.scores)
        self.drawn: Tile = UNKNOWN
        self.last_tile: Tile = UNKNOWN
        self.last_code: TileCode = NO_CODE
        self.last_seat: SeatIndex = events.NO_SEAT
        self.declaring: SeatIndex = events.NO_SEAT
        self.declarer: SeatIndex = events.NO_SEAT
        self._face_by_code = conventions.face_by_code
        if copies.false_red != events.NO_SEAT:
            self._note_false_red()

    def draw(self, seat: SeatIndex, code: TileCode) -> None:
        """Add a draw."""
        self.drawn = self.copies.draw(seat, code)
        self.last_tile = self.drawn
        self.last_code = code
        if self.copies.false_red != events.NO_SEAT:
            self._note_false_red()
        self.events.append(shared_draw(seat, self.drawn))

    def _note_false_red(self) -> None:
        """Record that a red five came from a wall that holds none, as the log says."""
        seat, self.copies.false_red = self.copies.false_red, events.NO_SEAT
        message = Phrase("red-five-not-in-set", seat=seat)
        self.contradict(events.ABOUT_TILE, seat, message, Phrase("no-red-five"), Phrase("a-red-five"))

    def contradict(self, about: str, seat: SeatIndex, message: str, expected: str, actual: str) -> None:
        """Record that the log contradicts itself at the next event, or at the start of the hand."""
        index = len(self.events) or events.NOT_RECORDED
        self.hand.contradictions.append(Contradiction(about, index, seat, message, expected, actual))

    def contradict_field(self, seat: SeatIndex, name: str, expected: str, actual: str) -> None:
        """The same where a field of this name says otherwise than the rest of the log."""
        message = Phrase("field-says-otherwise", name=name, expected=expected, actual=actual)
        self.contradict(events.ABOUT_FIELD, seat, message, expected, actual)

    def discard(self, seat: SeatIndex, code: TileCode, mark: Mark, is_drawn: bool) -> None:
        """Add a discard. is_drawn: whether it is the tile just drawn, which not every mark says.

        A tile like the one just drawn is taken for that where no mark says otherwise: in riichi it can be no other.
        """
        is_drawn = is_drawn or (mark == events.NOT_RECORDED and self.drawn >= 0)
        self.add_discard(seat, self.take_for_discard(seat, code, is_drawn), code, mark)

    def take_for_discard(self, seat: SeatIndex, code: TileCode, is_drawn: bool) -> Tile:
        """Remove a tile from a hand for a discard, and return it."""
        if self._face_by_code:
            return self.take(seat, code, (), is_drawn)
        return self.copies.discard(seat, code, self.drawn, is_drawn)

    def add_discard(self, seat: SeatIndex, tile: Tile, code: TileCode, mark: Mark) -> None:
        """Add the discard of a tile that has already left its hand."""
        self.events.append(shared_discard(seat, tile, mark))
        self.last_tile = tile
        self.last_code = code
        self.last_seat = seat
        self.drawn = UNKNOWN
        if self.declaring == seat:
            self.declarer, self.declaring = seat, events.NO_SEAT

    def take(self, seat: SeatIndex, code: TileCode, others: tuple[Tile, ...] = (), is_drawn: bool = False) -> Tile:
        """Remove a tile from a hand, and return it: the one just drawn if it is that, else only if there is no other.

        seat: whose hand. code: the tile. others: those of the same meld, of which a phantom tile is no copy if
        possible. is_drawn: whether the log says that it is the one just drawn.
        """
        if is_drawn and self.drawn >= 0 and code == self.last_code and self.copies.held[seat].remove(self.drawn):
            return self.drawn
        return self.copies.from_hand(seat, code, others, self.drawn)

    def declare(self, seat: SeatIndex, mark: Mark = events.NOT_RECORDED) -> None:
        """Add a riichi declaration; the seat's next discard is its tile. mark: OPEN_RIICHI for an open one."""
        self.events.append(Event(events.RIICHI, seat, mark=mark))
        self.declaring = seat

    def deposit(self, seat: SeatIndex, scores: tuple[Points, ...] | None = None) -> None:
        """Add a deposit. scores: after it, as the log states them; None to subtract the usual stick."""
        self.events.append(Deposit(seat, scores))
        if scores is None:
            self.scores[seat] -= STICK
        else:
            self.scores = list(scores)
        self.declarer = events.NO_SEAT

    def deposit_owed(self) -> None:
        """Add the deposit of an accepted riichi, if one is owed: for formats that do not write deposits."""
        if self.declarer != events.NO_SEAT:
            self.deposit(self.declarer)

    def dora(self, code: TileCode) -> Tile:
        """Add a turned indicator, and return its tile."""
        tile = self.copies.from_wall(code)
        self.events.append(Event(events.DORA, events.NO_SEAT, tile))
        return tile

    def is_latest(self, code: TileCode) -> bool:
        """Whether the latest tile may be of that code: a hidden one is."""
        if self._face_by_code:
            return code == self.last_code
        return code == NO_CODE or self.last_tile in self.copies.ids[code]

    def latest(self, code: TileCode) -> Tile:
        """The latest tile if it has that code, else a phantom one."""
        return self.last_tile if self.is_latest(code) else self.copies.phantom(code, ())

    def claim(
        self, kind: EventKind, seat: SeatIndex, from_seat: SeatIndex, code: TileCode, own: Sequence[TileCode]
    ) -> None:
        """Add a claim of the latest tile.

        kind: CHI, PON or OPEN_KAN. seat: who claims. from_seat: whose tile. code: that tile. own: those of the hand.
        """
        if self.is_latest(code):
            claimed = self.last_tile
            tiles = self._taken(seat, own, (claimed,))
        else:
            tiles = self._taken(seat, own, ())
            claimed = self.copies.phantom(code, tiles)
        self.drawn = UNKNOWN
        self.events.append(Event(kind, seat, claimed, tiles, from_seat))

    def _taken(self, seat: SeatIndex, codes: Sequence[TileCode], others: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Remove tiles from a hand for a meld that holds `others` too, and return them, ascending."""
        return tuple(sorted(self.copies.from_hand_all(seat, codes, others, self.drawn)))

    def closed_kan(self, seat: SeatIndex, codes: Sequence[TileCode]) -> None:
        """Add a closed kan of four tiles, or of the kind of the first."""
        if self.conventions.kan_takes_kind:
            first = self.copies.ids[codes[0]][0] & ~3
            own: tuple[Tile, ...] = (first, first + 1, first + 2, first + 3)
            self.copies.lay_down_kind(seat, first >> 2)
        else:
            own = self._taken(seat, codes, ())
        self.events.append(Event(events.CLOSED_KAN, seat, own[0], own, seat))
        self._melded(seat, own[0], codes[0])

    def added_kan(
        self, seat: SeatIndex, code: TileCode, pon: Sequence[TileCode], from_seat: SeatIndex = events.NO_SEAT
    ) -> None:
        """Add a kan by a tile added to a pon.

        seat: who adds it. code: the tile. pon: the tiles of the pon, or () where the log does
        not say them at the kan: if the seat made another or none, they are phantom ones.
        from_seat: whose tile the pon claimed, if the log says so at the kan; NO_SEAT: as the pon has it.
        """
        conventions = self.conventions
        of_code = self.copies.ids[code][0] >> 2 if code != NO_CODE else UNKNOWN
        made = self._pon(seat, of_code)
        rest: tuple[Tile, ...] = () if made is None else (made.tile, *made.tiles)
        added = self.take(seat, code, rest, conventions.face_by_code)
        is_shown = len(pon) > 0 and NO_CODE not in pon and min(rest, default=UNKNOWN) >= 0
        if made is None or (is_shown and self.copies.codes_of(rest) != sorted(pon)):
            rest = self.copies.phantoms(pon or (code,) * 3, (added,))
        elif conventions.sorts_pon:
            rest = tuple(sorted(rest))
        if from_seat == events.NO_SEAT:
            from_seat = seat if made is None else made.from_seat
        self.events.append(Event(events.ADDED_KAN, seat, added, rest, from_seat))
        self._melded(seat, added, code)

    def _pon(self, seat: SeatIndex, kind: int) -> Event | None:
        """The seat's pon of a kind; None where it made none."""
        made: Event | None = None
        for event in self.events:
            if event.kind == events.PON and event.seat == seat and event.tile >> 2 == kind:
                made = event
        return made

    def north(self, seat: SeatIndex, code: TileCode, is_drawn: bool = False) -> None:
        """Add a north set aside. is_drawn: whether the log says that it is the tile just drawn."""
        tile = self.take(seat, code, (), is_drawn)
        self.events.append(Event(events.NORTH, seat, tile, (), seat))
        self._melded(seat, tile, code)

    def _melded(self, seat: SeatIndex, tile: Tile, code: TileCode) -> None:
        """Make the tile of a seat's own kan or north the latest one."""
        self.last_tile = tile
        self.last_code = code
        self.last_seat = seat
        self.drawn = UNKNOWN
