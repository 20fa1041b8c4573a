"""The command line: a thin layer over the library. Its commands are listed in `auditor.cli.menu`."""

import errno
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, TextIO

import click

from auditor.cli import options as shared
from auditor.cli.menu import CommandGroup
from auditor.core.program import NoNumPy, is_compiled, version


def _show_version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        click.echo(f"auditor {version()} ({'compiled' if is_compiled() else 'plain Python'})")
        context.exit()


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
              help="Show the version and exit.")  # fmt: skip
def cli() -> None:
    """Replay riichi-mahjong logs, prove what is wrong with them, and load them into DuckDB.

    \b
    auditor audit logs/                        what is wrong with the logs in a folder
    auditor audit logs/ --db games.duckdb      the same, and keep everything for queries
    auditor query deal-in-rate --db games.duckdb
    """


_CANNOT_WRITE: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS}
"""Error numbers of output that cannot be written: the disk is full, broken or read-only."""

_received: Final[list[int]] = []
"""The exit codes of the signals received so far."""


def main() -> None:
    """The entry point. Output is UTF-8 everywhere, escaped where it cannot be, as broken names; dropped if closed."""
    sys.stdout, sys.stderr = [one or os.fdopen(os.open(os.devnull, os.O_RDWR), "w") for one in (sys.stdout, sys.stderr)]
    for stream in ((output := sys.stdout), sys.stderr):
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
    _end_in_order()
    sys.meta_path.insert(0, NoNumPy)
    codes: list[object] = [0]
    try:
        with _ended(codes, output):
            codes.append(cli.main(standalone_mode=False))
        sys.stdout.flush()
    except BrokenPipeError:
        codes.append(shared.EXIT_CLOSED_PIPE)
        _drop_rest(output)
    except OSError as error:
        if error.errno not in _CANNOT_WRITE:
            raise
        codes.append(shared.EXIT_USAGE)
        _drop_rest(output)
        with suppress(OSError):
            shared.print_lines(f"Error: {error.filename or 'standard output'}: cannot be written: {error.strerror}")
    finally:
        sys.meta_path.remove(NoNumPy)
        if "_duckdb" not in sys.modules:  # which reports what is not freed as its own leaks, in forty lines
            gc.freeze()  # the last search for cycles in everything that was loaded takes a twentieth of a small run
    sys.exit(codes[-1] if isinstance(codes[-1], int) else 0)


@contextmanager
def _ended(codes: list[object], output: TextIO) -> Iterator[None]:
    """Append the exit code for what ends the block. Raises OSError."""
    try:
        yield
    except RuntimeError as error:
        if not isinstance(error, click.Abort) and not shared.is_interrupt(error):
            raise
        if _received:  # DuckDB turns any signal into a RuntimeError
            codes.append(_received[0])
            return
        notes = "".join([f"; {note}" for note in getattr(error.__context__ or error, "__notes__", ())])
        shared.print_lines(f"Interrupted{notes}.")
        codes.append(shared.EXIT_INTERRUPTED)
    except click.ClickException as error:
        sys.stdout.flush()
        error.show()
        codes.append(error.exit_code)
    except SystemExit as error:
        if sys.stdout is not output:  # click wraps stdout once its reader is gone, and exits with the code of findings
            raise BrokenPipeError from None
        codes.append(error.code)


def _end_in_order() -> None:
    """Make SIGTERM and SIGHUP raise an exception, so that nothing half-written is left behind."""

    def end(number: int, _: object) -> None:
        threading.excepthook = lambda _: None  # silences threads whose processes were ended, too
        _received.append(shared.EXIT_SIGNAL + number)
        raise shared.Terminated(shared.EXIT_SIGNAL + number)

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) == signal.SIG_DFL:
            signal.signal(getattr(signal, name), end)


def _drop_rest(output: TextIO) -> None:
    """Redirect standard output to the null device, so that flushing its buffer at exit does not raise again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
