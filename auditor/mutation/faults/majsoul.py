"""Faults in Mahjong Soul's records: their walls, tiles, turns, marks and sticks, and the ends of their hands."""

from collections.abc import Callable
from typing import Any, Final

from auditor.formats import majsoul
from auditor.formats.majsoul.vocabulary import FAN_OF_NAME, is_whole
from auditor.mutation.faults.fault import LegalRecords, RecordLocation, fault_of_records

DEAL_RECORD: Final = "RecordDealTile"
DISCARD_RECORD: Final = "RecordDiscardTile"
CALL_RECORD: Final = "RecordChiPengGang"
START_RECORD: Final = "RecordNewRound"
_HASHES: Final = ("md5", "sha256", "saltSha256")


def has_whole_wall(log: LegalRecords, index: int) -> bool:
    """Whether the wall of a record's hand holds the tiles dealt."""
    start = log.fields(log.start(index))
    return is_whole(start.get("paishan", ""), len(start["scores"]))


def _others_tile(log: LegalRecords, index: int, seat: int, *not_these: str) -> str:
    """A tile dealt to another seat, of another kind than these."""
    start = log.fields(log.start(index))
    tiles: list[str] = [tile for other in range(4) if other != seat for tile in start.get(f"tiles{other}", ())]
    kinds = [tile.replace("0", "5") for tile in not_these]
    return log.choice.choice([tile for tile in tiles if tile.replace("0", "5") not in kinds])


def _at_start(log: LegalRecords, index: int) -> RecordLocation:
    return RecordLocation(log.hand(index))


# ---- the wall


@fault_of_records(majsoul.NAME, "wall/hash")
def published_wall_altered(log: LegalRecords) -> RecordLocation | None:
    """Two tiles of a published wall are exchanged: it is not the wall whose hash was published."""
    index, start = log.pick(START_RECORD, lambda _, start: any([start.get(key) for key in _HASHES]))
    wall = start["paishan"]
    first, second = sorted(log.choice.sample(range(0, len(wall), 2), 2))
    one, other = wall[first : first + 2], wall[second : second + 2]
    start["paishan"] = wall[:first] + other + wall[first + 2 : second] + one + wall[second + 2 :]
    return None if one == other else _at_start(log, index)


@fault_of_records(majsoul.NAME, "wall/hash")
def published_hash_altered(log: LegalRecords) -> RecordLocation | None:
    """A published hash, or the salt, is not the wall's."""
    index, start = log.pick(START_RECORD, lambda _, start: any([start.get(key) for key in _HASHES]))
    key = log.choice.choice([key for key in (*_HASHES, "salt") if start.get(key)])
    start[key] = ("1" if start[key][0] == "0" else "0") + start[key][1:]
    return _at_start(log, index)


@fault_of_records(majsoul.NAME, None, "wall/hash")
def hash_in_capitals(log: LegalRecords) -> RecordLocation | None:
    """A published hash is written in capital letters."""
    index, start = log.pick(START_RECORD, lambda _, start: any([start.get(key) for key in _HASHES]))
    for key in _HASHES:
        start[key] = start.get(key, "").upper()
    return _at_start(log, index)


@fault_of_records(majsoul.NAME, "wall/seed")
def draw_other_than_the_published_wall(log: LegalRecords) -> RecordLocation | None:
    """A draw is not the tile that the published wall holds there."""
    index, deal = log.pick(DEAL_RECORD, lambda at, _: log.name(at + 1) == DISCARD_RECORD)
    location = RecordLocation(log.hand(index), deal.get("seat", 0), log.last_event(index))
    deal["tile"] = _others_tile(log, index, deal.get("seat", 0), deal["tile"])
    return location


@fault_of_records(majsoul.NAME, "wall/seed")
def first_indicator_other_than_the_published_wall(log: LegalRecords) -> RecordLocation | None:
    """The first indicator is not the tile that the published wall holds there."""
    index, start = log.pick(START_RECORD, lambda _, start: start.get("doras"))
    start["doras"][0] = _others_tile(log, index, 9, start["doras"][0])
    return _at_start(log, index)


