"""The builder of hands: own kans, riichi, and tiles that are not where the log says."""

import pytest

from auditor.core.events import (
    ADDED_KAN,
    CLOSED_KAN,
    DEPOSIT,
    DISCARD,
    NO_SEAT,
    PON,
    RIICHI,
    TEDASHI,
    TSUMOGIRI,
    Event,
    Hand,
)
from auditor.core.reading.building import Conventions, HandBuilder
from auditor.core.reading.copies import NO_CODE, Copies
from auditor.core.tiles import RED_FIVES, TILE_TEXT, UNKNOWN

RED_5M = 51
PLAIN_5M = 15
EAST = 41


def builder_of(conventions: Conventions | None = None, hand: tuple[int, ...] = (), seat: int = 0) -> HandBuilder:
    """A builder of a hand in which a seat was dealt tiles of these codes, and nobody else any."""
    copies = Copies(RED_FIVES)
    dealt: list[tuple[int, ...]] = [(), (), (), ()]
    dealt[seat] = tuple([copies.draw(seat, code) for code in hand])
    built = Hand(0, 0, 0, 0, 0, (25000,) * 4, tuple(dealt), UNKNOWN)
    return HandBuilder(built, copies, conventions or Conventions())


def faces(tiles: tuple[int, ...]) -> str:
    return " ".join([TILE_TEXT[tile] for tile in tiles])


def test_a_kan_of_fives_with_the_red_one_in_the_pon() -> None:
    builder = builder_of(hand=(PLAIN_5M, RED_5M, PLAIN_5M))
    builder.draw(3, PLAIN_5M)
    builder.discard(3, PLAIN_5M, TSUMOGIRI, True)
    builder.claim(PON, 0, 3, PLAIN_5M, (PLAIN_5M, RED_5M))
    builder.added_kan(0, PLAIN_5M, (PLAIN_5M, PLAIN_5M, RED_5M))
    pon, kan = builder.events[-2:]
    assert (kan.kind, kan.seat, kan.from_seat) == (ADDED_KAN, 0, 3)
    assert faces((kan.tile,)) == "5m"
    assert kan.tiles == (pon.tile, *pon.tiles)
    assert sorted((kan.tile, *kan.tiles)) == [16, 17, 18, 19]
    assert builder.last_tile == kan.tile


def test_an_added_kan_of_the_red_five() -> None:
    builder = builder_of(hand=(PLAIN_5M, RED_5M, PLAIN_5M))
    builder.draw(3, PLAIN_5M)
    builder.discard(3, PLAIN_5M, TSUMOGIRI, True)
    builder.claim(PON, 0, 3, PLAIN_5M, (PLAIN_5M, PLAIN_5M))
    builder.added_kan(0, RED_5M, (PLAIN_5M,) * 3)
    kan = builder.events[-1]
    assert faces((kan.tile,)) == "0m"
    assert faces(kan.tiles) == "5m 5m 5m"


@pytest.mark.parametrize("from_seat", [NO_SEAT, 2])
def test_an_added_kan_without_its_pon_is_of_phantom_tiles(from_seat: int) -> None:
    builder = builder_of(hand=(EAST,))
    builder.added_kan(0, EAST, (EAST,) * 3, from_seat)
    kan = builder.events[-1]
    assert (kan.kind, kan.from_seat) == (ADDED_KAN, 0 if from_seat == NO_SEAT else from_seat)
    assert sorted((kan.tile, *kan.tiles)) == [108, 109, 110, 111]


def test_another_seats_pon_is_not_the_one_added_to() -> None:
    builder = builder_of(hand=(EAST,))
    builder.events.append(Event(PON, 1, 108, (109, 110), 2))
    builder.added_kan(0, EAST, (EAST,) * 3)
    assert builder.events[-1].from_seat == 0


def test_an_added_kan_is_of_the_last_pon_of_its_kind() -> None:
    builder = builder_of(hand=(EAST,))
    builder.events.append(Event(PON, 0, 109, (108, 110), 1))
    builder.events.append(Event(PON, 0, 110, (108, 109), 2))
    builder.added_kan(0, EAST, (EAST,) * 3)
    assert builder.events[-1].from_seat == 2


def test_the_tiles_of_a_pon_are_ascending_or_begin_with_the_claimed_one() -> None:
    for sorts, tiles in ((True, (108, 109, 110)), (False, (110, 108, 109))):
        builder = builder_of(Conventions(sorts_pon=sorts))
        builder.events.append(Event(PON, 0, 110, (108, 109), 1))
        builder.added_kan(0, EAST, (EAST,) * 3)
        assert builder.events[-1].tiles == tiles


def test_a_closed_kan_is_of_the_tiles_held_or_of_all_four() -> None:
    builder = builder_of(hand=(EAST, EAST, EAST, EAST, 11))
    builder.closed_kan(0, (EAST,) * 4)
    assert (builder.events[-1].kind, builder.events[-1].tiles) == (CLOSED_KAN, (108, 109, 110, 111))
    assert builder.copies.hand(0) == [0]
    builder = builder_of(Conventions(kan_takes_kind=True), hand=(EAST, EAST, 11))
    builder.closed_kan(0, (EAST,))
    assert builder.events[-1].tiles == (108, 109, 110, 111)
    assert builder.copies.hand(0) == [0]


def test_a_claim_of_another_tile_than_the_latest_takes_a_phantom_one() -> None:
    builder = builder_of(hand=(EAST, EAST))
    builder.draw(1, 11)
    builder.discard(1, 11, TSUMOGIRI, True)
    builder.claim(PON, 0, 1, EAST, (EAST, EAST))
    pon = builder.events[-1]
    assert pon.tile in (110, 111)  # the hand's own are known only after
    assert pon.tiles == (108, 109)


def test_a_hidden_tile_claimed_is_the_latest() -> None:
    builder = builder_of()
    builder.draw(1, 11)
    builder.discard(1, 11, TSUMOGIRI, True)
    assert builder.latest(NO_CODE) == builder.last_tile


def test_a_drawn_tile_leaves_the_hand_last() -> None:
    builder = builder_of(hand=(11,))
    builder.draw(0, 11)
    builder.discard(0, 11, TEDASHI, False)
    assert [event.tile for event in builder.events] == [1, 0]
    assert builder.copies.hand(0) == [1]


def test_a_riichi_is_owed_from_its_tile_on_and_paid_once() -> None:
    builder = builder_of(hand=(11, 12))
    builder.declare(0)
    builder.deposit_owed()
    builder.discard(1, 13, TEDASHI, False)
    builder.deposit_owed()
    builder.discard(0, 11, TEDASHI, False)
    builder.deposit_owed()
    builder.deposit_owed()
    assert [event.kind for event in builder.events] == [RIICHI, DISCARD, DISCARD, DEPOSIT]
    assert builder.scores == [24000, 25000, 25000, 25000]


def test_points_after_a_deposit_are_the_logs() -> None:
    builder = builder_of()
    builder.deposit(2, (1, 2, 3, 4))
    assert builder.scores == [1, 2, 3, 4]


def test_the_tiles_a_seat_shows() -> None:
    builder = builder_of(hand=(11, 11, NO_CODE))
    assert builder.copies.shown(0, (11, NO_CODE)) == [1, UNKNOWN]
    assert builder.copies.shown(0, (11, 11), without=1) == [0, 2]  # one of them is the hidden tile
    assert builder.copies.shown(0, (EAST, EAST), others=(111,)) == [108, 110]  # the hidden tile, and a phantom one
