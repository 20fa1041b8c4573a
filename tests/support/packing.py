"""Packed data that is the same in every run."""

import gzip
import io
import sqlite3
import sys
import tarfile
import zipfile
from pathlib import Path

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["database", "packed", "tarred", "unpacked", "zipped", "zstd"]


def packed(data: bytes) -> bytes:
    """Compress with gzip, without a timestamp: names of parametrized tests must not change with it."""
    return gzip.compress(data, mtime=0)


def unpacked(path: Path) -> bytes:
    """The content of a file, unpacked if it is gzip."""
    data = path.read_bytes()
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


def zipped(*members: tuple[str, bytes]) -> bytes:
    """A zip archive of members (name, content)."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def tarred(*members: tuple[str, bytes]) -> bytes:
    """A tar archive of files (name, content)."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return stream.getvalue()


def database(table: str, columns: str, *rows: tuple[object, ...]) -> bytes:
    """An SQLite database with one table. columns: as CREATE TABLE takes them."""
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE TABLE {table} ({columns})")
    for row in rows:
        connection.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
    connection.commit()
    return connection.serialize()
