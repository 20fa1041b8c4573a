"""The catalogue in full, as a golden file: what each check says, when it is asked, what it rests on and what it spoils.

The order is that of the catalogue: the first to find a fault silences those that rest on what it puts in doubt.
"""

from support.goldens import assert_golden

from auditor.core.checks import CATALOGUE, doubt
from auditor.core.checks.check import Check
from auditor.core.events import KIND_NAMES

FACETS = {name: 1 << bit for bit, (name, _) in enumerate(doubt.FACETS)}


def facets(mask: int) -> str:
    """What a mask of `relies_on` or `spoils` stands for."""
    return ", ".join([name for name, bit in FACETS.items() if mask & bit]) or "nothing"


def moments(check: Check) -> str:
    """When a check is asked."""
    asked = [f"before {KIND_NAMES[kind]}" for kind in check.before_kinds]
    asked += [f"after {KIND_NAMES[kind]}" for kind in check.after_kinds]
    asked += ["hand starts"] * check.judges_start + ["hand ends"] * check.judges_end + ["game ends"] * check.judges_game
    return ", ".join(asked)


def catalogue_text() -> str:
    """Every check in full."""
    lines = []
    for check in CATALOGUE:
        lines += [
            f"{check.id} ({check.severity}): {check.title}",
            f"  {check.why}",
            *[f"  source: {source}" for source in check.sources],
            f"  asked: {moments(check)}",
            f"  rests on {facets(check.relies_on)}; spoils {facets(check.spoils)}; also {facets(check.may_spoil)}",
        ]
    return "\n".join(lines) + "\n"


def test_the_catalogue() -> None:
    assert_golden("catalogue.txt", catalogue_text())


def test_every_facet_is_its_own() -> None:
    assert len(set(FACETS.values())) == len(FACETS)
    assert all([bit & (bit - 1) == 0 for bit in FACETS.values()])
    assert doubt.OF_A_SEAT == doubt.HAND | doubt.RIICHI | doubt.VALUE
