"""The selection of games for a query: those that its filters leave, of all that count or, if asked, of all copies.

It is made before the query runs, by temporary views of the connection that shadow those of the tables, so that queries
need not care. The views are dropped after the query. Without a filter the views of the tables are as they are: each
game once (`auditor.core.store.identity`).
"""

import contextlib
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from auditor.core.errors import QueryError
from auditor.core.phrases import Phrase, listed
from auditor.core.store import schema
from auditor.core.store.schema import EVENT_CODES, EVENT_ROWS, GAME_TABLES, quoted, statements_in

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


def statement(name: str) -> str:
    """A statement of ``selection.sql``."""
    return statements_in("selection.sql")[name]


class Counted(NamedTuple):
    """What a query counts.

    games, hands: their number by the number of players. copies: how many were left out. conditions: in words. names:
    those of the players asked for. lacking: how many games lack a table of the query, and what fills it.
    """

    games: dict[int, int]
    hands: dict[int, int]
    copies: int
    conditions: list[str]
    names: list[str]
    lacking: tuple[int, str] = (0, "")

    def text(self, players: int | None = None, *, has_options: bool = True) -> Phrase:
        """One line of text. players: the number to which a query that would mix games of three and four is limited.
        has_options: whether it names the options of the command that count what is left out.
        """
        parts: list[str] = []
        left_out: list[str] = []
        option = "-option" if has_options else ""
        for number in sorted(self.games, reverse=True):
            of = {"games": self.games[number], "number": number}
            if players in (None, number):
                parts.append(Phrase("games-and-hands", **of, hands=self.hands.get(number, 0)))
            else:
                left_out.insert(0, Phrase(f"games-of-number{option}", **of, players=number))
        if self.copies:
            left_out.append(Phrase(f"copies-of-games{option}", copies=self.copies))
        if self.lacking[0]:
            left_out.append(Phrase(f"games-of-those-without{option}", games=self.lacking[0], extra=self.lacking[1]))
        said = [listed(" and ", parts) if parts else Phrase("no-game-counted")]
        if self.conditions:
            said.append(listed(", ", self.conditions))
        if left_out:
            said.append(Phrase("left-out", what=listed(", ", left_out)))
        return listed("; ", said)


@contextlib.contextmanager
def narrowed(
    connection: "duckdb.DuckDBPyConnection", selection: GameFilter, *, counts_logs: bool = False, extras: str = ""
) -> Iterator[Counted]:
    """Restrict a connection, as `queries.connect` opens it, to the games that count, within the block. Yields what
    counts. counts_logs: whether the query is about logs rather than games: then every copy counts. extras: those
    whose tables are read, with commas. Raises QueryError where no game is left, or a condition is invalid.
    """
    home, tables = _home(connection)
    all_count = counts_logs or selection.all_copies
    made: list[str] = []

    def shadow(shown: Iterable[str], where: str) -> None:
        for table in shown:
            rows = schema.with_copies(table, f"{home}.")
            connection.execute(f"CREATE OR REPLACE TEMP VIEW {table} AS {rows} {where}")
            made.append(f"VIEW {table}")

    try:
        if all_count:
            shadow(("games", "seats"), "")
        selection = selection._replace(names=tuple(find_players(connection, list(selection.names))))
        if not all_count and selection != EVERYTHING:  # else the views of the tables are as they should be
            shadow(("games", "seats"), "")
        conditions, words = _conditions(connection, selection)
        where = " AND ".join(["true", *conditions])
        copies = f"SELECT count(*) FROM {home}.all_games AS games WHERE copy_of IS NOT NULL AND {where}"
        left_out = 0 if all_count else connection.execute(copies).fetchall()[0][0]
        counted = where if all_count else f"{where} AND copy_of IS NULL"
        with_extras = f"SELECT source_id FROM sources WHERE list_has_all(optional_tables, {extras.split(',')})"
        lacking = f"SELECT count(*) FROM games WHERE {counted} AND source_id NOT IN ({with_extras})"
        if number := connection.execute(lacking).fetchall()[0][0] if extras else 0:
            conditions.append(f"source_id IN ({with_extras})")
        if conditions:
            counted = f"{counted} AND {conditions[-1]}"
            connection.execute(f"CREATE TEMP TABLE {GAMES} AS SELECT game_id FROM games WHERE {counted}")
            made.append(f"TABLE {GAMES}")
        if made:
            shadow(tables, f"WHERE game_id IN (SELECT game_id FROM {GAMES})" if conditions else "")
        yield _counted(connection, left_out, words, list(selection.names), (number, extras))
    finally:
        for one in dict.fromkeys(reversed(made)):
            connection.execute(f"DROP {one.replace(' ', ' temp.', 1)}")


def _home(connection: "duckdb.DuckDBPyConnection") -> tuple[str, list[str]]:
    """The catalog and schema of the tables with games, and their names: tables of a file, or views of a lake."""
    rows = connection.execute(statement("relations")).fetchall()
    homes = {table: f"{database}.{folder}" for database, folder, table in rows}
    relations = GAME_TABLES if schema.stored_name(EVENT_CODES) in homes else (*GAME_TABLES, EVENT_ROWS)
    return homes["all_games"], [table for table in relations if schema.stored_name(table) in homes]


