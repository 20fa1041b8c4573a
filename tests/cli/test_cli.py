"""The command line: exit codes, what goes to which stream, and each output format against a golden file."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from support.cli_calls import environment, invoke
from support.goldens import assert_golden
from support.made_games import MadeGame
from support.paths import FIXTURES
from support.small_logs import tiny_log

from auditor import cli
from auditor.cli.options import OUTPUT_FORMATS, QUERY_INTERRUPTED
from auditor.core.audit import worker
from auditor.core.audit.game import Audit
from auditor.core.checks import CATALOGUE
from auditor.core.errors import Problem
from auditor.core.events import Game
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.settings import value_text
from auditor.core.store.database import Store
from auditor.core.table.table import ReplayObserver
from auditor.output.writers import REPORTED_KEYS

FIRST = "2020010203gm-00a9-0000-00000001"


def clean_game() -> MadeGame:
    made = MadeGame("")
    made.hand().exhaustive_draw()
    return made


def faulty_game() -> MadeGame:
    """A finding of each severity, with and without a seat."""
    made = MadeGame(FIRST)
    made.hand().turn(0)
    made.hand(honba=1).turn(1)
    made.finds("riichi/kan-waits", "violation", hand=1, event=1, seat=2)
    made.finds("stick/carry", "mismatch", hand=0, event=0, seat=None)
    made.finds("note/furiten-riichi", "note", hand=0, event=1, seat=0)
    return made


def noted_game() -> MadeGame:
    made = MadeGame("")
    made.hand().turn(0)
    made.finds("note/passed-win", "note")
    return made


def stopped_game() -> MadeGame:
    made = MadeGame("")
    made.hand().turn(0)
    made.records[0].stopped_at = 1
    return made


MADE = {b"clean": clean_game, b"faulty": faulty_game, b"noted": noted_game, b"stopped": stopped_game}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, where a file that holds a word of MADE is read as that game."""
    made: dict[int, MadeGame] = {}

    def read(data: bytes, name: str) -> Iterator[Game | Problem]:
        for word in data.split():
            if word not in MADE:
                yield Problem("word 1", f"expected a game, not {word.decode()}")
                continue
            one = MADE[word]()
            made[id(one.game)] = one
            yield one.game

    def audit_game(game: Game, ruleset: Ruleset, *, watch: ReplayObserver | None = None) -> Audit:
        one = made[id(game)]
        return Audit(game, ruleset, one.findings, one.records, [])

    monkeypatch.setattr(worker, "read", read)
    monkeypatch.setattr(worker, "audit_game", audit_game)
    monkeypatch.chdir(tmp_path)
    for word in MADE:
        (tmp_path / f"{word.decode()}.xml").write_bytes(word)
    (tmp_path / "mixed.xml").write_bytes(b"clean nonsense faulty")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["clean.xml"], 0),
        (["faulty.xml"], 1),
        (["noted.xml"], 0),
        (["noted.xml", "--fail-on", "note"], 1),
        (["faulty.xml", "--fail-on", "never"], 0),
        (["faulty.xml", "--select", "stick"], 1),
        (["faulty.xml", "--select", "stick/*", "--fail-on", "violation"], 0),
        (["faulty.xml", "--ignore", "stick/carry,riichi/*"], 0),
        (["faulty.xml", "--ignore", "stick/carry", "--fail-on", "violation"], 1),
        (["mixed.xml"], 3),
        (["mixed.xml", "--fail-on", "never"], 3),
        (["no-such-file.xml", "clean.xml"], 3),
        ([], 2),
        (["clean.xml", "--select", "riichi/kan-wait"], 2),
        (["clean.xml", "--ignore", "nothing"], 2),
        (["clean.xml", "--rules", "no-such-rules"], 2),
        (["clean.xml", "--format", "xml"], 2),
        (["clean.xml", "--jobs", "0"], 2),
        (["clean.xml", "--db", "no/such/folder.duckdb"], 2),
        (["clean.xml", "--db", "clean.xml"], 2),
    ],
)
@pytest.mark.usefixtures("folder")
def test_exit_codes(arguments: list[str], code: int) -> None:
    assert invoke("audit", *arguments).exit_code == code


