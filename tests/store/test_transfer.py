"""Tables that move: older schemas brought forward, databases merged, Parquet datasets written and read."""

import json
import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pyarrow.dataset
import pytest
from click.testing import CliRunner, Result
from support.paths import FIXTURES, TESTS
from support.stored_games import content

import auditor
from auditor.cli import cli
from auditor.errors import StoreError
from auditor.store.database import Store, connect
from auditor.store.schema import SCHEMA_VERSION, SHOWN
from auditor.store.transfer import export

OLD_SCHEMA = (TESTS / "data" / "schema-1.sql").read_text("utf-8")
FIRST, SECOND = FIXTURES / "riichi", FIXTURES / "cases" / "wiki"
WITHOUT_FINGERPRINTS = (
    "CREATE TABLE older AS SELECT * EXCLUDE (fingerprint, line) FROM findings; DROP TABLE findings;"
    "ALTER TABLE older RENAME TO findings"
)
"""What tables lack that are older than version 4."""
WITHOUT_TALLIES = (
    "ALTER TABLE seats DROP COLUMN end_points; ALTER TABLE hands DROP COLUMN calls;"
    "ALTER TABLE hands DROP COLUMN starting_shanten;"
    "ALTER TABLE wins DROP COLUMN discards;"
    "ALTER TABLE riichis DROP COLUMN discards; ALTER TABLE riichis DROP COLUMN unseen;"
    "CREATE TABLE older AS FROM events; DROP VIEW events; DROP TABLE event_codes; ALTER TABLE older RENAME TO events"
)
"""What tables lack that are older than version 5, and how they hold events."""
Content = dict[str, list[tuple[object, ...]]]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def audited(path: Path, *logs: Path, options: tuple[str, ...] = ()) -> str:
    run("audit", *[str(log) for log in logs], "--db", str(path), "--fail-on", "never", *options)
    return str(path)


def older(new: str, path: Path) -> str:
    """The rows of a database in tables of version 1."""
    with duckdb.connect(str(path)) as connection:
        connection.execute(OLD_SCHEMA)
        connection.execute("INSERT INTO meta VALUES (1, '0.0.1', now() AT TIME ZONE 'UTC')")
        connection.execute(f"ATTACH '{new}' AS new (READ_ONLY)")
        for (table,) in connection.execute(
            "SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() AND table_name <> 'meta'"
        ).fetchall():
            columns = []
            for name, type in connection.execute(
                "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = ?"
                " AND database_name = current_database()",
                [table],
            ).fetchall():
                text = f'"{name}"::VARCHAR[]' if type.endswith("[]") and "ENUM" in type else f'"{name}"'
                text = f'"{name}"::VARCHAR' if type.startswith("ENUM") and not type.endswith("[]") else text
                columns.append({"unjudged": "unjudged[1] AS unjudged", "machi": "NULL AS machi"}.get(name, text))
            connection.execute(f"INSERT INTO {table} SELECT {', '.join(columns)} FROM new.{table}")
    return str(path)


def test_an_older_database_is_brought_forward_and_audited_anew(tmp_path: Path) -> None:
    fresh = audited(tmp_path / "fresh.duckdb", FIRST)
    old = older(fresh, tmp_path / "old.duckdb")
    with pytest.raises(StoreError, match=f"tables of version 1, this program reads {SCHEMA_VERSION}; bring it forward"):
        connect(old)
    assert run("merge", "--db", old).exit_code == 0
    migrated = content(old)
    assert {table: len(rows) for table, rows in migrated.items()} == {
        table: len(rows) for table, rows in content(fresh).items()
    }
    with connect(old) as connection:
        assert connection.execute("SELECT count(*) FROM v_wins").fetchone() == (len(migrated["wins"]),)
        assert connection.execute("SELECT DISTINCT version LIKE '%(tables of version 1)' FROM sources").fetchall() == [
            (True,)
        ]
    audited(Path(old), FIRST)
    assert content(old) == content(fresh)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fresh.duckdb", "old.duckdb"]


def set_back(database: str, version: int) -> None:
    """Take from a database what tables of that version did not have."""
    with duckdb.connect(database) as connection:
        connection.execute(WITHOUT_TALLIES)
        if version < 4:
            connection.execute(WITHOUT_FINGERPRINTS)
        if version < 3:
            connection.execute("ALTER TABLE games DROP COLUMN misfit; ALTER TABLE games DROP COLUMN fitting")
        connection.execute("UPDATE meta SET schema_version = ?", [version])


