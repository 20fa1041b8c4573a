"""The group of all commands: each is imported only when it is asked for."""

from importlib import import_module
from typing import Any

import click

from auditor.cli.exits import ClosedPipeError
from auditor.cli.menu import MENU


class Menu(click.Group):
    """The commands of the menu; the help lists them by its groups, and needs none of their modules."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for group in MENU:
            for name, title in group.commands.items():
                self.add_command(click.Command(name, short_help=title))  # a name for click, until it is asked for

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse the options of the program itself. Raises ClosedPipeError."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except BrokenPipeError as error:
            raise ClosedPipeError from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Raises ClosedPipeError."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ClosedPipeError from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the menu."""
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name: the function of that name in the module of that name."""
        if cmd_name not in self.commands:
            return None
        command: click.Command = getattr(import_module(f"auditor.cli.commands.{cmd_name}"), cmd_name)
        command.short_help = self.commands[cmd_name].short_help
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands in groups, all in one column."""
        width = max([len(name) for name in self.commands])
        for group in MENU:
            with formatter.section(group.heading):
                formatter.write_dl([(name.ljust(width), title) for name, title in group.commands.items()])
