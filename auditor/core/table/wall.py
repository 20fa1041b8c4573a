# build: hot
"""The walls that Tenhou's shuffle seeds generate, and those that Mahjong Soul and Riichi City publish directly.

Three eras of seeds are known: ``INIT shuffle="mt19937ar,WORDS"`` seeds each hand by itself (era A), ``SHUFFLE`` with
``mt19937ar-sha512-n288,WORDS`` (B) or ``mt19937ar-sha512-n288-base64,DATA`` (C) seeds the game. All are MT19937 by the
reference ``init_by_array``; B and C hash its output with SHA-512. Verified against real logs, tile by tile.

Mahjong Soul's records hold the wall of each hand and a hash of it, in three eras: the tiles after the deal with their
MD5 (to 2021), all tiles with their SHA-256 (2023), and with the SHA-256 of wall and salt (since 2025). Riichi City's
hold all tiles with their SHA-256.
"""

import binascii
import struct
from collections.abc import Iterator
from functools import lru_cache
from hashlib import md5, sha256, sha512
from random import Random
from typing import Final, cast

from mypy_extensions import i64

from auditor.core.events import Game, Hand, ServerRecord, replace_game, replace_hand
from auditor.core.phrases import Phrase
from auditor.core.tiles import SUITS, TILES, tile_names
from auditor.core.units import SeatIndex, Tile

INDICATORS: Final = 5
"""How many dora indicators a dead wall holds, and how many ura indicators."""

ERA_A: Final = "A"
ERA_B: Final = "B"
ERA_C: Final = "C"
ERA_PUBLISHED: Final = "published"

_PREFIX_A: Final = "mt19937ar,"
_PREFIX_B: Final = "mt19937ar-sha512-n288,"
PREFIX_C: Final = "mt19937ar-sha512-n288-base64,"
"""The prefix of the seeds that Tenhou publishes today; the rest is the key of the generator in base64."""
_WORDS_A_HAND: Final = 288
_HASHED_AT_ONCE: Final = 128
_DICE: Final = 135
"""The index of the first die among a hand's random words; the second is the next."""

_ZERO_SIGN: Final = ord("0")
_SPACES: Final = b" \t\n\v\f\r\x1c\x1d\x1e\x1f"

_STATE_WORDS: Final = 624
SEED_BYTES: Final = _STATE_WORDS * 4
"""Size of a seed in base64, decoded."""
_ALL_TILES: Final = tuple(range(TILES))
_TILES_OF_THREE: Final = (*range(4), *range(32, TILES))
"""The set of three players lacks 2m to 8m."""

# Offsets in the shuffled tiles, by era and players: where live draws start (downwards), replacement draws, indicators,
# ura indicators. Offsets in brackets in the sources were not seen in logs, and follow the pattern of the others.
_Offsets = tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
_OFFSETS_FOUR: Final[_Offsets] = (83, (1, 0, 3, 2), (5, 7, 9, 11, 13), (4, 6, 8, 10, 12))
_OFFSETS_OLD: Final[_Offsets] = (83, (0, 1, 2, 3), (4, 6, 8, 10, 12), (5, 7, 9, 11, 13))
_OFFSETS_PUBLISHED_THREE: Final[_Offsets] = (68, (0, 1, 2, 3, 4, 5, 6, 7), (8, 10, 12, 14, 16), (9, 11, 13, 15, 17))
"""With four players, published walls have the offsets of Tenhou's old eras."""
_OFFSETS_THREE: Final[_Offsets] = (68, (1, 0, 3, 2, 5, 4, 7, 6), (9, 11, 13, 15, 17), (8, 10, 12, 14, 16))


def shuffle_digest(game: Game) -> str:
    """A short digest of the game's published shuffle seed, which identifies copies of the same game; "" without a seed.

    Tenhou has served one game's log under another's id: two ids with one seed, or one first wall, are one game.
    """
    seed = game.seed
    if not seed and game.hands:
        server = game.hands[0].server
        seed = game.hands[0].shuffle or (server.wall if server is not None else "")
    return sha256(_without_spaces(seed)).hexdigest()[:16] if seed else ""


