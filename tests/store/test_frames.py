"""Answers as tables of Arrow, Polars and pandas; and queries on a Parquet dataset."""

import re
import sys
from datetime import datetime
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from support.paths import FIXTURES

from auditor import api
from auditor.core.program import install_command
from auditor.core.store import queries
from auditor.core.store.queries import QueryResult, execute
from auditor.lake.transfer import VIEWS

TYPED = """
    SELECT 1::TINYINT AS small, sum(2) AS total, 'E1'::ENUM('E1', 'E2') AS round, [0.5::DOUBLE, NULL] AS interval,
        TIMESTAMP '2020-01-02 03:00:00' AS started_at, true AS won, ['1m']::ENUM('1m')[] AS waits
"""
OF_ONE_GAME = {"hand-events", "scores-over-a-game"}
"""Queries that take the first game if none is named; in a dataset another may be the first."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("frames") / "games.duckdb"
    api.load([FIXTURES / "evening", FIXTURES / "riichi"], path, jobs=1, extras=["turns", "walls"])
    return path


def test_arrow_has_the_types_of_the_database() -> None:
    with duckdb.connect() as connection:
        table = execute(connection, TYPED).to_arrow()
    types = [pa.int8(), pa.int64(), pa.string(), pa.list_(pa.float64()), pa.timestamp("us"), pa.bool_()]
    assert [field.type for field in table.schema] == [*types, pa.list_(pa.string())]
    assert table.to_pylist() == [
        {
            "small": 1, "total": 2, "round": "E1", "interval": [0.5, None], "started_at": datetime(2020, 1, 2, 3),
            "won": True, "waits": ["1m"],
        }
    ]  # fmt: skip


def test_no_rows_keep_their_types(database: Path) -> None:
    table = api.query("deal-in-rate", database, min_hands=10_000).to_arrow()
    assert len(table) == 0
    assert table.schema.field("deal_in_rate").type == pa.float64()


def test_an_answer_without_types_is_made_out() -> None:
    assert QueryResult(["a", "b"], [(1, "x"), (None, "y")]).to_arrow().to_pylist() == [
        {"a": 1, "b": "x"},
        {"a": None, "b": "y"},
    ]


@pytest.mark.slow
def test_polars_and_pandas_have_the_rows(database: Path) -> None:
    pytest.importorskip("polars")
    pytest.importorskip("pandas")
    answer = api.query("deal-in-rate", database)
    assert answer.to_polars().to_dicts() == answer.as_dicts()
    frame = answer.to_pandas()
    assert list(frame.columns) == answer.columns
    assert frame["deal_ins"].to_list() == [row["deal_ins"] for row in answer.as_dicts()]


@pytest.mark.parametrize("library", ["polars", "pandas"])
def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=re.escape(f"which is not installed: {install_command(library)}")):
        getattr(QueryResult(["a"], [(1,)]), f"to_{library}")()


@pytest.mark.slow
def test_the_queries_run_on_a_dataset(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api.export(database, tmp_path / "out")
    monkeypatch.chdir(tmp_path / "out")
    with duckdb.connect() as files, api.connect(database) as connection:
        files.execute(Path(VIEWS).read_text("utf-8"))
        for name in sorted(set(queries.names()) - OF_ONE_GAME):
            query = queries.load(name)
            assert queries.run(files, query, {}) == queries.run(connection, query, {}), name
        for name in sorted(OF_ONE_GAME):
            assert queries.run(files, queries.load(name), {}).columns
