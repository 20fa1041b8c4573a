"""The selection of games for a query: those that its filters leave, each game once, and each player under one name.

It is made before the query runs, by temporary views of the connection that shadow the tables, so that queries need not
care. The views are dropped after the query.

A game counts once, however often its log was loaded: games with the same log id (and number in their input), the same
shuffle seed, or the same discards are one. The copy with the most hands counts; among equals the one with the fewest
faults, then that of the richest format (`Format.richness`), then the one with the lowest key. Games with the same id
but different seeds are two.
"""

import contextlib
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from auditor.core.errors import QueryError
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.store.schema import EVENT_CODES, EVENT_ROWS, GAME_TABLES, SAME_PLAYERS, quoted, statements_in
from auditor.core.text import plural

if TYPE_CHECKING:
    import duckdb


class GameFilter(NamedTuple):
    """A filter of the games that a query counts; a condition left out admits all games.

    since, until: a day, month or year such as ``2024-03``; until is inclusive. rooms, rulesets: any of these. grades,
    names: games with a seat that has any of these. players: 3 or 4. logs: ids of logs, keys of games or names of files.
    all_copies: whether a game that was loaded several times counts as often.
    """

    since: str = ""
    until: str = ""
    rooms: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    grades: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    players: int | None = None
    logs: tuple[str, ...] = ()
    all_copies: bool = False


EVERYTHING: Final = GameFilter()

GAMES: Final = "counted_games"
"""The temporary table with the keys of the games that count, where not all do."""

_NAMES: Final = "counted_names"
_PLACES: Final = "counted_places"


def statement(name: str, **relations: str) -> str:
    """A statement of ``selection.sql``. relations: what its fields in braces stand for; SAME_PLAYERS for ``same``."""
    return statements_in("selection.sql")[name].format(same=SAME_PLAYERS, **relations)


class Counted(NamedTuple):
    """What a query counts.

    games, hands: their number by the number of players. copies: how many were left out. conditions: in words. names:
    those of the players asked for.
    """

    games: dict[int, int]
    hands: dict[int, int]
    copies: int
    conditions: list[str]
    names: list[str]

    def text(self, players: int | None = None, *, has_options: bool = True) -> str:
        """One line of text. players: the number to which a query that would mix games of three and four is limited.
        has_options: whether it names the options of the command that count what is left out.
        """
        parts: list[str] = []
        left_out: list[str] = []
        for number in sorted(self.games, reverse=True):
            games = f"{plural(self.games[number], 'game')} of {number}"
            if players in (None, number):
                parts.append(f"{games} ({plural(self.hands.get(number, 0), 'hand')})")
            else:
                left_out.insert(0, f"{games} (--players {number})" if has_options else games)
        if self.copies:
            left_out.append(f"{plural(self.copies, 'copy')} of games{' (--all-copies)' if has_options else ''}")
        text = " and ".join(parts) or "no game"
        if self.conditions:
            text += f"; {', '.join(self.conditions)}"
        return text + (f"; left out: {', '.join(left_out)}" if left_out else "")


@contextlib.contextmanager
def narrowed(
    connection: "duckdb.DuckDBPyConnection", selection: GameFilter, *, counts_logs: bool = False
) -> Iterator[Counted]:
    """Restrict a connection to the games that count, within the block.

    Args:
        connection: A connection as opened by `auditor.core.store.queries.connect`.
        selection: Which games count.
        counts_logs: Whether the query is about logs rather than games: then every copy counts.

    Yields:
        What counts.

    Raises:
        QueryError: No game is left, or a condition is invalid.
    """
    home, tables = _home(connection)
    made: list[str] = []
    try:
        if named := _named_seats(connection, home):
            connection.execute(f"CREATE TEMP VIEW seats AS {named}")
            made.append("VIEW seats")
        selection = selection._replace(names=tuple(find_players(connection, list(selection.names))))
        copies = [] if counts_logs or selection.all_copies else _copies(connection)
        conditions, words = _conditions(connection, selection)
        if copies:
            conditions.append(f"game_id NOT IN (SELECT unnest([{', '.join(map(quoted, copies))}]))")
        if conditions:
            where = " AND ".join(conditions)
            connection.execute(f"CREATE TEMP TABLE {GAMES} AS SELECT game_id FROM games WHERE {where}")
            made.append(f"TABLE {GAMES}")
            copies = _within(connection, copies, conditions[:-1] if copies else conditions)
            for table in tables:
                relation = f"({named})" if table == "seats" and named else f"{home}.{table}"
                rowid = ", rowid" if table == "findings" and EVENT_CODES in tables else ""
                connection.execute(
                    f"CREATE OR REPLACE TEMP VIEW {table} AS SELECT *{rowid} FROM {relation}"
                    f" WHERE game_id IN (SELECT game_id FROM {GAMES})"
                )
                made.append(f"VIEW {table}")
        yield _counted(connection, len(copies), words, list(selection.names))
    finally:
        for one in dict.fromkeys(reversed(made)):
            connection.execute(f"DROP {one.replace(' ', ' temp.', 1)}")
        connection.execute(f"DROP TABLE IF EXISTS temp.{_NAMES}; DROP TABLE IF EXISTS temp.{_PLACES}")


