"""`auditor mutate`: every kind of fault gives exactly one finding, of the check and at the place that it names."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import copytree
from weakref import WeakSet

import msgspec
import pytest
from click.testing import CliRunner, Result
from support.legal_games import pool, recorded
from support.paths import FIXTURES, TESTS
from support.told_faults import assert_told, copies, due, told

from auditor.cli import cli
from auditor.core.checks import BY_ID, CATALOGUE
from auditor.core.events import Game
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.results import NOTE
from auditor.core.rulesets import choose
from auditor.core.sources import InputItem
from auditor.mutation.faults import FAULTS
from auditor.mutation.mutate import (
    EXPECTED_FILE,
    RECORDS_ONLY,
    LegalLogs,
    LegalSource,
    mutants,
    mutation,
    write_mutants,
)
from auditor.testing.simulate import games

COPIES = 2
"""Copies that each fault is put into."""

NO_KAN = str(TESTS / "rulesets" / "no-kan-after-riichi.toml")
SOURCES = [
    ("mjlog", "tenhou"), ("mjai", "tenhou"), ("tenhou6", "tenhou"), ("majiang", "tenhou"), ("mjlog", "ema-2012"),
    ("mjai", "ema-2012"), ("mjlog", NO_KAN), ("mjai", "wrc"), ("tenhou6", "wrc"), ("majiang", "wrc"),
]  # fmt: skip
"""Formats and rulesets of the games that are tried, one after the other, until they have places for a fault."""


ELSEWHERE = (*RECORDS_ONLY, "majiang")
"""Formats whose own tests put in the faults of their records."""


@pytest.mark.parametrize("name", sorted([name for name, fault in FAULTS.items() if fault.format not in ELSEWHERE]))
def test_a_fault_is_told_once_and_a_legal_twin_is_not(name: str) -> None:
    fault = FAULTS[name]
    found = 0
    for format, rules in [(fault.format, "auto")] if fault.format else SOURCES:
        for made, legal in copies(fault, recorded(format) if fault.format else pool(format, rules), format):
            assert_told(fault, made, legal.rules, f"{format} {rules}")
            found += 1
            if found == COPIES:
                return
        if found:
            return
    assert found, "no game has a place for this fault"


@pytest.mark.parametrize("target", ["mjai", "tenhou6", "majiang"])
def test_a_fault_is_told_in_other_formats_too(target: str) -> None:
    """Where they can tell it; at which event depends on where a format has its indicators."""
    converted = 0
    for place, fault in enumerate(FAULTS.values()):
        for legal in pool()[place % 10 :: 10]:
            made = mutation(fault, legal, Random(fault.name), target)
            if made is not None:
                found = [one[:3] for one in told(made.game, legal.rules)]
                assert found == [one[:3] for one in due(fault, made)], fault.name
                converted += 1
    assert converted >= 50


@pytest.mark.parametrize("name", ["honba-unpaid", "payment-off", "noten-payment-off"])
def test_the_points_of_three_players_are_those_of_their_ruleset(name: str) -> None:
    made = list(copies(FAULTS[name], pool("tenhou6", "tenhou-sanma"), "tenhou6"))[:2]
    assert made
    for copy, legal in made:
        assert told(copy.game, legal.rules) == due(FAULTS[name], copy)


def test_a_check_that_the_rules_switch_off_has_no_faults() -> None:
    (legal, *_) = pool()
    off = LegalSource(legal.game, msgspec.structs.replace(legal.rules, off=("win/value",)))
    assert mutation(FAULTS["fu-off"], legal, Random(1), "mjlog") is not None
    assert mutation(FAULTS["fu-off"], off, Random(1), "mjlog") is None


# ---- the registry


def test_every_check_has_a_fault() -> None:
    faults = {fault.check for fault in FAULTS.values() if fault.check is not None}
    assert faults == {check.id for check in CATALOGUE if check.severity != NOTE}
    assert len([fault for fault in FAULTS.values() if fault.check]) >= 55


def test_faults_say_what_they_put() -> None:
    for fault in FAULTS.values():
        assert fault.point.endswith("."), fault.name
        assert "\n" not in fault.point, fault.name
        assert all([check in BY_ID for check in (*fault.near, *fault.checks) if check is not None]), fault.name
        assert (fault.check is None) == bool(fault.near), fault.name


@pytest.mark.parametrize(
    "family", ["call", "draw", "furiten", "game", "pay", "riichi", "server", "stick", "tiles", "turn", "wall", "win"]
)
def test_a_family_of_checks_has_a_legal_twin(family: str) -> None:
    near = {check.partition("/")[0] for fault in FAULTS.values() for check in fault.near}
    assert family in near


# ---- which copies are made


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    for number, log in enumerate(games(6)):
        (folder / f"{number}.mjlog").write_bytes(log)
    return folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["mutate", *arguments])


NAMES = "deposit-dropped,fu-off,riichi-that-may-be-declared,open-riichi-that-the-rules-do-not-know"


def written(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir())}


def test_the_command_writes_logs_and_what_is_expected(logs: Path, tmp_path: Path) -> None:
    result = run(str(logs), "-o", str(tmp_path / "out"), "--faults", NAMES, "--each", "3")
    assert result.exit_code == 0, result.output
    assert "no log has a place for: open-riichi-that-the-rules-do-not-know" in result.stderr
    assert "9 logs of 3 kinds written to" in result.stderr
    found = written(tmp_path / "out")
    lines = [json.loads(line) for line in found.pop(EXPECTED_FILE).splitlines()]
    assert [line["file"] for line in lines] == sorted(found)
    assert Counter([line["fault"] for line in lines]) == dict.fromkeys(NAMES.split(",")[:3], 3)
    assert [[*line] for line in lines] == [["file", "fault", "check", "hand", "seat", "event", "rules"]] * 9
    for line in lines:
        (game,) = read(found[line["file"]].encode(), line["file"])
        assert isinstance(game, Game)
        place = (line["check"], line["hand"], line["seat"], line["event"])
        assert told(game, choose(line["rules"], game)[0]) == ([place] if line["check"] else [])


def test_a_log_without_hands_is_left_out(logs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    copytree(logs, folder)
    (folder / "no-hand.mjson").write_text(
        '{"type":"start_game","names":["A","B","C","D"]}\n{"type":"end_game"}\n', "utf-8"
    )
    result = run(str(folder), "-o", str(tmp_path / "out"), "--faults", NAMES, "--each", "3")
    assert result.exit_code == 0, result.output
    assert "it holds no hand" in result.stderr
    assert "9 logs of 3 kinds written to" in result.stderr


def test_copies_depend_on_logs_and_seed_alone(logs: Path, tmp_path: Path) -> None:
    def made(*arguments: str) -> dict[str, str]:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        assert run(*arguments, "-o", str(folder), "--faults", NAMES, "--each", "2").exit_code == 0
        return written(folder)

    files = [str(path) for path in sorted(logs.iterdir())]
    renamed = tmp_path / "renamed"
    renamed.mkdir()
    for number, path in enumerate(reversed(files)):
        (renamed / f"{number}.log").write_bytes(Path(path).read_bytes())
    first = made(str(logs))
    assert made(*reversed(files), files[0]) == first
    assert made(str(renamed)) == first
    assert made(str(logs), "--seed", "2") != first


def test_logs_already_processed_are_released(logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive may hold millions."""
    alive = WeakSet[InputItem]()
    held: list[int] = []

    def inputs(paths: list[str]) -> Iterator[InputItem]:
        for path in sorted(Path(paths[0]).iterdir()):
            item = InputItem(path.name, "", path.read_bytes())
            alive.add(item)
            held.append(len(alive))
            yield item

    monkeypatch.setattr("auditor.mutation.mutate.open_sources", inputs)
    names = ["deposit-dropped", "fu-off"]
    made = write_mutants(LegalLogs([str(logs)], "auto", None), str(tmp_path), names, 4, 1)
    assert {fault.name: count for fault, count in made} == dict.fromkeys(names, 4)
    assert len(held) == 6
    assert max(held) <= 3


