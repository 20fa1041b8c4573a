"""Questions of the first form: is this action legal now?"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from auditor.core.events import RIICHI, Event
from auditor.core.tiles import KIND_TEXT
from auditor.formats.mjai.vocabulary import tile_text
from auditor.testing.scenario import Scenario
from support.conformance.asking import Family, Questions, events_of, mjai
from support.conformance.dealing import (
    EAST,
    FIVES,
    Waiting,
    WinPlan,
    complete_blocks,
    feed,
    filled,
    fours_of,
    is_won,
    junk,
    kinds_of,
    notation,
    played_to_win,
    run_or_triplet,
    suits_pool,
    until,
    waiting,
)

OUTER: Final = (0, 8, 9, 17, 18, 26, *range(27, 34))
NOT_SAID: Final = "the text says nothing of a kan of the tile that would have won"


def face(kind: int) -> str:
    """A plain tile of a kind as an event writes it."""
    return mjai(KIND_TEXT[kind])


def held(play: Scenario, seat: int, kind: int, count: int) -> list[str]:
    """So many tiles of a kind that a seat holds, as an event writes them; plain ones where it has no more."""
    own = [tile for tile in play.table.seats[seat].concealed if tile >> 2 == kind]
    texts = [tile_text(tile, play.game.red_tiles) for tile in own][:count]
    return sorted(texts + [face(kind)] * (count - len(texts)))


def ankan(play: Scenario, seat: int, kind: int) -> dict[str, Any]:
    texts = [tile_text(4 * kind + copy, play.game.red_tiles) for copy in range(4)]
    return {"type": "ankan", "actor": seat, "consumed": sorted(texts)}


def ron(play: Scenario, seat: int) -> dict[str, Any]:
    """A ron on what was played last."""
    last = next(one for one in reversed(events_of(play)) if one["type"] in ("dahai", "kakan", "ankan", "kita"))
    tile = last["pai"] if "pai" in last else last["consumed"][0]
    return {"type": "hora", "actor": seat, "target": last["actor"], "pai": tile}


def tsumo(play: Scenario, seat: int) -> dict[str, Any]:
    drawn = tile_text(play.table.seats[seat].drawn, play.game.red_tiles)
    return {"type": "hora", "actor": seat, "target": seat, "pai": drawn}


def seats(asked: Questions, random: Random, count: int) -> list[int]:
    """Different seats."""
    return random.sample(range(asked.players), count)


# ------------------------------------------------------------------------------------------------ kans


def kans_in_riichi(asked: Questions) -> None:
    random = asked.random("kans in riichi")
    uncertain = asked.rules.riichi.kan == "waits" and "not said" in asked.sources.get("riichi.kan", "")
    for _ in range(420):
        pool = suits_pool(random, asked.players, random.choice((1, 1, 2)))
        first = random.choice(pool)
        blocks = complete_blocks(random, pool, [(first,) * 3], triplets=0.35)
        kinds = [kind for block in blocks for kind in block]
        if any([kinds.count(kind) + (kind == first) > 3 for kind in FIVES]):
            continue
        four = random.choice([kind for kind in set(kinds) if kinds.count(kind) == 3] or [first])
        others = [kind for kind in kinds if kind != four]
        if kinds.count(four) != 3 or four in FIVES or len(others) != 11:
            continue
        others.remove(random.choice(others))
        seat = random.randrange(asked.players)
        thrown = junk(random, asked.players, kinds)[0]
        play = asked.play().hand({seat: notation([four] * 3 + others)}, avoid=KIND_TEXT[four] + KIND_TEXT[thrown])
        until(play, seat).draw(KIND_TEXT[thrown])
        if not play.table.seats[seat].waits:
            continue
        play.riichi(KIND_TEXT[thrown]).go_round(seat)
        completes = bool(play.table.seats[seat].waits >> four & 1)
        play.draw(KIND_TEXT[four])
        asked.ask(
            "kan-in-riichi", play, ankan(play, seat, four), "riichi.kan",
            "a closed kan of the tile drawn, which the rule allows", most=16,
            is_open=NOT_SAID if uncertain and completes else "",
        )  # fmt: skip
    for _ in range(4):
        four = random.choice([kind for kind in range(9, 18) if kind % 9 <= 6 and kind not in FIVES])
        low, seat = random.choice((18, 19, 20)), random.randrange(asked.players)
        hand = [*[four] * 4, four + 1, four + 2, low, low + 1, low + 2, low + 3, low + 4, 33, 33]
        play = asked.play().hand({seat: notation(hand)}, avoid="1z")
        until(play, seat).draw("1z").riichi("1z").go_round(seat).draw()
        asked.ask("kan-in-riichi", play, ankan(play, seat, four), "riichi/kan-drawn", "it is of the tile drawn")


def kans(asked: Questions) -> None:
    random = asked.random("kans")
    for _ in range(9):
        four, other = random.sample([kind for kind in fours_of(asked.players) if kind != 30], 2)
        seat, feeder = seats(asked, random, 2)
        hand = filled(random, asked.players, [four] * 3 + [other] * 2, [30])
        avoid = KIND_TEXT[four] + KIND_TEXT[other] * 2
        why = "four equal tiles of the hand, after a draw"

        play = until(asked.play().hand({seat: notation(hand)}, avoid=avoid), seat).draw()
        asked.ask("kan", play, ankan(play, seat, four), "call/meld", why)
        play = until(asked.play().hand({seat: notation(hand)}, avoid=avoid), seat).draw(KIND_TEXT[four])
        asked.ask("kan", play, ankan(play, seat, four), "call/meld", why)
        full = filled(random, asked.players, [four] * 4 + [other] * 2, [30])
        play = until(asked.play().hand({seat: notation(full)}, avoid=avoid[2:]), seat).draw()
        asked.ask("kan", play, ankan(play, seat, four), "call/meld", why)
        play = feed(asked.play().hand({seat: notation(full)}, avoid=avoid[2:]), feeder, other).pon(
            seat, KIND_TEXT[other] * 2
        )
        asked.ask("kan", play, ankan(play, seat, four), "turn/order", why)

        play = feed(asked.play().hand({seat: notation(hand)}, avoid=avoid), feeder, other)
        play.pon(seat, KIND_TEXT[other] * 2)
        spare = next(kind for kind in hand if kind not in (four, other))
        added = {"type": "kakan", "actor": seat, "pai": face(other), "consumed": [face(other)] * 3}
        play.discard(KIND_TEXT[spare])
        until(play, seat).draw(KIND_TEXT[other])
        asked.ask("kan", play, _added(play, added), "call/meld", "the fourth tile is added to a pon")
        _kept_and_added(asked, random, seat, feeder, four)


def _added(play: Scenario, action: dict[str, Any]) -> dict[str, Any]:
    """An added kan with the tiles that the seat has, red ones too."""
    seat = play.table.seats[action["actor"]]
    kind = next(meld.tile >> 2 for meld in seat.melds)
    pon = next(meld for meld in seat.melds if meld.tile >> 2 == kind)
    shown = [tile_text(tile, play.game.red_tiles) for tile in (pon.tile, *pon.tiles)]
    own = [tile_text(tile, play.game.red_tiles) for tile in seat.concealed if tile >> 2 == kind]
    return action | {"pai": own[0] if own else action["pai"], "consumed": sorted(shown)}


def _kept_and_added(asked: Questions, random: Random, seat: int, feeder: int, kind: int) -> None:
    """A pon of two of three tiles: the third is added at once, which is too early, or after the next draw."""
    hand = filled(random, asked.players, [kind] * 3, [30])
    play = feed(asked.play().hand({seat: notation(hand)}, avoid=KIND_TEXT[kind]), feeder, kind)
    own = [tile for tile in play.table.seats[seat].concealed if tile >> 2 == kind and tile not in play.game.red_tiles]
    play.pon(seat, KIND_TEXT[kind] * 2 if len(own) > 1 else f"{KIND_TEXT[kind]}0{KIND_TEXT[kind][1]}")
    action = {"type": "kakan", "actor": seat, "pai": face(kind), "consumed": [face(kind)] * 3}
    why = "a tile of the hand is added to a pon, after a draw"
    asked.ask("kan", play, _added(play, action), "turn/order", why)
    play.discard(KIND_TEXT[next(one for one in hand if abs(one - kind) > 3)])
    until(play, seat).draw()
    asked.ask("kan", play, _added(play, action), "call/meld", why)


def kans_at_the_limit(asked: Questions) -> None:
    """Four kans of one seat, after which a fifth is asked for; and a kan on the last tile of the wall."""
    random = asked.random("kans at the limit")
    for number in range(4):
        fours = random.sample([kind for kind in fours_of(asked.players) if kind not in (30, 31)], 5)
        seat, other = seats(asked, random, 2)
        hand = [kind for kind in fours[:4] for _ in range(3)] + [31]
        theirs = filled(random, asked.players, [fours[4]] * 3, [*fours[:4], 30, 31])
        avoid = "".join([KIND_TEXT[kind] for kind in fours])
        play = asked.play().hand({seat: notation(hand), other: notation(theirs)}, avoid=avoid)
        until(play, seat)
        for kind in fours[: 4 - number % 2]:
            play.draw(KIND_TEXT[kind]).closed_kan(KIND_TEXT[kind])
        play.draw().discard()
        until(play, other).draw(KIND_TEXT[fours[4]])
        asked.ask("kan", play, ankan(play, other, fours[4]), "calls.kans", "it is the fourth kan of all seats")
    for _ in range(2):
        seat = random.randrange(asked.players)
        four = random.choice(fours_of(asked.players)[1:20])
        play = asked.play().hand(
            {seat: notation(filled(random, asked.players, [four] * 3, [30]))}, avoid=KIND_TEXT[four]
        )
        play.until_left(2 if random.random() < 0.5 else 1)
        if play.table.wall_left == 2:
            play.turn()
        play.draw(KIND_TEXT[four])
        if play.table.due == seat:
            asked.ask("kan", play, ankan(play, seat, four), "call/last-tile", "a tile is left for the replacement")
        else:
            play.discard(KIND_TEXT[four])
            claim = {"type": "daiminkan", "actor": seat, "target": play.table.due, "pai": face(four)}
            asked.ask(
                "claim", play, claim | {"consumed": held(play, seat, four, 3)}, "call/last-tile", "three equal tiles"
            )


# ------------------------------------------------------------------------------------------------ claims


def _chis(kind: int, kinds: list[int]) -> Iterator[tuple[int, int]]:
    """The pairs of a hand that may make a run with a tile, and one that does not."""
    for low, high in ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2)):
        if low in kinds and high in kinds:
            yield low, high


def swap_calls(asked: Questions) -> None:
    """What may be discarded after a chi or pon."""
    random = asked.random("swap calls")
    for _ in range(18 if asked.players == 4 else 0):
        suit = 9 * random.randrange(3)
        middle = suit + random.randrange(2, 7)
        seat = random.randrange(4)
        hand = filled(random, 4, [middle - 2, middle - 1, middle, middle + 1, middle + 2])
        play = feed(asked.play().hand({seat: notation(hand)}, avoid=KIND_TEXT[middle]), (seat - 1) % 4, middle)
        pair = random.choice(list(_chis(middle, hand)))
        play.chi(seat, notation(pair))
        for kind in [one for one in hand if one // 9 == middle // 9 and abs(one - middle) <= 3]:
            if kind not in pair or hand.count(kind) > 1:
                pai = held(play, seat, kind, 1)[0]
                action = {"type": "dahai", "actor": seat, "pai": pai, "tsumogiri": False}
                asked.ask("kuikae", play, action, "calls.kuikae", "it completes no run with the two tiles", most=11)
    for _ in range(8 if asked.players == 4 else 14):
        seat, feeder = seats(asked, random, 2)
        kind = random.choice([one for one in fours_of(asked.players) if one != 30])
        hand = filled(random, asked.players, [kind] * 3)
        play = feed(asked.play().hand({seat: notation(hand)}, avoid=KIND_TEXT[kind]), feeder, kind)
        own = held(play, seat, kind, 3)
        play.pon(seat, "".join([f"0{one[1]}" if one.endswith("r") else KIND_TEXT[kind] for one in own[:2]]))
        for pai in (own[2], face(next(one for one in hand if one != kind))):
            action = {"type": "dahai", "actor": seat, "pai": pai, "tsumogiri": False}
            asked.ask("kuikae", play, action, "calls.kuikae", "it is another tile than the claimed one")


def claims(asked: Questions) -> None:
    random = asked.random("claims")
    for _ in range(30):
        kind = random.choice([one for one in fours_of(asked.players) if one != 30])
        seat, feeder = seats(asked, random, 2)
        beside = [one for one in (kind - 2, kind - 1, kind + 1, kind + 2) if one // 9 == kind // 9 and kind < EAST]
        beside = [one for one in beside if one in kinds_of(asked.players)]
        count = random.randrange(4)
        hand = filled(random, asked.players, [kind] * count + beside, [kind, 30])
        play = feed(asked.play().hand({seat: notation(hand)}, avoid=KIND_TEXT[kind]), feeder, kind)
        last = events_of(play)[-1]
        base = {"actor": seat, "target": feeder, "pai": last["pai"]}
        pairs = [*_chis(kind, hand)][:2]
        if kind < EAST and beside:
            pairs.append((beside[0], beside[0] + 4))  # no run
        for low, high in pairs:
            consumed = sorted([*held(play, seat, low, 1), *held(play, seat, high, 1)])
            action = {"type": "chi", **base, "consumed": consumed}
            asked.ask("claim", play, action, "call/chi-seat", "a run with the discard of the seat to the left", most=9)
        action = {"type": "pon", **base, "consumed": held(play, seat, kind, 2)}
        asked.ask("claim", play, action, "call/meld", "two equal tiles of the hand", most=9)
        action = {"type": "daiminkan", **base, "consumed": held(play, seat, kind, 3)}
        asked.ask("claim", play, action, "call/meld", "three equal tiles of the hand", most=12)
        if count >= 2 and play.turn_seat not in (seat, feeder):
            play.draw()
            action = {"type": "pon", **base, "consumed": held(play, seat, kind, 2)}
            asked.ask("claim", play, action, "turn/order", "in time", most=6)


def claims_when_none_may(asked: Questions) -> None:
    """Claims of a seat in riichi, of the last discard, of one's own, and of a tile that another seat has claimed."""
    random = asked.random("claims when none may")
    for _ in range(6):
        seat, feeder = seats(asked, random, 2)
        wait = waiting(random, asked.players)
        pair = next((kind for kind in wait.kinds if wait.kinds.count(kind) == 2), wait.kinds[0])
        avoid = KIND_TEXT[pair] if wait.kinds.count(pair) < 4 else ""
        play = until(asked.play().hand({seat: wait.hand}, avoid=avoid), seat).draw().riichi()
        feed(play, feeder, pair)
        claim = {"type": "pon", "actor": seat, "target": feeder, "pai": events_of(play)[-1]["pai"]}
        claim |= {"consumed": held(play, seat, pair, 2)}
        asked.ask("claim", play, claim, "call/riichi", "the seat is not in riichi")
    for _ in range(4):
        kind = random.choice([one for one in fours_of(asked.players) if one != 30])
        seat = random.randrange(asked.players)
        hand = filled(random, asked.players, [kind] * 3, [30])
        play = until(asked.play().hand({seat: notation(hand)}), seat).draw().discard(KIND_TEXT[kind])
        claim = {"type": "pon", "actor": seat, "target": seat, "pai": events_of(play)[-1]["pai"]}
        asked.ask("claim", play, claim | {"consumed": held(play, seat, kind, 2)}, "call/target", "another's discard")
    for _ in range(2):
        kind = random.choice([one for one in fours_of(asked.players) if one != 30])
        seat = random.randrange(asked.players)
        hand = filled(random, asked.players, [kind] * 2, [30])
        play = asked.play().hand({seat: notation(hand)}, avoid=KIND_TEXT[kind]).until_left(1)
        if play.turn_seat == seat:
            continue
        play.turn(KIND_TEXT[kind], KIND_TEXT[kind])
        claim = {"type": "pon", "actor": seat, "target": play.table.due, "pai": events_of(play)[-1]["pai"]}
        asked.ask("claim", play, claim | {"consumed": held(play, seat, kind, 2)}, "calls.last_tile", "tiles are left")
    for _ in range(8 if asked.players == 4 else 0):
        kind = 9 * random.randrange(3) + random.randrange(2, 7)
        feeder = random.randrange(4)
        left, far = (feeder + 1) % 4, (feeder + 2) % 4
        hands = {
            left: notation(filled(random, 4, [kind - 1, kind + 1], [kind, 30])),
            far: notation(filled(random, 4, [kind, kind], [30])),
        }
        play = feed(asked.play().hand(hands, avoid=KIND_TEXT[kind]), feeder, kind)
        tile = events_of(play)[-1]["pai"]
        chi = {"type": "chi", "actor": left, "target": feeder, "pai": tile}
        chi |= {"consumed": sorted([*held(play, left, kind - 1, 1), *held(play, left, kind + 1, 1)])}
        asked.ask("claim", play, chi, "call/meld", "nobody has claimed the tile")
        own = held(play, far, kind, 2)
        play.pon(far, "".join([f"0{one[1]}" if one.endswith("r") else KIND_TEXT[kind] for one in own]))
        asked.ask("claim", play, chi, "turn/order", "nobody has claimed the tile")


