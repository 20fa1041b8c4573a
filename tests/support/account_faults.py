"""Faults of accounts put into games in which the table plays on with the error: it carries through to the end.

A fault changes a game in place, in a hand of its choice, and returns whether the game has a spot for it.
"""

from collections.abc import Callable
from random import Random

from auditor.core.events import EXHAUSTIVE, RIICHI, Deposit, FinalResult, Game, Hand, Ryuukyoku, Win
from auditor.core.rulesets import load
from auditor.core.rulesets.model import DrawRules
from auditor.core.table.draws import noten_payments
from auditor.core.table.ledger import final_scores, sticks_left

STICK = 1000
FAULTS: dict[str, Callable[[Game, Random], bool]] = {}


def fault(make: Callable[[Game, Random], bool]) -> Callable[[Game, Random], bool]:
    FAULTS[make.__name__] = make
    return make


def moved(deltas: tuple[int, ...] | None, changes: dict[int, int]) -> tuple[int, ...]:
    return tuple(delta + changes.get(seat, 0) for seat, delta in enumerate(deltas or ()))


def carry(game: Game, first: int, changes: dict[int, int], lost: int = 0) -> bool:
    """Let the hands from `first` on start with other points, and with `lost` fewer sticks until a win takes them."""
    for hand in game.hands[first:]:
        hand.scores = moved(hand.scores, changes)
        hand.sticks -= lost
        lost = carry_in_hand(hand, 0, changes, lost)
    settle(game, changes, lost)
    return True


def carry_in_hand(hand: Hand, place: int, changes: dict[int, int], lost: int) -> int:
    """Do the same for the events of a hand from `place` on. Returns the number of sticks still missing."""
    for event in hand.events[place:]:
        if isinstance(event, Deposit | Win | Ryuukyoku) and event.scores is not None:
            event.scores = moved(event.scores, changes)
        if isinstance(event, Ryuukyoku) and event.sticks >= 0:
            event.sticks -= lost
        if isinstance(event, Win) and lost and sum(event.deltas or ()) > 0:
            event.deltas = moved(event.deltas, {event.seat: -STICK * lost})
            event.sticks -= lost if event.sticks >= 0 else 0
            changes[event.seat] = changes.get(event.seat, 0) - STICK * lost
            lost = 0
    return lost


def settle(game: Game, changes: dict[int, int], lost: int) -> None:
    """Change the result of a game that ends with other points, and with `lost` fewer sticks."""
    rules = load("tenhou" if game.players == 4 else "tenhou-sanma")
    assert game.result is not None
    assert game.result.points is not None
    points = list(moved(game.result.points, changes))
    points[game.result.points.index(max(game.result.points))] -= sticks_left([0] * 4, lost, rules)[0]
    scores = final_scores(points[: game.players], rules)
    game.result = FinalResult(tuple(points), (*scores, *[0.0] * (len(points) - len(scores))))


def pick(game: Game, choice: Random, fits: Callable[[Hand], object]) -> Hand | None:
    hands = [hand for hand in game.hands[:-1] if fits(hand)]
    return choice.choice(hands) if hands else None


def is_ron(hand: Hand) -> bool:
    last, before = hand.events[-1], hand.events[-2]
    return isinstance(last, Win) and not last.is_tsumo and not isinstance(before, Win)


def paid_wrongly(game: Game, hand: Hand, points: int) -> bool:
    """Pay the winner of a ron that many points more, from the discarder."""
    win = hand.events[-1]
    assert isinstance(win, Win)
    changes = {win.seat: points, win.from_seat: -points}
    win.deltas = moved(win.deltas, changes)
    return carry(game, hand.index + 1, changes)


@fault
def a_payment_rounded_up(game: Game, choice: Random) -> bool:
    hand = pick(game, choice, is_ron)
    return hand is not None and paid_wrongly(game, hand, 500)


@fault
def honba_unpaid(game: Game, choice: Random) -> bool:
    hand = pick(game, choice, lambda one: is_ron(one) and one.honba)
    return hand is not None and paid_wrongly(game, hand, -300 * hand.honba)


