"""The manifest of a lake: an entry for each complete part, and a receipt for inputs that were read to their end.

Both are small files, written once and last, and named by a hash of their content: no file of a lake is ever changed, so
that writers need not wait for each other.
"""

import json
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import groupby
from typing import Annotated, Final, TypeVar

import msgspec

from auditor.core.errors import StoreError
from auditor.core.files.addresses import is_url, joined
from auditor.core.files.object_stores import exists, names_in, read_bytes, remove, write
from auditor.core.program import version
from auditor.core.store.contents import KnownKeys
from auditor.core.store.foreign import require_current
from auditor.core.store.schema import SCHEMA_VERSION, SHOWN, UNDATED, is_of_games

LAYOUT: Final = 1
"""The version of the layout of files in a lake; a program that knows only older ones refuses the lake."""

_OWN_FOLDER: Final = "_auditor"
"""The folder of everything that is no table; other programs ignore names with a leading underscore."""
_LAKE_FILE: Final = f"{_OWN_FOLDER}/lake.json"
_PARTS: Final = f"{_OWN_FOLDER}/parts"
_RECEIPTS: Final = f"{_OWN_FOLDER}/read"
_SUFFIX: Final = ".json"
_FETCHED_TOGETHER: Final = 32
"""The number of files fetched from an object store at once."""

_CHECKED_TOGETHER: Final = 4
_NAME: Final = re.compile("[0-9a-f]{32}")
_YEAR: Final = re.compile(f"[0-9]{{1,4}}|{UNDATED}")

KEY_BYTES: Final = 8
"""The number of bytes stored of a game's or input's hash."""


class PartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a part. name: its path in the lake. year: that of its games, UNDATED, or "" if it has rows of no game.

    sha256: the hash of its content, hexadecimal; "" in old lakes.
    """

    table: str
    year: str
    name: str
    rows: int
    bytes: int
    sha256: str = ""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the manifest: a part with the rows of some inputs.

    name: a hash of its content. schema: the version of the tables. program: the version that made it. rules: as in
    `sources`. run: when the run that made it began (UTC, ISO); number: its index in that run. inputs, games: their
    numbers. sources, places, keys: hashes of KEY_BYTES for each input's key, each input's path and member, and each
    game's key. unread: the indexes of inputs without games. replaces: names of the parts that it was joined from.
    """

    name: str
    schema: int
    program: str
    rules: str
    run: str
    number: tuple[int, int]
    inputs: int
    games: int
    files: list[PartFile]
    sources: bytes
    places: bytes
    keys: bytes
    unread: list[int]
    replaces: list[str]

    @property
    def judgement(self) -> tuple[str, str]:
        """The rules and the program version by which its inputs were judged."""
        return self.rules, self.program

    @property
    def age(self) -> tuple[str, tuple[int, int]]:
        """The sort key of parts, the earliest first."""
        return self.run, self.number


def file_name(table: str, year: str, part: str) -> str:
    """The path in a lake of a part's rows of a table; rows that belong to no game are in no folder of a year."""
    return f"{table}/year={year}/{part}.parquet" if year else f"{table}/{part}.parquet"


class ReadReceipt(msgspec.Struct):
    """A record that inputs were read to their end.

    judgement: a key of rules, version and everything else that a run into the lake depends on. inputs: a hash of
    RECEIPT_BYTES for each; empty where only a part of a unit is done. run: when the run began, as in `Part`.
    """

    judgement: str
    inputs: bytes
    run: str = ""


RECEIPT_BYTES: Final = 12


def key_bytes(values: Iterable[object]) -> bytes:
    """The concatenated hashes of values."""
    return b"".join([sha256(str(value).encode("utf-8", "surrogatepass")).digest()[:KEY_BYTES] for value in values])