# ------------------------------------------------------------------------------------------------ riichi


def riichi_hands(asked: Questions) -> None:
    """Whether a hand of fourteen tiles may declare."""
    random = asked.random("riichi hands")
    for number in range(150):
        pool = suits_pool(random, asked.players, 2) if number % 2 else kinds_of(asked.players)
        blocks = complete_blocks(random, pool)
        kinds = [kind for block in blocks for kind in block]
        random.shuffle(kinds)
        spoiled = random.choice((0, 1, 1, 2))
        hand = kinds[: 13 - spoiled]
        hand = [*hand, *junk(random, asked.players, hand, spoiled)]
        seat = random.randrange(asked.players)
        play = until(asked.play().hand({seat: notation(hand)}), seat).draw()
        action = {"type": "reach", "actor": seat}
        asked.ask("reach", play, action, "riichi/noten", "a discard leaves the hand waiting", most=12)


def riichi_discards(asked: Questions) -> None:
    """Which discard may follow a declaration."""
    random = asked.random("riichi discards")
    for _ in range(24):
        wait = waiting(random, asked.players)
        seat = random.randrange(asked.players)
        play = until(asked.play().hand({seat: wait.hand}), seat).draw()
        play.add(Event(RIICHI, seat))
        drawn = tile_text(play.table.seats[seat].drawn, play.game.red_tiles)
        kind = random.choice(wait.kinds)
        for pai, is_drawn in ((drawn, True), (held(play, seat, kind, 1)[0], False)):
            action = {"type": "dahai", "actor": seat, "pai": pai, "tsumogiri": is_drawn}
            asked.ask("reach", play, action, "riichi/noten", "the hand waits after it", most=6)
        action = {"type": "dahai", "actor": seat, "pai": drawn, "tsumogiri": True}
        play = until(asked.play().hand({seat: wait.hand}), seat).draw().riichi().go_round(seat).draw()
        drawn = tile_text(play.table.seats[seat].drawn, play.game.red_tiles)
        asked.ask("reach", play, {"type": "reach", "actor": seat}, "riichi/repeat", "for the first time", most=3)
        for pai, is_drawn in ((drawn, True), (held(play, seat, kind, 1)[0], False)):
            if is_drawn or pai != drawn:
                action = {"type": "dahai", "actor": seat, "pai": pai, "tsumogiri": is_drawn}
                asked.ask("discard", play, action, "riichi/discard", "in riichi the tile drawn is discarded", most=9)


