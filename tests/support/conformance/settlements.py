"""Questions of the second form: what follows from the end of a hand, or from a riichi?"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from auditor.core import events
from auditor.core.table.next_hand import ending
from auditor.core.table.table import NOT_FURITEN, furiten_kind
from auditor.core.tiles import KIND_TEXT
from auditor.core.yaku import DAISANGEN, DAISUUSHII, IPPATSU, SUUKANTSU, URA_DORA
from auditor.testing.scenario import ResumedScenario, Scenario
from auditor.testing.simulate import Simulation
from support.conformance.asking import Family, Questions, events_of
from support.conformance.dealing import (
    EAST,
    FIVES,
    Blocks,
    WinPlan,
    complete_blocks,
    feed,
    filled,
    is_won,
    kinds_of,
    notation,
    played_to_win,
    suits_pool,
    until,
    waiting,
)
from support.conformance.positions import OUTER, beside, four_waiting, plain_kinds, plan_of, seats, three_hands

YAKUMAN_POOLS: Final = (
    OUTER, tuple(range(EAST, 34)), (19, 20, 21, 23, 25, 32), (27, 28, 29, 30, 9, 10, 11), (31, 32, 33, 12, 13, 14),
    (0, 8, 9, 17, 18, 26),
)  # fmt: skip
FED: Final = "who fed the last set is liable"
NO_TEXT: Final = "no text says who is paid what where two seats are liable, or three share"


def won(asked: Questions, random: Random, blocks: Blocks, plan: WinPlan) -> Scenario | None:
    """Play to the position in which a win with a yaku can be declared, and declare it."""
    play = played_to_win(asked, random, blocks, plan)
    if play is None or not is_won(play, plan.winner, plan.target):
        return None
    shown = random.choice(sorted({KIND_TEXT[kind] for block in blocks for kind in block}))
    ura = shown if plan.riichi and not plan.kan and random.random() < 0.5 and _is_free(play, shown) else ""
    if plan.winner == plan.target:
        return play.tsumo(ura=ura)
    return play.ron(plan.winner, ura=ura)


def _wins(play: Scenario) -> list[events.Win]:
    return [event for event in play.current.events if isinstance(event, events.Win)]


def _is_of_liability(win: events.Win, players: int) -> bool:
    """Whether others pay than for a hand that nobody is liable for."""
    assert win.deltas is not None
    payers = [seat for seat in range(players) if win.deltas[seat] < 0]
    return len(payers) < players - 1 if win.is_tsumo else payers != [win.from_seat]


def is_plain(play: Scenario) -> bool:
    """Whether no win rests on ippatsu, ura, renhou, or on what counts as a mangan: `win` alone asks about these."""
    for win in _wins(play):
        yaku = dict(win.yaku or ())
        if yaku.get(IPPATSU) or yaku.get(URA_DORA) or (sum(yaku.values()), win.fu) in ((4, 30), (3, 60)):
            return False
        if not play.table.seats[win.seat].turn:
            return False
    return True


def _is_free(play: Scenario, text: str) -> bool:
    """Whether a plain tile of that face is not in play yet."""
    return any([tile >> 2 == _kind(text) for tile in play.supply.free if tile not in play.game.red_tiles])


def _kind(text: str) -> int:
    return KIND_TEXT.index(text)


def start(asked: Questions, random: Random, **given: Any) -> dict[str, Any]:
    """The facts of a deal in the middle of a game: round, honba, sticks and points that add up."""
    players = asked.players
    rounds = [number for number in range(1, 8) if players == 4 or number % 4 != 3]
    facts = {"round": random.choice(rounds), "honba": 0, "sticks": 0} | given
    points = [asked.rules.game.start_points] * players
    for _ in range(3):
        giver, taker = random.sample(range(players), 2)
        moved = 100 * random.randrange(60)
        points[giver] -= moved
        points[taker] += moved
    points[random.randrange(players)] -= 1000 * facts["sticks"]
    return {"scores": (*points, 0)[:4]} | facts


def values(asked: Questions) -> None:
    """Wins without counters, of all kinds of hands."""
    random = asked.random("values")
    pools: list[Any] = [
        suits_pool(random, asked.players, 3),
        kinds_of(asked.players),
        suits_pool(random, asked.players, 2),
    ]
    pools.append([kind for kind in kinds_of(asked.players) if kind < EAST and 0 < kind % 9 < 8])
    pools += [suits_pool(random, asked.players, 1), *YAKUMAN_POOLS]
    done = 0
    while done < 32:
        plan = plan_of(random, asked, riichi=0.5)._replace(start=start(asked, random))
        pool = [kind for kind in pools[done % len(pools)] if kind in kinds_of(asked.players)]
        play = won(asked, random, complete_blocks(random, pool, triplets=random.choice((0.2, 0.9))), plan)
        if play is not None:
            if _is_of_liability(_wins(play)[0], asked.players):
                asked.follows("liability", play, "scoring.pao", FED)
            else:
                asked.follows("win", play, "win/value", "a win without counters")
            done += 1
    _seven_pairs(asked, random)


def _seven_pairs(asked: Questions, random: Random) -> None:
    """Seven pairs and thirteen orphans, which are no sets."""
    for number in range(6):
        winner, target = seats(asked, random, 2)
        if number % 4 == 3:
            kinds = [*OUTER, random.choice(OUTER)]
        else:
            kinds = [kind for kind in random.sample(kinds_of(asked.players), 7) for _ in range(2)]
        last = kinds.pop(random.randrange(len(kinds)))
        play = asked.play().hand({winner: notation(kinds)}, avoid=KIND_TEXT[last], **start(asked, random))
        if number % 2 and number % 4 != 3:
            until(play, winner).draw().riichi()
        else:
            until(play, winner).turn()
        if number % 3 == 0:
            until(play, winner).draw(KIND_TEXT[last]).tsumo()
        else:
            feed(play, target, last).ron(winner)
        asked.follows("win", play, "win/value", "seven pairs, or thirteen orphans")


def by_circumstance(asked: Questions) -> None:
    """Wins that are worth more by when they come: with the last tile, a replacement tile, a robbed kan, at once."""
    random = asked.random("by circumstance")
    for number in range(3):
        for text, play in _circumstances(asked, random, number):
            asked.follows("win", play, "win/value", text)
        if asked.rules.scoring.double_wind_fu is not None:
            play = _with_double_wind(asked, random)
            asked.follows("win", play, "scoring.double_wind_fu", "a pair of the round's wind that is the seat's own")


def _with_double_wind(asked: Questions, random: Random) -> Scenario:
    """A closed hand of a triplet of dragons, runs, and a pair of a double wind, that wins on a discard."""
    deal = start(asked, random)
    wind = deal["round"] // 4
    winner = (deal["round"] % 4 + wind) % asked.players
    while True:
        wait = waiting(random, asked.players, [EAST + wind])
        kinds = [*wait.kinds[:-2], EAST + wind, EAST + wind]
        if len(set(kinds[:3])) == 1 and len(set(kinds[5:8])) == len(set(kinds[8:11])) == 3:
            break
    play = asked.play().hand({winner: notation(kinds)}, avoid=KIND_TEXT[wait.waits[0]], **deal)
    feeder = random.choice([seat for seat in range(asked.players) if seat != winner])
    return feed(until(play, winner).turn(), feeder, wait.waits[0]).ron(winner)


def _circumstances(asked: Questions, random: Random, number: int) -> Iterator[tuple[str, Scenario]]:
    """A win of each kind, with what it is."""
    yield from _of_the_last_tile(asked, random)
    yield from _with_kans(asked, random, number)
    for dealer_wins in (True, False):
        deal, wait = start(asked, random), waiting(random, asked.players)
        last, dealer = KIND_TEXT[wait.waits[number % 2]], deal["round"] % 4
        winner = dealer if dealer_wins else (dealer + 1 + random.randrange(asked.players - 1)) % asked.players
        play = asked.play().hand({winner: wait.hand}, avoid=last, **deal)
        text = "the dealer's first draw (tenhou)" if dealer_wins else "the first draw of another seat (chiihou)"
        yield f"{text} is a yakuman", until(play, winner).draw(last).tsumo()
        if not dealer_wins:
            play = asked.play().hand({winner: wait.hand}, avoid=last, **deal).turn(last, last)
            yield "a discard before one's first draw (renhou), by the rule", play.ron(winner)


def _of_the_last_tile(asked: Questions, random: Random) -> Iterator[tuple[str, Scenario]]:
    deal, wait = start(asked, random), waiting(random, asked.players)
    seat = asked.play().hand(**deal).until_left(1).turn_seat
    last = KIND_TEXT[wait.waits[0]]
    play = asked.play().hand({seat: wait.hand}, avoid=last, **deal).until_left(1)
    yield "the last tile drawn (haitei) is a yaku", play.draw(last).tsumo()
    winner = (seat + 1 + random.randrange(asked.players - 1)) % asked.players
    play = asked.play().hand({winner: wait.hand}, avoid=last, **deal).until_left(1).turn(last, last)
    yield "the last discard (houtei) is a yaku", play.ron(winner)


def _with_kans(asked: Questions, random: Random, number: int) -> Iterator[tuple[str, Scenario]]:
    deal, wait = start(asked, random), waiting(random, asked.players)
    winner, feeder, third = seats(asked, random, 3)
    last = KIND_TEXT[wait.waits[number % 2]]
    dragon = KIND_TEXT[next(kind for kind in wait.kinds if kind >= EAST)]
    play = until(asked.play().hand({winner: wait.hand}, avoid=last + dragon, **deal), winner)
    yield "a replacement tile (rinshan) is a yaku", play.draw(dragon).closed_kan(dragon).draw(last).tsumo()
    play = feed(asked.play().hand({winner: wait.hand}, avoid=last + dragon, **deal), feeder, _kind(dragon))
    play.open_kan(winner, dragon * 3)
    play = play.dora() if asked.rules.dora.open_kan == "at once" else play
    yield "the replacement tile of an open kan (rinshan) is a yaku", play.draw(last).tsumo()
    kind = _kind(last)
    if kind in FIVES:
        return
    theirs = filled(random, asked.players, [kind] * 2, [30, *wait.kinds])
    play = asked.play().hand({winner: wait.hand, feeder: notation(theirs)}, avoid=last * 2, **deal)
    until(play, winner).turn()
    feed(play, third, kind).pon(feeder, last * 2)
    play.discard(KIND_TEXT[next(one for one in plain_kinds(play, feeder) if one not in (kind, *wait.waits))])
    until(play, feeder).draw(last).added_kan(last)
    if furiten_kind(play.table, play.table.seats[winner]) == NOT_FURITEN:
        yield "a robbed kan (chankan) is a yaku", play.ron(winner)


def counters(asked: Questions) -> None:
    """Wins with honba and sticks, some of them paid in the hand; a riichi whose discard wins pays none."""
    random = asked.random("counters")
    done = 0
    while done < 24:
        deal = start(asked, random, honba=random.randrange(6), sticks=random.randrange(4))
        plan = plan_of(random, asked, riichi=0.6)._replace(start=deal)
        pool = random.choice([kinds_of(asked.players), suits_pool(random, asked.players, 2)])
        play = won(asked, random, complete_blocks(random, pool), plan)
        if play is not None and is_plain(play):
            asked.follows("sticks", play, "sticks.honba", "counters are paid, and the sticks go to the winner")
            done += 1
    for number in range(8):
        wait, (winner, target) = waiting(random, asked.players), seats(asked, random, 2)
        theirs = beside(random, asked.players, wait)
        if theirs is None:
            continue
        deal = start(asked, random, honba=number % 3, sticks=number % 2)
        play = asked.play().hand({winner: wait.hand, target: theirs.hand}, avoid=KIND_TEXT[wait.waits[0]], **deal)
        until(play, winner).turn()
        until(play, target).draw(KIND_TEXT[wait.waits[0]]).riichi(KIND_TEXT[wait.waits[0]], deposit=False)
        if number % 2:
            if not is_plain(play.ron(winner)):
                continue
            asked.follows("sticks", play, "stick/void", "a riichi whose discard wins is not paid")
        else:
            play = asked.play().hand({target: theirs.hand}, **deal)
            until(play, target).draw().riichi(deposit=False)
            asked.follows(
                "sticks", play, "stick/deposit", "nobody wins on the discard of the riichi: its stick is paid"
            )


def liability(asked: Questions) -> None:
    """Who fed the last dragon, wind or kan pays: alone for a self-draw, half of another's discard."""
    random = asked.random("liability")
    for number in range(24):
        if asked.players == 3 and number % 12 < 4 and number >= 4:
            continue
        winner = random.randrange(asked.players)
        others = [seat for seat in range(asked.players) if seat != winner]
        which = (DAISANGEN, DAISUUSHII, SUUKANTSU, DAISANGEN)[number % 4]
        liable = random.choice(others)
        target = (winner, liable, random.choice([seat for seat in others if seat != liable]))[number // 4 % 3]
        deal = start(asked, random, honba=random.randrange(4))
        play = _yakuman_by_calls(asked, random, which, winner, others, liable, deal)
        last = {DAISANGEN: 12, DAISUUSHII: 16, SUUKANTSU: 33}[which]
        if target == winner:
            until(play, winner).draw(KIND_TEXT[last]).tsumo()
        else:
            feed(play, target, last).ron(winner)
        is_open = NO_TEXT if asked.players == 3 and target == winner else ""
        asked.follows("liability", play, "scoring.pao", FED, is_open)


def _yakuman_by_calls(
    asked: Questions, random: Random, which: int, winner: int, others: list[int], liable: int, deal: dict[str, Any]
) -> Scenario:
    """Call the sets of a yakuman, the last from the liable seat; the hand then waits."""
    kinds = {DAISANGEN: [31, 32, 33], DAISUUSHII: [27, 28, 29, 30], SUUKANTSU: [9, 17, 18, 26]}[which]
    random.shuffle(kinds)
    tail = {DAISANGEN: [10, 11, 20, 20], DAISUUSHII: [16], SUUKANTSU: [33]}[which]
    size = 3 if which == SUUKANTSU else 2
    hand = [*[kind for kind in kinds for _ in range(size)], *tail]
    reserved = [*kinds, {DAISANGEN: 12, DAISUUSHII: 16, SUUKANTSU: 33}[which]]
    thrown = random.sample([kind for kind in (19, 21, 22, 23, 24, 25) if kind not in hand], 13 - len(hand))
    play = asked.play().hand(
        {winner: notation([*hand, *thrown])}, avoid="".join([KIND_TEXT[kind] for kind in reserved]), **deal
    )
    for place, kind in enumerate(kinds):
        feeder = liable if place == len(kinds) - 1 else random.choice(others)
        feed(play, feeder, kind)
        if size == 2:
            play.pon(winner, KIND_TEXT[kind] * 2).discard(KIND_TEXT[thrown.pop()])
            continue
        play.open_kan(winner, KIND_TEXT[kind] * 3)
        play = play.dora().draw() if asked.rules.dora.open_kan == "at once" else play.draw().dora()
        play.discard()
    return play


def double_rons(asked: Questions) -> None:
    """Two or three winners: points, counters and sticks; none where only the nearest wins."""
    if asked.rules.scoring.head_bump:
        return
    random = asked.random("double rons")
    for number in range(18):
        feeder = random.randrange(asked.players)
        low = 9 * random.randrange(1, 3) + random.randrange(2, 6)
        order = [(feeder + distance) % asked.players for distance in range(1, asked.players)]
        count = 3 if number % 5 == 4 and asked.rules.scoring.triple_ron == "pay" and asked.players == 4 else 2
        chosen = sorted(random.sample(order, count), key=order.index)
        hands = three_hands(asked, random, low, chosen)
        if hands is None:
            continue
        deal = start(asked, random, honba=random.randrange(4), sticks=random.randrange(3))
        play = asked.play().hand(hands, avoid=KIND_TEXT[low], **deal)
        declaring = [seat for seat in chosen if random.random() < 0.4]
        for _ in range(2 * asked.players):
            if play.turn_seat in declaring:
                declaring.remove(play.turn_seat)
                play.draw().riichi()
            else:
                play.turn()
        feed(play, feeder, low).rons(*chosen)
        if not is_plain(play) or len([win for win in _wins(play) if win.ura]) > 1:  # each would show other indicators
            continue
        asked.follows(
            "several-winners", play, "sticks.several_winners", "each is paid; who takes the sticks is the rule's"
        )


def exhaustive_draws(asked: Questions) -> None:
    """What noten hands pay, and who deals next."""
    random = asked.random("exhaustive draws")
    done = 0
    while done < 6:
        hands = four_waiting(random, asked.players)
        waiting_seats = random.sample(range(asked.players), done % (asked.players + 1))
        deal = start(asked, random, honba=random.randrange(3), sticks=random.randrange(3))
        try:
            play = asked.play().hand({seat: hands[seat] for seat in waiting_seats}, **deal).play_out()
        except ValueError:
            continue
        play.end_of_wall()
        asked.follows("draw", play, "draws.noten_points", "noten hands pay those that are tenpai")
        done += 1
    for number in range(2):
        seat = number + 1
        texts = [
            "1m",
            "9m",
            "1p",
            "9p",
            "1s",
            "9s",
            "1z",
            "2z",
            "3z",
            "4z",
            "5z",
            "6z",
            "7z",
            "1m",
            "9m",
            "1p",
            "9p",
            "7z",
            "1s",
        ]
        hand = "2468p2468s3579p3s" if asked.players == 3 else "2468m2468p24688s"
        play = asked.play().hand({seat: hand}, avoid="".join(texts), **start(asked, random))
        try:
            while play.table.wall_left:
                play.turn(texts.pop(0)) if play.turn_seat == seat else play.turn()
        except ValueError:
            continue
        play.end_of_wall()
        asked.follows("draw", play, "draws.nagashi_mangan", "all discards of a seat are terminals and honours")


def abortive_ends(asked: Questions) -> None:
    """An abortive draw pays nothing; the dealer stays, with a counter more."""
    random = asked.random("abortive ends")
    if "nine terminals" in asked.rules.draws.abortive:
        for _ in range(6):
            deal = start(asked, random, honba=random.randrange(3), sticks=random.randrange(3))
            seat = random.randrange(asked.players)
            inner = [kind for kind in kinds_of(asked.players) if kind not in OUTER and kind not in FIVES]
            hand = [*random.sample(OUTER, 9), *random.sample(inner, 4)]
            play = until(asked.play().hand({seat: notation(hand)}, **deal), seat).draw()
            play.ryuukyoku(events.NINE_TERMINALS)
            asked.follows(
                "draw", play, "draws.abortive", "an abortive draw: the dealer deals again, with a counter more"
            )
    if "four winds" in asked.rules.draws.abortive:
        for kind in range(27, 31):
            play = asked.play().hand(avoid=KIND_TEXT[kind] * 4, **start(asked, random, honba=kind % 3, sticks=kind % 2))
            for _ in range(4):
                play.turn(KIND_TEXT[kind], KIND_TEXT[kind])
            play.ryuukyoku(events.FOUR_WINDS)
            asked.follows(
                "draw", play, "draws.abortive", "an abortive draw: the dealer deals again, with a counter more"
            )


def rounds(asked: Questions) -> None:
    """Who deals next, and with which honba."""
    random = asked.random("rounds")
    done = 0
    while done < 20:
        deal = start(asked, random, round=random.choice((1, 2, 4, 5)))
        plan = plan_of(random, asked, riichi=0.2)._replace(start=deal, kan="", norths=0)
        if done % 2:
            dealer = deal["round"] % 4
            target = plan.target if plan.target not in (plan.winner, dealer) else dealer
            plan = plan._replace(winner=dealer, target=target)
        play = won(asked, random, complete_blocks(random, kinds_of(asked.players)), plan)
        if play is not None and not ending(play.table):
            asked.follows("rounds", play, "game.renchan", "the dealer deals again after a win of its own")
            done += 1


def ends(asked: Questions) -> None:
    """Whether the game is over: in the last round, in an extension, below zero."""
    random = asked.random("ends")
    last = 8 - (1 if asked.players == 4 else 2)
    target = asked.rules.game.target_points or asked.rules.game.start_points
    done = 0
    while done < 30:
        number = random.choice((last, last, last, 8, 9, 8 + last - 4, last - 1))
        if asked.rules.game.extension == "none":
            number = min(number, last)
        dealer = number % 4
        leader = random.choice((dealer, (dealer + 1) % asked.players))
        top = random.choice((target - 3000, target + 500, target + 9000))
        total = asked.rules.game.start_points * asked.players
        rest = [(total - top) // (asked.players - 1) // 100 * 100] * asked.players
        rest[leader] = 0
        points = [top if seat == leader else share for seat, share in enumerate(rest)]
        points[(leader + 1) % asked.players] += total - sum(points)
        if done % 6 == 5:
            number = random.randrange(1, 3)
            loser = random.randrange(asked.players)
            points = [total // asked.players] * asked.players
            points[loser - 1] += points[loser] - 900
            points[loser] = 900
        deal = {"round": number, "honba": 0, "sticks": 0, "scores": (*points, 0)[:4]}
        plan = plan_of(random, asked, riichi=0.2)._replace(start=deal, kan="", norths=0)
        if random.random() < 0.5:
            plan = plan._replace(
                winner=dealer, target=dealer if plan.target == plan.winner else (dealer + 1) % asked.players
            )
        play = won(asked, random, complete_blocks(random, kinds_of(asked.players)), plan)
        if play is not None:
            rests_on = "game.bust" if done % 6 == 5 else "game.extension" if number >= last else "game.length"
            asked.follows("end", play, rests_on, "the game ends with the last round, or goes on, by the rule")
            done += 1
    _abortive_in_the_last_round(asked, random, last)


def _abortive_in_the_last_round(asked: Questions, random: Random, last: int) -> None:
    if "nine terminals" not in asked.rules.draws.abortive:
        return
    for leads in (True, False):
        points = [asked.rules.game.start_points] * asked.players
        dealer = last % 4
        moved = 12000 if leads else -12000
        points[dealer] += moved
        points[dealer - 1] -= moved
        seat = random.randrange(asked.players)
        inner = [kind for kind in kinds_of(asked.players) if kind not in OUTER and kind not in FIVES]
        hand = notation([*random.sample(OUTER, 9), *random.sample(inner, 4)])
        play = asked.play().hand({seat: hand}, round=last, honba=0, sticks=0, scores=(*points, 0)[:4])
        until(play, seat).draw()
        play.ryuukyoku(events.NINE_TERMINALS)
        asked.follows("end", play, "draws.abortive", "an abortive draw in the last round is dealt again")


def simulated(asked: Questions) -> None:
    """Games that play themselves: what their players do is legal, and what a short hand pays."""
    random = asked.random("simulated")
    for number in range(24):
        game = Simulation(number, asked.name, most_hands=3).play()
        for hand in game.hands:
            kinds = [event.kind for event in hand.events]
            if len(kinds) < 75 and kinds[-1] == events.WIN:
                play = ResumedScenario(game, asked.rules, hand.index, len(kinds), random)
                if not hand.honba and not hand.sticks and asked.count("win", _SIMULATED) < 3:
                    asked.follows("win", play, "win/value", _SIMULATED)
            for place, kind in enumerate(kinds[:48]):
                if kind in _ASKED:
                    play = ResumedScenario(game, asked.rules, hand.index, place, random)
                    whole = ResumedScenario(game, asked.rules, hand.index, place + 1, random)
                    action = events_of(whole)[-1]
                    action.pop("ura_markers", None)
                    asked.ask(_ASKED[kind], play, action, "turn/order", "it was played in a simulated game", most=4)


_SIMULATED: Final = "a win of a simulated game"
_ASKED: Final = {
    events.CHI: "claim", events.PON: "claim", events.OPEN_KAN: "claim", events.CLOSED_KAN: "kan",
    events.ADDED_KAN: "kan", events.RIICHI: "reach", events.NORTH: "north",
}  # fmt: skip


FAMILIES: Final[tuple[Family, ...]] = (
    values,
    counters,
    liability,
    double_rons,
    exhaustive_draws,
    abortive_ends,
    rounds,
    ends,
    simulated,
    by_circumstance,
)
"""What asks questions, in order."""
