"""What sources give: named byte strings, and what could not be read."""

import hashlib
import os
from functools import lru_cache
from typing import BinaryIO, Final

from auditor.errors import Problem

MEBIBYTE: Final = 1 << 20


_BYTES_FROM: Final = 256 * MEBIBYTE
_MOST_GROWTH: Final = 200
_MEMBERS_FROM: Final = 10_000
_LEAST_MEMBER: Final = 64
_EVENTS_FROM: Final = 50_000
_LEAST_EVENT: Final = 2
"""What a file may come to: so much however small it is, or so much for each of its bytes if that is more. Logs
packed together take a tenth of their bytes or more, and more than 100 a log; mjlogs in an xz take five an event."""
_HELD_OF_LARGEST: Final = 2
"""Archives in archives are in memory, so many times what one input may be."""


class Limits:
    """Bounds on what one input may take up in memory.

    max_bytes: of one byte string, after decompression. max_depth: packings inside packings.
    """

    def __init__(self, max_bytes: int = 64 * MEBIBYTE, max_depth: int = 5) -> None:
        self.max_bytes = max_bytes
        self.max_depth = max_depth

    def fault(self, size: int) -> str:
        """Why something of so many bytes is not read; "" where it may be."""
        if size > self.max_bytes:
            return f"larger than {size_text(self.max_bytes)}; not read (--max-size sets the limit)"
        return ""


class UnpackError(Exception):
    """A packed stream that cannot, or may not, be read on; the message says why."""


class BudgetError(UnpackError):
    """A file has come to all that it may: nothing more of it is read. member: what was read then."""

    member = ""


class Budget:
    """What one file may come to, counted on what comes out of it and not on what it says: bytes, members, events.

    limits: of each input in it. packed: the bytes of the file; of a stream those read so far. A process that gets
    inputs of one file in several messages has one budget for them.
    """

    def __init__(self, limits: Limits, packed: int) -> None:
        self.limits = limits
        self.packed = packed
        self.bytes = self.members = self.events = self.held = 0
        self.is_spent = False
        """Whether the events are too many: nothing more of the file is to be read."""
        self._key = b""

    def __reduce__(self) -> tuple[object, ...]:
        self._key = self._key or os.urandom(8)
        return _received_budget, (self._key, self.limits, self.packed)

    def take_bytes(self, count: int) -> None:
        """Count what was unpacked. Raises BudgetError."""
        self.bytes += count
        if self.bytes > max(_BYTES_FROM, self.limits.max_bytes, _MOST_GROWTH * self.packed):
            raise self._exceeded(f"{size_text(self.bytes)} unpacked")

    def take_member(self) -> None:
        """Count something packed. Raises BudgetError."""
        self.members += 1
        if self.members > max(_MEMBERS_FROM, self.packed // _LEAST_MEMBER):
            raise self._exceeded(f"{self.members - 1:,} packed files and parts of files")

    def events_fault(self, count: int) -> str:
        """Count the events of a game. Returns why nothing more is to be read of the file; "" where something may be."""
        self.events += count
        self.is_spent = self.events > max(_EVENTS_FROM, self.packed // _LEAST_EVENT)
        return str(self._exceeded(f"{self.events:,} events")) if self.is_spent else ""

    def hold(self, stream: BinaryIO) -> bytes:
        """All of an archive in another, which is read in memory. Raises UnpackError where those are too large.

        What was counted is given back with `release`.
        """
        most = _HELD_OF_LARGEST * self.limits.max_bytes - self.held
        data = stream.read(most + 1)
        if len(data) > most:
            raise UnpackError(f"in another archive, and larger than {size_text(most)}; not read (unpack it first)")
        self.held += len(data)
        return data

    def release(self, size: int) -> None:
        """An archive of that size in another is read."""
        self.held -= size

    def _exceeded(self, found: str) -> BudgetError:
        size = f"{size_text(self.packed)} of a file"
        return BudgetError(f"{found} of {size}, more than any logs come to; not read any further (unpack it first)")


@lru_cache(maxsize=64)
def _budget_by_key(_key: bytes) -> Budget:
    return Budget(Limits(), 0)


def _received_budget(key: bytes, limits: Limits, packed: int) -> Budget:
    """The budget of a file that another process reads: the same each time that it comes."""
    budget = _budget_by_key(key)
    budget.limits, budget.packed = limits, packed
    return budget


def size_text(count: int) -> str:
    """A number of bytes as people write it."""
    return f"{count // MEBIBYTE:,} MiB" if count >= MEBIBYTE else f"{count:,} bytes"


class InputItem:
    """A named byte string.

    path: the file as given or found, ``-`` for standard input. member: the name inside an archive, or "".
    data: the content, decompressed. is_named: whether it was asked for by its name, and not found in a folder or
    archive. budget: that of the file.
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
    """An input that could not be read, by the same path and member as an `InputItem`, and why.

    is_named: as in `InputItem`. is_empty: there is nothing in it, or it is a link to nothing.
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
