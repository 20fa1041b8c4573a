"""An id that a check had goes on meaning it: in options, rulesets, verdicts and baselines."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from support.paths import FIXTURES

from auditor.cli import cli
from auditor.core import rulesets
from auditor.core.audit.game import audit_game, plan_for
from auditor.core.checks import CATALOGUE, checks_named, selected_checks
from auditor.core.errors import RulesetError
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.text import as_json

FORMER = "furiten/flag"
"""The one id that covered all that a server states."""
TODAY = ("server/replacement", "server/offer", "server/waits", "server/flag")
LOG = FIXTURES / "server" / "offer" / "fires.json"


def game() -> Game:
    (found,) = read(LOG.read_bytes(), LOG.name)
    assert isinstance(found, Game)
    return found


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, list(arguments))
    return result.exit_code, result.output


def test_a_former_id_means_all_that_it_covered() -> None:
    assert tuple(check.id for check in checks_named(FORMER)) == TODAY
    assert selected_checks(FORMER, None) == set(TODAY)
    assert selected_checks(None, FORMER) == {check.id for check in CATALOGUE} - set(TODAY)
    assert selected_checks(FORMER, "server/offer") == set(TODAY) - {"server/offer"}


def test_a_family_is_that_of_todays_ids() -> None:
    assert tuple(check.id for check in checks_named("server")) == TODAY
    assert not set(TODAY) & selected_checks("furiten", None)


def test_a_ruleset_switches_off_what_a_former_id_covered() -> None:
    rules = msgspec.structs.replace(rulesets.load("mahjong-soul"), off=(FORMER,))
    assert audit_game(game(), rules).findings == []
    assert [one.check for one in audit_game(game(), rulesets.load("mahjong-soul")).findings] == ["server/offer"]
    with pytest.raises(RulesetError, match="off: there is no check 'furiten/flags'"):
        plan_for(msgspec.structs.replace(rules, off=("furiten/flags",)))


def test_the_command_lists_what_a_former_id_covered() -> None:
    code, output = run("checks", FORMER)
    assert code == 0
    assert [line.split()[0] for line in output.splitlines() if line.startswith("  ")] == sorted(TODAY)


def test_a_log_is_shrunk_to_a_finding_by_its_former_id() -> None:
    code, output = run("shrink", str(FIXTURES / "server/flag/fires.json"), "--check", FORMER, "--to", "tenhou6")
    assert (code, "no check" in output) == (2, False)  # found; the format cannot hold what a server says


def test_a_verdict_may_name_a_former_id(tmp_path: Path) -> None:
    text = LOG.read_text("utf-8")
    assert "Finds: server/offer" in text
    for name, code in ((FORMER, 0), ("server", 1), ("server/waits", 1)):
        log = tmp_path / "log.json"
        log.write_text(text.replace("Finds: server/offer", f"Finds: {name}"), "utf-8")
        assert run("verify", str(log))[0] == code, name


def test_a_baseline_written_by_the_former_id_hides_what_it_did(tmp_path: Path) -> None:
    """Its line is one of the time when all four were one."""
    line = {
        "log": "260101-00000000-0000-4000-8000-000000000000", "check": FORMER, "fingerprint": "0ce56367f71a1352",
        "message": "The server takes seat 1, waiting for 4s 7s, for furiten.",
    }  # fmt: skip
    baseline = tmp_path / "known.jsonl"
    baseline.write_text(as_json(line) + "\n", "utf-8")
    log = str(FIXTURES / "server" / "flag" / "fires.json")
    assert run("audit", log)[0] == 1
    code, output = run("audit", log, "--baseline", str(baseline))
    assert (code, f"known from {baseline}, not shown: 1 finding" in output) == (0, True)
