"""Formats for build servers: SARIF by its published schema, GitHub's commands, JUnit's test cases; and -o, -q."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from lxml import etree
from support.cli_calls import invoke as run
from support.paths import FIXTURES, TESTS

from auditor.core.checks import CATALOGUE
from auditor.core.results import FINDING_KEYS
from auditor.output.ci import GITHUB_LEVELS

EVENING = FIXTURES / "evening"
SCHEMA = json.loads((TESTS / "data" / "sarif-2.1.0.json").read_text("utf-8"))
COMMAND = re.compile(r"::(\w+) ([^:]*)::([^\n]*)\n")


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The evening, a log that breaks off, one whose players and message hold what forms must quote, and no log."""
    folder = tmp_path / "a, b: 100%"
    folder.mkdir()
    for path in EVENING.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "cut.mjlog").write_bytes((EVENING / "round-1-table-1.mjlog").read_bytes()[:9000])
    (folder / "notes.txt").write_text("A list of who sat where.", "utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def told(form: str, *options: str) -> str:
    result = run("audit", "a, b: 100%", "--format", form, *options)
    assert result.exit_code == 3, "one log breaks off"
    return result.stdout


def findings() -> list[dict[str, Any]]:
    return [json.loads(line) for line in told("jsonl").splitlines()]


def test_sarif_is_what_its_schema_asks(logs: Path) -> None:
    document = json.loads(told("sarif"))
    jsonschema.validate(document, SCHEMA)
    (sarif,) = document["runs"]
    rules = sarif["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [check.id for check in CATALOGUE]
    assert all([rule["help"]["text"] and rule["help"]["markdown"] for rule in rules])
    for result, finding in zip(sarif["results"], findings(), strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding["check"]
        (place,) = [one["physicalLocation"] for one in result["locations"]]
        assert place["region"] == {"startLine": finding["line"] or 1}
        assert re.fullmatch("[0-9a-f]{16}", result["partialFingerprints"]["auditorFinding/v1"])
        assert result["partialFingerprints"]["auditorFinding/v1"] == finding["fingerprint"]
        assert place["artifactLocation"]["uri"] == f"a%2C%20b%3A%20100%25/{finding['log']}"


def test_an_absolute_path_is_an_address_in_sarif(logs: Path) -> None:
    document = json.loads(run("audit", str(logs), "--format", "sarif", "--include", "*3.jsonl").stdout)
    jsonschema.validate(document, SCHEMA)
    uris = {
        one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in document["runs"][0]["results"]
    }
    assert uris == {(logs / "round-2-table-3.jsonl").as_uri()}


def test_the_schema_of_the_tests_refuses_what_is_wrong() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"version": "2.1.0", "runs": [{"tool": {"driver": {}}}]}, SCHEMA)


def test_github_gets_a_command_a_finding_and_a_problem(logs: Path) -> None:
    text = told("github")
    commands = COMMAND.findall(text)
    assert "".join([f"::{level} {head}::{message}\n" for level, head, message in commands]) == text
    expected = findings()
    assert len(commands) == len(expected) + 1
    of_problem = [head for _, head, _ in commands if "title=not read" in head]
    assert of_problem == ["file=a%2C b%3A 100%25/cut.mjlog,title=not read"]
    rest = [one for one in commands if "title=not read" not in one[1]]
    for (level, head, message), finding in zip(rest, expected, strict=True):
        assert level == GITHUB_LEVELS[finding["severity"]]
        file = f"a%2C b%3A 100%25/{finding['log']}"
        assert head == f"file={file},line={finding['line'] or 1},title={finding['check']} {finding['short_name']}"
        assert message.startswith("a, b: 100%25/")
        assert finding["message"].replace("%", "%25") in message
        assert message.endswith(f"%0Aexpected: {finding['expected']}; actual: {finding['actual']}")


def test_junit_has_a_case_an_input(logs: Path) -> None:
    (suite,) = etree.fromstring(told("junit").encode()).iter("testsuite")
    cases = {Path(case.get("name") or "").name: case for case in suite}
    assert set(cases) == {path.name for path in logs.iterdir()} - {"notes.txt"}
    failing = {finding["log"] for finding in findings()}
    assert {name for name, case in cases.items() if case.find("failure") is not None} == failing
    assert [name for name, case in cases.items() if case.find("error") is not None] == ["cut.mjlog"]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("9", str(len(failing)), "1")
    text = cases["round-2-table-3.jsonl"].findtext("failure") or ""
    assert text.count("\n  see:   auditor show") == text.count("\n  rules: ") == 2
    assert "line 531" in text


def test_notes_are_no_failures_and_signs_that_xml_has_not_are_left_out(tmp_path: Path) -> None:
    noted = tmp_path / "noted.mjlog"
    source = EVENING.parent / "note" / "passed-win" / "fires.mjlog"
    noted.write_bytes(source.read_bytes().replace(b'n0="Aki"', b'n0="A%01ki"').replace(b'n1="Beni"', b'n1="Be%01ni"'))
    result = run("audit", str(noted), "--format", "junit", "--rules", "tenhou", "--notes")
    assert result.exit_code == 0
    (case,) = etree.fromstring(result.stdout.encode()).iter("testcase")
    assert case.find("failure") is None
    assert "note/passed-win note" in (case.findtext("system-out") or "")


@pytest.mark.parametrize("form", ["text", "concise", "json", "jsonl", "sarif", "github", "junit"])
def test_findings_go_into_a_file(logs: Path, tmp_path: Path, form: str) -> None:
    result = run("audit", "a, b: 100%", "--format", form, "-o", "out.txt")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "\nfindings: 3 violations, 3 mismatches" in result.stderr
    assert (tmp_path / "out.txt").read_text("utf-8") == told(form)
    assert "\033" not in (tmp_path / "out.txt").read_text("utf-8")


def test_a_file_that_cannot_be_written_is_told_before_the_run(logs: Path) -> None:
    result = run("audit", "a, b: 100%", "-o", "no/such/folder/out.txt")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--output: no/such/folder/out.txt: cannot be written: No such file" in result.stderr


def test_a_quiet_run_tells_findings_and_problems_alone(logs: Path) -> None:
    result = run("audit", "a, b: 100%", "-q", "--format", "concise")
    assert result.stdout == told("concise")
    assert len(result.stderr.splitlines()) == 1
    assert "cut.mjlog: " in result.stderr
    assert run("audit", "a, b: 100%", "-q", "-v").exit_code == 2


def test_a_line_of_a_log_opens_in_an_editor(logs: Path) -> None:
    lines = told("concise").splitlines()
    assert any(
        [line.startswith("a, b: 100%/round-2-table-3.jsonl:531: E4-0 hand 4 event 126 seat 1") for line in lines]
    )
    assert {"fingerprint", "line"} < set(FINDING_KEYS)


def test_what_is_no_log_is_passed_over_unless_it_is_named(logs: Path) -> None:
    assert "passed over: 1 file that is no log (--strict makes that a problem)" in run("audit", str(logs)).stderr
    strict = run("audit", str(logs), "--strict", "--exclude", "cut.mjlog")
    assert strict.exit_code == 3
    assert "notes.txt: text that begins with 'A list of who sat wh'; expected" in strict.stderr
    named = run("audit", str(logs / "notes.txt"))
    assert named.exit_code == 3
    assert "passed over" not in named.stderr
    nothing = run("audit", str(logs), "--include", "*.txt")
    assert nothing.exit_code == 3
    assert "no log was found" in nothing.stderr
