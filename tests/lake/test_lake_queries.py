"""Queries, joins and `info` of lakes, with the same answers as of a database."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli_calls import invoke
from support.lakes import BATCH, LOGS, KilledError, files_of, hashes, into_lake
from support.paths import FIXTURES

from auditor import api
from auditor.core.errors import StoreError
from auditor.core.files import object_stores as filesystems
from auditor.core.store.queries import connect
from auditor.core.store.schema import EVENT_CODES, SCHEMA_VERSION
from auditor.lake import compact as compacting
from auditor.lake.compact import compact
from auditor.lake.manifest import make_lake, open_lake

OTHERS = FIXTURES / "cases" / "wiki"


# ------------------------------------------------------------------------------------------------------------ asked


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A lake and a database of the same."""
    folder = tmp_path_factory.mktemp("both")
    for into in (("--lake", folder / "lake"), ("--db", folder / "x.duckdb")):
        invoke("audit", LOGS, OTHERS, *into, "--fail-on", "never", "-q")
    return folder / "lake", folder / "x.duckdb"


ASKED = ["player-statistics", "player-hands", "findings", "riichi-by-wait", "wins-by-yaku", "hand-outcomes"]


@pytest.mark.parametrize("name", ASKED)
def test_a_query_answers_as_of_a_database(both: tuple[Path, Path], name: str) -> None:
    lake, database = [invoke("query", name, "--db", path, "--format", "csv").stdout for path in both]
    assert lake == database
    assert lake.count("\n") > 1


def test_every_view_and_type_is_that_of_a_database(both: tuple[Path, Path]) -> None:
    described = []
    for path in both:
        with connect(str(path)) as connection:
            described.append(
                connection.execute(
                    "SELECT DISTINCT table_name, column_name, data_type, column_index FROM duckdb_columns()"
                    f" WHERE NOT internal AND database_name <> 'temp' AND NOT ends_with(table_name, '{EVENT_CODES}')"
                    " ORDER BY table_name, column_index"
                ).fetchall()
            )
    assert described[0] == described[1]


def test_a_finding_of_a_lake_is_shown(both: tuple[Path, Path]) -> None:
    one = "SELECT short_name FROM v_findings GROUP BY ALL HAVING count(*) = 1 ORDER BY 1 LIMIT 1"
    name = invoke("query", "--db", both[0], "--sql", one, "--format", "csv").stdout.split()[1]
    assert invoke("show", "--db", both[0], "--finding", name).exit_code == 0
    assert "there is no finding 9999" in invoke("show", "--db", both[0], "--finding", "9999").output


def test_a_lake_tells_what_it_holds(both: tuple[Path, Path]) -> None:
    told = [json.loads(invoke("info", "--db", path, "--format", "json").stdout) for path in both]
    assert told[0]["parts"] == 1
    assert told[1]["parts"] is None
    for key in ("rows", "findings", "formats", "rulesets", "paths", "faulty"):
        assert told[0][key] == told[1][key]
    assert " in 1 part, made by auditor " in invoke("info", "--db", both[0]).stdout


def test_a_page_is_made_of_a_lake(both: tuple[Path, Path], tmp_path: Path) -> None:
    told = invoke("report", "--db", both[0], "-o", tmp_path / "page.html", "--no-charts")
    assert told.exit_code == 0, told.output
    assert (tmp_path / "page.html").stat().st_size > 10_000


def test_the_api_opens_a_lake(both: tuple[Path, Path]) -> None:
    with api.connect(both[0]) as lake, api.connect(both[1]) as database:
        for sql in ("SELECT count(*) FROM v_hands", "SELECT DISTINCT kind FROM events ORDER BY kind"):
            assert lake.execute(sql).fetchall() == database.execute(sql).fetchall()