def riichi_conditions(asked: Questions) -> None:
    """Points, tiles left, open and closed hands, furiten, another's turn."""
    random = asked.random("riichi conditions")
    action: dict[str, Any] = {"type": "reach"}
    start = asked.rules.game.start_points
    for points in (-100, 0, 100, 900, 1000, 1100, 2000):
        for _ in range(2):
            wait, seat = waiting(random, asked.players), random.randrange(asked.players)
            scores = [start] * asked.players
            scores[seat] = points
            scores[seat - 1] += start - points
            play = asked.play().hand({seat: wait.hand}, round=1, scores=(*scores, 0)[:4])
            if points < 0 and asked.rules.game.bust:
                continue
            until(play, seat).draw()
            asked.ask("reach", play, action | {"actor": seat}, "riichi.points", "the points are enough")
    for left in sorted({0, 1, asked.rules.riichi.tiles_left, max(asked.rules.riichi.tiles_left - 1, 0), 3}):
        wait, seat = waiting(random, asked.players), random.randrange(asked.players)
        play = asked.play().hand({seat: wait.hand}).until_left(left + 1)
        seat_due = play.turn_seat
        play = asked.play().hand({seat_due: wait.hand}).until_left(left + 1).draw()
        asked.ask("reach", play, action | {"actor": seat_due}, "riichi.tiles_left", "enough tiles are left")
    for _ in range(6):
        wait = waiting(random, asked.players, [9, 27])
        seat, feeder = seats(asked, random, 2)
        triplet = next(kind for kind in wait.kinds if wait.kinds.count(kind) >= 3 and kind >= EAST)
        play = asked.play().hand({seat: wait.hand}, avoid=KIND_TEXT[triplet] + KIND_TEXT[wait.waits[0]])
        closed = until(play, seat).draw(KIND_TEXT[triplet]).closed_kan(KIND_TEXT[triplet]).draw()
        asked.ask("reach", closed, action | {"actor": seat}, "riichi/open-hand", "a closed kan opens no hand")
        play = asked.play().hand({seat: wait.hand}, avoid=KIND_TEXT[wait.waits[0]] * 2)
        until(play, seat).turn(KIND_TEXT[wait.waits[0]], KIND_TEXT[wait.waits[0]])
        play.go_round(seat).draw()
        asked.ask("reach", play, action | {"actor": seat}, "riichi/noten", "a furiten hand may declare")
        hand = list(wait.kinds)
        hand.remove(triplet)
        thrown = junk(random, asked.players, [*hand, *wait.waits])[0]
        play = asked.play().hand({seat: notation([*hand, thrown])}, avoid=KIND_TEXT[triplet])
        feed(play, feeder, triplet).pon(seat, KIND_TEXT[triplet] * 2).discard(KIND_TEXT[thrown])
        until(play, seat).draw()
        asked.ask("reach", play, action | {"actor": seat}, "riichi/open-hand", "the hand is closed")
        play = asked.play().hand({seat: wait.hand})
        until(play, feeder).draw()
        asked.ask("reach", play, action | {"actor": seat}, "turn/order", "it is the seat's turn")


