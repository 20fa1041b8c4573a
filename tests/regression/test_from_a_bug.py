"""docs/from-a-bug-to-a-fixture.md: its logs give the output it shows, and its commands and settings exist."""

import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest
from support.paths import ROOT

from auditor.cli import cli
from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.project import find_config
from auditor.core.reading import read
from auditor.core.reading.embedded_verdict import verdict_in
from auditor.core.rulesets import load

PAGE = (ROOT / "docs" / "from-a-bug-to-a-fixture.md").read_text("utf-8")
LOG, HEAD = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"^(?:    |\$ )auditor (.+)$", PAGE, re.MULTILINE)


def test_the_shrunk_log_has_the_finding_that_the_page_tells() -> None:
    (game,) = [one for one in read(LOG.encode(), "x") if isinstance(one, Game)]
    (finding,) = audit_game(game, load("tenhou")).findings
    assert f"hand 0 event {finding.event}: {finding.check}: {finding.message}\n" in PAGE
    assert f"1 hand, {len(game.hands[0].events)} events, after" in PAGE


def test_the_verdict_of_the_page_holds() -> None:
    log = HEAD + LOG.partition("\n")[2]
    carried = verdict_in(log.encode())
    (game,) = [one for one in read(log.encode(), "x") if isinstance(one, Game)]
    (finding,) = audit_game(game, load("tenhou")).findings
    assert carried is not None
    assert [(one.check, one.hand, one.event, one.seat) for one in carried.finds] == [
        (finding.check, finding.hand, finding.event, finding.seat)
    ]


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_of_the_page_have_their_options(line: str) -> None:
    name, *words = shlex.split(line)
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("-")} <= known


def test_the_settings_of_the_page_are_read(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    config = find_config(tmp_path)
    assert config is not None
    assert config.settings == tomllib.loads(text)["tool"]["auditor"]


@pytest.mark.parametrize("source", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_programs_of_the_page_are_python(source: str) -> None:
    compile(source, "page", "exec")
