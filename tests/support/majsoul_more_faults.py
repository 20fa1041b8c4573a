"""More faults: sticks, honba, calls, draws, and what a hand shows at its end."""

from random import Random
from typing import Any

from auditor.testing.majsoul_records import Record
from support.majsoul_faults import (
    Change,
    Fault,
    collected_in,
    hand_of,
    is_whole,
    name_at,
    others_tile,
    pick,
    simple,
    start_of,
)

FAULTS: dict[str, Fault] = {}
fault = collected_in(FAULTS)

YAKUMAN_TITLE = 5


def _moved(data: dict[str, Any], changes: dict[int, int]) -> None:
    """Change the gains of seats, and their points afterwards."""
    for seat, change in changes.items():
        data["delta_scores"][seat] += change
        data["scores"][seat] += change


def _sticks(records: list[Record], place: int) -> int:
    """How many sticks a win takes from the table."""
    hand = hand_of(records, place)
    paid = [data for at, (_, data) in enumerate(records[:place]) if hand_of(records, at) == hand and data.get("liqi")]
    sticks: int = start_of(records, place)["liqibang"]
    return sticks + sum([not data["liqi"].get("failed") for data in paid])


@fault
def honba_unpaid(records: list[Record], choice: Random) -> Change | None:
    def is_counted(at: int, data: dict[str, Any]) -> bool:
        return len(data["hules"]) == 1 and start_of(records, at)["ben"] > 0

    found = pick(records, choice, "RecordHule", is_counted)
    if found is None:
        return None
    place, data = found
    winner = data["hules"][0].get("seat", 0)
    honba, players = start_of(records, place)["ben"], len(data["scores"])
    payers = [seat for seat, gain in enumerate(data["delta_scores"]) if gain < 0]
    each = 100 * honba * (players - 1) // len(payers)
    if len(payers) not in (1, players - 1):
        return None
    _moved(data, {winner: -each * len(payers)} | dict.fromkeys(payers, each))
    return hand_of(records, place), "pay/honba"


