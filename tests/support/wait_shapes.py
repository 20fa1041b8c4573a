"""Finds the shapes of waits by trying every way to divide a hand."""

from collections import Counter
from collections.abc import Iterator

from support.raw_mjlog import RawWin


def completions(win: RawWin) -> Iterator[tuple[int, list[int]]]:
    """Yield each kind, with the hand that it would make of the tiles that the winner waited with."""
    waiting = list(win.hand)
    if len(waiting) % 3 == 2:  # one program omits the winning tile
        waiting.remove(win.tile)
    for kind in range(34):
        if waiting.count(kind) < 4:
            yield kind, [*waiting, kind]


def shapes_of(kinds: list[int], tile: int) -> set[str]:
    """The shapes that a tile may have completed in a hand of sets and a pair, seven pairs or orphans."""
    orphans = {0, 8, 9, 17, 18, 26, *range(27, 34)}
    if set(kinds) == orphans and len(kinds) == 14:
        return {"juusanmen" if kinds.count(tile) == 2 else "kokushi"}
    found = {"tanki"} if len(kinds) == 14 and sorted(Counter(kinds).values()) == [2] * 7 else set()
    for pair in set(kinds):
        rest = Counter(kinds)
        rest[pair] -= 2
        if rest[pair] >= 0:
            for sets in divisions(rest):
                found |= {"tanki"} if pair == tile else set()
                for low, is_run in sets:
                    if not is_run:
                        found |= {"shanpon"} if low == tile else set()
                    elif tile == low + 1:
                        found.add("kanchan")
                    elif tile == low or tile == low + 2:
                        is_edge = (tile == low and low % 9 == 6) or (tile == low + 2 and low % 9 == 0)
                        found.add("penchan" if is_edge else "ryanmen")
    return found


def divisions(rest: Counter[int]) -> Iterator[list[tuple[int, bool]]]:
    """Yield the ways to divide tiles into sets, as pairs (lowest kind, whether it is a run)."""
    low = min((kind for kind, number in rest.items() if number), default=None)
    if low is None:
        yield []
        return
    options = [((low, False), (low, low, low))]
    if low < 27 and low % 9 < 7:
        options.append(((low, True), (low, low + 1, low + 2)))
    for block, tiles in options:
        left = Counter(rest)
        left.subtract(tiles)
        if min(left.values()) >= 0:
            for sets in divisions(left):
                yield [block, *sets]
