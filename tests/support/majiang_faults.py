"""Faults put into Majiang paipu.

A fault changes a copy of a game's JSON in place. It returns the hand it is in and the checks of which one must report
it, or None where the game has no spot for it; "" as a check stands for no finding, where nothing in the paipu
contradicts it.
"""

from collections.abc import Callable
from random import Random
from typing import Any

Paipu = dict[str, Any]
Change = tuple[int, str]
Fault = Callable[[Paipu, Random], Change | None]
Place = tuple[int, int, dict[str, Any]]
"""The number of a hand, the number of an entry in it, and the value of the entry's key."""

FAULTS: dict[str, Fault] = {}
ORDER = "turn/order|call/target|win/claim"


def fault(make: Fault) -> Fault:
    FAULTS[make.__name__] = make
    return make


def pick(paipu: Paipu, choice: Random, key: str, fits: Callable[[Place], object] = lambda _: True) -> Place | None:
    places = [
        (hand, number, entry[key])
        for hand, entries in enumerate(paipu["log"])
        for number, entry in enumerate(entries)
        if key in entry
    ]
    fitting = [place for place in places if fits(place)]
    return choice.choice(fitting) if fitting else None


def key_at(paipu: Paipu, hand: int, number: int) -> str:
    entries = paipu["log"][hand]
    return next(iter(entries[number])) if 0 <= number < len(entries) else ""


def changes(
    name: str, key: str, checks: str, change: Callable[[dict[str, Any], Random], object], fits: Any = lambda _: True
) -> None:
    """Declare a fault that changes one entry; `change` returns False where it cannot."""

    def make(paipu: Paipu, choice: Random) -> Change | None:
        found = pick(paipu, choice, key, lambda place: fits(place[2]))
        if found is None or change(found[2], choice) is False:
            return None
        return found[0], checks

    FAULTS[name] = make


def leaves_out(name: str, key: str, checks: str, following: str = "", fits: Any = lambda _: True) -> None:
    """Declare a fault that omits an entry, if given only one followed by an entry with the key `following`."""

    def make(paipu: Paipu, choice: Random) -> Change | None:
        found = pick(
            paipu,
            choice,
            key,
            lambda place: fits(place[2]) and (not following or key_at(paipu, place[0], place[1] + 1) == following),
        )
        if found is None:
            return None
        del paipu["log"][found[0]][found[1]]
        return found[0], checks

    FAULTS[name] = make


def other_tile(tile: str, choice: Random) -> str:
    return choice.choice([text for text in ("m1", "m9", "p1", "p9", "s1", "s9", "z1") if text[0] != tile[0]])


def moved(values: list[int], place: int, more: int) -> None:
    values[place] += more


# ---- tiles and turns

changes("a_draw_altered", "zimo",
        "tiles/not-held|tiles/duplicate|turn/tsumogiri|riichi/noten|riichi/discard|win/shape|win/record|win/claim|"
        "draw/tenpai|call/meld|win/yaku|win/value|riichi/kan-waits|riichi/kan-drawn|draw/nagashi|pay/noten|",
        lambda one, choice: one.update(p=other_tile(one["p"], choice)), lambda one: one["p"])  # fmt: skip
changes("a_discard_altered", "dapai",
        "tiles/not-held|tiles/duplicate|turn/tsumogiri|riichi/discard|call/target|riichi/noten|win/shape|win/claim|"
        "win/record|draw/tenpai|furiten/discard|pay/noten|",
        lambda one, choice: one.update(p=other_tile(one["p"], choice) + one["p"][2:]))  # fmt: skip
leaves_out("a_draw_left_out", "zimo", ORDER, "dapai")
leaves_out("a_discard_left_out", "dapai", ORDER + "|draw/early", "zimo", lambda one: "*" not in one["p"])


@fault
def a_draw_doubled(paipu: Paipu, choice: Random) -> Change | None:
    found = pick(paipu, choice, "zimo")
    assert found
    paipu["log"][found[0]].insert(found[1], {"zimo": dict(found[2])})
    return found[0], "turn/order"


@fault
def a_tsumogiri_marked_as_from_the_hand(paipu: Paipu, choice: Random) -> Change | None:
    found = pick(paipu, choice, "dapai", lambda place: "_" in place[2]["p"])
    assert found
    found[2]["p"] = found[2]["p"].replace("_", "")
    return found[0], "turn/tsumogiri|riichi/discard|"


@fault
def a_discard_from_the_hand_marked_as_drawn(paipu: Paipu, choice: Random) -> Change | None:
    def is_other(place: Place) -> bool:
        hand, number, one = place
        before = paipu["log"][hand][number - 1].get("zimo")
        return "_" not in one["p"] and before is not None and before["p"] not in ("", one["p"][:2])

    found = pick(paipu, choice, "dapai", is_other)
    if found is None:
        return None
    found[2]["p"] = found[2]["p"][:2] + "_" + found[2]["p"][2:]
    return found[0], "turn/tsumogiri"


