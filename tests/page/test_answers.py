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
from support.report_reading import Page

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.checks.win_values import WinValues, has_ura
from auditor.core.events import CLOSED_KAN, Game, Win
from auditor.core.reading import read
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.options import riichi_kan_effect
from auditor.core.table.seat import Seat
from auditor.core.table.table import BY_DISCARD, IN_RIICHI, NOT_FURITEN, TEMPORARY, Table, deal, furiten_kind
from auditor.core.table.winning import payment_of_win, value_of_win
from auditor.core.tiles import KIND_TEXT, mask_kinds
from auditor.page.answers import value_text
from auditor.page.hands import HandBook, ReplayedHand
from auditor.page.templates import environment, script_json
from auditor.testing.simulate import Simulation

GAMES = int(os.environ.get("AUDITOR_ANSWERS", "20"))
"""So many real games are looked at."""
FURITEN = {BY_DISCARD: "furiten: it has discarded", IN_RIICHI: "furiten to the end of the hand",
           TEMPORARY: "furiten until"}  # fmt: skip
KAN_LINE = re.compile(r"closed kan of (\d[mpsz]) (is legal|is not legal)")
WIN_LINE = re.compile(
    r"may win on \d[mpsz] (by self-draw|from .*?): (\S+ points for .*?)(?: \(ura dora not counted\))?$"
)
CORPUS = os.environ.get("AUDITOR_CORPUS")
KANS = [FIXTURES / "riichi" / name for name in ("kan-waits", "kan-shape", "kan-drawn", "kan-forbidden")]


def games_of(paths: list[Path]) -> Iterator[Game]:
    for path in paths:
        yield from [one for one in read(path.read_bytes(), path.name) if isinstance(one, Game)]


def assert_page_is_replay(game: Game, rules: Ruleset) -> int:
    """Step through every hand as the page's script does. Returns how many positions were compared."""
    book = HandBook()
    replayed = [book.replayed(hand.index, game, hand, rules) for hand in game.hands]
    data: dict[str, Any] = json.loads(script_json(book.as_object()))
    compared = 0
    for hand, shown in zip(game.hands, replayed, strict=True):
        texts: dict[int, Any] = {}
        table, values = deal(game, hand, rules), WinValues()
        for index, (changed, *_) in enumerate(data["hands"][shown.number]["frames"]):
            for text, number in zip(changed[::2], changed[1::2], strict=True):
                texts[text] = data["texts"][number]
            said = [[_plain(line) for line in texts.get(data["answers"] + seat) or ()] for seat in range(table.players)]
            for seat, lines in zip(table.seats, said, strict=False):
                _assert_seat(table, seat, lines)
            compared += 1
            if index == len(hand.events):
                break
            event = hand.events[index]
            if isinstance(event, Win) and index in shown.calculations:
                _assert_payment(table, event, values, shown, said)
            table.apply(event)
    return compared


def _plain(line: list[Any]) -> str:
    return "".join([word if isinstance(word, str) else " ".join(word) for word in line])


def _assert_seat(table: Table, seat: Seat, lines: list[str]) -> None:
    """What is said of a seat is what the replay's own functions give for it."""
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
    kans = {found[1]: found[2] for line in lines if (found := KAN_LINE.match(line))}
    is_choosing = seat.in_riichi and seat.drawn >= 0 and table.due == seat.seat
    fours = [kind for kind in range(34) if is_choosing and seat.count(kind) == 4]
    effects = {KIND_TEXT[kind]: riichi_kan_effect(table, seat, kind) for kind in fours}
    verdicts = {kind: one.verdict(table.rules.riichi.kan) for kind, one in effects.items() if one is not None}
    assert kans == {kind: "is legal" if verdict == "legal" else "is not legal" for kind, verdict in verdicts.items()}
    for line in lines:
        if found := WIN_LINE.match(line):
            from_seat = seat.seat if found[1] == "by self-draw" else table.last.seat if table.last else -1
            tile = seat.drawn if from_seat == seat.seat else table.last.tile if table.last else -1
            value = value_of_win(table, seat.seat, from_seat, tile)
            assert value is not None
            assert value.is_enough
            paid = payment_of_win(table, value, seat.seat, from_seat, is_nearest=True)
            assert furiten == NOT_FURITEN or from_seat == seat.seat
            assert found[2] == f"{paid.total[seat.seat]:,} points for {value_text(value)}"


def _assert_payment(table: Table, win: Win, values: WinValues, shown: ReplayedHand, said: list[list[str]]) -> None:
    """What is due of a win, read out of the table that the page draws, is what the replay's checks ask for."""
    judged = values.judge(table, win)
    if judged.paid is None or judged.value is None or not has_ura(table, win):
        return
    macro = '{% from "parts.html" import calculation %}{{ calculation(sum) }}'
    drawn = Page(environment().from_string(macro).render(sum=shown.calculations[table.index])).root
    rows = [row.all("td") for row in drawn.first("table", "payments").first("tbody").all("tr")]
    dues = [int(row[-2].text.replace(",", "").replace("−", "-")) for row in rows]
    assert dues == list(judged.paid.total[: table.players])
    lines = {row.first("th").text: row.all("td")[0].text for row in drawn.first("table", "sum").all("tr")}
    assert lines["yaku"].endswith(f": {judged.value.han} han")
    assert lines["points"].startswith(f"{judged.paid.points:,} (")
    is_only = len([event for event in table.hand.events if isinstance(event, Win)]) == 1
    if is_only and not table.seats[win.seat].in_riichi:
        (line,) = [line for line in said[win.seat] if line.startswith("may win on ")]
        assert f": {dues[win.seat]:,} points for " in line


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
def test_the_page_says_what_the_replay_gives_on_real_logs() -> None:
    logs = sorted(Path(str(CORPUS), "mjlog").rglob("*"))
    files = [path for path in logs if path.is_file()]
    compared = 0
    for game in islice(games_of(files), GAMES):
        compared += assert_page_is_replay(game, rulesets.choose("auto", game)[0])
    assert compared > 1000


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["tenhou", "mahjong-soul", "ema-2016", "m-league", "tenhou-sanma"])
def test_the_page_says_what_the_replay_gives_on_simulated_games(rules: str) -> None:
    for number in range(max(GAMES // 40, 1)):
        assert assert_page_is_replay(Simulation(number, rules).play(), rulesets.load(rules)) > 100
