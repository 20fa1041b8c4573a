"""Faults put into Mahjong Soul's records, made here or real: each names the check that must tell of it, alone.

A fault changes a copy of a game's records in place. It returns the hand it is in and the checks of which one must tell
of it, or None where the game has no place for it.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from auditor.testing.majsoul_records import Record

Place = tuple[int, dict[str, Any]]
Change = tuple[int, str]
Fault = Callable[[list[Record], Random], Change | None]

FAULTS: dict[str, Fault] = {}


def fault(function: Fault) -> Fault:
    FAULTS[function.__name__] = function
    return function


def hand_of(records: list[Record], place: int) -> int:
    """The index of the hand that a record belongs to."""
    return sum([name == "RecordNewRound" for name, _ in records[: place + 1]]) - 1


def pick(
    records: list[Record], choice: Random, name: str, fits: Callable[[int, dict[str, Any]], object] = lambda *_: True
) -> Place | None:
    """A record of that name that fits, with its place."""
    places = [
        (place, data)
        for place, (one, data) in enumerate(records)
        if one.removeprefix(".lq.") == name and fits(place, data)
    ]
    return choice.choice(places) if places else None


def name_at(records: list[Record], place: int) -> str:
    return records[place][0].removeprefix(".lq.") if 0 <= place < len(records) else ""


def start_of(records: list[Record], place: int) -> dict[str, Any]:
    """The beginning of the hand of a record."""
    return next(records[at][1] for at in range(place, -1, -1) if name_at(records, at) == "RecordNewRound")


def is_whole(start: dict[str, Any]) -> bool:
    return len(start["paishan"]) > 200


def others_tile(records: list[Record], place: int, seat: int, choice: Random, *not_these: str) -> str:
    """A tile dealt to another seat, other than these, and of another kind."""
    start = start_of(records, place)
    tiles: list[str] = [tile for other in range(4) if other != seat for tile in start.get(f"tiles{other}", ())]
    kinds = [tile.replace("0", "5") for tile in not_these]
    return choice.choice([tile for tile in tiles if tile.replace("0", "5") not in kinds])


def simple(name: str, check: str, change: Callable[[dict[str, Any], Random], object]) -> Fault:
    """A fault that changes one record of a name; it has no place where `change` raises LookupError or ValueError."""

    def put(records: list[Record], choice: Random) -> Change | None:
        found = pick(records, choice, name)
        if found is None:
            return None
        try:
            change(found[1], choice)
        except (LookupError, ValueError):
            return None
        return hand_of(records, found[0]), check

    return put


def added(values: list[int], place: int, number: int) -> None:
    values[place] += number


# ---- the wall


@fault
def a_draw_altered(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordDealTile", lambda at, _: name_at(records, at + 1) == "RecordDiscardTile")
    if found is None:
        return None
    place, data = found
    data["tile"] = others_tile(records, place, data["seat"], choice, data["tile"])
    return hand_of(records, place), "wall/seed"


@fault
def a_tile_dealt_altered(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNewRound")
    assert found
    place, data = found
    seat = choice.choice([seat for seat in range(4) if data.get(f"tiles{seat}")])
    number = choice.randrange(13)
    tiles = data[f"tiles{seat}"]
    tiles[number] = others_tile(records, place, seat, choice, tiles[number])
    return hand_of(records, place), "wall/seed"


@fault
def a_dealt_tile_exchanged(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNewRound", lambda _, data: is_whole(data))
    if found is None:
        return None
    place, data = found
    if data["tiles1"][3].replace("0", "5") == data["tiles2"][5].replace("0", "5"):
        return None
    data["tiles1"][3], data["tiles2"][5] = data["tiles2"][5], data["tiles1"][3]
    return hand_of(records, place), "wall/seed"


@fault
def the_first_indicator_altered(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNewRound", lambda at, data: data.get("doras"))
    if found is None:
        return None
    place, data = found
    data["doras"][0] = others_tile(records, place, 9, choice, data["doras"][0])
    return hand_of(records, place), "wall/seed"


@fault
def the_wall_altered(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNewRound")
    assert found
    wall = found[1]["paishan"]
    first, second = sorted(choice.sample(range(0, len(wall), 2), 2))
    one, other = wall[first : first + 2], wall[second : second + 2]
    if one == other:
        return None
    found[1]["paishan"] = wall[:first] + other + wall[first + 2 : second] + one + wall[second + 2 :]
    return hand_of(records, found[0]), "wall/hash"


@fault
def a_hash_altered(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNewRound")
    assert found
    key = choice.choice([key for key in ("md5", "sha256", "salt", "saltSha256") if found[1].get(key)])
    text = found[1][key]
    found[1][key] = ("1" if text[0] == "0" else "0") + text[1:]
    return hand_of(records, found[0]), "wall/hash"


@fault
def an_ura_indicator_altered(records: list[Record], choice: Random) -> Change | None:
    found = pick(
        records, choice, "RecordHule", lambda _, data: len(data["hules"]) == 1 and data["hules"][0].get("li_doras")
    )
    if found is None:
        return None
    place, data = found
    win = data["hules"][0]
    melds = "".join([*win["hand"], win["hu_tile"], *win.get("ming", ())]).replace("0", "5")
    harmless = [tile for tile in ("1z", "2z", "5z", "6z") if tile not in win["li_doras"]]
    if any(f"{number}z" in melds for number in range(1, 8)):
        return None
    win["li_doras"][0] = choice.choice(harmless)
    if any(fan.get("val") and fan.get("id") == 33 for fan in win["fans"]):
        return None
    return hand_of(records, place), "wall/seed"


# ---- the server's word


@fault
def a_furiten_flag_flipped(records: list[Record], choice: Random) -> Change | None:
    name = choice.choice(["RecordDealTile", "RecordDiscardTile"])

    def is_quiet(at: int, data: dict[str, Any]) -> bool:
        return bool(data.get("zhenting")) and hand_of(records, at + 1) == hand_of(records, at)

    found = pick(records, choice, name, is_quiet)
    if found is None:
        return None
    place, data = found
    start = start_of(records, place)
    seat = choice.randrange(len(data["zhenting"]))
    if not is_whole(start) and seat == start["ju"]:
        return None
    data["zhenting"][seat] = not data["zhenting"][seat]
    return hand_of(records, place), "furiten/flag"


# ---- turns and tiles


@fault
def a_discard_dropped(records: list[Record], choice: Random) -> Change | None:
    found = pick(
        records, choice, "RecordDiscardTile", lambda at, data: not data.get("is_liqi") and not data.get("doras")
    )
    if found is None:
        return None
    following = name_at(records, found[0] + 1)
    hand = hand_of(records, found[0])
    del records[found[0]]
    expected = {"RecordHule": "win/claim", "RecordChiPengGang": "call/target"}.get(following, "turn/order")
    return hand, f"{expected}|turn/order"


@fault
def a_draw_dropped(records: list[Record], choice: Random) -> Change | None:
    def is_plain(at: int, data: dict[str, Any]) -> bool:
        return name_at(records, at + 1) == "RecordDiscardTile" and not data.get("liqi") and not data.get("doras")

    found = pick(records, choice, "RecordDealTile", is_plain)
    if found is None:
        return None
    hand = hand_of(records, found[0])
    del records[found[0]]
    return hand, "turn/order"


@fault
def a_draw_doubled(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordDealTile", lambda _, data: not data.get("liqi"))
    if found is None:
        return None
    records.insert(found[0], records[found[0]])
    return hand_of(records, found[0]), "turn/order"


@fault
def a_call_dropped(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordChiPengGang", lambda _, data: not data.get("liqi"))
    if found is None:
        return None
    hand = hand_of(records, found[0])
    del records[found[0]]
    return hand, "turn/order"


@fault
def a_call_from_the_wrong_seat(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordChiPengGang", lambda _, data: data["type"] == 1)
    if found is None:
        return None
    place, data = found
    players = len(start_of(records, place)["scores"])
    other = [seat for seat in range(players) if seat not in (data["seat"], data["froms"][-1])]
    data["froms"][-1] = choice.choice(other)
    return hand_of(records, place), "call/target"


@fault
def a_tile_of_another_discarded(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordDiscardTile", lambda at, data: name_at(records, at + 1) == "RecordDealTile")
    if found is None:
        return None
    place, data = found
    data["tile"] = others_tile(records, place, data["seat"], choice, data["tile"])
    return hand_of(records, place), "tiles/not-held|riichi/discard|turn/tsumogiri|furiten/flag|riichi/noten|"


@fault
def a_mark_flipped(records: list[Record], choice: Random) -> Change | None:
    def is_drawn(at: int, data: dict[str, Any]) -> bool:
        before = records[at - 1]
        return bool(data.get("moqie")) and before[0].endswith("RecordDealTile") and before[1]["tile"] == data["tile"]

    found = pick(records, choice, "RecordDiscardTile", is_drawn)
    if found is None:
        return None
    place, data = found
    data["moqie"] = False
    return hand_of(records, place), "turn/tsumogiri|riichi/discard|"


@fault
def a_mark_put(records: list[Record], choice: Random) -> Change | None:
    def is_kept(at: int, data: dict[str, Any]) -> bool:
        before = records[at - 1]
        return not data.get("moqie") and before[0].endswith("RecordDealTile") and before[1]["tile"] != data["tile"]

    found = pick(records, choice, "RecordDiscardTile", is_kept)
    if found is None:
        return None
    found[1]["moqie"] = True
    return hand_of(records, found[0]), "turn/tsumogiri"


# ---- riichi and sticks


def _told_of_riichi(records: list[Record], choice: Random) -> Place | None:
    name = choice.choice(["RecordDealTile", "RecordDealTile", "RecordChiPengGang"])
    return pick(records, choice, name, lambda _, data: data.get("liqi"))


@fault
def a_stick_not_paid(records: list[Record], choice: Random) -> Change | None:
    found = _told_of_riichi(records, choice)
    if found is None:
        return None
    del found[1]["liqi"]
    return hand_of(records, found[0]), "stick/deposit"


@fault
def a_stick_of_a_wrong_amount(records: list[Record], choice: Random) -> Change | None:
    found = _told_of_riichi(records, choice)
    if found is None:
        return None
    found[1]["liqi"]["score"] -= 100
    return hand_of(records, found[0]), "stick/deposit"


@fault
def a_stick_paid_by_another(records: list[Record], choice: Random) -> Change | None:
    found = _told_of_riichi(records, choice)
    if found is None:
        return None
    found[1]["liqi"]["seat"] = (found[1]["liqi"]["seat"] + 1) % 3
    return hand_of(records, found[0]), "stick/deposit"


@fault
def a_declaration_left_out(records: list[Record], choice: Random) -> Change | None:
    def stands(at: int, data: dict[str, Any]) -> bool:
        return bool(data.get("is_liqi") and records[at + 1][1].get("liqi"))

    found = pick(records, choice, "RecordDiscardTile", stands)
    if found is None:
        return None
    found[1]["is_liqi"] = found[1]["is_wliqi"] = False
    return hand_of(records, found[0]), "stick/deposit"


# ---- wins


def _one_win(records: list[Record], choice: Random, fits: Callable[[dict[str, Any]], object]) -> Place | None:
    found = pick(records, choice, "RecordHule", lambda _, data: len(data["hules"]) == 1 and fits(data["hules"][0]))
    return None if found is None else (found[0], found[1])


def of_win(check: str, change: Callable[[dict[str, Any], Random], object]) -> Fault:
    """A fault in what a record says of its only win."""

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


FAULTS["a_yaku_worth_more"] = of_win("win/yaku", lambda win, choice: _fan_of(_plain(win), choice).update(val=5))
FAULTS["a_yaku_left_out"] = of_win("win/yaku", lambda win, choice: win["fans"].remove(_fan_of(win, choice)))
FAULTS["the_han_altered"] = of_win("win/value", lambda win, _: _plain(win).update(count=win["count"] + 1))
FAULTS["the_fu_altered"] = of_win("win/value", lambda win, _: _plain(win).update(fu=win["fu"] + 10))
FAULTS["another_winning_hand"] = of_win(
    "win/record", lambda win, _: win["hand"].__setitem__(0, "9s" if win["hand"][0] not in ("9s", "8s") else "1p")
)
FAULTS["another_limit"] = of_win("win/value", lambda win, _: _plain(win).update(title_id=_another_limit(win), title=""))


def _another_limit(win: dict[str, Any]) -> int:
    return (win.get("title_id", 0) or ("", "满贯", "跳满", "倍满", "三倍满").index(win.get("title", ""))) % 4 + 1


@fault
def the_points_of_a_ron_altered(records: list[Record], choice: Random) -> Change | None:
    found = _one_win(records, choice, lambda win: not win.get("zimo"))
    if found is None:
        return None
    found[1]["hules"][0]["point_rong"] += 100
    return hand_of(records, found[0]), "win/value"


@fault
def the_points_of_a_tsumo_altered(records: list[Record], choice: Random) -> Change | None:
    found = _one_win(records, choice, lambda win: win.get("zimo"))
    if found is None:
        return None
    found[1]["hules"][0]["point_zimo_xian"] += 100
    return hand_of(records, found[0]), "win/value"


@fault
def a_payment_altered(records: list[Record], choice: Random) -> Change | None:
    found = _one_win(records, choice, lambda _: True)
    if found is None:
        return None
    data = found[1]
    winner = data["hules"][0].get("seat", 0)
    payer = data["delta_scores"].index(min(data["delta_scores"]))
    for numbers in (data["delta_scores"], data["scores"]):
        numbers[winner] += 700
        numbers[payer] -= 700
    return hand_of(records, found[0]), "pay/win"


FAULTS["a_gain_altered_alone"] = simple(
    "RecordHule",
    "pay/win|stick/award|pay/honba",
    lambda data, choice: added(data["delta_scores"], choice.randrange(3), 100),
)
FAULTS["a_score_after_altered"] = simple("RecordHule", "stick/leak", lambda data, _: added(data["scores"], 1, 100))
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
def a_tenpai_hand_not_shown(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNoTile", _tenpai_of_some)
    if found is None:
        return None
    one = choice.choice([one for one in found[1]["players"] if one.get("tingpai")])
    one["tingpai"] = False
    one.pop("hand", None)
    return hand_of(records, found[0]), "draw/tenpai"


@fault
def a_noten_payment_altered(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNoTile", _tenpai_of_some)
    if found is None:
        return None
    gains = found[1]["scores"][0]["delta_scores"]
    gains[gains.index(max(gains))] += 500
    gains[gains.index(min(gains))] -= 500
    return hand_of(records, found[0]), "pay/noten"


@fault
def a_draw_of_the_hand_doubled(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNoTile")
    if found is None:
        return None
    records.insert(found[0], records[found[0]])
    return hand_of(records, found[0]), "turn/order"


# ---- from hand to hand


def of_later_hand(check: str, change: Callable[[dict[str, Any], Random], object]) -> Fault:
    """A fault in how a hand that is not the first begins."""

    def put(records: list[Record], choice: Random) -> Change | None:
        found = pick(records, choice, "RecordNewRound", lambda at, _: at > 0)
        if found is None:
            return None
        change(found[1], choice)
        return hand_of(records, found[0]), check

    return put


FAULTS["a_score_carried_wrong"] = of_later_hand("game/carry", lambda data, _: added(data["scores"], 2, 100))
FAULTS["a_counter_carried_wrong"] = of_later_hand("honba/carry", lambda data, _: data.update(ben=data["ben"] + 1))
FAULTS["sticks_carried_wrong"] = of_later_hand(
    "stick/carry", lambda data, _: data.update(liqibang=data["liqibang"] + 1)
)
FAULTS["a_round_skipped"] = of_later_hand("game/rotation", lambda data, _: data.update(chang=(data["chang"] + 1) % 4))


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


# ---- kans and indicators


@fault
def an_indicator_left_out(records: list[Record], choice: Random) -> Change | None:
    found = pick(
        records, choice, choice.choice(["RecordDealTile", "RecordDiscardTile"]), lambda _, data: data.get("doras")
    )
    if found is None:
        return None
    place, data = found
    hand = hand_of(records, place)
    known = 1
    for at, (_, one) in enumerate(records):
        if hand_of(records, at) == hand and one.get("doras"):
            if at > place:
                return None  # which tells of it too
            if at < place:
                known = max(known, len(one["doras"]))
    if len(data["doras"]) <= known:
        return None
    del data["doras"]
    return hand, "dora/timing"


@fault
def an_indicator_altered(records: list[Record], choice: Random) -> Change | None:
    found = pick(
        records, choice, choice.choice(["RecordDealTile", "RecordDiscardTile"]), lambda _, data: data.get("doras")
    )
    if found is None:
        return None
    place, data = found
    data["doras"][-1] = others_tile(records, place, 9, choice, data["doras"][-1])
    return hand_of(records, place), "wall/seed|dora/timing"
