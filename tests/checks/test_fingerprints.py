"""Fingerprints of findings depend on the fault, the seat and the tiles, not on the place in the log."""

import re
from collections import Counter
from pathlib import Path

import pytest
from support.paths import FIXTURES

from auditor.core.audit.game import audit_game
from auditor.core.events import DISCARD, DRAW, Game
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.results import Amounts, Shown, difference, fingerprint
from auditor.core.rulesets import choose, load
from auditor.testing.scenario import Scenario

LOGS = sorted([*(FIXTURES / "faults").iterdir(), *(FIXTURES / "evening").iterdir(), *FIXTURES.glob("r*/*/fires.mjlog")])


@pytest.mark.parametrize(
    ("expected", "actual", "told"),
    [
        (Amounts((25000,) * 4), Amounts((25000, 25000, 25100, 25000)), "+0 +0 +100 +0"),
        (
            Amounts((-4000, 8000, -2000, -2000), True),
            Amounts((-4000, 12000, -4000, -4000), True),
            "+0 +4000 -2000 -2000",
        ),
        (Amounts((1,)), Amounts((2,)), "+1"),
        ("2m 6s 9s", "6s", "-2m -9s"),
        ("0m", "5m", "-0m 5m"),
        ("pinfu 1, tanyao 1", "ippatsu 1, pinfu 1", "-tanyao 1 ippatsu 1"),
        ("30 fu, 2000 points", "40 fu, 2600 points", "-2000 points -30 fu 2600 points 40 fu"),
        ("at least 4", "3", ""),
        ("a waiting hand", "1111m234p567789s", ""),
        (Amounts((25000,) * 2), Amounts((25000,) * 3), ""),
        (Amounts((1, 2)), "2 -", ""),
        (None, None, ""),
        ("", "", ""),
    ],
)
def test_what_two_texts_differ_in(expected: Shown, actual: Shown, told: str) -> None:
    assert difference(expected, actual) == told


def test_each_part_of_a_fingerprint_counts() -> None:
    parts = [
        fingerprint("a/b", 0, "discard", ("1m",), 1, "1m", "2m"),
        fingerprint("a/c", 0, "discard", ("1m",), 1, "1m", "2m"),
        fingerprint("a/b", 1, "discard", ("1m",), 1, "1m", "2m"),
        fingerprint("a/b", None, "discard", ("1m",), 1, "1m", "2m"),
        fingerprint("a/b", 0, "pon", ("1m",), 1, "1m", "2m"),
        fingerprint("a/b", 0, "discard", ("2m",), 1, "1m", "2m"),
        fingerprint("a/b", 0, "discard", ("1m",), 2, "1m", "2m"),
        fingerprint("a/b", 0, "discard", ("1m",), None, "1m", "2m"),
        fingerprint("a/b", 0, "discard", ("1m",), 1, "1m", "3m"),
    ]
    assert len(set(parts)) == len(parts)
    assert fingerprint("a/b", 0, "pon", ("1m", "2m")) == fingerprint("a/b", 0, "pon", ("2m", "1m"))


def test_a_fingerprint_is_what_it_was() -> None:
    """Baselines and databases hold them: one that changes makes every known finding a new one."""
    assert fingerprint("riichi/noten", 1, "riichi", ("9m",), None, "a waiting hand", "123456m456p77s15z") == (
        "6cffb48cf5fd55a7"
    )


def game_of(data: bytes) -> Game:
    game = next(read(data, ""))
    assert isinstance(game, Game)
    return game


def fingerprints(game: Game, *, of_hands: bool = False) -> "Counter[str]":
    """of_hands: of what is judged within a hand alone."""
    found = audit_game(game, choose("auto", game)[0]).findings
    return Counter([one.fingerprint for one in found if not of_hands or (one.event is not None and one.turn)])


