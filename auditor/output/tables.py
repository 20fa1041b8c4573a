"""Answers as text: tables that fit the terminal, row by row, Markdown, CSV or JSON, with formatted numbers."""

import csv
import io
import math
import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import chain, repeat, zip_longest
from types import NoneType
from typing import Any, Final, NamedTuple

from wcwidth import clip, ljust, rjust, width

from auditor.core.checks.wording import IN_ENGLISH, LANGUAGE, in_numbers, said
from auditor.core.store.queries import QueryResult, Streamed
from auditor.core.text import as_json, csv_cell, markdown_cell, printable


def csv_text(answer: QueryResult) -> str:
    """CSV as `csv_pieces` makes it."""
    return "".join(csv_pieces(answer.streamed()))


def csv_pieces(answer: Streamed, *, is_raw: bool = False) -> Iterator[str]:
    """CSV with a header line, as the answer comes; NULL is empty, lists are separated by blanks. Texts are made safe
    for spreadsheets and terminals (`csv_cell`), unless is_raw.
    """
    answer = with_bounds(answer)
    cell = plain if is_raw else _safe_cell
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([cell(name) for name in answer.columns])
    by_type = dict.fromkeys(_WRITTEN_ALIKE) | {"VARCHAR": lru_cache(1024)(cell)}  # names and figures repeat
    as_text = [by_type.get(type, cell) for type in answer.types] or [cell] * len(answer.columns)
    for rows in answer.pieces:
        columns = zip(*rows, strict=True)
        made = [column if one is None else map(one, column) for column, one in zip(columns, as_text, strict=True)]
        writer.writerows(zip(*made, strict=True))
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()


_WRITTEN_ALIKE: Final = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "DOUBLE", "FLOAT")
"""DuckDB's types of numbers, which CSV has as `plain` does."""


def json_text(answer: QueryResult) -> str:
    """A JSON list of objects, one per line."""
    return "".join(json_pieces(answer.streamed()))


def json_pieces(answer: Streamed) -> Iterator[str]:
    """The same, as the answer comes."""
    answer = with_bounds(answer)
    before = "[\n"
    met = [answer.columns[:index].count(name) for index, name in enumerate(answer.columns)]  # numbered as by DuckDB
    keys = [f"{name}_{count}" if count else name for name, count in zip(answer.columns, met, strict=True)]
    for rows in answer.pieces:
        yield before + ",\n".join([_row_json(dict(zip(keys, row, strict=True))) for row in rows])
        before = ",\n"
    yield "\n]\n" if before == ",\n" else "[]\n"


def _row_json(row: dict[str, object]) -> str:
    text = as_json(row)
    return as_json(_finite(row)) if "NaN" in text or "Infinity" in text else text


