"""`auditor info`: what a database holds."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.goldens import assert_golden
from support.paths import FIXTURES

from auditor.cli import cli


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, list(arguments))
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The evening, and the riichi kans by another ruleset, with an input that is no log."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening").symlink_to(FIXTURES / "evening", target_is_directory=True)
    (tmp_path / "kans").mkdir()
    for path in (FIXTURES / "riichi" / "kan-waits").glob("*.mjlog"):
        (tmp_path / "kans" / path.name).write_bytes(path.read_bytes())
    (tmp_path / "kans" / "nonsense.mjlog").write_bytes(b"nonsense.mjlog")
    CliRunner().invoke(cli, ["audit", "evening", "--db", "x.duckdb"])
    CliRunner().invoke(cli, ["audit", "kans", "--db", "x.duckdb", "--rules", "ema-2012"])
    return "x.duckdb"


def test_what_a_database_holds(loaded: str) -> None:
    text = run("info", "--db", loaded)
    text = re.sub(
        r"x.duckdb: \d+ MiB, made by auditor \S+ on \d{4}-\d\d-\d\d,", "x.duckdb: SIZE, made by auditor VERSION,", text
    )
    text = re.sub(
        r"auditor 0\S+, rules (\S+?)(@[0-9a-f]+)?: (.*) loaded .*", r"auditor VERSION, rules \1: \3 loaded DAY", text
    )
    assert_golden("info.txt", text)


def test_info_as_json(loaded: str) -> None:
    told = json.loads(run("info", "--db", loaded, "--format", "json"))
    assert told["bytes"] == Path(loaded).stat().st_size
    assert told["rows"]["games"] == sum(told["formats"].values()) == sum(told["players"].values())
    assert told["findings"]["violation"] >= 3
    assert [one["rules"].partition("@")[0] for one in told["judgements"]] == ["ema-2012", "auto"]
    assert [one["inputs"] for one in told["judgements"]][1] == 8
    assert told["unread"] == 1
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+", told["judgements"][0]["first"])


def test_an_empty_database_and_none(tmp_path: Path) -> None:
    path = str(tmp_path / "x.duckdb")
    assert "there is no such file" in CliRunner().invoke(cli, ["info", "--db", path]).stderr
    CliRunner().invoke(cli, ["audit", str(tmp_path / "none"), "--db", path])
    assert "\ngames     0\nhands     0\n" in run("info", "--db", path)
