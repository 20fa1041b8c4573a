"""Faults in how hands of Mahjong Soul's records end, in what is paid, and in how the next ones begin."""

from collections.abc import Callable
from typing import Any, Final

from auditor.formats import majsoul
from auditor.formats.majsoul.words import FAN_OF_NAME
from auditor.testing.faults.fault import LegalRecords, RecordPlace, fault_of_records
from auditor.testing.faults.majsoul_play import START_RECORD

WIN_RECORD: Final = "RecordHule"
_DRAW_RECORD: Final = "RecordNoTile"
_RIICHI_OR_URA: Final = (2, 18, 33)


def fan_id(fan: dict[str, Any]) -> int:
    """The number of a yaku, of old records by its name."""
    return fan.get("id") or FAN_OF_NAME.get(fan.get("name", ""), 0)


def pick_win(log: LegalRecords, fits: Callable[[Any], object]) -> tuple[int, Any, RecordPlace] | None:
    """A record with one win that fits: its place, the win, and where it is told of."""
    found = log.pick(WIN_RECORD, lambda _, record: len(record["hules"]) == 1 and fits(record["hules"][0]))
    if found is None:
        return None
    place, record = found
    win = record["hules"][0]
    return place, win, RecordPlace(log.hand(place), win.get("seat", 0), log.last_event(place))


def _plain_win(log: LegalRecords) -> tuple[int, Any, RecordPlace] | None:
    return pick_win(log, lambda win: not win.get("yiman"))


def _plain_fans(win: Any) -> list[dict[str, Any]]:
    """The yaku of a win that are neither riichi nor ura dora, on which more rests."""
    return [fan for fan in win["fans"] if fan.get("val") and fan_id(fan) not in _RIICHI_OR_URA]


@fault_of_records(majsoul.NAME, "win/yaku")
def yaku_of_five_han_in_the_record(log: LegalRecords) -> RecordPlace | None:
    """A yaku of a win is recorded with more han than it has."""
    found = pick_win(log, lambda win: not win.get("yiman") and any([fan["val"] < 5 for fan in _plain_fans(win)]))
    if found is None:
        return None
    log.choice.choice([fan for fan in _plain_fans(found[1]) if fan["val"] < 5])["val"] = 5
    return found[2]


@fault_of_records(majsoul.NAME, "win/yaku")
def yaku_left_out_of_the_record(log: LegalRecords) -> RecordPlace | None:
    """A yaku of a win is not recorded."""
    found = pick_win(log, _plain_fans)
    if found is None:
        return None
    found[1]["fans"].remove(log.choice.choice(_plain_fans(found[1])))
    return found[2]


@fault_of_records(majsoul.NAME, "win/value")
def han_of_the_record_off(log: LegalRecords) -> RecordPlace | None:
    """The han of a win are recorded as one more."""
    found = _plain_win(log)
    if found is None:
        return None
    found[1]["count"] = found[1].get("count", 0) + 1
    return found[2]


@fault_of_records(majsoul.NAME, "win/value")
def fu_of_the_record_off(log: LegalRecords) -> RecordPlace | None:
    """The fu of a win are recorded as ten more."""
    found = _plain_win(log)
    if found is None:
        return None
    found[1]["fu"] = found[1].get("fu", 0) + 10
    return found[2]


@fault_of_records(majsoul.NAME, "win/value")
def limit_of_the_record_off(log: LegalRecords) -> RecordPlace | None:
    """A win is recorded as a yakuman that it is not."""
    found = _plain_win(log)
    if found is None:
        return None
    found[1].update(title_id=5, title="")
    return found[2]


@fault_of_records(majsoul.NAME, "win/value")
def points_of_the_record_off(log: LegalRecords) -> RecordPlace | None:
    """The points of a win are recorded as 100 more."""
    found = pick_win(log, lambda win: win.get("point_zimo_xian" if win.get("zimo") else "point_rong"))
    if found is None:
        return None
    found[1]["point_zimo_xian" if found[1].get("zimo") else "point_rong"] += 100
    return found[2]


@fault_of_records(majsoul.NAME, "win/record")
def hand_of_the_record_off(log: LegalRecords) -> RecordPlace | None:
    """The hand that a win shows is not the one that won."""
    found = pick_win(log, lambda win: win["hand"][0] not in ("8s", "9s"))
    if found is None:
        return None
    found[1]["hand"][0] = "9s"
    return found[2]


@fault_of_records(majsoul.NAME, "wall/seed")
def ura_indicator_other_than_the_published_wall(log: LegalRecords) -> RecordPlace | None:
    """An ura indicator, which makes no tile of the winner's dora, is not the tile that the published wall holds."""
    found = pick_win(log, lambda win: win.get("li_doras") and not any([_has_ura(fan) for fan in win["fans"]]))
    if found is None:
        return None
    win = found[1]
    held = "".join([*win["hand"], win["hu_tile"], *win.get("ming", ())])
    harmless = [f"{number}z" for number in (5, 6, 7) if f"{number % 7 + 1 + 4 * (number == 7)}z" not in held]
    others = [tile for tile in harmless if tile not in win["li_doras"]]
    if not others:
        return None
    win["li_doras"][0] = log.choice.choice(others)
    return found[2]


