"""Answers as tables of Arrow, Polars and pandas, with the types of the database."""

import re
from typing import Any, Final

_ARROW_NAMES: Final = {
    "BOOLEAN": "bool_",
    "TINYINT": "int8", "SMALLINT": "int16", "INTEGER": "int32", "BIGINT": "int64", "HUGEINT": "int64",
    "UTINYINT": "uint8", "USMALLINT": "uint16", "UINTEGER": "uint32", "UBIGINT": "uint64",
    "FLOAT": "float32", "DOUBLE": "float64",
    "VARCHAR": "string", "DATE": "date32",
}  # fmt: skip
"""What Arrow calls a type of DuckDB's. Sums are HUGEINT, and no sum of points is beyond 64 bits."""

_LIST: Final = re.compile(r"\[\d*\]$")


def arrow_table(columns: list[str], types: tuple[str, ...], rows: list[tuple[object, ...]]) -> Any:
    """Columns of rows as a `pyarrow.Table`. types: of DuckDB, by column; where there are none Arrow makes them out."""
    import pyarrow as pa

    values = list(zip(*rows, strict=True)) if rows else [()] * len(columns)
    found = [_arrow_type(type) for type in types] if types else [None] * len(columns)
    arrays = [pa.array(column, type) for column, type in zip(values, found, strict=True)]
    return pa.table(arrays, names=columns)


def _arrow_type(type: str) -> Any:
    """The Arrow type of a DuckDB type, None for one that Arrow is to make out. Enumerated values are texts."""
    import pyarrow as pa

    if _LIST.search(type):
        item = _arrow_type(_LIST.sub("", type))
        return None if item is None else pa.list_(item)
    if type.startswith("ENUM"):
        return pa.string()
    if type.startswith("TIMESTAMP"):
        return pa.timestamp("us", None if type == "TIMESTAMP" else "UTC")
    name = _ARROW_NAMES.get(type)
    return None if name is None else getattr(pa, name)()


def polars_frame(table: Any) -> Any:
    """An Arrow table as a `polars.DataFrame`. Raises ImportError, which says what to install."""
    try:
        import polars
    except ImportError:
        raise ImportError(_missing("to_polars", "Polars", "polars")) from None
    return polars.from_arrow(table)


def pandas_frame(table: Any) -> Any:
    """An Arrow table as a `pandas.DataFrame`. Raises ImportError, which says what to install."""
    try:
        import pandas  # noqa: F401  # Arrow uses it
    except ImportError:
        raise ImportError(_missing("to_pandas", "pandas", "pandas")) from None
    return table.to_pandas()


def _missing(what: str, library: str, extra: str) -> str:
    return f"{what} needs {library}, which is not installed: pip install 'auditor[{extra}]'"
