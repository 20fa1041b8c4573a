"""Faults put into Mahjong Soul's records, made up or real: each names the check that must report it, alone.

A fault changes a copy of a game's records in place. It returns the hand it is in and the checks of which one must
report it, or None where the game has no spot for it.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from auditor.testing.majsoul_records import Record

Place = tuple[int, dict[str, Any]]
Change = tuple[int, str]
Fault = Callable[[list[Record], Random], Change | None]


def collected_in(faults: dict[str, Fault]) -> Callable[[Fault], Fault]:
    """A decorator that adds a fault to the dict under its name."""

    def keep(function: Fault) -> Fault:
        faults[function.__name__] = function
        return function

    return keep


def hand_of(records: list[Record], place: int) -> int:
    """The index of the hand that a record belongs to."""
    return sum([name == "RecordNewRound" for name, _ in records[: place + 1]]) - 1


def pick(
    records: list[Record], choice: Random, name: str, fits: Callable[[int, dict[str, Any]], object] = lambda *_: True
) -> Place | None:
    """Choose a record of that name that fits; returns its index and its data."""
    places = [
        (place, data)
        for place, (one, data) in enumerate(records)
        if one.removeprefix(".lq.") == name and fits(place, data)
    ]
    return choice.choice(places) if places else None


def name_at(records: list[Record], place: int) -> str:
    return records[place][0].removeprefix(".lq.") if 0 <= place < len(records) else ""


def start_of(records: list[Record], place: int) -> dict[str, Any]:
    """The first record of a record's hand."""
    return next(records[at][1] for at in range(place, -1, -1) if name_at(records, at) == "RecordNewRound")


def is_whole(start: dict[str, Any]) -> bool:
    return len(start["paishan"]) > 200


def others_tile(records: list[Record], place: int, seat: int, choice: Random, *not_these: str) -> str:
    """A random tile dealt to another seat, of another kind than these."""
    start = start_of(records, place)
    tiles: list[str] = [tile for other in range(4) if other != seat for tile in start.get(f"tiles{other}", ())]
    kinds = [tile.replace("0", "5") for tile in not_these]
    return choice.choice([tile for tile in tiles if tile.replace("0", "5") not in kinds])


def simple(name: str, check: str, change: Callable[[dict[str, Any], Random], object]) -> Fault:
    """A fault that changes one record of a name; not applicable where `change` raises LookupError or ValueError."""

    def put(records: list[Record], choice: Random) -> Change | None:
        found = pick(records, choice, name)
        if found is None:
            return None
        try:
            change(found[1], choice)
        except (LookupError, ValueError):
            return None
        return hand_of(records, found[0]), check

    return put


def added(values: list[int], place: int, number: int) -> None:
    values[place] += number