def test_the_copies_are_those_of_the_first_logs_of_an_order(logs: Path) -> None:
    """One that takes the place of another names it, and what is left comes first in the order of the keys."""
    real, fault = LegalLogs([str(logs)], "auto", None), FAULTS["fu-off"]
    every = sorted([copy.key for copy in mutants(real, [fault], 100, 1)])
    left: set[str] = set()
    for copy in mutants(real, [fault], 2, 1):
        left.add(copy.key)
        left.discard(copy.instead_of or "")
    assert len(every) == 6
    assert sorted(left) == every[:2]


@pytest.mark.parametrize("format", ["mjai", "majiang"])
def test_rules_that_a_log_does_not_name_are_named_to_judge_its_copies(format: str, tmp_path: Path) -> None:
    """By assumed rules what other tables play is a note; by the ruleset itself, which is named, it is a fault."""
    faults = ["riichi-of-a-seat-that-cannot-pay", "start-with-other-points"]
    rules = "tenhou" if format == "mjai" else "majiang"
    for number, legal in enumerate(pool(format, rules)[:4]):
        text, _ = legal.written(format) or ("", legal.game)
        if format == "majiang":
            text = json.dumps(json.loads(text) | {"title": "no room of Tenhou's"})
        (tmp_path / f"{number}.json").write_text(text, "utf-8")
    out = tmp_path / "out"
    assert run(str(tmp_path), "-o", str(out), "--faults", ",".join(faults), "--each", "2").exit_code == 0
    lines = [json.loads(line) for line in (out / EXPECTED_FILE).read_text("utf-8").splitlines()]
    assert "start-with-other-points" in {line["fault"] for line in lines}
    assert {line["rules"] for line in lines} == {rules}
    for line in lines:
        (game,) = read((out / line["file"]).read_bytes(), line["file"])
        assert isinstance(game, Game)
        place = (line["check"], line["hand"], line["seat"], line["event"])
        assert told(game, choose(rules, game)[0]) == [place]


