# build: plain
"""The verdict embedded in a log: the rules to judge it by, and the findings that it must have.

It is in a comment of the log (``<!-- -->`` of an mjlog, the key ``comment`` of JSON), after a text that states its
point, or as TOML in a file next to the log::

    Riichi is declared on a hand that waits for nothing.          point = "Riichi is ..."
    Judged by: tenhou                                             rules = "tenhou"
    Finds: riichi/noten hand=0 event=3 seat=1                     [[finds]]
                                                                  check = "riichi/noten"
                                                                  hand = 0
                                                                  event = 3
                                                                  seat = 1
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from auditor.core.project import toml_of
from auditor.core.reading.json_text import is_number
from auditor.core.text import as_json, json_of
from auditor.core.units import EventIndex, HandIndex, SeatIndex

VERDICT_SUFFIX: Final = ".verdict.toml"
"""The suffix to the name of a log for the file next to it that holds the verdict."""

ANY: Final = -2
"""A hand, event or seat that a verdict leaves open: any one matches."""

JUDGED_BY: Final = "Judged by:"
"""The mark of a comment that holds a verdict."""
_RULES: Final = re.compile(r"^[ \t]*Judged by: *(\S[^\n]*?) *$", re.MULTILINE)
_FINDS: Final = re.compile(r"Finds: (\S+)((?: \w+=-?\w+)*) *")
_FINDS_NOTHING: Final = "Finds nothing."
_EXPECTED: Final = f"expected Finds: CHECK hand=N event=N seat=N, or {_FINDS_NOTHING}"
_LOOK: Final = re.compile(r"Look at: hand=(\d{1,9}) event=(\d{1,9}) seat=(-?\d{1,9}) *")
_PLACE_KEYS: Final = ("hand", "event", "seat", "game")
_IN_XML: Final = re.compile(rb"<!--(.*?)-->", re.DOTALL)
_IN_JSON: Final = re.compile(rb'"comment"\s*:\s*("(?:[^"\\]|\\.)*")', re.DOTALL)


class VerdictError(ValueError):
    """A verdict that cannot be understood; the message says what was expected."""


class ExpectedFinding(NamedTuple):
    """A finding that is expected. hand, event, seat: as in `Finding`, or ANY. game: of the input, from 0.

    member: of an archive; "" for a plain file.
    """

    check: str
    hand: HandIndex | None = ANY
    event: EventIndex | None = ANY
    seat: SeatIndex | None = ANY
    game: int = 0
    member: str = ""

    def __str__(self) -> str:
        parts = [self.member] if self.member else []
        parts += [f"game={self.game}"] if self.game else []
        places = (("hand", self.hand), ("event", self.event), ("seat", self.seat))
        return " ".join([self.check, *parts, *[f"{key}={value}" for key, value in places if value != ANY]])

    def fits(self, found: "ExpectedFinding", names: Callable[[str], tuple[str, ...]]) -> bool:
        """Whether a finding, with all its fields, matches this one. names: all the names of a check."""
        of_check = self.check == found.check or ("/" in self.check and self.check in names(found.check))
        return of_check and all([due in (ANY, shown) for due, shown in zip(self[1:], found[1:], strict=True)])


class ExpectedVerdict(NamedTuple):
    """A verdict. point: what the log shows, or "". rules: as `rulesets.choose` takes them. finds: all that is expected.

    look: where to look in a log without findings (hand, event, seat; -1 for no seat), or None.
    """

    point: str
    rules: str
    finds: tuple[ExpectedFinding, ...]
    look: tuple[HandIndex, EventIndex, SeatIndex] | None = None

    def comment(self) -> str:
        """The verdict as the comment of a log."""
        lines = [self.point] if self.point else []
        lines.append(f"{JUDGED_BY} {self.rules}")
        lines += [f"Finds: {one}" for one in self.finds] or [_FINDS_NOTHING]
        if self.look is not None:
            lines.append("Look at: hand={} event={} seat={}".format(*self.look))
        return "\n".join(lines)

    def toml(self) -> str:
        """The verdict as the file next to a log."""
        lines = [f"point = {as_json(self.point)}"] if self.point else []
        lines.append(f"rules = {as_json(self.rules)}")
        lines += [] if self.finds else ["finds = []"]
        for one in self.finds:
            lines += ["", "[[finds]]"]
            for key, value in one._asdict().items():
                if value not in (ANY, None, "") and (key != "game" or value):
                    lines.append(f"{key} = {as_json(value)}")
        return "\n".join(lines) + "\n"


def unmatched(
    due: Iterable[ExpectedFinding], found: Iterable[ExpectedFinding], names: Callable[[str], tuple[str, ...]]
) -> tuple[list[ExpectedFinding], list[int]]:
    """The expected findings that are missing, and the indices of the findings that are not expected.

    names: all the names of a check, its former id among them.
    """
    missing = []
    shown = list(enumerate(found))
    for one in sorted(due, key=lambda one: one.count(ANY)):  # the least specific one takes what is left
        index = next((index for index, (_, candidate) in enumerate(shown) if one.fits(candidate, names)), None)
        if index is None:
            missing.append(one)
        else:
            del shown[index]
    return missing, [number for number, _ in shown]


def parse_comment(text: str) -> ExpectedVerdict | None:
    """The verdict in a comment; None where there is none. Raises VerdictError."""
    if (rules := _RULES.search(text)) is None:
        return None
    finds: list[ExpectedFinding] = []
    look: tuple[int, int, int] | None = None
    has_finds = False
    for line in text[rules.end() :].strip().splitlines():
        found, looked = _FINDS.fullmatch(line.strip()), _LOOK.fullmatch(line.strip())
        if found:
            finds.append(_expected(found[1], dict([pair.split("=") for pair in found[2].split()]), line))
        elif looked:
            look = (int(looked[1]), int(looked[2]), int(looked[3]))
        elif line.strip() != _FINDS_NOTHING:
            raise VerdictError(f"{_EXPECTED}, not {line.strip()!r}")
        has_finds |= looked is None
    if not has_finds:
        raise VerdictError(f"{_EXPECTED}, after {JUDGED_BY}")
    return ExpectedVerdict(text[: rules.start()].strip(), rules[1], tuple(finds), look)


def _expected(check: str, facts: dict[str, str], line: str) -> ExpectedFinding:
    values: dict[str, int | None] = {}
    for key, value in facts.items():
        if key not in _PLACE_KEYS or not (value == "None" or (value.isdecimal() and len(value) <= 9)):
            raise VerdictError(f"expected hand=N, event=N, seat=N or None, not {key}={value} in {line.strip()!r}")
        values[key] = None if value == "None" else int(value)
    hand, event, seat = [values.get(key, ANY) for key in ("hand", "event", "seat")]
    return ExpectedFinding(check, hand, event, seat, values.get("game") or 0)


def parse_toml(text: str) -> ExpectedVerdict:
    """The verdict of a file next to a log. Raises VerdictError."""
    try:
        document = toml_of(text)
    except tomllib.TOMLDecodeError as error:
        raise VerdictError(f"is not TOML: {error}") from None
    point, rules, finds = document.get("point", ""), document.get("rules", "auto"), document.get("finds")
    if not isinstance(point, str) or not isinstance(rules, str) or not document.keys() <= {"point", "rules", "finds"}:
        raise VerdictError("expected the keys point and rules (texts) and finds (tables)")
    if not isinstance(finds, list):
        raise VerdictError("expected finds: a table for each finding, or [] for none")
    found = []
    for table in finds:
        if not isinstance(table, dict) or not isinstance(table.get("check"), str):
            raise VerdictError(f"finds: expected a table with the key check, not {table!r}")
        for key, value in table.items():
            is_good = (is_number(value) and value >= 0) if key in _PLACE_KEYS else value and isinstance(value, str)
            if not is_good or key not in ExpectedFinding._fields:
                raise VerdictError(f"finds: {key} = {value!r}; expected check, hand, event, seat, game or member")
        found.append(ExpectedFinding(**table))
    return ExpectedVerdict(point, rules, tuple(found))


class Comment(NamedTuple):
    """The comment of a log that holds its verdict. start, end: of its content in the bytes of the log."""

    start: int
    end: int
    is_json: bool
    text: str


def comment_in(data: bytes) -> Comment | None:
    """The first comment of a log that holds a verdict; None if there is none, or the log is not text in UTF-8."""
    if JUDGED_BY.encode() not in data:
        return None
    is_json = not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
    for found in (_IN_JSON if is_json else _IN_XML).finditer(data):
        try:
            text = json.loads(found[1]) if is_json else found[1].decode()
        except ValueError:
            continue
        if JUDGED_BY in text:
            return Comment(found.start(1), found.end(1), is_json, text)
    return None


def verdict_in(data: bytes) -> ExpectedVerdict | None:
    """The verdict in a comment of the log itself; None without one. Raises VerdictError."""
    comment = comment_in(data)
    return None if comment is None else parse_comment(comment.text)


def with_verdict(data: bytes, verdict: ExpectedVerdict) -> bytes | None:
    """A log with this verdict in its comment; None if it can hold none, for it is packed or otherwise not text."""
    text = verdict.comment()
    old = comment_in(data)
    try:
        data.decode()
    except UnicodeDecodeError:
        return None
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start == b"<":
        if "--" in text or text.endswith("-"):
            return None
        if old is not None:
            return data[: old.start] + f" {text} ".encode() + data[old.end :]
        root = re.search(rb"<[A-Za-z][^<>]*>\n?", data)
        return None if root is None else data[: root.end()] + f"<!-- {text} -->\n".encode() + data[root.end() :]
    if start != b"{":
        return None
    value = as_json(text).encode()
    if old is not None:
        return data[: old.start] + value + data[old.end :]
    return _with_key(data, value)


def _with_key(data: bytes, value: bytes) -> bytes | None:
    """JSON with the comment as the last key of its object, or of the object on its first line."""
    first, end, rest = data.partition(b"\n")
    try:
        is_line = isinstance(json_of(first), dict)
    except ValueError:
        is_line = False
    text, tail = (first, end + rest) if is_line else (data, b"")
    brace = text.rfind(b"}")
    if brace < 0 or b'"comment"' in text:
        return None
    head = text[:brace].rstrip()
    separator = b"" if head.endswith(b"{") else b","
    return head + separator + b'"comment":' + value + text[len(head) :] + tail
