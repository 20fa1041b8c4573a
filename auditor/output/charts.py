"""Charts of a query's answer as Vega-Lite specifications: pure data, which `auditor.output.drawing` draws.

For the description of a chart see `auditor.core.store.charts`.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.errors import QueryError
from auditor.core.phrases import Phrase
from auditor.core.store.charts import Channel, Chart
from auditor.core.store.queries import QueryResult
from auditor.output.style import DASHES, FAINT, FONTS, GRID, INK, ORDERED, PAPER, SERIES, SHAPES
from auditor.output.tables import column_words as _words
from auditor.output.tables import plain

SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v5.json"
MOST_VIEWS: Final = 40
"""The most pictures of a chart, one below the other."""
BREADTH: Final = 600
"""The width of a chart's plot area, in pixels."""
_TALL: Final = 260
_ROW: Final = 18
"""The height of a horizontal bar with its spacing, in pixels."""
_X: Final = "x"
_Y: Final = "y"
_PART: Final = "part"
_STACK_ORDER: Final = "place"
_TOOLTIP: Final = "label"
"""The fields of a drawn row: x, y, its series, and for parts of bars their order in the bar and their tooltip."""
_VEGA_TYPES: Final = {
    "number": "quantitative", "percent": "quantitative", "date": "temporal", "ordinal": "ordinal", "name": "nominal",
}  # fmt: skip

_OWN_SCALES: Final = dict.fromkeys(("color", "strokeDash", "shape", "xOffset", "yOffset"), "independent")
_APART: Final = {
    "legend": {name: value for name, value in _OWN_SCALES.items() if not name.endswith("Offset")},
    "scale": _OWN_SCALES,
}

Specification = dict[str, Any]

THEME: Final[Specification] = {
    "background": PAPER, "font": FONTS, "padding": 12,
    "title": {"anchor": "start", "color": INK, "fontSize": 15, "subtitleColor": FAINT, "subtitleFontSize": 12},
    "axis": {
        "domainColor": FAINT, "gridColor": GRID, "labelColor": INK, "labelFontSize": 12, "labelLimit": 220,
        "tickColor": FAINT, "titleColor": FAINT, "titleFontSize": 12, "titleFontWeight": "normal", "titlePadding": 8,
    },
    "axisX": {"labelAngle": 0, "labelOverlap": True, "labelSeparation": 8},
    "legend": {
        "labelColor": INK, "labelFontSize": 12, "labelLimit": 220, "symbolStrokeWidth": 2, "titleColor": FAINT,
        "titleFontSize": 12, "titleFontWeight": "normal",
    },
    "view": {"stroke": None}, "bar": {"fill": SERIES[0]},
    "line": {"stroke": SERIES[0], "strokeWidth": 2, "point": {"filled": True, "size": 36}},
    "point": {"filled": True, "fill": SERIES[0], "size": 50},
    "concat": {"spacing": 24}, "range": {"category": list(SERIES)},
}  # fmt: skip
"""The theme of every chart: colours that the colour-blind can distinguish, on white; `drawing` adds the dark theme."""


def specification(title: str, charts: Sequence[Chart], answer: QueryResult) -> Specification:
    """The Vega-Lite specification of the charts of an answer, including the data that they show. Raises QueryError
    where a chart names a column that the answer does not have, or the answer has no rows.
    """
    for chart in charts:
        for column in chart.columns():
            if column not in answer.columns:
                exist = ", ".join(answer.columns)
                raise QueryError(Phrase("no-column-of-chart", column=repr(column), exist=exist))
    if not answer.rows:
        raise QueryError(Phrase("no-rows-to-draw"))
    notes = [LANGUAGE.get().text(answer.counted)] if answer.counted else []
    views: list[Specification] = []
    for chart in charts:
        enough, note = _of_enough_cases(chart, answer)
        drawn = _views(chart, enough)
        views += drawn[:MOST_VIEWS]
        notes += [note] if note and note not in notes else []
        if len(drawn) > MOST_VIEWS:
            notes.append(said("more-views", "the first {most} of {all} pictures", most=MOST_VIEWS, all=len(drawn)))
    whole = views[0] if len(views) == 1 else {"vconcat": views, "resolve": _APART}
    head: object = {"text": title, "subtitle": notes} if notes else title
    return {"$schema": SCHEMA, "title": head, **whole, "config": THEME}


LEAST_CASES: Final = 20
"""A rate or mean of fewer cases is not drawn, unless all have fewer."""

_COUNTS: Final = (
    "cases", "riichis", "wins", "hands", "discards", "draws", "games", "seats", "choices", "calls", "waits",
)  # fmt: skip
"""Columns with the number of cases behind the rates and means of a row, those that count the fewest things first."""


