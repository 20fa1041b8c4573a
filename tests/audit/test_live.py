"""A game judged while it is played gives the same findings as its whole log, and answers questions about positions."""

import itertools
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.legal_games import played
from support.paths import FIXTURES, ROOT, fixture_logs

from auditor import api
from auditor.core.audit.game import audit_game
from auditor.core.errors import NotReadError, Problem
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.results import NOTE, Finding
from auditor.core.rulesets import choose
from auditor.formats.mjai import write
from auditor.server.live import LiveTable

CORPUS = os.environ.get("AUDITOR_CORPUS", "")
MJAI = fixture_logs("*.jsonl")
OTHER_REDS = ("four-reds", "six-reds", "reds-of-pin")
"""Fixtures whose set has other red fives than the ruleset, which only the whole of a log shows."""


def facts(finding: Finding) -> tuple[object, ...]:
    return (finding.check, finding.where, finding.message, finding.expected, finding.actual, finding.fingerprint)


def without_lines(findings: list[Finding]) -> "Counter[tuple[object, ...]]":
    return Counter([facts(finding) for finding in findings])


def events_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def compare(text: str, name: str) -> list[Finding]:
    """Feed a log, and see that what is found is what its audit finds. Returns that."""
    games = [game for game in read(text.encode(), name) if isinstance(game, Game)]
    whole = [audit_game(game, choose("auto", game)[0]) for game in games]
    table = LiveTable(whole[0].ruleset)
    found = [finding for event in events_of(text) for finding in table.feed(event)] + table.end()
    assert found[len(found) - len(table.findings) :] == table.findings  # those of the last game of a stream
    expected = [finding for audit in whole for finding in audit.findings]
    assert without_lines(found) == without_lines(expected), name
    return found


def test_every_fixture_gives_what_its_audit_gives() -> None:
    findings = 0
    for path in MJAI:
        if not any(part in path.stem for part in OTHER_REDS):
            findings += len(compare(path.read_text("utf-8"), path.name))
    assert findings > 200


@pytest.mark.parametrize("number", range(3))
def test_a_played_game_gives_what_its_audit_gives(number: int) -> None:
    compare(write(played(number)), "")


def corpus_games() -> Iterator[Game]:
    for game in api.read(f"{CORPUS}/mjlog"):
        if not isinstance(game, Problem):
            yield game


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS, reason="AUDITOR_CORPUS names no folder of logs")
def test_real_games_give_what_their_audit_gives() -> None:
    compared = 0
    for game in itertools.islice(corpus_games(), 400):
        try:
            text = write(game)
        except ValueError:
            continue
        compare(text, game.log_id)
        compared += 1
    assert compared > 50


def test_an_event_is_legal_if_feeding_it_finds_nothing() -> None:
    for path in MJAI[::9]:
        events = events_of(path.read_text("utf-8"))
        table, other = LiveTable("tenhou"), LiveTable("tenhou")
        for event in events:
            if event["type"] == "hora":
                break
            illegal = table.legal(event)
            found = [finding for finding in other.feed(event) if finding.severity != NOTE]
            if event["type"] == "reach" and illegal is not None and illegal.check == "riichi/noten":
                illegal = None  # which the discard shows when it is fed
            assert (illegal and facts(illegal)) == (facts(found[0]) if found else None), path.name
            table.feed(event)
        assert [facts(one) for one in table.findings] == [facts(one) for one in other.findings]


def started(fixture: str) -> tuple[LiveTable, list[dict[str, Any]]]:
    """A table of a fixture, and its events still to come."""
    return LiveTable("tenhou"), events_of((FIXTURES / fixture).read_text("utf-8"))


def test_queries_of_a_live_table_change_nothing() -> None:
    text = write(played(1))
    table, asked = LiveTable("tenhou"), LiveTable("tenhou")
    for event in events_of(text)[:150]:
        assert table.feed(event) == asked.feed(event)
        if "actor" in event and event["type"] != "hora":
            asked.legal({"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": False})
            asked.legal({"type": "tsumo", "actor": 2, "pai": "P"})
    assert table.findings == asked.findings == []


HAND = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "1p", "2s", "3s"]
OTHERS = [
    ["1m", "2m", "4m", "5m", "7m", "8m", "2p", "3p", "5p", "6p", "8p", "9p", "E"],
    ["1m", "2m", "4m", "5m", "7m", "8m", "2p", "3p", "5p", "6p", "8p", "9p", "S"],
    ["1m", "2m", "4m", "5m", "7m", "8m", "2p", "3p", "5p", "6p", "8p", "9p", "W"],
]


