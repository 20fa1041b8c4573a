"""Faults in Riichi City's records: walls and hashes, facts recorded twice, results, and what the server states about
the seats: offers made and withheld, waits, furiten, passes."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from auditor.core.events import RIICHI, SEATS
from auditor.core.reading.building import Holdings
from auditor.core.table.seat import Seat
from auditor.core.units import Kind, SeatIndex
from auditor.formats import riichicity
from auditor.mutation.faults import changes
from auditor.mutation.faults.changes import ANY_ENTRY, Change, Fits
from auditor.mutation.faults.legal import LegalRecords, RecordLocation, require
from auditor.mutation.faults.majsoul_server import FLAG_CHECK, OFFER_CHECK
from auditor.mutation.recorded import HAND_RECORD

START_DATA, TURN_DATA, OFFER_MADE, ACTED, ENDED, GAME_ENDED = "1", "2", "3", "4", "5", "6"
TURNED, ACCEPTED, PASSED, RIICHI_WAITED = "7", "8", "9", "11"
"""Names of records, which are the types of the events."""
BY_RON, BY_TSUMO, DRAWN = 0, 1, 7
"""The values of `end_type`."""
DISCARD_MADE: Final = 11
_HASH_CHECK: Final = "wall/hash"
_SEED_CHECK: Final = "wall/seed"
_COPY_CHECK: Final = "log/contradiction"
_WAITS_CHECK: Final = "server/waits"
_altered = partial(changes.alter_record, riichicity.NAME)
_alteration = partial(changes.fault_of_record, riichicity.NAME)
_fault = partial(changes.fault_of_records, riichicity.NAME)


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


def _seat(log: LegalRecords, index: int) -> SeatIndex:
    """The seat of a record's event."""
    return seat_of(log, _user(log, index), index)


def _own(log: LegalRecords, index: int, _: Any) -> RecordLocation:
    return log.at_last(index, _seat(log, index))


def _winner(log: LegalRecords, index: int, data: Any) -> RecordLocation:
    return log.at_last(index, seat_of(log, data["win_info"][0]["user_id"], index))


def is_proven(log: LegalRecords, index: int) -> bool:
    """Whether a record's hand has its wall."""
    return bool(log.fields(log.start(index)).get("handCardEncode"))


def starts_of(log: LegalRecords, index: int) -> list[Any]:
    """The start data of a record's hand, one for each seat."""
    start = log.start(index)
    return [log.fields(at) for at in range(start + 1, start + 1 + SEATS) if log.name(at) == START_DATA]


def other_card(log: LegalRecords, index: int, card: int) -> int:
    """Another tile of the same suit, of those that a record's hand is played with."""
    number = card % 256
    if number >= 49:
        return number + 16 if number < 145 else 49
    if len(_users(log, index)) == 3 and number >= 33:
        return 41 if number == 33 else 33
    return number + 1 if number % 16 < 9 else number - 1


_other: Final = partial(changes.alter, other_card)
"""A change of the tile at a path to another."""


def _end(*ends: int, fits: Callable[[Any], object] = lambda _: True) -> Fits:
    """Whether a record is the end of a hand with one of these values of `end_type`."""
    return lambda _log, _, data: data["end_type"] in ends and data["user_profit"] and fits(data)


def _win(*ends: int, fits: Callable[[Any], object] = lambda _: True) -> Fits:
    """Whether a record is the end of a hand, in such a way, by one win that fits."""
    return _end(*ends, fits=lambda data: len(data["win_info"]) == 1 and fits(data["win_info"][0]))


# ---- the wall


@_alteration(_HASH_CHECK, HAND_RECORD, lambda log, at, hand: hand.get("handCardEncode"))
def city_wall_tiles_exchanged(log: LegalRecords, _: int, hand: Any) -> None:
    """Two tiles of the whole wall are exchanged."""
    wall: str = hand["handCardEncode"]
    last = len(wall) - 2
    pairs = [(at, last) for at in range(0, last, 2) if wall[at : at + 2] != wall[last:]]
    first, second = log.one_of(pairs)
    hand["handCardEncode"] = wall[:first] + wall[second:] + wall[first + 2 : second] + wall[first : first + 2]