@fault_of_records(majsoul.NAME, "wall/seed")
def dealt_tiles_exchanged(log: LegalRecords) -> RecordLocation | None:
    """Two dealt tiles lie in each other's hands, where the published wall holds the deal."""
    index, start = log.pick(START_RECORD, lambda at, _: has_whole_wall(log, at))
    first, second = log.choice.sample(range(len(start["scores"])), 2)
    one, other = log.choice.randrange(13), log.choice.randrange(13)
    hands = start[f"tiles{first}"], start[f"tiles{second}"]
    if hands[0][one].replace("0", "5") == hands[1][other].replace("0", "5"):
        return None
    hands[0][one], hands[1][other] = hands[1][other], hands[0][one]
    return _at_start(log, index)


# ---- turns


def _is_plain_discard(log: LegalRecords, index: int, played: Any) -> bool:
    following = log.fields(index + 1) if log.name(index + 1) == DEAL_RECORD else {}
    own = log.name(index - 1) == DEAL_RECORD and log.fields(index - 1).get("seat", 0) == played.get("seat", 0)
    is_plain = not played.get("is_liqi") and not played.get("doras")
    return own and is_plain and log.name(index + 1) == DEAL_RECORD and not following.get("liqi")


@fault_of_records(majsoul.NAME, "turn/order")
def discard_record_dropped(log: LegalRecords) -> RecordLocation | None:
    """The record of a discard is missing, that of the next seat's draw follows."""
    match = log.pick(DISCARD_RECORD, lambda at, played: _is_plain_discard(log, at, played))
    index = match[0]
    location = RecordLocation(log.hand(index), log.fields(index + 1).get("seat", 0), log.events_before(index))
    del log.records[index]
    return location


def _is_plain_draw(log: LegalRecords, index: int, deal: Any) -> bool:
    is_plain = not deal.get("liqi") and not deal.get("doras") and log.name(index - 1) == DISCARD_RECORD
    following = log.fields(index + 1) if log.name(index + 1) == DISCARD_RECORD else {"is_liqi": True}
    return is_plain and not following.get("is_liqi") and not following.get("doras")


@fault_of_records(majsoul.NAME, "turn/order")
def draw_record_dropped(log: LegalRecords) -> RecordLocation | None:
    """The record of a draw is missing, that of the seat's discard follows."""
    index, deal = log.pick(DEAL_RECORD, lambda at, deal: _is_plain_draw(log, at, deal))
    location = RecordLocation(log.hand(index), deal.get("seat", 0), log.events_before(index))
    del log.records[index]
    return location


@fault_of_records(majsoul.NAME, "turn/order")
def draw_record_doubled(log: LegalRecords) -> RecordLocation | None:
    """The record of a draw stands twice."""
    index, deal = log.pick(DEAL_RECORD, lambda _, deal: not deal.get("liqi") and not deal.get("doras"))
    location = RecordLocation(log.hand(index), deal.get("seat", 0), log.events_before(index + 1))
    log.records.insert(index, log.records[index])
    return location


@fault_of_records(majsoul.NAME, "turn/order")
def call_record_dropped(log: LegalRecords) -> RecordLocation | None:
    """The record of a chi or pon is missing, that of the caller's discard follows."""
    index, call = log.pick(
        CALL_RECORD,
        lambda at, call: call.get("type", 0) < 2 and not call.get("liqi") and log.name(at + 1) == DISCARD_RECORD,
    )
    location = RecordLocation(log.hand(index), call.get("seat", 0), log.events_before(index))
    del log.records[index]
    return location


@fault_of_records(majsoul.NAME, "call/target")
def call_of_a_tile_from_another_seat(log: LegalRecords) -> RecordLocation | None:
    """The record of a pon says that the tile came from a seat that did not discard it."""
    index, call = log.pick(CALL_RECORD, lambda _, call: call.get("type", 0) == 1)
    seats = range(len(log.fields(log.start(index))["scores"]))
    location = RecordLocation(log.hand(index), call.get("seat", 0), log.last_event(index))
    others = [seat for seat in seats if seat not in (call.get("seat", 0), call["froms"][-1])]
    call["froms"][-1] = log.choice.choice(others)
    return location


@fault_of_records(majsoul.NAME, "log/contradiction")
def call_by_a_seat_whose_tiles_it_is_not_of(log: LegalRecords) -> RecordLocation | None:
    """The record of a call names another seat than the one whose tiles it is made of."""
    index, call = log.pick(CALL_RECORD)
    seat, seats = call.get("seat", 0), len(log.fields(log.start(index))["scores"])
    location = RecordLocation(log.hand(index), seat, log.last_event(index))
    call["seat"] = (seat + log.choice.randrange(1, seats)) % seats
    return location


