"""Which names belong to one player: the user's statements are stored in the database and apply to every query.

A player is a name within a place (`auditor.core.store.selection`): a server, or a folder of logs. The table
SAME_PLAYERS maps a name, in one place or everywhere, to the player under which it counts.
"""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from auditor.core.errors import StoreError
from auditor.core.store.database import Store
from auditor.core.store.queries import QueryResult, connect, execute, holds_lake
from auditor.core.store.schema import SAME_PLAYERS
from auditor.core.store.selection import places_sql, statement

if TYPE_CHECKING:
    import duckdb


def known_players(database: str) -> QueryResult:
    """The names in a database or lake, each with its place, number of games and player. Raises StoreError."""
    with connect(database) as connection:
        return execute(connection, statement("known_players", places=places_sql()))


def add_alias(database: str, player: str, name: str, place: str = "") -> None:
    """Store that a name belongs to a player.

    Args:
        database: A DuckDB file; a lake has to be merged into one first.
        player: The name under which statistics count it.
        name: The name in the logs.
        place: Its place, as in `known_players`; "" for everywhere.

    Raises:
        StoreError: The database cannot be written, or nobody has that name there.
    """
    with _written(database) as connection:
        at_place = "seats.name = $name AND $place IN ('', places.place) LIMIT 1"
        known = f"SELECT 1 FROM seats JOIN ({places_sql()}) AS places USING (game_id) WHERE {at_place}"
        if not connection.execute(known, {"name": name, "place": place}).fetchall():
            raise StoreError(f"{database}: nobody is named {name!r}{f' at {place}' if place else ''}")
        connection.execute(f"INSERT OR REPLACE INTO {SAME_PLAYERS} VALUES (?, ?, ?)", [place, name, player])


def remove_alias(database: str, name: str, place: str = "") -> None:
    """Delete what `add_alias` stored for a name. Raises StoreError where there is nothing."""
    with _written(database) as connection:
        delete = f"DELETE FROM {SAME_PLAYERS} WHERE name = ? AND place = ? RETURNING name"
        if not connection.execute(delete, [name, place]).fetchall():
            raise StoreError(f"{database}: nothing was said of {name!r}{f' at {place}' if place else ''}")


@contextlib.contextmanager
def _written(database: str) -> "Iterator[duckdb.DuckDBPyConnection]":
    """Open a database for writing. Raises StoreError."""
    if holds_lake(database):
        raise StoreError(f"{database}: is a lake; merge it into a database (auditor merge), which keeps who is who")
    with connect(database):
        pass  # check that it is a database of auditor's: `Store` would create a missing one
    with Store(database, "auto", "") as store:
        yield store.connection
