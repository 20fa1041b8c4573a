"""The texts of output and pages that the program says, by id, as they stand in its sources and templates."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from tempfile import TemporaryDirectory

from auditor.core import rulesets
from auditor.core.rulesets.settings import settings
from auditor.core.store import queries
from auditor.core.store.database import Store, identity_statement
from auditor.page.hands import SCRIPT_TEXTS
from auditor.page.player import DEFINITION, PROFILE
from auditor.server import forms
from auditor.server.browse import LISTINGS
from auditor.server.forms import FILTERS, NO_VALUES
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
    parameters = {one.name for query in known for one in query.parameters}
    return {
        **{f"query.{one.name}": one.title for one in known},
        **{f"about.{one.name}": one.description for one in known},
        **{f"group.{one.group}": one.group for one in known},
        **{f"setting.{key}": one.meaning for key, one in settings().items()},
        **{f"figure.{name}": text for name, text in DEFINITION.findall(queries.load(PROFILE).sql)},
        **{f"column.{name}": name.replace("_", " ") for name in columns_shown()},
        **{f"ruleset.{name}": rulesets.load(name).title for name in rulesets.names()},
        **_notes(known),
        **{f"field.p.{name}": name.replace("_", " ") for name in parameters - {*FILTERS}},
        **{f"value.{key}": key.replace("-", " ") for key in VALUES},
    }


def _notes(known: list[queries.Query]) -> dict[str, str]:
    """The notes on parameters: of each name the most frequent one, and those of queries where it is another."""
    notes = [(query.name, one.name, one.note) for query in known for one in query.parameters if one.note]
    named = {name for _, name, _ in notes}
    usual = {name: Counter([note for _, one, note in notes if one == name]).most_common(1)[0][0] for name in named}
    others = {f"note.{query}.{name}": note for query, name, note in notes if note != usual[name]}
    return {f"note.{name}": note for name, note in usual.items()} | others


LITERAL = re.compile(r"'([^']+)'")
VALUES = (
    "alone", "chased", "chasing", "first", "others", "other", "dealer", "damaten", "late-riichi", "tenpai-left",
    "kan", "unfinished", "dealt-in", "other-win", "double-ron", "taken-back", "lost", "left", "start", "never",
    "none", "more", "unknown", "open", "closed", "open-hand", "tenpai", "the-winner", "honour", "no-suji",
    "one-chance", "no-chance", "other,-suji", "#,-suji", "#,-half-suji", "#,-no-suji", "#-or-later", "#-or-more",
    "#-and-more", "#-to-#", "#-away", "dealt", "dealt-E", "dealt-S", "dealt-W", "dealt-N", "live-wall",
    "replacement-tiles", "dora-indicators", "ura-indicators", "log-id", "seed", "discards", "ryanmen", "kanchan",
    "penchan", "shanpon", "tanki", "all", "mean", "number", "rate", "han", "fu", "hands-a-game", "win-rate",
    "draw-rate", "deal-in-rate", "riichi-rate", "call-rate", "value-of-a-win", "(everybody-else)", "true", "false",
    "outcome-draw", "kokushi", "juusanmen", "limit_name-none", "ippan", "joukyuu", "tokujou", "houou", "lobby-#",
    "hall-#", "seat-#", "month", "year", "quarter", "week", "day", "room", "ruleset", "bar", "point", "line",
)  # fmt: skip
"""The ids of values of columns that are words, but for those that are terms with the same sense: ``#`` is a number."""
NOT_VALUES = (
    "#", "#-#", "event", "figure", "final", "games", "interval", "n", "ours", "published", "rounds", "seat", "table",
    "tiles", "z", "DESC", "-and-more", "-to-", "dealt-",
)  # fmt: skip
"""Literals of queries that are no values."""


def values_of_queries() -> set[str]:
    """The literals of the named queries that are words, as ids of values."""
    literals = {
        one for query in map(queries.load, queries.names()) for one in LITERAL.findall(re.sub("--.*", "", query.sql))
    }
    ids = {re.sub(r"\d+", "#", one).replace(" ", "-") for one in literals}
    return {one for one in ids if re.fullmatch(r"[A-Za-z#(][A-Za-z0-9#,()-]*", one) and one not in NOT_VALUES}


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
