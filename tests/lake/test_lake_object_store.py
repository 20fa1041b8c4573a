"""Logs and lakes in an object store over HTTP: reading, writing, and error messages without credentials."""

import logging
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.cli_calls import invoke
from support.lakes import LOGS, hashes, loaded
from support.object_store import BUCKET, KEY_ID, SECRET, Store, served

from auditor.core.files import object_stores as filesystems
from auditor.core.sources import NameFilter, find_inputs
from auditor.lake import run as working
from auditor.lake.compact import compact
from auditor.lake.manifest import open_lake

NUMBERS = iter(range(1000))


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with served() as one:
        one.put(LOGS, "logs")
        yield one


@pytest.fixture
def lake(store: Store) -> Iterator[str]:
    """The address of a lake of its own."""
    yield f"s3://{BUCKET}/lake-{next(NUMBERS)}"
    store.faults.failing, store.faults.seconds = 0, 0.0


def audited(*arguments: str) -> str:
    told = invoke("audit", *arguments, "--fail-on", "never", "--jobs", "1")
    assert told.exit_code == 0, told.output
    return told.output


def test_a_lake_in_a_store_holds_what_a_database_holds(
    store: Store, lake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "LAKE_UNIT_INPUTS", 30)
    logs = f"s3://{BUCKET}/logs"
    audited(logs, "--lake", lake)
    expected = loaded(tmp_path / "x.duckdb", logs)
    assert expected["games"][0] == len(list(LOGS.iterdir()))
    assert len(open_lake(lake).parts()) == 3
    assert hashes(lake) == expected
    assert "not read again" in audited(logs, "--lake", lake)
    assert compact(lake).after == 1
    assert hashes(lake) == expected
    assert invoke("merge", lake, "--db", tmp_path / "merged.duckdb").exit_code == 0
    assert hashes(tmp_path / "merged.duckdb") == expected


def test_one_small_file_is_one_request(store: Store, lake: str) -> None:
    store.faults.requests.clear()
    audited(f"s3://{BUCKET}/logs", "--lake", lake)
    put = [request for request in store.faults.requests if request.startswith("PUT ")]
    assert len(put) == len(set(put)) == len(store.contents(lake.rpartition("/")[2] + "/"))
    read = [request for request in store.faults.requests if request.startswith("GET /bucket/logs/")]
    assert len(read) == len(list(LOGS.iterdir()))


def test_archives_patterns_and_members_are_read(store: Store, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for log in sorted(LOGS.iterdir()):
            archive.write(log, log.name)
    store.client.put_object(Bucket=BUCKET, Key="archives/all.zip", Body=(tmp_path / "all.zip").read_bytes())
    one = sorted(LOGS.iterdir())[0].name
    count = len(list(LOGS.iterdir()))
    for address, inputs in (
        (f"s3://{BUCKET}/archives/all.zip", count),
        (f"s3://{BUCKET}/*/*.zip", count),
        (f"s3://{BUCKET}/archives/all.zip::{one}", 1),
        (f"s3://{BUCKET}/logs/{one}", 1),
        (f"s3://{BUCKET}/logs/*{Path(one).suffix}", len(list(LOGS.glob(f"*{Path(one).suffix}")))),
    ):
        assert f"\n{inputs} input" in audited(address), address


def test_work_begins_before_the_listing_ends(store: Store) -> None:
    for number in range(40):
        store.client.put_object(Bucket=BUCKET, Key=f"many/{number:02d}", Body=b"x")
    store.faults.requests.clear()
    with pytest.MonkeyPatch.context() as changes:
        changes.setattr(filesystems, "_PAGE_KEYS", 10)
        found = find_inputs([f"s3://{BUCKET}/many/"], NameFilter())
        next(found)
        assert len([request for request in store.faults.requests if "list-type=2" in request]) == 1
        assert len(list(found)) == 39
        assert len([request for request in store.faults.requests if "list-type=2" in request]) == 4


def test_without_boto3_a_listing_is_waited_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filesystems, "_s3_pages", lambda path: None)
    found = list(filesystems.listing(f"s3://{BUCKET}/logs"))
    assert [Path(one.path).name for one in found] == sorted([log.name for log in LOGS.iterdir()])
    assert all(one.size > 0 for one in found)


