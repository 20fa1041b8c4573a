"""How far a reading is."""

from typing import BinaryIO


class ReadProgress:
    """How far a reading is: files that were read to their end, and the one that is read now."""

    def __init__(self) -> None:
        self._done = 0
        self._stream: BinaryIO | None = None

    def begin(self, stream: BinaryIO) -> None:
        """Start with a file."""
        self._stream = stream

    def end(self, size: int) -> None:
        """The file, of so many bytes, is read."""
        self._stream = None
        self._done += size

    def bytes(self) -> int:
        """How many bytes have been read; may be asked from another thread."""
        stream = self._stream
        try:
            return self._done + (0 if stream is None else stream.tell())
        except (ValueError, OSError):  # closed just now, or no file
            return self._done