def name_of(*parts: str) -> str:
    """A name derived from texts by hashing: 32 hexadecimal digits."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


class Lake:
    """Access to the lake at an address."""

    def __init__(self, address: str) -> None:
        self.address = address

    def at(self, name: str) -> str:
        """The address of a file in the lake."""
        return joined(self.address, name)

    # ------------------------------------------------------------------------------------------------- parts

    def has_part(self, name: str) -> bool:
        """Whether the manifest has a part. Raises StoreError."""
        return exists(self.entry_address(name))

    def add_part(self, part: Part) -> None:
        """Add a part, whose files are all written, to the manifest. Raises StoreError."""
        write(self.entry_address(part.name), msgspec.json.encode(part))

    def parts(self) -> list[Part]:
        """All parts, the earliest first, but for those joined into another since they came. Raises StoreError."""
        parts = [_part(self.at(name), data) for name, data in self._all(_PARTS)]
        joined = dict(sorted([(name, part.run) for part in parts for name in part.replaces]))
        return sorted([one for one in parts if one.run > joined.get(one.name, "")], key=lambda one: (one.age, one.name))

    def part_names(self) -> list[str]:
        """The names of all entries, replaced ones included. Raises StoreError."""
        names = names_in(self.at(_PARTS))
        return [name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)]

    def entry_address(self, name: str) -> str:
        """The address of the entry of a part."""
        return self.at(f"{_PARTS}/{name}{_SUFFIX}")

    def broken_files(self, parts: list[Part]) -> list[str]:
        """A message for each file of parts that is not as it was written. Raises StoreError."""

        def fault(file: PartFile) -> str:
            if (data := read_bytes(self.at(file.name))) is None:
                return f"{self.at(file.name)}: is gone"
            is_whole = len(data) == file.bytes and file.sha256 in ("", sha256(data).hexdigest())
            return "" if is_whole else f"{self.at(file.name)}: is not as it was written (another SHA-256)"

        with ThreadPoolExecutor(_CHECKED_TOGETHER) as threads:
            return [text for text in threads.map(fault, [file for part in parts for file in part.files]) if text]

    def require_whole(self, parts: list[Part]) -> None:
        """Raise StoreError for the first file of these parts that is not as it was written."""
        for text in self.broken_files(parts):
            raise StoreError(text)

    # ---------------------------------------------------------------------------------------------- receipts

    def chunks_done(self, key: str, judgement: str) -> set[str]:
        """The receipts of a unit's chunks after which none has another judgement. key: its own. Raises StoreError."""
        if not exists(self.at(f"{_RECEIPTS}/{key}-0{_SUFFIX}")):
            return set()
        found = self._receipts()
        other = max([one.run for _, one in found if one.judgement != judgement], default=None)
        names = {name.removeprefix(f"{_RECEIPTS}/").removesuffix(_SUFFIX): one.run for name, one in found}
        return {name for name, run in names.items() if name.startswith(f"{key}-") and (other is None or run > other)}

    def add_receipt(self, key: str, receipt: ReadReceipt, chunks: int = 0) -> None:
        """Record the inputs of a unit as read, and drop the receipts of its chunks. key: its own. Raises StoreError."""
        write(self.at(f"{_RECEIPTS}/{key}{_SUFFIX}"), msgspec.json.encode(receipt))
        for number in range(chunks):
            remove(self.at(f"{_RECEIPTS}/{key}-{number}{_SUFFIX}"))

    def read_inputs(self, judgement: str) -> KnownKeys:
        """The hashes of the inputs that were read with this judgement and no other since. Raises StoreError."""
        known: set[bytes] = set()
        for _, receipt in sorted(self._receipts(), key=lambda one: (one[1].run, one[1].judgement != judgement)):
            packed = receipt.inputs
            inputs = [packed[start : start + RECEIPT_BYTES] for start in range(0, len(packed), RECEIPT_BYTES)]
            (known.update if receipt.judgement == judgement else known.difference_update)(inputs)
        return KnownKeys(b"".join(sorted(known)), RECEIPT_BYTES)

    def join_receipts(self) -> None:
        """Join the receipts that were written with one judgement, and none with another between. Raises StoreError."""
        for (judgement, _), group in groupby(self._receipts(), lambda one: (one[1].judgement, bool(one[1].run))):
            receipts = list(group)
            packed = b"".join([one.inputs for _, one in receipts])
            if len(receipts) < 2:
                continue
            key = name_of(judgement, packed.hex())
            self.add_receipt(key, ReadReceipt(judgement, packed, receipts[-1][1].run))
            for name, one in receipts:
                if one.inputs and key not in name:
                    remove(self.at(name))

    def _receipts(self) -> list[tuple[str, ReadReceipt]]:
        """Every receipt and its name, in the order of their runs. Raises StoreError."""
        read = [(name, _decoded(self.at(name), data, ReadReceipt)) for name, data in self._all(_RECEIPTS)]
        return sorted(read, key=lambda one: one[1].run)

    # ------------------------------------------------------------------------------------------------- files

    def _all(self, folder: str) -> Iterator[tuple[str, bytes]]:
        """Yield the name and content of every file of a folder; one removed meanwhile is skipped."""
        names = [f"{folder}/{name}" for name in names_in(self.at(folder)) if name.endswith(_SUFFIX)]
        if not is_url(self.address):
            for name in names:
                if (data := read_bytes(self.at(name))) is not None:
                    yield name, data
            return
        with ThreadPoolExecutor(_FETCHED_TOGETHER) as threads:
            for start in range(0, len(names), 8 * _FETCHED_TOGETHER):
                some = names[start : start + 8 * _FETCHED_TOGETHER]
                read = threads.map(lambda name: read_bytes(self.at(name)), some)
                for name, data in zip(some, read, strict=True):
                    if data is not None:
                        yield name, data


