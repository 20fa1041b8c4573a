"""Hostile texts in every text field of every format appear unescaped in no output of any command."""

import csv
import io
import json
import os
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple

import pytest
from support.cli_calls import invoke
from support.hostile import FORGED, HOSTILE, MARKUP, OBEYED, write_logs

from auditor.core import text
from auditor.core.results import viewer_link
from auditor.output.charts import Specification
from auditor.output.drawing import is_installed, svg_of


class Made(NamedTuple):
    """A folder with the hostile logs, and a database and a lake of them."""

    logs: Path
    database: Path
    lake: Path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("hostile")
    made = Made(folder / "logs", folder / "x.duckdb", folder / "lake")
    write_logs(made.logs)
    for option, target in (("--db", made.database), ("--lake", made.lake)):
        result = invoke("audit", made.logs, option, target, "--jobs", "1", "-v", "--notes", "--strict")
        require_shown(result.output)
        assert result.exit_code in (1, 3)
        assert not result.exception or isinstance(result.exception, SystemExit)
    return made


def require_shown(output: str) -> None:
    """See that nothing of an output is obeyed by a terminal, or by what reads the output of a job."""
    for line in output.split("\n"):
        assert not (found := OBEYED.search(line)), f"{found[0]!r} in {line[:300]!r}"
        assert not FORGED.search(line), repr(line[:300])


def told(*arguments: str | Path) -> str:
    """The standard output of a command, which shows nothing raw and ends as it should."""
    result = invoke(*arguments)
    assert isinstance(result.exception, SystemExit | None), (arguments, result.exception)
    assert result.exit_code in (0, 1, 2, 3), result.output[-500:]
    require_shown(result.stderr)
    require_shown(result.stdout)
    return result.stdout


@pytest.mark.parametrize("form", ["text", "concise", "json", "jsonl", "sarif", "github", "junit", "statistics"])
def test_hostile_texts_in_findings_are_escaped(form: str, made: Made) -> None:
    options = ("--statistics",) if form == "statistics" else ("--format", form)
    output = told("audit", made.logs, *options, "--notes", "--jobs", "1", "-v", "--cap", "0")
    if form in ("json", "sarif"):
        json.loads(output)
    elif form == "jsonl":
        assert [json.loads(line) for line in output.splitlines()]
    elif form == "junit":
        ElementTree.fromstring(output)
        assert "<script>" not in output
    elif form == "github":
        assert all(
            line.startswith(("::error file=", "::warning file=", "::notice file=")) for line in output.splitlines()
        )


def test_a_baseline_is_read_again(made: Made, tmp_path: Path) -> None:
    baseline = tmp_path / "known.jsonl"
    told("audit", made.logs, "--baseline", baseline, "--update-baseline", "--jobs", "1")
    require_shown(baseline.read_text("utf-8"))
    told("audit", made.logs, "--baseline", baseline, "--jobs", "1", "-v")


def test_a_hostile_log_is_escaped_by_every_command(made: Made) -> None:
    for log in sorted(made.logs.iterdir())[::7]:
        for name in re.findall(r"^finding ([0-9a-f]{7}) ", told("show", log), re.MULTILINE)[:1]:
            told("show", log, "--finding", name)
        told("show", log, "--hand", "0")
        told("verify", log)
        told("cut", log, "--hand", "0", "-o", "-x")
        Path("-x").unlink(missing_ok=True)
        picture = told("show", log, "--hand", "0", "--event", "1", "--svg", "-")
        if picture:
            ElementTree.fromstring(picture)
            assert "<script>" not in picture
    told("show", made.logs)
    told("show", made.logs / "packed.zip")


@pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai", "majiang"])
def test_converted_logs_lie_where_they_are_asked_for(form: str, made: Made, tmp_path: Path) -> None:
    told("convert", made.logs, "--to", form, "-o", tmp_path / "a" / "b" / "out", "-v")
    told("convert", made.logs / "packed.zip", "--to", form, "-o", tmp_path / "a" / "b" / "out")
    require_below(tmp_path / "a" / "b" / "out", tmp_path)


@pytest.mark.parametrize(
    "command", [("anonymize",), ("mutate", "--each", "1", "--faults", "deposit-dropped,tile-twice")]
)
def test_made_logs_lie_where_they_are_asked_for(command: tuple[str, ...], made: Made, tmp_path: Path) -> None:
    told(command[0], made.logs, *command[1:], "-o", tmp_path / "a" / "b" / "out")
    require_below(tmp_path / "a" / "b" / "out", tmp_path)


