"""The last lines of a run: the number of games with faults, and suggested commands."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.paths import FIXTURES

from auditor.cli import cli
from auditor.core.errors import Problem
from auditor.core.program import PROGRAM
from auditor.core.results import EVERY_CHECK, Finding, GameResult, InputResult, Location, Unjudged
from auditor.output.summary import CHECKS_NAMED, RunVerdict

EVENING = FIXTURES / "evening"

FURITEN = ("furiten/discard", "violation")
STICK = ("stick/carry", "mismatch")
PASSED = ("note/passed-win", "note")
MANY = [(f"riichi/{number}", "violation") for number in range(CHECKS_NAMED + 2)]


def input_of(name: str, *games: list[tuple[str, str]], is_whole: bool = True, problems: int = 0) -> InputResult:
    """An input with these findings in each of its games."""
    results = [
        game_with([Finding(*one, Location(), "") for one in findings], number, is_whole=is_whole)
        for number, findings in enumerate(games)
    ]
    return InputResult(name, None, games=results, problems=[Problem("", "cut off")] * problems)


def game_with(findings: list[Finding], number: int = 0, *, is_whole: bool = True) -> GameResult:
    """A game with these findings; one that is not whole was only replayed."""
    unjudged = [] if is_whole else [(Unjudged((EVERY_CHECK,), "of four players"), 1)]
    return GameResult(number, "a", "", "tenhou", "as asked", findings=findings, unjudged=unjudged)


@pytest.mark.parametrize(
    ("results", "lines"),
    [
        ([], []),
        ([input_of("a", problems=1)], []),
        ([input_of("a", [])], ["no faults in 1 game"]),
        ([input_of("a", [PASSED]), input_of("b", [])], ["no faults in 2 games"]),
        (
            [input_of("a", []), input_of("b", [], is_whole=False)],
            ["no faults in 2 games; 1 was read or checked only in part"],
        ),
        (
            [input_of("a", []), input_of("b", [FURITEN, STICK, STICK, PASSED]), input_of("c", [], problems=1)],
            [
                "1 of 3 games has faults: stick/carry (2), furiten/discard; 1 is clean; "
                "1 was read or checked only in part",
                "  b: stick/carry (2), furiten/discard",
            ],
        ),
        (
            [input_of("a", [STICK], [], [STICK]), input_of("b", [])],
            [
                "2 of 4 games have faults: stick/carry (2); 2 are clean",
                "  a, game 0: stick/carry",
                "  a, game 2: stick/carry",
            ],
        ),
        ([input_of("a", [STICK], is_whole=False)], ["1 of 1 game has faults: stick/carry", "  a: stick/carry"]),
        ([input_of(f"a{number}", [STICK]) for number in range(6)], ["6 of 6 games have faults: stick/carry (6)"]),
        (
            [input_of("a", MANY)],
            [
                f"{start}: {', '.join([check for check, _ in MANY[:CHECKS_NAMED]])}, and 2 more checks"
                for start in ("1 of 1 game has faults", "  a")
            ],
        ),
    ],
)
def test_the_verdict_in_words(results: list[InputResult], lines: list[str]) -> None:
    run = RunVerdict()
    for result in results:
        run.add(result)
    assert run.lines() == lines


@pytest.mark.parametrize(
    ("chosen", "line"),
    [
        ("stick/carry", "1 of 2 games has faults of the selected checks: stick/carry; 1 without"),
        ("riichi/noten", "no faults of the selected checks in 2 games"),
        ("note/passed-win", "no faults of the selected checks in 2 games"),
    ],
)
def test_a_selection_is_told_and_calls_no_game_clean(chosen: str, line: str) -> None:
    run = RunVerdict(frozenset([chosen]))
    run.add(input_of("a", [STICK, PASSED], [FURITEN]))
    assert run.lines()[0] == line


@pytest.mark.parametrize(
    ("path", "member", "games", "hand", "event", "shown"),
    [
        ("a b.mjlog", None, 1, 3, 41, ["x show 'a b.mjlog' --hand 3 --event 41"]),
        ("a.mjlog", None, 1, 3, None, ["x show a.mjlog --hand 3"]),
        ("a.mjlog", None, 1, None, None, ["x show a.mjlog"]),
        ("-", None, 1, 3, 41, []),
        ("-a.mjlog", None, 1, 3, None, ["x show ./-a.mjlog --hand 3"]),
        ("a.zip", "b/c d.xml", 1, 0, 1, ["x show 'a.zip::b/c d.xml' --hand 0 --event 1"]),
        ("a.jsonl", None, 2, 3, 41, ["x show a.jsonl --game 1 --hand 3 --event 41"]),
    ],
)
def test_the_next_command_shows_the_first_fault_where_it_can(
    path: str, member: str | None, games: int, hand: int | None, event: int | None, shown: list[str]
) -> None:
    note = Finding(*PASSED, Location(hand=0, event=0), "")
    faults = [
        Finding(*STICK, Location(hand=hand, event=event), ""), Finding(*FURITEN, Location(hand=0, event=1), ""),
    ]  # fmt: skip
    results = [game_with([note, *faults])] if games == 1 else [game_with([note]), game_with(faults, 1)]
    run = RunVerdict()
    run.add(InputResult(path, member, games=results))
    told = [line.split("  ")[1] for line in run.next_lines("x", "d.duckdb")[1:]]
    assert told[: len(shown)] == shown
    assert told[len(shown) :][:2] == ["x checks stick/carry", "x query findings --db d.duckdb"]


def test_without_a_fault_the_next_commands_are_queries() -> None:
    run = RunVerdict()
    run.add(input_of("a", [PASSED]))
    assert all([line.startswith("  x query ") for line in run.next_lines("x", "d.duckdb")[1:]])


def told_by(tmp_path: Path, *options: str) -> tuple[str, str]:
    """What an audit of the evening into a database says on standard output and on standard error."""
    arguments = ["audit", str(EVENING), "--db", str(tmp_path / "evening.duckdb"), "--fail-on", "never", *options]
    result = CliRunner().invoke(cli, arguments, prog_name=PROGRAM)
    assert result.exit_code == 0
    return result.stdout, result.stderr


def test_the_evening_ends_in_its_verdict_and_what_to_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    output, summary = told_by(tmp_path)
    assert output.count("\n  more:  auditor checks ") == 6
    verdict_of_run = summary[summary.index("3 of 8") :].splitlines()
    assert verdict_of_run[0] == (
        "3 of 8 games have faults: furiten/discard, pay/honba, pay/win, riichi/kan-waits, riichi/noten, stick/carry; "
        "5 are clean"
    )
    assert [line.partition(": ")[2] for line in verdict_of_run[1:4]] == [
        "pay/honba, riichi/kan-waits", "pay/win, riichi/noten", "furiten/discard, stick/carry",
    ]  # fmt: skip
    assert verdict_of_run[4] == "next:"
    commands = [line.strip().split("  ")[0] for line in verdict_of_run[5:]]
    assert len(commands) == 5
    for command in commands:
        name, *arguments = command.split()
        assert name == PROGRAM
        assert CliRunner().invoke(cli, arguments, prog_name=PROGRAM).exit_code == 0, command
    assert told_by(tmp_path)[1].endswith("\n".join(["", *verdict_of_run, ""])), "told from the database"


@pytest.mark.parametrize(("which", "called", "name"), [("/bin/auditor", "x", "auditor"), (None, "./x", "x")])
def test_next_commands_call_the_program_as_it_can_be_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str | None, called: str, name: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: which)
    monkeypatch.setattr("sys.argv", [called])
    assert f"\n  {name} query --db" in told_by(tmp_path)[1]


@pytest.mark.parametrize("format", ["json", "sarif"])
def test_machines_get_the_counts_and_no_advice(tmp_path: Path, format: str) -> None:
    output, summary = told_by(tmp_path, "--format", format)
    document = json.loads(output)
    counts = document["summary"] if format == "json" else document["runs"][0]["properties"]
    assert [counts[f"games_{name}"] for name in ("with_faults", "clean", "in_part")] == [3, 5, 0]
    assert "next:" not in summary


def test_a_game_that_was_only_replayed_is_not_called_clean(tmp_path: Path) -> None:
    sanma = FIXTURES / "wall" / "seed" / "three-players.mjlog"
    arguments = ["audit", str(sanma), "--rules", "wrc", "--db", str(tmp_path / "sanma.duckdb")]
    for _ in ("fresh", "known from before"):
        told = CliRunner().invoke(cli, arguments, prog_name=PROGRAM).stderr
        assert "\nno faults in 1 game; 1 was read or checked only in part\n" in told
