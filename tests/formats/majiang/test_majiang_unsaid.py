"""What Majiang's logs leave out: sticks charged or not for a void riichi, and missing keys."""

import json
from typing import Any

import pytest
from scenarios import Play

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.rulesets import load
from auditor.core.table.ledger import final_scores
from auditor.formats import majiang

WAIT = "23456m456p45688s"
"""Waits for 1m, 4m and 7m."""
RULES = load("majiang")


def findings(document: dict[str, Any]) -> list[tuple[str, int | None]]:
    (game,) = read(json.dumps(document).encode(), "x.json")
    assert isinstance(game, Game)
    found = [(one.check, one.seat) for one in audit_game(game, RULES).findings if one.severity != "note"]
    return [one for one in found if one != ("game/end", None)]  # the games are short


def changed(play: Play, by: dict[int, int], gains: int = 0) -> dict[str, Any]:
    """The log with the points after the first hand changed seat by seat, and what its winner gains by as much more."""
    document: dict[str, Any] = json.loads(majiang.write(play.game))
    qijia = document["qijia"]
    for entry in document["log"][0]:
        if "hule" in entry:
            entry["hule"]["fenpei"][entry["hule"]["l"]] += gains
    for seat, more in by.items():
        for hand in document["log"][1:]:
            qipai = hand[0]["qipai"]
            qipai["defen"][(seat - qipai["jushu"]) % 4] += more
        document["defen"][(seat + qijia) % 4] += more
    points = [document["defen"][(seat + qijia) % 4] for seat in range(4)]
    scores = final_scores(points, RULES)
    first = points.index(max(points))
    scores[first] -= sum(scores)  # as Majiang's own program works it out
    for seat in range(4):
        document["point"][(seat + qijia) % 4] = str(scores[seat])
        document["rank"][(seat + qijia) % 4] = 1 + sum([other > scores[seat] for other in scores])
    return document


def void_riichi(*, is_last: bool = False) -> Play:
    """Seat 1 wins on the declaration tile of seat 3; it may be the last hand."""
    play = Play("majiang").hand({1: WAIT, 3: "123p456s789s11p99s"}, avoid="7m5z", indicator="1z")
    play.turn().turn().turn().draw("7m").riichi("7m", deposit=False).ron(1)
    return (play if is_last else play.hand().end()).final()


@pytest.mark.parametrize("is_last", [False, True])
def test_a_stick_charged_for_a_void_riichi_is_the_declarers_fault(is_last: bool) -> None:
    play = void_riichi(is_last=is_last)
    assert findings(changed(play, {})) == []
    assert findings(changed(play, {1: 1000, 3: -1000}, gains=1000)) == [("stick/void", 3)]


def test_a_stick_that_was_awarded_and_not_charged_is_the_winners_fault() -> None:
    play = void_riichi()
    assert findings(changed(play, {1: 1000}, gains=1000)) == [("stick/award", 1)]


def test_a_stick_that_was_not_charged_is_one_finding() -> None:
    play = Play("majiang").hand({1: WAIT}, avoid="147m9p", indicator="1z").go_round(1).draw("9p").riichi("9p").end()
    play.hand().end().final()
    assert findings(changed(play, {1: 1000})) == [("game/carry", 1)]


@pytest.mark.parametrize("absent", [True, False])
def test_what_a_writer_leaves_out_is_null(absent: bool) -> None:
    """The discarder of a self-draw, and counters that are none."""
    play = Play("majiang").hand({1: WAIT}, avoid="7m", indicator="1z").turn().draw("7m").tsumo().final()
    document = json.loads(majiang.write(play.game))
    if absent:
        qipai, *_, last = document["log"][0]
        del qipai["qipai"]["changbang"], qipai["qipai"]["lizhibang"]
        last["hule"] = {key: value for key, value in last["hule"].items() if value is not None}
        assert "baojia" not in last["hule"]
    assert findings(document) == []