def _counted(
    connection: "duckdb.DuckDBPyConnection", copies: int, words: list[str], names: list[str], lacking: tuple[int, str]
) -> Counted:
    rows = connection.execute("SELECT players, count(*) FROM games GROUP BY players").fetchall()
    those = [*words, Phrase("loaded-with", extra=lacking[1])] if lacking[0] else words
    if not rows and those:
        raise QueryError(Phrase("none-of-those", those=listed(", ", those)))
    of_hands = "SELECT players, count(*) FROM hands JOIN games USING (game_id) GROUP BY players"
    hands = connection.execute(of_hands).fetchall()
    there = connection.execute("SELECT DISTINCT name FROM seats WHERE list_contains(?, name)", [names]).fetchall()
    left = [name for name in names if (name,) in there]  # without those who are only in copies
    return Counted(dict(rows), dict(hands), copies, words, left, lacking)


def first_of(connection: "duckdb.DuckDBPyConnection", counted: Counted) -> Counted:
    """What counts where a query is about one game, the first of those that count; it says so where there are more."""
    number = sum(counted.games.values())
    if number < 2:
        return counted
    (players, hands), *_ = connection.execute(statement("first_game")).fetchall()
    words = [*counted.conditions, Phrase("first-of", number=number)]
    return counted._replace(games={players: 1}, hands={players: hands}, conditions=words)


_PERIOD: Final = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


def _period(option: str, text: str) -> tuple[str, str]:
    """The first day of a day, month or year, and its length as an interval, in SQL."""
    if not (match := _PERIOD.fullmatch(text)):
        raise QueryError(Phrase("day-expected", option=option, given=text))
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
                raise QueryError(Phrase("no-such-day", option=option, given=text))
            conditions.append(f"started_at >= {start}" if option == "since" else f"started_at < {start} + {length}")
            words.append(Phrase(option, when=text))
    for name, wanted in (("room", selection.rooms), ("ruleset", selection.rulesets)):
        if wanted:
            conditions.append(_one_of(connection, f"SELECT DISTINCT {name} FROM games", name, wanted))
            words.append(Phrase(f"of-{name}", those=listed(" or ", wanted)))
    for name, wanted in (("grade", selection.grades), ("name", selection.names)):
        if wanted:
            of_seat = _one_of(connection, f"SELECT DISTINCT {name} FROM seats", name, wanted)
            conditions.append(f"game_id IN (SELECT game_id FROM seats WHERE {of_seat})")
            words.append(Phrase("with-grade" if name == "grade" else "with-players", those=listed(" or ", wanted)))
    if selection.players is not None:
        conditions.append(f"players = {selection.players}")
    if selection.logs:
        keys = [find_log(connection, log) for log in selection.logs]
        conditions.append(f"game_id IN ({', '.join(map(quoted, [key for some in keys for key in some]))})")
        words.append(Phrase("of-log", those=listed(" or ", selection.logs)))
    return conditions, words


def _one_of(connection: "duckdb.DuckDBPyConnection", there: str, column: str, wanted: tuple[str, ...]) -> str:
    """The condition that a column is among `wanted`. Raises QueryError, which lists the values, for an unknown one."""
    held = sorted([str(value) for (value,) in connection.execute(there).fetchall() if value is not None])
    for value in wanted:
        if value not in held:
            few = ", ".join(held[:_MOST_OFFERED]) + (" …" if len(held) > _MOST_OFFERED else "")
            raise QueryError(Phrase("no-game-has" if held else "none-states", column=column, value=value, held=few))
    return f"{column} IN ({', '.join(map(quoted, wanted))})"


_MOST_OFFERED: Final = 12


def find_log(connection: "duckdb.DuckDBPyConnection", log: str) -> list[str]:
    """The keys of the games of a log, by its id, a game's key, or a file's name, path or address. Raises QueryError,
    which suggests similar logs, where there is none.
    """
    if rows := connection.execute(statement("games_of_log"), {"log": log}).fetchall():
        return [str(game_id) for (game_id,) in rows]
    near = connection.execute(statement("logs_like"), {"log": log}).fetchall()
    nearest = ", ".join([one for (one,) in near])
    raise QueryError(Phrase("no-such-log-but" if near else "no-such-log", log=repr(log), nearest=nearest))


_NEAREST: Final = 3
_SIMILAR: Final = 0.7
"""The least Jaro-Winkler similarity of a suggestion: one wrong letter of five gives 0.87."""


def find_players(connection: "duckdb.DuckDBPyConnection", names: list[str]) -> list[str]:
    """The players with these names, as the logs write them; a name in another case finds all players it matches. Raises
    QueryError, which suggests similar ones, for a name that no player has.
    """
    players: list[str] = []
    for name in names:
        if not (rows := connection.execute(statement("players_called"), {"name": name}).fetchall()):
            raise QueryError(_unknown(connection, name))
        players += [one for one, same in rows if same or not rows[0][1]]
    return list(dict.fromkeys(players))


def _unknown(connection: "duckdb.DuckDBPyConnection", name: str) -> str:
    given = {"name": name, "least": _SIMILAR, "most": _NEAREST}
    rows = connection.execute(statement("players_like"), given).fetchall()
    if connection.execute("SELECT player_name($name) IS NULL", {"name": name}).fetchall()[0][0]:
        return Phrase("guests-name", name=repr(name))
    if rows:
        return Phrase("no-player-but", name=repr(name), near=listed(" or ", [repr(near) for (near,) in rows]))
    return Phrase("no-player", name=repr(name))
