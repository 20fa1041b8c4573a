# build: hot
"""Translates a hand of a Majiang paipu into events.

The format has no event for the riichi deposit, and it writes the indicator of a kan after the draw or the discard that
it comes with: the deposit is put in where it is paid, and the indicator before that draw or discard, as on the table.
"""

from typing import Final, TypeVar

from msgspec.structs import astuple
from mypy_extensions import i64

from auditor.core import events
from auditor.core.errors import ReadError
from auditor.core.events import Hand, Meld, Ryuukyoku, Win
from auditor.core.reading.building import Conventions, HandBuilder
from auditor.core.reading.copies import NO_CODE, Copies
from auditor.core.reading.format import MOST_EVENTS, TOO_MANY_EVENTS
from auditor.core.reading.result_words import draw_type, yaku_number
from auditor.core.units import Han, HandIndex, SeatIndex, Tile, TileCode, YakuNumber
from auditor.core.yaku import UNKNOWN_YAKU, YAKUMAN_HAN
from auditor.formats.majiang import vocabulary
from auditor.formats.majiang.fast import KAN_DRAW, MELD, NO_TILE_VALUE, KnownEntry
from auditor.formats.majiang.schema import Hupai, PaipuWin, Pingju, Qipai
from auditor.formats.majiang.vocabulary import WrittenMeld

YAKUMAN_LIMIT: Final = 5
DEALT: Final = 13

_Value = TypeVar("_Value")

_CONVENTIONS: Final = Conventions(sorts_pon=True)


def read_hand(entries: list[KnownEntry], index: HandIndex, red_tiles: tuple[Tile, ...], location: str) -> "MajiangHand":
    """Read a hand of a game.

    entries: its events as written, the deal first. index: its number in the game. red_tiles: the red fives of the game.
    location: what is before every location that a message names.

    Raises:
        ReadError: Where something in it cannot be read.
    """
    if (qipai := entries[0].qipai if entries else None) is None:
        raise ReadError(f"{location}hand {index}", "expected a qipai first, the deal of the hand")
    reader = MajiangHand(entries, qipai, index, red_tiles, location)
    reader.read()
    return reader