def _of_enough_cases(chart: Chart, answer: QueryResult) -> tuple[QueryResult, str]:
    """The rows of an answer with enough cases to be drawn, and a note on the number of cases ("" for none)."""
    count = next((name for name in _COUNTS if name in answer.columns), None)
    if count is None or count in chart.columns() or chart.mark == "rect":
        return answer, ""
    index = answer.columns.index(count)
    along = answer.columns.index(chart.x.columns[0])
    shown = [row for row in answer.rows if row[along] is not None]
    if not (cases := [int(str(row[index] or 0)) for row in shown]):
        return answer, ""
    rows = [row for row, number in zip(shown, cases, strict=True) if number >= LEAST_CASES] or shown
    drawn = [number for number in cases if number >= LEAST_CASES] or cases
    numbers = {"few": f"{min(drawn):,}", "many": f"{max(drawn):,}", "what": _words(count)}
    note = said("each-of-cases", "each of {few} to {many} {what}", **numbers)
    if len(rows) < len(cases):
        note += said("few-cases", "; those of fewer than {least} are not drawn", least=LEAST_CASES)
    return answer._replace(rows=rows), note


def _views(chart: Chart, answer: QueryResult) -> list[Specification]:
    """The view of a chart, or one for each value of its `row` column, in the order of the rows."""
    if chart.row is None:
        return [_View(chart, answer).specification()]
    column = chart.row.columns[0]
    index = answer.columns.index(column)
    parts: dict[object, list[tuple[object, ...]]] = {}
    for row in answer.rows:
        parts.setdefault(row[index], []).append(row)
    whole = _View(chart, answer)
    extent = whole.extent()
    views = []
    for value, rows in parts.items():
        view = _View(chart, QueryResult(answer.columns, rows), whole.parts, extent)
        head = {} if len(parts) == 1 else {"title": {"text": f"{_words(column)}: {plain(value)}", "fontSize": 13}}
        views.append({**head, **view.specification()})
    return views


