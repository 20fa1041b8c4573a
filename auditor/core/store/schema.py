"""The schema: the columns of every table, enumerations made from the program's own names, optional tables, views.

``columns.tsv`` is the only list of columns. A line with a table's name and comment is followed by its columns, each
with its SQL type and comment; a change there requires a new SCHEMA_VERSION. Only `sources` and `games` declare their
key. Keys of rows that belong to a game are unique by construction: each game is loaded whole, once, in the transaction
that claims its key in `games`. Declared, the keys would be a quarter of the file, and slow down loading as it grows.

Events are nine tenths of all rows. Packed, two bytes each and one row per hand, they load twenty times as fast as in
rows of their own; uncompressed, since DuckDB's search for the best compression costs more than the rest of the load.
"""

import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

from auditor.core.events import DRAW_TYPES, KIND_NAMES, round_name
from auditor.core.hand.machi import MACHI_NAMES
from auditor.core.results import SEVERITIES
from auditor.core.table.ledger import ACCOUNT_NAMES, REASONS
from auditor.core.tiles import KIND_TEXT, WIND_LETTERS, tile_names
from auditor.core.units import Tile
from auditor.core.yaku import LIMIT_NAMES
from auditor.core.yaku import NAMES as YAKU_NAMES

if TYPE_CHECKING:
    import duckdb


class Column(NamedTuple):
    """A column of a table. sql: its SQL type and constraints. comment: what it holds."""

    name: str
    sql: str
    comment: str

    @property
    def type(self) -> str:
        """Its type alone, such as ``INTEGER`` or ``tile[]``."""
        return self.sql.partition(" ")[0]


def read_data(name: str, package: str = "auditor.core.store") -> str:
    """The text of a data file of a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


@cache
def statements_in(name: str, package: str = "auditor.core.store") -> dict[str, str]:
    """The statements of a data file, by the names in the comments before them (``-- table: name``)."""
    _, *parts = re.split(r"^-- (?:table|statement): (\w+)\n", read_data(name, package), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def run_statement(connection: "duckdb.DuckDBPyConnection", name: str, **given: object) -> "duckdb.DuckDBPyConnection":
    """Run a statement of ``database.sql``. given: its parameters."""
    return connection.execute(statements_in("database.sql")[name], given)


def _read_columns() -> tuple[dict[str, tuple[Column, ...]], dict[str, str]]:
    """Parse ``columns.tsv``. Returns the columns and the comment of each table."""
    columns: dict[str, list[Column]] = {}
    comments: dict[str, str] = {}
    table = ""
    for line in read_data("columns.tsv").splitlines():
        name, *rest = line.split("\t")
        if name:
            table, columns[name], (comments[name],) = name, [], rest
        elif rest:
            columns[table].append(Column(*rest))
    return {table: tuple(of_table) for table, of_table in columns.items()}, comments


COLUMNS, TABLE_COMMENTS = _read_columns()
"""For each table its columns, in order, and its comment, which says what a row is."""

META: Final = "meta"
"""The table that describes the file."""

SAME_PLAYERS: Final = "same_players"
"""The table of the user's statements about which names are one player."""

KEYED: Final = ("problems", SAME_PLAYERS)
"""The tables with a primary key as named in their comment, besides those that declare it in a column.

Keys of the other tables are unique by construction, and tested: an index of game and hand takes 50 bytes per row, two
fifths of the file, and five times as long to load as the packed events of a hand.
"""

EXTRAS: Final = {"turns": ("turns",), "walls": ("draws", "walls", "wall_riichis", "wall_wins")}
"""The optional tables, by the name of the extra that fills them."""


