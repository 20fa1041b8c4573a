"""The pages of the checks are up to date with code and fixtures."""

from support.check_pages import FAMILIES, PAGES, pages

from auditor.core.checks import CATALOGUE


def test_the_pages_are_those_of_the_code() -> None:
    written = {path: path.read_text("utf-8") for path in PAGES.rglob("*.md")}
    assert written == pages(), "run python tests/generate.py"


def test_every_family_has_a_title() -> None:
    assert {check.id.split("/")[0] for check in CATALOGUE} == FAMILIES.keys()
