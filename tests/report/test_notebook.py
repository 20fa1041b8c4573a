"""The notebook of the documentation: its cells run from the first to the last, and show what they say."""

import json
from typing import Any

import pytest
from support.paths import ROOT

NOTEBOOK = ROOT / "docs" / "statistics.ipynb"


def cells() -> list[str]:
    """The code of the notebook, a text a cell."""
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.mark.slow
def test_the_notebook_runs() -> None:
    pytest.importorskip("polars")
    pytest.importorskip("pandas")
    space: dict[str, Any] = {}
    for number, code in enumerate(cells(), 1):
        exec(compile(code, f"{NOTEBOOK.name}, cell {number}", "exec"), space)
    assert sorted(space["usual"]["name"]) == ["(everybody else)", "Aki", "Beni"]
    assert set(space["beside"].columns) == {"Aki", "Beni", "Chie", "Dai"}
    assert space["dealer"]["is_dealer"].to_list() == [False, True]
    assert space["outcomes"]["hands"].sum() == space["loaded"].hands


def test_no_output_is_kept_in_it() -> None:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    assert all(not cell.get("outputs") for cell in notebook["cells"])
