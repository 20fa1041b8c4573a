"""Files and folders written whole or not at all: links, devices, pipes, modes, and leftovers of failures."""

import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.cli_calls import invoke
from support.paths import FIXTURES

from auditor.core.files.atomic import AtomicFile, atomic_folder, write_atomic

FIRES = str(FIXTURES / "call" / "chi-seat" / "fires.mjlog")
WRITERS = {
    "cut": ("cut", FIRES, "--hand", "0"),
    "convert": ("convert", FIRES, "--to", "mjai"),
    "report": ("report", FIRES),
    "show": ("show", FIRES, "--hand", "0", "--event", "1", "--svg"),
}
"""Commands that write one file, but for the option that names it."""

posix = pytest.mark.skipif(os.name != "posix", reason="modes, links and pipes are POSIX's")


def written(command: str, path: Path) -> None:
    """Run a command that writes the file."""
    option = () if command == "show" else ("-o",)
    result = invoke(*WRITERS[command], *option, str(path))
    assert result.exit_code == 0, result.output


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def umask() -> Iterator[None]:
    """A umask that lets the group read, and others nothing."""
    before = os.umask(0o027)
    yield
    os.umask(before)


@posix
@pytest.mark.parametrize("command", WRITERS)
@pytest.mark.usefixtures("umask")
def test_modes_are_those_of_the_umask_or_of_the_file_before(command: str, tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    written(command, new)
    assert mode(new) == 0o640
    old.write_text("old", "utf-8")
    old.chmod(0o604)
    written(command, old)
    assert (mode(old), old.read_bytes()) == (0o604, new.read_bytes())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "old"]


@posix
@pytest.mark.usefixtures("umask")
def test_modes_of_a_lake_and_of_an_export_are_those_of_the_umask(tmp_path: Path) -> None:
    lake, database, out = tmp_path / "lake", str(tmp_path / "x.duckdb"), tmp_path / "out"
    assert invoke("audit", FIRES, "--lake", str(lake)).exit_code == 1
    assert {mode(path) for path in lake.rglob("*") if path.is_file()} == {0o640}
    assert invoke("audit", FIRES, "--db", database).exit_code == 1
    for expected in (0o750, 0o700):
        assert invoke("export", "--db", database, "-o", str(out)).exit_code == 0
        assert mode(out) == expected
        out.chmod(0o700)


@posix
@pytest.mark.parametrize("command", WRITERS)
def test_what_a_link_leads_to_is_replaced(command: str, tmp_path: Path) -> None:
    real, link, dangling = tmp_path / "far" / "real", tmp_path / "link", tmp_path / "dangling"
    real.parent.mkdir()
    real.write_text("old", "utf-8")
    link.symlink_to("far/real")
    dangling.symlink_to("far/new")
    written(command, link)
    written(command, dangling)
    assert (link.is_symlink(), dangling.is_symlink()) == (True, True)
    assert real.read_bytes() == (tmp_path / "far" / "new").read_bytes() != b"old"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["dangling", "far", "link", "new", "real"]


@posix
@pytest.mark.parametrize("command", WRITERS)
def test_a_pipe_is_written_into(command: str, tmp_path: Path) -> None:
    pipe, file = tmp_path / "pipe", tmp_path / "file"
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR)  # so that nobody waits for the other end, whatever is done with the name
    got: list[bytes] = []

    def drain() -> None:
        while not got or not got[-1].endswith(b"\0"):
            got.append(os.read(held, 1 << 16))

    reader = threading.Thread(target=drain, daemon=True)
    reader.start()
    written(command, pipe)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    os.write(held, b"\0")
    reader.join(10)
    os.close(held)
    written(command, file)
    assert b"".join(got) == file.read_bytes() + b"\0"