@pytest.mark.parametrize("status", ["503 Slow Down", "500 Internal Error"])
def test_a_put_that_fails_is_tried_again(store: Store, lake: str, status: str) -> None:
    store.faults.failing, store.faults.status = 2, status
    audited(f"s3://{BUCKET}/logs", "--lake", lake)
    assert store.faults.failing == 0
    assert hashes(lake)["games"][0] == len(list(LOGS.iterdir()))


def test_a_put_that_fails_for_good_is_told_and_leaves_nothing_that_counts(store: Store, lake: str) -> None:
    logs = f"s3://{BUCKET}/logs"
    store.faults.failing, store.faults.status = 10_000, "403 Access Denied"
    told = invoke("audit", logs, "--lake", lake, "--jobs", "1")
    assert told.exit_code == 2
    assert "could not be written" in told.output
    assert told.output.count("\n") == 1
    store.faults.failing = 0
    audited(logs, "--lake", lake)
    assert hashes(lake)["games"][0] == len(list(LOGS.iterdir()))


def test_a_slow_store_is_waited_for(store: Store, lake: str) -> None:
    store.faults.seconds = 0.2
    audited(f"s3://{BUCKET}/logs", "--lake", lake)
    assert hashes(lake)["games"][0] == len(list(LOGS.iterdir()))


def test_a_file_that_is_gone_meanwhile_is_a_problem_and_read_the_next_time(store: Store, lake: str) -> None:
    log = sorted(LOGS.iterdir())[0]
    store.client.put_object(Bucket=BUCKET, Key="gone/a.mjlog", Body=log.read_bytes())
    found = find_inputs([f"s3://{BUCKET}/gone/a.mjlog"], NameFilter())
    one = next(found)
    store.client.delete_object(Bucket=BUCKET, Key="gone/a.mjlog")
    from auditor.core.sources import InputAddress, Limits, read_inputs

    assert isinstance(one, InputAddress)
    ((_, problem),) = list(read_inputs([one], Limits(), NameFilter()))
    assert "cannot be read" in getattr(problem, "message", "")
    told = invoke("audit", f"s3://{BUCKET}/gone/", "--lake", lake)
    assert told.exit_code == 3
    assert f"s3://{BUCKET}/gone/: there is no such object, and none below it" in told.output


def test_no_secret_is_told_or_written(store: Store, lake: str) -> None:
    told = audited(f"s3://{BUCKET}/logs", "--lake", lake, "--format", "jsonl", "--verbose")
    store.faults.failing, store.faults.status = 10_000, "403 Access Denied"
    told += invoke("audit", LOGS, "--lake", lake).output
    store.faults.failing = 0
    for address in ("s3://nobody/x", f"s3://{KEY_ID}:{SECRET}@{BUCKET}/logs", f"s3://{BUCKET}/some"):
        told += invoke("audit", address).output
        told += invoke("audit", LOGS, "--lake", address, "--jobs", "1").output
        told += invoke("query", "findings", "--db", address).output
        told += invoke("audit", address, "--lake", lake).output
    assert "credentials are taken from the environment, from no address" in told
    written = b"".join([name.encode() + data for name, data in store.contents("").items()])
    for secret in (KEY_ID, SECRET):
        assert secret not in told
        assert secret.encode() not in written


def test_what_is_not_there_is_told(store: Store) -> None:
    told = invoke("audit", "s3://nobody/x", f"s3://{BUCKET}/none/")
    assert told.exit_code == 3
    assert "s3://nobody/x: cannot be listed (" in told.output
    assert "The specified bucket does not exist" in told.output
    assert f"s3://{BUCKET}/none/: there is no such object, and none below it" in told.output
    assert "there is no lake; make one with" in invoke("query", "findings", "--db", f"s3://{BUCKET}/none").output
    assert "holds something else than a lake" in invoke("audit", LOGS, "--lake", f"s3://{BUCKET}/logs").output
    assert "unknown://x: cannot be opened" in invoke("audit", LOGS, "--lake", "unknown://x/y").output
