"""Alternative rules: which values settings can vary to; varied rulesets stay consistent, and each has its wording."""

import re

import pytest
from support.paths import ROOT

from auditor.core.rulesets import load
from auditor.core.rulesets.model import setting
from auditor.core.rulesets.settings import HEADER, contradictions, settings
from auditor.unknown_rules.alternatives import (
    ALL_WIN,
    ONE_WINS,
    TWO_WIN,
    WINNERS,
    change_text,
    changed_keys,
    keys,
    played_values,
    setting_of,
    value_in,
    variants_of,
    varied,
)

TENHOU = load("tenhou")
NOT_VARIED = {
    "game.players",  # every log shows how many there are
    "scoring.head_bump",  # varied with scoring.triple_ron
    # in the words of findings and wins alone
    "riichi.noten_penalty", "riichi.chip_points", "calls.kan_penalty", "penalties.false_win",
}  # fmt: skip


def test_every_setting_says_how_tables_differ_in_it_or_that_it_is_not_varied() -> None:
    assert {key for key, one in settings().items() if one.section != HEADER and one.variants is None} == NOT_VARIED
    assert {setting_of(key) for key in keys()} == {key for key, one in settings().items() if one.variants is not None}


@pytest.mark.parametrize("key", keys())
def test_a_setting_has_a_second_value_and_words_for_each(key: str) -> None:
    values = played_values(key, 4)
    assert len(values) > 1, f"played= of {key} names no second value"
    assert len({change_text(key, value) for value in values}) == len(values)
    assert all(["{}" not in change_text(key, value) and "!" not in change_text(key, value) for value in values])


def test_a_new_setting_has_to_say_whether_few_games_show_it() -> None:
    with pytest.raises(TypeError, match="seen"):
        setting("whether red fives glow", "! glowing fives")  # type: ignore[call-arg]


def test_values_that_leave_a_setting_open_are_never_its_default() -> None:
    for key in keys():
        default = settings()[setting_of(key)].default
        assert default not in variants_of(key).left_open or key == "game.placement"  # which the log then gives


@pytest.mark.parametrize("key", keys())
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
