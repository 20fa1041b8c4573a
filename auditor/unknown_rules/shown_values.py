"""The numbers of its rules that a log shows: points at the start, honba, sticks, noten payments, bonuses.

They are candidates for the values of settings; which of them are right is found only by judging.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, get_args

from auditor.core.events import EXHAUSTIVE, NOT_RECORDED, Deposit, Game, Hand, Ryuukyoku, Win
from auditor.core.rulesets.choice import starting_points
from auditor.core.rulesets.model import Rounding, Ruleset
from auditor.core.table.ledger import rounded_points
from auditor.core.tiles import REDS_OF_NUMBER
from auditor.core.units import Points
from auditor.unknown_rules.alternatives import Changes, played_values

_HUNDRED: Final = 100


def shown_changes(game: Game, rules: Ruleset) -> list[Changes]:
    """The numbers that a log shows, as distinct changes of a ruleset; keys that go together are in one change."""
    listed = [*_of_start(game, rules), *_of_end(game, rules)]
    for hand in game.hands:
        listed += [*_of_deposits(hand), *_of_last_event(hand, game.players)]
    return [dict(one) for one in dict.fromkeys([tuple(changes.items()) for changes in listed])]


def _of_start(game: Game, rules: Ruleset) -> Iterator[Changes]:
    """The red fives, the points at the start, and the target points that usually go with these."""
    reds = next((number for number, of_suits in REDS_OF_NUMBER.items() if of_suits == game.reds), game.reds)
    if any(game.reds) and reds != rules.game.red_fives:
        yield {"game.red_fives": reds}
    start = starting_points(game)
    if start is None:
        return
    yield {"game.start_points": start}
    for points in (start, start + 5000, start + 10000):
        if points != rules.game.target_points:
            yield {"game.target_points": points}


def _of_deposits(hand: Hand) -> Iterator[Changes]:
    """The value of a riichi stick, from the first riichi of a hand, where the log has the scores after it."""
    first = next((event for event in hand.events if isinstance(event, Deposit)), None)
    if first is not None and first.scores is not None and len(first.scores) <= len(hand.scores):
        stick = hand.scores[first.seat] - first.scores[first.seat]
        if stick > 0 and stick % _HUNDRED == 0:
            yield {"riichi.stick": stick}


def _of_last_event(hand: Hand, players: int) -> Iterator[Changes]:
    """The value of a honba, from a win, and the noten payments of an exhaustive draw."""
    for event in hand.events[-3:]:
        if isinstance(event, Win) and event.deltas is not None and event.points != NOT_RECORDED and hand.honba:
            counters = -sum([delta for delta in event.deltas if delta < 0]) - event.points
            each, left = divmod(counters, hand.honba)
            if each >= 0 and left == 0 and each % (_HUNDRED * (players - 1)) == 0:
                yield {"sticks.honba": each}
        elif isinstance(event, Ryuukyoku) and event.deltas is not None and event.draw_type == EXHAUSTIVE:
            pool = sum([delta for delta in event.deltas if delta > 0])
            if pool:
                yield {"draws.noten_points": pool * 3 // 2 if players == 3 else pool}


def _of_end(game: Game, rules: Ruleset) -> Iterator[Changes]:
    """Bonuses, return points and rounding that give the scores at the end; symmetric bonuses first."""
    result = game.result
    if result is None or result.points is None or result.scores is None:
        return
    points, scores = list(result.points[: game.players]), list(result.scores[: game.players])
    start = starting_points(game)
    returns = [rules.game.return_points, *played_values("game.return_points", game.players)]
    found: list[tuple[bool, int, int, Changes]] = []
    for rounding in get_args(Rounding):
        rounded = [rounded_points(one, rounding) for one in points]
        even = _even_return(points, rounded, scores)
        for returned in dict.fromkeys([even, *[int(str(one)) for one in returns]]):
            if returned < (start or 0):
                continue
            bonuses = _bonuses(points, rounded, scores, returned)
            changes: Changes = {
                "game.return_points": returned, "game.placement": bonuses, "game.final_rounding": rounding,
            }  # fmt: skip
            if not _is_played(bonuses):
                continue
            is_even = [round(-one, 1) for one in reversed(bonuses)] == list(bonuses)
            found.append((not is_even, sum([one % 1 != 0 for one in bonuses]), len(found), changes))
    for *_, changes in sorted(found, key=lambda one: one[:3]):
        yield changes


def _is_played(bonuses: tuple[float, ...]) -> bool:
    """Whether some table may play these bonuses: multiples of a half that never rise, the first and last unequalled."""
    falling = all([one >= other for one, other in pairwise(bonuses)])
    return (
        falling and bonuses[0] > bonuses[1] and bonuses[-2] > bonuses[-1] and all([2 * one % 1 == 0 for one in bonuses])
    )


def _order(points: list[Points]) -> list[int]:
    """The seats in the order of their points, highest first."""
    return sorted(range(len(points)), key=points.__getitem__, reverse=True)


def _bonuses(points: list[Points], rounded: list[Points], scores: list[float], returned: Points) -> tuple[float, ...]:
    """The bonus of each place, if scores count from `returned`; the first's makes them sum to zero."""
    below = [round(scores[seat] - (rounded[seat] - returned) / 1000, 1) for seat in _order(points)[1:]]
    return (round(-sum(below), 1), *below)


def _even_return(points: list[Points], rounded: list[Points], scores: list[float]) -> Points:
    """The return points with which the bonuses of the places in the middle sum to zero."""
    order = _order(points)
    middle = order[1:-1]
    above = sum([scores[seat] - rounded[seat] / 1000 for seat in middle])
    return round(-above * 10 / max(len(middle), 1)) * 100
