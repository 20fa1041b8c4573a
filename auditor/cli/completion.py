"""What a shell is offered where a value is typed: rulesets, checks, queries, and players of the database in use."""

import os
from collections.abc import Callable, Iterable
from typing import Final

import click
from click.shell_completion import CompletionItem, get_completion_class

from auditor.cli.options import COMPLETING

SHELLS: Final = ("bash", "zsh", "fish")

_SPLITS: Final = "COMPREPLY+=($value)"
_QUOTED: Final = 'COMPREPLY+=("$(printf %q "$value")")'
"""How click's script for bash adds an offer, which splits at blanks; and so that it does not: names have some."""

_MOST: Final = 100


def script(shell: str, command: click.Command) -> str:
    """What a shell has to read once to complete the program's command line."""
    made = get_completion_class(shell)
    assert made is not None
    return made(command, {}, "auditor", COMPLETING).source().replace(_SPLITS, _QUOTED)


def _rulesets(_context: click.Context, _typed: str) -> Iterable[str]:
    from auditor.core import rulesets

    return ("auto", *rulesets.names())


def _checks(_context: click.Context, typed: str) -> Iterable[str]:
    from auditor.core.checks import BY_ID

    before = typed[: typed.rfind(",") + 1]  # a list of checks is completed at its end
    return [before + check for check in BY_ID]


def _queries(_context: click.Context, _typed: str) -> Iterable[str]:
    from auditor.core.store import queries

    return queries.names()


def _players(context: click.Context, typed: str) -> Iterable[str]:
    from auditor.core.store.queries import connect

    database = context.params.get("database") or os.environ.get("AUDITOR_DB")
    if not database:
        return []
    select = "SELECT DISTINCT name FROM seats WHERE starts_with(lower(name), lower(?)) ORDER BY name LIMIT ?"
    with connect(database) as connection:
        return [name for (name,) in connection.execute(select, [typed, _MOST]).fetchall()]


Offers = Callable[[click.Context, str], Iterable[str]]
"""What may stand where something is typed."""

OF_OPTIONS: Final[dict[str, Offers]] = {
    "--rules": _rulesets, "--ruleset": _rulesets, "--select": _checks, "--ignore": _checks, "--check": _checks,
    "--name": _players,
}  # fmt: skip
OF_ARGUMENTS: Final[dict[str, Offers]] = {"query": _queries, "checks": _checks, "rulesets": _rulesets}
"""What is offered for the options of any command, and for the arguments of some."""


def offer_values(name: str, command: click.Command) -> None:
    """Let a command's options and arguments offer their values to a shell. name: of the command."""
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            offers = OF_ARGUMENTS.get(name)
        else:
            offers = next((OF_OPTIONS[option] for option in parameter.opts if option in OF_OPTIONS), None)
        if offers is not None:
            parameter._custom_shell_complete = _completing(offers)


def _completing(offers: Offers) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    def complete(context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        known = [one for one in offers(context, typed) if one.casefold().startswith(typed.casefold())]
        return [CompletionItem(one) for one in known]

    return complete
