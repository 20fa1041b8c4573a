"""Where edited logs go: standard output, a file, or a folder of files whose names tell nothing of the logs."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from auditor.edit.anonymize import Anonymous
from auditor.edit.judged import EditError
from auditor.rulesets.majiang import RULE_FILE
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
    """A folder of logs without names: files are numbered as they come.

    Logs beside which a rule object lay are put beside it again, into a folder for each such object.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.logs = 0
        self.rule_objects: list[str] = []

    def add(self, log: Anonymous) -> Path:
        """Write a log; returns where. Raises EditError."""
        self.logs += 1
        folder = self.path
        if log.rule_object:
            if log.rule_object not in self.rule_objects:
                self.rule_objects.append(log.rule_object)
            folder /= f"rules-{self.rule_objects.index(log.rule_object) + 1}"
            write_file(folder / RULE_FILE, log.rule_object.encode())
        name = f"{self.logs:04}" + (f"-{log.log_id}" if log.log_id else "")
        path = folder / (name + log.ending)
        write_file(path, log.data)
        return path


class File:
    """One file, for one log."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.logs = 0

    def add(self, log: Anonymous) -> Path:
        """Write the log; returns where. Raises EditError, also for a second one."""
        self.logs += 1
        if self.logs > 1:
            raise EditError(f"{self.path}: the input holds several logs; give a folder with -o")
        write_file(self.path, log.data)
        return self.path
