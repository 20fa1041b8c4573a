"""Faults in Riichi City's records: walls and hashes, facts recorded twice, results, and what the server states about
the seats: offers made and withheld, waits, furiten, passes.

Most are rows of riichicity.toml, which name the functions here without their underscore.
"""

from typing import Any, Final

from auditor.core.events import RIICHI, SEATS
from auditor.core.reading.building import Holdings
from auditor.core.units import SeatIndex
from auditor.formats import riichicity
from auditor.mutation.faults.fault import declare_rows
from auditor.mutation.faults.legal import LegalRecords, RecordLocation, require
from auditor.mutation.recorded import HAND_RECORD

START_DATA, TURN_DATA, OFFER_MADE, ACTED, ENDED, GAME_ENDED = "1", "2", "3", "4", "5", "6"
ACCEPTED, PASSED, RIICHI_WAITED = "8", "9", "11"
"""Names of records, which are the types of the events."""
BY_RON, BY_TSUMO, DRAWN = 0, 1, 7
"""The values of `end_type`."""
DISCARD_MADE: Final = 11
_CHIS: Final = (2, 3, 4)


def _users(log: LegalRecords, index: int) -> list[int]:
    """The user ids of the players in a record's hand."""
    return [one["userId"] for one in log.fields(log.start(index))["players"]]


def _user(log: LegalRecords, index: int) -> int:
    """The user id of a record's event."""
    user: int = log.records[index][2]
    return user


def seat_of(log: LegalRecords, user: int, index: int) -> SeatIndex:
    """The seat of a player, counted from the game's first dealer."""
    users = _users(log, index)
    start = log.fields(log.start(index) + 1)
    first = start["dealer_pos"] - start["chang_ci"] + 1
    seat: SeatIndex = (users.index(user) - first) % len(users)
    return seat


def _seat(log: LegalRecords, index: int, _: Any = None) -> SeatIndex:
    """The seat of a record's event."""
    return seat_of(log, _user(log, index), index)


def starts_of(log: LegalRecords, index: int) -> list[Any]:
    """The start data of a record's hand, one for each seat."""
    start = log.start(index)
    return [log.fields(at) for at in range(start + 1, start + 1 + SEATS) if log.name(at) == START_DATA]


def _other_card(log: LegalRecords, index: int, card: int) -> int:
    """Another tile of the same suit, of those that a record's hand is played with."""
    number = card % 256
    if number >= 49:
        return number + 16 if number < 145 else 49
    if len(_users(log, index)) == 3 and number >= 33:
        return 41 if number == 33 else 33
    return number + 1 if number % 16 < 9 else number - 1


# ---- where a fault is found


def _winner(log: LegalRecords, index: int, data: Any) -> RecordLocation:
    return log.at_last(index, seat_of(log, data["win_info"][0]["user_id"], index))


def _after_stick(log: LegalRecords, index: int, _: Any) -> RecordLocation:
    """The location of a chi. One of the declaration tile comes after its stick, which is paid first."""
    return log.at_last(index + (log.name(index + 1) == ACCEPTED), _seat(log, index))


def _declared(log: LegalRecords, index: int, _: Any) -> RecordLocation:
    """The location of the riichi whose stick a record accepts."""
    game, seat = log.legal.game(index), _seat(log, index)
    require(game is not None)
    assert game is not None
    riichis = [at for at, one in enumerate(game.hands[-1].events) if one.kind == RIICHI and one.seat == seat]
    return RecordLocation(log.legal.hand(index), seat, riichis[-1])


def _on_discard(log: LegalRecords, index: int, _: Any) -> RecordLocation:
    """The location of a seat's offer or pass: the discard that it is made on."""
    return log.at_last(_before_offers(log, index), _seat(log, index))


def _discard(log: LegalRecords, index: int, _: Any) -> RecordLocation:
    """The same, of the seat that has discarded."""
    discard = _before_offers(log, index)
    return log.at_last(discard, _seat(log, discard))


def _before_offers(log: LegalRecords, index: int) -> int:
    """The index of the discard that an offer is made on."""
    while log.name(index) in (OFFER_MADE, PASSED):
        index -= 1
    return index


# ---- the wall


def _is_proven(log: LegalRecords, index: int, _: Any = None) -> bool:
    """Whether a record's hand has its wall."""
    return bool(log.fields(log.start(index)).get("handCardEncode"))


def _exchanged(log: LegalRecords, _: int, wall: str) -> str:
    """A wall with its last tile and another in each other's place."""
    last = len(wall) - 2
    pairs = [(at, last) for at in range(0, last, 2) if wall[at : at + 2] != wall[last:]]
    first, second = log.one_of(pairs)
    return wall[:first] + wall[second:] + wall[first + 2 : second] + wall[first : first + 2]


