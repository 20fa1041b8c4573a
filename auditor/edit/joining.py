"""Joins files that hold one hand each into their games: ``--join``.

Editors and some servers write one hand of tenhou.net/6 per file, simulators one state of mjx. Files of a folder, on
disk or in an archive, are one game if they follow one another in the order of their names (``hand2`` before
``hand10``), and each begins as the one before ends: the same header, the next round or counter, the points it left.
"""

import os
from collections.abc import Iterable, Iterator
from typing import Final

from auditor.core.errors import NotALog
from auditor.core.events import Game, Hand
from auditor.core.files.addresses import is_url
from auditor.core.reading import detect, read
from auditor.core.reading.building import scores_after
from auditor.core.reading.logs import Log, logs_of
from auditor.core.sources import find, ranges
from auditor.core.sources.addresses import MARK, RANGE, STANDARD_INPUT, is_page
from auditor.core.sources.items import MEBIBYTE, InputItem, Limits
from auditor.core.sources.marks import MAGIC_BYTES, is_archive, is_database
from auditor.core.sources.packings import holds_archive
from auditor.core.sources.read import Input, read_inputs

_ENDING: Final = ".json"
_LARGEST: Final = 64 << 10
"""A hand takes ten thousand bytes; a larger file is not one."""
_LARGEST_ARCHIVE: Final = 64 * MEBIBYTE
"""The largest archive, packed and unpacked, whose files are joined: it is held in memory."""


def join_hands(
    inputs: Iterable[Input], names: find.NameFilter = find.ALL_NAMES, limits: Limits | None = None
) -> Iterator[Input]:
    """Yield inputs, with one for each game in place of the files of its hands. Raises nothing.

    Files of hands in folders on this machine are joined, and those in archives, which are read here if they hold any;
    all other inputs are passed on as they are.

    inputs: as `find_inputs` gives them. names: which files in folders and archives are read. limits: of an input.
    """
    files: list[_File] = []
    for one in inputs:
        if files and files[0].folder != os.path.dirname(one.path):
            yield from _joined(files)
            files = []
        if _may_be_hand(one, names):
            files.append(_File(one, one.path))
        elif isinstance(one, find.InputAddress) and _is_archive(one):
            yield from _joined_in_archive(one, names, limits or Limits())
        else:
            yield one
    yield from _joined(files)


def joined_logs(addresses: Iterable[str]) -> Iterator[Log]:
    """As `read_logs`, with the files that hold one hand each joined into games."""
    yield from logs_of(join_hands(find.find_inputs(addresses)))


class _File:
    """A file that may hold a hand, in a folder (an address) or an archive (its content). name: its path there."""

    def __init__(self, input: Input, name: str) -> None:
        self.input = input
        self.name = name
        self.folder, self.base = os.path.split(name)

    def data(self) -> bytes:
        """The content of the file. Raises OSError."""
        return self.input.data if isinstance(self.input, InputItem) else ranges.lines_of_files([self.name])

    def may_be_hand(self) -> bool:
        """Whether it may be a hand by its name and size."""
        one = self.input
        size = one.size if isinstance(one, find.InputAddress) else one.bytes if isinstance(one, InputItem) else None
        return self.name.endswith(_ENDING) and size is not None and size <= _LARGEST


def _may_be_hand(one: Input, names: find.NameFilter) -> bool:
    if not isinstance(one, find.InputAddress) or not one.root or one.member or is_url(one.path):
        return False
    return _File(one, one.path).may_be_hand() and names.selects(one.path[len(one.root) :].lstrip("/\\"))


def _is_archive(one: find.InputAddress) -> bool:
    """Whether an input is an archive of files, and of a size that may be read twice."""
    if one.path == STANDARD_INPUT or is_page(one.path) or is_url(one.path) or one.member:
        return False
    try:
        with open(one.path, "rb") as stream:
            head = stream.read(MAGIC_BYTES)
            is_packed = (is_archive(head) and not is_database(head)) or holds_archive(head, stream)
            return is_packed and one.size <= _LARGEST_ARCHIVE
    except (OSError, ValueError):  # reported when it is read
        return False


def _joined_in_archive(archive: find.InputAddress, names: find.NameFilter, limits: Limits) -> Iterator[Input]:
    """The files in an archive, with those of each game joined; the archive itself if none are, or it is too large."""
    folders: dict[str, list[_File]] = {}
    size = 0
    for _, item in read_inputs([archive], limits, names):
        size += item.bytes if isinstance(item, InputItem) else 0
        if size > _LARGEST_ARCHIVE:
            yield archive
            return
        folders.setdefault(os.path.dirname(item.member), []).append(_File(item, item.member))
    joined = [list(_joined(files)) for files in folders.values()]
    are_none = sum(map(len, joined)) == sum(map(len, folders.values()))
    yield from [archive] if are_none else [one for of_folder in joined for one in of_folder]


def _joined(files: list[_File]) -> Iterator[Input]:
    """The files of a folder, with those of each game joined."""
    game: list[_File] = []
    last: Hand | None = None
    for file in (files := sorted(files, key=lambda one: ranges.by_number(one.name))):
        hand = _hand_in(file)
        if game and (hand is None or last is None or not _follows(last, hand)):
            yield from _as_one(game, files)
            game = []
        game.append(file)
        last = hand
    yield from _as_one(game, files)


def _as_one(game: list[_File], files: list[_File]) -> list[Input]:
    """The files of a game as one input if their range holds just these, else one by one; those of several games, which
    differ in the header, as one of each. files: of their folder, in order."""
    alone = [one.input for one in game]
    if len(game) < 2:
        return alone
    try:
        data = ranges.as_lines([one.data() for one in game])
        hands = [len(one.hands) if isinstance(one, Game) else 0 for one in read(data, "")]
        if len(hands) > 1 and sum(hands) == len(game) and all(hands):
            return [one for count in hands for one in _as_one([game.pop(0) for _ in range(count)], files)]
        first, last = game[0], game[-1]
        if isinstance(first.input, find.InputAddress):
            address = ranges.range_address(first.input, last.name)
            together: Input = address
            between = [os.path.basename(path) for path in ranges.files_of_range(address)]
        else:
            together = InputItem(first.input.path, f"{first.name}{MARK}{RANGE}{last.base}", data)
            together.is_named = False
            between = ranges.names_of_range([one.base for one in files], first.base, last.base)
    except OSError:  # reported when it is read
        return alone
    return [together] if hands == [len(game)] and between == [one.base for one in game] else alone


def _hand_in(file: _File) -> Hand | None:
    """The only hand of a file, read without problems; None if it holds anything else."""
    try:
        data = ranges.as_lines([file.data()]) if file.may_be_hand() else b""
    except OSError:
        return None
    format = detect(data)
    found = [] if isinstance(format, NotALog) or not format.is_split else list(read(data, ""))
    game = found[0] if len(found) == 1 else None
    return game.hands[0] if isinstance(game, Game) and len(game.hands) == 1 else None


def _follows(hand: Hand, later: Hand) -> bool:
    """Whether a hand begins as another ends: the next counter, the next round, or both, and the points."""
    step = (later.round - hand.round, later.honba) if hand.is_finished else ()
    return step in ((0, hand.honba + 1), (1, 0), (1, hand.honba + 1)) and later.scores == scores_after(hand)
