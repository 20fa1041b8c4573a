"""``auditor watch``: judges the logs in folders as they arrive."""

import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from auditor.cli.options import UsageError, audit_settings, database_option, print_lines, rules_option, size
from auditor.core.program import install_command
from auditor.core.text import as_json, plural

if TYPE_CHECKING:
    from auditor.core.audit.work import Settings
    from auditor.core.results import GameResult, InputResult
    from auditor.core.sources import Input
    from auditor.core.store.database import Store
    from auditor.output.findings_text import Writer

STREAM_FORMATS: Final = ("text", "concise", "jsonl")
"""The output formats that can be written finding by finding."""
IDLE_SECONDS: Final = 2.0
"""Seconds without a log after which the database is closed, so that others can read it."""
_LOCKED_PAUSE: Final = 0.5
_EXEC_SECONDS: Final = 60
"""The timeout of a command of ``--exec``."""


class WatchOptions(NamedTuple):
    """The options of ``auditor watch``, each as its help says."""

    folders: tuple[str, ...]
    database: str | None
    rules: str
    extras: str | None
    output: str
    command: str | None
    notes: bool
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    max_size: int
    follow_links: bool


@click.command()
@click.argument("folders", nargs=-1, required=True, metavar="DIR...", type=click.Path(exists=True, file_okay=False))
@database_option("Load games and findings into this DuckDB file as well; after a restart it shows what is new.")
@rules_option("The ruleset to judge by: a name, a TOML file or Majiang's rule object; auto: as each log says.")
@click.option("--with", "extras", metavar="turns,walls", help="Fill these tables of the database, too.")
@click.option("--format", "output", type=click.Choice(STREAM_FORMATS), default="text", show_default=True,
              help="How findings are written, each as soon as it is made.")  # fmt: skip
@click.option("--exec", "command", metavar="CMD",
              help="Run this for each game with faults: the log, the name of the game and the number of its faults are "
              "the last arguments, its findings come on standard input as JSON Lines.")  # fmt: skip
@click.option("--notes", is_flag=True, help="Show notes, too.")
@click.option("--include", multiple=True, metavar="GLOB", help="Read only these: '*.mjlog'; may be repeated.")
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave these files or folders out; may be repeated.")
@click.option("--max-size", type=size, default="64M", show_default=True, metavar="SIZE",
              help="Read no input that is larger once unpacked: bytes, or with K, M or G.")  # fmt: skip
