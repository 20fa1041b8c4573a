"""Faults in Riichi City's records: walls and hashes, facts recorded twice, results, and what the server states about
the seats: offers made and withheld, waits, furiten, passes."""

from collections.abc import Callable
from typing import Any, Final

from auditor.core.events import RIICHI, SEATS, Game
from auditor.core.reading.building import Holdings
from auditor.core.units import SeatIndex
from auditor.formats import riichicity
from auditor.mutation.faults.fault import LegalRecords, RecordLocation, fault_of_records, require
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


def seat_of(log: LegalRecords, user: int, index: int) -> SeatIndex:
    """The seat of a player, counted from the game's first dealer."""
    hand = log.records[log.start(index)][1]
    users = [one["userId"] for one in hand["players"]]
    start = data_at(log, log.start(index) + 1)
    first = start["dealer_pos"] - start["chang_ci"] + 1
    seat: SeatIndex = (users.index(user) - first) % len(users)
    return seat


def data_at(log: LegalRecords, index: int) -> Any:
    """The data of a record."""
    return log.fields(index)["data"]


def pick_data(
    log: LegalRecords, name: str, fits: Callable[[int, Any], object] = lambda *_: True
) -> tuple[int, Any, SeatIndex]:
    """Choose a record of a name whose data fits. Returns its index, its data and its seat (-1 for none)."""
    index, fields = log.pick(name, lambda at, fields: fits(at, fields["data"]))
    return index, fields["data"], seat_of(log, fields["user"], index) if fields["user"] else -1


def is_proven(log: LegalRecords, index: int) -> bool:
    """Whether a record's hand has its wall."""
    return bool(log.records[log.start(index)][1].get("handCardEncode"))


def starts_of(log: LegalRecords, index: int) -> list[Any]:
    """The start data of a record's hand, one for each seat."""
    start = log.start(index)
    return [data_at(log, at) for at in range(start + 1, start + 1 + SEATS) if log.name(at) == START_DATA]


def pick_hand(log: LegalRecords, fits: Callable[[Any], object] = lambda _: True) -> tuple[int, Any]:
    """Choose a hand. Returns the index of its record, and its fields apart from its events."""
    return log.pick(HAND_RECORD, lambda _, hand: fits(hand))


def pick_later_hand(log: LegalRecords) -> tuple[int, Any]:
    """Choose a hand that follows another."""
    index, hand = log.pick(HAND_RECORD, lambda at, _: at > 0)
    return index, hand


def other_card(card: int, players: int) -> int:
    """Another tile of the same suit."""
    number = card % 256
    if number >= 49:
        return number + 16 if number < 145 else 49
    if players == 3 and number >= 33:
        return 41 if number == 33 else 33
    return number + 1 if number % 16 < 9 else number - 1


def _players(log: LegalRecords, index: int) -> int:
    return len(log.records[log.start(index)][1]["players"])


def pick_end(log: LegalRecords, *ends: int, fits: Callable[[Any], object] = lambda _: True) -> tuple[int, Any]:
    """Choose the end of a hand with one of these values of `end_type`."""
    index, fields = log.pick(
        ENDED, lambda _, one: one["data"]["end_type"] in ends and one["data"]["user_profit"] and fits(one["data"])
    )
    return index, fields["data"]


def _win_location(log: LegalRecords, index: int, data: Any) -> RecordLocation:
    return log.at_last(index, seat_of(log, data["win_info"][0]["user_id"], index))


def _base(data: Any) -> int:
    """The base points of a win."""
    base: int = data["win_info"][0]["bash_points"]
    return base


def is_one_win(data: Any) -> bool:
    """Whether a result has one winner."""
    return len(data["win_info"]) == 1


# ---- the wall


@fault_of_records(riichicity.NAME, _HASH_CHECK)
def city_wall_tiles_exchanged(log: LegalRecords) -> RecordLocation:
    """Two tiles of the whole wall are exchanged."""
    index, hand = pick_hand(log, lambda hand: hand.get("handCardEncode"))
    wall: str = hand["handCardEncode"]
    last = len(wall) - 2
    pairs = [(at, last) for at in range(0, last, 2) if wall[at : at + 2] != wall[last:]]
    first, second = log.one_of(pairs)
    hand["handCardEncode"] = wall[:first] + wall[second:] + wall[first + 2 : second] + wall[first : first + 2]
    return log.at_start(index)