def discards(asked: Questions) -> None:
    """A tile that is not held, or out of turn."""
    random = asked.random("discards")
    for _ in range(8):
        seat, other = seats(asked, random, 2)
        hand = filled(random, asked.players, [])
        absent = random.choice([kind for kind in kinds_of(asked.players) if kind not in hand])
        play = until(asked.play().hand({seat: notation(hand)}, avoid=KIND_TEXT[absent] * 4), seat).draw()
        for actor, kind in ((seat, absent), (seat, hand[0])):
            action = {"type": "dahai", "actor": actor, "pai": face(kind), "tsumogiri": False}
            asked.ask("discard", play, action, "tiles/not-held", "it is in the hand")
        tile = play.table.seats[other].concealed[0]
        action = {"type": "dahai", "actor": other, "pai": tile_text(tile, play.game.red_tiles), "tsumogiri": False}
        asked.ask("discard", play, action, "turn/order", "it is the seat's turn")


# ------------------------------------------------------------------------------------------------ wins


def plan_of(random: Random, asked: Questions, *, tsumo: float = 0.5, riichi: float = 0.3) -> WinPlan:
    """How a win comes about, by chance."""
    winner, target = seats(asked, random, 2)
    is_riichi = random.random() < riichi
    melds = 0 if is_riichi else random.choice((0, 1, 1, 2, 3))
    kan = random.choice(("", "", "", "ankan" if is_riichi else random.choice(("ankan", "daiminkan"))))
    norths = random.choice((0, 0, 0, 1, 2)) if asked.players == 3 else 0
    return WinPlan(winner, winner if random.random() < tsumo else target, is_riichi, melds, kan, norths, {})