@fault
def a_tile_dealt_too_many(paipu: Paipu, choice: Random) -> Change | None:
    found = pick(paipu, choice, "qipai", lambda place: all(place[2]["shoupai"]))
    if found is None:
        return None
    wind = choice.randrange(4)
    found[2]["shoupai"][wind] += "z4"
    return found[0], "tiles/hand-size|tiles/duplicate"


# ---- calls and kans


@fault
def a_call_left_out(paipu: Paipu, choice: Random) -> Change | None:
    found = pick(paipu, choice, "fulou", lambda place: key_at(paipu, place[0], place[1] + 1) == "dapai")
    if found is None:
        return None
    del paipu["log"][found[0]][found[1]]
    return found[0], ORDER


@fault
def a_pon_from_another_seat(paipu: Paipu, choice: Random) -> Change | None:
    found = pick(paipu, choice, "fulou", lambda place: place[2]["m"][1] == place[2]["m"][2])
    if found is None:
        return None
    sign = next(one for one in "-=+" if one in found[2]["m"])
    found[2]["m"] = found[2]["m"].replace(sign, "-" if sign != "-" else "=")
    return found[0], "call/target"


changes("a_chi_that_is_no_run", "fulou", "call/meld|tiles/not-held|call/target",
        lambda one, _: one.update(m=f"{one['m'][0]}1-25"),
        lambda one: len(one["m"]) == 5 and one["m"][0] != "z")  # fmt: skip
leaves_out("an_indicator_left_out", "kaigang", "dora/timing")


@fault
def an_indicator_doubled(paipu: Paipu, choice: Random) -> Change | None:
    found = pick(paipu, choice, "kaigang")
    if found is None:
        return None
    paipu["log"][found[0]].insert(found[1], {"kaigang": dict(found[2])})
    return found[0], "dora/timing|tiles/duplicate"


@fault
def an_indicator_without_a_kan(paipu: Paipu, choice: Random) -> Change | None:
    def is_quiet(place: Place) -> bool:
        return key_at(paipu, place[0], place[1] - 1) == "dapai" and key_at(paipu, place[0], place[1] + 1) == "dapai"

    found = pick(paipu, choice, "zimo", is_quiet)
    if found is None:
        return None
    paipu["log"][found[0]].insert(found[1], {"kaigang": {"baopai": "m2"}})
    return found[0], "dora/timing|tiles/duplicate"


# ---- riichi

changes("a_riichi_by_a_noten_hand", "dapai",
        "riichi/noten|riichi/open-hand|riichi/repeat|riichi/points|riichi/wall|",
        lambda one, _: one.update(p=one["p"] + "*"), lambda one: "*" not in one["p"])  # fmt: skip


@fault
def a_riichi_not_marked(paipu: Paipu, choice: Random) -> Change | None:
    """What the paipu records later of the sticks, and of a win in riichi, does not match."""
    found = pick(paipu, choice, "dapai", lambda place: "*" in place[2]["p"])
    if found is None:
        return None
    found[2]["p"] = found[2]["p"].replace("*", "")
    hand = found[0]
    return hand, "win/yaku|dora/ura|stick/award|game/carry|stick/carry|stick/leak|game/final|draw/abortive|pay/win|"


# ---- wins


def is_plain(one: dict[str, Any]) -> bool:
    return not one.get("damanguan") and bool(one.get("hupai"))


def _yaku_changed(one: dict[str, Any], choice: Random) -> None:
    choice.choice(one["hupai"])["fanshu"] += 1


def _sure_yaku(one: dict[str, Any]) -> list[dict[str, Any]]:
    return [yaku for yaku in one["hupai"] if yaku["name"] not in ("裏ドラ",)]


changes("a_yaku_worth_more", "hule", "win/yaku", _yaku_changed, is_plain)
changes("a_yaku_left_out", "hule", "win/yaku",
        lambda one, choice: one["hupai"].remove(choice.choice(_sure_yaku(one))),
        lambda one: is_plain(one) and len(one["hupai"]) > 1)  # fmt: skip
changes("the_han_altered", "hule", "win/value", lambda one, _: one.update(fanshu=one["fanshu"] + 1), is_plain)
changes("the_fu_altered", "hule", "win/value", lambda one, _: one.update(fu=one["fu"] + 10), is_plain)
changes("the_points_altered", "hule", "win/value", lambda one, _: one.update(defen=one["defen"] + 100))
changes("a_gain_altered", "hule", "pay/win|stick/award|pay/honba", lambda one, choice: moved(one["fenpei"], 0, 700))
changes("ura_without_riichi", "hule", "dora/ura|tiles/duplicate", lambda one, _: one.update(fubaopai=["m2"]),
        lambda one: not one.get("fubaopai") and "*" not in one["shoupai"])  # fmt: skip
changes("another_winning_hand", "hule", "win/record",
        lambda one, _: one.update(shoupai=f"z4{one['shoupai'][0]}{one['shoupai'][2:]}"),
        lambda one: "z" not in one["shoupai"] and one["shoupai"][2:3].isdigit())  # fmt: skip