def _without_spaces(text: str) -> bytes:
    """A text without white space. Seeds are long: whether one has a space is asked without examining each character."""
    if not text.isascii():
        return "".join(text.split()).encode()
    data = text.encode()
    return data.translate(None, _SPACES) if any(space in data for space in _SPACES) else data


class SeedError(ValueError):
    """An invalid wall, or a seed of an unknown scheme or not in its scheme's form; the message says which."""


class Wall:
    """A hand's shuffled tiles and dice.

    tiles: tile ids in the order of the shuffle (136, or 108 for three players); they are taken from the end. dice: 1-6,
    or None. is_whole: whether the tiles dealt are among them; where not, the first draw is missing, too.
    """

    def __init__(self, tiles: list[Tile], dice: tuple[int, int] | None, players: int, era: str) -> None:
        self.tiles = tiles
        self.dice = dice
        self.players = players
        self.is_whole = len(tiles) == len(set_of(players))
        if players == 3:
            offsets = _OFFSETS_PUBLISHED_THREE if era == ERA_PUBLISHED else _OFFSETS_THREE
        else:
            offsets = _OFFSETS_FOUR if era == ERA_C else _OFFSETS_OLD
        first_draw, self._replacements, self._indicators, self._ura = offsets
        self._first_draw: i64 = first_draw
        self._size: i64 = len(tiles)

    @property
    def replacements(self) -> int:
        """How many replacement tiles the dead wall holds."""
        return len(self._replacements)

    def dealt(self, dealer: SeatIndex) -> tuple[tuple[Tile, ...], ...]:
        """The 13 tiles of each seat in the order dealt: three rounds of four from the dealer on, then one each.

        Only for a whole wall.
        """
        hands: list[tuple[Tile, ...]] = [(), (), (), ()]
        for turn in range(self.players):
            hands[(dealer + turn) % self.players] = tuple([self._dealt(turn, number) for number in range(13)])
        return tuple(hands)

    def is_dealt(self, dealer: SeatIndex, hands: tuple[tuple[Tile, ...], ...]) -> bool:
        """Whether `dealt(dealer)` are these hands."""
        for turn in range(self.players):
            hand = hands[(dealer + turn) % self.players]
            if len(hand) != 13 or any(tile != self._dealt(turn, number) for number, tile in enumerate(hand)):
                return False
        return self.players == len(hands) or not hands[self.players]

    def _dealt(self, turn: i64, number: i64) -> Tile:
        """The tile of that number, from 0, of those dealt to a seat. turn: the dealer's is 0, the next seat's 1."""
        players: i64 = self.players
        before = 12 * players + turn if number == 12 else 4 * (players * (number >> 2) + turn) + (number & 3)
        return self.tiles[self._size - 1 - before]

    def draw(self, number: int) -> Tile | None:
        """The tile of the live draw of that number, from 0; None beyond the wall."""
        index = self._first_draw - number
        return self.tiles[index] if 0 <= index < self._size else None

    def is_drawn(self, tile: Tile, number: i64) -> bool:
        """Whether `draw(number)` is the tile."""
        index = self._first_draw - number
        return 0 <= index < self._size and self.tiles[index] == tile

    def replacement(self, number: int) -> Tile | None:
        """The replacement tile of that number, from 0; None beyond the dead wall."""
        return self.tiles[self._replacements[number]] if number < len(self._replacements) else None

    def indicator(self, number: int) -> Tile | None:
        """The dora indicator of that number, from 0; None beyond the fifth."""
        return self.tiles[self._indicators[number]] if number < len(self._indicators) else None

    def ura(self, number: int) -> Tile | None:
        """The ura indicator of that number, from 0; None beyond the fifth."""
        return self.tiles[self._ura[number]] if number < len(self._ura) else None


def set_of(players: int) -> tuple[Tile, ...]:
    """The ids of all tiles of the set."""
    return _ALL_TILES if players == 4 else _TILES_OF_THREE


