"""Files that hold one hand each, joined into their games: ``--join``.

Editors and some servers write a hand of tenhou.net/6 a file, simulators a state of mjx. Files of a folder are one game
where they lie one after the other in the order of their names (``hand2`` before ``hand10``), and each begins as the one
before ends: the same header, the next round or counter, the points that it left.
"""

import os
from collections.abc import Iterable, Iterator
from typing import Final

from auditor.events import Deposit, Game, Hand, Ryuukyoku, Win
from auditor.files.object_stores import is_url
from auditor.formats import detect, mjx, read, tenhou6
from auditor.formats.building import STICK
from auditor.sources.find import (
    ALL_NAMES,
    InputAddress,
    NameFilter,
    by_number,
    files_of_range,
    lines_of_files,
    range_address,
)
from auditor.sources.read import Input
from auditor.units import Points

_FORMATS: Final = (tenhou6.FORMAT, mjx.FORMAT)
_ENDING: Final = ".json"
_LARGEST: Final = 64 << 10
"""A hand takes ten thousand bytes; a larger file is none."""


def join_hands(inputs: Iterable[Input], names: NameFilter = ALL_NAMES) -> Iterator[Input]:
    """Inputs, with one for the files of each game in place of those of its hands. names: which of them are read.

    Files of hands in folders on this machine are joined; all else passes as it is. Raises nothing.
    """
    files: list[InputAddress] = []
    for one in inputs:
        if files and (not _may_be_hand(one, names) or os.path.dirname(files[0].path) != os.path.dirname(one.path)):
            yield from _joined(files)
            files = []
        if _may_be_hand(one, names):
            assert isinstance(one, InputAddress)
            files.append(one)
        else:
            yield one
    yield from _joined(files)


def _may_be_hand(one: Input, names: NameFilter) -> bool:
    if not isinstance(one, InputAddress) or not one.root or one.member or is_url(one.path) or one.size > _LARGEST:
        return False
    return one.path.endswith(_ENDING) and names.takes(one.path[len(one.root) :].lstrip("/\\"))


def _joined(files: list[InputAddress]) -> Iterator[InputAddress]:
    """The files of a folder, those of a game together."""
    chain: list[InputAddress] = []
    last: Hand | None = None
    for file in sorted(files, key=lambda one: by_number(one.path)):
        hand = _hand_in(file)
        if chain and (hand is None or last is None or not _follows(last, hand)):
            yield from _as_one(chain)
            chain = []
        chain.append(file)
        last = hand
    yield from _as_one(chain)


def _as_one(chain: list[InputAddress]) -> list[InputAddress]:
    """The files of a game as one input, where they are one."""
    if len(chain) > 1:
        together = range_address(chain[0], chain[-1])
        paths = [one.path for one in chain]
        try:
            if files_of_range(together) == paths and _games(paths) == [len(chain)]:
                return [together]
        except OSError:  # whoever reads it reports that
            pass
    return chain


def _games(paths: list[str]) -> list[int]:
    """The number of hands of each game that the reader makes of files; 0 for a problem."""
    found = read(lines_of_files(paths), "")
    return [len(one.hands) if isinstance(one, Game) else 0 for one in found]


def _hand_in(file: InputAddress) -> Hand | None:
    """The only hand of a file, wholly read; None where it holds anything else."""
    try:
        data = lines_of_files([file.path])
    except OSError:
        return None
    if detect(data) not in _FORMATS:
        return None
    found = list(read(data, ""))
    if len(found) != 1 or not isinstance(found[0], Game) or len(found[0].hands) != 1:
        return None
    return found[0].hands[0]


def _follows(hand: Hand, later: Hand) -> bool:
    """Whether a hand begins as another ends: the next counter, the next round, or both, and the points."""
    step = (later.round - hand.round, later.honba)
    return step in ((0, hand.honba + 1), (1, 0), (1, hand.honba + 1)) and later.scores == _scores_after(hand)


def _scores_after(hand: Hand) -> tuple[Points, ...] | None:
    """The points of the seats after a hand; None where it does not say."""
    scores = list(hand.scores)
    for event in hand.events:
        if isinstance(event, Deposit):
            scores[event.seat] -= STICK
        elif isinstance(event, Win | Ryuukyoku) and event.deltas is not None:
            scores = [points + delta for points, delta in zip(scores, event.deltas, strict=True)]
    return tuple(scores) if hand.is_finished else None