def wins(asked: Questions) -> None:
    """Complete hands with a yaku and without, and hands that are not complete."""
    random = asked.random("wins")
    pools = [suits_pool(random, asked.players, 3), kinds_of(asked.players), suits_pool(random, asked.players, 1)]
    pools.append([kind for kind in kinds_of(asked.players) if kind < EAST and 0 < kind % 9 < 8])
    for number in range(260):
        plan = plan_of(random, asked, riichi=0.15)
        play = played_to_win(asked, random, complete_blocks(random, pools[number % 4]), plan)
        if play is None:
            continue
        topic = "tsumo" if plan.winner == plan.target else "ron"
        action = tsumo(play, plan.winner) if topic == "tsumo" else ron(play, plan.winner)
        has_yaku = is_won(play, plan.winner, plan.target)
        asked.ask(topic, play, action, "win/no-yaku" if not has_yaku else "win/shape", "a yaku", most=9)
    for _ in range(8):
        wait, (seat, feeder) = waiting(random, asked.players), seats(asked, random, 2)
        away = random.choice(junk(random, asked.players, [*wait.kinds, *wait.waits], 2))
        play = asked.play().hand({seat: wait.hand}, avoid=KIND_TEXT[away] + KIND_TEXT[wait.waits[0]])
        feed(play, feeder, away)
        asked.ask("ron", play, ron(play, seat), "win/shape", "the tile completes the hand")
        play = until(asked.play().hand({seat: wait.hand}, avoid=KIND_TEXT[away]), seat).draw(KIND_TEXT[away])
        asked.ask("tsumo", play, tsumo(play, seat), "win/shape", "the tile completes the hand")
        play = asked.play().hand({seat: wait.hand}, avoid=KIND_TEXT[wait.waits[0]])
        feed(play, feeder, wait.waits[0])
        action = ron(play, seat)
        asked.ask("ron", play, action, "win/claim", "the tile was discarded last")
        if play.turn_seat != seat:
            play.draw()
            asked.ask("ron", play, action, "win/claim", "the tile was discarded last")


def wins_by_circumstance(asked: Questions) -> None:
    """Hands whose only yaku is a circumstance: the last tile, a replacement tile, a robbed kan, or none of it."""
    random = asked.random("wins by circumstance")
    for _ in range(10):
        wait, (seat, feeder) = _without_yaku(random, asked.players), seats(asked, random, 2)
        kind = wait.waits[0]
        hand = {seat: wait.hand, feeder: notation(filled(random, asked.players, [kind] * 2, [30, *wait.kinds]))}
        third = next(one for one in range(asked.players) if one not in (seat, feeder))
        play = asked.play().hand(hand, avoid=KIND_TEXT[kind] * 2)
        feed(play, third, kind)
        asked.ask("ron", play, ron(play, seat), "win/no-yaku", "a yaku", most=4)
        play.pon(feeder, KIND_TEXT[kind] * 2)
        play.discard(KIND_TEXT[next(one for one in plain_kinds(play, feeder) if one not in (kind, *wait.waits))])
        until(play, feeder).draw(KIND_TEXT[kind]).added_kan(KIND_TEXT[kind])
        asked.ask("ron", play, ron(play, seat), "furiten/temporary", "an added kan may be robbed")
    for _ in range(8):
        wait, (seat, feeder) = _without_yaku(random, asked.players), seats(asked, random, 2)
        kind = wait.waits[1]
        hand = {seat: wait.hand, feeder: notation(filled(random, asked.players, [kind] * 3, [30, *wait.kinds]))}
        play = until(asked.play().hand(hand, avoid=KIND_TEXT[kind]), feeder).draw(KIND_TEXT[kind])
        play.closed_kan(KIND_TEXT[kind], turn_dora=False)
        asked.ask("ron", play, ron(play, seat), "scoring.kokushi_closed_kan", "thirteen orphans rob a closed kan")
        orphans = [one for one in OUTER if one != 31]
        pair = random.choice([one for one in orphans if one not in (30, 31)])
        hand = {seat: notation([*orphans, pair]), feeder: notation(filled(random, asked.players, [31] * 3, [30]))}
        play = until(asked.play().hand(hand, avoid="5z"), feeder).draw("5z").closed_kan("5z", turn_dora=False)
        asked.ask("ron", play, ron(play, seat), "scoring.kokushi_closed_kan", "thirteen orphans rob a closed kan")
    for left in (0, 0, 1):
        wait = _without_yaku(random, asked.players)
        play = asked.play().hand({0: wait.hand}, avoid=KIND_TEXT[wait.waits[0]]).until_left(left + 1)
        seat = next(one for one in range(asked.players) if one != play.turn_seat)
        play = asked.play().hand({seat: wait.hand}, avoid=KIND_TEXT[wait.waits[0]]).until_left(left + 1)
        play.turn(KIND_TEXT[wait.waits[0]], KIND_TEXT[wait.waits[0]])
        asked.ask("ron", play, ron(play, seat), "win/no-yaku", "the last discard (houtei) is a yaku")


def plain_kinds(play: Scenario, seat: int) -> list[int]:
    reds = play.game.red_tiles
    return [tile >> 2 for tile in play.table.seats[seat].concealed if tile not in reds]


