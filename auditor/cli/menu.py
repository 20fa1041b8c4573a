"""Every command of the program, grouped by purpose as in ``auditor --help``.

To add a command, write a function of its name in a module of `auditor.cli.commands`, and give it a line here. What it
shares with other commands is in `auditor.cli.options`. A command's module is imported only when the command is called.
"""

import os
from importlib import import_module
from typing import Any, Final, NamedTuple

import click

from auditor.cli.options import COMPLETING, UsageError
from auditor.core.program import UserError


class Entry(NamedTuple):
    """A command: the module of `auditor.cli.commands` that holds the function of its name, and one sentence."""

    module: str
    title: str


MENU: Final = {
    "Judge play": {
        "audit": Entry("audit", "Audit logs: files, folders, archives, or standard input."),
        "watch": Entry("watch", "Audit the logs of folders as they arrive."),
        "report": Entry("report", "Write a page of results, and findings with their boards."),
        "verify": Entry("regression", "Judge logs by the verdict that they carry."),
        "kan": Entry("catalogue", "Is this closed kan after riichi legal?"),
        "conformance": Entry("conformance", "Ask an engine the questions that every engine has to answer."),
    },
    "Look closer": {
        "show": Entry("show", "Show a log's hands, a hand, or the position before an event."),
        "checks": Entry("catalogue", "List the checks, or show one in full."),
        "rulesets": Entry("catalogue", "List the rulesets, show one in full, or compare two."),
        "completion": Entry("catalogue", "Print what makes a shell complete commands and values."),
    },
    "Ask a database": {
        "query": Entry("query", "Run a named query, or list them."),
        "ids": Entry("ids", "Show which games lists of log ids name, and which a database has."),
        "serve": Entry("serve", "Serve pages that browse it, a page that judges logs, and an HTTP API."),
        "players": Entry("query", "List the players of a database, or say which names are one player."),
    },
    "Keep databases": {
        "info": Entry("database", "Show what a database holds, since when, and how large it is."),
        "export": Entry("database", "Write a database as a Parquet dataset."),
        "merge": Entry("database", "Merge databases, Parquet datasets and lakes into a database."),
        "lake": Entry("database", "Maintain a lake: join its small parts, or check that it is complete."),
    },
    "Make logs and fixtures": {
        "convert": Entry("logs", "Write a log in another format."),
        "cut": Entry("logs", "Write one hand as a log of its own."),
        "shrink": Entry("logs", "Write the smallest log that keeps exactly one finding."),
        "anonymize": Entry("logs", "Write logs without names, ids, seeds and dates."),
        "mutate": Entry(
            "regression", "Write copies of legal logs with one fault each, and what must be found in them."
        ),
    },
}
"""The groups of commands, by their headings in the help, and the commands of each by name."""


class CommandGroup(click.Group):
    """The commands of the menu; the help lists them by group, without importing their modules."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.modules: dict[str, str] = {}
        for commands in MENU.values():
            for name, entry in commands.items():
                self.modules[name] = entry.module
                self.add_command(click.Command(name, short_help=entry.title))  # a placeholder, until it is called

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the menu."""
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name: the function of that name in the module that the menu names."""
        if cmd_name not in self.commands:
            return None
        module = import_module(f"auditor.cli.commands.{self.modules[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        command.short_help = self.commands[cmd_name].short_help
        if COMPLETING in os.environ:
            from auditor.cli.completion import offer_values

            offer_values(cmd_name, command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that is called. Raises UsageError for any UserError."""
        try:
            return super().invoke(ctx)
        except UserError as error:
            raise UsageError(str(error)) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands in groups, all in one column."""
        width = max([len(name) for name in self.commands])
        for heading, commands in MENU.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), entry.title) for name, entry in commands.items()])
