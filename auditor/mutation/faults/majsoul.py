"""Faults in Mahjong Soul's records: walls, tiles, turns, marks and sticks, and the ends of hands."""

from collections.abc import Callable
from typing import Any, Final

from auditor.formats import majsoul
from auditor.formats.majsoul.vocabulary import FAN_OF_NAME, is_whole
from auditor.mutation.faults.fault import LegalRecords, RecordLocation, fault_of_records, require

DEAL_RECORD: Final = "RecordDealTile"
DISCARD_RECORD: Final = "RecordDiscardTile"
CALL_RECORD: Final = "RecordChiPengGang"
START_RECORD: Final = "RecordNewRound"
_HASHES: Final = ("md5", "sha256", "saltSha256")


def has_whole_wall(log: LegalRecords, index: int) -> bool:
    """Whether the wall of a record's hand includes the tiles dealt."""
    start = log.fields(log.start(index))
    return is_whole(start.get("paishan", ""), len(start["scores"]))


def others_tile(log: LegalRecords, index: int, seat: int, *not_these: str) -> str:
    """A tile dealt to another seat, of another kind than these."""
    start = log.fields(log.start(index))
    tiles: list[str] = [tile for other in range(4) if other != seat for tile in start.get(f"tiles{other}", ())]
    kinds = [tile.replace("0", "5") for tile in not_these]
    return log.rng.choice([tile for tile in tiles if tile.replace("0", "5") not in kinds])


# ---- the wall


@fault_of_records(majsoul.NAME, "wall/hash")
def published_wall_altered(log: LegalRecords) -> RecordLocation:
    """Two tiles of a published wall are exchanged: it is not the wall whose hash was published."""
    index, start = log.pick(START_RECORD, lambda _, start: any([start.get(key) for key in _HASHES]))
    wall = start["paishan"]
    first, second = sorted(log.rng.sample(range(0, len(wall), 2), 2))
    one, other = wall[first : first + 2], wall[second : second + 2]
    start["paishan"] = wall[:first] + other + wall[first + 2 : second] + one + wall[second + 2 :]
    require(one != other)
    return log.at_start(index)


@fault_of_records(majsoul.NAME, "wall/hash")
def published_hash_altered(log: LegalRecords) -> RecordLocation:
    """A published hash, or the salt, is not the wall's."""
    index, start = log.pick(START_RECORD, lambda _, start: any([start.get(key) for key in _HASHES]))
    key = log.rng.choice([key for key in (*_HASHES, "salt") if start.get(key)])
    start[key] = ("1" if start[key][0] == "0" else "0") + start[key][1:]
    return log.at_start(index)


@fault_of_records(majsoul.NAME, None, "wall/hash")
def hash_in_capitals(log: LegalRecords) -> RecordLocation:
    """A published hash is written in capital letters."""
    index, start = log.pick(START_RECORD, lambda _, start: any([start.get(key) for key in _HASHES]))
    for key in _HASHES:
        start[key] = start.get(key, "").upper()
    return log.at_start(index)


@fault_of_records(majsoul.NAME, "wall/seed")
def draw_other_than_the_published_wall(log: LegalRecords) -> RecordLocation:
    """A draw is not the tile that the published wall holds there."""
    index, deal = log.pick(DEAL_RECORD, lambda at, _: log.name(at + 1) == DISCARD_RECORD)
    deal["tile"] = others_tile(log, index, deal.get("seat", 0), deal["tile"])
    return log.at_last(index, deal.get("seat", 0))


@fault_of_records(majsoul.NAME, "wall/seed")
def first_indicator_other_than_the_published_wall(log: LegalRecords) -> RecordLocation:
    """The first indicator is not the tile that the published wall holds there."""
    index, start = log.pick(START_RECORD, lambda _, start: start.get("doras"))
    start["doras"][0] = others_tile(log, index, 9, start["doras"][0])
    return log.at_start(index)


@fault_of_records(majsoul.NAME, "wall/seed")
def first_indicator_of_the_kind_of_a_kan(log: LegalRecords) -> RecordLocation:
    """The first indicator is of a kind of which a seat makes a closed kan."""
    index, kan = log.pick("RecordAnGangAddGang", lambda at, kan: kan.get("type") == 3 and has_whole_wall(log, at))
    log.fields(log.start(index))["doras"][0] = kan["tiles"]
    return log.at_start(index)


