"""Databases, datasets and lakes of strangers are only data: nothing in them runs, and nothing outside is accessed."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from support.cli_calls import invoke
from support.paths import FIXTURES

from auditor import api
from auditor.core.errors import QueryError, StoreError
from auditor.core.store.database import Store
from auditor.core.store.queries import ask, connect

LOGS = FIXTURES / "riichi" / "noten"
SECRET = "what nobody is to read"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database, an export and a lake of the same logs, and a file that none of them is to reach."""
    folder = tmp_path_factory.mktemp("foreign")
    assert invoke("audit", LOGS, "--db", folder / "x.duckdb").exit_code == 1
    assert invoke("audit", LOGS, "--lake", folder / "lake").exit_code == 1
    assert invoke("export", "--db", folder / "x.duckdb", "-o", folder / "out").exit_code == 0
    (folder / "secret.txt").write_text(SECRET, "utf-8")
    return folder


@pytest.fixture
def foreign(made: Path, tmp_path: Path) -> Path:
    """A copy of the database, to be changed."""
    shutil.copy(made / "x.duckdb", tmp_path)
    return tmp_path / "x.duckdb"


def changed(database: Path, *statements: str) -> Path:
    with duckdb.connect(str(database)) as connection:
        for statement in statements:
            connection.execute(statement)
    return database


def test_macros_and_views_of_a_database_are_not_run(made: Path, foreign: Path, tmp_path: Path) -> None:
    read = f"(SELECT content FROM read_text('{made / 'secret.txt'}'))"
    own = {
        name: invoke("query", "player-statistics", "--db", path, "--format", "json").stdout
        for name, path in (("before", foreign), ("after", foreign))
        if name == "before"
    }
    found = invoke("audit", LOGS, "--format", "jsonl").stdout.splitlines()
    (name, *_) = [json.loads(line)["short_name"] for line in found]
    changed(
        foreign,
        f"CREATE OR REPLACE MACRO row_name(name, names, together) AS {read}",
        f"CREATE OR REPLACE MACRO player_name(name) AS {read}",
        f"CREATE OR REPLACE VIEW v_findings AS SELECT 'abcd' AS short_name, {read} AS message",
    )
    for command in (
        ("query", "player-statistics", "--format", "json"),
        ("query", "findings"),
        ("info",),
        ("report", "-o", str(tmp_path / "page.html")),
        ("export", "-o", str(tmp_path / "out")),
        ("show", "--finding", name),
    ):
        result = invoke(*command, "--db", foreign)
        assert result.exit_code == 0, result.output
        assert SECRET not in result.output
        if command[:2] == ("query", "player-statistics"):
            assert result.stdout == own["before"]
    assert SECRET not in (tmp_path / "page.html").read_text("utf-8")
    assert not any(SECRET.encode() in path.read_bytes() for path in (tmp_path / "out").rglob("*.*"))


def test_a_view_of_its_own_reads_no_file(made: Path, foreign: Path) -> None:
    changed(foreign, f"CREATE VIEW mine AS FROM read_text('{made / 'secret.txt'}')", "CREATE VIEW good AS FROM games")
    result = invoke("query", "--db", foreign, "--sql", "FROM mine")
    assert (result.exit_code, SECRET in result.output) == (2, False)
    assert invoke("query", "--db", foreign, "--sql", "SELECT count(*) FROM good").exit_code == 0


@pytest.mark.parametrize("name", ["lower", "list_contains", "duckdb_functions", "count"])
def test_a_macro_instead_of_a_function_of_duckdb_is_refused(name: str, foreign: Path, tmp_path: Path) -> None:
    body = "() AS TABLE SELECT 1" if name == "duckdb_functions" else "(a, b) AS 5"
    changed(foreign, f"CREATE MACRO {name}{body}")
    for command in (
        ("info", "--db", foreign),
        ("audit", LOGS, "--db", foreign),
        ("merge", foreign, "--db", tmp_path / "new.duckdb"),
    ):
        result = invoke(*command)
        assert (result.exit_code, f"{foreign}: has a macro '{name}'" in result.stderr) == (2, True), result.output


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DROP TABLE all_games; CREATE VIEW all_games AS SELECT 1 AS game_id", "has no table all_games as auditor"),
        (
            "DROP TABLE meta; CREATE VIEW meta AS SELECT 10 AS schema_version, '1' AS program_version",
            "has no table meta as",
        ),
        ("ALTER TABLE all_seats ALTER name TYPE BLOB", "has no table all_seats as auditor makes it"),
        ("ALTER TABLE problems RENAME COLUMN message TO word", "has no table problems as auditor makes it"),
        ("DELETE FROM meta", "not one of auditor's"),
        ("ALTER TABLE meta ALTER schema_version DROP NOT NULL; UPDATE meta SET schema_version = NULL", "not one of"),
        ("ALTER TABLE meta DROP program_version", "not one of auditor's"),
        ("UPDATE meta SET schema_version = -1", "with tables of version -1"),
    ],
)
def test_tables_that_are_none_of_auditors_are_refused_by_name(statement: str, message: str, foreign: Path) -> None:
    changed(foreign, "DROP VIEW IF EXISTS v_player_stats", *statement.split("; "))
    for command in (
        ("info", "--db", foreign),
        ("audit", LOGS, "--db", foreign),
        ("report", "--db", foreign, "-o", "-"),
    ):
        result = invoke(*command)
        assert (result.exit_code, message in result.stderr) == (2, True), result.output