def known(database: str, version: int) -> None:
    """Take from a database what the events in tables of that version cannot tell, and mark it as brought forward."""
    with duckdb.connect(database) as connection:
        connection.execute("UPDATE seats SET end_points = NULL; UPDATE riichis SET unseen = NULL")
        connection.execute("UPDATE sources SET version = version || ' (tables of version ' || ? || ')'", [version])
        if version < 4:
            connection.execute("UPDATE findings SET line = NULL")


@pytest.mark.parametrize("version", [2, 3, 4])
def test_a_database_of_an_older_version_gets_what_its_events_tell_and_is_audited_anew(
    tmp_path: Path, version: int
) -> None:
    fresh = audited(tmp_path / "fresh.duckdb", FIRST, options=("--also-under", "wrc"))
    old = audited(tmp_path / "old.duckdb", FIRST, options=("--also-under", "wrc"))
    due = audited(tmp_path / "due.duckdb", FIRST, options=("--also-under", "wrc"))
    set_back(old, version)
    known(due, version)
    assert run("merge", "--db", old).exit_code == 0
    assert content(old) == content(due)
    result = run("audit", str(FIRST), "--db", old, "--also-under", "wrc", "--fail-on", "never")
    assert "known from before" not in result.stderr
    assert content(old) == content(fresh)


def test_what_events_tell_is_filled_when_an_older_database_is_merged(tmp_path: Path) -> None:
    due = audited(tmp_path / "due.duckdb", SECOND)
    old = audited(tmp_path / "old.duckdb", SECOND)
    set_back(old, 3)
    known(due, 3)
    assert run("merge", old, "--db", str(tmp_path / "new.duckdb")).exit_code == 0
    assert content(str(tmp_path / "new.duckdb")) == content(due)


def test_an_older_database_that_cannot_be_migrated_stays_as_it_was(tmp_path: Path) -> None:
    old = older(audited(tmp_path / "fresh.duckdb", SECOND), tmp_path / "old.duckdb")
    with duckdb.connect(old) as connection:
        connection.execute("ALTER TABLE ledger DROP COLUMN points")
        before = connection.execute("FROM ledger ORDER BY ALL").fetchall()
    with pytest.raises(StoreError, match=r"could not be brought to version \d+ .*; the file is as it was"):
        Store(old, "auto", "1")
    with duckdb.connect(old) as connection:
        assert connection.execute("FROM ledger ORDER BY ALL").fetchall() == before
    assert not list(tmp_path.glob("*.migrating*"))


def test_merging_gives_what_one_load_of_everything_gives(tmp_path: Path) -> None:
    both = audited(tmp_path / "both.duckdb", FIRST, SECOND)
    first = audited(tmp_path / "first.duckdb", FIRST)
    second = audited(tmp_path / "second.duckdb", SECOND)
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


def test_an_older_database_can_be_merged(tmp_path: Path) -> None:
    fresh = audited(tmp_path / "fresh.duckdb", SECOND)
    old = older(fresh, tmp_path / "old.duckdb")
    merged = str(tmp_path / "merged.duckdb")
    assert run("merge", old, "--db", merged).exit_code == 0
    assert len(content(merged)["events"]) == len(content(fresh)["events"])
    with duckdb.connect(old) as connection:
        assert connection.execute("SELECT schema_version FROM meta").fetchone() == (1,)


def test_a_dataset_is_read_by_others(tmp_path: Path) -> None:
    database = audited(tmp_path / "x.duckdb", FIRST, SECOND, FIXTURES / "wall")
    rows = export(database, str(tmp_path / "out"))
    held = content(database)
    assert rows == {table: len(held[table]) for table in SHOWN}
    hands = pyarrow.dataset.dataset(str(tmp_path / "out" / "hands"), partitioning="hive").to_table()
    assert len(hands) == len(held["hands"])
    assert {"game_id", "hand", "round", "deltas", "year"} <= set(hands.column_names)
    with duckdb.connect() as connection:
        counted = connection.execute(f"SELECT count(*) FROM read_parquet('{tmp_path}/out/events/**/*.parquet')")
        assert counted.fetchone() == (len(held["events"]),)
    assert json.loads((tmp_path / "out" / "auditor.json").read_text("utf-8"))["schema_version"] == SCHEMA_VERSION


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
