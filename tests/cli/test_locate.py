"""Which game an argument names: by path and member, number, round, finding, or by what a database knows."""

import json
import lzma
import os
import shlex
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from click.testing import CliRunner, Result
from support.packing import database, packed, tarred, zipped
from support.paths import FIXTURES

from auditor.cli import cli
from auditor.cli import options as shared
from auditor.cli.locate import download_steps
from auditor.core.errors import NoGameError
from auditor.core.reading.logs import SeveralGamesError, game_of, hand_of_round
from auditor.core.sources import InputItem, address_of, archives, file_name, input_name, open_sources, split_address

EVENING = FIXTURES / "evening"
KAN = FIXTURES / "riichi" / "kan-waits"
ONE, TWO = b"<one/>", b"<two/>"
MEMBERS = (("a/one.xml", ONE), ("a/two.xml", TWO), ("b.xml", ONE))
ROWS = database("logs", "log_id text, date, log_content", ("7", 1, packed(ONE)), ("id/8", 2, TWO))
NUMBERED = database("games", "id, year, game_json", (7, 1, ONE), (8, 2, TWO))


def opened(address: str) -> list[tuple[str, str]]:
    """Member and content of each input, or member and message."""
    return [
        (item.member, item.data.decode() if isinstance(item, InputItem) else item.message)
        for item in open_sources([address])
    ]


@pytest.mark.parametrize(
    ("content", "member", "expected"),
    [
        (zipped(*MEMBERS), "b.xml", [("b.xml", "<one/>")]),
        (zipped(*MEMBERS), "a/two.xml", [("a/two.xml", "<two/>")]),
        (zipped(*MEMBERS), "a", [("a/one.xml", "<one/>"), ("a/two.xml", "<two/>")]),
        (zipped(*MEMBERS), "a/", [("a/one.xml", "<one/>"), ("a/two.xml", "<two/>")]),
        (tarred(("b", TWO), ("b.xml", ONE), ("b", ONE)), "b", [("b", "<two/>")]),
        (tarred(*MEMBERS), "a/two.xml", [("a/two.xml", "<two/>")]),
        (lzma.compress(tarred(*MEMBERS)), "b.xml", [("b.xml", "<one/>")]),
        (zipped(("x.tar", lzma.compress(tarred(*MEMBERS)))), "x.tar/a/two.xml", [("x.tar/a/two.xml", "<two/>")]),
        (zipped(("x.zip", zipped(*MEMBERS)), ("y", b"no zip")), "x.zip/b.xml", [("x.zip/b.xml", "<one/>")]),
        (
            zipped(("x.zip", zipped(*MEMBERS))),
            "x.zip/a",
            [("x.zip/a/one.xml", "<one/>"), ("x.zip/a/two.xml", "<two/>")],
        ),
        (zipped(("a.xml", packed(ONE))), "a.xml", [("a.xml", "<one/>")]),
        (ROWS, "7", [("7", "<one/>")]),
        (ROWS, "id/8", [("id/8", "<two/>")]),
        (NUMBERED, "8", [("8", "<two/>")]),
        (zipped(("x.db", ROWS)), "x.db/7", [("x.db/7", "<one/>")]),
    ],
)
def test_a_member_is_opened_alone(tmp_path: Path, content: bytes, member: str, expected: list[tuple[str, str]]) -> None:
    path = tmp_path / "archive"
    path.write_bytes(content)
    assert opened(f"{path}::{member}") == expected


@pytest.mark.parametrize(
    ("content", "member"),
    [
        (zipped(*MEMBERS), "c.xml"),
        (zipped(*MEMBERS), "b.xml/c"),
        (zipped(*MEMBERS), "two.xml"),
        (tarred(*MEMBERS), "a/on"),
        (ROWS, "9"),
        (ONE, "b.xml"),
        (packed(ONE), "b.xml"),
    ],
)
def test_a_member_that_is_not_there_is_told(tmp_path: Path, content: bytes, member: str) -> None:
    path = tmp_path / "archive"
    path.write_bytes(content)
    assert opened(f"{path}::{member}") == [(member, "there is nothing of that name in it")]


