"""The pages of the checks are up to date with code and fixtures, and lie where reports link to."""

import json

from click.testing import CliRunner
from support.check_pages import FAMILIES, PAGES, pages
from support.paths import ROOT

from auditor.cli import cli
from auditor.core.checks import CATALOGUE
from auditor.core.program import DOCUMENTATION


def test_the_pages_are_those_of_the_code() -> None:
    written = {path: path.read_text("utf-8") for path in PAGES.rglob("*.md")}
    assert written == pages(), "run python tests/generate.py"


def test_every_family_has_a_title() -> None:
    assert {check.id.split("/")[0] for check in CATALOGUE} == FAMILIES.keys()


def test_a_report_names_the_page_of_each_check() -> None:
    log = str(ROOT / "fixtures" / "riichi" / "points" / "silent.mjlog")
    (run,) = json.loads(CliRunner().invoke(cli, ["audit", log, "--format", "sarif"]).stdout)["runs"]
    for rule in run["tool"]["driver"]["rules"]:
        folder, path = rule["helpUri"][: len(DOCUMENTATION)], rule["helpUri"][len(DOCUMENTATION) + 1 :]
        assert folder == DOCUMENTATION
        assert (ROOT / "docs" / path).is_file(), path
