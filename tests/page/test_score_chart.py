"""The chart of a game's points, checked by parsing its SVG."""

import re
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest
from lxml import etree
from support.made_games import MadeGame
from support.played_on import played_on

from auditor.core.audit.game import Audit, audit_game
from auditor.core.checks.wording import LANGUAGE
from auditor.core.rulesets import load
from auditor.languages import language
from auditor.page.score_chart import CHART_HEIGHT, CHART_WIDTH, score_chart
from auditor.page.standings import GameStanding, game_result
from auditor.testing.simulate import Simulation

TO_MIDDLE = 4
"""So far below its middle a text stands."""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def faulty() -> GameStanding:
    """A game with a win that is paid with 700 points too much, to the end."""
    game = played_on("payment-off", Simulation(5).play(), Random(1))
    assert game is not None
    return game_result("log", audit_game(game, load("tenhou")))


class Text(NamedTuple):
    """A text of the picture. anchor: "end" beside the axis, "middle" below it, "" at the end of a line."""

    x: float
    y: float
    anchor: str
    text: str


def texts(svg: str) -> list[Text]:
    found = []
    for one in etree.fromstring(svg).iter(f"{SVG}text"):
        group = one.getparent()
        anchor = "" if group is None else group.get("text-anchor", "")
        found.append(Text(float(one.get("x", "")), float(one.get("y", "")), anchor, one.text or ""))
    return found


def paths(svg: str, name: str) -> list[list[tuple[float, float]]]:
    """The paths of a class, each in its strokes: the points of one after the other."""
    found = [path for path in etree.fromstring(svg).iter(f"{SVG}path") if path.get("class") == name]
    strokes = [stroke for path in found for stroke in path.get("d", "").split("M")[1:]]
    return [[(float(x), float(y)) for x, y in re.findall(r"([\d.-]+) ([\d.-]+)", stroke)] for stroke in strokes]


def heights(svg: str) -> tuple[float, float]:
    """Points a unit of height, and points at height 0, by the labels of the axis."""
    known = [(one.y - TO_MIDDLE, int(one.text.replace(",", ""))) for one in texts(svg) if one.anchor == "end"]
    (y, points), (other_y, other) = known[0], known[-1]
    scale = (other - points) / (other_y - y)
    return scale, points - scale * y


def test_lines_have_the_points_of_the_game(faulty: GameStanding) -> None:
    svg = score_chart(faulty)
    scale, zero = heights(svg)
    for seat in faulty.seats:
        line, sample = paths(svg, f"seat-{seat.seat}")
        shown = [round((zero + scale * y) / 100) for _, y in line]
        due = [seat.start, *[hand.points[seat.seat] for hand in faulty.hands]]
        assert max(abs(100 * one - points) for one, points in zip(shown, due, strict=True)) <= 150
        assert sample[0][0] > line[-1][0], "the sample beside the name stands behind the line"


def test_corrected_points_are_a_line_of_the_seats_concerned(faulty: GameStanding) -> None:
    svg = score_chart(faulty)
    scale, zero = heights(svg)
    for seat in faulty.seats:
        lines = paths(svg, f"corrected seat-{seat.seat}")
        assert len(lines) == (seat.difference != 0)
        for line in lines:
            assert abs(zero + scale * line[-1][1] - (seat.corrected_points or 0)) <= 150
    assert len(paths(svg, "step")) == 1
    assert "<title>pay/win</title>" in svg


def test_a_clean_game_has_four_lines_and_its_hands_below() -> None:
    result = game_result("log", audit_game(Simulation(3).play(), load("tenhou")))
    svg = score_chart(result)
    assert "corrected" not in svg
    assert "step" not in svg
    labels = [one.text for one in texts(svg) if one.anchor == "middle"]
    names = [f"{hand.round}-{hand.honba}" if hand.honba else hand.round for hand in result.hands]
    assert [name for name in names if name in labels] == labels
    assert labels[0] == "E1"


def made(names: tuple[str, ...], hands: int = 1) -> str:
    game = MadeGame(players=len(names))
    for player, name in zip(game.game.seats, names, strict=True):
        player.name = name
    for _ in range(hands):
        game.hand().win(0, 1, 1000)
    return score_chart(game_result("log", Audit(game.game, load("tenhou"), [], game.records, [])))


def test_names_are_text_and_nothing_else() -> None:
    svg = made(("<script>alert(1)</script>", '"&', "渡辺 さくら", ""))
    root = etree.fromstring(svg)
    assert not list(root.iter(f"{SVG}script"))
    shown = [one.text for one in texts(svg) if not one.anchor]
    assert {'"&', "渡辺 さくら", "seat 3"} < set(shown)
    assert [name for name in shown if name.startswith("<script>") and name.endswith("…")]


def test_names_never_overlap_and_stay_inside() -> None:
    svg = made(("a", "b", "c", "長い名前の人がここに座っています"), hands=3)
    ends = sorted([one.y for one in texts(svg) if not one.anchor])
    assert len(ends) == 4
    assert all(after - before >= 13.9 for before, after in pairwise(ends))
    assert ends[0] > 0
    assert ends[-1] < CHART_HEIGHT
    for line in paths(svg, "seat-0"):
        assert all(0 <= x <= CHART_WIDTH for x, _ in line)


def test_many_hands_name_no_more_than_fit() -> None:
    svg = made(("a", "b", "c"), hands=60)
    places = [one.x for one in texts(svg) if one.anchor == "middle"]
    assert 10 < len(places) < 20
    assert all(after - before >= 34 for before, after in pairwise(places))
    token = LANGUAGE.set(language("ja"))
    try:
        longer = [one for one in texts(made(("a", "b", "c"), hands=60)) if one.anchor == "middle"]
    finally:
        LANGUAGE.reset(token)
    sizes = [12 * len(one.text) for one in longer]  # at most: digits are narrower
    assert all(b.x - a.x >= (x + y) / 2 * 0.7 for (a, x), (b, y) in pairwise(zip(longer, sizes, strict=True)))
    assert len(longer) < len(places)


def test_a_game_without_hands_has_no_picture() -> None:
    game = MadeGame()
    assert score_chart(game_result("log", Audit(game.game, load("tenhou"), [], [], []))) == ""
