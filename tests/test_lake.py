"""Lakes: what is written is what a database holds, however it was written, and nothing counts twice or by half."""

import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from lakes import FIXTURES, LOGS, called, hashes, into_lake, loaded, parts_of

from auditor import api, filesystems
from auditor.audit.lake import plan as planning
from auditor.audit.lake import work as working
from auditor.sources import Found, Names, find, in_pieces
from auditor.sources import found as finding
from auditor.store.copying import CHANGES
from auditor.store.database import StoreError
from auditor.store.filled import COMPLETE_SINCE
from auditor.store.lake import compact as compacting
from auditor.store.lake import manifest, reader
from auditor.store.lake.compact import compact
from auditor.store.lake.manifest import Known, make_lake, open_lake
from auditor.store.opening import connect
from auditor.store.schema import EVENT_CODES, SCHEMA_VERSION

OTHERS = FIXTURES / "cases" / "wiki"
BATCH = 16


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "BATCH_INPUTS", BATCH)
    monkeypatch.setattr(working, "PART_INPUTS", BATCH)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, int]]:
    return loaded(tmp_path_factory.mktemp("lake") / "x.duckdb", LOGS)


def files_of(folder: Path) -> list[str]:
    return sorted([str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()])


# ------------------------------------------------------------------------------------------------------- written