@fault_of_records(majsoul.NAME, "wall/seed")
def dealt_tiles_exchanged(log: LegalRecords) -> RecordLocation:
    """Two dealt tiles lie in each other's hands, where the published wall holds the deal."""
    index, start = log.pick(START_RECORD, lambda at, _: has_whole_wall(log, at))
    first, second = log.rng.sample(range(len(start["scores"])), 2)
    one, other = log.rng.randrange(13), log.rng.randrange(13)
    hands = start[f"tiles{first}"], start[f"tiles{second}"]
    require(hands[0][one].replace("0", "5") != hands[1][other].replace("0", "5"))
    hands[0][one], hands[1][other] = hands[1][other], hands[0][one]
    return log.at_start(index)


@fault_of_records(majsoul.NAME, "log/contradiction")
def red_five_in_a_room_without_any(log: LegalRecords) -> RecordLocation:
    """A dealt five is red, though the room has no red fives."""
    game = log.legal.game()
    require(game is not None and game.reds_recorded and not game.red_tiles)
    index, start = log.pick(START_RECORD, lambda at, _: not has_whole_wall(log, at))
    fives = [(seat, at) for seat in range(4) for at, tile in enumerate(start[f"tiles{seat}"]) if tile[0] == "5"]
    seat, at = log.one_of([(seat, at) for seat, at in fives if start[f"tiles{seat}"][at] != "5z"])
    start[f"tiles{seat}"][at] = "0" + start[f"tiles{seat}"][at][1]
    return log.at_start(index, seat)


# ---- turns


def _is_plain_discard(log: LegalRecords, index: int, played: Any) -> bool:
    following = log.fields(index + 1) if log.name(index + 1) == DEAL_RECORD else {}
    own = log.name(index - 1) == DEAL_RECORD and log.fields(index - 1).get("seat", 0) == played.get("seat", 0)
    is_plain = not played.get("is_liqi") and not played.get("doras")
    return own and is_plain and log.name(index + 1) == DEAL_RECORD and not following.get("liqi")


@fault_of_records(majsoul.NAME, "turn/order")
def discard_record_dropped(log: LegalRecords) -> RecordLocation:
    """The record of a discard is missing, that of the next seat's draw follows."""
    index, _ = log.pick(DISCARD_RECORD, lambda at, played: _is_plain_discard(log, at, played))
    del log.records[index]
    return log.at_first(index, log.fields(index).get("seat", 0))


def _is_plain_draw(log: LegalRecords, index: int, deal: Any) -> bool:
    is_plain = not deal.get("liqi") and not deal.get("doras") and log.name(index - 1) == DISCARD_RECORD
    following = log.fields(index + 1) if log.name(index + 1) == DISCARD_RECORD else {"is_liqi": True}
    return is_plain and not following.get("is_liqi") and not following.get("doras")


@fault_of_records(majsoul.NAME, "turn/order")
def draw_record_dropped(log: LegalRecords) -> RecordLocation:
    """The record of a draw is missing, that of the seat's discard follows."""
    index, deal = log.pick(DEAL_RECORD, lambda at, deal: _is_plain_draw(log, at, deal))
    del log.records[index]
    return log.at_first(index, deal.get("seat", 0))


@fault_of_records(majsoul.NAME, "turn/order")
def draw_record_doubled(log: LegalRecords) -> RecordLocation:
    """The record of a draw comes twice."""
    index, deal = log.pick(DEAL_RECORD, lambda _, deal: not deal.get("liqi") and not deal.get("doras"))
    log.records.insert(index, log.records[index])
    return log.at_first(index + 1, deal.get("seat", 0))


@fault_of_records(majsoul.NAME, "turn/order")
def call_record_dropped(log: LegalRecords) -> RecordLocation:
    """The record of a chi or pon is missing, that of the caller's discard follows."""
    index, call = log.pick(
        CALL_RECORD,
        lambda at, call: call.get("type", 0) < 2 and not call.get("liqi") and log.name(at + 1) == DISCARD_RECORD,
    )
    del log.records[index]
    return log.at_first(index, call.get("seat", 0))


