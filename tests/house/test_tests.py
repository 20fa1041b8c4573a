"""The tests themselves: each file says what it tests and lies where it belongs, and there are not too many."""

import ast
import re
import tomllib

import pytest
from support.paths import ROOT, TESTS

MOST_COLLECTED = 8_720
FILES = sorted(TESTS.rglob("test_*.py"))
ACROSS = {"house", "web"}
"""Folders of tests that are of no package of the program: of the project, and of the page that is built from it."""


def test_every_file_says_what_it_tests() -> None:
    silent = [path for path in FILES if not (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").strip()]
    assert not silent


def test_a_folder_of_tests_is_a_package_of_the_program() -> None:
    folders = {path.parent.relative_to(TESTS).as_posix() for path in FILES} - ACROSS
    packages = (ROOT / "auditor", ROOT / "auditor" / "core")
    assert [one for one in sorted(folders) if not any((package / one).is_dir() for package in packages)] == []


def test_a_name_is_that_of_one_file() -> None:
    names = [path.name for path in FILES]
    assert sorted(set(names)) == sorted(names)


def test_nothing_is_imported_from_a_test() -> None:
    pattern = re.compile(r"^\s*(?:from|import) (?:\w+\.)*test_\w+", re.MULTILINE)
    importing = [path for path in TESTS.rglob("*.py") if pattern.search(path.read_text("utf-8"))]
    assert not importing, "what several tests need lies in tests/support"


def test_a_collection_is_small_enough_to_be_read(request: pytest.FixtureRequest) -> None:
    assert len(request.session.items) <= MOST_COLLECTED


def test_lines_whose_change_nobody_could_see_are_in_the_program() -> None:
    listed = tomllib.loads((TESTS / "mutation" / "equivalent.toml").read_text("utf-8"))["mutant"]
    sources = {one["path"]: (ROOT / one["path"]).read_text("utf-8") for one in listed}
    gone = [one for one in listed if any(line not in sources[one["path"]] for line in one["before"].splitlines())]
    assert not gone
