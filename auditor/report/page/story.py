"""What a page tells of each game, made in the process that audits it: plain data."""

from typing import NamedTuple

from auditor.audit.game import Audit
from auditor.findings import EVERYTHING
from auditor.report.results import GameResult, game_result
from auditor.units import EventIndex


class Story(NamedTuple):
    """A game as a page tells it.

    number: of the game in its input, from 0. result: names, points and scores. in_part: for each hand that could not
    be judged in full its name and why.
    """

    number: int
    result: GameResult
    in_part: tuple[tuple[str, str], ...]


def story_of(number: int, log: str, audit: Audit) -> Story:
    """The story of a game. number: in its input, from 0. log: what to call it."""
    in_part = []
    for hand, record in zip(audit.game.hands, audit.records, strict=True):
        reason = in_part_reason(record.stopped_at, record.unjudged)
        if reason:
            in_part.append((f"{hand.name}-{hand.honba}", reason))
    return Story(number, game_result(log, audit), tuple(in_part))


def in_part_reason(stopped_at: EventIndex | None, unjudged: list[str]) -> str:
    """Why a hand could not be judged in full, as a clause; "" where it was. Both as in `HandRecord`."""
    for text in unjudged:
        what, _, reason = text.partition(": ")
        if what == EVERYTHING:
            return reason
    return "" if stopped_at is None else f"the replay cannot follow the log beyond event {stopped_at}"