class _View:
    """Builds the specification of one view. Its rows have x, y and the part (series) that they belong to. parts: the
    names of lines or of parts of bars, if shared by several views; None for those in the rows. extent: the domain of
    the measured axis, if shared by several views.
    """

    def __init__(
        self, chart: Chart, answer: QueryResult, parts: list[str] | None = None, extent: list[float] | None = None
    ) -> None:
        self.shared = extent
        self.chart = chart
        self.answer = answer
        self.is_folded = len(chart.y.columns) > 1
        self.kinds = {name: self._kind(channel) for name, channel in ((_X, chart.x), (_Y, chart.y))}
        self.measured = _X if _is_discrete(self.kinds[_Y]) else _Y
        self.parts = self._part_names() if parts is None else parts
        self.rows = self._rows()

    def specification(self) -> Specification:
        chart = self.chart
        is_horizontal = self.measured == _X
        height: object = {"step": _ROW if chart.mark == "bar" else 2 * _ROW} if is_horizontal else _TALL
        mark: object = {"type": "bar", "stroke": PAPER, "strokeWidth": 0.6} if self._has_parts() else chart.mark
        encoding = {_X: self._side(_X, chart.x), _Y: self._side(_Y, chart.y), **self._colour()}
        if self._is_side_by_side():
            encoding["yOffset" if is_horizontal else "xOffset"] = {"field": _PART, "sort": self.parts}
            if is_horizontal:
                height = {"step": _ROW, "for": "offset"}
        return {
            "data": {"values": self.rows}, "width": BREADTH, "height": height, "mark": mark, "encoding": encoding,
        }  # fmt: skip

    def extent(self) -> list[float] | None:
        """The least and greatest number on the measured axis, zero with bars; None for stacked bars and heatmaps."""
        if (self._has_parts() and not self._is_side_by_side()) or self.chart.mark == "rect":
            return None
        numbers = [value for row in self.rows if isinstance(value := row[self.measured], int | float)]
        least = [0] if self.chart.mark == "bar" or _is_near_zero(numbers) else []
        return [min([*numbers, *least]), max([*numbers, *least])] if numbers else None

    def _has_parts(self) -> bool:
        """Whether bars have parts, stacked or side by side."""
        return self.chart.mark == "bar" and bool(self.parts)

    def _is_side_by_side(self) -> bool:
        """Whether parts of bars are drawn side by side: only counts can be stacked."""
        if not self._has_parts() or self.chart.is_share:
            return False
        of_counts = all([isinstance(row[self.measured], int) for row in self.rows])
        return self.kinds[self.measured] == "percent" or not of_counts

    def _cells(self, column: str) -> list[object]:
        index = self.answer.columns.index(column)
        return [row[index] for row in self.answer.rows]

    def _rows(self) -> list[dict[str, object]]:
        """The rows to draw, for several `y` columns one column after the other; rows without x or y are left out."""
        rows: list[dict[str, object]] = []
        positions = self._cells(self.chart.x.columns[0])
        for column in self.chart.y.columns:
            parts = self._parts_of(column)
            for x, y, part in zip(positions, self._cells(column), parts, strict=True):
                if x is None or y is None:
                    continue
                row = {_X: _value(x), _Y: _value(y)}
                if part is not None:
                    row[_PART] = part
                if self._has_parts():
                    row[_STACK_ORDER] = self.parts.index(plain(part))
                    along, measured = (y, x) if self.measured == _X else (x, y)
                    shown = f"{measured:.1%}" if self.kinds[self.measured] == "percent" else plain(measured)
                    row[_TOOLTIP] = f"{plain(part)}, {plain(along)}: {shown}"
                rows.append(row)
        return rows

    def _parts_of(self, column: str) -> list[object]:
        """The part of each row of a `y` column: the column's name, the colour column's text, or a heatmap's number."""
        color = self.chart.color
        if self.is_folded:
            return [_words(column)] * len(self.answer.rows)
        if color is None:
            return [None] * len(self.answer.rows)
        cells = self._cells(color.columns[0])
        return [_value(cell) for cell in cells] if self.chart.mark == "rect" else [plain(cell) for cell in cells]

    def _part_names(self) -> list[str]:
        """The names of lines, points or parts of bars, in the order of the rows, numbers by size."""
        if self.is_folded:
            return [_words(column) for column in self.chart.y.columns]
        if self.chart.color is None or self.chart.mark == "rect":
            return []
        values = list(dict.fromkeys(self._cells(self.chart.color.columns[0])))
        numbers = [value for value in values if isinstance(value, int | float)]
        return [plain(value) for value in (sorted(numbers) if _are_numbers(values) else values)]

    def _kind(self, channel: Channel) -> str:
        """The kind of scale for a channel: as the chart says, else by the values."""
        if channel.kind:
            return channel.kind
        values = [value for column in channel.columns for value in self._cells(column) if value is not None]
        if values and all([isinstance(value, date) for value in values]):
            return "date"
        return "number" if values and _are_numbers(values) else "name"

    def _side(self, name: str, channel: Channel) -> Specification:
        kind = self.kinds[name]
        values = [row[name] for row in self.rows]
        title = "" if name == _Y and self.is_folded else _words(channel.columns[0])
        side: Specification = {"field": name, "type": _VEGA_TYPES[kind], "title": title or None}
        if _is_discrete(kind):
            # Numbers are sorted by size, everything else stays in the order of the rows.
            return side | {"axis": {"grid": False}} | ({} if _are_numbers(values) else {"sort": None})
        axis: Specification = {"grid": name == _Y or self.chart.mark == "bar"}
        if kind == "percent" or self.chart.is_share:
            axis["format"] = ".0%"
        elif all([isinstance(value, int) for value in values]):
            axis["tickMinStep"] = 1
        side["axis"] = axis
        if self.chart.mark in ("line", "point"):
            zero = {} if kind == "date" else {"zero": name == _Y and _is_near_zero(values)}  # a date has none
            side["scale"] = {**zero, "nice": name == _Y}
            if name == _Y and not any(values):
                side["scale"] = {"domain": [0, 1]}
        if self.shared is not None and name == self.measured:
            side["scale"] = {**side.get("scale", {}), "domain": self.shared}
        if self.chart.is_share:
            side |= {"stack": "normalize", "title": said("share-of", "share of {what}", what=title)}
        return side

    def _colour(self) -> Specification:
        """The encoding of lines, points or parts of bars: by colour, with a dash or shape as well."""
        color = self.chart.color
        title = "" if color is None else _words(color.columns[0])
        if color is not None and self.chart.mark == "rect":
            scale = {"format": ".1~%"} if self._kind(color) == "percent" else {}
            side = {"field": _PART, "type": "quantitative", "title": title}
            return {"color": {**side, "scale": {"scheme": "viridis"}, "legend": scale}}
        if not self.parts:
            return {}
        legend: Specification = {"symbolType": "stroke", "symbolSize": 400} if self.chart.mark == "line" else {}
        part: Specification = {"field": _PART, "type": "nominal", "title": title, "legend": legend}
        is_ordered = color is not None and color.kind == "ordinal"
        channels = {"color": self._scaled(part, ORDERED if is_ordered else SERIES)}
        if self.chart.mark == "point":
            channels["shape"] = self._scaled(part, SHAPES)
        elif self.chart.mark == "line":
            dashes = [[int(length) for length in dash.split()] or [1, 0] for dash in DASHES]
            channels["strokeDash"] = self._scaled(part, dashes)
        else:
            channels["order"] = {"field": _STACK_ORDER}
            channels["description"] = {"field": _TOOLTIP}
        return channels

    def _scaled(self, part: Specification, values: Sequence[object]) -> Specification:
        """An encoding channel that gives each part one of the values, cycling through them."""
        chosen = [values[index % len(values)] for index in range(len(self.parts))]
        return {**part, "scale": {"domain": self.parts, "range": chosen}}


def _value(value: object) -> object:
    """A value in a form that Vega-Lite accepts."""
    if isinstance(value, bool | int | float | str):
        return value
    return value.isoformat() if isinstance(value, date) else plain(value)


def _is_near_zero(values: Sequence[object]) -> bool:
    """Whether a scale from zero leaves at least half of the height to the values."""
    numbers = [value for value in values if isinstance(value, int | float)]
    return bool(numbers) and 0 <= min(numbers) <= max(numbers) / 2


def _are_numbers(values: Sequence[object]) -> bool:
    return all([isinstance(value, int | float) and not isinstance(value, bool) for value in values])


def _is_discrete(kind: str) -> bool:
    return kind in ("ordinal", "name")
