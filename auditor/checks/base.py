"""What a check is.

A check is a class with its text at its head and one small judging function. It is asked at the moments it names:
before an event (was it legal?), after it, when a hand starts, when it has ended, when the game has ended. It reads the
table and writes findings to the report.

One fault gives one finding: a check declares what its judgement relies on (a seat's hand, the points, ...) and what
its finding puts in doubt. Where something it relies on is in doubt already, the check stays silent, because what it
sees may be a consequence. ``auditor checks --doubt`` shows who relies on what, and who spoils it.
"""

from auditor.checks.declaration import Declaration
from auditor.checks.report import Report
from auditor.events import Event, Game
from auditor.table.table import Table


class Check(Declaration):
    """One rule of the catalogue: its declaration, and the functions that judge. A check has those of its moments."""

    def start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge a hand just dealt; `previous`: the hand before it as it ended, None for the first."""

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge an event that is about to be applied."""

    def after(self, table: Table, event: Event, report: Report) -> None:
        """Judge the position just after an event; `table.index` is then the next event's."""

    def end(self, table: Table, report: Report) -> None:
        """Judge a hand after its last event."""

    def game(self, game: Game, last: Table, report: Report) -> None:
        """Judge a finished game; `last`: the last hand as it ended."""
