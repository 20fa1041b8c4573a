"""Which contents are known: those of the database, those on their way, and those loaded since."""

from pathlib import Path
from typing import Any

import duckdb
import pytest
from support.small_logs import tiny_log
from support.stored_games import columns_of, small_game

from auditor import api
from auditor.core.errors import StoreError
from auditor.core.store.arrow import arrow_tables
from auditor.core.store.contents import CONTENT_BYTES, Contents, KnownKeys
from auditor.core.store.schema import ROW_TABLES
from auditor.server.game_store import _any_row, _PlannedStore

A, B, C = [letter * 64 for letter in "abc"]


def contents_with(*stored: str) -> Contents:
    return Contents(KnownKeys(b"".join([bytes.fromhex(one) for one in stored]), CONTENT_BYTES))


def test_a_content_is_new_once() -> None:
    contents = contents_with(A)
    assert [contents.take(one) for one in (A, B, B)] == [False, True, False]
    assert [one in contents for one in (A, B, C)] == [True, True, False]
    assert [contents.is_stored(one) for one in (A, B, C)] == [True, False, False]


def test_a_content_that_could_not_be_loaded_is_new_again() -> None:
    contents = contents_with()
    contents.take(A)
    contents.release([A])
    assert contents.take(A)


def test_what_was_loaded_stays_known_however_it_came() -> None:
    contents = contents_with()
    contents.take(A)
    contents.add_loaded([A, B])
    contents.release([A, B])
    assert [contents.is_stored(one) for one in (A, B)] == [True, True]


def test_a_content_whose_file_has_another_one_now_is_new_until_it_is_loaded_again() -> None:
    contents = contents_with(A)
    contents.add_loaded([B])
    contents.add_loaded([C], gone={A, B})
    assert [one in contents for one in (A, B, C)] == [False, False, True]
    assert contents.take(A)
    contents.add_loaded([A])
    assert contents.is_stored(A)


def games(database: Path) -> int:
    with duckdb.connect(str(database), read_only=True) as connection:
        return int(connection.execute("SELECT count(*) FROM games").fetchall()[0][0])


@pytest.mark.parametrize("is_loaded_before", [False, True])
def test_a_content_that_a_file_lost_is_stored_where_it_comes_back(tmp_path: Path, is_loaded_before: bool) -> None:
    database, first, second = tmp_path / "x", tiny_log(points=1), tiny_log(points=2)
    if is_loaded_before:
        with api.open_store(database) as store:
            store.add(first, "a")
    with api.open_store(database) as store:
        store._store.follows_files = True
        for data, name in ((first, "a"), (second, "a"), (first, "b")):
            store.add(data, name)
            store.flush()
    assert games(database) == 2


def test_a_log_that_could_not_be_written_can_be_added_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    insert, failures = _PlannedStore._insert, [duckdb.IOException("disk full")]

    def failing(store: _PlannedStore, table: str, rows: Any) -> None:
        insert(store, table, rows)
        if failures:
            raise failures.pop()

    monkeypatch.setattr(_PlannedStore, "_insert", failing)
    with api.open_store(tmp_path / "x") as store:
        store.add(tiny_log(), "a")
        with pytest.raises(StoreError, match="disk full"):
            store.flush()
        assert not store.add(tiny_log(), "a").is_known
        assert store.add(tiny_log(), "b").is_known
    assert games(tmp_path / "x") == 1


def test_the_inserts_of_a_store_are_planned_for_what_is_loaded() -> None:
    loaded = {table: rows for table, rows in arrow_tables(columns_of(small_game())).items() if len(rows)}
    assert len(loaded) > 10
    planned = {table: _any_row(table).schema for table in loaded if table in ROW_TABLES}
    assert planned == {table: rows.schema for table, rows in loaded.items() if table in ROW_TABLES}
