"""What commands share: options and their types, the settings file, the choice of checks, exit codes, the terminal.

What takes long to import is imported by the functions that need it, for every command imports this module.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

import click

from auditor.core.program import version
from auditor.core.project import OWN, PROJECT, at_least, find_config, read_config
from auditor.core.text import printable

if TYPE_CHECKING:
    from auditor.core.audit.work import Settings

COMPLETING: Final = "_AUDITOR_COMPLETE"
"""The environment variable by which a shell asks for completions."""

MAX_PER_CHECK: Final = 20
"""Findings of a check that are printed in text, unless ``--cap`` says otherwise."""

TEXT_FORMATS: Final = ("text", "concise")
OUTPUT_FORMATS: Final = (*TEXT_FORMATS, "json", "jsonl", "sarif", "github", "junit")
"""The output formats of findings."""


class AuditOptions(NamedTuple):
    """The options of ``auditor audit``, each as its help says. extras: the value of ``--with``. output: the value of
    ``--format``. file: the value of ``--output``. config: the settings file in use, or None.
    """

    paths: tuple[str, ...]
    database: str | None
    lake: str | None
    cluster: str | None
    shard: tuple[int, int] | None
    rules: str
    also_under: str | None
    extras: str | None
    jobs: int | None
    max_size: int
    seconds: float
    memory: int
    output: str
    cap: int
    statistics: bool
    select: str | None
    ignore: str | None
    players: tuple[str, ...]
    fail_on: str
    notes: bool
    baseline: str | None
    update_baseline: bool
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    strict: bool
    join: bool
    follow: bool
    file: str | None
    config: str | None
    progress: bool | None
    quiet: bool
    verbose: bool

    @property
    def destination(self) -> str | None:
        """The database or lake that games are loaded into, if any."""
        return self.database if self.lake is None else self.lake

    @property
    def is_text(self) -> bool:
        """Whether findings are printed for people."""
        return self.output in TEXT_FORMATS


INFER: Final = "infer"
"""The value of --rules that asks for rules inferred from the logs; a run replaces it by the files of these rules."""

EXIT_FINDINGS: Final = 1
EXIT_USAGE: Final = 2
EXIT_UNREADABLE: Final = 3
EXIT_INTERRUPTED: Final = 130
EXIT_SIGNAL: Final = 128
"""The exit code of a program ended by a signal is this plus the number of the signal."""
EXIT_CLOSED_PIPE: Final = 141
"""The reader of the output is gone: the exit code that a shell gives a program ended by SIGPIPE."""

QUERY_INTERRUPTED: Final = "Query interrupted"
"""The text of the RuntimeError into which DuckDB turns Ctrl-C during a statement."""


class UsageError(click.ClickException):
    """Wrong usage; the message says in one sentence what is wrong. Exit code 2."""

    exit_code = EXIT_USAGE

    def format_message(self) -> str:
        """The message, safe to print whatever names it holds; one line per fault."""
        return "\n".join([printable(line) for line in self.message.split("\n")])


@contextmanager
def naming_unwritable(name: str) -> Iterator[None]:
    """Raise UsageError with a name where the block cannot write a file, unless its reader is gone."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"{name}: cannot be written: {error.strerror or error}") from None


@contextmanager
def noting_loads_on_interrupt(has_any: Callable[[], bool]) -> Iterator[None]:
    """Add to an interrupt of the block (Ctrl-C, a signal) a note whether anything was loaded, as `has_any` says."""
    try:
        yield
    except BaseException as error:
        if is_interrupt(error):
            error.add_note("what was loaded before is kept" if has_any() else "nothing was loaded yet")
        raise


def is_interrupt(error: BaseException) -> bool:
    """Whether an exception comes from Ctrl-C or a signal, also where DuckDB turned it into a RuntimeError."""
    return isinstance(error, KeyboardInterrupt | Terminated) or str(error) == QUERY_INTERRUPTED


class Terminated(SystemExit):
    """Raised by SIGTERM and SIGHUP to end the program."""


