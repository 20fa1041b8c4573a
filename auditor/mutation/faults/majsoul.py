"""Faults in Mahjong Soul's records: walls, tiles, turns, marks and sticks, the ends of hands, flags and offers.

Most are rows of majsoul.toml, which name the functions here without their underscore.
"""

from collections.abc import Callable
from typing import Any, Final

from auditor.core.tiles import parse_kinds
from auditor.core.units import SeatIndex
from auditor.core.yaku import RIICHIS
from auditor.formats import majsoul
from auditor.formats.majsoul.header import is_ranked
from auditor.formats.majsoul.vocabulary import FAN_OF_NAME, LIMIT_OF_TITLE, YAKU_OF_FAN, is_whole
from auditor.mutation.faults.fault import FAULTS, declare_rows
from auditor.mutation.faults.legal import LegalGame, LegalRecords, NoSpotError, RecordLocation, require
from auditor.testing.majsoul_records import records

_DEAL: Final = "RecordDealTile"
_DISCARD: Final = "RecordDiscardTile"
_CALL: Final = "RecordChiPengGang"
_START: Final = "RecordNewRound"
_WIN: Final = "RecordHule"
_EXHAUSTED: Final = "RecordNoTile"
_WITH_STICK: Final = (_DEAL, _DEAL, _CALL)
_HASHES: Final = ("md5", "sha256", "saltSha256")
_STICK: Final = 1000
_RIICHI_OR_URA: Final = (2, 18, 33)
_RIICHI_OFFER, _RON_OFFER = 7, 9
_OFFER_OF_CALL: Final = (2, 3, 5)


def _seat_of(record: Any) -> SeatIndex:
    seat: int = record.get("seat", 0)
    return seat


def _seat(_log: LegalRecords, _: int, seat: int) -> SeatIndex:
    return seat


def _has_whole_wall(log: LegalRecords, index: int, _: Any = None) -> bool:
    """Whether the wall of a record's hand includes the tiles dealt."""
    start = log.fields(log.start(index))
    return is_whole(start.get("paishan", ""), len(start["scores"]))


def _others_tile(log: LegalRecords, index: int, seat: int, *not_these: str) -> str:
    """A tile dealt to another seat, of another kind than these."""
    start = log.fields(log.start(index))
    tiles: list[str] = [tile for other in range(4) if other != seat for tile in start.get(f"tiles{other}", ())]
    kinds = [tile.replace("0", "5") for tile in not_these]
    return log.rng.choice([tile for tile in tiles if tile.replace("0", "5") not in kinds])


def _winner(log: LegalRecords, at: int, record: Any) -> RecordLocation:
    """The location of the first of a record's wins."""
    return log.at_last(at, _seat_of(record["hules"][0])).moved(1 - len(record["hules"]))


def _first_win(log: LegalRecords, at: int, record: Any) -> RecordLocation:
    """The same, of no seat."""
    return log.at_last(at).moved(1 - len(record["hules"]))


# ---- the wall


def _tile_of_others(log: LegalRecords, at: int, tile: str) -> str:
    """A tile that another seat than the record's was dealt."""
    return _others_tile(log, at, _seat_of(log.fields(at)), tile)


def _tile_dealt(log: LegalRecords, at: int, tile: str) -> str:
    """A tile that some seat was dealt, of another kind."""
    return _others_tile(log, at, 9, tile)


def _has_hash(_log: LegalRecords, _: int, start: Any) -> bool:
    return any([start.get(key) for key in _HASHES])


def _in_capitals(_log: LegalRecords, _: int, digest: str | int) -> str:
    return str(digest or "").upper()


def _exchanged(log: LegalRecords, _: int, wall: str) -> str:
    """A wall with two tiles in each other's place."""
    first, second = sorted(log.rng.sample(range(0, len(wall), 2), 2))
    one, other = wall[first : first + 2], wall[second : second + 2]
    require(one != other)
    return wall[:first] + other + wall[first + 2 : second] + one + wall[second + 2 :]


