# build: hot
"""A compact list of small numbers, for hands and rivers: in the order of insertion, several to a machine word."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

_IN_A_WORD: Final = 7
"""How many numbers fit into a word, eight bits each, without touching its sign bit."""
_CODE: Final = 2
"""The offset from a number to its code of eight bits: code 0 is an empty slot, code 1 is -1, a hidden tile."""
_MOST: Final = 253
"""The highest number whose code fits into eight bits."""
_TILE_BITS: Final = 8
_ONE_TILE: Final = 0xFF
_ONE_IN_EACH: Final = 0x01010101010101
"""1 in each slot of a word."""
_HIGHEST: Final = 0x80808080808080
"""The highest bit of each slot."""


def _found(word: i64, code: i64) -> i64:
    """A mask whose lowest bit is the highest bit of the first slot that holds a code; 0 where none does.

    The XOR is 0 in a slot that holds the code, and subtracting 1 sets its highest bit (and perhaps that of later ones).
    """
    others = word ^ code * _ONE_IN_EACH
    return others - _ONE_IN_EACH & ~others & _HIGHEST


def _without(word: i64, mark: i64) -> i64:
    """A word without the slot of the lowest bit in `mark`; the later slots move up."""
    before = ((mark & -mark) >> _TILE_BITS - 1) - 1
    return word & before | word >> _TILE_BITS & ~before


@mypyc_attr(acyclic=True)
class PackedList:
    """A list of tiles, hidden ones included, or of event indexes; finding and removing one needs no loop.

    The first 14 numbers are in two words; later ones, and all from one that is too high on, in a list. length: of all.
    """

    def __init__(self) -> None:
        self.length: i64 = 0
        self._first: i64 = 0
        self._second: i64 = 0
        self._rest: list[int] | None = None

    def append(self, number: i64) -> None:
        """Append a number, which must be -1 or higher."""
        length = self.length
        self.length = length + 1
        if length >= 2 * _IN_A_WORD or number > _MOST or self._rest is not None:
            self._append_to_rest(number)
        elif length < _IN_A_WORD:
            self._first |= number + _CODE << _TILE_BITS * length
        else:
            self._second |= number + _CODE << _TILE_BITS * (length - _IN_A_WORD)

    def extend(self, numbers: tuple[int, ...]) -> None:
        """Append numbers, each of which must be -1 or higher."""
        for number in numbers:
            self.append(number)

    def _append_to_rest(self, number: int) -> None:
        if self._rest is None:
            self._rest = []
        self._rest.append(number)

    def has(self, number: i64) -> bool:
        """Whether a number is in the list."""
        code = number + _CODE
        if number <= _MOST and _found(self._first, code) | _found(self._second, code):
            return True
        return self._rest is not None and number in self._rest

    def remove(self, number: i64) -> bool:
        """Remove the last number if it is this one, as it is half of the time; else the first one equal to it.

        Returns False, and changes nothing, where there is none.
        """
        if self._rest is not None or number > _MOST:
            return self._remove_of_list(number)
        code = number + _CODE
        last = self.length - 1
        if last >= _IN_A_WORD:
            shift = _TILE_BITS * (last - _IN_A_WORD)
            if self._second >> shift == code:
                self._second -= code << shift
                self.length = last
                return True
        elif last >= 0:
            shift = _TILE_BITS * last
            if self._first >> shift == code:
                self._first -= code << shift
                self.length = last
                return True
        if mark := _found(self._first, code):
            self._first = _without(self._first, mark) | (self._second & _ONE_TILE) << _TILE_BITS * (_IN_A_WORD - 1)
            self._second >>= _TILE_BITS
        else:
            if not (mark := _found(self._second, code)):
                return False
            self._second = _without(self._second, mark)
        self.length = last
        return True

    def _remove_of_list(self, number: int) -> bool:
        """`remove` by way of a plain list, for what the words do not hold."""
        numbers = self.numbers()
        if numbers and numbers[-1] == number:
            numbers.pop()
        elif number in numbers:
            numbers.remove(number)
        else:
            return False
        self.length = self._first = self._second = 0
        self._rest = None
        for one in numbers:
            self.append(one)
        return True

    def numbers(self) -> list[int]:
        """The numbers, in order of insertion."""
        numbers: list[int] = []
        for word in (self._first, self._second):
            left = word
            while left:
                numbers.append((left & _ONE_TILE) - _CODE)
                left >>= _TILE_BITS
        return numbers + (self._rest or [])
