"""Whether the program under test is compiled as requested (see ``hatch_build.py``)."""

import ast
import os
import runpy
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.paths import ROOT

from auditor.core.program import is_compiled

ENDINGS = tuple(EXTENSION_SUFFIXES)
BUILD = runpy.run_path(str(ROOT / "hatch_build.py"))


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The modules to compile, by path: hot or compiled."""
    monkeypatch.chdir(ROOT)
    found: dict[str, str] = BUILD["modules"]()
    return found


def test_the_form_asked_for_is_under_test() -> None:
    expected = os.environ.get("AUDITOR_EXPECT_COMPILED")
    if not expected:
        pytest.skip("AUDITOR_EXPECT_COMPILED is not set")
    assert is_compiled() == (expected == "1")


IN_AN_AUDIT = ("core/reading", "formats", "core/hand", "core/table", "core/checks")
"""Folders whose modules say all how they are built, so that none drops out of what is compiled unseen."""


@pytest.mark.parametrize("folder", IN_AN_AUDIT)
def test_a_module_that_an_audit_runs_through_says_how_it_is_built(folder: str) -> None:
    heads = {path: path.read_text("utf-8").split("\n", 1)[0] for path in (ROOT / "auditor" / folder).rglob("[!_]*.py")}
    ways = {"# build: hot", "# build: compiled", "# build: plain"}
    assert [str(path) for path, head in heads.items() if head not in ways] == []


def test_no_compiled_module_declares_classes_of_msgspec(modules: dict[str, str]) -> None:
    for path in modules:
        body = ast.parse(Path(path).read_text("utf-8")).body
        bases = [ast.unparse(base) for node in body if isinstance(node, ast.ClassDef) for base in node.bases]
        assert "msgspec.Struct" not in bases, path


def test_what_judges_is_compiled_and_what_every_event_goes_through_is_hot(modules: dict[str, str]) -> None:
    assert modules["auditor/core/table/table.py"] == modules["auditor/core/checks/turn.py"] == "hot"
    assert modules["auditor/core/checks/pay.py"] == modules["auditor/core/hand/value.py"] == "compiled"
    assert "auditor/core/audit/worker.py" not in modules


def test_each_source_is_gathered_once(tmp_path: Path, modules: dict[str, str]) -> None:
    sources = [str(tmp_path / BUILD["_c_name"](path)) for path in modules]
    sources += [str(tmp_path / "__native_auditor.c"), str(tmp_path / "int_ops.c")]
    for source in sources:
        Path(source).touch()
    option_of = {
        Path(line.split('"')[1]).name: option
        for path, option in BUILD["gather"](sources, tmp_path)
        for line in path.read_text("utf-8").splitlines()
    }
    assert sorted(option_of) == sorted([Path(source).name for source in sources])
    assert option_of["int_ops.c"] == option_of["__native_auditor___core___hand___waits.c"] == "-O3"
    assert option_of["__native_auditor___core___store___rows.c"] == "-O1"
    assert option_of["__native_auditor.c"] == "-O0"


def test_what_is_to_be_compiled_is(modules: dict[str, str]) -> None:
    if os.environ.get("AUDITOR_EXPECT_COMPILED") != "1":
        pytest.skip("AUDITOR_EXPECT_COMPILED is not 1")
    names = [path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in modules]
    found = {name: find_spec(name) for name in names}
    assert [name for name, spec in found.items() if spec is None or not (spec.origin or "").endswith(ENDINGS)] == []


SEATS = {"seat", "from_seat", "due"}
"""Attributes that never shift anything out of 32 bits."""


def test_no_constant_is_shifted_by_a_machine_word(modules: dict[str, str]) -> None:
    nodes = [(path, node) for path in modules for node in ast.walk(ast.parse(Path(path).read_text("utf-8")))]
    words = {
        node.target.attr
        for _, node in nodes
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute)
        if ast.unparse(node.annotation) == "i64"
    }
    assert {"tile", "kind", "drawn", "index"} <= words
    for path, node in nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift) and isinstance(node.left, ast.Constant):
            called = {one.func for one in ast.walk(node.right) if isinstance(one, ast.Call)}
            by = {one.attr for one in ast.walk(node.right) if isinstance(one, ast.Attribute) and one not in called}
            assert not by & words - SEATS, f"{path}:{node.lineno}: {ast.unparse(node)} has 32 bits, use shifted()"
