"""How the program ends: full disks, closed pipes, Ctrl-C and signals; exit codes, messages, no files left behind."""

import os
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from support.cli_calls import environment, invoke
from support.paths import FIXTURES

FIRES = str(FIXTURES / "call" / "chi-seat" / "fires.mjlog")
EVENING = str(FIXTURES / "evening")
SLOW = "import time, auditor.core.audit.worker as w; k = w.InputJudge.games\n"
PRINTING = ("audit", "convert", "cut", "show", "checks", "report", "svg", "info", "json")
COMMANDS = {
    "audit": ("audit", FIRES),
    "json": ("audit", FIRES, "--format", "json"),
    "convert": ("convert", FIRES, "--to", "mjai"),
    "cut": ("cut", FIRES, "--hand", "0"),
    "show": ("show", FIRES),
    "svg": ("show", FIRES, "--hand", "0", "--event", "1", "--svg", "-"),
    "checks": ("checks",),
    "info": ("info",),
    "report": ("report", FIRES, "-o", "-"),
}

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals, pipes and devices are POSIX's")


def started(*arguments: str | Path, **settings: object) -> "subprocess.Popen[bytes]":
    """The program as a process in a group of its own, deaf to no signal."""
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\nfrom auditor.cli import main; main()"
    )
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, env=environment(), start_new_session=True, **settings)  # type: ignore[call-overload,no-any-return]


def ended(process: "subprocess.Popen[bytes]") -> tuple[int, str]:
    _, error = process.communicate(timeout=300)
    return process.returncode, error.decode()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
def test_a_full_standard_output_is_told() -> None:
    for command, arguments in COMMANDS.items():
        with open("/dev/full", "wb") as full:
            code, error = ended(started(*arguments, stdout=full, stderr=subprocess.PIPE))
        assert code == 2, (command, error)
        assert error.endswith("Error: standard output: cannot be written: No space left on device\n"), command
        assert "Traceback" not in error, command


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_pipe_ends_as_shells_expect(command: str) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        code, error = ended(started(*COMMANDS[command], stdout=closed, stderr=subprocess.PIPE))
    assert code == 141, error
    assert "Traceback" not in error
    assert "Exception" not in error
    for arguments, number in ((COMMANDS[command], 1), (("audit", "-", "--follow"), 0)):  # closed from the beginning
        code, error = ended(started(*arguments, preexec_fn=partial(os.close, number), stderr=subprocess.PIPE))
        assert (code in (0, 1), "Traceback" in error) == (True, False), (code, error)


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of its own with room for nothing."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "none", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        (folder / "filling").write_bytes(b"x" * (64 << 10))
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exit") / "x.duckdb"
    assert invoke("audit", EVENING, "--db", path).exit_code == 1
    return path


