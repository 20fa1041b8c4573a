"""What is released: the wheel, and what its users' type checkers see of it."""

import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from jinja2 import ModuleLoader
from packaging.requirements import Requirement
from support.paths import ROOT

from auditor.core.checks import CATALOGUE
from auditor.core.program import install_command
from auditor.core.store import queries
from auditor.page.example import FIRES, SILENT, example_of
from auditor.page.templates import COMPILED_TEMPLATES

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

CLIENT = """\
from typing import assert_type
from auditor import api

for game in api.read("logs/"):
    assert_type(game, api.Game | api.Problem)
    if not isinstance(game, api.Problem):
        assert_type([finding.check for finding in api.audit(game).findings], list[str])
        assert_type(game.source, api.Source | None)
        assert_type(next(api.parse(b"", "name")), api.Game | api.Problem)
        assert_type(api.audit_file("log").findings[0].as_dict(), dict[str, str | int | None])
        assert_type(api.query("deal-in-rate", "x.duckdb", min_hands=1).rows, list[tuple[object, ...]])
api.load(["logs/"], 1)
"""
WRONG = 'client.py:12: error: Argument 2 to "load" has incompatible type "int"'


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel in plain Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AUDITOR_COMPILE", "0")
        return Path(next(WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("dist")))))


@pytest.mark.slow
def test_the_wheel_holds_what_the_program_shows_and_no_more(wheel: Path) -> None:
    shown = [example_of(check.id, stem) for check in CATALOGUE for stem in (FIRES, SILENT)]
    expected = {f"auditor/{example.path}" for example in shown if example}
    expected |= {f"auditor/queries/{name}.sql" for name in queries.names()}
    expected |= {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "auditor").rglob("*")
        if path.suffix
        in (".py", ".sql", ".tsv", ".toml", ".typed", ".css", ".html", ".js", ".svg", ".json", ".proto", ".zlib")
    }
    suite = (ROOT / "fixtures" / "conformance").glob("*/*.*")
    expected |= {f"auditor/{path.relative_to(ROOT).as_posix()}" for path in suite}
    pages = "auditor/page"
    expected |= {
        f"{pages}/{COMPILED_TEMPLATES}/{ModuleLoader.get_module_filename(path.name)}"
        for path in (ROOT / pages).glob("*.html")
    }
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == expected
    assert "auditor/py.typed" in names


@pytest.mark.slow
def test_a_type_checker_sees_through_the_installed_package(wheel: Path, tmp_path: Path) -> None:
    """The wheel alone in an environment, beside what the tests run with, and a program of its user's."""
    venv.create(tmp_path / "venv", symlinks=os.name != "nt")
    packages = next((tmp_path / "venv").rglob("site-packages"))
    zipfile.ZipFile(wheel).extractall(packages)
    (packages / "tests.pth").write_text("\n".join(path for path in sys.path if path.endswith("-packages")), "utf-8")
    python = next(path for path in (tmp_path / "venv").glob("*/python*") if path.stem == "python")
    (tmp_path / "client.py").write_text(CLIENT, "utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python), "client.py"],
        cwd=tmp_path, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    told = checked.stdout.splitlines()
    assert [line.split("; ")[0] for line in told] == [WRONG, "Found 1 error in 1 file (checked 1 source file)"]


def test_a_package_named_twice_has_one_bound() -> None:
    project = PROJECT["project"]
    custom = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    building = PROJECT["build-system"]["requires"] + custom["compile-requires"]
    lists = [building, project["dependencies"], *project["optional-dependencies"].values()]
    bounds: dict[str, set[str]] = {}
    for text in chain.from_iterable(lists):
        requirement = Requirement(text)
        bounds.setdefault(requirement.name, set()).add(str(requirement.specifier))
    assert {name: found for name, found in bounds.items() if len(found) > 1} == {}
    assert bounds["mypy"] == {"==" + version("mypy")}, "the linter in use is the one that compiles"


@pytest.mark.parametrize(
    ("origin", "wanted"),
    [
        (None, "'auditor[report]'"),
        ('{"url": "file:///srv/auditor", "dir_info": {}}', "'/srv/auditor[report]'"),
        ('{"url": "CWD", "dir_info": {}}', "'.[report]'"),
        ('{"url": "CWD", "dir_info": {"editable": true}}', "-e '.[report]'"),
        ('{"url": "https://a.example/x", "vcs_info": {"vcs": "git"}}', "'auditor[report] @ git+https://a.example/x'"),
    ],
)
def test_an_extra_is_installed_as_the_program_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, origin: str | None, wanted: str
) -> None:
    class Installed:
        @staticmethod
        def read_text(name: str) -> str | None:
            assert name == "direct_url.json"
            return None if origin is None else origin.replace("CWD", tmp_path.as_uri())

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.metadata.distribution", lambda name: Installed)
    assert install_command("report").endswith(f" install {wanted}")
