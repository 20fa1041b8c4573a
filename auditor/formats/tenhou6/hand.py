# build: hot
"""Translates a written hand into events: orders the turns, chooses tile ids for codes, inserts implied events.

Implied are the riichi deposit, right after a declaration tile that is not won on, and when Tenhou turns kan
indicators: that of a closed kan at once, that of an open or added kan before the next discard, or before the next
replacement draw if another kan or a north comes first.
"""

from collections.abc import Sequence
from typing import Final

from auditor.core.events import (
    ADDED_KAN,
    CLOSED_KAN,
    DISCARD,
    DRAW,
    NO_SEAT,
    NORTH,
    NOT_RECORDED,
    OPEN_KAN,
    OPEN_RIICHI,
    RIICHI,
    TEDASHI,
    TRIPLE_RON,
    TSUMOGIRI,
    Hand,
    Ryuukyoku,
    Win,
)
from auditor.core.reading.building import LATEST_FIRST, Conventions, HandBuilder
from auditor.core.reading.copies import Copies
from auditor.core.tiles import UNKNOWN
from auditor.core.units import EventKind, HandIndex, Mark, SeatIndex, Tile, TileCode
from auditor.formats.tenhou6.result import RawResult, RawWin
from auditor.formats.tenhou6.syntax import RawHand, WrittenTurn
from auditor.formats.tenhou6.turn_order import RON_END, TurnOrderFound, find_order

_CONVENTIONS: Final = Conventions(LATEST_FIRST, face_by_code=True, added_avoids_pon=True)


class Tenhou6Hand:
    """Builds the events of one hand.

    turned: the ids of the indicators so far. owed: the number of kan indicators that are due but not turned.
    """

    def __init__(self, hand: Hand, copies: Copies, indicators: list[TileCode]) -> None:
        self.builder = HandBuilder(hand, copies, _CONVENTIONS)
        self.events = hand.events
        self.codes = indicators
        self.turned = [hand.indicator] if hand.indicator != UNKNOWN else []
        self.owed = 0

    def turn_indicators(self, number: int) -> None:
        """Turn as many of the next kan indicators as the log has."""
        for _ in range(number):
            if len(self.turned) < len(self.codes):
                self.turned.append(self.builder.dora(self.codes[len(self.turned)]))
        self.owed = 0

    def play(self, seat: SeatIndex, turn: WrittenTurn) -> None:
        """Add the events of a turn."""
        if turn.taken == DRAW:
            self.draw(seat, turn.taken_tile)
        else:
            self.claim(turn.taken, seat, turn.from_seat, turn.taken_tile, turn.taken_own)
        if turn.played == DISCARD and turn.is_possible:
            if turn.riichi:
                self.declare(seat, OPEN_RIICHI if turn.open_riichi else NOT_RECORDED)
            self.discard(seat, turn.played_tile, turn.tsumogiri)
        elif turn.played == CLOSED_KAN:
            self.closed_kan(seat, (*turn.played_own, turn.played_tile))
        elif turn.played == ADDED_KAN:
            self.added_kan(seat, turn.played_tile, turn.played_own, turn.pon_seat)
        elif turn.played == NORTH:
            self.north(seat, turn.played_tile)

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
        if kind == OPEN_KAN:
            self.turn_indicators(self.owed)
            self.owed = 1

    def declare(self, seat: SeatIndex, mark: Mark = NOT_RECORDED) -> None:
        """Add a declaration of riichi, before its discard."""
        if self.owed:
            self.turn_indicators(self.owed)
        self.builder.declare(seat, mark)

    def discard(self, seat: SeatIndex, code: TileCode, is_drawn: bool) -> None:
        """Add a discard. is_drawn: whether it is the tile just drawn."""
        if self.owed:
            self.turn_indicators(self.owed)
        self.builder.discard(seat, code, TSUMOGIRI if is_drawn else TEDASHI, is_drawn)

    def closed_kan(self, seat: SeatIndex, codes: Sequence[TileCode]) -> None:
        """Add a closed kan."""
        self.builder.closed_kan(seat, codes)
        self.turn_indicators(self.owed + 1)

    def added_kan(
        self, seat: SeatIndex, code: TileCode, pon: Sequence[TileCode], from_seat: SeatIndex = NO_SEAT
    ) -> None:
        """Add an added kan, as `HandBuilder.added_kan` does."""
        self.builder.added_kan(seat, code, pon, from_seat)
        self.turn_indicators(self.owed)
        self.owed = 1

    def north(self, seat: SeatIndex, code: TileCode) -> None:
        """Add a north set aside."""
        self.builder.north(seat, code)
        self.turn_indicators(self.owed)

    def end(self, result: RawResult, ura: list[TileCode]) -> None:
        """Add the end of the hand, if the log has one."""
        if not result.wins and not result.draw_type:
            return
        if result.end != RON_END and result.draw_type != TRIPLE_RON:
            self.builder.deposit_owed()
        self.turn_indicators(len(self.codes))
        if result.draw_type:
            self.events.append(Ryuukyoku(result.draw_type, tenpai=result.tenpai, deltas=result.deltas))
        any_riichi = any(self.is_riichi_win(win) for win in result.wins)
        for win in result.wins:
            shows_ura = self.is_riichi_win(win) if any_riichi else bool(ura)
            self.events.append(
                Win(
                    win.seat,
                    win.from_seat,
                    self.builder.last_tile,
                    fu=win.fu,
                    points=win.points,
                    limit=win.limit,
                    yaku=win.yaku,
                    dora=tuple(self.turned),
                    ura=tuple(ura) if shows_ura else None,
                    deltas=win.deltas,
                    pao_seat=win.pao_seat,
                )
            )

    def is_riichi_win(self, win: RawWin) -> bool:
        """Whether the winner was in riichi, by its yaku or by what it declared."""
        return win.has_riichi or any(event.kind == RIICHI and event.seat == win.seat for event in self.events)


def replay_hand(
    raw: RawHand, result: RawResult, index: HandIndex, players: int, red_tiles: tuple[Tile, ...]
) -> tuple[Hand, TurnOrderFound]:
    """Build a hand from its parts; return it with the order that was chosen for its turns.

    Where no order explains the hand, its events end where the longest possible order does.
    """
    copies = Copies(red_tiles)
    dealer = raw.round % 4
    dealt = tuple([tuple(sorted([copies.draw(seat, code) for code in raw.dealt[seat]])) for seat in range(4)])
    indicator = copies.from_wall(raw.indicators[0]) if raw.indicators else UNKNOWN
    hand = Hand(index, raw.round, raw.honba, raw.sticks, dealer, raw.scores, dealt, indicator)
    order = find_order(raw.turns, players, dealer, result.end, result.end_seat)
    if raw.unmatched:
        order.is_complete = False
    replay = Tenhou6Hand(hand, copies, raw.indicators)
    at = [0, 0, 0, 0]
    for seat in order.seats:
        turn = raw.turns[seat][at[seat]]
        at[seat] = at[seat] + 1
        replay.play(seat, turn)
    if order.is_complete:
        replay.end(result, [copies.from_wall(code) for code in raw.ura])
    return hand, order
