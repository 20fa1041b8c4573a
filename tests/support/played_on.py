"""Faults of accounts with which the table plays on: what follows is paid and written down with the error, to the end.

The faults are those of `auditor.mutation.faults`; here is only what a table makes of them.
"""

from random import Random

from auditor.core.events import Deposit, Event, FinalResult, Game, Hand, Ryuukyoku, Win
from auditor.core.rulesets import load
from auditor.core.rulesets.model import DrawRules
from auditor.core.table.draws import noten_payments
from auditor.core.table.ledger import final_points, final_scores
from auditor.mutation.faults import FAULTS

STICK = 1000
PLAYED_ON = (
    "payment-off", "ron-paid-double", "honba-unpaid", "points-off", "counter-carried-wrong", "noten-payment-off",
    "tenpai-hand-not-shown", "stick-not-awarded", "sticks-carried-wrong", "deposit-dropped", "deposit-paid-twice",
    "score-carried-wrong",
)  # fmt: skip
"""Faults that can be played on with."""


def played_on(name: str, game: Game, choice: Random) -> Game | None:
    """A game with a fault, played on with it; None where it has no spot. The game's own events are changed, too."""
    rules = load("tenhou" if game.players == 4 else "tenhou-sanma")
    mutant = FAULTS[name].mutant_of(game, rules, choice)
    if mutant is None or mutant.hand in (None, len(game.hands) - 1):
        return None
    assert mutant.hand is not None
    right, hand = game.hands[mutant.hand], mutant.game.hands[mutant.hand]
    if not _paid_as_said(right, hand, mutant.game.hands[mutant.hand + 1]):
        return None
    carry(mutant.game, mutant.hand, -1 if mutant.event is None else mutant.event)
    return mutant.game


def _paid_as_said(right: Hand, hand: Hand, following: Hand) -> bool:
    """Let the end of a hand pay what the log says of it: points, counters, who is tenpai; whether that can be done."""
    end, before = hand.events[-1], right.events[-1]
    if isinstance(end, Ryuukyoku) and isinstance(before, Ryuukyoku) and end.tenpai != before.tenpai:
        assert end.tenpai is not None
        end.deltas = tuple(noten_payments(list(end.tenpai), 4, DrawRules()))
        return not end.tenpai[hand.dealer] and before.tenpai is not None and not before.tenpai[hand.dealer]
    more = hand.honba - right.honba
    if not isinstance(end, Win) or not isinstance(before, Win):
        return not more
    if end.points == before.points and not more:
        return True
    if end.is_tsumo or len(hand.wins) > 1 or (more and following.honba):
        return False
    end.honba += more
    points = end.points - before.points + 300 * more
    end.deltas = moved(end.deltas, {end.seat: points, end.from_seat: -points})
    return True


def moved(deltas: tuple[int, ...] | None, changes: dict[int, int]) -> tuple[int, ...]:
    return tuple(delta + changes.get(seat, 0) for seat, delta in enumerate(deltas or ()))


def carry(game: Game, first: int, fault: int = -1) -> None:
    """Count points and sticks on from the start of a hand; wins later than an event of it take the sticks there are."""
    rules = load("tenhou" if game.players == 4 else "tenhou-sanma")
    points, sticks = list(game.hands[first].scores), game.hands[first].sticks
    for number, hand in enumerate(game.hands[first:]):
        hand.scores, hand.sticks = tuple(points), sticks
        for index, event in enumerate(hand.events):
            sticks = _count(event, points, sticks, is_first=event in hand.wins[:1] and (number > 0 or index > fault))
    assert game.result is not None
    points[: game.players] = final_points(points[: game.players], sticks, rules)
    scores = final_scores(points[: game.players], rules)
    game.result = FinalResult(tuple(points), (*scores, *[0.0] * (len(points) - len(scores))))


def _count(event: Event, points: list[int], sticks: int, *, is_first: bool) -> int:
    """Count an event into the points, and write these down in it. Returns the sticks on the table after it."""
    if isinstance(event, Deposit):
        points[event.seat] -= STICK
        sticks += 1
    if not isinstance(event, Deposit | Win | Ryuukyoku):
        return sticks
    event.scores = tuple(points) if event.scores is not None else None
    if isinstance(event, Deposit):
        return sticks
    event.sticks = sticks if event.sticks >= 0 else event.sticks
    if is_first and isinstance(event, Win):
        event.deltas = moved(event.deltas, {event.seat: STICK * sticks - sum(event.deltas or ())})
    points[:] = moved(tuple(points), dict(enumerate(event.deltas or ())))
    return 0 if isinstance(event, Win) else sticks
