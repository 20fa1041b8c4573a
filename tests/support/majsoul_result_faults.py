"""Faults in the ends of hands, payments, and what carries over to the next hand."""

from collections.abc import Callable
from random import Random
from typing import Any

from auditor.testing.majsoul_records import Record
from support.majsoul_faults import Change, Fault, Place, added, collected_in, hand_of, name_at, pick, simple

FAULTS: dict[str, Fault] = {}
fault = collected_in(FAULTS)


# ---- wins


def _one_win(records: list[Record], choice: Random, fits: Callable[[dict[str, Any]], object]) -> Place | None:
    found = pick(records, choice, "RecordHule", lambda _, data: len(data["hules"]) == 1 and fits(data["hules"][0]))
    return None if found is None else (found[0], found[1])


def of_win(check: str, change: Callable[[dict[str, Any], Random], object]) -> Fault:
    """A fault in a record's only win."""

    def put(records: list[Record], choice: Random) -> Change | None:
        found = _one_win(records, choice, lambda _: True)
        if found is None:
            return None
        try:
            change(found[1]["hules"][0], choice)
        except (LookupError, ValueError):
            return None
        return hand_of(records, found[0]), check

    return put


def _plain(win: dict[str, Any]) -> dict[str, Any]:
    if win.get("yiman"):
        raise ValueError("a yakuman")
    return win


def _of_riichi_or_dora(fan: dict[str, Any]) -> bool:
    return fan.get("id") in (2, 18, 33) or fan.get("name") in ("立直", "两立直", "里宝牌")


def _fan_of(win: dict[str, Any], choice: Random) -> dict[str, Any]:
    fan: dict[str, Any] = choice.choice([fan for fan in win["fans"] if fan.get("val") and not _of_riichi_or_dora(fan)])
    return fan


FAULTS["another_limit"] = of_win("win/value", lambda win, _: _plain(win).update(title_id=_another_limit(win), title=""))


def _another_limit(win: dict[str, Any]) -> int:
    return (win.get("title_id", 0) or ("", "满贯", "跳满", "倍满", "三倍满").index(win.get("title", ""))) % 4 + 1


FAULTS["a_gain_altered_alone"] = simple(
    "RecordHule",
    "pay/win|stick/award|pay/honba",
    lambda data, choice: added(data["delta_scores"], choice.randrange(3), 100),
)
FAULTS["a_score_before_altered"] = simple("RecordHule", "stick/leak", lambda data, _: added(data["old_scores"], 1, 100))


@fault
def another_winner(records: list[Record], choice: Random) -> Change | None:
    found = _one_win(records, choice, lambda _: True)
    if found is None:
        return None
    win = found[1]["hules"][0]
    win["seat"] = (win.get("seat", 0) + 1) % len(found[1]["old_scores"])
    return hand_of(records, found[0]), "win/claim|win/shape|win/record|win/no-yaku"


@fault
def a_win_doubled(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordHule")
    if found is None:
        return None
    records.insert(found[0], records[found[0]])
    return hand_of(records, found[0]), "win/multiple|win/claim"


@fault
def an_end_left_out(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordHule", lambda at, _: at + 1 < len(records))
    if found is None:
        return None
    hand = hand_of(records, found[0])
    del records[found[0]]
    return hand + 1, "game/carry"


# ---- draws


def _tenpai_of_some(_: int, data: dict[str, Any]) -> bool:
    return 0 < sum([bool(one.get("tingpai")) for one in data["players"]]) < len(data["players"])


@fault
def a_draw_of_the_hand_doubled(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNoTile")
    if found is None:
        return None
    records.insert(found[0], records[found[0]])
    return hand_of(records, found[0]), "turn/order"


# ---- carried over from hand to hand


def of_later_hand(check: str, change: Callable[[dict[str, Any], Random], object]) -> Fault:
    """A fault in the start of a hand that is not the first."""

    def put(records: list[Record], choice: Random) -> Change | None:
        found = pick(records, choice, "RecordNewRound", lambda at, _: at > 0)
        if found is None:
            return None
        change(found[1], choice)
        return hand_of(records, found[0]), check

    return put


@fault
def a_hand_missing(records: list[Record], choice: Random) -> Change | None:
    hands = hand_of(records, len(records))
    found = pick(records, choice, "RecordNewRound", lambda at, _: 0 < hand_of(records, at) < hands)
    if found is None:
        return None
    hand = hand_of(records, found[0])
    end = next(at for at in range(found[0] + 1, len(records)) if name_at(records, at) == "RecordNewRound")
    del records[found[0] : end]
    return hand, "game/rotation|honba/carry|game/carry|stick/carry"
