"""DuckDB as the program knows it, by the DuckDB of the page: of its Python package there is what the program calls.

The worker gives the engine, whose answers are the columns of Arrow tables. There is one database at a time.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple, Self

import page_engine  # type: ignore[import-not-found]  # the worker's


class Error(Exception):
    """What DuckDB refuses, in its words."""


class IOException(Error):  # noqa: N818  # DuckDB's name
    """A file that cannot be read or written."""


class StatementType(NamedTuple):
    """The type of a statement by its name: SELECT for all that reads."""

    name: str


class Statement(NamedTuple):
    """A statement of a text."""

    type: StatementType


_MEMORY = ":memory:"
_PLACES = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|/\*.*?\*/|\$(\w+)|(\?)|(;)""", re.DOTALL)
_NOW = "now() AT TIME ZONE 'UTC'"
"""What asks for an extension that the page has not."""
_EPOCH = datetime(1970, 1, 1)
_AS_TEXT = 64
"""Of so many bits, a number is a text in the engine's answers: JSON's have fewer."""
_READING = ("SELECT", "WITH", "FROM", "VALUES", "DESCRIBE", "SUMMARIZE", "SHOW", "PIVOT", "UNPIVOT", "TABLE", "")


def connect(path: str = _MEMORY, config: Mapping[str, object] | None = None) -> "DuckDBPyConnection":
    """Another database, in memory, in place of the one so far. config: of which the page has little."""
    page_engine.reset()
    connection = DuckDBPyConnection()
    for name, value in (config or {}).items():
        if name.endswith("extensions"):
            connection.execute(f"SET {name} = {value}")
    return connection


class DuckDBPyConnection:
    """A connection to the database. description: the name and type of each column of the last answer."""

    def __init__(self) -> None:
        self.description: list[tuple[str, str]] = []
        self._rows: list[tuple[Any, ...]] = []
        self._inserted: Any = None

    def execute(self, sql: str, values: Mapping[str, object] | Sequence[object] | None = None) -> Self:
        """Run statements; the answer is that of the last. values: of the parameters, by name or in order."""
        answer = _answer(
            page_engine.run(_bound(sql, values).replace(_NOW, _literal(datetime.now(UTC).replace(tzinfo=None))))
        )
        self.description = [(one["name"], _type_name(one["type"])) for one in answer["columns"]]
        columns = [
            _values(one["type"], column) for one, column in zip(answer["columns"], answer["values"], strict=True)
        ]
        self._rows = list(zip(*columns, strict=True)) if columns else []
        return self

    def fetchall(self) -> list[tuple[Any, ...]]:
        """The rows that were not fetched yet."""
        rows, self._rows = self._rows, []
        return rows

    def fetchmany(self, size: int) -> list[tuple[Any, ...]]:
        """The next rows."""
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def fetchone(self) -> tuple[Any, ...] | None:
        """The next row, None after the last."""
        rows = self.fetchmany(1)
        return rows[0] if rows else None

    def cursor(self) -> "DuckDBPyConnection":
        """Another connection to the same database."""
        return DuckDBPyConnection()

    def begin(self) -> None:
        """Begin a transaction."""
        self.execute("BEGIN")

    def commit(self) -> None:
        """Keep what was written since `begin`."""
        self.execute("COMMIT")

    def rollback(self) -> None:
        """Forget what was written since `begin`."""
        self.execute("ROLLBACK")

    def close(self) -> None:
        """Do nothing: the database ends with the next one, or with the page."""

    def interrupt(self) -> None:
        """Do nothing: the page ends a worker that takes too long."""

    def extract_statements(self, sql: str) -> list[Statement]:
        """The statements of a text."""
        parts = [""]
        last = 0
        for found in _PLACES.finditer(sql):
            is_comment = found[0].startswith(("--", "/*"))
            parts[-1] += sql[last : found.start()] + ("" if is_comment or found[3] else found[0])
            last = found.end()
            if found[3]:
                parts.append("")
        parts[-1] += sql[last:]
        words = [part.strip(" \t\r\n(").partition("(")[0].split(maxsplit=1) for part in parts if part.strip()]
        return [Statement(StatementType(_type_of(word[0].upper() if word else ""))) for word in words]

    def from_arrow(self, table: Any) -> Self:
        """The rows of a table, for `insert_into`."""
        self._inserted = table
        return self

    def insert_into(self, table: str) -> None:
        """Insert the rows given to `from_arrow` into a table."""
        _stage(self._inserted)
        names = ", ".join([f'"{name}"' for name in self._inserted.column_names])
        self.execute(f"INSERT INTO {table} SELECT {names} FROM memory.main.staged; DROP TABLE memory.main.staged")

    def register(self, name: str, table: Any) -> None:
        """Let a name stand for the rows of a table."""
        _stage(table)
        self.execute(f"CREATE TEMP TABLE {name} AS FROM memory.main.staged; DROP TABLE memory.main.staged")

    def unregister(self, name: str) -> None:
        """Let the name stand for what it did before."""
        self.execute(f"DROP TABLE temp.main.{name}")


