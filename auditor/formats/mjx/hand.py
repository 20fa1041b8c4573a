"""Translates a state of mjx into events. What a seat draws is in its own part, everything else in the public one."""

from typing import Final

from auditor.errors import ReadError
from auditor.events import (
    DISCARD,
    DORA,
    KANS,
    NO_SEAT,
    NOT_RECORDED,
    RIICHI,
    SEATS,
    TEDASHI,
    TENPAI_DRAWS,
    TSUMOGIRI,
    Deposit,
    Event,
    Hand,
    Meld,
    Ryuukyoku,
    Win,
    round_name,
)
from auditor.formats.building import shared_discard, shared_draw
from auditor.formats.mjlog.meld import MeldCodeError, decode_meld
from auditor.formats.mjx.schema import MjxEvent, MjxHand, MjxState, MjxWin
from auditor.formats.mjx.vocabulary import (
    DECLARED,
    DISCARDED,
    DISCARDED_DRAWN,
    DRAW_OF_EVENT,
    DREW,
    EVENT_TYPES,
    INDICATOR_TURNED,
    MELD_OF_EVENT,
    STICK_PAID,
    WON_BY_DRAW,
    WON_BY_RON,
)
from auditor.tiles import UNKNOWN
from auditor.units import HandIndex, SeatIndex, Tile
from auditor.yaku import UNKNOWN_YAKU, YAKUMAN_HAN

_DEALT: Final = 13
_PLAYED: Final = (DISCARD, *KANS)


def hand_of(state: MjxState, index: HandIndex, location: str) -> Hand:
    """The hand of a state, or what one seat sees of it, the rest hidden. Raises ReadError."""
    public = state.public_observation
    start = public.init_score
    where = ", ".join(filter(None, [location, f"hand {round_name(start.round)}-{start.honba}"]))
    if len(start.tens) != SEATS:
        raise ReadError(where, f"expected the points of four seats in initScore, not {len(start.tens)}")
    own = list(state.private_observations)
    if state.private_observation is not None:
        own.append(state.private_observation)
    dealt: list[tuple[Tile, ...]] = [(UNKNOWN,) * _DEALT] * SEATS
    draws: list[list[Tile]] = [[], [], [], []]
    for one in own:
        dealt[one.who] = tuple(one.init_hand.closed_tiles) or dealt[one.who]
        draws[one.who] = one.draw_history[::-1]
    indicator = public.dora_indicators[0] if public.dora_indicators else UNKNOWN
    hand = Hand(
        index, start.round, start.honba, start.riichi, start.round % SEATS, tuple(start.tens), tuple(dealt), indicator
    )
    events = _MjxEvents(state, hand, draws)
    for number, event in enumerate(public.events):
        try:
            events.add(event)
        except ValueError as error:
            raise ReadError(f"{where}, event {number}", str(error)) from None
    return hand


class _MjxEvents:
    """Adds the events of a state to a hand. draws: what each seat is still to draw, the next one last."""

    def __init__(self, state: MjxState, hand: Hand, draws: list[list[Tile]]) -> None:
        self.state = state
        self.hand = hand
        self.draws = draws
        self.wins = 0

    def add(self, event: MjxEvent) -> None:
        """Add an event. Raises ValueError."""
        written = event.type
        kind: int = EVENT_TYPES.get(written, NOT_RECORDED) if isinstance(written, str) else written
        events, seat = self.hand.events, event.who
        if kind == DREW:
            drawn = self.draws[seat]
            events.append(shared_draw(seat, drawn.pop() if drawn else UNKNOWN))
        elif kind == DISCARDED or kind == DISCARDED_DRAWN:
            events.append(shared_discard(seat, event.tile, TSUMOGIRI if kind == DISCARDED_DRAWN else TEDASHI))
        elif kind == DECLARED:
            events.append(Event(RIICHI, seat))
        elif kind == STICK_PAID:
            events.append(Deposit(seat))
        elif kind == INDICATOR_TURNED:
            events.append(Event(DORA, NO_SEAT, event.tile))
        elif kind in MELD_OF_EVENT:
            meld = _meld(event.open, seat)
            if meld.kind != MELD_OF_EVENT[kind]:
                raise ValueError(f"the meld of code {event.open} is not of the type {event.type}")
            events.append(Event(meld.kind, seat, meld.tile, meld.tiles, meld.from_seat))
        elif kind in (WON_BY_DRAW, WON_BY_RON):
            events.append(self._win(event, is_tsumo=kind == WON_BY_DRAW))
        elif kind in DRAW_OF_EVENT:
            events.append(self._draw(DRAW_OF_EVENT[kind]))
        else:
            raise ValueError(f"the event type {event.type!r} is not known")

    def _win(self, event: MjxEvent, *, is_tsumo: bool) -> Win:
        """A win, with what the end of the hand says of it. Raises ValueError."""
        end = self.state.round_terminal
        said = [win for win in (end.wins if end is not None else []) if win.who == event.who]
        if not said:
            played = [one.seat for one in self.hand.events if one.kind in _PLAYED]
            return Win(event.who, event.who if is_tsumo or not played else played[-1], event.tile)
        win = said[0]
        melds = tuple([_meld(code, win.who) for code in win.hand.opens])
        return Win(
            win.who,
            win.from_who,
            win.win_tile,
            hand=tuple(win.hand.closed_tiles) or None,
            melds=melds,
            fu=win.fu or NOT_RECORDED,
            points=win.ten or NOT_RECORDED,
            yaku=_yaku(win),
            dora=tuple(self.state.public_observation.dora_indicators),
            ura=tuple(win.ura_dora_indicators) or None,
            deltas=_of_seats(win.ten_changes),
        )

    def _draw(self, draw_type: str) -> Ryuukyoku:
        end = self.state.round_terminal
        said = None if end is None else end.no_winner
        if said is None:
            return Ryuukyoku(draw_type)
        shown: list[tuple[Tile, ...] | None] = [None] * SEATS
        for one in said.tenpais:
            shown[one.who] = _shown(one.hand)
        tenpai = None
        if draw_type in TENPAI_DRAWS:
            tenpai = tuple([tiles is not None for tiles in shown])
        return Ryuukyoku(draw_type, shown=tuple(shown), tenpai=tenpai, deltas=_of_seats(said.ten_changes))


def _shown(hand: MjxHand) -> tuple[Tile, ...]:
    return tuple(hand.closed_tiles)


def _meld(code: int, seat: SeatIndex) -> Meld:
    """The meld of a code. Raises ValueError."""
    try:
        return decode_meld(code, seat)
    except MeldCodeError as error:
        raise ValueError(f"{code} is the code of no meld: {error}") from None


def _yaku(win: MjxWin) -> tuple[tuple[int, int], ...] | None:
    """The yaku with their han. Raises ValueError."""
    if len(win.fans) != len(win.yakus):
        raise ValueError(f"expected as many fans as yakus, {len(win.yakus)}, not {len(win.fans)}")
    pairs = list(zip(win.yakus, win.fans, strict=True)) + [(yaku, YAKUMAN_HAN) for yaku in win.yakumans]
    for number, _ in pairs:
        if not 0 <= number < UNKNOWN_YAKU:
            raise ValueError(f"expected yaku numbers 0 to {UNKNOWN_YAKU - 1}, not {number}")
    return tuple(pairs) or None


def _of_seats(points: list[int]) -> tuple[int, ...] | None:
    """The points of the four seats. Raises ValueError."""
    if points and len(points) != SEATS:
        raise ValueError(f"expected the points of four seats, not of {len(points)}")
    return tuple(points) or None
