"""Charts of queries: options, the Vega-Lite specification, and what is drawn."""

import json
import re
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from lxml import etree
from support.goldens import assert_golden
from support.query_games import third_game
from support.recorded_games import recorded_game
from support.stored_games import columns_of, load_columns

from auditor import cli
from auditor.core.errors import QueryError
from auditor.core.program import install_command
from auditor.core.store import queries
from auditor.core.store.charts import Channel, Chart, ChartError, parse_chart
from auditor.core.store.database import connect
from auditor.core.store.queries import QueryResult
from auditor.core.store.schema import EXTRAS
from auditor.output import drawing
from auditor.output.charts import MOST_VIEWS, THEME, Specification, specification
from auditor.output.style import DARK, DASHES, ORDERED, SERIES, SHAPES

SVG = "{http://www.w3.org/2000/svg}"
needs_renderer = pytest.mark.skipif(not drawing.is_installed(), reason="the extra auditor[report] is not installed")


@pytest.mark.parametrize(
    ("text", "chart"),
    [
        ("bar x=turn:ordinal y=wins", Chart("bar", Channel(("turn",), "ordinal"), Channel(("wins",), ""), None, False)),
        (
            "line  x=turn y=a,b:percent",
            Chart("line", Channel(("turn",), ""), Channel(("a", "b"), "percent"), None, False),
        ),
        (
            "bar x=n y=name color=place:ordinal stack=share",
            Chart("bar", Channel(("n",), ""), Channel(("name",), ""), Channel(("place",), "ordinal"), True),
        ),
    ],
)
def test_a_chart_is_read(text: str, chart: Chart) -> None:
    assert parse_chart(text) == chart


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pie x=a y=b", "expected a chart of bar, line, point or rect, not 'pie'"),
        ("", "expected a chart of"),
        ("bar x=a", "a chart needs y=COLUMN"),
        ("bar x=a y=", "= and a column, not 'y='"),
        ("bar x=a y=b z=c", "expected x, y, color, row or stack, = and a column, not 'z=c'"),
        ("bar x=a y=b y=c", "y comes twice"),
        ("bar x=a,b y=c", "x takes one column"),
        ("bar x=a y=b:rate", "expected a column as number, percent, date, ordinal, name, not 'rate'"),
        ("line x=a y=b,c color=d", "several columns of y are distinguished by color"),
        ("line x=a y=b stack=share", "expected stack=share, of a chart of bars"),
        ("bar x=a y=b stack=sum", "expected stack=share, of a chart of bars"),
        ("rect x=a y=b", "a chart of rect needs color=COLUMN"),
    ],
)
def test_a_chart_that_is_none(text: str, message: str) -> None:
    with pytest.raises(ChartError, match=re.escape(message)):
        parse_chart(text)


def test_charts_of_a_text_of_sql() -> None:
    charts = queries.charts_of("-- of mine\n  -- chart: bar x=a y=b\n-- chart: line x=a y=c\nSELECT 1 AS a")
    assert [chart.mark for chart in charts] == ["bar", "line"]
    assert queries.charts_of("SELECT 1") == ()
    with pytest.raises(QueryError, match="line 2: expected a chart"):
        queries.charts_of("SELECT 1\n-- chart: pie x=a y=b")


ANSWER = QueryResult(
    ["turn", "name", "wins", "rate", "other_rate", "day"],
    [
        (1, "千鶴", 5, 0.25, 0.5, date(2020, 1, 2)),
        (2, "千鶴", 4, 0.5, None, None),
        (10, "Aoi", 0, 0.75, 0.25, date(2020, 2, 2)),
    ],
)


def drawn(*charts: str) -> Specification:
    return specification("Title", [parse_chart(chart) for chart in charts], ANSWER)


def test_the_rows_drawn_are_those_of_the_answer() -> None:
    chart = drawn("bar x=turn:ordinal y=wins")
    assert chart["data"]["values"] == [{"x": 1, "y": 5}, {"x": 2, "y": 4}, {"x": 10, "y": 0}]
    assert chart["title"] == "Title"
    assert chart["encoding"]["x"] == {"field": "x", "type": "ordinal", "title": "turn", "axis": {"grid": False}}
    assert chart["encoding"]["y"]["axis"]["tickMinStep"] == 1
    assert "color" not in chart["encoding"]


