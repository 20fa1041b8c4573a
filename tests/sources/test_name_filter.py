"""Which files below folders, and which members of archives, are read: by --include and --exclude."""

import io
import tarfile
import zipfile
from pathlib import Path

import pytest
from support.cli_calls import invoke as run
from support.paths import FIXTURES

from auditor.core.sources import NameFilter, open_sources
from auditor.core.sources.survey import measure_inputs


@pytest.mark.parametrize(
    ("include", "exclude", "taken"),
    [
        ((), (), ["a.mjlog", "b.json", "old/a.mjlog", "old/deep/c.json"]),
        (("*.mjlog",), (), ["a.mjlog", "old/a.mjlog"]),
        (("*.mjlog", "c.*"), (), ["a.mjlog", "old/a.mjlog", "old/deep/c.json"]),
        (("old/*",), (), ["old/a.mjlog", "old/deep/c.json"]),
        (("deep/*",), (), ["old/deep/c.json"]),
        (("./old/*",), ("deep",), ["old/a.mjlog"]),
        ((), ("old",), ["a.mjlog", "b.json"]),
        ((), ("old/",), ["a.mjlog", "b.json"]),
        ((), ("old/deep",), ["a.mjlog", "b.json", "old/a.mjlog"]),
        ((), ("*.json",), ["a.mjlog", "old/a.mjlog"]),
        (("[ab].*",), ("old",), ["a.mjlog", "b.json"]),
        (("A.MJLOG",), (), []),
    ],
)
def test_patterns(tmp_path: Path, include: tuple[str, ...], exclude: tuple[str, ...], taken: list[str]) -> None:
    names = NameFilter(include, exclude)
    files = ["a.mjlog", "b.json", "old/a.mjlog", "old/deep/c.json"]
    assert [name for name in files if names.selects(name)] == taken
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"no log")
    read = [item.path for item in open_sources([str(tmp_path)], names=names)]
    assert read == [str(tmp_path / name) for name in taken]
    counted = measure_inputs([str(tmp_path)], names=names)
    assert counted is not None
    assert counted.inputs == len(taken)
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for name in files:
            archive.writestr(name, b"no log")
    members = [item.member for item in open_sources([str(tmp_path / "all.zip")], names=names)]
    assert members == taken


def test_an_archive_is_opened_for_what_it_holds(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with tarfile.open(fileobj=inner, mode="w") as archive:
        for name in ("a.mjlog", "b.json"):
            info = tarfile.TarInfo(name)
            info.size = 6
            archive.addfile(info, io.BytesIO(b"no log"))
    (tmp_path / "logs.tar").write_bytes(inner.getvalue())
    for pattern, members in (("*.mjlog", ["a.mjlog"]), ("logs.tar", ["a.mjlog", "b.json"])):
        items = list(open_sources([str(tmp_path)], names=NameFilter((pattern,))))
        assert [item.member for item in items] == members
    assert not list(open_sources([str(tmp_path)], names=NameFilter((), ("*.tar",))))


def test_what_was_named_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_bytes(b"no log")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(path, "b.json")
    names = NameFilter(("*.mjlog",), ("*.json",))
    for address in (str(path), f"{tmp_path / 'all.zip'}::b.json"):
        (item,) = open_sources([address], names=names)
        assert getattr(item, "is_named", None) is True
    (found,) = open_sources([str(tmp_path)], names=NameFilter(("*.json",), ("all.zip",)))
    assert getattr(found, "is_named", None) is False


def test_the_same_file_that_is_no_log_twice(tmp_path: Path) -> None:
    """A database keeps nothing of what is no log, and knows no second copy of it either."""
    log = FIXTURES / "riichi" / "noten" / "silent.mjlog"
    for name, content in (("README", b"no log"), ("LICENSE", b"no log"), ("__init__.py", b"")):
        (tmp_path / name).write_bytes(content)
    (tmp_path / "log.mjlog").write_bytes(log.read_bytes())
    for _ in range(2):
        result = run("audit", str(tmp_path), "--db", str(tmp_path.parent / "x.duckdb"), "--jobs", "1")
        assert result.exit_code == 0
        assert "passed over: 3 files that are no logs" in result.stderr
    strict = run("audit", str(tmp_path), "--db", str(tmp_path.parent / "y.duckdb"), "--jobs", "1", "--strict")
    assert strict.exit_code == 3
    (tmp_path / "2020010203gm-00a9-0000-00000001.xml").write_bytes(b"<html>Too many requests</html>")
    assert run("audit", str(tmp_path)).exit_code == 3, "it is called a log"


def test_what_a_run_writes_is_none_of_its_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = FIXTURES / "riichi" / "noten" / "fires.mjlog"
    (tmp_path / "log.mjlog").write_bytes(log.read_bytes())
    monkeypatch.chdir(tmp_path)
    options = ("-o", "out.jsonl", "--baseline", "known.mjlog", "--db", "games.mjlog", "--jobs", "1")
    for _ in range(2):
        result = run("audit", ".", *options, "--update-baseline", "--format", "jsonl", "--strict")
        assert (result.exit_code, result.stdout) == (0, "")
        assert "1 input, 1 game" in result.stderr