def _alter_hash(log: LegalRecords, _: int, start: Any) -> None:
    key = log.rng.choice([key for key in (*_HASHES, "salt") if start.get(key)])
    start[key] = ("1" if start[key][0] == "0" else "0") + start[key][1:]


def _indicate_kan(log: LegalRecords, index: int, kan: Any) -> None:
    """Let the kind of a kan be that of the first indicator."""
    log.fields(log.start(index))["doras"][0] = kan["tiles"]


def _exchange_dealt(log: LegalRecords, _: int, start: Any) -> None:
    first, second = log.rng.sample(range(len(start["scores"])), 2)
    one, other = log.rng.randrange(13), log.rng.randrange(13)
    hands = start[f"tiles{first}"], start[f"tiles{second}"]
    require(hands[0][one].replace("0", "5") != hands[1][other].replace("0", "5"))
    hands[0][one], hands[1][other] = hands[1][other], hands[0][one]


def _dealt_tile_other_than_the_published_wall_has_left(log: LegalRecords) -> RecordLocation:
    index, start = log.pick(_START)
    seat = log.rng.choice([seat for seat in range(4) if start.get(f"tiles{seat}")])
    at = log.rng.randrange(13)
    tiles = start[f"tiles{seat}"]
    tiles[at] = _others_tile(log, index, seat, tiles[at])
    return log.at_start(index, seat if _has_whole_wall(log, index) else None)


def _red_five_in_a_room_without_any(log: LegalRecords) -> RecordLocation:
    game = log.legal.game()
    require(game is not None and game.reds_recorded and not game.red_tiles)
    index, start = log.pick(_START, lambda at, _: not _has_whole_wall(log, at))
    fives = [(seat, at) for seat in range(4) for at, tile in enumerate(start[f"tiles{seat}"]) if tile[0] == "5"]
    seat, at = log.one_of([(seat, at) for seat, at in fives if start[f"tiles{seat}"][at] != "5z"])
    start[f"tiles{seat}"][at] = "0" + start[f"tiles{seat}"][at][1]
    return log.at_start(index, seat)


def _drop_indicator(log: LegalRecords, index: int, record: Any) -> None:
    """Take the indicator out of the only record of its hand that shows it, of those of its name that show any."""
    hands, own = [log.hand(at) for at in range(len(log.records))], log.hand(index)
    others = [at for at, hand in enumerate(hands) if hand == own and at != index and log.fields(at).get("doras")]
    require(all([at < index for at in others]))
    require(len(record["doras"]) > max([len(log.fields(at)["doras"]) for at in others], default=1))
    elsewhere = [at for at, hand in enumerate(hands) if hand != own]
    require(any([log.name(at) == log.name(index) and log.fields(at).get("doras") for at in elsewhere]))
    del record["doras"]


# ---- turns


def _exchange_with_next(log: LegalRecords, at: int, _: Any) -> None:
    log.records[at : at + 2] = reversed(log.records[at : at + 2])


def _other_seat(log: LegalRecords, index: int, seat: SeatIndex) -> SeatIndex:
    seats = log.seats(index)
    return (seat + log.rng.randrange(1, seats)) % seats


def _next_seat(log: LegalRecords, index: int, seat: SeatIndex) -> SeatIndex:
    return (seat + 1) % log.seats(index)


def _third_seat(log: LegalRecords, index: int, discarder: SeatIndex) -> SeatIndex:
    """A seat that neither made the call of a record nor discarded its tile."""
    caller = _seat_of(log.fields(index))
    return log.rng.choice([seat for seat in range(log.seats(index)) if seat not in (caller, discarder)])


# ---- riichi and sticks


def _declaration(log: LegalRecords, at: int, _: Any) -> RecordLocation:
    """The location of the riichi whose stick a record says to be paid."""
    declared = next(before for before in range(at - 1, -1, -1) if log.name(before) == _DISCARD)
    return log.at_last(declared, _seat_of(log.fields(declared))).moved(-1)