def _without_yaku(random: Random, players: int) -> Waiting:
    """A closed hand that waits for two tiles, and has no yaku by a ron."""
    while True:
        low = random.choice([kind for kind in range(9, EAST) if kind % 9 in (1, 4)])
        pool = [kind for kind in kinds_of(players) if kind < EAST and abs(kind - low) > 3]
        outer = random.choice([kind for kind in pool if kind % 9 in (0, 8)])
        blocks = [(outer,) * 3, (low, low + 1), run_or_triplet(random, pool, 0), run_or_triplet(random, pool, 0)]
        pair = random.choice([kind for kind in pool if kind % 9 not in (0, 8)])
        kinds = [kind for block in blocks for kind in block] + [pair, pair]
        is_possible = max([kinds.count(kind) for kind in kinds]) <= 3 and blocks[2] != blocks[3]
        if is_possible and not {low - 1, low + 2} & set(kinds):
            return Waiting(notation(kinds), tuple(kinds), (low - 1, low + 2))


# ------------------------------------------------------------------------------------------------ furiten


def furiten_by_discard(asked: Questions) -> None:
    random = asked.random("furiten by discard")
    for number in range(10):
        wait, (seat, feeder) = waiting(random, asked.players), seats(asked, random, 2)
        own, other = wait.waits if number % 2 else wait.waits[::-1]
        avoid = KIND_TEXT[own] * 2 + KIND_TEXT[other]
        play = until(asked.play().hand({seat: wait.hand}, avoid=avoid), seat).turn(KIND_TEXT[own], KIND_TEXT[own])
        feed(play, feeder, own if number % 3 == 0 else other)
        asked.ask("furiten", play, ron(play, seat), "furiten/discard", "the seat has not discarded a tile it waits for")
        play = until(asked.play().hand({seat: wait.hand}, avoid=avoid), seat).turn(KIND_TEXT[own], KIND_TEXT[own])
        until(play, seat).draw(KIND_TEXT[other])
        asked.ask("furiten", play, tsumo(play, seat), "win/shape", "a furiten hand may win by its own draw")
        play = until(asked.play().hand({seat: wait.hand}, avoid=avoid), seat).turn()
        feed(play, feeder, other)
        asked.ask("furiten", play, ron(play, seat), "furiten/discard", "the seat has not discarded a tile it waits for")
    for _ in range(5):
        wait = waiting(random, asked.players)
        seat, caller, feeder = seats(asked, random, 3)
        own, other = wait.waits
        theirs = notation(filled(random, asked.players, [own, own], [30, other]))
        play = asked.play().hand({seat: wait.hand, caller: theirs}, avoid=KIND_TEXT[own] + KIND_TEXT[other])
        until(play, seat).turn(KIND_TEXT[own], KIND_TEXT[own])
        pair = [f"0{KIND_TEXT[own][1]}" if one.endswith("r") else KIND_TEXT[own] for one in held(play, caller, own, 2)]
        play.pon(caller, "".join(pair)).discard(
            KIND_TEXT[next(one for one in plain_kinds(play, caller) if abs(one - own) > 3)]
        )
        feed(play, feeder, other)
        asked.ask("furiten", play, ron(play, seat), "furiten/discard", "the discard was not claimed")


def furiten_by_pass(asked: Questions) -> None:
    """A tile passed in the same go-around, until one's own draw or call; in riichi for good."""
    random = asked.random("furiten by pass")
    for number in range(10):
        wait = waiting(random, asked.players)
        seat = random.randrange(asked.players)
        first, second = (seat + 1) % asked.players, (seat + 2) % asked.players
        passed, other = wait.waits if number % 2 else wait.waits[::-1]
        avoid = KIND_TEXT[passed] * 2 + KIND_TEXT[other] * 2
        why = "the seat has drawn since it passed a tile"
        for in_riichi in (False, True):
            play = until(asked.play().hand({seat: wait.hand}, avoid=avoid), seat).draw()
            play = play.riichi() if in_riichi else play.discard()
            feed(play, first, passed)
            feed(play, second, other if number % 3 else passed)
            rests_on = "furiten/riichi" if in_riichi else "furiten/temporary"
            asked.ask("furiten", play, ron(play, seat), rests_on, why)
            until(play, seat).turn()
            feed(play, first, other)
            asked.ask("furiten", play, ron(play, seat), rests_on, why)
        play = until(asked.play().hand({seat: wait.hand}, avoid=avoid), seat).draw().riichi()
        feed(play, first, passed)
        until(play, seat).draw(KIND_TEXT[other])
        asked.ask("furiten", play, tsumo(play, seat), "win/shape", "a furiten hand may win by its own draw")
    _after_calls(asked, random)


def _after_calls(asked: Questions, random: Random) -> None:
    """A tile is passed, then the seat itself or another calls before the next one comes."""
    for number in range(8):
        wait = waiting(random, asked.players, [27])
        seat = random.randrange(asked.players)
        order = [(seat + distance) % asked.players for distance in range(1, asked.players)]
        passed, other = wait.waits
        dragon = next(kind for kind in wait.kinds if kind >= EAST)
        called = 27
        caller = seat if number % 2 else order[0]
        feeder = order[1]
        hands = {seat: wait.hand}
        if caller == seat:
            pair = next((kind for kind in wait.kinds if wait.kinds.count(kind) == 2), None)
            if pair is None or pair == dragon:
                continue
            called = dragon
        else:
            hands[caller] = notation(filled(random, asked.players, [27, 27], [30, passed, other]))
        avoid = KIND_TEXT[passed] + KIND_TEXT[other] + KIND_TEXT[called]
        play = until(asked.play().hand(hands, avoid=avoid), seat).turn()
        feed(play, order[0], passed)
        feed(play, feeder, called)
        if caller == seat:
            play.open_kan(seat, KIND_TEXT[called] * 3)
            play = play.dora().draw() if asked.rules.dora.open_kan == "at once" else play.draw().dora()
            play.discard()
            rests_on, why = "furiten/temporary", "the seat has drawn since it passed a tile"
        else:
            play.pon(caller, "11z").discard(
                KIND_TEXT[next(one for one in plain_kinds(play, caller) if one not in wait.waits)]
            )
            rests_on, why = "furiten.ends", "another's call ends furiten"
        target = next(one for one in order if one != caller or caller == seat)
        if caller != seat:
            target = play.turn_seat
            if target == seat:
                continue
        feed(play, target, other)
        asked.ask("furiten", play, ron(play, seat), rests_on, why)


