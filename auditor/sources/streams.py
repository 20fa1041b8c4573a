"""A stream that is read once, from its start to its end."""

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO, Final

from auditor.sources.items import MEBIBYTE, Limits, UnpackError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

CHUNK: Final = MEBIBYTE


class ForwardStream(io.RawIOBase):
    """What a function gives bit by bit: called with the most bytes wanted, it returns some, or none at the end.

    Every read is as full as it can be, so that what a stream begins with can be looked at whole.
    """

    def __init__(self, part: Callable[[int], bytes]) -> None:
        super().__init__()
        self.part = part

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Fill the buffer as far as there is something. Raises UnpackError."""
        view = memoryview(buffer).cast("B")
        filled = 0
        while filled < len(view) and (part := self.part(len(view) - filled)):
            view[filled : filled + len(part)] = part
            filled += len(part)
        return filled


def forward(part: Callable[[int], bytes]) -> io.BufferedReader:
    """A `ForwardStream` with a buffer."""
    return io.BufferedReader(ForwardStream(part), CHUNK)


def guarded(stream: BinaryIO, errors: tuple[type[Exception], ...], what: str) -> io.BufferedReader:
    """A stream whose errors of these kinds are told as `UnpackError`: ``what: error``."""

    def part(most: int) -> bytes:
        try:
            return stream.read(most)
        except errors as error:
            raise UnpackError(f"{what}: {error_text(error)}") from None

    return forward(part)


def read_whole(stream: BinaryIO, limits: Limits) -> bytes:
    """All that a stream still holds. Raises UnpackError where that is more than one input may be."""
    data = stream.read(limits.max_bytes + 1)
    if told := limits.fault(len(data), len(data)):
        raise UnpackError(told)
    return data


def error_text(error: Exception) -> str:
    """An error of a library as part of a sentence."""
    text = str(error).strip().rstrip(".")
    return text[:1].lower() + text[1:] if text else type(error).__name__