class SourceRules(NamedTuple):
    """The rules by which an input is audited, and the optional tables it fills, as stored in `sources`.

    choice: ``auto``, or a ruleset's name and the fingerprint of its settings. also_under: further rulesets in the same
    form. optional_tables: names in EXTRAS, in their order.
    """

    choice: str
    also_under: tuple[str, ...] = ()
    optional_tables: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All of it as text, for the column `rules`, by which an input that was loaded before is recognized."""
        rulesets = "; also ".join([self.choice, *self.also_under])
        return f"{rulesets}; with {', '.join(self.optional_tables)}" if self.optional_tables else rulesets


def extras_of_text(text: str) -> tuple[str, ...]:
    """Parse names of extras, such as ``turns,walls``. Raises ValueError, which lists those that exist."""
    return checked_optional_tables([part.strip() for part in text.split(",")])


def checked_optional_tables(names: Iterable[str]) -> tuple[str, ...]:
    """The names of extras without duplicates, in the order of EXTRAS. Raises ValueError for any other name."""
    wanted = list(names)
    for name in wanted:
        if name not in EXTRAS:
            raise ValueError(f"there is no {name!r} to ask for; there are {' and '.join(EXTRAS)}")
    return tuple([name for name in EXTRAS if name in wanted])


def present_optional_tables(connection: "duckdb.DuckDBPyConnection") -> tuple[str, ...]:
    """The extras with which any input of a database was loaded."""
    rows = connection.execute("SELECT DISTINCT unnest(optional_tables) FROM sources").fetchall()
    return tuple([name for name in EXTRAS if (name,) in rows])


def extra_of_table(table: str) -> str | None:
    """The extra that fills a table; None for a table that every load fills."""
    return next((name for name, tables in EXTRAS.items() if table in tables), None)


SCHEMA_VERSION: Final = 10

EVENT_CODES: Final = "event_codes"
"""The table of packed events, with a row per hand."""

EVENT_ROWS: Final = "events"
"""The view of EVENT_CODES with a row per event; in Parquet it is a table."""

TABLES: Final = tuple(table for table in COLUMNS if table not in (META, SAME_PLAYERS))
"""The tables of the data, in the order of loading."""

GAME_TABLES: Final = TABLES[2:]
"""The tables whose rows belong to a game, by `game_id`."""

PACKED_TABLES: Final = (EVENT_CODES, "turns", "draws")
"""The tables with many rows, which are filled column by column."""

TEXT_TABLES: Final = ("findings", "ruleset_findings")
"""The tables whose rows have texts for enumerated values before they become Arrow tables; all others have numbers."""

ROW_TABLES: Final = tuple(table for table in TABLES if table not in PACKED_TABLES)
"""The tables that are filled row by row before they become Arrow tables."""

SHOWN: Final = tuple(EVENT_ROWS if table == EVENT_CODES else table for table in TABLES)
"""The tables that users see and export: TABLES with EVENT_ROWS instead of EVENT_CODES."""

UNDATED: Final = "undated"
"""The partition, in Parquet files, of games whose log has no date."""


def is_of_games(table: str) -> bool:
    """Whether the rows of a table belong to games."""
    return table in GAME_TABLES or table == EVENT_ROWS


def stored_name(table: str) -> str:
    """The name under which a file holds a table: ``all_`` and its own where games may be copies of one another.

    Its own is then that of a view, which leaves the copies out.
    """
    return f"all_{table}" if is_of_games(table) else table


def with_copies(table: str, home: str = "") -> str:
    """The SELECT of all rows of a table of games, each seat with its player's name. home: its schema, and a dot."""
    columns = "* REPLACE (coalesce(player, name) AS name)" if table == "seats" else "*"
    return f"SELECT {columns} FROM {home}{stored_name(table)}"


def _tile_names() -> tuple[str, ...]:
    """The 37 tiles in playing order; a red five follows its fives."""
    names: list[str] = []
    for text in KIND_TEXT:
        names.append(text)
        if text[0] == "5" and text[1] != "z":
            names.append("0" + text[1])
    return tuple(names)


TILE_NAMES: Final = _tile_names()


