"""mjx's states and observations, in JSON and protobuf: reading gives the game that was written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.legal_games import played
from support.mjx_logs import delimited, message, observation

from auditor.core.audit.game import audit_game
from auditor.core.errors import Problem
from auditor.core.events import DISCARD, DRAW, Game, replace_game
from auditor.core.reading import detect, read
from auditor.core.results import NOTE
from auditor.core.rulesets import choose
from auditor.core.tiles import UNKNOWN
from auditor.edit.joining import joined_logs
from auditor.formats.mjx import write
from auditor.formats.mjx.reader import anonymize
from auditor.formats.mjx.writer import states

GAME = played(0, "tenhou")
STATES = states(GAME)


def lines(made: list[dict[str, Any]]) -> bytes:
    return "\n".join([json.dumps(one, ensure_ascii=False) for one in made]).encode()


def games(data: bytes) -> list[Game]:
    found = list(read(data, "x.json"))
    assert not [one for one in found if isinstance(one, Problem)]
    return [one for one in found if isinstance(one, Game)]


def faults(game: Game) -> list[str]:
    audit = audit_game(game, choose("auto", game)[0])
    assert not audit.problems
    return [one.check for one in audit.findings if one.severity != NOTE]


FORMS: dict[str, Callable[[], bytes]] = {
    "a state a line": lambda: write(GAME).encode(),
    "a list": lambda: json.dumps(STATES, indent=1).encode(),
    "other names": lambda: lines([_snake(one) for one in STATES]),
    "messages with lengths": lambda: delimited(STATES),
}


def _snake(value: Any) -> Any:
    if isinstance(value, list):
        return [_snake(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {"".join([f"_{c.lower()}" if c.isupper() else c for c in key]): _snake(one) for key, one in value.items()}


@pytest.mark.parametrize("form", FORMS)
def test_a_game_is_read_as_it_was_played(form: str) -> None:
    data = FORMS[form]()
    found = detect(data)
    assert getattr(found, "name", found) == "mjx"
    (game,) = games(data)
    assert [player.name for player in game.seats] == [player.name for player in GAME.seats]
    assert len(game.hands) == len(GAME.hands)
    for one, other in zip(game.hands, GAME.hands, strict=True):
        assert (one.name, one.honba, one.sticks, one.scores) == (other.name, other.honba, other.sticks, other.scores)
        assert [set(tiles) for tiles in one.dealt] == [set(tiles) for tiles in other.dealt]
        kept = [(event.seat, event.tile) for event in one.events if event.kind <= DISCARD]
        assert kept == [(event.seat, event.tile) for event in other.events if event.kind <= DISCARD]
        assert [event.kind for event in one.events] == [event.kind for event in other.events]
    assert game.result is not None
    assert GAME.result is not None
    assert game.result.points == GAME.result.points
    assert faults(game) == []


@pytest.mark.parametrize(
    "make",
    [
        lambda: json.dumps(STATES[1], indent=1).encode(),
        lambda: message(STATES[1]),
        lambda: message(observation(STATES[1], 0)),
        lambda: message(observation(STATES[1], 3)),
    ],
)
def test_a_state_alone_is_a_game_of_a_hand(make: Callable[[], bytes]) -> None:
    (game,) = games(make())
    assert [hand.name for hand in game.hands] == [GAME.hands[1].name]
    assert game.result is None
    assert faults(game) == []


def test_states_in_files_are_joined(tmp_path: Path) -> None:
    for number, one in enumerate(STATES):
        (tmp_path / f"state{number}.json").write_bytes(lines([one]))
    (log,) = joined_logs([str(tmp_path)])
    assert isinstance(log.found, Game)
    assert len(log.found.hands) == len(STATES)
    assert faults(log.found) == []


@pytest.mark.parametrize("form", [lines, delimited], ids=["JSON", "protobuf"])
@pytest.mark.parametrize("seat", [0, 2])
def test_an_observation_hides_what_the_seat_does_not_see(seat: int, form: Callable[[list[Any]], bytes]) -> None:
    data = form([observation(one, seat) for one in STATES])
    assert detect(data).name == "mjx"  # type: ignore[union-attr]
    (game,) = games(data)
    for hand, whole in zip(game.hands, GAME.hands, strict=True):
        for other in range(4):
            assert (hand.dealt[other] == (UNKNOWN,) * 13) == (other != seat)
        drawn = [event.tile for event in hand.events if event.kind == DRAW and event.seat == seat]
        assert drawn == [event.tile for event in whole.events if event.kind == DRAW and event.seat == seat]
        assert {one.tile for one in hand.events if one.kind == DRAW and one.seat != seat} <= {UNKNOWN}
    assert faults(game) == []


@pytest.mark.parametrize("form", [lines, delimited], ids=["JSON", "protobuf"])
def test_the_last_of_growing_observations_is_the_hand(form: Callable[[list[Any]], bytes]) -> None:
    count = len(STATES[0]["publicObservation"]["events"])
    seen = [observation(STATES[0], seat, events) for events in range(1, count) for seat in (0, 3)]
    first, second = games(form(seen))
    assert [len(game.hands) for game in (first, second)] == [1, 1]
    assert {len(game.hands[0].events) for game in (first, second)} == {count - 1}
    assert faults(first) == faults(second) == []


def test_a_new_game_begins_where_the_rounds_do() -> None:
    assert [len(game.hands) for game in games(lines([*STATES, *STATES]))] == 2 * [len(STATES)]
    assert [len(game.hands) for game in games(lines([STATES[1], STATES[0]]))] == [1, 1]
    for number in range(len(STATES)):  # a round that goes back, with the points going on, is a wrong one
        made = states(GAME)
        start = made[number]["publicObservation"]["initScore"]
        if number and start.get("round"):
            start["round"] -= 1
            (game,) = games(lines(made))
            assert faults(game) == ["game/rotation"]


def test_a_broken_state_leaves_a_gap() -> None:
    made = [*STATES]
    made[1] = states(GAME)[1]
    made[1]["publicObservation"]["events"][2] = {"type": "EVENT_TYPE_SURPRISE"}
    problem, game = read(lines(made), "x.json")
    assert isinstance(problem, Problem)
    assert str(problem) == (
        f"line 2, hand {GAME.hands[1].name}-{GAME.hands[1].honba}, event 2: "
        "the event type 'EVENT_TYPE_SURPRISE' is not known"
    )
    assert isinstance(game, Game)
    assert [hand.index for hand in game.hands][:2] == [0, 2]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("publicObservation", "events", 0, "who"), 4, "Expected int <= 3 - at $.publicObservation.events["),
        (("publicObservation", "events", 1, "tile"), 136, "Expected int <= 135 - at $.publicObservation.events["),
        (("publicObservation", "initScore", "tens"), [1], "expected the points of four seats in initScore, not 1"),
        (("publicObservation", "events", 0, "type"), "EVENT_TYPE_CHI", "the meld of code 0 is not of the type"),
        (("privateObservations",), 5, "Expected array, got int - at $.privateObservations"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(path: tuple[Any, ...], value: object, message: str) -> None:
    made = json.loads(json.dumps(STATES[0]))
    target = made
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    (problem,) = read(json.dumps(made).encode(), "x.json")
    assert isinstance(problem, Problem)
    assert message in problem.message


@pytest.mark.parametrize("form", ["a state a line", "messages with lengths"])
def test_a_cut_record_accuses_nobody(form: str) -> None:
    data = FORMS[form]()
    for end in range(100, len(data), len(data) // 40):
        for found in read(data[:end], "x.json"):
            if isinstance(found, Game):
                assert faults(found) == []


def test_hands_cut_after_any_event_accuse_nobody() -> None:
    hand = GAME.hands[0]
    for count in range(1, len(hand.events)):
        made = states(GAME)[0]
        made["publicObservation"]["events"] = made["publicObservation"]["events"][:count]
        made.pop("roundTerminal", None)
        (game,) = games(lines([made]))
        assert faults(replace_game(game)) == []


def test_a_yaku_of_no_name_costs_its_win() -> None:
    made = next(one for one in STATES if "wins" in one.get("roundTerminal", {}))
    made = json.loads(json.dumps(made))
    win = made["roundTerminal"]["wins"][0]
    win["yakus"], win["fans"] = [55], [1]
    (problem,) = [one for one in read(json.dumps(made).encode(), "x.json") if isinstance(one, Problem)]
    assert problem.message == "expected yaku numbers 0 to 54, not 55"


def test_removing_names_changes_nothing_else() -> None:
    changed = lines(STATES[:1]).replace(b'"EVENT_TYPE_DRAW"', b"12", 5)
    was, now = [json.loads(text) for text in (changed, anonymize(changed))]
    assert now["publicObservation"]["events"] == was["publicObservation"]["events"]
