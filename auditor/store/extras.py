"""Tables that are filled only where a run asks for them: ``--with turns,walls``.

An input remembers what it was loaded with in `sources.rules`, as in ``auto; with turns``. A database keeps what it has:
a later load fills the tables that an earlier one asked for, too.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import duckdb

EXTRAS: Final = {
    "turns": ("turns",),
    "walls": ("draws", "walls", "wall_riichis", "wall_wins"),
}
"""What may be asked for, and the tables that it fills."""

_WITH: Final = "; with "


def extras_of_text(text: str) -> tuple[str, ...]:
    """What a text such as ``turns,walls`` asks for. Raises ValueError, which says what there is."""
    return checked_extras([part.strip() for part in text.split(",")])


def checked_extras(names: Iterable[str]) -> tuple[str, ...]:
    """What is asked for, each once, in the order of EXTRAS. Raises ValueError for a name that is none of them."""
    asked = list(names)
    for name in asked:
        if name not in EXTRAS:
            raise ValueError(f"there is no {name!r} to ask for; there are {' and '.join(EXTRAS)}")
    return tuple([name for name in EXTRAS if name in asked])


def rules_with(rules: str, extras: Iterable[str]) -> str:
    """The key of a ruleset choice (`sources.rules`) of inputs that are loaded with these."""
    base = rules.partition(_WITH)[0]
    named = ", ".join(checked_extras(extras))
    return f"{base}{_WITH}{named}" if named else base


def held_extras(connection: "duckdb.DuckDBPyConnection") -> tuple[str, ...]:
    """What any input of a database was loaded with."""
    found: set[str] = set()
    for (rules,) in connection.execute("SELECT DISTINCT rules FROM sources").fetchall():
        found.update([part for part in rules.partition(_WITH)[2].split(", ") if part in EXTRAS])
    return checked_extras(found)


def extra_of_table(table: str) -> str | None:
    """What fills a table, or None for one that every load fills."""
    return next((name for name, tables in EXTRAS.items() if table in tables), None)