def dealt(hand: list[str]) -> LiveTable:
    table = LiveTable("tenhou")
    table.feed({"type": "start_game", "names": ["A", "B", "C", "D"]})
    table.feed({
        "type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0, "dora_marker": "N",
        "scores": [25000] * 4, "tehais": [hand, *OTHERS],
    })  # fmt: skip
    return table


def play(table: LiveTable, *events: dict[str, Any]) -> None:
    for event in events:
        assert [one for one in table.feed(event) if one.severity != NOTE] == [], event


def turn(seat: int, drawn: str, discarded: str = "") -> tuple[dict[str, Any], dict[str, Any]]:
    """A draw and a discard, of the tile drawn unless another is named."""
    tile = discarded or drawn
    return (
        {"type": "tsumo", "actor": seat, "pai": drawn},
        {"type": "dahai", "actor": seat, "pai": tile, "tsumogiri": tile == drawn},
    )


def test_a_game_without_red_fives_is_one_under_any_ruleset() -> None:
    table = dealt(HAND)  # with the four plain 5m in the hands
    assert (table.findings, table.waits(0)) == ([], ["1s", "4s"])
    assert dealt([*HAND[:10], "5pr", *HAND[11:]]).findings == []  # or none of man alone


def test_what_is_tried_knows_the_red_fives_of_earlier_hands() -> None:
    events = events_of(write(played(1)))
    second = [place for place, event in enumerate(events) if event["type"] == "start_kyoku"][1]
    table = LiveTable("tenhou")
    for event in events[:second]:
        table.feed(event)
    hand, other = ["5m", "5m", "5m", "1m", "2m", "3m", "E", "E", "S", "S", "W", "W", "N"], OTHERS[0]
    others = [[tile for tile in other if tile not in ("5m", "E")] + ["6s", "9s"] for _ in range(3)]
    table.feed(events[second] | {"tehais": [hand, *others]})
    fourth = {"type": "tsumo", "actor": events[second]["oya"], "pai": "5m"}
    illegal = table.legal(fourth)
    assert illegal is not None
    assert [facts(illegal)] == [facts(one) for one in table.feed(fourth)]
    assert illegal.check == "tiles/duplicate"


def test_waits_and_furiten_of_each_seat() -> None:
    table = dealt(HAND)
    assert (table.waits(0), table.waits(1), table.furiten(0)) == (["1s", "4s"], [], None)
    play(table, *turn(0, "P"), *turn(1, "4s"))
    assert table.furiten(0) is None
    play(table, {"type": "tsumo", "actor": 2, "pai": "F"})  # nobody won on 4s
    assert table.furiten(0) == "temporary"
    play(table, {"type": "dahai", "actor": 2, "pai": "F", "tsumogiri": True}, *turn(3, "C"), *turn(0, "1s"))
    assert table.furiten(0) == "discard"


@pytest.mark.parametrize(("rules", "answer"), [("tenhou", "note/open-kan"), ("m-league", None)])
def test_a_kan_that_no_source_decides_is_open(rules: str, answer: str | None) -> None:
    table = LiveTable(rules)
    for event in events_of((FIXTURES / "riichi" / "kan-waits" / f"{rules}-own-kan-silent.jsonl").read_text("utf-8")):
        if event["type"] == "ankan" and event["consumed"][0] == "1s":
            break
        table.feed(event)
    found = table.legal(event)
    assert (found and found.check) == answer
    assert table.riichi_kans(event["actor"]) == ([] if answer else ["1s"])
    assert [one.severity for one in table.feed(event)] == [NOTE] * (answer is not None)


def test_the_closed_kans_that_a_seat_in_riichi_may_make() -> None:
    hand = ["1m", "1m", "1m", "4m", "5m", "6m", "7p", "7p", "7p", "3s", "3s", "E", "E"]
    table = dealt(hand)
    play(table, {"type": "tsumo", "actor": 0, "pai": "P"}, {"type": "reach", "actor": 0},
         {"type": "dahai", "actor": 0, "pai": "P", "tsumogiri": True}, {"type": "reach_accepted", "actor": 0},
         *turn(1, "F"), *turn(2, "F"), *turn(3, "F"))  # fmt: skip
    assert table.riichi_kans(0) == []
    play(table, {"type": "tsumo", "actor": 0, "pai": "7p"})
    assert table.riichi_kans(0) == ["7p"]
    assert table.riichi_kans(1) == []