_SUIT_NUMBERS: Final = bytes([SUITS.find(chr(sign)) + 1 for sign in range(128)])
"""For each ASCII character the number of its suit, from 1; 0 for one that names no suit."""


@lru_cache(64)
def _ids_of_faces(red_tiles: tuple[Tile, ...]) -> list[list[Tile]]:
    """The ids of each face, at index 10 x suit number (from 1) + digit; [] where there is no such face."""
    tiles_of: list[list[Tile]] = [[] for _ in range(10 * (len(SUITS) + 1))]
    for tile, name in enumerate(tile_names(red_tiles)):
        tiles_of[10 * (SUITS.index(name[1]) + 1) + int(name[0])].append(tile)
    return tiles_of


def published_wall(text: str, players: int, red_tiles: tuple[Tile, ...]) -> Wall:
    """A wall as Mahjong Soul and Riichi City publish it: texts of tiles, as dealt and then drawn. Raises SeedError.

    Only the faces are published: the ids of each face are assigned in order, starting with the last tile of the text.
    """
    whole = len(set_of(players))
    after_deal = whole - 13 * players - 1
    if len(text) not in (2 * whole, 2 * after_deal):
        raise SeedError(Phrase("wall-of-tiles", number=f"{len(text) / 2:g}", due=whole, other=after_deal))
    characters = text.encode("ascii", "replace")
    ids_of_faces = _ids_of_faces(red_tiles)
    given = [0] * len(ids_of_faces)
    tiles: list[Tile] = []
    index: i64 = len(characters) - 2
    while index >= 0:
        suit: i64 = _SUIT_NUMBERS[characters[index + 1]]
        number: i64 = characters[index] - _ZERO_SIGN
        ids = ids_of_faces[10 * suit + number] if suit and 0 <= number <= 9 else []
        if not ids:
            raise SeedError(Phrase("wall-holds", text=repr(text[index : index + 2])))
        copy = given[10 * suit + number]
        given[10 * suit + number] = copy + 1
        tiles.append(ids[copy] if copy < len(ids) else ids[-1])
        index -= 2
    return Wall(tiles, None, players, ERA_PUBLISHED)


SALT_HASH: Final = "salt"


def false_hash(server: ServerRecord) -> tuple[str, str, str]:
    """The first published hash that is not that of the wall or the salt: its name, the true hash, the published one.

    Three empty texts where all are true or none is published.
    """
    salt, wall = server.salt.encode(), server.wall.encode()
    hashes = (
        (SALT_HASH, sha256(salt).hexdigest() if server.salt_sha256 else "", server.salt_sha256),
        ("sha-256", sha256(wall + salt).hexdigest() if server.sha256 else "", server.sha256),
        ("md5", md5(wall, usedforsecurity=False).hexdigest() if server.md5 else "", server.md5),
    )
    for what, true, published in hashes:
        if true != published.lower():
            return what, true, published.lower()
    return "", "", ""


def walls(seed: str, players: int) -> Iterator[Wall]:
    """The walls of a game's hands in order, as an endless iterator, from its seed (eras B and C). Raises SeedError."""
    if seed.startswith(PREFIX_C):
        generator, era = _generator(_key_of_base64(seed[len(PREFIX_C) :])), ERA_C
    elif seed.startswith(_PREFIX_B):
        generator, era = _generator(_key_of_text(seed[len(_PREFIX_B) :])), ERA_B
    else:
        raise SeedError(Phrase("scheme-unknown", scheme=repr(seed.split(",")[0][:40])))
    return _walls(generator, players, era)


def _walls(generator: Random, players: int, era: str) -> Iterator[Wall]:
    while True:
        stream = generator.getrandbits(_WORDS_A_HAND * 32).to_bytes(_WORDS_A_HAND * 4, "little")
        starts = range(0, len(stream), _HASHED_AT_ONCE)
        hashed = b"".join([sha512(stream[at : at + _HASHED_AT_ONCE]).digest() for at in starts])
        yield _shuffled(hashed, players, era)


