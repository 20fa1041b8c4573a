"""Known findings: of a baseline, and of the database that a run loads into."""

import json
import shutil
from pathlib import Path

import pytest
from support.cli_calls import invoke as run
from support.paths import FIXTURES

EVENING = FIXTURES / "evening"


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(EVENING, tmp_path / "logs"))


def told(*options: str) -> tuple[int, list[str], str]:
    """Exit code, the checks of the findings told, and standard error."""
    result = run("audit", "logs", "--format", "jsonl", *options)
    return result.exit_code, [json.loads(line)["check"] for line in result.stdout.splitlines()], result.stderr


def test_a_baseline_lets_only_new_findings_fail(logs: Path) -> None:
    assert told("--baseline", "known.jsonl")[0] == 2
    code, checks, error = told("--baseline", "known.jsonl", "--update-baseline")
    assert (code, len(checks)) == (0, 6)
    assert "known.jsonl: written anew with 6 findings" in error
    code, checks, error = told("--baseline", "known.jsonl")
    assert (code, checks) == (0, [])
    assert "known from known.jsonl, not shown: 6 findings\n" in error
    assert "no new faults in 8 games" in error
    assert "gone" not in error
    shutil.copy(EVENING.parent / "riichi" / "noten" / "fires.mjlog", logs / "new.mjlog")
    code, checks, error = told("--baseline", "known.jsonl")
    assert (code, checks) == (1, ["riichi/noten"])
    assert "1 of 9 games has new faults: riichi/noten; 8 without" in error


def test_what_is_gone_is_told_of_the_logs_that_were_read(logs: Path) -> None:
    told("--baseline", "known.jsonl", "--update-baseline")
    mended = logs / "round-1-table-2.mjlog"
    shutil.copy(EVENING / "round-1-table-1.mjlog", mended)
    code, checks, error = told("--baseline", "known.jsonl")
    assert (code, checks) == (0, [])
    assert "gone, of those of known.jsonl: 2 findings\n  round-1-table-2.mjlog E1-0: riichi/kan-waits: Seat 3" in error
    mended.unlink()
    assert "gone" not in told("--baseline", "known.jsonl")[2]
    told("--baseline", "known.jsonl", "--update-baseline")
    assert len(Path("known.jsonl").read_text("utf-8").splitlines()) == 4


def test_as_many_are_known_as_stand_there(logs: Path) -> None:
    """The same fault twice in one log has one fingerprint."""
    log = logs / "round-2-table-3.jsonl"
    told("--baseline", "known.jsonl", "--update-baseline")
    log.write_text(log.read_text("utf-8") * 2, "utf-8")
    code, checks, error = told("--baseline", "known.jsonl")
    assert (code, checks) == (1, ["stick/carry", "furiten/discard"])
    assert "1 of 9 games has new faults: furiten/discard, stick/carry" in error


def test_a_known_finding_may_lose_other_hands(logs: Path) -> None:
    told("--baseline", "known.jsonl", "--update-baseline")
    log = logs / "round-2-table-3.jsonl"
    lines = log.read_text("utf-8").splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if '"start_kyoku"' in line]
    log.write_text("".join(lines[:1] + lines[starts[4] : starts[5]]), "utf-8")
    code, checks, error = told("--baseline", "known.jsonl", "--ignore", "game")
    assert (code, checks) == (0, [])
    assert "gone, of those of known.jsonl: 1 finding\n  round-2-table-3.jsonl E2-2: stick/carry" in error


def test_a_baseline_is_the_output_in_json_lines(logs: Path) -> None:
    Path("out.jsonl").write_text(run("audit", "logs", "--format", "jsonl").stdout, "utf-8")
    assert told("--baseline", "out.jsonl")[:2] == (0, [])
    run("audit", "logs", "--baseline", "known.jsonl", "--update-baseline")
    said = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    for one in said:
        del one["address"], one["game"]  # of the run, not of the finding
    known = [json.loads(line) for line in Path("known.jsonl").read_text("utf-8").splitlines()]
    assert sorted(said, key=str) == sorted(known, key=str)


def test_a_baseline_among_the_logs_is_none_of_them(logs: Path) -> None:
    told("--baseline", "logs/known.jsonl", "--update-baseline")
    assert told("--baseline", "logs/known.jsonl")[:2] == (0, [])
    assert told()[0] == 1


def test_selected_checks_and_notes(logs: Path) -> None:
    told("--baseline", "known.jsonl", "--update-baseline", "--select", "pay")
    assert told("--baseline", "known.jsonl", "--select", "pay")[:2] == (0, [])
    assert told("--baseline", "known.jsonl")[0] == 1
    shutil.copy(EVENING.parent / "note" / "passed-win" / "fires.mjlog", logs / "noted.mjlog")
    told("--baseline", "known.jsonl", "--update-baseline")
    assert "note/passed-win" not in Path("known.jsonl").read_text("utf-8")
    told("--baseline", "known.jsonl", "--update-baseline", "--fail-on", "note")
    assert told("--baseline", "known.jsonl", "--fail-on", "note")[:2] == (0, [])