@posix
@pytest.mark.parametrize("command", WRITERS)
def test_a_device_stays_a_device(command: str, tmp_path: Path) -> None:
    device = tmp_path / "null"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        device.write_bytes(b"x")
    except OSError:
        pytest.skip("devices cannot be made or used here")
    before = device.stat()
    written(command, device)
    assert (device.stat().st_mode, device.stat().st_rdev) == (before.st_mode, before.st_rdev)
    assert [path.name for path in tmp_path.iterdir()] == ["null"]


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="open files have no names here")
def test_an_open_file_without_a_name_is_written_into(tmp_path: Path) -> None:
    with open(tmp_path / "gone", "w+b") as file:
        os.unlink(tmp_path / "gone")
        write_atomic(f"/proc/self/fd/{file.fileno()}", "text")
        assert file.read() == b"text"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("is_synced", [False, True])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("function", ["replace", "fsync"])
def test_nothing_is_left_of_a_file_that_failed(
    function: str, error: BaseException, is_synced: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old", "utf-8")

    def fails(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, function, fails)
        is_reached = function == "replace" or is_synced
        if is_reached:
            with pytest.raises(type(error)):
                write_atomic(path, b"new", is_synced=is_synced)
        else:
            write_atomic(path, b"new", is_synced=is_synced)
    assert path.read_text("utf-8") == ("old" if is_reached else "new")
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_block_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def half(error: type[BaseException]) -> None:
        with AtomicFile(path) as file:
            file.write("half")
            raise error

    for error in (ValueError, KeyboardInterrupt):
        with pytest.raises(error):
            half(error)
    with pytest.raises(UnicodeEncodeError):
        write_atomic(path, "\ud800")
    assert list(tmp_path.iterdir()) == []
    write_atomic(path, "1\r\n\N{HIRAGANA LETTER A}")
    assert path.read_bytes() == "1\r\n\u3042".encode()


def test_the_mode_of_the_process_is_not_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread would make files under a umask that is only there to be read."""
    monkeypatch.setattr(os, "umask", lambda mask: pytest.fail("the umask is set"))
    write_atomic(tmp_path / "file", b"")
    with atomic_folder(tmp_path / "folder"):
        pass
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "folder"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("failing", [1, 2])
def test_a_folder_is_put_back_where_the_new_one_cannot_take_its_place(
    failing: int, error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "old").touch()
    calls: list[int] = []
    rename = os.rename

    def fails(source: str, target: str) -> None:
        calls.append(0)
        if len(calls) == failing:
            raise error
        rename(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", fails)
        with pytest.raises(type(error)), atomic_folder(folder) as made:
            (made / "new").touch()
    assert [path.relative_to(tmp_path).as_posix() for path in sorted(tmp_path.rglob("*"))] == ["folder", "folder/old"]
    with atomic_folder(folder) as made:
        (made / "new").touch()
    assert [path.relative_to(tmp_path).as_posix() for path in sorted(tmp_path.rglob("*"))] == ["folder", "folder/new"]


def test_an_export_that_fails_at_its_end_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database, out = str(tmp_path / "x.duckdb"), tmp_path / "out"
    assert invoke("audit", FIRES, "--db", database).exit_code == 1
    assert invoke("export", "--db", database, "-o", str(out)).exit_code == 0
    before = sorted(out.rglob("*"))
    rename = os.rename

    def fails(source: str | Path, target: str | Path, **_: object) -> None:
        if os.fspath(target) == str(out) and any(Path(source).glob("games*/")):
            monkeypatch.undo()
            raise OSError(28, "No space left on device")
        rename(source, target)

    monkeypatch.setattr(os, "rename", fails)
    result = invoke("export", "--db", database, "-o", str(out))
    assert (result.exit_code, "No space left on device" in result.stderr) == (2, True)
    assert sorted(out.rglob("*")) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "x.duckdb"]


def test_a_log_whose_verdict_cannot_be_written_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "a.mjlog"
    data = Path(FIRES).read_bytes().replace(b"Judged by", b"Judged")
    log.write_bytes(data)

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    result = invoke("verify", str(log), "--write", "--rules", "tenhou")
    assert (result.exit_code, "No space left on device" in result.stderr) == (3, True)
    assert log.read_bytes() == data
    assert [path.name for path in tmp_path.iterdir()] == ["a.mjlog"]
