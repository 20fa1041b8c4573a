# build: plain
"""Finds the games in what wraps Riichi City's records: the server's response, lists, lines, strings of JSON in JSON."""

from collections.abc import Iterator
from typing import Any, Final

from auditor.core.errors import Problem, ReadError
from auditor.core.reading.format import check_text
from auditor.core.reading.json_text import UNREADABLE, json_error_text
from auditor.formats.riichicity.schema import ANY_JSON, CITY_RECORD, HEAD_FIELDS

_DEEPEST: Final = 8
_NO_RECORD: Final = "expected a record of Riichi City: an object with its hands in a list under handRecord"


class GameDocument:
    """A decoded game. head: its fields without the hands. hands: each a `CityHandRecord`, or plain decoded JSON."""

    def __init__(self, head: dict[str, Any], hands: list[Any]) -> None:
        self.head = head
        self.hands = hands


_decode_any: Final = ANY_JSON.decode


def games_in(text: bytes) -> Iterator[GameDocument | Problem]:
    """Yield the games in an input, and a `Problem` for what is not one."""
    try:
        check_text(text)
    except ReadError as error:
        yield Problem("", error.message)
        return
    try:
        values = [_decode_any(text)]
    except UNREADABLE as error:
        lines = [line for line in text.splitlines() if line.strip()]
        values, faults = _of_lines(lines)
        if not values:
            yield Problem("", f"expected JSON: {json_error_text(error)}")
            return
        yield from faults
    for value in values:
        yield from _search(value)


def usual_game(text: bytes) -> GameDocument | None:
    """The game of a text that is one, bare or in the server's response, decoded in one step; None for other texts.

    The head has only those of its fields that are read.
    """
    try:
        check_text(text)
        answer = CITY_RECORD.decode(text)
    except (*UNREADABLE, ReadError):
        return None
    game = answer.data if answer.hand_record is None else answer
    if game is None or not game.hand_record:
        return None
    return GameDocument({name: getattr(game, field) for name, field in HEAD_FIELDS.items()}, game.hand_record)


def _of_lines(lines: list[bytes]) -> tuple[list[Any], list[Problem]]:
    """The decoded values of lines, and a `Problem` for each line that is not JSON."""
    values: list[Any] = []
    faults: list[Problem] = []
    for number, line in enumerate(lines, 1):
        try:
            values.append(_decode_any(line))
        except UNREADABLE as error:
            faults.append(Problem(f"line {number}", f"expected JSON: {json_error_text(error)}"))
    return values, faults


def _search(value: Any) -> Iterator[GameDocument | Problem]:
    """Yield the games in a value, or a `Problem` if there are none."""
    if found := list(_games(value, _DEEPEST)):
        yield from found
    elif isinstance(value, dict) and value.get("code"):
        message = value.get("message")
        detail = f" ({message[:60]})" if isinstance(message, str) else ""
        yield Problem("", f"the server answered with an error{detail}, not with a record")
    else:
        yield Problem("", _NO_RECORD)


def _games(value: Any, depth: int) -> Iterator[GameDocument]:
    if not depth:
        return
    if isinstance(value, str):
        if "handRecord" in value or "handEventRecord" in value:
            try:
                check_text(value)
                yield from _games(_decode_any(value), depth - 1)
            except (*UNREADABLE, ReadError):
                return
    elif isinstance(value, list):
        if value and all([isinstance(one, dict) and "handEventRecord" in one for one in value]):
            yield GameDocument({}, value)
            return
        for one in value:
            yield from _games(one, depth - 1)
    elif isinstance(value, dict):
        if hands := _hands_of(value.get("handRecord")):
            yield GameDocument({name: one for name, one in value.items() if name != "handRecord"}, hands)
        elif "handEventRecord" in value:
            yield GameDocument({}, [value])
        else:
            for one in value.values():
                yield from _games(one, depth - 1)


def _hands_of(value: Any) -> list[Any]:
    """The hands of a game, whose list may be JSON in a string; [] if there is no list."""
    if isinstance(value, str):
        try:
            value = _decode_any(value)
        except UNREADABLE:
            return []
    return value if isinstance(value, list) else []