def test_a_baseline_is_bounded(logs: Path) -> None:
    with open("known.jsonl", "wb") as file:
        file.write("牌".encode() * (1 << 18))  # bytes are counted, of which each of these takes three
        file.truncate((1 << 27) + 1)
    result = run("audit", "logs", "--baseline", "known.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--baseline: known.jsonl: cannot be read: it is larger than 128 MiB" in result.stderr


NAMED = '{"log": "a", "fingerprint": "fb852a87f2430e11", '


@pytest.mark.parametrize(
    "line",
    ["{", "3", '{"log": "a"}', '{"log": "a", "fingerprint": "b"}', NAMED + '"round": -1}', NAMED + '"honba": "x"}'],
)
def test_a_baseline_that_is_none(logs: Path, line: str) -> None:
    Path("known.jsonl").write_text(f"\n{line}\n", "utf-8")
    result = run("audit", "logs", "--baseline", "known.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--baseline: known.jsonl, line 2: expected a finding, as --format jsonl" in result.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--update-baseline"], "--update-baseline needs the file to write: --baseline FILE"),
        (["--baseline", "no/such/folder/known.jsonl", "--update-baseline"], "cannot be written: No such file"),
    ],
)
def test_wrong_usage(logs: Path, options: list[str], told: str) -> None:
    result = run("audit", "logs", *options)
    assert result.exit_code == 2
    assert told in result.stderr


def test_json_has_the_number_of_the_known(logs: Path) -> None:
    told("--baseline", "known.jsonl", "--update-baseline")
    summary = json.loads(run("audit", "logs", "--baseline", "known.jsonl", "--format", "json").stdout)["summary"]
    assert (summary["known"], summary["games_with_faults"], summary["no_logs"]) == (6, 0, 0)


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029"])
def test_line_ends_of_unicode_in_the_name_of_a_log_end_no_line(logs: Path, character: str) -> None:
    shutil.copy(EVENING.parent / "riichi" / "noten" / "fires.mjlog", logs / f"a{character}b.mjlog")
    assert run("audit", "logs", "--baseline", "known.jsonl", "--update-baseline").exit_code == 0
    assert character not in Path("known.jsonl").read_text("utf-8"), "it is written as an escape"
    assert f"a{character}b.mjlog" in logs_of("known.jsonl")
    assert told("--baseline", "known.jsonl")[:2] == (0, [])


def logs_of(baseline: str) -> list[str]:
    return [json.loads(line)["log"] for line in Path(baseline).read_text("utf-8").splitlines()]


def test_what_could_not_be_read_stays_in_the_baseline(logs: Path) -> None:
    """An input that is away for a while: its entries, under whatever log id, are still known when it is back."""
    log = logs / "round-1-table-2.mjlog"
    told("--baseline", "known.jsonl", "--update-baseline")
    before = Path("known.jsonl").read_text("utf-8")
    result = run("audit", str(log), "gone", "--baseline", "known.jsonl", "--update-baseline")
    assert result.exit_code == 3
    assert (
        "known.jsonl: written anew with 6 findings, 4 of them as before, of logs that were not read whole"
        in result.stderr
    )
    assert Path("known.jsonl").read_text("utf-8") == before
    shutil.copy(EVENING / "round-1-table-1.mjlog", log)
    result = run("audit", str(log), "gone", "--baseline", "known.jsonl", "--update-baseline")
    assert "written anew with 4 findings, 4 of them as before" in result.stderr, "this log was read, and is mended"
    assert log.name not in logs_of("known.jsonl")
    code, _, error = told("--baseline", "known.jsonl", "--update-baseline")
    assert (code, "written anew with 4 findings\n" in error) == (0, True)
    log.unlink()
    (logs / "round-2-table-3.jsonl").unlink()
    assert "written anew with 2 findings\n" in told("--baseline", "known.jsonl", "--update-baseline")[2]


def test_of_a_log_that_was_read_in_part_what_is_not_met_stays_in_the_baseline(logs: Path) -> None:
    log = logs / "round-2-table-3.jsonl"
    told("--baseline", "known.jsonl", "--update-baseline")
    before = logs_of("known.jsonl")
    lines = log.read_text("utf-8").splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if '"start_kyoku"' in line]
    at = starts[4] + 1  # in the hand of a finding, which is left out then
    log.write_text("".join([*lines[:at], "no line\n", *lines[at:]]), "utf-8")
    assert told("--baseline", "known.jsonl", "--update-baseline")[0] == 3
    assert sorted(logs_of("known.jsonl")) == sorted(before)


def test_what_a_lake_holds_already_stays_in_the_baseline(logs: Path) -> None:
    options = ("audit", "logs", "--lake", "lake", "--baseline", "known.jsonl", "--update-baseline")
    run(*options)
    before = Path("known.jsonl").read_text("utf-8")
    assert len(before.splitlines()) == 6
    assert "written anew with 6 findings, 6 of them as before" in run(*options).stderr
    assert Path("known.jsonl").read_text("utf-8") == before