def tile_codes(red_tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    """The index in TILE_NAMES of each tile id, in a game with these tile ids as red fives."""
    return tuple([TILE_NAMES.index(text) for text in tile_names(red_tiles)])


ROUND_NAMES: Final = tuple(round_name(number) for number in range(16))
HAND_OUTCOMES: Final = tuple(dict.fromkeys(("tsumo", "ron", "double ron", "triple ron", *DRAW_TYPES, "unfinished")))
"""How a hand ends; whether a triple ron was an abortive draw shows in the payments."""
RIICHI_OUTCOMES: Final = ("tsumo", "ron", "dealt in", "other win", "draw", "unfinished")

ENUMERATIONS: Final = {
    "tile": TILE_NAMES, "wind": tuple(WIND_LETTERS), "round_name": ROUND_NAMES, "event_kind": KIND_NAMES,
    "hand_outcome": HAND_OUTCOMES, "riichi_outcome": RIICHI_OUTCOMES, "limit_name": LIMIT_NAMES, "yaku": YAKU_NAMES,
    "machi": MACHI_NAMES, "severity": SEVERITIES, "ledger_reason": REASONS, "ledger_account": ACCOUNT_NAMES,
}  # fmt: skip
"""The values of each enumerated type, in their order."""


def schema_sql() -> str:
    """The statements that create the schema of an empty database."""
    return types_sql() + "".join([table_sql(table) for table in COLUMNS]) + commented_views_sql()


def schema_hash() -> bytes:
    """A hash of 32 bytes of all that the schema is made from, but for the code of this module."""
    files = ("columns.tsv", "macros.sql", "views_of_codes.sql", "views.sql", "views_players.sql")
    parts = [str(SCHEMA_VERSION), repr(ENUMERATIONS), *map(read_data, files)]
    return sha256("\0".join(parts).encode()).digest()


def table_sql(table: str) -> str:
    """The statements that create a table, with its comments."""
    columns = [f"{quoted_name(column.name)} {column.sql}" for column in COLUMNS[table]]
    if table in KEYED:
        columns.append(f"PRIMARY KEY ({', '.join(key_of_table(table))})")
    name = stored_name(table)
    return f"CREATE TABLE {name} ({', '.join(columns)});\n" + _comments_sql("TABLE", name, table)


def _comments_sql(kind: str, name: str, table: str) -> str:
    """The statements that give a relation, a TABLE or VIEW, the comments of a table."""
    comments = [f"{kind} {name} IS {quoted(TABLE_COMMENTS[table])}"]
    comments += [f"COLUMN {name}.{quoted_name(one.name)} IS {quoted(one.comment)}" for one in COLUMNS[table]]
    return "".join([f"COMMENT ON {one};\n" for one in comments])


def _counted_sql(*, packed: bool) -> str:
    """The statements that make the views of the tables of games: each game once, each player under one name."""
    statements = [f"{_CREATE}VIEW all_copies AS SELECT game_id FROM all_games WHERE copy_of IS NOT NULL;\n"]
    for table in GAME_TABLES:
        shown = table if packed or table != EVENT_CODES else EVENT_ROWS
        statements.append(f"{_CREATE}VIEW {shown} AS {with_copies(shown)} ANTI JOIN all_copies USING (game_id);\n")
        statements += [_comments_sql("VIEW", table, table)] if shown in COLUMNS else []
    return "".join(statements)


def key_of_table(table: str) -> tuple[str, ...]:
    """The columns of a table's key: those that its comment names, or the one declared as primary key."""
    _, named, columns = TABLE_COMMENTS[table].partition(" Key: ")
    if named:
        return tuple(columns.removesuffix(".").split(", "))
    return tuple([column.name for column in COLUMNS[table] if "PRIMARY KEY" in column.sql])


def types_sql(*, temporary: bool = False) -> str:
    """The statements that make the enumerated types. temporary: for the connection alone."""
    create = "CREATE TEMP TYPE" if temporary else "CREATE TYPE"
    enumerations = [(name, ", ".join(map(quoted, values))) for name, values in ENUMERATIONS.items()]
    return "".join([f"{create} {name} AS ENUM ({values});\n" for name, values in enumerations])


def views_sql(*, packed: bool = True, temporary: bool = False) -> str:
    """The statements that create or replace the views and macros.

    packed: whether events are in EVENT_CODES, not in rows. temporary: whether they are made for the connection alone.
    """
    events = "views_of_codes.sql" if packed else "views_of_rows.sql"
    statements = [read_data(name) for name in ("macros.sql", events, "views.sql", "views_players.sql")]
    text = _counted_sql(packed=packed) + "".join(statements)
    if packed:  # the view of the events again, with copies
        of_events = re.findall(_OF_EVENTS, text, re.MULTILINE)
        again = "".join(of_events).replace(f"FROM {EVENT_CODES}", f"FROM {stored_name(EVENT_CODES)}")
        text += re.sub(r"^(.*? (?:VIEW|COLUMN) )events\b", r"\1all_events", again, flags=re.MULTILINE)
    return text.replace(_CREATE, f"{_CREATE}TEMP ") if temporary else text


_OF_EVENTS: Final = r"^(?:CREATE OR REPLACE VIEW events AS\n[^;]*;|COMMENT ON (?:VIEW events|COLUMN events\.).*;)\n"
"""The statements that make the view of the events, with its comments."""
_CREATE: Final = "CREATE OR REPLACE "
"""How each statement in the files of views begins, but for the comments on these."""


def text_type(type: str) -> str:
    """The type of a column with text for enumerated values. type: as declared, or as DuckDB writes it."""
    item = type.rstrip("[]")
    return f"VARCHAR{type[len(item) :]}" if item in ENUMERATIONS or item.startswith("ENUM(") else type


def cast_columns(columns: Iterable[tuple[str, str]]) -> str:
    """The columns of a SELECT. columns: the name of each, and the type that it is cast to."""
    return ", ".join([f"{quoted_name(name)}::{type} AS {quoted_name(name)}" for name, type in columns])


def uncommented(statements: str) -> str:
    """Statements without the comments on tables, views and columns, which take most of the time to make these.

    They are for whoever opens a file, not for a database in memory.
    """
    return "".join([line for line in statements.splitlines(keepends=True) if not line.startswith("COMMENT ON ")])


def commented_views_sql(*, packed: bool = True) -> str:
    """The statements of `views_sql` with a comment on every column: where a view only passes on a table's, the table's.

    A comment that the view has of its own comes first.
    """
    statements = views_sql(packed=packed)
    own = set(_COMMENTED.findall(statements))
    for view, body in _VIEW.findall(statements):
        passed = [(name, one.comment) for table, name in _PASSED.findall(body) for one in COLUMNS.get(table, ())
                  if one.name == name and (view, name) not in own]  # fmt: skip
        statements += "".join([f"COMMENT ON COLUMN {view}.{name} IS {quoted(comment)};\n" for name, comment in passed])
    return statements


_VIEW: Final = re.compile(r"^CREATE OR REPLACE VIEW (\w+) AS\n([^;]*)", re.MULTILINE)
_PASSED: Final = re.compile(r"^    (\w+)\.(\w+),?$", re.MULTILINE)
_COMMENTED: Final = re.compile(r"^COMMENT ON COLUMN (\w+)\.\"?(\w+)", re.MULTILINE)
"""A view's name and statement; the table and the name of a column that it passes on; the view and name of a column."""


def macro_sql(name: str, file: str) -> str:
    """The statement that makes a macro of a file a temporary one: a macro stored in a database cannot be trusted."""
    macro = read_data(file).partition(f"{_CREATE}MACRO {name}(")[2].partition(";")[0]
    return f"{_CREATE}TEMP MACRO {name}({macro};\n"


def quoted(text: str) -> str:
    """A text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def quoted_name(name: str) -> str:
    """A name as a quoted SQL identifier."""
    return '"' + name.replace('"', '""') + '"'