@pytest.mark.parametrize("format", ["text", "jsonl", "json", "sarif"])
@pytest.mark.usefixtures("folder")
def test_findings_in_each_format(format: str) -> None:
    result = invoke("audit", "clean.xml", "mixed.xml", "noted.xml", "--format", format, "--notes")
    assert_golden(f"audit.{format}", without_catalogue(result.stdout))


def without_catalogue(text: str) -> str:
    """The text, free of what changes with the program's version and its checks."""
    text = re.sub(r'"version": "0[^"]*", "rules": .*', '"version": "VERSION", "rules": RULES', text)
    return re.sub(r'"ruleIndex": \d+', '"ruleIndex": INDEX', text)


@pytest.mark.usefixtures("folder")
def test_the_rest_goes_to_standard_error() -> None:
    result = invoke("audit", "clean.xml", "mixed.xml", "no-such-file.xml", "noted.xml")
    assert_golden("audit.stderr", re.sub(r"in \d+\.\d s", "in SECONDS s", result.stderr))


def test_text_tells_a_log_without_an_id_by_its_path(folder: Path) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "noted.xml").write_bytes(b"noted")
    text = invoke("audit", "deep", "--notes").stdout
    assert text.startswith(f"{Path('deep', 'noted.xml')} E1-0 turn 1 seat 0 (Aoi):")


@pytest.mark.usefixtures("folder")
def test_each_line_of_jsonl_has_the_promised_keys_in_order() -> None:
    lines = invoke("audit", "faulty.xml", "--format", "jsonl", "--notes").stdout.splitlines()
    assert [list(json.loads(line)) for line in lines] == [list(REPORTED_KEYS)] * 3


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("output", OUTPUT_FORMATS)
def test_notes_are_shown_where_they_are_asked_for_in_every_format(output: str) -> None:
    shown = invoke("audit", "mixed.xml", "--format", output, "--notes").stdout
    quiet = without_catalogue(invoke("audit", "mixed.xml", "--format", output).stdout)
    assert "note/furiten-riichi" in shown
    assert "riichi/kan-waits" in quiet
    assert "note/furiten-riichi" not in quiet


@pytest.mark.usefixtures("folder")
def test_sarif_refers_to_rules_that_it_declares() -> None:
    (run,) = json.loads(invoke("audit", "mixed.xml", "--format", "sarif", "--notes").stdout)["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [
        "riichi/kan-waits", "stick/carry", "note/furiten-riichi",
    ]  # fmt: skip
    assert [result["level"] for result in run["results"]] == ["error", "warning", "note"]
    assert not [rule for rule in rules if "helpUri" in rule]  # until the pages have an address
    assert len(run["invocations"][0]["toolExecutionNotifications"]) == 1


@pytest.mark.parametrize(
    ("arguments", "is_shown"),
    [([], False), (["--notes"], True), (["--fail-on", "note"], True), (["--select", "note/passed-win"], True)],
)
@pytest.mark.usefixtures("folder")
def test_notes_are_shown_in_text_where_they_are_asked_for(arguments: list[str], is_shown: bool) -> None:
    result = invoke("audit", "noted.xml", *arguments)
    assert ("note/passed-win" in result.stdout) is is_shown
    assert "1 note" in result.stderr


@pytest.mark.usefixtures("folder")
def test_a_second_audit_into_the_same_database_says_and_fails_alike() -> None:
    first = invoke("audit", "faulty.xml", "clean.xml", "--db", "x.duckdb")
    second = invoke("audit", "faulty.xml", "clean.xml", "--db", "x.duckdb")
    assert (first.exit_code, first.stdout) == (second.exit_code, second.stdout)
    assert "2 inputs known from before" in second.stderr


@pytest.mark.usefixtures("folder")
def test_a_game_that_was_not_wholly_checked_is_not_called_clean() -> None:
    for _ in ("fresh", "stored"):
        result = invoke("audit", "clean.xml", "stopped.xml", "--db", "x.duckdb")
        assert "\nno faults in 2 games; 1 was read or checked only in part\n" in result.stderr