@fault_of_records(majsoul.NAME, "call/target")
def call_of_a_tile_from_another_seat(log: LegalRecords) -> RecordLocation:
    """The record of a pon says that the tile came from a seat that did not discard it."""
    index, call = log.pick(CALL_RECORD, lambda _, call: call.get("type", 0) == 1)
    seats = range(log.seats(index))
    others = [seat for seat in seats if seat not in (call.get("seat", 0), call["froms"][-1])]
    call["froms"][-1] = log.rng.choice(others)
    return log.at_last(index, call.get("seat", 0))


@fault_of_records(majsoul.NAME, "log/contradiction")
def call_by_a_seat_whose_tiles_it_is_not_of(log: LegalRecords) -> RecordLocation:
    """The record of a call names another seat than the one whose tiles it is made of."""
    index, call = log.pick(CALL_RECORD)
    seat, seats = call.get("seat", 0), log.seats(index)
    call["seat"] = (seat + log.rng.randrange(1, seats)) % seats
    return log.at_last(index, seat)


@fault_of_records(majsoul.NAME, "game/rotation")
def dealer_without_the_fourteenth_tile(log: LegalRecords) -> RecordLocation:
    """The record of a deal names another dealer than the seat with fourteen tiles."""
    index, start = log.pick(START_RECORD)
    dealer, seats = start.get("ju", 0), len(start["scores"])
    start["ju"] = (dealer + log.rng.randrange(1, seats)) % seats
    return log.at_start(index, dealer)


# ---- marks and sticks


def _drawn(log: LegalRecords, index: int) -> str:
    """The tile drawn just before a discard; "" where none was."""
    return str(log.fields(index - 1)["tile"]) if log.name(index - 1) == DEAL_RECORD else ""


@fault_of_records(majsoul.NAME, "turn/tsumogiri")
def discard_from_the_hand_marked_as_drawn(log: LegalRecords) -> RecordLocation:
    """A discard from the hand, of another tile than the one drawn, is marked as the one drawn."""
    index, played = log.pick(
        DISCARD_RECORD, lambda at, played: _drawn(log, at) not in ("", played["tile"]) and not played.get("moqie")
    )
    played["moqie"] = True
    return log.at_last(index, played.get("seat", 0))


def _pick_paid(log: LegalRecords) -> tuple[int, Any]:
    return log.pick(log.rng.choice([DEAL_RECORD, DEAL_RECORD, CALL_RECORD]), lambda _, record: record.get("liqi"))


@fault_of_records(majsoul.NAME, "stick/deposit")
def stick_left_out_of_the_record(log: LegalRecords) -> RecordLocation:
    """No record says that the stick of a riichi that stood was paid."""
    index, record = _pick_paid(log)
    declared = next(at for at in range(index - 1, -1, -1) if log.name(at) == DISCARD_RECORD)
    del record["liqi"]
    return log.at_last(declared, log.fields(declared).get("seat", 0)).moved(-1)


@fault_of_records(majsoul.NAME, "stick/deposit")
def stick_of_another_amount_in_the_record(log: LegalRecords) -> RecordLocation:
    """The points after a stick are not less by the stick."""
    index, record = _pick_paid(log)
    record["liqi"]["score"] = record["liqi"].get("score", 0) - 100
    return log.at_first(index, record["liqi"].get("seat", 0))


@fault_of_records(majsoul.NAME, "stick/deposit")
def sticks_after_a_deposit_off(log: LegalRecords) -> RecordLocation:
    """The record of a stick counts one stick too many on the table."""
    index, record = _pick_paid(log)
    record["liqi"]["liqibang"] = record["liqi"].get("liqibang", 0) + 1
    return log.at_first(index, record["liqi"].get("seat", 0))


@fault_of_records(majsoul.NAME, "stick/deposit")
def stick_of_another_seat_in_the_record(log: LegalRecords) -> RecordLocation:
    """The stick of a riichi is recorded as paid by a seat that has declared none."""
    index, record = _pick_paid(log)
    records = [log.fields(at) for at in range(log.start(index), index + 1)]
    paid = [one["liqi"].get("seat", 0) for one in records if one.get("liqi")]
    seat = log.one_of([seat for seat in range(log.seats(index)) if seat not in paid])
    record["liqi"]["seat"] = seat
    return log.at_first(index, seat)


WIN_RECORD: Final = "RecordHule"
_RIICHI_OR_URA: Final = (2, 18, 33)


def fan_id(fan: dict[str, Any]) -> int:
    """The number of a yaku, which old records give by its name."""
    return fan.get("id") or FAN_OF_NAME.get(fan.get("name", ""), 0)


