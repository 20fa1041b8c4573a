"""Majiang's rule object as a ruleset: each wrong switch gets a message."""

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.paths import FIXTURES

from auditor.core.errors import RulesetError
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.rulesets import choose
from auditor.core.rulesets.choice import MAJIANG_RULES
from auditor.core.rulesets.loading import load_rule_object
from auditor.core.sources import InputItem, OpenedPath, open_sources

LOG = FIXTURES / "dora" / "timing" / "majiang-silent.json"


@pytest.mark.parametrize(
    ("rule", "messages"),
    [
        ("{", ["not valid JSON"]),
        ("[1]", ["expected one of Majiang's rule objects, JSON with switches such as 場数"]),
        ({"場": 1}, ["there is no switch 場; did you mean 場数?"]),
        ({"players": 4}, ["there is no switch players"]),
        ({"場数": 3}, ["場数 must be 0 or 1 or 2 or 4, not 3"]),
        ({"場数": True}, ["場数 must be 0 or 1 or 2 or 4, not true"]),
        ({"場数": "x" * 100}, [f'場数 must be 0 or 1 or 2 or 4, not "{"x" * 59}']),
        (
            {"場数": 3, "裏ドラあり": 1},
            ["場数 must be 0 or 1 or 2 or 4, not 3", "裏ドラあり must be true or false, not 1"],
        ),
    ],
)
def test_what_is_wrong_with_a_rule_object(rule: Any, messages: list[str]) -> None:
    with pytest.raises(RulesetError) as raised:
        load_rule_object(rule if isinstance(rule, str) else json.dumps(rule), "rule.json")
    told = str(raised.value)
    assert told.startswith("rule.json: ")
    for message in messages:
        assert message in told
    assert ("did you mean" in told) == any(["did you mean" in message for message in messages])


def test_a_game_of_one_hand_has_no_extension() -> None:
    rules = load_rule_object('{"場数": 0, "延長戦方式": 1}', "rule.json")
    assert (rules.game.length, rules.game.extension) == (0, "none")
    assert load_rule_object('{"場数": 1, "延長戦方式": 1}', "rule.json").game.extension == "sudden death"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_rule_object_beside_a_log_is_its_ruleset(mark: bytes, tmp_path: Path) -> None:
    """With a byte order mark too, as editors leave it, and with its words escaped, as many programs write them."""
    words = '"裏ドラあり"' if mark else json.dumps("裏ドラあり")
    (tmp_path / "rule.json").write_bytes(mark + f"{{{words}: false}}".encode())
    log = json.loads(LOG.read_text("utf-8")) | {"title": "A title that tells no rules"}
    (game,) = read(json.dumps(log).encode(), LOG.name)
    assert isinstance(game, Game)
    rules, reason = choose("auto", game, OpenedPath(str(tmp_path / LOG.name)))
    assert not rules.riichi.ura_dora
    assert reason.endswith("rule.json lies next to the log")
    assert choose("auto", game, OpenedPath(str(tmp_path / "other" / LOG.name)))[0].riichi.ura_dora


@pytest.mark.parametrize(("points", "off"), [(25000, ()), (30000, MAJIANG_RULES)])
def test_a_game_that_begins_with_other_points_has_other_rules(points: int, off: tuple[str, ...]) -> None:
    """Which they are is not known, and what they may change is not judged."""
    log = json.loads(LOG.read_text("utf-8")) | {"title": "A title that tells no rules"}
    first = log["log"][0][0]["qipai"]
    first["defen"] = [points] * 4
    (game,) = read(json.dumps(log).encode(), LOG.name)
    assert isinstance(game, Game)
    rules, reason = choose("auto", game)
    assert (rules.game.start_points, rules.off) == (points, off)
    assert "--rules" in reason


def in_zip(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def in_tar(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()


ARCHIVES: dict[str, Callable[[dict[str, bytes]], bytes]] = {
    "a zip": in_zip,
    "a tar": in_tar,
    "a zip in a tar": lambda files: in_tar({"other/log.json": files["a/log.json"], "inner.zip": in_zip(files)}),
    "a tar in a zip": lambda files: in_zip({"inner.tar.gz": in_tar(files)}),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_rule_object_in_an_archive_is_the_ruleset_of_its_folder(name: str, tmp_path: Path) -> None:
    """Wherever in the archive it stands: behind its logs too."""
    log = json.dumps(json.loads(LOG.read_text("utf-8")) | {"title": "A title that tells no rules"}).encode()
    files = {"a/log.json": log, "a/rule.json": '{"裏ドラあり": false}'.encode(), "b/log.json": log}
    files["c/log.json.gz"] = gzip.compress(log)
    files["c/rule.json"] = '{"一発あり": false}'.encode()
    path = tmp_path / "archive"
    path.write_bytes(ARCHIVES[name](files))
    told = {}
    for item in open_sources([str(path)]):
        assert isinstance(item, InputItem)
        for game in read(item.data, item.member):
            if isinstance(game, Game):
                rules, _ = choose("auto", game, item.path, item.member)
                told[item.member.rpartition("/")[0][-1:]] = (rules.riichi.ura_dora, rules.riichi.ippatsu)
    others = {} if name != "a zip in a tar" else {"r": (True, True)}
    assert told == {"a": (False, True), "b": (True, True), "c": (True, False)} | others