def test_several_columns_are_a_line_each() -> None:
    chart = drawn("line x=turn y=rate,other_rate:percent")
    assert chart["data"]["values"] == [
        {"x": 1, "y": 0.25, "part": "rate"},
        {"x": 2, "y": 0.5, "part": "rate"},
        {"x": 10, "y": 0.75, "part": "rate"},
        {"x": 1, "y": 0.5, "part": "other rate"},
        {"x": 10, "y": 0.25, "part": "other rate"},
    ]
    assert chart["encoding"]["color"]["scale"] == {"domain": ["rate", "other rate"], "range": list(SERIES[:2])}
    assert chart["encoding"]["strokeDash"]["scale"]["range"] == [[1, 0], [6, 2]]
    assert chart["encoding"]["y"]["axis"]["format"] == ".0%"


def test_parts_of_bars_are_stacked_in_the_order_of_the_rows() -> None:
    chart = drawn("bar x=turn:ordinal y=wins color=name")
    assert [(row["part"], row["place"]) for row in chart["data"]["values"]] == [("千鶴", 0), ("千鶴", 0), ("Aoi", 1)]
    assert chart["encoding"]["order"] == {"field": "place"}
    assert chart["mark"]["type"] == "bar"


def test_numbers_apart_are_in_their_order_and_colours() -> None:
    chart = drawn("bar x=wins y=name color=turn:ordinal stack=share")
    assert chart["encoding"]["color"]["scale"] == {"domain": ["1", "2", "10"], "range": list(ORDERED[:3])}
    assert chart["encoding"]["x"]["stack"] == "normalize"
    assert chart["encoding"]["x"]["title"] == "share of wins"
    assert chart["encoding"]["y"]["sort"] is None


def test_a_row_without_a_date_is_not_drawn() -> None:
    chart = drawn("line x=day y=wins")
    assert chart["data"]["values"] == [{"x": "2020-01-02", "y": 5}, {"x": "2020-02-02", "y": 0}]
    assert chart["encoding"]["x"]["type"] == "temporal"
    assert chart["encoding"]["y"]["scale"] == {"zero": True, "nice": True}


def test_colours_of_a_table_are_numbers() -> None:
    chart = drawn("rect x=turn:ordinal y=name color=rate:percent")
    assert chart["data"]["values"][0] == {"x": 1, "y": "千鶴", "part": 0.25}
    assert chart["encoding"]["color"]["type"] == "quantitative"
    assert drawn("point x=turn y=rate color=name")["encoding"]["shape"]["scale"]["range"] == list(SHAPES[:2])


def test_two_charts_stand_one_below_the_other() -> None:
    chart = drawn("bar x=turn:ordinal y=wins", "line x=turn y=rate")
    assert [view["mark"] for view in chart["vconcat"]] == ["bar", "line"]


def test_values_far_from_zero_and_all_zero() -> None:
    def scale(*values: int) -> Any:
        answer = QueryResult(["x", "y"], list(enumerate(values)))
        return specification("", [parse_chart("line x=x y=y")], answer)["encoding"]["y"]["scale"]

    assert scale(25000, 30000) == {"zero": False, "nice": True}
    assert scale(-5000, 30000) == {"zero": False, "nice": True}
    assert scale(12000, 30000) == {"zero": True, "nice": True}
    assert scale(0, 0) == {"domain": [0, 1]}


def test_more_parts_than_colours_begin_again() -> None:
    rows: list[tuple[object, ...]] = [(number, number, f"name {number}") for number in range(len(SERIES) + 1)]
    chart = specification("", [parse_chart("line x=a y=b color=c")], QueryResult(["a", "b", "c"], rows))
    assert chart["encoding"]["color"]["scale"]["range"] == [*SERIES, SERIES[0]]


def test_a_chart_of_a_column_that_is_not_there() -> None:
    with pytest.raises(QueryError, match=re.escape("shows 'score', which is none of the columns: turn, name, wins")):
        drawn("bar x=turn y=score")
    with pytest.raises(QueryError, match="there is nothing to draw"):
        specification("", [parse_chart("bar x=a y=b")], QueryResult(["a", "b"], []))


