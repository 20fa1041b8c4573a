# build: compiled
"""Who pays what for a win: the points of the hand, honba, riichi sticks and liability (pao), seat by seat.

Deltas are four signed points by seat; with three players seat 3 is absent and has 0.
"""

from typing import Final, TypeAlias

from mypy_extensions import mypyc_attr

from auditor.core.events import NO_SEAT, SEATS
from auditor.core.hand.value import Value
from auditor.core.rulesets.model import Ruleset
from auditor.core.units import Points, SeatIndex, YakuNumber
from auditor.core.yaku import IPPATSU, LIMIT_BASE, RINSHAN, URA_DORA, YAKUMAN, YAKUMAN_HAN

Deltas: TypeAlias = tuple[Points, ...]

_NO_POINTS: Final[Deltas] = (0, 0, 0, 0)

Liability: TypeAlias = tuple[YakuNumber, SeatIndex]
"""A yakuman and the seat that is liable for it (pao), or `RINSHAN` and the seat that pays an open kan's win."""


@mypyc_attr(acyclic=True)
class Payment:
    """The payment of one win, by reason; each but `sticks` sums to zero.

    hand: for the value of the hand. honba: for the honba. sticks: what the winner takes from the table. pao: what a
    liable seat pays of the hand instead of others. points: what the winner gets of both: the value that logs record.
    """

    def __init__(self, winner: SeatIndex, hand: Deltas, honba: Deltas, sticks: Deltas, pao: Deltas) -> None:
        self.hand = hand
        self.honba = honba
        self.sticks = sticks
        self.pao = pao
        self.points = hand[winner] + pao[winner]

    def __repr__(self) -> str:
        return f"Payment(hand={self.hand}, honba={self.honba}, sticks={self.sticks}, pao={self.pao})"

    @property
    def total(self) -> Deltas:
        """What each seat gains in all."""
        if self.honba is _NO_POINTS and self.sticks is _NO_POINTS and self.pao is _NO_POINTS:
            return self.hand
        return tuple([self.hand[seat] + self.honba[seat] + self.sticks[seat] + self.pao[seat] for seat in range(SEATS)])


def chips(value: Value) -> int:
    """The chips of a win in riichi, where a table plays with them: one for ippatsu, one for each ura dora.

    Source: zh.wikipedia, 立直: 一发及每只里悬赏牌均会获得一颗祝仪.
    """
    return sum([1 if number == IPPATSU else han for number, han in value.yaku if number in (IPPATSU, URA_DORA)])


def round_up(points: Points) -> Points:
    """Points rounded up to hundreds."""
    return (points + 99) // 100 * 100


def ron_points(base: Points, winner_is_dealer: bool) -> Points:
    """What the discarder pays for base points."""
    return round_up(base * (6 if winner_is_dealer else 4))


def tsumo_points(base: Points, winner_is_dealer: bool, rules: Ruleset) -> tuple[Points, Points]:
    """What the dealer and each other seat pay for base points won by self-draw; 0 for a dealer who wins.

    With three players the share of the missing seat is lost or, where the ruleset says so, each payer adds half of it.
    """
    share = base * (2 if winner_is_dealer else 1)
    missing = share // 2 if rules.game.players == 3 and not rules.scoring.tsumo_loss else 0
    return (0 if winner_is_dealer else round_up(base * 2 + missing), round_up(share + missing))


