# build: hot
"""Translates a state of mjx into events. What a seat draws is in its own part, everything else in the public one."""

from typing import Any, Final

from auditor.core import events
from auditor.core.errors import ReadError
from auditor.core.events import Deposit, Event, Hand, Meld, Ryuukyoku, Win
from auditor.core.reading.building import shared_discard, shared_draw
from auditor.core.reading.meld_code import MeldCodeError, decode_meld
from auditor.core.tiles import UNKNOWN
from auditor.core.units import EventIndex, HandIndex, SeatIndex, Tile
from auditor.core.yaku import UNKNOWN_YAKU, YAKUMAN_HAN
from auditor.formats.mjx import vocabulary
from auditor.formats.mjx.schema import MjxEvent, MjxNoWinner, MjxScore, MjxState, MjxWin

_DEALT: Final = 13
_PLAYED: Final = (events.DISCARD, *events.KANS)


def hand_of(state: MjxState, index: HandIndex, location: str) -> tuple[Hand, list[EventIndex]]:
    """The hand of a state, or what one seat sees of it, the rest hidden; and its events but draws and discards.

    Raises ReadError.
    """
    public = state.public_observation
    start = public.init_score
    if len(start.tens) != events.SEATS:
        raise ReadError(
            _place(start, location), f"expected the points of four seats in initScore, not {len(start.tens)}"
        )
    own = list(state.private_observations)
    if state.private_observation is not None:
        own.append(state.private_observation)
    dealt: list[tuple[Tile, ...]] = [(UNKNOWN,) * _DEALT] * events.SEATS
    draws: list[list[Tile]] = [[], [], [], []]
    for one in own:
        dealt[one.who] = tuple(one.init_hand.closed_tiles) or dealt[one.who]
        draws[one.who] = one.draw_history[::-1]
    if len({one.who for one in own}) < len(own):
        raise ReadError(_place(start, location), "privateObservations: expected one of each seat")
    indicator = public.dora_indicators[0] if public.dora_indicators else UNKNOWN
    hand = Hand(
        index, start.round, start.honba, start.riichi, start.round % events.SEATS, tuple(start.tens), tuple(dealt),
        indicator,
    )  # fmt: skip
    calls: list[EventIndex] = []
    played: list[Any] = public.events
    for number, written in enumerate(played):
        if isinstance(written, Event):
            event: Event = written
        else:
            try:
                event = event_of(written) or _end(written, state, played[:number])
            except ValueError as error:
                raise ReadError(f"{_place(start, location)}, event {number}", str(error)) from None
            played[number] = event
        kind = event.kind
        if kind == events.DRAW:
            if drawn := draws[event.seat]:
                played[number] = shared_draw(event.seat, drawn.pop())
        elif kind != events.DISCARD:
            calls.append(number)
    hand.events = played
    return hand, calls


def _place(start: MjxScore, location: str) -> str:
    """The hand that begins so, as messages name it."""
    return f"{location}, hand {events.round_name(start.round)}-{start.honba}".removeprefix(", ")


def event_of(written: MjxEvent) -> Event | None:
    """What an event says by itself: a draw's tile is hidden; None for the end of a hand. Raises ValueError."""
    kind, seat = _kind(written), written.who
    if kind == vocabulary.DREW:
        return shared_draw(seat, UNKNOWN)
    if kind == vocabulary.DISCARDED or kind == vocabulary.DISCARDED_DRAWN:
        return shared_discard(
            seat, written.tile, events.TSUMOGIRI if kind == vocabulary.DISCARDED_DRAWN else events.TEDASHI
        )
    if kind == vocabulary.DECLARED:
        return Event(events.RIICHI, seat)
    if kind == vocabulary.STICK_PAID:
        return Deposit(seat)
    if kind == vocabulary.INDICATOR_TURNED:
        return Event(events.DORA, events.NO_SEAT, written.tile)
    if kind in vocabulary.MELD_OF_EVENT:
        meld = _meld(written.open, seat)
        if meld.kind != vocabulary.MELD_OF_EVENT[kind]:
            raise ValueError(f"the meld of code {written.open} is not of the type {written.type}")
        return Event(meld.kind, seat, meld.tile, meld.tiles, meld.from_seat)
    if kind == vocabulary.WON_BY_DRAW or kind == vocabulary.WON_BY_RON or kind in vocabulary.DRAW_OF_EVENT:
        return None
    raise ValueError(f"the event type {written.type!r} is not known")


def _kind(written: MjxEvent) -> int:
    """The number of an event's type."""
    name = written.type
    return vocabulary.EVENT_TYPES.get(name, events.NOT_RECORDED) if isinstance(name, str) else name


def _end(written: MjxEvent, state: MjxState, before: list[Event]) -> Win | Ryuukyoku:
    """A win or a drawn hand, with what the end of the state says of it. Raises ValueError."""
    kind, end = _kind(written), state.round_terminal
    if kind in vocabulary.DRAW_OF_EVENT:
        return _draw(vocabulary.DRAW_OF_EVENT[kind], None if end is None else end.no_winner)
    said = [win for win in (end.wins if end is not None else []) if win.who == written.who]
    if said:
        return _win(said[0], tuple(state.public_observation.dora_indicators))
    if end is not None and end.wins:
        raise ValueError(f"roundTerminal has no win of seat {written.who}")
    played = [one.seat for one in before if one.kind in _PLAYED]
    is_tsumo = kind == vocabulary.WON_BY_DRAW or not played
    return Win(written.who, written.who if is_tsumo else played[-1], written.tile)


def _win(win: MjxWin, dora: tuple[Tile, ...]) -> Win:
    melds = tuple([_meld(code, win.who) for code in win.hand.opens])
    return Win(
        win.who, win.from_who, win.win_tile, hand=tuple(win.hand.closed_tiles) or None, melds=melds,
        fu=win.fu or events.NOT_RECORDED, points=win.ten or events.NOT_RECORDED, yaku=_yaku(win), dora=dora,
        ura=tuple(win.ura_dora_indicators) or None, deltas=_of_seats(win.ten_changes),
    )  # fmt: skip


def _draw(draw_type: str, said: MjxNoWinner | None) -> Ryuukyoku:
    if said is None:
        return Ryuukyoku(draw_type)
    shown: list[tuple[Tile, ...] | None] = [None] * events.SEATS
    for one in said.tenpais:
        shown[one.who] = tuple(one.hand.closed_tiles)
    tenpai = None
    if draw_type in events.TENPAI_DRAWS:
        tenpai = tuple([tiles is not None for tiles in shown])
    return Ryuukyoku(draw_type, shown=tuple(shown), tenpai=tenpai, deltas=_of_seats(said.ten_changes))


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
    if points and len(points) != events.SEATS:
        raise ValueError(f"expected the points of four seats, not of {len(points)}")
    return tuple(points) or None
