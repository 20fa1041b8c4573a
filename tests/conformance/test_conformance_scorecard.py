"""The scorecard, wrong answers with their position, the badge, the table, JUnit, and the command that prints them."""

import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from lxml import etree
from support.conformance_asking import ADAPTERS, SUITE, closed, engine

from auditor.cli import cli
from auditor.conformance.engine import FAILED, NOT_ANSWERED, RIGHT, WRONG, Answered
from auditor.conformance.scorecard import Scorecard, explained

OWN = f"{sys.executable} {ADAPTERS / 'auditor_adapter.py'}"
YES = "print(json.dumps({'id': question['id'], 'answer': True}), flush=True)"


def called(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["conformance", *[str(one) for one in arguments]])


def mixed() -> Scorecard:
    one, two, three, four = closed(topic="kuikae", rules="m-league")[:4]
    return Scorecard(
        "m-league",
        [
            Answered(one, RIGHT, one.legal),
            Answered(two, WRONG, not two.legal),
            Answered(three, NOT_ANSWERED, None, "no <kuikae>"),
            Answered(four, FAILED, None, "it ended | early"),
        ],
    )


def test_the_scorecard_in_all_its_forms() -> None:
    assert [line.split() for line in mixed().lines()] == [
        ["topic", "asked", "right", "wrong", "not", "answered", "failed"],
        ["kuikae", "4", "1", "1", "1", "1"],
        ["all", "4", "1", "1", "1", "1"],
        ["not", "answered,", "1", "time:", "no", "<kuikae>"],
    ]
    assert mixed().markdown().splitlines()[1:] == [
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        "| kuikae | 4 | 1 | 1 | 1 | 1 |",
        "| all | 4 | 1 | 1 | 1 | 1 |",
    ]
    fault = mixed().faults[0]
    text = "\n".join(explained(fault))
    for part in (f"{fault.question.id}: is ", fault.question.why, "calls.kuikae", "E1", "seat 3 (D), N, 25000 points"):
        assert part in text, text
    for question in closed(19):
        assert len(explained(Answered(question, WRONG, None))) > 8
    badge = etree.fromstring(mixed().badge().encode())
    assert "m-league 33%" in "".join([str(one) for one in badge.itertext()])
    report = etree.fromstring(mixed().junit().encode())
    assert (report.get("tests"), report.get("failures"), report.get("errors")) == ("4", "1", "1")
    assert [len(case) for case in report.iter("testcase")] == [0, 1, 1, 1]
    assert [one.get("message") for one in report.iter("skipped")] == ["no <kuikae>"]


WRONG_USAGE = [
    ((), "give --engine, to ask it, or -o, to write the suite"),
    (("--engine", "x", "-o", "y"), "give --engine, to ask it, or -o, to write the suite"),
    (("--engine", "x", "--rules", "rrc"), "there are no questions under 'rrc'"),
    (("--engine", "x", "--report", "a.txt"), "--report: a.txt ends with none of .xml, .svg, .md"),
    (("--engine", "x", "--topic", "pon"), "there is no topic 'pon'"),
]


def test_the_command(tmp_path: Path) -> None:
    files: dict[str, Any] = {name: tmp_path / f"card.{name}" for name in ("xml", "svg", "md")}
    options = [part for path in files.values() for part in ("--report", path)]
    given = called("--engine", OWN, "--rules", "ema-2016", "--topic", "kuikae", "--topic", "liability", *options)
    assert given.exit_code == 0, given.output
    assert "all" in given.stdout.splitlines()[-1]
    assert "ema-2016 100%" in files["svg"].read_text()
    assert files["md"].read_text().count("\n") == 5
    assert 'failures="0"' in files["xml"].read_text()
    given = called("--engine", engine(tmp_path, YES), "--topic", "kuikae", "--cap", "1")
    assert (given.exit_code, given.stdout.count("answered: true"), given.stdout.count("right:    false")) == (1, 1, 1)
    folder = tmp_path / "suite"
    assert called("-o", folder).exit_code == 0
    assert (folder / "1.0" / "tenhou.jsonl").read_bytes() == (SUITE / "tenhou.jsonl").read_bytes()
    assert (folder / "adapters" / "auditor_adapter.py").exists()
    again = called("-o", folder)
    assert (again.exit_code, "exists: give the name of a new folder" in again.stderr) == (2, True)
    for arguments, message in WRONG_USAGE:
        given = called(*arguments)
        assert (given.exit_code, message in given.stderr) == (2, True), given.output
