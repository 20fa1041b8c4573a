# build: compiled
"""Games of programs that write an mjlog but never tell the copies of a tile apart, such as the package jansou.

Tenhou's own logs give each of the 136 tiles its id. Such a program names every tile of a face by one id; its players
would hold one tile several times. Their copies are chosen here as for formats that do not record them, and the rest of
what such programs leave out is taken for not recorded: the deposits of riichi (``REACH`` with step 2), whose tile a chi
claims, which tile a north is and that a win has it, limits, the counters of draws and the points before payments.
"""

from typing import Final

from auditor.core import events
from auditor.core.events import Deposit, Event, Game, Hand, Meld, Ryuukyoku, Win, meld_of
from auditor.core.reading.building import Conventions, HandBuilder, add_void_deposits
from auditor.core.reading.copies import Copies
from auditor.core.tiles import UNKNOWN
from auditor.core.units import Tile, TileCode

_CONVENTIONS: Final = Conventions()
_NORTH_CODE: Final = 44


def tells_no_copies(game: Game) -> bool:
    """Whether all tiles of a face that come from the wall have one id in all hands, so that the log never tells copies.

    The tiles dealt in a hand are more than there are faces, so that a log which tells copies apart never looks like it.
    """
    codes = Copies(game.red_tiles).codes
    tile_of: dict[TileCode, Tile] = {}
    for hand in game.hands:
        drawn = [event.tile for event in hand.events if event.kind == events.DRAW or event.kind == events.DORA]
        for tile in [*[one for tiles in hand.dealt for one in tiles], hand.indicator, *drawn]:
            if tile >= 0 and tile_of.setdefault(codes[tile], tile) != tile:
                return False
    return True


def choose_copies(game: Game) -> None:
    """Give the tiles of a game copies of their own."""
    played = [event for hand in game.hands for event in hand.events]
    has_deposits = any([isinstance(event, Deposit) for event in played])
    _drop_what_is_never_said(played)
    shown = [meld.kind for event in played if isinstance(event, Win) for meld in event.melds or ()]
    game.hands = [_Copied(game, hand, has_deposits, events.NORTH in shown).hand for hand in game.hands]
    game.copies_recorded = False
    game.marks_recorded = True
    if not has_deposits:
        add_void_deposits(game)


def _drop_what_is_never_said(played: list[Event]) -> None:
    """Take numbers for not recorded that are 0 in all results of a game."""
    wins = [event for event in played if isinstance(event, Win)]
    draws = [event for event in played if isinstance(event, Ryuukyoku)]
    has_scores = any([any(event.scores or ()) for event in wins]) or any([any(event.scores or ()) for event in draws])
    has_counters = any([draw.honba > 0 or draw.sticks > 0 for draw in draws])
    has_limits = any([win.limit > 0 for win in wins])
    for win in wins:
        win.scores = win.scores if has_scores else None
        win.limit = win.limit if has_limits else events.NOT_RECORDED
    for draw in draws:
        draw.scores = draw.scores if has_scores else None
        if not has_counters:
            draw.honba = draw.sticks = events.NOT_RECORDED


