"""The corrected accounts of a game: what each seat should have where findings say that points went wrong.

Each hand is replayed with the counters, sticks and payments due by the rules instead of those recorded, and its result
goes into the next. Only accounts are corrected: who drew, discarded, called and won stays as in the log, and so
does the payment of an invalid win. Where a corrected account would have led to other play (the game ends earlier, the
dealer changes, a seat cannot afford riichi) the result says so.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from auditor.core import events
from auditor.core.audit.game import Audit
from auditor.core.checks.game import penalties_due
from auditor.core.checks.win_values import WinValues, has_ura, takes_honba
from auditor.core.events import Deposit, Event, Hand, Ryuukyoku, Win, replace_event
from auditor.core.phrases import Phrase, word
from auditor.core.results import NOTE, Finding
from auditor.core.table.draws import due_of_draw, due_type
from auditor.core.table.ledger import final_points
from auditor.core.table.next_hand import ending, is_end_unknown, is_honba_unknown, next_honba, possible_rounds
from auditor.core.table.record import HandRecord
from auditor.core.table.table import Table, deal
from auditor.core.table.winning import sticks_awarded
from auditor.core.units import HandIndex, Points, SeatIndex

PointsBySeat = tuple[Points, ...]
"""The points of each seat played, or the points that each gains."""

_OF_VALUE: Final = frozenset({"pay/win", "pay/honba", "win/value", "win/yaku"})
"""Checks whose findings have a win paid by the value of the hand instead."""
_OF_STICKS: Final = frozenset({"stick/deposit", "stick/void", "stick/award", "stick/award-seat", "stick/leak"})
_OF_DRAWS: Final = frozenset({"pay/noten", "pay/chombo", "draw/tenpai", "draw/nagashi"})
_OF_STARTS: Final = frozenset({"game/start", "game/carry", "stick/carry", "honba/carry"})
_OF_ENDS: Final = frozenset({"stick/final", "game/final"})
ACCOUNT_CHECKS: Final = _OF_VALUE | _OF_STICKS | _OF_DRAWS | _OF_STARTS | _OF_ENDS
"""Checks of points, sticks and counters: their findings can be corrected without changing the play."""

_ROTATION: Final = "game/rotation"
"""Not a fault of accounts, but a sign that a hand is missing."""

START: Final = "start"
PLAY: Final = "play"
END: Final = "end"
"""Where an account is wrong: at the start of a hand, in it, or in the settlement after it."""


class PointsError(NamedTuple):
    """Points that went wrong in a hand. hand: its index. checks: the checks that report it; () where the log itself
    undoes an earlier error. differences: what each seat should have gained more than it did.
    """

    hand: HandIndex
    checks: tuple[str, ...]
    differences: PointsBySeat


class Accounts(NamedTuple):
    """The accounts of a game as they should be.

    after: points of each seat after each hand, by the index of the hand. final: the points in the end with the sticks
    left; None if unknown. steps: the errors, whose differences add up to the error in the end. uncorrectable: what
    cannot be corrected, a sentence each. consequences: where other accounts would have led to other play, likewise.
    """

    after: dict[HandIndex, PointsBySeat]
    final: PointsBySeat | None
    steps: tuple[PointsError, ...]
    uncorrectable: tuple[str, ...]
    consequences: tuple[str, ...]


class _Opening(NamedTuple):
    """The scores, sticks and honba that a hand should start with."""

    scores: list[Points]
    sticks: int
    honba: int


def corrected_accounts(audit: Audit) -> Accounts | None:
    """The accounts of a game as they should be; None where no finding says that they are wrong."""
    return accounts(audit) if any([is_of_accounts(finding) for finding in audit.findings]) else None


def accounts(audit: Audit) -> Accounts:
    """The accounts of a game as they should be; without findings on accounts, they are those of the log."""
    return _Correction(audit).run()


def is_of_accounts(finding: Finding) -> bool:
    """Whether a finding says that points, sticks or counters are wrong."""
    return finding.severity != NOTE and finding.check in ACCOUNT_CHECKS


def recorded_final(audit: Audit) -> PointsBySeat | None:
    """The final points as the log states them, or else after its last hand; None where the log ends before the game."""
    game, result = audit.game, audit.game.result
    if result is None and not audit.is_over:
        return None
    if result is not None and result.points is not None:
        return result.points[: game.players]
    if not audit.records or not game.hands[-1].is_finished:
        return None
    return points_on_table(audit)


def points_on_table(audit: Audit) -> PointsBySeat | None:
    """The last points of a game without a result, plus the sticks on the table as the ruleset awards them at the end.
    Games stopped by a time limit end like this. None for a log without a hand.
    """
    if not audit.records:
        return None
    last = audit.records[-1]
    return tuple(final_points(last.end_scores[: audit.game.players], last.end_sticks, audit.ruleset))


class _Correction:
    """The correction of one game."""

    def __init__(self, audit: Audit) -> None:
        self.game = audit.game
        self.rules = audit.ruleset
        self.records = audit.records
        final = recorded_final(audit)
        self.is_over = final is not None
        self.recorded_final = points_on_table(audit) if final is None else final
        self.findings = [one for one in audit.findings if is_of_accounts(one) or one.check == _ROTATION]
        self.players = audit.game.players
        self.after: dict[HandIndex, PointsBySeat] = {}
        self.steps: list[PointsError] = []
        self.uncorrectable: list[str] = []
        self.consequences: list[str] = []
        self.causes: set[str] = set()  # the checks of what made the counters after this hand wrong

    def run(self) -> Accounts:
        table: Table | None = None
        previous: HandRecord | None = None
        for hand, record in zip(self.game.hands, self.records, strict=True):
            opening = self._opening(hand, table, previous)
            last_left = [0] * len(hand.scores) if previous is None or table is None else previous.end_scores
            due_scores = last_left if table is None else table.scores
            own = [due - one for due, one in zip(opening.scores, hand.scores, strict=True)]
            before = [due - one for due, one in zip(due_scores, last_left, strict=True)]
            self._add_step(hand.index, START, _difference(own, before))
            table = self._settle(hand, record, opening)
            self.after[hand.index] = tuple(table.scores[: self.players])
            gained = _difference(table.scores, opening.scores)
            self._add_step(hand.index, PLAY, _difference(gained, _difference(record.end_scores, record.scores)))
            self._keep_causes(table, record)
            previous = record
        final = None if table is None or previous is None else self._final(table, previous)
        return Accounts(self.after, final, tuple(self.steps), tuple(self.uncorrectable), tuple(self.consequences))

    # ------------------------------------------------------------------------------------------------ starts and ends

    def _opening(self, hand: Hand, table: Table | None, previous: HandRecord | None) -> _Opening:
        """What a hand should start with. table: the hand before as it should have been; previous: as recorded."""
        recorded = _Opening(list(hand.scores), hand.sticks, hand.honba)
        checks = self._checks(hand.index, START)
        if table is None or previous is None:
            if "game/start" not in checks:
                return recorded
            points = [self.rules.game.start_points] * self.players
            return _Opening(points + [0] * (len(hand.scores) - self.players), 0, hand.honba)
        is_off = previous.end_scores != list(hand.scores)
        follows = hand.index == table.hand.index + 1 and table.hand.is_finished and table.scores_known
        if not follows or (is_off and ("honba/carry" in checks or _ROTATION in checks)):
            if is_off or not follows:
                self.uncorrectable.append(Phrase("paid-before-unknown", hand=_name(hand)))
            wrong = _difference(table.scores, previous.end_scores)
            return recorded._replace(scores=[one + more for one, more in zip(hand.scores, wrong, strict=True)])
        honba = hand.honba
        is_counter_wrong = "honba/carry" in checks or table.hand.honba != previous.honba
        if is_counter_wrong and not is_honba_unknown(table):
            honba = next_honba(table)
        self._check_next_hand(table, previous, hand, checks)
        return _Opening(list(table.scores), table.sticks, honba)

    def _check_next_hand(self, table: Table, previous: HandRecord, hand: Hand, checks: set[str]) -> None:
        """Note a consequence where the hand would not have followed the corrected one before it."""
        why = ending(table)
        if why and not is_end_unknown(table) and not ending(table, previous.end_scores):
            self.consequences.append(Phrase("would-have-ended", hand=_name(table.hand), why=word(why)))
        elif hand.round not in possible_rounds(table) and _ROTATION not in checks:
            self.consequences.append(Phrase("other-round", hand=_name(table.hand), next=hand.name))

    def _final(self, table: Table, previous: HandRecord) -> PointsBySeat | None:
        if (recorded := self.recorded_final) is None:
            return None
        hand = table.hand
        if not hand.is_finished or not table.scores_known:
            if self.is_over:
                self.uncorrectable.append(Phrase("paid-in-unknown", hand=_name(hand)))
            wrong = _difference(table.scores, previous.end_scores)
            return tuple([points + more for points, more in zip(recorded, wrong, strict=False)])
        is_early = self.is_over and not ending(table) and not is_end_unknown(table)
        if is_early and ending(table, previous.end_scores):
            self.consequences.append(Phrase("would-have-gone-on", hand=_name(hand)))
        if penalties_due(self.game, self.rules) and any([one.check == "game/final" for one in self.findings]):
            self.uncorrectable.append(Phrase("chombo-whose"))
        points = table.scores[: self.players]
        final = tuple(final_points(points, table.sticks, self.rules))
        wrong = _difference(_difference(final, points), _difference(recorded, previous.end_scores))
        self._add_step(hand.index, END, wrong)
        return final

    # ------------------------------------------------------------------------------------------------ a hand

    def _settle(self, hand: Hand, record: HandRecord, opening: _Opening) -> Table:
        """Replay a hand with the correct start and payments. Returns the table after it."""
        checks = self._checks(hand.index, PLAY) | self._checks(hand.index, START)
        again = Hand(
            hand.index, hand.round, opening.honba, opening.sticks, hand.dealer, tuple(opening.scores), hand.dealt,
            hand.indicator, hand.dice, hand.shuffle,
        )  # fmt: skip
        again.unexplained_from = hand.unexplained_from
        again.events = self._events_with_deposits(hand)
        wrong = {finding.event for finding in self._findings_at(hand.index, PLAY) if finding.check in _OF_VALUE}
        is_counter_wrong = opening.honba != hand.honba
        are_sticks_wrong = bool(checks) or opening.sticks != hand.sticks
        table = deal(self.game, again, self.rules)
        values = WinValues()
        recorded = iter([index for index, event in enumerate(hand.events) if isinstance(event, Win)])
        for index, event in enumerate(again.events):
            if record.stopped_at is not None and index >= record.stopped_at:
                break
            if isinstance(event, Win):
                is_value_due = is_counter_wrong or next(recorded) in wrong
                again.events[index] = self._win(table, event, values, is_value_due, are_sticks_wrong)
            elif isinstance(event, Ryuukyoku):
                again.events[index] = _draw(table, event, checks, self._seats_of(hand.index, "draw/tenpai"))
            elif event.kind == events.RIICHI:
                self._note_unpayable_riichi(table, hand, event.seat)
            table.apply(again.events[index])
        self._note_unbalanced_payments(table, checks)
        return table

    def _win(self, table: Table, win: Win, values: WinValues, is_value_due: bool, are_sticks_wrong: bool) -> Win:
        """A win with the payment that is due: by the value of the hand, or as recorded with the correct sticks."""
        if win.deltas is None:
            return _paid(win, None)
        if is_value_due:
            paid = values.judge(table, win).paid
            if paid is not None and has_ura(table, win):
                return _paid(win, paid.total[: len(win.deltas)])
            self.uncorrectable.append(Phrase("worth-unknown", hand=_name(table.hand)))
        deltas = list(win.deltas)
        more = sticks_awarded(table, win.seat, takes_honba(table, win)) * table.stick - sum(deltas)
        if are_sticks_wrong and more % table.stick == 0:
            deltas[win.seat] += more
        return _paid(win, tuple(deltas))

    def _events_with_deposits(self, hand: Hand) -> list[Event]:
        """The events of a hand with one stick for each riichi that is valid, and no other."""
        unpaid = self._seats_of(hand.index, "stick/deposit")
        void = self._seats_of(hand.index, "stick/void")
        kept: list[Event] = []
        declared: set[SeatIndex] = set()
        paid: set[SeatIndex] = set()
        pending = events.NO_SEAT
        for event in hand.events:
            if isinstance(event, Deposit):
                # The stick of a seat that owes none is the declarer's, charged to the wrong seat.
                due = declared - paid - void
                seat = event.seat if event.seat in due or event.seat not in unpaid else pending
                if seat in due:
                    kept.append(Deposit(seat))
                    paid.add(seat)
                pending = events.NO_SEAT
                continue
            if pending in unpaid - paid and not (isinstance(event, Win) and event.from_seat == pending):
                kept.append(Deposit(pending))
                paid.add(pending)
            pending = events.NO_SEAT
            if event.kind == events.RIICHI:
                declared.add(event.seat)
            elif event.kind == events.DISCARD and event.seat in declared - paid:
                pending = event.seat
            kept.append(event)
        return kept

    # ------------------------------------------------------------------------------------------------ what is reported

    def _note_unpayable_riichi(self, table: Table, hand: Hand, seat: SeatIndex) -> None:
        need = self.rules.riichi.points
        if table.scores[seat] < need <= hand.scores[seat]:
            self.consequences.append(Phrase("no-riichi-then", seat=seat, hand=_name(hand)))

    def _note_unbalanced_payments(self, table: Table, checks: set[str]) -> None:
        hand = table.hand
        before = sum(hand.scores) + hand.sticks * table.stick
        after = sum(table.scores) + table.sticks * table.stick
        if checks and before != after and table.scores_known and hand.is_finished:
            self.uncorrectable.append(Phrase("payments-unclear", hand=_name(hand)))

    def _findings_at(self, hand: HandIndex, phase: str) -> list[Finding]:
        """The findings of a hand on its start, or on its play."""
        return [
            finding for finding in self.findings if finding.hand == hand and finding.check not in _OF_ENDS
            and (finding.check in (*_OF_STARTS, _ROTATION) and finding.event is None) == (phase == START)
        ]  # fmt: skip

    def _checks(self, hand: HandIndex, phase: str) -> set[str]:
        return {finding.check for finding in self._findings_at(hand, phase)}

    def _seats_of(self, hand: HandIndex, check: str) -> set[SeatIndex]:
        findings = self._findings_at(hand, PLAY)
        return {finding.seat for finding in findings if finding.check == check and finding.seat is not None}

    def _keep_causes(self, table: Table, record: HandRecord) -> None:
        """Remember the checks that report wrong sticks or counters, for the later hand whose payments they change."""
        if table.sticks == record.end_sticks and table.hand.honba == record.honba:
            self.causes.clear()
        else:
            self.causes |= self._checks(record.hand, START) | self._checks(record.hand, PLAY)

    def _add_step(self, hand: HandIndex, phase: str, differences: Iterable[Points]) -> None:
        """Record the error of a phase, if any, and the checks that report it."""
        wrong = tuple(differences)[: self.players]
        if not any(wrong):
            return
        checks = self._checks(hand, phase)
        if phase == PLAY and not checks:
            checks = self._checks(hand, START) | self.causes
        elif phase == END:
            checks = {finding.check for finding in self.findings if finding.check in _OF_ENDS} or self.causes
        self.steps.append(PointsError(hand, tuple(sorted(checks)), wrong))


def _draw(table: Table, draw: Ryuukyoku, checks: set[str], misjudged: set[SeatIndex]) -> Ryuukyoku:
    """A draw with the payment that is due. misjudged: seats that the log wrongly counts tenpai, or noten."""
    kind = due_type(table, draw) if "draw/nagashi" in checks and draw.deltas is not None else draw.draw_type
    if (tenpai := draw.tenpai) is not None:
        tenpai = tuple([counts != (seat in misjudged) for seat, counts in enumerate(tenpai)])
    again = Ryuukyoku(kind, shown=draw.shown, tenpai=tenpai, deltas=draw.deltas)
    due = due_of_draw(table, again)
    if draw.deltas is not None and due is not None and checks & _OF_DRAWS:
        again.deltas = tuple(due[: len(draw.deltas)])
    return again


def _paid(win: Win, deltas: tuple[int, ...] | None) -> Win:
    """A win with another payment, without records of honba and sticks, to be applied to any points on the table."""
    again = replace_event(
        win, deltas=deltas, honba=events.NOT_RECORDED, sticks=events.NOT_RECORDED, scores=None, base=events.NOT_RECORDED
    )
    assert isinstance(again, Win)
    return again


def _name(hand: Hand) -> str:
    return f"{hand.name}-{hand.honba}"


def _difference(points: Iterable[Points], others: Iterable[Points]) -> PointsBySeat:
    return tuple([one - other for one, other in zip(points, others, strict=False)])
