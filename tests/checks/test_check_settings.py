"""Each check declares exactly the settings that change its findings or their wording, as fixtures show."""

from pathlib import Path

import pytest
from support.judging import game_and_rules
from support.paths import FIXTURES
from support.settings_shown import SHOWN_BY
from support.varied_settings import checks_changed_by, judged_settings, varied

from auditor.core.checks import CATALOGUE
from auditor.core.checks.wording import CHOMBO_SETTINGS
from auditor.core.rulesets.settings import settings

OF_ALL = ("off", "game.players")
"""Settings that decide whether a check judges at all."""

IS_CHOMBO = {"riichi.noten_penalty": "chombo", "calls.kan_penalty": "chombo", "penalties.false_win": "chombo"}
WHERE: dict[str, dict[str, str]] = {
    **dict.fromkeys(CHOMBO_SETTINGS, IS_CHOMBO),
    "penalties.chombo_points": {**IS_CHOMBO, "penalties.chombo": "after the game"},
}
"""What else must be set so that a setting matters: what a chombo is, is told where it is the penalty."""

MORE = {
    "game.red_fives": "tiles/duplicate/two-reds-of-pin.jsonl",
    "scoring.kiriage": "pay/win/kiriage.jsonl",
    "game.start_points": "game/final/tie.mjlog",
    "riichi.stick": "draw/nagashi/ema-2012-stick-silent.mjlog stick/final/second.mjlog riichi/wall/fires.mjlog "
    "stick/award/ema-2012-far-in-riichi-silent.json cases/wiki/all-sticks-to-one-of-two.mjlog",
    "calls.kans": "draw/abortive/four-kans.mjlog draw/missed/four-kans.mjlog",
    "sticks.honba": "draw/nagashi/ema-2012-counters.mjlog stick/award/ema-2012-far-in-riichi.mjlog",
    "sticks.several_winners": "faults/stick-to-second-winner.mjlog",
    "sticks.honba_winners": "cases/tenhou/sticks-to-the-farther-winner.mjlog",
    "scoring.open_tanyao": "win/value/open-tanyao-wrc.mjlog",
    "scoring.minimum_han": "draw/abortive/triple-ron.mjlog",
    "scoring.double_yakuman": "win/value/four-big-winds-ema-2012.json",
    "scoring.several_yakuman": "win/yaku/ema-2016-the-one-yakuman-silent.mjlog",
    "scoring.two_han_honba": "draw/abortive/triple-ron.mjlog",
    "scoring.pao_honba": "pay/honba/wrc-liability-nobody.mjlog",
    "draws.nagashi_is_win": "game/rotation/nagashi-silent.mjlog draw/nagashi/ema-2012-tenpai-dealer-silent.mjlog",
    "draws.four_own_copies": "cases/ema-2012/four-own-copies.mjlog",
    "penalties.chombo": "game/final/chombo-size.json",
    "penalties.chombo_points": "game/final/chombo-size.json",
}
"""Fixtures, beside those of `SHOWN_BY` and of the checks that declare a setting, in which a declared check changes."""

KEYS = [key for key in judged_settings() if key not in OF_ALL]


def declaring(key: str) -> set[str]:
    return {check.id for check in CATALOGUE if key in check.settings}


def fixtures_of(key: str) -> list[Path]:
    """The fixtures in which a setting is varied."""
    named = [FIXTURES / name for name in (SHOWN_BY[key] + " " + MORE.get(key, "")).split()]
    of_checks = [path for check in sorted(declaring(key)) for path in sorted((FIXTURES / check).glob("fires.*"))]
    return [*named, *[path for path in of_checks if path not in named]]


def test_declared_settings_exist_and_stand_once() -> None:
    for check in CATALOGUE:
        assert set(check.settings) <= settings().keys(), check.id
        assert len(set(check.settings)) == len(check.settings), check.id


@pytest.mark.parametrize("key", KEYS)
def test_a_setting_is_declared_by_the_checks_that_it_changes(key: str) -> None:
    declared = declaring(key)
    shown: set[str] = set()
    for path in fixtures_of(key):
        game, rules = game_and_rules(path)
        for other, value in WHERE.get(key, {}).items():
            rules = varied(rules, settings()[other], value)
        for checks in checks_changed_by(game, rules, settings()[key]):
            # Where several change, one may have silenced the others.
            assert checks & declared, f"{path.relative_to(FIXTURES)}: {key} changes {sorted(checks)}"
            shown |= checks
    assert declared <= shown, f"{key} is shown to change none of {sorted(declared - shown)}: name a fixture in MORE"