@fault_of_records(majsoul.NAME, "game/rotation")
def dealer_without_the_fourteenth_tile(log: LegalRecords) -> RecordLocation | None:
    """The record of a deal names another dealer than the seat with fourteen tiles."""
    index, start = log.pick(START_RECORD)
    dealer, seats = start.get("ju", 0), len(start["scores"])
    start["ju"] = (dealer + log.choice.randrange(1, seats)) % seats
    return RecordLocation(log.hand(index), dealer)


# ---- marks and sticks


def _drawn(log: LegalRecords, index: int) -> str:
    """The tile drawn just before a discard; "" where none was."""
    return str(log.fields(index - 1)["tile"]) if log.name(index - 1) == DEAL_RECORD else ""


@fault_of_records(majsoul.NAME, "turn/tsumogiri")
def discard_from_the_hand_marked_as_drawn(log: LegalRecords) -> RecordLocation | None:
    """A discard from the hand, of another tile than the one drawn, is marked as the one drawn."""
    index, played = log.pick(
        DISCARD_RECORD, lambda at, played: _drawn(log, at) not in ("", played["tile"]) and not played.get("moqie")
    )
    location = RecordLocation(log.hand(index), played.get("seat", 0), log.last_event(index))
    played["moqie"] = True
    return location


def _declaration(log: LegalRecords, index: int) -> int:
    """The index of the discard with the declaration whose stick a record pays."""
    return next(at for at in range(index - 1, -1, -1) if log.name(at) == DISCARD_RECORD)


def _pick_paid(log: LegalRecords) -> tuple[int, Any]:
    return log.pick(log.choice.choice([DEAL_RECORD, DEAL_RECORD, CALL_RECORD]), lambda _, record: record.get("liqi"))


@fault_of_records(majsoul.NAME, "stick/deposit")
def stick_left_out_of_the_record(log: LegalRecords) -> RecordLocation | None:
    """No record says that the stick of a riichi that stood was paid."""
    index, record = _pick_paid(log)
    declared = _declaration(log, index)
    location = RecordLocation(log.hand(index), log.fields(declared).get("seat", 0), log.last_event(declared) - 1)
    del record["liqi"]
    return location


@fault_of_records(majsoul.NAME, "stick/deposit")
def stick_of_another_amount_in_the_record(log: LegalRecords) -> RecordLocation | None:
    """The points after a stick are not less by the stick."""
    index, record = _pick_paid(log)
    location = RecordLocation(log.hand(index), record["liqi"].get("seat", 0), log.events_before(index))
    record["liqi"]["score"] = record["liqi"].get("score", 0) - 100
    return location


@fault_of_records(majsoul.NAME, "stick/deposit")
def sticks_after_a_deposit_off(log: LegalRecords) -> RecordLocation | None:
    """The record of a stick counts one stick too many on the table."""
    index, record = _pick_paid(log)
    location = RecordLocation(log.hand(index), record["liqi"].get("seat", 0), log.events_before(index))
    record["liqi"]["liqibang"] = record["liqi"].get("liqibang", 0) + 1
    return location


@fault_of_records(majsoul.NAME, "stick/deposit")
def stick_of_another_seat_in_the_record(log: LegalRecords) -> RecordLocation | None:
    """The stick of a riichi is recorded as paid by a seat that has declared none."""
    index, record = _pick_paid(log)
    paid = [log.fields(at)["liqi"].get("seat", 0) for at in range(log.start(index), index + 1) if _pays(log, at)]
    others = [seat for seat in range(len(log.fields(log.start(index))["scores"])) if seat not in paid]
    if not others:
        return None
    location = RecordLocation(log.hand(index), log.choice.choice(others), log.events_before(index))
    record["liqi"]["seat"] = location.seat
    return location


def _pays(log: LegalRecords, index: int) -> bool:
    return bool(log.fields(index).get("liqi"))


WIN_RECORD: Final = "RecordHule"
_DRAW_RECORD: Final = "RecordNoTile"
_RIICHI_OR_URA: Final = (2, 18, 33)


def fan_id(fan: dict[str, Any]) -> int:
    """The number of a yaku, of old records by its name."""
    return fan.get("id") or FAN_OF_NAME.get(fan.get("name", ""), 0)


def pick_win(log: LegalRecords, fits: Callable[[Any], object]) -> tuple[int, Any, RecordLocation]:
    """A record with one win that fits: its index, the win, and where the finding lies."""
    index, record = log.pick(WIN_RECORD, lambda _, record: len(record["hules"]) == 1 and fits(record["hules"][0]))
    win = record["hules"][0]
    return index, win, RecordLocation(log.hand(index), win.get("seat", 0), log.last_event(index))


