"""The texts of output and pages that the program says, by id, as they stand in its sources and templates."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from tempfile import TemporaryDirectory

from auditor.core.rulesets.settings import settings
from auditor.core.store import queries
from auditor.core.store.database import Store, identity_statement
from auditor.page.hands import SCRIPT_TEXTS
from auditor.page.player import DEFINITION, PROFILE
from auditor.server import forms
from auditor.server.browse import LISTINGS
from auditor.server.forms import NO_VALUES
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


@cache
def named_texts() -> dict[str, str]:
    """By id: the texts that are named by a query, a column, a setting or a figure."""
    known = [queries.load(name) for name in queries.names()]
    return {
        **{f"query.{one.name}": one.title for one in known},
        **{f"about.{one.name}": one.description for one in known},
        **{f"group.{one.group}": one.group for one in known},
        **{f"setting.{key}": one.meaning for key, one in settings().items()},
        **{f"figure.{name}": text for name, text in DEFINITION.findall(queries.load(PROFILE).sql)},
        **{f"column.{name}": name.replace("_", " ") for name in columns_shown()},
    }


def columns_shown() -> set[str]:
    """The columns of the named queries, of the server's listings, and of ``auditor players``; of intervals one."""
    own = {"query", "title", "what_it_shows", "ruleset", "of_whom", "players"}
    with TemporaryDirectory() as folder:
        Store(f"{folder}/none.duckdb", "auto", "test").__exit__(None, None, None)
        with queries.connect(f"{folder}/none.duckdb") as connection:
            asked = [(one.sql, queries.values_of(connection, one, {})) for one in map(queries.load, queries.names())]
            listed = [forms.statements()[name] for name in (*LISTINGS, "checks", "hands")]
            asked += [(sql, forms.values_for(sql, NO_VALUES, key="")) for sql in listed]
            asked.append((identity_statement("known_players"), {}))
            found = [queries.execute(connection, f"DESCRIBE {sql}", values).rows for sql, values in asked]
    names = {str(name) for rows in found for name, *_ in rows} | own
    return {"interval" if name.endswith("_interval") else name for name in names}


def phrases_named() -> tuple[set[str], set[str], set[str]]:
    """What the checks give as `expected` or `actual` in words without an id, and the ids that the sources name: of
    phrases and terms, and of messages."""
    words: set[str] = set()
    named: set[str] = set()
    clauses: set[str] = set()
    for path in (ROOT / "auditor").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("Phrase", "Term", "Message")
            ):
                first = node.args[0] if node.args else node
                ways = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                found = {str(way.value) for way in ways if isinstance(way, ast.Constant)}
                named, clauses = (
                    (named, clauses | found) if ast.unparse(node.func) == "Message" else (named | found, clauses)
                )
            elif isinstance(node, ast.keyword) and node.arg in ("expected", "actual") and path.parent.name == "checks":
                words |= {str(node.value.value)} if isinstance(node.value, ast.Constant) else set()
    return words, named, clauses