def _other_hash(text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


@fault_of_records(riichicity.NAME, _HASH_CHECK)
def city_hash_false(log: LegalRecords) -> RecordLocation:
    """The hash of the wall is another, wherever the record has it."""
    index, hand = pick_hand(log, lambda hand: hand.get("handCardsSHA256"))
    hand["handCardsSHA256"] = _other_hash(hand["handCardsSHA256"])
    for start in starts_of(log, index):
        start["hand_cards_sha_256"] = hand["handCardsSHA256"]
    return log.at_start(index)


@fault_of_records(riichicity.NAME, _HASH_CHECK)
def city_hash_of_a_start_false(log: LegalRecords) -> RecordLocation:
    """One seat was given another hash than the wall's before the hand."""
    index, data, _ = pick_data(log, START_DATA, lambda _, one: one.get("hand_cards_sha_256"))
    data["hand_cards_sha_256"] = _other_hash(data["hand_cards_sha_256"])
    return log.at_start(index)


@fault_of_records(riichicity.NAME, _COPY_CHECK)
def city_wall_after_deal_differs(log: LegalRecords) -> RecordLocation:
    """The wall after the deal is not that of the whole wall."""
    index, hand = pick_hand(log, lambda hand: hand.get("handCardEncode") and hand.get("paiShan"))
    tiles = hand["paiShan"]
    at = log.rng.randrange(len(tiles))
    tiles[at] = other_card(tiles[at], _players(log, index))
    return log.at_start(index)


@fault_of_records(riichicity.NAME, _SEED_CHECK)
def city_tile_drawn_from_elsewhere(log: LegalRecords) -> RecordLocation:
    """A tile drawn, and discarded at once, is not the wall's."""

    def fits(at: int, data: Any) -> bool:
        follows = log.name(at + 1) == ACTED and data_at(log, at + 1)["action"] == DISCARD_MADE
        after = log.name(at + 2)
        return bool(
            is_proven(log, at) and data["in_card"] and follows and data_at(log, at + 1)["card"] == data["in_card"]
            and after == TURN_DATA and not data_at(log, at + 1)["is_li_zhi"] and not data["is_zi_mo"]
        )  # fmt: skip

    index, data, seat = pick_data(log, TURN_DATA, fits)
    data["in_card"] = other_card(data["in_card"], _players(log, index))
    data_at(log, index + 1)["card"] = data["in_card"]
    return log.at_last(index, seat)


@fault_of_records(riichicity.NAME, _SEED_CHECK)
def city_first_indicator_false(log: LegalRecords) -> RecordLocation:
    """The first indicator is not the wall's, in a drawn hand, where it changes no value."""
    index, _ = pick_end(log, DRAWN)
    require(is_proven(log, index))
    for start in starts_of(log, index):
        start["bao_pai_card"] = other_card(start["bao_pai_card"], _players(log, index))
    return log.at_start(index)


# ---- facts recorded twice


@fault_of_records(riichicity.NAME, _COPY_CHECK)
def city_honba_differs(log: LegalRecords) -> RecordLocation:
    """The hand has another counter than its starts."""
    index, hand = pick_hand(log)
    hand["benChangNum"] += 1
    return log.at_start(index)


@fault_of_records(riichicity.NAME, _COPY_CHECK)
def city_points_differ(log: LegalRecords) -> RecordLocation:
    """The list of players gives a seat other points than the starts."""
    index, hand = pick_hand(log)
    log.one_of(hand["players"])["points"] += 100
    return log.at_start(index)


@fault_of_records(riichicity.NAME, _COPY_CHECK)
def city_dealer_differs(log: LegalRecords) -> RecordLocation:
    """One seat is notified of another dealer."""
    index, data, _ = pick_data(log, START_DATA)
    data["dealer_pos"] = (data["dealer_pos"] + 1) % _players(log, index)
    return log.at_start(index)


@fault_of_records(riichicity.NAME, _COPY_CHECK)
def city_riichi_called_double(log: LegalRecords) -> RecordLocation:
    """A riichi is marked as a double one, which it is not."""
    index, data, seat = pick_data(log, ACTED, lambda _, one: one["is_li_zhi"] and one["li_zhi_type"] == 1)
    data["li_zhi_type"] = 2
    return log.at_first(index, seat)


@fault_of_records(riichicity.NAME, _COPY_CHECK)
def city_chi_of_another_form(log: LegalRecords) -> RecordLocation:
    """A chi is named for another form than its tiles have."""
    index, data, seat = pick_data(log, ACTED, lambda _, one: one["action"] in (2, 3, 4))
    data["action"] = log.one_of([action for action in (2, 3, 4) if action != data["action"]])
    has_stick = log.name(index + 1) == ACCEPTED  # a chi of the declaration tile: its stick is paid first
    return log.at_last(index + has_stick, seat)


@fault_of_records(riichicity.NAME, _COPY_CHECK)
def city_action_of_two_players(log: LegalRecords) -> RecordLocation:
    """A discard is one player's by the event, another's by its data."""
    index, data, seat = pick_data(
        log,
        ACTED,
        lambda at, one: one["action"] == DISCARD_MADE and log.name(at - 1) == TURN_DATA and not one["is_li_zhi"],
    )
    users = [one["userId"] for one in log.records[log.start(index)][1]["players"]]
    data["user_id"] = log.one_of([user for user in users if user != data["user_id"]])
    return log.at_last(index, seat)


@fault_of_records(riichicity.NAME, _COPY_CHECK)
def city_sticks_of_a_loser_differ(log: LegalRecords) -> RecordLocation:
    """The sticks cost a seat a point stick that it has not paid."""
    index, data = pick_end(log, BY_RON, BY_TSUMO, fits=is_one_win)
    winner = data["win_info"][0]["user_id"]
    one = log.one_of([one for one in data["user_profit"] if one["user_id"] != winner and not one["li_zhi_profit"]])
    one["li_zhi_profit"] = -1000
    return RecordLocation(log.legal.hand(index), seat_of(log, one["user_id"], index), _first_of_end(log, index))


def _first_of_end(log: LegalRecords, index: int) -> int:
    return log.at_first(index).event or 0


# ---- from hand to hand


@fault_of_records(riichicity.NAME, "honba/carry")
def city_counter_of_next_hand(log: LegalRecords) -> RecordLocation:
    """A hand that is drawn, the last of those kept, starts with a counter too many."""
    end, _ = pick_end(log, DRAWN)
    index = log.start(end)
    require(index > 0)
    hand = log.records[index][1]
    _carry_on(log, end)
    hand["benChangNum"] += 1
    for start in starts_of(log, index):
        start["ben_chang_num"] += 1
    return log.at_start(index)


@fault_of_records(riichicity.NAME, "stick/deposit")
def city_stick_not_accepted(log: LegalRecords) -> RecordLocation:
    """A riichi that nobody wins on is not accepted, and its stick not paid."""
    index, _, seat = pick_data(log, ACCEPTED)
    game = log.legal.game(index)
    require(game is not None)
    assert game is not None
    events = game.hands[-1].events
    riichis = [at for at, one in enumerate(events) if one.kind == RIICHI and one.seat == seat]
    declared = RecordLocation(log.legal.hand(index), seat, riichis[-1])
    del log.records[index : index + (2 if log.name(index + 1) == RIICHI_WAITED else 1)]
    return declared


@fault_of_records(riichicity.NAME, "turn/tsumogiri")
def city_tile_from_the_hand(log: LegalRecords) -> RecordLocation:
    """A tile just drawn, the only one of its face in the hand, is marked as coming from the hand."""

    def fits(at: int, data: Any) -> bool:
        before = log.name(at - 1) == TURN_DATA and data_at(log, at - 1)["in_card"] == data["card"]
        return bool(
            data["action"] == DISCARD_MADE and before and data["move_cards_pos"] and not data["is_li_zhi"]
            and not _is_in_riichi(log, at)
        )  # fmt: skip

    index, data, seat = pick_data(log, ACTED, fits)
    game = log.legal.game(index)
    require(_is_alone(game, seat))
    data["move_cards_pos"][0] -= 1
    return log.at_last(index, seat)


def _is_in_riichi(log: LegalRecords, index: int) -> bool:
    user = log.fields(index)["user"]
    return any(
        [log.name(at) == ACCEPTED and data_at(log, at)["user_id"] == user for at in range(log.start(index) + 1, index)]
    )


def _is_alone(game: Game | None, seat: SeatIndex) -> bool:
    """Whether a seat has just drawn a tile of a kind that it holds no other of."""
    if game is None:
        return False
    holdings = Holdings(game.hands[-1])
    for event in game.hands[-1].events:
        holdings.add(event)
    held = holdings.concealed[seat]
    return bool(held) and [tile >> 2 for tile in held].count(held[-1] >> 2) == 1


# ---- results


@fault_of_records(riichicity.NAME, "pay/win")
def city_payment_too_high(log: LegalRecords) -> RecordLocation:
    """A ron is paid with 100 points too much."""
    index, data = pick_end(log, BY_RON, fits=is_one_win)
    winner = data["win_info"][0]["user_id"]
    for one in data["user_profit"]:
        more = 100 if one["user_id"] == winner else -100 if one["point_profit"] < 0 else 0
        one["point_profit"] += more
        _add_points(one, more)
    _carry_on(log, index)
    return _win_location(log, index, data)


def _add_points(one: Any, more: int) -> None:
    if one.get("user_point") is not None:
        one["user_point"] += more


def _carry_on(log: LegalRecords, index: int) -> None:
    """Remove all hands after this one, so that its points need not be passed on."""
    following = [at for at in range(index + 1, len(log.records)) if log.name(at) in (HAND_RECORD, GAME_ENDED)]
    if following:
        del log.records[following[0] :]


@fault_of_records(riichicity.NAME, "stick/award")
def city_winner_counts_a_stick_more(log: LegalRecords) -> RecordLocation:
    """The winner is said to win a stick more than lie on the table."""
    index, data = pick_end(log, BY_RON, BY_TSUMO, fits=is_one_win)
    winner = data["win_info"][0]["user_id"]
    for one in data["user_profit"]:
        if one["user_id"] == winner:
            one["li_zhi_profit"] += 1000
    return _win_location(log, index, data)


@fault_of_records(riichicity.NAME, "stick/leak")
def city_points_after_hand(log: LegalRecords) -> RecordLocation:
    """The points after a hand are not those of its payments."""
    index, data = pick_end(
        log, BY_RON, BY_TSUMO, DRAWN, fits=lambda one: one["user_profit"][0].get("user_point") is not None
    )
    log.one_of(data["user_profit"])["user_point"] += 100
    return log.at_last(index)


@fault_of_records(riichicity.NAME, "win/value")
def city_fu_too_high(log: LegalRecords) -> RecordLocation:
    """A win is counted with other fu."""
    index, data = pick_end(
        log, BY_RON, BY_TSUMO, fits=lambda one: is_one_win(one) and one["win_info"][0]["all_fu"] == 30
    )
    require(data["win_info"][0]["all_fang_num"] < 13)
    data["win_info"][0]["all_fu"] = 60
    return _win_location(log, index, data)


@fault_of_records(riichicity.NAME, "win/value")
def city_value_too_low(log: LegalRecords) -> RecordLocation:
    """A win is said to be worth less than it is paid."""
    index, data = pick_end(log, BY_RON, fits=is_one_win)
    data["win_info"][0]["all_point"] -= 100
    return _win_location(log, index, data)


@fault_of_records(riichicity.NAME, "win/value")
def city_base_points_false(log: LegalRecords) -> RecordLocation:
    """The base points of a win are others, below a mangan."""
    index, data = pick_end(
        log, BY_RON, BY_TSUMO, fits=lambda one: is_one_win(one) and one["win_info"][0]["bash_points"] < 2000
    )
    data["win_info"][0]["bash_points"] -= 10
    return _win_location(log, index, data)


@fault_of_records(riichicity.NAME, "win/value")
def city_han_not_those_of_yaku(log: LegalRecords) -> RecordLocation:
    """The sum of han is not that of the yaku."""
    index, data = pick_end(log, BY_RON, BY_TSUMO, fits=is_one_win)
    data["win_info"][0]["all_fang_num"] += 1
    return _win_location(log, index, data)


@fault_of_records(riichicity.NAME, "win/yaku")
def city_yaku_renamed(log: LegalRecords) -> RecordLocation:
    """A yaku of a win is named another."""
    index, data = pick_end(
        log, BY_RON, BY_TSUMO, fits=lambda one: is_one_win(one) and one["win_info"][0]["all_fang_num"] < 13
    )
    fangs = [one for one in data["win_info"][0]["fang_info"] if one["fang_type"] not in (0, 15, 50, 51, 52, 55)]
    log.one_of(fangs)["fang_type"] = 25
    return _win_location(log, index, data)


@fault_of_records(riichicity.NAME, "win/record")
def city_winning_hand_false(log: LegalRecords) -> RecordLocation:
    """A win shows another tile than the winner holds."""
    index, data = pick_end(log, BY_RON, BY_TSUMO, fits=is_one_win)
    cards = data["win_info"][0]["user_cards"]
    cards[0] = other_card(cards[0], _players(log, index))
    return _win_location(log, index, data)


@fault_of_records(riichicity.NAME, "win/record")
def city_called_hand_false(log: LegalRecords) -> RecordLocation:
    """Who calls a win shows another tile than the result does."""
    index, data = pick_end(log, BY_RON, BY_TSUMO, fits=is_one_win)
    require(log.name(index - 1) == ACTED)
    cards = data_at(log, index - 1)["hand_cards"]
    cards[0] = other_card(cards[0], _players(log, index))
    return _win_location(log, index, data)


@fault_of_records(riichicity.NAME, _COPY_CHECK)
def city_winner_differs(log: LegalRecords) -> RecordLocation:
    """Another seat calls the win than is paid for it."""
    index, data = pick_end(log, BY_RON, fits=is_one_win)
    users = [one["userId"] for one in log.records[log.start(index)][1]["players"]]
    action = log.fields(index - 1)
    require(log.name(index - 1) == ACTED)
    other = log.one_of([user for user in users if user != action["user"]])
    action["user"] = action["data"]["user_id"] = other
    return _win_location(log, index, data)


@fault_of_records(riichicity.NAME, "pay/noten")
def city_noten_payment_false(log: LegalRecords) -> RecordLocation:
    """A noten hand pays 100 points too much to a tenpai one."""
    index, data = pick_end(log, DRAWN, fits=lambda one: any([seat["point_profit"] for seat in one["user_profit"]]))
    gains = sorted(data["user_profit"], key=lambda one: int(one["point_profit"]))
    for one, more in ((gains[0], -100), (gains[-1], 100)):
        one["point_profit"] += more
        _add_points(one, more)
    _carry_on(log, index)
    return log.at_last(index)


@fault_of_records(riichicity.NAME, "game/final")
def city_final_points_false(log: LegalRecords) -> RecordLocation:
    """The end of the game gives a seat other points."""
    index, data, _ = pick_data(log, GAME_ENDED)
    log.one_of(data["user_data"])["point_num"] += 100
    return log.at_last(index)


@fault_of_records(riichicity.NAME, "game/final")
def city_final_score_false(log: LegalRecords) -> RecordLocation:
    """The end of the game gives a seat another score."""
    index, data, _ = pick_data(log, GAME_ENDED)
    log.one_of(data["user_data"])["score"] += 10
    return log.at_last(index)


@fault_of_records(riichicity.NAME, "game/final")
def city_ranks_exchanged(log: LegalRecords) -> RecordLocation:
    """The end of the game puts two seats in each other's rank."""
    index, data, _ = pick_data(log, GAME_ENDED)
    users = data["user_data"]
    users[0], users[-1] = users[-1], users[0]
    require(users[0]["point_num"] != users[-1]["point_num"])
    return log.at_last(index)


# ---- offers


_PON, _OPEN_KAN, _RON = 5, 6, 7
_CHIS: Final = (2, 3, 4)


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


def _withheld(log: LegalRecords, actions: tuple[int, ...]) -> RecordLocation:
    """Remove one of these actions from an offer that nobody takes up."""
    index, data, seat = pick_data(
        log, OFFER_MADE, lambda at, one: _goes_on(log, at) and set(actions) & set(one["action_list"])
    )
    discard = _before_offers(log, index)
    action = log.one_of([one for one in data["action_list"] if one in actions])
    data["action_list"].remove(action)
    if not data["action_list"]:
        del log.records[index]
    return log.at_last(discard)._replace(seat=seat)


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_ron_withheld(log: LegalRecords) -> RecordLocation:
    """A seat that may win on a discard is not offered the ron."""
    index, data, seat = pick_data(log, OFFER_MADE, lambda at, one: _RON in one["action_list"] and log.name(at + 1))
    discard = _before_offers(log, index)
    data["action_list"].remove(_RON)
    return log.at_last(discard)._replace(seat=seat)


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_pon_withheld(log: LegalRecords) -> RecordLocation:
    """A seat with a pair of the tile discarded is not offered a pon."""
    return _withheld(log, (_PON,))


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_open_kan_withheld(log: LegalRecords) -> RecordLocation:
    """A seat with three of the tile discarded is not offered an open kan."""
    return _withheld(log, (_OPEN_KAN,))


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_chi_withheld(log: LegalRecords) -> RecordLocation:
    """A form of chi that the hand allows is not offered."""
    return _withheld(log, _CHIS)


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_call_not_offered(log: LegalRecords) -> RecordLocation:
    """A seat makes a pon that it was not offered."""
    index, data, seat = pick_data(
        log, OFFER_MADE, lambda at, one: _PON in one["action_list"] and _is_taken(log, at, (_PON,))
    )
    require(data["action_list"] == [_PON])
    del log.records[index]
    return log.at_last(index - 1, None)._replace(seat=seat)


def _is_taken(log: LegalRecords, index: int, actions: tuple[int, ...]) -> bool:
    following = index + 1
    is_same = log.name(following) == ACTED and log.fields(following)["user"] == log.fields(index)["user"]
    return is_same and data_at(log, following)["action"] in actions


def _falsely(log: LegalRecords, action: int, holds: int) -> RecordLocation:
    """Offer an action on a discard to a seat that holds fewer tiles of the kind than it needs."""

    def fits(at: int, data: Any) -> bool:
        return data["action"] == DISCARD_MADE and log.name(at + 1) == TURN_DATA and log.name(at - 1) == TURN_DATA

    index, data, _ = pick_data(log, ACTED, fits)
    game = log.legal.game(index + 1)
    assert game is not None
    table = log.table_before(index + 1)
    discarder = seat_of(log, log.fields(index)["user"], index)
    kind = table.hand.events[-1].tile >> 2
    seats = [
        seat.seat
        for seat in table.seats[: table.players]
        if seat.seat != discarder and seat.count(kind) < holds and not seat.waits >> kind & 1
    ]
    seat = log.one_of(seats)
    users = [one["userId"] for one in log.records[log.start(index)][1]["players"]]
    user = next(user for user in users if seat_of(log, user, index) == seat)
    log.records.insert(
        index + 1, (OFFER_MADE, {"user": user, "data": {"out_card": data["card"], "action_list": [action]}})
    )
    return log.at_last(index)._replace(seat=seat)


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_ron_offered_falsely(log: LegalRecords) -> RecordLocation:
    """A seat is offered a ron that does not complete its hand."""
    return _falsely(log, _RON, 5)


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_pon_offered_falsely(log: LegalRecords) -> RecordLocation:
    """A seat is offered a pon without a pair."""
    return _falsely(log, _PON, 2)


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_kan_offered_falsely(log: LegalRecords) -> RecordLocation:
    """A seat is offered an open kan without three tiles."""
    return _falsely(log, _OPEN_KAN, 3)


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_offer_of_another_tile(log: LegalRecords) -> RecordLocation:
    """An offer names another tile than the one discarded."""
    index, data, _ = pick_data(log, OFFER_MADE, lambda at, _: _goes_on(log, at))
    discard = _before_offers(log, index)
    data["out_card"] = other_card(data["out_card"], _players(log, index))
    return log.at_last(discard, seat_of(log, log.fields(discard)["user"], discard))


def _flipped(log: LegalRecords, name: str, fits: Callable[[int, Any], object]) -> RecordLocation:
    """Invert a flag in the data of a seat's own turn."""
    index, data, seat = pick_data(log, TURN_DATA, lambda at, one: name in one and _is_played(log, at) and fits(at, one))
    data[name] = not data[name]
    return log.at_last(index, seat)


def _is_played(log: LegalRecords, index: int) -> bool:
    """Whether a discard without riichi follows a turn."""
    return (
        log.name(index + 1) == ACTED
        and data_at(log, index + 1)["action"] == DISCARD_MADE
        and not data_at(log, index + 1)["is_li_zhi"]
    )


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_riichi_withheld(log: LegalRecords) -> RecordLocation:
    """A seat that may declare riichi, and does not, is not offered it."""
    return _flipped(log, "is_can_lizhi", lambda _, one: one["is_can_lizhi"] and not one.get("is_kai_li_zhi"))


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_riichi_offered_falsely(log: LegalRecords) -> RecordLocation:
    """A seat whose hand no discard leaves waiting is offered riichi."""
    return _flipped(log, "is_can_lizhi", lambda _, one: one["in_card"] and not one["in_ting_info"])


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_tsumo_offered_falsely(log: LegalRecords) -> RecordLocation:
    """A seat is offered a self-draw by a hand that is not complete."""
    return _flipped(log, "is_zi_mo", lambda _, one: one["in_card"] and not one["in_ting_info"] and not one["is_zi_mo"])


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_tsumo_not_offered(log: LegalRecords) -> RecordLocation:
    """A seat wins by a self-draw that it was not offered."""
    index, data, seat = pick_data(log, TURN_DATA, lambda _, one: one.get("is_zi_mo"))
    data["is_zi_mo"] = False
    return log.at_last(index, seat)


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_north_withheld(log: LegalRecords) -> RecordLocation:
    """A seat that holds a north, and keeps it, is not offered to set it aside."""
    return _flipped(log, "is_pull_north", lambda _, one: one["is_pull_north"])


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_nine_terminals_offered_falsely(log: LegalRecords) -> RecordLocation:
    """A seat that has discarded before is offered the draw of nine terminals."""
    return _flipped(log, "is_nine_cards", lambda at, one: one["in_card"] and at > log.start(at) + 30)


@fault_of_records(riichicity.NAME, "server/replacement")
def city_replacement_flag_false(log: LegalRecords) -> RecordLocation:
    """A tile from the live wall is said to be a replacement tile."""
    return _flipped(log, "is_gang_incard", lambda _, one: one["in_card"] and not one["is_gang_incard"])


@fault_of_records(riichicity.NAME, OFFER_CHECK)
def city_kan_kind_false(log: LegalRecords) -> RecordLocation:
    """A seat is offered a closed kan of a kind that it does not hold four of."""
    index, data, seat = pick_data(
        log, TURN_DATA, lambda at, one: one.get("gang_cards") == [] and one["in_card"] and _is_played(log, at)
    )
    data["gang_cards"] = [other_card(data["in_card"], _players(log, index))]
    table = log.table_before(index + 1)
    require(not table.seats[seat].in_riichi)
    return log.at_last(index, seat)


# ---- waits


def _pick_waits(log: LegalRecords, fits: Callable[[Any], object] = lambda _: True) -> tuple[int, Any, SeatIndex]:
    return pick_data(log, TURN_DATA, lambda _, one: one.get("in_ting_info") and fits(one))


@fault_of_records(riichicity.NAME, _WAITS_CHECK)
def city_wait_left_out(log: LegalRecords) -> RecordLocation:
    """A tile that a hand would wait for is left out."""
    index, data, seat = _pick_waits(log, lambda one: len(one["in_ting_info"][0]["ting_list"]) > 1)
    data["in_ting_info"][0]["ting_list"].pop()
    return log.at_last(index, seat)


@fault_of_records(riichicity.NAME, _WAITS_CHECK)
def city_wait_of_another_tile(log: LegalRecords) -> RecordLocation:
    """A hand would wait for another tile."""
    index, data, seat = _pick_waits(log, lambda one: len(one["in_ting_info"][0]["ting_list"]) == 1)
    waited = data["in_ting_info"][0]["ting_list"][0]
    waited["ting_card"] = other_card(waited["ting_card"], _players(log, index))
    return log.at_last(index, seat)


@fault_of_records(riichicity.NAME, _WAITS_CHECK)
def city_discard_left_out(log: LegalRecords) -> RecordLocation:
    """A discard that leaves a hand waiting is left out."""
    index, data, seat = _pick_waits(log, lambda one: one["in_card"])
    data["in_ting_info"].pop()
    return log.at_last(index, seat)


@fault_of_records(riichicity.NAME, FLAG_CHECK)
def city_furiten_of_waits_false(log: LegalRecords) -> RecordLocation:
    """A wait is marked as furiten, or not, against the seat's discards."""
    index, data, seat = _pick_waits(log)
    waited = log.one_of(log.one_of(data["in_ting_info"])["ting_list"])
    waited["is_zhen_ting"] = not waited["is_zhen_ting"]
    return log.at_last(index, seat)


@fault_of_records(riichicity.NAME, _WAITS_CHECK)
def city_yaku_of_waits_false(log: LegalRecords) -> RecordLocation:
    """A wait is marked as having a yaku, or none, against what the hand has."""
    index, data, seat = _pick_waits(log)
    waited = log.one_of(log.one_of(data["in_ting_info"])["ting_list"])
    require("is_wu_yi" in waited)
    waited["is_wu_yi"] = not waited["is_wu_yi"]
    return log.at_last(index, seat)


@fault_of_records(riichicity.NAME, _WAITS_CHECK)
def city_copies_left_false(log: LegalRecords) -> RecordLocation:
    """Another number of copies of a wait is said to be left."""
    index, data, seat = _pick_waits(log)
    log.one_of(log.one_of(data["in_ting_info"])["ting_list"])["left_num"] += 1
    return log.at_last(index, seat)


@fault_of_records(riichicity.NAME, _WAITS_CHECK)
def city_riichi_waits_false(log: LegalRecords) -> RecordLocation:
    """What a riichi waits for is not what its hand waits for."""
    index, data, seat = pick_data(log, RIICHI_WAITED)
    one = data["ting_info"][0]
    one["ting_card"] = other_card(one["ting_card"], _players(log, index))
    return log.at_last(index, seat)


@fault_of_records(riichicity.NAME, _WAITS_CHECK)
def city_waits_shown_false(log: LegalRecords) -> RecordLocation:
    """What a hand shown at a draw waits for is not what it waits for."""
    index, data = pick_end(log, DRAWN, fits=lambda one: any([win["ting_card_list"] for win in one["win_info"]]))
    one = log.one_of([win for win in data["win_info"] if win["ting_card_list"]])
    one["ting_card_list"][0] = other_card(one["ting_card_list"][0], _players(log, index))
    return log.at_last(index, seat_of(log, one["user_id"], index))


# ---- passes


@fault_of_records(riichicity.NAME, FLAG_CHECK)
def city_pass_not_said(log: LegalRecords) -> RecordLocation:
    """A seat is not notified that it let a winning tile pass."""
    index, _, seat = pick_data(log, PASSED)
    discard = _before_offers(log, index)
    require(_goes_on(log, index))
    del log.records[index]
    return log.at_last(discard)._replace(seat=seat)


@fault_of_records(riichicity.NAME, FLAG_CHECK)
def city_pass_said_falsely(log: LegalRecords) -> RecordLocation:
    """A seat is notified that it let a winning tile pass, which does not complete its hand."""

    def fits(at: int, data: Any) -> bool:
        return data["action"] == DISCARD_MADE and log.name(at + 1) == TURN_DATA

    index, _, _ = pick_data(log, ACTED, fits)
    table = log.table_before(index + 1)
    discarder = seat_of(log, log.fields(index)["user"], index)
    kind = table.hand.events[-1].tile >> 2
    seats = [
        seat.seat for seat in table.seats[: table.players] if seat.seat != discarder and not seat.waits >> kind & 1
    ]
    seat = log.one_of(seats)
    users = [one["userId"] for one in log.records[log.start(index)][1]["players"]]
    user = next(user for user in users if seat_of(log, user, index) == seat)
    log.records.insert(index + 1, (PASSED, {"user": user, "data": {}}))
    return log.at_last(index)._replace(seat=seat)


# ---- legal twins


@fault_of_records(riichicity.NAME, None, near=f"{_COPY_CHECK} server/offer server/waits")
def city_data_as_objects(log: LegalRecords) -> RecordLocation:
    """A tool has left out what says nothing: flags that are off, empty lists."""
    index, data, _ = pick_data(log, TURN_DATA, lambda _, one: not one.get("in_ting_info") and "is_nine_cards" in one)
    for name in ("oper_fixed_time", "oper_var_time", "is_first_xun_in"):
        data.pop(name, None)
    return log.at_last(index)
