"""Writes the empty database that new ones are copies of (`auditor/core/store/empty.duckdb.zlib`)."""

import tempfile
import zlib
from pathlib import Path

from auditor.core.store import database
from auditor.core.store.schema import schema_hash


def write() -> None:
    """Write it anew where the schema is another: DuckDB makes no file twice alike."""
    if database.TEMPLATE.is_file() and database.TEMPLATE.read_bytes().startswith(schema_hash()):
        return
    written, database.TEMPLATE = database.TEMPLATE, Path("none")  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "empty.duckdb")
        database.Store(str(made), "auto", "").close()
        written.write_bytes(schema_hash() + zlib.compress(made.read_bytes(), 9))
    database.TEMPLATE = written  # type: ignore[misc]