def _leaves_noten(log: LegalRecords, at: int, played: Any) -> bool:
    return not log.table_before(at + 1).seats[_seat_of(played)].waits


def _stick_of_another_seat_in_the_record(log: LegalRecords) -> RecordLocation:
    index, record = log.pick(log.rng.choice(_WITH_STICK), lambda _, record: record.get("liqi"))
    listed = [log.fields(at) for at in range(log.start(index), index + 1)]
    paid = [_seat_of(one["liqi"]) for one in listed if one.get("liqi")]
    seat = log.one_of([seat for seat in range(log.seats(index)) if seat not in paid])
    record["liqi"]["seat"] = seat
    return log.at_first(index, seat)


def _stick_recorded_twice(log: LegalRecords) -> RecordLocation:
    index, deal = log.pick(_DEAL, lambda _, deal: deal.get("liqi"))
    for at in range(index + 1, len(log.records)):
        if log.name(at) == _DEAL:
            log.fields(at)["liqi"] = dict(deal["liqi"])
            return log.at_first(at, _seat_of(deal["liqi"]))
        require(log.name(at) == _DISCARD)
    raise NoSpotError


# ---- wins


def _fan_id(fan: dict[str, Any]) -> int:
    """The number of a yaku, which old records give by its name."""
    return fan.get("id") or FAN_OF_NAME.get(fan.get("name", ""), 0)


def _has_plain_fans(_log: LegalRecords, _: int, record: Any) -> list[dict[str, Any]]:
    """The yaku of the first win without riichi and ura dora, which other facts depend on."""
    return [fan for fan in record["hules"][0]["fans"] if fan.get("val") and _fan_id(fan) not in _RIICHI_OR_URA]


def _has_small_fans(log: LegalRecords, at: int, record: Any) -> list[dict[str, Any]]:
    return [fan for fan in _has_plain_fans(log, at, record) if fan["val"] < 5]


def _has_ura_dora(_log: LegalRecords, _: int, record: Any) -> bool:
    return any([fan.get("val") and _fan_id(fan) == _RIICHI_OR_URA[-1] for fan in record["hules"][0]["fans"]])


def _has_riichi(_log: LegalRecords, _: int, record: Any) -> bool:
    return any([YAKU_OF_FAN.get(_fan_id(fan)) in RIICHIS for fan in record["hules"][0]["fans"]])


def _points_key(record: Any) -> str:
    """The field of the points that the winner, or each who is not the dealer, is paid."""
    return "point_zimo_xian" if record["hules"][0].get("zimo") else "point_rong"


def _has_points(_log: LegalRecords, _: int, record: Any) -> object:
    return record["hules"][0].get(_points_key(record))


def _add_points(_log: LegalRecords, _: int, record: Any) -> None:
    record["hules"][0][_points_key(record)] += 100


def _raise_yaku(log: LegalRecords, at: int, record: Any) -> None:
    log.rng.choice(_has_small_fans(log, at, record))["val"] = 5


def _drop_yaku(log: LegalRecords, at: int, record: Any) -> None:
    record["hules"][0]["fans"].remove(log.rng.choice(_has_plain_fans(log, at, record)))


def _with_harmless_ura(log: LegalRecords, _: int, win: Any) -> Any:
    """A win whose first ura indicator is of a dragon that makes no tile of its hand dora."""
    held = "".join([*win["hand"], win["hu_tile"], *win.get("ming", ())])
    harmless = [f"{number}z" for number in (5, 6, 7) if f"{number % 7 + 1 + 4 * (number == 7)}z" not in held]
    win["li_doras"][0] = log.one_of([tile for tile in harmless if tile not in win["li_doras"]])
    return win


def _exchange_limit(_log: LegalRecords, _: int, record: Any) -> None:
    win = record["hules"][0]
    limit = win.get("title_id") or LIMIT_OF_TITLE.get(win.get("title", ""), 0)
    win.update(title_id=limit % 4 + 1, title="")