class _LakeFile(msgspec.Struct):
    """The file that marks a lake. layout: the version of the layout of its files."""

    layout: Annotated[int, msgspec.Meta(ge=1)]


_Kept = TypeVar("_Kept")


def is_lake(address: str) -> bool:
    """Whether there is a lake at an address. Raises StoreError where that cannot be read."""
    return exists(joined(address, _LAKE_FILE))


def open_lake(address: str) -> Lake:
    """The lake at an address. Raises StoreError."""
    if (data := read_bytes(joined(address, _LAKE_FILE))) is None:
        raise StoreError(f"{address}: there is no lake; make one with: auditor audit LOGS --lake {address}")
    layout = _decoded(joined(address, _LAKE_FILE), data, _LakeFile).layout
    if layout > LAYOUT:
        known = f"(layout {layout}, this program knows {LAYOUT})"
        raise StoreError(f"{address}: is a lake of a newer auditor {known}; update")
    return Lake(address)


def make_lake(address: str) -> Lake:
    """The lake at an address, created where there is nothing yet. Raises StoreError."""
    if is_lake(address):
        return open_lake(address)
    if names_in(address):
        raise StoreError(f"{address}: holds something else than a lake; give another folder")
    data = json.dumps({"layout": LAYOUT, "made_by": version(), "schema_version": SCHEMA_VERSION}).encode()
    write(joined(address, _LAKE_FILE), data)
    return Lake(address)


def _part(address: str, data: bytes) -> Part:
    part = _decoded(address, data, Part)
    if not _is_sound(part, address.rpartition("/")[2].removesuffix(_SUFFIX)):
        raise _broken(address)
    require_current(address, part.schema, part.program)
    return part


def _is_sound(part: Part, name: str) -> bool:
    """Whether an entry of this name is consistent, and names only files of the lake, where they belong."""
    return (
        part.name == name
        and all([_NAME.fullmatch(one) for one in (name, *part.replaces)])
        and all([
            file.table in SHOWN and bool(_YEAR.fullmatch(file.year) if is_of_games(file.table) else not file.year)
            and file.name == file_name(file.table, file.year, name) for file in part.files
        ])
        and len(part.sources) == len(part.places) == part.inputs * KEY_BYTES
        and len(part.keys) == part.games * KEY_BYTES
        and all([0 <= number < part.inputs for number in part.unread])
    )  # fmt: skip


def _decoded(address: str, data: bytes, kind: type[_Kept]) -> _Kept:
    """The content of a file of the manifest. Raises StoreError where it is not of its kind."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _broken(address) from None


def _broken(address: str) -> StoreError:
    return StoreError(f"{address}: is no file of a lake's manifest; the lake was changed by something else")
