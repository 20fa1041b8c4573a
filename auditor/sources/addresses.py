"""The addresses of inputs: ``PATH::MEMBER``, and addresses of pages that hold a log in themselves."""

import os
from typing import Final
from urllib.parse import urlsplit

from auditor.text import printable

MARK: Final = "::"
"""Between the path of an archive or database and the name of what lies in it."""

STANDARD_INPUT: Final = "-"
_PAGES: Final = ("https://", "http://")
_LOG_OF_PAGE: Final = "#json="
_SHOWN_OF_PAGE: Final = 60


def input_name(path: str, member: str | None) -> str:
    """An input as messages name it: ``PATH`` or ``PATH::MEMBER``. Of the address of a page its beginning."""
    if is_page(path) and len(path) > _SHOWN_OF_PAGE:
        path = f"{path[:_SHOWN_OF_PAGE]}..."
    return printable(f"{path}{MARK}{member}" if member else path)


def address_of(path: str, member: str | None) -> str:
    """An input as `open_sources` takes it on a command line, where a name with a dash in front is an option."""
    if path.startswith("-") and path != STANDARD_INPUT:
        path = os.path.join(os.curdir, path)
    return f"{path}{MARK}{member}" if member else path


def file_name(path: str, member: str | None) -> str:
    """The last part of an input's name; of the address of a page its host and path."""
    if not member and is_page(path):
        page = urlsplit(path)
        return f"{page.netloc}{page.path}".rstrip("/")
    return os.path.basename(member or path)


def is_page(text: str) -> bool:
    """Whether an argument is the address of a page, and no path."""
    return text.startswith(_PAGES)


def holds_log(address: str) -> bool:
    """Whether the address of a page holds a log in itself, so that nothing has to be fetched."""
    return _LOG_OF_PAGE in address


def split_address(text: str) -> tuple[str, str]:
    """The path and the member that an address names; no member ("") where it is a path.

    What exists as a path is one, whatever is in its name.
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
    """The name of a member, free of characters that cannot be shown."""
    if name.isprintable():
        return name
    return "".join([one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in name])


class Selection:
    """Which of the things in a packing are wanted. name: of one of them, of a folder of them, or "" for all.

    A name may go on into what is packed in turn: ``2016.tar/a.xml`` is ``a.xml`` in ``2016.tar``. piece: of all only
    some, by the places that the packing itself counts: from the first of the pair up to the second.
    """

    def __init__(self, name: str = "", piece: tuple[int, int] | None = None) -> None:
        self.name = name
        self.piece = piece

    def __bool__(self) -> bool:
        """Whether something in particular is wanted."""
        return bool(self.name)

    def inside(self, name: str) -> "Selection | None":
        """What is wanted of the thing of this name: None for nothing of it."""
        shown = shown_name(name)
        if not shown:
            return self
        if not self.name or shown == self.name or shown.startswith(f"{self.name.rstrip('/')}/"):
            return ALL_WANTED
        return Selection(self.name[len(shown) + 1 :]) if self.name.startswith(f"{shown}/") else None


ALL_WANTED: Final = Selection()