ATTACKS = [
    "COPY games TO 'copied.csv'",
    "COPY games TO '{0}/copied.csv'",
    "EXPORT DATABASE '{0}/copied'",
    "ATTACH '{0}/x.duckdb' AS y",
    "ATTACH ':memory:' AS y",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET threads = 1",
    "PRAGMA threads = 1",
    "RESET threads",
    "SET enable_external_access = true",
    "CREATE TABLE t (a INTEGER)",
    "CREATE SECRET s (TYPE s3)",
    "CALL pragma_version()",
    "DELETE FROM games",
    "SELECT 1; DROP TABLE games",
    "FROM read_text('{0}/secret.txt')",
    "FROM read_csv('{0}/secret.txt')",
    "FROM read_blob('{0}/secret.txt')",
    "FROM '{0}/secret.txt'",
    "FROM glob('{0}/*')",
    "FROM read_text('{0}/lake/../secret.txt')",
    "FROM sniff_csv('{0}/secret.txt')",
    "SELECT * FROM read_json('{0}/out/auditor.json')",
    "SELECT getenv('HOME')",
    "SELECT count(*) FROM read_parquet('{0}/out/games/*/*.parquet')",
    "FROM query('FROM read_text(''{0}/secret.txt'')')",
    "FROM read_text('http://localhost/')",
    "WITH x AS (FROM read_text('{0}/secret.txt')) FROM x",
    "FROM sql",
    "SELECT",
]


@pytest.mark.parametrize("sql", ATTACKS)
@pytest.mark.parametrize("kind", ["x.duckdb", "lake"])
def test_sql_of_a_user_reads_tables_and_nothing_else(kind: str, sql: str, made: Path) -> None:
    before = sorted(made.rglob("*"))
    with connect(str(made / kind)) as connection, pytest.raises(QueryError) as raised:
        ask(connection, sql.format(made))
    assert SECRET not in str(raised.value)
    assert sorted(made.rglob("*")) == before
    assert not Path("copied.csv").exists()


@pytest.mark.parametrize("kind", ["x.duckdb", "lake"])
def test_whoever_connects_cannot_unlock(kind: str, made: Path) -> None:
    with api.connect(made / kind) as connection:
        for setting in ("enable_external_access = true", "lock_configuration = false", "allowed_directories = ['/']"):
            with pytest.raises(duckdb.Error):
                connection.execute(f"SET {setting}")
        settings = dict(connection.execute("SELECT name, value FROM duckdb_settings()").fetchall())
    for name in ("autoinstall_known_extensions", "autoload_known_extensions", "allow_community_extensions"):
        assert settings[name] == "false"


def test_a_file_of_another_kind_fetches_no_extension(tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "x.db") as connection:
        connection.execute("CREATE TABLE t (a)")
    connection.close()
    for command in (
        ("info", "--db"),
        ("audit", LOGS, "--db"),
        ("merge", tmp_path / "x.db", "--db", tmp_path / "y.duckdb"),
    ):
        result = invoke(*command, *([tmp_path / "x.db"] if command[-1] == "--db" else []))
        assert (result.exit_code, "extension" in result.stderr.lower()) == (2, False), result.output


