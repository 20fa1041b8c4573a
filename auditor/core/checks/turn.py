# build: hot
"""Whose turn it is, and what may be done in a turn."""

from typing import Final

from auditor.core import events
from auditor.core.checks import doubt
from auditor.core.checks.check import UNUSUAL, Check, Report
from auditor.core.checks.wording import EMA_PLAY, EVENT_TERMS
from auditor.core.events import Event, Ryuukyoku
from auditor.core.phrases import Phrase, word
from auditor.core.results import MISMATCH, VIOLATION, Arguments, Message, Short, Term
from auditor.core.table.table import ACTION_DUE, DISCARD_DUE, DRAW_DUE, OVER, REACTION_DUE, REPLACEMENT_DUE, Table


class TurnOrder(Check):
    """`turn/order`."""

    id = "turn/order"
    severity = VIOLATION
    title = "An action by the wrong seat or at the wrong moment."
    why = (
        "Play goes round to the right: a seat draws, acts, and discards; then the next seat draws unless the discard "
        "is claimed. A kan or a north is followed by a replacement draw. Nothing follows the end of a hand."
    )
    sources = (EMA_PLAY,)
    messages = {
        "unexplained": "No order of the seats' draws and discards explains this hand: after {events} events {due} is "
            "due, and the log has none that fits. The rest of the hand is not checked.",
        "by-seat": "The log has a {act} by {seat:who} where {due} is due.",
        "by-nobody": "The log has a {act} where {due} is due.",
        "draw": "a draw by {seat:who}",
        "replacement": "a replacement draw by {seat:who}",
        "action": "a discard or another action of {seat:who}",
        "discard": "a discard by {seat:who}",
        "reaction": "a draw by {seat:who}, a claim, or a win",
        "nothing": "nothing more, for the hand has ended,",
    }  # fmt: skip
    relies_on = doubt.TURN
    may_rely_on = doubt.HAND
    spoils = doubt.TURN | doubt.HAND | doubt.WALL
    may_spoil = doubt.HAND | doubt.RIICHI | doubt.POINTS | doubt.STICKS | doubt.OUTCOME | doubt.DORA | doubt.ROUND
    applies_when = UNUSUAL
    before_kinds = (
        events.DRAW, events.DISCARD, events.RIICHI, events.CLOSED_KAN, events.ADDED_KAN, events.NORTH, events.CHI,
        events.PON, events.OPEN_KAN, events.RYUUKYOKU,
    )  # fmt: skip
    judges_end = True

    def at_end(self, table: Table, report: Report) -> None:
        """Report a hand whose order of play the reader had to rebuild and could not."""
        stopped = table.hand.unexplained_from
        if stopped != events.NOT_RECORDED and not report.is_in_doubt(doubt.HAND):  # a wrong tile prevents an order, too
            due = expected_action(table)
            arguments: Arguments = {"events": stopped, "due": due}
            none, event = Term("none-that-fits"), min(max(stopped - 1, 0), len(table.hand.events) - 1)
            report.add(self, table.due, "unexplained", arguments, expected=due, actual=none, event=event)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge whether an action is one that is due, by a seat that may act."""
        kind = event.kind
        seat = event.seat
        phase = table.phase
        claims_last_tile = True
        if kind == events.DRAW:
            if phase == REACTION_DUE:
                fits = seat == table.next_seat(table.due)
            else:
                fits = (phase == DRAW_DUE or phase == REPLACEMENT_DUE) and seat == table.due
        elif kind == events.DISCARD or kind == events.RIICHI:
            fits = (phase == ACTION_DUE or phase == DISCARD_DUE) and seat == table.due
        elif kind in (events.CHI, events.PON, events.OPEN_KAN):
            fits = phase != OVER
            claims_last_tile = table.last is not None and table.last.tile == event.tile
        elif isinstance(event, Ryuukyoku):
            is_at_end = phase == REACTION_DUE or (phase == REPLACEMENT_DUE and table.wall_left == 0)
            fits = phase != OVER and (is_at_end or event.draw_type not in events.TENPAI_DRAWS)
        else:
            fits = phase == ACTION_DUE and seat == table.due
        report.doubts.count_order(fits and claims_last_tile)
        if not fits:
            due = expected_action(table)
            arguments: Arguments = {"act": EVENT_TERMS[kind], "due": due}
            message_id = "by-nobody" if seat == events.NO_SEAT else "by-seat"
            act: Short = EVENT_TERMS[kind]
            if seat != events.NO_SEAT:
                act = Phrase("by-a-seat", act=word(events.KIND_NAMES[kind]), seat=seat)
            report.add(self, seat, message_id, arguments, expected=due, actual=act)
            if is_end_again(table, event):
                report.spoil(self, doubt.POINTS | doubt.OUTCOME)
                return
            # Whichever of them acted or failed to act, its tiles are no longer known.
            report.spoil(self, doubt.HAND, (seat, table.due, table.next_seat(table.due)))
            if kind == events.DRAW and phase == REACTION_DUE:
                # Most likely a call and a discard of the seat before are missing from the log.
                report.spoil(self, doubt.HAND, ((seat - 1) % table.players,))
            due_seat = table.seats[table.due]
            if due_seat.riichi is not None and not due_seat.in_riichi:
                report.spoil(self, doubt.RIICHI, (table.due,))  # its declaration discard is missing
            if kind == events.RIICHI:
                report.spoil(self, doubt.RIICHI, (seat, table.due))  # either may be the declarer
            is_first = report.event == 0 and table.hand.index == 0 and table.hand.round > 0
            if phase == OVER or is_first:  # perhaps the start of another hand is missing, or the first round is another
                report.spoil(self, doubt.POINTS | doubt.OUTCOME | doubt.ROUND)
            elif table.pending_riichi != events.NO_SEAT:
                report.spoil(self, doubt.POINTS | doubt.STICKS)  # the payment of the stick may be missing, too
            if table.indicators_due:
                report.spoil(self, doubt.DORA)  # or the turning of the indicator


_MESSAGE_OF_PHASE: Final = {
    DRAW_DUE: "draw",
    REPLACEMENT_DUE: "replacement",
    ACTION_DUE: "action",
    DISCARD_DUE: "discard",
    REACTION_DUE: "reaction",
}


def expected_action(table: Table) -> Message:
    """The action that is due, as a clause of `TurnOrder`."""
    if (message_id := _MESSAGE_OF_PHASE.get(table.phase)) is None:
        return Message("nothing")
    return Message(message_id, {"seat": table.next_seat(table.due) if table.phase == REACTION_DUE else table.due})


def is_end_again(table: Table, event: Event) -> bool:
    """Whether an exhaustive draw follows one: no tile has moved, so that it can be judged by the same hands."""
    ends = (table.ryuukyoku, event)
    return all([isinstance(end, Ryuukyoku) and end.draw_type in events.TENPAI_DRAWS for end in ends])


class TurnTsumogiri(Check):
    """`turn/tsumogiri`."""

    id = "turn/tsumogiri"
    severity = MISMATCH
    title = "A drawn-tile mark that is not true."
    why = (
        "A discard is marked as the tile just drawn exactly where it is that tile. Where the dealer is dealt fourteen "
        "tiles, the first discard follows no draw and its mark says nothing."
    )
    sources = ("tenhou.net/6 and mjai formats: code 60, field tsumogiri",)
    settings = ("game.dealer_tiles",)
    messages = {
        "none-drawn": "{seat:Who} is said to discard the tile just drawn, but it has drawn none.",
        "not-the-drawn": "{seat:Who} discards {tile}, marked as the tile just drawn, which is {drawn}.",
        "the-drawn": "{seat:Who} discards {tile} from the hand by the mark, but its only {tile} was just drawn.",
    }
    relies_on = doubt.HAND | doubt.TURN
    spoils = doubt.HAND | doubt.ORDER
    applies_when = UNUSUAL
    before_kinds = (events.DISCARD,)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the mark of a discard, where the log records one."""
        if event.mark < 0 or event.tile < 0:
            return
        seat = table.seats[event.seat]
        if table.draws == 1 and event.seat == table.hand.dealer and table.rules.game.dealer_tiles == 14:
            return  # the dealer was dealt the tile that the log gives as drawn
        if event.mark == events.TSUMOGIRI:
            if seat.drawn < 0 and seat.is_known:
                report.add(self, event.seat, "none-drawn", expected=Term("no-mark"), actual=Term("tsumogiri"))
            elif seat.drawn >= 0 and not report.texts.is_same_face(event.tile, seat.drawn):
                drawn, tile = report.texts.tile(seat.drawn), report.texts.tile(event.tile)
                arguments = {"tile": tile, "drawn": drawn}
                report.add(self, event.seat, "not-the-drawn", arguments, expected=drawn, actual=tile)
        elif seat.drawn >= 0 and seat.is_known and report.texts.is_same_face(event.tile, seat.drawn):
            copies = [tile for tile in seat.concealed if report.texts.is_same_face(tile, seat.drawn)]
            if len(copies) == 1:
                arguments = {"tile": report.texts.tile(event.tile)}
                report.add(self, event.seat, "the-drawn", arguments, expected=Term("tsumogiri"), actual=Term("tedashi"))
