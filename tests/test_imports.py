"""Data flows one way: a module imports only what stands before it."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "auditor"

FLOW = [
    ("auditor.tiles", "auditor.yaku", "auditor.problems", "auditor.words", "auditor.version", "auditor.data"),
    ("auditor.events",),
    ("auditor.sources",),
    ("auditor.formats",),
    ("auditor.convert",),
    ("auditor.rulesets.model",),
    ("auditor.hand",),
    ("auditor.rulesets", "auditor.wall", "auditor.findings"),
    ("auditor.table",),
    ("auditor.checks",),
    ("auditor.audit", "auditor.audit.game", "auditor.testing"),
    ("auditor.store",),
    ("auditor.audit.worker",),
    ("auditor.audit.pool",),
    ("auditor.report",),
    ("auditor.api", "auditor.cli"),
    ("auditor.__main__",),
]
"""Stages of the flow, first to last; the parts of one stage do not import each other."""


def part_of(module: str) -> tuple[int, str]:
    """The stage of a module and the part it belongs to, by the longest name that fits."""
    fits = [
        (len(part), stage, part)
        for stage, parts in enumerate(FLOW)
        for part in parts
        if module == part or module.startswith(part + ".")
    ]
    assert fits, f"{module} has no place in the flow"
    _, stage, part = max(fits)
    return stage, part


def imports_of(path: Path) -> list[str]:
    """Every module of the package that a file imports, those for type checking included."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            if (PACKAGE.parent / node.module.replace(".", "/")).is_dir():
                found += [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                found.append(node.module)
    return [name for name in found if name.split(".")[0] == "auditor" and name != "auditor"]


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


@pytest.mark.parametrize("path", MODULES, ids=[str(path.relative_to(PACKAGE)) for path in MODULES])
def test_a_module_imports_only_what_stands_before_it(path: Path) -> None:
    module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    stage, part = part_of(module)
    for name in imports_of(path):
        other_stage, other = part_of(name)
        assert other == part or other_stage < stage, f"{module} imports {name}"
