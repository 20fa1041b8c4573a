"""Lobbies of Tenhou's other than 0: what GO does not say of their rules is assumed, and accuses nobody."""

from collections.abc import Callable
from typing import Any

import pytest
from scenarios import Play

from auditor.api import audit
from auditor.core.events import Game, replace_game
from auditor.core.results import NOTE
from auditor.core.rulesets.choice import HOUSE_RULES, LOBBY_POINTS, LOBBY_SETTINGS, choice_of
from auditor.core.rulesets.settings import settings
from auditor.edit.convert import convert

EAST_AND_SOUTH = 0x09
ID = "2012110112gm-0009-{}-14ec5c8d"
POINTS = "0FE0BF0B,0000001F,,,30000,40000,30000,,,,,,,,,,,,,,,5,-5,-15"


def in_lobby(game: Game, *, lobby: int = 0, log_id: str = "", csrule: str = "") -> Game:
    facts = {"csrule": csrule} if csrule else {}
    return replace_game(game, rule_bits=EAST_AND_SOUTH, lobby=lobby, log_id=log_id, attributes=facts)


def faults(game: Game) -> list[str]:
    return [one.check for one in audit(game).findings if one.severity != NOTE]


def notes(game: Game) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.check, one.depends_on) for one in audit(game).findings if one.depends_on]


def below_zero() -> Game:
    """A game that goes on where a seat is below zero."""
    play = Play("tenhou").hand({1: "123p456p789s1122z"}, round=1, scores=(500, 33100, 33200, 33200)).end()
    return play.hand().end().game


def other_start() -> Game:
    return Play("tenhou").hand(scores=(30000,) * 4).end().game


LOBBIES: dict[str, dict[str, Any]] = {
    "in GO": {"lobby": 7447},
    "in the id": {"log_id": ID.format("7447")},
    "a word in the id": {"log_id": ID.format("C1234")},
    "with rules in part": {"lobby": 7447, "csrule": POINTS},
}


@pytest.mark.parametrize("make", [below_zero, other_start])
@pytest.mark.parametrize("lobby", LOBBIES)
def test_what_a_lobby_may_have_accuses_nobody(make: Callable[[], Game], lobby: str) -> None:
    """It is noted with the settings that it depends on; in lobby 0 it is a fault."""
    game = make()
    due = "game/end" if make is below_zero else "game/start"
    for known in (in_lobby(game), in_lobby(game, log_id=ID.format("0000"))):
        assert faults(known) == [due]
    other = in_lobby(game, **LOBBIES[lobby])
    assert faults(other) == []
    if (make, lobby) != (other_start, "with rules in part"):  # which say the points
        ((check, depends_on),) = notes(other)
        assert check == due
        assert set(depends_on) <= set(LOBBY_SETTINGS)
    assert choice_of("auto", other).reason.endswith(
        "its lobby has rules of its own" if "csrule" in LOBBIES[lobby] else "its lobby may have rules of its own"
    )


@pytest.mark.parametrize("lobby", LOBBIES)
def test_what_is_wrong_in_every_lobby_stays_a_fault(lobby: str) -> None:
    play = Play("tenhou").hand({1: "147m147p147s1234z"}, avoid="9m").turn().draw("9m").riichi("9m").end()
    for hand in play.game.hands:
        hand.index = 1  # the points at the start are not there
    assert faults(in_lobby(play.game, **LOBBIES[lobby])) == ["riichi/noten"]


def test_the_points_that_a_lobby_states_are_not_assumed() -> None:
    choice = choice_of("auto", in_lobby(below_zero(), lobby=7447, csrule=POINTS))
    assert (choice.rules.game.start_points, choice.rules.game.return_points) == (30000, 40000)
    assert choice.is_assumed
    assert set(choice.rules.assumed) == set(LOBBY_SETTINGS) - set(LOBBY_POINTS)
    assert faults(in_lobby(Play("tenhou").hand().end().game, lobby=7447, csrule=POINTS)) == ["game/start"]


def test_the_settings_of_lobbies_exist() -> None:
    assert set(LOBBY_POINTS) <= set(LOBBY_SETTINGS) <= set(settings())


def test_rooms_with_house_rules_are_not_judged_by_who_deals_again() -> None:
    game = replace_game(below_zero(), rule_bits=0x209)
    assert {"game/rotation", "honba/carry"} <= set(choice_of("auto", game).rules.off) == set(HOUSE_RULES)


@pytest.mark.parametrize("target", ["tenhou6", "majiang", "riichicity", "mjai"])
def test_a_copy_of_a_lobbys_game_is_accused_no_more_than_the_log(target: str) -> None:
    for game in (below_zero(), other_start()):
        copy = convert(in_lobby(game, lobby=7447), target).game
        assert faults(copy) == []
        assert choice_of("auto", copy).is_assumed
