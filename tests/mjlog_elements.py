"""The elements of an mjlog as text: found, read and changed."""

import re
from collections.abc import Callable
from functools import cache
from random import Random

Elements = list[str]


@cache
def elements_of(log: str) -> Elements:
    """The elements of an mjlog, whose text is all in attributes; not to be changed."""
    return re.findall(r"<[^>]*>", log)


def attribute(element: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', element)
    return found[1] if found else ""


def with_attribute(element: str, name: str, value: str) -> str:
    return re.sub(rf'\b{name}="[^"]*"', f'{name}="{value}"', element)


def with_numbers(element: str, name: str, values: list[int]) -> str:
    return with_attribute(element, name, ",".join(map(str, values)))


def numbers(element: str, name: str) -> list[int]:
    return [int(value) for value in attribute(element, name).split(",")]


def pick(elements: Elements, choice: Random, fits: Callable[[int, str], object]) -> int | None:
    places = [place for place, element in enumerate(elements) if fits(place, element)]
    return choice.choice(places) if places else None


def replaced(elements: Elements, place: int, element: str) -> Elements:
    return [*elements[:place], element, *elements[place + 1 :]]


def without(elements: Elements, place: int) -> Elements:
    return [*elements[:place], *elements[place + 1 :]]


def doubled(elements: Elements, place: int) -> Elements:
    return [*elements[:place], elements[place], *elements[place:]]


def hand_of(elements: Elements, place: int) -> int:
    return sum(element.startswith("<INIT") for element in elements[: place + 1]) - 1


def is_win(element: str) -> bool:
    return element.startswith("<AGARI")


def is_only_win(elements: Elements, place: int) -> bool:
    around = [*elements[place - 1 : place], *elements[place + 1 : place + 2]]
    return is_win(elements[place]) and not any(is_win(element) for element in around)


def with_another_seat(win: str, name: str) -> str:
    """A win whose attribute, ``who`` or ``fromWho``, names a seat that has no part in it."""
    named = {attribute(win, "who"), attribute(win, "fromWho")}
    return with_attribute(win, name, next(str(seat) for seat in range(3) if str(seat) not in named))


def is_draw(element: str) -> re.Match[str] | None:
    return re.match(r"<([TUVW])(\d+)/", element)


def is_discard(element: str) -> re.Match[str] | None:
    return re.match(r"<([DEFG])(\d+)/", element)


def is_exhaustive(element: str) -> bool:
    return element.startswith("<RYUUKYOKU") and "type=" not in element and "sc=" in element


def is_later_hand(elements: Elements, place: int) -> bool:
    return elements[place].startswith("<INIT") and hand_of(elements, place) > 0


def deltas_changed(element: str, changes: dict[int, int]) -> str:
    values = numbers(element, "sc")
    for seat, change in changes.items():
        values[2 * seat + 1] += change
    return with_numbers(element, "sc", values)


def is_sanma(elements: Elements) -> bool:
    return any(element.startswith("<GO") and int(attribute(element, "type")) & 16 for element in elements[:6])
