"""The page's module in place of `auditor.core.store.arrow`, which needs pyarrow."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.judge_site import WEB
from support.paths import ROOT

ANSWERS_AS_ARROW = ROOT / "auditor" / "core" / "store" / "queries.py"
"""Imports what makes a `pyarrow.Table` of an answer, which nobody asks for in a page."""


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


@pytest.mark.parametrize(
    "path",
    [path for path in sorted((ROOT / "auditor" / "core").rglob("*.py")) if any(imported(path))],
    ids=lambda path: path.stem,
)
def test_the_page_has_what_the_core_imports(path: Path) -> None:
    if path == ANSWERS_AS_ARROW:
        assert set(imported(path)) == {"arrow_type"}
        return
    assert set(imported(path)) <= defined(WEB / "python" / "store_arrow.py")
