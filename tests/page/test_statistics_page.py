"""The page of statistics shows the queries' answers."""

import re

import pytest
from support.statistics_page import DOCUMENT, FIGURE, LISTS, definitions, document

from auditor.core.store import queries


@pytest.mark.parametrize("query", LISTS)
def test_every_figure_is_defined_above_it(query: str) -> None:
    names = [one.name for one in definitions(query)]
    assert names == [name for _, name in re.findall(FIGURE, queries.load(query).sql)]
    assert len(set(names)) == len(names)
    assert all(one.text.endswith(".") for one in definitions(query))


def test_the_page_is_that_of_the_queries() -> None:
    assert DOCUMENT.read_text("utf-8") == document(), "run python tests/generate.py"
