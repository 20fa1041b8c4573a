# build: hot
"""Translates the actions of a hand as text into events, in the order in which they are written."""

import re
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from auditor.core import events
from auditor.core.errors import ReadError
from auditor.core.events import CHI, DRAW, EXHAUSTIVE, NO_SEAT, OPEN_KAN, PON, UNSPECIFIED, Deposit, Hand, Ryuukyoku
from auditor.core.phrases import Phrase
from auditor.core.reading.building import STICK, tenpai_by_payment
from auditor.core.reading.copies import KIND_OF_CODE, NO_CODE, PLAIN_CODES, RED_CODES, Copies
from auditor.core.reading.format import MOST_EVENTS, TOO_MANY_EVENTS
from auditor.core.reading.implied_events import ImpliedEvents, WrittenResult, WrittenWin
from auditor.core.tiles import UNKNOWN
from auditor.core.units import EventKind, Kind, Points, RoundNumber, SeatIndex, Tile, TileCode, Wind
from auditor.formats.mjscore import vocabulary

_NORTH_CODE = 44
_NORTH = vocabulary.HONOUR_KANJI[3]
_OPEN_KAN_AT_END: Final = re.compile(r"[dD]\S{1,16} \dK\S{1,16}(?: \d[GA]\S{0,16})*$")
"""An open kan after which nothing is discarded, so that no indicator is turned for it."""


class WrittenHand:
    """A hand as written.

    gains: what the players gain by each win, or by the draw, as written. ending: the lines that say how the hand ends.
    changes: the gains by seat, None if they are not known. winds, of_number: the wind and the tiles dealt, by player's
    number. seats: of the numbers. dealt: the tiles dealt, by seat. indicators, ura: codes. lines: those with actions;
    actions: all of them. is_whole: whether the text goes on after it. is_broken: whether a line could not be read.
    is_unpaid: whether three win on the tile of a riichi, and the next hand starts without its stick.
    """

    def __init__(self, line: int, round: RoundNumber, honba: int, sticks: int) -> None:
        self.line = line
        self.round = round
        self.honba = honba
        self.sticks = sticks
        self.gains: list[str] = []
        self.ending: list[str] = []
        self.changes: list[tuple[Points, ...]] | None = None
        self.winds: dict[str, Wind] = {}
        self.of_number: dict[str, list[TileCode]] = {}
        self.seats: dict[str, SeatIndex] = {}
        self.dealt: dict[SeatIndex, list[TileCode]] = {}
        self.indicators: list[TileCode] = []
        self.ura: list[TileCode] = []
        self.lines: list[str] = []
        self.actions = ""
        self.is_whole = True
        self.is_broken = False
        self.is_unpaid = False