class MajiangHand:
    """Reads a hand, event by event, and builds it.

    number: of the event being read. jushu: the dealer's distance from the first. melds: each seat's by their text.
    """

    def __init__(
        self, entries: list[KnownEntry], qipai: Qipai, index: HandIndex, red_tiles: tuple[Tile, ...], location: str
    ) -> None:
        self.entries = entries
        self._before, self._qipai, self._index = location, qipai, index
        self.number = 0
        round_wind, jushu, points, indicator, hands, honba, sticks = astuple(qipai)
        self.jushu: i64 = jushu
        self.melds: list[dict[str, Meld]] = [{}, {}, {}, {}]
        copies = Copies(red_tiles)
        dealt: list[tuple[Tile, ...]] = []
        for seat, text in enumerate(self._of_seats(hands)):
            codes = self._codes(text) if text else [NO_CODE] * DEALT
            dealt.append(tuple([copies.draw(seat, code) for code in codes]))
        self.hand = Hand(
            index, 4 * round_wind + jushu, honba, sticks, jushu, self._of_seats(points), tuple(dealt),
            copies.from_wall(self._code(indicator)),
        )  # fmt: skip
        self.builder = HandBuilder(self.hand, copies, _CONVENTIONS)
        self.events = self.hand.events

    # ------------------------------------------------------------------------------------------------ texts

    def location(self) -> str:
        """The hand, as messages name it."""
        qipai = self._qipai
        name = events.round_name(4 * qipai.zhuangfeng + qipai.jushu)
        return f"{self._before}hand {self._index} ({name}-{qipai.changbang})"

    def _error(self, message: str) -> ReadError:
        """An error in the event being read."""
        return ReadError(f"{self.location()}, event {self.number}", message)

    def _seat(self, wind: i64) -> SeatIndex:
        """The seat, as at the start of the game, of a seat wind of this hand."""
        return (self.jushu + wind) % 4

    def _of_seats(self, values: list[_Value]) -> tuple[_Value, ...]:
        """Reorder values by wind into values by seat."""
        return tuple(values[-self.jushu :] + values[: -self.jushu] if self.jushu else values)

    def _code(self, text: str) -> TileCode:
        """The code of a tile; NO_CODE for a hidden one. Raises ReadError."""
        if (code := vocabulary.CODE_OF_TEXT.get(text)) is None:
            raise self._error(f"expected a tile such as m1, p0 or z7, not {text!r}")
        return code

    def _codes(self, text: str) -> list[TileCode]:
        """The codes of a hand's concealed tiles. Raises ReadError."""
        try:
            return vocabulary.hand_codes(text)
        except ValueError:
            raise self._error(f"expected a hand such as m123p406s789z11, not {text!r}") from None

    def _written_meld(self, text: str) -> WrittenMeld:
        """A meld as written. Raises ReadError."""
        try:
            return vocabulary.written_meld(text)
        except ValueError:
            raise self._error(f"expected a meld such as m1-23, p505+, z1111 or z111=1, not {text!r}") from None

    # ------------------------------------------------------------------------------------------------ play

    def read(self) -> None:
        """Read every event. Raises ReadError."""
        entries = self.entries
        count = len(entries)
        if count > MOST_EVENTS:
            raise self._error(TOO_MANY_EVENTS)
        number = 1
        while number < count:
            self.number = number
            entry = entries[number]
            number += 1
            if entry.kind == events.DRAW:
                self._draw(entry)
            elif entry.kind == events.DISCARD:
                turned = self._turned_after(number)
                self._discard(entry, number, turned)
                number += turned
            elif entry.kind == KAN_DRAW:
                turned = self._turned_after(number)
                self._turn(number, turned)
                self._draw(entry)
                number += turned
            elif entry.kind == MELD:
                self._meld(entry)
            else:
                self._rest(entry)

    def _rest(self, entry: KnownEntry) -> None:
        """Add an indicator by itself, or the end of the hand. Raises ReadError."""
        if entry.kaigang is not None:
            self._turn(self.number, 1)
        elif entry.hule is not None:
            self.events.append(self._win(entry.hule))
        elif entry.pingju is not None:
            self.events.append(self._ryuukyoku(entry.pingju))
        elif entry.qipai is not None:
            raise self._error("a second qipai; each hand is a list of its own")
        else:
            raise self._error("expected one of zimo, dapai, fulou, gang, gangzimo, kaigang, hule and pingju")

    def _turned_after(self, number: int) -> int:
        """The number of indicators that are turned in succession, from the entry of this number on."""
        first = number
        while number < len(self.entries) and self.entries[number].kaigang is not None:
            number += 1
        return number - first

    def _turn(self, number: int, count: int) -> None:
        """Add the indicators of `count` entries, from the entry of this number on."""
        for entry in self.entries[number : number + count]:
            if entry.kaigang is not None:
                self.builder.dora(self._code(entry.kaigang.baopai))

    def _draw(self, entry: KnownEntry) -> None:
        """Add a draw. Raises ReadError."""
        code = self._code(entry.text) if entry.value == NO_TILE_VALUE else entry.value
        self.builder.draw(self._seat(entry.wind), code)

    def _discard(self, entry: KnownEntry, following: int, turned: int) -> None:
        """Add a discard, with riichi, and the indicators turned with it. following: the number of the next entry."""
        builder = self.builder
        seat = self._seat(entry.wind)
        value = entry.value
        if value == NO_TILE_VALUE:
            raise self._error(f"expected a discard such as m1, p0_ or z7*, not {entry.text!r}")
        code = value & vocabulary.CODE_BITS
        is_drawn = value & vocabulary.IS_DRAWN != 0
        discarded = builder.take_for_discard(seat, code, is_drawn)
        if value & vocabulary.IS_RIICHI:
            builder.declare(seat)
        if turned:
            self._turn(following, turned)
        builder.add_discard(seat, discarded, code, events.TSUMOGIRI if is_drawn else events.TEDASHI)
        if value & vocabulary.IS_RIICHI and self._is_riichi_accepted(following + turned):
            builder.deposit(seat)

    def _is_riichi_accepted(self, following: int) -> bool:
        """Whether a riichi is accepted, by the entry after its tile: neither a win on it nor a draw by three wins."""
        if following >= len(self.entries):
            return False  # the log does not say
        entry = self.entries[following]
        if entry.pingju is not None:
            return not entry.pingju.name.startswith(vocabulary.DRAW_NAMES[events.TRIPLE_RON])
        return entry.hule is None

    def _meld(self, entry: KnownEntry) -> None:
        builder = self.builder
        seat = self._seat(entry.wind)
        meld = self._written_meld(entry.text)
        from_seat = (seat + meld.steps) % 4
        if meld.kind == events.ADDED_KAN:
            builder.added_kan(seat, meld.tile, meld.own, from_seat)
        elif meld.kind == events.CLOSED_KAN:
            builder.closed_kan(seat, (meld.tile, *meld.own))
        else:
            builder.claim(meld.kind, seat, from_seat, meld.tile, meld.own)
        self.melds[seat][entry.text] = events.meld_of(self.events[-1])

    # ------------------------------------------------------------------------------------------------ the end

    def _win(self, hule: PaipuWin) -> Win:
        """A win. Its tile is last in the hand shown, on a ron too. Raises ReadError."""
        builder = self.builder
        wind, shown, loser, ura, fu, han, yakuman, points, yaku, payments = astuple(hule)
        seat = self._seat(wind)
        from_seat = seat if loser is None else self._seat(loser)
        if not (codes := self._codes(shown)):
            raise self._error("shoupai: expected the winner's hand, the winning tile last")
        tile = builder.latest(codes[-1])
        win = Win(seat, from_seat, tile)
        win.hand = tuple(sorted((*builder.copies.shown(seat, codes[:-1], tile), tile)))
        win.melds = tuple([self._shown_meld(seat, text) for text in vocabulary.hand_melds(shown)])
        # The format always records ura indicators: none shown are none, not hidden ones.
        win.ura = tuple([builder.copies.from_wall(self._code(text)) for text in ura or ()])
        if fu is not None:
            win.fu = fu
        if points is not None:
            win.points = points
        if yakuman:
            win.limit = YAKUMAN_LIMIT
            win.han = YAKUMAN_HAN * yakuman
        elif han is not None:
            win.han = han
        if yaku is not None:
            self._add_yaku(win, yaku)
        if payments is not None:
            win.deltas = self._of_seats(payments)
        return win

    def _add_yaku(self, win: Win, hupai: list[Hupai]) -> None:
        """Add the yaku of a win, and the seat that is liable for one."""
        found: list[tuple[YakuNumber, Han]] = []
        for one in hupai:
            name, han, liable = astuple(one)
            found.append((_yaku(name), YAKUMAN_HAN * len(han) if isinstance(han, str) else han))
            if liable is not None:
                win.pao_seat = (win.seat + vocabulary.SOURCE_MARKS.index(liable)) % 4
        win.yaku = tuple(found)

    def _shown_meld(self, seat: SeatIndex, text: str) -> Meld:
        """A meld as a win shows it: the one that the seat made, or one of phantom tiles."""
        if (made := self.melds[seat].get(text)) is not None:
            return made
        written = self._written_meld(text)
        tiles = self.builder.copies.phantoms((written.tile, *written.own), ())
        from_seat = (seat + written.steps) % 4
        return Meld(written.kind, tiles[0], tiles[1:] if written.steps else tuple(sorted(tiles)), from_seat)

    def _ryuukyoku(self, pingju: Pingju) -> Ryuukyoku:
        """A drawn hand. A seat that shows its hand counts as tenpai where tenpai counts. Raises ReadError."""
        kind = vocabulary.DRAW_OF_NAME.get(pingju.name) or draw_type(pingju.name) or events.UNSPECIFIED
        draw = Ryuukyoku(kind)
        if pingju.fenpei is not None:
            draw.deltas = self._of_seats(pingju.fenpei)
        if pingju.shoupai is not None:
            shown: list[tuple[Tile, ...] | None] = []
            for seat, text in enumerate(self._of_seats(pingju.shoupai)):
                shown.append(tuple(sorted(self.builder.copies.shown(seat, self._codes(text)))) if text else None)
            draw.shown = tuple(shown)
            if kind in events.TENPAI_DRAWS:
                draw.tenpai = tuple([tiles is not None for tiles in shown])
        return draw


def _yaku(name: str) -> YakuNumber:
    if (number := vocabulary.YAKU_OF_NAME.get(name)) is None:
        number = yaku_number(name)
    return min(number, UNKNOWN_YAKU)