def test_a_win_is_judged_at_once_if_asked_and_with_the_others_if_fed() -> None:
    table = dealt(HAND)
    play(table, *turn(0, "P"), *turn(1, "9s"))
    wrong = {"type": "hora", "actor": 0, "target": 1, "pai": "9s", "deltas": [1000, -1000, 0, 0]}
    illegal = table.legal(wrong)
    assert illegal is not None
    assert illegal.check.startswith("win/")
    assert table.feed(wrong) == []
    assert next(one.check for one in table.feed({"type": "end_kyoku"})) == illegal.check


NOTEN = ["1m", "3m", "5m", "7m", "9m", "1p", "4p", "7p", "2s", "5s", "8s", "E", "S"]


@pytest.mark.parametrize(("hand", "drawn", "check"), [(HAND, "P", None), (NOTEN, "P", "riichi/noten")])
def test_a_riichi_is_legal_if_some_discard_leaves_a_waiting_hand(
    hand: list[str], drawn: str, check: str | None
) -> None:
    table = dealt(hand)
    play(table, {"type": "tsumo", "actor": 0, "pai": drawn})
    illegal = table.legal({"type": "reach", "actor": 0})
    assert (illegal and illegal.check) == check
    assert table.findings == []


def test_the_findings_are_those_of_one_game() -> None:
    table = dealt(HAND)
    table.feed({"type": "tsumo", "actor": 2, "pai": "P"})
    assert [one.check for one in table.findings] == ["turn/order"]
    table.feed({"type": "start_game", "names": ["A", "B", "C", "D"]})
    assert table.findings == []


def test_an_invalid_event_is_reported_and_loses_only_its_hand() -> None:
    table = dealt(HAND)
    with pytest.raises(NotReadError, match="expected a tile"):
        table.legal({"type": "tsumo", "actor": 0, "pai": "10m"})
    play(table, *turn(0, "P"))
    with pytest.raises(NotReadError, match="is not known"):
        table.feed({"type": "dance", "actor": 0})
    assert table.feed({"type": "tsumo", "actor": 3, "pai": "1m"}) == []  # of a hand that is left out
    with pytest.raises(ValueError, match="no hand is being played"):
        table.waits(0)
    again = dealt(HAND)
    assert again.waits(0) == ["1s", "4s"]


def test_what_is_refused_and_what_is_over_is_not_held() -> None:
    table = LiveTable("tenhou")
    for _ in range(500):
        with pytest.raises(NotReadError):
            table.feed({"type": "dance", "actor": 0})
    assert len(table._play.events) == 1
    events = events_of((FIXTURES / "call/meld/pon.jsonl").read_text("utf-8"))
    once = [finding for event in events for finding in table.feed(event)] + table.end()
    assert once
    for _ in range(5):
        again = [finding for event in events for finding in table.feed(event)] + table.end()
        assert [one.check for one in again] == [one.check for one in once]
        assert len(table.findings) == len(once)
    hand = dealt(HAND)
    before = hand._play.number
    for _ in range(500):
        with pytest.raises(NotReadError):
            hand.feed({"type": "dance", "actor": 0})
    assert len(hand._play.events) < 100
    assert hand._play.number == before + 500


def test_a_line_over_the_limit_is_answered_once() -> None:
    lines = (FIXTURES / "call/meld/pon.jsonl").read_text("utf-8").splitlines()
    text = "\n".join([lines[0], "[" + " " * 3_500_000 + "]", "{", *lines[1:]])
    command = [sys.executable, "-m", "auditor", "audit", "-", "--follow", "--format", "jsonl"]
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, check=False)
    wrong = [line for line in done.stderr.splitlines() if line.startswith("line ")]
    assert wrong[0] == "line 2: longer than 1,048,576 bytes; not read"
    assert [line.partition(":")[0] for line in wrong] == ["line 2", "line 3"]
    assert json.loads(done.stdout.splitlines()[0])["check"] == "call/meld"


def test_a_stream_gives_each_finding_with_its_line() -> None:
    command = [sys.executable, "-u", "-m", "auditor", "audit", "-", "--follow", "--format", "jsonl"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    lines = (FIXTURES / "call/meld/pon.jsonl").read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
        if '"pon"' in line:
            finding = json.loads(process.stdout.readline())  # while the game goes on
            assert (finding["check"], finding["line"]) == ("call/meld", number + 1)
    rest, _ = process.communicate()
    assert (process.returncode, rest) == (1, "")


def test_the_examples_of_the_docs_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fixtures").symlink_to(FIXTURES)
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```python\n(.*?)```", (ROOT / "docs/for/arena.md").read_text("utf-8"), re.DOTALL)
    for example in examples:
        exec(compile(example, "docs/for/arena.md", "exec"), {})
    assert len(examples) == 2
