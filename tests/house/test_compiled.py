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


def test_the_form_asked_for_is_under_test() -> None:
    expected = os.environ.get("AUDITOR_EXPECT_COMPILED")
    if not expected:
        pytest.skip("AUDITOR_EXPECT_COMPILED is not set")
    assert is_compiled() == (expected == "1")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('"""Nothing but words."""', False),
        ('"""Words."""\nX = 1', True),
        ('"""Data."""\nimport msgspec\nclass Rule(msgspec.Struct): pass', False),
        ('"""A reader."""\nimport msgspec\nclass Reader: pass', True),
    ],
)
def test_what_can_be_compiled(source: str, expected: bool) -> None:
    assert BUILD["can_be_compiled"](source) == expected


PLAIN = {
    "auditor/core/reading/embedded_verdict.py",
    "auditor/core/reading/logs.py",
    "auditor/formats/majiang/rules.py",
    "auditor/formats/majiang/schema.py",
    "auditor/formats/majiang/writer.py",
    "auditor/formats/majsoul/anonymize.py",
    "auditor/formats/majsoul/binary.py",
    "auditor/formats/majsoul/document.py",
    "auditor/formats/majsoul/rules.py",
    "auditor/formats/majsoul/schema.py",
    "auditor/formats/majsoul/shapes.py",
    "auditor/formats/mjai/writer.py",
    "auditor/formats/mjlog/thorough.py",
    "auditor/formats/mjlog/writer.py",
    "auditor/formats/mjx/schema.py",
    "auditor/formats/mleague/hand.py",
    "auditor/formats/mleague/reader.py",
    "auditor/formats/mleague/schema.py",
    "auditor/formats/mleague/vocabulary.py",
    "auditor/formats/riichicity/documents.py",
    "auditor/formats/riichicity/rules.py",
    "auditor/formats/riichicity/schema.py",
    "auditor/formats/riichicity/writer.py",
    "auditor/formats/tenhou6/writer.py",
}
"""What of the packages that an audit runs through is not compiled: it runs rarely, or declares data for msgspec."""

ALONE = {
    "auditor/page/board/frames.py",
    "auditor/page/board/layout.py",
    "auditor/page/board/scene.py",
    "auditor/page/answers.py",
    "auditor/page/words.py",
    "auditor/core/audit/game.py",
    "auditor/core/events.py",
    "auditor/core/store/event_counts.py",
    "auditor/core/store/packed.py",
    "auditor/core/store/rows.py",
    "auditor/core/text.py",
    "auditor/core/tiles.py",
    "auditor/core/yaku.py",
}


def test_no_module_drops_out_of_what_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    packages = ("core/reading", "formats", "core/hand", "core/table", "core/checks")
    whole = {path.as_posix() for name in packages for path in Path("auditor", name).rglob("[!_]*.py")}
    compiled = set(BUILD["modules"]())
    assert whole - compiled == PLAIN
    assert compiled - whole == ALONE


def test_what_is_hot_or_rare_is_compiled_and_not_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    compiled = set(BUILD["modules"]())
    named = {pattern: {path.as_posix() for path in Path().glob(pattern)} for pattern in BUILD["HOT"] + BUILD["RARE"]}
    assert [pattern for pattern, paths in named.items() if not paths & compiled] == []
    hot, rare = ({path for pattern in BUILD[name] for path in named[pattern]} for name in ("HOT", "RARE"))
    assert hot & rare == set()


def test_each_source_is_gathered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    sources = [str(tmp_path / BUILD["_c_name"](path)) for path in BUILD["modules"]()]
    sources += [str(tmp_path / "__native_auditor.c"), str(tmp_path / "int_ops.c")]
    option_of = {
        Path(line.split('"')[1]).name: option
        for path, option in BUILD["gather"](sources, tmp_path)
        for line in path.read_text("utf-8").splitlines()
    }
    assert sorted(option_of) == sorted([Path(source).name for source in sources])
    assert option_of["int_ops.c"] == option_of["__native_auditor___core___hand___waits.c"] == "-O2"
    assert option_of["__native_auditor___core___store___rows.c"] == "-Og"
    assert option_of["__native_auditor.c"] == option_of["__native_auditor___core___reading___log_ids.c"] == "-O0"


def test_what_is_to_be_compiled_is(monkeypatch: pytest.MonkeyPatch) -> None:
    if os.environ.get("AUDITOR_EXPECT_COMPILED") != "1":
        pytest.skip("AUDITOR_EXPECT_COMPILED is not 1")
    monkeypatch.chdir(ROOT)
    names = [path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in BUILD["modules"]()]
    found = {name: find_spec(name) for name in names}
    assert [name for name, spec in found.items() if spec is None or not (spec.origin or "").endswith(ENDINGS)] == []


SEATS = {"seat", "from_seat", "due"}
"""Attributes that never shift anything out of 32 bits."""


def test_no_constant_is_shifted_by_a_machine_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    nodes = [(path, node) for path in BUILD["modules"]() for node in ast.walk(ast.parse(Path(path).read_text("utf-8")))]
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
