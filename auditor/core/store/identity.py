"""One game once, one player under one name: what a database stores of both, for every query and whoever opens the file.

A game counts once, however often its log was loaded: games with the same log id (and number in their input), the same
shuffle seed, or the same discards are one. The copy with the most hands counts; among equals the one with the fewest
faults, then with the most names, a date, the richest format (`Format.richness`), the lowest key. Games with the same id
but different seeds are two. `games.copy_of` says it.

A player is a name within a place: a server; where the log does not name it, that of the other logs in its folder, if
these are all of one server, else the folder. A name used in several places is followed by its place, and names that the
user has declared one player (SAME_PLAYERS, of one place or of all) become that player's. `seats.player` says it.
"""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from auditor.core.errors import StoreError
from auditor.core.store.database import PLAYER_MACROS, Store, identity_statement, settle
from auditor.core.store.queries import QueryResult, connect, execute, holds_lake
from auditor.core.store.schema import SAME_PLAYERS, macro_sql

if TYPE_CHECKING:
    import duckdb


def known_players(database: str) -> QueryResult:
    """The names in a database or lake, each with its place, number of games and player. Raises StoreError."""
    with connect(database) as connection:
        return execute(connection, identity_statement("known_players"))


def add_alias(database: str, player: str, name: str, place: str = "") -> None:
    """Store that a name in the logs belongs to a player, under whose name statistics count it.

    database: a DuckDB file; a lake has to be merged into one first. place: that of the name, as in `known_players`; ""
    for everywhere. Raises StoreError where the database cannot be written, or nobody has that name there.
    """
    with _written(database) as connection:
        at_place = "seats.name = $name AND $place IN ('', places.place) LIMIT 1"
        places = f"all_seats AS seats JOIN ({identity_statement('places')}) AS places USING (game_id)"
        connection.execute(macro_sql("place_of", PLAYER_MACROS))
        held = connection.execute(f"SELECT 1 FROM {places} WHERE {at_place}", {"name": name, "place": place})
        if not held.fetchall():
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
        store.connection.begin()
        yield store.connection
        settle(store.connection)
        store.connection.commit()
