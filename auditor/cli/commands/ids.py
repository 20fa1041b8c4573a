"""``auditor ids``: lists of log ids, and which of their games a database has."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress

import click

from auditor.cli.options import EXIT_UNREADABLE, UsageError, database_option, print_lines
from auditor.core.text import plural

_MOST_BYTES = 64 << 20


@click.command()
@click.argument("lists", nargs=-1, required=True, metavar="LIST...")
@database_option("Show which of the games this database or lake has.")
@click.option("--missing", is_flag=True, help="Print only the games that the database does not have.")
def ids(lists: tuple[str, ...], database: str | None, missing: bool) -> None:
    """Print the ids of the games that lists name, one per line; with a database, whether it has each.

    LIST is whatever holds ids: Tenhou's lists (scc2020010100.html.gz), pages and texts with addresses of games, what a
    browser or Flash stored (mjinfo.sol, local storage), folders and archives of these. Nothing is downloaded. A game of
    riichi.dev, mjai.app or mjai.ekyu.moe is printed as the address to get it from.

    \b
    Exit codes:
      0  some game is named
      2  wrong usage
      3  no game is named, or some list could not be read

    \b
    auditor ids scc20200101.html.gz
    auditor ids 2020/ --db games.duckdb --missing > to-fetch.txt
    """
    if missing and database is None:
        raise UsageError("--missing needs a database: --db FILE.")
    found, others, is_whole = _read(lists)
    known = _known(database, found) if database is not None else set()
    for log_id in found:
        if database is None or missing:
            if log_id not in known:
                click.echo(log_id)
        else:
            click.echo(f"{log_id}\t{'loaded' if log_id in known else 'missing'}")

    if others:
        names = ", ".join(others[:3]) + (", ..." if len(others) > 3 else "")
        print_lines(f"{plural(len(others), 'other list')} named: {names}")
    if not found:
        print_lines("no log id was found")
    elif database is None:
        print_lines(f"{plural(len(found), 'game')} named")
    else:
        counts = f"{len(known):,} in {database}, {len(found) - len(known):,} not"
        print_lines(f"{plural(len(found), 'game')} named: {counts}")
    sys.exit(0 if found and is_whole else EXIT_UNREADABLE)


def _read(lists: tuple[str, ...]) -> tuple[list[str], list[str], bool]:
    """The log ids in lists, the further lists that they name, and whether all could be read."""
    from auditor.core.reading.no_logs import game_pages_in, lists_named_in, log_ids_in
    from auditor.core.sources import InputItem, input_name, open_sources

    found: dict[str, None] = {}
    others: dict[str, None] = {}
    is_whole = True
    for item in open_sources(lists):
        data = item.data if isinstance(item, InputItem) else _raw_bytes(item.path, item.member)
        named = [*log_ids_in(data), *game_pages_in(data.decode("utf-8", "replace"))]
        if not named and not isinstance(item, InputItem):
            print_lines(f"{input_name(item.path, item.member)}: {item.problem}")
            is_whole = False
        found |= dict.fromkeys(named)
        others |= dict.fromkeys(lists_named_in(data))
    return list(found), list(others), is_whole


def _raw_bytes(path: str, member: str) -> bytes:
    """The raw bytes of a file that cannot be unpacked as logs, such as a browser's storage; none of one too large."""
    with suppress(OSError):
        if not member and os.path.getsize(path) <= _MOST_BYTES:
            with open(path, "rb") as file:
                return file.read(_MOST_BYTES)
    return b""


def _known(database: str, log_ids: Iterable[str]) -> set[str]:
    """Those of the log ids that the database has. Raises StoreError."""
    from auditor.core.store.previous import ids_known
    from auditor.core.store.queries import connect

    with connect(database) as connection:
        return ids_known(connection, log_ids)
