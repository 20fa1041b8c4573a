# build: hot
"""The double-entry ledger of a hand: every movement of points between seats and sticks; the settlement of a game."""

from typing import Final, TypeAlias

from mypy_extensions import mypyc_attr

from auditor.core.events import CHOMBO, NAGASHI_MANGAN, NOT_RECORDED, Ryuukyoku, Win
from auditor.core.rulesets.model import Rounding, Ruleset
from auditor.core.units import EventIndex, Points, SeatIndex

Account: TypeAlias = int
"""A side of a ledger entry: a seat 0-3, or TABLE_ACCOUNT."""

TABLE_ACCOUNT: Final = 4
"""The account of the sticks on the table; accounts 0-3 are the seats'."""

ACCOUNT_NAMES: Final = ("seat0", "seat1", "seat2", "seat3", "table")
REASONS: Final = ("riichi", "hand", "honba", "sticks", "noten", "nagashi", "pao", "chombo", "final")

_REASON_OF_DRAW: Final = {NAGASHI_MANGAN: "nagashi", CHOMBO: "chombo"}
"""The reason of a drawn hand's payments, where they are not noten payments."""


@mypyc_attr(acyclic=True)
class LedgerEntry:
    """A movement of `points` (positive) from one account to another at an event. reason: one of REASONS."""

    def __init__(
        self, event: EventIndex, reason: str, from_account: Account, to_account: Account, points: Points
    ) -> None:
        self.event = event
        self.reason = reason
        self.from_account = from_account
        self.to_account = to_account
        self.points = points


def entries_of_deposit(event: EventIndex, seat: SeatIndex, points: Points) -> list[LedgerEntry]:
    """The entry of a stick worth `points` that is paid to the table, or returned by it where they are negative."""
    return [_entry(event, "riichi", seat, TABLE_ACCOUNT, points)] if points else []


def entries_of_win(event: EventIndex, win: Win, deltas: tuple[Points, ...], rules: Ruleset) -> list[LedgerEntry]:
    """The entries of a win's payments as recorded; what the winner gets beyond what others pay is the table's."""
    entries: list[LedgerEntry] = []
    if from_table := sum(delta for delta in deltas):
        entries.append(_entry(event, "sticks", TABLE_ACCOUNT, win.seat, from_table))
    payers = [seat for seat in range(len(deltas)) if deltas[seat] < 0]
    honba = deltas[win.seat] - from_table - win.points if win.points != NOT_RECORDED else 0
    counted = _honba_payers(win, payers, rules)
    share = honba // len(counted) if counted and honba > 0 and honba % (100 * len(counted)) == 0 else 0
    for payer in payers:
        reason = "pao" if payer == win.pao_seat and payer != win.from_seat else "hand"
        paid = -deltas[payer]
        part = min(share, paid) if payer in counted else 0
        if part:
            entries.append(_entry(event, "honba", payer, win.seat, part))
        if paid > part:
            entries.append(_entry(event, reason, payer, win.seat, paid - part))
    return entries


def _honba_payers(win: Win, payers: list[SeatIndex], rules: Ruleset) -> list[SeatIndex]:
    """The seats that pay a win's honba; where a liable seat pays with others, the one that the ruleset names."""
    if win.pao_seat in payers and rules.scoring.pao_honba == "liable":
        return [win.pao_seat]
    return [win.from_seat] if win.from_seat in payers else payers


def entries_of_draw(event: EventIndex, draw: Ryuukyoku, deltas: tuple[Points, ...]) -> list[LedgerEntry]:
    """The entries of a draw's payments, from the seats that lose to those that gain; a remainder goes via the table."""
    reason = _REASON_OF_DRAW.get(draw.draw_type, "noten")
    entries: list[LedgerEntry] = []
    owed = [-delta for delta in deltas]
    for giver in range(len(owed)):
        for taker in range(len(owed)):
            points = min(owed[giver], -owed[taker])
            if points > 0:
                entries.append(LedgerEntry(event, reason, giver, taker, points))
                owed[giver] -= points
                owed[taker] += points
    for seat in range(len(owed)):
        if owed[seat]:
            entries.append(_entry(event, reason, seat, TABLE_ACCOUNT, owed[seat]))
    return entries


