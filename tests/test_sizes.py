"""What is read at one go fits a page: no long files, and no long functions."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = [path for folder in ("auditor", "tests", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))]

MOST_LINES_OF_A_FILE = 450
MOST_LINES_OF_A_FUNCTION = 50


def functions(source: str) -> Iterator[tuple[str, int]]:
    """Each function with its lines. Decorators are data (options of a command, cases of a test), docstrings are texts
    (a command's help): neither counts."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if ast.get_docstring(node) is not None:
                lines -= (node.body[0].end_lineno or 0) - node.body[0].lineno + 1
            yield node.name, lines


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_and_functions_are_short(path: Path) -> None:
    source = path.read_text("utf-8")
    assert len(source.splitlines()) <= MOST_LINES_OF_A_FILE, "split it by topic, and name each part by its own"
    too_long = {name: lines for name, lines in functions(source) if lines > MOST_LINES_OF_A_FUNCTION}
    assert not too_long


def test_what_counts_as_a_line_of_a_function() -> None:
    source = '@given(\n    1,\n)\ndef f(\n    a,\n):\n    """One.\n\n    Two.\n    """\n    return a\n'
    assert list(functions(source)) == [("f", 4)]