def test_the_other_members_are_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(zipped(*[(f"{number}.xml", ONE) for number in range(50)]))
    unpacked: list[str] = []
    original = archives.ZipArchive.data_position

    def noted(archive: archives.ZipArchive, entry: Any) -> int:
        unpacked.append(entry.name)
        return original(archive, entry)

    monkeypatch.setattr(archives.ZipArchive, "data_position", noted)
    assert opened(f"{path}::40.xml") == [("40.xml", "<one/>")]
    assert unpacked == ["40.xml"]


def test_a_path_that_exists_is_a_path_whatever_is_in_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a::b").write_bytes(ONE)
    Path("c::d.zip").write_bytes(zipped(*MEMBERS))
    Path("folder").mkdir()
    assert split_address("a::b") == ("a::b", "")
    assert split_address("c::d.zip::b.xml") == ("c::d.zip", "b.xml")
    assert split_address("a::b::c") == ("a::b", "c")
    assert split_address("none::b::c") == ("none", "b::c")
    assert split_address("-::b") == ("-", "b")
    assert opened("none::b") == [("b", "cannot be read: No such file or directory")]
    assert opened("folder::b") == [("b", f"a folder's file is named by its path, {os.path.join('folder', 'b')}")]


@pytest.mark.parametrize(
    ("path", "member", "address"),
    [
        ("a.zip", "b.xml", "a.zip::b.xml"),
        ("a.xml", None, "a.xml"),
        ("-", "b.xml", "-::b.xml"),
        ("-a.zip", "b.xml", f".{os.sep}-a.zip::b.xml"),
    ],
)
def test_the_address_of_an_input(path: str, member: str | None, address: str) -> None:
    assert address_of(path, member) == address


