"""Functions have at most 50 lines. Files are bounded by topic; 900 lines are the limit. Caches are bounded, too."""

import ast
from pathlib import Path

from support.paths import ROOT
from support.program_modules import Function, own_lines

MOST_LINES_OF_A_FILE = 900
MOST_LINES_OF_A_FUNCTION = 50


def sources() -> list[Path]:
    return [path for folder in ("auditor", "tests", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))]


def functions(source: str) -> list[tuple[str, int]]:
    """Each function with its lines."""
    return [(node.name, own_lines(node)) for node in ast.walk(ast.parse(source)) if isinstance(node, Function)]


def test_files_and_functions_are_short() -> None:
    too_long = []
    for path in sources():
        source, name = path.read_text("utf-8"), path.relative_to(ROOT).as_posix()
        if (lines := len(source.splitlines())) > MOST_LINES_OF_A_FILE:
            too_long.append(f"{name}: {lines} lines")
        too_long += [f"{name}, {one}: {lines}" for one, lines in functions(source) if lines > MOST_LINES_OF_A_FUNCTION]
    assert not too_long, "split it by topic, and name each part by its own"


def test_what_counts_as_a_line_of_a_function() -> None:
    source = '@given(\n    1,\n)\ndef f(\n    a,\n):\n    """One.\n\n    Two.\n    """\n    return a\n'
    assert functions(source) == [("f", 4)]


def test_a_cache_without_a_bound_has_few_keys() -> None:
    """Names and small numbers. Whole rules, or tiles, may be others in each log that a stranger sends to a server."""
    few = {"str", "int", "Block", "TileCode", "type[Section]"}
    unbounded = [
        f"{path.relative_to(ROOT)}, {node.name}: {ast.unparse(one.annotation)}"
        for path in sorted((ROOT / "auditor").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, Function) and "cache" in [ast.unparse(one) for one in node.decorator_list]
        for one in node.args.args
        if one.annotation is not None and ast.unparse(one.annotation) not in few
    ]
    assert not unbounded, "give it a size: @lru_cache(64)"