def _home(connection: "duckdb.DuckDBPyConnection") -> tuple[str, list[str]]:
    """The catalog and schema of the tables with games, and their names: tables of a file, or views of a lake."""
    rows = connection.execute(statement("relations")).fetchall()
    homes = {table: f"{database}.{schema}" for database, schema, table in rows}
    relations = GAME_TABLES if EVENT_CODES in homes else (*GAME_TABLES, EVENT_ROWS)
    return homes["games"], [table for table in relations if table in homes]


def _counted(connection: "duckdb.DuckDBPyConnection", copies: int, words: list[str], names: list[str]) -> Counted:
    rows = connection.execute("SELECT players, count(*) FROM games GROUP BY players").fetchall()
    if not rows and words:
        raise QueryError(f"no game is counted: there is none {', '.join(words)}.")
    of_hands = "SELECT players, count(*) FROM hands JOIN games USING (game_id) GROUP BY players"
    hands = connection.execute(of_hands).fetchall()
    there = connection.execute("SELECT DISTINCT name FROM seats WHERE list_contains(?, name)", [names]).fetchall()
    left = [name for name in names if (name,) in there]  # without those who are only in copies
    return Counted(dict(rows), dict(hands), copies, words, left)


def _within(connection: "duckdb.DuckDBPyConnection", copies: list[str], conditions: list[str]) -> list[str]:
    """The copies that the other conditions would admit."""
    if not copies:
        return []
    where = " AND ".join([*conditions, f"game_id IN (SELECT unnest([{', '.join(map(quoted, copies))}]))"])
    return [game for (game,) in connection.execute(f"SELECT game_id FROM games WHERE {where}").fetchall()]


class _Copy(NamedTuple):
    """A game that may be the copy of another, with what identifies it, and its rank among copies (lowest counts)."""

    game_id: str
    log: tuple[str, int] | None
    shuffle: str | None
    play: str | None
    rank: tuple[int, int, int, str]


def _copies(connection: "duckdb.DuckDBPyConnection") -> list[str]:
    """The keys of the games that do not count because a better copy does."""
    if not any(connection.execute(statement("repeated")).fetchall()[0]):
        return []
    several = [
        _Copy(
            game_id, (log_id, number) if log_id else None, shuffle, play,
            (-hands, faults, -_richness(format), game_id),
        )
        for game_id, log_id, number, shuffle, play, format, hands, faults
        in connection.execute(statement("copies")).fetchall()
    ]  # fmt: skip
    return [copy.game_id for alike in _alike(several) for copy in sorted(alike, key=lambda one: one.rank)[1:]]


def _alike(games: list[_Copy]) -> list[list[_Copy]]:
    """Group games that are the same: by log, seed or play, transitively."""
    groups = {game.game_id: [game] for game in games}

    def join(same: list[_Copy]) -> None:
        for one in same[1:]:
            first, other = groups[same[0].game_id], groups[one.game_id]
            if first is not other:
                first += other
                groups.update({game.game_id: first for game in other})

    by_key: dict[object, list[_Copy]] = defaultdict(list)
    for game in games:
        if game.shuffle is not None:
            by_key["shuffle", game.shuffle].append(game)
        if game.play is not None:
            by_key["play", game.play].append(game)
    for same in by_key.values():
        join(same)
    by_log: dict[object, list[_Copy]] = defaultdict(list)
    for game in games:
        if game.log is not None:
            by_log[game.log].append(game)
    for same in by_log.values():
        if len({game.shuffle for game in same} - {None}) <= 1:
            join(same)
    return list({id(group): group for group in groups.values()}.values())


_PERIOD: Final = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


def _period(option: str, text: str) -> tuple[str, str]:
    """The first day of a day, month or year, and its length as an interval, in SQL."""
    match = _PERIOD.fullmatch(text)
    if not match:
        raise QueryError(f"{option} {text}: expected a day, a month or a year, such as 2024-03-01, 2024-03 or 2024.")
    unit = "day" if match[2] else "month" if match[1] else "year"
    start = text + {"day": "", "month": "-01", "year": "-01-01"}[unit]
    return f"TRY_CAST({quoted(start)} AS DATE)", f"INTERVAL 1 {unit}"


