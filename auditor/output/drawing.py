"""Draws charts: renders a Vega-Lite specification as SVG, PNG, or a page. The renderer is in the extra ``report``."""

from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.errors import RendererError
from auditor.core.program import install_command
from auditor.core.store import queries
from auditor.core.store.queries import QueryResult
from auditor.core.text import as_json, escaped, escaped_lines, without_controls
from auditor.output.catalogue import spoken_query
from auditor.output.charts import Specification, specification
from auditor.output.style import DARK, FAINT, FONTS, GRID, INK, PAPER
from auditor.output.tables import ShownColumn, shown_columns

if TYPE_CHECKING:
    import duckdb

SUFFIXES: Final = (".svg", ".png", ".html", ".json")
"""The endings of files that charts are written to; .json is the specification itself."""
_SHARPNESS: Final = 2
"""The scale of a PNG: its pixels per pixel of the chart."""
MISSING_RENDERER: Final = "drawing charts needs vl-convert-python, which is not installed"
_RENDERER: Final = "vl_convert"
_SVG: Final = "{http://www.w3.org/2000/svg}"
_LABEL: Final = "aria-label"


def is_installed() -> bool:
    """Whether the renderer of charts is installed."""
    return find_spec(_RENDERER) is not None


def chart_file(suffix: str, specification: Specification, title: str, description: str, answer: QueryResult) -> bytes:
    """A chart as the content of a file whose name ends in `suffix`, one of SUFFIXES. Raises RendererError. title,
    description, answer: the texts and the table of an HTML page.
    """
    if suffix == ".json":
        return (as_json(specification, indent=1) + "\n").encode()
    if suffix == ".png":
        return bytes(_renderer().vegalite_to_png(_drawable(specification), scale=_SHARPNESS))
    if suffix == ".svg":
        return svg_of(specification).encode()
    untitled = {key: value for key, value in specification.items() if key != "title"}
    return page(svg_of(untitled), title, description, answer).encode()


def svg_of(specification: Specification) -> str:
    """A chart as SVG that follows the system's dark theme and has a tooltip on each mark. Raises RendererError."""
    from lxml import etree

    root = etree.fromstring(str(_renderer().vegalite_to_svg(_drawable(specification))).encode())
    root.set("class", "chart")
    for mark in root.iter(f"{_SVG}path", f"{_SVG}rect"):
        label = mark.get(_LABEL)
        if label and mark.get("aria-roledescription") != "title":
            etree.SubElement(mark, f"{_SVG}title").text = label
    style = etree.Element(f"{_SVG}style")
    style.text = _dark_style()
    root.insert(0, style)
    return etree.tostring(root, encoding="unicode") + "\n"


def _drawable(part: Any) -> Any:
    """A specification without the characters that crash the renderer."""
    if isinstance(part, dict):
        return {_drawable(key): _drawable(value) for key, value in part.items()}
    if isinstance(part, list):
        return [_drawable(value) for value in part]
    return without_controls(part) if isinstance(part, str) else part


def _dark_style() -> str:
    """CSS rules that replace each colour by its counterpart in the dark theme, on screens alone."""
    pairs = [(light, dark, attribute) for light, dark in DARK.items() for attribute in ("fill", "stroke")]
    rules = [f'.chart [{attribute}="{light}"]{{{attribute}:{dark}}}' for light, dark, attribute in pairs]
    return f"@media screen and (prefers-color-scheme:dark){{{''.join(rules)}}}"


def page(svg: str, title: str, description: str, answer: QueryResult) -> str:
    """A self-contained HTML page: the chart, its description, and its numbers as a table."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    page = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True,
        finalize=lambda value: value if isinstance(value, Markup) else Markup(escaped(str(value))),
    ).from_string(files("auditor.output").joinpath("chart.html").read_text("utf-8"))  # fmt: skip
    light, dark = [
        ";".join([f"--{name}:{shade(colour)}" for name, colour in _COLOURS.items()])
        for shade in (str, DARK.__getitem__)
    ]
    return page.render(
        title=title, description=Markup(escaped_lines(description)), svg=Markup(svg), light=light, dark=dark,
        fonts=Markup(FONTS), columns=shown_columns(answer), language=LANGUAGE.get().code, said=said,
    )  # fmt: skip


_COLOURS: Final = {"ink": INK, "faint": FAINT, "grid": GRID, "paper": PAPER}


def _renderer() -> ModuleType:
    """The module that renders charts, which takes a second to import. Raises RendererError if it is not installed."""
    try:
        return import_module(_RENDERER)
    except ImportError:
        raise RendererError(
            f"{MISSING_RENDERER}: {install_command('report')}; a .json file takes the chart as a Vega-Lite "
            "specification without it."
        ) from None


QUERIES: Final = (
    "placements-by-player", "riichi-by-turn", "wins-by-yaku", "wins-by-value", "faults-by-player",
    "fault-rate-over-time",
)  # fmt: skip
MOST_ROWS: Final = 60
"""The most rows of the table of numbers under a chart."""
LEAST_ROWS: Final = {"fault-rate-over-time": 2}
"""The fewest rows with an x that make a chart worth drawing, where more than one is needed."""


class Figure(NamedTuple):
    """A drawn chart. title, description: of its query. columns: its data as text. more: how many rows follow."""

    title: str
    description: str
    svg: str
    columns: list[ShownColumn]
    more: int


def figures_of(connection: "duckdb.DuckDBPyConnection") -> list[Figure]:
    """The charts of a page on a database, without those that have too few rows."""
    figures = []
    for name in QUERIES:
        query = spoken_query(name)
        answer = queries.run(connection, query, {})
        if len([row for row in answer.rows if row[0] is not None]) < LEAST_ROWS.get(name, 1):
            continue
        # The page has the title above the chart, in its own font.
        spec = {key: value for key, value in specification(query.title, query.charts, answer).items() if key != "title"}
        columns = shown_columns(answer._replace(rows=answer.rows[:MOST_ROWS]))
        more = max(len(answer.rows) - MOST_ROWS, 0)
        figures.append(Figure(query.title, query.description, svg_of(spec), columns, more))
    return figures
