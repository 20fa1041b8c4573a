"""Random hands and positions to ask about: each from the choices of a source of random numbers, so always the same."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from auditor.core.table.table import NOT_FURITEN, furiten_kind
from auditor.core.table.winning import value_of_win
from auditor.core.tiles import KIND_OF_TEXT, KIND_TEXT
from auditor.testing.scenario import Scenario
from support.conformance.asking import Questions

EAST: Final = 27
CLOSED: Final = ("ankan",)
Blocks = list[tuple[int, ...]]


def kinds_of(players: int) -> list[int]:
    """The kinds in play."""
    return [kind for kind in range(34) if players == 4 or not 1 <= kind <= 7]


FIVES: Final = (4, 13, 22)
"""Kinds of which there may be a red one, so that no four plain ones are in play."""


def fours_of(players: int) -> list[int]:
    """The kinds that may be held four times whatever the red fives."""
    return [kind for kind in kinds_of(players) if kind not in FIVES]


def notation(kinds: Sequence[int]) -> str:
    """Kinds in notation."""
    return "".join([KIND_TEXT[kind] for kind in sorted(kinds)])


def run_or_triplet(random: Random, pool: Sequence[int], triplets: float = 0.3) -> tuple[int, ...]:
    """A set of kinds of the pool."""
    while True:
        kind = random.choice(pool)
        if random.random() < triplets:
            return (kind,) * 3
        if kind < EAST and kind % 9 < 7 and kind + 1 in pool and kind + 2 in pool:
            return (kind, kind + 1, kind + 2)


def complete_blocks(random: Random, pool: Sequence[int], first: Blocks | None = None, triplets: float = 0.3) -> Blocks:
    """Four sets and a pair of kinds of the pool, no kind more than four times. first: sets among them."""
    while True:
        blocks = list(first or [])
        while len(blocks) < 4:
            blocks.append(run_or_triplet(random, pool, triplets))
        blocks.append((random.choice(pool),) * 2)
        counts = Counter([kind for block in blocks for kind in block])
        if max(counts.values()) <= 4:
            return blocks


def suits_pool(random: Random, players: int, suits: int) -> list[int]:
    """The kinds of so many suits, one after the other, or of both that three players have."""
    chosen = random.sample([0, 1, 2] if players == 4 else [1, 2], min(suits, players - 1))
    return [kind for suit in chosen for kind in range(9 * suit, 9 * suit + 9)]


def junk(random: Random, players: int, held: Sequence[int], count: int = 1) -> list[int]:
    """Kinds that a hand has no use for: honours and others away from what it holds."""
    free = [kind for kind in kinds_of(players) if kind not in held]
    far = [kind for kind in free if kind >= EAST or not {kind - 1, kind + 1, kind - 2, kind + 2} & set(held)]
    pool = far if len(far) >= count else free
    return random.sample(pool, count)


def filled(random: Random, players: int, kinds: Sequence[int], away: Sequence[int] = (), size: int = 13) -> list[int]:
    """The kinds with others, all different and not among those `away`, up to so many."""
    others = [kind for kind in kinds_of(players) if kind not in kinds and kind not in away]
    return [*kinds, *random.sample(others, size - len(kinds))]


class Waiting(NamedTuple):
    """A hand of thirteen tiles with a triplet of dragons that waits for both ends of a run."""

    hand: str
    kinds: tuple[int, ...]
    waits: tuple[int, int]


def waiting(random: Random, players: int, away: Sequence[int] = ()) -> Waiting:
    """A hand that waits for two tiles, and has a yaku with either. away: kinds that it does not hold."""
    pool = [kind for kind in kinds_of(players) if kind not in away and kind < EAST]
    while True:
        low = random.choice([kind for kind in range(9, EAST) if 1 <= kind % 9 <= 5])
        dragon = random.choice([kind for kind in range(31, 34) if kind not in away] or [31])
        waits = (low - 1, low + 2)
        blocks = [(dragon,) * 3, (low, low + 1), run_or_triplet(random, pool, 0.1), run_or_triplet(random, pool, 0.1)]
        pair = random.choice([kind for kind in pool if abs(kind - low) > 3])
        kinds = [kind for block in blocks for kind in block] + [pair, pair]
        counts = Counter(kinds)
        near = [kind for kind in kinds[5:] if kind // 9 == low // 9]
        if max(counts.values()) <= 3 and not near and not {*waits, low, low + 1} & set(away):
            return Waiting(notation(kinds), tuple(kinds), waits)


def until(play: Scenario, seat: int) -> Scenario:
    """Play harmless turns until it is a seat's turn."""
    while play.turn_seat != seat:
        play.turn()
    return play


def feed(play: Scenario, seat: int, kind: int) -> Scenario:
    """Let a seat draw and discard a tile when its turn comes."""
    return until(play, seat).turn(KIND_TEXT[kind], KIND_TEXT[kind])


def text_of(play: Scenario, kind: int) -> str:
    """A tile of a kind that is free, as the notation has it: a red five where no plain one is left."""
    plain = [tile for tile in play.supply.free if tile >> 2 == kind and tile not in play.game.red_tiles]
    return KIND_TEXT[kind] if plain or not any([tile >> 2 == kind for tile in play.supply.free]) else _red(kind)


