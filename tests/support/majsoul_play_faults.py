"""Faults in the play of a hand: its wall, tiles, turns, kans and riichi."""

from random import Random
from typing import Any

from auditor.testing.majsoul_records import Record
from support.majsoul_faults import Change, Fault, Place, collected_in, hand_of, name_at, others_tile, pick

FAULTS: dict[str, Fault] = {}
fault = collected_in(FAULTS)


# ---- the wall


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


# ---- what the server states


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
def a_tile_of_another_discarded(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordDiscardTile", lambda at, data: name_at(records, at + 1) == "RecordDealTile")
    if found is None:
        return None
    place, data = found
    data["tile"] = others_tile(records, place, data["seat"], choice, data["tile"])
    return hand_of(records, place), "tiles/not-held|riichi/discard|turn/tsumogiri|server/offer|riichi/noten|"


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


# ---- riichi and sticks


def _told_of_riichi(records: list[Record], choice: Random) -> Place | None:
    name = choice.choice(["RecordDealTile", "RecordDealTile", "RecordChiPengGang"])
    return pick(records, choice, name, lambda _, data: data.get("liqi"))


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
                return None  # which reveals it, too
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
