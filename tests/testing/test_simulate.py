"""Simulated players break no rule in rare positions: waits for four own tiles, a claim without a possible discard."""

import pytest

from auditor.core.events import CHI, NO_SEAT, RIICHI
from auditor.core.hand.kan import kan_effect
from auditor.testing.simulate import PlayStyle, Simulation

EAGER = PlayStyle(riichi=1, calls=1)


@pytest.mark.parametrize(("rules", "declares"), [("tenhou", True), ("m-league", False)])
def test_a_wait_for_tiles_that_are_all_in_an_own_kan(rules: str, declares: bool) -> None:
    play = Simulation(1, rules, EAGER)
    play.hand({0: "24m333m456p789s11z"}, avoid="3m9p").draw("3m").closed_kan("3m").draw("9p")
    play._discard_best(play.table.seats[0], ())
    assert (RIICHI in [one.kind for one in play.current.events]) is declares


@pytest.mark.parametrize(("rules", "makes"), [("tenhou", True), ("ema-2016", False), ("mu", False)])
def test_a_kan_in_riichi_is_made_where_the_ruleset_allows_it(rules: str, makes: bool) -> None:
    """The waits stay; only a reading goes."""
    play = Simulation(1, rules)
    play.hand({0: "333444555m789s1z"}, avoid="4m").draw("4m")
    seat = play.table.seats[0]
    kind = seat.drawn >> 2
    assert play.makes_kan(seat, kan_effect(seat.concealed_kinds(seat.drawn), kind, kind, 0)) is makes


@pytest.mark.parametrize(("left", "calls"), [("36m", False), ("37m", True)])
def test_a_claim_after_which_every_discard_would_swap(left: str, calls: bool) -> None:
    play = Simulation(1, "tenhou", EAGER)
    play.hand({1: f"45m159p556677z{left}", 0: "567z16m258p147s39s"}, avoid="567z")
    for tile, other in (("5z", "1p"), ("6z", "5p"), ("7z", "9p")):
        while play.turn_seat:
            play.turn()
        play.draw().discard(tile).pon(1, tile[0] * 2 + "z").discard(other)
    while play.turn_seat:
        play.turn()
    play.draw().discard("6m")
    last = play.table.last
    assert last is not None
    assert play._call(0, last) == (1 if calls else NO_SEAT)
    assert (CHI in [one.kind for one in play.current.events]) is calls