def wall_of_shuffle(shuffle: str, players: int) -> Wall:
    """The wall of a hand with a seed of its own (era A). Raises SeedError."""
    if not shuffle.startswith(_PREFIX_A):
        raise SeedError(Phrase("scheme-unknown", scheme=repr(shuffle.split(",")[0][:40])))
    generator = _generator(_key_of_text(shuffle[len(_PREFIX_A) :]))
    words = _DICE + 2
    return _shuffled(generator.getrandbits(words * 32).to_bytes(words * 4, "little"), players, ERA_A)


def _shuffled(words: bytes, players: int, era: str) -> Wall:
    """The wall shuffled by random words of 32 bits, four bytes each, little-endian.

    The words are assembled from bytes: making Python integers of them would take three times as long as the shuffle.
    """
    tiles: list[object] = list(set_of(players))
    index: i64 = 0
    left: i64 = len(tiles)
    while left > 1:
        other = index + _word(words, index) % left
        held = tiles[index]
        tiles[index] = tiles[other]
        tiles[other] = held
        index += 1
        left -= 1
    dice = (_word(words, _DICE) % 6 + 1, _word(words, _DICE + 1) % 6 + 1)
    return Wall(cast(list[Tile], tiles), dice, players, era)


def _word(words: bytes, number: i64) -> i64:
    at: i64 = 4 * number
    lowest: i64 = words[at]
    low: i64 = words[at + 1]
    high: i64 = words[at + 2]
    highest: i64 = words[at + 3]
    return lowest | low << 8 | high << 16 | highest << 24


def _key_of_text(text: str) -> bytes:
    """The key of a seed given as hexadecimal words of 32 bits, each in little-endian order."""
    try:
        words = [int(word, 16) for word in text.split(",")]
    except ValueError:
        raise SeedError(Phrase("seed-not-hexadecimal")) from None
    if any(not 0 <= word < 1 << 32 for word in words):
        raise SeedError(Phrase("seed-too-long-word"))
    return struct.pack(f"<{len(words)}I", *words)


def _key_of_base64(text: str) -> bytes:
    try:
        data = binascii.a2b_base64(
            _without_spaces(text), strict_mode=True
        )  # the module `base64` is slow in checking for other characters
    except ValueError:
        raise SeedError(Phrase("seed-not-base64")) from None
    if len(data) != SEED_BYTES:
        raise SeedError(Phrase("seed-of-bytes", number=len(data), due=SEED_BYTES))
    return data


def _generator(key: bytes) -> Random:
    """MT19937 seeded by the reference ``init_by_array`` with all words of a key, four bytes each, little-endian.

    Python seeds by the same routine from an integer, but drops leading zero words; those are seeded here by hand.
    """
    generator = Random(int.from_bytes(key, "little"))
    if not any(key[-4:]):
        words = struct.unpack(f"<{len(key) // 4}I", key)
        generator.setstate((3, (*_init_by_array(words), _STATE_WORDS), None))
    return generator


def _init_by_array(key: tuple[int, ...]) -> list[int]:
    """The generator's state after ``init_by_array`` (Matsumoto and Nishimura, mt19937ar.c)."""
    mask = 0xFFFFFFFF
    state = [19650218]
    for index in range(1, _STATE_WORDS):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + index) & mask)
    i, j = 1, 0
    for _ in range(max(_STATE_WORDS, len(key))):
        state[i] = ((state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1664525) + key[j] + j) & mask
        i, j = i + 1, (j + 1) % len(key)
        if i >= _STATE_WORDS:
            state[0], i = state[-1], 1
    for _ in range(_STATE_WORDS - 1):
        state[i] = ((state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1566083941) - i) & mask
        i += 1
        if i >= _STATE_WORDS:
            state[0], i = state[-1], 1
    state[0] = 0x80000000
    return state


def generator_of(seed: str) -> str:
    """The name of the generator that a seed is for, without the seed; "" for the generator of today.

    The generator shows how old a game is, and so which of Tenhou's rules were in force.
    """
    kind, comma, _ = seed.partition(",")
    return "" if not comma or seed.startswith(PREFIX_C) else kind + comma


