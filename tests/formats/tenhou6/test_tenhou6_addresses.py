"""Logs in addresses as people have them: encoded, in part or not at all, alone, in texts and in Markdown links."""

import json
from collections.abc import Callable
from functools import cache

import pytest
from support.cli_calls import invoke
from support.held_logs import ADDRESS, IN_ADDRESSES, encoded, hands_of, in_browser
from support.tenhou6_logs import read_all

from auditor.core.audit.game import audit_game
from auditor.core.errors import Problem
from auditor.core.events import Game, Player, replace_game
from auditor.core.reading import read
from auditor.core.results import NOTE
from auditor.core.rulesets import load
from auditor.testing.simulate import Simulation

NAMES = ("Maya Chen", "brackets ) ] } >", 'quotes " and \\', "https://tenhou.net/0/?log=x")
ID = "2012110112gm-0009-7447-14ec5c8d"


@cache
def logs() -> list[str]:
    """The hands of a game, the names of whose players look like what ends a text, an object or an address."""
    game = Simulation(0, "tenhou").play()
    return hands_of(replace_game(game, seats=[Player(name) for name in NAMES]))


def spaced(log: str) -> str:
    """As most programs write it: ``json.dumps``, unencoded, with a space after each comma and colon."""
    return json.dumps(json.loads(log))


def hands(text: str) -> list[tuple[str, int]]:
    """The names and honba of the hands of the one game in a text, without problems."""
    found = list(read(text.encode(), "text.txt"))
    assert [str(one) for one in found if isinstance(one, Problem)] == []
    (game,) = found
    assert isinstance(game, Game)
    assert [seat.name for seat in game.seats] == list(NAMES)
    assert [one.check for one in audit_game(game, load("tenhou")).findings if one.severity != NOTE] == []
    return [(hand.name, hand.honba) for hand in game.hands]


WRITERS = pytest.mark.parametrize("write", [*IN_ADDRESSES, spaced])


@WRITERS
@pytest.mark.parametrize(
    "address", ["https://tenhou.net/5/#json=", "tenhou.net/6/#json=", "http://tenhou.net/5/?tw=1#json="]
)
def test_an_address_alone(write: Callable[[str], str], address: str) -> None:
    for after in ("", "&ts=1", "\n"):
        assert hands(address + write(logs()[0]) + after) == [("E1", 0)]


@WRITERS
@pytest.mark.parametrize(
    "text",
    [
        "{0}\n{1}",
        "Two hands of last night:\n\n{0}\nand then\n   {1} (what a hand)\n\nIs this right?\n",
        "* [the first]({0})\n* [the other]({1}).\n",
        "[one]({0}), [two]({1})",
        "[one](<{0}>) and\n[two](<{1}>)",
        '> "{0}"; "{1}"',
        "// one\r\n{0}\r\n# two\r\n{1}\r\n",
        "[{0}],[{1}]",
    ],
)
def test_several_in_a_text(write: Callable[[str], str], text: str) -> None:
    addresses = [ADDRESS + write(log) for log in logs()[:2]]
    assert hands(text.format(*addresses)) == [("E1", 0), ("E1", 1)]


def test_an_address_in_the_name_of_a_player() -> None:
    (game,) = read_all(ADDRESS + json.dumps(json.loads(logs()[0]) | {"name": ["a", "b", ADDRESS + "{", "d"]}))
    assert isinstance(game, Game)
    assert game.seats[2].name == ADDRESS + "{"


def test_an_address_far_into_a_text() -> None:
    assert hands("word\n" * 2000 + ADDRESS + spaced(logs()[0])) == [("E1", 0)]


def test_a_line_of_json_before_an_address() -> None:
    assert hands(f"{logs()[0]}\n{ADDRESS}{encoded(logs()[1])}\n") == [("E1", 0), ("E1", 1)]


def test_each_hand_knows_its_line() -> None:
    (game,) = read_all(f"the first\n{ADDRESS}{spaced(logs()[0])}\n\nthe second\n{ADDRESS}{encoded(logs()[1])}")
    assert isinstance(game, Game)
    assert [hand.line(None) for hand in game.hands] == [2, 5]


def test_hands_that_somebody_picked_are_no_fault() -> None:
    """What is between them is missing from the list, not from the game."""
    game = Simulation(0, "tenhou").play()
    every = hands_of(game)
    for picked in ([0, 2, 5], [1, 3], [0, 4, 5]):
        (found,) = read_all("look:\n" + "\n".join([ADDRESS + every[number] for number in picked]))
        assert isinstance(found, Game)
        assert [one.check for one in audit_game(found, load("tenhou")).findings if one.severity != NOTE] == []
    (found,) = read_all("\n".join([ADDRESS + log for log in every]))
    assert isinstance(found, Game)
    assert [hand.index for hand in found.hands] == list(range(len(every)))


def test_a_hand_that_follows_is_judged_as_such() -> None:
    """The points go on, the round does not."""
    first, second = map(json.loads, logs()[:2])
    second["log"][0][0] = [3, 0, second["log"][0][0][2]]
    (game,) = read_all("\n".join([ADDRESS + json.dumps(first), ADDRESS + json.dumps(second)]))
    assert isinstance(game, Game)
    assert "game/rotation" in [one.check for one in audit_game(game, load("tenhou")).findings]


@WRITERS
def test_an_address_that_is_cut_off_costs_itself(write: Callable[[str], str]) -> None:
    cut = ADDRESS + write(logs()[0])[:200]
    assert "expected a JSON object" in str(read_all(cut)[0])
    problem, game = read_all(f"one\n{cut}\ntwo {ADDRESS}{write(logs()[1])}")
    assert str(problem).startswith("line 2: expected a JSON object")
    assert isinstance(game, Game)


def test_a_percent_sign_in_a_name_that_is_not_encoded() -> None:
    log = json.loads(logs()[0]) | {"name": ["100%", "50%22", "%E6%9D%B1", "d"]}
    (game,) = read_all(ADDRESS + json.dumps(log))
    assert isinstance(game, Game)
    assert [seat.name for seat in game.seats] == ["100%", "50%22", "%E6%9D%B1", "d"]


def test_a_line_that_is_an_address_without_a_log_is_told_once() -> None:
    lines = ["# games", ADDRESS + in_browser(logs()[0]), f"https://tenhou.net/0/?log={ID}&tw=1", ID, f"also {ID}"]
    game, problem = sorted(read_all("\n".join(lines)), key=lambda one: isinstance(one, Problem))
    assert isinstance(game, Game)
    assert str(problem) == "line 3: names a log that is not in the text, as in 1 other line (auditor ids tells which)"


def test_the_command_takes_an_address_with_spaces() -> None:
    log = hands_of(Simulation(0, "tenhou").play())[0]
    told = invoke("audit", ADDRESS + spaced(log), "--rules", "tenhou")
    assert (told.exit_code, "1 hand " in told.stderr) == (0, True), told.stderr


PIECES = [b'{\\"', b'{"', b"{", b"", b'{"a":{"', b"%7B%22", b'{"log":[[', b'{"a":"\\', b'{"log":[]} ']


@pytest.mark.parametrize("piece", PIECES)
def test_many_addresses_take_a_time_as_long_as_they_are(piece: bytes) -> None:
    unit = b"tenhou.net/6/#json=" + piece
    assert len(read_all(b"one " + unit * ((1 << 19) // len(unit)))) > 100
