"""Who looks on while a hand is replayed, and keeps what the record of every hand has no room for."""

from auditor.events import Event
from auditor.table.table import Table
from auditor.wall import Wall


class Watch:
    """Looks on at a replay, hand by hand; without one a replay asks nobody. It reads the table and never writes it."""

    def start(self, table: Table, wall: Wall | None) -> None:
        """See a hand just dealt, and the wall that it was dealt from, where that is known."""

    def before(self, table: Table, event: Event) -> None:
        """See the position that an event meets."""

    def after(self, table: Table, event: Event) -> None:
        """See what an event made of it."""
