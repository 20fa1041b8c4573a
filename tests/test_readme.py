"""The README, and the tables of the reference, which are made from the code (`python tests/generate.py`)."""

import os
import re
from pathlib import Path

from click.testing import CliRunner
from finding_picture import PICTURE, drawn

from auditor.checks import CATALOGUE
from auditor.cli import cli
from auditor.formats import FORMATS
from auditor.store import queries
from auditor.store.schema import views_sql

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
REFERENCE = ROOT / "docs" / "reference.md"


def checks_table() -> str:
    rows = [f"| `{check.id}` | {check.severity} | {check.title} |" for check in CATALOGUE]
    return "\n".join(["| check | severity | it flags |", "|---|---|---|", *sorted(rows)])


def tables_table() -> str:
    schema = (ROOT / "auditor/store/schema.sql").read_text("utf-8")
    rows = []
    for name, body in re.findall(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+) \((.*?)\n\);", schema, re.DOTALL):
        comment = re.search(rf"COMMENT ON TABLE {name} IS '((?:[^']|'')*)'", schema)
        assert comment, f"the table {name} has no comment"
        columns = re.findall(r"^\s+([a-z]\w*) ", body, re.MULTILINE)
        rows.append(f"| `{name}` | {comment[1].replace(chr(39) * 2, chr(39))} | {', '.join(columns)} |")
    return "\n".join(["| table | a row is | columns |", "|---|---|---|", *rows])


def views_table() -> str:
    rows = []
    for name, comment in re.findall(r"COMMENT ON VIEW (\w+) IS '((?:[^']|'')*)'", views_sql()):
        columns = re.findall(rf"COMMENT ON COLUMN {name}\.\"?(\w+)", views_sql())
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


def test_the_tables_are_those_of_the_code() -> None:
    text = REFERENCE.read_text("utf-8")
    assert text == with_tables(text), "run python tests/generate.py"


def test_the_readme_is_short_and_names_each_format() -> None:
    text = README.read_text("utf-8")
    assert len(text.splitlines()) < 200
    for format in FORMATS:
        assert format.title.partition(" (")[0] in " ".join(text.split()), format.title


def test_every_link_within_the_project_leads_somewhere() -> None:
    for page in [README, ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}"


def test_the_picture_shows_what_the_program_draws() -> None:
    assert drawn() == PICTURE.read_text("utf-8"), "run python tests/generate.py"


def test_each_marked_command_is_one_line() -> None:
    for name in ("main", "test"):
        assert re.search(rf"<!-- command: {name} -->\n    \S.*\n\n", README.read_text("utf-8"))


def test_the_finding_shown_is_one_of_the_evening() -> None:
    block = re.search(r"A finding looks like this:\n\n((?:    .*\n)+)", README.read_text("utf-8"))
    assert block
    told = CliRunner().invoke(cli, ["audit", str(ROOT / "fixtures" / "evening")]).stdout
    assert " ".join(block[1].split()) in " ".join(told.replace(f"{ROOT}{os.sep}", "").split())