class _Copied:
    """A hand with copies of its own. hand: the result. shows_norths: whether wins of the game show norths set aside."""

    def __init__(self, game: Game, source: Hand, has_deposits: bool, shows_norths: bool) -> None:
        self.shows_norths = shows_norths
        self.copies = Copies(game.red_tiles)
        self.codes = self.copies.codes
        self.drawn: Tile = UNKNOWN
        self.ura: tuple[Tile, ...] = ()
        dealt = [
            tuple([self.copies.draw(seat, self.codes[tile]) for tile in tiles])
            for seat, tiles in enumerate(source.dealt)
        ]
        indicator = self.copies.from_wall(self.codes[source.indicator])
        self.hand = Hand(
            source.index, source.round, source.honba, source.sticks, source.dealer, source.scores, tuple(dealt),
            indicator, source.dice, source.shuffle,
        )  # fmt: skip
        self.hand.disconnections = source.disconnections
        self.builder = HandBuilder(self.hand, self.copies, _CONVENTIONS)
        for number, event in enumerate(source.events):
            is_void = isinstance(event, Ryuukyoku) and event.draw_type == events.TRIPLE_RON
            if not (has_deposits or isinstance(event, Win) or event.kind == events.DORA or is_void):
                self.builder.deposit_owed()
            self.add(event)
            if source.lines:
                missing = len(self.hand.events) + 1 - len(self.hand.lines)
                self.hand.lines += source.lines[:1] * (number == 0) + source.lines[number + 1 :][:1] * missing
        del self.hand.lines[len(self.hand.events) + 1 :]

    def of(self, tiles: tuple[Tile, ...]) -> list[TileCode]:
        """The codes of tiles."""
        return [self.codes[tile] for tile in tiles]

    def add(self, event: Event) -> None:
        """Add an event of the log."""
        builder, kind, seat = self.builder, event.kind, event.seat
        if isinstance(event, Win):
            self.win(event)
        elif isinstance(event, Ryuukyoku):
            shown = event.shown or ()
            event.shown = tuple(
                [None if one is None else tuple(self.copies.shown(at, self.of(one))) for at, one in enumerate(shown)]
            )
            builder.events.append(event)
        elif isinstance(event, Deposit):
            builder.deposit(seat, event.scores)
        elif kind == events.DRAW:
            builder.draw(seat, self.codes[event.tile])
            self.drawn = event.tile
        elif kind == events.DISCARD:
            is_drawn = event.tile == self.drawn
            builder.discard(seat, self.codes[event.tile], events.TSUMOGIRI if is_drawn else events.TEDASHI, is_drawn)
            self.drawn = UNKNOWN
        elif kind == events.RIICHI:
            builder.declare(seat)
        elif kind == events.DORA:
            builder.dora(self.codes[event.tile])
        else:
            self.call(event)
            self.drawn = UNKNOWN

    def call(self, event: Event) -> None:
        """Add a call, an own kan or a north set aside."""
        builder, kind, seat = self.builder, event.kind, event.seat
        if kind == events.NORTH:
            builder.north(seat, _NORTH_CODE)
        elif kind == events.CLOSED_KAN:
            builder.closed_kan(seat, self.of(event.tiles))
        elif kind == events.ADDED_KAN:
            builder.added_kan(seat, self.codes[event.tile], ())
        else:
            from_seat = (seat + 3) % 4 if kind == events.CHI and event.from_seat == seat else event.from_seat
            builder.claim(kind, seat, from_seat, self.codes[event.tile], self.of(event.tiles))

    def win(self, win: Win) -> None:
        """Add a win, with what it shows as the hand has it."""
        copies, turned = self.copies, [self.hand.indicator]
        turned += [event.tile for event in self.hand.events if event.kind == events.DORA]
        win.tile = self.builder.latest(self.codes[win.tile])
        if win.hand is not None:
            codes = self.of(win.hand)
            rest = codes.copy()
            if self.codes[win.tile] in rest:
                rest.remove(self.codes[win.tile])
            tiles = copies.shown(win.seat, rest, win.tile, (win.tile,))
            win.hand = tuple(sorted([*tiles, *[win.tile] * (len(codes) - len(rest))]))
        made = [
            event for event in self.hand.events if events.CHI <= event.kind <= events.NORTH and event.seat == win.seat
        ]
        melds = [self.meld(meld, made) for meld in win.melds or ()]
        if not self.shows_norths:
            melds += [meld_of(event) for event in made if event.kind == events.NORTH]
        win.melds = tuple(melds)
        if win.dora is not None:
            codes = self.of(win.dora)
            win.dora = tuple(turned) if codes == self.of(tuple(turned)) else copies.faces(codes)
        if win.ura is not None:
            codes = self.of(win.ura)
            if codes != self.of(self.ura):
                self.ura = tuple([copies.from_wall(code) for code in codes])
            win.ura = self.ura
        self.builder.events.append(win)

    def meld(self, meld: Meld, made: list[Event]) -> Meld:
        """A meld that a win shows, with the tiles of the seat's call that it shows, or of its face."""
        kind, codes = meld.kind, sorted(self.of((meld.tile, *meld.tiles)))
        for event in made:
            if event.kind == kind and (kind == events.NORTH or sorted(self.of((event.tile, *event.tiles))) == codes):
                return Meld(kind, event.tile, event.tiles, event.from_seat)
        return meld