def _plain_win(log: LegalRecords) -> tuple[int, Any, RecordLocation]:
    return pick_win(log, lambda win: not win.get("yiman"))


def _plain_fans(win: Any) -> list[dict[str, Any]]:
    """The yaku of a win that are neither riichi nor ura dora, on which more rests."""
    return [fan for fan in win["fans"] if fan.get("val") and fan_id(fan) not in _RIICHI_OR_URA]


@fault_of_records(majsoul.NAME, "win/yaku")
def yaku_of_five_han_in_the_record(log: LegalRecords) -> RecordLocation | None:
    """A yaku of a win is recorded with more han than it has."""
    match = pick_win(log, lambda win: not win.get("yiman") and any([fan["val"] < 5 for fan in _plain_fans(win)]))
    log.choice.choice([fan for fan in _plain_fans(match[1]) if fan["val"] < 5])["val"] = 5
    return match[2]


@fault_of_records(majsoul.NAME, "win/yaku")
def yaku_left_out_of_the_record(log: LegalRecords) -> RecordLocation | None:
    """A yaku of a win is not recorded."""
    match = pick_win(log, _plain_fans)
    match[1]["fans"].remove(log.choice.choice(_plain_fans(match[1])))
    return match[2]


@fault_of_records(majsoul.NAME, "win/value")
def han_of_the_record_off(log: LegalRecords) -> RecordLocation | None:
    """The han of a win are recorded as one more."""
    match = _plain_win(log)
    match[1]["count"] = match[1].get("count", 0) + 1
    return match[2]


@fault_of_records(majsoul.NAME, "win/value")
def fu_of_the_record_off(log: LegalRecords) -> RecordLocation | None:
    """The fu of a win are recorded as ten more."""
    match = _plain_win(log)
    match[1]["fu"] = match[1].get("fu", 0) + 10
    return match[2]


@fault_of_records(majsoul.NAME, "win/value")
def limit_of_the_record_off(log: LegalRecords) -> RecordLocation | None:
    """A win is recorded as a yakuman that it is not."""
    match = _plain_win(log)
    match[1].update(title_id=5, title="")
    return match[2]


@fault_of_records(majsoul.NAME, "win/value")
def points_of_the_record_off(log: LegalRecords) -> RecordLocation | None:
    """The points of a win are recorded as 100 more."""
    match = pick_win(log, lambda win: win.get("point_zimo_xian" if win.get("zimo") else "point_rong"))
    match[1]["point_zimo_xian" if match[1].get("zimo") else "point_rong"] += 100
    return match[2]


@fault_of_records(majsoul.NAME, "win/record")
def hand_of_the_record_off(log: LegalRecords) -> RecordLocation | None:
    """The hand that a win shows is not the one that won."""
    match = pick_win(log, lambda win: win["hand"][0] not in ("8s", "9s"))
    match[1]["hand"][0] = "9s"
    return match[2]


@fault_of_records(majsoul.NAME, "wall/seed")
def ura_indicator_other_than_the_published_wall(log: LegalRecords) -> RecordLocation | None:
    """An ura indicator, which makes no tile of the winner's dora, is not the tile that the published wall holds."""
    match = pick_win(log, lambda win: win.get("li_doras") and not any([_has_ura(fan) for fan in win["fans"]]))
    win = match[1]
    held = "".join([*win["hand"], win["hu_tile"], *win.get("ming", ())])
    harmless = [f"{number}z" for number in (5, 6, 7) if f"{number % 7 + 1 + 4 * (number == 7)}z" not in held]
    others = [tile for tile in harmless if tile not in win["li_doras"]]
    if not others:
        return None
    win["li_doras"][0] = log.choice.choice(others)
    return match[2]


def _has_ura(fan: dict[str, Any]) -> bool:
    return bool(fan.get("val")) and fan_id(fan) == _RIICHI_OR_URA[-1]


@fault_of_records(majsoul.NAME, "win/claim")
def win_recorded_twice(log: LegalRecords) -> RecordLocation | None:
    """The record of a self-draw stands twice."""
    index, _, location = pick_win(log, lambda win: win.get("zimo"))
    log.records.insert(index, log.records[index])
    return RecordLocation(location.hand, location.seat, (location.event or 0) + 1)


