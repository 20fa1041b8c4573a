"""What sources give: named byte strings, and what could not be read."""

import hashlib
from typing import BinaryIO, Final

from auditor.errors import Problem

MEBIBYTE: Final = 1 << 20


class Limits:
    """Bounds on what one input may take up in memory.

    max_bytes: of one byte string, after decompression. max_ratio: how much larger than its compressed form it may be,
    looked at once it is larger than ratio_from bytes. max_depth: packings inside packings.
    """

    def __init__(
        self,
        max_bytes: int = 256 * MEBIBYTE,
        max_ratio: int = 1000,
        ratio_from: int = MEBIBYTE,
        max_depth: int = 5,
    ) -> None:
        self.max_bytes = max_bytes
        self.max_ratio = max_ratio
        self.ratio_from = ratio_from
        self.max_depth = max_depth

    def fault(self, unpacked: int, packed: int) -> str:
        """Why something of so many bytes, and so many before it was unpacked, is not read; "" where it may be."""
        if unpacked > self.max_bytes:
            return f"larger than {size_text(self.max_bytes)}; not read (--max-size sets the limit)"
        return self.ratio_fault(unpacked, packed)

    def ratio_fault(self, unpacked: int, packed: int) -> str:
        """The same of the ratio alone, for a stream of any length."""
        if unpacked > self.ratio_from and unpacked > self.max_ratio * packed:
            return f"more than {self.max_ratio} times its size once decompressed; not read (--max-ratio sets the limit)"
        return ""


def size_text(count: int) -> str:
    """A number of bytes as people write it."""
    return f"{count // MEBIBYTE:,} MiB" if count >= MEBIBYTE else f"{count:,} bytes"


class InputItem:
    """A named byte string.

    path: the file as given or found, ``-`` for standard input. member: the name inside an archive, or "".
    data: the content, decompressed. is_named: whether it was asked for by its name, and not found in a folder or
    archive.
    """

    def __init__(self, path: str, member: str, data: bytes) -> None:
        self.path = path
        self.member = member
        self.data = data
        self.is_named = True
        self._sha256 = ""

    def __repr__(self) -> str:
        return f"Item({self.path!r}, {self.member!r}, {self.bytes} bytes)"

    @property
    def bytes(self) -> int:
        """Size of the content in bytes."""
        return len(self.data)

    @property
    def sha256(self) -> str:
        """SHA-256 of the content, hexadecimal: the same for a log and its compressed form."""
        if not self._sha256:
            self._sha256 = hashlib.sha256(self.data).hexdigest()
        return self._sha256


class SourceProblem:
    """An input that could not be read, by the same path and member as an `InputItem`, and why.

    is_named: as in `InputItem`. is_empty: there is nothing in it.
    """

    def __init__(self, path: str, member: str, message: str, place: str = "", *, is_empty: bool = False) -> None:
        self.is_named = True
        self.is_empty = is_empty
        self.path = path
        self.member = member
        self.problem = Problem(place, message)

    def __repr__(self) -> str:
        return f"SourceProblem({self.path!r}, {self.member!r}, {self.message!r})"

    @property
    def place(self) -> str:
        """Where in the input, or ""."""
        return self.problem.place

    @property
    def message(self) -> str:
        """What was found and what was expected."""
        return self.problem.message


class PackedMember:
    """Something packed: its name inside the packing ("" where it has none), and its bytes as a stream.

    The stream is good until the next one is asked for.
    """

    def __init__(self, name: str, stream: BinaryIO) -> None:
        self.name = name
        self.stream = stream


ReadItem = InputItem | SourceProblem
"""What an input gives: something read, or why it cannot be read."""


class UnpackProblem:
    """Something packed that cannot be read, by its name ("" for the packing itself), and why."""

    def __init__(self, name: str, message: str) -> None:
        self.name = name
        self.message = message


class UnpackError(Exception):
    """A packed stream that cannot, or may not, be read on; the message says why."""
