# build: compiled
"""What is carried over from one hand to the next: the honba counter, the scores and the sticks."""

from auditor.core.checks import doubt
from auditor.core.checks.check import NO_EVENT, Check, Report
from auditor.core.checks.wording import EMA_BETS, EMA_CONTINUING, TENHOU_MANUAL, amount, are_points, points_of
from auditor.core.events import NO_SEAT, NOT_RECORDED, RYUUKYOKU, Event, Ryuukyoku
from auditor.core.reading.building import NO_POINTS
from auditor.core.results import MISMATCH, Message
from auditor.core.table.next_hand import is_honba_unknown, is_unspecified, next_honba
from auditor.core.table.table import Table


class HonbaCarry(Check):
    """`honba/carry`."""

    id = "honba/carry"
    severity = MISMATCH
    title = "The next hand starts with the wrong counter."
    why = "A counter is added after every drawn hand and every win by the dealer; any other win clears them."
    sources = (EMA_CONTINUING, TENHOU_MANUAL)
    settings = ("game.renchan", "draws.nagashi_is_win", "penalties.replayed")
    messages = {
        "draw": "The draw records honba {recorded}; the hand has {honba}.",
        "after-draw": "After honba {honba} (a draw) comes honba {due}; the hand starts with {starts}.",
        "after-dealer-win": "After honba {honba} (a win by the dealer) comes honba {due}; the hand starts with "
            "{starts}.",
        "after-win": "After honba {honba} (a win by another seat) comes honba {due}; the hand starts with {starts}.",
    }  # fmt: skip
    relies_on = doubt.HONBA
    may_rely_on = doubt.ROUND | doubt.OUTCOME
    spoils = doubt.HONBA
    may_spoil = doubt.POINTS | doubt.STICKS
    before_kinds = (RYUUKYOKU,)
    judges_start = True

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the honba that a draw records: that of the hand or, as some programs write it, of the next one."""
        honba = table.hand.honba
        if isinstance(event, Ryuukyoku) and event.honba not in (NOT_RECORDED, honba, honba + 1):
            arguments = {"recorded": event.honba, "honba": honba}
            report.add(self, NO_SEAT, "draw", arguments, expected=amount(honba), actual=amount(event.honba))

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the honba at the start by the hand before."""
        if previous is None or not previous.hand.is_finished or is_unspecified(previous):
            return
        due, starts = next_honba(previous), table.hand.honba
        if due == starts or (is_honba_unknown(previous) and starts == 0) or report.is_in_doubt(doubt.ROUND):
            return
        if starts in (0, previous.hand.honba + 1) and report.is_in_doubt(doubt.OUTCOME):
            return
        won = [win.seat for win in previous.wins]
        after_win = "after-dealer-win" if previous.hand.dealer in won else "after-win"
        message_id = after_win if won else "after-draw"
        arguments = {"honba": previous.hand.honba, "due": due, "starts": starts}
        is_added = report.add(
            self, NO_SEAT, message_id, arguments, expected=amount(due), actual=amount(starts), event=NO_EVENT
        )
        if is_added and (list(table.hand.scores) != previous.scores or NO_POINTS in report.game.left_out):
            # Honba and scores both wrong, or these not known: a hand is missing from the log, which is one fault.
            report.spoil(self, doubt.POINTS | doubt.STICKS)


class GameCarry(Check):
    """`game/carry`."""

    id = "game/carry"
    severity = MISMATCH
    title = "A hand does not start with the scores that the last one left."
    why = "Points change hands only by the payments of a hand."
    sources = (EMA_CONTINUING,)
    settings = ("penalties.sticks_returned",)
    messages = {
        "scores": "The hand starts {wrong:, }.",
        "scores-no-end": "The log has no end of the hand before, and the hand starts {wrong:, }.",
        "wrong-score": "{seat:who} with {actual} instead of {expected}",
    }
    relies_on = doubt.POINTS | doubt.ROUND
    spoils = doubt.POINTS
    may_spoil = doubt.STICKS
    judges_start = True

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the scores at the start by those at the end of the hand before."""
        if previous is None or previous.hand.unexplained_from != NOT_RECORDED or not previous.scores_known:
            return
        left = previous.scores
        if are_points(table.hand.scores, left):
            return
        starts = list(table.hand.scores)
        wrong = [seat for seat in range(len(left)) if starts[seat] != left[seat]]
        arguments = {
            "wrong": [
                Message("wrong-score", {"seat": seat, "actual": starts[seat], "expected": left[seat]}) for seat in wrong
            ]
        }
        message_id = "scores" if previous.hand.is_finished else "scores-no-end"
        seat = wrong[0] if len(wrong) == 1 else NO_SEAT
        expected, actual = points_of(left), points_of(starts)
        report.add(self, seat, message_id, arguments, expected=expected, actual=actual, event=NO_EVENT)
        if sum(left) - sum(starts) == (table.hand.sticks - previous.sticks) * table.stick != 0:
            # The points went to the table as sticks, or came from there: the counts of both are one fault.
            report.spoil(self, doubt.STICKS)


class StickCarry(Check):
    """`stick/carry`."""

    id = "stick/carry"
    severity = MISMATCH
    title = "The next hand starts with a stick count other than the one left on the table."
    why = "After a win no stick is left; after a draw all of them stay for the next winner."
    sources = (EMA_BETS,)
    settings = ("riichi.stick",)
    messages = {
        "draw": "The draw records {recorded:stick|sticks} on the table instead of {sticks}.",
        "start": "The hand before left {left:stick|sticks} on the table; this one starts with {starts}.",
    }
    relies_on = doubt.STICKS
    may_rely_on = doubt.ROUND
    spoils = doubt.STICKS
    before_kinds = (RYUUKYOKU,)
    judges_start = True

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the number of sticks that a draw records, those paid in the hand included."""
        if isinstance(event, Ryuukyoku) and event.sticks not in (NOT_RECORDED, table.sticks):
            arguments = {"recorded": event.sticks, "sticks": table.sticks}
            report.add(self, NO_SEAT, "draw", arguments, expected=amount(table.sticks), actual=amount(event.sticks))

    def at_start(self, table: Table, previous: Table | None, report: Report) -> None:
        """Judge the sticks at the start by those left at the end of the hand before."""
        if previous is None or not previous.hand.is_finished:
            return
        left, starts = previous.sticks, table.hand.sticks
        if left != starts and not report.is_in_doubt(doubt.ROUND):
            arguments = {"left": left, "starts": starts}
            report.add(self, NO_SEAT, "start", arguments, expected=amount(left), actual=amount(starts), event=NO_EVENT)
