"""``auditor convert``: writes the games of an input in another format, to standard output, a file or a folder."""

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from auditor.core.errors import NoGameError, Problem
from auditor.core.events import Game
from auditor.core.files.atomic import AtomicFile, write_atomic
from auditor.core.program import UserError
from auditor.core.reading import FORMAT_BY_NAME, Format
from auditor.core.reading.logs import Log, game_of, read_logs
from auditor.core.sources import is_page, split_address
from auditor.core.text import file_stem, plural
from auditor.edit.convert import Conversion, ConvertError, convert
from auditor.edit.joining import joined_logs

_ENDINGS: Final = re.compile(r"(\.[^.]+)?(\.(gz|bz2|xz|zst))?$", re.IGNORECASE)
_ID: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z_.-]{0,99}")
_SEPARATORS: Final = re.compile(r"[/\\]")


class TargetError(UserError):
    """Games that cannot be written to the output that was named; the message says what to do."""


class OutputTarget:
    """The output of converted games: standard output, a file (written whole or not at all), or a file each in a folder.

    address: of the input. output: as the user gave it. It is a folder if it ends in a slash, exists as a folder, or has
    no ending and does not exist while the input is a folder or archive.
    """

    def __init__(
        self, address: str, format: Format, output: str | None, echo: Callable[[str], None],
        taken: set[str] | None = None,
    ) -> None:  # fmt: skip
        self.address = address
        self.format = format
        self.output = output
        self.path = None if output is None else Path(output)
        self.is_folder = output is not None and (output.endswith(("/", os.sep)) or Path(output).is_dir())
        self.echo = echo
        self.games = 0
        self.file: AtomicFile | None = None
        self.taken: set[str] = set() if taken is None else taken

    def detect_folder(self, log: Log) -> None:
        """Take an output that does not exist yet for a folder, where the first log is one of several."""
        path, member = split_address(self.address)
        is_one_of_several = os.path.isdir(path) or (log.member and (not member or member.endswith("/")))
        if self.path is not None and is_one_of_several and not self.path.suffix and not self.path.exists():
            self.is_folder = True

    def add(self, text: str, name: Path) -> None:
        """Write a game. name: of its file in a folder, without ending. Raises TargetError, and BrokenPipeError."""
        self.games += 1
        try:
            if self.path is not None and self.is_folder:
                file = self._unused_path(self.path / name)
                file.parent.mkdir(parents=True, exist_ok=True)
                write_atomic(file, text)
                return
            if self.games > 1 and not self.format.is_joinable:
                raise TargetError(
                    f"{self.address} holds several games, and a {self.format.name} file holds one: give --game N, or "
                    "a folder with -o"
                )
            if self.path is None:
                sys.stdout.write(text)
            else:
                if self.file is None:
                    self.file = AtomicFile(self.path)
                self.file.write(text)
        except OSError as error:
            if self.path is None or isinstance(error, BrokenPipeError):  # standard output
                raise
            raise TargetError(f"{self.path}: cannot be written: {error.strerror or error}") from None

    def close(self, is_whole: bool) -> None:
        """Commit the file if it is whole, else discard it. Raises TargetError, and BrokenPipeError."""
        if self.file is None or self.path is None:
            return
        try:
            if is_whole:
                self.file.commit()
            else:
                self.file.discard()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise TargetError(f"{self.path}: cannot be written: {error.strerror or error}") from None

    def _unused_path(self, path: Path) -> Path:
        """The path with the format's ending, and a number before it where another game of this run has that path."""
        number = 1
        while True:
            name = path.name if number == 1 else f"{path.name}-{number}"
            file = path.with_name(f"{name}{self.format.ending}")
            if str(file).casefold() not in self.taken:
                self.taken.add(str(file).casefold())
                return file
            number += 1


