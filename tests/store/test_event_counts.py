"""Counts from a hand's packed acts, against counting its events."""

from hypothesis import given
from hypothesis import strategies as st
from support.made_games import MadeGame

from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLAIMS,
    CLOSED_KAN,
    DEPOSIT,
    DISCARD,
    DORA,
    DRAW,
    NO_SEAT,
    NORTH,
    PON,
    RYUUKYOKU,
    WIN,
    Event,
    Win,
)
from auditor.core.store import event_counts as tallies
from auditor.core.store.packed import act_of
from auditor.core.table.record import RiichiRecord
from auditor.core.tiles import UNKNOWN, mask_kinds

KINDS = st.integers(DRAW, RYUUKYOKU)
SEATS = st.integers(NO_SEAT, 3)
TILES = st.integers(-1, 135)
EVENTS = st.lists(st.builds(Event, KINDS, SEATS, TILES, st.lists(TILES, max_size=4).map(tuple)), max_size=40)


@given(EVENTS, st.integers(0, 50), st.sampled_from([3, 4]))
def test_acts_are_counted_by_seat(events: list[Event], place: int, players: int) -> None:
    acts = bytes([act_of(event.kind, event.seat) for event in events])
    seats = range(players)
    discards = [event.seat for event in events[:place] if event.kind == DISCARD]
    assert tallies.discards_before(acts, place, players) == [discards.count(seat) for seat in seats]
    calls = [event.seat for event in events if event.kind in CLAIMS]
    assert tallies.count_calls(acts, players) == [calls.count(seat) for seat in seats]
    assert tallies.wins_in(acts) == [number for number, event in enumerate(events) if event.kind == WIN]


def test_many_acts_of_one_seat_are_none_of_the_next() -> None:
    acts = bytes([act_of(DISCARD, seat) for seat in (0, 3) for _ in range(30_000)])
    assert tallies.discards_before(acts, len(acts), 4) == [30_000, 0, 0, 30_000]


SEEN = (DISCARD, ADDED_KAN, NORTH, DORA)
MELDED = tuple(kind for kind in range(CHI, DEPOSIT) if kind in CLAIMS or kind == CLOSED_KAN)


@given(
    EVENTS,
    st.lists(st.integers(0, 33), min_size=1, max_size=13),
    st.integers(-1, 135),
    st.integers(1, (1 << 34) - 1),
    st.integers(0, 40),
)
def test_what_a_riichi_could_not_see(
    events: list[Event], kinds: list[int], indicator: int, waits: int, declared: int
) -> None:
    hand = MadeGame().hand().hand
    hand.events.extend(events)
    hand.indicator = indicator
    riichi = RiichiRecord(0, declared, 1, 70)
    riichi.waits, riichi.kinds = waits, kinds
    last = next((n for n, one in enumerate(events) if one.kind == DISCARD and n > declared), len(events))
    seen = [*kinds, indicator >> 2]
    for event in events[: last + 1]:
        seen += [event.tile >> 2] if event.kind in SEEN else []
        seen += [tile >> 2 for tile in event.tiles] if event.kind in MELDED else []
    assert tallies.unseen_waits(hand, riichi) == sum(max(0, 4 - seen.count(kind)) for kind in mask_kinds(waits))


def test_the_highest_kind_is_counted() -> None:
    hand = MadeGame().hand().hand
    hand.events += [Event(DISCARD, 1, 135), Event(DISCARD, 1, 132), Event(DRAW, 2, 134)]
    riichi = RiichiRecord(0, 9, 1, 70)
    riichi.waits, riichi.kinds = 1 << 33, [33]
    assert tallies.unseen_waits(hand, riichi) == 1


def test_what_a_winner_holds() -> None:
    hand = MadeGame().hand().hand
    hand.dealt = ((), (16, 17, 20, 24, 28, 29, 30, 31, 40, 44, 120, UNKNOWN, UNKNOWN), (), ())
    hand.events += [
        Event(PON, 1, 18, (16, 17), 0), Event(DISCARD, 1, 40), Event(DRAW, 2, 44), Event(CHI, 1, 32, (20, 24), 0),
        Event(DISCARD, 1, 50), Event(DRAW, 1, 19), Event(ADDED_KAN, 1, 19, (18, 16, 17), 0), Event(DRAW, 1, 60),
        Event(CLOSED_KAN, 1, 28, (28, 29, 30, 31), 1), Event(NORTH, 1, 120, (), 1), Event(DRAW, 1, 99),
    ]  # fmt: skip
    acts = bytes([act_of(event.kind, event.seat) for event in hand.events])
    for from_seat, won_on in ((1, []), (0, [61])):
        held = tallies.winning_hand(hand, len(hand.events) - 1, Win(1, from_seat, 61), acts)
        assert held.concealed == [44, UNKNOWN, 60, *won_on]
        assert held.meld_tiles() == [[16, 17, 18, 19], [20, 24, 32], [28, 29, 30, 31]]
        assert held.norths() == 1
