"""What a shell is offered where a value is typed: rulesets, checks, queries, and players of the database in use."""

import os
from collections.abc import Callable, Iterable
from typing import Final

import click
from click.shell_completion import CompletionItem, get_completion_class

from auditor.cli.options import COMPLETING

SHELLS: Final = ("bash", "zsh", "fish")

_MENDS: Final = (
    ("COMPREPLY+=($value)", """[[ ${COMP_WORDS[COMP_CWORD]} == [\\"\\']* && $value != *[\\"\\'\\\\\\`\\$!]* ]] ||
                value=$(printf %q "$value"); COMPREPLY+=("$value")"""),
    ("read type value", "read -r type value"),
    ('string split ","', 'string split --max 1 ","'),
    ("echo $metadata[2]", "echo (string replace -r '^(--[^=]+=)?.*' '$1' -- (commandline -t))$metadata[2]"),
    ("compadd -U", 'compadd -U -P "${(M)PREFIX#--*=}"'),
)  # fmt: skip
"""What click's scripts do wrong, and as it is right: bash splits offers at blanks, quotes what is quoted, and takes
backslashes away; fish ends offers at a comma; fish and zsh lose the option of a value after its sign of equality.
"""

_MOST: Final = 100


def script(shell: str, command: click.Command) -> str:
    """What a shell has to read once to complete the program's command line."""
    made = get_completion_class(shell)
    assert made is not None
    source = made(command, {}, "auditor", COMPLETING).source()
    for wrong, right in _MENDS:
        source = source.replace(wrong, right)
    return source


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

    if not (database := context.params.get("database") or os.environ.get("AUDITOR_DB")):
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
    """Let a command's parameters offer values to a shell, and files where these may be any text. name: its own."""
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            offers = OF_ARGUMENTS.get(name)
        else:
            offers = next((OF_OPTIONS[option] for option in parameter.opts if option in OF_OPTIONS), None)
        if offers is not None or parameter.type is click.STRING:
            parameter._custom_shell_complete = _completing(offers)


def _completing(offers: Offers | None) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    def complete(context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        offered = offers(context, typed) if offers else ()
        known = [CompletionItem(one) for one in offered if one.casefold().startswith(typed.casefold())]
        return known or ([] if offers in (_checks, _players) else [CompletionItem(typed, type="file")])

    return complete
