"""The modules of auditor, parsed for the tests in `tests/house`."""

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

from support.paths import ROOT

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module(NamedTuple):
    """A module of auditor. name: dotted, that of its package for an ``__init__``."""

    name: str
    path: Path
    source: str
    tree: ast.Module

    @property
    def is_plain(self) -> bool:
        """Whether it is neither an ``__init__`` nor a ``__main__``."""
        return self.path.name not in ("__init__.py", "__main__.py")

    @property
    def package(self) -> str:
        """The package or top-level module below ``auditor``, or below its core, that it is part of."""
        parts = self.name.split(".")
        return ".".join(parts[1:3] if parts[1:2] == ["core"] else parts[1:2])


@cache
def modules() -> tuple[Module, ...]:
    """Every module below ``auditor/``, sorted by path."""
    read = []
    for path in sorted((ROOT / "auditor").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        source = path.read_text("utf-8")
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        read.append(Module(name, path, source, ast.parse(source)))
    return tuple(read)


def own_lines(function: Function) -> int:
    """The lines of a function without its decorators, which are data (options of a command, cases of a test), and its
    docstring, which is text (a command's help)."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function) is not None:
        lines -= (function.body[0].end_lineno or 0) - function.body[0].lineno + 1
    return lines


def parameters(function: Function) -> int:
    """How many parameters a caller may pass."""
    given = function.args
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len([name for name in names if name not in ("self", "cls")])


def is_record_constructor(function: Function) -> bool:
    """Whether a function is a constructor that only assigns its parameters, so that they are the fields of a record."""
    if function.name not in ("__init__", "__new__"):
        return False
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return all(
        isinstance(one, ast.Assign | ast.AnnAssign)
        or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Call) and "super()" in ast.unparse(one.value))
        for one in body
    )
