"""The attributes of an mjlog element, read as what they must be."""

from typing import Final

from auditor.tiles import TILES
from auditor.units import Points, SeatIndex, Tile, YakuHan
from auditor.yaku import UNKNOWN_YAKU, YAKUMAN_HAN

_TILE_OF_TEXT: Final = {str(tile): tile for tile in range(TILES)}


class Values:
    """The attributes of an element, read as what they must be. Every method raises ValueError with a full sentence."""

    def __init__(self, attributes: dict[str, str]) -> None:
        self.attributes = attributes

    def shown(self, name: str) -> str:
        """The attribute as a message names it."""
        value = self.attributes[name]
        return f'attribute {name}="{value if len(value) <= 80 else value[:77] + "..."}"'

    def text(self, name: str) -> str:
        """The attribute itself."""
        value = self.attributes.get(name)
        if value is None:
            raise ValueError(f"attribute {name} is missing")
        return value

    def number(self, name: str) -> int:
        """A whole number that is not negative."""
        value = self.text(name)
        if not (value.isascii() and value.isdecimal()) or len(value) > 9:
            raise ValueError(f"{self.shown(name)}: expected a whole number")
        return int(value)

    def seat(self, name: str) -> SeatIndex:
        """A seat 0-3."""
        value = self.text(name)
        if value not in ("0", "1", "2", "3"):
            raise ValueError(f"{self.shown(name)}: expected a seat 0 to 3")
        return int(value)

    def tile(self, name: str) -> Tile:
        """A tile id 0-135."""
        tile = _TILE_OF_TEXT.get(self.text(name))
        if tile is None:
            raise ValueError(f"{self.shown(name)}: expected a tile 0 to {TILES - 1}")
        return tile

    def tiles(self, name: str, default: str | None = None) -> tuple[Tile, ...]:
        """Tile ids separated by commas; none if empty. default: in place of an attribute that is missing."""
        value = self.text(name) if default is None else self.attributes.get(name, default)
        if not value:
            return ()
        try:
            return tuple([_TILE_OF_TEXT[tile] for tile in value.split(",")])
        except KeyError:
            raise ValueError(f"{self.shown(name)}: expected tiles 0 to {TILES - 1} separated by commas") from None

    def numbers(self, name: str, count: int = 0) -> list[int]:
        """Whole numbers separated by commas, `count` of them (0: any number)."""
        value = self.text(name)
        try:
            numbers = list(map(int, value.split(",")))
        except ValueError:
            numbers = []
        if not numbers or (count and len(numbers) != count) or len(value) > 12 * len(numbers):
            raise ValueError(f"{self.shown(name)}: expected {count or 'whole'} numbers separated by commas")
        return numbers

    def points(self, name: str, count: int) -> tuple[Points, ...]:
        """Points written in hundreds."""
        return tuple([100 * number for number in self.numbers(name, count)])

    def decimals(self, name: str, count: int = 0) -> list[float]:
        """Decimal numbers separated by commas, `count` of them (0: any number)."""
        try:
            decimals = list(map(float, self.text(name).split(",")))
        except ValueError:
            decimals = []
        if not decimals or (count and len(decimals) != count) or not all([abs(number) < 1e9 for number in decimals]):
            raise ValueError(f"{self.shown(name)}: expected {count or 'decimal'} numbers separated by commas")
        return decimals

    def texts(self, name: str, count: int) -> list[str]:
        """Texts separated by commas, `count` of them."""
        texts = self.text(name).split(",")
        if len(texts) != count:
            raise ValueError(f"{self.shown(name)}: expected {count} entries separated by commas")
        return texts

    def yaku(self) -> tuple[YakuHan, ...] | None:
        """The pairs of ``yaku`` and, at 13 han each, the numbers of ``yakuman``; None if the element has neither."""
        attributes = self.attributes
        if "yaku" not in attributes and "yakuman" not in attributes:
            return None
        pairs: list[YakuHan] = []
        if attributes.get("yaku"):
            numbers = self.numbers("yaku")
            if len(numbers) % 2:
                raise ValueError(f"{self.shown('yaku')}: expected pairs of a yaku and its han")
            pairs.extend(zip(numbers[0::2], numbers[1::2], strict=True))
        if attributes.get("yakuman"):
            for number in self.numbers("yakuman"):
                pairs.append((number, YAKUMAN_HAN))
        for number, _ in pairs:
            if not 0 <= number < UNKNOWN_YAKU:
                raise ValueError(
                    f"{self.shown('yaku' if 'yaku' in attributes else 'yakuman')}: "
                    f"expected yaku numbers 0 to {UNKNOWN_YAKU - 1}, not {number}"
                )
        return tuple(pairs)
