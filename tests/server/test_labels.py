"""What a client calls its bytes is text for messages: nothing on the server's disk is opened for it (all modules)."""

import json
import os
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from support.paths import FIXTURES
from support.run_settings import run_settings
from support.serving import client_of

from auditor.server.game_store import GameStore

SECRET = '{"裏ドラあり": true, "SECRET-OF-THE-SERVER": true}'
LOG = json.dumps(
    json.loads((FIXTURES / "dora/timing/majiang-silent.json").read_text("utf-8"))
    | {"title": "A title that tells no rules"}
).encode()
"""A log of Majiang, whose rules are those of a rule object in its folder, if one is there."""


def zipped_log() -> bytes:
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        archive.writestr("a.json", LOG)
    return stream.getvalue()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder of the server, with a rule object and, in an archive, another; both are nobody's log."""
    (tmp_path / "rule.json").write_text(SECRET, "utf-8")
    with ZipFile(tmp_path / "own.zip", "w") as archive:
        archive.writestr("rule.json", SECRET)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_name_of_a_client_is_no_path(folder: Path) -> None:
    client = client_of(folder)
    try:
        for body, name in (
            (LOG, ""), (LOG, "x"), (LOG, f"{folder}/x"), (LOG, "./x"), (zipped_log(), f"{folder}/own.zip"),
            (zipped_log(), "own.zip"),
        ):  # fmt: skip
            answer = client.post("/api/audit", params={"name": name}, content=body)
            assert answer.json()["problems"] == [], (name, answer.text)
            assert "SECRET" not in answer.text
            assert "Majiang's defaults are assumed" in answer.text
        page = client.post("/judge", files={"log": ("own.zip", LOG)})
        assert (page.status_code, "SECRET" in page.text) == (200, False)
    finally:
        client.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_name_that_is_a_pipe_holds_nobody(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    client = client_of(folder, seconds=5)
    try:
        assert client.post("/api/audit", params={"name": f"{folder}/pipe"}, content=zipped_log()).status_code == 200
    finally:
        client.close()


def test_a_log_added_to_a_store_has_no_folder(folder: Path) -> None:
    with GameStore(str(folder / "games.duckdb"), run_settings("auto")) as store:
        added = store.add(LOG, f"{folder}/x")
        assert (added.problems, len(added.games)) == ([], 1)
