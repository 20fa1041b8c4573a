# build: compiled
"""Payments of a win that are not the usual one: those that are right all the same, and what is wrong with others.

A win whose hand is in doubt is judged by what the log itself states of it. Loaded where a win is not paid as usual, is
in doubt, or its ruleset has wareme.
"""

from typing import Final

from auditor.core.checks import win_values
from auditor.core.checks.check import Check, Report
from auditor.core.checks.doubt import VALUE, VALUE_OF_WIN
from auditor.core.checks.win_values import NOTHING_TO_COMPARE, NOTHING_WRONG, WRONG_HONBA, WRONG_PAYMENT, takes_honba
from auditor.core.events import ADDED_KAN, CLOSED_KAN, DORA, DRAW, NO_SEAT, NORTH, NOT_RECORDED, OPEN_KAN, Win
from auditor.core.hand.decompose import WonReading
from auditor.core.hand.payment import Deltas, Payment, payment
from auditor.core.hand.value import Value, limit_and_base
from auditor.core.results import Arguments, ListItem, Message
from auditor.core.table.table import Table
from auditor.core.table.winning import liabilities, payment_of_win, sticks_awarded, sticks_due
from auditor.core.units import Points, SeatIndex
from auditor.core.yaku import LIMIT_BASE, MANGAN, NO_LIMIT, RINSHAN, YAKUMAN, YAKUMAN_HAN

MANGAN_HAN: Final = 5
"""The han that give a limit, whatever the fu."""
_BETWEEN_KANS: Final = (DRAW, DORA, CLOSED_KAN, ADDED_KAN, NORTH)
"""The events between the kans that a seat makes in one turn."""


def feeder_before_other_kans(table: Table, win: Win) -> SeatIndex:
    """The seat that fed the open kan after which the winner made another, and won on its replacement tile; or NO_SEAT.

    Some tables still make it pay (https://ja.wikipedia.org/wiki/嶺上開花). NO_SEAT too where the ruleset has no payer.
    """
    if not win.is_tsumo or not table.drew_replacement or table.rules.scoring.open_kan_rinshan != "feeder":
        return NO_SEAT
    index = table.last_kan
    while index > 0 and table.hand.events[index].kind in _BETWEEN_KANS:
        index -= 1
    kan = table.hand.events[index]
    return kan.from_seat if kan.kind == OPEN_KAN and kan.seat == win.seat and index < table.last_kan else NO_SEAT


def is_otherwise_right(table: Table, win: Win, value: Value, paid: Payment, differences: list[Points]) -> bool:
    """Whether a payment that is not `paid`, the usual one, is right by the ruleset all the same.

    differences: what each seat gains beyond the usual payment.
    """
    if _pays_liable_honba(table, win, paid, differences):
        return True
    options = payments_by_wareme(table, win.seat, paid)
    feeder = feeder_before_other_kans(table, win)
    if feeder != NO_SEAT:
        honba, sticks = table.hand.honba, sticks_awarded(table, win.seat, takes_honba(table, win))
        liable = (*liabilities(table, win.seat), (RINSHAN, feeder))
        fed = payment(value, win.seat, win.seat, table.hand.dealer, table.rules, honba, sticks, liable)
        options += [fed, *payments_by_wareme(table, win.seat, fed)]
    deltas = list(win.deltas or ())
    return any(list(one.total[: len(deltas)]) == deltas for one in options)


def payments_by_wareme(table: Table, winner: SeatIndex, paid: Payment) -> list[Payment]:
    """The payments of a win where some seat pays and gains double, with the honba and without; none without wareme."""
    if not table.rules.scoring.wareme:
        return []
    options: list[Payment] = []
    for seat in range(table.players):
        hand, honba, pao = [_doubled(part, winner, seat) for part in (paid.hand, paid.honba, paid.pao)]
        options += [Payment(winner, hand, paid.honba, paid.sticks, pao), Payment(winner, hand, honba, paid.sticks, pao)]
    return options