@pytest.mark.usefixtures("folder")
def test_a_database_takes_the_findings_of_all_checks() -> None:
    invoke("audit", "faulty.xml", "--db", "x.duckdb", "--select", "stick/carry")
    result = invoke("query", "findings", "--db", "x.duckdb", "--format", "csv")
    assert [line.split(",")[1] for line in result.stdout.splitlines()] == [
        "check", "riichi/kan-waits", "stick/carry", "note/furiten-riichi",
    ]  # fmt: skip


def test_a_real_log_from_standard_input() -> None:
    result = invoke("audit", "-", input=tiny_log())
    assert (result.exit_code, result.stdout) == (0, "")
    assert "1 input, 1 game, 1 hand" in result.stderr


def test_the_list_of_queries() -> None:
    assert_golden("query.txt", invoke("query").stdout)


@pytest.mark.parametrize("options", [[], ["--show"], ["--show", "--db", "games.duckdb"]])
def test_a_query_in_full(options: list[str]) -> None:
    assert_golden("query-deal-in-rate.txt", invoke("query", "deal-in-rate", *options).stdout)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["problems", "--param", "seat=1"], "problems has no parameter 'seat'; it has: none."),
        (["riichi-by-seat-and-turn", "--param", "seat=x"], "expected a value of type INTEGER"),
        (["--sql", "SELEC 1"], "syntax error"),
    ],
)
def test_a_query_that_fails_says_why(arguments: list[str], message: str) -> None:
    invoke("audit", "clean.xml", "--db", "x.duckdb")
    result = invoke("query", "--db", "x.duckdb", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("format", "expected"),
    [
        ("csv", "name,seat\n千鶴,2\n"),
        ("json", '[\n{"name": "千鶴", "seat": 2}\n]\n'),
        ("table", "name  seat\n----  ----\n千鶴     2\n(1 row)\n"),
    ],
)
def test_sql_of_ones_own(format: str, expected: str) -> None:
    invoke("audit", "clean.xml", "--db", "x.duckdb")
    sql = "SELECT name, seat FROM seats WHERE seat = 2"
    assert invoke("query", "--db", "x.duckdb", "--sql", sql, "--format", format).stdout == expected
    for sql, message in (
        ("", "one statement, not 0"),
        ("-- none", "not 0"),
        ("SELECT 1; SELECT 2", "one statement, not 2"),
        ("SELECT INTERVAL 1000000000 DAYS", "failed"),
    ):
        refused = invoke("query", "--db", "x.duckdb", "--sql", sql, "--format", format)
        assert (refused.exit_code, message in refused.stderr) == (2, True)


def test_the_list_of_checks_holds_every_check_once() -> None:
    lines = [line.split() for line in invoke("checks").stdout.splitlines() if line.startswith("  ")]
    assert sorted(line[0] for line in lines) == sorted(check.id for check in CATALOGUE)
    assert {line[0]: line[1] for line in lines} == {check.id: check.severity for check in CATALOGUE}


def test_what_checks_rely_on_and_put_in_doubt() -> None:
    assert_golden("checks-doubt.txt", invoke("checks", "--doubt").stdout)


def test_the_doubt_of_one_family_or_check() -> None:
    whole = invoke("checks", "--doubt").stdout.splitlines()
    family = [line.split() for line in invoke("checks", "win", "--doubt").stdout.splitlines()]
    assert [line for line in family if line and line[0].startswith("win/")] == [
        line.split() for line in whole if line.startswith("win/")
    ]
    assert "\nwin/multiple  " in invoke("checks", "win/multiple", "--doubt").stdout


def test_a_check_in_full() -> None:
    text = invoke("checks", "riichi/kan-waits").stdout
    assert text.startswith("riichi/kan-waits  (violation)\n")
    assert "\nwhy\n" in text
    assert "\nsources\n" in text


