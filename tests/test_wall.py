"""The walls of published seeds: against real logs, and against seeds made here."""

import base64
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from packing import unpacked

from auditor.audit.game import audit_game
from auditor.events import DORA, DRAW, NORTH, OPEN_KAN, Event, Game, Win
from auditor.formats import read
from auditor.rulesets import choose
from auditor.wall import SeedError, Wall, wall_of_shuffle, walls

NOT_TENHOU = {"24.xml", "25.xml"}
"""Logs whose seed is another program's."""


def seed_c(words: list[int]) -> str:
    data = b"".join(word.to_bytes(4, "little") for word in words)
    return "mt19937ar-sha512-n288-base64," + base64.b64encode(data).decode()


def random_words(count: int) -> list[int]:
    return [Random(count).getrandbits(32) for _ in range(count)]


@pytest.mark.parametrize("players", [3, 4])
def test_a_wall_deals_every_tile_once(players: int) -> None:
    wall = next(walls(seed_c(random_words(624)), players))
    dealt = [tile for hand in wall.dealt(1) for tile in hand]
    # Each replacement draw takes the last live tile away: with three players the eighth leaves 47.
    drawn = [wall.draw(number) for number in range({4: 70, 3: 47}[players])]
    replaced = [wall.replacement(number) for number in range({4: 4, 3: 8}[players])]
    shown = [tile for number in range(5) for tile in (wall.indicator(number), wall.ura(number))]
    everything = [*dealt, *drawn, *replaced, *shown]
    assert len(dealt) == 13 * players
    assert sorted(set(everything), key=str) == sorted(everything, key=str), "a tile is in two places"
    assert len(everything) == {4: 136, 3: 104}[players]
    assert set(everything) <= set(wall.tiles)
    assert wall.replacement(len(replaced)) is None
    assert wall.indicator(5) is None
    assert wall.dice is not None
    assert all(1 <= die <= 6 for die in wall.dice)


def test_a_seed_whose_last_word_is_zero_keeps_that_word() -> None:
    words = random_words(623)
    with_zero = next(walls(seed_c([*words, 0]), 4))
    generator = Random()
    generator.seed(int.from_bytes(b"".join(word.to_bytes(4, "little") for word in words), "little"))
    shorter = "mt19937ar-sha512-n288," + ",".join(f"{word:X}" for word in words)
    assert with_zero.tiles != next(walls(shorter, 4)).tiles
    assert len(set(with_zero.tiles)) == 136


def test_a_seed_with_words_as_text_gives_the_stream_of_the_same_words() -> None:
    words = random_words(32)
    text = "mt19937ar-sha512-n288," + ",".join(f"{word:X}" for word in words)
    first, second = walls(text, 4), walls(text, 4)
    assert [next(first).tiles for _ in range(3)] == [next(second).tiles for _ in range(3)]


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        ("0.1579627393002181", "the shuffle scheme '0.1579627393002181' is not known"),
        ("mt19937ar-sha512-n288-base64,!!!", "not base64"),
        ("mt19937ar-sha512-n288-base64,AAAA", "3 bytes; 2496 are expected"),
        ("mt19937ar-sha512-n288,12,XYZ", "hexadecimal"),
        ("mt19937ar-sha512-n288,1FFFFFFFF", "more than 32 bits"),
    ],
)
def test_other_seeds_are_told(seed: str, message: str) -> None:
    with pytest.raises(SeedError, match=message):
        next(walls(seed, 4))


def test_a_hand_without_its_scheme_is_told() -> None:
    with pytest.raises(SeedError, match="not known"):
        wall_of_shuffle("sha1,1234", 4)


# ------------------------------------------------------------------------------------------------ real logs


def games(corpus: Path) -> list[tuple[str, Game]]:
    found = []
    for path in sorted((corpus / "mjlog").iterdir()):
        found += [(path.name, game) for game in read(unpacked(path), path.name) if isinstance(game, Game)]
    return found


def proven(game: Game) -> Counter[str]:
    """How many tiles of a game are those of its seed, or not, by what they are."""
    counts: Counter[str] = Counter()
    following = walls(game.seed, game.players) if game.seed else None
    for hand in game.hands:
        if hand.shuffle:
            wall = wall_of_shuffle(hand.shuffle, game.players)
        else:
            assert following is not None
            wall = next(following)
            while wall.dealt(hand.dealer) != hand.dealt:
                wall = next(following)
        counts.update(_compare(hand.events, wall))
        counts["dealt True"] += sum(len(tiles) for tiles in hand.dealt)
        counts[f"dice {wall.dice == hand.dice}"] += 1
        counts[f"indicator {wall.indicator(0) == hand.indicator}"] += 1
    return counts


def _compare(events: list[Event], wall: Wall) -> Counter[str]:
    counts: Counter[str] = Counter()
    drawn = replaced = 0
    turned = 1
    is_replacement = False
    for event in events:
        if event.kind == DRAW:
            due = wall.replacement(replaced) if is_replacement else wall.draw(drawn)
            counts[f"{'replacement' if is_replacement else 'draw'} {event.tile == due}"] += 1
            replaced += is_replacement
            drawn += not is_replacement
            is_replacement = False
        elif OPEN_KAN <= event.kind <= NORTH:
            is_replacement = True
        elif event.kind == DORA:
            counts[f"indicator {event.tile == wall.indicator(turned)}"] += 1
            turned += 1
        elif isinstance(event, Win) and event.ura:
            counts[f"ura {event.ura == tuple(wall.ura(number) for number in range(len(event.ura)))}"] += 1
    return counts


def test_every_tile_of_a_real_log_is_the_seeds(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counts: Counter[str] = Counter()
    for name, game in games(corpus):
        if name not in NOT_TENHOU:
            counts.update(proven(game))
    with capsys.disabled():
        print(f"\nproven by the seed: {dict(counts)}")
    assert not [what for what in counts if what.endswith("False")]
    assert counts["draw True"] > 250_000


def test_no_hand_fits_another_logs_seed(corpus: Path) -> None:
    seeded = [game for _, game in games(corpus)[:40] if game.seed.startswith("mt19937ar-sha512-n288-base64")]
    for game, other in pairwise(seeded):
        if game.players != other.players:
            continue
        own, game.seed = game.seed, other.seed
        findings = [one for one in audit_game(game, choose("auto", game)[0]).findings if one.check == "wall/seed"]
        game.seed = own
        assert [(one.hand, one.event) for one in findings] == [(game.hands[0].index, None)]
