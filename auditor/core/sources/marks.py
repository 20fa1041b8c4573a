"""What packed data begins with. Whatever unpacks it loads where a mark is met: most logs are not packed."""

from typing import Final

MAGIC_BYTES: Final = 512
"""How many bytes of a stream packings are recognized by (the length of a tar header)."""

COMPRESSED: Final = {
    "gzip": (b"\x1f\x8b",),
    "bzip2": tuple([b"BZh%d" % level for level in range(1, 10)]),
    "xz": (b"\xfd7zXZ\x00",),
    "zstd": (b"\x28\xb5\x2f\xfd",),
}
"""The magic bytes of each compression."""
SEVEN_ZIP: Final = b"7z\xbc\xaf\x27\x1c"
RAR: Final = b"Rar!\x1a\x07"
ARCHIVE_ENDINGS: Final = (".zip", ".tar", ".tgz", ".tbz2", ".txz", ".7z", ".rar", ".db", ".sqlite", ".sqlite3")
"""Endings of members that hold more than one log, as far as can be known without opening them."""

TAR_BLOCK: Final = 512
_CHECKSUM: Final = slice(148, 156)
ZIP_MEMBER: Final = b"PK\x03\x04"
_ZIP: Final = (ZIP_MEMBER, b"PK\x05\x06")
_SQLITE: Final = b"SQLite format 3\0"


def is_zip(head: bytes) -> bool:
    """Whether data with this head is a zip archive."""
    return head.startswith(_ZIP)


def is_tar(head: bytes) -> bool:
    """Whether data with this head is a tar archive: the checksum of its first header decides."""
    if len(head) < TAR_BLOCK or not any(head[:TAR_BLOCK]):
        return False
    try:
        checksum = int(head[_CHECKSUM].strip(b"\0 ") or b"-1", 8)
    except ValueError:
        return False
    return checksum == sum(head[:TAR_BLOCK]) - sum(head[_CHECKSUM]) + 8 * ord(" ")


def is_database(head: bytes) -> bool:
    """Whether data with this head is an SQLite database."""
    return head.startswith(_SQLITE)


def is_compressed(head: bytes) -> bool:
    """Whether data with this head is compressed."""
    return any([head.startswith(marks) for marks in COMPRESSED.values()])


def is_archive(head: bytes) -> bool:
    """Whether data with this head is packed and may hold several inputs."""
    return not is_compressed(head) and (
        is_zip(head) or is_database(head) or head.startswith((SEVEN_ZIP, RAR)) or is_tar(head)
    )


def is_packed(head: bytes) -> bool:
    """Whether data with this head is packed."""
    return is_compressed(head) or is_archive(head)
