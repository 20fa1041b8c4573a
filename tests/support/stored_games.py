"""A small game as rows, and databases of it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from auditor.core.results import InputResult
from auditor.core.rulesets import load
from auditor.core.store.arrow import arrow_tables
from auditor.core.store.database import Store, connect
from auditor.core.store.rows import GameRows, key_of, source_key
from auditor.core.store.schema import COLUMNS, SHOWN, TABLES, SourceRules, key_of_table, stored_name
from auditor.core.table.wall import shuffle_digest
from support.made_games import MadeGame

if TYPE_CHECKING:
    import duckdb

SHA = "ab" * 32

LEAD_TO = {
    ("source_id",): "sources",
    ("game_id",): "games",
    ("game_id", "hand"): "hands",
    ("game_id", "seat"): "seats",
    ("game_id", "hand", "event"): "events",
}
"""The table that these columns of other tables refer to, where none of them is NULL."""

OF_ROWS = (("win_yaku", "wins"), ("wall_wins", "wins"), ("wall_riichis", "riichis"))
"""Tables whose rows belong to a row of another by game, hand, event and seat."""


def wrong_keys(connection: "duckdb.DuckDBPyConnection") -> list[str]:
    """The documented keys that are not unique in a database, or refer to no row."""
    asked = {}
    for table in TABLES:
        key = ", ".join(key_of_table(table))
        asked[f"{table}: {key}"] = f"SELECT count(*) - count(DISTINCT ({key})) FROM {table}"
        for columns, other in LEAD_TO.items():
            if other != table and {*columns} <= {column.name for column in COLUMNS[table]}:
                alike = " AND ".join([f"other.{column} = own.{column}" for column in columns])
                told = " AND ".join([f"own.{column} IS NOT NULL" for column in columns])
                asked[f"{table} to {other}"] = (
                    f"SELECT count(*) FROM {table} AS own ANTI JOIN {other} AS other ON {alike} WHERE {told}"
                )
    for table, other in OF_ROWS:
        asked[f"{table} to {other}"] = (
            f"SELECT count(*) FROM {table} ANTI JOIN {other} USING (game_id, hand, event, seat)"
        )
    return [name for name, sql in asked.items() if connection.execute(sql).fetchall() != [(0,)]]


def columns_of(
    made: MadeGame,
    sha256: str = SHA,
    path: str = "a.mjlog",
    ruleset: str = "tenhou",
    rules: str = "auto",
    extras: Iterable[str] = (),
) -> GameRows:
    """The rows of an input with one game, as a run assembles them. extras: the optional tables loaded with it."""
    result, columns = input_of(made, sha256, path, ruleset)
    columns.add_source(source_key(result), result, SourceRules(rules, (), tuple(extras)), "1")
    return columns


def input_of(
    made: MadeGame, sha256: str = SHA, path: str = "a.mjlog", ruleset: str = "tenhou"
) -> tuple[InputResult, GameRows]:
    """An input, and the rows of its one game."""
    columns = GameRows()
    result = InputResult(path, None, "mjlog", sha256=sha256, bytes=1234)
    game = made.result(ruleset=ruleset)
    game.also_under = {"wrc": made.findings}
    game.shuffle = shuffle_digest(made.game)
    columns.add_game(key_of(sha256, "1"), source_key(result), made.game, load(ruleset), made.records, game)
    return result, columns


def small_game() -> MadeGame:
    """One hand: a chi, a riichi, a closed kan, and a ron by the seat in riichi."""
    made = MadeGame()
    hand = made.hand()
    hand.turn(0)
    hand.chi(1, 0)
    hand.riichi(2)
    hand.closed_kan(3)
    hand.win(2, 1, 2000)
    made.ends_with(24000, 23000, 28000, 25000)
    made.finds("riichi/noten", "violation", seat=2)
    return made


def load_columns(path: str, *columns: GameRows, rules: str = "auto", extras: Iterable[str] = ()) -> None:
    with Store(path, rules, "1") as store:
        store.keep(extras)
        store.load([arrow_tables(one) for one in columns])


def rows(path: str, sql: str) -> list[tuple[Any, ...]]:
    with connect(path) as connection:
        return connection.execute(sql).fetchall()


def content(path: str) -> dict[str, list[str]]:
    """The sorted rows of every table, without the time of loading."""
    with connect(path) as connection:
        return {
            table: sorted(
                str(row)
                for row in connection.execute(
                    f"SELECT {'* EXCLUDE (loaded_at)' if table == 'sources' else '*'} FROM {stored_name(table)}"
                ).fetchall()
            )
            for table in SHOWN
        }
