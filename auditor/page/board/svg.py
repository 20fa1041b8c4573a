"""A scene as SVG, by itself or as a part of a page that has the symbols and the style once."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final
from unicodedata import category, east_asian_width

from auditor.core.checks.wording import in_numbers, said
from auditor.core.events import SEATS
from auditor.core.text import escaped, printable
from auditor.core.units import SeatIndex
from auditor.page.board import scene as scenes
from auditor.page.board.faces import CLAIMED, LAST, MARKED, TILE_WIDTH, symbol_id, symbols
from auditor.page.board.layout import MIDDLE, PANEL, SIDE, ZONES, PlacedTile
from auditor.page.board.scene import Scene

_WITHOUT_WIDTH: Final = frozenset(("Cc", "Cf", "Me", "Mn", "Zl", "Zp"))
_WIDE: Final = frozenset("FW")
_BROAD: Final = frozenset("mMW@%")
_NARROW: Final = frozenset("iljtfrI.,:;'|!()[]- ")


def _columns(character: str) -> float:
    """The approximate width of a character in columns, for a wide bold font; a Chinese one takes two columns."""
    if category(character) in _WITHOUT_WIDTH:
        return 0
    if east_asian_width(character) in _WIDE:
        return 2
    if character in _BROAD:
        return 2.2
    return 0.8 if character in _NARROW else 1.55 if character.isupper() else 1.36


def text_columns(text: str) -> float:
    """The approximate width of a text, in columns."""
    return sum([_columns(character) for character in text])


def truncate(text: str, columns: int) -> str:
    """A text cut to about `columns` columns, with an ellipsis where it is cut."""
    text = printable(text)  # replacement characters have a width, too
    width, length = 0.0, 0
    for position, character in enumerate(text):
        width += _columns(character)
        if width > columns:
            return text[:length] + "…"
        if width <= columns - 1:
            length = position + 1
    return text


NAME_COLUMNS: Final = 15
"""How many columns of a name fit next to its seat."""
_NAME_WIDTH: Final = 92
"""The width available between a seat's wind and the river, or the hand, next to it."""

CORNERS: Final = ((64, 446), (434, 450), (434, 72), (64, 72))
"""The position of a seat's texts, by its side of the board: bottom, right, top, left. Each is at its player's left."""

WINDS: Final = ((325, 394), (391, 331), (325, 267), (259, 331))
"""The position of a seat's wind in the middle, by its side of the board."""

OVERLAY_LOOKS: Final = (MARKED, LAST, CLAIMED)
"""The looks that are drawn over a tile; the others are classes of the style sheet."""


@cache
def style() -> str:
    """The style sheet of boards."""
    return files("auditor.page.board").joinpath("board.css").read_text("utf-8")


def board_svg(scene: Scene, view: SeatIndex = 0, *, title: str = "", is_alone: bool = True) -> str:
    """A scene as an SVG element. view: the seat at the bottom. title: for screen readers. is_alone: with its style."""
    label = title or said("board-label", "{round}, the position on the board", round=scene.round)
    alone = f' xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}"' if is_alone else ""
    parts = [f'<svg{alone} class="board" viewBox="0 0 {SIDE} {SIDE}" role="img" aria-label="{escaped(label)}">']
    if is_alone:
        parts.append(f"<style>{style()}</style><defs>{symbols(_names(scene))}</defs>")
    parts.append(f'<rect class="felt" width="{SIDE}" height="{SIDE}" rx="14"/>')
    parts.append(_middle(scene))
    for seat in range(scene.players):
        turn = -90 * ((seat - view) % SEATS)
        parts.append(f'<g class="seat" data-seat="{seat}" transform="rotate({turn} {MIDDLE:g} {MIDDLE:g})">')
        parts += [_group(scene, seat * len(ZONES) + position, zone) for position, zone in enumerate(ZONES)]
        parts.append("</g>")
    parts += [_seat_texts(scene, seat, view) for seat in range(scene.players)]
    return "".join([*parts, "</svg>"])


def _names(scene: Scene) -> list[str]:
    """The names of all symbols that a scene uses."""
    pieces = [piece for group in scene.groups for piece in group]
    looks = {look for piece in pieces for look in piece.looks if look in OVERLAY_LOOKS}
    return sorted(looks | {piece.name for piece in pieces})


