"""A hand of a Majiang paipu to events.

The format has no event for the riichi deposit, and it writes the indicator of a kan after the draw or the discard that
it comes with: the deposit is put in where it is paid, and the indicator before that draw or discard, as on the table.
"""

from collections.abc import Sequence
from typing import Final

from auditor.events import (
    ADDED_KAN,
    CLOSED_KAN,
    DORA,
    NO_SEAT,
    PON,
    RIICHI,
    TEDASHI,
    TRIPLE_RON,
    TSUMOGIRI,
    Deposit,
    Event,
    Hand,
    meld_of,
    round_name,
)
from auditor.formats.bounds import MOST_EVENTS, TOO_MANY_EVENTS
from auditor.formats.copies import NO_CODE
from auditor.formats.majiang.notation import CODE_BITS, DISCARDS, IS_DRAWN, IS_RIICHI
from auditor.formats.majiang.result import keys_of_win, read_pingju, read_win
from auditor.formats.majiang.schema import Entry, Qipai, SeatMeld, SeatTile
from auditor.formats.majiang.state import HandState
from auditor.formats.majiang.words import DRAW_NAMES
from auditor.formats.shared_events import discard_of, draw_of
from auditor.problems import ReadError
from auditor.tiles import UNKNOWN
from auditor.units import HandIndex, SeatIndex, Tile, TileCode

DEALT: Final = 13

KEYS: Final = 3
"""Keys of most events, with that of the event itself."""
KEYS_OF_DEAL: Final = 8
KEYS_OF_INDICATOR: Final = 2
KEYS_OF_DRAW: Final = 4


def read_hand(entries: Sequence[Entry], index: HandIndex, red_tiles: tuple[Tile, ...], place: str) -> "HandReader":
    """Read the hand number `index` of a game; `place` stands before every place. Raises ReadError."""
    place = f"{place}hand {index}"
    qipai = entries[0].qipai if entries else None
    if qipai is None:
        raise ReadError(place, "expected a qipai first, the deal of the hand")
    name = round_name(4 * qipai.zhuangfeng + qipai.jushu)
    reader = HandReader(entries, qipai, index, red_tiles, f"{place} ({name}-{qipai.changbang})")
    reader.read()
    return reader