def _other_hash(_log: LegalRecords, _: int, text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


def _change_hashes(log: LegalRecords, index: int, hand: Any) -> None:
    hand["handCardsSHA256"] = _other_hash(log, index, hand["handCardsSHA256"])
    for start in starts_of(log, index):
        start["hand_cards_sha_256"] = hand["handCardsSHA256"]


def _draw_another(log: LegalRecords, index: int, data: Any) -> None:
    data["in_card"] = _other_card(log, index, data["in_card"])
    log.fields(index + 1)["card"] = data["in_card"]


def _change_indicator(log: LegalRecords, index: int, _: Any) -> None:
    require(_is_proven(log, index))
    for start in starts_of(log, index):
        start["bao_pai_card"] = _other_card(log, index, start["bao_pai_card"])


# ---- facts recorded twice


def _next_dealer(log: LegalRecords, index: int, dealer: int) -> int:
    return (dealer + 1) % len(_users(log, index))


def _other_chi(log: LegalRecords, _: int, action: int) -> int:
    return log.one_of([other for other in _CHIS if other != action])


def _other_user(log: LegalRecords, index: int, user: int) -> int:
    return log.one_of([other for other in _users(log, index) if other != user])


def _is_played(log: LegalRecords, index: int, _: Any = None) -> bool:
    """Whether a discard without riichi follows a record."""
    played = log.fields(index + 1) if log.name(index + 1) == ACTED else {"action": None}
    return played["action"] == DISCARD_MADE and not played["is_li_zhi"]


def _city_sticks_of_a_loser_differ(log: LegalRecords) -> RecordLocation:
    def is_win(_: int, data: Any) -> object:
        return data["end_type"] in (BY_RON, BY_TSUMO) and data["user_profit"] and len(data["win_info"]) == 1

    index, data = log.pick(ENDED, is_win)
    winner = data["win_info"][0]["user_id"]
    one = log.one_of([one for one in data["user_profit"] if one["user_id"] != winner and not one["li_zhi_profit"]])
    one["li_zhi_profit"] = -1000
    return log.at_first(index, seat_of(log, one["user_id"], index))


# ---- from hand to hand


def _add_counter(log: LegalRecords, end: int, _: Any) -> None:
    index = log.start(end)
    require(index > 0)
    _carry_on(log, end)
    log.fields(index)["benChangNum"] += 1
    for start in starts_of(log, index):
        start["ben_chang_num"] += 1


def _drop_stick(log: LegalRecords, index: int, _: Any) -> None:
    del log.records[index : index + (2 if log.name(index + 1) == RIICHI_WAITED else 1)]


def _is_in_riichi(log: LegalRecords, index: int, _: Any) -> bool:
    user = _user(log, index)
    return any(
        [log.name(at) == ACCEPTED and log.fields(at)["user_id"] == user for at in range(log.start(index) + 1, index)]
    )


def _mark_as_from_hand(log: LegalRecords, index: int, data: Any) -> None:
    game = log.legal.game(index)
    require(game is not None)
    assert game is not None
    holdings = Holdings(game.hands[-1])
    for event in game.hands[-1].events:
        holdings.add(event)
    held = [tile >> 2 for tile in holdings.concealed[_seat(log, index)]]
    require(held and held.count(held[-1]) == 1)
    data["move_cards_pos"][0] -= 1


# ---- results


def _is_paid(_log: LegalRecords, _: int, data: Any) -> bool:
    return any([one["point_profit"] for one in data["user_profit"]])


def _pay(one: Any, more: int) -> None:
    """Change what a seat gains, and its points afterwards, where these are recorded."""
    one["point_profit"] += more
    if one.get("user_point") is not None:
        one["user_point"] += more


def _carry_on(log: LegalRecords, index: int) -> None:
    """Remove all hands after this one, so that its points need not be passed on."""
    following = [at for at in range(index + 1, len(log.records)) if log.name(at) in (HAND_RECORD, GAME_ENDED)]
    if following:
        del log.records[following[0] :]


def _pay_more(log: LegalRecords, index: int, data: Any) -> None:
    winner = data["win_info"][0]["user_id"]
    for one in data["user_profit"]:
        _pay(one, 100 if one["user_id"] == winner else -100 if one["point_profit"] < 0 else 0)
    _carry_on(log, index)


def _pay_more_for_noten(log: LegalRecords, index: int, data: Any) -> None:
    gains = sorted(data["user_profit"], key=lambda one: int(one["point_profit"]))
    _pay(gains[0], -100)
    _pay(gains[-1], 100)
    _carry_on(log, index)


def _add_stick(_log: LegalRecords, _: int, data: Any) -> None:
    for one in data["user_profit"]:
        if one["user_id"] == data["win_info"][0]["user_id"]:
            one["li_zhi_profit"] += 1000


def _rename_yaku(log: LegalRecords, _: int, data: Any) -> None:
    fangs = [one for one in data["win_info"][0]["fang_info"] if one["fang_type"] not in (0, 15, 50, 51, 52, 55)]
    log.one_of(fangs)["fang_type"] = 25


def _change_caller(log: LegalRecords, index: int, _: Any) -> None:
    require(log.name(index - 1) == ACTED)
    name, called, winner = log.records[index - 1]
    called["user_id"] = _other_user(log, index, winner)
    log.records[index - 1] = (name, called, called["user_id"])


def _exchange_ranks(_log: LegalRecords, _: int, data: Any) -> None:
    users = data["user_data"]
    users[0], users[-1] = users[-1], users[0]
    require(users[0]["point_num"] != users[-1]["point_num"])


# ---- offers on a discard


def _goes_on(log: LegalRecords, index: int, _: Any = None) -> bool:
    """Whether a hand goes on with a draw after a record; hands cut off are not judged."""
    at = index + 1
    while log.name(at) in (OFFER_MADE, PASSED):
        at += 1
    return log.name(at) == TURN_DATA


def _is_of_next_user(log: LegalRecords, index: int, _: Any) -> bool:
    return _user(log, index + 1) == _user(log, index)


def _has_chi(_log: LegalRecords, _: int, data: Any) -> bool:
    return not set(_CHIS).isdisjoint(data["action_list"])


def _withhold(log: LegalRecords, index: int, data: Any, actions: list[int]) -> None:
    """Remove one of these actions from an offer that nobody takes up."""
    data["action_list"].remove(log.one_of([one for one in data["action_list"] if one in actions]))
    if not data["action_list"]:
        del log.records[index]


def _said(log: LegalRecords, action: int, fewer_than: int = SEATS + 1) -> RecordLocation:
    """Put an offer of an action, or for 0 a pass, behind a discard that no other seat claims.

    It is said to a seat that does not wait for the tile, and holds fewer of its kind than `fewer_than`.
    """
    index, data = log.pick(ACTED, lambda at, data: _is_unclaimed(log, at, data, is_offer=bool(action)))
    table, discarder = log.table_before(index + 1), _seat(log, index)
    kind = table.hand.events[-1].tile >> 2
    others = [seat for seat in table.seats[: table.players] if seat.seat != discarder and not seat.waits >> kind & 1]
    seat = log.one_of([seat.seat for seat in others if seat.count(kind) < fewer_than])
    user = next(user for user in _users(log, index) if seat_of(log, user, index) == seat)
    said = {"out_card": data["card"], "action_list": [action]} if action else {}
    log.records.insert(index + 1, (OFFER_MADE if action else PASSED, said, user))
    return log.at_last(index, seat)


def _is_unclaimed(log: LegalRecords, at: int, data: Any, *, is_offer: bool) -> bool:
    is_followed = data["action"] == DISCARD_MADE and log.name(at + 1) == TURN_DATA
    return is_followed and (not is_offer or log.name(at - 1) == TURN_DATA)


# ---- offers in a seat's own turn, and waits


def _is_late(log: LegalRecords, at: int, _: Any) -> bool:
    """Whether so many records of a hand are before one that every seat has discarded."""
    return at > log.start(at) + 30


def _offer_kan(log: LegalRecords, index: int, data: Any) -> None:
    data["gang_cards"] = [_other_card(log, index, data["in_card"])]
    require(not log.table_before(index + 1).seats[_seat(log, index)].in_riichi)


def _all_but_last(_log: LegalRecords, _: int, listed: list[Any]) -> list[Any]:
    return listed[:-1]


def _other_yaku(_log: LegalRecords, _: int, waited: Any) -> Any:
    require("is_wu_yi" in waited)
    return waited | {"is_wu_yi": not waited["is_wu_yi"]}


def _shown(data: Any) -> list[Any]:
    """The hands shown at a draw that wait for something."""
    return [one for one in data["win_info"] if one["ting_card_list"]]


def _city_waits_shown_false(log: LegalRecords) -> RecordLocation:
    index, data = log.pick(ENDED, lambda _, data: data["end_type"] == DRAWN and data["user_profit"] and _shown(data))
    one = log.one_of(_shown(data))
    one["ting_card_list"][0] = _other_card(log, index, one["ting_card_list"][0])
    return log.at_last(index, seat_of(log, one["user_id"], index))


declare_rows(__file__, globals(), riichicity.NAME)
