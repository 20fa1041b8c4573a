"""What a page is made of: the results of a run, with the stories of its games."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from auditor.audit.worker import Result
from auditor.findings import CHECK, NOTE, SEVERITY, Told
from auditor.report.page.figures import Figure
from auditor.report.page.story import Story
from auditor.report.results import GameResult
from auditor.report.summary import Summary

MOST_KEPT: Final = 20_000
"""Findings kept of a check, of which some are shown; and games kept with their hands."""


class Found(NamedTuple):
    """A finding with the input that it is from. rules: what that was judged by, as ``--rules`` names it."""

    told: Told
    result: Result
    rules: str


class Game(NamedTuple):
    """A game with the input that it is from. faults: how many were found in it."""

    story: Story
    result: Result
    faults: int


class Matter:
    """What was gathered, input by input. chosen: the checks whose findings are told; None for all.

    found: the findings to choose from; more: how many further ones there are, by check. games: as they came. problems:
    triples of the input, the place in it, and what is wrong. figures: its charts.
    """

    def __init__(self, chosen: frozenset[str] | None = None, *, with_notes: bool = False) -> None:
        self.chosen = chosen
        self.with_notes = with_notes
        self.summary = Summary(chosen)
        self.found: list[Found] = []
        self.counts: Counter[str] = Counter()
        self.games: list[Game] = []
        self.problems: list[tuple[Result, str, str]] = []
        self.figures: list[Figure] = []

    def add(self, result: Result, rules: str) -> None:
        """Take in an input. rules: what it was judged by, as ``--rules`` names it."""
        self.summary.add(result)
        self.problems += [(result, place, message) for place, message in result.problems]
        faults: Counter[int] = Counter()
        # What is kept of an input beside its findings is little.
        kept = result._replace(findings=(), problems=(), stories=())
        for told in result.findings:
            if not self._is_told(told):
                continue
            check = str(told.row[CHECK])
            self.counts[check] += 1
            faults[told.game] += told.row[SEVERITY] != NOTE
            if self.counts[check] <= MOST_KEPT:
                self.found.append(Found(told, kept, rules))
        for story in result.stories:
            if isinstance(story, Story):
                self.games.append(Game(self._shortened(story), kept, faults[story.number]))

    def _is_told(self, told: Told) -> bool:
        is_chosen = self.chosen is None or told.row[CHECK] in self.chosen
        return is_chosen and (self.with_notes or told.row[SEVERITY] != NOTE)

    def _shortened(self, story: Story) -> Story:
        """The story, of late ones without the hands."""
        if len(self.games) < MOST_KEPT:
            return story
        return story._replace(result=story.result._replace(hands=()))

    @property
    def results(self) -> Iterable[GameResult]:
        """The results of the games, as they came."""
        return [game.story.result for game in self.games]
