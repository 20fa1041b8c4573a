"""In place of `auditor.core.store.arrow` in the page: rows and packed columns as columns for the page's DuckDB.

There is no pyarrow for the page; the worker makes Arrow tables of these columns.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from itertools import accumulate, chain, pairwise
from typing import Any, Final

from auditor.core.hand.machi import MACHI_NAMES
from auditor.core.store.packed import NULL, EventColumns
from auditor.core.store.rows import GameRows, PackedRows, PlayColumns
from auditor.core.store.schema import COLUMNS, ENUMERATIONS, EVENT_CODES, ROW_TABLES, TEXT_TABLES, TILE_NAMES
from auditor.core.table.record import DRAWN_FIELDS, TURN_FIELDS

RangeErrors = (OverflowError, UnicodeEncodeError)
"""What `arrow_tables` can raise."""


def range_problem(error: Exception) -> str:
    """The problem of an input that caused one of RangeErrors."""
    return f"holds a value that no column of the database can hold ({error}); it was not loaded"


class Column(list[Any]):
    """The values of a column."""

    def to_pylist(self) -> list[Any]:
        """The values."""
        return self


class Table:
    """Columns by their names, in the order of the database table."""

    def __init__(self, table: str, columns: dict[str, Sequence[Any]]) -> None:
        self.table = table
        self.columns = {one.name: Column(columns[one.name]) for one in COLUMNS[table]}

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
        return list(self.columns)

    def column(self, name: str) -> Column:
        """The values of a column."""
        return self.columns[name]

    def as_columns(self) -> list[tuple[str, str, list[Any]]]:
        """The name, the type and the values of each column, for JSON. Enumerated values are texts."""
        types = {one.name: one.type for one in COLUMNS[self.table]}
        return [
            (name, _plain_type(types[name]), [_plain(value) for value in values])
            for name, values in self.columns.items()
        ]

    def without(self, keys: Iterable[str], name: str) -> "Table":
        """The rows whose column of that name has none of these values."""
        gone = set(keys)
        kept = [index for index, value in enumerate(self.columns[name]) if value not in gone]
        return Table(self.table, {one: [values[index] for index in kept] for one, values in self.columns.items()})


def _plain_type(type: str) -> str:
    item, bracket, rest = type.partition("[")
    return f"{'VARCHAR' if item in ENUMERATIONS else item}{bracket}{rest}"


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return round((value - datetime(1970, 1, 1)).total_seconds() * 1000)
    return value.isoformat() if isinstance(value, date) else list(value) if isinstance(value, tuple) else value


def arrow_tables(columns: GameRows) -> dict[str, Table]:
    """A table for each database table."""
    tables = {table: _row_table(table, columns.rows[table]) for table in ROW_TABLES}
    tables[EVENT_CODES] = _event_table(columns.events)
    tables["turns"] = _turn_table(columns.plays)
    tables["draws"] = _draw_table(columns.plays.draws)
    return tables


def send_as_streams() -> None:
    """Nothing is sent: the page has one process."""


def joined_tables(parts: list[dict[str, Table]]) -> dict[str, Table]:
    """The tables of several parts, each with the rows of all."""
    return {
        table: Table(table, {name: [*chain(*[part[table].columns[name] for part in parts])] for name in one.columns})
        for table, one in parts[0].items()
    }


def without_inputs(tables: dict[str, Table], source_ids: list[str]) -> dict[str, Table]:
    """The tables without the rows of the inputs with these keys."""
    games = tables["games"]
    pairs = zip(games.column("game_id"), games.column("source_id"), strict=True)
    left_out = {"source_id": source_ids, "game_id": [game for game, source in pairs if source in source_ids]}
    keys = {table: "game_id" if "game_id" in one.columns else "source_id" for table, one in tables.items()}
    return {table: one.without(left_out[keys[table]], keys[table]) for table, one in tables.items()}


def _row_table(table: str, values: list[object]) -> Table:
    columns: dict[str, Sequence[Any]] = {}
    for place, one in enumerate(COLUMNS[table]):
        names = ENUMERATIONS.get(one.type.partition("[")[0], ()) if table not in TEXT_TABLES else ()
        column = values[place :: len(COLUMNS[table])]
        columns[one.name] = [_named(value, names) for value in column] if names else column
    return Table(table, columns)


def _named(value: Any, names: tuple[str, ...]) -> Any:
    """The names of enumerated values: one, bytes of them, or lists of these."""
    if isinstance(value, (bytes, list)):
        return [_named(one, names) for one in value]
    return None if value is None or value == NULL else names[value]


def _cut(values: Sequence[Any], lengths: Iterable[int]) -> list[list[Any]]:
    """Values split into lists of these lengths."""
    ends = [0, *accumulate(lengths)]
    return [list(values[start:end]) for start, end in pairwise(ends)]


def _tiles(codes: bytes | bytearray) -> list[str | None]:
    return [None if code == NULL else TILE_NAMES[code] for code in codes]


def _repeated(values: Iterable[Any], lengths: Iterable[int]) -> list[Any]:
    return [value for value, length in zip(values, lengths, strict=True) for _ in range(length)]


def _event_table(events: EventColumns) -> Table:
    codes = [low | high << 8 for low, high in zip(events.codes[::2], events.codes[1::2], strict=True)]
    tiles = _cut(_tiles(events.call_tiles), events.call_sizes)
    return Table(EVENT_CODES, {
        "game_id": _repeated(events.game_ids, events.game_hands), "hand": events.hands,
        "live_wall": events.live_walls, "replayed": events.replayed, "codes": _cut(codes, events.lengths),
        "call_events": _cut(events.call_events, events.calls), "call_tiles": _cut(tiles, events.calls),
    })  # fmt: skip


def _keys(rows: PackedRows) -> dict[str, Sequence[Any]]:
    return {"game_id": _repeated(rows.game_ids, rows.game_lengths), "hand": _repeated(rows.hands, rows.hand_lengths)}


_TRUTHS: Final = frozenset((
    "closed", "furiten", "could_riichi", "declared", "in_riichi", "no_chance", "one_chance", "replacement", "improved",
))  # fmt: skip


def _fields(packed: bytearray, names: tuple[str, ...]) -> dict[str, list[Any]]:
    """Packed rows as columns by name; the index of the event is joined from its two bytes."""
    columns: dict[str, list[Any]] = {}
    for index, name in enumerate(names):
        values: list[Any] = [None if value == NULL else value for value in packed[index :: len(names)]]
        columns[name] = [None if one is None else bool(one) for one in values] if name in _TRUTHS else values
    event = names.index("event")
    high = names.index("event_high")
    pairs = zip(packed[event :: len(names)], packed[high :: len(names)], strict=True)
    return {**columns, "event": [low | above << 8 for low, above in pairs]}


def _lists(values: Sequence[Any], sizes: list[int]) -> list[list[Any] | None]:
    return [one or None for one in _cut(values, sizes)]


def _turn_table(plays: PlayColumns) -> Table:
    fields = _fields(plays.turns.packed, TURN_FIELDS)
    waits = [
        kinds if shanten == 0 else 0 for shanten, kinds in zip(fields["shanten"], fields["ukeire_kinds"], strict=True)
    ]
    machi = [MACHI_NAMES[code] for code in plays.machi]
    riichis = fields["riichis"]
    nullable = {
        name: [None if value == NULL else value for value in getattr(plays, name)]
        for name in ("against", "genbutsu", "safe", "suji")
    }
    nullable["safe"] = [None if value is None else bool(value) for value in nullable["safe"]]
    return Table("turns", {
        **_keys(plays.turns), **fields, "tile": _tiles(bytes([NULL if one is None else one for one in fields["tile"]])),
        "waits": _lists(_tiles(plays.wait_tiles), waits),
        "machi": _lists(machi, [(bits or 0).bit_count() for bits in fields["machi"]]),
        **{name: _lists(values, riichis) for name, values in nullable.items()},
        "concealed": _lists(_tiles(plays.held), [size or 0 for size in fields["held"]]),
    })  # fmt: skip


def _draw_table(draws: PackedRows) -> Table:
    return Table("draws", {**_keys(draws), **_fields(draws.packed, DRAWN_FIELDS)})
