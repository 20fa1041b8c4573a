"""All bad inputs in one folder with good logs between them: the exact message of each, and no good log is lost."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.bad_inputs import GOOD, bad_inputs
from support.goldens import GOLDEN, assert_golden
from support.processes import PATIENCE

from auditor.cli import cli
from auditor.core.reading import FORMATS

MESSAGES = "bad-inputs.txt"
INPUTS = dict(bad_inputs())
TITLES = " or ".join([format.title for format in FORMATS])
READ_ALL_THE_SAME = re.compile(r"(\d+) inputs?, (\d+) games?, (\d+) hands?")


def audited(folder: Path, *options: str) -> tuple[int, list[str], str]:
    """Exit code, the lines about bad inputs, and all of standard error. One job is done in this process."""
    arguments = ["audit", str(folder), "--format", "jsonl", "--notes", "--verbose", "--strict", *options]
    if options[:2] == ("--jobs", "1"):
        told = CliRunner().invoke(cli, arguments)
        code, error = told.exit_code, told.stderr
    else:
        command = [sys.executable, "-m", "auditor", *arguments]
        result = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        code, error = result.returncode, result.stderr.decode()
    lines = [line.replace(f"{folder}{os.sep}", "") for line in error.splitlines() if line.startswith(str(folder))]
    return code, lines, error


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    for name, content in INPUTS.items():
        (folder / name).write_bytes(content)
        (folder / f"{name}.good").write_bytes(GOOD + f"<!-- {name} -->".encode())
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "gone").symlink_to(folder / "nothing")
    return folder


def test_the_list_of_bad_inputs_is_long() -> None:
    assert len(INPUTS) >= 60


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_each_bad_input_gives_its_message_and_loses_no_other(folder: Path, jobs: str) -> None:
    code, lines, error = audited(folder, "--jobs", jobs, "--max-size", "4M")
    assert code == 3
    assert "Traceback" not in error
    assert "internal error" not in error
    assert "reader failed" not in error
    told = "\n".join(lines).replace(f"expected {TITLES}", "expected a log of one of the formats") + "\n"
    assert_golden(MESSAGES, told)
    assert not [line for line in lines if ".good" in line]
    summary = READ_ALL_THE_SAME.search(error)
    assert summary is not None
    assert int(summary[2]) >= len(INPUTS)


def test_every_bad_input_is_reported() -> None:
    told = (GOLDEN / MESSAGES).read_text("utf-8")
    silent = [name for name in INPUTS if not re.search(rf"^{re.escape(name)}[:/ ]", told, re.MULTILINE)]
    assert silent == [], f"not in tests/golden/{MESSAGES}; AUDITOR_UPDATE_GOLDEN=1 writes it anew"


def test_bad_inputs_are_rows_of_the_database(folder: Path, tmp_path: Path) -> None:
    import duckdb

    database = str(tmp_path / "x.duckdb")
    assert audited(folder, "--jobs", "1", "--max-size", "4M", "--db", database)[0] == 3
    with duckdb.connect(database, read_only=True) as connection:
        rows = connection.execute("SELECT DISTINCT path FROM sources JOIN problems USING (source_id)").fetchall()
        games = connection.execute("SELECT count(*) FROM all_games").fetchone()
    assert {Path(path).name for (path,) in rows} >= set(INPUTS)
    assert games is not None
    assert games[0] >= len(INPUTS)
