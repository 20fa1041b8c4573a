"""`--join`: files with one hand each become a game, whose address every command opens."""

import json
import os
import tarfile
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from support.cli_calls import invoke
from support.paths import FIXTURES

from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.reading.logs import read_logs
from auditor.core.sources import InputAddress, find_inputs
from auditor.edit.joining import join_hands, joined_logs

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
    return [
        len(log.found.hands)
        for log in (joined_logs if join else read_logs)([str(folder)])
        if isinstance(log.found, Game)
    ]


@pytest.mark.parametrize("indent", [None, 1])
def test_the_hands_of_a_game_are_one_game(tmp_path: Path, indent: int | None) -> None:
    folder = write(tmp_path / "hands", HANDS, indent)
    (found,) = joined_logs([str(folder)])
    (whole,) = read(WHOLE.read_bytes(), "")
    assert isinstance(found.found, Game)
    assert isinstance(whole, Game)
    assert [hand.events for hand in found.found.hands] == [hand.events for hand in whole.hands]
    assert found.address == f"{folder / 'hand1.json'}::..hand{len(HANDS)}.json"
    assert games(folder, join=False) == len(HANDS) * [1]


def test_the_address_of_joined_hands_opens_in_other_commands(tmp_path: Path) -> None:
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


def packed(folder: Path, form: str) -> Path:
    """The folder in an archive, with another file beside the hands."""
    (folder / "about.txt").write_text("hands of an evening")
    path = folder.parent / f"hands.{form}"
    if form == "zip":
        with ZipFile(path, "w") as zipped:
            for file in folder.iterdir():
                zipped.write(file, f"evening/hands/{file.name}")
    else:
        with tarfile.open(path, "w:gz" if form.endswith("gz") else "w") as archive:
            archive.add(folder, "evening/hands")
    return path


@pytest.mark.parametrize("form", ["zip", "tar", "tar.gz"])
def test_hands_in_an_archive_are_one_game_with_one_address(tmp_path: Path, form: str) -> None:
    archive = packed(write(tmp_path / "hands", HANDS), form)
    games = [log for log in joined_logs([str(archive)]) if isinstance(log.found, Game)]
    (whole,) = read(WHOLE.read_bytes(), "")
    assert isinstance(whole, Game)
    assert [[hand.events for hand in one.found.hands] for one in games if isinstance(one.found, Game)] == [
        [hand.events for hand in whole.hands]
    ]
    address = f"{archive}::evening/hands/hand1.json::..hand{len(HANDS)}.json"
    assert games[0].address == address
    assert invoke("show", address, "--hand", str(len(HANDS) - 1)).exit_code == 0
    audited = invoke("audit", archive, "--join", "--jobs", "2")
    assert audited.exit_code == 0, audited.stderr
    assert f"1 game, {len(HANDS)} hands" in audited.stdout + audited.stderr
    missing = invoke("audit", f"{archive}::evening/hands/hand1.json::..hand99.json")
    assert "there is nothing of that name in it" in missing.stderr


def test_an_archive_of_whole_games_stays_as_it_is(tmp_path: Path) -> None:
    archive = packed(write(tmp_path / "hands", [HANDS[0], HANDS[4]]), "zip")
    (address,) = join_hands(find_inputs([str(archive)]))
    assert isinstance(address, InputAddress)


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
    (folder / "hand1.txt").write_text("between the first and the second, as a folder lists them")
    write(folder, HANDS)
    (folder / "hand10.json").write_text((folder / "hand1.json").read_text())
    assert games(folder) == [len(HANDS), 1]


def test_a_hand_of_other_players_costs_the_game_around_it_nothing_else(tmp_path: Path) -> None:
    folder = write(tmp_path / "hands", HANDS)
    other = json.dumps({**HEADER, "name": ["A", "B", "C", "D"], "log": [HANDS[3]]})
    (folder / "hand4.json").write_text(other)
    assert games(folder) == [3, 1, 5]
    assert games(packed(folder, "zip")) == [3, 1, 5]
    stderr = invoke("audit", folder, "--join").stderr
    assert "3 games, 9 hands" in stderr
    assert "not joined" not in stderr
    write(folder, [HANDS[1], HANDS[0]])
    stderr = invoke("audit", folder, "--join").stderr
    assert "--join" not in stderr  # which has done what it could
    assert "not joined: 3 files of a hand each, which do not follow one another by name" in stderr


@pytest.mark.parametrize("listed", [["hand1", "hand02", "hand2", "hand3"], ["hand3", "hand2", "hand02", "hand1"]])
def test_names_of_one_number_have_an_order_whatever_a_folder_lists_first(
    listed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "hands", HANDS[:3])
    (folder / "hand02.json").write_text((folder / "hand2.json").read_text("utf-8"))
    monkeypatch.setattr("os.listdir", lambda _: [f"{name}.json" for name in listed])
    assert games(folder) == [2, 2]


def test_a_folder_of_many_games_is_listed_once_and_not_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "hands", HANDS[:2] * 20)
    calls: list[str] = []
    listdir = os.listdir

    def counted(path: str) -> list[str]:
        calls.append(path)
        return listdir(path)

    monkeypatch.setattr("os.listdir", counted)
    monkeypatch.setattr("time.monotonic", lambda: 1.0)
    assert games(folder) == 20 * [2]
    assert len(calls) <= 2
