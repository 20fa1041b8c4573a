"""Lakes: however one was written, it has the same rows as a database, each exactly once."""

import os
import re
import shutil
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.cli_calls import invoke
from support.lakes import BATCH, LOGS, KilledError, files_of, hashes, into_lake, loaded, parts_of
from support.legal_games import legal
from support.paths import FIXTURES

from auditor import api
from auditor.core.sources import InputAddress, NameFilter, find_inputs, read_inputs
from auditor.core.store.contents import KnownKeys
from auditor.lake import run as working
from auditor.lake.compact import compact
from auditor.lake.manifest import open_lake
from auditor.lake.run import split_archive

OTHERS = FIXTURES / "cases" / "wiki"


# ------------------------------------------------------------------------------------------------------- written


def test_a_lake_holds_what_a_database_holds(tmp_path: Path, expected_hashes: Any, small_batches: None) -> None:
    parts = parts_of(into_lake(tmp_path / "lake", LOGS))
    assert len(parts) == -(-expected_hashes["sources"][0] // BATCH)
    assert hashes(tmp_path / "lake") == expected_hashes


def test_processes_write_the_same_parts(tmp_path: Path, expected_hashes: Any) -> None:
    for jobs in ("1", "2"):
        assert invoke("audit", LOGS, "--lake", tmp_path / jobs, "--jobs", jobs, "--fail-on", "never").exit_code == 0
    assert files_of(tmp_path / "1") == files_of(tmp_path / "2")
    assert hashes(tmp_path / "2") == expected_hashes


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


def test_a_value_that_no_column_holds_costs_its_input_alone(tmp_path: Path) -> None:
    """All inputs with it are judged again, each alone."""
    logs = tmp_path / "logs"
    shutil.copytree(LOGS, logs)
    written = legal(0).written("mjai")
    assert written is not None
    (logs / "y.mjson").write_text(re.sub(r'"names": *\["', r"\g<0>\\ud800", written[0]))
    into_lake(tmp_path / "lake", logs)
    assert hashes(tmp_path / "lake") == loaded(tmp_path / "x.duckdb", logs)


def test_a_run_done_again_reads_nothing_and_adds_nothing(tmp_path: Path, expected_hashes: Any) -> None:
    lake = tmp_path / "lake"
    first = invoke("audit", LOGS, "--lake", lake, "--fail-on", "never")
    before = files_of(lake)
    again = invoke("audit", LOGS, "--lake", lake)
    assert again.exit_code == 0, again.output
    assert f"known from before, and not read again: {expected_hashes['sources'][0]} files" in again.output
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
    tmp_path: Path, expected_hashes: Any, small_batches: None
) -> None:
    """Run on a copy, whose receipts are lost: every part is written a second time, some in other company."""
    lake = tmp_path / "lake"
    into_lake(lake, LOGS)
    shutil.rmtree(lake / "_auditor" / "read")
    assert into_lake(lake, LOGS)
    assert hashes(lake) == expected_hashes
    some = sorted(LOGS.iterdir())
    shutil.rmtree(lake / "_auditor" / "read")
    into_lake(lake, *some[3:20])
    assert len(open_lake(str(lake)).parts()) == -(-expected_hashes["sources"][0] // BATCH) + 2
    assert hashes(lake) == expected_hashes


def test_a_later_judgement_takes_the_place_of_an_earlier(tmp_path: Path, archive: Path, small_batches: None) -> None:
    """So does one that was made before, of files and of an archive in chunks, joined or not."""
    lake = tmp_path / "lake"
    for number, rules in enumerate(("auto", "ema-2016", "wrc", "auto", "auto", "wrc", "auto")):
        done = [
            invoke("audit", given, *into, "--rules", rules, "--fail-on", "never", "-q").exit_code
            for given in (LOGS, archive)
            for into in (("--lake", lake), ("--db", tmp_path / "x.duckdb"))
        ]
        assert done == [0] * 4
        assert hashes(lake) == hashes(tmp_path / "x.duckdb")
        if number in (1, 5):
            open_lake(str(lake)).join_receipts()
        if number in (2, 3):  # a part that is written again after it was joined counts again
            compact(str(lake))
            assert hashes(lake) == hashes(tmp_path / "x.duckdb")
    assert [one.inputs for one in open_lake(str(lake)).parts()]


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
            invoke("audit", logs, missing, *into, "--fail-on", "never", "-q")
        assert hashes(lake) == hashes(database), step
    assert hashes(lake)["problems"][0] == 0


# ---------------------------------------------------------------------------------------------------- when killed


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


@pytest.mark.slow
def test_a_run_killed_at_any_file_and_done_again_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_batches: None
) -> None:
    some = sorted(LOGS.iterdir())[:9]
    monkeypatch.setattr(working, "LAKE_UNIT_INPUTS", 4)
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
    monkeypatch.setattr("auditor.lake.run.PIECES_FROM", 0)
    done = into_lake(tmp_path / "lake", archive)
    assert len(done) == len(parts_of(done)) == -(-len(list(LOGS.iterdir())) // BATCH)
    assert hashes(tmp_path / "lake") == loaded(tmp_path / "x.duckdb", archive)


def test_a_large_archive_is_no_more_pieces_than_its_directory_is_worth(archive: Path) -> None:
    with open(archive, "rb") as stream:
        from auditor.core.sources.archives import zip_pieces

        members = len(list(LOGS.iterdir()))
        assert zip_pieces(stream, 1, 4)[-1] == (3 * -(-members // 4), 4 * -(-members // 4))
        assert len(zip_pieces(stream, 1, 1000)) == members


def test_a_database_of_logs_is_read_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_batches: None
) -> None:
    import sqlite3

    database = tmp_path / "logs.db"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE logs (log_id TEXT PRIMARY KEY, log_content BLOB)")
        logs = [(log.name, log.read_bytes()) for log in sorted(LOGS.iterdir())]
        connection.executemany("INSERT INTO logs VALUES (?, ?)", logs)
    monkeypatch.setattr("auditor.lake.run.PIECES_FROM", 0)
    assert len(into_lake(tmp_path / "lake", database)) == -(-len(logs) // BATCH)
    assert hashes(tmp_path / "lake") == loaded(tmp_path / "x.duckdb", database)


def test_an_archive_whose_run_was_killed_goes_on_where_it_was(
    tmp_path: Path, archive: Path, expected_hashes: Any, monkeypatch: pytest.MonkeyPatch, small_batches: None
) -> None:
    lake, database = tmp_path / "lake", tmp_path / "x.duckdb"
    assert killed_at(35, monkeypatch, lambda: into_lake(lake, archive))
    had = len(open_lake(str(lake)).parts())
    shutil.copytree(lake, tmp_path / "other")
    (done,) = into_lake(lake, archive)
    assert had * BATCH == done.known > 0
    assert hashes(lake) == loaded(database, archive)
    invoke("audit", archive, "--lake", tmp_path / "other", "--rules", "wrc", "--fail-on", "never", "-q")
    into_lake(tmp_path / "other", archive)
    assert hashes(tmp_path / "other") == hashes(database), "with other rules meanwhile"


# ---------------------------------------------------------------------------------------------------------- shards


def test_shards_share_the_files_between_them(tmp_path: Path, expected_hashes: Any) -> None:
    counts = []
    for number in (1, 2, 3):
        invoke("audit", LOGS, "--lake", tmp_path / "lake", "--shard", f"{number}/3", "--fail-on", "never", "-q")
        counts.append(hashes(tmp_path / "lake")["games"][0])
    assert counts == sorted(set(counts))
    assert hashes(tmp_path / "lake") == expected_hashes


@pytest.mark.parametrize("share", ["0/3", "4/3", "1", "a/b", "1/0"])
def test_a_share_that_is_none_is_told(tmp_path: Path, share: str) -> None:
    told = invoke("audit", LOGS, "--lake", tmp_path / "lake", "--shard", share)
    assert told.exit_code == 2
    assert "is no share; give K/N, such as 3/8" in told.output


# --------------------------------------------------------------------------------------------------------- in parts


def test_known_hashes_are_found() -> None:
    known = KnownKeys(b"".join([bytes([number]) * 12 for number in (3, 7, 200)]), 12)
    assert len(known) == 3
    assert [number for number in range(256) if bytes([number]) * 12 in known] == [3, 7, 200]
    assert b"" not in KnownKeys(b"", 12)


def test_what_is_found_is_what_is_read(tmp_path: Path) -> None:
    """Names choose among files before they are opened, and among members after."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.mjlog").write_text("1")
    (tmp_path / "a" / "2.xml").write_text("2")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("3.mjlog", "3")
        archive.writestr("4.xml", "4")
    names = NameFilter(("*.mjlog",))
    found = [one for one in find_inputs([str(tmp_path)], names) if isinstance(one, InputAddress)]
    assert [os.path.basename(one.path) for one in found] == ["1.mjlog", "2.xml", "b.zip"]
    read = [item.member or os.path.basename(item.path) for _, item in read_inputs(found, api.Limits(), names)]
    assert read == ["1.mjlog", "3.mjlog"]
    assert split_archive(found[2], 1) == [found[2]]
