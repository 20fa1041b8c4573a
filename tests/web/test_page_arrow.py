"""The page's module in place of `auditor.core.store.arrow`, which needs pyarrow."""

import ast
from collections.abc import Iterator
from pathlib import Path

from support.judge_site import WEB
from support.paths import ROOT


def imported(path: Path) -> Iterator[str]:
    """The names that a module imports from the one that is replaced."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "auditor.core.store.arrow":
            yield from [alias.name for alias in node.names]


def defined(path: Path) -> set[str]:
    """The names that a module defines."""
    nodes = ast.parse(path.read_text("utf-8")).body
    assigned = [target for node in nodes if isinstance(node, ast.Assign) for target in node.targets]
    made = [node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return {*made, *[one.id for one in assigned if isinstance(one, ast.Name)]}


def test_the_page_has_what_the_core_imports() -> None:
    there = defined(WEB / "python" / "store_arrow.py")
    needed = {path.stem: {*imported(path)} for path in (ROOT / "auditor" / "core").rglob("*.py") if any(imported(path))}
    assert {"worker", "database"} < needed.keys()
    assert needed.pop("queries") == {"arrow_type"}  # for a `pyarrow.Table` of an answer, which nobody asks a page for
    assert {stem: names - there for stem, names in needed.items() if names - there} == {}
