"""The README, and the tables of the reference, which are made from the code (`python tests/generate.py`)."""

import os
import re

from click.testing import CliRunner
from support.finding_picture import PICTURE, drawn
from support.made_pages import REFERENCE, with_tables
from support.paths import ROOT

from auditor.cli import cli
from auditor.core.reading import FORMATS

README = ROOT / "README.md"


def test_the_tables_are_those_of_the_code() -> None:
    text = REFERENCE.read_text("utf-8")
    assert text == with_tables(text), "run python tests/generate.py"


def test_the_readme_is_short_and_names_each_format() -> None:
    text = README.read_text("utf-8")
    assert len(text.splitlines()) < 200
    for format in FORMATS:
        assert format.title.partition(" (")[0] in " ".join(text.split()), format.title


def test_every_link_within_the_project_leads_somewhere() -> None:
    for page in [README, ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}"


def test_the_picture_shows_what_the_program_draws() -> None:
    assert drawn() == PICTURE.read_text("utf-8"), "run python tests/generate.py"


def test_each_marked_command_is_one_line() -> None:
    for name in ("main", "test"):
        assert re.search(rf"<!-- command: {name} -->\n    \S.*\n\n", README.read_text("utf-8"))


def test_the_finding_shown_is_one_of_the_evening() -> None:
    block = re.search(r"A finding looks like this:\n\n((?:    .*\n)+)", README.read_text("utf-8"))
    assert block
    told = CliRunner().invoke(cli, ["audit", str(ROOT / "fixtures" / "evening")]).stdout
    assert " ".join(block[1].split()) in " ".join(told.replace(f"{ROOT}{os.sep}", "").split())