def _has_ura(fan: dict[str, Any]) -> bool:
    return bool(fan.get("val")) and fan_id(fan) == _RIICHI_OR_URA[-1]


@fault_of_records(majsoul.NAME, "win/claim")
def win_recorded_twice(log: LegalRecords) -> RecordPlace | None:
    """The record of a self-draw stands twice."""
    found = pick_win(log, lambda win: win.get("zimo"))
    if found is None:
        return None
    place, _, told = found
    log.records.insert(place, log.records[place])
    return RecordPlace(told.hand, told.seat, (told.event or 0) + 1)


@fault_of_records(majsoul.NAME, "pay/win")
def win_paid_too_much_in_the_record(log: LegalRecords) -> RecordPlace | None:
    """The payer of a win pays 700 more than it is worth."""
    found = pick_win(log, lambda _: True)
    if found is None:
        return None
    place, win, told = found
    record = log.fields(place)
    payer = record["delta_scores"].index(min(record["delta_scores"]))
    for points in (record["delta_scores"], record["scores"]):
        points[win.get("seat", 0)] += 700
        points[payer] -= 700
    return told


@fault_of_records(majsoul.NAME, "stick/leak")
def score_after_a_win_off(log: LegalRecords) -> RecordPlace | None:
    """A score after a win is not the one before with what the seat gains."""
    found = log.pick(WIN_RECORD)
    if found is None:
        return None
    place, record = found
    told = RecordPlace(log.hand(place), None, log.last_event(place))
    record["scores"][log.choice.randrange(len(record["scores"]))] += 100
    return told


@fault_of_records(majsoul.NAME, "draw/tenpai")
def tenpai_hand_recorded_as_noten(log: LegalRecords) -> RecordPlace | None:
    """A hand that is tenpai at an exhaustive draw is recorded as noten."""
    found = log.pick(_DRAW_RECORD, lambda _, record: 0 < len(_tenpai(record)) < len(record["players"]))
    if found is None:
        return None
    place, record = found
    seat = log.choice.choice(_tenpai(record))
    told = RecordPlace(log.hand(place), seat, log.last_event(place))
    record["players"][seat]["tingpai"] = False
    record["players"][seat].pop("hand", None)
    return told


def _tenpai(record: Any) -> list[int]:
    return [seat for seat, player in enumerate(record["players"]) if player.get("tingpai")]


@fault_of_records(majsoul.NAME, "pay/noten")
def noten_payment_of_the_record_off(log: LegalRecords) -> RecordPlace | None:
    """A noten seat pays 500 more than it has to."""
    found = log.pick(_DRAW_RECORD, lambda _, record: 0 < len(_tenpai(record)) < len(record["players"]))
    if found is None:
        return None
    place, record = found
    told = RecordPlace(log.hand(place), None, log.last_event(place))
    gains = record["scores"][0]["delta_scores"]
    gains[gains.index(max(gains))] += 500
    gains[gains.index(min(gains))] -= 500
    return told


# ---- from hand to hand


def _later_start(log: LegalRecords) -> tuple[int, Any] | None:
    return log.pick(START_RECORD, lambda at, _: at > 0)


@fault_of_records(majsoul.NAME, "game/carry")
def score_of_the_next_record_off(log: LegalRecords) -> RecordPlace | None:
    """A hand starts with 100 more points of a seat than the last one left."""
    found = _later_start(log)
    if found is None:
        return None
    seat = log.choice.randrange(len(found[1]["scores"]))
    found[1]["scores"][seat] += 100
    return RecordPlace(log.hand(found[0]), seat)


@fault_of_records(majsoul.NAME, "honba/carry")
def counter_of_the_next_record_off(log: LegalRecords) -> RecordPlace | None:
    """A hand starts with one counter too many."""
    found = _later_start(log)
    if found is None:
        return None
    found[1]["ben"] = found[1].get("ben", 0) + 1
    return RecordPlace(log.hand(found[0]))


@fault_of_records(majsoul.NAME, "stick/carry")
def sticks_of_the_next_record_off(log: LegalRecords) -> RecordPlace | None:
    """A hand starts with one stick too many on the table."""
    found = _later_start(log)
    if found is None:
        return None
    found[1]["liqibang"] = found[1].get("liqibang", 0) + 1
    return RecordPlace(log.hand(found[0]))


@fault_of_records(majsoul.NAME, "game/rotation")
def round_of_the_next_record_off(log: LegalRecords) -> RecordPlace | None:
    """A hand is recorded as of the next round."""
    found = _later_start(log)
    if found is None:
        return None
    found[1]["chang"] = (found[1].get("chang", 0) + 1) % 4
    return RecordPlace(log.hand(found[0]))


@fault_of_records(majsoul.NAME, "game/final")
def final_points_of_the_head_off(log: LegalRecords) -> RecordPlace | None:
    """The head gives a seat 100 points more than it has at the end."""
    head = dict(log.recorded.head)
    players = [dict(one) for one in (head.get("result") or {}).get("players", ())]
    if len(players) < 3 or not all(["part_point_1" in one for one in players]):
        return None
    log.choice.choice(players)["part_point_1"] += 100
    log.recorded.head = head | {"result": {"players": players}}
    last = len(log.records) - 1
    return RecordPlace(log.hand(last), None, log.last_event(last))
