"""Options and types of options that several commands share."""

from collections.abc import Callable
from typing import Any, Final

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def database_option(help: str, *, required: bool = False) -> Decorator:
    """``--db FILE``, which the environment variable AUDITOR_DB may give for every command that has it."""
    return click.option(
        "--db", "database", metavar="FILE", envvar="AUDITOR_DB", show_envvar=True, required=required, help=help
    )


def rules_option(help: str) -> Decorator:
    """``--rules`` for one ruleset, by default the one that the log tells."""
    return click.option("--rules", default="auto", show_default=True, metavar="auto|NAME|FILE.toml", help=help)


class SizeType(click.ParamType[int]):
    """A number of bytes, as ``1000000``, ``500K``, ``256M`` or ``2G``."""

    name = "size"
    UNITS: Final = {"K": 10, "M": 20, "G": 30}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Fails with a message of click's."""
        if isinstance(value, int):
            return value
        text = str(value).upper().removesuffix("B")
        number, shift = (text[:-1], self.UNITS[text[-1]]) if text[-1:] in self.UNITS else (text, 0)
        if not number.isdecimal() or not int(number):
            self.fail(f"{value!r} is not a size; give bytes, or a number with K, M or G, such as 256M", param, ctx)
        return int(number) << shift


SIZE: Final = SizeType()
