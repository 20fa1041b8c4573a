"""Every command of the program, grouped by purpose as in ``auditor --help``.

To add a command, write a function of its name in a module of `auditor.cli.commands`, and give it a line in
``menu.toml``. What it shares with other commands is in `auditor.cli.options`. Its module is imported when called.
"""

import os
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from auditor.cli.options import COMPLETING, UsageError
from auditor.core.program import UserError


class Entry(NamedTuple):
    """A command: the module of `auditor.cli.commands` that holds the function of its name, and one sentence."""

    module: str
    title: str


MENU: Final = {
    heading: {name: Entry(**one) for name, one in commands.items()}
    for heading, commands in tomllib.loads(Path(__file__).with_name("menu.toml").read_text("utf-8")).items()
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
