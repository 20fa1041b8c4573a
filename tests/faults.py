"""Faults put into copies of logs, as changes of an mjlog's elements.

A fault takes the elements of a log and a source of choices, and gives the changed elements, the place of the change,
and the checks of which exactly one must report it; or None where the log has no place for it.
"""

import re
from collections.abc import Callable
from random import Random

from mjlog_elements import (
    Elements,
    attribute,
    deltas_changed,
    doubled,
    hand_of,
    is_discard,
    is_draw,
    is_exhaustive,
    is_later_hand,
    is_only_win,
    is_sanma,
    is_win,
    numbers,
    pick,
    replaced,
    with_another_seat,
    with_attribute,
    with_numbers,
    without,
)

Change = tuple[Elements, int, str]
Fault = Callable[[Elements, Random], Change | None]

FAULTS: dict[str, Fault] = {}


def fault(make: Fault) -> Fault:
    FAULTS[make.__name__] = make
    return make


# ------------------------------------------------------------------------------------------------ the ten commonest


@fault
def a_deposit_dropped(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, element: 'step="2"' in element)
    return None if place is None else (without(elements, place), place, "stick/deposit")


@fault
def a_stick_not_awarded(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda at, one: is_only_win(elements, at) and numbers(one, "ba")[1])
    if place is None:
        return None
    element = elements[place]
    winner, sticks = int(attribute(element, "who")), numbers(element, "ba")[1]
    return replaced(elements, place, deltas_changed(element, {winner: -10 * sticks})), place, "stick/award"


@fault
def sticks_to_the_second_winner(elements: Elements, choice: Random) -> Change | None:
    def is_first_of_two(at: int, one: str) -> bool:
        return is_win(one) and is_win(elements[at + 1]) and numbers(one, "ba")[1] > 0

    place = pick(elements, choice, is_first_of_two)
    if place is None:
        return None
    first, second = elements[place], elements[place + 1]
    points = 10 * numbers(first, "ba")[1]
    changed = replaced(elements, place, deltas_changed(first, {int(attribute(first, "who")): -points}))
    second = deltas_changed(second, {int(attribute(second, "who")): points})
    before = numbers(second, "sc")
    before[2 * int(attribute(first, "who"))] -= points
    second = with_numbers(second, "sc", before)
    return replaced(changed, place + 1, second), place, "stick/award-seat"


@fault
def honba_unpaid(elements: Elements, choice: Random) -> Change | None:
    def is_ron(at: int, one: str) -> bool:
        by_another = attribute(one, "who") != attribute(one, "fromWho")
        return is_only_win(elements, at) and by_another and numbers(one, "ba")[0] > 0

    place = pick(elements, choice, is_ron)
    if place is None:
        return None
    element = elements[place]
    points = numbers(element, "ba")[0] * (2 if is_sanma(elements) else 3)
    changes = {int(attribute(element, "who")): -points, int(attribute(element, "fromWho")): points}
    return replaced(elements, place, deltas_changed(element, changes)), place, "pay/honba"


@fault
def noten_pool_wrong(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: is_exhaustive(one) and any(numbers(one, "sc")[1::2]))
    if place is None:
        return None
    deltas = numbers(elements[place], "sc")[1::2]
    changes = {deltas.index(max(deltas)): 5, deltas.index(min(deltas)): -5}
    return replaced(elements, place, deltas_changed(elements[place], changes)), place, "pay/noten"


@fault
def a_score_carried_wrong(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda at, _: is_later_hand(elements, at))
    if place is None:
        return None
    scores = numbers(elements[place], "ten")
    scores[choice.randrange(3)] += 1
    changed = with_numbers(elements[place], "ten", scores)
    return replaced(elements, place, changed), place, "game/carry"


def _seed_changed(elements: Elements, choice: Random, field: int, check: str) -> Change | None:
    place = pick(elements, choice, lambda at, _: is_later_hand(elements, at))
    if place is None:
        return None
    values = numbers(elements[place], "seed")
    values[field] += 1
    changed = with_numbers(elements[place], "seed", values)
    return replaced(elements, place, changed), place, check


@fault
def sticks_carried_wrong(elements: Elements, choice: Random) -> Change | None:
    return _seed_changed(elements, choice, 2, "stick/carry")


@fault
def final_scores_swapped(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, element: "owari=" in element)
    if place is None:
        return None
    values = attribute(elements[place], "owari").split(",")
    values[0], values[2] = values[2], values[0]
    if values[0] == values[2]:
        return None
    return replaced(elements, place, with_attribute(elements[place], "owari", ",".join(values))), place, "game/final"


@fault
def ura_counted_without_riichi(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: is_win(one) and "doraHaiUra" not in one and " yaku=" in one)
    if place is None:
        return None
    element = with_attribute(elements[place], "yaku", attribute(elements[place], "yaku") + ",53,1")
    return replaced(elements, place, element), place, "win/yaku"


