"""The commands of the README and of every page run as they are written: page by page, in order, each in a fresh copy.

A page that needs a database, an archive or a folder of logs makes it first. What no test can run is listed in
`NOT_RUN`, with the reason.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

import pytest
from support.cli_calls import environment
from support.paths import FIXTURES, ROOT

PAGES: Final = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAMS: Final = (
    "arena", "auditor", "cat", "cp", "curl", "docker", "echo", "kubectl", "mkdir", "openssl", "pip", "pytest", "python",
    "python3", "printf", "systemctl", "tail",
)  # fmt: skip
LINE: Final = re.compile(rf"(?:    |\$ )((?:\.venv/bin/)?(?:{'|'.join(PROGRAMS)}) .*|\. \.venv/bin/activate.*)")
NOT_RUN: Final = {
    r"\bpip install\b": "installs from the package index",
    r"\bauditor (serve|watch)\b": "serves until it is ended; tests/server and tests/audit run it",
    r"^curl\b": "asks a server that a command before it runs",
    r"s3://|tcp://": "needs an object store or a cluster; tests/store runs both",
    r"^(docker|kubectl)\b": "needs a cluster's own programs",
    r"--open\b": "opens a browser",
    r"(./|node )adapter\b": "needs an engine; tests/conformance asks some",
    r"\bquery_times\.py\b": "plays and loads 50,000 games",
    r"\bweb/build\.py\b": "fetches a Python for browsers; tests/web builds the page",
}
"""Commands that no test can run: a pattern, and why."""
INSTALL: Final = re.compile(r"pip install\b([^`#&|\n]*)")
PAGES_NOT_RUN: Final = {
    "docs/from-a-bug-to-a-fixture.md": "plays 300 games of an engine from the package index; tests/regression reads it"
}
IS_INSTALLED: Final = bool(entry_points(group="pytest11", name="auditor"))
PLUGIN: Final = () if IS_INSTALLED else ("-p", "auditor.regression.plugin")
MAY_FIND: Final = re.compile(r"auditor audit\b|pytest --auditor-logs\b")
"""Commands whose exit code is 1 where they find a fault, as they do in the evening."""


def commands_of(page: Path) -> list[str]:
    """The commands of a page, each with the lines that its quotes go on to."""
    found: list[str] = []
    is_open = False
    for line in page.read_text("utf-8").splitlines():
        if is_open:
            found[-1] += f"\n{line.strip()}"
        elif match := LINE.fullmatch(line):
            found.append(match[1])
        else:
            continue
        try:
            shlex.split(found[-1], comments=True)
            is_open = False
        except ValueError:
            is_open = True
    return found


def reason_not_run(command: str) -> str:
    """Why a command is not run, "" where it is."""
    return next((reason for pattern, reason in NOT_RUN.items() if re.search(pattern, command)), "")


def runnable() -> list[object]:
    """The pages that have commands to run."""
    pages = [(page, page.relative_to(ROOT).as_posix()) for page in PAGES]
    return [
        pytest.param(page, id=name)
        for page, name in pages
        if name not in PAGES_NOT_RUN and any([not reason_not_run(command) for command in commands_of(page)])
    ]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A fresh checkout, as far as commands need it: the fixtures, and the programs of an environment."""
    for name in ("evening", "riichi", "conformance"):
        shutil.copytree(FIXTURES / name, tmp_path / "fixtures" / name)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "activate").touch()
    calls = {"auditor": "-m auditor", "pytest": f"-m pytest {' '.join(PLUGIN)}", "python": "", "python3": ""}
    for name, call in calls.items():
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {call} "$@"\n', "utf-8")
        (programs / name).chmod(0o755)
    return tmp_path


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="the commands are for a POSIX shell")
@pytest.mark.parametrize("page", runnable())
def test_the_commands_of_a_page_run(page: Path, copy: Path) -> None:
    path = f"{copy / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    failed = []
    for command in commands_of(page):
        if reason_not_run(command):
            continue
        done = subprocess.run(
            ["bash", "-c", command], cwd=copy, env={**environment(), "PATH": path}, encoding="utf-8", check=False,
            capture_output=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if done.returncode not in ((0, 1) if MAY_FIND.search(command) else (0,)):
            failed.append(f"{command}\n  exit code {done.returncode}: {done.stdout[-300:]}{done.stderr[-600:]}")
    assert not failed, "\n".join(failed)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="the commands are for a POSIX shell")
