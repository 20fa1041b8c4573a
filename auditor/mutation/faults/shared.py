"""What several faults ask of hands and wins, and make of points and tiles."""

from collections.abc import Sequence
from random import Random
from typing import Final

from auditor.core import events
from auditor.core.events import Event, Hand, Win
from auditor.core.units import EventIndex, EventKind, SeatIndex
from auditor.core.yaku import RIICHIS

UNLESS_WON: Final = (events.DRAW, events.CHI, events.PON, events.OPEN_KAN)
"""The kinds of events that follow a discard on which nobody has won."""


def has_riichi(win: Win) -> bool:
    """Whether riichi is among the yaku of a win."""
    return any([number in RIICHIS for number, _ in win.yaku or ()])


def following(hand: Hand, index: EventIndex, kind: EventKind) -> bool:
    """Whether the next event is of that kind."""
    return index + 1 < len(hand.events) and hand.events[index + 1].kind == kind


def is_plain_discard(hand: Hand, index: EventIndex, event: Event) -> bool:
    """Whether an event is a discard, not with riichi, that nobody claims or wins on."""
    if event.kind != events.DISCARD or not following(hand, index, events.DRAW):
        return False
    return index > 0 and hand.events[index - 1].kind == events.DRAW


def added(values: Sequence[int], seat: SeatIndex, more: int) -> tuple[int, ...]:
    """Values by seat, with `more` added to one of them."""
    return tuple([value + more * (seat == hand_number) for hand_number, value in enumerate(values)])


def payer_of(win: Win) -> SeatIndex:
    """The seat that pays most for a win."""
    deltas = list(win.deltas or ())
    return deltas.index(min(deltas))


def in_other_suits(rng: Random, *notations: str) -> tuple[str, ...]:
    """Tiles in notation with the suits permuted at random, in all notations alike."""
    suits = list("mps")
    rng.shuffle(suits)
    return tuple([notation.translate(str.maketrans("mps", "".join(suits))) for notation in notations])
