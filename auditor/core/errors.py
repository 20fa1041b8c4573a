"""Problems of inputs, and the exceptions that callers catch.

What could not be read is data (`Problem`), not an exception, so that one bad input never stops the others.
"""

from typing import Final

import msgspec

from auditor.core.program import UserError


class Problem(msgspec.Struct, frozen=True):
    """A part of an input that could not be read. `place` says where in it (a line, an element), or ""."""

    place: str
    message: str

    def __repr__(self) -> str:
        return f"Problem({self.place!r}, {self.message!r})"

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


PROBLEM_LIMIT: Final = 100
"""How many problems of an input, or parts of a file that cannot be read, are told one by one."""


def counted(problems: list[Problem]) -> list[Problem]:
    """Problems to tell: of more than PROBLEM_LIMIT the first, and one that counts the others."""
    if len(problems) <= PROBLEM_LIMIT:
        return problems
    return [problems[0], Problem("", f"{len(problems) - 1:,} more problems, which are not told one by one")]


class NotALog(Problem, frozen=True):
    """A whole input is no log of any known format. is_text: whether it is text, rather than binary data or empty."""

    is_text: bool = True


class ReadError(Exception):
    """Raised inside a reader where it cannot go on; the reader's caller turns it into a `Problem`."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(place, message)
        self.place = place
        self.message = message


class StoreError(UserError):
    """The database cannot be used; the message is one sentence that says what to do."""


class LockedError(StoreError):
    """Another process has the database open."""


class QueryError(UserError):
    """A query or a parameter that cannot be used; the message is one sentence that says what exists."""


class RendererError(UserError):
    """The renderer of charts is not installed; the message says how to get it."""


class RulesetError(UserError, ValueError):
    """A ruleset that cannot be used; the message names the file, the key and what is allowed."""


class KanQuestionError(UserError, ValueError):
    """A hand or draw for which the question of a kan makes no sense; the message says why."""


class NoGameError(UserError, ValueError):
    """There is no such game or hand; the message says why, and what there is."""


class NotReadError(NoGameError):
    """Parts of an input cannot be read. problems: all of them, each with its place (the input first)."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join([str(problem) for problem in problems]))
        self.problems = problems


def first_line(error: Exception) -> str:
    """The first line of an error's text without a final full stop, to be part of a sentence."""
    return str(error).strip().splitlines()[0].rstrip(".")