@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "for").glob("*.md")), ids=lambda page: page.stem)
def test_a_way_runs_from_an_empty_machine(page: Path, tmp_path: Path) -> None:
    """From a checkout and Python: the README's install line, then each line of the page, its own install lines too."""
    shutil.copytree(ROOT, tmp_path / "checkout", ignore=shutil.ignore_patterns(".*", "build", "*.egg-info"))
    python = f'"{sys.executable}" -m venv .venv && PIP_COMPILE=0 .venv/bin/pip install --quiet .'
    clean = {name: value for name, value in environment().items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    clean["PATH"] = f"{tmp_path / 'checkout' / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    for command in [python, *commands_of(page)]:
        reason = reason_not_run(command)
        if (reason and "pip install" not in command) or "/srv/" in command or "docker" in command:
            continue
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path / "checkout", env=clean, encoding="utf-8", check=False,
            capture_output=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        allowed = (0, 1) if MAY_FIND.search(command) else (0,)
        assert done.returncode in allowed, f"{command}\n{done.stdout[-300:]}{done.stderr[-600:]}"


def test_what_is_not_run_is_still_there() -> None:
    """A reason without a command, or a page without one, has been forgotten here."""
    commands = [command for page in PAGES for command in commands_of(page)]
    for pattern in NOT_RUN:
        assert any([re.search(pattern, command) for command in commands]), pattern
    for name in PAGES_NOT_RUN:
        assert commands_of(ROOT / name), name


def install_lines() -> list[str]:
    """What each ``pip install`` of the documents, notebooks and sources installs, options apart."""
    written = [*PAGES, *(ROOT / "docs").rglob("*.ipynb"), *(ROOT / "auditor").rglob("*.py"), ROOT / "CONTRIBUTING.md"]
    return [match[1] for path in written for match in INSTALL.finditer(path.read_text("utf-8"))]


def test_every_install_line_of_the_program_is_of_the_checkout() -> None:
    """The program is not in the index: whoever took its name there would be installed in its place."""
    extras = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
    lines = install_lines()
    assert len(lines) > 10
    for wanted in [word for line in lines for word in shlex.split(line)]:
        of_checkout = re.fullmatch(r"(?:\.|/source)\[([a-z0-9,]+)\]", wanted)
        assert "[" not in wanted or (of_checkout and set(of_checkout[1].split(",")) <= extras), wanted
        assert not wanted.startswith("auditor"), wanted


def test_no_install_line_of_the_checkout_follows_a_line_that_leaves_it() -> None:
    leaves = re.compile(r"^    (?:.*&& )?cd [^\n]*\n(?:    [^\n]*\n)*?    [^\n]*pip install[^\n]*\s'?\.", re.MULTILINE)
    assert not [page.name for page in PAGES if leaves.search(page.read_text("utf-8"))]


OF_EXTRAS: Final = sorted({match[0] for line in install_lines() for match in re.finditer(r"\.\[[^]]*\]", line)})


@pytest.mark.slow
@pytest.mark.parametrize("wanted", OF_EXTRAS)
def test_every_install_line_runs(wanted: str, tmp_path: Path) -> None:
    venv.create(tmp_path / "fresh", with_pip=True)
    pip = tmp_path / "fresh" / "bin" / "pip"
    subprocess.run([pip, "install", "--quiet", "--dry-run", wanted], cwd=ROOT, check=True)
