"""Faults in what Mahjong Soul's server says of the seats: its furiten flags, and what it offers them."""

from collections.abc import Callable
from typing import Any, Final

from auditor.formats import majsoul
from auditor.mutation.faults.fault import LegalRecords, RecordLocation, fault_of_records
from auditor.mutation.faults.majsoul import (
    CALL_RECORD,
    DEAL_RECORD,
    DISCARD_RECORD,
    START_RECORD,
    WIN_RECORD,
    has_whole_wall,
    pick_win,
)
from auditor.tiles import parse_kinds

FLAG_CHECK: Final = "furiten/flag"
_RIICHI_NUMBER, _TSUMO_NUMBER, _RON_NUMBER = 7, 8, 9
_OFFER_OF_CALL: Final = (2, 3, 5)
_OFFER_OF_KAN: Final = {2: 6, 3: 4}


def _types(operation: dict[str, Any]) -> list[int]:
    return [one["type"] for one in operation.get("operation_list", ())]


def _offered(operations: Any, seat: int) -> list[int]:
    """What a seat is offered by a record's operations."""
    return [number for one in operations or () if one.get("seat", 0) == seat for number in _types(one)]


def _withdraw(operations: list[dict[str, Any]], seat: int, number: int) -> bool:
    """Take an offer out; whether it was there."""
    if number not in _offered(operations, seat):
        return False
    for one in operations:
        if one.get("seat", 0) == seat:
            one["operation_list"] = [offer for offer in one["operation_list"] if offer["type"] != number]
    return True


# ---- flags


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def furiten_flag_flipped(log: LegalRecords) -> RecordLocation | None:
    """The server's furiten flag of a seat is not what the replay gives."""
    index, record = log.pick(
        log.choice.choice([DEAL_RECORD, DISCARD_RECORD]),
        lambda at, record: (
            record.get("zhenting") and has_whole_wall(log, at) and log.name(at + 1) not in ("", START_RECORD)
        ),
    )
    seat = log.choice.randrange(len(record["zhenting"]))
    location = RecordLocation(log.hand(index), seat, log.last_event(index))
    record["zhenting"][seat] = not record["zhenting"][seat]
    return location


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def furiten_flag_gone(log: LegalRecords) -> RecordLocation | None:
    """From some record of a hand on the server does not take a seat for furiten that is."""
    held = [
        (index, seat)
        for index in range(len(log.records))
        if log.name(index) in (DEAL_RECORD, DISCARD_RECORD) and has_whole_wall(log, index)
        for seat, flag in enumerate(log.fields(index).get("zhenting") or ())
        if flag
    ]
    if not held:
        return None
    index, seat = log.choice.choice(held)
    location = RecordLocation(log.hand(index), seat, log.last_event(index))
    while index < len(log.records) and log.name(index) != START_RECORD:
        fields = log.fields(index)
        if fields.get("zhenting"):
            fields["zhenting"][seat] = False
        index += 1
    return location


@fault_of_records(majsoul.NAME, None, FLAG_CHECK)
def flags_left_out(log: LegalRecords) -> RecordLocation | None:
    """A record without its furiten flags."""
    match = log.pick(DISCARD_RECORD, lambda _, record: record.get("zhenting"))
    del match[1]["zhenting"]
    return RecordLocation(log.hand(match[0]))


# ---- what is offered


def _offer_on_a_discard(log: LegalRecords, number: int, fits: Callable[[str], bool]) -> RecordLocation | None:
    """Offer something on a discard to a seat that is offered nothing there. fits: of which discards."""

    def is_quiet(at: int, played: Any) -> bool:
        return log.name(at + 1) == DEAL_RECORD and fits(played["tile"]) and has_whole_wall(log, at)

    index, played = log.pick(DISCARD_RECORD, is_quiet)
    others = [seat for seat in range(len(log.fields(log.start(index))["scores"])) if seat != played.get("seat", 0)]
    seats = [seat for seat in others if not _offered(played.get("operations"), seat)]
    if not seats:
        return None
    location = RecordLocation(log.hand(index), log.choice.choice(seats), log.last_event(index))
    played.setdefault("operations", []).append({"seat": location.seat, "operation_list": [{"type": number}]})
    return location


def _waits(log: LegalRecords, index: int) -> bool:
    """Whether any seat waits for a tile when a record comes, or is about to."""
    return any([seat.waits for seat in log.table_before(index).seats])


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def ron_offered_on_any_discard(log: LegalRecords) -> RecordLocation | None:
    """The server offers a ron to a seat that cannot win on the discard."""
    copy = LegalRecords(log.recorded, log.rules, log.choice)
    location = _offer_on_a_discard(copy, _RON_NUMBER, lambda _: True)
    if location is None or _waits(log, _changed(log, copy)):
        return None
    log.records[:] = copy.records
    return location