def luminance(colour: str) -> float:
    """As the Web Content Accessibility Guidelines define it."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_text_and_the_seats_colours_stand_out_on_paper_and_in_the_dark() -> None:
    ink, faint, _, paper = DARK
    for text in (ink, faint):
        assert contrast(text, paper) >= 4.5
        assert contrast(DARK[text], DARK[paper]) >= 4.5
    for colour in SERIES[:4]:
        assert contrast(colour, paper) >= 2.9
        assert contrast(colour, DARK[paper]) >= 2.9
    assert len(set(DASHES)) == len(DASHES) == len(SERIES)
    assert len({*DARK, *SERIES, *ORDERED}) >= len(DARK) + len(SERIES), "the dark theme finds colours by their value"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("charts") / "games.duckdb")
    load_columns(path, columns_of(third_game(), sha256="3" * 64, path="third.mjlog"))
    return path


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database that has the tables on request, too."""
    path = str(tmp_path_factory.mktemp("watched") / "games.duckdb")
    third = columns_of(third_game(), sha256="3" * 64, path="third.mjlog", extras=EXTRAS)
    fourth = columns_of(recorded_game(), sha256="4" * 64, path="fourth.mjlog", extras=EXTRAS)
    load_columns(path, third, fourth, extras=EXTRAS)
    return path


def test_the_specifications_of_all_queries(watched: str) -> None:
    parts = []
    with connect(watched) as connection:
        for query in map(queries.load, queries.names()):
            if query.charts:
                answer = queries.run(connection, query, {})
                if answer.rows:
                    chart = specification(query.title, query.charts, answer)
                    assert chart.pop("config") is THEME
                    parts.append(f"{query.name}\n{json.dumps(chart, ensure_ascii=False, indent=1)}\n")
    assert_golden("charts.txt", "\n".join(parts))


def view_of(text: str, answer: QueryResult) -> list[Specification]:
    drawn = specification("Any", [parse_chart(text)], answer)
    return list(drawn.get("vconcat", [drawn]))


@pytest.mark.parametrize(
    ("text", "values", "is_beside"),
    [
        ("bar x=turn:ordinal y=wins color=by", [3, 4], False),
        ("bar x=turn:ordinal y=wins color=by", [0.5, 4], True),
        ("bar x=turn:ordinal y=wins:percent color=by", [1, 0], True),
        ("bar x=turn:ordinal y=wins color=by stack=share", [0.5, 0.5], False),
        ("line x=turn:ordinal y=wins color=by", [0.5, 0.5], False),
    ],
)
def test_bars_of_what_has_no_sum_stand_side_by_side(text: str, values: list[float], is_beside: bool) -> None:
    answer = QueryResult(["turn", "by", "wins"], [(1, by, value) for by, value in zip("ab", values, strict=True)])
    (view,) = view_of(text, answer)
    assert view["encoding"].get("xOffset") == ({"field": "part", "sort": ["a", "b"]} if is_beside else None)


def test_lying_bars_stand_side_by_side_too() -> None:
    answer = QueryResult(["name", "by", "a"], [("n", "p", 0.5), ("n", "q", 0.25)])
    (view,) = view_of("bar x=a:percent y=name color=by", answer)
    assert view["encoding"]["yOffset"] == {"field": "part", "sort": ["p", "q"]}


def test_each_value_of_the_row_has_a_picture_with_the_colours_of_all() -> None:
    answer = QueryResult(["players", "turn", "by", "wins"], [(3, 1, "a", 5), (4, 1, "b", 7), (4, 1, "a", 6)])
    views = view_of("bar x=turn:ordinal y=wins color=by row=players", answer)
    assert [view["title"]["text"] for view in views] == ["players: 3", "players: 4"]
    assert [[row["y"] for row in view["data"]["values"]] for view in views] == [[5], [7, 6]]
    assert [view["encoding"]["color"]["scale"]["domain"] for view in views] == [["a", "b"]] * 2
    (only,) = view_of("bar x=turn:ordinal y=wins row=players", QueryResult(answer.columns, answer.rows[:1]))
    assert only["title"] == "Any", "a single value needs no name"
    many = QueryResult(answer.columns, [(number, 1, "a", 5) for number in range(MOST_VIEWS + 2)])
    whole = specification("Any", [parse_chart("bar x=turn:ordinal y=wins row=players")], many)
    assert len(whole["vconcat"]) == MOST_VIEWS
    assert whole["title"] == {"text": "Any", "subtitle": [f"the first {MOST_VIEWS} of {MOST_VIEWS + 2} pictures"]}


