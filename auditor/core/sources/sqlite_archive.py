"""SQLite archives as the community's downloaders write them: a table of logs, each a row with its id.

Known are the tables of phoenix-logs (``logs`` and ``live_logs``, of 2017 and since), its forks (the content in the
third column), houou-logs (``logs``), riichi-rs tenhou-db (``games``, tenhou.net/6 JSON). Contents: gzip, bzip2, plain.
"""

import io
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, BinaryIO, Final
from urllib.parse import quote

from auditor.core.sources.addresses import ALL_WANTED, Selection
from auditor.core.sources.items import Budget, PackedMember, UnpackError, UnpackProblem

if TYPE_CHECKING:
    import sqlite3

_WAIT_SECONDS: Final = 1.0
_TABLES: Final = ("logs", "live_logs", "games")
_IDS: Final = ("log_id", "id")
_CONTENTS: Final = ("log_content", "compressed_log_content", "log", "content", "game_json")
_CONTENT_OF_FORKS: Final = 2

_PROGRESS_STEPS: Final = 100_000
"""How many steps of its virtual machine SQLite takes between calls of the progress handler: some milliseconds."""


def unpack(
    stream: BinaryIO, budget: Budget, file: str = "", wanted: Selection = ALL_WANTED
) -> Iterator[PackedMember | UnpackProblem]:
    """Yield the wanted logs of a database, named by their ids. Rows without content (not yet fetched) are skipped.

    file: its path, opened read-only; "" for a database inside another packing, which is read into memory. Raises
    UnpackError where such a database exceeds the limits, and where Python lacks SQLite.
    """
    try:
        import sqlite3
    except ImportError:
        raise UnpackError("the SQLite database is read by Python's sqlite3, which is not installed") from None
    held = 0
    try:
        if file:
            connection = _open(file)
        else:
            data = budget.hold(stream)
            connection = sqlite3.connect(":memory:")
            connection.deserialize(data)
            held = len(data)
            del data
        with closing(connection):
            connection.text_factory = bytes
            yield from _tables(connection, budget, wanted)
        budget.release(held)
    except (sqlite3.Error, OverflowError, UnicodeError, MemoryError) as error:  # a message may not be UTF-8
        yield UnpackProblem("", _error_text(error))


def _open(path: str) -> "sqlite3.Connection":
    """Open a database read-only; one that cannot be locked (on a read-only medium) is opened as immutable."""
    import sqlite3

    address = "file:" + quote(path)
    try:
        connection = sqlite3.connect(f"{address}?mode=ro", uri=True, timeout=_WAIT_SECONDS)
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CANTOPEN:
            raise
        connection = sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True)
    return connection


def _tables(
    connection: "sqlite3.Connection", budget: Budget, wanted: Selection
) -> Iterator[PackedMember | UnpackProblem]:
    connection.execute("PRAGMA trusted_schema = OFF")
    names = _names(connection)
    if not (known := [name for name in _TABLES if name in names]):
        others = ", ".join(names) or "none"
        message = f"the SQLite database has no table of logs ({', '.join(_TABLES)}); its tables: {others}"
        yield UnpackProblem("", message)
    for table in known:
        columns = _columns(connection, table)
        id_column, content = _id_and_content(columns)
        if id_column and content:
            yield from _rows(connection, table, id_column, content, budget, wanted)
        else:
            message = f"the table has no columns for a log's id and content; it has {', '.join(columns)}"
            yield UnpackProblem(table, message)


def _names(connection: "sqlite3.Connection") -> list[str]:
    """The tables of a database."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name.decode("utf-8", "replace") for (name,) in rows]


def _columns(connection: "sqlite3.Connection", table: str) -> list[str]:
    rows = connection.execute(f"PRAGMA table_info({_quoted(table)})")
    return [row[1].decode("utf-8", "replace") for row in rows]


def _id_and_content(columns: list[str]) -> tuple[str, str]:
    """The columns of a table that hold a log's id and its content; "" for a missing one."""
    id_column = next((name for name in _IDS if name in columns), "")
    content = next((name for name in _CONTENTS if name in columns), "")
    if not content and len(columns) > _CONTENT_OF_FORKS:
        content = columns[_CONTENT_OF_FORKS]
    return id_column, content


