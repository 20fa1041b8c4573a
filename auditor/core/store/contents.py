# build: compiled
"""Which contents are known already: those that a database held when it was asked, and those taken or loaded since."""

from collections.abc import Iterable
from typing import Any, Final

CONTENT_BYTES: Final = 32
"""The bytes of the hash of a content: SHA-256."""


class KnownKeys:
    """A set of hashes of one size, sorted in contiguous memory: a million of 32 bytes take 32 MB.

    packed: the hashes one after the other, as bytes or as a file mapped into memory.
    """

    def __init__(self, packed: Any, size: int) -> None:
        self.packed = packed
        self.size = size
        self.count = len(packed) // size

    def __len__(self) -> int:
        return self.count

    def __contains__(self, key: object) -> bool:
        low, high = 0, self.count
        while low < high:
            middle = (low + high) // 2
            one = self.packed[middle * self.size : (middle + 1) * self.size]
            if one == key:
                return True
            if isinstance(key, bytes) and one < key:
                low = middle + 1
            else:
                high = middle
        return False


class Contents:
    """The contents (by their SHA-256, hexadecimal) that need not be stored: another path of one is only noted.

    A content is taken once it is on its way into the store, and loaded once it is there. One thread may ask and take
    while another says what it has loaded.

    stored: the contents that the store holds already, judged as this run judges; None for none.
    """

    def __init__(self, stored: KnownKeys | None = None) -> None:
        self.stored = KnownKeys(b"", CONTENT_BYTES) if stored is None else stored
        self._taken: set[str] = set()
        self._loaded: set[str] = set()
        self._gone: set[str] = set()

    def __contains__(self, sha256: str) -> bool:
        # Taken ones first: what is loaded meanwhile is for a moment among both, and never among neither.
        return sha256 in self._taken or self.is_stored(sha256)

    def is_stored(self, sha256: str) -> bool:
        """Whether a content is in the store, and not only on its way there."""
        return sha256 in self._loaded or (sha256 not in self._gone and bytes.fromhex(sha256) in self.stored)

    def take(self, sha256: str) -> bool:
        """Take a content, which is known from then on. Returns whether it is new."""
        if sha256 in self:
            return False
        self._taken.add(sha256)
        return True

    def release(self, contents: Iterable[str]) -> None:
        """Contents that were taken are no longer on their way: they are loaded, or cannot be."""
        self._taken.difference_update(contents)

    def add_loaded(self, contents: Iterable[str], gone: Iterable[str] = ()) -> None:
        """Note that contents were loaded. gone: those that the store no longer holds, replaced by others."""
        self._gone.update(gone)
        self._loaded.difference_update(gone)
        self._loaded.update(contents)
        self._taken.difference_update(contents)