def _add_ura(_log: LegalRecords, _: int, record: Any) -> None:
    record["hules"][0]["li_doras"] = ["1z"] * len(record["hules"][0]["doras"])


def _shows_ura_again(log: LegalRecords, _: int, __: Any) -> bool:
    """Whether several wins show ura indicators: where only one does it might be a room without any."""
    wins = [log.fields(at)["hules"][0] for at in range(len(log.records)) if log.name(at) == _WIN]
    return len([win for win in wins if win.get("li_doras")]) > 1


# ---- what is paid


def _one_of_three_more(log: LegalRecords, _: int, points: list[int]) -> list[int]:
    points[log.rng.randrange(3)] += 100
    return points


def _moved(record: Any, gains: dict[SeatIndex, int]) -> None:
    """Change the gains of seats, and their points afterwards."""
    for seat, more in gains.items():
        record["delta_scores"][seat] += more
        record["scores"][seat] += more


def _pay_more(_log: LegalRecords, _: int, record: Any) -> None:
    payer = record["delta_scores"].index(min(record["delta_scores"]))
    _moved(record, {_seat_of(record["hules"][0]): 700, payer: -700})


def _sticks(log: LegalRecords, index: int, _: Any) -> int:
    """How many sticks a win takes from the table."""
    paid = [log.fields(at)["liqi"] for at in range(log.start(index), index) if log.fields(at).get("liqi")]
    lying: int = log.fields(log.start(index)).get("liqibang", 0)
    return lying + len([one for one in paid if not one.get("failed")])


def _move_sticks(log: LegalRecords, at: int, record: Any) -> None:
    """Take the sticks from the first winner, and give them to the second if there is one."""
    first, *others = [_seat_of(win) for win in record["hules"][:2]]
    points = _STICK * _sticks(log, at, record)
    _moved(record, {first: -points} | dict.fromkeys(others, points))


def _counters(log: LegalRecords, at: int, _: Any) -> int:
    honba: int = log.fields(log.start(at)).get("ben", 0)
    return honba


def _take_back_counters(log: LegalRecords, at: int, record: Any) -> None:
    payers = [seat for seat, gain in enumerate(record["delta_scores"]) if gain < 0]
    require(len(payers) in (1, log.seats(at) - 1))
    each = 100 * _counters(log, at, record) * (log.seats(at) - 1) // len(payers)
    _moved(record, {_seat_of(record["hules"][0]): -each * len(payers)} | dict.fromkeys(payers, each))


# ---- drawn hands


def _seats_shown(record: Any, *, tenpai: bool) -> list[SeatIndex]:
    """The seats that are tenpai, or noten, by the record of an exhaustive draw."""
    return [seat for seat, player in enumerate(record["players"]) if bool(player.get("tingpai")) == tenpai]


def _is_paid_draw(_log: LegalRecords, _: int, record: Any) -> bool:
    return 0 < len(_seats_shown(record, tenpai=True)) < len(record["players"])


def _tenpai_hand_recorded_as_noten(log: LegalRecords) -> RecordLocation:
    index, record = log.pick(_EXHAUSTED, lambda at, record: _is_paid_draw(log, at, record))
    seat = log.rng.choice(_seats_shown(record, tenpai=True))
    record["players"][seat]["tingpai"] = False
    record["players"][seat].pop("hand", None)
    return log.at_last(index, seat)


def _noten_hand_recorded_as_tenpai(log: LegalRecords) -> RecordLocation:
    index, record = log.pick(_EXHAUSTED, lambda _, record: _seats_shown(record, tenpai=False))
    seat = log.rng.choice(_seats_shown(record, tenpai=False))
    record["players"][seat]["tingpai"] = True
    return log.at_last(index, seat)


def _pay_more_for_noten(_log: LegalRecords, _: int, record: Any) -> None:
    gains = record["scores"][0]["delta_scores"]
    gains[gains.index(max(gains))] += 500
    gains[gains.index(min(gains))] -= 500