def test_a_game_that_fits_no_assumed_ruleset_is_judged_by_what_auto_makes_of_it(tmp_path: Path) -> None:
    written = pool("majiang", "wrc")[0].written("majiang")
    assert written is not None
    log = json.loads(written[0]) | {"title": "no room of Tenhou's"}
    (tmp_path / "log.json").write_text(json.dumps(log), "utf-8")
    real = LegalLogs([str(tmp_path)], "auto", None)
    (copy,) = mutants(real, [FAULTS["tile-of-another-discarded"]], 1, 1)
    assert copy.made.rules == "auto"


def test_logs_that_are_not_legal_are_left_out(logs: Path, tmp_path: Path) -> None:
    fires = FIXTURES / "stick" / "deposit" / "fires.mjlog"
    result = run(
        str(fires), str(logs / "0.mjlog"), str(tmp_path / "none"), "-o", str(tmp_path / "out"), "--faults", "fu-off"
    )
    assert f"{fires}: left out: it has faults of its own: stick/deposit" in result.stderr
    assert "none: left out: cannot be read" in result.stderr
    assert "1 log of 1 kind" in result.stderr


def test_another_format_is_written(logs: Path, tmp_path: Path) -> None:
    result = run(
        str(logs), "-o", str(tmp_path), "--faults", "chi-of-tiles-that-are-no-run", "--each", "1", "--to", "mjai"
    )
    assert "1 log of 1 kind" in result.stderr, result.output
    assert sorted(written(tmp_path)) == ["chi-of-tiles-that-are-no-run-1.mjson", EXPECTED_FILE]


def test_wrong_usage(logs: Path, tmp_path: Path) -> None:
    result = run(str(logs), "-o", str(tmp_path), "--faults", "deposit-droped")
    assert (result.exit_code, "did you mean deposit-dropped" in result.stderr) == (2, True)
    assert run(str(logs), "-o", str(tmp_path), "--rules", "nowhere").exit_code == 2


def test_the_list_of_faults() -> None:
    lines = run("--list").stdout.splitlines()
    assert sum([line.startswith("legal twin") for line in lines]) == sum([bool(one.near) for one in FAULTS.values()])
    assert {line.split()[-1] for line in lines[::2]} == set(FAULTS)


@pytest.mark.parametrize("format", RECORDS_ONLY)
def test_logs_of_servers_have_faults_in_their_records(format: str, tmp_path: Path) -> None:
    (log, *_) = [legal.recorded.text() for legal in recorded(format) if legal.recorded is not None]
    (tmp_path / "log.json").write_text(log, "utf-8")
    names = [name for name, fault in FAULTS.items() if fault.format == format]
    result = run(str(tmp_path), "-o", str(tmp_path / "out"), "--each", "1")
    assert result.exit_code == 0, result.output
    lines = [json.loads(line) for line in written(tmp_path / "out")[EXPECTED_FILE].splitlines()]
    assert {line["fault"] for line in lines} <= set(names)
    assert len(lines) > len(names) // 2
    for line in lines:
        (game,) = read((tmp_path / "out" / line["file"]).read_bytes(), line["file"])
        assert isinstance(game, Game)
        check, found = line["check"], told(game, choose("auto", game)[0])
        if isinstance(check, list):
            assert [one[:2] for one in found] in [[] if one is None else [(one, line["hand"])] for one in check]
            assert line["seat"] is line["event"] is None
        else:
            assert found == ([(check, line["hand"], line["seat"], line["event"])] if check else []), line["fault"]


# ---- real logs


@pytest.mark.parametrize("format", [*FORMAT_BY_NAME])
@pytest.mark.slow
def test_faults_in_real_logs(corpus: Path, format: str) -> None:
    folders = {"mjai": ["mjai", "riichienv"], "majsoul": ["majsoul/native-bin", "majsoul/native-json"]}.get(
        format, [format]
    )
    paths = [path for folder in folders for path in sorted((corpus / folder).rglob("*")) if path.is_file()]
    if not paths:
        pytest.skip(f"the corpus has no logs of {format}")
    real = LegalLogs([str(path) for path in paths[:: {"mjlog": 12, "majsoul": 1}.get(format, 3)]], "auto", None)
    made = set()
    of_events = [fault for fault in FAULTS.values() if not fault.format]
    chosen = [fault for fault in FAULTS.values() if fault.format == format] + of_events[::4]
    for copy in mutants(real, chosen, 1, 1):
        rules = choose(copy.made.rules, copy.made.game, copy.item.path, copy.item.member)[0]
        assert_told(copy.fault, copy.made, rules, f"{copy.fault.name} in {copy.item.path}")
        made.add(copy.fault.name)
    assert len(made) > 12
