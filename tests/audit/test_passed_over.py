"""Files that are no logs: ignored or reported as a problem, in the same way by every command that reads folders."""

from pathlib import Path

import pytest
from support.cli_calls import invoke
from support.paths import FIXTURES

from auditor import api
from auditor.core.errors import Problem

GOOD = FIXTURES / "evening" / "round-1-table-1.mjlog"

NO_LOGS = {
    "liqi.json": b'{"nested":{"lq":{"nested":{"RecordNewRound":{"fields":{"chang":{"type":"uint32","id":1}}}}}}}',
    "version.json": b'{"name":"client","ver":"0.1","title":"tables","ref":"main"}',
    "strings.json": b'{"title":"East","rule":["kuitan"],"name":"names","log":"history"}',
    "search.json": b'{"config":{"lang":["en"]},"docs":[{"title":"t","text":"x","log":["a"]}]}',
    "package-lock.json": b'{"name":"x","lockfileVersion":3,"packages":{"":{"name":"x","log":{"level":1}}}}',
    "lines.json": b'{"log":[{"level":"info","message":"started"}]}',
    "build.xml": b"<project/>",
    "notes.txt": b"who sat where",
    "data.bin": b"\x00\x01",
    "empty.json": b"",
}
BROKEN = {
    "empty.mjlog": (b"", "the file is empty"),
    "empty.xml": (b"", "the file is empty"),
    "zeros.xml": (bytes(64), "binary data; expected"),
    "zeros.mjson": (bytes(64), "binary data; expected"),
    "page.mjlog": (b"<html><body>404</body></html>", "an HTML page; expected"),
    "link.mjlog": (None, "the link leads to nothing"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "a.mjlog").write_bytes(GOOD.read_bytes())
    for name, content in NO_LOGS.items():
        (logs / name).write_bytes(content)
    (logs / "link").symlink_to(tmp_path / "nothing")
    return logs


def test_other_files_in_a_folder_are_no_problem(folder: Path) -> None:
    result = invoke("audit", folder)
    assert result.exit_code == 0, result.stderr
    assert f"passed over: {len(NO_LOGS) + 1} files that are no logs" in result.stderr
    assert [one for one in api.read(folder) if isinstance(one, Problem)] == []
    assert invoke("convert", folder, "--to", "mjai", "-o", folder.parent / "mjai").exit_code == 0


@pytest.mark.parametrize("name", sorted(NO_LOGS))
def test_what_is_no_log_is_a_problem_where_it_is_named(folder: Path, name: str) -> None:
    assert invoke("audit", folder / name).exit_code == 3


def test_a_log_by_its_name_that_holds_none_is_told(folder: Path) -> None:
    for name, (content, _) in BROKEN.items():
        if content is None:
            (folder / name).symlink_to(folder / "nothing")
        else:
            (folder / name).write_bytes(content)
    result = invoke("audit", folder)
    assert result.exit_code == 3
    for name, (_, message) in BROKEN.items():
        assert f"{folder / name}: {message}" in result.stderr
    assert f"passed over: {len(NO_LOGS) + 1} files" in result.stderr
    assert len([one for one in api.read(folder) if isinstance(one, Problem)]) == len(BROKEN)
