"""Players asked for by name: case aside, and the nearest names where there is none."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import duckdb

NAME_PARAMETER: Final = "name"
"""The parameter of a query that is of names of players, where it is a list."""

_NEAREST: Final = 3
_SIMILAR: Final = 0.7
"""By Jaro and Winkler: one letter wrong of five is 0.87."""


class NoPlayerError(Exception):
    """A name that no player has; the message is one sentence that offers the nearest."""


def players_named(connection: "duckdb.DuckDBPyConnection", names: list[str]) -> list[str]:
    """The players of these names as the logs write them; a name in another case stands for all that it may be.

    Raises NoPlayerError.
    """
    found: list[str] = []
    for name in names:
        rows = connection.execute(
            "SELECT DISTINCT name, name = $name AS same FROM seats"
            " WHERE lower(name) = lower($name) AND player_name(name) IS NOT NULL ORDER BY same DESC, name",
            {"name": name},
        ).fetchall()
        if not rows:
            raise NoPlayerError(_unknown(connection, name))
        found += [one for one, same in rows if same or not rows[0][1]]
    return list(dict.fromkeys(found))


def _unknown(connection: "duckdb.DuckDBPyConnection", name: str) -> str:
    rows = connection.execute(
        "SELECT name FROM (SELECT DISTINCT name FROM seats WHERE player_name(name) IS NOT NULL) AS known"
        " WHERE jaro_winkler_similarity(lower(name), lower($name)) >= $least"
        " ORDER BY jaro_winkler_similarity(lower(name), lower($name)) DESC, name LIMIT $most",
        {"name": name, "least": _SIMILAR, "most": _NEAREST},
    ).fetchall()
    if connection.execute("SELECT player_name($name) IS NULL", {"name": name}).fetchall()[0][0]:
        return f"{name!r} is nobody in particular: servers give that name to guests"
    if rows:
        return f"no player is named {name!r}; did you mean {' or '.join([repr(near) for (near,) in rows])}?"
    return f"no player is named {name!r}, nor nearly so"
