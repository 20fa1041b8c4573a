"""``auditor serve``: an HTTP server for browsing a database and for judging logs that are posted."""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from auditor.cli import options as shared
from auditor.core.program import install_command

if TYPE_CHECKING:
    from auditor.server.guard import GuardOptions
    from auditor.server.state import ServeOptions

LOOPBACK_HOST: Final = "127.0.0.1"
_OWN_HOSTS: Final = (LOOPBACK_HOST, "localhost", "::1")
_TOKEN_LENGTH: Final = 16


class ServerSettings(NamedTuple):
    """The options of ``auditor serve``, each as its help says."""

    database: str | None
    rules: str
    extras: str | None
    accept: bool
    logs: str | None
    host: str
    port: int
    token_file: str | None
    allow_host: tuple[str, ...]
    prefix: str
    behind_proxy: bool
    jobs: int | None
    max_size: int
    seconds: float
    sql: bool | None


@click.command()
@shared.database_option("The database to browse; without one the server only judges logs.")
@shared.rules_option("The ruleset to judge by if a client names none: a name, a TOML file or Majiang's rule object.")
@click.option("--with", "extras", metavar="turns,walls", help="Fill these tables for stored games, too.")
@click.option("--accept", is_flag=True,
              help="Store logs posted to /api/games in the database, which is else only read.")  # fmt: skip
@click.option("--logs", metavar="DIR", help="Where to store posted logs. Default: the database's name with .logs.")
@click.option("--host", default=LOOPBACK_HOST, show_default=True, help="The address to listen on; any but "
              "this machine's own needs --token-file.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=8477, show_default=True, help="The port.")
@click.option("--token-file", metavar="FILE", type=click.Path(exists=True, dir_okay=False),
              help="Clients must give the token in this file: Authorization: Bearer TOKEN, or as a browser's "
              "password.")  # fmt: skip
@click.option("--allow-host", multiple=True, metavar="NAME",
              help="A further host name of the server, such as that of a proxy; may be repeated.")  # fmt: skip
@click.option("--prefix", default="", metavar="/PATH", help="The prefix of all paths, behind a proxy.")
@click.option("--behind-proxy", is_flag=True, help="Only a proxy reaches this server: a client is who that says it is, "
              "in the last address of X-Forwarded-For.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="N",
              help="Logs of one client that are judged at once. Default: one per core.")  # fmt: skip
@click.option("--max-size", type=shared.size, default="16M", show_default=True, metavar="SIZE",
              help="Refuse larger logs, packed or unpacked.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0.1), default=10.0, show_default=True, metavar="N",
              help="The timeout for judging a log.")  # fmt: skip
@shared.lang_option()
@click.option("--sql/--no-sql", default=None, help="Whether clients may send SQL, which only reads. Default: yes; with "
              "--accept only if the server is this machine's alone.")  # fmt: skip
def serve(**values: Any) -> None:
    """Serve pages that browse a database, a page that judges logs, and an HTTP API.

    Nothing is written without --accept. GET /api/openapi.json describes the API; /healthz and /metrics show the
    state of the server.

    \b
    Exit codes:
      0  ended by Ctrl-C or SIGTERM
      2  wrong usage
      3  the address cannot be listened on

    \b
    auditor serve --db games.duckdb
    auditor serve --db games.duckdb --accept --host 0.0.0.0 --token-file token --allow-host audit.example.org
    """
    options = ServerSettings(**values)
    guard = _guard(options)
    serving = _serving(options)
    try:
        import uvicorn

        from auditor.server.admission import MOST_CONNECTIONS, BoundedConnection
        from auditor.server.app import make_app
    except ImportError:
        raise shared.UsageError(f"serve needs Starlette and uvicorn: {install_command('serve')}") from None
    from auditor.core.store.queries import connect

    if serving.database is not None and not (serving.accepts and not os.path.exists(serving.database)):
        connect(serving.database).close()
    if options.behind_proxy:
        BoundedConnection.most_of_one = MOST_CONNECTIONS
    with shared.naming_unwritable(serving.logs):
        app = make_app(serving, guard)
    shared.print_lines(f"serving {serving.address} (Ctrl-C ends it)")
    with suppress(shared.Terminated):  # uvicorn ends in order, then raises the signal again
        uvicorn.run(
            app, host=options.host, port=options.port, log_level="warning", access_log=False,
            server_header=False, timeout_keep_alive=15, proxy_headers=False,
            http=BoundedConnection, ws="none", timeout_graceful_shutdown=30,
        )  # fmt: skip


def _guard(options: ServerSettings) -> "GuardOptions":
    """Which requests are answered: hosts, token, prefix and size. Raises UsageError."""
    from auditor.server.guard import LOOPBACK, GuardOptions, host_of

    token = ""
    if options.token_file is not None:
        try:
            token = Path(options.token_file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise shared.UsageError(f"--token-file: {options.token_file}: cannot be read ({error})") from None
        if len(token) < _TOKEN_LENGTH or not token.isascii():
            raise shared.UsageError(f"--token-file: give {_TOKEN_LENGTH} or more ASCII letters: openssl rand -hex 16")
    if not token and options.host not in _OWN_HOSTS:
        raise shared.UsageError(f"--host {options.host}: others than this machine could ask; give --token-file, too.")
    prefix = options.prefix.rstrip("/")
    if not re.fullmatch(r"(/[\w.~-]+)*", prefix, re.ASCII):
        raise shared.UsageError(
            f"--prefix {options.prefix}: expected a path such as /auditor, of letters, digits and ._~-"
        )
    own = [] if options.host in ("0.0.0.0", "::") else [options.host]
    names = [f"[{one}]" if one.count(":") > 1 and "[" not in one else one for one in (*own, *options.allow_host)]
    for name in names[len(own) :]:
        if host_of(name.encode()) != name.lower():
            raise shared.UsageError(f"--allow-host {name}: give the name alone, such as audit.example.org.")
    hosts = frozenset([*LOOPBACK, *[name.lower() for name in names]])
    return GuardOptions(hosts, token, prefix, options.max_size, options.behind_proxy)


def _serving(options: ServerSettings) -> "ServeOptions":
    """The options of the server behind the guard: database, folder of logs and judging. Raises UsageError."""
    from auditor.core.audit.executors import cores
    from auditor.core.sources import Limits
    from auditor.core.store.queries import holds_lake
    from auditor.server.state import ServeOptions

    if options.accept and options.database is None:
        raise shared.UsageError("--accept keeps what is posted in a database: give --db as well.")
    if options.accept and options.database is not None and holds_lake(options.database):
        raise shared.UsageError("--accept writes into a database file, not a lake.")
    settings = shared.audit_settings(options.rules, None, options.extras, is_loaded=True)
    settings = settings._replace(limits=Limits(options.max_size))
    logs = options.logs or (f"{os.path.abspath(options.database)}.logs" if options.database else "")
    prefix = options.prefix.rstrip("/")
    is_for_others = options.host not in _OWN_HOSTS or options.behind_proxy or bool(options.allow_host)
    has_sql = not (is_for_others and options.accept) if options.sql is None else options.sql
    host = f"[{options.host}]" if ":" in options.host else options.host
    address = f"http://{host}:{options.port}{prefix}/"
    jobs, seconds = options.jobs or cores(), options.seconds
    return ServeOptions(options.database, logs, options.accept, settings, jobs, seconds, prefix, has_sql, address)
