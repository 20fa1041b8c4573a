"""The command line: a thin layer over the library. Its commands are listed in `auditor.cli.menu`."""

import errno
import gc
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import Final, TextIO

import click

from auditor.cli.menu import CommandGroup
from auditor.cli.options import (
    EXIT_CLOSED_PIPE,
    EXIT_INTERRUPTED,
    EXIT_SIGNAL,
    EXIT_USAGE,
    Terminated,
    is_interrupt,
    print_lines,
)
from auditor.core.program import NoPandas


def _show_version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from auditor.core.program import is_compiled, version

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
    """The entry point. Output is UTF-8 everywhere; what cannot be encoded, as in a broken file name, is escaped."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
    output = sys.stdout
    _end_in_order()
    sys.meta_path.insert(0, NoPandas)
    try:
        code = _code(output)
        sys.stdout.flush()
    except BrokenPipeError:
        code = EXIT_CLOSED_PIPE
        _drop_rest(output)
    except OSError as error:
        if error.errno not in _CANNOT_WRITE:
            raise
        code = EXIT_USAGE
        _drop_rest(output)
        with suppress(OSError):
            print_lines(f"Error: {error.filename or 'standard output'}: cannot be written: {error.strerror}")
    finally:
        sys.meta_path.remove(NoPandas)
        if "_duckdb" not in sys.modules:  # which reports what is not freed as its own leaks, in forty lines
            gc.freeze()  # the last search for cycles in everything that was loaded takes a twentieth of a small run
    sys.exit(code if isinstance(code, int) else 0)


def _code(output: TextIO) -> object:
    """Run the command and return its exit code. Raises OSError."""
    try:
        return cli.main(standalone_mode=False)
    except RuntimeError as error:
        if not isinstance(error, click.Abort) and not is_interrupt(error):
            raise
        if _received:  # DuckDB turns any signal into a RuntimeError
            return _received[0]
        notes = "".join([f"; {note}" for note in getattr(error.__context__ or error, "__notes__", ())])
        print_lines(f"Interrupted{notes}.")
        return EXIT_INTERRUPTED
    except click.ClickException as error:
        sys.stdout.flush()
        error.show()
        return error.exit_code
    except SystemExit as error:
        if sys.stdout is not output:  # click wraps stdout once its reader is gone, and exits with the code of findings
            raise BrokenPipeError from None
        return error.code


def _end_in_order() -> None:
    """Make SIGTERM and SIGHUP raise an exception, so that nothing half-written is left behind."""

    def end(number: int, _: object) -> None:
        threading.excepthook = lambda _: None  # silences threads whose processes were ended, too
        _received.append(EXIT_SIGNAL + number)
        raise Terminated(EXIT_SIGNAL + number)

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) == signal.SIG_DFL:
            signal.signal(getattr(signal, name), end)


def _drop_rest(output: TextIO) -> None:
    """Redirect standard output to the null device, so that flushing its buffer at exit does not raise again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