def test_a_lake_is_merged_into_a_database(both: tuple[Path, Path], tmp_path: Path) -> None:
    whole, some = tmp_path / "whole.duckdb", tmp_path / "some.duckdb"
    assert invoke("merge", both[0], "--db", whole).exit_code == 0
    assert hashes(whole) == hashes(both[1])
    told = invoke("merge", both[0], "--db", some, "--where", "format = 'mjai'")
    with connect(str(both[1])) as connection:
        ((games,),) = connection.execute("SELECT count(*) FROM all_games WHERE format = 'mjai'").fetchall()
    assert f"{games} games taken over\n" in told.output
    held = hashes(some)
    assert held["games"][0] == held["sources"][0] == games > 0
    assert "could not be merged" in invoke("merge", both[0], "--db", some, "--where", "nothing = 1").output


def test_a_lake_is_exported_as_a_database_is(both: tuple[Path, Path], tmp_path: Path) -> None:
    for number, path in enumerate(both):
        assert invoke("export", "--db", path, "-o", tmp_path / f"export-{number}").exit_code == 0
        assert invoke("merge", tmp_path / f"export-{number}", "--db", tmp_path / f"{number}.duckdb").exit_code == 0
    assert hashes(tmp_path / "0.duckdb") == hashes(tmp_path / "1.duckdb") == hashes(both[1])


# ---------------------------------------------------------------------------------------------------------- joined


def test_joined_parts_hold_the_same(tmp_path: Path, expected_hashes: Any, small_batches: None) -> None:
    lake = tmp_path / "lake"
    into_lake(lake, LOGS)
    shutil.rmtree(lake / "_auditor" / "read")
    into_lake(lake, *sorted(LOGS.iterdir())[3:20])
    parts = len(open_lake(str(lake)).parts())
    done = compact(str(lake))
    assert (done.before, done.after, done.dropped) == (parts, 1, 17)
    assert hashes(lake) == expected_hashes
    assert len({Path(file).name for file in files_of(lake) if file.endswith(".parquet")}) == 1
    again = compact(str(lake))
    assert (again.before, again.after, again.dropped) == (1, 1, 0)
    assert into_lake(lake, LOGS), "some receipts were thrown away above"
    assert hashes(lake) == expected_hashes


def test_parts_are_joined_up_to_a_size_and_by_judgement(tmp_path: Path, small_batches: None) -> None:
    lake = tmp_path / "lake"
    into_lake(lake, LOGS)
    before = hashes(lake)
    done = compact(str(lake), games=3 * BATCH)
    assert 1 < done.after < done.before
    invoke("audit", LOGS, "--lake", lake, "--rules", "wrc", "--fail-on", "never", "-q")
    later = hashes(lake)
    assert later["findings"] != before["findings"]
    compact(str(lake))
    assert hashes(lake) == later


@pytest.mark.slow
def test_a_join_killed_at_any_moment_leaves_the_same_rows(
    tmp_path: Path, expected_hashes: Any, monkeypatch: pytest.MonkeyPatch, small_batches: None
) -> None:
    whole = tmp_path / "whole"
    into_lake(whole, LOGS)
    for number in range(0, 40, 7):
        lake = tmp_path / f"lake-{number}"
        shutil.copytree(whole, lake)
        count = iter(range(1000))

        def removed(path: str, *, number: int = number, count: Iterator[int] = count) -> None:
            if next(count) == number:
                raise KilledError
            filesystems.remove(path)

        with monkeypatch.context() as changes:
            changes.setattr(compacting, "remove", removed)
            with pytest.raises(KilledError):
                compact(str(lake))
        assert hashes(lake) == expected_hashes, number
        compact(str(lake))
        assert hashes(lake) == expected_hashes, number
        shutil.rmtree(lake)


def test_the_command_tells_what_it_joined(tmp_path: Path, small_batches: None) -> None:
    into_lake(tmp_path / "lake", LOGS)
    told = invoke("lake", "compact", tmp_path / "lake")
    assert told.output.endswith("lake: 1 part, 6 before\n")


# ------------------------------------------------------------------------------------------------------------- told