@click.option("--follow-links", is_flag=True, help="Follow links that lead out of the folders, too.")
def watch(**values: Any) -> None:
    """Judge the logs in folders, those already there and each new one, until Ctrl-C or SIGTERM.

    A file is read once nobody writes it any more, and again when it changes; archives, too. Hidden files are left out.
    With --db a game is reported once it is stored there, and games that the database holds are not shown again after a
    restart; other programs can read the file whenever no log has come for two seconds.

    \b
    Exit codes:
      0  ended by Ctrl-C or SIGTERM
      2  wrong usage

    \b
    auditor watch incoming/ --db games.duckdb
    auditor watch incoming/ --db games.duckdb --format jsonl --exec './alert.sh --severity high'
    """
    from auditor.core.sources import Limits, NameFilter
    from auditor.server.watching import FolderWatch, reported_changes, settled_files

    options = WatchOptions(**values)
    settings = audit_settings(options.rules, None, options.extras, is_loaded=options.database is not None)
    own = [] if options.database is None else [options.database, f"{options.database}.wal"]
    names = NameFilter(options.include, options.exclude, own)
    settings = settings._replace(limits=Limits(options.max_size), names=names)
    printer = _ResultPrinter(options)
    database = None if options.database is None else _Database(options.database)
    try:
        with _stopping() as stop:
            changes = reported_changes(list(options.folders), stop)
            watched = FolderWatch(options.folders, names, follows=options.follow_links)
            for batch in settled_files(watched, changes):
                if batch:
                    for result in _results(batch, settings, database, stop):
                        printer.print_result(result)
                elif printer.begin(bool(watched.pending)) and database is not None:
                    database.close_when_idle()
                if stop.is_set():
                    break
    except ImportError:
        raise UsageError(f"watch needs watchfiles, which is not installed: {install_command('watch')}") from None
    finally:
        if database is not None:
            database.close()
    print_lines(f"ended: {printer.sentence()}")


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """An event that Ctrl-C and SIGTERM set; a second one ends the program as it ends any other command."""
    stop = threading.Event()
    numbers = [number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None))]
    before = {number: signal.getsignal(number) for number in numbers}

    def set_stop(number: int, frame: object) -> None:
        stop.set()
        for one, handler in before.items():
            signal.signal(one, handler)

    for number in numbers:
        signal.signal(number, set_stop)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Database:
    """The database, held open while logs arrive."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.store: Store | None = None
        self._used = time.monotonic()

    def opened(self, settings: "Settings", stop: threading.Event) -> "Store | None":
        """The open store, once no other process has it open; None if the program stops before. Raises StoreError."""
        from auditor.core.errors import LockedError
        from auditor.core.store.database import Store

        self._used = time.monotonic()
        is_first = True
        while self.store is None:
            try:
                self.store = Store(self.path, settings.rules_key, settings.version)
                self.store.follows_files = True
            except LockedError:
                if is_first:
                    print_lines(f"{self.path}: another process has it open; waiting for that")
                is_first = False
                if stop.wait(_LOCKED_PAUSE):
                    return None
        return self.store

    def close_when_idle(self) -> None:
        """Close the file if no log has come for IDLE_SECONDS, so that others can read it."""
        if self.store is not None and time.monotonic() - self._used >= IDLE_SECONDS:
            self.close()

    def close(self) -> None:
        """Close the file."""
        if self.store is not None:
            self.store.close()
        self.store = None


def _results(
    batch: "list[Input]", settings: "Settings", database: _Database | None, stop: threading.Event
) -> "Iterable[InputResult]":
    """The result of each input, once it is in the database (if there is one). Raises StoreError."""
    from auditor.core.audit.run import run
    from auditor.core.audit.sinks import DatabaseSink

    if database is None:
        return run(batch, settings)
    if (store := database.opened(settings, stop)) is None:
        return []
    settings = settings.loading_into(store)
    return run(batch, settings, None, DatabaseSink(store, settings))


class _ResultPrinter:
    """Prints results, runs the command of ``--exec``, and counts games."""

    def __init__(self, options: WatchOptions) -> None:
        from auditor.cli.reporter import OutputOptions, writer_of
        from auditor.output.summary import Summary

        self.options = options
        self.command = [] if options.command is None else _arguments(options.command)
        self.writer: Writer = writer_of(OutputOptions(options.output, 0, False), options.rules, sys.stdout)
        self.summary = Summary(None, options.rules)
        self.has_begun = False

    def begin(self, is_waiting: bool) -> bool:
        """Print once that the logs already in the folders are judged, unless one waits to be. Returns True."""
        if not (self.has_begun or is_waiting):
            self.has_begun = True
            print_lines(f"watching {', '.join(self.options.folders)}: {self.sentence()}")
        return True

    def sentence(self) -> str:
        """The verdict so far: how many games there were, and how many have faults."""
        return self.summary.verdict.sentence() or "no new games"

    def print_result(self, result: "InputResult") -> None:
        """Print the result of an input, unless it is known from before or is no log."""
        from auditor.core.results import NOTE
        from auditor.output.location import problem_text

        if result.is_known or result.is_not_a_log:
            return
        self.summary.add(result)
        for problem in result.problems:
            print_lines(problem_text(result, problem))
        shows_notes = self.options.notes
        for finding, game, _ in result.findings():
            if shows_notes or finding.severity != NOTE:
                self.writer.finding(finding, game, result)
        self.writer.done(result)
        sys.stdout.flush()
        for game in result.games:
            if self.command and any([finding.severity != NOTE for finding in game.findings]):
                self._run(result, game)

    def _run(self, result: "InputResult", game: "GameResult") -> None:
        """Run the command for a game. Prints something only if it fails."""
        from auditor.core.results import NOTE
        from auditor.core.sources import OpenedPath, address_of
        from auditor.output.location import game_name

        path = result.path.real if isinstance(result.path, OpenedPath) else result.path  # its bytes as they are
        lines = [as_json(game.published(finding)) + "\n" for finding in game.findings]
        faults = sum([finding.severity != NOTE for finding in game.findings])
        arguments = [*self.command, address_of(path, result.member or ""), game_name(result, game), str(faults)]
        try:
            given = "".join(lines).encode("utf-8", "replace")
            code = subprocess.run(arguments, input=given, timeout=_EXEC_SECONDS, check=False).returncode
            fault = f"ended with {code}" if code else ""
        except subprocess.TimeoutExpired:
            fault = f"took more than {plural(_EXEC_SECONDS, 'second')}; it was ended"
        except (OSError, ValueError) as error:
            fault = f"cannot be run: {error}"
        if fault:
            print_lines(f"--exec: {self.command[0]}: {fault}")


def _arguments(command: str) -> list[str]:
    try:
        parts = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--exec: {command!r} is no command: {error}") from None
    if not parts:
        raise UsageError("--exec: give a command.")
    return parts