def payment(
    value: Value, winner: SeatIndex, from_seat: SeatIndex, dealer: SeatIndex, rules: Ruleset, honba: int = 0,
    sticks: int = 0, liabilities: tuple[Liability, ...] = (),
) -> Payment:  # fmt: skip
    """The payment of one win.

    from_seat: the discarder, or the winner for a self-draw. honba, sticks: the counts paid to this winner (with several
    winners only its part by the ruleset). liabilities: pairs (yakuman number, liable seat); those for a yakuman that
    the hand does not have or the ruleset's `pao` does not name, and those of the winner itself, are ignored.

    A liable seat pays a self-draw alone and half of a ron of another's discard. That for `RINSHAN` pays what is left of
    a self-draw; one for a yakuman covers the whole hand or, where
    `pao_scope` is "yakuman", only its yakuman: other yakuman of the win are paid as usual.
    """
    hand = [0, 0, 0, 0]
    pao = [0, 0, 0, 0]
    left = value.base
    honba_payer = NO_SEAT if from_seat == winner else from_seat
    liable_for = liable_parts(value, winner, rules, liabilities) if liabilities else []
    for liable, part in liable_for:
        base = min(part, left)
        left -= base
        if from_seat == winner:
            _move(pao, liable, winner, _all_shares(base, winner, dealer, rules))
            if left == 0 or rules.scoring.pao_honba == "liable":
                honba_payer = liable
        else:
            points = ron_points(base, winner == dealer)
            half = points if liable == from_seat else round_up(points // 2)
            _move(hand if liable == from_seat else pao, liable, winner, half)
            _move(hand, from_seat, winner, points - half)
            if rules.scoring.pao_honba == "liable":
                honba_payer = liable
    if left:
        _pay_usual(hand, left, winner, from_seat, dealer, rules)
    counters = _NO_POINTS
    if honba:
        paid = [0, 0, 0, 0]
        _pay_honba(paid, honba, winner, honba_payer, rules)
        counters = tuple(paid)
    taken = _NO_POINTS
    if sticks:
        got = [0, 0, 0, 0]
        got[winner] = sticks * rules.riichi.stick
        taken = tuple(got)
    return Payment(winner, tuple(hand), counters, taken, tuple(pao) if liable_for else _NO_POINTS)


def liable_parts(
    value: Value, winner: SeatIndex, rules: Ruleset, liabilities: tuple[Liability, ...]
) -> list[tuple[SeatIndex, Points]]:
    """Pairs (liable seat, base points that it is liable for) of a win, at most one for each seat."""
    parts: dict[SeatIndex, Points] = {}
    for number, han in value.yaku if value.yakuman else ():
        for liable_yaku, liable in liabilities:
            if liable_yaku == number and number in rules.scoring.pao and liable != winner:
                parts[liable] = parts.get(liable, 0) + LIMIT_BASE[YAKUMAN] * (han // YAKUMAN_HAN)
    if parts and rules.scoring.pao_scope == "hand":
        # No ruling is known for two liable seats of one hand; the seat liable for the first yakuman pays.
        return [(next(iter(parts)), value.base)]
    left = value.base - sum(parts.values())
    for number, liable in liabilities:
        if number == RINSHAN and left > 0:
            parts[liable] = parts.get(liable, 0) + left
    return list(parts.items())


def _pay_usual(
    hand: list[Points], base: Points, winner: SeatIndex, from_seat: SeatIndex, dealer: SeatIndex, rules: Ruleset
) -> None:
    if from_seat != winner:
        _move(hand, from_seat, winner, ron_points(base, winner == dealer))
        return
    from_dealer, from_others = tsumo_points(base, winner == dealer, rules)
    for seat in range(rules.game.players):
        if seat != winner:
            _move(hand, seat, winner, from_dealer if seat == dealer else from_others)


def _pay_honba(deltas: list[Points], honba: int, winner: SeatIndex, payer: SeatIndex, rules: Ruleset) -> None:
    """Move the honba of a win to the winner. payer: the seat that pays them alone, or NO_SEAT where all share them."""
    if payer != NO_SEAT:
        _move(deltas, payer, winner, rules.sticks.honba * honba)
        return
    each = rules.sticks.honba // (rules.game.players - 1)
    for seat in range(rules.game.players):
        if seat != winner:
            _move(deltas, seat, winner, each * honba)


def _all_shares(base: Points, winner: SeatIndex, dealer: SeatIndex, rules: Ruleset) -> Points:
    """What all seats together would pay for base points won by self-draw."""
    from_dealer, from_others = tsumo_points(base, winner == dealer, rules)
    payers = rules.game.players - 1
    return from_others * payers if winner == dealer else from_dealer + from_others * (payers - 1)


def _move(deltas: list[Points], payer: SeatIndex, winner: SeatIndex, points: Points) -> None:
    deltas[payer] -= points
    deltas[winner] += points