def _stage(table: Any) -> None:
    _answer(page_engine.insert("staged", json.dumps(table.as_columns(), ensure_ascii=False)))


def _answer(text: str) -> Any:
    """An answer of the engine. Raises Error."""
    answer = json.loads(text)
    if "error" in answer:
        raise Error(answer["error"])
    return answer


def _type_of(word: str) -> str:
    return "SELECT" if word in _READING else word


def _bound(sql: str, values: Mapping[str, object] | Sequence[object] | None) -> str:
    """SQL with values in place of its parameters: the engine takes neither names nor lists."""
    if not values:
        return sql
    in_order = iter(() if isinstance(values, Mapping) else values)

    def put(found: "re.Match[str]") -> str:
        if found[1] and isinstance(values, Mapping):
            return _literal(values[found[1]])
        return _literal(next(in_order)) if found[2] else found[0]

    return _PLACES.sub(put, sql)


def _literal(value: object) -> str:
    """A value as SQL."""
    if value is None or isinstance(value, bool):
        return str(value).upper().replace("NONE", "NULL")
    if isinstance(value, list | tuple):
        return f"[{', '.join([_literal(one) for one in value])}]"
    if isinstance(value, int | Decimal):
        return f"({value})"
    if isinstance(value, float):
        return f"'{value!r}'::DOUBLE"
    kind = "TIMESTAMP" if isinstance(value, datetime) else "DATE" if isinstance(value, date) else "VARCHAR"
    text = str(value).replace("'", "''")
    return f"'{text}'::{kind}"


def _values(type: Any, values: list[Any]) -> list[Any]:
    """Values, from what stands for them in the engine's answers."""
    reader = _reader(type)
    return values if reader is None else [None if value is None else reader(value) for value in values]


def _reader(type: Any) -> Callable[[Any], Any] | None:
    """What makes a value that is not NULL of what stands for it in the engine's answers; None where it is that."""
    match type["kind"]:
        case "int":
            return int if type["bits"] == _AS_TEXT else None
        case "float":
            return float
        case "decimal":
            return int if type["whole"] else lambda value: Decimal(int(value)).scaleb(-type["scale"])
        case "date":
            return lambda value: (_EPOCH + timedelta(days=value)).date()
        case "timestamp":
            zone = UTC if type["zoned"] else None
            return lambda value: (_EPOCH + timedelta(microseconds=value)).replace(tzinfo=zone)
        case "list":
            return lambda value: _values(type["of"], value)
        case "array":
            return lambda value: tuple(_values(type["of"], value))
        case "struct":
            return lambda value: {name: _values(part, [value[name]])[0] for name, part in type["of"].items()}
        case _:
            return None


def _type_name(type: Any) -> str:
    match type["kind"]:
        case "list" | "array":
            return f"{_type_name(type['of'])}[]"
        case "int":
            return ("" if type["signed"] else "U") + {8: "TINYINT", 16: "SMALLINT", 32: "INTEGER", 64: "BIGINT"}[
                type["bits"]
            ]
        case "float":
            return "FLOAT" if type["bits"] < 64 else "DOUBLE"
        case "decimal":
            return "HUGEINT" if type["whole"] else "DECIMAL"
        case "timestamp":
            return "TIMESTAMP WITH TIME ZONE" if type["zoned"] else "TIMESTAMP"
        case _:
            return {"text": "VARCHAR", "bool": "BOOLEAN", "date": "DATE"}.get(type["kind"], "VARCHAR")
