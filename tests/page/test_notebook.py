"""The notebooks of the documentation run from first to last cell, and their outputs are up to date."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.paths import FIXTURES, ROOT

from auditor import api

NOTEBOOKS = sorted((ROOT / "docs").glob("*.ipynb"))


def space_of(name: str) -> dict[str, Any]:
    """What the code of a notebook leaves, run cell by cell."""
    notebook = json.loads((ROOT / "docs" / name).read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    space: dict[str, Any] = {}
    for number, cell in enumerate(notebook["cells"], 1):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{name}, cell {number}", "exec"), space)
    return space


@pytest.mark.slow
def test_the_notebook_runs() -> None:
    pytest.importorskip("polars")
    pytest.importorskip("pandas")
    space = space_of("statistics.ipynb")
    assert sorted(space["usual"]["name"]) == ["(everybody else)", "Aki", "Beni"]
    assert set(space["beside"].columns) == {"Aki", "Beni", "Chie", "Dai"}
    assert space["dealer"]["is_dealer"].to_list() == [False, True]
    assert space["outcomes"]["hands"].sum() == space["loaded"].hands


@pytest.mark.slow
def test_known_figures_of_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    api.load([FIXTURES / "evening"], tmp_path / "my.duckdb", jobs=1, extras=["turns", "walls"])
    compared = space_of("known-figures.ipynb")["compared"]
    assert [name for name, (count, _) in compared.items() if not count] == ["known-danger-of-discards"]
    assert (len(compared), compared["known-starting-shanten"]) == (10, (7, []))
    count, rows = compared["known-basics"]
    assert (count, all(not row["interval"][0] <= row["published"] <= row["interval"][1] for row in rows)) == (7, True)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_is_stored_without_output(path: Path) -> None:
    notebook = json.loads(path.read_text("utf-8"))
    assert all(not cell.get("outputs") for cell in notebook["cells"])
