"""The cases of the seed texts other than kans: each log under each ruleset, as a page that is kept up to date."""

import msgspec
import pytest
from support import seed_sentences
from support.made_pages import CASES, CASES_PAGE, LEGAL, cases_page, verdicts

from auditor.core import rulesets
from auditor.core.rulesets import load
from auditor.core.rulesets.model import Ruleset


def test_the_page_of_cases_is_the_computed_one() -> None:
    assert CASES_PAGE.read_text("utf-8") == cases_page(), "run python tests/generate.py"


EMA, EMA_2016 = "ema-2012", "ema-2016"


@pytest.mark.parametrize(
    ("case", "legal", "illegal", "check"),
    [
        ("quebec/riichi-4-tiles-left", ["wiki", EMA, "zh", "tenhou", "wrc", "m-league"], ["quebec"], "riichi/wall"),
        ("ema-2012/riichi-3-tiles-left", ["m-league"], ["wiki", EMA, "quebec", "zh", "tenhou", "wrc"], "riichi/wall"),
        ("wiki/riichi-900-points", [EMA, EMA_2016, "wrc", "m-league"], ["wiki", "quebec", "zh"], "riichi/points"),
        (
            "ema-2012/passed-then-any-call",
            [EMA],
            [EMA_2016, "wrc", "wiki", "tenhou", "mahjong-soul"],
            "furiten/temporary",
        ),
        ("ema-2012/four-riichi-draw", [EMA, "wiki", "zh", "tenhou"], [EMA_2016, "wrc", "m-league"], "draw/abortive"),
        ("ema-2012/four-riichi-not-shown", ["wiki", "quebec"], [EMA, "zh", "tenhou"], "draw/not-shown"),
        ("zh/okuri-kan", [], rulesets.names()[:3], "riichi/kan-drawn"),
        ("zh/open-riichi-tsumo", [], ["zh", "wiki", "tenhou", EMA], "riichi/open"),
        ("zh/noten-riichi-drawn", [], ["zh", "wiki", "quebec", EMA], "riichi/noten"),
    ],
)
def test_where_rulesets_differ(case: str, legal: list[str], illegal: list[str], check: str) -> None:
    told = verdicts(next(one for one in CASES if one.name == f"cases/{case}"))
    assert {name: told[name] for name in legal} == dict.fromkeys(legal, LEGAL)
    assert {name: told[name] for name in illegal} == dict.fromkeys(illegal, check)


def test_every_sentence_of_the_texts_has_its_setting_and_its_fixture() -> None:
    assert seed_sentences.PAGE.read_text("utf-8") == seed_sentences.page()
    sections = {field.name for field in msgspec.structs.fields(Ruleset)}
    for one in seed_sentences.SENTENCES:
        for setting in one.settings.split(", "):
            section, _, name = setting.partition(".")
            assert setting == "-" or (section in sections and hasattr(getattr(load("zh"), section), name)), setting
