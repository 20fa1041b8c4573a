"""An empty database to begin with, kept in the user's cache: made once, then copied.

Its tables and views, with their comments, are five hundred statements, which take DuckDB as long as the load of two
hundred games; a copy takes nothing. What is kept is used only as it was written, whole: else it is made anew.
"""

import contextlib
import os
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

import duckdb

from auditor.store.schema import SCHEMA_VERSION, schema_sql
from auditor.whole_files import write_whole

_PREFIX: Final = "empty-"

_DIGEST_BYTES: Final = 32
"""A kept file begins with the SHA-256 of the database that follows."""

_FILES_KEPT: Final = 8
"""So many programs and DuckDBs may take turns; what is older is removed."""


def make_tables(connection: duckdb.DuckDBPyConnection, version: str) -> None:
    """Make the tables in an empty database. version: of the program, kept in `meta`."""
    connection.execute(schema_sql())
    connection.execute("INSERT INTO meta VALUES (?, ?, now() AT TIME ZONE 'UTC')", [SCHEMA_VERSION, version])


def begin_with_kept(path: str, version: str) -> bool:
    """Put an empty database where no file is. Returns whether that was done; where not, nothing has changed.

    `meta` tells when the one kept was made. version: of the program.
    """
    if ":" in os.path.splitdrive(path)[1] or os.path.lexists(
        f"{path}.wal"
    ):  # as in :memory:, or a log without its file
        return False
    if not path or os.path.lexists(path) or not os.path.isdir(os.path.dirname(path) or "."):
        return False
    content = _kept(version)
    if content is None:
        return False
    part = f"{path}.begun-{os.getpid()}"
    try:
        with open(part, "xb") as file:
            file.write(content)
        _place(part, path)
    except OSError:
        return False
    finally:
        with contextlib.suppress(OSError):
            os.unlink(part)
    return True


def _place(file: str, path: str) -> None:
    """Give a whole file its name, unless another process was quicker: then, as where it cannot be done, OSError."""
    if sys.platform == "win32":
        os.rename(file, path)  # which there takes no other's place
    else:
        os.link(file, path)


def _kept(version: str) -> bytes | None:
    """The empty database that is kept, made and kept first where there is none; None where that cannot be done."""
    folder = _folder()
    if folder is None:
        return None
    made_of = "\0".join([schema_sql(), version, duckdb.__version__])
    place = folder / f"{_PREFIX}{sha256(made_of.encode()).hexdigest()[:16]}"
    with contextlib.suppress(OSError):
        found = place.read_bytes()
        if sha256(found[_DIGEST_BYTES:]).digest() == found[:_DIGEST_BYTES]:
            return found[_DIGEST_BYTES:]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            return None
        content = _made(version)
        write_whole(place, sha256(content).digest() + content)
        for old in sorted(folder.glob(f"{_PREFIX}*"), key=os.path.getmtime)[:-_FILES_KEPT]:
            old.unlink()
    except (OSError, duckdb.Error):
        return None
    return content


def _made(version: str) -> bytes:
    """The bytes of an empty database. Raises OSError or duckdb.Error."""
    with tempfile.TemporaryDirectory(prefix="auditor-") as folder:
        path = Path(folder, "empty.duckdb")
        with duckdb.connect(str(path)) as connection:
            connection.begin()
            make_tables(connection, version)
            connection.commit()
        return path.read_bytes()


def _folder() -> Path | None:
    """The folder of what is kept: AUDITOR_CACHE, or the program's in the user's cache; None for one without a home."""
    named = os.environ.get("AUDITOR_CACHE", "")
    if named:
        return Path(named)
    cache = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    if not os.path.isabs(cache):
        cache = os.path.expanduser("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    return Path(cache, "auditor") if os.path.isabs(cache) else None
