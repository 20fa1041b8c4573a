"""A new database is copied from an empty one that is kept, and is the same as one made by its statements."""

import os
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from auditor.store import database, empty
from auditor.store.arrow import table_types
from auditor.store.database import Store, StoreError
from auditor.store.empty import begin_with_kept, make_tables
from auditor.store.schema import TABLES

CATALOG = (
    "SELECT type_name, logical_type, labels FROM duckdb_types() WHERE NOT internal",
    "SELECT table_name, comment, sql FROM duckdb_tables()",
    "SELECT table_name, column_index, column_name, data_type, is_nullable, comment FROM duckdb_columns()"
    " WHERE NOT internal",
    "SELECT table_name, constraint_type, constraint_column_names FROM duckdb_constraints()",
    "SELECT view_name, comment, sql FROM duckdb_views() WHERE NOT internal",
    "SELECT function_name, parameters, macro_definition FROM duckdb_functions() WHERE NOT internal",
    "SELECT schema_version, program_version FROM meta",
)


def catalog(path: Path) -> list[Any]:
    with duckdb.connect(str(path), read_only=True) as connection:
        return [connection.execute(f"{sql} ORDER BY ALL").fetchall() for sql in CATALOG]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache in which nothing is kept."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("AUDITOR_CACHE", str(folder))
    return folder


def refuse(*_: object) -> None:
    raise AssertionError("made anew")


def test_a_copy_is_what_the_statements_make(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with duckdb.connect(str(tmp_path / "made.duckdb")) as connection:
        make_tables(connection, "7")
    assert begin_with_kept(str(tmp_path / "first.duckdb"), "7")
    monkeypatch.setattr(empty, "make_tables", refuse)
    monkeypatch.setattr(database, "make_tables", refuse)
    with Store(str(tmp_path / "second.duckdb"), "auto", "7"):
        pass
    expected = catalog(tmp_path / "made.duckdb")
    assert all(expected)
    assert catalog(tmp_path / "first.duckdb") == expected
    assert catalog(tmp_path / "second.duckdb") == expected
    assert len(list(cache.iterdir())) == 1


def test_a_copy_says_when_it_was_made_itself(tmp_path: Path, cache: Path) -> None:
    path = str(tmp_path / "x.duckdb")
    before = datetime.now(UTC).replace(tzinfo=None) - timedelta(seconds=1)
    assert begin_with_kept(path, "7")
    with duckdb.connect(path) as connection:
        connection.execute("UPDATE meta SET created_at = TIMESTAMP '2000-01-01'")
    (kept,) = cache.iterdir()
    content = Path(path).read_bytes()
    kept.write_bytes(sha256(content).digest() + content)
    with Store(str(tmp_path / "y.duckdb"), "auto", "7") as store:
        ((created,),) = store.connection.execute("SELECT created_at FROM meta").fetchall()
    assert created >= before


@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: data[:50_000] + b"?" + data[50_001:], bytes])
def test_what_is_damaged_is_made_anew(tmp_path: Path, cache: Path, change: Any) -> None:
    assert begin_with_kept(str(tmp_path / "x.duckdb"), "7")
    (kept,) = cache.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(b"" if change is bytes else change(whole))
    assert begin_with_kept(str(tmp_path / "y.duckdb"), "7")
    assert catalog(tmp_path / "y.duckdb") == catalog(tmp_path / "x.duckdb")
    assert len(kept.read_bytes()) == len(whole)


def test_other_programs_keep_others_and_the_oldest_go(tmp_path: Path, cache: Path) -> None:
    assert begin_with_kept(str(tmp_path / "x.duckdb"), "7")
    (first,) = cache.iterdir()
    os.utime(first, (0, 0))
    for number in range(empty._FILES_KEPT - 1):
        (cache / f"empty-{number}").write_bytes(b"")
    (cache / "else").write_bytes(b"")
    assert begin_with_kept(str(tmp_path / "y.duckdb"), "8")
    assert not first.exists()
    assert (cache / "else").exists()
    assert len(list(cache.iterdir())) == empty._FILES_KEPT + 1


def test_without_a_cache_the_tables_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    monkeypatch.setenv("AUDITOR_CACHE", str(blocked))
    path = tmp_path / "x.duckdb"
    assert not begin_with_kept(str(path), "7")
    assert not path.exists()
    with Store(str(path), "auto", "7") as store:
        assert not store.is_new, "only of its own copy a store knows without asking"
    assert all(catalog(path))


def test_a_user_without_a_home_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AUDITOR_CACHE")
    for name in ("LOCALAPPDATA", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, "not/whole")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert empty._folder() is None
    monkeypatch.setattr(os.path, "expanduser", lambda path: path.replace("~", os.path.abspath(os.sep)))
    folder = empty._folder()
    assert folder is not None
    assert folder.name == "auditor"
    assert folder.is_absolute()


def test_nothing_is_begun_where_something_is(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_bytes(b"there")
    (tmp_path / "log.duckdb.wal").write_bytes(b"")
    for name in ("there", "log.duckdb", ":memory:", "no/folder/x.duckdb", "", str(tmp_path)):
        assert not begin_with_kept(name, "7"), name
    assert (tmp_path / "there").read_bytes() == b"there"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.duckdb.wal", "there"]
    with pytest.raises(StoreError, match="is not a DuckDB file"):
        Store("there", "auto", "7")


def test_the_types_of_columns_are_those_that_duckdb_tells() -> None:
    """But for lists of names, which go as plain text."""
    with duckdb.connect(":memory:") as connection:
        make_tables(connection, "7")
        schemas = {table: connection.table(table).limit(0).to_arrow_table().schema for table in TABLES}
    for table, types in table_types().items():
        told = {
            field.name: pa.list_(pa.string())
            if pa.types.is_list(field.type) and pa.types.is_dictionary(field.type.value_type)
            else field.type
            for field in schemas[table]
        }
        assert list(types) == list(told), table
        assert {name: type for name, type in types.items() if type != told[name]} in ({}, NESTED), table


NESTED = {"call_tiles": pa.list_(pa.list_(pa.string()))}
"""Lists of lists of names go as text, too."""