def _other_hash(_log: LegalRecords, _: int, text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


@_alteration(_HASH_CHECK, HAND_RECORD, lambda log, at, hand: hand.get("handCardsSHA256"))
def city_hash_false(log: LegalRecords, index: int, hand: Any) -> None:
    """The hash of the wall is another, wherever the record has it."""
    hand["handCardsSHA256"] = _other_hash(log, index, hand["handCardsSHA256"])
    for start in starts_of(log, index):
        start["hand_cards_sha_256"] = hand["handCardsSHA256"]


def _is_wall_drawn(log: LegalRecords, at: int, data: Any) -> bool:
    """Whether a tile is drawn from a known wall and discarded at once, with nothing else to judge."""
    drawn = data["in_card"]
    is_discarded = _is_played(log, at) and log.fields(at + 1)["card"] == drawn and log.name(at + 2) == TURN_DATA
    return bool(is_proven(log, at) and drawn and is_discarded and not data["is_zi_mo"])


@_alteration(_SEED_CHECK, TURN_DATA, _is_wall_drawn, _own)
def city_tile_drawn_from_elsewhere(log: LegalRecords, index: int, data: Any) -> None:
    """A tile drawn, and discarded at once, is not the wall's."""
    data["in_card"] = other_card(log, index, data["in_card"])
    log.fields(index + 1)["card"] = data["in_card"]


@_alteration(_SEED_CHECK, ENDED, _end(DRAWN))
def city_first_indicator_false(log: LegalRecords, index: int, _: Any) -> None:
    """The first indicator is not the wall's, in a drawn hand, where it changes no value."""
    require(is_proven(log, index))
    for start in starts_of(log, index):
        start["bao_pai_card"] = other_card(log, index, start["bao_pai_card"])


# ---- facts recorded twice


# fmt: off
_altered("city-hash-of-a-start-false", _HASH_CHECK, START_DATA, changes.alter(_other_hash, "hand_cards_sha_256"),
         "One seat was given another hash than the wall's before the hand.",
         lambda log, at, start: start.get("hand_cards_sha_256"))
_altered("city-wall-after-deal-differs", _COPY_CHECK, HAND_RECORD, _other("paiShan", ANY_ENTRY),
         "The wall after the deal is not that of the whole wall.",
         lambda log, at, hand: hand.get("handCardEncode") and hand.get("paiShan"))
_altered("city-honba-differs", _COPY_CHECK, HAND_RECORD, changes.add(1, "benChangNum"),
         "The hand has another counter than its starts.")
_altered("city-points-differ", _COPY_CHECK, HAND_RECORD, changes.add(100, "players", ANY_ENTRY, "points"),
         "The list of players gives a seat other points than the starts.")
_altered("city-dealer-differs", _COPY_CHECK, START_DATA,
         changes.alter(lambda log, at, dealer: (dealer + 1) % len(_users(log, at)), "dealer_pos"),
         "One seat is notified of another dealer.")
_altered("city-riichi-called-double", _COPY_CHECK, ACTED, changes.put(2, "li_zhi_type"),
         "A riichi is marked as a double one, which it is not.",
         lambda log, at, data: data["is_li_zhi"] and data["li_zhi_type"] == 1,
         lambda log, at, _: log.at_first(at, _seat(log, at)))
# fmt: on


_PON, _OPEN_KAN, _RON = 5, 6, 7
_CHIS: Final = (2, 3, 4)


def _after_stick(log: LegalRecords, index: int, _: Any) -> RecordLocation:
    """The location of a chi. One of the declaration tile comes after its stick, which is paid first."""
    return log.at_last(index + (log.name(index + 1) == ACCEPTED), _seat(log, index))


@_alteration(_COPY_CHECK, ACTED, lambda log, at, data: data["action"] in _CHIS, _after_stick)
def city_chi_of_another_form(log: LegalRecords, _: int, data: Any) -> None:
    """A chi is named for another form than its tiles have."""
    data["action"] = log.one_of([action for action in _CHIS if action != data["action"]])


def _is_played(log: LegalRecords, index: int) -> bool:
    """Whether a discard without riichi follows a record."""
    played = log.fields(index + 1) if log.name(index + 1) == ACTED else {"action": None}
    return played["action"] == DISCARD_MADE and not played["is_li_zhi"]


def _is_played_in_turn(log: LegalRecords, index: int, _: Any) -> bool:
    return log.name(index - 1) == TURN_DATA and _is_played(log, index - 1)


@_alteration(_COPY_CHECK, ACTED, _is_played_in_turn, _own)
def city_action_of_two_players(log: LegalRecords, index: int, data: Any) -> None:
    """A discard is one player's by the event, another's by its data."""
    data["user_id"] = log.one_of([user for user in _users(log, index) if user != data["user_id"]])


@_fault(_COPY_CHECK)
def city_sticks_of_a_loser_differ(log: LegalRecords) -> RecordLocation:
    """The sticks cost a seat a point stick that it has not paid."""
    is_win = _win(BY_RON, BY_TSUMO)
    index, data = log.pick(ENDED, lambda at, data: is_win(log, at, data))
    winner = data["win_info"][0]["user_id"]
    one = log.one_of([one for one in data["user_profit"] if one["user_id"] != winner and not one["li_zhi_profit"]])
    one["li_zhi_profit"] = -1000
    return log.at_first(index, seat_of(log, one["user_id"], index))


# ---- from hand to hand


@_alteration("honba/carry", ENDED, _end(DRAWN))
def city_counter_of_next_hand(log: LegalRecords, end: int, _: Any) -> None:
    """A hand that is drawn, the last of those kept, starts with a counter too many."""
    index = log.start(end)
    require(index > 0)
    _carry_on(log, end)
    log.fields(index)["benChangNum"] += 1
    for start in starts_of(log, index):
        start["ben_chang_num"] += 1


def _declared(log: LegalRecords, index: int, _: Any) -> RecordLocation:
    """The location of the riichi whose stick a record accepts."""
    game, seat = log.legal.game(index), _seat(log, index)
    require(game is not None)
    assert game is not None
    riichis = [at for at, one in enumerate(game.hands[-1].events) if one.kind == RIICHI and one.seat == seat]
    return RecordLocation(log.legal.hand(index), seat, riichis[-1])


@_alteration("stick/deposit", ACCEPTED, where=_declared)
def city_stick_not_accepted(log: LegalRecords, index: int, _: Any) -> None:
    """A riichi that nobody wins on is not accepted, and its stick not paid."""
    del log.records[index : index + (2 if log.name(index + 1) == RIICHI_WAITED else 1)]


def _is_drawn_discarded(log: LegalRecords, at: int, data: Any) -> bool:
    before = log.name(at - 1) == TURN_DATA and log.fields(at - 1)["in_card"] == data["card"]
    is_plain = data["action"] == DISCARD_MADE and data["move_cards_pos"] and not data["is_li_zhi"]
    return bool(is_plain and before and not _is_in_riichi(log, at))


def _is_in_riichi(log: LegalRecords, index: int) -> bool:
    user = _user(log, index)
    return any(
        [log.name(at) == ACCEPTED and log.fields(at)["user_id"] == user for at in range(log.start(index) + 1, index)]
    )


@_alteration("turn/tsumogiri", ACTED, _is_drawn_discarded, _own)
def city_tile_from_the_hand(log: LegalRecords, index: int, data: Any) -> None:
    """A tile just drawn, the only one of its face in the hand, is marked as coming from the hand."""
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


@_alteration("pay/win", ENDED, _win(BY_RON), _winner)
def city_payment_too_high(log: LegalRecords, index: int, data: Any) -> None:
    """A ron is paid with 100 points too much."""
    winner = data["win_info"][0]["user_id"]
    for one in data["user_profit"]:
        _pay(one, 100 if one["user_id"] == winner else -100 if one["point_profit"] < 0 else 0)
    _carry_on(log, index)


@_alteration("stick/award", ENDED, _win(BY_RON, BY_TSUMO), _winner)
def city_winner_counts_a_stick_more(_log: LegalRecords, _: int, data: Any) -> None:
    """The winner is said to win a stick more than lie on the table."""
    for one in data["user_profit"]:
        if one["user_id"] == data["win_info"][0]["user_id"]:
            one["li_zhi_profit"] += 1000


@_alteration("win/value", ENDED, _win(BY_RON, BY_TSUMO, fits=lambda win: win["all_fu"] == 30), _winner)
def city_fu_too_high(_log: LegalRecords, _: int, data: Any) -> None:
    """A win is counted with other fu."""
    require(data["win_info"][0]["all_fang_num"] < 13)
    data["win_info"][0]["all_fu"] = 60


@_alteration("win/yaku", ENDED, _win(BY_RON, BY_TSUMO, fits=lambda win: win["all_fang_num"] < 13), _winner)
def city_yaku_renamed(log: LegalRecords, _: int, data: Any) -> None:
    """A yaku of a win is named another."""
    fangs = [one for one in data["win_info"][0]["fang_info"] if one["fang_type"] not in (0, 15, 50, 51, 52, 55)]
    log.one_of(fangs)["fang_type"] = 25


@_alteration("win/record", ENDED, _win(BY_RON, BY_TSUMO), _winner)
def city_called_hand_false(log: LegalRecords, index: int, _: Any) -> None:
    """Who calls a win shows another tile than the result does."""
    require(log.name(index - 1) == ACTED)
    cards = log.fields(index - 1)["hand_cards"]
    cards[0] = other_card(log, index, cards[0])


@_alteration(_COPY_CHECK, ENDED, _win(BY_RON), _winner)
def city_winner_differs(log: LegalRecords, index: int, _: Any) -> None:
    """Another seat calls the win than is paid for it."""
    require(log.name(index - 1) == ACTED)
    name, called, winner = log.records[index - 1]
    called["user_id"] = log.one_of([user for user in _users(log, index) if user != winner])
    log.records[index - 1] = (name, called, called["user_id"])


def _is_paid(data: Any) -> bool:
    return any([one["point_profit"] for one in data["user_profit"]])


@_alteration("pay/noten", ENDED, _end(DRAWN, fits=_is_paid), changes.at_last)
def city_noten_payment_false(log: LegalRecords, index: int, data: Any) -> None:
    """A noten hand pays 100 points too much to a tenpai one."""
    gains = sorted(data["user_profit"], key=lambda one: int(one["point_profit"]))
    _pay(gains[0], -100)
    _pay(gains[-1], 100)
    _carry_on(log, index)


@_alteration("game/final", GAME_ENDED, where=changes.at_last)
def city_ranks_exchanged(_log: LegalRecords, _: int, data: Any) -> None:
    """The end of the game puts two seats in each other's rank."""
    users = data["user_data"]
    users[0], users[-1] = users[-1], users[0]
    require(users[0]["point_num"] != users[-1]["point_num"])


# fmt: off
_altered("city-points-after-hand", "stick/leak", ENDED, changes.add(100, "user_profit", ANY_ENTRY, "user_point"),
         "The points after a hand are not those of its payments.",
         _end(BY_RON, BY_TSUMO, DRAWN, fits=lambda data: data["user_profit"][0].get("user_point") is not None),
         changes.at_last)
_altered("city-value-too-low", "win/value", ENDED, changes.add(-100, "win_info", 0, "all_point"),
         "A win is said to be worth less than it is paid.", _win(BY_RON), _winner)
_altered("city-base-points-false", "win/value", ENDED, changes.add(-10, "win_info", 0, "bash_points"),
         "The base points of a win are others, below a mangan.",
         _win(BY_RON, BY_TSUMO, fits=lambda win: win["bash_points"] < 2000), _winner)
_altered("city-han-not-those-of-yaku", "win/value", ENDED, changes.add(1, "win_info", 0, "all_fang_num"),
         "The sum of han is not that of the yaku.", _win(BY_RON, BY_TSUMO), _winner)
_altered("city-winning-hand-false", "win/record", ENDED, _other("win_info", 0, "user_cards", 0),
         "A win shows another tile than the winner holds.", _win(BY_RON, BY_TSUMO), _winner)
_altered("city-final-points-false", "game/final", GAME_ENDED, changes.add(100, "user_data", ANY_ENTRY, "point_num"),
         "The end of the game gives a seat other points.", where=changes.at_last)
_altered("city-final-score-false", "game/final", GAME_ENDED, changes.add(10, "user_data", ANY_ENTRY, "score"),
         "The end of the game gives a seat another score.", where=changes.at_last)
# fmt: on


# ---- offers on a discard


def _goes_on(log: LegalRecords, index: int) -> bool:
    """Whether a hand goes on with a draw after a record; hands cut off are not judged."""
    at = index + 1
    while log.name(at) in (OFFER_MADE, PASSED):
        at += 1
    return log.name(at) == TURN_DATA


def _before_offers(log: LegalRecords, index: int) -> int:
    """The index of the discard that an offer is made on."""
    while log.name(index) in (OFFER_MADE, PASSED):
        index -= 1
    return index


def _on_discard(log: LegalRecords, index: int, _: Any) -> RecordLocation:
    """The location of a seat's offer or pass: the discard that it is made on."""
    return log.at_last(_before_offers(log, index), _seat(log, index))


def _withheld(name: str, actions: Iterable[int], point: str) -> None:
    """Declare a fault that removes one of these actions from an offer that nobody takes up."""

    def withdraw(log: LegalRecords, index: int, data: Any) -> None:
        data["action_list"].remove(log.one_of([one for one in data["action_list"] if one in actions]))
        if not data["action_list"]:
            del log.records[index]

    def fits(log: LegalRecords, index: int, data: Any) -> bool:
        return _goes_on(log, index) and not set(actions).isdisjoint(data["action_list"])

    _altered(name, OFFER_CHECK, OFFER_MADE, withdraw, point, fits, _on_discard)


def _is_taken(log: LegalRecords, index: int, data: Any) -> bool:
    """Whether an offered pon is made."""
    is_same = log.name(index + 1) == ACTED and _user(log, index + 1) == _user(log, index)
    return _PON in data["action_list"] and is_same and log.fields(index + 1)["action"] == _PON


@_alteration(OFFER_CHECK, OFFER_MADE, _is_taken, lambda log, at, _: log.at_last(at - 1, _seat(log, at)))
def city_call_not_offered(log: LegalRecords, index: int, data: Any) -> None:
    """A seat makes a pon that it was not offered."""
    require(data["action_list"] == [_PON])
    del log.records[index]


def _said(name: str, check: str, record: str, point: str, fits: Callable[[Seat, Kind], bool], *actions: int) -> None:
    """Declare a fault that puts an offer, or a pass, behind a discard that no other seat claims.

    fits: whether a seat is one to choose, by the kind of the tile discarded, which it does not wait for.
    """

    def put(log: LegalRecords) -> RecordLocation:
        index, data = log.pick(ACTED, lambda at, data: _is_unclaimed(log, at, data, is_offer=bool(actions)))
        table, discarder = log.table_before(index + 1), _seat(log, index)
        kind = table.hand.events[-1].tile >> 2
        others = [
            seat for seat in table.seats[: table.players] if seat.seat != discarder and not seat.waits >> kind & 1
        ]
        seat = log.one_of([seat.seat for seat in others if fits(seat, kind)])
        user = next(user for user in _users(log, index) if seat_of(log, user, index) == seat)
        said = {"out_card": data["card"], "action_list": list(actions)} if actions else {}
        log.records.insert(index + 1, (record, said, user))
        return log.at_last(index, seat)

    changes.put_fault(riichicity.NAME, name, check, point, put)


def _is_unclaimed(log: LegalRecords, at: int, data: Any, *, is_offer: bool) -> bool:
    is_followed = data["action"] == DISCARD_MADE and log.name(at + 1) == TURN_DATA
    return is_followed and (not is_offer or log.name(at - 1) == TURN_DATA)


# fmt: off
_altered("city-ron-withheld", OFFER_CHECK, OFFER_MADE, lambda log, at, data: data["action_list"].remove(_RON),
         "A seat that may win on a discard is not offered the ron.",
         lambda log, at, data: _RON in data["action_list"] and log.name(at + 1), _on_discard)
_withheld("city-pon-withheld", [_PON], "A seat with a pair of the tile discarded is not offered a pon.")
_withheld("city-open-kan-withheld", [_OPEN_KAN],
          "A seat with three of the tile discarded is not offered an open kan.")
_withheld("city-chi-withheld", _CHIS, "A form of chi that the hand allows is not offered.")
_said("city-ron-offered-falsely", OFFER_CHECK, OFFER_MADE,
      "A seat is offered a ron that does not complete its hand.", lambda seat, kind: True, _RON)
_said("city-pon-offered-falsely", OFFER_CHECK, OFFER_MADE,
      "A seat is offered a pon without a pair.", lambda seat, kind: seat.count(kind) < 2, _PON)
_said("city-kan-offered-falsely", OFFER_CHECK, OFFER_MADE,
      "A seat is offered an open kan without three tiles.", lambda seat, kind: seat.count(kind) < 3, _OPEN_KAN)
_said("city-pass-said-falsely", FLAG_CHECK, PASSED,
      "A seat is notified that it let a winning tile pass, which does not complete its hand.", lambda seat, kind: True)
_altered("city-offer-of-another-tile", OFFER_CHECK, OFFER_MADE, _other("out_card"),
         "An offer names another tile than the one discarded.", lambda log, at, _: _goes_on(log, at),
         lambda log, at, data: _own(log, _before_offers(log, at), data))
# fmt: on


@_alteration(FLAG_CHECK, PASSED, where=_on_discard)
def city_pass_not_said(log: LegalRecords, index: int, _: Any) -> None:
    """A seat is not notified that it let a winning tile pass."""
    require(_goes_on(log, index))
    del log.records[index]


# ---- offers in a seat's own turn


def _flipped(check: str, name: str, flag: str, point: str, fits: Fits) -> None:
    """Declare a fault that inverts a flag in the data of a seat's own turn."""
    _altered(name, check, TURN_DATA, changes.negate(flag), point,
             lambda log, at, one: flag in one and _is_played(log, at) and fits(log, at, one), _own)  # fmt: skip


# fmt: off
_flipped(OFFER_CHECK, "city-riichi-withheld", "is_can_lizhi",
         "A seat that may declare riichi, and does not, is not offered it.",
         lambda log, at, turn: turn["is_can_lizhi"] and not turn.get("is_kai_li_zhi"))
_flipped(OFFER_CHECK, "city-riichi-offered-falsely", "is_can_lizhi",
         "A seat whose hand no discard leaves waiting is offered riichi.",
         lambda log, at, turn: turn["in_card"] and not turn["in_ting_info"])
_flipped(OFFER_CHECK, "city-tsumo-offered-falsely", "is_zi_mo",
         "A seat is offered a self-draw by a hand that is not complete.",
         lambda log, at, turn: turn["in_card"] and not turn["in_ting_info"] and not turn["is_zi_mo"])
_flipped(OFFER_CHECK, "city-north-withheld", "is_pull_north",
         "A seat that holds a north, and keeps it, is not offered to set it aside.",
         lambda log, at, turn: turn["is_pull_north"])
_flipped(OFFER_CHECK, "city-nine-terminals-offered-falsely", "is_nine_cards",
         "A seat that has discarded before is offered the draw of nine terminals.",
         lambda log, at, turn: turn["in_card"] and at > log.start(at) + 30)
_flipped("server/replacement", "city-replacement-flag-false", "is_gang_incard",
         "A tile from the live wall is said to be a replacement tile.",
         lambda log, at, turn: turn["in_card"] and not turn["is_gang_incard"])
_altered("city-tsumo-not-offered", OFFER_CHECK, TURN_DATA, changes.put(False, "is_zi_mo"),
         "A seat wins by a self-draw that it was not offered.", lambda log, at, turn: turn.get("is_zi_mo"), _own)
# fmt: on


def _has_no_kan(log: LegalRecords, at: int, turn: Any) -> bool:
    return bool(turn.get("gang_cards") == [] and turn["in_card"]) and _is_played(log, at)


@_alteration(OFFER_CHECK, TURN_DATA, _has_no_kan, _own)
def city_kan_kind_false(log: LegalRecords, index: int, data: Any) -> None:
    """A seat is offered a closed kan of a kind that it does not hold four of."""
    data["gang_cards"] = [other_card(log, index, data["in_card"])]
    require(not log.table_before(index + 1).seats[_seat(log, index)].in_riichi)


# ---- waits


_ANY_WAIT: Final = ("in_ting_info", ANY_ENTRY, "ting_list", ANY_ENTRY)
"""Where a turn says what one of the discards leaves the hand waiting for."""


def _waiting(check: str, name: str, change: Change, point: str, fits: Callable[[Any], object] = lambda _: True) -> None:
    """Declare a fault in what a turn says of waits."""
    _altered(name, check, TURN_DATA, change, point, lambda _log, _, turn: turn.get("in_ting_info") and fits(turn), _own)


def _other_yaku(log: LegalRecords, _: int, turn: Any) -> None:
    waited = log.one_of(log.one_of(turn["in_ting_info"])["ting_list"])
    require("is_wu_yi" in waited)
    waited["is_wu_yi"] = not waited["is_wu_yi"]


@_fault(_WAITS_CHECK)
def city_waits_shown_false(log: LegalRecords) -> RecordLocation:
    """What a hand shown at a draw waits for is not what it waits for."""
    is_shown = _end(DRAWN, fits=lambda one: any([win["ting_card_list"] for win in one["win_info"]]))
    index, data = log.pick(ENDED, lambda at, data: is_shown(log, at, data))
    one = log.one_of([win for win in data["win_info"] if win["ting_card_list"]])
    one["ting_card_list"][0] = other_card(log, index, one["ting_card_list"][0])
    return log.at_last(index, seat_of(log, one["user_id"], index))


# fmt: off
_waiting(_WAITS_CHECK, "city-wait-left-out", lambda log, at, turn: turn["in_ting_info"][0]["ting_list"].pop(),
         "A tile that a hand would wait for is left out.", lambda turn: len(turn["in_ting_info"][0]["ting_list"]) > 1)
_waiting(_WAITS_CHECK, "city-wait-of-another-tile", _other("in_ting_info", 0, "ting_list", 0, "ting_card"),
         "A hand would wait for another tile.", lambda turn: len(turn["in_ting_info"][0]["ting_list"]) == 1)
_waiting(_WAITS_CHECK, "city-discard-left-out", lambda log, at, turn: turn["in_ting_info"].pop(),
         "A discard that leaves a hand waiting is left out.", lambda turn: turn["in_card"])
_waiting(FLAG_CHECK, "city-furiten-of-waits-false", changes.negate(*_ANY_WAIT, "is_zhen_ting"),
         "A wait is marked as furiten, or not, against the seat's discards.")
_waiting(_WAITS_CHECK, "city-yaku-of-waits-false", _other_yaku,
         "A wait is marked as having a yaku, or none, against what the hand has.")
_waiting(_WAITS_CHECK, "city-copies-left-false", changes.add(1, *_ANY_WAIT, "left_num"),
         "Another number of copies of a wait is said to be left.")
_altered("city-riichi-waits-false", _WAITS_CHECK, RIICHI_WAITED, _other("ting_info", 0, "ting_card"),
         "What a riichi waits for is not what its hand waits for.", where=_own)
# fmt: on


# ---- legal twins


@_fault(None, f"{_COPY_CHECK} server/offer server/waits")
def city_data_as_objects(log: LegalRecords) -> RecordLocation:
    """A tool has left out what says nothing: flags that are off, empty lists."""
    index, data = log.pick(TURN_DATA, lambda _, one: not one.get("in_ting_info") and "is_nine_cards" in one)
    for name in ("oper_fixed_time", "oper_var_time", "is_first_xun_in"):
        data.pop(name, None)
    return log.at_last(index)