def pick_win(log: LegalRecords, fits: Callable[[Any], object]) -> tuple[int, Any, RecordLocation]:
    """Choose a record with a single win that fits. Returns its index, the win, and the location of the finding."""
    index, record = log.pick(WIN_RECORD, lambda _, record: len(record["hules"]) == 1 and fits(record["hules"][0]))
    win = record["hules"][0]
    return index, win, log.at_last(index, win.get("seat", 0))


def _plain_win(log: LegalRecords) -> tuple[int, Any, RecordLocation]:
    return pick_win(log, lambda win: not win.get("yiman"))


def _plain_fans(win: Any) -> list[dict[str, Any]]:
    """The yaku of a win without riichi and ura dora, which other facts depend on."""
    return [fan for fan in win["fans"] if fan.get("val") and fan_id(fan) not in _RIICHI_OR_URA]


def _small_fans(win: Any) -> list[dict[str, Any]]:
    return [fan for fan in _plain_fans(win) if fan["val"] < 5]


@fault_of_records(majsoul.NAME, "win/yaku")
def yaku_of_five_han_in_the_record(log: LegalRecords) -> RecordLocation:
    """A yaku of a win is recorded with more han than it has."""
    _, win, location = pick_win(log, lambda win: not win.get("yiman") and _small_fans(win))
    log.rng.choice(_small_fans(win))["val"] = 5
    return location


@fault_of_records(majsoul.NAME, "win/yaku")
def yaku_left_out_of_the_record(log: LegalRecords) -> RecordLocation:
    """A yaku of a win is not recorded."""
    _, win, location = pick_win(log, _plain_fans)
    win["fans"].remove(log.rng.choice(_plain_fans(win)))
    return location


@fault_of_records(majsoul.NAME, "win/value")
def han_of_the_record_off(log: LegalRecords) -> RecordLocation:
    """The han of a win are recorded as one more."""
    _, win, location = _plain_win(log)
    win["count"] = win.get("count", 0) + 1
    return location


@fault_of_records(majsoul.NAME, "win/value")
def fu_of_the_record_off(log: LegalRecords) -> RecordLocation:
    """The fu of a win are recorded as ten more."""
    _, win, location = _plain_win(log)
    win["fu"] = win.get("fu", 0) + 10
    return location


@fault_of_records(majsoul.NAME, "win/value")
def limit_of_the_record_off(log: LegalRecords) -> RecordLocation:
    """A win is recorded as a yakuman that it is not."""
    _, win, location = _plain_win(log)
    win.update(title_id=5, title="")
    return location


@fault_of_records(majsoul.NAME, "win/value")
def points_of_the_record_off(log: LegalRecords) -> RecordLocation:
    """The points of a win are recorded as 100 more."""
    _, win, location = pick_win(log, lambda win: win.get("point_zimo_xian" if win.get("zimo") else "point_rong"))
    win["point_zimo_xian" if win.get("zimo") else "point_rong"] += 100
    return location


@fault_of_records(majsoul.NAME, "win/record")
def hand_of_the_record_off(log: LegalRecords) -> RecordLocation:
    """The hand that a win shows is not the one that won."""
    _, win, location = pick_win(log, lambda win: win["hand"][0] not in ("8s", "9s"))
    win["hand"][0] = "9s"
    return location


@fault_of_records(majsoul.NAME, "wall/seed")
def ura_indicator_other_than_the_published_wall(log: LegalRecords) -> RecordLocation:
    """An ura indicator, which makes no tile of the winner's dora, is not the tile that the published wall holds."""
    _, win, location = pick_win(log, lambda win: win.get("li_doras") and not _has_ura(win))
    held = "".join([*win["hand"], win["hu_tile"], *win.get("ming", ())])
    harmless = [f"{number}z" for number in (5, 6, 7) if f"{number % 7 + 1 + 4 * (number == 7)}z" not in held]
    others = [tile for tile in harmless if tile not in win["li_doras"]]
    win["li_doras"][0] = log.one_of(others)
    return location


def _has_ura(win: Any) -> bool:
    return any([fan.get("val") and fan_id(fan) == _RIICHI_OR_URA[-1] for fan in win["fans"]])


