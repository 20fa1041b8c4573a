"""docs/rules is up to date with rulesets and fixtures."""

import pytest
from support.rule_pages import FOLDER, INDEX, index, page, path_of

from auditor.core.rulesets.settings import Setting
from auditor.output.ruleset_texts import table_settings

ADVICE = "run python tests/generate.py"


def test_the_table_of_all_settings_is_current() -> None:
    assert INDEX.read_text("utf-8") == index(), ADVICE
    pages = {path.name for path in FOLDER.iterdir()}
    assert pages == {INDEX.name, *[path_of(one) for one in table_settings()]}, ADVICE


@pytest.mark.parametrize("setting", table_settings(), ids=lambda setting: setting.key)
def test_the_page_of_a_setting_is_current_and_shows_a_difference(setting: Setting) -> None:
    text = page(setting)
    assert (FOLDER / path_of(setting)).read_text("utf-8") == text, ADVICE
    for table in text.partition("## What shows it")[2].split("| value | found |")[1:]:
        assert table.count("\n| `") > 1, f"nothing differs: {table}"
