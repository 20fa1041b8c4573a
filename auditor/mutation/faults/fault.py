"""What a fault is: how it is put into a copy of a legal game, and the one finding that it must give.

To add one, write a function in its family's module and mark it with `fault` (or `twin`, for a near miss that must stay
silent). It takes a `LegalGame` and returns a `Mutant`, or raises NoSpotError, as `LegalGame.find` and `pick` do, where
the game has no spot for it. A fault that only alters one event is marked with `fault_of_event`. Those that are put into
the records of a format's logs are declared by `changes`.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from auditor.core.events import Game, Hand
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.wall import generator_of
from auditor.mutation.faults.legal import EventT, LegalGame, LegalRecords, Mutant, NoSpotError, RecordLocation

Put = Callable[[LegalGame], Mutant]
PutIntoRecords = Callable[[LegalRecords], RecordLocation]
NewFacts = dict[str, Any]
Alter = Callable[[LegalGame, EventT], NewFacts]


class FaultKind(NamedTuple):
    """A kind of fault.

    name: as selected by users. check: the id of the check that must find it; None for a legal twin. checks: all of
    them for a fault of which one of several must find something in its hand, by what is around it, with None where
    perhaps nothing is wrong; `check` is then the first; () for all others. point: the fault in a sentence.
    near: for a twin, the checks that must stay silent though it looks like their faults. put: makes a mutant.
    needs: facts that a log must record for it: attributes of `Game` that must be true, or PROVEN. format: the format
    into whose records `put_into_records` puts it; "" where it is put into the events of any.
    """

    name: str
    check: str | None
    point: str
    near: tuple[str, ...]
    put: Put | None
    needs: tuple[str, ...]
    format: str = ""
    put_into_records: PutIntoRecords | None = None
    checks: tuple[str | None, ...] = ()

    def is_recorded(self, game: Game) -> bool:
        """Whether a game's log records what the fault needs."""
        return all([is_proven(game) if fact == PROVEN else getattr(game, fact) for fact in self.needs])

    def mutant_of(self, game: Game, rules: Ruleset, rng: Random) -> Mutant | None:
        """Copy a legal game with the fault in it; None where the game has no spot for it."""
        if self.put is None or not self.is_recorded(game):
            return None
        try:
            return self.put(LegalGame(game, rules, rng))
        except NoSpotError:
            return None

    def change_records(self, records: LegalRecords) -> RecordLocation | None:
        """Put the fault into a log's records. Returns where its finding lies, None where there is no spot for it."""
        assert self.put_into_records is not None
        try:
            return self.put_into_records(records)
        except NoSpotError:
            return None


PROVEN: Final = "proven"
"""In `needs`: the log must have a seed by which its tiles can be proven."""


def is_proven(game: Game) -> bool:
    """Whether a Tenhou seed proves the tiles of a game."""
    seeds = [game.seed, *[hand.shuffle for hand in game.hands]]
    return game.copies_recorded and any([seed.startswith("mt19937ar") and generator_of(seed) != seed for seed in seeds])


FAULTS: Final[dict[str, FaultKind]] = {}
"""Every kind of fault, by its name; filled by the families' modules."""


def fault(check: str | None, near: str = "", *, needs: tuple[str, ...] = ()) -> Callable[[Put], Put]:
    """Declare a fault, with the function's name and its docstring as the point. Only this check must find it."""

    def declare(put: Put) -> Put:
        put_fault(name_of(put), check, put.__doc__ or "", put, near, needs=needs)
        return put

    return declare


def put_fault(
    name: str, check: str | None, point: str, put: Put, near: str = "", *, needs: tuple[str, ...] = ()
) -> None:
    """Declare the same by its name and point, for several faults that one function puts; a twin if `check` is None."""
    register(FaultKind(name, check, point, tuple(near.split()), put, needs))


def fault_of_event(
    check: str, kind: type[EventT], fits: Callable[[Hand, EventT], object], *, needs: tuple[str, ...] = ()
) -> Callable[[Alter[EventT]], Alter[EventT]]:
    """Declare a fault that alters an event chosen by `LegalGame.pick_of`; the function returns the altered facts."""

    def declare(alter: Alter[EventT]) -> Alter[EventT]:
        def put(game: LegalGame) -> Mutant:
            spot = game.pick_of(kind, fits)
            return spot.altered(**alter(game, spot.event))

        register(FaultKind(name_of(alter), check, alter.__doc__ or "", (), put, needs))
        return alter

    return declare


def twin(near: str, *, needs: tuple[str, ...] = ()) -> Callable[[Put], Put]:
    """Declare a legal twin of faults of these checks (ids separated by blanks), all of which must stay silent."""
    return fault(None, near, needs=needs)


def name_of(put: Callable[..., object]) -> str:
    """The name of a fault that a function puts."""
    return put.__name__.replace("_", "-")


def register(fault: FaultKind) -> None:
    """Add a fault to FAULTS."""
    assert fault.name not in FAULTS, f"two faults are called {fault.name}"
    FAULTS[fault.name] = fault
