"""What a page tells of each game, made in the process that audits it: plain data."""

from typing import NamedTuple

from auditor.audit.game import Audit
from auditor.findings import EVERYTHING
from auditor.report.results import GameResult, game_result


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
        name = f"{hand.name}-{hand.honba}"
        whole = [text.partition(": ")[2] for text in record.unjudged if text.startswith(f"{EVERYTHING}:")]
        if whole:
            in_part.append((name, whole[0]))
        elif record.stopped_at is not None:
            in_part.append((name, f"the replay cannot follow the log beyond event {record.stopped_at}"))
    return Story(number, game_result(log, audit), tuple(in_part))
