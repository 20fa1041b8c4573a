"""A small game as rows, and databases of it."""

from collections.abc import Iterable
from typing import Any

from auditor.results import InputResult
from auditor.rulesets import load
from auditor.store.arrow import arrow_tables
from auditor.store.database import Store, connect
from auditor.store.rows import GameRows, key_of, source_key
from auditor.store.schema import SHOWN, SourceRules
from auditor.table.wall import shuffle_digest
from support.made_games import MadeGame

SHA = "ab" * 32


def columns_of(
    made: MadeGame,
    sha256: str = SHA,
    path: str = "a.mjlog",
    ruleset: str = "tenhou",
    rules: str = "auto",
    extras: Iterable[str] = (),
) -> GameRows:
    """An input with one game, as a run puts it together. extras: the optional tables that it is loaded with."""
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
    """Every row of every table but the time of loading, order aside."""
    with connect(path) as connection:
        return {
            table: sorted(
                str(row)
                for row in connection.execute(
                    f"SELECT {'* EXCLUDE (loaded_at)' if table == 'sources' else '*'} FROM {table}"
                ).fetchall()
            )
            for table in SHOWN
        }
