"""The drawings of the tiles: one symbol for each face, 30 by 40 units, and the overlays on them.

A face is named as tiles are in text: ``5m``, ``0p`` for a red five, ``1z``; BACK is a tile face down. A large numeral
is above the traditional face, so that it can be read where the tile is 24 pixels high; the suits differ by shape
(a character, circles, sticks), not by colour alone, and a red five has a dot.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from auditor.core.tiles import KIND_TEXT, SUITS, WIND_LETTERS

LATIN: Final = {
    "1": "M2 4.6L6 1.4V14.8",
    "2": "M1.4 4.8C1.4 2.6 2.9 1.2 5 1.2S8.6 2.6 8.6 4.8C8.6 8.4 1.4 10.6 1.4 14.8H8.8",
    "3": "M1.5 1.2H8.2L4.6 6.4C7 6.4 8.6 8 8.6 10.5C8.6 13.2 6.9 14.8 4.8 14.8C3 14.8 1.7 13.9 1.2 12.4",
    "4": "M6.7 14.8V1.2L1 10.9H9.2",
    "5": "M8.1 1.2H2.4L1.9 7.2C2.7 6.4 3.8 6 4.9 6C7.2 6 8.7 7.8 8.7 10.3C8.7 13 7 14.8 4.8 14.8"
    "C3.1 14.8 1.8 14 1.2 12.6",
    "6": "M7.8 1.6C4.2 2 1.5 5.2 1.5 10.3A3.55 4.5 0 1 0 8.6 10.3A3.55 4.5 0 0 0 1.5 10.3",
    "7": "M1.2 1.2H8.8C6.4 4.8 4.4 9.4 3.9 14.8",
    "8": "M5 7.5C3.2 7.5 2 6.2 2 4.4S3.2 1.2 5 1.2S8 2.6 8 4.4S6.8 7.5 5 7.5C2.9 7.5 1.3 9 1.3 11.1S2.9 14.8 5 14.8"
    "S8.7 13.2 8.7 11.1S7.1 7.5 5 7.5",
    "9": "M2.2 14.4C5.8 14 8.5 10.8 8.5 5.7A3.55 4.5 0 1 0 1.4 5.7A3.55 4.5 0 0 0 8.5 5.7",
    "E": "M8.4 1.4H2V14.6H8.4M2 7.8H7.4",
    "S": "M8.3 4.2C8 2.4 6.7 1.2 4.9 1.2C3 1.2 1.6 2.5 1.6 4.3C1.6 8.6 8.6 7.1 8.6 11.5C8.6 13.5 7 14.8 5 14.8"
    "C3 14.8 1.6 13.6 1.2 11.8",
    "W": "M.4 1.4L2.7 14.6L5 5.4L7.3 14.6L9.6 1.4",
    "N": "M1.6 14.6V1.4L8.4 14.6V1.4",
    "?": "M1.5 4.6C1.6 2.4 3 1.2 5 1.2S8.5 2.5 8.5 4.6C8.5 7.4 5 7.4 5 10.6M5 14.2V14.8",
}

HAN: Final = {
    "一": "M2.5 12.5H21.5",
    "二": "M5 6.5H19M2.5 18.5H21.5",
    "三": "M4 4.5H20M6 12H18M2.5 20H21.5",
    "四": "M3.5 4.5H20.5V20.5H3.5ZM9 4.5C9 10.5 8.2 12.6 5.6 14.8M14.5 4.5V11.6Q14.5 14 17 14H18.6",
    "五": "M3.5 3.5H20.5M11.5 3.5L9 20.5M4.5 11H17.5L16.8 20.5M2.5 20.5H21.5",
    "六": "M12 1.8V6M2.5 8.5H21.5M8.8 12C8 16 6.2 19 3 21.8M15 12C16.6 15.8 18.4 18.8 21 21.8",
    "七": "M2.5 11.8L21.5 8.6M10 2.5V17.5Q10 20.8 13 20.8H17.6Q20.8 20.8 20.8 17",
    "八": "M9.2 4.5C9 12 7 17.4 2.5 21M13.6 3.2C14.6 12 17 17.4 21.5 21",
    "九": "M3 8H15.8V17Q15.8 20.6 18.8 20.6Q21.6 20.6 21.6 16.6M9.4 2C9.6 12 8 17.6 2.5 21.6",
    "萬": "M2 3.8H22M8 1.2V6.4M16 1.2V6.4M5.4 8H18.6V14.6H5.4ZM5.4 11.3H18.6M12 8V18.4"
    "M3.4 23V17H20.6V21Q20.6 22.8 18.4 22.6M8.2 21.2L14.6 20.2M14 18.6L16 21.4",
    "東": "M3 4.8H21M12 1.5V22.8M5.4 8.2H18.6V15.2H5.4ZM5.4 11.7H18.6M11.6 15.2C9.4 18.4 6.4 20.4 2.6 21.8"
    "M12.4 15.2C14.6 18.4 17.6 20.4 21.4 21.8",
    "南": "M3 4.8H21M12 1.4V9M4 22.4V9H20V20.2Q20 22.2 17.6 22M9 11.2L10.2 13.6M15 11.2L13.8 13.6M7.6 14H16.4"
    "M7.4 17.6H16.6M12 14V21.8",
    "西": "M2.5 4H21.5M4.4 8.8H19.6V21H4.4ZM9.4 4V10.4C9.4 13.6 8.4 15 6.2 16.2M14.4 4V13Q14.4 15.2 16.6 15.2H19.2",
    "北": "M9.2 2.8V21.4M2.6 8.4H9.2M2.4 19.4L9.2 15.8M14.8 2.8V18Q14.8 20.8 17.4 20.8H18.8Q21.6 20.8 21.6 17.2"
    "M20.8 6.8L14.8 11",
    "發": "M3.6 3.6H9.6C8.8 7 6.2 9.6 2.2 11.2M4.6 6.2L6.6 8M13.4 2.4C14.6 6.6 17.2 9.6 21.8 11.2M19.4 3L15.8 5.8"
    "M21.4 6L17.8 8.6M4.6 12.6H10V15.6H4.4V18.6H10.2V21.2Q10.2 22.8 8 22.6M13.8 12.4C13.8 14.6 13.4 15.6 12.2 16.6"
    "M13.8 12.4H18.4V14.8Q18.4 16.2 21 16M12.8 18.4H19.8C18.4 20.8 16 22.4 12.4 23.2"
    "M14.2 18.6C16 21 18.4 22.4 21.8 23.2",
    "中": "M4.6 6.6H19.4V15.4H4.6ZM12 1.6V22.8",
}


TILE_WIDTH: Final = 30
HEIGHT: Final = 40
BACK: Final = "back"
UNKNOWN_FACE: Final = "unknown"
"""A tile that the log hides."""

FACES: Final = (*KIND_TEXT, "0m", "0p", "0s", BACK, UNKNOWN_FACE)

MARKED: Final = "mark"
LAST: Final = "last"
CLAIMED: Final = "claimed"
STICK_SIGN: Final = "stick"
TURN_SIGN: Final = "turn"
OVERLAYS: Final = (MARKED, LAST, CLAIMED, STICK_SIGN, TURN_SIGN)
"""Drawings on or next to tiles: markers of the finding's tile, of the last discard and of a claimed discard; a riichi
stick, and a marker of whose turn it is."""

DARK_INK: Final = "#22262b"
RED_INK: Final = "#c8102e"
GREEN: Final = "#12733a"
BLUE: Final = "#155a9c"

_DIGITS: Final = "一二三四五六七八九"
_WIND_CHARACTERS: Final = "東南西北"

Place = tuple[float, float]


@cache
def symbol_id(name: str) -> str:
    """The id of the symbol of a face or an overlay."""
    return f"t{name}" if name in FACES else name


@cache
def _symbols() -> dict[str, str]:
    drawn = {face: _symbol(face, _face(face)) for face in FACES}
    return drawn | {name: _symbol(name, drawing) for name, drawing in _OVERLAYS.items()}


def symbols(names: Iterable[str] = (*FACES, *OVERLAYS)) -> str:
    """The definitions of faces and overlays, for a ``<defs>`` element; an SVG refers to them by `symbol_id`."""
    return "".join([_symbols()[name] for name in names])


def _symbol(name: str, drawing: str) -> str:
    return f'<symbol id="{symbol_id(name)}" overflow="visible">{drawing}</symbol>'


def _face(face: str) -> str:
    if face == BACK:
        return _BACK
    body = '<path d="M4 .5H26.5Q29.5 .5 29.5 3.5V37Q29.5 40 26.5 40H3.5Q.5 40 .5 37V3.5Q.5 .5 4 .5Z" fill="#8b8371"/>'
    body += '<rect x="1.1" y="1" width="27.8" height="36.8" rx="2.6" fill="#fffdf6"/>'
    if face == UNKNOWN_FACE:
        return body + _pen(LATIN["?"], DARK_INK, 1.7, (9.2, 9), 1.2)
    return body + _print(int(face[0]), face[1])


def _print(number: int, suit: str) -> str:
    """The printed face of a tile; number 0 is a red five."""
    is_red = number == 0
    number = number or 5
    if suit == SUITS[3]:
        return _honour(number)
    colour = RED_INK if is_red else {"m": DARK_INK, "p": BLUE, "s": GREEN}[suit]
    drawing = _pen(LATIN[str(number)], colour, 2.7, (3.4, 2.9))
    if suit == "m":
        drawing += _pen(HAN[_DIGITS[number - 1]], colour, 2.6, (14.4, 4.2), 0.52)
        drawing += _pen(HAN["萬"], RED_INK, 2.1, (5.4, 18), 0.8)
    elif suit == "p":
        drawing += "".join([_circle(point, _radius(number), colour) for point in _PIPS[number]])
    else:
        drawing += _sticks(number, colour)
    if is_red:
        x, y, radius = (25.2, 4.8, 2.6) if suit == "m" else (22.8, 7.6, 3.4)
        drawing += f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{RED_INK}"/>'
    return drawing


def _honour(number: int) -> str:
    if number <= 4:
        letter = _pen(LATIN[WIND_LETTERS[number - 1]], DARK_INK, 2.3, (3.6, 3.2), 0.8)
        return letter + _pen(HAN[_WIND_CHARACTERS[number - 1]], DARK_INK, 2.5, (5.6, 14), 0.92)
    if number == 5:
        frame = f'<rect x="6" y="6" width="18" height="27" rx="1.5" fill="none" stroke="{BLUE}" stroke-width="2"/>'
        return frame + f'<rect x="9" y="9" width="12" height="21" fill="none" stroke="{BLUE}" stroke-width=".8"/>'
    character, colour = ("發", GREEN) if number == 6 else ("中", RED_INK)
    return _pen(HAN[character], colour, 2.5, (2.8, 7.2), 1.02)


def _pen(path: str, colour: str, width: float, point: Place, scale: float = 0.82) -> str:
    """Strokes with round ends, `width` thick in the units of the path, before scaling."""
    return (
        f'<path d="{path}" transform="translate({point[0]:g} {point[1]:g}) scale({scale:g})" fill="none" '
        f'stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


_PIPS: Final[dict[int, list[Place]]] = {
    1: [(15, 27)],
    2: [(8.8, 27), (21.2, 27)],
    3: [(6.8, 21), (15, 27), (23.2, 33)],
    4: [(9, 21.6), (21, 21.6), (9, 32.4), (21, 32.4)],
    5: [(7.4, 21), (22.6, 21), (15, 27), (7.4, 33), (22.6, 33)],
    6: [(6.4, 22), (15, 22), (23.6, 22), (6.4, 32), (15, 32), (23.6, 32)],
    7: [(14.8, 6.2), (20, 9.4), (25.2, 12.6), (9, 22.4), (21, 22.4), (9, 32.4), (21, 32.4)],
    8: [(x, y) for y in (22, 32) for x in (5.4, 11.8, 18.2, 24.6)],
    9: [(x, y) for y in (20, 27, 34) for x in (6.4, 15, 23.6)],
}
"""The centres of the circles, by number."""


def _radius(number: int) -> float:
    return (0, 9, 5.6, 4.5, 4.8, 4.1, 4.1, 3, 3.1, 3.3)[number]


def _circle(point: Place, radius: float, colour: str) -> str:
    ring = radius * 0.5
    drawn = f'<circle cx="{point[0]:g}" cy="{point[1]:g}" r="{radius - ring / 2:g}" fill="none" stroke="{colour}" '
    drawn += f'stroke-width="{ring:g}"/>'
    return drawn + (f'<circle cx="15" cy="27" r="2.4" fill="{RED_INK}"/>' if radius > 8 else "")


_STICKS: Final[dict[int, list[Place]]] = {
    2: [(9, 17.5), (21, 17.5)],
    3: [(7, 17.5), (15, 17.5), (23, 17.5)],
    4: [(x, y) for y in (17, 27.4) for x in (9, 21)],
    5: [(6.8, 17), (23.2, 17), (15, 22.2), (6.8, 27.4), (23.2, 27.4)],
    6: [(x, y) for y in (17, 27.4) for x in (7, 15, 23)],
    7: [(21, 4.4), *[(x, y) for y in (17, 27.4) for x in (7, 15, 23)]],
    8: [(x, y) for y in (17, 27.4) for x in (5.4, 11.8, 18.2, 24.6)],
    9: [(x, y) for y in (16.8, 23.8, 30.8) for x in (7, 15, 23)],
}
"""The middle of the upper end of each stick, by number."""

_STICK_LENGTHS: Final = (0, 0, 19, 19, 9.4, 9.4, 9.4, 9.4, 9.4, 6.2)
_RED_STICKS: Final = {5: 2, 7: 0}
"""The index of the red stick, by number, as on real tiles."""


def _sticks(number: int, colour: str) -> str:
    if number == 1:  # a shoot of bamboo: two leaves on a stalk
        leaves = "M15 27C8 27 5 23 4.6 18.4C11 18.6 15 21.4 15 27ZM15 30C15 24.4 19 20.6 25.4 20.4C25 26 21.6 30 15 30Z"
        return f'<path d="{leaves}" fill="{colour}"/>' + _pen("M15 35.6V24", RED_INK, 2.8, (0, 0), 1)
    red = _RED_STICKS.get(number)
    return "".join(
        [
            _stick(top, _STICK_LENGTHS[number], RED_INK if point == red else colour)
            for point, top in enumerate(_STICKS[number])
        ]
    )


def _stick(top: Place, length: float, colour: str) -> str:
    x, y = top
    drawn = f'<rect x="{x - 1.9:g}" y="{y:g}" width="3.8" height="{length:g}" rx="1.7" fill="{colour}"/>'
    return drawn + f'<path d="M{x - 1.9:g} {y + length / 2:g}h3.8" stroke="#fffdf6" stroke-width=".8"/>'


_BACK: Final = (
    '<path d="M4 .5H26.5Q29.5 .5 29.5 3.5V37Q29.5 40 26.5 40H3.5Q.5 40 .5 37V3.5Q.5 .5 4 .5Z" fill="#8b8371"/>'
    '<rect x="1.1" y="1" width="27.8" height="36.8" rx="2.6" fill="#d98a2b"/>'
    '<path d="M6 6H24V33H6ZM6 6L24 33M24 6L6 33M15 6V33M6 19.5H24" fill="none" stroke="#f3c07c" stroke-width="1.1"/>'
)

_OVERLAYS: Final = {
    MARKED: '<rect x="-1" y="-1" width="32" height="42" rx="4" fill="none" stroke="#e5007d" stroke-width="3.2"/>'
    '<path d="M15 -3L8 -14H22Z" fill="#e5007d" stroke="#fff" stroke-width="1.2"/>',
    LAST: '<rect x="0" y="0" width="30" height="40" rx="3.4" fill="none" stroke="#1f7ae0" stroke-width="2.4"/>',
    CLAIMED: '<path d="M8 32H22M18 28L22 32L18 36" fill="none" stroke="#6a7480" stroke-width="2.2" '
    'stroke-linecap="round" stroke-linejoin="round"/>',
    STICK_SIGN: '<rect width="84" height="7" rx="3" fill="#fffdf6" stroke="#8b8371"/>'
    f'<circle cx="42" cy="3.5" r="2.2" fill="{RED_INK}"/>',
    TURN_SIGN: '<path d="M0 0H60L54 6H6Z" fill="#1f7ae0"/>',
}