def test_a_load_into_what_this_process_has_open_is_refused_in_plain_words(foreign: Path) -> None:
    before = foreign.read_bytes()
    with api.connect(foreign) as connection:
        with pytest.raises(StoreError, match="this process has it open already; close that connection first"):
            api.load([LOGS], foreign, rules="ema-2016")
        assert connection.execute("SELECT count(*) FROM games").fetchall()
    assert foreign.read_bytes() == before
    assert api.load([LOGS], foreign, rules="ema-2016").games
    with Store(str(foreign), "auto", "1"), pytest.raises(StoreError, match="this process has it open already"):
        connect(str(foreign))


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "a flipped bit": lambda data: (
        data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :]
    ),
    "a lost end": lambda data: data[:-9],
    "nothing left": lambda data: b"",
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("table", ["sources", "hands"])
def test_a_broken_file_of_a_lake_or_dataset_is_named(table: str, damage: str, made: Path, tmp_path: Path) -> None:
    for kind in ("lake", "out"):
        shutil.copytree(made / kind, tmp_path / kind)
        file = next((tmp_path / kind / table).rglob("*.parquet"))
        file.write_bytes(DAMAGE[damage](file.read_bytes()))
        commands: list[tuple[str | Path, ...]] = [("merge", tmp_path / kind, "--db", tmp_path / "new.duckdb")]
        commands += [("lake", "check", tmp_path / kind)] if kind == "lake" else []
        for command in commands:
            result = invoke(*command)
            assert result.exit_code in (2, 3)
            assert f"{file}: is not as it was written" in result.stderr
        assert not (tmp_path / "new.duckdb").exists()
        file.unlink()
        assert "is gone" in invoke("merge", tmp_path / kind, "--db", tmp_path / "new.duckdb").stderr
    assert invoke("lake", "check", made / "lake").exit_code == 0


def test_a_lake_with_a_broken_file_is_not_joined(made: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    shutil.copytree(made / "lake", lake)
    assert invoke("audit", FIXTURES / "call" / "chi-seat", "--lake", lake).exit_code == 1
    file = next((lake / "hands").rglob("*.parquet"))
    file.write_bytes(DAMAGE["a flipped bit"](file.read_bytes()))
    before = sorted(lake.rglob("*"))
    result = invoke("lake", "compact", lake)
    assert (result.exit_code, f"{file}: is not as it was written" in result.stderr) == (2, True)
    assert sorted(lake.rglob("*")) == before


ENTRIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "above the lake": lambda entry: entry["files"][0].update(name="../secret.parquet"),
    "absolute": lambda entry: entry["files"][0].update(name="/etc/passwd"),
    "another table": lambda entry: entry["files"][0].update(table="secrets"),
    "another year": lambda entry: entry["files"][0].update(year="../.."),
    "another part": lambda entry: entry.update(name="0" * 32),
    "a part above": lambda entry: entry.update(replaces=["../../lake"]),
    "no schema": lambda entry: entry.update(schema=None),
    "a schema of text": lambda entry: entry.update(schema="x"),
    "too few keys": lambda entry: entry.update(games=entry["games"] + 1),
    "beyond the inputs": lambda entry: entry.update(unread=[99]),
    "no list": lambda entry: entry.update(files=7),
    "another key": lambda entry: entry.update(more=1),
}


@pytest.mark.parametrize("change", ENTRIES)
def test_an_entry_that_does_not_hold_together_is_refused(change: str, made: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    shutil.copytree(made / "lake", lake)
    (entry,) = (lake / "_auditor" / "parts").iterdir()
    fields = json.loads(entry.read_text("utf-8"))
    ENTRIES[change](fields)
    entry.write_text(json.dumps(fields), "utf-8")
    result = invoke("info", "--db", lake)
    assert (result.exit_code, f"{entry}: is no file of a lake's manifest" in result.stderr) == (2, True), result.output
    entry.write_text("[" * 100_000, "utf-8")
    assert "is no file of a lake's manifest" in invoke("lake", "compact", lake).stderr


@pytest.mark.parametrize("version", ['"x"', "null", "99", "-1", "6.5", "true", "[" * 100_000, '"6"'])
def test_metadata_that_are_no_versions_are_refused(version: str, made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "out", tmp_path / "out")
    shutil.copytree(made / "lake", tmp_path / "lake")
    (tmp_path / "out" / "auditor.json").write_text(f'{{"program_version": "1", "schema_version": {version}}}', "utf-8")
    result = invoke("merge", tmp_path / "out", "--db", tmp_path / "new.duckdb")
    assert result.exit_code == 2, result.output
    assert "is no dataset of auditor's" in result.stderr or f"with tables of version {version}" in result.stderr
    (tmp_path / "lake" / "_auditor" / "lake.json").write_text(f'{{"layout": {version}}}', "utf-8")
    result = invoke("info", "--db", tmp_path / "lake")
    assert result.exit_code == 2, result.output
    assert "is no file of a lake's manifest" in result.stderr or f"layout {version}" in result.stderr
