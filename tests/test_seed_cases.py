"""The seed texts' cases beside the kans: each log under each ruleset, as a page that is kept in step."""

from functools import cache
from pathlib import Path

import msgspec
import pytest
from scenarios import Case, all_cases
from scenarios.seed_kans import KANS

from auditor import rulesets
from auditor.audit.game import audit_game
from auditor.events import Game
from auditor.results import NOTE
from auditor.rulesets.model import Ruleset

DOCUMENT = Path(__file__).parent.parent / "docs" / "riichi-cases.md"
OF_PLAY = ("riichi/", "furiten/", "draw/", "stick/", "dora/ura", "win/multiple", "win/yaku")
"""What the cases are about; what else a table of another kind would say of the log (its points, say) is left out."""
LEGAL = "legal"
OTHER_PLAYERS = "-"

CASES = [
    case
    for case in all_cases()
    if case.name.startswith("cases/") and not any(f"/{kan.hand}-{kan.kan}-" in case.name for kan in KANS)
]


@cache
def verdicts(case: Case) -> dict[str, str]:
    """For each ruleset the checks that the case's log offends under it."""
    game, _ = case.play()
    told = {}
    for name in rulesets.names():
        rules = rulesets.load(name)
        if rules.game.players != game.players:
            told[name] = OTHER_PLAYERS
            continue
        audit = audit_game(game, _with_the_set_of(game, rules))
        found = {one.check for one in audit.findings if one.severity != NOTE and one.check.startswith(OF_PLAY)}
        told[name] = ", ".join(sorted(found)) or LEGAL
    return told


def _with_the_set_of(game: Game, rules: Ruleset) -> Ruleset:
    """The ruleset with the log's own red fives and starting points, which the cases are not about."""
    reds = 0 if not game.red_fives else 3 if game.players == 4 else 2
    start = sum(game.hands[0].scores) // game.players
    return msgspec.structs.replace(
        rules,
        game=msgspec.structs.replace(rules.game, red_fives=reds, start_points=start),
    )


def document() -> str:
    """The page."""
    names = rulesets.names()
    lines = [
        "# Riichi and furiten, case by case",
        "",
        "Each case of the texts that the rules come from is a log under `fixtures/cases`, written for the text named",
        "first in its path. Here each of these logs is audited under every ruleset: the checks of riichi, furiten,",
        "draws and sticks that it offends, with the log's own red fives and starting points. A log of three players is",
        "no game of the others (`-`). The closed kans are in [riichi-kans.md](riichi-kans.md). Made by",
        "`python tests/generate.py`.",
        "",
        f"| case | what it shows | {' | '.join(names)} |",
        f"|---|---|{'---|' * len(names)}",
    ]
    for case in CASES:
        told = verdicts(case)
        lines.append(
            f"| {case.name.removeprefix('cases/')} | {case.point} | {' | '.join(told[name] for name in names)} |"
        )
    return "\n".join(lines) + "\n"


def test_the_page_of_cases_is_the_computed_one() -> None:
    assert DOCUMENT.read_text("utf-8") == document(), "run python tests/generate.py"


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