@pytest.mark.parametrize("path", LOGS, ids=[str(path.relative_to(FIXTURES)) for path in LOGS])
def test_a_hand_by_itself_has_the_fingerprints_that_it_had_in_its_game(path: Path) -> None:
    game = game_of(path.read_bytes())
    hands = game.hands
    result, game.result = game.result, None
    known = fingerprints(game, of_hands=True)
    alone: Counter[str] = Counter()
    for hand in hands:
        game.hands = [hand]
        alone += fingerprints(game, of_hands=True)
    game.hands, game.result = hands, result
    assert known <= alone
    assert all([len(one.fingerprint) == 16 for one in audit_game(game, choose("auto", game)[0]).findings])


def kan_that_changes_the_waits(go_rounds: int) -> Game:
    scenario = Scenario().hand({0: "3444m778899s333z"}, avoid="9p4m")
    for _ in range(go_rounds):
        scenario.draw().discard().go_round()
    scenario.draw("9p").riichi("9p").go_round().draw("4m").closed_kan("4m")
    return scenario.game


def test_the_loss_of_events_before_it_changes_nothing() -> None:
    first, second = [audit_game(kan_that_changes_the_waits(number), load("tenhou")).findings for number in (0, 2)]
    assert [one.check for one in first] == ["riichi/kan-waits"]
    assert [one.event for one in first] != [one.event for one in second]
    assert [one.fingerprint for one in first] == [one.fingerprint for one in second]


@pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai"])
def test_in_another_format_it_has_the_same_fingerprints(form: str) -> None:
    write = FORMAT_BY_NAME[form].write
    for name in ("riichi/kan-waits/fires.mjlog", "furiten/discard/fires.mjlog", "turn/tsumogiri/fires.json"):
        game = game_of((FIXTURES / name).read_bytes())
        known = fingerprints(game)
        assert known
        if form == "mjlog" and name.startswith("turn"):
            continue  # it has no marks
        assert fingerprints(game_of(write(game, "").encode())) == known


def test_findings_know_their_line() -> None:
    """The line of the event; of a finding between hands the line that starts the hand; none in a log on one line."""
    for name in ("evening/round-2-table-3.jsonl", "riichi/noten/fires.mjlog", "evening/round-1-table-2.mjlog"):
        data = (FIXTURES / name).read_bytes()
        game = game_of(data)
        lines = data.decode().splitlines()
        for hand in game.hands:
            assert len(hand.lines) == len(hand.events) + 1
            assert "start_kyoku" in lines[hand.lines[0] - 1] or "<INIT" in lines[hand.lines[0] - 1]
            for event, number in zip(hand.events, hand.lines[1:], strict=True):
                words = {DRAW: ("tsumo", "<T", "<U", "<V", "<W"), DISCARD: ("dahai", "<D", "<E", "<F", "<G")}
                assert event.kind not in words or any([word in lines[number - 1] for word in words[event.kind]])
        found = audit_game(game, choose("auto", game)[0]).findings
        assert [one.line for one in found] == [game.hands[one.hand or 0].line(one.event) for one in found]
        one_line = game_of(data.replace(b"\n", b"")) if name.endswith("mjlog") else None
        assert one_line is None or all([not hand.lines for hand in one_line.hands])


@pytest.mark.parametrize("change", ["as it is", "two on a line", "a blank line", "no last newline", "with lxml"])
def test_lines_are_those_of_the_elements_however_they_are_laid_out(change: str) -> None:
    text = (FIXTURES / "evening/round-1-table-2.mjlog").read_text("utf-8")
    elements = re.findall("<[^>]*>", text)
    some = elements[len(elements) // 2]
    changed = {
        "as it is": text,
        "two on a line": text.replace(f"{some}\n", some),
        "a blank line": text.replace(f"{some}\n", f"{some}\n\n"),
        "no last newline": text.rstrip("\n"),
        "with lxml": text.replace(f"{some}\n", f"{some}\n<!-- a comment -->\n"),
    }[change]
    lines = changed.splitlines()
    for hand in game_of(changed.encode()).hands:
        assert len(hand.lines) == len(hand.events) + 1
        for event, number in zip(hand.events, hand.lines[1:], strict=True):
            if event.kind in (DRAW, DISCARD):
                letter = ("TUVW" if event.kind == DRAW else "DEFG")[event.seat]
                assert f"<{letter}{event.tile}/>" in lines[number - 1]
