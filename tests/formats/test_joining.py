"""Files with a hand each are joined into their game; the game then has one address, which every command opens."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.cli_calls import invoke
from support.paths import FIXTURES

from auditor.events import Game
from auditor.formats import read
from auditor.formats.logs import read_logs

WHOLE = FIXTURES / "evening" / "round-1-table-3.json"
LOG: dict[str, Any] = json.loads(WHOLE.read_text("utf-8"))
HEADER = {key: LOG[key] for key in ("title", "name", "rule")}
HANDS: list[Any] = LOG["log"]


def write(folder: Path, hands: list[Any], indent: int | None = None, **header: Any) -> Path:
    """A file for each hand: hand1.json to hand9.json, and beyond."""
    folder.mkdir(exist_ok=True)
    for number, hand in enumerate(hands):
        text = json.dumps({**HEADER, **header, "log": [hand]}, ensure_ascii=False, indent=indent)
        (folder / f"hand{number + 1}.json").write_text(text, "utf-8")
    return folder


def games(folder: Path, *, join: bool = True) -> list[int]:
    return [len(log.found.hands) for log in read_logs([str(folder)], join=join) if isinstance(log.found, Game)]


@pytest.mark.parametrize("indent", [None, 1])
def test_the_hands_of_a_game_are_one_game(tmp_path: Path, indent: int | None) -> None:
    folder = write(tmp_path / "hands", HANDS, indent)
    (found,) = read_logs([str(folder)], join=True)
    (whole,) = read(WHOLE.read_bytes(), "")
    assert isinstance(found.found, Game)
    assert isinstance(whole, Game)
    assert [hand.events for hand in found.found.hands] == [hand.events for hand in whole.hands]
    assert found.address == f"{folder / 'hand1.json'}::..hand{len(HANDS)}.json"
    assert games(folder, join=False) == len(HANDS) * [1]


def test_its_address_opens_in_other_commands(tmp_path: Path) -> None:
    folder = write(tmp_path / "hands", HANDS)
    address = f"{folder / 'hand1.json'}::..hand{len(HANDS)}.json"
    shown = invoke("show", address, "--hand", str(len(HANDS) - 1))
    assert shown.exit_code == 0, shown.stderr
    audited = invoke("audit", folder, "--join", "--format", "jsonl")
    assert (audited.exit_code, audited.stdout) == (0, "")
    assert f"1 input, 1 game, {len(HANDS)} hands" in audited.stderr
    assert "--join" not in audited.stderr
    target = tmp_path / "games"
    assert invoke("convert", folder, "--join", "--to", "mjlog", "-o", f"{target}/").exit_code == 0
    assert len(list(target.iterdir())) == 1
    missing = invoke("audit", f"{folder / 'hand1.json'}::..hand99.json")
    assert "cannot be read: No such file or directory" in missing.stderr


def test_a_run_says_where_joining_would_have_helped(tmp_path: Path) -> None:
    folder = write(tmp_path / "hands", HANDS)
    stderr = invoke("audit", folder).stderr
    assert f"{len(HANDS)} files hold a hand each, of the same players: --join makes games of them" in stderr
    assert "--join" not in invoke("audit", write(tmp_path / "one", HANDS[:1])).stderr


def changed(number: int, place: int, value: Any) -> list[Any]:
    hands = json.loads(json.dumps(HANDS))
    hands[number][place] = value
    return list(hands)


@pytest.mark.parametrize(
    ("hands", "found"),
    [
        (changed(3, 1, [24000, 26000, 25000, 25000]), [3, 1, 5]),
        ([*HANDS[:2], *HANDS[3:]], [2, 6]),
        ([*HANDS[:4], *HANDS[:4]], [4, 4]),
        ([HANDS[1], HANDS[0]], [1, 1]),
        (changed(2, 16, []), [3, 6]),
    ],
    ids=["points", "a hand is missing", "two games", "the order", "an end is missing"],
)
def test_what_does_not_follow_is_not_joined(tmp_path: Path, hands: list[Any], found: list[int]) -> None:
    assert games(write(tmp_path / "hands", hands)) == found


def test_other_files_stay_apart(tmp_path: Path) -> None:
    folder = write(tmp_path / "hands", HANDS[:4])
    (folder / "hand2b.json").write_text("{}")
    assert games(folder) == [2, 2]
    (folder / "hand2b.json").unlink()
    (folder / "hand3.json").write_text(json.dumps({**HEADER, "name": ["A", "B", "C", "D"], "log": [HANDS[2]]}))
    assert sorted(games(folder)) == [1, 1, 1, 1]
