# build: compiled
"""Riichi sticks: paid, void, awarded and settled; and points that come from nowhere."""

from auditor.core import events
from auditor.core.checks import doubt
from auditor.core.checks.check import DECLARATION, NO_EVENT, Check, Report
from auditor.core.checks.payment_fault import payment_fault
from auditor.core.checks.win_values import WRONG_STICKS, WRONG_WINNER_TOOK_STICKS, takes_honba
from auditor.core.checks.wording import EMA_BETS, WIKI_RIICHI, amount, are_points, points_of, wrong_amounts
from auditor.core.events import Deposit as DepositEvent
from auditor.core.events import Event, Game, Ryuukyoku, Win
from auditor.core.results import MISMATCH, Arguments, Phrase, Term
from auditor.core.table.ledger import sticks_left
from auditor.core.table.table import ACTION_DUE, DISCARD_DUE, Table
from auditor.core.table.winning import atamahane_winner, sticks_awarded, sticks_due


class StickDeposit(Check):
    """`stick/deposit`."""

    id = "stick/deposit"
    severity = MISMATCH
    title = "A riichi that stood without its stick paid, paid twice, or of a wrong amount."
    why = "Once the declaration tile has passed, the declarer pays one stick, and only one, to the table."
    sources = (EMA_BETS,)
    settings = ("riichi.stick",)
    messages = {
        "unpaid": "The riichi of {seat:who} stands, but its stick is not paid.",
        "count": "After the stick of {seat:who} the log has {counted:stick|sticks} on the table.",
        "second": "{seat:Who} pays a second stick for its riichi.",
        "no-riichi": "{seat:Who} pays a stick, but has not declared riichi.",
        "scores": "After the stick of {seat:who} the log gives {wrong:, }.",
    }
    relies_on = doubt.POINTS | doubt.TURN | doubt.RIICHI
    may_rely_on = doubt.STICKS | doubt.TILE
    spoils = doubt.POINTS | doubt.STICKS | doubt.RIICHI
    may_spoil = doubt.TURN | doubt.HAND | doubt.WALL | doubt.RIICHI
    applies_when = DECLARATION
    before_kinds = (
        events.DEPOSIT, events.DRAW, events.DISCARD, events.CHI, events.PON, events.OPEN_KAN, events.CLOSED_KAN,
        events.ADDED_KAN, events.NORTH, events.RYUUKYOKU,
    )  # fmt: skip
    after_kinds = (events.DEPOSIT,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a deposit, or the absence of one that is due."""
        if isinstance(event, DepositEvent):
            self._judge(table, event, report)
        elif table.pending_riichi != events.NO_SEAT:
            seat = table.seats[table.pending_riichi]
            if isinstance(event, Ryuukyoku) and event.draw_type == events.TRIPLE_RON:
                return  # the declaration tile was won on, which `stick/void` judges
            if seat.riichi is not None and not seat.deposits:
                if any([report.is_faulty(index) for index in range(seat.riichi.event + 1, report.event)]):
                    return  # perhaps the stick is another seat's in the log, which is reported
                expected, actual = Phrase("n-paid", points=table.stick), Term("nothing-paid")
                report.add(self, seat.seat, "unpaid", expected=expected, actual=actual, event=seat.riichi.event)

    def after_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge how many sticks the record has on the table after a deposit."""
        server = table.hand.server
        shown = -1 if server is None else server.sticks.get(report.event, -1)
        if shown not in (-1, table.sticks) and not report.is_in_doubt(doubt.STICKS):
            expected, actual = [Phrase("n-sticks", number=number) for number in (table.sticks, shown)]
            report.add(self, event.seat, "count", {"counted": shown}, expected=expected, actual=actual)

    def _judge(self, table: Table, event: DepositEvent, report: Report) -> None:
        seat = table.seats[event.seat]
        if seat.deposits:
            report.add(self, event.seat, "second", expected=Term("one-stick"), actual=Term("two-sticks"))
            self._doubt_turn(table, report)
            return
        if seat.riichi is None:
            report.add(self, event.seat, "no-riichi", expected=Term("no-stick"), actual=Term("one-stick"))
            self._doubt_turn(table, report)
            return
        if event.scores is None:
            return
        log = report.table or table
        # A server that gives one seat's points leaves the others' as they stand.
        due = [shown if log.scores[seat] == shown else table.scores[seat] for seat, shown in enumerate(event.scores)]
        due[event.seat] = table.scores[event.seat] - table.stick
        if list(event.scores) != due:
            arguments = {"wrong": wrong_amounts(due, event.scores)}
            expected, actual = points_of(due), points_of(event.scores)
            report.add(self, event.seat, "scores", arguments, expected=expected, actual=actual)
            short = [seat for seat in range(table.players) if due[seat] - event.scores[seat] == table.stick]
            report.spoil(self, doubt.RIICHI, tuple(short))  # the log may lack that one's riichi

    def _doubt_turn(self, table: Table, report: Report) -> None:
        """Put the turn in doubt where a stick is paid while a discard is due.

        The declaration discard may be missing from the log, or the record of the stick may be in it twice.
        """
        if table.phase in (ACTION_DUE, DISCARD_DUE):
            report.spoil(self, doubt.TURN | doubt.HAND | doubt.WALL, (table.due,))


class StickVoid(Check):
    """`stick/void`."""

    id = "stick/void"
    severity = MISMATCH
    title = "A stick charged although the declaration tile was won on."
    why = (
        "A riichi whose declaration tile is won on is void: no stick is due, also where three wins on it draw the hand."
    )
    sources = (EMA_BETS, WIKI_RIICHI)
    settings = ("riichi.void_at_triple_ron", "riichi.stick")
    messages = {
        "ron": ("{winner:Who} wins on the declaration tile {tile} of {seat:who}, whose stick is charged all the same."),
        "triple-ron": "Three seats win on the declaration tile {tile} of {seat:who}, whose stick is charged all the "
            "same.",
    }  # fmt: skip
    relies_on = doubt.POINTS | doubt.STICKS | doubt.TURN | doubt.RIICHI
    spoils = doubt.POINTS | doubt.STICKS
    before_kinds = (events.WIN, events.RYUUKYOKU)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a ron on a declaration tile, or three that draw the hand."""
        if isinstance(event, Ryuukyoku):
            self._judge_triple_ron(table, event, report)
            return
        if not isinstance(event, Win) or event.is_tsumo or table.wins:
            return
        last, loser = table.last, table.seats[event.from_seat]
        if last is not None and last.tile == event.tile and report.game.copies_recorded:
            loser = table.seats[last.seat]  # whomever the win names
        if not loser.in_riichi or loser.riichi_discard != table.last_event:
            return
        charged = NO_EVENT
        if loser.deposits:
            charged = loser.deposit_event
        elif event.scores is not None and event.scores[loser.seat] == table.scores[loser.seat] - table.stick:
            charged = report.event
        if charged != NO_EVENT:
            arguments: Arguments = {"winner": event.seat, "tile": report.texts.tile(event.tile)}
            actual = Phrase("n-charged", points=table.stick)
            report.add(self, loser.seat, "ron", arguments, expected=Term("no-stick"), actual=actual, event=charged)

    def _judge_triple_ron(self, table: Table, draw: Ryuukyoku, report: Report) -> None:
        last = table.last
        rules = table.rules
        if draw.draw_type != events.TRIPLE_RON or last is None or not rules.riichi.void_at_triple_ron:
            return
        if events.TRIPLE_RON not in rules.draws.abortive:
            return  # `draw/abortive` reports a draw that the ruleset does not know
        loser = table.seats[last.seat]
        if loser.in_riichi and loser.riichi_discard == table.last_event and loser.deposits:
            arguments = {"tile": report.texts.tile(last.tile)}
            event, actual = loser.deposit_event, Phrase("n-charged", points=table.stick)
            report.add(self, loser.seat, "triple-ron", arguments, expected=Term("no-stick"), actual=actual, event=event)


class StickAwardSeat(Check):
    """`stick/award-seat`."""

    id = "stick/award-seat"
    severity = MISMATCH
    title = "Of several winners, the wrong one took the sticks."
    why = "Of several winners of a discard the one nearest to the discarder's right takes the sticks on the table."
    sources = (EMA_BETS,)
    settings = ("sticks.several_winners",)
    messages = {"seat": "{seat:Who} takes the sticks, which belong to {entitled:who}, nearest to the discarder."}
    relies_on = doubt.POINTS | doubt.STICKS | doubt.OUTCOME
    may_rely_on = doubt.VALUE_OF_WIN
    spoils = doubt.POINTS | doubt.STICKS
    before_kinds = (events.WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge who of several winners takes the sticks."""
        if isinstance(event, Win) and payment_fault(table, event, report) == WRONG_WINNER_TOOK_STICKS:
            entitled = atamahane_winner(table.hand.wins, table.players)
            expected, actual = Phrase("a-seat", seat=entitled), Phrase("a-seat", seat=event.seat)
            report.add(self, event.seat, "seat", {"entitled": entitled}, expected=expected, actual=actual)


class StickAward(Check):
    """`stick/award`."""

    id = "stick/award"
    severity = MISMATCH
    title = "Sticks on the table not paid to the winner, or in the wrong number."
    why = "The winner takes all riichi sticks on the table, those of earlier hands and the winner's own included."
    sources = (EMA_BETS,)
    settings = ("sticks.several_winners", "sticks.honba", "sticks.honba_winners", "riichi.stick")
    messages = {
        "payment": "{due:stick is|sticks are} due to {seat:who}; the payments give it {taken} points for them.",
        "count": "{due:stick is|sticks are} due to {seat:who}; the log counts {counted}.",
    }
    relies_on = doubt.POINTS | doubt.STICKS | doubt.OUTCOME
    may_rely_on = doubt.VALUE_OF_WIN
    spoils = doubt.POINTS | doubt.STICKS
    before_kinds = (events.WIN,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the number of sticks that a winner takes."""
        if not isinstance(event, Win):
            return
        is_nearest = takes_honba(table, event)
        due = sticks_awarded(table, event.seat, is_nearest)
        by_log = due
        if report.table is not None and report.table is not table:
            by_log = sticks_awarded(report.table, event.seat, is_nearest)
        fault = payment_fault(table, event, report)
        if fault == WRONG_STICKS and event.deltas is not None:
            taken = sum(event.deltas)
            arguments = {"due": due, "taken": taken}
            report.add(self, event.seat, "payment", arguments, expected=amount(due * table.stick), actual=amount(taken))
        elif event.sticks not in (events.NOT_RECORDED, due, by_log) and not self._took_anothers(table, event):
            arguments = {"due": due, "counted": event.sticks}
            report.add(self, event.seat, "count", arguments, expected=amount(due), actual=amount(event.sticks))

    def _took_anothers(self, table: Table, win: Win) -> bool:
        """Whether another winner took this one's sticks, which `stick/award-seat` reports."""
        others = [other for other in table.hand.wins if other is not win and other.deltas is not None]
        pool = sticks_due(table) * table.stick
        return bool(pool) and any(sum(other.deltas or ()) == pool and not takes_honba(table, other) for other in others)


class StickLeak(Check):
    """`stick/leak`."""

    id = "stick/leak"
    severity = MISMATCH
    title = "Points created or destroyed: scores plus sticks are not the game's total."
    why = "What one seat gains another seat, or the table, loses."
    sources = ("double entry: see the table ledger",)
    settings = ("riichi.stick",)
    messages = {
        "before": "Before the payment the log gives {wrong:, }.",
        "total": "The hand starts with {before} points, sticks included, and ends with {after}.",
        "after": "After the payments the log gives {shown}, which make {due}.",
    }
    relies_on = doubt.POINTS | doubt.OUTCOME
    may_rely_on = doubt.STICKS | doubt.VALUE
    spoils = doubt.POINTS
    before_kinds = (events.WIN, events.RYUUKYOKU)
    judges_end = True

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the scores that the log gives before a payment."""
        scores = event.scores if isinstance(event, (Win, Ryuukyoku)) else None
        if scores is not None and not are_points(scores, table.scores):
            arguments = {"wrong": wrong_amounts(table.scores, scores)}
            expected, actual = points_of(table.scores), points_of(scores)
            report.add(self, events.NO_SEAT, "before", arguments, expected=expected, actual=actual)

    def at_end(self, table: Table, report: Report) -> None:
        """Judge the total of points and sticks by that at the start, and the scores that a server gives at the end."""
        hand = table.hand
        before = sum(points for points in hand.scores) + hand.sticks * table.stick
        after = sum(points for points in table.scores) + table.sticks * table.stick
        is_other_total = before != after and table.scores_known and table.hand.is_finished
        shown = hand.server.end_scores if hand.server is not None else None
        log = report.table or table  # by the payments of the log
        is_other_end = shown is not None and shown not in (tuple(table.scores), tuple(log.scores))
        if not (is_other_total or is_other_end) or report.is_in_doubt(doubt.STICKS | doubt.VALUE):
            return
        event = len(hand.events) - 1
        if is_other_total:
            arguments: Arguments = {"before": before, "after": after}
            expected, actual = amount(before), amount(after)
            report.add(self, events.NO_SEAT, "total", arguments, expected=expected, actual=actual, event=event)
        elif shown is not None:
            arguments = {"shown": list(shown), "due": list(table.scores)}
            expected, actual = points_of(table.scores), points_of(shown)
            report.add(self, events.NO_SEAT, "after", arguments, expected=expected, actual=actual, event=event)


class StickFinal(Check):
    """`stick/final`."""

    id = "stick/final"
    severity = MISMATCH
    title = "Sticks left at the end of the game not settled as the ruleset says."
    why = "Sticks left when the game ends go to the top player, stay with nobody, or as the ruleset says."
    sources = ("the ruleset's setting sticks.left_over",)
    settings = ("sticks.left_over", "riichi.stick")
    messages = {"left": "{sticks:stick is|sticks are} left at the end: the ruleset gives {due}, the log {given}."}
    relies_on = doubt.STICKS | doubt.POINTS
    spoils = doubt.POINTS
    judges_game = True

    def at_game_end(self, game: Game, last: Table, report: Report) -> None:
        """Judge the final points by the sticks left."""
        result = game.result
        are_left = bool(last.sticks) and last.hand.is_finished and last.scores_known
        if result is None or result.points is None or not are_left:
            return
        given = [result.points[seat] - last.scores[seat] for seat in range(min(len(result.points), len(last.scores)))]
        due = sticks_left(last.scores[: last.players], last.sticks, last.rules)
        due += [0] * (len(given) - len(due))
        left = last.sticks * last.stick
        are_whole = all(points % last.stick == 0 for points in given)
        are_sticks = min(given) >= 0 and (sum(given) == left or (are_whole and sum(given) < left))
        if given != due and are_sticks:
            arguments: Arguments = {"sticks": last.sticks, "due": due, "given": given}
            event = len(last.hand.events) - 1
            expected, actual = points_of(due), points_of(given)
            report.add(self, events.NO_SEAT, "left", arguments, expected=expected, actual=actual, event=event)
