"""Tables that only some loads fill: filling, keeping, copying, and messages where one is missing."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli_calls import invoke

from auditor import api
from auditor.core.audit import work
from auditor.core.rulesets import settings_key
from auditor.core.store import queries
from auditor.core.store.database import connect
from auditor.core.store.previous import games_of_log
from auditor.core.store.schema import EXTRAS, SourceRules
from auditor.testing.simulate import games

TABLES = [table for tables in EXTRAS.values() for table in tables]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    for number, log in enumerate(games(2)):
        (folder / f"{number}.mjlog").write_bytes(log)
    return folder


def counts(database: Path) -> dict[str, int]:
    with connect(str(database)) as connection:
        return {table: connection.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0] for table in TABLES}


def test_without_being_asked_nothing_is_filled_or_even_imported(logs: Path, tmp_path: Path) -> None:
    program = (
        "import sys\nfrom auditor import api\n"
        f"api.load([{str(logs)!r}], {str(tmp_path / 'x.duckdb')!r}, jobs=1)\n"
        "optional = ('auditor.core.hand.shanten', 'auditor.core.table.recorder')\n"
        "print([name for name in sys.modules if name.startswith(optional)])"
    )
    asked = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert asked.stdout == "[]\n"
    assert set(counts(tmp_path / "x.duckdb").values()) == {0}


def test_what_is_missing_is_filled_by_the_same_load_again_and_kept_from_then_on(logs: Path, tmp_path: Path) -> None:
    database = tmp_path / "x.duckdb"
    first, second = sorted(logs.iterdir())
    invoke("audit", first, "--db", database)
    for query in ("tenpai-by-turn", "known-starting-shanten"):
        refused = invoke("query", query, "--db", database)
        assert refused.exit_code == 2
        assert (
            f"{query} reads tables that were not filled here; audit the logs again with --with turns into the same "
            "database or lake." in refused.output
        )
    invoke("audit", first, "--db", database, "--with", "turns")
    turns = counts(database)["turns"]
    assert turns > 100
    assert invoke("query", "tenpai-by-turn", "--db", database).exit_code == 0
    assert "--with walls" in invoke("query", "luck-by-player", "--db", database).output
    invoke("audit", first, "--db", database, "--with", "walls")
    filled = counts(database)
    assert filled["turns"] == turns
    assert all(filled.values())
    invoke("audit", first, second, "--db", database)
    both = counts(database)
    assert all(both[table] > filled[table] for table in TABLES)
    assert api.load([logs], database, jobs=1).known == 2
    assert counts(database) == both


def test_filled_at_once_or_one_after_the_other_they_are_the_same(logs: Path, tmp_path: Path) -> None:
    api.load([logs], tmp_path / "both.duckdb", extras=("walls", "turns"), jobs=1)
    api.load([logs], tmp_path / "after.duckdb", extras=["turns"], jobs=1)
    api.load([logs], tmp_path / "after.duckdb", extras=["walls"], jobs=1)
    assert rows(tmp_path / "both.duckdb") == rows(tmp_path / "after.duckdb")


def rows(database: Path) -> dict[str, list[str]]:
    with connect(str(database)) as connection:
        found = {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}
    return {table: sorted(map(str, rows)) for table, rows in found.items()}


def test_optional_tables_are_carried_by_export_and_merge(logs: Path, tmp_path: Path) -> None:
    database, merged = tmp_path / "x.duckdb", tmp_path / "merged.duckdb"
    api.load([logs], database, extras=EXTRAS, jobs=1)
    assert invoke("export", "--db", database, "-o", tmp_path / "parquet").exit_code == 0
    assert invoke("merge", tmp_path / "parquet", "--db", merged).exit_code == 0
    assert rows(merged) == rows(database)
    assert api.load([logs], merged, jobs=1).known == 2


@pytest.mark.parametrize("target", ["db", "lake"])
def test_inputs_that_fill_none_of_them_stand_beside_those_that_do(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.setattr(work, "UNIT_INPUTS", 1)
    folder = tmp_path / "logs"
    shutil.copytree(logs, folder)
    for name in ("a.mjlog", "z.mjlog"):
        (folder / name).write_text("no log", "utf-8")
    held = tmp_path / ("x.duckdb" if target == "db" else "lake")
    audited = invoke("audit", folder, f"--{target}", held, "--with", "turns,walls", "--jobs", "1", "--fail-on", "never")
    assert audited.exit_code == 3, audited.output
    alone = tmp_path / "alone.duckdb"
    api.load([logs], alone, extras=EXTRAS, jobs=1)
    assert invoke("merge", held, "--db", tmp_path / "merged.duckdb").exit_code == 0
    assert counts(tmp_path / "merged.duckdb") == counts(alone)


def test_several_processes_fill_them_alike(logs: Path, tmp_path: Path) -> None:
    api.load([logs], tmp_path / "one.duckdb", extras=EXTRAS, jobs=1)
    api.load([logs], tmp_path / "two.duckdb", extras=EXTRAS, jobs=2)
    assert rows(tmp_path / "one.duckdb") == rows(tmp_path / "two.duckdb")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--with", "turns"], "--with fills tables of a database or a lake: give --db or --lake as well"),
        (
            ["--with", "turns,tiles", "--db", "x.duckdb"],
            "--with: there is no 'tiles' to ask for; there are turns and walls",
        ),
    ],
)
def test_what_cannot_be_asked_for_is_told(logs: Path, options: list[str], told: str) -> None:
    result = invoke("audit", logs, *options)
    assert result.exit_code == 2
    assert told in result.output


def test_the_api_tells_names_that_are_none(logs: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no 'tiles'"):
        api.load([logs], tmp_path / "x.duckdb", extras=["tiles"])


def test_the_key_of_inputs_says_what_they_were_loaded_with() -> None:
    assert SourceRules("auto").text == "auto"
    assert SourceRules("auto", optional_tables=("turns", "walls")).text == "auto; with turns, walls"
    assert SourceRules("ema@1", ("wrc@2", "m@3"), ("turns",)).text == "ema@1; also wrc@2; also m@3; with turns"


@pytest.mark.parametrize("target", ["db", "lake"])
def test_an_input_has_its_rules_as_text_and_by_column(logs: Path, tmp_path: Path, target: str) -> None:
    arguments = ["audit", str(logs), f"--{target}", str(tmp_path / "x"), "--rules", "tenhou"]
    arguments += ["--also-under", "wrc,ema-2012", "--with", "walls,turns", "--fail-on", "never"]
    for _ in range(2):
        audited = invoke(*arguments)
    assert "known from before" in audited.stderr or "there already" in audited.stderr
    with queries.connect(str(tmp_path / "x")) as connection:
        ((text, also_under, optional_tables),) = connection.execute(
            "SELECT DISTINCT rules, also_under, optional_tables FROM sources"
        ).fetchall()
    chosen, *others = [settings_key(name) for name in ("tenhou", "wrc", "ema-2012")]
    assert (also_under, optional_tables) == (others, ["turns", "walls"])
    assert text == f"{chosen}; also {others[0]}; also {others[1]}; with turns, walls"


@pytest.mark.parametrize(("named", "is_named"), [([], False), (["--rules", "tenhou"], True)])
def test_whether_the_ruleset_was_named_is_known_whatever_was_loaded_besides(
    logs: Path, tmp_path: Path, named: list[str], is_named: bool
) -> None:
    database = tmp_path / "x.duckdb"
    invoke("audit", logs, "--db", database, "--with", "turns", "--also-under", "wrc", "--fail-on", "never", *named)
    with connect(str(database)) as connection:
        (game,) = games_of_log(connection, "0.mjlog")
    assert game.is_ruleset_named is is_named
