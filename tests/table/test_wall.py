"""The walls of published seeds: against real logs, and against seeds made for the tests."""

import base64
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from support.packing import unpacked

from auditor.core.audit.game import audit_game
from auditor.core.events import DISCARD, DORA, DRAW, NORTH, OPEN_KAN, Event, Game, Hand, Win
from auditor.core.reading import read
from auditor.core.results import NOTE, Unjudged
from auditor.core.rulesets import choose
from auditor.core.table.wall import SeedError, Wall, WallCursor, wall_of_shuffle, walls

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


@pytest.mark.parametrize(("right", "found"), [(26, False), (27, True)])
def test_a_deal_is_a_walls_of_which_more_than_half_its_tiles_are(right: int, found: bool) -> None:
    game = Game("mjlog")
    game.seed = seed_c(random_words(624))
    first = next(walls(game.seed, 4)).dealt(0)
    tiles = [tile for dealt in first for tile in dealt]
    others = [tile for tile in range(136) if tile not in tiles]
    mixed = [*tiles[:right], *others[: 52 - right]]
    dealt = tuple([tuple(mixed[13 * seat : 13 * seat + 13]) for seat in range(4)])
    hand = Hand(0, 0, 0, 0, 0, (25000,) * 4, dealt, 0)
    assert (WallCursor(game).find(hand) is not None) == found


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


REFERENCE = "123,234,345,456"
"""The key with which the authors of MT19937 test ``init_by_array``; see mt19937ar.out."""
REFERENCE_WORDS = (1067595299, 955945823, 477289528, 4107218783, 4228976476, 3344332714, 3355579695, 227628506)


def test_a_hand_s_own_seed_shuffles_by_the_published_generator() -> None:
    """Each word decides a tile, which is exchanged with one of those not yet placed; the last two are the dice."""
    key = b"".join([int(word, 16).to_bytes(4, "little") for word in REFERENCE.split(",")])
    generator = Random(int.from_bytes(key, "little"))
    words = [generator.getrandbits(32) for _ in range(137)]
    assert tuple(words[:8]) == REFERENCE_WORDS
    tiles = list(range(136))
    for place, word in enumerate(words[:135]):
        other = place + word % (136 - place)
        tiles[place], tiles[other] = tiles[other], tiles[place]
    wall = wall_of_shuffle(f"mt19937ar,{REFERENCE}", 4)
    assert wall.tiles == tiles
    assert wall.dice == (words[135] % 6 + 1, words[136] % 6 + 1)


PLACES = [
    (f"mt19937ar,{REFERENCE}", 4, 83, [0, 1, 2, 3], [4, 6, 8, 10, 12], [5, 7, 9, 11, 13]),
    (f"mt19937ar-sha512-n288,{REFERENCE}", 4, 83, [0, 1, 2, 3], [4, 6, 8, 10, 12], [5, 7, 9, 11, 13]),
    (seed_c(random_words(624)), 4, 83, [1, 0, 3, 2], [5, 7, 9, 11, 13], [4, 6, 8, 10, 12]),
    (seed_c(random_words(624)), 3, 68, [1, 0, 3, 2, 5, 4, 7, 6], [9, 11, 13, 15, 17], [8, 10, 12, 14, 16]),
]
"""Of each way to publish a seed, and three players: where draws start, and the dead wall's tiles."""


@pytest.mark.parametrize(("seed", "players", "first", "replacements", "indicators", "ura"), PLACES)
def test_where_the_tiles_of_the_wall_lie(
    seed: str, players: int, first: int, replacements: list[int], indicators: list[int], ura: list[int]
) -> None:
    wall = wall_of_shuffle(seed, players) if seed.startswith("mt19937ar,") else next(walls(seed, players))
    tiles = wall.tiles
    assert [wall.draw(number) for number in range(3)] == tiles[first : first - 3 : -1]
    assert wall.draw(first) == tiles[0]
    assert wall.draw(first + 1) is None
    assert [wall.is_drawn(tiles[first - 1], number) for number in (0, 1, 2, first + 1)] == [False, True, False, False]
    assert wall.is_drawn(tiles[0], first)
    assert [wall.replacement(number) for number in range(len(replacements))] == [tiles[at] for at in replacements]
    assert [wall.indicator(number) for number in range(5)] == [tiles[at] for at in indicators]
    assert [wall.ura(number) for number in range(5)] == [tiles[at] for at in ura]
    assert wall.dealt(1)[1] == tuple([tiles[-1 - at] for at in _dealt_to_the_dealer(players)])


def _dealt_to_the_dealer(players: int) -> list[int]:
    """Three times four tiles of each round, and one: places from the end."""
    return [4 * players * turn + place for turn in range(3) for place in range(4)] + [12 * players]