def test_a_lake_holds_what_a_database_holds(tmp_path: Path, expected: Any, small_batches: None) -> None:
    parts = parts_of(into_lake(tmp_path / "lake", LOGS))
    assert len(parts) == -(-expected["sources"][0] // BATCH)
    assert hashes(tmp_path / "lake") == expected


def test_processes_write_the_same_parts(tmp_path: Path, expected: Any) -> None:
    for jobs in ("1", "2"):
        assert called("audit", LOGS, "--lake", tmp_path / jobs, "--jobs", jobs, "--fail-on", "never").exit_code == 0
    assert files_of(tmp_path / "1") == files_of(tmp_path / "2")
    assert hashes(tmp_path / "2") == expected


def test_a_content_at_several_paths_is_several_inputs_and_one_set_of_games(tmp_path: Path, small_batches: None) -> None:
    logs = tmp_path / "logs"
    for folder in ("a", "b"):
        (logs / folder).mkdir(parents=True)
        for log in sorted(LOGS.iterdir())[: BATCH + 4]:
            shutil.copy(log, logs / folder)
    (logs / "c.txt").write_text("no log")
    (logs / "d.mjlog").write_text("<mjloggm")
    into_lake(tmp_path / "lake", logs)
    assert hashes(tmp_path / "lake") == loaded(tmp_path / "x.duckdb", logs)


def test_a_run_done_again_reads_nothing_and_adds_nothing(tmp_path: Path, expected: Any) -> None:
    lake = tmp_path / "lake"
    first = called("audit", LOGS, "--lake", lake, "--fail-on", "never")
    before = files_of(lake)
    again = called("audit", LOGS, "--lake", lake)
    assert again.exit_code == 0, again.output
    assert f"known from before, and not read again: {expected['sources'][0]} files" in again.output
    assert "known from before" not in first.output
    assert files_of(lake) == before


def test_only_what_is_new_is_read(tmp_path: Path) -> None:
    logs, lake = tmp_path / "logs", tmp_path / "lake"
    shutil.copytree(LOGS, logs)
    into_lake(lake, logs)
    shutil.copy(next(OTHERS.iterdir()), logs / "0.mjlog")
    (done,) = into_lake(lake, logs)
    assert [result.path for result in done.results] == [str(logs / "0.mjlog")]
    assert hashes(lake) == loaded(tmp_path / "x.duckdb", logs)


def test_two_runs_that_know_nothing_of_each_other_count_once(
    tmp_path: Path, expected: Any, small_batches: None
) -> None:
    """Run on a copy, whose receipts are lost: every part is written a second time, some in other company."""
    lake = tmp_path / "lake"
    into_lake(lake, LOGS)
    shutil.rmtree(lake / "_auditor" / "read")
    assert into_lake(lake, LOGS)
    assert hashes(lake) == expected
    some = sorted(LOGS.iterdir())
    shutil.rmtree(lake / "_auditor" / "read")
    into_lake(lake, *some[3:20])
    assert len(open_lake(str(lake)).parts()) == -(-expected["sources"][0] // BATCH) + 2
    assert hashes(lake) == expected


def test_a_later_judgement_takes_the_place_of_an_earlier(tmp_path: Path) -> None:
    for into in (("--lake", str(tmp_path / "lake")), ("--db", str(tmp_path / "x.duckdb"))):
        for rules in ("auto", "ema-2016", "wrc"):
            assert called("audit", LOGS, *into, "--rules", rules, "--fail-on", "never", "-q").exit_code == 0
    assert hashes(tmp_path / "lake") == hashes(tmp_path / "x.duckdb")


def test_what_could_not_be_read_is_read_again(tmp_path: Path) -> None:
    logs, lake, database = tmp_path / "logs", tmp_path / "lake", tmp_path / "x.duckdb"
    logs.mkdir()
    log = next(iter(sorted(LOGS.iterdir())))
    (logs / "cut.mjlog").write_bytes(log.read_bytes()[:300])
    missing = logs / "missing.mjlog"
    for step in ("without", "with"):
        if step == "with":
            shutil.copy(log, logs / "cut.mjlog")
            shutil.copy(log, missing)
        for into in (("--lake", str(lake)), ("--db", str(database))):
            called("audit", logs, missing, *into, "--fail-on", "never", "-q")
        assert hashes(lake) == hashes(database), step
    assert hashes(lake)["problems"][0] == 0


# ---------------------------------------------------------------------------------------------------- when killed


class KilledError(BaseException):
    """Stands for the end of a process: nothing in the program catches it."""


def killed_at(number: int, monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> bool:
    """Do work that ends at the n-th file, before it has its name; whether there were so many."""
    replace, count = os.replace, iter(range(1_000_000))

    def replaced(source: str, target: str) -> None:
        if next(count) == number:
            raise KilledError
        replace(source, target)

    with monkeypatch.context() as changes:
        changes.setattr(os, "replace", replaced)
        try:
            work()
        except KilledError:
            return True
    return False


def test_a_run_killed_at_any_file_and_done_again_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_batches: None
) -> None:
    some = sorted(LOGS.iterdir())[:9]
    monkeypatch.setattr(planning, "BATCH_INPUTS", 4)
    whole = loaded(tmp_path / "x.duckdb", *some)
    number = 0
    while True:
        lake = tmp_path / f"lake-{number}"
        if not killed_at(number, monkeypatch, partial(into_lake, lake, *some)):
            break
        if number > 0 and open_lake(str(lake)).parts():
            held = hashes(lake)
            assert held["games"][0] in (4, 8, 9), "whole parts, or nothing of them"
            assert held["games"][0] == held["sources"][0] == held["seats"][0] // 4
        into_lake(lake, *some)
        assert hashes(lake) == whole, number
        shutil.rmtree(lake)
        number += 1
    assert number > 20


def test_the_files_of_a_part_that_never_came_to_count_are_removed_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_batches: None
) -> None:
    lake = tmp_path / "lake"
    into_lake(lake, OTHERS)
    assert killed_at(5, monkeypatch, lambda: into_lake(lake, LOGS))
    before = hashes(lake)
    assert compact(str(lake)).removed == 0
    for file in lake.rglob("*.parquet"):
        os.utime(file, (0, 0))
    removed = compact(str(lake)).removed
    assert removed > 0
    assert not [file for file in files_of(lake) if "/." in file], "nor what had no name yet"
    assert len({Path(file).name for file in files_of(lake) if file.endswith(".parquet")}) == 1
    assert hashes(lake) == before


# ------------------------------------------------------------------------------------------------------- archives


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    with zipfile.ZipFile(tmp_path / "logs.zip", "w") as made:
        for log in sorted(LOGS.iterdir()):
            made.write(log, log.name)
    return tmp_path / "logs.zip"


def test_an_archive_is_read_in_pieces(
    tmp_path: Path, archive: Path, monkeypatch: pytest.MonkeyPatch, small_batches: None
) -> None:
    monkeypatch.setattr(finding, "PIECES_FROM", 0)
    done = into_lake(tmp_path / "lake", archive)
    assert len(done) == len(parts_of(done)) == -(-len(list(LOGS.iterdir())) // BATCH)
    assert hashes(tmp_path / "lake") == loaded(tmp_path / "x.duckdb", archive)


def test_a_large_archive_is_no_more_pieces_than_its_directory_is_worth(archive: Path) -> None:
    with open(archive, "rb") as stream:
        from auditor.sources.zip_archive import pieces

        members = len(list(LOGS.iterdir()))
        assert pieces(stream, 1, 4)[-1] == (3 * -(-members // 4), 4 * -(-members // 4))
        assert len(pieces(stream, 1, 1000)) == members


def test_a_database_of_logs_is_read_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_batches: None
) -> None:
    import sqlite3

    database = tmp_path / "logs.db"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE logs (log_id TEXT PRIMARY KEY, log_content BLOB)")
        logs = [(log.name, log.read_bytes()) for log in sorted(LOGS.iterdir())]
        connection.executemany("INSERT INTO logs VALUES (?, ?)", logs)
    monkeypatch.setattr(finding, "PIECES_FROM", 0)
    assert len(into_lake(tmp_path / "lake", database)) == -(-len(logs) // BATCH)
    assert hashes(tmp_path / "lake") == loaded(tmp_path / "x.duckdb", database)


def test_an_archive_whose_run_was_killed_goes_on_where_it_was(
    tmp_path: Path, archive: Path, expected: Any, monkeypatch: pytest.MonkeyPatch, small_batches: None
) -> None:
    lake, database = tmp_path / "lake", tmp_path / "x.duckdb"
    assert killed_at(35, monkeypatch, lambda: into_lake(lake, archive))
    had = len(open_lake(str(lake)).parts())
    (done,) = into_lake(lake, archive)
    assert had * BATCH == done.known > 0
    assert hashes(lake) == loaded(database, archive)


# ---------------------------------------------------------------------------------------------------------- shards


def test_shards_share_the_files_between_them(tmp_path: Path, expected: Any) -> None:
    counts = []
    for number in (1, 2, 3):
        called("audit", LOGS, "--lake", tmp_path / "lake", "--shard", f"{number}/3", "--fail-on", "never", "-q")
        counts.append(hashes(tmp_path / "lake")["games"][0])
    assert counts == sorted(set(counts))
    assert hashes(tmp_path / "lake") == expected


@pytest.mark.parametrize("share", ["0/3", "4/3", "1", "a/b", "1/0"])
def test_a_share_that_is_none_is_told(tmp_path: Path, share: str) -> None:
    told = called("audit", LOGS, "--lake", tmp_path / "lake", "--shard", share)
    assert told.exit_code == 2
    assert "is no share; give K/N, such as 3/8" in told.output


# ------------------------------------------------------------------------------------------------------------ asked


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A lake and a database of the same."""
    folder = tmp_path_factory.mktemp("both")
    for into in (("--lake", folder / "lake"), ("--db", folder / "x.duckdb")):
        called("audit", LOGS, OTHERS, *into, "--fail-on", "never", "-q")
    return folder / "lake", folder / "x.duckdb"


@pytest.mark.parametrize("name", ["player-statistics", "findings", "riichi-by-wait", "wins-by-yaku", "hand-outcomes"])
def test_a_query_answers_as_of_a_database(both: tuple[Path, Path], name: str) -> None:
    lake, database = [called("query", name, "--db", path, "--format", "csv").stdout for path in both]
    assert lake == database
    assert lake.count("\n") > 1


def test_every_view_and_type_is_that_of_a_database(both: tuple[Path, Path]) -> None:
    described = []
    for path in both:
        with connect(str(path)) as connection:
            described.append(
                connection.execute(
                    "SELECT table_name, column_name, data_type FROM duckdb_columns()"
                    f" WHERE NOT internal AND table_name <> '{EVENT_CODES}'"
                    " ORDER BY table_name, column_index"
                ).fetchall()
            )
    assert described[0] == described[1]


def test_a_finding_of_a_lake_is_shown(both: tuple[Path, Path]) -> None:
    numbers = called("query", "--db", both[0], "--sql", "SELECT number, message FROM v_findings", "--format", "csv")
    assert "\n0," in numbers.stdout
    assert called("show", "--db", both[0], "--finding", "0").exit_code == 0
    assert "there is no finding 9999" in called("show", "--db", both[0], "--finding", "9999").output


def test_a_lake_tells_what_it_holds(both: tuple[Path, Path]) -> None:
    told = [json.loads(called("info", "--db", path, "--format", "json").stdout) for path in both]
    assert told[0]["parts"] == 1
    assert told[1]["parts"] is None
    for key in ("rows", "findings", "formats", "rulesets", "paths", "faulty"):
        assert told[0][key] == told[1][key]
    assert " in 1 part, made by auditor " in called("info", "--db", both[0]).stdout


def test_a_page_is_made_of_a_lake(both: tuple[Path, Path], tmp_path: Path) -> None:
    told = called("report", "--db", both[0], "-o", tmp_path / "page.html", "--no-charts")
    assert told.exit_code == 0, told.output
    assert (tmp_path / "page.html").stat().st_size > 10_000


def test_the_api_opens_a_lake(both: tuple[Path, Path]) -> None:
    with api.connect(both[0]) as lake, api.connect(both[1]) as database:
        for sql in ("SELECT count(*) FROM v_hands", "SELECT DISTINCT kind FROM events ORDER BY kind"):
            assert lake.execute(sql).fetchall() == database.execute(sql).fetchall()


def test_a_lake_is_merged_into_a_database(both: tuple[Path, Path], tmp_path: Path) -> None:
    whole, some = tmp_path / "whole.duckdb", tmp_path / "some.duckdb"
    assert called("merge", both[0], "--db", whole).exit_code == 0
    assert hashes(whole) == hashes(both[1])
    told = called("merge", both[0], "--db", some, "--where", "format = 'mjai'")
    with connect(str(both[1])) as connection:
        ((games,),) = connection.execute("SELECT count(*) FROM games WHERE format = 'mjai'").fetchall()
    assert f"{games} games taken over\n" in told.output
    held = hashes(some)
    assert held["games"][0] == held["sources"][0] == games > 0
    assert "could not be merged" in called("merge", both[0], "--db", some, "--where", "nothing = 1").output


def test_a_lake_is_exported_as_a_database_is(both: tuple[Path, Path], tmp_path: Path) -> None:
    for number, path in enumerate(both):
        assert called("export", "--db", path, "-o", tmp_path / f"export-{number}").exit_code == 0
        assert called("merge", tmp_path / f"export-{number}", "--db", tmp_path / f"{number}.duckdb").exit_code == 0
    assert hashes(tmp_path / "0.duckdb") == hashes(tmp_path / "1.duckdb") == hashes(both[1])


# ---------------------------------------------------------------------------------------------------------- joined


def test_joined_parts_hold_the_same(tmp_path: Path, expected: Any, small_batches: None) -> None:
    lake = tmp_path / "lake"
    into_lake(lake, LOGS)
    shutil.rmtree(lake / "_auditor" / "read")
    into_lake(lake, *sorted(LOGS.iterdir())[3:20])
    parts = len(open_lake(str(lake)).parts())
    done = compact(str(lake))
    assert (done.before, done.after, done.dropped) == (parts, 1, 17)
    assert hashes(lake) == expected
    assert len({Path(file).name for file in files_of(lake) if file.endswith(".parquet")}) == 1
    again = compact(str(lake))
    assert (again.before, again.after, again.dropped) == (1, 1, 0)
    assert into_lake(lake, LOGS), "some receipts were thrown away above"
    assert hashes(lake) == expected


def test_parts_are_joined_up_to_a_size_and_by_judgement(tmp_path: Path, small_batches: None) -> None:
    lake = tmp_path / "lake"
    into_lake(lake, LOGS)
    before = hashes(lake)
    done = compact(str(lake), games=3 * BATCH)
    assert 1 < done.after < done.before
    called("audit", LOGS, "--lake", lake, "--rules", "wrc", "--fail-on", "never", "-q")
    later = hashes(lake)
    assert later["findings"] != before["findings"]
    compact(str(lake))
    assert hashes(lake) == later


def test_a_join_killed_at_any_moment_leaves_the_same_rows(
    tmp_path: Path, expected: Any, monkeypatch: pytest.MonkeyPatch, small_batches: None
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
        assert hashes(lake) == expected, number
        compact(str(lake))
        assert hashes(lake) == expected, number
        shutil.rmtree(lake)


def test_the_command_tells_what_it_joined(tmp_path: Path, small_batches: None) -> None:
    into_lake(tmp_path / "lake", LOGS)
    told = called("lake", "compact", tmp_path / "lake")
    assert told.output.endswith("lake: 1 part, 6 before\n")


# ------------------------------------------------------------------------------------------------------------- told


def test_what_is_no_lake_is_told(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x.txt").write_text("x")
    told = called("audit", LOGS, "--lake", tmp_path / "full")
    assert told.exit_code == 2
    assert "holds something else than a lake; give another folder" in told.output
    assert "there is no lake; make one with" in called("lake", "compact", tmp_path / "none").output
    make_lake(str(tmp_path / "empty"))
    assert "the lake is empty; fill it with" in called("query", "findings", "--db", tmp_path / "empty").output


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--cluster", "tcp://x:1"], "--cluster and --shard write into a lake: --lake URL."),
        (["--shard", "1/2"], "--cluster and --shard write into a lake: --lake URL."),
        (["--lake", "x", "--db", "y"], "give either --db or --lake, not both"),
        (["--lake", "x", "--cluster", "tcp://x:1", "--jobs", "2"], "--jobs is for this machine"),
        (["--lake", "x", "--only-new"], "--only-new compares with a database"),
    ],
)
def test_options_that_contradict_are_told(options: list[str], told: str) -> None:
    asked = called("audit", LOGS, *options)
    assert asked.exit_code == 2
    assert told in asked.output


def test_the_environments_database_is_not_meant_where_a_lake_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUDITOR_DB", str(tmp_path / "x.duckdb"))
    called("audit", LOGS, "--lake", tmp_path / "lake", "-q")
    assert not (tmp_path / "x.duckdb").exists()
    assert open_lake(str(tmp_path / "lake")).parts()


def changed_entry(lake: Path, **fields: object) -> None:
    (entry,) = (lake / "_auditor" / "parts").iterdir()
    entry.write_text(json.dumps(json.loads(entry.read_text()) | fields))


def test_parts_of_other_versions_are_read_or_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = tmp_path / "lake"
    into_lake(lake, LOGS)
    games = hashes(lake)["games"]
    changed_entry(lake, schema=COMPLETE_SINCE - 1)
    with pytest.raises(StoreError, match=r"parts with tables of version \d+, .*; audit the same logs into it again"):
        connect(str(lake))
    changed_entry(lake, schema=SCHEMA_VERSION)
    with monkeypatch.context() as changes:  # as a later program will see it
        changes.setattr(manifest, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
        changes.setattr(reader, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
        changes.setitem(CHANGES, SCHEMA_VERSION, {"games": {"rule_text": "'told since'"}})
        with connect(str(lake)) as connection:
            assert connection.execute("SELECT DISTINCT rule_text FROM games").fetchall() == [("told since",)]
            assert connection.execute("SELECT count(*) FROM games").fetchall() == [(games[0],)]
    changed_entry(lake, schema=SCHEMA_VERSION + 1, program="9.9")
    with pytest.raises(StoreError, match=r"has tables of version \d+ \(auditor 9\.9\), this program knows"):
        connect(str(lake))
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
        told = called("audit", tmp_path / "logs", "--lake", lake, "--fail-on", "never", "--strict")
        assert told.exit_code == 0, told.output
    assert hashes(lake)["sources"][0] == len(list(LOGS.iterdir()))


def test_a_full_disk_is_told_and_what_was_written_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: Any, small_batches: None
) -> None:
    lake = tmp_path / "lake"
    replace, count = os.replace, iter(range(1000))

    def replaced(source: str, target: str) -> None:
        if next(count) > 40:
            raise OSError(28, "No space left on device")
        replace(source, target)

    with monkeypatch.context() as changes:
        changes.setattr(os, "replace", replaced)
        told = called("audit", LOGS, "--lake", lake, "--jobs", "1")
    assert told.exit_code == 2
    assert "could not be written (No space left on device)" in told.output
    assert 0 < len(open_lake(str(lake)).parts()) < 6
    into_lake(lake, LOGS)
    assert hashes(lake) == expected


# --------------------------------------------------------------------------------------------------------- in parts


def test_known_hashes_are_found() -> None:
    known = Known(b"".join([bytes([number]) * 12 for number in (7, 3, 200, 3)]))
    assert len(known) == 3
    assert [number for number in range(256) if bytes([number]) * 12 in known] == [3, 7, 200]
    assert b"" not in Known(b"")


def test_what_is_found_is_what_is_read(tmp_path: Path) -> None:
    """Names choose among files before they are opened, and among members after."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.mjlog").write_text("1")
    (tmp_path / "a" / "2.xml").write_text("2")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("3.mjlog", "3")
        archive.writestr("4.xml", "4")
    names = Names(("*.mjlog",))
    found = [one for one in find([str(tmp_path)], names) if isinstance(one, Found)]
    assert [os.path.basename(one.path) for one in found] == ["1.mjlog", "2.xml", "b.zip"]
    read = [item.member or os.path.basename(item.path) for _, item in finding.read_found(found, api.Limits(), names)]
    assert read == ["1.mjlog", "3.mjlog"]
    assert in_pieces(found[2], 1) == [found[2]]
