# build: hot
"""The words and values of mjai events: tiles, numbers, points, dialects, each checked."""

import json
import re
from typing import Any, Final

from mypy_extensions import i64

from auditor.core import events
from auditor.core.errors import ReadError
from auditor.core.events import CHI, EXHAUSTIVE, FOUR_KANS, FOUR_RIICHI, FOUR_WINDS, NAGASHI_MANGAN, NINE_TERMINALS, PON
from auditor.core.reading.copies import CODE_OF_FACE, NO_CODE
from auditor.core.reading.format import MOST_POINTS
from auditor.core.reading.json_text import as_strict, is_number
from auditor.core.tiles import EAST, KIND_TEXT
from auditor.core.units import Points, Tile, TileCode
from auditor.formats.mjai import TYPES


class Dialect:
    """What only a whole input shows of the program that wrote it.

    has_red: whether the input shows a red five. implies_deposits: whether the program leaves deposits out.
    """

    def __init__(self, data: bytes) -> None:
        self.has_red = re.search(rb'"(5[mps]r|0[mps])"', data) is not None
        self.implies_deposits = b'"reach_accepted"' not in data


LONGER: Final = "0"
"""The value of `KYOKU_FIRST` for any game but one of the east wind; many programs always write it."""

HIDDEN_TILE: Final = "?"
LETTERS: Final = "ESWNPFC"
"""The honours, in the order of kinds; some programs write ``1z`` to ``7z``."""

WORDS: Final = frozenset([word.decode() for word in TYPES])
"""The types of events as strings."""
KAN_WORDS: Final = ("daiminkan", "ankan", "kakan")
CONSUMED: Final = {"chi": 2, "pon": 2, "daiminkan": 3, "ankan": 4, "kakan": 3}
"""How many tiles each call takes from the hand; of an added kan, the tiles of the pon."""
CLAIM_KINDS: Final = {"chi": CHI, "pon": PON, "daiminkan": events.OPEN_KAN}
DRAW_OF_REASON: Final = {
    "fanpai": EXHAUSTIVE, "kyushukyuhai": NINE_TERMINALS, "sufonrenta": FOUR_WINDS, "suchareach": FOUR_RIICHI,
    "sukaikan": FOUR_KANS, "sanchaho": events.TRIPLE_RON, "nagashimangan": NAGASHI_MANGAN, "chombo": events.CHOMBO,
}  # fmt: skip
"""The reasons of drawn hands as gimite's mjai server writes them; for those that it does not have, a similar word."""

_OTHER_WORDS: Final = {
    EXHAUSTIVE: ("exhaustive", "exhaustivedraw", "howaipai", "howanpai", "huangpai", "ryukyoku", "ryuukyoku", "normal"),
    NINE_TERMINALS: ("kyushukyuhai", "kyuushukyuuhai", "kyuusyukyuuhai", "kyusyukyuhai", "9terminals"),
    FOUR_WINDS: ("sufonrenda", "sufuurenta", "sufuurenda", "suufonrenta", "suufonrenda", "suufuurenta", "suufuurenda"),
    FOUR_RIICHI: ("suchariichi", "suuchareach", "suuchariichi", "sucharichi"),
    FOUR_KANS: ("suukaikan", "sukansanra", "suukansanra", "sukansansen", "suukansansen", "sukantsusanra"),
    events.TRIPLE_RON: ("sanchahou", "sanchahoo", "sanchaho", "sancharon", "tripleron"),
    NAGASHI_MANGAN: ("nagashi", "nagashimangan", "ryukyokumangan"),
}
"""The words of other programs, which spell the same Japanese differently; case and punctuation are ignored."""

_DRAW_OF_WORD: Final = DRAW_OF_REASON | {word: draw for draw, words in _OTHER_WORDS.items() for word in words}


def draw_of_word(word: object) -> str:
    """The draw type that a reason such as ``kyushu_kyuhai`` names; UNSPECIFIED for anything else."""
    if not isinstance(word, str):
        return events.UNSPECIFIED
    return _DRAW_OF_WORD.get("".join([one for one in word.lower() if one.isalnum()]), events.UNSPECIFIED)


EAST_CODE: Final = 41
_CODES: Final[dict[str, TileCode]] = (
    CODE_OF_FACE
    | {letter: EAST_CODE + location for location, letter in enumerate(LETTERS)}
    | {HIDDEN_TILE: NO_CODE, "5mr": 51, "5pr": 52, "5sr": 53}
)
_ZERO: Final = ord("0")
_BEFORE_SUIT: Final = bytes([{"m": 10, "p": 20, "s": 30}.get(chr(sign), 0) for sign in range(128)])