class HandReplay:
    """Replays the actions of a hand. includes_sticks: whether the stick of its riichi is taken off what a seat gains.

    open_seat: the seat whose turn is open, else NO_SEAT. pons: the seat and kind of each. riichi: who declares it with
    the next discard, else NO_SEAT.
    """

    def __init__(
        self, written: WrittenHand, hand: Hand, copies: Copies, players: int, *, includes_sticks: bool
    ) -> None:
        self.written = written
        self.hand = hand
        self.copies = copies
        self.players = players
        self.includes_sticks = includes_sticks
        self.replay = ImpliedEvents(hand, copies, written.indicators)
        self.builder = self.replay.builder
        self.pons: list[tuple[SeatIndex, Kind]] = []
        self.open_seat: SeatIndex = NO_SEAT
        self.riichi: SeatIndex = NO_SEAT
        self.winners: list[SeatIndex] = []

    def play(self) -> None:
        """Play all. Raises ReadError."""
        text, replay, events = self.written.actions, self.replay, self.hand.events
        seats = [self.written.seats.get(number, NO_SEAT) for number in vocabulary.PLAYER_NUMBERS]
        codes: tuple[TileCode, ...] = ()
        at: i64 = 0
        size: i64 = len(text)
        number = 0
        while at < size:
            number += 1
            player, kind, code, end = vocabulary.turn_at(text, at, size)
            if code == NO_CODE:
                word, action, found_end = vocabulary.action_at(text, at)
                if not word:
                    break
                if action is None:
                    expected = f"expected an action such as 1G5P, 2d東 or 3R, not {word[:20]!r}"
                    raise ReadError(f"action {number}", expected)
                player, kind, code, codes, end = action.player, action.kind, action.code, action.codes, found_end
            seat = seats[player]
            if seat == NO_SEAT or len(events) >= MOST_EVENTS:
                raise ReadError(f"action {number}", TOO_MANY_EVENTS)
            if kind == vocabulary.DRAWN_ACT and code != NO_CODE and not self.winners:
                replay.draw(seat, code)
                self.open_seat = seat
            elif kind <= vocabulary.PLAYED_DRAWN_ACT and code != NO_CODE and self.open_seat == seat:
                if self.riichi != NO_SEAT:
                    replay.declare(self.riichi)
                replay.discard(seat, code, kind == vocabulary.PLAYED_DRAWN_ACT)
                if self.riichi != NO_SEAT:
                    self.builder.declarer, self.builder.declaring, self.riichi = self.riichi, NO_SEAT, NO_SEAT
                self.open_seat = NO_SEAT
            elif not self._add_action(seat, kind, codes, end):
                word, _, _ = vocabulary.action_at(text, at)
                raise ReadError(f"action {number}", f"{word[:20]!r} cannot follow what is before it")
            at = end + 1
        self._end()

    def _add_action(self, seat: SeatIndex, kind: int, codes: tuple[TileCode, ...], end: int) -> bool:
        """Add an action, not a draw or a discard, that ends at `end`; False where it cannot stand. Raises ReadError."""
        if kind == vocabulary.WON_ACT:
            self.winners.append(seat)
            self.open_seat = NO_SEAT
        elif self.winners or (kind == vocabulary.DECLARED_ACT and self.riichi != NO_SEAT):
            return False
        elif kind == vocabulary.DECLARED_ACT:
            self.riichi = seat
        elif kind == vocabulary.PON_ACT and self.open_seat == NO_SEAT:
            self._claim(seat, PON, codes if len(codes) == 2 else self._of_kind(seat, self.builder.last_code, 2))
            self.pons.append((seat, KIND_OF_CODE[self.builder.last_code]))
        elif kind == vocabulary.CHI_ACT and self.open_seat == NO_SEAT and len(codes) == 2:
            self._claim(seat, CHI, codes)
        elif kind == vocabulary.KAN_ACT and codes:
            self._kan(seat, codes[0], end)
        else:
            return False
        return True

    def _claim(self, seat: SeatIndex, kind: EventKind, own: Sequence[TileCode]) -> None:
        builder = self.builder
        if builder.last_code == NO_CODE:
            raise ReadError("", "a tile is claimed before any was discarded")
        self.replay.claim(kind, seat, builder.last_seat, builder.last_code, own)
        self.open_seat = seat

    def _kan(self, seat: SeatIndex, code: TileCode, end: int) -> None:
        """Add a closed, added or open kan, by what is before it, or a north set aside where three play."""
        kind = KIND_OF_CODE[code]
        if self.open_seat == NO_SEAT:
            self._claim(seat, OPEN_KAN, self._of_kind(seat, code, 3))
        elif self.players == 3 and code == _NORTH_CODE and not self._has_kan_of_norths(seat, end):
            self.replay.north(seat, code)
        elif (seat, kind) in self.pons:
            self.replay.added_kan(seat, self._of_kind(seat, code, 1)[0], ())
        else:
            self.replay.closed_kan(seat, self._of_kind(seat, code, 4))
        self.open_seat = NO_SEAT

    def _has_kan_of_norths(self, seat: SeatIndex, end: int) -> bool:
        """Whether a seat that names a north makes a kan of four: none comes after it, and it turns an indicator."""
        kind, text = KIND_OF_CODE[_NORTH_CODE], self.written.actions
        if text.find(_NORTH, end) >= 0 or ((seat, kind) not in self.pons and len(self._held(seat, kind)) < 4):
            return False
        turned = len(self.written.indicators) - 1 + bool(_OPEN_KAN_AT_END.search(text))
        return turned > text.count("K") - text.count("K" + _NORTH)

    def _held(self, seat: SeatIndex, kind: Kind) -> list[TileCode]:
        """The tiles of a kind that a seat holds, red ones last."""
        held = self.copies.held[seat]
        tiles = [tile for tile in range(4 * kind, 4 * kind + 4) if held.has(tile)]
        return sorted([self.copies.codes[tile] for tile in tiles + held.again if tile >> 2 == kind])

    def _of_kind(self, seat: SeatIndex, code: TileCode, count: int) -> list[TileCode]:
        """`count` tiles of a kind that a seat holds, red ones last; if it holds fewer, plain ones are added."""
        if code == NO_CODE:
            raise ReadError("", "a tile is claimed before any was discarded")
        held = self._held(seat, KIND_OF_CODE[code])[:count]
        plain = PLAIN_CODES[RED_CODES.index(code)] if code in RED_CODES else code
        return held + [plain] * (count - len(held))

    def _end(self) -> None:
        """Add the end of the hand, if the hand is complete. Raises ReadError."""
        written = self.written
        if not written.is_whole:
            return
        is_tsumo = bool(self.hand.events) and self.hand.events[-1].kind == DRAW
        wins = [value for line in written.ending if (value := vocabulary.win_in(line, is_tsumo)) is not None]
        if wins and len(self.winners) != len(wins):
            raise ReadError("", f"the hand ends with {len(wins)} wins, and {len(self.winners)} players call one")
        result = WrittenResult()
        of_line: list[SeatIndex] = []
        if wins or (self.winners and not written.ending):
            result.is_ron = not is_tsumo
            of_line = self._seats_of_wins(len(self.winners))
            for seat in self.winners:
                win = WrittenWin(seat, seat if is_tsumo else self.builder.last_seat, NO_SEAT, None)
                if wins and seat in of_line:
                    win.fu, win.han, win.limit, win.points, win.yaku = wins[of_line.index(seat)]
                result.wins.append(win)
        else:
            result.draw_type = vocabulary.draw_named(written.ending[0]) if written.ending else UNSPECIFIED
        if not (result.is_ron or written.is_unpaid):
            self.builder.deposit_owed()
        payments = self._payments()
        if result.wins and len(payments) == len(result.wins):
            for win in result.wins:
                win.deltas = payments[of_line.index(win.seat)] if win.seat in of_line else None
        elif not result.wins and payments:
            result.deltas = payments[0]
            if result.draw_type == EXHAUSTIVE:
                result.tenpai = tenpai_by_payment(payments[0])
        has_riichi = any(self.replay.riichi_wins(result.wins))
        self.replay.end(result, [self.copies.from_wall(code) for code in written.ura] if has_riichi else [])
        for paid in payments[1:] if result.draw_type == EXHAUSTIVE else []:
            self.hand.events.append(Ryuukyoku(result.draw_type, tenpai=result.tenpai, deltas=paid))

    def _seats_of_wins(self, lines: int) -> list[SeatIndex]:
        """The winner by each line: of several lines the seat that gains most by it, or [] if that is not unique."""
        changes = self.written.changes or []
        if lines == 1:
            return self.winners
        gaining = [one.index(max(one)) for one in changes]
        return gaining if sorted(gaining) == sorted(self.winners) else []

    def _payments(self) -> list[tuple[Points, ...]]:
        """What each seat gains by each end of the hand, without the sticks that it paid in the hand.

        [] for two wins in a text of Tonpuso: no known text shows which of them these sticks are taken off.
        """
        changes = self.written.changes or []
        if not self.includes_sticks or not changes:
            return changes
        if len(changes) > 1:
            return []
        paid = [event.seat for event in self.hand.events if isinstance(event, Deposit)]
        return [tuple([points + STICK * paid.count(seat) for seat, points in enumerate(changes[0])])]