@fault
def a_payment_altered(paipu: Paipu, choice: Random) -> Change | None:
    found = pick(paipu, choice, "hule", lambda place: len([1 for one in paipu["log"][place[0]] if "hule" in one]) == 1)
    if found is None:
        return None
    gains = found[2]["fenpei"]
    winner, payer = gains.index(max(gains)), gains.index(min(gains))
    gains[winner] += 700
    gains[payer] -= 700
    return found[0], "pay/win"


@fault
def a_win_left_out(paipu: Paipu, choice: Random) -> Change | None:
    found = pick(paipu, choice, "hule", lambda place: place[0] + 1 < len(paipu["log"]))
    if found is None or len([1 for one in paipu["log"][found[0]] if "hule" in one]) > 1:
        return None
    del paipu["log"][found[0]][found[1]]
    return found[0] + 1, "game/carry"


# ---- draws


def is_exhaustive(one: dict[str, Any]) -> bool:
    return one["name"] in ("荒牌平局", "流局")


def _pays(one: dict[str, Any]) -> bool:
    return is_exhaustive(one) and any(one["fenpei"])


changes("a_noten_payment_altered", "pingju", "pay/noten", lambda one, _: moved(one["fenpei"], 0, 500), _pays)
changes("a_draw_called_nine_terminals", "pingju", "draw/abortive", lambda one, _: one.update(name="九種九牌"), _pays)
changes("a_draw_called_nagashi", "pingju", "draw/nagashi", lambda one, _: one.update(name="流し満貫"), _pays)


@fault
def an_exhaustive_draw_too_early(paipu: Paipu, choice: Random) -> Change | None:
    found = pick(paipu, choice, "pingju", lambda place: is_exhaustive(place[2]))
    if found is None:
        return None
    entries = paipu["log"][found[0]]
    if [next(iter(one)) for one in entries[-3:-1]] != ["zimo", "dapai"] or "*" in entries[-2]["dapai"]["p"]:
        return None
    del entries[-3:-1]
    return found[0], "draw/early"


@fault
def a_hand_shown_that_nobody_holds(paipu: Paipu, choice: Random) -> Change | None:
    found = pick(paipu, choice, "pingju", lambda place: any([text[:1] in ("m", "p") for text in place[2]["shoupai"]]))
    if found is None:
        return None
    hands = found[2]["shoupai"]
    place = choice.choice([place for place, text in enumerate(hands) if text[:1] in ("m", "p")])
    hands[place] = "z4" + hands[place][0] + hands[place][2:] if hands[place][2:3].isdigit() else "z4" + hands[place][2:]
    return found[0], "tiles/not-held|tiles/duplicate"


# ---- carried over from hand to hand, and the end


def of_later_hand(name: str, checks: str, change: Callable[[dict[str, Any]], object]) -> None:
    def make(paipu: Paipu, choice: Random) -> Change | None:
        found = pick(paipu, choice, "qipai", lambda place: place[0] > 0)
        if found is None:
            return None
        change(found[2])
        return found[0], checks

    FAULTS[name] = make


of_later_hand("a_score_carried_wrong", "game/carry", lambda one: moved(one["defen"], 2, 100))
of_later_hand("a_counter_carried_wrong", "honba/carry", lambda one: one.update(changbang=one["changbang"] + 1))
of_later_hand("sticks_carried_wrong", "stick/carry", lambda one: one.update(lizhibang=one["lizhibang"] + 1))
of_later_hand(
    "a_round_skipped", "game/rotation", lambda one: one.update(zhuangfeng=(one["zhuangfeng"] + 1) % 4)
)  # fmt: skip


def ends(name: str, change: Callable[[Paipu], object]) -> None:
    def make(paipu: Paipu, _: Random) -> Change | None:
        if len(paipu["defen"]) != 4 or not any([float(one) for one in paipu.get("point") or ["0"]]):
            return None
        return None if change(paipu) is False else (len(paipu["log"]) - 1, "game/final")

    FAULTS[name] = make


def _ranks_exchanged(paipu: Paipu) -> object:
    ranks = paipu["rank"]
    first, second = ranks.index(1), ranks.index(2)
    ranks[first], ranks[second] = 2, 1
    return paipu["defen"][first] != paipu["defen"][second]


ends("final_points_altered", lambda paipu: moved(paipu["defen"], 0, 100))
ends("a_final_score_altered", lambda paipu: paipu["point"].__setitem__(0, f"{float(paipu['point'][0]) + 1:.1f}"))
ends("places_exchanged", _ranks_exchanged)


# ---- other notation with the same meaning


@fault
def keys_that_nobody_reads(paipu: Paipu, choice: Random) -> Change | None:
    paipu["comment"] = "by hand"
    paipu["log"][0][0]["qipai"]["note"] = {"x": [1]}
    return 0, ""


@fault
def a_draw_named_as_before(paipu: Paipu, choice: Random) -> Change | None:
    found = pick(paipu, choice, "pingju", lambda place: is_exhaustive(place[2]))
    if found is None:
        return None
    found[2]["name"] = "流局"
    return found[0], ""


@fault
def scores_as_numbers(paipu: Paipu, choice: Random) -> Change | None:
    if not paipu.get("point"):
        return None
    paipu["point"] = [float(one) for one in paipu["point"]]
    return 0, ""