def without_seed(game: Game) -> Game:
    """A game without its published seed or walls; the tiles stay, but nothing proves them."""
    hands = [replace_hand(hand, shuffle=generator_of(hand.shuffle), server=None) for hand in game.hands]
    return replace_game(game, seed=generator_of(game.seed), hands=hands)


def has_seed(game: Game) -> bool:
    """Whether a game has a published seed or a server's record, which prove its tiles."""
    return bool(game.seed) or any([hand.shuffle or hand.server for hand in game.hands])


_LOOK_AHEAD: Final = 40
"""How many walls of the seed are tried for a hand: an excerpt may begin later, or a log may lack hands in between."""


class WallCursor:
    """Finds the wall of each hand in turn: the published one, or the next that the game's seed generates.

    wall: the wall of the latest hand, or None. is_dealt: whether its deal is the hand's, tile by tile. unproven: why
    there is no wall by which to prove the tiles, or "". is_newly_lost: whether the seed does not generate the deal, and
    this was not so for the hand before. has_wrong_hash: whether the next hand's wall lacks the published hash.
    """

    def __init__(self, game: Game) -> None:
        self.wall: Wall | None = None
        self.is_dealt = False
        self.unproven = ""
        self.is_newly_lost = False
        self.has_wrong_hash = False
        self._is_lost = False
        self._game = game
        self._seed = game.seed
        self._players = game.players
        self._walls: Iterator[Wall] | None = None
        self._ahead: list[Wall] = []

    def note_wrong_hash(self) -> None:
        """Note that the next hand's recorded wall does not have the published hash."""
        self.has_wrong_hash = True

    def find(self, hand: Hand) -> Wall | None:
        """The wall of the next hand, or None; `unproven` then says why there is none, or is "" if none fits the deal.

        Walls come in the order of the hands; where the deal is not that of the next wall, later ones are tried.
        """
        self.unproven = ""
        self.is_dealt = False
        try:
            self.wall = self._wall_of(hand)
        except SeedError as error:
            self.wall = None
            self.unproven = error.args[0]
        self.has_wrong_hash = self.is_newly_lost = False
        if self.wall is not None:
            self._is_lost = False
        elif not self.unproven:
            self.is_newly_lost = not self._is_lost
            self._is_lost = True
        return self.wall

    def _wall_of(self, hand: Hand) -> Wall | None:
        if hand.server is not None and hand.server.wall:
            if not self.has_wrong_hash:
                return published_wall(hand.server.wall, self._players, self._game.red_tiles)
            self.unproven = Phrase("wall-not-of-hash")
        elif not self._game.copies_recorded:
            self.unproven = Phrase("copies-alike")
        elif hand.shuffle:
            return wall_of_shuffle(hand.shuffle, self._players)
        elif not self._seed:
            self.unproven = Phrase("no-seed")
        if self.unproven:
            return None
        for ahead in range(_LOOK_AHEAD):
            wall = self._wall_ahead(ahead)
            if self._fits(wall, hand):
                del self._ahead[: ahead + 1]
                return wall
        return None

    def _wall_ahead(self, number: int) -> Wall:
        """The wall of the game's seed that comes `number` hands after the next one. Raises SeedError."""
        if self._walls is None:
            self._walls = walls(self._seed, self._players)
        while len(self._ahead) <= number:
            self._ahead.append(next(self._walls))
        return self._ahead[number]

    def _fits(self, wall: Wall, hand: Hand) -> bool:
        """Whether the deal is this wall's, apart from a few tiles: with another wall hardly any tile agrees."""
        self.is_dealt = wall.is_dealt(hand.dealer, hand.dealt)
        if self.is_dealt:
            return True
        agree = 0
        for tiles, due in zip(hand.dealt, wall.dealt(hand.dealer), strict=True):
            agree += len(set(tiles) & set(due))
        return 2 * agree > sum([len(tiles) for tiles in hand.dealt])