def entries_of_end(event: EventIndex, due: list[Points]) -> list[LedgerEntry]:
    """The entries that pay out the sticks left at the end of a game. due: what each seat gets, from `sticks_left`."""
    return [LedgerEntry(event, "final", TABLE_ACCOUNT, seat, points) for seat, points in enumerate(due) if points]


def _entry(event: EventIndex, reason: str, giver: Account, taker: Account, points: Points) -> LedgerEntry:
    """A ledger entry with positive points; negative `points` go from taker to giver."""
    if points < 0:
        return LedgerEntry(event, reason, taker, giver, -points)
    return LedgerEntry(event, reason, giver, taker, points)


def sticks_left(points: list[Points], sticks: int, rules: Ruleset) -> list[Points]:
    """What each seat gets of the riichi sticks left on the table at the end of a game, in points.

    points: the points of each seat. Shares are whole hundreds; the rest goes to the seats nearer to the first dealer.
    """
    due = [0] * len(points)
    if not sticks:
        return due
    left = sticks * rules.riichi.stick
    first = [seat for seat, one in enumerate(points) if one == max(points)]
    if rules.sticks.left_over == "first":
        due[first[0]] = left
    elif rules.sticks.left_over == "first, shared":
        for placement, seat in enumerate(first):
            hundreds = left // 100
            due[seat] = 100 * (hundreds // len(first) + (placement < hundreds % len(first)))
    return due


def final_points(points: list[Points], sticks: int, rules: Ruleset) -> list[Points]:
    """Each seat's points at the end of a game, with its share of the riichi sticks left. points: those without."""
    return [own + share for own, share in zip(points, sticks_left(points, sticks, rules), strict=True)]


def final_scores(points: list[Points], rules: Ruleset) -> list[float]:
    """Each seat's final score in thousands: points above the return points, placement bonus, and oka for the first.

    points: the points of each seat played. As the ruleset says, of seats with equal points the one nearer to the first
    dealer is placed higher or they share their bonuses, and points are rounded first.
    """
    rounding = rules.game.final_rounding
    if rounding == "none":
        return _scores(points, points, rules)
    return _of_rounded(points, [rounded_points(one, rounding) for one in points], rules)


def rounded_points(points: Points, rounding: Rounding) -> Points:
    """Final points rounded to whole thousands, as a ruleset says."""
    if rounding == "half up":
        return (points + 500) // 1000 * 1000
    return -((500 - points) // 1000) * 1000 if rounding == "half down" else points


def as_tenhou_rounded(points: list[Points], rules: Ruleset) -> list[float]:
    """The scores as Tenhou wrote them for years: from points rounded to thousands, halves away from zero."""
    return _of_rounded(points, [(abs(one) + 500) // 1000 * (1000 if one >= 0 else -1000) for one in points], rules)


def _of_rounded(points: list[Points], rounded: list[Points], rules: Ruleset) -> list[float]:
    """The scores from rounded points; the first seat's is adjusted so that all sum to zero."""
    scores = _scores(points, rounded, rules)
    scores[points.index(max(points))] -= sum(scores)
    return scores


def _scores(points: list[Points], counted: list[Points], rules: Ruleset) -> list[float]:
    """The scores, where `points` decide the placement and `counted` the difference to the return points."""
    game = rules.game
    bonuses = list(game.placement or (0.0,) * len(points))
    bonuses[0] += (game.return_points - game.start_points) * len(points) / 1000
    order = sorted(range(len(points)), key=points.__getitem__, reverse=True)
    scores = [0.0] * len(points)
    for placement, seat in enumerate(order):
        bonus = bonuses[placement]
        if game.placement_ties == "share":
            tied = [other for other in range(len(order)) if points[order[other]] == points[seat]]
            bonus = sum(bonuses[other] for other in tied) / len(tied)
        scores[seat] = (counted[seat] - game.return_points) / 1000 + bonus
    return scores
