"""Sentences and numbers of a page."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from auditor.report.page.gather import Game, Matter
from auditor.report.places import game_name
from auditor.report.summary import Summary
from auditor.sources import file_name
from auditor.words import counted

_HANDS_TOLD: Final = 3


def verdict_text(summary: Summary) -> str:
    """The answer in a sentence: ``3 of 8 games have faults; 5 are clean``."""
    verdict = summary.verdict
    if not verdict.games:
        return "No game could be read"
    selected = "" if summary.chosen is None else " of the selected checks"
    parts = []
    if verdict.faulty:
        have = "has" if verdict.faulty == 1 else "have"
        parts.append(f"{verdict.faulty:,} of {counted(verdict.games, 'game')} {have} faults{selected}")
    elif verdict.in_part:
        parts.append(f"No faults{selected} were found in {counted(verdict.games, 'game')}")
    else:
        parts.append(f"No faults{selected} in {counted(verdict.games, 'game')}")
    if verdict.faulty and verdict.clean:
        parts.append(f"{verdict.clean:,} {'is' if verdict.clean == 1 else 'are'} clean")
    if verdict.in_part:
        parts.append(f"{verdict.in_part:,} could be read or checked only in part")
    return "; ".join(parts)


Label = Callable[[Game], str]


def labels(games: list[Game]) -> Label:
    """What to call each of games: by its file, with the whole path where files of several folders are called alike, and
    with its number where the file holds several games.
    """
    inputs = {(game.result.path, game.result.member) for game in games}
    names = Counter([file_name(*one) for one in inputs])

    def label(game: Game) -> str:
        name = file_name(game.result.path, game.result.member)
        return game_name(game.result, game.story.number, name if names[name] == 1 else "")

    return label


def hands_in_part(matter: Matter, label: Label) -> list[tuple[str, int, list[tuple[str, str]]]]:
    """Why hands could not be judged in full: the reason, how many, and the first of them as (game, hand)."""
    reasons: dict[str, list[tuple[str, str]]] = {}
    for game in matter.games:
        for hand, reason in game.story.in_part:
            reasons.setdefault(reason, []).append((label(game), hand))
    return [(reason, len(hands), hands[:_HANDS_TOLD]) for reason, hands in reasons.items()]


def points_text(points: int | None) -> str:
    """Points with their thousands apart; a dash where there are none."""
    return "–" if points is None else f"{points:,}".replace("-", "−")


def signed(number: float | None) -> str:
    """A difference with its sign; a dash where there is none."""
    return "–" if number is None else f"{number:+,g}".replace("-", "−")


def score_text(score: float | None) -> str:
    """A final score in thousands, signed, to a tenth; a dash where there is none."""
    return "–" if score is None else f"{score:+.1f}".replace("-", "−")
