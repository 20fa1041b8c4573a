"""Runs two versions of auditor with the same arguments and compares their output."""

import difflib
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import NamedTuple

FAILED = 2  # exit code for wrong usage, and for a missing package
DIFF_LINES = 2000
NAMED = 3  # how many names of differing pieces are printed
SECONDS = re.compile(r"\bin [\d,]+\.\d s$", re.MULTILINE)
LAUNCHER = """#!{python}
import sys

from auditor.cli import main

if __name__ == "__main__":
    sys.exit(main())
"""

Call = tuple[str, ...]
Pieces = Mapping[str, str | bytes]


class Answer(NamedTuple):
    """The result of a call."""

    code: int
    stdout: str
    stderr: str

    def text(self) -> str:
        """All output and the exit code, without the time that the call took."""
        return f"{self.stdout}--- standard error\n{SECONDS.sub('in ? s', self.stderr)}--- exit code {self.code}\n"


class Program:
    """An installation of auditor with a working folder of its own, so that both installations get the same paths."""

    def __init__(self, path: Path, folder: Path) -> None:
        """Prepare the working folder.

        Args:
            path: A checkout, run with this Python, or an installed executable.
            folder: The working folder, which is created.

        Raises:
            ValueError: The path is neither.
        """
        folder.mkdir(parents=True)
        (folder / "auditor.toml").touch()  # keeps out the settings of parent folders
        self.folder = folder
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("PYTHONPATH", "COLUMNS") and not name.startswith("AUDITOR_")
        }
        if (path / "auditor" / "__init__.py").is_file():
            launcher = folder / "bin" / "auditor"  # named like the installed one, as help texts print the name
            launcher.parent.mkdir()
            launcher.write_text(LAUNCHER.format(python=sys.executable))
            launcher.chmod(0o755)
            self.command = [sys.executable, str(launcher)]
            self.environment["PYTHONPATH"] = str(path.resolve())
        elif path.is_file():
            self.command = [str(path.absolute())]
        else:
            raise ValueError(f"{path}: neither a checkout nor an executable")
        # On the PATH, so that texts that say how to call the program use its bare name.
        self.environment["PATH"] = os.pathsep.join([str(Path(self.command[-1]).parent), os.environ.get("PATH", "")])

    def run(self, *arguments: str) -> Answer:
        """Run the program with these arguments."""
        process = subprocess.run(
            [*self.command, *arguments],
            capture_output=True,
            check=False,
            cwd=self.folder,
            env=self.environment,
        )
        stdout, stderr = (stream.decode(errors="surrogateescape") for stream in (process.stdout, process.stderr))
        return Answer(process.returncode, stdout, stderr)

    def user_seconds(self, *arguments: str) -> float:
        """The user CPU time of a call, its worker processes included."""
        process = subprocess.Popen(
            [*self.command, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            env=self.environment,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise ValueError(f"{' '.join(arguments)}: exit code {process.returncode}")
        return usage.ru_utime

    def files(self, folder: str) -> dict[str, bytes]:
        """The files that the program wrote below a folder, or that one file."""
        root = self.folder / folder
        paths = [root] if root.is_file() else sorted(path for path in root.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}


class Comparison:
    """Calls both programs and prints a line for each topic; differences go to files below a folder."""

    def __init__(self, old: Program, new: Program, outputs: Path) -> None:
        self.old = old
        self.new = new
        self.outputs = outputs
        self.topics = 0
        self.different = 0

    def ask(self, *arguments: str) -> tuple[Answer, Answer]:
        """Run both programs with the same arguments."""
        with ThreadPoolExecutor(2) as threads:
            old, new = threads.map(lambda program: program.run(*arguments), (self.old, self.new))
        return old, new

    def compare_calls(self, topic: str, calls: Iterable[Call], start: Call = ()) -> None:
        """Compare the output of calls: both streams, and the exit code.

        Args:
            topic: The name of the printed line.
            calls: Their arguments, which also name them.
            start: Arguments that come before these in each call.
        """
        old: dict[str, str] = {}
        new: dict[str, str] = {}
        failed = []
        for arguments in calls:
            name = " ".join(arguments)
            answers = self.ask(*start, *arguments)
            old[name], new[name] = [answer.text() for answer in answers]
            if all(answer.code == FAILED for answer in answers):
                failed.append(name)
        self.compare(topic, old, new, f"both refuse {_names(failed)}" if failed else "")

    def compare_written(self, topic: str, written: str, arguments: Call) -> None:
        """Compare what a call prints and the files that it writes.

        Args:
            topic: The name of the printed line.
            written: The file or folder that it writes.
            arguments: The call.
        """
        old, new = self.ask(*arguments)
        printed = f"{topic}, printed"
        note = "" if self.old.files(written) or self.new.files(written) else "nothing was written"
        self.compare(
            topic,
            {printed: old.text(), **self.old.files(written)},
            {printed: new.text(), **self.new.files(written)},
            note,
        )

    def compare(self, topic: str, old: Pieces, new: Pieces, note: str = "") -> None:
        """Print whether the pieces are equal, by name; write the differences to files.

        Args:
            topic: The name of the printed line.
            old: The pieces of the old program.
            new: The pieces of the new one.
            note: Text to add to the line.
        """
        names = list(dict.fromkeys([*old, *new]))
        differing = [name for name in names if old.get(name) != new.get(name)]
        for name in differing:
            self.write(topic, name, "".join(_difference(old.get(name), new.get(name))))
        count = f"{len(differing)} of {len(names)}: {_names(differing)}" if differing else f"{len(names):,} compared"
        self.line(topic, bool(names) and not differing, "; ".join(part for part in (count, note) if part))

    def line(self, topic: str, equal: bool, detail: str) -> None:
        """Print the line of a topic, and count it."""
        self.topics += 1
        self.different += not equal
        print(f"{'equal' if equal else 'DIFFERENT':<10} {topic} ({detail})", flush=True)

    def write(self, topic: str, name: str, text: str) -> None:
        """Write a difference to a file."""
        path = self.outputs / "differences" / _file_name(topic) / f"{_file_name(name)}.diff"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, errors="surrogateescape")


def _names(names: list[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def _file_name(text: str) -> str:
    return re.sub(r"[^\w.=-]+", "_", text)[-120:].strip("_")


def _difference(old: str | bytes | None, new: str | bytes | None) -> Iterable[str]:
    lines = difflib.unified_diff(_lines(old), _lines(new), "old", "new", n=1)
    yield from (line.rstrip("\n") + "\n" for line in islice(lines, DIFF_LINES))


def _lines(piece: str | bytes | None) -> list[str]:
    if piece is None:
        return ["(it is not there)"]
    text = piece if isinstance(piece, str) else piece.decode(errors="surrogateescape")
    return text.splitlines(keepends=True)