def print_lines(*lines: str, err: bool = True) -> None:
    """Print lines, safely whatever names they hold, after what either stream has printed. err: on standard error."""
    if err:
        sys.stdout.flush()
    for line in lines:
        click.echo(printable(line), err=err)


def exit_code(findings: Mapping[str, int], fail_on: str, *, has_problems: bool) -> int:
    """The exit code of an audit. findings: the number of findings by severity. fail_on: one of FAIL_ON. has_problems:
    whether some input could not be read.
    """
    if has_problems:
        return EXIT_UNREADABLE
    return EXIT_FINDINGS if any([findings.get(severity) for severity in at_least(fail_on)]) else 0


def selected_checks(select: str | None, ignore: str | None) -> frozenset[str] | None:
    """The ids of the checks that ``--select`` and ``--ignore`` leave to be reported; None for all. Raises
    SelectionError where they name no check.
    """
    if select is None and ignore is None:
        return None
    from auditor.core import checks

    return checks.selected_checks(select, ignore)


def audit_settings(rules: str, also_under: str | None, extras: str | None = None, *, is_loaded: bool) -> "Settings":
    """The settings of an audit. The key of a named ruleset holds a fingerprint of all of its settings. extras: the
    value of ``--with``. is_loaded: whether the results go into a database or a lake. Raises UsageError where an option
    names something unknown, or needs a database or a lake.
    """
    from auditor.core.audit.work import Settings
    from auditor.unknown_rules import revise_findings

    key = _ruleset_key(rules, "--rules")
    others = _rulesets_named(also_under)
    if others and not is_loaded:
        raise UsageError("--also-under keeps what it finds in a database or a lake: give --db or --lake as well")
    other_keys = tuple([_ruleset_key(name, "--also-under") for name in others])
    if extras is not None and not is_loaded:
        raise UsageError("--with fills tables of a database or a lake: give --db or --lake as well")
    if not is_loaded:
        return Settings(rules, revise_findings)
    from auditor.core.store.schema import extras_of_text

    try:
        named = () if extras is None else extras_of_text(extras)
    except ValueError as error:
        raise UsageError(f"--with: {error}") from None
    return Settings(rules, revise_findings, key, version(), others, extras=named, also_keys=other_keys)


def _rulesets_named(text: str | None) -> tuple[str, ...]:
    """The rulesets that --also-under names; ``all`` is every ruleset of the program."""
    if text is None:
        return ()
    from auditor.core.rulesets import names

    return tuple(names()) if text == "all" else tuple([part.strip() for part in text.split(",")])


def _ruleset_key(name: str, option: str) -> str:
    """The key of a ruleset: its name with a fingerprint of its settings. Raises UsageError, naming the option."""
    from auditor.core.audit.game import plan_for
    from auditor.core.errors import RulesetError
    from auditor.core.rulesets import AUTO, load, settings_key
    from auditor.core.rulesets.loading import SEVERAL_RULESETS

    try:
        for one in [] if name == AUTO else name.split(SEVERAL_RULESETS):
            plan_for(load(one))
        return settings_key(name)
    except RulesetError as error:
        raise UsageError(f"{option}: {error}") from error


SIZE_UNITS: Final = {"K": 10, "M": 20, "G": 30}

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def database_option(help: str, *, required: bool = False) -> Decorator:
    """``--db FILE``, which the environment variable AUDITOR_DB can set for every command that has it."""
    return click.option(
        "--db", "database", metavar="FILE", envvar="AUDITOR_DB", show_envvar=True, required=required, help=help
    )


def lang_option() -> Decorator:
    """``--lang``, which the environment variable AUDITOR_LANG can set; ``LANG`` changes nothing."""
    return click.option(
        "--lang", metavar="CODE|FILE", envvar="AUDITOR_LANG", show_envvar=True, expose_value=False, is_eager=True,
        callback=_speak, help="The language of what is printed: en, fr, ja, zh, or a file of your own.",
    )  # fmt: skip