def test_the_address_of_a_page_is_told_shortly() -> None:
    page = "https://tenhou.net/6/#json=" + "x" * 5000
    assert input_name(page, None) == page[:60] + "..."
    assert address_of(page, None) == page
    assert opened(page) == [("", page)]
    assert opened("https://tenhou.net/0/?log=x") == [
        ("", "nothing is fetched; download the log, or give an address with the log in it")
    ]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of three logs, of which one holds two games."""
    path = tmp_path / "two tables.zip"
    both = (EVENING / "round-1-table-4.jsonl").read_bytes() + (EVENING / "round-2-table-3.jsonl").read_bytes()
    path.write_bytes(
        zipped(
            ("1/fires.mjlog", (KAN / "fires.mjlog").read_bytes()),
            ("readme.txt", b"no log"),
            ("2/both.jsonl", both),
            ("3/silent.mjlog", (KAN / "silent.mjlog").read_bytes()),
        )
    )
    return path


def test_a_game_by_its_number_or_the_only_one(archive: Path) -> None:
    found = [game_of(str(archive), number) for number in range(4)]
    assert [(one.member, one.number) for one in found] == [
        ("1/fires.mjlog", 0), ("2/both.jsonl", 0), ("2/both.jsonl", 1), ("3/silent.mjlog", 0),
    ]  # fmt: skip
    assert game_of(f"{archive}::3/silent.mjlog").member == "3/silent.mjlog"
    with pytest.raises(NoGameError, match="holds 4 games; give --game 0 to 3"):
        game_of(str(archive), 4)
    with pytest.raises(NoGameError, match=r"readme.txt: text that begins with 'no log'"):
        game_of(f"{archive}::readme.txt")
    with pytest.raises(SeveralGamesError) as several:
        game_of(str(archive))
    assert [one.number for one in several.value.games] == [0, 0, 1, 0]
    assert f"give one of '{archive}::1/fires.mjlog', '{archive}::2/both.jsonl' --game 0, " in str(several.value)


@pytest.mark.parametrize(
    ("name", "hand"), [("E1-0", 0), ("e1", 0), (" S1-0 ", 4), ("S2-2", 7), ("S2-1", 6), ("E2-1", 1)]
)
def test_a_hand_by_its_round(name: str, hand: int) -> None:
    assert hand_of_round(game_of(str(EVENING / "round-1-table-2.mjlog")).game, name) == hand


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("W1-0", r"there is no hand W1-0; the log has E1-0, "),
        ("S2", r"S2 is several hands: S2-0 \(--hand 5\), S2-1 \(--hand 6\), S2-2 \(--hand 7\)"),
        ("7", "'7' is no round; give one such as E1-0 or S3-2"),
    ],
)
def test_a_round_that_names_no_hand(name: str, message: str) -> None:
    with pytest.raises(NoGameError, match=message):
        hand_of_round(game_of(str(EVENING / "round-1-table-2.mjlog")).game, name)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments), prog_name="auditor")


def commands_in(text: str) -> list[list[str]]:
    """The arguments of the commands that findings end with."""
    return [shlex.split(line.removeprefix("  see:   "))[1:] for line in text.splitlines() if line.startswith("  see: ")]


@pytest.mark.parametrize("rules", ["auto", "ema-2012"])
def test_every_finding_ends_with_the_command_that_shows_it(archive: Path, rules: str) -> None:
    told = run("audit", str(archive), "--rules", rules, "--cap", "0").stdout
    blocks = told.strip().split("\n\n")
    commands = commands_in(told)
    assert len(commands) == len(blocks) > 1
    assert ["--game" in command for command in commands].count(True) > 0
    for block, command in zip(blocks, commands, strict=True):
        check = block.partition(": ")[2].split()[0]
        shown = run(*command)
        assert shown.exit_code == 0, command
        assert f"{check} " in shown.stdout, command
        assert block.splitlines()[1].strip() in " ".join(shown.stdout.split()), command


def test_findings_of_standard_input_name_no_command() -> None:
    told = CliRunner().invoke(cli, ["audit", "-"], input=(KAN / "fires.mjlog").read_bytes()).stdout
    assert "riichi/kan-waits violation" in told
    assert commands_in(told) == []


def test_a_log_lists_its_findings_by_name() -> None:
    log = str(EVENING / "round-1-table-2.mjlog")
    listed = run("show", log).stdout
    assert "\nfinding fb852a8  E1-0 event 137 seat 3: riichi/kan-waits violation\n" in listed
    shown = run("show", log, "--finding", "FB852").stdout
    assert shown == run("show", log, "--hand", "0", "--event", "137").stdout
    assert shown == run("show", log, "--round", "E1-0", "--event", "137").stdout
    none = run("show", log, "--finding", "abcd").stderr
    assert "there is no finding abcd; it has fb852a8 riichi/kan-waits, b665f29" in none
    number = run("show", log, "--finding", "3").stderr
    assert "'3' names no finding; give its name as an audit or a page shows it" in number


def test_every_door_calls_a_finding_by_one_name(tmp_path: Path) -> None:
    """What prints it, and what takes it."""
    log, database = str(EVENING / "round-1-table-2.mjlog"), str(tmp_path / "x.duckdb")
    run("audit", log, "--db", database)
    known = tmp_path / "known.jsonl"
    known.write_text('{"log": "round-1-table-2.mjlog", "short_name": "fb852a8"}\n', "utf-8")
    for form in shared.OUTPUT_FORMATS:
        told = run("audit", log, "--format", form).stdout
        assert ("fb852a8" in told, "b665f29" in told) == (True, True), form
    assert 'id="finding-fb852a8"' in run("report", log, "-o", "-", "--no-charts").stdout
    assert 'id="finding-fb852a8"' in run("report", log, "-o", "-", "--no-charts", "--finding", "fb852a8").stdout
    assert "finding fb852a8  E1-0" in run("show", log).stdout
    shown = run("show", log, "--finding", "fb852a8").stdout
    assert "\nriichi/kan-waits violation fb852a8: " in shown
    assert run("show", "--db", database, "--finding", "fb852a8").stdout == shown
    asked = run("query", "findings", "--db", database, "--param", "finding=fb852a8", "--format", "json").stdout
    assert [row["names"] for row in json.loads(asked)] == [["fb852a8"]]
    new = run("audit", log, "--baseline", str(known), "--format", "concise").stdout
    assert ("fb852a8" in new, "b665f29" in new) == (False, True)


def test_a_name_of_several_findings_is_no_place(tmp_path: Path) -> None:
    """The same fault of the same player in two hands has one fingerprint."""
    log = tmp_path / "twice.mjlog"
    text = (EVENING / "round-1-table-2.mjlog").read_text("utf-8")
    hand = text[text.index("<INIT") : text.index("<INIT", text.index("<INIT") + 1)]
    log.write_text(text.replace(hand, hand + hand, 1), "utf-8")
    refused = run("show", str(log), "--finding", "fb852a8")
    assert refused.exit_code == 2
    for hand_option in ("(--hand 0 --event 137)", "(--hand 1 --event 137)"):
        assert hand_option in refused.stderr
    database = str(tmp_path / "x.duckdb")
    run("audit", str(EVENING / "round-1-table-2.mjlog"), str(log), "--db", database)
    refused = run("show", "--db", database, "--finding", "fb852a8")
    assert "3 findings are named fb852a8; name the log as well" in refused.stderr


def test_a_folder_or_archive_lists_its_games(archive: Path) -> None:
    lines = run("show", str(archive)).stdout.splitlines()
    assert lines[0].startswith(f"{archive} holds several games; give one of these instead, or --game N")
    addresses = [line.split("  ")[1] for line in lines[1:]]
    assert addresses == [
        f"'{archive}::1/fires.mjlog'", f"'{archive}::2/both.jsonl' --game 0", f"'{archive}::2/both.jsonl' --game 1",
        f"'{archive}::3/silent.mjlog'",
    ]  # fmt: skip
    assert lines[1].endswith("   1 hand  Aki, Beni, Chie, Dai")
    for address in addresses:
        assert run("show", *shlex.split(address)).exit_code == 0
    assert f"{archive}: no game has the round N4-0" in run("show", str(archive), "--round", "N4-0").stderr
    having = run("show", str(archive), "--round", "E1-0").stdout.splitlines()
    assert (having[0], having[1:]) == (
        f"{archive} holds 4 games with the round E1-0; give one of these instead", lines[1:]
    )  # fmt: skip
    one = run("show", str(EVENING), "--finding", "15c459b").stdout
    assert one == run("show", str(EVENING / "round-2-table-3.jsonl"), "--finding", "15c459b").stdout
    refused = run("show", str(archive), "--hand", "0")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "holds several games; give one of " in refused.stderr
    assert len(run("show", str(EVENING)).stdout.splitlines()) == 9


def test_a_long_archive_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auditor.page.show.GAMES_LISTED", 2)
    path = tmp_path / "many.zip"
    log = (KAN / "fires.mjlog").read_bytes()
    path.write_bytes(zipped(*[(f"{number}.mjlog", log) for number in range(5)]))
    assert run("show", str(path)).stdout.splitlines()[3:] == ["  and more; these are the first 2"]


@pytest.fixture
def loaded(archive: Path) -> str:
    """A database of that archive, and of a log with an id."""
    path = str(archive.parent / "x.duckdb")
    log = archive.parent / "2020010203gm-00a9-0000-00000001.mjlog"
    log.write_bytes((EVENING / "round-1-table-2.mjlog").read_bytes())
    assert run("audit", str(archive), str(log), "--db", path, "--fail-on", "never").exit_code == 0
    return path


@pytest.mark.parametrize(
    "name",
    [
        "2020010203gm-00a9-0000-00000001",
        "2020010203gm-00a9-0000-00000001.mjlog",
        "https://tenhou.net/0/?log=2020010203gm-00a9-0000-00000001&tw=2",
    ],
)
def test_a_log_by_the_name_that_a_database_knows(loaded: str, name: str) -> None:
    shown = run("show", name, "--db", loaded)
    assert shown.stdout.startswith("2020010203gm-00a9-0000-00000001, ruleset tenhou")
    assert run("convert", name, "--db", loaded, "--to", "mjai").exit_code == 0


def test_a_viewers_address_opens_at_its_hand(loaded: str) -> None:
    address = "https://tenhou.net/0/?log=2020010203gm-00a9-0000-00000001&tw=2&ts=1"
    by_hand = run("show", "2020010203gm-00a9-0000-00000001", "--db", loaded, "--hand", "1").stdout
    assert run("show", address, "--db", loaded).stdout == by_hand


def test_the_second_game_of_a_member_by_its_finding(loaded: str) -> None:
    """Each finding of the database whose name is its own is shown as the audit told it."""
    rows = run(
        "query", "--db", loaded, "--format", "csv", "--sql",
        'SELECT any_value(short_name), any_value("check"), coalesce(any_value(event), -1), any_value(member)'
        " FROM v_findings GROUP BY fingerprint HAVING count(*) = 1",
    ).stdout.splitlines()[1:]  # fmt: skip
    assert any([row.endswith("2/both.jsonl") for row in rows])
    for row in rows:
        name, check, event, _ = row.split(",")
        shown = run("show", "--db", loaded, "--finding", name).stdout
        assert f"{check} " in shown
        assert event == "-1" or f"\nevent {event}: " in shown
    none = run("show", "--db", loaded, "--finding", "abcd")
    assert (none.exit_code, "there is no finding abcd" in none.stderr) == (2, True)


def test_a_log_is_shown_by_the_rules_that_the_database_judged_it_by(tmp_path: Path) -> None:
    log = tmp_path / "a.mjlog"
    log.write_bytes((KAN / "silent.mjlog").read_bytes())
    path = str(tmp_path / "x.duckdb")
    run("audit", str(log), "--db", path, "--rules", "ema-2016")
    assert ", ruleset ema-2016 (as asked)" in run("show", "a.mjlog", "--db", path).stdout
    assert ", ruleset tenhou (" in run("show", str(log), "--db", path).stdout, "a path is a path"
    assert ", ruleset wrc (as asked)" in run("show", "a.mjlog", "--db", path, "--rules", "wrc").stdout


def test_a_log_that_moved_is_told_and_one_beside_its_database_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("a.mjlog").write_bytes((KAN / "fires.mjlog").read_bytes())
    run("audit", "a.mjlog", "--db", "x.duckdb")
    monkeypatch.chdir(tmp_path)
    path = os.path.join("here", "x.duckdb")
    assert run("show", "a.mjlog", "--db", path).exit_code == 0
    Path("moved").mkdir()
    Path("here", "a.mjlog").rename(Path("moved", "a.mjlog"))
    told = run("show", "a.mjlog", "--db", path).stderr
    looked = os.path.join("here", "a.mjlog")
    assert f"x.duckdb was loaded from it, and it is not there, nor at {looked}; call from the same" in told
    told = run("report", "--db", path, "-o", "without.html").output
    assert (
        "no boards of 1 log that moved: a.mjlog is not there, nor from the database's folder; give the folder" in told
    )
    assert "moved" not in run("report", "moved", "--db", path, "-o", "with.html").output
    pages = [Path(name).read_text("utf-8") for name in ("without.html", "with.html")]
    assert ["the log cannot be opened any more" in page for page in pages] == [True, False]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name a log; or, of a database, --finding NAME"),
        (["--finding", "1a2b"], "--finding without a log needs a database"),
        (["x", "--hand", "1", "--round", "E1"], "give either --hand or --round, not both"),
        (["x", "--finding", "1a2b", "--event", "3"], "--finding names a place by itself"),
        (["no-such-log"], "no-such-log: cannot be read: No such file or directory"),
        ([str(KAN / "silent.mjlog"), "--event", "3"], "--event needs --hand or --round"),
        ([str(KAN / "silent.mjlog"), "--wall"], "--wall needs --hand or --round"),
    ],
)
def test_what_names_no_game(arguments: list[str], message: str) -> None:
    result = run("show", *arguments)
    assert (result.exit_code, message in result.stderr) == (2, True), result.stderr


def test_a_name_that_the_database_does_not_know(loaded: str) -> None:
    refused = run("show", "2021010203gm-00a9-0000-00000009", "--db", loaded)
    assert "there is no such file, and" in refused.stderr
    assert run("show", "both.jsonl", "--db", loaded).stderr.count("has 2 games of that name") == 1


def test_the_address_of_a_page_that_holds_a_log() -> None:
    log = json.loads((EVENING / "round-1-table-3.json").read_text("utf-8"))
    page = f"https://tenhou.net/6/#json={quote(json.dumps(log))}"
    assert run("show", page).stdout.count("\nhand ") == 9
    assert file_name(page, "") == "tenhou.net/6"
    told = run("audit", page)
    assert (told.exit_code, "9 hands" in told.stderr) == (0, True)
    assert run("convert", page, "--to", "mjai").stdout


@pytest.mark.parametrize(
    ("argument", "step"),
    [
        ("https://tenhou.net/0/?log=2012110112gm-0009-7447-14ec5c8d&tw=1", "2012110112gm-0009-7447-14ec5c8d.mjlog"),
        ("2012110112gm-0009-7447-14ec5c8d", "https://tenhou.net/0/log/?2012110112gm-0009-7447-14ec5c8d"),
        ("2012110112gm-0009-7447-14ec5c8d", "Documents\\My Tenhou\\log"),
        ("https://mahjongsoul.game.yo-star.com/?paipu=210815-6da08e40-2605-42fb-a5e3-f8aa5940362a", "getting-logs.md"),
        ("jjjsmr-oqsuwy02-579b-egik-79bd-gikmoqsuwy02_a1_2", "?paipu=210815-01234567-89ab-cdef-0123-"),
        ("cu8hpmpbimvtg7crj7fg@2", "the record cu8hpmpbimvtg7crj7fg in Riichi City"),
        (
            "https://riichi.dev/games/01234567-89ab-cdef-0123-456789abcdef",
            "01234567-89ab-cdef-0123-456789abcdef.jsonl.gz",
        ),
        ("https://mjai.app/games/137/250/0", "open https://mjai.app/games/137/250/0 in a browser"),
        (
            "https://mjai.ekyu.moe/progress?task=96113a5b9f2e286b",
            "open https://mjai.ekyu.moe/report/96113a5b9f2e286b.json",
        ),
    ],
)
@pytest.mark.parametrize("command", ["audit", "show", "report"])
def test_an_address_or_a_bare_id_is_answered_with_what_gets_the_log(command: str, argument: str, step: str) -> None:
    result = CliRunner().invoke(cli, [command, argument, *(["-o", "-"] if command == "report" else [])])
    assert result.exit_code in (2, 3)
    assert "to get it: 1. open" in result.stderr
    assert step in result.stderr


def test_a_file_that_is_there_needs_no_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "2012110112gm-0009-7447-14ec5c8d").write_bytes(b"")
    assert download_steps("2012110112gm-0009-7447-14ec5c8d") == []
    assert download_steps("no-such-file.mjlog") == []
