"""The pytest plugin, in projects of its own: what is collected, what fails and how it reads, with -k and -n."""

import io
import json
import shutil
import tarfile
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from support.paths import FIXTURES, TESTS

from auditor import api

pytest_plugins = ["pytester"]

NOTEN = FIXTURES / "riichi" / "noten" / "fires.mjlog"
CLEAN = FIXTURES / "riichi" / "noten" / "silent.mjlog"
IS_INSTALLED = bool(entry_points(group="pytest11", name="auditor"))
PLUGIN = ("-p", "no:cacheprovider", *(() if IS_INSTALLED else ("-p", "auditor.regression.plugin")))


def without_verdict(path: Path) -> bytes:
    return path.read_bytes().replace(b"Judged by", b"Judged")


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project with a test of its own, and a folder of logs: two clean ones, a faulty one, and no log."""
    monkeypatch.setenv("PYTHONPATH", str(FIXTURES.parent))
    pytester.makepyfile(test_own="def test_own(): pass")
    logs = pytester.mkdir("logs")
    for name, source in (("a.mjlog", CLEAN), ("b.mjlog", NOTEN), ("deep/c.mjlog", CLEAN)):
        (logs / name).parent.mkdir(exist_ok=True)
        (logs / name).write_bytes(without_verdict(source))
    (logs / "README.md").write_text("Logs.", "utf-8")
    return pytester


def run(project: pytest.Pytester, *options: str) -> pytest.RunResult:
    return project.runpytest_inprocess(*PLUGIN, *options)


def test_each_log_is_a_test_that_reads_as_the_finding_does(project: pytest.Pytester) -> None:
    result = run(project, "--auditor-logs", "logs")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*logs/b.mjlog F*",
            "_* b.mjlog::log _*",
            "riichi/noten",
            "logs/b.mjlog E1-0 turn 1 seat 1 (Beni): riichi/noten violation 6cffb48",
            "  Seat 1 declares riichi on 9m, but 123456m456p77s15z waits for nothing.",
            "  see:   auditor show logs/b.mjlog --hand 0 --event 3",
            "FAILED logs/b.mjlog::log - riichi/noten",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("options", [[], pytest.param(["-n", "2"], marks=pytest.mark.slow)])
def test_faults_are_counted_by_check_after_all_else(project: pytest.Pytester, options: list[str]) -> None:
    """The log to shrink is the one with the fewest faults."""
    played = b"".join([without_verdict(NOTEN), without_verdict(NOTEN)])
    with zipfile.ZipFile(project.path / "logs" / "a.zip", "w") as archive:
        archive.writestr("first.mjlog", without_verdict(NOTEN))
        archive.writestr("second.mjlog", played)
    (project.path / "logs" / "late.mjlog").write_bytes(without_verdict(FIXTURES / "pay" / "noten" / "fires.mjlog"))
    start = project.runpytest_subprocess if options else project.runpytest_inprocess
    result = start(*PLUGIN, "--auditor-logs", "logs", "--auditor-rules", "tenhou", *options)
    result.stdout.fnmatch_lines(
        [
            "*short test summary info*",
            "*faults by check*",
            "riichi/noten: * findings in * logs",
            "  auditor shrink logs/a.zip::first.mjlog --check riichi/noten --rules tenhou -o FILE",
            "pay/noten: 1 finding in 1 log",
            "  auditor shrink logs/late.mjlog --check pay/noten --rules tenhou -o FILE",
            "=* failed*",
        ]
    )


def test_without_faults_nothing_is_counted(project: pytest.Pytester) -> None:
    run(project, "--auditor-logs", "logs", "-k", "not b.mjlog").stdout.no_fnmatch_line("*faults by check*")


def test_without_the_option_no_log_is_a_test(project: pytest.Pytester) -> None:
    run(project).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("options", "passed", "failed"),
    [
        (["--auditor-logs", "logs", "-k", "b.mjlog"], 0, 1),
        (["--auditor-logs", "logs", "-k", "deep"], 1, 0),
        (["--auditor-logs", "logs/b.mjlog", "--auditor-logs", "logs/deep"], 2, 1),
        (["--auditor-logs", "logs/b.mjlog", "logs/b.mjlog::log"], 0, 1),
        (["--auditor-logs", "logs/a.mjlog", "test_own.py"], 2, 0),
        (["--auditor-logs", "logs", "--deselect", "logs/b.mjlog::log"], 3, 0),
        pytest.param(["--auditor-logs", "logs", "-n", "2"], 3, 1, marks=pytest.mark.slow),
        pytest.param(["--auditor-logs", "logs", "-n", "2", "-k", "mjlog and not b"], 2, 0, marks=pytest.mark.slow),
    ],
)
def test_selected_logs_alone_are_judged(project: pytest.Pytester, options: list[str], passed: int, failed: int) -> None:
    # The workers of xdist are processes of their own.
    start = project.runpytest_subprocess if "-n" in options else project.runpytest_inprocess
    start(*PLUGIN, *options).assert_outcomes(passed=passed, failed=failed)


def test_a_broken_log_fails_alone(project: pytest.Pytester) -> None:
    (project.path / "logs" / "broken.mjlog").write_bytes(without_verdict(CLEAN)[:700])
    (project.path / "logs" / "empty.mjlog").write_bytes(b"")
    result = run(project, "--auditor-logs", "logs")
    result.assert_outcomes(passed=3, failed=3)
    result.stdout.fnmatch_lines(["logs/broken.mjlog: *it is cut off*", "logs/empty.mjlog: the file is empty"])


def test_rules_are_the_options_then_the_projects(project: pytest.Pytester) -> None:
    kan = FIXTURES / "cases" / "ema-2012" / "passed-then-any-call.mjlog"
    log = project.path / "logs" / "kan.mjlog"
    log.write_bytes(without_verdict(kan))
    asked = ["--auditor-logs", "logs/kan.mjlog", "-k", "kan"]
    project.makepyprojecttoml('[tool.auditor]\nignore = "game"')
    run(project, *asked, "--auditor-rules", "ema-2012").assert_outcomes(passed=1, deselected=1)
    run(project, *asked, "--auditor-rules", "tenhou").assert_outcomes(failed=1, deselected=1)
    project.makepyprojecttoml('[tool.auditor]\nignore = "game"\nrules = "ema-2012"')
    run(project, *asked).assert_outcomes(passed=1, deselected=1)
    project.makepyprojecttoml('[tool.auditor]\nrules = "tenhou"\nignore = ["game", "furiten"]')
    run(project, *asked).assert_outcomes(passed=1, deselected=1)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ('rules = "no-such-rules"', "*no ruleset*no-such-rules*"),
        ('ignore = "no/such-check"', "*there is no check 'no/such-check'*"),
        ('baseline = "gone.jsonl"', "*gone.jsonl: there is no such file*"),
        ("rule = 3", "*there is no setting 'rule'*"),
    ],
)
def test_wrong_settings_are_told_at_once(project: pytest.Pytester, settings: str, told: str) -> None:
    project.makepyprojecttoml(f"[tool.auditor]\n{settings}")
    result = run(project, "--auditor-logs", "logs")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])


def test_findings_of_the_baseline_are_known(project: pytest.Pytester) -> None:
    found = '{"log": "b.mjlog", "fingerprint": "6cffb48cf5fd55a7", "check": "riichi/noten", "message": "known"}'
    (project.path / "known.jsonl").write_text(found, "utf-8")
    project.makepyprojecttoml('[tool.auditor]\nbaseline = "known.jsonl"')
    run(project, "--auditor-logs", "logs").assert_outcomes(passed=4)


def test_logs_with_a_verdict_are_tests_by_themselves(project: pytest.Pytester) -> None:
    held = project.mkdir("held")
    shutil.copy(NOTEN, held / "in-comment.mjlog")
    (held / "beside.mjlog").write_bytes(without_verdict(NOTEN))
    (held / "beside.mjlog.verdict.toml").write_text('rules = "tenhou"\n[[finds]]\ncheck = "riichi/noten"\n', "utf-8")
    (held / "data.json").write_text('{"name": "nothing to do with it"}', "utf-8")
    run(project).assert_outcomes(passed=3)
    run(project, "--auditor-logs", "held").assert_outcomes(passed=3)
    (held / "in-comment.mjlog").write_bytes(NOTEN.read_bytes().replace(b"seat=1 -->", b"seat=2 -->"))
    (held / "beside.mjlog.verdict.toml").write_text('rules = "tenhou"\nfinds = []\n', "utf-8")
    (held / "gone.mjlog.verdict.toml").write_text('rules = "tenhou"\nfinds = []\n', "utf-8")
    result = run(project)
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(
        ["found, and not in its verdict:", "  see:   auditor show held/beside.mjlog --hand 0 --event 3 --rules tenhou"]
    )
    result.stdout.fnmatch_lines(["*held/gone.mjlog: cannot be read: No such file*"])
    result.stdout.fnmatch_lines(["not found: riichi/noten hand=0 event=3 seat=2, judged by tenhou"])


def test_rulesets_that_verdicts_name(project: pytest.Pytester) -> None:
    rulesets = TESTS / "rulesets"
    (project.path / "own.mjlog").write_bytes(NOTEN.read_bytes().replace(b"by: tenhou", b"by: two-han"))
    run(project).assert_outcomes(passed=1, failed=1)
    run(project, "--auditor-rulesets", str(rulesets)).assert_outcomes(passed=2)


@pytest.mark.parametrize("packed", ["zip", "tar"])
def test_members_of_an_archive_are_tests(project: pytest.Pytester, packed: str) -> None:
    contents = {f"{number}.mjlog": without_verdict(NOTEN if number == 2 else CLEAN) for number in range(4)}
    path = project.path / "logs" / f"all.{packed}"
    if packed == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in contents.items():
                archive.writestr(name, data)
    else:
        with tarfile.open(path, "w:gz") as archive_of_tar:
            for name, data in contents.items():
                info = tarfile.TarInfo(name)
                info.size = len(data)
                archive_of_tar.addfile(info, io.BytesIO(data))
    asked = ["--auditor-logs", f"logs/all.{packed}"]
    result = run(project, *asked)
    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines([f"  see:   auditor show logs/all.{packed}::2.mjlog --hand 0 --event 3"])
    run(project, *asked, "-k", "3.mjlog or 1.mjlog").assert_outcomes(passed=2, deselected=3)
    run(project, f"logs/all.{packed}::3.mjlog", f"logs/all.{packed}::2.mjlog", *asked[:1], *asked[1:], "-k", "mjlog")


def test_the_fixture_audits_what_an_engine_plays(project: pytest.Pytester) -> None:
    project.makepyfile(
        f"""
        from pathlib import Path
        import pytest
        from auditor.core.reading.logs import game_of

        CLEAN, NOTEN = Path({str(CLEAN)!r}), Path({str(NOTEN)!r})

        def test_clean(audited):
            (audit,) = audited(CLEAN.read_bytes())
            assert audit.findings == [] and audit.ruleset.name == "tenhou"
            assert audited(CLEAN.read_text(), rules="mahjong-soul", name="x")[0].ruleset.name == "mahjong-soul"

        def test_text(audited):
            audited(NOTEN.read_text(), name="played/tonight.mjlog")

        def test_game(audited):
            audited(game_of(str(NOTEN)).game, name="made")

        def test_broken(audited):
            audited(NOTEN.read_bytes()[:700])

        def test_no_log(audited):
            with pytest.raises(TypeError):
                audited(NOTEN)
        """
    )
    result = run(project, "-k", "not own")
    result.assert_outcomes(passed=2, failed=3)
    result.stdout.fnmatch_lines(
        [
            ">*audited(NOTEN.read_text(), name=[\"']played/tonight.mjlog[\"'])",
            "E*tonight.mjlog E1-0 turn 1 seat 1 (Beni): riichi/noten violation 6cffb48",
            "E*see:   auditor show *played_tonight.mjlog --hand 0 --event 3",
            "E*made.mjlog E1-0 turn 1 seat 1 (Beni): riichi/noten violation 6cffb48",
            "E*it is cut off*",
        ]
    )
    assert "auditor/testing" not in result.stdout.str().replace("auditor.testing", "")


def test_what_the_baseline_knows_of_a_log_in_memory_is_not_told(project: pytest.Pytester) -> None:
    log = project.path / "evening.mjlog"
    log.write_bytes((FIXTURES / "evening" / "round-1-table-2.mjlog").read_bytes())
    known, new = [one for one in api.audit_file(log).findings if one.severity != "note"]
    found = {"log": "game", "fingerprint": known.fingerprint, "check": known.check, "message": known.message}
    (project.path / "known.jsonl").write_text(json.dumps(found), "utf-8")
    project.makepyprojecttoml('[tool.auditor]\nbaseline = "known.jsonl"')
    project.makepyfile(
        test_own="from pathlib import Path\n"
        'def test_own(audited): audited(Path("evening.mjlog").read_bytes(), name="game")'
    )
    result = run(project)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*" + new.check])
    result.stdout.no_fnmatch_line(f"*{known.check}*")