@fault_of_records(majsoul.NAME, "win/claim")
def win_recorded_twice(log: LegalRecords) -> RecordLocation:
    """The record of a self-draw comes twice."""
    index, _, location = pick_win(log, lambda win: win.get("zimo"))
    log.records.insert(index, log.records[index])
    return location.moved(1)


@fault_of_records(majsoul.NAME, "pay/win")
def win_paid_too_much_in_the_record(log: LegalRecords) -> RecordLocation:
    """The payer of a win pays 700 more than it is worth."""
    index, win, location = pick_win(log, lambda _: True)
    record = log.fields(index)
    payer = record["delta_scores"].index(min(record["delta_scores"]))
    for points in (record["delta_scores"], record["scores"]):
        points[win.get("seat", 0)] += 700
        points[payer] -= 700
    return location


@fault_of_records(majsoul.NAME, "stick/leak")
def score_after_a_win_off(log: LegalRecords) -> RecordLocation:
    """A score after a win is not the one before with what the seat gains."""
    index, record = log.pick(WIN_RECORD)
    record["scores"][log.rng.randrange(len(record["scores"]))] += 100
    return log.at_last(index)


def _pick_paid_draw(log: LegalRecords) -> tuple[int, Any]:
    return log.pick("RecordNoTile", lambda _, record: 0 < len(_tenpai(record)) < len(record["players"]))


@fault_of_records(majsoul.NAME, "draw/tenpai")
def tenpai_hand_recorded_as_noten(log: LegalRecords) -> RecordLocation:
    """A hand that is tenpai at an exhaustive draw is recorded as noten."""
    index, record = _pick_paid_draw(log)
    seat = log.rng.choice(_tenpai(record))
    record["players"][seat]["tingpai"] = False
    record["players"][seat].pop("hand", None)
    return log.at_last(index, seat)


def _tenpai(record: Any) -> list[int]:
    return [seat for seat, player in enumerate(record["players"]) if player.get("tingpai")]


@fault_of_records(majsoul.NAME, "pay/noten")
def noten_payment_of_the_record_off(log: LegalRecords) -> RecordLocation:
    """A noten seat pays 500 more than it has to."""
    index, record = _pick_paid_draw(log)
    gains = record["scores"][0]["delta_scores"]
    gains[gains.index(max(gains))] += 500
    gains[gains.index(min(gains))] -= 500
    return log.at_last(index)


# ---- from hand to hand


def _later_start(log: LegalRecords) -> tuple[int, Any]:
    return log.pick(START_RECORD, lambda at, _: at > 0)


@fault_of_records(majsoul.NAME, "game/carry")
def score_of_the_next_record_off(log: LegalRecords) -> RecordLocation:
    """A hand starts with 100 more points of a seat than the last one left."""
    index, start = _later_start(log)
    seat = log.rng.randrange(len(start["scores"]))
    start["scores"][seat] += 100
    return log.at_start(index, seat)


@fault_of_records(majsoul.NAME, "honba/carry")
def counter_of_the_next_record_off(log: LegalRecords) -> RecordLocation:
    """A hand starts with one counter too many."""
    index, start = _later_start(log)
    start["ben"] = start.get("ben", 0) + 1
    return log.at_start(index)


@fault_of_records(majsoul.NAME, "stick/carry")
def sticks_of_the_next_record_off(log: LegalRecords) -> RecordLocation:
    """A hand starts with one stick too many on the table."""
    index, start = _later_start(log)
    start["liqibang"] = start.get("liqibang", 0) + 1
    return log.at_start(index)


@fault_of_records(majsoul.NAME, "game/rotation")
def round_of_the_next_record_off(log: LegalRecords) -> RecordLocation:
    """A hand is recorded as of the next round."""
    index, start = _later_start(log)
    start["chang"] = (start.get("chang", 0) + 1) % 4
    return log.at_start(index)


@fault_of_records(majsoul.NAME, "game/final")
def final_points_of_the_head_off(log: LegalRecords) -> RecordLocation:
    """The head gives a seat 100 points more than it has at the end."""
    head = dict(log.recorded.head)
    players = [dict(one) for one in (head.get("result") or {}).get("players", ())]
    require(len(players) > 2, all(["part_point_1" in one for one in players]))
    log.rng.choice(players)["part_point_1"] += 100
    log.recorded.head = head | {"result": {"players": players}}
    last = len(log.records) - 1
    return log.at_last(last)