@fault
def one_fu_step_off(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: is_win(one) and " yaku=" in one)
    if place is None:
        return None
    values = numbers(elements[place], "ten")
    values[0] += 10
    changed = with_numbers(elements[place], "ten", values)
    return replaced(elements, place, changed), place, "win/value"


# ------------------------------------------------------------------------------------------------ more


@fault
def a_deposit_paid_twice(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, element: 'step="2"' in element)
    return None if place is None else (doubled(elements, place), place, "stick/deposit")


@fault
def a_counter_carried_wrong(elements: Elements, choice: Random) -> Change | None:
    return _seed_changed(elements, choice, 1, "honba/carry")


@fault
def a_round_skipped(elements: Elements, choice: Random) -> Change | None:
    return _seed_changed(elements, choice, 0, "game/rotation")


@fault
def a_payment_off(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda at, _: is_only_win(elements, at) and "owari" not in elements[at])
    if place is None:
        return None
    element = elements[place]
    deltas = numbers(element, "sc")[1::2]
    changes = {int(attribute(element, "who")): -7, deltas.index(min(deltas)): 7}
    return replaced(elements, place, deltas_changed(element, changes)), place, "pay/win"


@fault
def a_yaku_left_out(elements: Elements, choice: Random) -> Change | None:
    def has_two(_: int, one: str) -> bool:
        yaku = attribute(one, "yaku").split(",")
        return is_win(one) and len(yaku) > 3 and yaku[1] != "0"

    place = pick(elements, choice, has_two)
    if place is None:
        return None
    rest = ",".join(attribute(elements[place], "yaku").split(",")[2:])
    return replaced(elements, place, with_attribute(elements[place], "yaku", rest)), place, "win/yaku"


@fault
def a_winning_hand_altered(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, element: is_win(element))
    if place is None:
        return None
    hand = attribute(elements[place], "hai").split(",")
    other = choice.randrange(len(hand))
    if hand[other] == attribute(elements[place], "machi"):
        return None
    hand[other] = choice.choice([str(tile) for tile in range(136) if str(tile) not in hand])
    element = with_attribute(elements[place], "hai", ",".join(sorted(hand, key=int)))
    return replaced(elements, place, element), place, "win/record"


@fault
def another_discarder_named(elements: Elements, choice: Random) -> Change | None:
    def is_ron(at: int, one: str) -> bool:
        return is_only_win(elements, at) and attribute(one, "who") != attribute(one, "fromWho")

    place = pick(elements, choice, is_ron)
    if place is None:
        return None
    return replaced(elements, place, with_another_seat(elements[place], "fromWho")), place, "win/claim"


@fault
def an_indicator_left_out(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, element: element.startswith("<DORA"))
    return None if place is None else (without(elements, place), place, "dora/timing")


def _held_by_others(elements: Elements, place: int, seat: int) -> list[str]:
    start = max(at for at in range(place) if elements[at].startswith("<INIT"))
    return [
        tile
        for other in range(4)
        if other != seat
        for tile in attribute(elements[start], f"hai{other}").split(",")
        if tile
    ]


@fault
def a_tile_of_another_discarded(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, element: is_discard(element))
    if place is None:
        return None
    found = is_discard(elements[place])
    assert found
    tile = choice.choice(_held_by_others(elements, place, "DEFG".index(found[1])))
    return replaced(elements, place, f"<{found[1]}{tile}/>"), place, "tiles/not-held|riichi/discard"


@fault
def a_draw_altered(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda at, one: is_draw(one) and not is_win(elements[at + 1]))
    if place is None:
        return None
    found = is_draw(elements[place])
    assert found
    tile = choice.choice(_held_by_others(elements, place, "TUVW".index(found[1])))
    return replaced(elements, place, f"<{found[1]}{tile}/>"), place, "wall/seed"


@fault
def a_draw_dropped(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda at, one: is_draw(one) and is_discard(elements[at + 1]))
    return None if place is None else (without(elements, place), place, "turn/order")


@fault
def a_call_dropped(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: one.startswith("<N ") and int(attribute(one, "m")) & 12)
    return None if place is None else (without(elements, place), place, "turn/order")


@fault
def a_call_from_the_wrong_seat(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: one.startswith("<N ") and int(attribute(one, "m")) & 8)
    if place is None:
        return None
    code = int(attribute(elements[place], "m"))
    changed = code & ~3 | (1 if code & 3 != 1 else 2)
    return replaced(elements, place, with_attribute(elements[place], "m", str(changed))), place, "call/target"


@fault
def a_tenpai_hand_not_shown(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: is_exhaustive(one) and "hai" in one)
    if place is None:
        return None
    element = re.sub(r' hai\d="[^"]*"', "", elements[place], count=1)
    return replaced(elements, place, element), place, "draw/tenpai"


