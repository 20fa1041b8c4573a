"""The addresses of files: paths, and those in object stores (``s3://bucket/lake``), whose module loads on demand."""

import os
import re
from typing import Final, NamedTuple

from auditor.core.errors import StoreError

LOG_IN_ADDRESS: Final = "#json="
"""What the address of a web page has that holds a log in itself."""
_ADDRESS: Final = re.compile(r"(?!https?:)([a-z][a-z0-9+.-]+)://")


class StorageError(StoreError):
    """Raised where a file in a folder or an object store could not be read or written; the message is one sentence.

    address: of that file or folder. reason: the rest of the sentence.
    """

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(f"{address}: {reason}")
        self.address = address
        self.reason = reason

    def __reduce__(self) -> tuple[type["StorageError"], tuple[str, str]]:
        return StorageError, (self.address, self.reason)


class ListedFile(NamedTuple):
    """A file in a listing. size: in bytes. changed: a timestamp of the store, in nanoseconds; 0 for unknown."""

    path: str
    size: int
    changed: int


def is_url(text: str) -> bool:
    """Whether an address is one of an object store: it has a scheme, and is not a web page."""
    return _ADDRESS.match(text) is not None


def without_credentials(address: str) -> str:
    """An address that is safe to show: without credentials (the part before an ``@`` in front of the bucket)."""
    scheme, mark, rest = address.partition("://")
    bucket, slash, path = rest.partition("/")
    return f"{scheme}{mark}{bucket.rpartition('@')[2]}{slash}{path}" if mark else address


def joined(folder: str, name: str) -> str:
    """The address of an entry of a folder."""
    return f"{folder.rstrip('/')}/{name}" if is_url(folder) else os.path.join(folder, name)
