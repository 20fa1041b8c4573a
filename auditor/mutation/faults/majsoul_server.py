"""Faults in what Mahjong Soul's server states about the seats: its furiten flags, and what it offers them."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from auditor.core.tiles import parse_kinds
from auditor.core.units import SeatIndex
from auditor.formats.majsoul import NAME
from auditor.mutation.faults import changes, majsoul
from auditor.mutation.faults.legal import LegalRecords, NoSpotError, RecordLocation, require

FLAG_CHECK: Final = "server/flag"
OFFER_CHECK: Final = "server/offer"
_RIICHI_NUMBER, _TSUMO_NUMBER, _RON_NUMBER = 7, 8, 9
_OFFER_OF_CALL: Final = (2, 3, 5)
_OFFER_OF_KAN: Final = {2: 6, 3: 4}
_altered = partial(changes.alter_record, NAME)
_fault = partial(changes.fault_of_records, NAME)


def _types(operation: dict[str, Any]) -> list[int]:
    return [one["type"] for one in operation.get("operation_list", ())]


def _offered(operations: Any, seat: int) -> list[int]:
    """The numbers of the operations that a record offers a seat; entries of `operations` may be None."""
    return [number for one in operations or () if one and majsoul.seat_of(one) == seat for number in _types(one)]


def _withdraw(operations: Any, seat: int, number: int) -> None:
    """Remove an offer. Raises NoSpotError where it is not there."""
    require(number in _offered(operations, seat))
    for one in operations:
        if majsoul.seat_of(one) == seat:
            one["operation_list"] = [offer for offer in one["operation_list"] if offer["type"] != number]


# ---- flags


@_fault(FLAG_CHECK)
def furiten_flag_flipped(log: LegalRecords) -> RecordLocation:
    """The server's furiten flag of a seat is not what the replay gives."""
    index, record = log.pick(
        log.rng.choice([majsoul.DEAL_RECORD, majsoul.DISCARD_RECORD]),
        lambda at, record: (
            record.get("zhenting")
            and majsoul.has_whole_wall(log, at)
            and log.name(at + 1) not in ("", majsoul.START_RECORD)
        ),
    )
    seat = log.rng.randrange(len(record["zhenting"]))
    record["zhenting"][seat] = not record["zhenting"][seat]
    return log.at_last(index, seat)


@_fault(FLAG_CHECK)
def furiten_flag_gone(log: LegalRecords) -> RecordLocation:
    """From some record of a hand on the server does not take a seat for furiten that is."""
    held = [
        (index, seat)
        for index in range(len(log.records))
        if log.name(index) in (majsoul.DEAL_RECORD, majsoul.DISCARD_RECORD) and majsoul.has_whole_wall(log, index)
        for seat, flag in enumerate(log.fields(index).get("zhenting") or ())
        if flag
    ]
    first, seat = log.one_of(held)
    for index in range(first, len(log.records)):
        if log.name(index) == majsoul.START_RECORD:
            break
        if log.fields(index).get("zhenting"):
            log.fields(index)["zhenting"][seat] = False
    return log.at_last(first, seat)


@_fault(None, FLAG_CHECK)
def flags_left_out(log: LegalRecords) -> RecordLocation:
    """A record without its furiten flags."""
    index, played = log.pick(majsoul.DISCARD_RECORD, lambda _, record: record.get("zhenting"))
    del played["zhenting"]
    return log.at_start(index)


# ---- what is offered


def _offer_on_a_discard(
    log: LegalRecords, number: int, fits: Callable[[str], bool]
) -> tuple[int, SeatIndex, RecordLocation]:
    """Offer an operation on a discard to a seat that is offered nothing there. Returns its record's index and the seat.

    The third value is the location of the finding. fits: selects the discards.
    """

    def is_quiet(at: int, played: Any) -> bool:
        return log.name(at + 1) == majsoul.DEAL_RECORD and fits(played["tile"]) and majsoul.has_whole_wall(log, at)

    index, played = log.pick(majsoul.DISCARD_RECORD, is_quiet)
    others = [seat for seat in range(log.seats(index)) if seat != majsoul.seat_of(played)]
    seat = log.one_of([seat for seat in others if not _offered(played.get("operations"), seat)])
    played.setdefault("operations", []).append({"seat": seat, "operation_list": [{"type": number}]})
    return index, seat, log.at_last(index, seat)


@_fault(OFFER_CHECK)
def ron_offered_on_any_discard(log: LegalRecords) -> RecordLocation:
    """The server offers a ron to a seat that cannot win on the discard."""
    index, _, location = _offer_on_a_discard(log, _RON_NUMBER, lambda _: True)
    require(not any([seat.waits for seat in log.table_before(index).seats]))
    return location


@_fault(OFFER_CHECK)
def chi_of_an_honour_offered(log: LegalRecords) -> RecordLocation:
    """The server offers a chi of an honour tile."""
    return _offer_on_a_discard(log, _OFFER_OF_CALL[0], lambda tile: tile[1] == "z")[2]


