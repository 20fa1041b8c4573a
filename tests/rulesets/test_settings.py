"""Every setting of a ruleset matters: some fixture is judged differently if it is varied."""

import pytest
from support.judging import game_and_rules
from support.paths import FIXTURES, fixture_logs
from support.settings_shown import SHOWN_BY
from support.varied_settings import ENTRY, Difference, differences, judged_settings, shown_by

from auditor.core.yaku import DAISANGEN, DAISUUSHII, SUUKANTSU, TENHOU

SHOWN_BY_NONE: dict[str, set[Difference]] = {
    # How many red fives there are a log shows itself; the ruleset says whether they count.
    "game.red_fives": {(2, 3), (2, 4), (3, 4)},
    # No format records what an open riichi shows.
    "riichi.open_riichi": {("hand", "waits")},
    # Where it is not known, 4 is as right as 2.
    "scoring.double_wind_fu": {(4, None)},
    # No claim completes another yakuman.
    "scoring.pao": {(number, ENTRY) for number in range(TENHOU, SUUKANTSU) if number not in (DAISANGEN, DAISUUSHII)},
}
"""What no log can show."""


def test_every_setting_has_a_fixture_that_shows_what_it_decides() -> None:
    keys = judged_settings().keys()
    without = [f"{key}: {_advice(key)}" for key in keys if key not in SHOWN_BY]
    assert not without, "\n".join(["no fixture is named in SHOWN_BY for", *without])
    assert SHOWN_BY.keys() == keys, "SHOWN_BY names settings that do not exist"


@pytest.mark.parametrize("key", SHOWN_BY)
def test_fixtures_show_what_a_setting_decides(key: str) -> None:
    setting = judged_settings()[key]
    shown = set(SHOWN_BY_NONE.get(key, set()))
    for name in SHOWN_BY[key].split():
        by_this = shown_by(*game_and_rules(FIXTURES / name), setting)
        assert by_this, f"{name} is judged alike whatever {key} is"
        shown |= by_this
    assert differences(setting) <= shown, f"not shown of {key}: {differences(setting) - shown}; {_advice(key)}"


def _advice(key: str) -> str:
    """Which fixtures show something of a setting, for whom a test tells that it lacks one."""
    setting = judged_settings()[key]
    found = []
    for path in fixture_logs():
        shown = shown_by(*game_and_rules(path), setting)
        if shown:
            found.append(f"{path.relative_to(FIXTURES)} shows {sorted(shown, key=str)}")
    return "\n    ".join(found[:20]) if found else "no fixture shows anything of it; write one (tests/scenarios)"