def test_a_ruleset_in_full() -> None:
    text = invoke("rulesets", "ema-2012").stdout
    assert "[riichi]\n" in text
    assert 'kan = "interpretations"\n' in text


def test_a_setting_is_written_as_toml_has_it() -> None:
    values: list[object] = [None, True, 3, "x", ("a", 1)]
    assert [value_text(value) for value in values] == ['"none"', "true", "3", '"x"', '["a", 1]']


@pytest.mark.parametrize(
    ("size", "told"),
    [
        ("100", "larger than 100 bytes; not read"),
        ("1k", ""),
        ("2MB", ""),
        ("0", "'0' is not a size; give bytes, or a number with K, M or G, such as 256M"),
        ("1T", "'1T' is not a size; give bytes, or a number with K, M or G, such as 256M"),
        ("", "'' is not a size; give bytes, or a number with K, M or G, such as 256M"),
    ],
)
def test_sizes_with_units(tmp_path: Path, size: str, told: str) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"x" * 101)
    result = invoke("audit", str(path), "--max-size", size)
    assert told in result.stderr
    assert ("larger" in result.stderr or "is not a size" in result.stderr) == bool(told)


@pytest.mark.usefixtures("folder")
def test_a_database_in_use_is_told_as_such() -> None:
    for name in ("x.duckdb", "lock"):
        with Store(name, "auto", "1"):
            command = [sys.executable, "-m", "auditor", "audit", "clean.xml", "--db", name]
            result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment())
        assert result.returncode == 2
        assert f"{name}: another process has it open" in result.stderr


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["clock.duckdb", "permission denied.duckdb", "lock"])
def test_a_file_that_is_no_database_is_told_as_such_whatever_its_name(name: str) -> None:
    Path(name).write_text("no database" * 1000, "utf-8")
    assert f"{name}: is not a DuckDB file" in invoke("audit", "clean.xml", "--db", name).stderr
    refused = invoke("merge", name, "--db", "y.duckdb")
    assert "cannot be read" in refused.stderr
    assert "another process" not in refused.stderr


@pytest.mark.parametrize("error", [click.Abort(), RuntimeError(QUERY_INTERRUPTED)])
def test_ctrl_c_is_told_in_a_sentence(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(**_: object) -> None:
        raise error

    monkeypatch.setattr(cli.cli, "main", interrupted)
    with pytest.raises(SystemExit) as raised:
        cli.main()
    assert raised.value.code == 130
    assert capsys.readouterr().err == "Interrupted.\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a pipe that closes early")
@pytest.mark.parametrize("arguments", [["checks"], ["audit", "fires.mjlog", "--format", "json", "--fail-on", "never"]])
def test_a_reader_that_goes_away_is_no_crash(arguments: list[str]) -> None:
    """It is neither a finding: the exit code is the one of a program that SIGPIPE ended."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "auditor", *arguments]
    folder = FIXTURES / "riichi" / "noten"
    result = subprocess.run(
        command, stdout=write, stderr=subprocess.PIPE, text=True, check=False, env=environment(), cwd=folder
    )
    os.close(write)
    assert result.returncode == 141
    assert "Traceback" not in result.stderr
    assert "Exception" not in result.stderr


@pytest.mark.usefixtures("folder")
def test_the_database_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUDITOR_DB", "x.duckdb")
    assert invoke("audit", "clean.xml").exit_code == 0
    assert invoke("query", "--sql", "SELECT count(*) AS games FROM games", "--format", "csv").stdout == "games\n1\n"
    assert invoke("export", "-o", "tables").exit_code == 0
    merged = invoke("merge", "x.duckdb", "--db", "y.duckdb")
    assert "x.duckdb: 1 game taken over" in merged.stderr, "the option stands above the environment"
    same = invoke("merge", "./y.duckdb", "--db", "y.duckdb")
    assert (same.exit_code, "is the database that the others are copied into" in same.stderr) == (2, True)
    monkeypatch.setenv("AUDITOR_DB", "")
    assert "Missing option '--db'" in invoke("merge", "x.duckdb").stderr
