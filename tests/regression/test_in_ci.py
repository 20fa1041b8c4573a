"""docs/in-ci.md: its commands run, its settings are valid; the script of the action, and the hooks."""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from support.cli_calls import environment, invoke
from support.paths import ROOT

from auditor.core.checks import CATALOGUE, selected_checks
from auditor.core.project import SETTINGS, find_config
from auditor.core.reading.embedded_verdict import parse_toml

PAGE = (ROOT / "docs" / "in-ci.md").read_text("utf-8")
COMMANDS = re.findall(r"^    auditor (.+)$", PAGE, re.MULTILINE)
ACTION = (ROOT / "action.yml").read_text("utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project of the page: its logs, and regressions."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "fixtures" / "evening", folder / "logs")
    shutil.copytree(ROOT / "fixtures" / "riichi" / "noten", folder / "regressions")
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page(folder: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(folder)
    words = [word.strip("'") for word in command.split()]
    result = invoke(*words)
    finds_faults = words[0] == "audit" and "--baseline" not in words
    assert result.exit_code == finds_faults, result.stderr


def test_the_settings_of_the_page_are_all_there_are(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(\[tool\.auditor\].*?)```", PAGE, re.DOTALL)
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    config = find_config(tmp_path)
    assert config is not None
    assert set(config.settings) == set(SETTINGS)
    chosen = selected_checks(config.defaults()["select"], config.defaults()["ignore"])
    assert chosen < {check.id for check in CATALOGUE}


def test_the_verdict_of_the_page_is_one() -> None:
    (text,) = re.findall(r"```toml\n(point.*?)```", PAGE, re.DOTALL)
    assert [one.check for one in parse_toml(text).finds] == ["riichi/noten"]


def script() -> str:
    """The last step of the action."""
    return textwrap.dedent(ACTION.rpartition("run: |\n")[2])


def acted(folder: Path, **inputs: str) -> tuple[int, str, str, str]:
    """The exit code of the action's step, its outputs, and what it put on the page of the run."""
    (folder / "bin").mkdir(exist_ok=True)
    program = folder / "bin" / "auditor"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m auditor "$@"\n', "utf-8")
    program.chmod(0o755)
    names = {name.upper().replace("-", "_") for name in re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", ACTION)}
    runner = {"RUNNER_TEMP": str(folder), "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}
    given = {**dict.fromkeys(names, ""), "FORMAT": "github", **inputs}
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    shutil.rmtree(folder / "summary.md", ignore_errors=True)
    (folder / "summary.md").unlink(missing_ok=True)
    # GitHub calls bash so.
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script()], cwd=folder, encoding="utf-8", check=False,
        capture_output=True, env={**environment(), **runner, **given, "PATH": path},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr, (folder / "summary.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="the step is for bash")
def test_the_action_audits(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "fixtures" / "evening", tmp_path / "the logs")
    code, told, error, page = acted(tmp_path, PATHS="the logs\n\n", RULES="tenhou")
    assert code == 1
    assert told.count("::error file=the logs/") == told.count("::warning file=the logs/") == 3
    assert "ruleset tenhou: 8 games (as asked" in error
    assert page == f"```\n{error}```\n"
    code, told, error, page = acted(tmp_path, PATHS="the logs", FORMAT="sarif", OUTPUT="x.sarif", FAIL_ON="never")
    assert (code, told) == (0, "")
    assert (tmp_path / "x.sarif").read_text("utf-8").startswith('{"$schema"')
    (tmp_path / "known.jsonl").write_text("", "utf-8")
    code, told, error, page = acted(tmp_path, PATHS="the logs\nno such file", BASELINE="known.jsonl")
    assert code == 3
    assert "no such file: cannot be read" in page


def test_inputs_reach_the_script_as_variables_alone() -> None:
    """What somebody gives as an input is never part of the script's text."""
    assert "${{" not in script()
    assert set(re.findall(r"^  ([\w-]+):\n    description", ACTION, re.MULTILINE)) == set(
        re.findall(r"inputs\.([\w-]+)", ACTION)
    )


def test_hooks_take_what_their_page_says() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    audits, verifies = [re.compile(pattern) for pattern in re.findall(r"files: (.+)", hooks)]
    names = ["a.mjlog", "a.mjson", "a.mjlog.gz", "a.mjlog.verdict.toml", "package.json", "a.jsonl", "a.toml"]
    assert [name for name in names if audits.search(name)] == names[:3]
    assert [name for name in names if verifies.search(name)] == names[:4]
    entries = re.findall(r"entry: auditor (.+)", hooks)
    assert entries == ["audit --quiet --format concise", "verify"]
    assert re.findall(r"args: (.+)", hooks) == ['["--"]'] * 2


def test_a_file_of_a_pull_request_is_no_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the hooks and the action name files: the baseline would hide the finding of the other."""
    monkeypatch.chdir(tmp_path)
    log = (ROOT / "fixtures" / "riichi" / "noten" / "fires.mjlog").read_bytes()
    (tmp_path / "k.mjlog").write_text("", "utf-8")
    for name in ("--baseline=k.mjlog", "a.mjlog"):
        (tmp_path / name).write_bytes(log)
    result = invoke("audit", "--quiet", "--format", "concise", "--", "--baseline=k.mjlog", "a.mjlog")
    assert (result.exit_code, result.stdout.count("riichi/noten")) == (1, 2)


@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="the step is for bash")
def test_a_path_of_the_action_is_no_option(tmp_path: Path) -> None:
    log = (ROOT / "fixtures" / "riichi" / "noten" / "fires.mjlog").read_bytes()
    for name in ("--baseline=k.mjlog", "a.mjlog"):
        (tmp_path / name).write_bytes(log)
    code, told, _, _ = acted(tmp_path, PATHS="--baseline=k.mjlog\na.mjlog")
    assert (code, told.count("riichi/noten")) == (1, 2)


def test_what_builds_and_publishes_is_pinned() -> None:
    """Actions of others by their commit, tools by hash; and whoever publishes may do nothing else."""
    texts = {path.name: path.read_text("utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")}
    for name, text in texts.items():
        used = re.findall(r"uses: (\S+)", text)
        assert used, name
        assert [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", one)] == [], name
        installed = re.findall(r"pip install (?!')(.+)", text)
        own = re.compile(
            r"--require-hashes --only-binary :all: -r \.github/[\w-]+\.txt|\"\$\(ls dist/|--system .* '\.\["
        )
        assert [one for one in installed if not own.match(one)] == [], name
    for file in (ROOT / ".github").glob("*.txt"):
        lines = [line for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
        assert all([re.search(r"==\S+.* --hash=sha256:[0-9a-f]{64}$", line) for line in lines]), file
    publishes = texts["wheels.yml"].partition("  publish:\n")[2]
    assert re.search(r"permissions:\n      id-token: write[^\n]*\n    steps:", publishes)


def test_a_verdict_that_is_named_means_its_log(tmp_path: Path) -> None:
    """As pre-commit names it."""
    log = tmp_path / "a.mjlog"
    log.write_bytes((ROOT / "fixtures" / "riichi" / "noten" / "fires.mjlog").read_bytes().replace(b"Judged", b"J"))
    beside = tmp_path / "a.mjlog.verdict.toml"
    beside.write_text('rules = "tenhou"\n[[finds]]\ncheck = "riichi/noten"\n', "utf-8")
    for paths in ([beside], [log, beside]):
        result = invoke("verify", *map(str, paths))
        assert (result.exit_code, result.stderr) == (0, "1 verdict: 1 as stated, 0 not\n")