def furiten_after_own_call(asked: Questions) -> None:
    """A tile is passed, then the seat itself claims another, discards, and is offered one again."""
    random = asked.random("furiten after own call")
    for number in range(8):
        wait = waiting(random, asked.players, [27])
        seat = random.randrange(asked.players)
        order = [(seat + distance) % asked.players for distance in range(1, asked.players)]
        passed, other = wait.waits if number % 2 else wait.waits[::-1]
        dragon = next(kind for kind in wait.kinds if kind >= EAST)
        hand = list(wait.kinds)
        hand.remove(dragon)  # two dragons of the three, which wait with the run's ends for nothing yet
        play = asked.play().hand(
            {seat: notation([*hand, 27])}, avoid=KIND_TEXT[passed] + KIND_TEXT[other] + KIND_TEXT[dragon] * 2
        )
        until(play, seat).turn()
        feed(play, order[0], dragon)
        play.pon(seat, KIND_TEXT[dragon] * 2).discard("1z")
        feed(play, order[0], passed)
        asked.ask("furiten", play, ron(play, seat), "furiten/temporary", "the seat has passed no tile")


# ------------------------------------------------------------------------------------------------ drawn hands


def nine_terminals(asked: Questions) -> None:
    random = asked.random("nine terminals")
    inner = [kind for kind in kinds_of(asked.players) if kind not in OUTER]
    for number in range(22):
        count = (8, 9, 10, 9)[number % 4]
        seat = random.randrange(asked.players)
        hand = [*random.sample(OUTER, count), *random.sample(inner, 13 - count)]
        drawn = random.choice(inner)
        action = {"type": "ryukyoku", "actor": seat, "reason": "kyushukyuhai"}
        why = "nine different terminals and honours at the first draw"
        play = asked.play().hand({seat: notation(hand)}, avoid=KIND_TEXT[drawn])
        until(play, seat).draw(KIND_TEXT[drawn])
        asked.ask("abortive", play, action, "draws.abortive", why)
        if number % 4 == 1:
            play.discard()
            until(play, seat).draw()
            asked.ask("abortive", play, action, "draw/abortive", why)
        if number % 4 == 3 and seat != 0:
            caller = (seat + 1) % asked.players
            if caller == 0:
                continue
            theirs = notation(filled(random, asked.players, [13, 13], [30]))
            hands = {seat: notation(hand), caller: theirs}
            play = asked.play().hand(hands, avoid="5p" + KIND_TEXT[drawn])
            play.turn("5p", "5p").pon(caller, "".join(_texts(play, caller, 13)))
            spare = next(one for one in plain_kinds(play, caller) if one != 13 and one not in hand)
            play.discard(KIND_TEXT[spare])
            until(play, seat).draw(KIND_TEXT[drawn])
            asked.ask("abortive", play, action, "draw/abortive", why)


def _texts(play: Scenario, seat: int, kind: int) -> list[str]:
    return [f"0{one[1]}" if one.endswith("r") else KIND_TEXT[kind] for one in held(play, seat, kind, 2)]


def other_abortive_draws(asked: Questions) -> None:
    random = asked.random("other abortive draws")
    if asked.players == 4:
        for number in range(8):
            winds = [27 + number % 4] * 4
            if number >= 4:
                winds[random.randrange(4)] = 27 + (number + 1) % 4
            play = asked.play().hand(avoid="".join([KIND_TEXT[kind] for kind in winds]))
            for kind in winds:
                play.turn(KIND_TEXT[kind], KIND_TEXT[kind])
            action = {"type": "ryukyoku", "reason": "sufonrenta"}
            asked.ask("abortive", play, action, "draws.abortive", "four equal winds in the first go-around")
        for number in range(6):
            four = four_waiting(random, 4)
            play = asked.play().hand(dict(enumerate(four)))
            for seat in range(4 - number % 2):
                if play.turn_seat == seat:
                    play.draw().riichi()
            if len(play.current.events) < 4 * 3 + 3:
                continue
            action = {"type": "ryukyoku", "reason": "suchareach"}
            asked.ask("abortive", play, action, "draws.abortive", "all four seats are in riichi")
        _triple_rons(asked, random)
    for number in range(8):
        owners = seats(asked, random, 2)
        fours = random.sample([kind for kind in fours_of(asked.players) if kind not in (30, 31, 32)], 4)
        split = (4, 3, 2, 1)[number % 4]
        first, rest = fours[:split], fours[split:]
        hands = {owners[0]: notation([kind for kind in first for _ in range(3)] + _odd(random, asked, fours, first))}
        hands[owners[1]] = notation([kind for kind in rest for _ in range(3)] + _odd(random, asked, fours, rest))
        play = asked.play().hand(hands, avoid="".join([KIND_TEXT[kind] for kind in fours]))
        for owner in sorted(owners, key=lambda one: (one - play.turn_seat) % asked.players):
            until(play, owner)
            for kind in first if owner == owners[0] else rest:
                play.draw(KIND_TEXT[kind]).closed_kan(KIND_TEXT[kind])
            play.draw().discard()
        action = {"type": "ryukyoku", "reason": "sukaikan"}
        last = play.table
        if last.kans == 4 and (split == 4) == (len({one.seat for one in last.seats if one.melds}) == 1):
            asked.ask("abortive", play, action, "draws.abortive", "four kans of more than one seat")


def beside(random: Random, players: int, other: Waiting) -> Waiting | None:
    """A hand that waits, of the tiles that another leaves, without those that the other waits for; None if rare."""
    for _ in range(300):
        hand = _without_yaku(random, players)
        counts = Counter([*hand.kinds, *other.kinds])
        if all([count <= 4 - (kind in FIVES) for kind, count in counts.items()]) and not {*other.waits} & {*hand.kinds}:
            return hand
    return None


