"""Archives: every kind yields its logs one at a time and by name, and an error in one member loses only that one."""

import bz2
import io
import lzma
import sqlite3
import struct
import sys
import tarfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from support.packing import database, packed, tarred, zipped, zstd

from auditor.core.sources import InputItem, Limits, SourceProblem, archives, open_sources

ONE, TWO = b"<one/>", b"<two/>"
TWO_MEMBERS = (("a/one.xml", ONE), ("two", TWO))
HIDDEN = (("__MACOSX/._one.xml", b"x"), (".hidden/one.xml", b"x"), ("a/.DS_Store", b"x"))


def opened(path: Path | str, limits: Limits | None = None) -> list[tuple[str, str]]:
    """Member and content of each input, or member and the message of its problem."""
    return [
        (item.member, item.data.decode() if isinstance(item, InputItem) else item.message)
        for item in open_sources([str(path)], limits or Limits())
    ]


def written(folder: Path, content: bytes) -> Path:
    path = folder / "input"
    path.write_bytes(content)
    return path


COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": packed,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstd.compress,
}
BOTH = [("a/one.xml", "<one/>"), ("two", "<two/>")]


@pytest.mark.parametrize("compress", COMPRESSORS.values(), ids=COMPRESSORS)
def test_every_compression_of_files_and_archives(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    assert opened(written(tmp_path, compress(ONE))) == [("", "<one/>")]
    assert opened(written(tmp_path, compress(b"two ") + bytes(9) + compress(b"parts"))) == [("", "two parts")]
    assert opened(written(tmp_path, compress(tarred(*TWO_MEMBERS)))) == BOTH
    assert opened(written(tmp_path, compress(zipped(*TWO_MEMBERS)))) == BOTH
    assert opened(written(tmp_path, zipped(("one", compress(ONE)), ("two", TWO)))) == [
        ("one", "<one/>"),
        ("two", "<two/>"),
    ]


@pytest.mark.parametrize(("title", "compress"), COMPRESSORS.items(), ids=COMPRESSORS)
def test_compressed_data_that_ends_early_is_broken_or_is_followed(
    tmp_path: Path, title: str, compress: Callable[[bytes], bytes]
) -> None:
    whole = compress(bytes(range(256)) * 400)
    assert opened(written(tmp_path, whole[:-9])) == [
        ("", f"the {title} data ends early, after {len(whole) - 9:,} bytes; the file is cut off")
    ]
    broken = bytearray(whole)
    broken[len(whole) // 2] ^= 0xFF
    broken[-7] ^= 0xFF
    assert opened(written(tmp_path, bytes(broken))) == [
        ("", f"the {title} data is corrupt (noticed within the first {len(whole):,} bytes)")
    ]
    assert opened(written(tmp_path, compress(ONE) + b"\nrest")) == [
        ("", "<one/>"),
        ("", f"what follows the {title} data is not {title}; it was left out"),
    ]


@pytest.mark.parametrize("compress", COMPRESSORS.values(), ids=COMPRESSORS)
def test_a_compressed_bomb_is_stopped(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    path = written(tmp_path, compress(bytes(8 << 20)))
    assert opened(path, Limits(max_bytes=1 << 20)) == [("", "larger than 1 MiB; not read (--max-size sets the limit)")]


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_members_are_named_in_order_and_what_systems_add_is_left_out(
    tmp_path: Path, pack: Callable[..., bytes]
) -> None:
    assert opened(written(tmp_path, pack(*TWO_MEMBERS, *HIDDEN))) == BOTH
    nested = pack(("2020.zip", zipped(*TWO_MEMBERS)), ("2021.tar", tarred(("one", packed(ONE)))))
    assert opened(written(tmp_path, nested)) == [
        ("2020.zip/a/one.xml", "<one/>"),
        ("2020.zip/two", "<two/>"),
        ("2021.tar/one", "<one/>"),
    ]


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_a_name_in_an_archive_is_only_a_name(tmp_path: Path, pack: Callable[..., bytes]) -> None:
    members = [("../../out.xml", ONE), ("/etc/out.xml", TWO), ("a\nb\x1b[2J.xml", ONE)]
    assert [name for name, _ in opened(written(tmp_path, pack(*members)))] == [
        "../../out.xml",
        "/etc/out.xml",
        "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}[2J.xml",
    ]
    assert [path.name for path in tmp_path.rglob("*")] == ["input"]


def patched(archive: bytes, mark: bytes, offset: int, value: bytes) -> bytes:
    """The archive with bytes after the last mark replaced."""
    place = archive.rindex(mark) + offset
    return archive[:place] + value + archive[place + len(value) :]


CENTRAL = b"PK\x01\x02"
ZIP = zipped(("one", ONE), ("two", TWO * 50))


@pytest.mark.parametrize(
    ("archive", "told"),
    [
        (ZIP[:-30], [("", "the zip archive is broken: file is not a zip file")]),
        (patched(ZIP, CENTRAL, 8, b"\x01\x08"), [("one", "<one/>"), ("two", "is encrypted; not read")]),
        (
            patched(ZIP, CENTRAL, 10, struct.pack("<H", 99)),
            [("one", "<one/>"), ("two", "cannot be unpacked: that compression method is not supported")],
        ),
        (
            patched(ZIP, CENTRAL, 24, struct.pack("<I", 2 << 30)),
            [("one", "<one/>"), ("two", "larger than 64 MiB; not read (--max-size sets the limit)")],
        ),
        (
            patched(ZIP, CENTRAL, 16, b"\0\0\0\0"),
            [("one", "<one/>"), ("two", "cannot be unpacked: bad CRC-32 for file 'two'")],
        ),
        (
            patched(ZIP, CENTRAL, 20, struct.pack("<I", 1 << 20)),
            [("one", "<one/>"), ("", "the zip archive is broken: its members overlap; not read")],
        ),
        (zipped(), [("", "the zip archive holds no log")]),
        (zipped(("empty", b"")), [("empty", "empty once unpacked")]),
    ],
    ids=["cut off", "encrypted", "unsupported", "2 GB claimed", "checksum", "overlapping", "no member", "empty member"],
)
def test_what_is_wrong_with_a_zip(tmp_path: Path, archive: bytes, told: list[tuple[str, str]]) -> None:
    assert opened(written(tmp_path, archive)) == told


def tar_with(kind: bytes, size: int = 0) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        member = tarfile.TarInfo("odd")
        member.type, member.linkname, member.size = kind, "/etc/passwd", size
        archive.addfile(member)
        good = tarfile.TarInfo("good")
        good.size = len(ONE)
        archive.addfile(good, io.BytesIO(ONE))
    return stream.getvalue()


@pytest.mark.parametrize(
    ("archive", "told"),
    [
        (tar_with(tarfile.SYMTYPE), [("odd", "is a symbolic link; only files are read"), ("good", "<one/>")]),
        (tar_with(tarfile.LNKTYPE), [("odd", "is a hard link; only files are read"), ("good", "<one/>")]),
        (tar_with(tarfile.CHRTYPE), [("odd", "is a device; only files are read"), ("good", "<one/>")]),
        (tar_with(tarfile.FIFOTYPE), [("odd", "is a pipe; only files are read"), ("good", "<one/>")]),
        (tar_with(tarfile.DIRTYPE), [("good", "<one/>")]),
        (tarred(*TWO_MEMBERS)[:1100], [("a/one.xml", "<one/>"), ("", "the tar archive ends early; it is cut off")]),
        (tarred(("big", ONE * 300))[:600], [("big", "cannot be unpacked: unexpected end of data")]),
    ],
    ids=["symbolic link", "hard link", "device", "pipe", "folder", "cut off in a header", "cut off in a file"],
)
def test_what_is_wrong_with_a_tar(tmp_path: Path, archive: bytes, told: list[tuple[str, str]]) -> None:
    assert opened(written(tmp_path, archive)) == told


@pytest.mark.parametrize(
    ("written", "name"),
    [("対局記録.xml".encode("cp932"), "対局記録.xml"), ("対局.xml".encode(), "対局.xml"),
     ("Böse.xml".encode("cp437"), "Böse.xml"), ("plain.xml".encode("cp437"), "plain.xml")],
)  # fmt: skip
def test_names_in_a_zip_that_do_not_say_their_encoding(tmp_path: Path, written: bytes, name: str) -> None:
    placeholder = "x" * len(written)
    path = tmp_path / "logs.zip"
    path.write_bytes(zipped((placeholder, b"<one/>")).replace(placeholder.encode(), written))
    assert [item.member for item in open_sources([str(path)])] == [name]


def test_a_tar_that_claims_two_gigabytes(tmp_path: Path) -> None:
    archive = bytearray(tarred(("one", ONE)))
    archive[124:136] = b"%011o\0" % (2 << 30)
    header = bytes(archive[:148]) + b" " * 8 + bytes(archive[156:512])
    archive[148:156] = b"%06o\0 " % sum(header)
    assert ("one", "larger than 64 MiB; not read (--max-size sets the limit)") in opened(
        written(tmp_path, bytes(archive))
    )


ID = "2020010203gm-00a9-0000-00000001"
OTHER = "2020010203gm-00a9-0000-00000002"


@pytest.mark.parametrize(
    "content",
    [
        database(
            "logs",
            "log_id text, is_tonpusen, is_hirosima, is_processed, was_error, log_content text, log_hash",
            (ID, 0, 0, 1, 0, bz2.compress(ONE), "x"),
            (OTHER, 0, 0, 0, 0, "", ""),
        ),
        database(
            "logs",
            "log_id text, date text, is_tonpusen, is_sanma, is_processed, was_error, log_content blob",
            (ID, "2020", 0, 0, 1, 0, packed(ONE)),
            (OTHER, "2020", 0, 0, 0, 1, None),
        ),
        database("live_logs", "log_id, game_date, is_tonpusen, compressed_log_content", (ID, 1, 0, bz2.compress(ONE))),
        database("logs", "log_id, year, content4p", (ID, 2020, bz2.compress(ONE))),
        database(
            "logs",
            "id text primary key, date, num_players, is_tonpu, is_processed, was_error, log blob",
            (ID, "2020", 4, 0, 1, 0, packed(ONE)),
        ),
        database("games", "log_id, rule_id, lobby_id, game_json blob, game_json_sha256", (ID, 1, 0, ONE, b"")),
    ],
    ids=["phoenix 2017", "phoenix", "live", "fork", "houou", "riichi-rs"],
)
def test_the_databases_that_downloaders_write(tmp_path: Path, content: bytes) -> None:
    assert opened(written(tmp_path, content)) == [(ID, "<one/>")]
    assert opened(written(tmp_path, zipped(("2020.db", content)))) == [(f"2020.db/{ID}", "<one/>")]


ROW = database("logs", "log_id, date, log_content", (ID, 1, ONE), (OTHER, 2, TWO * 2000))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            database("players", "id, name", (1, "A")),
            "the SQLite database has no table of logs (logs, live_logs, games); its tables: players",
        ),
        (database("logs", "log_id, date"), "the table has no columns for a log's id and content; it has log_id, date"),
        (database("logs", "log_id, log_content", (ID, 7)), "the content of the row is a number, 7; a log is expected"),
        (ROW[:3000], "the SQLite database is corrupt (database disk image is malformed)"),
        (ROW[:16] + b"\xff" * 200, "the SQLite database is corrupt (file is not a database)"),
        (database("logs", "log_id, log_content"), "the SQLite database holds no log"),
    ],
    ids=["no table", "no columns", "a number", "cut off", "no header", "empty"],
)
def test_what_is_wrong_with_a_database(tmp_path: Path, content: bytes, told: str) -> None:
    assert [message for _, message in opened(written(tmp_path, content))] == [told]


