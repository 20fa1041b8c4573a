"""What clients ask: the parameters of an address, the fields and facets that offer them, the form of a posted log."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import parse_qs, urlencode

from auditor.core.errors import QueryError
from auditor.core.phrases import Phrase
from auditor.core.program import UserError
from auditor.core.store.schema import statements_in
from auditor.core.store.selection import GameFilter, narrowed

if TYPE_CHECKING:
    import duckdb


def statements() -> dict[str, str]:
    """The statements that pages ask, by their names."""
    return statements_in("browse.sql", "auditor.server")


class Request(NamedTuple):
    """The parameters that a page is requested with. values: of the query string, all values of each name."""

    values: Mapping[str, list[str]]

    def last(self, name: str) -> str:
        """The last value of a name; "" if there is none."""
        return (self.values.get(name) or [""])[-1].strip()

    def all(self, name: str) -> tuple[str, ...]:
        """All values of a name."""
        return tuple([one.strip() for one in self.values.get(name, []) if one.strip()])

    def start(self) -> int:
        """The index of the first row to show. Raises QueryError."""
        text = self.last("from") or "0"
        if not text.isdecimal() or len(text) > 9:
            raise QueryError(Phrase("row-expected", given=text))
        return int(text)

    def order(self) -> tuple[str, bool]:
        """The column to sort by, "" for the page's order, and whether the highest comes first. Raises QueryError."""
        text = self.last("sort")
        name = text.removeprefix("-")
        if not re.fullmatch(r"\w*", name):
            raise QueryError(Phrase("column-expected", given=text))
        return name, text.startswith("-")

    def address(self, path: str, **changes: str) -> str:
        """The address of a page with the same values, apart from changes; one that is "" is left out."""
        values = {name: list(ones) for name, ones in self.values.items()} | {k: [v] for k, v in changes.items()}
        pairs = [(name, value) for name, ones in values.items() for value in ones if value]
        return f"{path}?{urlencode(pairs)}" if pairs else path


NO_VALUES: Final = Request({})
"""A request without parameters."""
FILTERS: Final = ("since", "until", "room", "ruleset", "grade", "name", "players", "log")
"""The parameters that select games, like the options of ``auditor query``."""
OF_FINDINGS: Final = ("check", "severity")
"""The parameters that select findings, or the games that have such."""


def selection_of(request: Request) -> GameFilter:
    """The filter of the games that a request selects. Raises QueryError."""
    players = request.last("players")
    if players not in ("", "3", "4"):
        raise QueryError(Phrase("three-or-four-expected", given=players))
    return GameFilter(
        request.last("since"), request.last("until"), request.all("room"), request.all("ruleset"), request.all("grade"),
        request.all("name"), int(players) if players else None, request.all("log"),
    )  # fmt: skip


def values_for(sql: str, request: Request, **more: object) -> dict[str, object]:
    """The values of the parameters that a statement has; None for what the request does not say."""
    given = {name: request.last(name) or None for name in (*OF_FINDINGS, "name")}
    every: dict[str, object] = {**given, "text": request.last("q"), **more}
    there = re.findall(r"\$(\w+)", sql)
    return {name: value for name, value in every.items() if name in there}


Choices = Mapping[str, tuple[str, ...]]
"""The values that there are in a database, by the names of parameters."""
OFFERED: Final[Choices] = {
    "by": ("all", "month", "year", "room", "ruleset"), "unit": ("year", "quarter", "month", "week", "day"),
    "severity": ("all", "violation", "mismatch", "note"), "players": ("4", "3"),
}  # fmt: skip
"""Those that are in no database."""


def choices_in(connection: "duckdb.DuckDBPyConnection") -> Choices:
    """The values that a form offers."""
    with narrowed(connection, GameFilter(all_copies=True)):
        rows = connection.execute(statements()["choices"]).fetchall()
    return {**{field: tuple(values) for field, values in rows}, **OFFERED}


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
        raise FormError(Phrase("form-expected"))
    fields_of: dict[bytes, tuple[bytes, bytes]] = {}
    for part in body.split(b"--" + boundary[1].encode("latin-1"))[1:]:
        head, separator, content = part.partition(b"\r\n\r\n")
        field = _NAME.search(head)
        if separator and field and (content := content.removesuffix(b"\r\n")):
            fields_of[field[1]] = head, content
    (head, data), (_, text), (_, rules) = [fields_of.get(one, (b"", b"")) for one in (b"log", b"text", b"rules")]
    file = _FILE_NAME.search(head)
    name = re.split(r"[/\\]", file[1].decode("utf-8", "replace") if file else "")[-1] or "log"
    return SentLog(data or text.strip(), name if data else _PASTED, rules.decode("utf-8", "replace"))