def _finite(value: object) -> object:
    """A value without numbers that JSON cannot hold."""
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def with_bounds(answer: Streamed) -> Streamed:
    """The answer with each interval split into two columns for its bounds, and whole totals as integers. Whether a
    column is of intervals is told by its name and its first piece.
    """
    first = next(answer.pieces, [])
    split = [
        _is_interval(answer.columns, index) and all([row[index] is None or _is_pair(row[index]) for row in first])
        for index in range(len(answer.columns))
    ]
    pieces = chain([first] if first else [], answer.pieces)
    totals = [name in _TOTALS for name in answer.columns]
    if not any(split) and not any(totals):
        return answer._replace(pieces=pieces)

    def changed(rows: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
        columns: list[Sequence[object]] = []
        for column, is_split, is_total in zip(zip(*rows, strict=True), split, totals, strict=True):
            pairs: Sequence[Any] = column
            if is_split:
                columns += [[None if pair is None else pair[bound] for pair in pairs] for bound in (0, 1)]
            else:
                whole = [int(one) if isinstance(one, float) and one.is_integer() else one for one in column]
                columns.append(whole if is_total else column)
        return list(zip(*columns, strict=True))

    names: list[str] = []
    types: list[str] = []
    for name, type, is_split in zip_longest(answer.columns, answer.types, split, fillvalue=""):
        names += [f"{name}_low", f"{name}_high"] if is_split else [name]
        types += [type.removesuffix("[]")] * 2 if is_split else [type]
    return Streamed(names, tuple(types), map(changed, pieces))


def _is_pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == len(("low", "high"))


def _safe_cell(value: object) -> str:
    """A value for CSV: numbers, and lists of them, as they are, texts made safe."""
    parts = value if isinstance(value, list | tuple) else (value,)
    return csv_cell(plain(value)) if any([isinstance(part, str) for part in parts]) else plain(value)


def plain(value: object) -> str:
    """A value as text: "" for NULL, lists separated by blanks, and by commas where a part has blanks itself."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        parts = [plain(part) for part in value]
        return (", " if any([" " in part for part in parts]) else " ").join(parts)
    return "" if value is None else str(value)


_NUMERIC: Final = (int, float, Decimal)
_GROUPED_FROM: Final = 10_000
"""An unknown column has thousands separators only if it has numbers this large: a year does not."""

_NAMING: Final = ("year", "lobby", "bits", "id", "number")
"""Endings of column names whose numbers are identifiers, without thousands separators."""

_SHARES: Final = frozenset({"rate", "share"})
"""Words in the names of columns whose numbers are shares, from 0 to 1."""

_SHARES_BY_NAME: Final = frozenset({
    "best", "bust", "chance", "chance_as_seen", "danger", "deal_in_after_riichi_a", "deal_in_after_riichi_b",
    "fell_back", "first", "fourth", "less", "none_held", "none_own", "paid_to_riichi", "pushed_far", "pushed_near",
    "second", "taken_away", "third", "tile_lay_there", "ukeire_kept", "without_any", "won_from_riichi",
})  # fmt: skip
"""Other columns of the named queries whose numbers are shares."""

_INTERVAL: Final = "interval"
"""The ending of column names with the confidence interval of the column before."""

_TOTALS: Final = ("numerator", "value")
"""Columns of players' figures in which counts are integers, although totals of means and rates need not be."""

_FIGURE: Final = "figure"
"""The column that names the figure in each row; the numbers of different rows then have nothing in common."""

_KIND: Final = "kind"
"""The column that says what the figure in each row is; a ``rate`` is a share."""

_RATE: Final = "rate"

_COUNTED: Final = ("numerator", "n")
"""Columns of figures that are never shares or means."""

_LARGE_MEAN: Final = 100
"""Means and their intervals are written without decimals where one is as large as this."""
_MOST_DECIMALS: Final = 4
_TOO_LARGE: Final = 1e15

_GAP: Final = "  "
_NARROWEST: Final = 12
"""Texts are not cut to fewer columns of the terminal than this."""

_WIDEST: Final = 40
"""Columns of the terminal to which texts are cut in a table that does not fit even with the narrowest columns."""

_CUT: Final = "…"
_LEAST_CUT: Final = 2


class ShownColumn(NamedTuple):
    """A column of an answer as people read it, in a terminal or on a page. name: as in the answer, and in CSV and JSON.
    words: the name as words, where that is known. texts: the values. is_number: whether they are numbers, at the right.
    """

    name: str
    words: str
    texts: list[str]
    is_number: bool


class _Column:
    """A column of a table as text. head: its name, on one or more lines. texts: its values. is_interval: whether it
    stays next to the one before. width: in columns of the terminal.
    """

    def __init__(self, head: list[str], texts: list[str], is_number: bool, is_interval: bool = False) -> None:
        self.head = head
        self.texts = texts
        self.is_number = is_number
        self.is_interval = is_interval
        self.width = max([width(text) for text in (*head, *texts)], default=0)

    def padded(self, text: str) -> str:
        """A text padded to the width of the column, numbers to the right."""
        return rjust(text, self.width) if self.is_number else ljust(text, self.width)

    def narrowest(self) -> int:
        """The width below which the column is not cut; numbers are never cut."""
        return self.width if self.is_number else min(self.width, max(_NARROWEST, *map(width, self.head)))

    def cut(self, size: int) -> "_Column":
        """The column with its texts cut to a number of columns of the terminal."""
        return self if size >= self.width else _Column(self.head, [cut_text(text, size) for text in self.texts], False)


def table_text(answer: QueryResult, max_width: int | None = None, *, is_known: bool = False) -> str:
    """A table with the columns' names as its head, numbers to the right. max_width: columns of the terminal; None for
    no limit. A wider table has its names on several lines, then its texts cut, and then continues below, with the first
    column repeated. is_known: the names of the columns say what their numbers are, as in the named queries.
    """
    if not answer.columns:
        return "done\n"
    columns = _columns(answer, is_known)
    is_cut = False
    blocks = [columns]
    if max_width is not None and _width(columns) > max_width:
        columns = [_with_narrow_head(column) for column in columns]
        cut = _cut_to(columns, max_width)
        is_cut = any([one is not other for one, other in zip(columns, cut, strict=True)])
        blocks = _blocks(cut, max_width)
    lines = [line for block in blocks for line in [*_lines(block), ""]]
    footer = said("rows", "{rows:row|rows}", rows=len(answer.rows))
    footer += said("texts-are-cut", "; texts are cut, --vertical shows them whole") if is_cut else ""
    return "\n".join([*lines[:-1], f"({footer})"]) + "\n"


def vertical_text(answer: QueryResult, *, is_known: bool = False) -> str:
    """Each row as a block, with one line per value, after its name."""
    columns = _columns(answer, is_known)
    names = [column.head[0] for column in columns]
    widest = max([width(name) for name in names], default=0)
    lines = []
    for number in range(len(answer.rows)):
        lines.append(said("row", "row {number}", number=f"{number + 1:,}"))
        lines += [
            f"  {ljust(name, widest)}  {column.texts[number]}".rstrip()
            for name, column in zip(names, columns, strict=True)
        ]
    return "\n".join([*lines, f"({said('rows', '{rows:row|rows}', rows=len(answer.rows))})"]) + "\n"


def markdown_text(answer: QueryResult, *, is_known: bool = False) -> str:
    """A Markdown table, numbers to the right."""
    if not answer.columns:
        return ""
    columns = [
        _Column([markdown_cell(column.head[0])], [markdown_cell(text) for text in column.texts], column.is_number)
        for column in _columns(answer, is_known)
    ]
    rules = ["-" * max(3, column.width - 1) + (":" if column.is_number else "-") for column in columns]
    rows = [[column.padded(column.texts[number]) for column in columns] for number in range(len(answer.rows))]
    lines = [[column.padded(column.head[0]) for column in columns], rules, *rows]
    return "\n".join([f"| {' | '.join(line)} |" for line in lines]) + "\n"


def _columns(answer: QueryResult, is_known: bool) -> list[_Column]:
    return [
        _Column([one.words], one.texts, one.is_number, is_known and _is_interval(answer.columns, index))
        for index, one in enumerate(shown_columns(answer, is_known=is_known))
    ]


def shown_columns(answer: QueryResult, *, is_known: bool = True) -> list[ShownColumn]:
    """The columns of an answer as people read them: shares in per cent, means with as many decimals as their intervals.
    is_known: the names of the columns say what their numbers are, as in the named queries.
    """
    columns = []
    for index, name in enumerate(answer.columns):
        values = [row[index] for row in answer.rows]
        kinds = set(map(type, values)) - {NoneType}
        is_number = bool(kinds) and all([issubclass(one, _NUMERIC) and one is not bool for one in kinds])
        is_interval = is_known and bool(index) and _is_interval(answer.columns, index)
        if is_interval and all([value is None or _is_pair(value) for value in values]):
            first = next(one for one in range(index, 0, -1) if not _is_interval(answer.columns, one - 1))
            texts = list(map(_interval_text, values, _forms(answer, first - 1)))
        elif is_number and is_known and (_FIGURE in answer.columns or _is_interval(answer.columns, index + 1)):
            texts = ["" if one is None else form(one) for one, form in zip(values, _forms(answer, index), strict=False)]
        elif is_number:
            form = _number_format(name, [value for value in values if value is not None], is_known)
            texts = ["" if value is None else form(value) for value in values]
        else:
            texts = [printable(value_words(name, value) if is_known else plain(value)) for value in values]
        words = column_words(name) if is_known else name
        texts = list(map(in_numbers, texts)) if is_number or is_interval or name == "seats" else texts
        columns.append(ShownColumn(name, printable(words), texts, is_number or is_interval))
    return columns


_OF_NAMES: Final = (
    "discarder", "formats", "key", "log", "logs", "member", "message", "name", "names", "not_under", "opponent", "path",
    "player", "ruleset", "server", "under", "winner",
)  # fmt: skip
"""Columns of the named queries whose texts are names: no words, but for those that stand in place of one."""
_IN_PLACE_OF_NAMES: Final = re.compile(r"\(everybody else\)|seat \d")


def value_words(name: str, value: object) -> str:
    """A value as `plain`, in the language of what is printed where that of its column is a word. Numbers are ``#``."""
    spoken, text = LANGUAGE.get(), plain(value)
    if isinstance(value, list | tuple):
        return plain([value_words(name, part) for part in value])
    if spoken is IN_ENGLISH or (name in _OF_NAMES and not _IN_PLACE_OF_NAMES.fullmatch(text)):
        return text
    key, numbers = re.sub(r"\d+", "#", text).replace(" ", "-"), iter(re.findall(r"\d+", text))
    words = spoken.said(f"value.{name}-{key}", spoken.said(f"value.{key}", ""))
    return re.sub("#", lambda _: next(numbers), words) if words else spoken.text(text)


def column_words(name: str) -> str:
    """A column of a named query in words, in the language of what is printed."""
    text_id = _INTERVAL if name.endswith(f"_{_INTERVAL}") else name
    return LANGUAGE.get().said(f"column.{text_id}", "player" if name == "name" else name.replace("_", " "))


_Form = Callable[[Any], str]
"""The form of a number as text."""

_SHARE: Final[_Form] = "{:.1%}".format


def _forms(answer: QueryResult, index: int) -> Iterator[_Form]:
    """For each row, the form of its number in a column, which may have an interval, and of the bounds of that."""
    names, rows = answer.columns, answer.rows
    if _FIGURE in names:  # each row has a figure of its own
        of = next((one for one in range(len(names)) if _is_interval(names, one)), None)
        is_of_figure = index > names.index(_FIGURE) and names[index] not in _COUNTED
        pairs = (row[of] if is_of_figure and of is not None else None for row in rows)
        kinds = (row[names.index(_KIND)] if is_of_figure and _KIND in names else "" for row in rows)
        return (
            _SHARE if kind == _RATE or _is_of_shares(pair) else _form_of(row[index], pair)
            for kind, pair, row in zip(kinds, pairs, rows, strict=True)
        )
    there = [row[index] for row in rows if row[index] is not None]
    intervals: list[Any] = [row[index + 1] for row in rows]
    bounds = [bound for pair in intervals if _is_pair(pair) for bound in pair]
    is_of_mean = names[index + 1] == f"{names[index]}_{_INTERVAL}" and not _names_share(names[index])
    if not is_of_mean and all([0 <= number <= 1 for number in (*there, *bounds)]):
        return repeat(_SHARE)
    return repeat(_mean_form([*there, *bounds]))


def _form_of(number: Any, interval: Any) -> _Form:
    """The form of a number by itself: a mean has an interval, a count has no decimals."""
    if _is_pair(interval):
        return _mean_form([number, *interval])
    return _mean_form([number]) if number is not None and number != int(number) else "{:,.0f}".format


def _mean_form(numbers: Sequence[Any]) -> _Form:
    """The form of means and their bounds."""
    largest = max([abs(number) for number in numbers], default=0)
    decimals = 0 if largest >= _LARGE_MEAN else 2 if largest >= 1 else 3
    return f"{{:,.{decimals}f}}".format


def _interval_text(pair: Any, form: _Form) -> str:
    """An interval, in the form of its value: ``9.0–45.2%``, ``5,310 to 5,702``."""
    if pair is None:
        return ""
    low, high = form(pair[0]), form(pair[1])
    if high.endswith("%"):
        return f"{low.removesuffix('%')}–{high}"
    return said("interval-of", "{low} to {high}", low=low, high=high)


def _names_share(name: str) -> bool:
    return name in _SHARES_BY_NAME or not _SHARES.isdisjoint(name.split("_"))


def _is_of_shares(interval: Any) -> bool:
    return interval is not None and 0 <= interval[0] <= interval[1] <= 1


def _is_interval(names: Sequence[str], index: int) -> bool:
    """Whether the column at an index is the interval of the one before it."""
    return index < len(names) and names[index].rpartition("_")[2] == _INTERVAL


def _number_format(name: str, numbers: Sequence[Any], is_known: bool) -> _Form:
    """The form of a column's numbers. is_known: its name says what they are."""
    if is_known and _names_share(name) and all([0 <= number <= 1 for number in numbers]):
        return _SHARE
    has_thousands = any([abs(number) >= _GROUPED_FROM for number in numbers])
    if is_known:
        has_thousands = name.rpartition("_")[2] not in _NAMING
    if not all([math.isfinite(number) and abs(number) < _TOO_LARGE for number in numbers]):
        return str
    written = [len(str(one).partition(".")[2].partition("e")[0]) for one in numbers if one != int(one)]
    decimals = min(_MOST_DECIMALS, max(written, default=0))
    return f"{{:{',' if has_thousands else ''}.{decimals}f}}".format


def _with_narrow_head(column: _Column) -> _Column:
    """The column with its name wrapped to the width of its values, or of its longest word."""
    mark = " " if " " in column.head[0] else "_"
    words = column.head[0].split(mark)
    most = max([width(text) for text in (*words, *column.texts)])
    lines = [words[0]]
    for word in words[1:]:
        if width(f"{lines[-1]}{mark}{word}") <= most:
            lines[-1] += f"{mark}{word}"
        else:
            lines.append(word)
    return _Column(lines, column.texts, column.is_number, column.is_interval)


def _cut_to(columns: list[_Column], max_width: int) -> list[_Column]:
    """The columns with their longest texts cut so that they fit; cut less where they do not fit in any case."""
    sizes = [column.width for column in columns]
    least = [column.narrowest() for column in columns]
    gaps = len(_GAP) * (len(columns) - 1)
    if sum(least) + gaps > max_width:
        return [column.cut(max(least[index], _WIDEST)) for index, column in enumerate(columns)]
    while sum(sizes) + gaps > max_width:
        longest = max(range(len(columns)), key=lambda index: sizes[index] if sizes[index] > least[index] else 0)
        sizes[longest] -= 1
    return [column.cut(size) for column, size in zip(columns, sizes, strict=True)]


def cut_text(text: str, size: int) -> str:
    """A text cut to a number of columns of the terminal; "" where not even a mark of the cut has space."""
    if size < _LEAST_CUT:
        return ""
    return text if width(text) <= size else clip(text, 0, size - 1).rstrip() + _CUT


def _blocks(columns: list[_Column], max_width: int) -> list[list[_Column]]:
    """The columns in blocks that fit, each starting with the first column. An interval stays next to its share."""
    together: list[list[_Column]] = []
    for column in columns[1:]:
        if together and column.is_interval:
            together[-1].append(column)
        else:
            together.append([column])
    blocks = [[columns[0]]]
    for some in together:
        if len(blocks[-1]) > 1 and _width([*blocks[-1], *some]) > max_width:
            blocks.append([columns[0]])
        blocks[-1] += some
    return blocks


def _lines(columns: list[_Column]) -> list[str]:
    height = max([len(column.head) for column in columns])
    heads = [[""] * (height - len(column.head)) + column.head for column in columns]
    rows = [*zip(*heads, strict=True), ["-" * column.width for column in columns]]
    rows += list(zip(*[column.texts for column in columns], strict=True))
    return [
        _GAP.join([column.padded(text) for column, text in zip(columns, row, strict=True)]).rstrip() for row in rows
    ]


def _width(columns: list[_Column]) -> int:
    return sum([column.width for column in columns]) + len(_GAP) * (len(columns) - 1)
