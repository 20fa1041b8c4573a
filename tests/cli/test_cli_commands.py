"""The commands: each is listed, documented and quick to import, and wrong usage gets a clear message."""

import json
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import BashComplete
from support.cli_calls import environment, invoke
from support.goldens import assert_golden
from support.paths import FIXTURES

from auditor import api, cli
from auditor.cli.commands import audit, query, report, show
from auditor.cli.menu import MENU
from auditor.cli.options import AuditOptions
from auditor.core.store.selection import GameFilter
from auditor.page.standings import summarize_game

COMMANDS = [name for commands in MENU.values() for name in commands]


@pytest.mark.parametrize("command", [[], *[[name] for name in COMMANDS if name != "convert"]])
def test_the_help(command: list[str]) -> None:  # that of convert lists the formats
    assert_golden(f"help{'-'.join(['', *command])}.txt", invoke(*command, "--help").output)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["query", "deal-in"], "there is no query 'deal-in'; did you mean deal-in-rate"),
        (["query", "deal-in-rate", "--db", "none.duckdb"], "none.duckdb: there is no such file; make it with"),
        (["query", "--sql", "SELECT 1"], "name the database with --db FILE"),
        (["query", "findings", "--param", "x"], "expected NAME=VALUE"),
        (["query", "findings", "--sql", "SELECT 1"], "not both"),
        (["query", "--show"], "--show goes with the name of a query alone"),
        (["checks", "riichi/kan-wait"], "did you mean riichi/kan-waits"),
        (["rulesets", "tenho"], "there is no ruleset 'tenho'"),
        (["audit", "x", "--select", "riichi/kan-wait"], "--select: there is no check 'riichi/kan-wait'; did you mean"),
        (["audit", "x", "--rules", "nothing"], "--rules: there is no ruleset 'nothing'"),
    ],
)
def test_wrong_usage_says_what_to_do(arguments: list[str], message: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_the_number_of_players_selects_games(tmp_path: Path) -> None:
    """As an option and in Python; a query that counts games of four by default says that it leaves the others out."""
    database = str(tmp_path / "games.duckdb")
    three = FIXTURES / "game/end/tenhou-sanma-extension-dealer-stays.mjlog"
    invoke("audit", FIXTURES / "evening/round-1-table-1.mjlog", three, "--db", database)
    for name in ("known-basics", "known-yaku"):
        told = invoke("query", name, "--db", database).stdout.splitlines()[0]
        assert told == "Counted: 1 game of 4 (9 hands); left out: 1 game of 3"
        refused = invoke("query", name, "--db", database, "--players", "3")
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert f"{name} counts games of four players alone" in refused.stderr
    for name in ("placements-by-player", "wins-by-turn"):
        told = invoke("query", name, "--db", database).stdout.splitlines()[0]
        assert told == "Counted: 1 game of 4 (9 hands); left out: 1 game of 3 (--players 3)"
        narrowed = invoke("query", name, "--db", database, "--players", "3", "--format", "json")
        assert narrowed.stderr.startswith("Counted: 1 game of 3 (")
        given = api.query(name, database, players=3)
        assert given.counted.startswith("1 game of 3 (")
        assert given.rows == api.query(name, database, selection=GameFilter(players=3)).rows
        assert len(given.rows) == len(json.loads(narrowed.stdout))


def test_a_name_narrows_an_audit_as_it_does_a_query(tmp_path: Path) -> None:
    database = str(tmp_path / "games.duckdb")
    logs = FIXTURES / "evening"
    whole = invoke("audit", logs, "--db", database)
    told = invoke("audit", logs, "--name", "inês ferreira", "--notes", "--format", "json")
    summary = json.loads(told.stdout)["summary"]
    counted = invoke("query", "findings", "--db", database, "--name", "inês ferreira", "--format", "json")
    assert counted.stderr.startswith(f"Counted: {summary['games']} games of 4 ({summary['hands']} hands)")
    names = [name for row in json.loads(counted.stdout) for name in row["names"]]
    assert sorted(names) == sorted([one["short_name"] for one in json.loads(told.stdout)["findings"]])
    assert (whole.exit_code, told.exit_code, len(names)) == (1, 1, 2)
    assert "--name: no game has a player named nobody." in invoke("audit", logs, "--name", "Nobody").stderr
    refused = invoke("audit", logs, "--name", "Nobody", "--baseline", "x", "--update-baseline")
    assert "--name is for the games of a run" in refused.stderr


def test_a_shell_is_offered_commands_and_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = str(tmp_path / "games.duckdb")
    invoke("audit", FIXTURES / "evening/round-1-table-1.mjlog", "--db", database)
    monkeypatch.setenv("_AUDITOR_COMPLETE", "bash_complete")
    shell = BashComplete(cli.cli, {}, "auditor", "_AUDITOR_COMPLETE")
    for line, typed, offered in (
        ("", "qu", "query"),
        ("audit", "--sta", "--statistics"),
        ("audit x --rules", "ema-20", "ema-2012"),
        ("audit x --select", "pay/win,riichi/kan-w", "pay/win,riichi/kan-waits"),
        ("query", "player-am", "player-amae-koromo"),
        ("checks", "furiten/d", "furiten/discard"),
        (f"query wins-by-turn --db {database} --name", "claire", "Claire Dubois"),
        ("audit", "logs/a", "file logs/a"),  # the shell completes what is no name
        ("audit x --rules", "our-cl", "file our-cl"),
        ("report --db", "gam", "file gam"),
    ):
        assert offered in [one.value if one.type == "plain" else f"{one.type} {one.value}"
                           for one in shell.get_completions(line.split(), typed)], line  # fmt: skip
    assert not shell.get_completions(["audit", "--select"], "x")
    monkeypatch.delenv("_AUDITOR_COMPLETE")
    for name, mended in (("bash", "read -r type"), ("zsh", "-U -P "), ("fish", "--max 1 ")):
        script = invoke("completion", name).stdout
        assert "_AUDITOR_COMPLETE=" in script
        assert mended in script
    names = ("a:b c", "back\\slash", "Smith, John", "$(false)")
    offers = "\n".join([f"plain,{name}" for name in names])
    (tmp_path / "auditor").write_text(f"#!/bin/sh\ncat <<'END'\n{offers}\nEND\n", "utf-8")
    (tmp_path / "auditor").chmod(0o755)
    asked = 'COMP_WORDS=(auditor "$0"); COMP_CWORD=1; _auditor_completion auditor; printf "%s\\n" "${COMPREPLY[@]}"'
    source = invoke("completion", "bash").stdout
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    for typed, shown in (
        ("", ["a:b\\ c", "back\\\\slash", "Smith\\,\\ John", "\\$\\(false\\)"]),
        ('"', ["a:b c", "back\\\\slash", "Smith, John", "\\$\\(false\\)"]),
    ):
        done = subprocess.run(["bash", "-c", source + asked, typed], check=False, capture_output=True, text=True)
        assert done.stdout.splitlines() == shown


def test_the_version() -> None:
    assert re.fullmatch(r"auditor \d+\.\d+\.\d+\S* \((compiled|plain Python)\)\n", invoke("--version").output)


HEAVY = ("duckdb", "pyarrow", "lxml", "msgspec", "rich")


@pytest.mark.parametrize("arguments", [[], ["audit"], ["query"], ["cut"], ["convert"]])
def test_help_needs_none_of_the_heavy_libraries(arguments: list[str]) -> None:
    """That of convert lists the formats, whose problems are structs of msgspec."""
    heavy = [name for name in HEAVY if arguments != ["convert"] or name != "msgspec"]
    code = (
        "import sys, auditor.cli\n"
        "from click.testing import CliRunner\n"
        f"print(CliRunner().invoke(auditor.cli.cli, {[*arguments, '--help']}).exit_code)\n"
        f"print([name for name in {heavy} if name in sys.modules])\n"
        "print(len([name for name in sys.modules if name.startswith('auditor.cli.commands.')]))"
    )
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    assert result.stdout == f"0\n[]\n{len(arguments)}\n"


UNUSED = (
    "duckdb", "pyarrow", "lxml", "rich", "google.protobuf", "concurrent.futures.process", "multiprocessing",
    "importlib.metadata", "importlib.resources", "auditor.formats.mjlog.writer", "auditor.formats.mjai.reader",
    "auditor.formats.majsoul.reader", "auditor.core.store",
)  # fmt: skip
"""What costs time to load, and an audit of one log without faults has no use for."""


def test_an_audit_of_one_log_loads_nothing_that_it_does_not_use(tmp_path: Path) -> None:
    log = tmp_path / "plain.mjlog"
    fixture = FIXTURES / "riichi" / "kan-waits" / "silent.mjlog"
    log.write_text(re.sub("<!--.*?-->", "", fixture.read_text("utf-8"), flags=re.DOTALL), "utf-8")
    code = (
        "import atexit, sys, auditor.cli\n"
        f"atexit.register(lambda: print([name for name in {UNUSED} if name in sys.modules]))\n"
        f"auditor.cli.cli(['audit', {str(log)!r}])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    assert result.stdout.endswith("[]\n")


def test_what_a_worker_of_a_report_loads_draws_nothing() -> None:
    code = (
        "import sys, auditor.page.standings\n"
        "heavy = ('wcwidth', 'auditor.output.tables', 'auditor.page.board.svg')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    assert result.stdout == "[]\n"
    assert summarize_game.__module__ == "auditor.page.standings"  # what workers are told to call


def test_the_module_runs_as_a_program_and_reports_wrong_usage() -> None:
    command = [sys.executable, "-m", "auditor", "audit"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment())
    assert result.returncode == 2
    assert "Missing argument 'PATH...'" in result.stderr
    assert "Traceback" not in result.stderr


def test_the_menu_lists_each_command_of_each_module_once() -> None:
    modules = [path.stem for path in (Path(cli.__file__).parent / "commands").glob("[!_]*.py")]
    members = {module: vars(import_module(f"auditor.cli.commands.{module}")) for module in modules}
    written = [
        (module, name)
        for module, named in members.items()
        for name, value in named.items()
        if isinstance(value, click.Command) and value.name == name and name not in ("compact", "check")  # those of lake
    ]
    listed = [(entry.module, name) for commands in MENU.values() for name, entry in commands.items()]
    assert sorted(listed) == sorted(written)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_found_by_its_name(name: str) -> None:
    context = click.Context(cli.cli)
    command = cli.cli.get_command(context, name)
    assert isinstance(command, click.Command)
    assert command.name == name
    assert command.callback is not None
    assert f"auditor {name} " in (command.help or ""), f"its docstring has no example: auditor {name} ..."


def test_a_command_that_does_not_exist_is_told_with_the_nearest_one() -> None:
    result = invoke("exprt")
    assert result.exit_code == 2
    assert "No such command 'exprt'" in result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_for_a_database_reads_the_environment(name: str) -> None:
    command = cli.cli.get_command(click.Context(cli.cli), name)
    assert command is not None
    options = [option for option in command.params if "--db" in option.opts]
    assert [option.envvar for option in options] == ["AUDITOR_DB"] * len(options)


def test_a_command_with_a_database_tells_nothing_of_the_libraries_on_its_way_out(tmp_path: Path) -> None:
    database = str(tmp_path / "games.duckdb")
    assert invoke("audit", str(FIXTURES / "evening"), "--db", database).exit_code == 1
    for arguments, code in ((["info"], 0), (["query", "findings"], 0), (["query", "findings", "--param", "x=1"], 2)):
        command = [sys.executable, "-m", "auditor", *arguments, "--db", database]
        result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment())
        assert result.returncode == code
        assert len(result.stderr.splitlines()) == (code != 0), result.stderr


def test_a_merge_needs_a_source(tmp_path: Path) -> None:
    result = invoke("merge", "--db", str(tmp_path / "none.duckdb"))
    assert result.exit_code == 2
    assert "Missing argument 'SOURCE...'" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_database_given_as_a_log_is_told_how_it_is_named(tmp_path: Path) -> None:
    database = tmp_path / "games.duckdb"
    database.write_bytes(b"DUCK")
    result = invoke("show", str(database))
    assert result.exit_code == 2
    assert f"named by --db {database}" in result.stderr


@pytest.mark.parametrize(
    ("command", "record"),
    [
        (audit.audit, AuditOptions),
        (query.query, query.QueryOptions),
        (report.report, report.ReportOptions),
        (show.show, show.ShowOptions),
    ],
)
def test_a_record_of_options_has_each_option_of_its_command(command: click.Command, record: type[tuple[Any]]) -> None:
    fields: tuple[str, ...] = vars(record)["_fields"]
    assert set(fields) == {option.name for option in command.params if option.expose_value}