def _doubled(deltas: Deltas, winner: SeatIndex, seat: SeatIndex) -> Deltas:
    """Payments to a winner, those of one seat doubled, or all of them where it is the winner's."""
    if seat == winner:
        return tuple([2 * delta for delta in deltas])
    more = deltas[seat]
    return tuple([delta + (more if one == seat else -more if one == winner else 0) for one, delta in enumerate(deltas)])


def lacks_double(table: Table, win: Win, paid: Payment) -> bool:
    """Whether the usual payment is wrong, for with wareme a self-draw that all others of four pay is double for one."""
    if table.players < 4:
        return False  # the wall that is broken may be nobody's
    return all(points < 0 for seat, points in enumerate(paid.total) if seat != win.seat)


def kiriage_clause(table: Table, win: Win, value: Value) -> Message | str:
    """A clause for a win of 30 fu 4 han or 60 fu 3 han that is paid by the opposite kiriage rule; "" for others."""
    if (value.fu, value.han) not in ((30, 4), (60, 3)) or win.deltas is None:
        return ""
    base = value.fu << value.han + 2 if table.rules.scoring.kiriage else LIMIT_BASE[MANGAN]
    other = Value(
        value.reading, list(value.yaku), value.yaku_han, value.han, value.fu, value.fu_parts, value.limit, base,
        value.yakuman, value.is_enough,
    )  # fmt: skip
    paid = payment_of_win(table, other, win.seat, win.from_seat, is_nearest=takes_honba(table, win))
    if tuple(paid.total[: len(win.deltas)]) != tuple(win.deltas):
        return ""
    clause = "not-rounded" if table.rules.scoring.kiriage else "rounded"
    return Message(clause, {"fu": value.fu, "han": value.han})


def _pays_liable_honba(table: Table, win: Win, paid: Payment, differences: list[Points]) -> bool:
    """Whether the payment differs only in that a liable seat pays all the honba, which the ruleset leaves open."""
    counters = paid.honba[win.seat]
    if table.rules.scoring.pao_honba != "either" or not counters:
        return False
    for liable in range(len(differences)):
        if paid.pao[liable] < 0:
            due = [0 if seat == win.seat else -paid.honba[seat] for seat in range(len(differences))]
            due[liable] -= counters
            if any(due) and due == differences:
                return True
    return False


def is_honba_fault(
    table: Table, win: Win, deltas: tuple[Points, ...], differences: list[Points], value: Value, paid: Payment
) -> bool:
    """Whether only the honba part is wrong: paid for another number of honba, or not paid by every payer."""
    if sum(differences) != 0:
        return False
    unpaid = [share for seat, share in enumerate(paid.honba) if seat != win.seat and share < 0]
    if unpaid and all(
        difference == 0 or difference == -paid.honba[seat]
        for seat, difference in enumerate(differences)
        if seat != win.seat
    ):
        return True
    sticks = sticks_awarded(table, win.seat, takes_honba(table, win))
    for honba in range(table.hand.honba + 3):
        variant = payment(
            value, win.seat, win.from_seat, table.hand.dealer, table.rules, honba, sticks, liabilities(table, win.seat)
        )
        if list(variant.total[: len(deltas)]) == list(deltas):
            return True
    return False


def fault_of_unusual(table: Table, win: Win, deltas: tuple[Points, ...], value: Value, paid: Payment) -> int:
    """Which part of a payment is wrong that is not `paid`, the usual one, if any: NOTHING_WRONG to WRONG_PAYMENT."""
    due = paid.total
    differences = [delta - due[seat] for seat, delta in enumerate(deltas)]
    if not any(differences) or is_otherwise_right(table, win, value, paid, differences):
        return NOTHING_WRONG
    others_right = not any(difference for seat, difference in enumerate(differences) if seat != win.seat)
    if others_right and differences[win.seat] % table.stick == 0 and sum(deltas) >= 0:  # what others pay is not sticks
        return _stick_fault(table, win, differences[win.seat])
    if not table.hand.honba or kiriage_clause(table, win, value):
        return WRONG_PAYMENT
    return WRONG_HONBA if is_honba_fault(table, win, deltas, differences, value, paid) else WRONG_PAYMENT