def test_what_is_no_lake_is_told(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x.txt").write_text("x")
    told = invoke("audit", LOGS, "--lake", tmp_path / "full")
    assert told.exit_code == 2
    assert "holds something else than a lake; give another folder" in told.output
    assert "there is no lake; make one with" in invoke("lake", "compact", tmp_path / "none").output
    make_lake(str(tmp_path / "empty"))
    assert "the lake is empty; fill it with" in invoke("query", "findings", "--db", tmp_path / "empty").output


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--cluster", "tcp://x:1"], "--cluster and --shard write into a lake: --lake URL."),
        (["--shard", "1/2"], "--cluster and --shard write into a lake: --lake URL."),
        (["--lake", "x", "--db", "y"], "give either --db or --lake, not both"),
        (["--lake", "x", "--cluster", "tcp://x:1", "--jobs", "2"], "--jobs is for this machine"),
    ],
)
def test_options_that_contradict_are_told(options: list[str], told: str) -> None:
    asked = invoke("audit", LOGS, *options)
    assert asked.exit_code == 2
    assert told in asked.output


def test_the_environments_database_is_not_meant_where_a_lake_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUDITOR_DB", str(tmp_path / "x.duckdb"))
    invoke("audit", LOGS, "--lake", tmp_path / "lake", "-q")
    assert not (tmp_path / "x.duckdb").exists()
    assert open_lake(str(tmp_path / "lake")).parts()


def changed_entry(lake: Path, **fields: object) -> None:
    (entry,) = (lake / "_auditor" / "parts").iterdir()
    entry.write_text(json.dumps(json.loads(entry.read_text()) | fields))


@pytest.mark.parametrize(
    ("version", "advice"), [(SCHEMA_VERSION - 1, "audit the logs again"), (SCHEMA_VERSION + 1, "update auditor")]
)
def test_a_part_of_another_version_is_refused(tmp_path: Path, version: int, advice: str) -> None:
    lake = tmp_path / "lake"
    into_lake(lake, LOGS)
    changed_entry(lake, schema=version, program="9.9")
    with pytest.raises(StoreError, match=rf"was made by auditor 9\.9 with tables of version {version}, .*; {advice}"):
        connect(str(lake))


def test_a_lake_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    into_lake(lake, LOGS)
    (lake / "_auditor" / "lake.json").write_text('{"layout": 99}')
    with pytest.raises(StoreError, match="is a lake of a newer auditor"):
        connect(str(lake))


@pytest.mark.parametrize("broken", ["{", "[]", '{"name": "x"}', "", '{"files": 1}'])
def test_a_broken_manifest_is_told(tmp_path: Path, broken: str) -> None:
    lake = tmp_path / "lake"
    into_lake(lake, LOGS)
    (entry,) = (lake / "_auditor" / "parts").iterdir()
    entry.write_text(broken)
    with pytest.raises(StoreError, match="is no file of a lake's manifest"):
        connect(str(lake))


def test_the_lake_itself_is_no_input(tmp_path: Path) -> None:
    shutil.copytree(LOGS, tmp_path / "logs")
    lake = tmp_path / "logs" / "lake"
    for _ in range(2):
        told = invoke("audit", tmp_path / "logs", "--lake", lake, "--fail-on", "never", "--strict")
        assert told.exit_code == 0, told.output
    assert hashes(lake)["sources"][0] == len(list(LOGS.iterdir()))


def test_a_full_disk_is_told_and_what_was_written_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_hashes: Any, small_batches: None
) -> None:
    lake = tmp_path / "lake"
    replace, count = os.replace, iter(range(1000))

    def replaced(source: str, target: str) -> None:
        if next(count) > 40:
            raise OSError(28, "No space left on device")
        replace(source, target)

    with monkeypatch.context() as changes:
        changes.setattr(os, "replace", replaced)
        told = invoke("audit", LOGS, "--lake", lake, "--jobs", "1")
    assert told.exit_code == 2
    assert "could not be written (No space left on device)" in told.output
    assert 0 < len(open_lake(str(lake)).parts()) < 6
    into_lake(lake, LOGS)
    assert hashes(lake) == expected_hashes