def count_rows(file: str, is_cancelled: Callable[[], bool] = lambda: False) -> int:
    """Count the logs in a database file.

    1 where they cannot be counted: the file is then one problem, or `is_cancelled` interrupted the count.
    """
    try:
        import sqlite3
    except ImportError:
        return 1
    try:
        return _count_rows(file, is_cancelled)
    except (sqlite3.Error, UnicodeError):
        return 1


def _count_rows(file: str, is_cancelled: Callable[[], bool]) -> int:
    with closing(_open(file)) as connection:
        connection.set_progress_handler(is_cancelled, _PROGRESS_STEPS)
        connection.text_factory = bytes
        connection.execute("PRAGMA trusted_schema = OFF")
        names = _names(connection)
        count = 0
        for table in [name for name in _TABLES if name in names]:
            id_column, content = _id_and_content(_columns(connection, table))
            if id_column and content:
                sql = f"SELECT count(*) FROM {_quoted(table)} WHERE length({_quoted(content)}) > 0"
                count += connection.execute(sql).fetchone()[0]
    return count


def pieces(file: str, rows: int, most: int | None = None) -> list[tuple[int, int]]:
    """Split a database into ranges of rowids, to be read independently; empty where its rows have no numbers.

    file: its path. rows: the number of rowids in a piece. most: if given, pieces must keep the order of the rows, and
    be at most this many: empty where several tables hold logs, or the rowids are too sparse.
    """
    try:
        import sqlite3
    except ImportError:
        return []
    try:
        with closing(_open(file)) as connection:
            connection.text_factory = bytes
            first, last = None, None
            tables = [name for name in _names(connection) if name in _TABLES]
            if most is not None and (len(tables) != 1 or not all(_id_and_content(_columns(connection, tables[0])))):
                return []
            for table in tables:
                low, high = connection.execute(f"SELECT min(rowid), max(rowid) FROM {_quoted(table)}").fetchone()
                if low is not None:
                    first = low if first is None else min(first, low)
                    last = high if last is None else max(last, high)
    except (sqlite3.Error, OverflowError, UnicodeError):
        return []
    if not isinstance(first, int) or not isinstance(last, int):
        return []
    if most is not None and (last - first) // rows >= most:
        return []
    return [(start, start + rows) for start in range(first, last + 1, rows)]


def _rows(
    connection: "sqlite3.Connection", table: str, id: str, content: str, budget: Budget, wanted: Selection
) -> Iterator[PackedMember | UnpackProblem]:
    """Yield the wanted rows that have content, one at a time; content larger than the limits is not fetched."""
    size = f"length(CAST({_quoted(content)} AS BLOB))"
    select = (
        f"SELECT {_quoted(id)}, {size}, CASE WHEN {size} <= ? THEN {_quoted(content)} END FROM {_quoted(table)} WHERE"
    )
    if wanted:
        # A name that is an id is looked up directly; any other is compared with all rows.
        rows = connection.execute(f"{select} {_quoted(id)} = ? AND {size} > 0", [budget.limits.max_bytes, wanted.name])
        if (found := rows.fetchone()) is not None:
            yield _row(found, budget)
            return
        connection.create_function("is_wanted", 1, lambda log_id: wanted.for_member(_name(log_id)) is not None)
        select += f" is_wanted({_quoted(id)}) AND"
    values = [budget.limits.max_bytes]
    if wanted.piece is not None:
        select += " rowid >= ? AND rowid < ? AND"
        values += wanted.piece
    for row in connection.execute(f"{select} {size} > 0", values):
        yield _row(row, budget)


def _row(row: tuple[object, int, object], budget: Budget) -> PackedMember | UnpackProblem:
    log_id, length, data = row
    name = _name(log_id)
    if isinstance(data, bytes):
        budget.take_bytes(length)
        return PackedMember(name, io.BytesIO(data))
    if data is None:
        return UnpackProblem(name, budget.limits.excess_message(length))
    return UnpackProblem(name, f"the content of the row is a number, {data}; a log is expected")


def _name(log_id: object) -> str:
    return log_id.decode("utf-8", "replace") if isinstance(log_id, bytes) else str(log_id)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _error_text(error: Exception) -> str:
    text = str(error)
    if "locked" in text or "busy" in text:
        return "the SQLite database is locked by another program; try again when that has ended"
    if isinstance(error, UnicodeError):
        return "the SQLite database is corrupt"
    if "malformed" in text or "not a database" in text:
        return f"the SQLite database is corrupt ({text})"
    return f"the SQLite database cannot be read ({text or type(error).__name__})"
