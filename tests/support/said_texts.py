"""The texts of output and pages that the program says, by id, as they stand in its sources and templates."""

import ast
import re
from collections.abc import Iterator

from auditor.page.hands import SCRIPT_TEXTS
from support.paths import ROOT

SERVER_TEXT = re.compile(r'"([a-z_]+\.\w+)": "([^"]*)"')
TEMPLATE_TEXT = re.compile(r'\bsaid\(\s*"([^"]+)",\s*"([^"]+)"')


def said_texts() -> dict[str, set[str]]:
    """By id: its English templates, of which there should be one."""
    found: dict[str, set[str]] = {}
    for text_id, english in [*SCRIPT_TEXTS.items(), *_of_modules(), *_of_templates()]:
        found.setdefault(text_id, set()).add(english)
    return found


def _of_templates() -> Iterator[tuple[str, str]]:
    yield from SERVER_TEXT.findall((ROOT / "auditor" / "server" / "templates" / "texts.html").read_text("utf-8"))
    for path in (ROOT / "auditor").rglob("*.html"):
        yield from TEMPLATE_TEXT.findall(path.read_text("utf-8"))


def _of_modules() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "auditor").rglob("*.py"):
        if path.name in ("wording.py", "words.py"):
            continue
        source = path.read_text("utf-8")
        if "said(" not in source and "in_words(" not in source:
            continue
        tree = ast.parse(source)
        assigned = [
            (ast.unparse(node.targets[0]), node.lineno, str(node.value.value))
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        ]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("said", "in_words"):
                text_id, english = node.args
                assert isinstance(text_id, ast.Constant), f"{path}: {ast.unparse(node)}"
                if isinstance(english, ast.Name):  # that of the assignment before
                    before = [one for one in assigned if one[0] == english.id and one[1] < node.lineno]
                    yield str(text_id.value), max(before)[2]
                elif not ast.unparse(english).startswith("texts["):
                    assert isinstance(english, ast.Constant), f"{path}: {ast.unparse(node)}"
                    yield str(text_id.value), str(english.value)