@_fault(OFFER_CHECK)
def open_kan_offered_without_its_tiles(log: LegalRecords) -> RecordLocation:
    """The server offers an open kan of a terminal to a seat that has not three of it."""
    index, seat, location = _offer_on_a_discard(log, _OFFER_OF_CALL[2], lambda tile: tile in ("1p", "9p", "1s", "9s"))
    kind = parse_kinds(log.fields(index)["tile"])[0]
    require(log.table_before(index).seats[seat].count(kind) < 3)
    return location


_altered("self-draw-offered-that-is-none", OFFER_CHECK, majsoul.DEAL_RECORD,
         lambda log, at, deal: deal["operation"]["operation_list"].append({"type": _TSUMO_NUMBER}),
         "The server offers a self-draw to a seat whose hand the drawn tile does not complete.",
         lambda log, at, deal: deal.get("operation") and _TSUMO_NUMBER not in _types(deal["operation"]),
         majsoul.own)  # fmt: skip


@_fault(OFFER_CHECK)
def riichi_offered_with_an_open_hand(log: LegalRecords) -> RecordLocation:
    """The server offers riichi to a seat whose hand is open."""
    claimed, call = log.pick(majsoul.CALL_RECORD)
    for index in range(claimed, len(log.records)):
        record = log.fields(index)
        require(log.name(index) != majsoul.START_RECORD)
        is_own = log.name(index) == majsoul.DEAL_RECORD and majsoul.seat_of(record) == majsoul.seat_of(call)
        if is_own and record.get("operation"):
            record["operation"]["operation_list"].append({"type": _RIICHI_NUMBER})
            return log.at_last(index, majsoul.seat_of(record))
    raise NoSpotError


def _withdraw_before(log: LegalRecords, index: int, seat: SeatIndex, number: int) -> None:
    """Remove an offer from the record before that of what the seat does."""
    before = log.fields(index - 1)
    operations = [before["operation"]] if before.get("operation") else before.get("operations")
    _withdraw(operations, seat, number)


def _not_offered(name: str, offering: str, number: int, point: str, *, is_tsumo: bool) -> None:
    """Declare a fault that removes the offer of a win, which a record of this name makes."""

    def withdraw(log: LegalRecords, index: int, record: Any) -> None:
        require(log.name(index - 1) == offering)
        _withdraw_before(log, index, majsoul.seat_of(record["hules"][0]), number)

    is_such = majsoul.single_win(lambda win: bool(win.get("zimo")) == is_tsumo)
    _altered(name, OFFER_CHECK, majsoul.WIN_RECORD, withdraw, point, is_such, majsoul.winner)


def _is_after_draw(log: LegalRecords, index: int, _: Any) -> bool:
    return log.name(index - 1) == majsoul.DEAL_RECORD


# fmt: off
_not_offered("self-draw-won-that-was-not-offered", majsoul.DEAL_RECORD, _TSUMO_NUMBER,
             "A seat wins by self-draw, though the server did not offer it.", is_tsumo=True)
_not_offered("ron-made-that-was-not-offered", majsoul.DISCARD_RECORD, _RON_NUMBER,
             "A seat wins by ron, though the server did not offer it.", is_tsumo=False)
_altered("call-made-that-was-not-offered", OFFER_CHECK, majsoul.CALL_RECORD,
         lambda log, at, call: _withdraw_before(log, at, majsoul.seat_of(call), _OFFER_OF_CALL[call.get("type", 0)]),
         "A seat claims a discard, though the server did not offer it.", where=majsoul.own)
_altered("kan-made-that-was-not-offered", OFFER_CHECK, majsoul.KAN_RECORD,
         lambda log, at, kan: _withdraw_before(log, at, majsoul.seat_of(kan), _OFFER_OF_KAN[kan["type"]]),
         "A seat makes a closed or an added kan, though the server did not offer it.", _is_after_draw, majsoul.own)
_altered("riichi-declared-that-was-not-offered", OFFER_CHECK, majsoul.DISCARD_RECORD,
         lambda log, at, played: _withdraw_before(log, at, majsoul.seat_of(played), _RIICHI_NUMBER),
         "A seat declares riichi, though the server did not offer it.",
         lambda log, at, played: played.get("is_liqi") and _is_after_draw(log, at, played), majsoul.own)
# fmt: on


@_fault(None, OFFER_CHECK)
def offers_left_out(log: LegalRecords) -> RecordLocation:
    """A record of a win on a log without any offers."""
    log.pick(majsoul.WIN_RECORD)
    for index in range(len(log.records)):
        for key in ("operation", "operations"):
            log.fields(index).pop(key, None)
    return RecordLocation(0)


@_fault(OFFER_CHECK)
def turn_offered_to_another_seat(log: LegalRecords) -> RecordLocation:
    """The server offers another seat than the one that has drawn what to do."""
    index, deal = log.pick(
        majsoul.DEAL_RECORD, lambda at, deal: _has_turn(deal) and log.name(at + 1) == majsoul.DISCARD_RECORD
    )
    seats = log.seats(index)
    other = (majsoul.seat_of(deal) + log.rng.randrange(1, seats)) % seats
    deal["operation"]["seat"] = other
    return log.at_last(index, other)


def _has_turn(deal: Any) -> bool:
    """Whether the record of a draw lists what its seat may do."""
    return bool(deal.get("operation") and _types(deal["operation"]))
