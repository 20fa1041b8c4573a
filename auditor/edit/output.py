"""Compares the findings of an edited log with those of the original, and writes it: to standard output, file or folder.

Names of files in a folder reveal nothing about the logs.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from auditor.core.events import Game
from auditor.core.files.atomic import write_atomic
from auditor.core.program import UserError
from auditor.core.reading.logs import GameLog
from auditor.core.results import Finding, Location
from auditor.core.rulesets import choose
from auditor.core.rulesets.model import Ruleset
from auditor.core.sources.companions import companion
from auditor.core.text import json_of
from auditor.core.units import EventIndex, HandIndex, SeatIndex
from auditor.edit.convert import ConvertError, convert
from auditor.formats.majiang.rules import RULE_FILE, SWITCHES
from auditor.unknown_rules import audit_by


class EditError(UserError):
    """A log that cannot be edited or written as requested; the message says why, and what to do."""


class FindingKey(NamedTuple):
    """The key by which findings of two logs are compared; only the line in the log may differ."""

    check: str
    hand: HandIndex | None
    event: EventIndex | None
    seat: SeatIndex | None
    message: str

    def __str__(self) -> str:
        where = " ".join(Location(hand=self.hand, event=self.event).indexes("hand", "event"))
        return f"{where or 'the game'}: {self.check}: {self.message}"


def finding_keys(findings: Iterable[Finding]) -> Counter[FindingKey]:
    """How often each finding occurs, by its key."""
    return Counter([FindingKey(one.check, one.hand, one.event, one.seat, one.message) for one in findings])


def rules_of(log: GameLog, spec: str, game: Game | None = None) -> Ruleset:
    """The ruleset for the game of a log, or for `game` made from it. spec: as for `choose`. Raises RulesetError."""
    return choose(spec, log.game if game is None else game, log.path, log.member)[0]


def findings_of(log: GameLog, spec: str, game: Game | None = None) -> list[Finding]:
    """The findings of a log, or of `game` made from it, but for those by assumed rules alone. Raises RulesetError."""
    audit, _ = audit_by(spec, log.game if game is None else game, log.path, log.member)
    return [one for one in audit.findings if not one.depends_on]


class EditedLog(NamedTuple):
    """A written game. text: of the log. game: as read back from the text. losses: what the format does not hold."""

    text: str
    game: Game
    losses: tuple[str, ...]


def checked_log(game: Game, format: str) -> EditedLog:
    """Write a game in a format, and read it back. Raises EditError where the format cannot hold it."""
    try:
        conversion = convert(game, format)
    except ConvertError as error:
        raise EditError(str(error)) from None
    return EditedLog(conversion.text, conversion.game, tuple([str(loss) for loss in conversion.losses]))


def write_text(text: str, output: str | os.PathLike[str] | None) -> None:
    """Write a log to a file, or to standard output without one. Raises EditError where it cannot be written."""
    if output is None:
        sys.stdout.write(text)
    else:
        write_file(Path(output), text.encode("utf-8", "surrogatepass"))


def write_file(path: Path, data: bytes) -> None:
    """Write a file, and the folders above it that are missing. Raises EditError where it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, data)
    except OSError as error:
        raise EditError(f"{path}: cannot be written: {error.strerror or error}") from None


def is_folder(output: str, inputs: Iterable[str]) -> bool:
    """Whether an output is a folder: it is one or ends like one, or the inputs are several or a folder."""
    paths = list(inputs)
    return output.endswith(("/", os.sep)) or os.path.isdir(output) or len(paths) != 1 or os.path.isdir(paths[0])


class Folder:
    """An output folder. Logs that lay next to one of Majiang's rule objects share a subfolder with a copy of it."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.rule_objects: list[str] = []

    def add(self, data: bytes, name: str, rule_object: str = "") -> Path:
        """Write a log and return its path. rule_object: to be written next to it, or "". Raises EditError."""
        folder = self.path
        if rule_object:
            if rule_object not in self.rule_objects:
                self.rule_objects.append(rule_object)
            folder /= f"rules-{self.rule_objects.index(rule_object) + 1}"
            write_file(folder / RULE_FILE, rule_object.encode())
        write_file(folder / Path(name).name, data)
        return folder / Path(name).name


class File:
    """An output file, for one log."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.is_written = False

    def add(self, data: bytes, _name: str = "", _rule_object: str = "") -> Path:
        """Write the log and return its path. Raises EditError, also for a second log."""
        if self.is_written:
            if self.path.is_file():
                self.path.unlink()  # a part of the logs is none of them
            raise EditError(f"{self.path}: the input holds several logs; give a folder with -o")
        self.is_written = True
        write_file(self.path, data)
        return self.path


def companion_rules(path: str, member: str) -> str:
    """The switches of Majiang's rule object that lies next to an input, as JSON; "" where there is none."""
    file = companion(path, member, RULE_FILE)
    try:
        switches = None if file is None else json_of(file.data)
    except ValueError:
        return ""
    if not isinstance(switches, dict):
        return ""
    return json.dumps({name: value for name, value in switches.items() if name in SWITCHES}, ensure_ascii=False)