class _Losses:
    """Counts the losses of all games of a run, by kind: in how many games, and where first."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        self.first: dict[str, str] = {}

    def add(self, conversion: Conversion, name: str) -> None:
        """Count the losses of a game."""
        for loss in conversion.losses:
            self.games[loss.what] += 1
            self.first.setdefault(loss.what, f", first in {name} {loss.place}" if loss.place else "")

    def lines(self, format: str) -> list[str]:
        """A line for each kind of loss, the most common first."""
        lines = [f"{format} does not hold (--verbose lists it for each game)"]
        for what, count in self.games.most_common():
            lines.append(f"  {what} ({plural(count, 'game')}{self.first[what]})")
        return lines if self.games else []


def convert_log(
    address: str, format: str, output: str | None, number: int | None, echo: Callable[[str], None], *,
    verbose: bool = False, join: bool = False, taken: set[str] | None = None,
) -> bool:  # fmt: skip
    """Convert an input, and report on standard error what could not be read and what the format cannot hold.

    address: as `open_sources` takes it. format: its name. number: of the only game to convert, from 0. echo: prints a
    line. verbose: report the losses of each game. join: whether to read as `joined_logs` does. taken: the files that
    earlier inputs of the run were written to, which grows. Returns whether everything could be read and written. Raises
    TargetError, and BrokenPipeError.
    """
    target = OutputTarget(address, FORMAT_BY_NAME[format], output, echo, taken)
    is_whole = is_done = False
    try:
        if number is None:
            is_whole = _convert_all(joined_logs([address]) if join else read_logs([address]), address, target, verbose)
        else:
            is_whole = _convert_one(address, number, target)
        is_done = True
    finally:
        target.close(is_done and target.games > 0)
    if is_whole and not target.games:
        echo(f"{address}: holds no game")
    if output is not None and target.games:
        echo(f"{plural(target.games, 'game')} written to {output}")
    return is_whole and target.games > 0


def _convert_one(address: str, number: int, target: OutputTarget) -> bool:
    try:
        log = game_of(address, number)
    except NoGameError as error:
        raise TargetError(str(error)) from None
    if (conversion := _converted(log.game, log.address, target)) is None:
        return False
    target.add(conversion.text, Path(_name_of(log.game, log.member or log.path)))
    _print_losses(conversion, log.address, target)
    return True


def _convert_all(logs: Iterator[Log], address: str, target: OutputTarget, verbose: bool) -> bool:
    is_whole = True
    lost = _Losses()
    last: tuple[Conversion, str] | None = None
    for log, is_one_of_several in _flag_shared_inputs(logs):
        if isinstance(log.found, Problem):
            target.echo(": ".join(filter(None, [log.address, log.found.place, log.found.message])))
            is_whole = False
            continue
        if not target.games:
            target.detect_folder(log)
        if (conversion := _converted(log.found, log.address, target)) is None:
            is_whole = False
            continue
        target.add(conversion.text, _file_of(log, log.found, address, is_one_of_several))
        if verbose:
            _print_losses(conversion, log.address, target)
        lost.add(conversion, log.address)
        last = conversion, log.address
    if target.games == 1 and last is not None and not verbose:
        _print_losses(*last, target)
    elif not verbose:
        for line in lost.lines(target.format.name):
            target.echo(line)
    return is_whole


def _converted(game: Game, name: str, target: OutputTarget) -> Conversion | None:
    """A game in the target's format; None where that cannot hold it, after printing why."""
    try:
        return convert(game, target.format.name)
    except ConvertError as error:
        target.echo(f"{name}: {error}")
        return None


def _print_losses(conversion: Conversion, name: str, target: OutputTarget) -> None:
    if conversion.losses:
        target.echo(f"{name}: {target.format.name} does not hold")
        for loss in conversion.losses:
            target.echo(f"  {loss}")


def _flag_shared_inputs(logs: Iterator[Log]) -> Iterator[tuple[Log, bool]]:
    """Yield each log, and whether its input holds several games."""
    log = next(logs, None)
    while log is not None:
        following = next(logs, None)
        is_followed = following is not None and (following.path, following.member) == (log.path, log.member)
        is_followed = is_followed and following is not None and following.number > log.number
        yield log, log.number > 0 or is_followed
        log = following


def _file_of(log: Log, game: Game, address: str, is_one_of_several: bool) -> Path:
    """The path of a game's file in the output folder, without ending; its subfolders are those below `address`.

    It is named by the log's id, else like its input, so that its name does not depend on its neighbours.
    """
    path = "" if is_page(log.path) else os.path.relpath(log.path, split_address(address)[0])
    below = "/".join(filter(None, [path, log.member]))
    folders = [name for part in _SEPARATORS.split(below)[:-1] if ":" not in part and (name := file_stem(part))]
    name = _name_of(game, log.member or log.path)
    return Path(*folders, f"{name}-{log.number}" if is_one_of_several else name)


def _name_of(game: Game, input: str) -> str:
    """The name of a game's file, without its ending: the log's id, where it looks like one, else the input's name."""
    if _ID.fullmatch(game.log_id):
        return game.log_id
    stem = "" if is_page(input) else _ENDINGS.sub("", _SEPARATORS.split(input)[-1])
    return file_stem(stem) or "game"