def require_below(folder: Path, top: Path) -> None:
    """See that files are where they belong, with names that anybody can type, and no text in them that is obeyed."""
    for root, folders, files in os.walk(top):
        for name in [*folders, *files]:
            assert Path(root, name) in (folder.parent, folder.parent.parent) or Path(root, name).is_relative_to(folder)
            assert text.file_stem(name) == name
        for name in files:
            require_shown(Path(root, name).read_text("utf-8"))


ANSWERED = [("database", "table"), ("database", "vertical"), ("database", "markdown"), ("database", "csv")]
ANSWERED += [("lake", "table"), ("lake", "json")]
"""What is asked, and for which form: a row is written alike wherever it is from."""


@pytest.mark.parametrize(("kind", "form"), ANSWERED)
def test_hostile_texts_in_answers_of_queries_are_escaped(kind: str, form: str, made: Made) -> None:
    options = ("--vertical",) if form == "vertical" else ("--format", form)
    path = made.lake if kind == "lake" else made.database
    tables = ["seats", "sources", "problems", "games", "findings", "v_findings", "meta"]
    asked = [("--sql", f"FROM {table} ORDER BY ALL") for table in tables]
    for query in [*asked, ("player-statistics",), ("findings",), ("same-game-twice",)]:
        output = told("query", *query, "--db", path, *options)
        if form == "json":
            json.loads(output)
        elif form == "csv":
            cells = [cell for row in csv.reader(io.StringIO(output)) for cell in row]
            assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]
            assert not [cell for cell in cells if cell.startswith("-") and not cell[1:2].isdigit()]
        elif form == "markdown":
            assert "<script>" not in output


@pytest.mark.parametrize("kind", ["database", "lake"])
def test_hostile_texts_in_info_are_escaped(kind: str, made: Made) -> None:
    path = made.lake if kind == "lake" else made.database
    told("info", "--db", path)
    told("info", "--db", path, "--format", "json")


def test_cells_are_raw_for_who_asks(made: Made) -> None:
    asked = ("query", "--db", made.database, "--sql", "SELECT DISTINCT name FROM seats", "--format", "csv")
    assert "\n'=cmd|" in invoke(*asked).stdout
    assert "\n=cmd|" in invoke(*asked, "--raw").stdout
    assert "\x1b]0;x\x07" in invoke(*asked, "--raw").stdout
    assert invoke(*asked[:-1], "json", "--raw").exit_code == 2


@pytest.mark.skipif(not is_installed(), reason="drawing charts is an extra")
@pytest.mark.slow
def test_pages_and_pictures(made: Made, tmp_path: Path) -> None:
    for source in ((str(made.logs), "--charts"), ("--db", str(made.database)), ("--db", str(made.lake))):
        told("report", *source, "-o", tmp_path / "page.html", "--notes", "--title", HOSTILE[0].replace("\0", ""))
        require_document((tmp_path / "page.html").read_text("utf-8"))
    for suffix in ("svg", "html", "json", "png"):
        chart = tmp_path / f"chart.{suffix}"
        told("query", "faults-by-player", "--db", made.database, "--chart", chart)
        if suffix in ("svg", "html"):
            require_document(chart.read_text("utf-8"))


def require_document(content: str) -> None:
    require_shown(content.replace("::error::forged", ""))  # a document is no output of a job
    assert "<script>alert" not in content
    assert MARKUP not in content


@pytest.mark.skipif(not is_installed(), reason="drawing charts is an extra")
@pytest.mark.parametrize("name", [*HOSTILE, "\x0b", "\ufffe", "\x00"])
def test_no_name_ends_the_renderer(name: str) -> None:
    specification: Specification = {
        "data": {"values": [{"a": name, "b": 1}]},
        "mark": "bar",
        "title": name,
        "encoding": {"x": {"field": "b", "type": "quantitative"}, "y": {"field": "a", "type": "nominal"}},
    }
    require_document(svg_of(specification))


def test_no_address_is_made_of_an_id_of_no_server() -> None:
    for hostile in HOSTILE:
        assert viewer_link(hostile, 0, 1) is None
    assert viewer_link("2012110112gm-0009-7447-14ec5c8d", 0, 1) == (
        "https://tenhou.net/0/?log=2012110112gm-0009-7447-14ec5c8d&tw=1&ts=0"
    )


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("2012110112gm-0009-7447-14ec5c8d", "2012110112gm-0009-7447-14ec5c8d"),
        ("牌譜 (1).tar", "牌譜 (1).tar"),
        ("../../etc/passwd", "etc-passwd"),
        ("..", ""),
        ("-rf", "rf"),
        ("a\nb\x1b\0c\u202e", "a-b-c-"),
        ("あ" * 300, "あ" * 66),
    ],
)
def test_a_text_as_a_part_of_a_file_name(name: str, stem: str) -> None:
    assert text.file_stem(name) == stem