def _hands(_log: LegalRecords, _: int, record: Any) -> list[list[str]]:
    return [one["hand"] for one in record["players"] if one.get("hand")]


def _exchange_shown_tile(log: LegalRecords, at: int, record: Any) -> None:
    hand = log.rng.choice(_hands(log, at, record))
    hand[0] = "1z" if hand[0] != "1z" else "2z"


def _four_winds_or_kans(log: LegalRecords, _: int, __: int) -> int:
    return log.rng.choice([2, 3])


# ---- from hand to hand


def _drop_hand(log: LegalRecords, at: int, _: Any) -> None:
    del log.records[at : next(end for end in range(at + 1, len(log.records)) if log.recorded.begins_hand(end))]


def _score_of_the_next_record_off(log: LegalRecords) -> RecordLocation:
    index, start = log.pick(_START, lambda at, _: at > 0)
    seat = log.rng.randrange(len(start["scores"]))
    start["scores"][seat] += 100
    return log.at_start(index, seat)


def _final_points_of_the_head_off(log: LegalRecords) -> RecordLocation:
    head = dict(log.recorded.head)
    players = [dict(one) for one in (head.get("result") or {}).get("players", ())]
    require(len(players) > 2, all(["part_point_1" in one for one in players]))
    log.rng.choice(players)["part_point_1"] += 100
    log.recorded.head = head | {"result": {"players": players}}
    return log.at_last(len(log.records) - 1)


# ---- hands dealt for a fault, which replace one of the game's


def _dealt(log: LegalRecords, of_events: str) -> RecordLocation:
    """Put a fault of events into the game, and write its last hand as the server's records."""
    game, put_into_events = log.legal.game(), FAULTS[of_events].put
    assert game is not None
    assert put_into_events is not None
    # Where riichi is not judged by the points alone, what the server offers shows the rule.
    require(of_events != "riichi-of-a-seat-that-cannot-pay" or is_ranked(game))
    mutant = put_into_events(LegalGame(game, log.rules, log.rng))
    written = records(mutant.game, log.rules)
    firsts = [at for at, (record, _) in enumerate(written) if record == _START]
    start = [at for at in range(len(log.records)) if log.recorded.begins_hand(at)][len(mutant.game.hands) - 1]
    log.records[start:] = written[firsts[-1] :]
    log.recorded.head = {key: value for key, value in log.recorded.head.items() if key != "result"}
    return RecordLocation(mutant.hand or 0, mutant.seat, mutant.event)


# ---- flags


def _furiten_flag_flipped(log: LegalRecords) -> RecordLocation:
    index, record = log.pick(
        log.rng.choice([_DEAL, _DISCARD]),
        lambda at, record: record.get("zhenting") and _has_whole_wall(log, at) and log.name(at + 1) not in ("", _START),
    )
    seat = log.rng.randrange(len(record["zhenting"]))
    record["zhenting"][seat] = not record["zhenting"][seat]
    return log.at_last(index, seat)


def _furiten_flag_gone(log: LegalRecords) -> RecordLocation:
    held = [
        (index, seat) for index in range(len(log.records))
        if log.name(index) in (_DEAL, _DISCARD) and _has_whole_wall(log, index)
        for seat, flag in enumerate(log.fields(index).get("zhenting") or ()) if flag
    ]  # fmt: skip
    first, seat = log.one_of(held)
    for index in range(first, len(log.records)):
        if log.name(index) == _START:
            break
        if log.fields(index).get("zhenting"):
            log.fields(index)["zhenting"][seat] = False
    return log.at_last(first, seat)


# ---- what is offered


def _types(operation: dict[str, Any]) -> list[int]:
    return [one["type"] for one in operation.get("operation_list", ())]


def _offered(operations: Any, seat: int) -> list[int]:
    """The numbers of the operations that a record offers a seat; entries of `operations` may be None."""
    return [number for one in operations or () if one and _seat_of(one) == seat for number in _types(one)]


