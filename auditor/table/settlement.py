"""The settlement of a finished game: each seat's final score, from its points."""

from auditor.rulesets.model import Ruleset
from auditor.units import Points


def sticks_left(points: list[Points], sticks: int, rules: Ruleset) -> list[Points]:
    """What each seat gets of the riichi sticks left on the table at the end of a game, in points.

    points: of each seat played. Equal parts are whole hundreds; what is left of them goes to the seats nearer to the
    first dealer.
    """
    due = [0] * len(points)
    if not sticks:
        return due
    left = sticks * rules.riichi.stick
    first = [seat for seat, one in enumerate(points) if one == max(points)]
    if rules.sticks.left_over == "first":
        due[first[0]] = left
    elif rules.sticks.left_over == "first, shared":
        for place, seat in enumerate(first):
            hundreds = left // 100
            due[seat] = 100 * (hundreds // len(first) + (place < hundreds % len(first)))
    return due


def final_scores(points: list[Points], rules: Ruleset) -> list[float]:
    """Each seat's final score in thousands: points above the return points, the bonus of the place, oka to the first.

    points: of each seat played. Equal points go to the seat nearer to the first dealer, or share their bonuses, and
    points are rounded first, as the ruleset says.
    """
    rounding = rules.game.final_rounding
    if rounding == "half up":
        return _of_rounded(points, [(one + 500) // 1000 * 1000 for one in points], rules)
    if rounding == "half down":
        return _of_rounded(points, [-((500 - one) // 1000) * 1000 for one in points], rules)
    return _scores(points, points, rules)


def as_tenhou_rounded(points: list[Points], rules: Ruleset) -> list[float]:
    """The scores as Tenhou wrote them for years: of points rounded to thousands, halves away from zero."""
    return _of_rounded(points, [(abs(one) + 500) // 1000 * (1000 if one >= 0 else -1000) for one in points], rules)


def _of_rounded(points: list[Points], rounded: list[Points], rules: Ruleset) -> list[float]:
    """The scores of rounded points; the first takes what the rounding leaves over."""
    scores = _scores(points, rounded, rules)
    scores[points.index(max(points))] -= sum(scores)
    return scores


def _scores(points: list[Points], counted: list[Points], rules: Ruleset) -> list[float]:
    """The scores where `points` give the places and `counted` what is above the return points."""
    game = rules.game
    bonuses = list(game.placement or (0.0,) * len(points))
    bonuses[0] += (game.return_points - game.start_points) * len(points) / 1000
    order = sorted(range(len(points)), key=points.__getitem__, reverse=True)
    scores = [0.0] * len(points)
    for place, seat in enumerate(order):
        bonus = bonuses[place]
        if game.placement_ties == "share":
            tied = [other for other in range(len(order)) if points[order[other]] == points[seat]]
            bonus = sum(bonuses[other] for other in tied) / len(tied)
        scores[seat] = (counted[seat] - game.return_points) / 1000 + bonus
    return scores