# ------------------------------------------------------------------------------------------------ played logs


def seed_findings(game: Game) -> list[tuple[int | None, int | None, str]]:
    """Hand, event and message of what is found; nothing else than the wall is."""
    audit = audit_game(game, choose("auto", game)[0])
    assert {one.check for one in audit.findings if one.severity != NOTE} <= {"wall/seed"}
    return [(one.hand, one.event, one.message) for one in audit.findings if one.check == "wall/seed"]


def played_game(played: list[str], number: int = 0) -> Game:
    game = next(read(played[number].encode(), "x"))
    assert isinstance(game, Game)
    return game


def test_a_game_of_another_seed_is_told_once(played: list[str]) -> None:
    game = played_game(played)
    game.seed = played_game(played, 1).seed
    message = "The published seed does not generate this deal, nor does any of the next hands it generates."
    assert seed_findings(game) == [(0, None, message)]


def test_other_dice_than_the_seed_s_are_told(played: list[str]) -> None:
    game = played_game(played)
    dice = game.hands[1].dice
    assert dice is not None
    game.hands[1].dice = (dice[0] % 6 + 1, dice[1])
    told = f"The dice are {dice[0] % 6 + 1} {dice[1]}; the seed gives {dice[0]} {dice[1]}."
    assert seed_findings(game) == [(1, None, told)]


def test_an_ura_indicator_of_another_place_is_told(played: list[str]) -> None:
    for number in range(len(played)):
        game = played_game(played, number)
        for hand in game.hands:
            win = hand.events[-1]
            if isinstance(win, Win) and win.ura and len(win.ura) == 1 and win.yaku and (53, 0) in win.yaku:
                shown = win.ura[0] ^ 1  # another copy: the ura dora are the same
                win.ura = (shown,)
                ((place, event, message),) = seed_findings(game)
                assert (place, event) == (hand.index, len(hand.events) - 1)
                assert message.startswith("The ura indicator is")
                assert f"(id {shown}); the wall holds" in message
                return
    raise AssertionError("no played game has ura indicators")


def test_hands_missing_from_a_log_are_passed_over_in_the_stream(played: list[str]) -> None:
    game = played_game(played)
    del game.hands[0]
    audit = audit_game(game, choose("auto", game)[0])
    assert not [one for one in audit.findings if one.check == "wall/seed"]
    assert not [one for record in audit.records for one in record.unjudged if "wall/seed" in one.checks]


def hand_of_its_own_seed(players: int = 4) -> Game:
    """Four turns from the wall of a hand with a seed of its own, as logs of 2009 and before have them."""
    game = Game("mjlog")
    game.players = players
    shuffle = f"mt19937ar,{REFERENCE}"
    wall = wall_of_shuffle(shuffle, players)
    indicator = wall.indicator(0)
    assert indicator is not None
    hand = Hand(0, 1, 0, 0, 1, (25000,) * 4, wall.dealt(1), indicator, wall.dice)
    hand.shuffle = shuffle
    for turn in range(4):
        tile = wall.draw(turn)
        assert tile is not None
        seat = (1 + turn) % 4
        hand.events += [Event(DRAW, seat, tile), Event(DISCARD, seat, tile)]
    game.hands.append(hand)
    return game


def seeds_unjudged(game: Game) -> list[Unjudged]:
    audit = audit_game(game, choose("auto", game)[0])
    assert not audit.findings
    return [one for one in audit.records[0].unjudged if "wall/seed" in one.checks]


def test_a_hand_with_a_seed_of_its_own_is_proven() -> None:
    game = hand_of_its_own_seed()
    assert seed_findings(game) == []
    assert not seeds_unjudged(game)
    wrong = game.hands[0].events[2].tile
    other = next(tile for tile in range(136) if all(tile not in hand for hand in game.hands[0].dealt) and tile != wrong)
    game.hands[0].events[2:4] = [Event(DRAW, 2, other), Event(DISCARD, 2, other)]
    assert [(hand, event) for hand, event, _ in seed_findings(game)][:1] == [(0, 2)]


@pytest.mark.parametrize(
    ("shuffle", "seed", "why"),
    [
        ("sha1,12", "", "the shuffle scheme 'sha1' is not known"),
        ("", "0.25", "the shuffle scheme '0.25' is not known"),
        ("", "", "the log has no shuffle seed"),
    ],
)
def test_a_seed_that_cannot_be_used_is_told_as_not_judged(shuffle: str, seed: str, why: str) -> None:
    game = hand_of_its_own_seed()
    game.hands[0].shuffle, game.seed = shuffle, seed
    assert seeds_unjudged(game) == [Unjudged(("wall/seed",), why)]


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
