"""The penalties that findings name: the cost of the offence under each ruleset."""

from pathlib import Path

import pytest
from support.paths import FIXTURES

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.checks.wording import noten_riichi_clause, penalty_clause, render
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.results import Message

MANGAN = (
    "The penalty is chombo: a mangan paid to the others (4000 to the dealer and 2000 to each other seat; "
    "by the dealer 4000 to each), the hand's riichi sticks go back, the hand is dealt again."
)
AFTER_THE_GAME = (
    "The penalty is chombo: 20000 points off the final score, the hand's riichi sticks go back, "
    "the hand is dealt again."
)


def text_of(clause: Message | str) -> str:
    return render("{clause}", {"clause": clause}, {}).strip()


@pytest.mark.parametrize(
    ("name", "kan", "ron"),
    [
        ("ema-2012", MANGAN, MANGAN),
        ("ema-2016", AFTER_THE_GAME, AFTER_THE_GAME),
        ("wrc", AFTER_THE_GAME, AFTER_THE_GAME),
        ("zh", MANGAN, MANGAN),
        ("tenhou", "", ""),
        ("mahjong-soul-sanma", "", ""),
    ],
)
def test_the_penalty_of_each_ruleset(name: str, kan: str, ron: str) -> None:
    rules = rulesets.load(name)
    assert text_of(penalty_clause(rules.calls.kan_penalty, rules)) == kan
    assert text_of(penalty_clause(rules.penalties.false_win, rules)) == ron


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("zh", "The penalty is a mangan, paid to the others. It falls due where the hand is shown, at a draw by "
               "exhaustive or four riichi or four kans."),
        ("quebec", f"{MANGAN} It falls due where the hand is shown, at a draw by exhaustive."),
        ("tenhou", ""),
    ],
)  # fmt: skip
def test_what_a_noten_riichi_costs_and_when(name: str, text: str) -> None:
    assert text_of(noten_riichi_clause(rulesets.load(name))) == text


def test_a_dead_hand_is_a_penalty_too(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('extend = "tenhou"\n[calls]\nkan_penalty = "dead hand"', "utf-8")
    rules = rulesets.load(str(path))
    assert "a dead hand" in text_of(penalty_clause(rules.calls.kan_penalty, rules))


def test_a_chombo_that_a_log_records_is_in_the_ledger() -> None:
    path = FIXTURES / "pay" / "chombo" / "silent.json"
    game = next(read(path.read_bytes(), path.name))
    assert isinstance(game, Game)
    entries = audit_game(game, rulesets.load("zh")).records[0].ledger
    assert [(one.from_account, one.to_account, one.points) for one in entries if one.reason == "chombo"] == [
        (3, 0, 4000),
        (3, 1, 2000),
        (3, 2, 2000),
    ]
    assert [(one.from_account, one.to_account, one.points) for one in entries if one.reason == "riichi"] == [
        (1, 4, 1000),
        (4, 1, 1000),
    ]


@pytest.mark.parametrize(
    ("fixture", "check", "rules", "ending"),
    [
        ("riichi/kan-shape/fires.mjlog", "riichi/kan-shape", "ema-2012", MANGAN),
        ("riichi/kan-waits/fires.mjlog", "riichi/kan-waits", "ema-2016", AFTER_THE_GAME),
        ("riichi/kan-waits/fires.mjlog", "riichi/kan-waits", "tenhou", "to 3m."),
        ("furiten/discard/fires.mjlog", "furiten/discard", "wiki", MANGAN),
        ("win/shape/fires.mjlog", "win/shape", "ema-2012", MANGAN),
        ("win/no-yaku/fires.mjlog", "win/no-yaku", "ema-2016", AFTER_THE_GAME),
        ("riichi/noten/fires.mjlog", "riichi/noten", "quebec", "at a draw by exhaustive."),
        ("draw/not-shown/fires.mjlog", "draw/not-shown", "zh", "The penalty is a mangan, paid to the others."),
    ],
)
def test_a_finding_ends_with_the_penalty(fixture: str, check: str, rules: str, ending: str) -> None:
    path = FIXTURES / fixture
    game = next(read(path.read_bytes(), path.name))
    assert isinstance(game, Game)
    messages = [one.message for one in audit_game(game, rulesets.load(rules)).findings if one.check == check]
    assert len(messages) == 1
    if check != "riichi/kan-waits" or rules != "tenhou":
        assert messages[0].endswith(ending)
    else:
        assert ending in messages[0]
        assert "penalty" not in messages[0]
