"""Whether a fault put into a log is told as it must be: by one finding, of the check and at the place that it names."""

from collections.abc import Iterator
from random import Random

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.results import NOTE
from auditor.core.rulesets.model import Ruleset
from auditor.mutation.faults import FaultKind
from auditor.mutation.mutate import LegalSource, WrittenMutant, mutation

Told = tuple[str, int | None, int | None, int | None]
"""A finding: check, hand, seat, event."""


def told(game: Game, rules: Ruleset) -> list[Told]:
    """The findings in a game, notes apart."""
    audit = audit_game(game, rules)
    assert not audit.problems
    return [(one.check, one.hand, one.seat, one.event) for one in audit.findings if one.severity != NOTE]


def due(fault: FaultKind, made: WrittenMutant) -> list[Told]:
    """What must be found, and nothing else."""
    place = made.mutant
    return [] if fault.check is None else [(fault.check, place.hand, place.seat, place.event)]


def assert_told(fault: FaultKind, made: WrittenMutant, rules: Ruleset, message: str = "") -> None:
    """Assert that a fault is told; of one that one of several checks tells, at least its hand is known."""
    found = told(made.game, rules)
    if fault.checks:
        places = [[] if check is None else [(check, made.mutant.hand)] for check in fault.checks]
        assert [one[:2] for one in found] in places, f"{message} {found}"
    else:
        assert found == due(fault, made), message


def copies(fault: FaultKind, logs: list[LegalSource], format: str) -> Iterator[tuple[WrittenMutant, LegalSource]]:
    """Copies of logs with a fault, in an order that depends on the fault alone."""
    rng = Random(fault.name)
    logs = [*logs]
    rng.shuffle(logs)
    for legal in logs:
        made = mutation(fault, legal, rng, format)
        if made is not None:
            yield made, legal