def _offer_on_a_discard(
    log: LegalRecords, number: int, fits: Callable[[str], bool]
) -> tuple[int, SeatIndex, RecordLocation]:
    """Offer an operation on a discard to a seat that is offered nothing there. Returns its record's index and the seat.

    The third value is the location of the finding. fits: selects the discards.
    """

    def is_quiet(at: int, played: Any) -> bool:
        return log.name(at + 1) == _DEAL and fits(played["tile"]) and _has_whole_wall(log, at)

    index, played = log.pick(_DISCARD, is_quiet)
    others = [seat for seat in range(log.seats(index)) if seat != _seat_of(played)]
    seat = log.one_of([seat for seat in others if not _offered(played.get("operations"), seat)])
    played.setdefault("operations", []).append({"seat": seat, "operation_list": [{"type": number}]})
    return index, seat, log.at_last(index, seat)


def _ron_offered_on_any_discard(log: LegalRecords) -> RecordLocation:
    index, _, location = _offer_on_a_discard(log, _RON_OFFER, lambda _: True)
    require(not any([seat.waits for seat in log.table_before(index).seats]))
    return location


def _chi_of_an_honour_offered(log: LegalRecords) -> RecordLocation:
    return _offer_on_a_discard(log, _OFFER_OF_CALL[0], lambda tile: tile[1] == "z")[2]


def _open_kan_offered_without_its_tiles(log: LegalRecords) -> RecordLocation:
    index, seat, location = _offer_on_a_discard(log, _OFFER_OF_CALL[2], lambda tile: tile in ("1p", "9p", "1s", "9s"))
    kind = parse_kinds(log.fields(index)["tile"])[0]
    require(log.table_before(index).seats[seat].count(kind) < 3)
    return location


def _riichi_offered_with_an_open_hand(log: LegalRecords) -> RecordLocation:
    claimed, call = log.pick(_CALL)
    for index in range(claimed, len(log.records)):
        record = log.fields(index)
        require(log.name(index) != _START)
        is_own = log.name(index) == _DEAL and _seat_of(record) == _seat_of(call)
        if is_own and record.get("operation"):
            record["operation"]["operation_list"].append({"type": _RIICHI_OFFER})
            return log.at_last(index, _seat_of(record))
    raise NoSpotError


def _withdraw_before(log: LegalRecords, index: int, seat: SeatIndex, number: int) -> None:
    """Remove an offer from the record before that of what the seat does. Raises NoSpotError where it is not there."""
    before = log.fields(index - 1)
    operations = [before["operation"]] if before.get("operation") else before.get("operations")
    require(number in _offered(operations, seat))
    for one in operations:
        if _seat_of(one) == seat:
            one["operation_list"] = [offer for offer in one["operation_list"] if offer["type"] != number]


def _withdraw_win(log: LegalRecords, at: int, record: Any, number: int) -> None:
    """Remove the offer of a win, which the record before makes."""
    _withdraw_before(log, at, _seat_of(record["hules"][0]), number)


def _withdraw(log: LegalRecords, at: int, record: Any, by_type: dict[str, int]) -> None:
    """Remove the offer of what a record does, whose number goes by the record's type."""
    _withdraw_before(log, at, _seat_of(record), by_type[str(record.get("type", 0))])


def _offers_left_out(log: LegalRecords) -> RecordLocation:
    log.pick(_WIN)
    for index in range(len(log.records)):
        for key in ("operation", "operations"):
            log.fields(index).pop(key, None)
    return RecordLocation(0)


def _turn_offered_to_another_seat(log: LegalRecords) -> RecordLocation:
    def has_turn(at: int, deal: Any) -> object:
        return deal.get("operation") and _types(deal["operation"]) and log.name(at + 1) == _DISCARD

    index, deal = log.pick(_DEAL, has_turn)
    deal["operation"]["seat"] = _other_seat(log, index, _seat_of(deal))
    return log.at_last(index, deal["operation"]["seat"])


declare_rows(__file__, globals(), majsoul.NAME)