def tile_code(value: object, location: str) -> TileCode:
    """The code of a tile; NO_CODE for a hidden one. Raises ReadError for what is no tile."""
    if (code := code_of(value)) is None:
        raise ReadError(location, f"expected a tile such as 5m, 5mr, E or ?, not {described(value)}")
    return code


def tile_codes(values: list[object], location: str) -> list[TileCode]:
    """The codes of tiles. Raises ReadError for what is no tile."""
    codes: list[TileCode] = []
    for value in values:
        if isinstance(value, str) and len(value) == 2:  # told by its two letters, without a search for each
            number: i64 = ord(value[0]) - _ZERO
            suit: i64 = ord(value[1])
            if 1 <= number <= 9 and suit < len(_BEFORE_SUIT) and _BEFORE_SUIT[suit]:
                codes.append(_BEFORE_SUIT[suit] + number)
                continue
        codes.append(tile_code(value, location))
    return codes


def tile_text(tile: Tile, red_tiles: tuple[Tile, ...]) -> str:
    """A tile id as an event writes it. red_tiles: the ids of the red fives."""
    if tile < 0:
        return HIDDEN_TILE
    kind = tile >> 2
    if kind >= EAST:
        return LETTERS[kind - EAST]
    return KIND_TEXT[kind] + ("r" if tile in red_tiles else "")


def code_of(value: object) -> TileCode | None:
    """The code of a tile; NO_CODE for a hidden one, None for what is no tile."""
    return _CODES.get(value) if isinstance(value, str) else None


def codes_of_hands(hands: object, location: str) -> list[list[TileCode]] | None:
    """The codes of the tiles of three or four hands; None if there are none. Raises ReadError for what is no tile."""
    if not isinstance(hands, list) or len(hands) not in (3, 4) or not all([isinstance(one, list) for one in hands]):
        return None
    return [tile_codes(tiles, location) for tiles in hands]


def names_in(message: dict[str, Any], location: str) -> list[str]:
    """The names of the players, or []. Raises ReadError for anything but a list of strings."""
    names = message.get("names") or []
    if not isinstance(names, list) or not all([isinstance(name, str) for name in names]):
        raise ReadError(location, f"names: expected a list of texts, not {described(names)}")
    return names


def number_in(message: dict[str, Any], key: str, location: str, low: int, high: int) -> int:
    """The whole number under a key, from `low` to `high`. Raises ReadError for anything else."""
    value = message.get(key)
    if not isinstance(value, int):
        value = as_strict(value)
    if not is_number(value) or not low <= value <= high:
        raise ReadError(location, f"{key}: expected a number from {low} to {high}, not {described(value)}")
    return value


def points_in(value: object, key: str, location: str) -> tuple[Points, ...]:
    """Three or four numbers of points. Raises ReadError."""
    if isinstance(value, list) and 3 <= len(value) <= 4:
        if not all(isinstance(one, int) for one in value):
            value = as_strict(value)
        if isinstance(value, list) and all(is_number(one) and -MOST_POINTS < one < MOST_POINTS for one in value):
            return tuple(value)
    raise ReadError(location, f"{key}: expected the points of three or four seats, not {described(value)}")


def points_of_seats(message: dict[str, Any], key: str, location: str) -> tuple[Points, ...] | None:
    """The points of the four seats under a key, 0 for a missing fourth; None without any. Raises ReadError."""
    value = message.get(key)
    return None if value is None or value == [] else (*points_in(value, key, location), 0)[:4]


def described(value: object) -> str:
    """A value as JSON for a message, cut short."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


_MOST_RULES: Final = 200
MOST_RULE_TEXT: Final = 60
"""Fields of a header's rules, and characters of a name or a text among them: three times those of any program known."""


def kept_rules(value: object) -> str:
    """The rules of a header as JSON: flat and within bounds, for whatever a program has written there.

    What is not a plain value becomes a text that describes it. Fields beyond the bounds become one that counts them.
    """
    if not isinstance(value, dict):
        return json.dumps(_kept(value))
    names = list(value)
    kept = {name[:MOST_RULE_TEXT]: _kept(value[name]) for name in names[:_MOST_RULES]}
    if len(names) > _MOST_RULES:
        kept[f"{len(names) - _MOST_RULES} fields more"] = True
    return json.dumps(kept)


def _kept(value: object) -> object:
    """A plain value within bounds; a text in the place of any other."""
    value = as_strict(value)
    if value is None or isinstance(value, bool) or (is_number(value) and abs(value) <= MOST_POINTS):
        return value
    return value[:MOST_RULE_TEXT] if isinstance(value, str) else described(value)
