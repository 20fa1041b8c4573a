"""The command line: a thin skin over the library. Its commands are listed in `auditor.cli.menu`."""

import gc
import os
import sys

import click

from auditor.cli.menu import CommandGroup
from auditor.cli.options import EXIT_CLOSED_PIPE, EXIT_INTERRUPTED, QUERY_INTERRUPTED


def _show_version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from auditor.program import is_compiled, version

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


def main() -> None:
    """The entry point. Output is UTF-8 everywhere, and a name that is not valid text never stops it."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
    output = sys.stdout
    try:
        try:
            code = cli.main(standalone_mode=False)
        except RuntimeError as error:
            if not isinstance(error, click.Abort) and str(error) != QUERY_INTERRUPTED:
                raise
            click.echo("Interrupted; what was loaded before is kept.", err=True)
            code = EXIT_INTERRUPTED
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except SystemExit as error:
            if sys.stdout is not output:  # click wraps it once its reader has gone; its exit code is that of findings
                raise BrokenPipeError from None
            code = error.code
        _flush()
    except BrokenPipeError:
        # What is left in the buffer must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
        code = EXIT_CLOSED_PIPE
    finally:
        if "_duckdb" not in sys.modules:  # it takes what is left for a leak of its own, and prints forty lines of that
            gc.freeze()  # a last search for cycles, in all that was loaded, takes a twentieth of a small run
    sys.exit(code if isinstance(code, int) else 0)


def _flush() -> None:
    """Write what is left in the buffer of standard output. Raises BrokenPipeError."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError:  # Python tries again at exit, and says so
        pass
