"""Parses a board's SVG independently of the code that draws it, to find out what lies where."""

import re
from typing import NamedTuple
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
SIDEWAYS = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\) rotate\(-90\)")
OVERLAYS = {"#mark", "#last", "#claimed"}


class Seen(NamedTuple):
    """A tile on a board. x, y: its upper left corner. lying: whether it is sideways. looks: its classes, overlays."""

    face: str
    x: float
    y: float
    lying: bool
    looks: frozenset[str]


class Board:
    """The contents of an SVG: the tiles in each zone of each seat, from left to right (for a river, by rows)."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.zones: dict[tuple[int, str], list[Seen]] = {}
        self.turns: dict[int, str] = {}
        for group in self.root.iter(f"{SVG}g"):
            if "data-seat" in group.attrib:
                seat = int(group.attrib["data-seat"])
                self.turns[seat] = group.attrib["transform"]
                for zone in group:
                    self.zones[seat, zone.attrib["class"]] = _tiles(zone)
        self.indicators = [
            use.attrib["href"] for use in self.root.findall(f".//{SVG}g[@class='dora']/{SVG}use") if _is_tile(use)
        ]

    def faces(self, seat: int, zone: str) -> list[str]:
        """The tiles in a zone, in notation."""
        return [seen.face for seen in self.zones[seat, zone]]

    def texts(self) -> list[str]:
        """All texts on the board."""
        return [element.text or "" for element in self.root.iter(f"{SVG}text")]


def _is_tile(use: ElementTree.Element) -> bool:
    return use.attrib["href"].startswith("#t") and use.attrib["href"] != "#turn"


def _tiles(zone: ElementTree.Element) -> list[Seen]:
    tiles: list[Seen] = []
    overlays: dict[tuple[float, float, bool], set[str]] = {}
    for use in zone:
        lying = SIDEWAYS.fullmatch(use.get("transform", ""))
        x, y = (float(lying[1]), float(lying[2]) - 30) if lying else (float(use.get("x", 0)), float(use.get("y", 0)))
        if use.attrib["href"] in OVERLAYS:
            overlays.setdefault((x, y, bool(lying)), set()).add(use.attrib["href"][1:])
        elif _is_tile(use):
            looks = frozenset(use.get("class", "").split())
            tiles.append(Seen(use.attrib["href"][2:], x, y, bool(lying), looks))
    by_row = sorted(tiles, key=lambda tile: (tile.y // 40 if zone.get("class") == "river" else 0, tile.x, -tile.y))
    if zone.get("class") == "river":
        assert [(tile.x, tile.y) for tile in by_row] == [(tile.x, tile.y) for tile in tiles], "a river out of order"
    return [tile._replace(looks=tile.looks | overlays.get((tile.x, tile.y, tile.lying), set())) for tile in by_row]
