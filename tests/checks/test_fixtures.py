"""Every fixture gives exactly the findings that it names, and every check has one that fires and one that does not."""

from pathlib import Path

import pytest
from scenarios import all_cases
from support.goldens import assert_golden
from support.paths import FIXTURES, TESTS, fixture_logs
from support.write_fixtures import text_of

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.checks import BY_ID, CATALOGUE
from auditor.core.events import Game, Win
from auditor.core.reading import read
from auditor.core.reading.embedded_verdict import verdict_in
from auditor.core.yaku import NAMES, UNKNOWN_YAKU
from auditor.page.example import check_text
from auditor.regression.verify import ruleset_of, verify

CASES = all_cases()
RULESETS = str(TESTS / "rulesets")
PATHS = fixture_logs()
FAMILIES = sorted({path.relative_to(FIXTURES).parts[0] for path in PATHS} | {case.path.split("/")[0] for case in CASES})


@pytest.mark.parametrize("family", FAMILIES)
def test_fixtures_are_those_that_their_scenarios_write(family: str) -> None:
    cases = [case for case in CASES if case.path.startswith(f"{family}/")]
    paths = [path for path in PATHS if path.is_relative_to(FIXTURES / family)]
    assert sorted(path.relative_to(FIXTURES).as_posix() for path in paths) == sorted([case.path for case in cases])
    differing = [case.path for case in cases if (FIXTURES / case.path).read_text("utf-8") != text_of(case)]
    assert not differing, "run python tests/generate.py"


def difference_from_verdict(path: Path) -> str:
    """How a fixture's findings differ from those that it names; empty where they do not."""
    (verified,) = verify(str(path), RULESETS)
    if verified.expected is None:
        return "carries no verdict"
    if verified.matches_verdict:
        return ""
    found = [one.finding for one in verified.unexpected]
    unexpected = [(one.check, one.hand, one.event, one.seat, one.message) for one in found]
    return f"missing {verified.missing}, not named {unexpected}, problems {verified.problems}"


@pytest.mark.parametrize("family", FAMILIES)
def test_fixtures_give_the_findings_that_they_name(family: str) -> None:
    paths = [path for path in PATHS if path.is_relative_to(FIXTURES / family)]
    differing = {path.relative_to(FIXTURES).as_posix(): difference_from_verdict(path) for path in paths}
    assert differing
    lines = [f"{name}: {difference}" for name, difference in differing.items() if difference]
    assert not lines, "\n".join(["what .finds(...) names is not what is found (check, hand, event, seat):", *lines])


def findings_text() -> str:
    """All findings of the fixtures, in full."""
    lines = []
    for path in PATHS:
        carried = verdict_in(path.read_bytes())
        assert carried is not None
        spec = ruleset_of(carried.rules, str(path), RULESETS)
        for game in read(path.read_bytes(), path.name):
            assert isinstance(game, Game)
            rules = rulesets.choose(spec, game)[0]
            findings = audit_game(game, rules).findings
            if findings:
                lines.append(f"{path.relative_to(FIXTURES)} ({rules.name})")
            for one in findings:
                location = f"hand {one.hand}, event {one.event}, seat {one.seat}, turn {one.turn}"
                lines.append(f"  {one.severity} {one.check} ({location})")
                lines.append(f"    {one.message}")
                lines.append(f"    expected: {one.expected}; actual: {one.actual}")
    return "\n".join(lines) + "\n"


def test_what_the_findings_say() -> None:
    assert_golden("findings.txt", findings_text())


def test_each_check_has_a_fixture_that_fires_and_one_that_is_silent() -> None:
    texts = {path: path.read_text("utf-8") for path in PATHS}
    lacking = []
    for check in CATALOGUE:
        finds = f"Finds: {check.id} "
        if not any(finds in text for text in texts.values()):
            lacking.append(f"no fixture makes {check.id} fire")
        silent = [path for path in PATHS if path.parent == FIXTURES / check.id and path.stem == "silent"]
        if not silent:
            lacking.append(f"no near miss keeps {check.id} silent")
        lacking += [f"{path} names a finding of {check.id}" for path in silent[:1] if finds in texts[path]]
    assert not lacking, "\n".join(["write the scenarios, then run python tests/generate.py", *lacking])


def test_a_check_shows_its_examples() -> None:
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


def test_each_yaku_has_a_win_and_a_near_miss() -> None:
    wrong = []
    for number in range(UNKNOWN_YAKU):
        folder = FIXTURES / "yaku" / NAMES[number].replace(" ", "-")
        if number not in yaku_of_wins(folder / "wins.mjlog"):
            wrong.append(f"{folder.name}/wins.mjlog does not record it")
        if number in yaku_of_wins(folder / "misses.mjlog"):
            wrong.append(f"{folder.name}/misses.mjlog records it")
    assert not wrong