def _speak(context: click.Context, _: click.Parameter, name: str | None) -> None:
    """Print in that language, until the command has ended. Raises LanguageError."""
    if name is not None and name != "en" and not context.resilient_parsing:
        from auditor.core.checks.wording import LANGUAGE
        from auditor.languages import language

        token = LANGUAGE.set(language(name))
        context.call_on_close(lambda: LANGUAGE.reset(token))


def rules_option(help: str) -> Decorator:
    """``--rules`` for one ruleset, by default the one that the log names."""
    return click.option("--rules", default="auto", show_default=True, metavar="auto|NAME|FILE", help=help)


def project_rules_option(help: str, *, is_resolved: bool = True) -> Decorator:
    """``--rules`` for one ruleset, by default that of the project's settings, else the one that the log names.
    is_resolved: if False, the command gets None by default, and calls `rules_of_project` itself.
    """
    return click.option(
        "--rules", default=rules_of_project if is_resolved else None, show_default="the project's, else auto",
        metavar="auto|NAME|FILE", help=help,
    )  # fmt: skip


def rules_of_project() -> str:
    """The ruleset that the settings of the project name, else ``auto``. Raises ProjectError."""
    config = find_config(Path.cwd())
    return "auto" if config is None else str(config.settings.get("rules", "auto"))


def progress_option() -> Decorator:
    """``--progress``, or ``--no-progress``; None without either."""
    return click.option(
        "--progress/--no-progress", default=None,
        help="Show progress. Default: on a terminal; elsewhere --progress prints a line per minute.",
    )  # fmt: skip


def game_option(help: str) -> Decorator:
    """``--game N``, for an address that holds several games."""
    return click.option("--game", type=click.IntRange(0), metavar="N", help=help)


def size(text: str) -> int:
    """A number of bytes, given as ``1000000``, ``500K``, ``256M`` or ``2G``. Raises click's BadParameter."""
    number, shift = text.upper().removesuffix("B"), 0
    if number[-1:] in SIZE_UNITS:
        number, shift = number[:-1], SIZE_UNITS[number[-1]]
    if not number.isdecimal() or not int(number):
        raise click.BadParameter(f"{text!r} is not a size; give bytes, or a number with K, M or G, such as 256M")
    return int(number) << shift


def finding_name(text: str) -> str:
    """The name of a finding, as `results.finding_name`. Raises click's BadParameter."""
    from auditor.core import results

    try:
        return results.finding_name(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def shard(text: str) -> tuple[int, int]:
    """A shard, given as ``3/8``: the third of eight. Raises click's BadParameter."""
    number, slash, count = text.partition("/")
    if not slash or not number.isdecimal() or not count.isdecimal() or not 1 <= int(number) <= int(count):
        raise click.BadParameter(f"{text!r} is no share; give K/N, such as 3/8 for the third of eight")
    return int(number), int(count)


NO_CONFIG: Final = "none"


def join_option() -> Decorator:
    """``--join``."""
    help = "Join files of a folder, or of one in an archive, that hold one hand each into games (tenhou.net/6, mjx)."
    return click.option("--join", is_flag=True, help=help)


def config_option() -> Decorator:
    """``--config FILE``, whose settings are the defaults of the other options."""
    return click.option(
        "--config", metavar="FILE|none", is_eager=True, callback=_apply_config,
        help=f"The settings to use. Default: {OWN}, or [tool.auditor] in {PROJECT}, here or in a folder above.",
    )  # fmt: skip


def _apply_config(context: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Make the project's settings the defaults of the command. Returns the path of their file. Raises ProjectError."""
    if value == NO_CONFIG or context.resilient_parsing:
        return None
    config = find_config(Path.cwd()) if value is None else read_config(Path(value))
    if config is None:
        return None
    context.default_map = {**config.defaults(), **(context.default_map or {})}
    return config.path


def terminal_width(stream: TextIO) -> int | None:
    """The columns of the terminal that a stream writes to; None where it writes elsewhere."""
    import shutil

    return shutil.get_terminal_size().columns if stream.isatty() else None
