"""The README, and the tables of the reference, which are made from the code (`python tests/generate.py`)."""

import os
import re
import tomllib
from pathlib import Path

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


NAME_AND_PLACE = re.compile(r"`(\w+)`\s+(?:\(|in\s|of\s)`(\w+/[\w/.]+\.\w+)`(?! says)")
"""What a page says of a name and the file that it is in."""
PLACE = re.compile(r"`((?:auditor|benchmarks|core|docs|fixtures|formats|tests|cli|page)/[\w/.]+)`")
CODE_PAGES = [ROOT / "CONTRIBUTING.md", ROOT / "docs" / "architecture.md"]


def places_of(place: str) -> list[Path]:
    """The files and folders that a place on a page stands for, from the root or in the package, with .py or without."""
    inside = ROOT / "auditor" / place
    return [path for path in (ROOT / place, inside, inside.with_name(f"{inside.name}.py")) if path.exists()]


def test_the_pages_about_the_code_name_what_is_there() -> None:
    for page in CODE_PAGES:
        text = page.read_text("utf-8")
        places = [place for place in PLACE.findall(text) if "/x/" not in place]  # x: any name
        assert len(places) > 20
        assert [place for place in places if not places_of(place)] == [], page.name
        for name, place in NAME_AND_PLACE.findall(text):
            assert all(re.search(rf"\b{name}\b", path.read_text("utf-8")) for path in places_of(place)), (name, place)


def test_the_drawing_of_the_program_is_that_of_the_import_contracts() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = {one["id"]: [layer.split(" | ") for layer in one.get("layers", [])] for one in contracts}
    lines = [re.findall(r"\w+", line[:42]) for line in text.splitlines() if line.startswith("    ")]
    rings = [names for names in layers["rings"] if names not in (["__main__"], ["cli"], ["api"], ["formats"], ["core"])]
    assert [names for names in lines if names in rings] == rings
    order = "; ".join(", ".join(f"`{name}`" for name in names) for names in layers["core"])
    assert order in " ".join(text.split())