def fault_by_sum(table: Table, win: Win, deltas: tuple[Points, ...]) -> int:
    """Judge a payment without the win's value: what the winner gets beyond the others' payments must be the sticks."""
    due = sticks_awarded(table, win.seat, takes_honba(table, win)) * table.stick
    difference = sum(deltas) - due
    if difference == 0 or difference % table.stick:
        return NOTHING_TO_COMPARE
    return _stick_fault(table, win, difference)


def _stick_fault(table: Table, win: Win, difference: Points) -> int:
    """The kind of fault where a winner gets the wrong points for sticks: their number, or another winner's sticks."""
    pool = sticks_due(table) * table.stick
    wins = table.hand.wins
    if len(wins) > 1 and pool and abs(difference) == pool:
        takers = [other for other in wins if other.deltas is not None and sum(other.deltas) == pool]
        if len(takers) == 1 and not takes_honba(table, takers[0]):
            return win_values.WRONG_WINNER_TOOK_STICKS if takers[0] is win else NOTHING_WRONG
    return win_values.WRONG_STICKS


def _limit_stated(table: Table, win: Win) -> tuple[int, Points]:
    """The limit and base points that follow from the han and fu that a log states, or else its limit; 0 points if none.

    Those of a yakuman are not stated, for which a seat may be liable.
    """
    if win.limit == YAKUMAN or win.han >= YAKUMAN_HAN:
        return YAKUMAN, 0
    if win.han >= MANGAN_HAN or (win.han > 0 and win.fu > 0):
        return limit_and_base(win.han, win.fu, table.rules)
    return win.limit, LIMIT_BASE[win.limit] if win.limit > NO_LIMIT else 0


def payment_stated(table: Table, win: Win, report: Report) -> tuple[Value, Payment] | None:
    """The value of a win whose hand is in doubt, as the log states it, and its payment; None where it states none."""
    doubts = report.doubts
    if doubts.is_in_doubt(VALUE, win.seat) or not doubts.is_in_doubt(VALUE_OF_WIN, win.seat):
        return None
    limit, base = _limit_stated(table, win)
    if not base:
        return None
    unread = WonReading((), (), 0, win.tile >> 2, True)
    value = Value(unread, list(win.yaku or ()), 0, win.han, win.fu, [], limit, base, 0, True)
    return value, payment_of_win(table, value, win.seat, win.from_seat, is_nearest=takes_honba(table, win))


def fault_of_stated(table: Table, win: Win, report: Report) -> int:
    """Which part of a payment is wrong by what the log states of the win; NOTHING_TO_COMPARE if that is not known."""
    stated = payment_stated(table, win, report)
    if stated is None or win.deltas is None or win.points not in (NOT_RECORDED, stated[1].points):
        return NOTHING_TO_COMPARE
    value, paid = stated
    if paid.total[: len(win.deltas)] == win.deltas:
        return NOTHING_WRONG
    return fault_of_unusual(table, win, win.deltas, value, paid)


def report_statements(check: Check, table: Table, win: Win, report: Report) -> bool:
    """Report a win whose hand is in doubt if what the log states of it does not agree: yaku, han, fu, limit, points.
    Returns whether a single one of these does not, as where another seat has won than the log says."""
    if (stated := payment_stated(table, win, report)) is None:
        return False
    value, paid = stated
    due: list[ListItem] = []
    shown: list[ListItem] = []
    han = sum([han for _, han in win.yaku or ()])
    for name, follows, there in (
        ("han", han if win.yaku else NOT_RECORDED, win.han), ("limit", value.limit, win.limit),
        ("points", paid.points, win.points),
    ):  # fmt: skip
        if NOT_RECORDED not in (follows, there) and follows != there:
            due.append(Message(name, {"number": follows}))
            shown.append(Message(name, {"number": there}))
    if due:
        arguments: Arguments = {"due": due, "shown": shown}
        return report.add(check, win.seat, "stated", arguments, expected=due, actual=shown) and len(due) == 1
    return False
