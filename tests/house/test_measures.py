"""Limits of the code base: modules, imports, widths of functions, call depth, and what one audit imports."""

import ast
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.loads import lines_loaded_by_an_audit
from support.paths import FIXTURES, ROOT
from support.program_modules import Function, Module, is_record_constructor, modules, parameters

SMALL = 40
"""Lines below which a module is small."""
FINDING = FIXTURES / "call/chi-seat/fires.mjlog"
"""A log with a finding."""
HEAVY = (
    "duckdb",
    "pyarrow",
    "lxml",
    "rich",
    "google.protobuf",
    "tomlkit",
    "click",
    "backports.zstd",
    "sqlite3",
    "starlette",
    "uvicorn",
    "jinja2",
    "watchfiles",
    "asyncio",
)
"""Packages that reading and judging a log does without."""


@cache
def importers() -> dict[str, set[str]]:
    """By module: those that import it."""
    names = {module.name for module in modules()}
    by_module: defaultdict[str, set[str]] = defaultdict(set)
    for module in modules():
        for imported in _imports(module, names) - {module.name}:
            by_module[imported].add(module.name)
    return by_module


def _imports(module: Module, names: set[str]) -> set[str]:
    """The program's modules that one imports, wherever in it."""
    imported = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                whole = f"{node.module}.{one.name}"
                imported.add(whole if whole in names else node.module)
        elif isinstance(node, ast.Import):
            imported.update(one.name for one in node.names)
    return imported & names


def small_modules() -> list[str]:
    return [module.name for module in modules() if module.is_plain and len(module.source.splitlines()) < SMALL]


def imported_once() -> list[str]:
    """Modules that one other module imports, and no more."""
    return [module.name for module in modules() if module.is_plain and len(importers()[module.name]) == 1]


def imported_once_from_elsewhere() -> list[str]:
    """Those of them that belong, by that, into another package."""
    packages = {module.name: module.package for module in modules()}
    return [name for name in imported_once() if packages[next(iter(importers()[name]))] != packages[name]]


def top_level_modules() -> list[str]:
    return [module.name for module in modules() if module.is_plain and module.name.count(".") == 1]


def wide_functions() -> list[str]:
    """Functions of more than eight parameters; the constructors of records, whose parameters are fields, apart."""
    return [
        f"{module.name}.{node.name}: {parameters(node)}"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, Function) and parameters(node) > 8 and not is_record_constructor(node)
    ]


FRAMES = """
import json, sys, threading
root, log, database = sys.argv[1:]
sys.path.insert(0, root)
chains = []
def see(frame, event, argument):
    if event == "call" and frame.f_code.co_qualname == "Report.add":
        chain = []
        while frame is not None:
            if frame.f_code.co_filename.startswith(root + "/auditor/"):
                chain.append(frame.f_code.co_filename[len(root) + 9 : -3] + ":" + frame.f_code.co_qualname)
            frame = frame.f_back
        chains.append(chain[::-1])
import auditor.cli
sys.argv = ["auditor", "audit", log, "--db", database, "--jobs", "1", "--fail-on", "never"]
threading.setprofile(see)
sys.setprofile(see)
try:
    auditor.cli.main()
except SystemExit:
    pass
sys.setprofile(None)
print("\\n" + json.dumps(min(chains, key=len)))
"""
LOADED = """
import json, sys
root, log, *names = sys.argv[1:]
sys.path.insert(0, root)
import auditor.api as api
assert [finding for game in api.read(log) for finding in api.audit(game).findings]
print("\\n" + json.dumps([name for name in names if name in sys.modules]))
"""


def _printed(folder: Path, code: str, *arguments: str) -> list[Any]:
    """The list that a program prints as its last line, run on the sources of this checkout."""
    environment = {name: value for name, value in os.environ.items() if name != "AUDITOR_DB"}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    run = subprocess.run(
        [sys.executable, "-c", code, str(ROOT), str(FINDING), *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    printed: list[Any] = json.loads(run.stdout.splitlines()[-1])
    return printed


class Measure(NamedTuple):
    """A number of the program. most: its limit. of: what it counts."""

    name: str
    most: int
    of: Callable[[], list[Any]]


MEASURES = [
    Measure("modules of fewer than 40 lines", 3, small_modules),
    Measure("modules that one module imports", 78, imported_once),
    Measure("modules that one module of another package imports", 16, imported_once_from_elsewhere),
    Measure("modules at the top", 10, top_level_modules),
    Measure("functions of more than eight parameters", 0, wide_functions),
]


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_a_measure_keeps_its_limit(measure: Measure) -> None:
    counted = measure.of()
    text = f"{measure.name}: {len(counted)}, at most {measure.most}"
    assert len(counted) <= measure.most, "\n  ".join([text, *map(str, counted)])


def test_the_way_from_the_command_to_a_finding_is_short(tmp_path: Path) -> None:
    frames = _printed(tmp_path, FRAMES, str(tmp_path / "games.duckdb"))
    assert frames[0].endswith(":main")
    assert frames[-1].endswith(":Report.add")
    assert len(frames) <= 12, frames


def test_judging_a_log_loads_nothing_heavy(tmp_path: Path) -> None:
    assert _printed(tmp_path, LOADED, *HEAVY) == []


class Release(NamedTuple):
    """What the audit of one mjlog into a database loads: modules and their lines."""

    version: str
    modules: int
    lines: int


RELEASES = [Release("0.2.0", 147, 30_305), Release("0.3.0", 118, 24_300)]
"""By release, the last one's limit above what it took. The figure of a release is written once, by that release: a
feature is paid for by what it takes out, or is loaded when it is met. So it may only sink."""


def test_what_one_audit_loads_only_sinks(tmp_path: Path) -> None:
    lines = lines_loaded_by_an_audit(FINDING, tmp_path)
    last = RELEASES[-1]
    assert (len(lines) <= last.modules, sum(lines) <= last.lines) == (True, True), (len(lines), sum(lines))
    assert all(later.modules <= one.modules and later.lines <= one.lines for one, later in pairwise(RELEASES))
