"""The charts of a page: the queries that people look at first, drawn, with their numbers."""

from typing import Final, NamedTuple

import duckdb

from auditor.report.charts import specification
from auditor.report.drawing import is_installed, svg_of
from auditor.report.rows import plain
from auditor.store import queries

QUERIES: Final = (
    "placements-by-player", "riichi-by-turn", "wins-by-yaku", "wins-by-value", "faults-by-player",
    "fault-rate-over-time",
)  # fmt: skip
MOST_ROWS: Final = 60
"""Rows of the numbers under a chart."""
LEAST_ROWS: Final = {"fault-rate-over-time": 2}
"""Charts that say something only from so many rows with a place on."""


class Figure(NamedTuple):
    """A chart. title, description: of the query. columns, rows: what is drawn, as text; more: how many further rows."""

    title: str
    description: str
    svg: str
    columns: list[str]
    rows: list[list[str]]
    more: int


def can_draw() -> bool:
    """Whether what draws charts is installed."""
    return is_installed()


def figures_of(connection: duckdb.DuckDBPyConnection) -> list[Figure]:
    """The charts of a database, as far as it holds something to draw."""
    figures = []
    for name in QUERIES:
        query = queries.load(name)
        answer = queries.run(connection, query, {})
        if len([row for row in answer.rows if row[0] is not None]) < LEAST_ROWS.get(name, 1):
            continue
        # The title stands above it, in the page's own type.
        spec = {key: value for key, value in specification(query.title, query.charts, answer).items() if key != "title"}
        rows = [[plain(value) for value in row] for row in answer.rows[:MOST_ROWS]]
        more = max(len(answer.rows) - MOST_ROWS, 0)
        figures.append(Figure(query.title, query.description, svg_of(spec), answer.columns, rows, more))
    return figures
