"""The statements of `docs/questions.md`: each is short, runs as it is written, and answers."""

import re
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from support.paths import FIXTURES, ROOT

from auditor import api
from auditor.core.store.database import connect
from auditor.core.store.schema import EXTRAS

PAGE = (ROOT / "docs" / "questions.md").read_text("utf-8")
QUESTIONS = [part.split("\n", 1) for part in PAGE.split("\n## ")[1:]]
FOR_LARGER_DATABASES = ("Who discards what was drawn", "Which rons were by more than one seat", "How many open hands")
"""Questions to which an evening of eight games need not have an answer."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    path: Path = tmp_path_factory.mktemp("questions") / "evening.duckdb"
    api.load([str(FIXTURES / "evening")], path, extras=EXTRAS, jobs=1)
    with connect(str(path)) as connection:
        yield connection


@pytest.mark.parametrize(("question", "text"), QUESTIONS, ids=[question for question, _ in QUESTIONS])
def test_the_statement_answers_its_question(evening: duckdb.DuckDBPyConnection, question: str, text: str) -> None:
    lines = [line.removeprefix("    ") for line in text.splitlines() if line.startswith("    ")]
    assert 1 <= len(lines) <= 10
    rows = evening.execute("\n".join(lines)).fetchall()
    assert rows or re.sub(r"^\d+\. ", "", question).startswith(FOR_LARGER_DATABASES)


def test_there_are_twenty_five() -> None:
    assert [question.split(".")[0] for question, _ in QUESTIONS] == [str(number) for number in range(1, 26)]