@fault
def a_hand_missing(elements: Elements, choice: Random) -> Change | None:
    hands = sum(element.startswith("<INIT") for element in elements)
    place = pick(elements, choice, lambda at, _: is_later_hand(elements, at) and hand_of(elements, at) < hands - 1)
    if place is None:
        return None
    end = next(at for at in range(place + 1, len(elements)) if elements[at].startswith("<INIT"))
    return elements[:place] + elements[end:], place, "game/rotation|honba/carry|game/carry|stick/carry"


def _other_tile(tile: int, choice: Random) -> int:
    return (tile + choice.randrange(1, 136)) % 136


@fault
def an_indicator_doubled(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: one.startswith("<DORA"))
    if place is None:
        return None
    return doubled(elements, place), place, "wall/seed|tiles/duplicate"


@fault
def an_indicator_altered(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: one.startswith("<DORA"))
    if place is None:
        return None
    tile = _other_tile(numbers(elements[place], "hai")[0], choice)
    changed = with_attribute(elements[place], "hai", str(tile))
    return replaced(elements, place, changed), place, "wall/seed|tiles/duplicate|dora/timing"


@fault
def the_first_indicator_altered(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: one.startswith("<INIT"))
    assert place is not None
    seed = numbers(elements[place], "seed")
    seed[5] = _other_tile(seed[5], choice)
    changed = with_numbers(elements[place], "seed", seed)
    return replaced(elements, place, changed), place, "wall/seed|tiles/duplicate|dora/timing"


@fault
def another_copy_of_an_indicator_shown(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: is_win(one))
    if place is None:
        return None
    shown = numbers(elements[place], "doraHai")
    shown[-1] ^= 1
    changed = with_numbers(elements[place], "doraHai", shown)
    return replaced(elements, place, changed), place, "dora/timing"


@fault
def two_seats_dealt_each_others_tile(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: one.startswith("<INIT"))
    if place is None or not any(one.startswith("<SHUFFLE") for one in elements):
        return None
    first, second = numbers(elements[place], "hai0"), numbers(elements[place], "hai1")
    first[3], second[5] = second[5], first[3]
    changed = with_numbers(elements[place], "hai0", first)
    changed = with_numbers(changed, "hai1", second)
    return replaced(elements, place, changed), place, "wall/seed"


@fault
def another_winner_named(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda at, one: is_only_win(elements, at))
    if place is None:
        return None
    changed = with_another_seat(elements[place], "who")
    return replaced(elements, place, changed), place, "win/claim|win/shape|win/record"


@fault
def an_end_left_out(elements: Elements, choice: Random) -> Change | None:
    """What follows is the start of the next hand, with points that nothing has paid."""
    place = pick(elements, choice, lambda at, one: is_only_win(elements, at) and elements[at + 1].startswith("<INIT"))
    return None if place is None else (without(elements, place), place + 1, "game/carry")


@fault
def a_call_noted_too_late(elements: Elements, choice: Random) -> Change | None:
    place = pick(
        elements,
        choice,
        lambda at, one: one.startswith("<N ") and is_discard(elements[at + 1]) and is_draw(elements[at + 2]),
    )
    if place is None:
        return None
    changed = [*elements[:place], *elements[place + 1 : place + 4], elements[place], *elements[place + 4 :]]
    return changed, place, "turn/order"


@fault
def an_abortive_draw_paid(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: bool(re.search(r'type="(yao9|kaze4|reach4|kan4|ron3)"', one)))
    if place is None:
        return None
    return replaced(elements, place, deltas_changed(elements[place], {0: 10, 1: -10})), place, "pay/noten"


@fault
def a_counter_of_a_draw_altered(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: one.startswith("<RYUUKYOKU") and "ba=" in one)
    if place is None:
        return None
    counters = numbers(elements[place], "ba")
    which = choice.randrange(2)
    counters[which] += 2
    changed = with_numbers(elements[place], "ba", counters)
    return replaced(elements, place, changed), place, ("honba/carry", "stick/carry")[which]


@fault
def a_hand_shown_that_nobody_holds(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: is_exhaustive(one) and "hai0" not in one)
    if place is None:
        return None
    changed = elements[place].replace("<RYUUKYOKU", '<RYUUKYOKU hai0="0,1,2"')
    return replaced(elements, place, changed), place, "tiles/not-held|draw/tenpai"


@fault
def a_win_doubled(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda at, one: is_only_win(elements, at) and "owari=" not in one)
    if place is None:
        return None
    return doubled(elements, place), place, "win/multiple|win/claim"


@fault
def a_draw_doubled(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: is_exhaustive(one) and "owari=" not in one)
    if place is None:
        return None
    return doubled(elements, place), place, "turn/order"


@fault
def riichi_of_another_seat(elements: Elements, choice: Random) -> Change | None:
    place = pick(elements, choice, lambda _, one: 'step="1"' in one)
    if place is None:
        return None
    other = (numbers(elements[place], "who")[0] + 1) % 3
    return replaced(elements, place, with_attribute(elements[place], "who", str(other))), place, "turn/order"
