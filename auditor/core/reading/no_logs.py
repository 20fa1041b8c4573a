# build: plain
"""Data that holds no log: what it is instead, and the games that it names, for who has to get them first."""

import re
from typing import Final

from auditor.core.reading.log_ids import ID_FORMS, deciphered, log_id_from_name

_ANY_ID: Final = re.compile("|".join([form.pattern for form in ID_FORMS]))
_BARE: Final = re.compile(rf"(?:{_ANY_ID.pattern})(?:_(?:a?\d+)?)*")
_BARE_RIICHI_CITY_ID: Final = re.compile(r"(?=[a-v]*[0-9])[0-9a-v]{20}(?:@[0-9])?")
_GAME_PAGE: Final = re.compile(
    r"\b(riichi\.dev/games/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|mjai\.app/games/\d+/\d+/\d+)"
    r"|\bmjai\.ekyu\.moe/[^\s\"'<>]{0,99}?(?:report(?:/|%2[Ff])|task=)([0-9A-Za-z_-]{8,64})"
)
_LIST_NAME: Final = re.compile(rb"\bsc[a-f]\d{8,10}\.(?:html|log|txt)(?:\.gz)?")
_TEXT_CONTROLS: Final = frozenset(b"\t\n\r\f\x1b")
_ELEMENT: Final = re.compile(rb"<([A-Za-z_][\w.:-]*)")
_NOT_ELEMENTS: Final = re.compile(rb"<\?.*?\?>|<!--.*?-->|<![^>]*>", re.DOTALL)
_HTML_ELEMENTS: Final = ("html", "head", "body")
_ADDRESSES: Final = "a list of log ids or addresses, without the logs themselves (auditor ids tells which)"
_VALUE: Final = re.compile(rb"\d ?han\b.{0,3}\d ?fu\b", re.IGNORECASE)
SCORE_SHEET: Final = "a score sheet: han, fu, riichi and points of hands, without the tiles by which they are judged"


def bare_id(text: str) -> str:
    """The id where a text is nothing but one, with the seat or the player that its server adds to it; else ""."""
    if _BARE_RIICHI_CITY_ID.fullmatch(text) is not None:
        return text.partition("@")[0]
    return log_id_from_name(text) if _BARE.fullmatch(text) is not None else ""


def game_pages_in(text: str) -> list[str]:
    """The addresses of pages in a text from which a game's log can be saved, in their order, each once.

    They are those of riichi.dev, of mjai.app, and of reports on mjai.ekyu.moe, in the form that holds the game.
    """
    found = [one[0] or f"mjai.ekyu.moe/report/{one[1]}.json" for one in _GAME_PAGE.findall(text)]
    return list(dict.fromkeys([f"https://{one}" for one in found]))


def log_ids_in(data: bytes) -> list[str]:
    """Every id in the bytes of a list, in their order, each once.

    Whatever surrounds the ids: pages and lists of servers, lines of text, what a browser or Flash stored
    (``file=2017060503gm%2D0041-..``, strings in UTF-16).
    """
    text = data.replace(b"\0", b"").decode("latin-1").replace("%2D", "-").replace("%2d", "-")
    found: dict[str, None] = {}
    for one in _ANY_ID.finditer(text):
        found[deciphered(one.group())] = None
    found.pop("", None)
    return list(found)


def lists_named_in(data: bytes) -> list[str]:
    """The names of Tenhou's lists of games in the bytes of a list of such (``list.cgi``), in their order, each once."""
    return list(dict.fromkeys([name.decode() for name in _LIST_NAME.findall(data)]))


def _outermost(head: bytes) -> str:
    """The name of the first element of markup, or ""."""
    element = _ELEMENT.search(_NOT_ELEMENTS.sub(b"", head))
    return "" if element is None else element.group(1).decode("ascii", "replace")


def is_html(head: bytes) -> bool:
    """Whether data begins like an HTML page."""
    if not head.startswith(b"<"):
        return False
    return re.search(rb"<!doctype ?html", head.lower()) is not None or _outermost(head).lower() in _HTML_ELEMENTS


def is_binary(head: bytes) -> bool:
    """Whether the first bytes of data include bytes that no text has."""
    return any([(byte < 32 and byte not in _TEXT_CONTROLS) or byte == 127 for byte in head[:512]])


def _is_score_sheet(head: bytes) -> bool:
    """Whether a text lists what hands were worth: in JSON, in a table whose first line names its columns, in words."""
    if head[:1] in (b"{", b"["):
        return b'"han"' in head and b'"fu"' in head
    columns = re.split(rb'[\s"]*[,;\t][\s"]*', head.partition(b"\n")[0].strip(b'\r "').lower())
    return {b"han", b"fu"} <= set(columns) or _VALUE.search(head) is not None


def described(head: bytes) -> str:
    """What data of no known format looks like, as the beginning of a sentence."""
    if not head:
        return "nothing but white space"
    if is_binary(head):
        return _ADDRESSES if log_ids_in(head) else "binary data"
    if head.startswith(b"<"):
        name = _outermost(head)
        if log_id_from_name(head.decode("utf-8", "replace")) and name.lower() in ("html", "body", "a"):
            return _ADDRESSES
        if is_html(head):
            return "an HTML page"
        return f"XML with the outermost element <{name}>" if name else "XML without an element"
    if _is_score_sheet(head):
        return SCORE_SHEET
    if head[:1] in (b"{", b"["):
        return "JSON that is no log"
    beginning = head[:512].decode("utf-8", "replace")
    if log_id_from_name(beginning) or game_pages_in(beginning):
        return _ADDRESSES
    return f"text that begins with {head[:20].decode('utf-8', 'replace')!r}"