@fault_of_records(majsoul.NAME, "pay/win")
def win_paid_too_much_in_the_record(log: LegalRecords) -> RecordLocation | None:
    """The payer of a win pays 700 more than it is worth."""
    index, win, location = pick_win(log, lambda _: True)
    record = log.fields(index)
    payer = record["delta_scores"].index(min(record["delta_scores"]))
    for points in (record["delta_scores"], record["scores"]):
        points[win.get("seat", 0)] += 700
        points[payer] -= 700
    return location


@fault_of_records(majsoul.NAME, "stick/leak")
def score_after_a_win_off(log: LegalRecords) -> RecordLocation | None:
    """A score after a win is not the one before with what the seat gains."""
    index, record = log.pick(WIN_RECORD)
    location = RecordLocation(log.hand(index), None, log.last_event(index))
    record["scores"][log.choice.randrange(len(record["scores"]))] += 100
    return location


@fault_of_records(majsoul.NAME, "draw/tenpai")
def tenpai_hand_recorded_as_noten(log: LegalRecords) -> RecordLocation | None:
    """A hand that is tenpai at an exhaustive draw is recorded as noten."""
    index, record = log.pick(_DRAW_RECORD, lambda _, record: 0 < len(_tenpai(record)) < len(record["players"]))
    seat = log.choice.choice(_tenpai(record))
    location = RecordLocation(log.hand(index), seat, log.last_event(index))
    record["players"][seat]["tingpai"] = False
    record["players"][seat].pop("hand", None)
    return location


def _tenpai(record: Any) -> list[int]:
    return [seat for seat, player in enumerate(record["players"]) if player.get("tingpai")]


@fault_of_records(majsoul.NAME, "pay/noten")
def noten_payment_of_the_record_off(log: LegalRecords) -> RecordLocation | None:
    """A noten seat pays 500 more than it has to."""
    index, record = log.pick(_DRAW_RECORD, lambda _, record: 0 < len(_tenpai(record)) < len(record["players"]))
    location = RecordLocation(log.hand(index), None, log.last_event(index))
    gains = record["scores"][0]["delta_scores"]
    gains[gains.index(max(gains))] += 500
    gains[gains.index(min(gains))] -= 500
    return location


# ---- from hand to hand


def _later_start(log: LegalRecords) -> tuple[int, Any]:
    return log.pick(START_RECORD, lambda at, _: at > 0)


@fault_of_records(majsoul.NAME, "game/carry")
def score_of_the_next_record_off(log: LegalRecords) -> RecordLocation | None:
    """A hand starts with 100 more points of a seat than the last one left."""
    match = _later_start(log)
    seat = log.choice.randrange(len(match[1]["scores"]))
    match[1]["scores"][seat] += 100
    return RecordLocation(log.hand(match[0]), seat)


@fault_of_records(majsoul.NAME, "honba/carry")
def counter_of_the_next_record_off(log: LegalRecords) -> RecordLocation | None:
    """A hand starts with one counter too many."""
    match = _later_start(log)
    match[1]["ben"] = match[1].get("ben", 0) + 1
    return RecordLocation(log.hand(match[0]))


@fault_of_records(majsoul.NAME, "stick/carry")
def sticks_of_the_next_record_off(log: LegalRecords) -> RecordLocation | None:
    """A hand starts with one stick too many on the table."""
    match = _later_start(log)
    match[1]["liqibang"] = match[1].get("liqibang", 0) + 1
    return RecordLocation(log.hand(match[0]))


@fault_of_records(majsoul.NAME, "game/rotation")
def round_of_the_next_record_off(log: LegalRecords) -> RecordLocation | None:
    """A hand is recorded as of the next round."""
    match = _later_start(log)
    match[1]["chang"] = (match[1].get("chang", 0) + 1) % 4
    return RecordLocation(log.hand(match[0]))


@fault_of_records(majsoul.NAME, "game/final")
def final_points_of_the_head_off(log: LegalRecords) -> RecordLocation | None:
    """The head gives a seat 100 points more than it has at the end."""
    head = dict(log.recorded.head)
    players = [dict(one) for one in (head.get("result") or {}).get("players", ())]
    if len(players) < 3 or not all(["part_point_1" in one for one in players]):
        return None
    log.choice.choice(players)["part_point_1"] += 100
    log.recorded.head = head | {"result": {"players": players}}
    last = len(log.records) - 1
    return RecordLocation(log.hand(last), None, log.last_event(last))
