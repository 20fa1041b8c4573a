# build: hot
"""One seat during the replay of a hand."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from auditor.core.events import PON, Event
from auditor.core.hand import waits
from auditor.core.table.packed_list import PackedList
from auditor.core.table.record import RiichiRecord
from auditor.core.tiles import EAST, UNKNOWN
from auditor.core.units import EventIndex, Kind, KindMask, SeatIndex, Tile, TurnNumber

NEVER: Final = -1
_NO_SUIT: Final = -1
"""The value of `_man_known` and the like before any facts are cached."""


@mypyc_attr(acyclic=True)
class Seat:
    """What a seat holds and has done. Sets of kinds are masks; events are indexes within the hand.

    melds: the calls that made them; an added kan replaces its pon. last_kan: the latest of its kans. norths: the tiles
    set aside. claimed: how many of its discards others have claimed. waits: the kinds that complete the hand as it was
    after the seat's last discard or call (13 tiles). is_known: False once a hidden tile is in the hand: then neither
    hand nor waits can be judged. Causes of furiten: river_kinds: the kinds of all own discards; passed_*: the last
    winning tile passed; riichi_passed_*: the first winning tile passed in riichi.
    """

    def __init__(self, seat: SeatIndex) -> None:
        self.seat = seat
        # Masks and packed suits are `i64`: compiled code keeps them as machine words, a fifteenth of an audit faster.
        self.man: i64 = 0
        self.pin: i64 = 0
        self.sou: i64 = 0
        self.honours: i64 = 0
        self._sizes: i64 = 0
        # The cached facts of each suit, and the packed suit that they belong to: often it has not changed since.
        self._man_facts: i64 = 0
        self._pin_facts: i64 = 0
        self._sou_facts: i64 = 0
        self._honour_facts: i64 = 0
        self._man_known: i64 = _NO_SUIT
        self._pin_known: i64 = _NO_SUIT
        self._sou_known: i64 = _NO_SUIT
        self._honours_known: i64 = _NO_SUIT
        self._concealed = PackedList()
        self.melds: list[Event] = []
        self.last_kan: Event | None = None
        self.is_open = False
        self.norths: list[Tile] = []
        self._river = PackedList()
        self._river_events = PackedList()
        self.river_kinds: i64 = 0
        self.claimed = 0
        self.drawn: i64 = UNKNOWN
        self.waits: i64 = 0
        self.is_known = True
        self.last_draw: i64 = NEVER
        self.last_call: i64 = NEVER
        self.last_discard: i64 = NEVER
        self.riichi: RiichiRecord | None = None
        self.riichi_discard: i64 = NEVER
        self.deposits = 0
        self.deposit_event: EventIndex = NEVER
        self.ippatsu = False
        self.passed_tile: Tile = UNKNOWN
        self.passed_event: i64 = NEVER
        self.riichi_passed_tile: Tile = UNKNOWN
        self.riichi_passed_event: i64 = NEVER

    @property
    def concealed(self) -> list[Tile]:
        """The tile ids held outside melds, the drawn tile included, in the order in which the seat got them."""
        return self._concealed.numbers()

    @property
    def size(self) -> int:
        """How many tiles the seat holds outside melds, the drawn tile included."""
        return self._concealed.length

    @property
    def river(self) -> list[Tile]:
        """The tiles discarded, claimed ones included, in order."""
        return self._river.numbers()

    @property
    def river_events(self) -> list[EventIndex]:
        """The events at which the tiles of the river were discarded, in order."""
        return self._river_events.numbers()

    def discard(self, tile: i64, event: i64) -> None:
        """Put a tile that has left the hand, or a hidden one, into the river."""
        self._river.append(tile)
        self._river_events.append(event)
        self.last_discard = event
        if tile >= 0:
            self.river_kinds |= waits.shifted(1, tile >> 2)

    def holds(self, tile: i64) -> bool:
        """Whether a tile is among the concealed."""
        return self._concealed.has(tile)

    @property
    def turn(self) -> TurnNumber:
        """The number of the seat's latest discard, from 1; 0 before the first."""
        return self._river.length

    @property
    def in_riichi(self) -> bool:
        """Whether the seat has declared riichi and discarded the declaration tile."""
        return self.riichi_discard != NEVER

    @property
    def meld_count(self) -> int:
        """The number of melds, each of which counts as a set."""
        return len(self.melds)

    def count(self, kind: Kind) -> int:
        """How many concealed tiles of a kind the seat holds."""
        return self._suit(waits.SUIT_OF[kind]) >> waits.SHIFT[kind] & 7

    def _suit(self, suit: int) -> i64:
        if suit == 0:
            return self.man
        if suit == 1:
            return self.pin
        if suit == 2:
            return self.sou
        return self.honours

    def deal(self, tiles: tuple[Tile, ...]) -> None:
        """Put the tiles dealt into the empty hand."""
        self._concealed.extend(tiles)
        for tile in tiles:
            self._count_in(tile)
        self.update_waits()

    def add(self, tile: i64) -> None:
        """Put a tile into the concealed hand."""
        self._concealed.append(tile)
        self._count_in(tile)

    def _count_in(self, tile: i64) -> None:
        if tile < 0:
            self.is_known = False
        else:
            self._change(tile >> 2, 1)

    def remove(self, tile: i64) -> bool:
        """Take a tile from the concealed hand. Returns False, and changes nothing, where it is not there."""
        if not self._concealed.remove(tile):
            return False
        if tile >= 0:
            self._change(tile >> 2, -1)
        return True

    def _change(self, kind: i64, by: i64) -> None:
        # The same as SUIT_OF and ONE: a machine word is computed faster than it is looked up.
        suit = kind // 9
        step = by << 3 * (kind - 9 * suit)
        self._sizes += by << 4 * suit
        if suit == 0:
            self.man += step
        elif suit == 1:
            self.pin += step
        elif suit == 2:
            self.sou += step
        else:
            self.honours += step

    def waits_without_kind(self, kind: i64) -> KindMask:
        """The waits without one tile of a kind; the concealed hand must be known and hold one."""
        self._change(kind, -1)
        kinds = waits.waits(self.man, self.pin, self.sou, self.honours, len(self.melds))
        self._change(kind, 1)
        return kinds

    def update_waits(self) -> None:
        """Recompute the waits; none are known for a hand with hidden tiles or of the wrong size."""
        self.waits = 0
        melds = len(self.melds)
        if not self.is_known or self._concealed.length + 3 * melds != 13:
            return
        suits = (self.man, self.pin, self.sou, self.honours)
        lacks = waits.may_wait(self._sizes, suits, melds)
        if lacks != waits.CANNOT_WAIT and self._update_suit_facts(lacks == waits.MAY_LACK_IN_SETS):
            self.waits = waits.waits_of_facts(
                self._man_facts, self._pin_facts, self._sou_facts, self._honour_facts,
                suits, melds,
            )  # fmt: skip

    def _update_suit_facts(self, has_sets: bool) -> bool:
        """Update the cached facts of the suits; stop and return False as soon as one shows that the hand cannot wait.

        has_sets: whether only sets and a pair may lack a tile. Most turns change two suits at most, and mostly the
        first one updated is isolated.
        """
        sizes = self._sizes
        if self._man_known != self.man:
            self._man_known = self.man
            self._man_facts = waits.suit_facts(self.man, 0)
        if has_sets and waits.is_isolated(self._man_facts, sizes & 15):
            return False
        if self._pin_known != self.pin:
            self._pin_known = self.pin
            self._pin_facts = waits.suit_facts(self.pin, 1)
        if has_sets and waits.is_isolated(self._pin_facts, sizes >> 4 & 15):
            return False
        if self._sou_known != self.sou:
            self._sou_known = self.sou
            self._sou_facts = waits.suit_facts(self.sou, 2)
        if has_sets and waits.is_isolated(self._sou_facts, sizes >> 8 & 15):
            return False
        if self._honours_known != self.honours:
            self._honours_known = self.honours
            self._honour_facts = waits.suit_facts(self.honours, waits.HONOUR_SUIT)
        return not (has_sets and waits.is_isolated(self._honour_facts, sizes >> 12))

    def concealed_kinds(self, without: Tile = UNKNOWN) -> list[Kind]:
        """The kinds of the concealed tiles, ascending, one tile of id `without` left out."""
        kinds = waits.kinds_of_suits((self.man, self.pin, self.sou, self.honours))
        if len(kinds) != self._concealed.length:  # tiles are hidden, or are more of a kind than three bits count
            kinds = sorted([tile >> 2 for tile in self.concealed if tile >= 0])
        if without >= 0 and self.holds(without):
            kinds.remove(without >> 2)
        return kinds

    def pon_of(self, kind: Kind) -> Event | None:
        """The seat's pon of a kind, if it has one."""
        for meld in self.melds:
            if meld.kind == PON and meld.tile >> 2 == kind:
                return meld
        return None


def is_orphan_wait(seat: Seat) -> bool:
    """Whether the seat's waits are those of thirteen orphans."""
    if seat.melds or not seat.waits or seat.size < 13:
        return False
    kinds = set(seat.concealed_kinds(seat.drawn))
    return len(kinds) >= 12 and not any(0 < kind % 9 < 8 and kind < EAST for kind in kinds)


def waits_without(seat: Seat, tile: Tile) -> KindMask:
    """The waits that the seat's concealed hand would have without the tile with id `tile`."""
    if seat.is_known and seat.holds(tile):
        return seat.waits_without_kind(tile >> 2)
    return waits.hand_waits(seat.concealed_kinds(tile), len(seat.melds))