@pytest.mark.slow
def test_a_full_disk_is_told_with_the_systems_reason(full: Path, database: Path) -> None:
    for command in (
        ("audit", EVENING, "-o", full / "x"),
        ("audit", EVENING, "--format", "sarif", "-o", full / "x"),
        ("audit", EVENING, "--db", full / "x.duckdb"),
        ("audit", EVENING, "--lake", full / "lake"),
        ("audit", EVENING, "--baseline", full / "known", "--update-baseline"),
        ("convert", EVENING, "--to", "mjai", "-o", full / "x"),
        ("convert", EVENING, "--to", "mjlog", "-o", f"{full}/logs/"),
        ("cut", FIRES, "--hand", "0", "-o", full / "x"),
        ("shrink", FIRES, "--check", "call/chi-seat", "-o", full / "x"),
        ("anonymize", FIRES, "-o", full / "x"),
        ("mutate", EVENING, "-o", full / "logs", "--each", "1", "--faults", "deposit-dropped"),
        ("report", FIRES, "-o", full / "x"),
        ("show", FIRES, "--hand", "0", "--event", "1", "--svg", full / "x"),
        ("export", "--db", database, "-o", full / "out"),
        ("merge", database, "--db", full / "x.duckdb"),
    ):
        code, error = ended(started(*command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
        assert code == 2, (command, error)
        assert "Traceback" not in error, (command, error)
        assert "o space left on device" in error or "disk" in error.lower(), (command, error)
        assert "rollback" not in error, (command, error)
        left = [path for path in full.iterdir() if path.is_file() and path.name != "filling"]
        assert {path.name for path in left} <= {"x.duckdb", "x.duckdb.wal"}, command
        for path in left:
            path.unlink()
        assert not [path for path in full.rglob("*") if path.name.startswith(".auditor-")], command


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of logs that take seconds, and beside it an archive of them, which goes through pipes that are full."""
    folder = tmp_path_factory.mktemp("many")
    logs = folder / "logs"
    logs.mkdir()
    for log in Path(EVENING).rglob("*.mjlog"):
        content = log.read_bytes()
        for number in range(1000):
            (logs / f"{number}-{log.name}").write_bytes(content + b" " * number)
    with tarfile.open(folder / "logs.tar", "w") as archive:
        archive.add(logs)
    return logs


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
@pytest.mark.parametrize("command", ["audit", "tar", "load", "lake", "report", "mutate"])
def test_a_signal_leaves_nothing_behind(command: str, name: str, code: int, many: Path, tmp_path: Path) -> None:
    spool, logs = tmp_path / "tmp", many
    spool.mkdir()
    out = tmp_path / "out"
    arguments = {
        "audit": ("audit", logs, "--jobs", "2"),
        "tar": ("audit", f"{logs}.tar", "--jobs", "2"),
        "load": ("audit", logs, "--db", f"{out}.duckdb", "--jobs", "2"),
        "lake": ("audit", logs, "--lake", out, "--jobs", "2"),
        "report": ("report", logs, "-o", out, "--charts"),
        "mutate": ("mutate", logs, "-o", out),
    }[command]
    process = subprocess.Popen(
        [sys.executable, "-c", "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
         "from auditor.cli import main; main()", *map(str, arguments)],
        env={**environment(), "TMPDIR": str(spool)}, start_new_session=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    while command == "load" and not Path(f"{out}.duckdb").exists():
        time.sleep(0.05)
    time.sleep(2.5)
    assert process.poll() is None
    os.killpg(process.pid, getattr(signal, name))
    ended_with, error = ended(process)
    assert ended_with == code, error
    assert "resource_tracker" not in error
    assert "Traceback" not in error
    assert "leaked" not in error
    if name == "SIGINT":
        said = {"load": "loaded", "lake": "loaded"}.get(command)
        line = error.splitlines()[-1]
        assert line.startswith("Interrupted")
        assert (line == "Interrupted.") == (said is None)
    assert list(spool.iterdir()) == []
    assert not [path for path in tmp_path.rglob(".auditor-*") if path.is_file()]


@pytest.mark.slow
def test_an_interrupted_load_says_whether_anything_was_loaded(tmp_path: Path) -> None:
    for known, kept in ((False, "nothing was loaded yet"), (True, "what was loaded before is kept")):
        database = tmp_path / "x.duckdb"
        if known:
            assert invoke("audit", FIRES, "--db", database).exit_code == 1
        process = started("audit", "-", "--db", database, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        while not database.exists() or database.stat().st_size < 4096:
            time.sleep(0.05)
        time.sleep(3)  # until it waits for its input
        os.killpg(process.pid, signal.SIGINT)
        code, error = ended(process)
        assert (code, error.splitlines()[-1]) == (130, f"Interrupted; {kept}.")


def test_in_one_file_the_verdict_comes_last(tmp_path: Path) -> None:
    unread = tmp_path / "bad.mjlog"
    unread.write_text("<mjloggm", "utf-8")
    with open(tmp_path / "out", "wb") as out:
        process = started("audit", FIRES, unread, "--jobs", "1", stdout=out, stderr=subprocess.STDOUT)
        assert process.wait(300) == 3
    lines = (tmp_path / "out").read_text("utf-8").splitlines()
    positions = [
        next(number for number, line in enumerate(lines) if text in line)
        for text in ("call/chi-seat violation", "bad.mjlog: ", "findings: 1 violation", "1 of 1 game has faults")
    ]
    assert positions == sorted(positions)


def test_where_nothing_can_be_read_nothing_is_judged(tmp_path: Path) -> None:
    unread = tmp_path / "bad.mjlog"
    unread.write_text("<mjloggm", "utf-8")
    result = invoke("audit", unread)
    assert (result.exit_code, "findings:" in result.stderr) == (3, False)
    assert "no game could be read, none judged" in result.stderr


def test_folders_of_killed_runs_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from auditor.core.files.atomic import temporary_folder

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, other = tmp_path / "auditor-spool-0123", tmp_path / "auditor-x"
    for folder in (left, other):
        folder.mkdir()
        (folder / "known").touch()
    with temporary_folder() as first, temporary_folder() as second:
        assert (left.exists(), other.exists(), first.exists(), second.exists()) == (False, True, True, True)
    assert [path.name for path in tmp_path.iterdir()] == ["auditor-x"]


def test_a_signal_reaches_a_query_that_does_not_look_for_one(tmp_path: Path) -> None:
    assert invoke("audit", FIRES, "--db", tmp_path / "x.duckdb").exit_code == 1
    forever = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t"
    process = started("query", "--db", tmp_path / "x.duckdb", "--sql", forever, stderr=subprocess.PIPE)
    time.sleep(1.5)
    os.killpg(process.pid, signal.SIGTERM)
    assert ended(process) == (143, "")
