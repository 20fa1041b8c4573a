"""`auditor verify`: a log is compared with the verdict that it carries; --write stores the current verdict."""

import gzip
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from support.cli_calls import invoke as run
from support.paths import FIXTURES, TESTS

from auditor.core.checks import names_of
from auditor.core.reading import FORMAT_BY_NAME, read
from auditor.core.reading.embedded_verdict import (
    ANY,
    ExpectedFinding,
    ExpectedVerdict,
    VerdictError,
    parse_comment,
    parse_toml,
    unmatched,
    verdict_in,
)
from auditor.regression.verify import verify, write_verdict

NOTEN = FIXTURES / "riichi" / "noten" / "fires.mjlog"
CLEAN = FIXTURES / "riichi" / "noten" / "silent.mjlog"
FOUND = ExpectedFinding("riichi/noten", 0, 3, 1)
VERDICT = ExpectedVerdict("The point.", "tenhou", (FOUND, ExpectedFinding("stick/carry", 1, None, None)), None)


@pytest.mark.parametrize(
    "verdict",
    [
        VERDICT,
        ExpectedVerdict("", "house.toml", (), (0, 4, -1)),
        ExpectedVerdict('"Quoted" \\ 聴牌\nin two lines', "wrc", (ExpectedFinding("a/b", 3, ANY, ANY, 2),)),
    ],
)
def test_a_verdict_is_read_as_it_is_written(verdict: ExpectedVerdict) -> None:
    assert parse_comment(verdict.comment()) == verdict
    beside = parse_toml(verdict.toml())
    finds = tuple([one._replace(event=ANY, seat=ANY) if one.event is None else one for one in verdict.finds])
    assert beside == verdict._replace(finds=finds, look=None)


@pytest.mark.parametrize("text", ["", "A comment.", "judged by tenhou"])
def test_a_comment_without_a_verdict(text: str) -> None:
    assert parse_comment(text) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Judged by: tenhou", "or Finds nothing., after Judged by:"),
        ("Judged by: tenhou\nFinds: a/b hand=x", "not 'Finds: a/b hand=x'|not hand=x"),
        ("Judged by: tenhou\nFinds: a/b place=3", "not place=3"),
        ("Judged by: tenhou\nFinds much.", "not 'Finds much.'"),
    ],
)
def test_a_comment_that_cannot_be_understood(text: str, told: str) -> None:
    with pytest.raises(VerdictError, match=told):
        parse_comment(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("finds = ", "is not TOML"),
        ("rules = 'tenhou'", r"expected finds: .* or \[\] for none"),
        ("finds = [3]", "expected a table with the key check, not 3"),
        ("finds = [{check = 'a/b', place = 3}]", "place = 3"),
        ("finds = [{check = 'a/b', hand = 'E1'}]", "hand = 'E1'"),
        ("finds = [{check = 'a/b', hand = true}]", "hand = True"),
        ("finds = [{check = 'a/b', member = true}]", "member = True"),
        ("finds = [{check = 'a/b', member = ''}]", "member = ''"),
        ("finds = []\nruleset = 'tenhou'", "expected the keys point and rules"),
        ("finds = []\nrules = 3", "expected the keys point and rules"),
    ],
)
def test_a_file_that_cannot_be_understood(text: str, told: str) -> None:
    with pytest.raises(VerdictError, match=told):
        parse_toml(text)


def test_what_is_due_and_what_is_found() -> None:
    any_place, second = ExpectedFinding("riichi/noten"), FOUND._replace(event=9)
    assert unmatched([any_place, FOUND], [FOUND, second], names_of) == ([], [])
    assert unmatched([FOUND, FOUND], [FOUND], names_of) == ([FOUND], [])
    assert unmatched([], [FOUND], names_of) == ([], [0])
    assert unmatched([FOUND], [second], names_of) == ([FOUND], [0])
    assert unmatched([FOUND], [FOUND._replace(game=1)], names_of) == ([FOUND], [0])


def replaced(path: Path, old: str, new: str) -> Path:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return path


def copied(source: Path, folder: Path, name: str = "") -> Path:
    return Path(shutil.copy(source, folder / (name or source.name)))


def test_a_verdict_that_holds_and_one_that_does_not(tmp_path: Path) -> None:
    log = copied(NOTEN, tmp_path)
    assert (run("verify", str(log)).exit_code, run("verify", str(tmp_path)).exit_code) == (0, 0)
    replaced(log, "hand=0 event=3 seat=1", "hand=0 event=4 seat=1")
    told = run("verify", str(tmp_path))
    assert told.exit_code == 1
    assert "  not found: riichi/noten hand=0 event=4 seat=1\n  found, and not in it:\n\n" in told.stdout
    assert "123456m456p77s15z waits for nothing" in told.stdout
    assert f"show {log} --hand 0 --event 3 --rules tenhou" in told.stdout
    assert told.stderr == "1 verdict: 0 as stated, 1 not\n"
    written = run("verify", str(tmp_path), "--write")
    assert (written.exit_code, written.stdout) == (0, f"{log}: 1 finding, judged by tenhou\n")
    assert log.read_bytes() == NOTEN.read_bytes()


@pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai", "majiang"])
def test_todays_verdict_is_put_into_a_log_of_each_format(tmp_path: Path, form: str) -> None:
    game = next(read(NOTEN.read_bytes(), ""))
    write = FORMAT_BY_NAME[form].write
    log = tmp_path / f"log{FORMAT_BY_NAME[form].ending}"
    log.write_text(write(game, ""), "utf-8")  # type: ignore[arg-type]
    assert run("verify", str(log)).exit_code == 3
    assert run("verify", str(log), "--write", "--rules", "tenhou").exit_code == 0
    carried = verdict_in(log.read_bytes())
    assert carried is not None
    assert (carried.point, carried.rules) == ("", "tenhou")
    assert [one.check for one in carried.finds] == ["riichi/noten"]
    assert run("verify", str(log)).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == [log.name]


def test_a_packed_log_and_an_archive_have_theirs_beside_them(tmp_path: Path) -> None:
    bare = NOTEN.read_bytes().replace(b"Judged by", b"")
    (tmp_path / "log.mjlog.gz").write_bytes(gzip.compress(bare))
    with zipfile.ZipFile(tmp_path / "logs.zip", "w") as archive:
        archive.writestr("a.mjlog", bare)
        archive.writestr("b.mjlog", CLEAN.read_bytes().replace(b"Judged by", b""))
    assert run("verify", str(tmp_path), "--write", "--rules", "tenhou").exit_code == 0
    assert (tmp_path / "logs.zip.verdict.toml").read_text("utf-8") == (
        'rules = "tenhou"\n\n[[finds]]\ncheck = "riichi/noten"\nhand = 0\nevent = 3\nseat = 1\nmember = "a.mjlog"\n'
    )
    told = run("verify", str(tmp_path))
    assert (told.exit_code, told.stderr) == (0, "2 verdicts: 2 as stated, 0 not\n")
    replaced(tmp_path / "logs.zip.verdict.toml", "a.mjlog", "b.mjlog")
    assert "not found: riichi/noten b.mjlog hand=0 event=3 seat=1" in run("verify", str(tmp_path)).stdout


def test_a_verdict_inside_an_archive_holds_and_is_not_written(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "logs.zip", "w") as archive:
        archive.write(NOTEN, "a.mjlog")
        archive.writestr("b.mjlog", NOTEN.read_bytes().replace(b"event=3", b"event=4"))
    told = run("verify", str(tmp_path))
    assert (told.exit_code, told.stderr) == (1, "2 verdicts: 1 as stated, 1 not\n")
    told = run("verify", str(tmp_path), "--write")
    assert told.exit_code == 3
    assert "b.mjlog: a verdict inside an archive is not written; unpack it first" in told.stderr


def test_games_of_one_log_are_told_apart(tmp_path: Path) -> None:
    log = tmp_path / "two.jsonl"
    lines = re.sub(',"comment":".*"', "", (FIXTURES / "evening" / "round-2-table-3.jsonl").read_text("utf-8"))
    log.write_text(lines * 2, "utf-8")
    (before,) = verify(str(log), rules="auto")
    assert before.today is not None
    assert [one.game for one in before.today.finds] == [0, 0, 1, 1]
    write_verdict(before)
    assert run("verify", str(log)).exit_code == 0
    replaced(log, "game=1 hand=4", "game=1 hand=3")
    assert run("verify", str(log)).exit_code == 1


def test_what_is_no_log_or_has_no_verdict_is_counted_in_a_folder_and_wrong_when_named(tmp_path: Path) -> None:
    (tmp_path / "README.txt").write_text("These are logs.", "utf-8")
    log = tmp_path / "log.mjlog"
    log.write_bytes(NOTEN.read_bytes().replace(b"Judged by", b""))
    copied(NOTEN, tmp_path)
    told = run("verify", str(tmp_path))
    assert (told.exit_code, told.stderr) == (0, "1 verdict: 1 as stated, 0 not; 1 log without a verdict\n")
    told = run("verify", str(log))
    assert told.exit_code == 3
    assert "carries no verdict; --write puts today's in" in told.stderr


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("Judged by: tenhou", "Judged by: no-such-rules"), "no-such-rules"),
        (("Finds: riichi/noten", "Finds riichi/noten"), "the verdict in its comment: expected Finds: CHECK"),
        (("<T73/>", "<T999/>"), "element 5 <T999>"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, change: tuple[str, str], told: str) -> None:
    log = replaced(copied(NOTEN, tmp_path), *change)
    for options in ([], ["--write"]):
        result = run("verify", str(log), *options)
        assert (result.exit_code, result.stdout) == (3, "")
        assert told in result.stderr
    (tmp_path / f"{NOTEN.name}.verdict.toml").write_text("finds = 3", "utf-8")
    assert "fires.mjlog.verdict.toml: expected finds" in run("verify", str(log)).stderr


def test_rulesets_of_ones_own(tmp_path: Path) -> None:
    rulesets = TESTS / "rulesets"
    log = replaced(copied(NOTEN, tmp_path), "Judged by: tenhou", "Judged by: two-han")
    assert run("verify", str(log)).exit_code == 3
    assert run("verify", str(log), "--rulesets", str(rulesets)).exit_code == 0
    copied(rulesets / "two-han.toml", tmp_path, "house.toml")
    replaced(log, "Judged by: two-han", "Judged by: house.toml")
    assert run("verify", str(log)).exit_code == 0
    assert run("verify", str(log), "--rules", "nothing").exit_code == 2
