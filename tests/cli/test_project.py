"""Project settings: where the file is found, allowed values, and that options override them."""

import json
import shutil
from pathlib import Path

import pytest
from support.cli_calls import invoke as run
from support.paths import FIXTURES

EVENING = FIXTURES / "evening"
SETTINGS = """
rules = "house.toml"
select = ["riichi", "furiten/*"]
ignore = "riichi/noten"
exclude = ["*-2-*.mjlog", "old/"]
fail-on = "violation"
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(EVENING, tmp_path / "logs")
    (tmp_path / "logs" / "deep").mkdir()
    (tmp_path / "house.toml").write_text(
        'extend = "ema-2016"\nname = "house"\ntitle = "House"\nsource = "here"\n', "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_project_settings_are_the_defaults_of_the_options(project: Path) -> None:
    (project / "auditor.toml").write_text(SETTINGS, "utf-8")
    result = run("audit", "logs", "-v")
    assert "settings: auditor.toml" in result.stderr
    assert "ruleset house: " in result.stderr
    assert "round-2-table-2" not in result.stderr
    assert "riichi/noten violation" not in result.stdout
    overruled = run("audit", "logs", "--rules", "tenhou", "--select", "riichi", "--ignore", "", "-v")
    assert "ruleset tenhou: 7 games (as asked" in overruled.stderr
    assert "riichi/noten violation" in overruled.stdout
    assert "settings" not in run("audit", "logs", "-v", "--config", "none").stderr


def test_the_rules_of_a_project_are_those_of_every_command_that_judges(project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.auditor]\nrules = "house.toml"', "utf-8")
    log = project / "logs" / "deep" / "noten.mjlog"
    fires = EVENING.parent / "riichi" / "noten" / "fires.mjlog"
    log.write_bytes(fires.read_bytes().replace(b"Judged by", b"Judged"))
    assert run("verify", "logs/deep", "--write").stdout.endswith(", judged by ../../house.toml\n")
    assert run("verify", "logs/deep").exit_code == 0
    (project / "pyproject.toml").write_text('[tool.auditor]\nrules = "no-such"', "utf-8")
    for command in (["shrink", "--check", "riichi/noten"], ["cut", "--hand", "0"], ["anonymize", "-o", "out"]):
        assert "no-such" in run(command[0], str(log), *command[1:]).stderr, command
        assert run(command[0], str(log), *command[1:], "--rules", "tenhou").exit_code == 0, command


def test_a_log_is_shown_by_the_rules_of_the_project(project: Path) -> None:
    """So that the name of a finding is of the list that an audit prints; of a database's game, by the database's."""
    log = "logs/fires.mjlog"
    shutil.copy(EVENING.parent / "call" / "chi-seat" / "fires.mjlog", log)
    assert run("audit", log, "--rules", "tenhou", "--db", "x.duckdb").exit_code == 1
    (project / "auditor.toml").write_text('rules = "ema-2012"', "utf-8")
    checks = [json.loads(line)["check"] for line in run("audit", log, "--format", "jsonl").stdout.splitlines()]
    assert checks == ["game/start", "call/chi-seat"]
    shown = run("show", log).stdout
    assert "ruleset ema-2012" in shown
    assert all(check in shown for check in checks)
    assert "ruleset tenhou" in run("show", log, "--rules", "tenhou").stdout
    assert "ruleset tenhou" in run("show", "fires.mjlog", "--db", "x.duckdb").stdout
    listed = run("query", "findings", "--db", "x.duckdb", "--format", "json").stdout
    (name,) = json.loads(listed)[0]["names"]
    assert run("show", "--db", "x.duckdb", "--finding", name).exit_code == 0


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("auditor.toml", 'baseline = "known.jsonl"'),
        ("pyproject.toml", '[project]\nname = "engine"\n[tool.auditor]\nbaseline = "known.jsonl"'),
    ],
)
def test_project_settings_hold_in_subfolders_and_their_paths_are_relative_to_them(
    project: Path, monkeypatch: pytest.MonkeyPatch, file: str, text: str
) -> None:
    (project / file).write_text(text, "utf-8")
    assert run("audit", "logs", "--update-baseline").exit_code == 0
    assert len((project / "known.jsonl").read_text("utf-8").splitlines()) == 6
    monkeypatch.chdir(project / "logs" / "deep")
    result = run("audit", "..")
    assert (result.exit_code, result.stdout) == (0, "")


def test_the_own_file_goes_first_and_a_project_without_settings_is_passed_over(project: Path) -> None:
    (project / "pyproject.toml").write_text('[project]\nname = "engine"', "utf-8")
    assert "settings" not in run("audit", "logs", "-v").stderr
    (project / "pyproject.toml").write_text('[tool.auditor]\nrules = "wrc"', "utf-8")
    assert "ruleset wrc" in run("audit", "logs").stderr
    (project / "auditor.toml").write_text('rules = "ema-2016"', "utf-8")
    assert "ruleset ema-2016" in run("audit", "logs").stderr
    assert "ruleset wrc" in run("audit", "logs", "--config", "pyproject.toml").stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ruleset = 'wrc'", "there is no setting 'ruleset'; there are rules, baseline, select"),
        ("rules = 3", "rules: expected a text, not 3"),
        ("select = ['riichi', 3]", "select: expected a text, or a list of texts"),
        ("strict = 'yes'", "strict: expected true or false, not 'yes'"),
        ("fail-on = 'all'", "fail-on: expected violation or mismatch or note or never, not 'all'"),
        ("rules = ", "auditor.toml: cannot be read: Invalid value"),
        ("rules = 'no-such-rules'", "no-such-rules"),
        (f"rules = '{'m' * 5000}'", "there is no ruleset"),
        (r'rules = "\u0000.toml"', "cannot be read: embedded null"),
        (r'baseline = "\u0000"', "cannot be read: embedded null"),
    ],
)
def test_wrong_settings_are_told(project: Path, text: str, told: str) -> None:
    (project / "auditor.toml").write_text(text, "utf-8")
    result = run("audit", "logs")
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr


def test_a_named_settings_file_must_have_settings(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool]\nauditor = 3", "utf-8")
    assert "tool.auditor: expected a table" in run("audit", "logs").stderr
    (project / "pyproject.toml").write_text("[tool]", "utf-8")
    assert "has no table [tool.auditor]" in run("audit", "logs", "--config", "pyproject.toml").stderr
    assert "gone.toml: cannot be read" in run("audit", "logs", "--config", "gone.toml").stderr


def test_info_shows_the_project_settings(project: Path) -> None:
    assert run("info").stdout.endswith(
        "\nno settings: neither auditor.toml nor [tool.auditor] in pyproject.toml, here or in a folder above\n"
    )
    (project / "auditor.toml").write_text(SETTINGS, "utf-8")
    lines = run("info").stdout.splitlines()
    assert "settings of auditor.toml" in lines
    assert "  rules    house.toml" in lines
    assert "  select   riichi, furiten/*" in lines
    assert "  fail-on  violation" in lines
    assert json.loads(run("info", "--format", "json").stdout)["settings"]["exclude"] == ["*-2-*.mjlog", "old/"]


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "0x" + "f" * 5000, "9223372036854775808"])
def test_a_number_that_toml_does_not_know_is_told_by_every_reader_of_toml(number: str, project: Path) -> None:
    """Python neither reads nor prints an integer of more than 4,300 digits, and says so by a ValueError."""
    told = "an integer of more than 64 bits"
    log = "logs/round-1-table-1.mjlog"
    (project / "wide.toml").write_text(f'extend = "tenhou"\nname = "wide"\ngame.start_points = {number}\n', "utf-8")
    for command in (["audit", log, "--rules", "wide.toml"], ["rulesets", "--check", "wide.toml"]):
        result = run(*command)
        assert (result.exit_code, told in result.output) == (2 if command[0] == "audit" else 1, True), result.output
    (project / "auditor.toml").write_text(f"rules = [[{number}]]\n", "utf-8")
    result = run("audit", log)
    assert (result.exit_code, told in result.stderr) == (2, True), result.output


def test_one_wrong_verdict_costs_its_own_log(project: Path) -> None:
    wrong, other = project / "logs/round-1-table-1.mjlog", project / "logs/round-1-table-2.mjlog"
    long = wrong.with_name("n" * 243 + ".mjlog")  # beside which no name of a verdict is short enough
    number, text = "9" * 5000, wrong.read_text("utf-8")
    for comment in (f"Finds: win/value hand={number}", f"Look at: hand={number} event=0 seat=0"):
        long.write_text(text.replace(">", f"><!-- Judged by: tenhou\n{comment} -->", 1), "utf-8")
        result = run("verify", str(long))
        assert (result.exit_code, "expected " in result.output) == (3, True), (result.output, result.exception)
    Path(f"{other}.verdict.toml").write_text("finds = []\n", "utf-8")
    for verdict, told in (
        ("finds = [{check = 'x', hand = " + number + "}]", "an integer of more than 64 bits"),
        ('rules = "\\u0000.toml"\nfinds = []', "cannot be read: embedded null"),
    ):
        Path(f"{wrong}.verdict.toml").write_text(verdict, "utf-8")
        result = run("verify", str(wrong), str(other))
        assert told in result.output
        assert "internal error" not in result.output
        assert other.name in result.output
        assert not result.exception or isinstance(result.exception, SystemExit)


def test_a_baseline_of_brackets_is_told(project: Path) -> None:
    (project / "known.jsonl").write_text("[" * 200_000, "utf-8")
    result = run("audit", "logs", "--baseline", "known.jsonl")
    assert (result.exit_code, "known.jsonl, line 1: expected a finding" in result.stderr) == (2, True), result.output
