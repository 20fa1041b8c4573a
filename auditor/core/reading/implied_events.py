# build: hot
"""Builds the hands of logs that leave out when indicators are turned and riichi paid, as Tenhou's JSON and text do.

Implied are the riichi deposit, right after a declaration tile that is not won on, and when Tenhou turns kan
indicators: that of a closed kan at once, that of an open or added kan before the next discard, or before the next
replacement draw if another kan or a north comes first.
"""

from collections.abc import Sequence
from typing import Final

from auditor.core import events, yaku
from auditor.core.events import Hand, Ryuukyoku, Win
from auditor.core.reading.building import Conventions, HandBuilder
from auditor.core.reading.copies import Copies
from auditor.core.tiles import UNKNOWN
from auditor.core.units import EventKind, Fu, Han, LimitNumber, Mark, Points, SeatIndex, TileCode, YakuHan

_CONVENTIONS: Final = Conventions(face_by_code=True)


class WrittenWin:
    """A winner's entry. The fields are those of `auditor.core.events.Win`."""

    def __init__(
        self, seat: SeatIndex, from_seat: SeatIndex, pao_seat: SeatIndex, deltas: tuple[Points, ...] | None
    ) -> None:
        self.seat = seat
        self.from_seat = from_seat
        self.pao_seat = pao_seat
        self.deltas = deltas
        self.fu: Fu = events.NOT_RECORDED
        self.han: Han = events.NOT_RECORDED
        self.points: Points = events.NOT_RECORDED
        self.limit: LimitNumber = events.NOT_RECORDED
        self.yaku: tuple[YakuHan, ...] | None = None

    @property
    def has_riichi(self) -> bool:
        """Whether riichi or double riichi is among the yaku."""
        return any(number in (yaku.RIICHI, yaku.DOUBLE_RIICHI) for number, _ in self.yaku or ())


class WrittenResult:
    """How a hand ended. wins: as written. draw_type: of a drawn hand, or "". is_ron: whether it was by ron."""

    def __init__(self) -> None:
        self.wins: list[WrittenWin] = []
        self.draw_type = ""
        self.deltas: tuple[Points, ...] | None = None
        self.tenpai: tuple[bool, ...] | None = None
        self.is_ron = False


class ImpliedEvents:
    """Builds the events of one hand, those that are implied among them.

    turned: the ids of the indicators so far. owed: how many of kans are due but not turned. declared: seats in riichi.
    """

    def __init__(self, hand: Hand, copies: Copies, indicators: list[TileCode]) -> None:
        self.builder = HandBuilder(hand, copies, _CONVENTIONS)
        self.events = hand.events
        self.codes = indicators
        self.turned = [hand.indicator] if hand.indicator != UNKNOWN else []
        self.owed = 0
        self.declared: list[SeatIndex] = []

    def turn_indicators(self, number: int) -> None:
        """Turn as many of the next kan indicators as the log has."""
        for _ in range(number):
            if len(self.turned) < len(self.codes):
                self.turned.append(self.builder.dora(self.codes[len(self.turned)]))
        self.owed = 0

    def draw(self, seat: SeatIndex, code: TileCode) -> None:
        """Add a draw, after the deposit if one is owed."""
        self.builder.deposit_owed()
        self.builder.draw(seat, code)

    def claim(
        self, kind: EventKind, seat: SeatIndex, from_seat: SeatIndex, code: TileCode, own: Sequence[TileCode]
    ) -> None:
        """Add a claim, as `HandBuilder.claim` does, after the deposit if one is owed."""
        self.builder.deposit_owed()
        self.builder.claim(kind, seat, from_seat, code, own)
        if kind == events.OPEN_KAN:
            self.turn_indicators(self.owed)
            self.owed = 1

    def declare(self, seat: SeatIndex, mark: Mark = events.NOT_RECORDED) -> None:
        """Add a declaration of riichi, before its discard."""
        if self.owed:
            self.turn_indicators(self.owed)
        self.declared.append(seat)
        self.builder.declare(seat, mark)

    def discard(self, seat: SeatIndex, code: TileCode, is_drawn: bool) -> None:
        """Add a discard. is_drawn: whether it is the tile just drawn."""
        if self.owed:
            self.turn_indicators(self.owed)
        self.builder.discard(seat, code, events.TSUMOGIRI if is_drawn else events.TEDASHI, is_drawn)

    def closed_kan(self, seat: SeatIndex, codes: Sequence[TileCode]) -> None:
        """Add a closed kan."""
        self.builder.closed_kan(seat, codes)
        self.turn_indicators(self.owed + 1)

    def added_kan(
        self, seat: SeatIndex, code: TileCode, pon: Sequence[TileCode], from_seat: SeatIndex = events.NO_SEAT
    ) -> None:
        """Add an added kan, as `HandBuilder.added_kan` does."""
        self.builder.added_kan(seat, code, pon, from_seat)
        self.turn_indicators(self.owed)
        self.owed = 1

    def north(self, seat: SeatIndex, code: TileCode) -> None:
        """Add a north set aside."""
        self.builder.north(seat, code)
        self.turn_indicators(self.owed)

    def end(self, result: WrittenResult, ura: list[TileCode]) -> None:
        """Add the end of the hand, if the log has one."""
        if not result.wins and not result.draw_type:
            return
        if not result.is_ron and result.draw_type != events.TRIPLE_RON:
            self.builder.deposit_owed()
        self.turn_indicators(len(self.codes))
        if result.draw_type:
            self.events.append(Ryuukyoku(result.draw_type, tenpai=result.tenpai, deltas=result.deltas))
        in_riichi = self.riichi_wins(result.wins)
        for win, is_riichi in zip(result.wins, in_riichi, strict=True):
            shows_ura = is_riichi if any(in_riichi) else bool(ura)
            self.events.append(Win(
                win.seat, win.from_seat, self.builder.last_tile, fu=win.fu, han=win.han, points=win.points,
                limit=win.limit, yaku=win.yaku, dora=tuple(self.turned), ura=tuple(ura) if shows_ura else None,
                deltas=win.deltas, pao_seat=win.pao_seat,
            ))  # fmt: skip

    def riichi_wins(self, wins: list[WrittenWin]) -> list[bool]:
        """Whether each winner was in riichi, by its yaku or by what it declared."""
        return [win.has_riichi or win.seat in self.declared for win in wins]
