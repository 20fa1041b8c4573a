"""What an edited log must keep of its findings, and where it is written: standard output, a file, or a folder.

Names of files in a folder say nothing of the logs.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from auditor.audit.game import audit_game
from auditor.convert.game import ConvertError, convert
from auditor.events import Game
from auditor.files.atomic import write_atomic
from auditor.formats import FORMATS, WRITABLE
from auditor.formats.logs import GameLog
from auditor.results import Finding, Location
from auditor.rulesets import choose
from auditor.rulesets.majiang import RULE_FILE, SWITCHES
from auditor.rulesets.model import Ruleset
from auditor.sources.companions import companion
from auditor.units import EventIndex, HandIndex, SeatIndex


class EditError(ValueError):
    """A log that cannot be made as asked; the message says why, and what to do."""


class FindingKey(NamedTuple):
    """A finding as it is compared between two logs, of all of whose words only the place in the log may change."""

    check: str
    hand: HandIndex | None
    event: EventIndex | None
    seat: SeatIndex | None
    message: str

    def __str__(self) -> str:
        where = " ".join(Location(hand=self.hand, event=self.event).indexes("hand", "event"))
        return f"{where or 'the game'}: {self.check}: {self.message}"


def finding_keys(findings: Iterable[Finding]) -> Counter[FindingKey]:
    """Findings as they are compared, each with how often it is found."""
    return Counter([FindingKey(one.check, one.hand, one.event, one.seat, one.message) for one in findings])


def rules_of(log: GameLog, spec: str, game: Game | None = None) -> Ruleset:
    """The ruleset that judges a game of a log, or another made of it. spec: as for `choose`. Raises RulesetError."""
    return choose(spec, log.game if game is None else game, log.path, log.member)[0]


def findings_of(log: GameLog, spec: str, game: Game | None = None) -> list[Finding]:
    """What is found in a game of a log, or in another made of it. Raises RulesetError."""
    judged = log.game if game is None else game
    return audit_game(judged, rules_of(log, spec, judged)).findings


def format_for(game: Game, wanted: str | None) -> str:
    """The format to write a game in: the one wanted, else its own. Raises EditError where that cannot be written."""
    if wanted is not None or game.format in WRITABLE:
        return wanted or game.format
    title = next(format.title for format in FORMATS if format.name == game.format)
    raise EditError(f"{title} can be read, but not written: give --to {'|'.join(WRITABLE)}")


class EditedLog(NamedTuple):
    """A game as written. game: what is read of the text. losses: what of it the format does not hold."""

    text: str
    game: Game
    losses: tuple[str, ...]


def checked_log(game: Game, format: str) -> EditedLog:
    """Write a game in a format, and read it again. Raises EditError where the format cannot say it."""
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
    """A folder of logs. Those that a rule object lay next to are put with it again, a folder for each such object."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.rule_objects: list[str] = []

    def add(self, data: bytes, name: str, rule_object: str = "") -> Path:
        """Write a log; returns where. rule_object: what must lie next to it, or "". Raises EditError."""
        folder = self.path
        if rule_object:
            if rule_object not in self.rule_objects:
                self.rule_objects.append(rule_object)
            folder /= f"rules-{self.rule_objects.index(rule_object) + 1}"
            write_file(folder / RULE_FILE, rule_object.encode())
        write_file(folder / Path(name).name, data)
        return folder / Path(name).name


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


def companion_rules(path: str, member: str) -> str:
    """Majiang's rule object that lies next to an input, its switches alone; "" where none does."""
    file = companion(path, member, RULE_FILE)
    try:
        switches = None if file is None else json.loads(file.data)
    except ValueError:
        return ""
    if not isinstance(switches, dict):
        return ""
    return json.dumps({name: value for name, value in switches.items() if name in SWITCHES}, ensure_ascii=False)
