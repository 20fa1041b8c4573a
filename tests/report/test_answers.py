"""What the page says at every event is what the replay gives there: waits, furiten, riichi kans, value, payments.

Read back out of the page's own data, event by event; on real logs where AUDITOR_CORPUS names a folder of them.
"""

import json
import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from support.paths import FIXTURES

from auditor import rulesets
from auditor.audit.game import audit_game
from auditor.checks.judged_win import WinValues, has_ura
from auditor.events import CLOSED_KAN, Game, Win
from auditor.formats import read
from auditor.report.page.hands import HandBook
from auditor.rulesets.model import Ruleset
from auditor.table.table import BY_DISCARD, IN_RIICHI, NOT_FURITEN, TEMPORARY, Table, deal, furiten_kind
from auditor.tiles import KIND_TEXT, mask_kinds

GAMES = int(os.environ.get("AUDITOR_ANSWERS", "20"))
"""So many real games are looked at."""
FURITEN = {BY_DISCARD: "furiten: it has discarded", IN_RIICHI: "furiten to the end of the hand",
           TEMPORARY: "furiten until"}  # fmt: skip
CORPUS = os.environ.get("AUDITOR_CORPUS")
KANS = [FIXTURES / "riichi" / name for name in ("kan-waits", "kan-shape", "kan-drawn", "kan-forbidden")]


def games_of(paths: list[Path]) -> Iterator[Game]:
    for path in paths:
        yield from [one for one in read(path.read_bytes(), path.name) if isinstance(one, Game)]


def assert_page_is_replay(game: Game, rules: Ruleset) -> int:
    """Step through every hand as the page's script does. Returns how many positions were compared."""
    book = HandBook()
    replayed = [book.replayed(hand.index, game, hand, rules) for hand in game.hands]
    data: dict[str, Any] = json.loads(json.dumps(book.as_object()))
    compared = 0
    for hand, shown in zip(game.hands, replayed, strict=True):
        texts: dict[int, Any] = {}
        table, values = deal(game, hand, rules), WinValues()
        for index, (changed, *_) in enumerate(data["hands"][shown.number]["frames"]):
            for text, number in zip(changed[::2], changed[1::2], strict=True):
                texts[text] = data["texts"][number]
            for seat in table.seats[: table.players]:
                lines = [_plain(line) for line in texts.get(data["answers"] + seat.seat) or ()]
                _assert_seat(table, seat.seat, lines)
            compared += 1
            if index == len(hand.events):
                break
            event = hand.events[index]
            if isinstance(event, Win) and index in shown.proofs:
                judged = values.judge(table, event)
                if judged.paid is not None and has_ura(table, event):
                    rows = shown.proofs[index].rows
                    assert [row.due for row in rows] == list(judged.paid.total[: table.players])
            table.apply(event)
    return compared


def _plain(line: list[Any]) -> str:
    return "".join([word if isinstance(word, str) else " ".join(word) for word in line])


def _assert_seat(table: Table, number: int, lines: list[str]) -> None:
    seat = table.seats[number]
    if not seat.is_known:
        assert lines == ["the hand is hidden"]
        return
    waits = [line for line in lines if line.startswith("waits for ")]
    told = re.findall(r"(\d[mpsz]) \(", waits[0]) if waits else []
    assert told == [KIND_TEXT[kind] for kind in mask_kinds(seat.waits)]
    furiten = furiten_kind(table, seat) if seat.waits else NOT_FURITEN
    said = [line for line in lines if line.startswith("furiten")]
    assert bool(said) == (furiten != NOT_FURITEN)
    assert not said or said[0].startswith(FURITEN[furiten])


@pytest.mark.parametrize("path", KANS, ids=lambda path: path.name)
def test_a_riichi_kan_is_judged_as_the_audit_judges_it(path: Path) -> None:
    """Where the audit finds a kan illegal the page says so before the event, with the check; else that it is legal."""
    judged = 0
    for game in games_of(sorted(path.glob("*.mjlog"))):
        rules, _ = rulesets.choose("auto", game)
        found = {(one.hand, one.event): one.check for one in audit_game(game, rules).findings}
        book = HandBook()
        for hand in game.hands:
            answers = book.replayed(hand.index, game, hand, rules).answers
            for index, event in enumerate(hand.events):
                said = [_plain([str(word) for word in line]) for line in answers[index][max(event.seat, 0)]]
                kans = [line for line in said if line.startswith(f"closed kan of {KIND_TEXT[event.tile >> 2]}")]
                if event.kind == CLOSED_KAN and kans:
                    check = found.get((hand.index, index), "")
                    assert ("is not legal" in kans[0]) == check.startswith("riichi/kan"), kans
                    assert not check.startswith("riichi/kan") or check in kans[0]
                    judged += 1
    assert judged


def test_the_page_says_what_the_replay_gives_at_every_event() -> None:
    games = list(games_of([FIXTURES / "evening" / "round-1-table-2.mjlog", FIXTURES / "game/end/extension/fires.mjlog"]
                          if (FIXTURES / "game/end/extension/fires.mjlog").exists()
                          else [FIXTURES / "evening" / "round-1-table-2.mjlog"]))  # fmt: skip
    assert sum([assert_page_is_replay(game, rulesets.choose("auto", game)[0]) for game in games]) > 500


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS, reason="AUDITOR_CORPUS names no folder of real logs")
def test_so_it_does_on_real_logs() -> None:
    logs = sorted(Path(str(CORPUS), "mjlog").rglob("*"))
    files = [path for path in logs if path.is_file()]
    compared = 0
    for game in islice(games_of(files), GAMES):
        compared += assert_page_is_replay(game, rulesets.choose("auto", game)[0])
    assert compared > 1000
