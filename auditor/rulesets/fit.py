"""Whether a game fits the ruleset that was asked for: what its start says against it, and which ruleset would fit."""

from typing import NamedTuple

from auditor.events import Game
from auditor.rulesets.choice import PLAYERS_TEXT, choose, starting_points
from auditor.rulesets.loading import AUTO, load, names
from auditor.rulesets.model import Ruleset


class Misfit(NamedTuple):
    """A game that contradicts the ruleset it was to be judged by.

    ruleset: its name. ways: in which ways, each a clause. fitting: what ``--rules`` may name instead, or nothing.
    """

    ruleset: str
    ways: tuple[str, ...]
    fitting: tuple[str, ...]


def misfit(spec: str, game: Game) -> Misfit | None:
    """In which ways a game contradicts at its start the ruleset that `spec` names for it; None where it fits.

    So it does where `spec` is ``auto``, which asks for no ruleset. Raises RulesetError.
    """
    if spec == AUTO:
        return None
    rules, _ = choose(spec, game)
    ways = contradictions(rules, game)
    return Misfit(rules.name, ways, fitting(game)) if ways else None


def contradictions(rules: Ruleset, game: Game) -> tuple[str, ...]:
    """What the start of a game says against a ruleset, a clause each: players, starting points, red fives.

    With another number of players nothing else can be compared.
    """
    if rules.game.players != game.players:
        return (f"there are {PLAYERS_TEXT[game.players]} players, not {PLAYERS_TEXT[rules.game.players]}",)
    return tuple([way for way in (_points(rules, game), _reds(rules, game)) if way])


def _points(rules: Ruleset, game: Game) -> str:
    points, due = starting_points(game), rules.game.start_points
    return "" if points is None or points == due else f"each seat starts with {points} points, not {due}"


def _reds(rules: Ruleset, game: Game) -> str:
    """Only what the log leaves no doubt of: a red five that it shows, or the number that it says."""
    first = 1 if game.players == 3 else 0  # with three players there is no 5m
    due, shown = rules.game.reds[first:], game.reds[first:]
    is_shown = not game.copies_recorded and any(shown) and not any(due)
    if due == shown or not (game.reds_recorded or is_shown):
        return ""
    if not any(shown):
        return f"no red fives are in play, of which the ruleset has {sum(due)}"
    if not any(due):
        return "red fives are in play, of which the ruleset has none"
    if sum(shown) == sum(due):
        return "the red fives in play are of other suits than the ruleset's"
    return f"{sum(shown)} red fives are in play, not {sum(due)}"


def fitting(game: Game) -> tuple[str, ...]:
    """What ``--rules`` may name for a game: the ruleset that ``auto`` takes, where its start says nothing against it.

    Else ``auto`` itself, where it takes the points from the log as the replay takes the red fives; else each of the
    program's own that fits.
    """
    chosen, _ = choose(AUTO, game)
    if not contradictions(load(chosen.name), game):
        return (chosen.name,)
    if not _points(chosen, game):
        return (AUTO,)
    return tuple([name for name in names() if not contradictions(load(name), game)])