@fault
def sticks_not_awarded(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordHule", lambda at, data: len(data["hules"]) == 1 and _sticks(records, at))
    if found is None:
        return None
    _moved(found[1], {found[1]["hules"][0].get("seat", 0): -1000 * _sticks(records, found[0])})
    return hand_of(records, found[0]), "stick/award"


@fault
def sticks_to_the_second_winner(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordHule", lambda at, data: len(data["hules"]) > 1 and _sticks(records, at))
    if found is None:
        return None
    first, second = [win.get("seat", 0) for win in found[1]["hules"][:2]]
    points = 1000 * _sticks(records, found[0])
    _moved(found[1], {first: -points, second: points})
    return hand_of(records, found[0]), "stick/award-seat"


@fault
def a_stick_paid_twice(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordDealTile", lambda _, data: data.get("liqi"))
    if found is None:
        return None
    place, data = found
    for at in range(place + 1, len(records)):
        if name_at(records, at) not in ("RecordDiscardTile", "RecordDealTile"):
            return None
        if name_at(records, at) == "RecordDealTile":
            records[at][1]["liqi"] = dict(data["liqi"])
            return hand_of(records, place), "stick/deposit"
    return None


@fault
def ura_shown_without_riichi(records: list[Record], choice: Random) -> Change | None:
    def is_dama(_: int, data: dict[str, Any]) -> bool:
        fans = data["hules"][0]["fans"]
        is_riichi = any([fan.get("id") in (2, 18) or fan.get("name") in ("立直", "两立直") for fan in fans])
        return len(data["hules"]) == 1 and not is_riichi

    found = pick(records, choice, "RecordHule", is_dama)
    if found is None:
        return None
    win = found[1]["hules"][0]
    win["li_doras"] = ["1z"] * len(win["doras"])
    return hand_of(records, found[0]), "dora/ura|wall/seed"


@fault
def ura_not_shown(records: list[Record], choice: Random) -> Change | None:
    shown = [data for name, data in records if name.endswith("RecordHule") and data["hules"][0].get("li_doras")]
    found = pick(records, choice, "RecordHule", lambda _, data: data in shown)
    if found is None or len(shown) < 2:  # without a head it might be a room without ura
        return None
    del found[1]["hules"][0]["li_doras"]
    return hand_of(records, found[0]), "dora/ura"


@fault
def a_call_noted_twice(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordChiPengGang", lambda _, data: not data.get("liqi"))
    if found is None:
        return None
    records.insert(found[0], records[found[0]])
    return hand_of(records, found[0]), "turn/order|call/target|tiles/not-held"


@fault
def a_call_noted_too_late(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordChiPengGang", lambda _, data: data["type"] < 2 and not data.get("liqi"))
    if found is None or name_at(records, found[0] + 1) != "RecordDiscardTile":
        return None
    place = found[0]
    records[place], records[place + 1] = records[place + 1], records[place]
    return hand_of(records, place), "turn/order"


@fault
def tiles_of_a_chi_that_are_no_run(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordChiPengGang", lambda _, data: data["type"] == 0)
    if found is None:
        return None
    found[1]["tiles"][0] = "1z"
    return hand_of(records, found[0]), "call/meld"


@fault
def a_closed_kan_noted_as_added(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordAnGangAddGang", lambda _, data: data["type"] == 3)
    if found is None:
        return None
    found[1]["type"] = 2
    return hand_of(records, found[0]), "call/meld|call/target|tiles/not-held"


@fault
def an_added_kan_of_a_tile_not_held(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordAnGangAddGang", lambda _, data: data["type"] == 2)
    if found is None:
        return None
    found[1]["tiles"] = others_tile(records, found[0], found[1]["seat"], choice, found[1]["tiles"])
    return hand_of(records, found[0]), "call/meld|call/target|tiles/not-held"


@fault
def a_north_not_held(records: list[Record], choice: Random) -> Change | None:
    def is_drawn(at: int, data: dict[str, Any]) -> bool:
        before = records[at - 1][1]
        return bool(data.get("moqie")) and before.get("tile") == "4z" and is_whole(start_of(records, at))

    found = pick(records, choice, "RecordBaBei", is_drawn)
    if found is None:
        return None
    records[found[0] - 1][1]["tile"] = "1z"
    return hand_of(records, found[0]), "wall/seed"


@fault
def a_hand_shown_that_nobody_holds(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNoTile", lambda _, data: any([one.get("hand") for one in data["players"]]))
    if found is None:
        return None
    hand = choice.choice([one["hand"] for one in found[1]["players"] if one.get("hand")])
    hand[0] = "1z" if hand[0] != "1z" else "2z"
    return hand_of(records, found[0]), "tiles/not-held|tiles/duplicate"


@fault
def a_noten_seat_counted_tenpai(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNoTile", lambda _, data: not all([one["tingpai"] for one in data["players"]]))
    if found is None:
        return None
    choice.choice([one for one in found[1]["players"] if not one["tingpai"]])["tingpai"] = True
    return hand_of(records, found[0]), "draw/tenpai"


@fault
def a_draw_called_nagashi(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNoTile", lambda _, data: not data.get("liujumanguan"))
    if found is None:
        return None
    found[1]["liujumanguan"] = True
    return hand_of(records, found[0]), "draw/nagashi"


@fault
def an_exhaustive_draw_too_early(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordNoTile")
    if found is None:
        return None
    hand = hand_of(records, found[0])
    del records[found[0] - 2 : found[0]]
    return (hand, "draw/early") if hand_of(records, found[0] - 2) == hand else None


@fault
def another_abortive_draw(records: list[Record], choice: Random) -> Change | None:
    found = pick(records, choice, "RecordLiuJu", lambda _, data: data.get("type") == 1)
    if found is None:
        return None
    found[1]["type"] = choice.choice([2, 3])
    return hand_of(records, found[0]), "draw/abortive"


@fault
def a_riichi_by_a_noten_hand(records: list[Record], choice: Random) -> Change | None:
    def is_noten(at: int, data: dict[str, Any]) -> bool:
        is_quiet = name_at(records, at + 1) == "RecordDealTile" and name_at(records, at - 1) == "RecordDealTile"
        return is_quiet and not data.get("tingpais") and not data.get("is_liqi") and is_whole(start_of(records, at))

    found = pick(records, choice, "RecordDiscardTile", is_noten)
    if found is None:
        return None
    found[1]["is_liqi"] = True
    return hand_of(records, found[0]), "riichi/noten|riichi/open-hand|riichi/repeat|stick/deposit|riichi/points"


FAULTS["the_first_score_altered"] = simple(
    "RecordNewRound", "game/start|game/carry", lambda data, _: data["scores"].__setitem__(0, data["scores"][0] + 100)
)
