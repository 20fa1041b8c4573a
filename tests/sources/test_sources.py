"""Inputs from paths, folders, archives and standard input: what is read, in which order, and problems."""

import hashlib
import io
import os
import sys
from pathlib import Path

import pytest
from support.packing import packed

from auditor.core.sources import InputItem, Limits, SourceProblem, open_sources

TEXT = b"<mjloggm ver='2.3'/>"


def opened(*paths: Path | str, limits: Limits | None = None) -> list[tuple[str, str]]:
    """Name of each input, and its content or the message of its problem."""
    found = []
    for item in open_sources([str(path) for path in paths], limits or Limits()):
        text = item.data.decode() if isinstance(item, InputItem) else item.message
        found.append((Path(item.path).name, text))
    return found


def test_an_item_is_named_sized_and_hashed_by_its_content(tmp_path: Path) -> None:
    plain, archive = tmp_path / "plain.xml", tmp_path / "packed.mjlog"
    plain.write_bytes(TEXT)
    archive.write_bytes(packed(TEXT))
    items = list(open_sources([str(plain), str(archive)]))
    assert [item.path for item in items] == [str(plain), str(archive)]
    for item in items:
        assert isinstance(item, InputItem)
        assert (item.member, item.data, item.bytes) == ("", TEXT, len(TEXT))
        assert item.sha256 == hashlib.sha256(TEXT).hexdigest()


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("log.xml", packed(b"gzip under a plain name"), "gzip under a plain name"),
        ("log.gz", b"plain under a gzip name", "plain under a gzip name"),
        ("parts", packed(b"two ") + packed(b"parts"), "two parts"),
        ("padded", packed(b"padded") + bytes(600), "padded"),
        ("between", packed(b"zeros ") + bytes(3) + packed(b"between"), "zeros between"),
        ("twice", packed(packed(b"packed twice")), "packed twice"),
    ],
)
def test_gzip_is_known_by_content(tmp_path: Path, name: str, content: bytes, text: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert opened(path) == [(name, text)]


PACKED = packed(bytes(range(256)) * 40)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (packed(b""), "empty once unpacked"),
        (PACKED[:-12], f"the gzip data ends early, after {len(PACKED) - 12} bytes; the file is cut off"),
        (PACKED[:5], "the gzip data ends early, after 5 bytes; the file is cut off"),
        (PACKED[:-6] + b"\0" + PACKED[-5:], f"the gzip data is corrupt (noticed within the first {len(PACKED)} bytes)"),
        (b"\x1f\x8bno gzip at all", "the gzip data is corrupt (noticed within the first 16 bytes)"),
    ],
)
def test_what_cannot_be_unpacked_is_one_problem(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "log"
    path.write_bytes(content)
    assert opened(path) == [("log", message)]


def test_data_before_something_that_is_not_gzip_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(packed(b"kept") + b"\n")
    assert opened(path) == [("log", "kept"), ("log", "what follows the gzip data is not gzip; it was left out")]


@pytest.mark.parametrize(
    ("limits", "content", "message"),
    [
        (Limits(max_bytes=100), b"x" * 101, "larger than 100 bytes; not read (--max-size sets the limit)"),
        (Limits(max_bytes=100), packed(b"x" * 101), "larger than 100 bytes; not read (--max-size sets the limit)"),
        (
            Limits(max_bytes=2 << 20),
            packed(bytes(range(256)) * (3 << 12)),
            "larger than 2 MiB; not read (--max-size sets the limit)",
        ),
        (Limits(max_depth=1), packed(packed(b"x")), "packed more than 1 times over; not unpacked"),
    ],
)
def test_a_bomb_is_not_unpacked(tmp_path: Path, limits: Limits, content: bytes, message: str) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(content)
    assert opened(path, limits=limits) == [("bomb", message)]


def test_limits_allow_what_just_fits(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"x" * 100)
    assert opened(path, limits=Limits(max_bytes=100)) == [("log", "x" * 100)]


def test_a_folder_is_read_in_order_without_hidden_names(tmp_path: Path) -> None:
    for name in ("b.xml", "a/2.xml", "a/10.xml", "c/d/e.xml", ".hidden.xml", ".git/f.xml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())
    assert [text for _, text in opened(tmp_path)] == ["a/10.xml", "a/2.xml", "b.xml", "c/d/e.xml"]
    assert [text for _, text in opened(tmp_path / ".git")] == [".git/f.xml"]


def test_loops_and_repeated_folders_are_read_once(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "log.xml").write_bytes(b"once")
    (folder / "self").symlink_to(folder, target_is_directory=True)
    (folder / "up").symlink_to(tmp_path, target_is_directory=True)
    (folder / "gone").symlink_to(tmp_path / "missing")
    assert opened(tmp_path, folder) == [("gone", "the link leads to nothing"), ("log.xml", "once")]


def test_a_missing_path_and_an_empty_folder_do_not_stop_the_others(tmp_path: Path) -> None:
    good = tmp_path / "good.xml"
    good.write_bytes(b"good")
    (tmp_path / "empty").mkdir()
    assert opened(tmp_path / "missing.xml", tmp_path / "empty", "nul\0l", good) == [
        ("missing.xml", "cannot be read: No such file or directory"),
        ("empty", "the folder holds no file"),
        ("nul\0l", "cannot be read: embedded null byte"),
        ("good.xml", "good"),
    ]


@pytest.mark.skipif(os.name != "posix", reason="needs a named pipe")
def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert opened(tmp_path) == [("pipe", "not a regular file; not read")]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_bytes(b"x")
    path.chmod(0)
    assert opened(path) == [("secret", "cannot be read: Permission denied")]


class Pipe(io.BytesIO):
    """A stream that cannot be rewound."""

    def seekable(self) -> bool:
        return False


@pytest.mark.parametrize("content", [b"from standard input", packed(b"from standard input")])
def test_standard_input(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Pipe(content)))
    assert opened("-") == [("-", "from standard input")]


def test_standard_input_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Pipe(b"x" * 11)))
    assert opened("-", limits=Limits(max_bytes=10)) == [
        ("-", "larger than 10 bytes; not read (--max-size sets the limit)")
    ]


def test_inputs_are_read_one_at_a_time(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(name.encode())
    items = open_sources([str(tmp_path)])
    assert isinstance(next(items), InputItem)
    (tmp_path / "b").unlink()
    problem = next(items)
    assert isinstance(problem, SourceProblem)
    assert problem.message == "cannot be read: No such file or directory"