def _conditions(connection: "duckdb.DuckDBPyConnection", selection: GameFilter) -> tuple[list[str], list[str]]:
    """The conditions of a selection on `games`, in SQL and in words."""
    conditions: list[str] = []
    words: list[str] = []
    for option, text in (("since", selection.since), ("until", selection.until)):
        if text:
            start, length = _period(option, text)
            if connection.execute(f"SELECT {start} IS NULL").fetchall()[0][0]:
                raise QueryError(f"{option} {text}: there is no such day.")
            conditions.append(f"started_at >= {start}" if option == "since" else f"started_at < {start} + {length}")
            words.append(f"{option} {text}")
    for name, wanted in (("room", selection.rooms), ("ruleset", selection.rulesets)):
        if wanted:
            conditions.append(_one_of(connection, f"SELECT DISTINCT {name} FROM games", name, wanted))
            words.append(f"{name} {' or '.join(wanted)}")
    for name, wanted in (("grade", selection.grades), ("name", selection.names)):
        if wanted:
            of_seat = _one_of(connection, f"SELECT DISTINCT {name} FROM seats", name, wanted)
            conditions.append(f"game_id IN (SELECT game_id FROM seats WHERE {of_seat})")
            words.append(f"with {'a seat of grade ' if name == 'grade' else ''}{' or '.join(wanted)}")
    if selection.players is not None:
        conditions.append(f"players = {selection.players}")
    if selection.logs:
        keys = [find_log(connection, log) for log in selection.logs]
        conditions.append(f"game_id IN ({', '.join(map(quoted, [key for some in keys for key in some]))})")
        words.append(f"log {' or '.join(selection.logs)}")
    return conditions, words


def _one_of(connection: "duckdb.DuckDBPyConnection", there: str, column: str, wanted: tuple[str, ...]) -> str:
    """The condition that a column is among `wanted`. Raises QueryError, which lists the values, for an unknown one."""
    held = sorted([str(value) for (value,) in connection.execute(there).fetchall() if value is not None])
    for value in wanted:
        if value not in held:
            few = f"there are {', '.join(held[:_MOST_OFFERED])}{' …' if len(held) > _MOST_OFFERED else ''}"
            raise QueryError(f"{column} {value}: no game has it; {few if held else 'none states any'}.")
    return f"{column} IN ({', '.join(map(quoted, wanted))})"


_MOST_OFFERED: Final = 12


def find_log(connection: "duckdb.DuckDBPyConnection", log: str) -> list[str]:
    """The keys of the games of a log, by its id, a game's key, or a file's name, path or address.

    Raises QueryError, which suggests similar logs, where there is none.
    """
    rows = connection.execute(statement("games_of_log"), {"log": log}).fetchall()
    if rows:
        return [str(game_id) for (game_id,) in rows]
    near = connection.execute(statement("logs_like"), {"log": log}).fetchall()
    offered = f"; the nearest are {', '.join([one for (one,) in near])}" if near else ""
    raise QueryError(f"there is no game of the log {log!r}{offered}.")


def places_sql(games: str = "games", sources: str = "sources") -> str:
    """The SELECT of the place of each game: game_id, place. games, sources: the relations to select from.

    A place is a server; where the log does not name it, that of the other logs in its folder, if these are all of one
    server, else the folder.
    """
    return statement("places", games=games, sources=sources)


def _named_seats(connection: "duckdb.DuckDBPyConnection", home: str) -> str:
    """The SELECT of `seats` in which each name is one player's; "" where the names in the logs are so already.

    A player is a name within a place. A name used in several places is followed by its place, and names that the user
    has declared one player (SAME_PLAYERS) become that player's.
    """
    execute = connection.execute
    servers, unknown, same = execute(statement("ambiguities")).fetchall()[0]
    if servers <= 1 and not unknown and not same:
        return ""
    execute(f"CREATE TEMP TABLE {_PLACES} AS {places_sql(f'{home}.games', f'{home}.sources')}")
    execute(f"CREATE TEMP TABLE {_NAMES} AS {statement('players', home=home, places=_PLACES)}")
    if not execute(f"SELECT 1 FROM {_NAMES} LIMIT 1").fetchall():
        return ""
    return statement("named_seats", home=home, places=_PLACES, names=_NAMES)


_NEAREST: Final = 3
_SIMILAR: Final = 0.7
"""The least Jaro-Winkler similarity of a suggestion: one wrong letter of five gives 0.87."""


def find_players(connection: "duckdb.DuckDBPyConnection", names: list[str]) -> list[str]:
    """The players with these names, as the logs write them; a name in another case finds all players it matches.

    Raises QueryError, which suggests similar ones, for a name that no player has.
    """
    players: list[str] = []
    for name in names:
        rows = connection.execute(statement("players_called"), {"name": name}).fetchall()
        if not rows:
            raise QueryError(_unknown(connection, name))
        players += [one for one, same in rows if same or not rows[0][1]]
    return list(dict.fromkeys(players))


def _unknown(connection: "duckdb.DuckDBPyConnection", name: str) -> str:
    given = {"name": name, "least": _SIMILAR, "most": _NEAREST}
    rows = connection.execute(statement("players_like"), given).fetchall()
    if connection.execute("SELECT player_name($name) IS NULL", {"name": name}).fetchall()[0][0]:
        return f"{name!r} is nobody in particular: servers give that name to guests."
    if rows:
        return f"no player is named {name!r}; did you mean {' or '.join([repr(near) for (near,) in rows])}?"
    return f"no player is named {name!r}, nor nearly so."


def _richness(name: str) -> int:
    """How much the logs of a format record, as it says itself; 0 for one that is not known."""
    format = FORMAT_BY_NAME.get(name)
    return 0 if format is None else format.richness
