"""Every fixture gives exactly the findings that it names, and every check has one that fires and one that does not."""

from pathlib import Path

import pytest
from scenarios import Case, all_cases
from support.goldens import assert_golden
from support.paths import FIXTURES, TESTS
from support.write_fixtures import text_of

from auditor import rulesets
from auditor.audit.game import audit_game
from auditor.checks import BY_ID, CATALOGUE
from auditor.events import Game, Win
from auditor.formats import read
from auditor.formats.embedded_verdict import verdict_in
from auditor.regression.verify import ruleset_of, verify
from auditor.report.catalogue import check_text
from auditor.yaku import NAMES, UNKNOWN_YAKU

CASES = all_cases()
RULESETS = str(TESTS / "rulesets")
PATHS = sorted(path for path in FIXTURES.rglob("*") if path.is_file())


@pytest.mark.parametrize("case", CASES, ids=[case.path for case in CASES])
def test_fixture_is_the_one_its_scenario_writes(case: Case) -> None:
    assert (FIXTURES / case.path).read_text("utf-8") == text_of(case), "run python tests/generate.py"


def test_no_fixture_without_a_scenario() -> None:
    assert {str(path.relative_to(FIXTURES)) for path in PATHS} == {case.path for case in CASES}


@pytest.mark.parametrize("path", PATHS, ids=[str(path.relative_to(FIXTURES)) for path in PATHS])
def test_fixture_gives_the_findings_that_it_names(path: Path) -> None:
    (verified,) = verify(str(path), RULESETS)
    assert verified.carried is not None, "a fixture must carry its verdict"
    told = "\n".join([str(one.named()["message"]) for one, _ in verified.unexpected])
    assert verified.matches_verdict, (verified.missing, told, verified.problems)


def findings_text() -> str:
    """All that is found in the fixtures, in full."""
    lines = []
    for path in PATHS:
        carried = verdict_in(path.read_bytes())
        assert carried is not None
        spec = ruleset_of(carried.rules, str(path), RULESETS)
        for game in read(path.read_bytes(), path.name):
            assert isinstance(game, Game)
            rules = rulesets.choose(spec, game)[0]
            found = audit_game(game, rules).findings
            if found:
                lines.append(f"{path.relative_to(FIXTURES)} ({rules.name})")
            for one in found:
                place = f"hand {one.hand}, event {one.event}, seat {one.seat}, turn {one.turn}"
                lines.append(f"  {one.severity} {one.check} ({place})")
                lines.append(f"    {one.message}")
                lines.append(f"    expected: {one.expected}; actual: {one.actual}")
    return "\n".join(lines) + "\n"


def test_what_the_findings_say() -> None:
    assert_golden("findings.txt", findings_text())


@pytest.mark.parametrize("check", [check.id for check in CATALOGUE])
def test_check_has_a_fixture_that_fires_and_one_that_is_silent(check: str) -> None:
    fires = [path for path in PATHS if f"Finds: {check} " in path.read_text("utf-8")]
    silent = [path for path in PATHS if path.parent == FIXTURES / check and path.stem == "silent"]
    assert fires, f"no fixture makes {check} fire"
    assert silent, f"no near miss keeps {check} silent"
    assert f"Finds: {check} " not in silent[0].read_text("utf-8")


def test_a_check_tells_its_examples() -> None:
    text = check_text(BY_ID["riichi/kan-waits"])
    assert (
        "The kan of 4m leaves only the 3m tanki of the waits 2m 3m 5m.\n  fixtures/riichi/kan-waits/fires.mjlog" in text
    )
    assert "fixtures/turn/tsumogiri/silent.json" in check_text(BY_ID["turn/tsumogiri"])


def yaku_of_wins(path: Path) -> set[int]:
    """The yaku that a fixture's wins record, worth nothing left out."""
    game = next(read(path.read_bytes(), path.name))
    assert isinstance(game, Game)
    wins = [event for hand in game.hands for event in hand.events if isinstance(event, Win)]
    assert wins
    return {number for win in wins for number, han in win.yaku or () if han}


@pytest.mark.parametrize("number", range(UNKNOWN_YAKU))
def test_yaku_has_a_win_and_a_near_miss(number: int) -> None:
    folder = FIXTURES / "yaku" / NAMES[number].replace(" ", "-")
    assert number in yaku_of_wins(folder / "wins.mjlog")
    assert number not in yaku_of_wins(folder / "misses.mjlog")
