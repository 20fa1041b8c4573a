"""Parses the form that a browser posts: a log, and the ruleset to judge it by."""

import re
from typing import Final, NamedTuple
from urllib.parse import parse_qs

from auditor.core.program import UserError

_BOUNDARY: Final = re.compile(r'boundary="?([^";,]{1,200})"?')
_NAME: Final = re.compile(rb'[; ]name="([^"\r\n]*)"')
_FILE_NAME: Final = re.compile(rb'filename="([^"\r\n]*)"')
_PASTED: Final = "pasted log"


class FormError(UserError):
    """A form that cannot be read; the message says why."""


class SentLog(NamedTuple):
    """A posted log. name: of its file. rules: the name of a ruleset, "" for none."""

    data: bytes
    name: str
    rules: str


def form_of(kind: str, body: bytes) -> SentLog:
    """The log in a form. kind: the form's Content-Type. Raises FormError."""
    if kind.startswith("application/x-www-form-urlencoded"):
        fields = parse_qs(body.decode("utf-8", "replace"), max_num_fields=10)
        pasted = (fields.get("text") or [""])[0]
        return SentLog(pasted.strip().encode(), _PASTED, (fields.get("rules") or [""])[0])
    boundary = _BOUNDARY.search(kind)
    if not kind.startswith("multipart/form-data") or boundary is None:
        raise FormError("expected a form; POST /api/audit takes a log's bytes as they are")
    data, name, text, rules = b"", "", b"", ""
    for part in body.split(b"--" + boundary[1].encode("latin-1"))[1:]:
        head, separator, content = part.partition(b"\r\n\r\n")
        field = _NAME.search(head)
        if not separator or field is None:
            continue
        content = content.removesuffix(b"\r\n")
        if field[1] == b"log" and content:
            file = _FILE_NAME.search(head)
            data, name = content, file[1].decode("utf-8", "replace") if file else ""
        elif field[1] == b"text":
            text = content.strip()
        elif field[1] == b"rules":
            rules = content.decode("utf-8", "replace")
    name = re.split(r"[/\\]", name)[-1]
    return SentLog(data, name or "log", rules) if data else SentLog(text, _PASTED, rules)
