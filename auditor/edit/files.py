"""Where edited logs go: standard output, a file, or a folder of files whose names tell nothing of the logs."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from auditor.edit.judged import EditError
from auditor.rulesets.majiang import RULE_FILE, SWITCHES
from auditor.sources.beside import beside
from auditor.whole_files import write_whole


def write_text(text: str, output: str | os.PathLike[str] | None) -> None:
    """Write a log to a file, or to standard output without one. Raises EditError where it cannot be written."""
    if output is None:
        sys.stdout.write(text)
    else:
        write_file(Path(output), text.encode("utf-8", "surrogatepass"))


def write_file(path: Path, data: bytes) -> None:
    """Write a file. Raises EditError where it cannot be written."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise EditError(f"{path}: cannot be written: {error.strerror or error}") from None


def is_folder(output: str, inputs: Iterable[str]) -> bool:
    """Whether an output is a folder: it is one or ends like one, or the inputs are several or a folder."""
    paths = list(inputs)
    return output.endswith(("/", os.sep)) or os.path.isdir(output) or len(paths) != 1 or os.path.isdir(paths[0])


class Folder:
    """A folder of logs. Those beside which a rule object lay are put beside it again, a folder for each such object."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.rule_objects: list[str] = []

    def add(self, data: bytes, name: str, rule_object: str = "") -> Path:
        """Write a log; returns where. rule_object: what must lie beside it, or "". Raises EditError."""
        folder = self.path
        if rule_object:
            if rule_object not in self.rule_objects:
                self.rule_objects.append(rule_object)
            folder /= f"rules-{self.rule_objects.index(rule_object) + 1}"
            write_file(folder / RULE_FILE, rule_object.encode())
        write_file(folder / name, data)
        return folder / name


class File:
    """One file, for one log."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.is_written = False

    def add(self, data: bytes, _name: str = "", _rule_object: str = "") -> Path:
        """Write the log; returns where. Raises EditError, also for a second one."""
        if self.is_written:
            raise EditError(f"{self.path}: the input holds several logs; give a folder with -o")
        self.is_written = True
        write_file(self.path, data)
        return self.path


def rule_object_beside(path: str, member: str) -> str:
    """Majiang's rule object that lies beside an input, its switches alone; "" where none does."""
    found = beside(path, member, RULE_FILE)
    try:
        switches = None if found is None else json.loads(found.data)
    except ValueError:
        return ""
    if not isinstance(switches, dict):
        return ""
    return json.dumps({name: value for name, value in switches.items() if name in SWITCHES}, ensure_ascii=False)
