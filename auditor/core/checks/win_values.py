# build: hot
"""The value of a recorded win by the position, computed once for all checks that need it."""

from typing import Final

from mypy_extensions import mypyc_attr

from auditor.core.events import Win, meld_of
from auditor.core.hand.blocks import blocks_of_melds
from auditor.core.hand.payment import Payment
from auditor.core.hand.value import Value, best_of, values
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.table import Table
from auditor.core.table.winning import atamahane_winner, circumstances, payment_of_win, winning_kinds
from auditor.core.units import EventIndex, YakuHan
from auditor.core.yaku import RIICHIS, YAKUMAN_HAN, is_yakuman

NOT_EVALUATED: Final = -1
NOTHING_WRONG: Final = 0
NOTHING_TO_COMPARE: Final = 1
"""There is no value to compare with."""
WRONG_STICKS: Final = 2
WRONG_WINNER_TOOK_STICKS: Final = 3
WRONG_HONBA: Final = 4
WRONG_PAYMENT: Final = 5


@mypyc_attr(acyclic=True)
class WinValue:
    """The value of a recorded win by the position.

    value: None where the hand is not complete or not known. paid: the payment due, None where there is no value to pay.
    alternatives: the yaku of every reading of equal worth.
    fault_by_value, fault_by_sum: cached results of `payment_fault`, with the value and without, or NOT_EVALUATED.
    """

    def __init__(self, value: Value | None, paid: Payment | None, alternatives: list[tuple[YakuHan, ...]]) -> None:
        self.value = value
        self.paid = paid
        self.alternatives = alternatives
        self.fault_by_value = NOT_EVALUATED
        self.fault_by_sum = NOT_EVALUATED


class WinValues:
    """The values of the wins of a hand, by event, computed on demand."""

    def __init__(self) -> None:
        self.by_event: dict[EventIndex, WinValue] = {}

    def clear(self) -> None:
        """Drop the values, for the next hand."""
        self.by_event.clear()

    def judge(self, table: Table, win: Win) -> WinValue:
        """The value of a win that is about to be applied."""
        if (known := self.by_event.get(table.index)) is None:
            known = _win_value(table, win, takes_honba(table, win))
            self.by_event[table.index] = known
        return known


def _win_value(table: Table, win: Win, is_nearest: bool) -> WinValue:
    found = _win_value_by(table, win, is_nearest, table.rules)
    if found.value is not None and found.value.fu != win.fu and table.rules.scoring.double_wind_fu is None:
        other = _win_value_by(table, win, is_nearest, table.rules.with_two_fu)
        if other.value is not None and other.value.fu == win.fu:
            return other
    return found


def _win_value_by(table: Table, win: Win, is_nearest: bool, rules: Ruleset) -> WinValue:
    seat = table.seats[win.seat]
    if not seat.is_known or win.tile < 0 or not is_complete(table, win):
        return WinValue(None, None, [])
    options = values(
        winning_kinds(table, win.seat, win.from_seat, win.tile),
        blocks_of_melds([meld_of(meld) for meld in seat.melds]), win.tile >> 2,
        circumstances(table, win.seat, win.from_seat, win.tile, win.ura or ()), rules,
    )  # fmt: skip
    if not options:
        return WinValue(None, None, [])
    best = best_of(options)
    paid: Payment | None = None
    if best.is_enough:
        paid = payment_of_win(table, best, win.seat, win.from_seat, is_nearest=is_nearest)
    return WinValue(best, paid, _yaku_of_equals(options, best))


def _yaku_of_equals(options: list[Value], best: Value) -> list[tuple[YakuHan, ...]]:
    if len(options) == 1:
        return [best.yaku]
    return [option.yaku for option in options if option.key() == best.key()]


def yaku_counted(win: Win, due: list[tuple[YakuHan, ...]], format: str) -> tuple[YakuHan, ...]:
    """The yaku recorded; where the format lists yakuman by number alone, with the han of those due."""
    stated = win.yaku or ()
    if YAKUMAN_HAN not in [han for _, han in stated]:
        return stated
    if (known := FORMAT_BY_NAME.get(format)) is None or not known.lists_yakuman:
        return stated
    han_due = {number: han for yaku in due for number, han in yaku if is_yakuman(number)}
    return tuple([(number, han_due.get(number, han) if han == YAKUMAN_HAN else han) for number, han in stated])


def takes_honba(table: Table, win: Win) -> bool:
    """Whether honba that are not divided go to this winner: of those recorded, the nearest to the discarder."""
    # Those of the hand: a win is among its last events, while to look for wins among all takes as long as the replay.
    wins = table.wins + [event for event in table.hand.events[table.index :] if isinstance(event, Win)]
    return len(wins) == 1 or win.seat == atamahane_winner(wins, table.players)


def is_complete(table: Table, win: Win) -> bool:
    """Whether the winning tile completes the winner's hand; for a self-draw, it must also be the tile drawn."""
    seat = table.seats[win.seat]
    if not seat.waits >> (win.tile >> 2) & 1:
        return False
    return win.seat != win.from_seat or (seat.drawn >= 0 and seat.drawn >> 2 == win.tile >> 2)


def has_ura(table: Table, win: Win) -> bool:
    """Whether the log holds the ura indicators of a win, where these count."""
    seat = table.seats[win.seat]
    return not (seat.in_riichi and table.rules.riichi.ura_dora and win.ura is None)


def claims_riichi(table: Table, win: Win) -> bool:
    """Whether the log lists riichi among the yaku although the winner is not in riichi."""
    if table.seats[win.seat].in_riichi:
        return False
    return any(number in RIICHIS for number, _ in win.yaku or ())
