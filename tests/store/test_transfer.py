"""Merging databases, writing and reading Parquet datasets; other schema versions are refused."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import duckdb
import pyarrow.dataset
import pytest
from click.testing import CliRunner, Result
from support.paths import FIXTURES
from support.stored_games import content

import auditor
from auditor.cli import cli
from auditor.core.store.database import Store, connect
from auditor.core.store.identity import add_alias
from auditor.core.store.schema import SAME_PLAYERS, SCHEMA_VERSION, SHOWN
from auditor.lake.transfer import export

FIRST, SECOND = FIXTURES / "riichi", FIXTURES / "cases" / "wiki"
Content = dict[str, list[tuple[object, ...]]]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def audited(path: Path, *logs: Path, options: tuple[str, ...] = ()) -> str:
    run("audit", *[str(log) for log in logs], "--db", str(path), "--fail-on", "never", *options)
    return str(path)


def of_version(database: str, version: int) -> str:
    """A database marked as one with tables of another version."""
    with duckdb.connect(database) as connection:
        connection.execute("UPDATE meta SET schema_version = ?, program_version = '0.0.1'", [version])
    return database


@pytest.mark.parametrize(
    ("version", "advice"),
    [(SCHEMA_VERSION - 1, "audit the logs again, under another name"), (SCHEMA_VERSION + 1, "update auditor")],
)
def test_a_database_or_dataset_of_another_version_is_refused_by_all_that_open_it(
    tmp_path: Path, version: int, advice: str
) -> None:
    database = audited(tmp_path / "x.duckdb", SECOND)
    dataset = tmp_path / "dataset"
    export(database, str(dataset))
    description = json.loads((dataset / "auditor.json").read_text("utf-8"))
    description |= {"schema_version": version, "program_version": "0.0.1"}
    (dataset / "auditor.json").write_text(json.dumps(description), "utf-8")
    other = of_version(database, version)
    made = f"was made by auditor 0.0.1 with tables of version {version}, this program has version {SCHEMA_VERSION}"
    for path, arguments in (
        (other, ("query", "busts", "--db", other)),
        (other, ("audit", str(SECOND), "--db", other)),
        (other, ("merge", other, "--db", str(tmp_path / "new.duckdb"))),
        (str(dataset), ("merge", str(dataset), "--db", str(tmp_path / "new.duckdb"))),
    ):
        refused = run(*arguments)
        assert refused.exit_code == 2
        assert f"{path}: {made}; {advice}" in refused.stderr
    assert not (tmp_path / "new.duckdb").exists()
    assert content(of_version(other, SCHEMA_VERSION)) == content(audited(tmp_path / "fresh.duckdb", SECOND))


def test_merging_gives_what_one_load_of_everything_gives(tmp_path: Path) -> None:
    both = audited(tmp_path / "both.duckdb", FIRST, SECOND)
    first = audited(tmp_path / "first.duckdb", FIRST)
    second = audited(tmp_path / "second.duckdb", SECOND)
    for database in (both, second):  # what was said of players goes with them
        with connect(second) as connection:
            ((name,),) = connection.execute(
                "SELECT name FROM all_seats WHERE name IS NOT NULL ORDER BY name LIMIT 1"
            ).fetchall()
        add_alias(database, "Somebody", name)
    dataset = str(tmp_path / "dataset")
    assert run("export", "--db", second, "-o", dataset).exit_code == 0
    merged = str(tmp_path / "merged.duckdb")
    result = run("merge", first, dataset, "--db", merged)
    assert result.exit_code == 0, result.stderr
    assert content(merged) == content(both)
    again = run("merge", first, second, "--db", merged)
    assert "0 games taken over" in again.stderr
    assert "known already" in again.stderr
    assert content(merged) == content(both)


def test_a_game_in_both_is_taken_from_the_later_load(tmp_path: Path) -> None:
    early = audited(tmp_path / "early.duckdb", SECOND, options=("--rules", "tenhou"))
    late = audited(tmp_path / "late.duckdb", SECOND, options=("--rules", "ema-2012"))
    for order in ((early, late), (late, early)):
        merged = str(tmp_path / f"{Path(order[0]).stem}-first.duckdb")
        assert run("merge", *order, "--db", merged).exit_code == 0
        with connect(merged) as connection:
            assert connection.execute("SELECT DISTINCT ruleset FROM games").fetchall() == [("ema-2012",)]
        assert content(merged) == content(late)


def test_a_dataset_is_read_by_others(tmp_path: Path) -> None:
    database = audited(tmp_path / "x.duckdb", FIRST, SECOND, FIXTURES / "wall")
    rows = export(database, str(tmp_path / "out"))
    held = content(database)
    assert rows == {table: len(held[table]) for table in SHOWN} | {SAME_PLAYERS: 0}
    hands = pyarrow.dataset.dataset(str(tmp_path / "out" / "hands"), partitioning="hive").to_table()
    assert len(hands) == len(held["hands"])
    assert {"game_id", "hand", "round", "deltas", "year"} <= set(hands.column_names)
    with duckdb.connect() as connection:
        counted = connection.execute(f"SELECT count(*) FROM read_parquet('{tmp_path}/out/events/**/*.parquet')")
        assert counted.fetchone() == (len(held["events"]),)
    assert json.loads((tmp_path / "out" / "auditor.json").read_text("utf-8"))["schema_version"] == SCHEMA_VERSION


@pytest.mark.skipif(os.name == "nt", reason="the system has no umask")
def test_an_export_obeys_the_umask(tmp_path: Path) -> None:
    database = audited(tmp_path / "games.duckdb", FIXTURES / "evening/round-1-table-1.mjlog")
    for mask in (0o002, 0o077):
        before = os.umask(mask)
        try:
            result = run("export", "--db", database, "-o", str(tmp_path / f"{mask}"))
        finally:
            os.umask(before)
        assert result.exit_code == 0, result.output
        for path in [tmp_path / f"{mask}", *(tmp_path / f"{mask}").rglob("*")]:
            due = (0o777 if path.is_dir() else 0o666) & ~mask
            assert stat.S_IMODE(path.stat().st_mode) == due, path


def test_an_export_replaces_only_an_export(tmp_path: Path) -> None:
    database = audited(tmp_path / "x.duckdb", SECOND)
    out = tmp_path / "out"
    assert run("export", "--db", database, "-o", str(out)).exit_code == 0
    (out / "hands" / "stray.parquet").write_bytes(b"x")
    assert run("export", "--db", database, "-o", str(out)).exit_code == 0
    assert not (out / "hands" / "stray.parquet").exists()
    other = tmp_path / "mine"
    other.mkdir()
    (other / "thesis.txt").write_text("x", "utf-8")
    refused = run("export", "--db", database, "-o", str(other))
    assert (refused.exit_code, "holds something else than an export" in refused.stderr) == (2, True)
    assert [path.name for path in other.iterdir()] == ["thesis.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "out", "x.duckdb"]


def test_a_database_in_use_cannot_be_merged(tmp_path: Path) -> None:
    database = audited(tmp_path / "x.duckdb", SECOND)
    command = [sys.executable, "-m", "auditor", "merge", database, "--db", str(tmp_path / "y.duckdb")]
    environment = {**os.environ, "PYTHONPATH": str(Path(auditor.__file__).parents[1])}
    with Store(database, "auto", "1"):
        result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"Error: {database}: another process has it open; wait until that ends, or close it.\n"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("gone.duckdb", "there is no such database or dataset"),
        ("folder", "is no dataset of auditor's (it lacks a readable auditor.json)"),
        ("other.duckdb", "is a database, but not one of auditor's"),
        ("text", "cannot be read"),
    ],
)
def test_what_cannot_be_merged(tmp_path: Path, source: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("no database" * 1000, "utf-8")
    with duckdb.connect(str(tmp_path / "other.duckdb")) as connection:
        connection.execute("CREATE TABLE t (a INTEGER)")
    target = tmp_path / "x.duckdb"
    result = run("merge", str(tmp_path / source), "--db", str(target))
    assert result.exit_code == 2
    assert message in result.stderr
    assert not target.exists()  # no empty database stays
    held = content(audited(target, SECOND))
    assert run("merge", str(tmp_path / source), "--db", str(target)).exit_code == 2
    assert content(str(target)) == held


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    database = audited(tmp_path / "x.duckdb", SECOND)
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    result = run("export", "--db", database, "-o", str(closed / "out"))
    assert (result.exit_code, "cannot be written" in result.stderr) == (2, True)