class HandReader(HandState):
    """Builds a hand, event by event.

    keys: how many keys the JSON of what was read has, where it has no others.
    """

    def __init__(
        self, entries: Sequence[Entry], qipai: Qipai, index: HandIndex, red_tiles: tuple[Tile, ...], place: str
    ) -> None:
        super().__init__(qipai.jushu, red_tiles, place)
        self.entries = entries
        dealt: list[tuple[Tile, ...]] = []
        for seat in range(4):
            text: str = qipai.shoupai[(seat - self.jushu) % 4]
            codes = self.codes(text) if text else [NO_CODE] * DEALT
            dealt.append(tuple([self.copies.draw(seat, code) for code in codes]))
        self.hand = Hand(
            index,
            4 * qipai.zhuangfeng + self.jushu,
            qipai.changbang,
            qipai.lizhibang,
            self.jushu,
            self.of_seats(qipai.defen),
            tuple(dealt),
            self.copies.from_wall(self.code(qipai.baopai)),
        )
        self.events = self.hand.events
        self.keys = KEYS * len(entries) + KEYS_OF_DEAL - KEYS

    def read(self) -> None:
        """Read every event. Raises ReadError."""
        entries = self.entries
        count = len(entries)
        if count > MOST_EVENTS:
            raise self.error(TOO_MANY_EVENTS)
        number = 1
        while number < count:
            self.number = number
            entry = entries[number]
            number += 1
            tile: SeatTile | None = entry.zimo
            if tile is not None:
                self._draw(tile)
                continue
            tile = entry.dapai
            if tile is not None:
                turned = self._turned_after(number)
                self._discard(tile, number, turned)
                number += turned
                continue
            tile = entry.gangzimo
            if tile is not None:
                turned = self._turned_after(number)
                self._turn(number, turned)
                self._draw(tile)
                number += turned
                continue
            meld: SeatMeld | None = entry.fulou or entry.gang
            if meld is not None:
                self._meld(meld)
            else:
                self._rest(entry)

    def _rest(self, entry: Entry) -> None:
        """An indicator by itself, or the end of the hand."""
        if entry.kaigang is not None:
            self._turn(self.number, 1)
        elif entry.hule is not None:
            self.events.append(read_win(self, entry.hule))
            self.keys += keys_of_win(entry.hule) - KEYS
        elif entry.pingju is not None:
            self.events.append(read_pingju(self, entry.pingju))
            self.keys += KEYS_OF_DRAW - KEYS
        elif entry.qipai is not None:
            raise self.error("a second qipai; each hand is a list of its own")
        else:
            raise self.error("expected one of zimo, dapai, fulou, gang, gangzimo, kaigang, hule and pingju")

    def _turned_after(self, number: int) -> int:
        """How many indicators are turned from the entry of that number on."""
        first = number
        while number < len(self.entries) and self.entries[number].kaigang is not None:
            number += 1
        return number - first

    def _turn(self, number: int, count: int) -> None:
        """Turn the indicators of so many entries."""
        for entry in self.entries[number : number + count]:
            kaigang = entry.kaigang
            if kaigang is not None:
                self.events.append(Event(DORA, NO_SEAT, self.copies.from_wall(self.code(kaigang.baopai))))
                self.keys += KEYS_OF_INDICATOR - KEYS

    def _draw(self, tile: SeatTile) -> None:
        seat = self.seat(tile.l)
        self.drawn = self.copies.draw(seat, self.code(tile.p))
        self.last_tile = self.drawn
        self.events.append(draw_of(seat, self.drawn))

    def _discard(self, tile: SeatTile, following: int, turned: int) -> None:
        """A discard, with riichi, and the indicators turned with it. following: the number of the entry after it."""
        seat = self.seat(tile.l)
        value = DISCARDS.get(tile.p)
        if value is None:
            raise self.error(f"expected a discard such as m1, p0_ or z7*, not {tile.p!r}")
        is_drawn = value & IS_DRAWN != 0
        discarded = self.copies.discard(seat, value & CODE_BITS, self.drawn, is_drawn)
        if value & IS_RIICHI:
            self.events.append(Event(RIICHI, seat))
        if turned:
            self._turn(following, turned)
        self.events.append(discard_of(seat, discarded, TSUMOGIRI if is_drawn else TEDASHI))
        self.last_tile = discarded
        self.drawn = UNKNOWN
        if value & IS_RIICHI and self._stands(following + turned):
            self.events.append(Deposit(seat))

    def _stands(self, following: int) -> bool:
        """Whether a riichi stands, by the entry after its tile: that is not won on, by one seat or by three."""
        if following >= len(self.entries):
            return False  # the log does not tell
        entry = self.entries[following]
        if entry.pingju is not None:
            return not entry.pingju.name.startswith(DRAW_NAMES[TRIPLE_RON])
        return entry.hule is None

    def _meld(self, given: SeatMeld) -> None:
        seat = self.seat(given.l)
        meld = self.meld(given.m)
        from_seat = (seat + meld.steps) % 4
        if meld.kind == ADDED_KAN:
            self.last_tile = self.copies.from_hand(seat, meld.tile, (), self.drawn)
            made = Event(ADDED_KAN, seat, self.last_tile, self._pon(seat, self.last_tile, meld.own), from_seat)
        elif meld.kind == CLOSED_KAN:
            own = tuple(sorted(self.copies.taken(seat, (meld.tile, *meld.own), (), self.drawn)))
            self.last_tile = own[0]
            made = Event(CLOSED_KAN, seat, own[0], own, seat)
        else:
            claimed = self.claimed_or_stray(meld.tile)
            made = Event(
                meld.kind,
                seat,
                claimed,
                tuple(sorted(self.copies.taken(seat, meld.own, (claimed,), self.drawn))),
                from_seat,
            )
        self.events.append(made)
        self.drawn = UNKNOWN
        self.melds[seat][given.m] = meld_of(made)

    def _pon(self, seat: SeatIndex, added: Tile, codes: tuple[TileCode, ...]) -> tuple[Tile, ...]:
        """The tiles of the seat's pon that a tile is added to, or of one that it never made."""
        for event in self.events:
            if event.kind == PON and event.seat == seat and event.tile >> 2 == added >> 2:
                return tuple(sorted((event.tile, *event.tiles)))
        return self.copies.strays(codes, (added,))