# ---------------------------------------------------------------------------------------------------------- drawn


@needs_renderer
def test_a_picture_names_everything_and_knows_the_dark() -> None:
    svg = drawing.svg_of(drawn("bar x=turn:ordinal y=wins color=name"))
    root = etree.fromstring(svg)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"Title", "turn", "wins", "千鶴", "Aoi", "10"} <= set(texts)
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert "千鶴, 1: 5" in titles
    assert "prefers-color-scheme:dark" in svg
    for light in DARK:
        assert f'"{light}"' in svg.partition("</style>")[2], f"nothing has the colour {light}"
    assert "javascript" not in svg.lower()


@needs_renderer
def test_the_forms_of_a_chart() -> None:
    chart = drawn("bar x=turn:ordinal y=wins")
    assert drawing.chart_file(".png", chart, "", "", ANSWER).startswith(b"\x89PNG")
    assert json.loads(drawing.chart_file(".json", chart, "", "", ANSWER)) == json.loads(json.dumps(chart))
    page = drawing.chart_file(".html", chart, "A <b>", "what & why", ANSWER).decode()
    assert page.count("A &lt;b&gt;") == 2
    assert "what &amp; why" in page
    assert "<td class=number>5</td>" in page
    assert "default-src 'none'" in page
    assert not re.findall(r'(?:src|href)="', page)
    assert set(re.findall(r"https?://[^\"' ]+", page)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


@needs_renderer
def test_a_hostile_name_is_a_name() -> None:
    name = "</text><script>alert(1)</script>"
    answer = QueryResult(["name", "n"], [(name, 1)])
    page = drawing.chart_file(
        ".html", specification(name, [parse_chart("bar x=n y=name")], answer), name, name, answer
    ).decode()
    assert "<script" not in page
    assert "alert(1)" in page


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(cli.cli, ["query", *arguments], prog_name="auditor")


@needs_renderer
@pytest.mark.parametrize("suffix", [".svg", ".PNG", ".html", ".json"])
def test_a_chart_on_the_command_line(database: str, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"chart{suffix}"
    result = invoke("wins-by-yaku", "--db", database, "--chart", str(file))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"Wins by yaku: 6 rows drawn into {file}\n"
    assert file.stat().st_size > 500


def test_a_chart_of_ones_own(database: str, tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    sql = "-- chart: bar x=wins y=seat:ordinal\nSELECT seat, count(*) AS wins FROM wins GROUP BY seat ORDER BY seat"
    assert invoke("--db", database, "--sql", sql, "--chart", str(file)).exit_code == 0
    assert json.loads(file.read_text("utf-8"))["data"]["values"] == [{"x": 2, "y": 1}, {"x": 1, "y": 3}]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["wins-by-yaku", "--chart", "x.gif"], "expected a file that ends with .svg, .png, .html or .json"),
        (["problems", "--chart", "x.json"], "problems has no chart; the queries that have one: "),
        (["--sql", "SELECT 1", "--chart", "x.json"], "the SQL asks for no chart"),
        (["--sql", "-- chart: bar x=a y=b\nSELECT 1 AS a", "--chart", "x.json"], "none of the columns: a."),
        (["wins-by-yaku", "--chart", "none/x.json"], "it cannot be written (No such file"),
        (["wins-by-yaku", "--players", "3", "--chart", "x.json"], "there is nothing to draw"),
        (["--chart", "x.json"], "--chart goes with the name of a query, or with --sql."),
        (["wins-by-yaku", "--show", "--chart", "x.json"], "--show goes with the name of a query alone"),
    ],
)
def test_a_chart_that_cannot_be_drawn_says_why(database: str, arguments: list[str], message: str) -> None:
    result = invoke("--db", database, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_without_the_renderer_the_message_says_what_to_install(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    result = invoke("wins-by-yaku", "--db", database, "--chart", str(tmp_path / "x.svg"))
    assert result.exit_code == 2
    assert f"which is not installed: {install_command('report')}" in result.stderr
    assert invoke("wins-by-yaku", "--db", database, "--chart", str(tmp_path / "x.json")).exit_code == 0