def _changed(log: LegalRecords, copy: LegalRecords) -> int:
    """The place of the first record that differs in a copy."""
    return next(at for at, record in enumerate(log.records) if record != copy.records[at])


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def chi_of_an_honour_offered(log: LegalRecords) -> RecordLocation | None:
    """The server offers a chi of an honour tile."""
    return _offer_on_a_discard(log, _OFFER_OF_CALL[0], lambda tile: tile[1] == "z")


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def open_kan_offered_without_its_tiles(log: LegalRecords) -> RecordLocation | None:
    """The server offers an open kan of a terminal to a seat that has not three of it."""
    copy = LegalRecords(log.recorded, log.rules, log.choice)
    location = _offer_on_a_discard(copy, _OFFER_OF_CALL[2], lambda tile: tile in ("1p", "9p", "1s", "9s"))
    if location is None or location.seat is None:
        return None
    index = _changed(log, copy)
    kind = parse_kinds(log.fields(index)["tile"])[0]
    if log.table_before(index).seats[location.seat].count(kind) > 2:
        return None
    log.records[:] = copy.records
    return location


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def self_draw_offered_that_is_none(log: LegalRecords) -> RecordLocation | None:
    """The server offers a self-draw to a seat whose hand the drawn tile does not complete."""
    index, deal = log.pick(
        DEAL_RECORD, lambda _, deal: deal.get("operation") and _TSUMO_NUMBER not in _types(deal["operation"])
    )
    location = RecordLocation(log.hand(index), deal.get("seat", 0), log.last_event(index))
    deal["operation"]["operation_list"].append({"type": _TSUMO_NUMBER})
    return location


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def riichi_offered_with_an_open_hand(log: LegalRecords) -> RecordLocation | None:
    """The server offers riichi to a seat whose hand is open."""
    claim = log.pick(CALL_RECORD)
    for index in range(claim[0], len(log.records)):
        record = log.fields(index)
        if log.name(index) == START_RECORD:
            return None
        if (
            log.name(index) == DEAL_RECORD
            and record.get("seat", 0) == claim[1].get("seat", 0)
            and record.get("operation")
        ):
            location = RecordLocation(log.hand(index), record.get("seat", 0), log.last_event(index))
            record["operation"]["operation_list"].append({"type": _RIICHI_NUMBER})
            return location
    return None


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def self_draw_won_that_was_not_offered(log: LegalRecords) -> RecordLocation | None:
    """A seat wins by self-draw, though the server did not offer it."""
    return _win_not_offered(log, DEAL_RECORD)


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def ron_made_that_was_not_offered(log: LegalRecords) -> RecordLocation | None:
    """A seat wins by ron, though the server did not offer it."""
    return _win_not_offered(log, DISCARD_RECORD)


def _win_not_offered(log: LegalRecords, name: str) -> RecordLocation | None:
    match = pick_win(log, lambda win: bool(win.get("zimo")) == (name == DEAL_RECORD))
    if log.name(match[0] - 1) != name:
        return None
    index, win, location = match
    before = log.fields(index - 1)
    operations = [before["operation"]] if before.get("operation") else before.get("operations") or []
    return (
        location
        if _withdraw(operations, win.get("seat", 0), _TSUMO_NUMBER if name == DEAL_RECORD else _RON_NUMBER)
        else None
    )


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def call_made_that_was_not_offered(log: LegalRecords) -> RecordLocation | None:
    """A seat claims a discard, though the server did not offer it."""
    index, call = log.pick(CALL_RECORD)
    seat = call.get("seat", 0)
    location = RecordLocation(log.hand(index), seat, log.last_event(index))
    operations = log.fields(index - 1).get("operations") or []
    return location if _withdraw(operations, seat, _OFFER_OF_CALL[call.get("type", 0)]) else None


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def kan_made_that_was_not_offered(log: LegalRecords) -> RecordLocation | None:
    """A seat makes a closed or an added kan, though the server did not offer it."""
    index, kan = log.pick("RecordAnGangAddGang", lambda at, _: log.name(at - 1) == DEAL_RECORD)
    seat = kan.get("seat", 0)
    location = RecordLocation(log.hand(index), seat, log.last_event(index))
    offered = log.fields(index - 1).get("operation")
    return location if offered and _withdraw([offered], seat, _OFFER_OF_KAN[kan["type"]]) else None


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def riichi_declared_that_was_not_offered(log: LegalRecords) -> RecordLocation | None:
    """A seat declares riichi, though the server did not offer it."""
    index, played = log.pick(
        DISCARD_RECORD, lambda at, played: played.get("is_liqi") and log.name(at - 1) == DEAL_RECORD
    )
    seat = played.get("seat", 0)
    location = RecordLocation(log.hand(index), seat, log.last_event(index))
    offered = log.fields(index - 1).get("operation")
    return location if offered and _withdraw([offered], seat, _RIICHI_NUMBER) else None


@fault_of_records(majsoul.NAME, None, FLAG_CHECK)
def offers_left_out(log: LegalRecords) -> RecordLocation | None:
    """A record of a win on a log without any offers."""
    if log.pick(WIN_RECORD) is None:
        return None
    for index in range(len(log.records)):
        for key in ("operation", "operations"):
            log.fields(index).pop(key, None)
    return RecordLocation(0)


@fault_of_records(majsoul.NAME, FLAG_CHECK)
def turn_offered_to_another_seat(log: LegalRecords) -> RecordLocation | None:
    """The server offers another seat than the one that has drawn what to do."""
    index, deal = log.pick(DEAL_RECORD, lambda at, deal: _has_turn(deal) and log.name(at + 1) == DISCARD_RECORD)
    seats = len(log.fields(log.start(index))["scores"])
    other = (deal.get("seat", 0) + log.choice.randrange(1, seats)) % seats
    location = RecordLocation(log.hand(index), other, log.last_event(index))
    deal["operation"]["seat"] = other
    return location


def _has_turn(deal: Any) -> bool:
    """Whether a draw says what its seat may do."""
    return bool(deal.get("operation") and _types(deal["operation"]))
