"""What was audited, opened for questions: a database, or a lake."""

import os

import duckdb

from auditor.filesystems import is_url
from auditor.store.database import connect as connect_database
from auditor.store.lake.manifest import is_lake


def connect(address: str) -> duckdb.DuckDBPyConnection:
    """Open a database file, or a lake (a folder, or an address in an object store), for reading. Raises StoreError."""
    if holds_lake(address):
        from auditor.store.lake.reader import connect_lake

        return connect_lake(address)
    return connect_database(address)


def holds_lake(address: str) -> bool:
    """Whether an address is one of a lake, and of no file. Raises StoreError where that cannot be told."""
    return is_url(address) or (os.path.isdir(address) and is_lake(address))