def four_waiting(random: Random, players: int) -> list[str]:
    """A hand for each seat that waits, in notation, all of them of one set of tiles."""
    while True:
        hands = [_without_yaku(random, players) for _ in range(players)]
        counts = Counter([kind for hand in hands for kind in hand.kinds])
        if all([count <= 4 - (kind in FIVES) for kind, count in counts.items()]):
            return [hand.hand for hand in hands]


def _odd(random: Random, asked: Questions, fours: list[int], own: list[int]) -> list[int]:
    others = [kind for kind in kinds_of(asked.players) if kind not in fours and kind != 30]
    return random.sample(others, 13 - 3 * len(own))


def _triple_rons(asked: Questions, random: Random) -> None:
    """Three seats wait for a discard: whether it draws the hand, and whether the farthest of them may win."""
    for number in range(6):
        feeder = random.randrange(4)
        kinds = [9 * random.randrange(3) + random.randrange(2, 6)]
        winners = [(feeder + distance) % 4 for distance in (1, 2, 3)][: 3 - number % 2]
        hands = three_hands(asked, random, kinds[0], winners)
        if hands is None:
            continue
        play = feed(asked.play().hand(hands, avoid=KIND_TEXT[kinds[0]]), feeder, kinds[0])
        action = {"type": "ryukyoku", "reason": "sanchaho"}
        asked.ask("abortive", play, action, "draws.abortive", "three seats win on the discard")


def three_hands(asked: Questions, random: Random, wait: int, winners: list[int]) -> dict[int, str] | None:
    """Hands of two or three seats with a triplet of dragons each that wait for a tile; None where tiles run out."""
    if asked.players == 3:
        return _hands_of_three(wait, winners)
    hands, used = {}, {wait: 1}
    for place, seat in enumerate(winners):
        dragon = 31 + place
        kinds = [dragon] * 3 + [wait + 1, wait + 2]
        while len(kinds) < 11:
            block = run_or_triplet(random, range(27), 0)
            if all([used.get(kind, 0) + kinds.count(kind) < 3 for kind in block]) and wait not in block:
                kinds += block
        pair = random.choice(
            [kind for kind in range(27) if used.get(kind, 0) + kinds.count(kind) == 0 and kind != wait]
        )
        kinds += [pair, pair]
        for kind in kinds:
            used[kind] = used.get(kind, 0) + 1
        if any([count > 4 - (kind in FIVES) for kind, count in used.items()]):
            return None
        hands[seat] = notation(kinds)
    return hands


def several_winners(asked: Questions) -> None:
    """Whether a seat may win on a tile on which another has won."""
    random = asked.random("several winners")
    for _ in range(16):
        feeder = random.randrange(asked.players)
        low = 9 * random.randrange(1, 3) + random.randrange(2, 6)
        order = [(feeder + distance) % asked.players for distance in range(1, asked.players)]
        chosen = sorted(random.sample(order, 2), key=order.index)
        hands = three_hands(asked, random, low, chosen)
        if hands is None:
            continue
        play = feed(asked.play().hand(hands, avoid=KIND_TEXT[low]), feeder, low)
        second = ron(play, chosen[1])
        asked.ask(
            "several-winners", play, ron(play, chosen[0]), "scoring.head_bump", "it is the nearest winner", most=6
        )
        play.ron(chosen[0])
        asked.ask("several-winners", play, second, "scoring.head_bump", "several may win on a discard", most=10)


def _hands_of_three(wait: int, chosen: list[int]) -> dict[int, str]:
    """The same for three players, with few kinds in play."""
    suit = 18 if wait < 18 else 9
    hands: dict[int, str] = {}
    for place, seat in enumerate(chosen):
        runs = [suit + 3 * place + step for step in range(3)] * 2
        hands[seat] = notation([31 + place] * 3 + [wait + 1, wait + 2] + runs + [suit + 7 + place] * 2)
    return hands


# ------------------------------------------------------------------------------------------------ three players


def norths(asked: Questions) -> None:
    if asked.players == 4:
        return
    random = asked.random("norths")
    for number in range(14):
        seat, feeder = seats(asked, random, 2)
        action = {"type": "kita", "actor": seat, "pai": "N"}
        hand = filled(random, 3, [30] if number % 2 else [], [30])
        play = until(asked.play().hand({seat: notation(hand)}, avoid="4z"), seat).draw()
        asked.ask("north", play, action, "turn/order", "a north of the hand, after a draw")
        play = until(asked.play().hand({seat: notation(hand)}, avoid="4z"), seat).draw("4z")
        asked.ask("north", play, action, "turn/order", "a north of the hand, after a draw")
        kind = random.choice(range(9, 27))
        play = asked.play().hand({seat: notation(filled(random, 3, [kind, kind, 30], [30]))}, avoid=KIND_TEXT[kind])
        feed(play, feeder, kind).pon(seat, "".join(_texts(play, seat, kind)))
        asked.ask("north", play, action, "turn/order", "a north of the hand, after a draw", most=5)
        wait = waiting(random, 3, [30])
        play = until(asked.play().hand({seat: wait.hand}, avoid="4z"), seat).draw().riichi().go_round(seat).draw("4z")
        asked.ask("north", play, action, "turn/order", "in riichi the tile drawn is a north")
        play = asked.play().hand({seat: wait.hand}, avoid="4z")
        until(play, feeder).draw("4z")
        asked.ask("north", play, action, "turn/order", "a north of the hand, after a draw", most=4)


FAMILIES: Final[tuple[Family, ...]] = (
    kans_in_riichi,
    kans,
    kans_at_the_limit,
    swap_calls,
    claims,
    claims_when_none_may,
    riichi_hands,
    riichi_discards,
    riichi_conditions,
    discards,
    wins,
    wins_by_circumstance,
    furiten_by_discard,
    furiten_by_pass,
    furiten_after_own_call,
    nine_terminals,
    other_abortive_draws,
    several_winners,
    norths,
)
"""What asks questions, in order."""