def _red(kind: int) -> str:
    return f"0{KIND_TEXT[kind][1]}"


class WinPlan(NamedTuple):
    """How a win is to come about. winner, target: seats, the same for a self-draw. riichi: whether the winner declares.

    melds: how many sets are called; kan: what becomes of a triplet, if anything. start: the deal's facts.
    """

    winner: int
    target: int
    riichi: bool
    melds: int
    kan: str
    norths: int
    start: dict[str, Any]


def played_to_win(asked: Questions, random: Random, blocks: Blocks, plan: WinPlan) -> Scenario | None:
    """Play to the position in which the win can be declared; None where the tiles do not allow it."""
    winner, players = plan.winner, asked.players
    sets = [block for block in blocks if len(block) == 3]
    random.shuffle(sets)
    called = [block for block in sets[: plan.melds] if block[0] == block[1] or players == 4]
    kan = next((block for block in sets[plan.melds :] if block[0] == block[1]), None) if plan.kan else None
    rest = [block for block in blocks if block not in called and block != kan]
    if kan is not None and Counter([kind for block in blocks for kind in block])[kan[0]] > 3:
        return None
    concealed = [kind for block in rest for kind in block]
    if len(rest) + len(called) + (kan is not None) != len(blocks) or len(concealed) < 2:
        return None
    last = random.choice(concealed)
    concealed.remove(last)
    claims: list[tuple[tuple[int, ...], int]] = [
        (block, random.choice(block) if block[0] != block[1] else block[0]) for block in called
    ]
    own: list[int] = []
    for block, claimed in claims:
        others = list(block)
        others.remove(claimed)
        own += others
    every = [kind for block in blocks for kind in block]
    if any([every.count(kind) > 3 or (kan is not None and kan[0] == kind) for kind in FIVES]):
        return None
    thrown = junk(random, players, every, len(called))
    hand = [*concealed, *own, *(kan or ()), *thrown]
    if plan.norths and 30 in [*every, *thrown]:
        return None
    extra = [*[claimed for _, claimed in claims], last, *(kan or ())[:1], *[30] * plan.norths]
    play = asked.play()
    reserved = "".join([KIND_TEXT[kind] for kind in extra])
    text = notation(hand)
    if any(asked.rules.game.reds) and random.random() < 0.6:
        text = _with_red(text, [kind for kind in FIVES if kind in concealed and kind not in own])
    play.hand({winner: text}, avoid=reserved, **plan.start)
    return _called(asked, random, play, plan, claims, kan, thrown, last)


def _with_red(text: str, kinds: list[int]) -> str:
    """The notation with one five of each of the kinds red."""
    for kind in kinds:
        text = text.replace(KIND_TEXT[kind], _red(kind), 1)
    return text


def _called(
    asked: Questions, random: Random, play: Scenario, plan: WinPlan, claims: list[tuple[tuple[int, ...], int]],
    kan: tuple[int, ...] | None, thrown: list[int], last: int,
) -> Scenario | None:  # fmt: skip
    """Play the calls, the kan, the norths, the riichi, and the winning tile."""
    winner, players = plan.winner, asked.players
    for block, claimed in claims:
        others = list(block)
        others.remove(claimed)
        if block[0] == block[1]:
            feeder = random.choice([seat for seat in range(players) if seat != winner])
            feed(play, feeder, claimed).pon(winner, notation(others))
        else:
            feed(play, (winner - 1) % 4, claimed).chi(winner, notation(others))
        play.discard(KIND_TEXT[thrown.pop()])
    if kan is not None:
        _made_kan(asked, random, play, plan, kan[0])
    for _ in range(plan.norths):
        until(play, winner).draw("4z").north().draw().discard()
    if plan.riichi:
        until(play, winner).draw()
        if play.table.seats[winner].is_open or play.table.wall_left < asked.rules.riichi.tiles_left:
            return None
        play.riichi()
    if not play.table.seats[winner].waits >> last & 1:
        return None
    if plan.winner == plan.target:
        until(play, winner).draw(text_of(play, last))
        return play
    text = text_of(play, last)
    until(play, plan.target).turn(text, text)
    return play if furiten_kind(play.table, play.table.seats[winner]) == NOT_FURITEN else None


def _made_kan(asked: Questions, random: Random, play: Scenario, plan: WinPlan, kind: int) -> None:
    """Make a kan of a triplet, with its indicator when the ruleset turns it, and discard."""
    text = KIND_TEXT[kind]
    if plan.kan == "ankan":
        until(play, plan.winner).draw(text).closed_kan(text).draw().discard()
        return
    feeder = random.choice([seat for seat in range(asked.players) if seat != plan.winner])
    feed(play, feeder, kind).open_kan(plan.winner, text * 3)
    if asked.rules.dora.open_kan == "at once":
        play.dora().draw()
    else:
        play.draw().dora()
    play.discard()


def is_won(play: Scenario, winner: int, target: int) -> bool:
    """Whether the win that can be declared has a yaku."""
    table = play.table
    tile = table.seats[winner].drawn if winner == target else (table.last.tile if table.last else -1)
    value = value_of_win(table, winner, target, tile)
    return value is not None and value.is_enough


def kind(text: str) -> int:
    """The kind of a tile in notation."""
    return KIND_OF_TEXT[text]