def _middle(scene: Scene) -> str:
    corner = MIDDLE - PANEL / 2
    return (
        f'<rect class="panel" x="{corner:g}" y="{corner:g}" width="{PANEL}" height="{PANEL}" rx="10"/>'
        f'<text class="round" x="{MIDDLE:g}" y="292">{escaped(scene.round)}</text>'
        f"{_text(scene, scenes.COUNTERS_TEXT, 'small', MIDDLE, 310)}"
        f"{_group(scene, scenes.DORA_GROUP, 'dora')}"
        f"{_text(scene, scenes.LEFT_TEXT, 'small', MIDDLE, 374)}"
    )


def _seat_texts(scene: Scene, seat: SeatIndex, view: SeatIndex) -> str:
    """The texts of a seat: wind, name, points, riichi, waits."""
    position = (seat - view) % SEATS
    x, y = CORNERS[position]
    number = said("seat", "{seat:who}", seat=seat)
    name = scene.names[seat] or number
    dealer = " dealer" if seat == scene.dealer else ""
    wind = scene.winds[seat]
    lit_x, lit_y = WINDS[position]
    points = scene.texts[scenes.POINTS_TEXT :]
    digits = [[one_of for one_of in points[one] if one_of in "-0123456789"] for one in (seat, view % scene.players)]
    own, of_view = [int("".join(number)) for number in digits]
    difference = own - of_view
    return (
        f'<text class="wind{dealer}" data-wind="{seat}" x="{lit_x}" y="{lit_y}">{wind}</text>'
        f'<g class="who" data-who="{seat}" transform="translate({x} {y})">'
        f'<rect class="chip{dealer}" y="-18" width="24" height="24" rx="6"/>'
        f'<text class="chiptext{dealer}" x="12" y="0">{wind}</text>'
        f'<svg x="31" y="-20" width="{_NAME_WIDTH + 2}" height="28">'
        f'<text class="name" y="20">{escaped(truncate(name, NAME_COLUMNS))}'
        f"<title>{escaped(name)} ({escaped(number)})</title></text></svg>"
        f"{_text(scene, scenes.POINTS_TEXT + seat, 'points', 0, 28)}"
        f'<text class="difference" data-difference="{seat}" x="84" y="28">'
        f"{in_numbers(f'{difference:+,}') if position else ''}</text>"
        f'<text class="number" x="0" y="48">{escaped(number)}</text>'
        f"{_text(scene, scenes.RIICHI_TEXT + seat, 'riichi', 8 * max(6, len(number)), 48)}"
        f"{_text(scene, scenes.WAITS_TEXT + seat, 'waiting', 0, 66)}"
        f'<g transform="translate(0 72)">{_group(scene, scenes.WAITS_GROUP + seat, "waits")}</g></g>'
    )


def _text(scene: Scene, key: int, name: str, x: float, y: float) -> str:
    return f'<text class="{name}" data-text="{key}" x="{x:g}" y="{y:g}">{escaped(scene.texts[key])}</text>'


def _group(scene: Scene, group: int, name: str) -> str:
    return f'<g class="{name}" data-group="{group}">{_drawn(scene.groups[group])}</g>'


def _drawn(pieces: Iterable[PlacedTile]) -> str:
    """The pieces, then the overlays on them, so that no neighbouring piece covers an overlay."""
    tiles, overlays = [], []
    for piece in pieces:
        attributes = _place(piece)
        look = " ".join([look for look in piece.looks if look not in OVERLAY_LOOKS])
        name = f' class="{look}"' if look else ""
        tiles.append(f'<use href="#{symbol_id(piece.name)}"{name}{attributes}/>')
        overlays += [f'<use href="#{look}"{attributes}/>' for look in piece.looks if look in OVERLAY_LOOKS]
    return "".join(tiles + overlays)


def _place(piece: PlacedTile) -> str:
    if piece.sideways:  # turned to the left about its upper left corner it is above that, so it moves down by its width
        return f' transform="translate({piece.x:g} {piece.y + TILE_WIDTH * piece.scale:g}) rotate(-90)"'
    if piece.scale != 1:
        return f' transform="translate({piece.x:g} {piece.y:g}) scale({piece.scale:g})"'
    return f' x="{piece.x:g}" y="{piece.y:g}"'