def test_a_database_whose_fault_sqlite_tells_in_no_text_is_corrupt(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE logs (log_id, log_content)")
        made.execute("PRAGMA writable_schema = 1")
        made.execute("UPDATE sqlite_master SET name = CAST(x'8a' AS TEXT), sql = 'create nothing'")
        made.commit()
    for content in (path.read_bytes(), packed(path.read_bytes())):
        assert opened(written(tmp_path, content)) == [("", "the SQLite database is corrupt")]


def test_a_row_that_is_too_large_costs_only_that_row(tmp_path: Path) -> None:
    assert opened(written(tmp_path, ROW), Limits(max_bytes=9000)) == [
        (ID, "<one/>"),
        (OTHER, "larger than 9,000 bytes; not read (--max-size sets the limit)"),
    ]


def test_a_locked_database_is_told_and_a_read_one_is_not_written(tmp_path: Path) -> None:
    path = written(tmp_path, ROW)
    before = path.read_bytes()
    assert len(opened(path)) == 2
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["input"]
    writer = sqlite3.connect(path)
    writer.execute("BEGIN EXCLUSIVE")
    assert opened(path) == [("", "the SQLite database is locked by another program; try again when that has ended")]
    writer.rollback()
    writer.close()


@pytest.mark.parametrize(("mark", "title"), [(b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!\x1a\x07\x01\x00", "RAR")])
def test_other_archives_are_told(tmp_path: Path, mark: bytes, title: str) -> None:
    assert opened(written(tmp_path, mark + bytes(20))) == [("", f"{title} archives are not read; unpack it first")]


class Pipe(io.BytesIO):
    """A stream that cannot be rewound, and gives a byte at a time at first."""

    def seekable(self) -> bool:
        return False

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(1 if self.tell() < 3 else size)


@pytest.mark.parametrize("content", [zipped(*TWO_MEMBERS), packed(tarred(*TWO_MEMBERS)), tarred(*TWO_MEMBERS)])
def test_archives_on_standard_input(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Pipe(content)))
    assert opened("-") == BOTH


def test_members_are_unpacked_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, zipped(*TWO_MEMBERS))
    reads: list[str] = []
    original = archives.ZipArchive.data_position

    def noted(archive: archives.ZipArchive, entry: archives._Entry) -> int:
        reads.append(entry.name)
        return original(archive, entry)

    monkeypatch.setattr(archives.ZipArchive, "data_position", noted)
    items = open_sources([str(path)])
    first = next(items)
    assert not isinstance(first, SourceProblem)
    assert reads == ["a/one.xml"]
