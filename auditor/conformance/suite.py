"""The questions of the suite: data that come with the program, each with its answer, its reason and its source.

Two forms: is an action legal now, and what follows from the end of a hand? What nobody knows for certain is open, and
counts for nobody. ``docs/conformance.md`` says what is in a question and in an answer.
"""

import os
from collections.abc import Mapping
from importlib.resources import as_file
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any, Final

import msgspec

from auditor.core.files.atomic import atomic_folder
from auditor.core.program import UserError, data_folder
from auditor.core.text import as_json
from auditor.core.units import SeatIndex

SUITE_VERSION: Final = "1.0"
FACTS: Final = ("deltas", "sticks", "honba", "dealer", "round", "is_over")  # that may follow from the end of a hand
_ASKED: Final = ("id", "topic", "rules", "events", "hand", "seat", "action")
RULESETS: Final = ("tenhou", "mahjong-soul", "m-league", "wrc-2025", "ema-2016", "tenhou-sanma", "mahjong-soul-sanma")


class ConformanceError(UserError):
    """There are no such questions, or no engine can be started; the message says what there is."""


class Question(msgspec.Struct, frozen=True):
    """A question of the suite.

    id: stable as long as the question is the same. events: of mjai, from ``start_game`` to the position. seat, action:
    who would do what now; None where it is asked what follows. hand: the hand, where it alone decides. legal: whether
    it is legal. expected: what follows, by FACTS; of a game that is over no next hand. Either may be "open".
    """

    id: str
    topic: str
    rules: str
    events: list[dict[str, Any]]
    why: str
    source: str
    seat: SeatIndex | None = None
    action: dict[str, Any] | None = None
    hand: dict[str, Any] | None = None
    legal: bool | str | None = None
    expected: dict[str, Any] | str | None = None

    @property
    def answer(self) -> bool | dict[str, Any] | None:
        """The right answer; None where it is open."""
        known = self.legal if self.action is not None else self.expected
        return None if isinstance(known, str) else known

    def line(self) -> str:
        """The question as an engine gets it, as JSON: without answer, reason and source."""
        return as_json({name: value for name in _ASKED if (value := getattr(self, name)) is not None})

    def is_right(self, given: object) -> bool | None:
        """Whether an engine's answer is right; None where it is no answer to this question. Of what follows an engine
        may name a part; what it names is compared.
        """
        answer = self.answer
        if isinstance(answer, bool):
            return given == answer if isinstance(given, bool) else None
        if answer is None or not isinstance(given, Mapping):
            return None
        named = [fact for fact in FACTS if fact in answer and given.get(fact) is not None]
        return all([given[fact] == answer[fact] for fact in named]) if named else None


def questions(rules: str, topics: tuple[str, ...] = ()) -> list[Question]:
    """The questions under a ruleset, by topic and id. topics: only these, or all. Raises ConformanceError."""
    if rules not in RULESETS:
        raise ConformanceError(f"there are no questions under {rules!r}; there are under {', '.join(RULESETS)}")
    text = data_folder("fixtures").joinpath("conformance", SUITE_VERSION, f"{rules}.jsonl").read_text("utf-8")
    every = [msgspec.json.decode(line, type=Question) for line in text.splitlines()]
    known = sorted({one.topic for one in every})
    for topic in topics:
        if topic not in known:
            raise ConformanceError(f"under {rules} there is no topic {topic!r}; there are {', '.join(known)}")
    return [one for one in every if not topics or one.topic in topics]


def write_suite(folder: str) -> None:
    """Write the suite with its schemas and adapters into a new folder, for those who need none of the program."""
    if os.path.exists(folder):
        raise ConformanceError(f"{folder} exists: give the name of a new folder")
    with as_file(data_folder("fixtures").joinpath("conformance")) as data, atomic_folder(folder) as made:
        copytree(Path(data), made, ignore=ignore_patterns("__pycache__"), dirs_exist_ok=True)
