"""The ledger of a hand: every movement of points, double entry, between the seats and the sticks on the table."""

from typing import Final, TypeAlias

from mypy_extensions import mypyc_attr

from auditor.events import CHOMBO, NAGASHI_MANGAN, NOT_RECORDED, Ryuukyoku, Win
from auditor.rulesets.model import Ruleset
from auditor.units import EventIndex, Points, SeatIndex

Account: TypeAlias = int
"""A side of a ledger entry: a seat 0-3, or TABLE_ACCOUNT."""

TABLE_ACCOUNT: Final = 4
"""The account of the sticks on the table; accounts 0-3 are the seats'."""

ACCOUNT_NAMES: Final = ("seat0", "seat1", "seat2", "seat3", "table")
REASONS: Final = ("riichi", "hand", "honba", "sticks", "noten", "nagashi", "pao", "chombo", "final")

_REASON_OF_DRAW: Final = {NAGASHI_MANGAN: "nagashi", CHOMBO: "chombo"}
"""What the payments of a drawn hand are, where they are not those of an exhaustive draw."""


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
    """A stick of so many points paid to the table, or given back by it where they are negative."""
    return [_entry(event, "riichi", seat, TABLE_ACCOUNT, points)] if points else []


def entries_of_win(event: EventIndex, win: Win, deltas: tuple[Points, ...], rules: Ruleset) -> list[LedgerEntry]:
    """A win's payments as recorded: what the payers do not give comes from the table."""
    entries: list[LedgerEntry] = []
    from_table = sum(delta for delta in deltas)
    if from_table:
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
    """The seats that pay a win's honba; where a liable seat pays beside others, the one that the ruleset names."""
    if win.pao_seat in payers and rules.scoring.pao_honba == "liable":
        return [win.pao_seat]
    return [win.from_seat] if win.from_seat in payers else payers


def entries_of_draw(event: EventIndex, draw: Ryuukyoku, deltas: tuple[Points, ...]) -> list[LedgerEntry]:
    """A draw's payments, as movements from those who lose to those who gain; a remainder is the table's."""
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


def _entry(event: EventIndex, reason: str, giver: Account, taker: Account, points: Points) -> LedgerEntry:
    """A ledger entry with positive points, whichever way they go."""
    if points < 0:
        return LedgerEntry(event, reason, taker, giver, -points)
    return LedgerEntry(event, reason, giver, taker, points)
