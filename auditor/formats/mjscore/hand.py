"""From the actions of a hand as text to a hand of events, in the order in which they are written."""

from auditor.errors import ReadError
from auditor.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DISCARD,
    DRAW,
    EXHAUSTIVE,
    NO_SEAT,
    NORTH,
    OPEN_KAN,
    PON,
    SEATS,
    Deposit,
    Hand,
)
from auditor.formats.building import STICK, tenpai_by_payment
from auditor.formats.copies import KIND_OF_CODE, NO_CODE, PLAIN_CODES, RED_CODES, Copies
from auditor.formats.format import MOST_EVENTS, TOO_MANY_EVENTS
from auditor.formats.mjscore.vocabulary import action_of, draw_named, parts_of_win, value_in, yaku_in
from auditor.formats.tenhou6.hand import Tenhou6Hand
from auditor.formats.tenhou6.result import RawResult, RawWin
from auditor.formats.tenhou6.syntax import WrittenTurn
from auditor.formats.tenhou6.turn_order import PLAYED_END, RON_END, TSUMO_END
from auditor.tiles import UNKNOWN
from auditor.units import Points, RoundNumber, SeatIndex, Tile, TileCode, Wind

_NORTH_CODE = 44
_CALLS = {"N": PON, "C": CHI}


class WrittenHand:
    """A hand as its lines have it.

    gains: what each player gains as written, of each win, and ending: the line behind it, which says how the hand ends.
    changes: these gains by seats, None where they are not known. winds, of_number: of each player's number the wind and
    what was dealt. seats, dealt: the seats of the numbers, and what each was dealt. indicators, ura: codes. actions:
    one by one. is_whole: whether the text goes on behind it. is_broken: whether a line could not be read.
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
        self.actions: list[str] = []
        self.is_whole = True
        self.is_broken = False


class HandReplay:
    """Plays the actions of a hand. includes_sticks: whether what a seat gains has the stick of its riichi taken off."""

    def __init__(
        self, written: WrittenHand, hand: Hand, copies: Copies, players: int, *, includes_sticks: bool
    ) -> None:
        self.written = written
        self.hand = hand
        self.copies = copies
        self.players = players
        self.includes_sticks = includes_sticks
        self.replay = Tenhou6Hand(hand, copies, written.indicators)
        self.held = [list(written.dealt.get(seat, [])) for seat in range(SEATS)]
        self.pons: list[tuple[SeatIndex, list[TileCode], SeatIndex]] = []
        self.turn: WrittenTurn | None = None
        self.of: SeatIndex = NO_SEAT
        self.last_code: TileCode = NO_CODE
        self.last_seat: SeatIndex = NO_SEAT
        self.riichi = False
        self.winners: list[SeatIndex] = []

    def play(self) -> None:
        """Play all. Raises ReadError."""
        for number, text in enumerate(self.written.actions):
            action = action_of(text)
            if action is None or action.number not in self.written.seats or len(self.hand.events) >= MOST_EVENTS:
                expected = f"expected an action such as 1G5P, 2d東 or 3R, not {text[:20]!r}"
                raise ReadError(f"action {number + 1}", TOO_MANY_EVENTS if action else expected)
            self._act(self.written.seats[action.number], action.letter, list(action.codes), number)
        self._close_turn()
        self._end()

    def _act(self, seat: SeatIndex, letter: str, codes: list[TileCode], number: int) -> None:
        if letter == "A":
            self.winners.append(seat)
        elif letter == "R":
            self.riichi = True
        elif letter == "N" and self.turn is None:
            self._claim(seat, PON, codes if len(codes) == 2 else self._of_kind(seat, self.last_code, 2))
        elif letter == "C" and self.turn is None and len(codes) == 2:
            self._claim(seat, CHI, codes)
        elif letter == "K" and codes:
            self._kan(seat, codes[0])
        elif letter == "G" and len(codes) == 1:
            self._close_turn()
            self._open_turn(seat, WrittenTurn(DRAW, codes[0], (), NO_SEAT))
            self.held[seat].append(codes[0])
        elif letter in "dD" and len(codes) == 1 and self.turn is not None and self.of == seat:
            self._discard(seat, codes[0], is_drawn=letter == "D")
        else:
            text = self.written.actions[number]
            raise ReadError(f"action {number + 1}", f"{text!r} cannot follow what is before it")

    def _open_turn(self, seat: SeatIndex, turn: WrittenTurn) -> None:
        self.turn, self.of = turn, seat

    def _close_turn(self) -> None:
        """Write the events of the turn that is open."""
        if self.turn is not None:
            self.replay.play(self.of, self.turn)
            self.turn = None

    def _discard(self, seat: SeatIndex, code: TileCode, *, is_drawn: bool) -> None:
        assert self.turn is not None
        turn = self.turn
        turn.played, turn.played_tile, turn.tsumogiri, turn.riichi = DISCARD, code, is_drawn, self.riichi
        self.riichi = False
        self._take(seat, code)
        self.last_code, self.last_seat = code, seat
        self._close_turn()

    def _claim(self, seat: SeatIndex, kind: int, own: list[TileCode]) -> None:
        for code in own:
            self._take(seat, code)
        if kind == PON:
            self.pons.append((seat, [self.last_code, *own], self.last_seat))
        self._open_turn(seat, WrittenTurn(kind, self.last_code, tuple(own), self.last_seat))

    def _kan(self, seat: SeatIndex, code: TileCode) -> None:
        """A closed, added or open kan, by what is before it; a north is set aside where three play and it is no kan."""
        kind = KIND_OF_CODE[code]
        if self.turn is None:
            own = self._of_kind(seat, code, 3)
            for one in own:
                self._take(seat, one)
            self._open_turn(seat, WrittenTurn(OPEN_KAN, self.last_code, tuple(own), self.last_seat))
            self._close_turn()
            return
        turn = self.turn
        pon = next((one for one in self.pons if one[0] == seat and KIND_OF_CODE[one[1][0]] == kind), None)
        four = self._of_kind(seat, code, 4)
        if pon is not None:
            added = self._of_kind(seat, code, 1)[0]
            turn.played, turn.played_tile, turn.played_own = ADDED_KAN, added, tuple(pon[1])
            turn.pon_seat = pon[2]
            self._take(seat, added)
        elif self.players == 3 and code == _NORTH_CODE and self.held[seat].count(code) < 4:
            turn.played, turn.played_tile = NORTH, code
            self._take(seat, code)
        else:
            turn.played, turn.played_tile, turn.played_own = CLOSED_KAN, four[-1], tuple(four[:-1])
            for one in four:
                self._take(seat, one)
        self.last_code, self.last_seat = turn.played_tile, seat
        self._close_turn()

    def _of_kind(self, seat: SeatIndex, code: TileCode, count: int) -> list[TileCode]:
        """So many tiles of a kind that a seat holds, red ones last; where it holds fewer, as the kind is written."""
        if code == NO_CODE:
            raise ReadError("", "a tile is claimed before any was discarded")
        kind = KIND_OF_CODE[code]
        held = sorted([one for one in self.held[seat] if KIND_OF_CODE[one] == kind])[:count]
        plain = PLAIN_CODES[RED_CODES.index(code)] if code in RED_CODES else code
        return held + [plain] * (count - len(held))

    def _take(self, seat: SeatIndex, code: TileCode) -> None:
        if code in self.held[seat]:
            self.held[seat].remove(code)

    def _end(self) -> None:
        """Write the end, if all of the hand is there. Raises ReadError."""
        written = self.written
        wins = [parts for parts in map(parts_of_win, written.ending) if parts is not None]
        if not written.is_whole or (wins and len(self.winners) != len(wins)):
            return
        result = RawResult()
        if wins:
            is_tsumo = bool(self.hand.events) and self.hand.events[-1].kind == DRAW
            result.end = TSUMO_END if is_tsumo else RON_END
            for seat, (value, yaku) in zip(self.winners, wins, strict=True):
                win = RawWin(seat, seat if is_tsumo else self.last_seat, NO_SEAT, None)
                win.fu, win.limit, win.points = value_in(value, is_tsumo=is_tsumo)
                win.yaku = yaku_in(yaku)
                result.wins.append(win)
        else:
            result.draw_type = draw_named(written.ending[0]) if written.ending else ""
            result.end = PLAYED_END
        if result.end != RON_END:
            self.replay.builder.deposit_owed()
        payments = self._payments()
        if result.wins and len(payments) == len(result.wins):
            for win, of_win in zip(result.wins, payments, strict=True):
                win.deltas = of_win
        elif not result.wins and payments:
            result.deltas = payments[0]
            if result.draw_type == EXHAUSTIVE:
                result.tenpai = tenpai_by_payment(payments[0])
        has_riichi = any([self.replay.is_riichi_win(win) for win in result.wins])
        self.replay.end(result, [self.copies.from_wall(code) for code in written.ura] if has_riichi else [])

    def _payments(self) -> list[tuple[Points, ...]]:
        """What each seat gains by each end of the hand, without the sticks that it paid in the hand."""
        changes = self.written.changes or []
        if not self.includes_sticks or not changes:
            return changes
        paid = [event.seat for event in self.hand.events if isinstance(event, Deposit)]
        first = tuple([points + STICK * paid.count(seat) for seat, points in enumerate(changes[0])])
        return [first, *changes[1:]]


def hand_of(
    written: WrittenHand,
    index: int,
    scores: tuple[Points, ...],
    red_tiles: tuple[Tile, ...],
    players: int,
    *,
    includes_sticks: bool,
) -> Hand:
    """The hand of events. Raises ReadError.

    Args:
        written: The hand.
        index: Of the hand in the game.
        scores: Each seat's points at its start.
        red_tiles: The game's red fives.
        players: Three or four.
        includes_sticks: As in `HandReplay`.
    """
    copies = Copies(red_tiles)
    dealt = tuple(tuple(sorted([copies.draw(seat, code) for code in written.dealt.get(seat, [])])) for seat in range(4))
    indicator = copies.from_wall(written.indicators[0]) if written.indicators else UNKNOWN
    hand = Hand(index, written.round, written.honba, written.sticks, written.round % 4, scores, dealt, indicator)
    HandReplay(written, hand, copies, players, includes_sticks=includes_sticks).play()
    hand.lines = [written.line]
    return hand
