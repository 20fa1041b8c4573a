"""The addresses of inputs: ``PATH::MEMBER``, and addresses of pages that hold a log in themselves."""

import os
from typing import Final
from urllib.parse import urlsplit

from auditor.core.files.addresses import LOG_IN_ADDRESS
from auditor.core.text import printable

MARK: Final = "::"
"""Separates the path of an archive or database from the name of one of its members."""

RANGE: Final = ".."
"""Marks a range of files where a member's name would be: ``hands/01.json::..12.json`` is those twelve files as one
input, a line each, and so is ``hands.zip::hands/01.json::..12.json``."""

STANDARD_INPUT: Final = "-"
_PAGES: Final = ("https://", "http://")
_SHOWN_OF_PAGE: Final = 60


def input_name(path: str, member: str | None) -> str:
    """The name of an input in messages: ``PATH`` or ``PATH::MEMBER``. The address of a page is shortened."""
    if is_page(path) and len(path) > _SHOWN_OF_PAGE:
        path = f"{path[:_SHOWN_OF_PAGE]}..."
    return printable(f"{path}{MARK}{member}" if member else path)


def address_of(path: str, member: str | None) -> str:
    """The address of an input for `open_sources`, safe on a command line even if the path starts with a dash."""
    if path.startswith("-") and path != STANDARD_INPUT:
        path = os.path.join(os.curdir, path)
    return f"{path}{MARK}{member}" if member else path


def file_name(path: str, member: str | None) -> str:
    """The last part of an input's name; for the address of a page, its host and path."""
    if not member and is_page(path):
        page = urlsplit(path)
        return f"{page.netloc}{page.path}".rstrip("/")
    return os.path.basename(member or path)


def is_page(text: str) -> bool:
    """Whether an argument is the address of a web page rather than a path."""
    return text.startswith(_PAGES)


def holds_log(address: str) -> bool:
    """Whether the address of a page holds a log in itself, so that nothing has to be fetched."""
    return LOG_IN_ADDRESS in address


def split_address(text: str) -> tuple[str, str]:
    """Split an address into path and member; the member is "" where the address is only a path.

    Text that exists as a path is taken as a path, even if it contains ``::``.
    """
    if MARK not in text or os.path.lexists(text):
        return text, ""
    first = text.index(MARK)
    end = first
    while end >= 0:
        path = text[:end]
        if path == STANDARD_INPUT or os.path.lexists(path):
            return path, text[end + len(MARK) :]
        end = text.find(MARK, end + 1)
    return text[:first], text[first + len(MARK) :]


def shown_name(name: str) -> str:
    """The name of a member with each unprintable character replaced."""
    if name.isprintable():
        return name
    return "".join([one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in name])


class Selection:
    """Which members of a packing (an archive, a database or compressed data) to read.

    name: of one member or of a folder of them, "" for all. It may lead into nested packings: ``2016.tar/a.xml`` is
    ``a.xml`` in ``2016.tar``. piece: a half-open range of members, by the positions that the packing itself counts.
    """

    def __init__(self, name: str = "", piece: tuple[int, int] | None = None) -> None:
        self.name = name
        self.piece = piece

    def __bool__(self) -> bool:
        """Whether a particular member or folder is wanted."""
        return bool(self.name)

    def for_member(self, name: str) -> "Selection | None":
        """The selection to apply inside the member of this name; None where nothing of it is wanted."""
        if not (shown := shown_name(name)):
            return self
        if not self.name or shown == self.name or shown.startswith(f"{self.name.rstrip('/')}/"):
            return ALL_WANTED
        return Selection(self.name[len(shown) + 1 :]) if self.name.startswith(f"{shown}/") else None


ALL_WANTED: Final = Selection()
