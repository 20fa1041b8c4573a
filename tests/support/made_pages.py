"""Generates pages of the documentation, and the tables of the README and the reference, from the code."""

import re
from functools import cache

import duckdb
import msgspec
from scenarios import Case, all_cases
from scenarios.seed_kans import KANS

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.checks import CATALOGUE
from auditor.core.events import Game
from auditor.core.results import NOTE
from auditor.core.rulesets.model import Ruleset
from auditor.core.store import queries
from auditor.core.store.schema import COLUMNS, TABLE_COMMENTS, schema_sql, views_sql
from auditor.output.kan import judge_kan
from support.paths import ROOT

REFERENCE = ROOT / "docs" / "reference.md"


def checks_table() -> str:
    rows = [f"| `{check.id}` | {check.severity} | {check.title} |" for check in CATALOGUE]
    return "\n".join(["| check | severity | it flags |", "|---|---|---|", *sorted(rows)])


def tables_table() -> str:
    rows = [
        f"| `{table}` | {TABLE_COMMENTS[table]} | {', '.join([column.name for column in columns])} |"
        for table, columns in COLUMNS.items()
    ]
    return "\n".join(["| table | a row is | columns |", "|---|---|---|", *rows])


def views_table() -> str:
    rows = []
    with duckdb.connect(":memory:") as connection:
        connection.execute(schema_sql())
        for name, comment in re.findall(r"COMMENT ON VIEW (\w+) IS '((?:[^']|'')*)'", views_sql()):
            if name in COLUMNS:
                continue
            columns = [column for column, *_ in connection.execute(f"DESCRIBE {name}").fetchall()]
            rows.append(f"| `{name}` | {comment.replace(chr(39) * 2, chr(39))} | {', '.join(columns)} |")
    return "\n".join(["| view | a row is | columns |", "|---|---|---|", *rows])


def queries_table() -> str:
    known = [queries.load(name) for name in queries.names()]
    rows = [
        f"| {query.group} | `{query.name}` | {query.title} | {', '.join(one.name for one in query.parameters)} | "
        f"{' and '.join(chart.mark for chart in query.charts)} |"
        for query in sorted(known, key=lambda query: (query.group, query.name))
    ]
    return "\n".join(["| group | query | it answers | parameters | chart |", "|---|---|---|---|---|", *rows])


def with_tables(text: str) -> str:
    for name, table in (
        ("checks", checks_table()),
        ("tables", tables_table()),
        ("views", views_table()),
        ("queries", queries_table()),
    ):
        head, rest = text.split(f"<!-- table: {name} -->\n", 1)
        tail = rest.split("<!-- end -->", 1)[1]
        text = f"{head}<!-- table: {name} -->\n\n{table}\n\n<!-- end -->{tail}"
    return text


KANS_PAGE = ROOT / "docs" / "riichi-kans.md"


def kans_page() -> str:
    """The page of the cases with their computed verdicts."""
    names = rulesets.names()
    lines = [
        "# Closed kans after riichi, case by case",
        "",
        "The cases of the texts that the rules come from, with the computed verdict under each ruleset (`auditor kan",
        "HAND --draw TILE`). Made by `python tests/generate.py`.",
        "",
        f"| text | hand | draw | kan | {' | '.join(names)} |",
        f"|---|---|---|---|{'---|' * len(names)}",
    ]
    for one in KANS:
        verdicts = judge_kan(one.hand, one.draw, one.kan).verdicts
        row = [one.text, one.hand, one.draw, one.kan, *[verdicts[name] for name in names]]
        lines.append(f"| {' | '.join(row)} |")
    lines += [
        "",
        "The Chinese text leaves open what the looser rule says of 3344455566677p: the waits shrink from 3p 4p 6p 7p",
        "to 3p 7p with each of the three kans, so it forbids them too. Its case 4, a kan of 3s after drawing 6s, is",
        'legal only under a local rule, `riichi.kan = "okuri"` (see `fixtures/cases/zh/okuri-kan.mjlog`).',
    ]
    return "\n".join(lines) + "\n"


CASES_PAGE = ROOT / "docs" / "riichi-cases.md"


OF_PLAY = ("riichi/", "furiten/", "draw/", "stick/", "dora/ura", "win/multiple", "win/yaku")
"""The checks that the cases are about; others, such as those of points, would flag any log of another kind of table."""


LEGAL = "legal"


OTHER_PLAYERS = "-"


CASES = [
    case
    for case in all_cases()
    if case.name.startswith("cases/") and not any(f"/{kan.hand}-{kan.kan}-" in case.name for kan in KANS)
]


@cache
def verdicts(case: Case) -> dict[str, str]:
    """The checks that find something in the case's log, by ruleset."""
    game, _ = case.play()
    told = {}
    for name in rulesets.names():
        rules = rulesets.load(name)
        if rules.game.players != game.players:
            told[name] = OTHER_PLAYERS
            continue
        audit = audit_game(game, _with_the_set_of(game, rules))
        found = {one.check for one in audit.findings if one.severity != NOTE and one.check.startswith(OF_PLAY)}
        told[name] = ", ".join(sorted(found)) or LEGAL
    return told


def _with_the_set_of(game: Game, rules: Ruleset) -> Ruleset:
    """The ruleset with the log's own red fives and starting points, which the cases are not about."""
    reds = 0 if not game.red_fives else 3 if game.players == 4 else 2
    start = sum(game.hands[0].scores) // game.players
    return msgspec.structs.replace(
        rules,
        game=msgspec.structs.replace(rules.game, red_fives=reds, start_points=start),
    )


def cases_page() -> str:
    """The page of the cases."""
    names = rulesets.names()
    lines = [
        "# Riichi and furiten, case by case",
        "",
        "Each case of the texts that the rules come from is a log under `fixtures/cases`, written for the text named",
        "first in its path. Here each of these logs is audited under every ruleset: the checks of riichi, furiten,",
        "draws and sticks that it offends, with the log's own red fives and starting points. A log of three players is",
        "no game of the others (`-`). The closed kans are in [riichi-kans.md](riichi-kans.md). Made by",
        "`python tests/generate.py`.",
        "",
        f"| case | what it shows | {' | '.join(names)} |",
        f"|---|---|{'---|' * len(names)}",
    ]
    for case in CASES:
        told = verdicts(case)
        lines.append(
            f"| {case.name.removeprefix('cases/')} | {case.point} | {' | '.join(told[name] for name in names)} |"
        )
    return "\n".join(lines) + "\n"


def write() -> None:
    """Rewrite the pages, and the tables of the reference."""
    KANS_PAGE.write_text(kans_page(), "utf-8")
    CASES_PAGE.write_text(cases_page(), "utf-8")
    REFERENCE.write_text(with_tables(REFERENCE.read_text("utf-8")), "utf-8")
