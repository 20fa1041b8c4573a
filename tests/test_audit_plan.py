"""The order in which the checks see an event."""

import pytest

from auditor.audit.game import Step, plan_for
from auditor.checks import CATALOGUE
from auditor.events import KIND_NAMES
from auditor.rulesets import load


def ids(step: Step | None) -> list[str]:
    found = []
    while step is not None:
        found.append(step.check.id)
        step = step.following
    return found


@pytest.mark.parametrize("kind", range(len(KIND_NAMES)), ids=KIND_NAMES)
@pytest.mark.parametrize("name", ["tenhou", "ema-2012"])
def test_every_check_sees_its_events_in_the_order_of_the_catalogue(kind: int, name: str) -> None:
    rules = load(name)
    plan = plan_for(rules)
    checks = [check for check in CATALOGUE if check.id not in rules.off]
    assert ids(plan.before[kind]) == [check.id for check in checks if kind in check.before_kinds]
    assert ids(plan.after[kind]) == [check.id for check in checks if kind in check.after_kinds]
