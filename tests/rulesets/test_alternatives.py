"""Alternative rules: which values settings can vary to; varied rulesets stay consistent, and each has its wording."""

import re

import pytest
from support.paths import ROOT

from auditor.core.rulesets import load
from auditor.core.rulesets.settings import HEADER, contradictions, settings
from auditor.unknown_rules.alternatives import (
    ALL_WIN,
    ONE_WINS,
    TEXT_ONLY,
    TWO_WIN,
    WINNERS,
    change_text,
    changed_keys,
    keys,
    played_values,
    setting_of,
    value_in,
    varied,
)

TENHOU = load("tenhou")
OF_CHANGES = {key for key, one in settings().items() if one.section != HEADER} - {"game.players", "scoring.head_bump"}


def test_every_setting_has_a_change_with_another_value_and_its_words() -> None:
    assert {setting_of(key) for key in keys()} == OF_CHANGES
    for key in keys():
        values = played_values(key, 4)
        assert len(values) > 1 or key == "penalties.chombo_points", f"_NUMBERS has no second value of {key}"
        assert all(["{}" not in change_text(key, value) for value in values])


@pytest.mark.parametrize("key", [key for key in keys() if key not in TEXT_ONLY])
def test_a_change_gives_a_whole_ruleset_that_has_it(key: str) -> None:
    for value in played_values(key, 4):
        rules = varied(TENHOU, {key: value})
        if rules is None:
            assert (key, value) == ("game.red_fives", 2)  # which three players alone have
            continue
        assert value_in(rules, key) == value
        assert not contradictions(rules)
        assert value == value_in(TENHOU, key) or key in changed_keys(TENHOU, rules)


@pytest.mark.parametrize(
    ("value", "head_bump", "triple_ron", "aborts"),
    [(ONE_WINS, True, "abort", False), (TWO_WIN, False, "abort", True), (ALL_WIN, False, "pay", False)],
)
def test_how_many_win_changes_all_that_says_so(value: str, head_bump: bool, triple_ron: str, aborts: bool) -> None:
    rules = varied(load("wrc"), {WINNERS: value})
    assert rules is not None
    assert (rules.scoring.head_bump, rules.scoring.triple_ron) == (head_bump, triple_ron)
    assert ("triple ron" in rules.draws.abortive) == aborts


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("riichi.ura_dora", False, "without ura dora"),
        ("scoring.pao.51", True, "with liability for suukantsu"),
        ("draws.abortive.four winds", False, "without the draw by four winds"),
        ("game.length", 1, "the east wind"),
        ("game.placement", (15.0, 5.0, -5.0, -15.0), "with bonuses of 15.0, 5.0, -5.0, -15.0"),
    ],
)
def test_a_change_in_words(key: str, value: object, text: str) -> None:
    assert change_text(key, value) == text


def test_the_guide_says_of_every_setting_what_shows_it() -> None:
    rows = [row for row in (ROOT / "docs/unknown-rules.md").read_text("utf-8").splitlines() if row.startswith("| `")]
    named = {key for row in rows for key in re.findall(r"`([a-z_]+\.[a-z_]+)`", row)}
    due = {key for key, one in settings().items() if one.section != HEADER} - {"game.players"}
    assert not due - named, f"no row in docs/unknown-rules.md names {sorted(due - named)}"
    assert not named - due, f"rows of docs/unknown-rules.md name no setting with {sorted(named - due)}"
