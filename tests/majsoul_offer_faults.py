"""Faults in what the server says it offered the seats."""

from collections.abc import Callable
from random import Random
from typing import Any

from majsoul_faults import Change, Fault, collected_in, hand_of, is_whole, name_at, pick, start_of

from auditor.testing.majsoul_records import Record

FAULTS: dict[str, Fault] = {}
fault = collected_in(FAULTS)

RIICHI, TSUMO, RON = 7, 8, 9
CLAIMS = (2, 3, 5)
"""The offers that the types 0, 1 and 2 of a call take."""
OWN_KANS = {2: 6, 3: 4}


def types(operation: dict[str, Any]) -> list[int]:
    return [one["type"] for one in operation.get("operation_list", ())]


def offered(operations: Any, seat: int) -> list[int]:
    """What a seat is offered by a record's operations."""
    return [number for one in operations or () if one.get("seat", 0) == seat for number in types(one)]


def withdraw(operations: list[dict[str, Any]], seat: int, number: int) -> None:
    for one in operations:
        if one.get("seat", 0) == seat:
            one["operation_list"] = [kept for kept in one["operation_list"] if kept["type"] != number]


def is_quiet(records: list[Record], place: int) -> bool:
    """Whether the discard of a record is neither claimed nor won on, in a hand whose dealer is known from the start."""
    return name_at(records, place + 1) == "RecordDealTile" and is_whole(start_of(records, place))


def _offer_on_a_discard(
    records: list[Record], choice: Random, number: int, tiles: Callable[[str], bool]
) -> Change | None:
    """Offer something on a discard to a seat that is offered nothing there. tiles: of which discards."""
    found = pick(records, choice, "RecordDiscardTile", lambda at, data: is_quiet(records, at) and tiles(data["tile"]))
    if found is None:
        return None
    place, data = found
    players = len(start_of(records, place)["scores"])
    seats = [seat for seat in range(players) if seat != data["seat"] and not offered(data.get("operations"), seat)]
    if not seats:
        return None
    data.setdefault("operations", []).append({"seat": choice.choice(seats), "operation_list": [{"type": number}]})
    return hand_of(records, place), "furiten/flag"


@fault
def a_ron_offered_that_nobody_may_make(records: list[Record], choice: Random) -> Change | None:
    return _offer_on_a_discard(records, choice, RON, lambda _: True)


@fault
def an_open_kan_offered_without_its_tiles(records: list[Record], choice: Random) -> Change | None:
    return _offer_on_a_discard(records, choice, 5, lambda _: True)


@fault
def a_chi_of_an_honour_offered(records: list[Record], choice: Random) -> Change | None:
    return _offer_on_a_discard(records, choice, 2, lambda tile: tile[1] == "z")


@fault
def a_self_draw_offered_that_is_none(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordDealTile", lambda _, data: TSUMO not in types(data.get("operation") or {}))
    if found is None or "operation" not in found[1]:
        return None
    found[1]["operation"]["operation_list"].append({"type": TSUMO})
    return hand_of(records, found[0]), "furiten/flag"


@fault
def riichi_offered_to_an_open_hand(records: list[Record], choice: Random) -> Change | None:
    claim = pick(records, choice, "RecordChiPengGang")
    if claim is None:
        return None
    for place in range(claim[0], len(records)):
        data = records[place][1]
        if name_at(records, place) == "RecordNewRound":
            return None
        if name_at(records, place) == "RecordDealTile" and data["seat"] == claim[1]["seat"] and "operation" in data:
            data["operation"]["operation_list"].append({"type": RIICHI})
            return hand_of(records, place), "furiten/flag"
    return None


@fault
def a_ron_that_was_not_offered(records: list[Record], choice: Random) -> Change | None:
    def is_ron(at: int, data: dict[str, Any]) -> bool:
        return not data["hules"][0].get("zimo") and name_at(records, at - 1) == "RecordDiscardTile"

    found = pick(records, choice, "RecordHule", is_ron)
    if found is None:
        return None
    withdraw(records[found[0] - 1][1]["operations"], found[1]["hules"][0].get("seat", 0), RON)
    return hand_of(records, found[0]), "furiten/flag"


@fault
def a_self_draw_that_was_not_offered(records: list[Record], choice: Random) -> Change | None:
    def is_tsumo(at: int, data: dict[str, Any]) -> bool:
        return bool(data["hules"][0].get("zimo")) and name_at(records, at - 1) == "RecordDealTile"

    found = pick(records, choice, "RecordHule", is_tsumo)
    if found is None:
        return None
    before = records[found[0] - 1][1]
    withdraw([before["operation"]], before["seat"], TSUMO)
    return hand_of(records, found[0]), "furiten/flag"


@fault
def a_call_that_was_not_offered(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordChiPengGang")
    if found is None:
        return None
    place, data = found
    withdraw(records[place - 1][1]["operations"], data["seat"], CLAIMS[data["type"]])
    return hand_of(records, place), "furiten/flag"


@fault
def a_kan_that_was_not_offered(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordAnGangAddGang", lambda at, _: name_at(records, at - 1) == "RecordDealTile")
    if found is None:
        return None
    place, data = found
    withdraw([records[place - 1][1]["operation"]], data["seat"], OWN_KANS[data["type"]])
    return hand_of(records, place), "furiten/flag"


@fault
def a_riichi_that_was_not_offered(records: list[Record], choice: Random) -> Change | None:
    def is_declared(at: int, data: dict[str, Any]) -> bool:
        return bool(data.get("is_liqi")) and name_at(records, at - 1) == "RecordDealTile"

    found = pick(records, choice, "RecordDiscardTile", is_declared)
    if found is None:
        return None
    withdraw([records[found[0] - 1][1]["operation"]], found[1]["seat"], RIICHI)
    return hand_of(records, found[0]), "furiten/flag"
