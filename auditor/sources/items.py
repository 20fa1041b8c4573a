"""What sources give: named byte strings, and what could not be read."""

import hashlib
from typing import Final

from auditor.problems import Problem

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
        max_depth: int = 4,
    ) -> None:
        self.max_bytes = max_bytes
        self.max_ratio = max_ratio
        self.ratio_from = ratio_from
        self.max_depth = max_depth


class Item:
    """A named byte string.

    path: the file as given or found, ``-`` for standard input. member: the name inside an archive, or "".
    data: the content, decompressed.
    """

    def __init__(self, path: str, member: str, data: bytes) -> None:
        self.path = path
        self.member = member
        self.data = data
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
    """An input that could not be read, by the same path and member as an `Item`, and why."""

    def __init__(self, path: str, member: str, message: str, place: str = "") -> None:
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
