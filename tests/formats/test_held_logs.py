"""Logs in pages and reports of other programs: mjai-reviewer, Mortal's log viewer; and pages of strangers."""

import json
from collections.abc import Callable
from functools import cache
from time import process_time

import pytest
from support.held_logs import (
    PARTS,
    archive_page,
    events_of,
    field_of_text,
    frame,
    hands_of,
    report,
    reviewer_page,
    viewer_page,
)

from auditor.core.audit.game import audit_game
from auditor.core.errors import Problem
from auditor.core.events import Game, Player, replace_game
from auditor.core.reading import Format, detect, read
from auditor.core.results import NOTE
from auditor.core.rulesets import load
from auditor.testing.simulate import Simulation

LOG_ID = "2012110112gm-0009-7447-14ec5c8d"
NAMES = ("Maya Chen", 'a "b" <i>&amp;</i>', "c'd / e", "100% {私} (x)")


@cache
def played() -> Game:
    """A game whose players have names that pages have to escape, and no id."""
    game = Simulation(0, "tenhou").play()
    return replace_game(game, seats=[Player(name) for name in NAMES], log_id="")


def games(data: str) -> list[Game]:
    found = list(read(data.encode(), "page.html"))
    assert [str(one) for one in found if isinstance(one, Problem)] == []
    return [one for one in found if isinstance(one, Game)]


def faults(game: Game) -> list[str]:
    return [one.check for one in audit_game(game, load("tenhou")).findings if one.severity != NOTE]


def format_of(data: str) -> str:
    format = detect(data.encode())
    assert isinstance(format, Format), format
    return format.name


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("doctype", ["<!DOCTYPE html>", "<!doctypehtml>"])
def test_the_hands_in_a_page_of_mjai_reviewer_are_a_game(part: Callable[[str], str], doctype: str) -> None:
    page = reviewer_page(list(map(part, hands_of(played()))), LOG_ID).replace("<!DOCTYPE html>", doctype)
    (game,) = games(page)
    assert (game.format, format_of(page), game.log_id) == ("tenhou6", "tenhou6", LOG_ID)
    assert [seat.name for seat in game.seats] == list(NAMES)
    assert [hand.name for hand in game.hands] == [hand.name for hand in played().hands]
    assert faults(game) == []


def test_a_hand_is_read_once_where_a_page_has_it_twice() -> None:
    (log, *_) = hands_of(played())
    (game,) = games(reviewer_page([frame(log) + field_of_text(log)]))
    assert len(game.hands) == 1


def test_a_page_without_its_viewer_says_that_it_holds_no_log() -> None:
    (problem,) = read(reviewer_page(["<p>Turn 1</p>"]).encode(), "page.html")
    assert "holds no log" in str(problem)


def test_hands_that_a_page_leaves_out_are_no_fault() -> None:
    logs = hands_of(played())
    (game,) = games(reviewer_page([frame(logs[0]), frame(logs[2]), frame(logs[5])]))
    assert [hand.index for hand in game.hands] == [0, 2, 4]
    assert faults(game) == []


@pytest.mark.parametrize("page", [viewer_page, archive_page])
def test_the_game_in_a_page_of_a_viewer_of_mjai(page: Callable[[list[str]], str]) -> None:
    lines = events_of(played())
    text = page(lines)
    (game,) = games(text)
    (plain,) = games("\n".join(lines))
    assert (game.format, format_of(text)) == ("mjai", "mjai")
    assert [list(map(str, hand.events)) for hand in game.hands] == [list(map(str, hand.events)) for hand in plain.hands]
    line = game.hands[1].line(0)
    assert line is not None
    assert lines[plain.hands[1].line(0) - 1].replace("/", "\\/") in text.splitlines()[line - 1].replace("/", "\\/")  # type: ignore[operator]


def test_an_array_on_one_line_has_no_lines() -> None:
    (game,) = games(archive_page(events_of(played()), between=","))
    assert game.hands[1].line(0) is None


@pytest.mark.parametrize("layout", [None, 1])
@pytest.mark.parametrize("is_sorted", [False, True])
def test_the_game_in_a_report_is_its_events(layout: int | None, is_sorted: bool) -> None:
    text = json.dumps(report(played(), log_id=LOG_ID), indent=layout, sort_keys=is_sorted)
    (game,) = games(text)
    assert (game.format, format_of(text), game.log_id) == ("mjai", "mjai", LOG_ID)
    assert [hand.name for hand in game.hands] == [hand.name for hand in played().hands]
    assert faults(game) == []
    line = game.hands[2].line(None)
    if layout is None:
        assert line is None
    else:
        assert line is not None
        assert '"start_kyoku"' in "".join(text.splitlines()[line - 1 : line + 2] if not is_sorted else text)


def test_the_hands_in_a_report_without_events_are_a_game() -> None:
    text = report(played())
    del text["mjai_log"]
    (game,) = games(json.dumps(text))
    assert (game.format, len(game.hands)) == ("tenhou6", len(played().hands))


def test_a_fault_in_an_event_of_a_report_is_told_by_its_number() -> None:
    text = report(played())
    text["mjai_log"][3] = {"type": "dahai", "actor": 9}
    problem = next(one for one in read(json.dumps(text).encode(), "report.json"))
    assert str(problem).startswith("event 4, hand 0 (E1): actor: expected")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ('{"engine":"Mortal","mjai_log":[{"type":"start_game"}', "a report with mjai_log is expected to be whole"),
        ('{"engine":"Mortal","mjai_log":{"type":"start_game"}}', "a report with mjai_log is expected to be whole"),
        ("<!doctype html><script>allActions = [{}, [</script>", "the list of the page cannot be read"),
        ("<!doctype html><script>allActions = [" + "[" * (2 << 20) + "]</script>", "expected at most"),
        ("<!doctype html><p>allActions" + " " * (16 << 20), "expected at most 16,777,216 bytes for a page"),
        ('<!doctype html><a href="#kyoku-0-0">' + "." * (16 << 20), "expected at most 16,777,216 bytes for a page"),
        ('{"engine":"Mortal","split_logs":[]}', 'expected an object with a "log"'),
    ],
)
def test_what_cannot_be_read_is_told(data: str, message: str) -> None:
    assert message in str(next(iter(read(data.encode(), "x.html"))))


PIECES = [
    'src="', "src='", "src=", "src  ", "<textarea", "<textarea>", "<textarea>{", "&quot;", "&#x1", "</script", "`", "[",
    "allActions = ", "allActions = `", "allActions = [", "tenhou.net/5/#json={", 'src="tenhou.net/5/#json={&quot;', "<",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_a_page_takes_a_time_as_long_as_it_is(piece: str) -> None:
    """Whatever is repeated in it: a pattern that began anew at each would take tens of seconds."""
    for mark in ("#kyoku-", "allActions"):
        page = f"<!doctype html>{mark}" + piece * ((1 << 19) // len(piece))
        start = process_time()
        list(read(page.encode(), "page.html"))
        assert process_time() - start < 3


def test_what_a_script_would_have_to_work_out_is_no_log() -> None:
    page = viewer_page(events_of(played())).replace("allActions = `", "allActions = made(`")
    (problem,) = read(page.encode(), "page.html")
    assert "the page holds no game" in str(problem)
