"""``auditor convert``: the games of an input in another format, to standard output, a file, or a folder."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from auditor.convert.game import ConvertError, convert
from auditor.events import Game
from auditor.formats import WRITABLE, Format, read
from auditor.problems import Problem
from auditor.sources import SourceProblem, input_name, open_sources
from auditor.words import counted


class TargetError(ValueError):
    """Games that cannot go where they were asked to; the message says what to do."""


class Target:
    """Where converted games go: standard output, a file (written whole or not at all), or a file each in a folder."""

    def __init__(self, log: str, format: Format, output: str | None, echo: Callable[..., None]) -> None:
        self.log = log
        self.format = format
        self.path = None if output is None else Path(output)
        self.is_folder = output is not None and (output.endswith(os.sep) or Path(output).is_dir())
        self.echo = echo
        self.games = 0
        self.file: IO[str] | None = None

    def add(self, text: str, name: str) -> None:
        """Write a game. name: for its file, without ending. Raises TargetError."""
        self.games += 1
        try:
            if self.path is not None and self.is_folder:
                self.path.mkdir(parents=True, exist_ok=True)
                self._begin(self.path)
                self._end(self.path / f"{name}{self.format.ending}", text)
                return
            if self.games > 1 and not self.format.is_joinable:
                raise TargetError(
                    f"{self.log} holds several games, and a {self.format.name} file holds one: give --game N, or "
                    "a folder with -o"
                )
            if self.path is None:
                self.echo(text, nl=False)
            else:
                if self.file is None:
                    self._begin(self.path.absolute().parent)
                if self.file is not None:
                    self.file.write(text)
        except OSError as error:
            raise TargetError(f"{self.path}: cannot be written: {error.strerror or error}") from None

    def close(self, is_kept: bool) -> None:
        """Put the file in its place, or throw it away. Raises TargetError."""
        if self.file is None or self.path is None:
            return
        try:
            if is_kept:
                self._end(self.path, "")
            else:
                self.file.close()
                os.unlink(self.file.name)
        except OSError as error:
            raise TargetError(f"{self.path}: cannot be written: {error.strerror or error}") from None

    def _begin(self, folder: Path) -> None:
        self.file = tempfile.NamedTemporaryFile(  # noqa: SIM115 -- it stays open from game to game
            "w", encoding="utf-8", dir=folder, prefix=".convert-", delete=False
        )

    def _end(self, path: Path, text: str) -> None:
        if self.file is not None:
            with self.file as file:
                file.write(text)
            os.replace(file.name, path)
            self.file = None


def convert_log(log: str, format: str, output: str | None, number: int | None, echo: Callable[..., None]) -> bool:
    """Convert an input, and tell on standard error what could not be read and what the format cannot hold.

    log: a path, or ``-``. format: a name of WRITABLE. number: of the only game to convert, from 0. echo: `click.echo`.
    Returns whether everything could be read and written. Raises TargetError.
    """
    target = Target(log, WRITABLE[format], output, echo)
    is_whole = is_done = False
    try:
        is_whole = _convert_all(log, number, target, echo)
        is_done = True
    finally:
        target.close(is_done and target.games > 0)
    return is_whole and target.games > 0


def _convert_all(log: str, number: int | None, target: Target, echo: Callable[..., None]) -> bool:
    is_whole = True
    games = 0
    for name, stem, game in _games(log):
        if isinstance(game, Problem):
            echo(": ".join([part for part in (name, game.place, game.message) if part]), err=True)
            is_whole = False
            continue
        games += 1
        if number not in (None, games - 1):
            continue
        try:
            conversion = convert(game, target.format.name)
        except ConvertError as error:
            echo(f"{name}: {error}", err=True)
            is_whole = False
            continue
        target.add(conversion.text, game.log_id or f"{stem}-{games - 1}")
        if conversion.losses:
            echo(f"{name}: {target.format.name} does not hold", err=True)
            for loss in conversion.losses:
                echo(f"  {loss}", err=True)
    if number is not None and number >= games:
        raise TargetError(f"{log} holds {counted(games, 'game')}; there is no game {number} (they count from 0)")
    return is_whole


def _games(log: str) -> Iterator[tuple[str, str, Game | Problem]]:
    """Every game of an input, or what could not be read, with the name of what it came from, and that of its file."""
    for item in open_sources([log]):
        name = input_name(item.path, item.member)
        if isinstance(item, SourceProblem):
            yield name, "", item.problem
            continue
        file = Path(item.member or item.path)
        for game in read(item.data, file.name):
            yield name, file.stem, game