@fault
def a_value_miscounted(game: Game, choice: Random) -> bool:
    hand = pick(game, choice, is_ron)
    if hand is None:
        return False
    win = hand.events[-1]
    assert isinstance(win, Win)
    win.points += 1000
    return paid_wrongly(game, hand, 1000)


@fault
def a_counter_too_many(game: Game, choice: Random) -> bool:
    def is_last_counter(hand: Hand) -> bool:
        return is_ron(hand) and hand.index > 0 and game.hands[hand.index + 1].honba == 0

    hand = pick(game, choice, is_last_counter)
    if hand is None:
        return False
    hand.honba += 1
    win = hand.events[-1]
    assert isinstance(win, Win)
    win.honba += 1 if win.honba >= 0 else 0
    return paid_wrongly(game, hand, 300)


@fault
def a_pool_shared_wrongly(game: Game, choice: Random) -> bool:
    def pays(hand: Hand) -> bool:
        draw = hand.events[-1]
        return isinstance(draw, Ryuukyoku) and draw.draw_type == EXHAUSTIVE and any(draw.deltas or ())

    hand = pick(game, choice, pays)
    if hand is None:
        return False
    draw = hand.events[-1]
    assert isinstance(draw, Ryuukyoku)
    assert draw.deltas is not None
    changes = {draw.deltas.index(max(draw.deltas)): 500, draw.deltas.index(min(draw.deltas)): -500}
    draw.deltas = moved(draw.deltas, changes)
    return carry(game, hand.index + 1, changes)


@fault
def a_tenpai_hand_taken_for_noten(game: Game, choice: Random) -> bool:
    def seats(hand: Hand) -> list[int]:
        draw = hand.events[-1]
        if not isinstance(draw, Ryuukyoku) or draw.draw_type != EXHAUSTIVE or draw.tenpai is None:
            return []
        in_riichi = [event.seat for event in hand.events if event.kind == RIICHI]
        return [seat for seat in range(4) if draw.tenpai[seat] and seat not in (*in_riichi, hand.dealer)]

    hand = pick(game, choice, seats)
    if hand is None:
        return False
    draw = hand.events[-1]
    assert isinstance(draw, Ryuukyoku)
    assert draw.tenpai is not None
    assert draw.shown is not None
    seat = choice.choice(seats(hand))
    draw.tenpai = tuple(one and other != seat for other, one in enumerate(draw.tenpai))
    draw.shown = tuple(None if other == seat else one for other, one in enumerate(draw.shown))
    due = noten_payments(list(draw.tenpai), 4, DrawRules())
    changes = {other: due[other] - (draw.deltas or ())[other] for other in range(4)}
    draw.deltas = tuple(due)
    return carry(game, hand.index + 1, changes)


@fault
def sticks_not_awarded(game: Game, choice: Random) -> bool:
    hand = pick(game, choice, lambda one: is_ron(one) and sum(getattr(one.events[-1], "deltas", ())))
    if hand is None:
        return False
    win = hand.events[-1]
    assert isinstance(win, Win)
    changes = {win.seat: -sum(win.deltas or ())}
    win.deltas = moved(win.deltas, changes)
    return carry(game, hand.index + 1, changes)


@fault
def a_stick_lost_between_hands(game: Game, choice: Random) -> bool:
    hand = pick(game, choice, lambda one: one.sticks)
    return hand is not None and carry(game, hand.index, {}, 1)


@fault
def a_stick_not_paid(game: Game, choice: Random) -> bool:
    hand = pick(game, choice, lambda one: any(isinstance(event, Deposit) for event in one.events))
    if hand is None:
        return False
    place = next(at for at, event in enumerate(hand.events) if isinstance(event, Deposit))
    changes = {hand.events.pop(place).seat: STICK}
    lost = carry_in_hand(hand, place, changes, 1)
    return carry(game, hand.index + 1, changes, lost)


@fault
def a_score_copied_wrongly(game: Game, choice: Random) -> bool:
    hand = pick(game, choice, lambda one: one.index)
    return hand is not None and carry(game, hand.index, {choice.randrange(4): 1000})


@fault
def a_start_with_too_much(game: Game, choice: Random) -> bool:
    return carry(game, 0, {choice.randrange(4): 1000})
