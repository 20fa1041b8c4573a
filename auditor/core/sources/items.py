"""The results of reading sources: named byte strings, and problems with what could not be read."""

import hashlib
import os
from functools import lru_cache
from typing import BinaryIO, Final, NamedTuple

from auditor.core.errors import Problem

MEBIBYTE: Final = 1 << 20

_BYTES_FROM: Final = 256 * MEBIBYTE
_MOST_GROWTH: Final = 200
_MEMBERS_FROM: Final = 10_000
_LEAST_MEMBER: Final = 64
_EVENTS_FROM: Final = 50_000
_LEAST_EVENT: Final = 2
"""Bounds on what a file may unpack to: the ``_FROM`` amounts however small it is, or an amount per byte of it if that
is more. Packed logs take at least a tenth of their unpacked size and more than 100 bytes each; mjlogs in an xz take
five bytes an event."""
_NESTED_FACTOR: Final = 2
"""Nested archives are held in memory, up to this multiple of the largest input allowed."""


class Limits(NamedTuple):
    """Bounds on one input.

    max_bytes: of one byte string, after decompression. max_depth: how deep packings may be nested. seconds: of work, to
    read a game or to judge it. memory: how many bytes more than it has a process may take for it. 0 is no bound.
    """

    max_bytes: int = 64 * MEBIBYTE
    max_depth: int = 5
    seconds: float = 0
    memory: int = 0

    def excess_message(self, size: int) -> str:
        """Why an input of this size is not read; "" where it is within the limit."""
        if size > self.max_bytes:
            return f"larger than {size_text(self.max_bytes)}; not read (--max-size sets the limit)"
        return ""


class UnpackError(Exception):
    """Raised where a packed stream cannot, or must not, be read further; the message says why."""


class BudgetError(UnpackError):
    """Raised where a file exceeds its budget: nothing more of it is read. member: the one being read."""

    member = ""


class Budget:
    """The budget of one file: its bytes, members and events, counted as they are unpacked, not as its headers claim.

    limits: of each input in it. packed: the size of the file; for a stream, the bytes read so far. A process that
    receives inputs of one file in several messages shares one budget among them.
    """

    def __init__(self, limits: Limits, packed: int) -> None:
        self.limits = limits
        self.packed = packed
        self.bytes = self.members = self.events = self.held = 0
        self.is_spent = False
        """Whether there were too many events, so that no more of the file is to be read."""
        self._key = b""

    def __reduce__(self) -> tuple[object, ...]:
        self._key = self._key or os.urandom(8)
        return _received_budget, (self._key, self.limits, self.packed)

    def take_bytes(self, count: int) -> None:
        """Count unpacked bytes. Raises BudgetError."""
        self.bytes += count
        if self.bytes > max(_BYTES_FROM, self.limits.max_bytes, _MOST_GROWTH * self.packed):
            raise self._exceeded(f"{size_text(self.bytes)} unpacked")

    def take_member(self) -> None:
        """Count a packed member. Raises BudgetError."""
        self.members += 1
        if self.members > max(_MEMBERS_FROM, self.packed // _LEAST_MEMBER):
            raise self._exceeded(f"{self.members - 1:,} packed files and parts of files")

    def events_excess_message(self, count: int) -> str:
        """Count the events of a game. Returns why reading must stop, or "" where it may go on."""
        self.events += count
        self.is_spent = self.events > max(_EVENTS_FROM, self.packed // _LEAST_EVENT)
        return str(self._exceeded(f"{self.events:,} events")) if self.is_spent else ""

    def hold(self, stream: BinaryIO) -> bytes:
        """Read a nested archive into memory. Raises UnpackError where those held are too large together.

        `release` gives the bytes back.
        """
        most = _NESTED_FACTOR * self.limits.max_bytes - self.held
        data = stream.read(most + 1)
        if len(data) > most:
            raise UnpackError(f"in another archive, and larger than {size_text(most)}; not read (unpack it first)")
        self.held += len(data)
        return data

    def release(self, size: int) -> None:
        """Give back the bytes of a nested archive that has been read."""
        self.held -= size

    def _exceeded(self, found: str) -> BudgetError:
        size = f"{size_text(self.packed)} of a file"
        return BudgetError(f"{found} of {size}, more than any logs come to; not read any further (unpack it first)")


@lru_cache(maxsize=64)
def _budget_by_key(_key: bytes) -> Budget:
    return Budget(Limits(), 0)


def _received_budget(key: bytes, limits: Limits, packed: int) -> Budget:
    """The receiving process's budget for a file: the same object each time that one with this key is unpickled."""
    budget = _budget_by_key(key)
    budget.limits, budget.packed = limits, packed
    return budget


def size_text(count: int) -> str:
    """A number of bytes in readable form."""
    return f"{count // MEBIBYTE:,} MiB" if count >= MEBIBYTE else f"{count:,} bytes"


class OpenedPath(str):
    """The path or address of what this program itself opened, because its user named it or what it lies in.

    Any other name of bytes is a label: text for messages, which nothing opens and beside which nothing is looked for.
    real: the path itself, of which the text shows bytes that are not UTF-8 escaped.
    """

    __slots__ = ("real",)
    real: str

    def __new__(cls, shown: str, real: str = "") -> "OpenedPath":
        """An opened path as text. real: "" where that is the same."""
        made = super().__new__(cls, shown)
        made.real = real or shown
        return made


class SentBytes(NamedTuple):
    """A file's bytes as somebody sent them, packed or not. path: their label, whatever that looks like. member: ""."""

    path: str
    data: bytes
    member: str = ""


class InputItem:
    """A named byte string.

    path: an `OpenedPath`, or a label, as ``-`` for standard input. member: the name inside an archive, or "". data: the
    content, decompressed. is_named: whether it was named, not found in a folder or archive. budget: of its file.
    """

    def __init__(self, path: str, member: str, data: bytes) -> None:
        self.path = path
        self.member = member
        self.data = data
        self.is_named = True
        self.budget: Budget | None = None
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
    """An input that could not be read, with path and member as in `InputItem`, and why.

    is_named: as in `InputItem`. is_empty: it has no content, or is a dangling link.
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
        """The location within the input, or ""."""
        return self.problem.place

    @property
    def message(self) -> str:
        """What was found and what was expected."""
        return self.problem.message


class PackedMember(NamedTuple):
    """A packed member: its name inside the packing ("" where it has none), and its bytes as a stream.

    The stream is valid until the next member is requested.
    """

    name: str
    stream: BinaryIO


ReadItem = InputItem | SourceProblem
"""The result of reading an input: its content, or why it cannot be read."""


class UnpackProblem(NamedTuple):
    """A packed member that cannot be read ("" names the packing itself), and why."""

    name: str
    message: str
