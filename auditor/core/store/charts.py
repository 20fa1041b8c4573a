"""The charts of query results, parsed from the ``chart`` lines of a query's header.

A line names the mark and the columns of each channel::

    -- chart: bar x=turn:ordinal y=riichis
    -- chart: line x=turn y=win_rate,deal_in_rate:percent

``docs/charts.md`` has all parts: a mark, the columns of the axes and of other channels, and how a column is shown.

Several lines give charts one below the other. Bars of counts distinguished by colour are stacked; those of anything
else, which has no sum, are side by side.
"""

from typing import Final, NamedTuple

MARKS: Final = ("bar", "line", "point", "rect")
KINDS_OF_COLUMN: Final = ("number", "percent", "date", "ordinal", "name")
CHANNELS: Final = ("x", "y", "color", "row", "stack")
SHARE: Final = "share"
"""The only value of ``stack``."""


class ChartError(Exception):
    """The chart line is wrong; the message says what is expected."""


class Channel(NamedTuple):
    """The columns of an axis, colour or row. kind: one of KINDS_OF_COLUMN, or "" where the values decide."""

    columns: tuple[str, ...]
    kind: str


class Chart(NamedTuple):
    """A chart of a query's result. is_share: whether bars show shares of the whole. row: has a chart per value."""

    mark: str
    x: Channel
    y: Channel
    color: Channel | None
    is_share: bool
    row: Channel | None = None

    def columns(self) -> tuple[str, ...]:
        """All columns that the chart shows."""
        channels = [channel for channel in (self.x, self.y, self.color, self.row) if channel]
        return tuple([column for channel in channels for column in channel.columns])


def parse_chart(text: str) -> Chart:
    """Parse what follows ``-- chart:``. Raises ChartError."""
    mark, *parts = text.split() or [""]
    if mark not in MARKS:
        raise ChartError(f"expected a chart of {', '.join(MARKS[:-1])} or {MARKS[-1]}, not {mark!r}")
    given: dict[str, Channel] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        columns, colon, kind = value.partition(":")
        if name not in CHANNELS or not equals or not all(columns.split(",")):
            raise ChartError(f"expected {', '.join(CHANNELS[:-1])} or stack, = and a column, not {part!r}")
        if name in given:
            raise ChartError(f"{name} comes twice")
        if colon and kind not in KINDS_OF_COLUMN:
            raise ChartError(f"expected a column as {', '.join(KINDS_OF_COLUMN)}, not {kind!r}")
        given[name] = Channel(tuple(columns.split(",")), kind)
    for name in ("x", "y"):
        if name not in given:
            raise ChartError(f"a chart needs {name}=COLUMN")
    _check(mark, given)
    return Chart(mark, given["x"], given["y"], given.get("color"), "stack" in given, given.get("row"))


def _check(mark: str, given: dict[str, Channel]) -> None:
    """Raise ChartError where the parts of a chart do not go together."""
    for name, channel in given.items():
        if name != "y" and len(channel.columns) > 1:
            raise ChartError(f"{name} takes one column")
    if len(given["y"].columns) > 1 and ("color" in given or mark == "rect"):
        raise ChartError("several columns of y are distinguished by color, which can show nothing else then")
    if "stack" in given and (given["stack"] != Channel((SHARE,), "") or mark != "bar"):
        raise ChartError(f"expected stack={SHARE}, of a chart of bars")
    if mark == "rect" and "color" not in given:
        raise ChartError("a chart of rect needs color=COLUMN, a number")
