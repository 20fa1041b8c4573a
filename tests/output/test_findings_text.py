"""Findings and the summary as text: capped, one per line, counted, coloured; details first, verdict last."""

import io
import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from support.goldens import assert_golden
from support.paths import FIXTURES

from auditor.cli import cli
from auditor.core.results import Finding, GameResult, InputResult, Location, Unjudged
from auditor.output.findings_text import CHECKS_OF_RANKED, GAMES_RANKED, ConciseWriter, Statistics, TextWriter
from auditor.output.style import PLAIN, Colours, stream_colours
from auditor.output.summary import PROBLEMS_PRINTED, Summary, summary_lines

EVENING = FIXTURES / "evening"


def run(*arguments: str, **settings: str) -> Result:
    return CliRunner(env=settings).invoke(cli, ["audit", *arguments], prog_name="auditor")


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The evening's folder, by a name that is the same everywhere."""
    (tmp_path / "evening").symlink_to(EVENING, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    return "evening"


@pytest.mark.parametrize("form", [["--format", "concise"], ["--statistics"], ["--cap", "1", "--select", "pay,furiten"]])
def test_the_evening_told_shortly(evening: str, form: list[str]) -> None:
    assert_golden(f"evening-{form[0].strip('-')}.txt", run(evening, *form).stdout)


@pytest.mark.parametrize("options", [[], ["--verbose"]])
def test_the_summary_of_the_evening(evening: str, options: list[str]) -> None:
    lines = run(evening, *options).stderr.splitlines()
    lines = [" in ".join([*line.split(" in ")[:-1], "SECONDS"]) if line.endswith(" s") else line for line in lines]
    assert_golden(f"evening-summary{''.join(options)}.txt", "\n".join(lines) + "\n")


def test_counts_go_with_text_alone() -> None:
    refused = run(str(EVENING), "--statistics", "--format", "json")
    assert (refused.exit_code, "--format json has the counts in its summary" in refused.stderr) == (2, True)


def finding(check: str, number: int, severity: str = "violation", message: str = "It is wrong.") -> Finding:
    return Finding(check, severity, Location(hand=0, event=number), message, fingerprint=f"{number:016x}")


GAME = GameResult(0, "a", "", "tenhou", "")


def one_game(path: str = "a.xml") -> InputResult:
    return InputResult(path, None, games=[GAME])


@pytest.mark.parametrize(
    ("cap", "blocks", "more"),
    [
        (0, 7, []),
        (5, 7, []),
        (3, 5, ["pay/win: and 2 more"]),
        (1, 2, ["pay/win: and 4 more", "riichi/noten: and 1 more"]),
    ],
)
def test_a_cap_tells_how_many_more_there_are(cap: int, blocks: int, more: list[str]) -> None:
    text = io.StringIO()
    writer = TextWriter(text.write, "auditor", cap=cap)
    for number in range(5):
        writer.finding(finding("pay/win", number), GAME, one_game())
    for number in range(2):
        writer.finding(finding("riichi/noten", number), GAME, one_game())
    writer.end(Summary())
    assert text.getvalue().count("\n  see:   auditor show a.xml --hand 0 --event ") == blocks
    told = text.getvalue().split("\n\n")[blocks:]
    assert told == (["\n".join([*more, told[0].splitlines()[-1]]), ""] if more else [""])


def test_a_line_stays_a_line() -> None:
    text = io.StringIO()
    ConciseWriter(text.write).finding(finding("pay/win", 7, message="Two\nlines."), GAME, one_game("a b.xml"))
    assert text.getvalue() == "a b.xml: hand 0 event 7: pay/win violation 0000000: Two lines.\n"


def test_the_games_with_the_most_findings_are_told_and_the_others_counted() -> None:
    statistics = Statistics()
    for number in range(GAMES_RANKED + 3):
        for count in range(number + 1):
            statistics.add(finding(f"riichi/{count % (CHECKS_OF_RANKED + 2)}", count), f"{number}.xml")
    lines = statistics.lines(PLAIN)
    assert lines[-2] == "          and 3 more games"
    first = lines[lines.index("") + 2]
    total = GAMES_RANKED + 3
    assert first.split()[:2] == [str(total), f"{total - 1}.xml"]
    assert first.endswith(", and 2 more")
    by_check = [line.split() for line in lines[1 : lines.index("")]]
    counted = Counter({row[3]: int(row[0]) for row in by_check})
    assert counted.total() == total * (total + 1) // 2
    assert [int(row[1]) for row in by_check] == [total - number for number in range(CHECKS_OF_RANKED + 2)]


def test_without_findings_there_is_nothing_to_count() -> None:
    assert Statistics().lines(PLAIN) == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "is_on"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (Terminal(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_when_there_are_colours(stream: io.StringIO, environment: dict[str, str], is_on: bool) -> None:
    assert stream_colours(stream, environment).is_on is is_on


def test_colours_say_nothing_that_the_words_do_not(evening: str) -> None:
    for form in (["--format", "text"], ["--format", "concise"], ["--statistics"]):
        plain = run(evening, *form, NO_COLOR="1", FORCE_COLOR="1")
        coloured = run(evening, *form, FORCE_COLOR="1", NO_COLOR="")
        assert "\x1b[1;31m" in coloured.stdout
        assert "\x1b[31m3 of 8 games have faults" in coloured.stderr
        assert without_colours(coloured.stdout) == plain.stdout


def without_colours(text: str) -> str:
    for code in ("0", "1", "2", "31", "32", "33", "1;31", "1;33", "36"):
        text = text.replace(f"\x1b[{code}m", "")
    assert "\x1b" not in text
    return text


def test_machines_get_no_colours(evening: str) -> None:
    assert "\x1b" not in run(evening, "--format", "jsonl", FORCE_COLOR="1").stdout


def summed(unjudged: dict[Unjudged, int], shuffles: list[tuple[str, str]], rulesets: int) -> Summary:
    """The summary of games that each have a shuffle, the first besides all that was not judged."""
    games = [
        GameResult(number, log, "", f"rules {number % rulesets}", "as asked", shuffle=shuffle)
        for number, (shuffle, log) in enumerate(shuffles)
    ]
    games[0].unjudged = list(unjudged.items())
    summary = Summary()
    summary.add(InputResult("a.xml", None, games=games))
    return summary


UNJUDGED = {
    Unjudged(("wall/seed",), "no seed"): 40, Unjudged(("wall/seed",), "another seed"): 4,
    Unjudged(("draw/tenpai",), "hidden"): 3, Unjudged(("win/yaku",), "hidden"): 2, Unjudged(("dora",), "hidden"): 1,
}  # fmt: skip
SHUFFLES = [(f"seed {seed}", f"log {seed}.{number}") for seed in range(5) for number in range(2 + 3 * (seed == 0))]


def test_the_summary_is_short_unless_everything_is_asked_for() -> None:
    summary = summed(UNJUDGED, SHUFFLES, 5)
    short = summary_lines(summary, 1.0)
    assert "not judged: wall/seed in 44 hands, draw/tenpai in 3 hands, win/yaku in 2 hands, and 1 more" in short[8]
    assert short[3] == "and 2 more choices of a ruleset (--verbose)"
    same = "one game under several names (the same shuffle seed): "
    assert short[4] == f"{same}log 0.0, log 0.1, log 0.2 and 2 more"
    assert short[7] == "and 2 more games under several names (--verbose, or the query same-game-twice)"
    full = summary_lines(summary, 1.0, verbose=True)
    assert [line for line in full if line.startswith("not judged")] == [
        "not judged in 40 hands: wall/seed (no seed)",
        "not judged in 4 hands: wall/seed (another seed)",
        "not judged in 3 hands: draw/tenpai (hidden)",
        "not judged in 2 hands: win/yaku (hidden)",
        "not judged in 1 hand: dora (hidden)",
    ]
    assert next(line for line in full if line.startswith(same)).endswith("log 0.3, log 0.4")
    assert len([line for line in full if line.startswith(same)]) == 5
    assert len([line for line in full if line.startswith("ruleset ")]) == 5


def test_the_verdict_is_green_or_red() -> None:
    summary = Summary()
    summary.add(one_game())
    assert summary_lines(summary, 1.0, colours=Colours(True))[-1] == "\x1b[32mno faults in 1 game\x1b[0m"


def test_problems_are_told_up_to_a_number(tmp_path: Path) -> None:
    for number in range(PROBLEMS_PRINTED + 7):
        (tmp_path / f"{number:03}.mjlog").write_bytes(b"no log")
    short = run(str(tmp_path)).stderr.splitlines()
    assert len([line for line in short if "text that begins with" in line]) == PROBLEMS_PRINTED
    assert f"{PROBLEMS_PRINTED} of {PROBLEMS_PRINTED + 7} problems are above (--verbose shows them all)" in "\n".join(
        short
    )
    full = run(str(tmp_path), "--verbose").stderr.splitlines()
    assert len([line for line in full if "text that begins with" in line]) == PROBLEMS_PRINTED + 7
    assert len(json.loads(run(str(tmp_path), "--format", "json").stdout)["problems"]) == PROBLEMS_PRINTED + 7