def hand_of(
    written: WrittenHand, index: int, scores: tuple[Points, ...], red_tiles: tuple[Tile, ...], players: int, *,
    includes_sticks: bool,
) -> Hand:  # fmt: skip
    """Build the hand of events. Raises ReadError.

    written: the hand. index: of the hand in the game. scores: each seat's points at its start. red_tiles: the game's
    red fives. players: three or four. includes_sticks: as in `HandReplay`.
    """
    copies = Copies(red_tiles)
    dealt = tuple(
        [tuple(sorted([copies.draw(seat, code) for code in written.dealt.get(seat, [])])) for seat in range(4)]
    )
    indicator = copies.from_wall(written.indicators[0]) if written.indicators else UNKNOWN
    hand = Hand(index, written.round, written.honba, written.sticks, written.round % 4, scores, dealt, indicator)
    HandReplay(written, hand, copies, players, includes_sticks=includes_sticks).play()
    winds = sorted([(seat, written.winds[number]) for number, seat in written.seats.items() if number in written.winds])
    if len({(wind - seat) % players for seat, wind in winds}) > 1:  # else it is the round that is another
        due = " ".join([f"{(seat - hand.dealer) % players + 1}z" for seat, _ in winds])
        named = " ".join([f"{wind + 1}z" for _, wind in winds])
        message = Phrase("deals-but-winds", seat=hand.dealer, winds=named)
        hand.contradictions.append(events.Contradiction(events.ABOUT_WINDS, -1, hand.dealer, message, due, named))
    hand.lines = [written.line]
    return hand
