# build: compiled
"""Ron while furiten, and winning tiles passed."""

from typing import ClassVar

from auditor.core.checks import doubt
from auditor.core.checks.check import WIN_POSSIBLE, Check, Report
from auditor.core.checks.wording import CHOMBO_SETTINGS, EMA_FURITEN, EVENT_TERMS, penalty_clause, term
from auditor.core.events import CHI, CLOSED_KAN, DISCARD, DRAW, OPEN_KAN, PON, WIN, Event
from auditor.core.results import NOTE, VIOLATION, Arguments, Message, Phrase, Term
from auditor.core.table.seat import Seat
from auditor.core.table.table import BY_DISCARD, IN_RIICHI, NOT_FURITEN, TEMPORARY, Table, furiten_kind
from auditor.core.tiles import mask_text
from auditor.core.units import EventIndex, Tile


class _Furiten(Check):
    """Base of the checks of a ron while furiten; each subclass reports one of the three causes."""

    severity = VIOLATION
    sources = (EMA_FURITEN, "https://riichi.wiki/Furiten")
    settings: ClassVar[tuple[str, ...]] = ("penalties.false_win", *CHOMBO_SETTINGS)
    relies_on = doubt.HAND | doubt.TURN | doubt.RIICHI
    may_rely_on = doubt.HAND | doubt.TILE
    before_kinds = (WIN,)
    cause: ClassVar[int] = NOT_FURITEN

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge a ron by the winner's own discards and passed tiles."""
        if event.seat == event.from_seat or event.tile < 0:
            return
        seat = table.seats[event.seat]
        if not seat.waits >> (event.tile >> 2) & 1 or furiten_kind(table, seat) != self.cause:
            return
        if self.cause != BY_DISCARD:
            passed = self.passed_event(seat)
            if report.is_faulty(passed) or report.is_in_doubt(doubt.HAND, table.hand.events[passed].seat):
                return  # the passed tile itself is in doubt
        tile = report.texts.tile(event.tile)
        arguments = {
            "tile": tile, "from_seat": event.from_seat, "waits": mask_text(seat.waits),
            "penalty": penalty_clause(table.rules.penalties.false_win, table.rules), **self.reason(table, seat, report),
        }  # fmt: skip
        report.add(self, event.seat, "ron", arguments, expected=Term("no-ron"), actual=Phrase("ron-on", tile=tile))

    def passed_event(self, seat: Seat) -> EventIndex:
        """The event of the winning tile that the seat has passed."""
        return seat.riichi_passed_event if self.cause == IN_RIICHI else seat.passed_event

    def reason(self, table: Table, seat: Seat, report: Report) -> Arguments:
        """The arguments of the message that say why the ron is forbidden: which tile, and at which event."""
        raise NotImplementedError


def _passed(tile: Tile, event: EventIndex, table: Table, report: Report) -> Message:
    by = table.hand.events[event]
    arguments: Arguments = {
        "tile": report.texts.tile(tile), "seat": by.seat, "act": EVENT_TERMS[by.kind], "event": event
    }  # fmt: skip
    return Message("passed-tile", arguments)


class FuritenDiscard(_Furiten):
    """`furiten/discard`."""

    id = "furiten/discard"
    title = "A ron on a wait of which any tile lies among one's own discards."
    why = (
        "A hand any of whose winning tiles lies among its own discards, claimed ones included, may not win on a "
        "discard, even on another tile, and even where the discarded tile would have given no yaku."
    )
    messages = {
        "ron": "{seat:Who} wins on {tile} from {from_seat:who}, waiting for {waits}: it has discarded {discards:, } "
            "itself.{penalty}",
        "discard": "{tile} (event {event})",
    }  # fmt: skip
    cause = BY_DISCARD

    def reason(self, table: Table, seat: Seat, report: Report) -> Arguments:
        """The seat's own discards that are among its waits."""
        discards = [
            Message("discard", {"tile": report.texts.tile(tile), "event": event})
            for tile, event in zip(seat.river, seat.river_events, strict=True)
            if tile >= 0 and seat.waits >> (tile >> 2) & 1
        ]
        return {"discards": discards}


class FuritenTemporary(_Furiten):
    """`furiten/temporary`."""

    id = "furiten/temporary"
    title = "A ron after passing a winning tile, before the ruleset ends that furiten."
    why = (
        "A seat that lets a winning tile pass, even one without a yaku, may not win on a discard until its own next "
        "draw, or until a call where the ruleset says so."
    )
    messages = {
        "ron": "{seat:Who} wins on {tile} from {from_seat:who}, waiting for {waits}: it has passed {passed}, and "
            "furiten ends with {ends}.{penalty}",
    }  # fmt: skip
    settings = ("furiten.ends", "penalties.false_win", *CHOMBO_SETTINGS)
    cause = TEMPORARY

    def reason(self, table: Table, seat: Seat, report: Report) -> Arguments:
        """The tile passed, and what would end the furiten."""
        passed = _passed(seat.passed_tile, seat.passed_event, table, report)
        return {"passed": passed, "ends": term(table.rules.furiten.ends)}


class FuritenRiichi(_Furiten):
    """`furiten/riichi`."""

    id = "furiten/riichi"
    title = "A ron after passing a winning tile while in riichi."
    why = "A seat in riichi that lets a winning tile pass may win only by self-draw for the rest of the hand."
    messages = {
        "ron": "{seat:Who} wins on {tile} from {from_seat:who}, waiting for {waits}: in riichi it has passed "
            "{passed}.{penalty}",
    }  # fmt: skip
    cause = IN_RIICHI

    def reason(self, table: Table, seat: Seat, report: Report) -> Arguments:
        """The tile passed in riichi."""
        return {"passed": _passed(seat.riichi_passed_tile, seat.riichi_passed_event, table, report)}


class NotePassedWin(Check):
    """`note/passed-win`."""

    id = "note/passed-win"
    severity = NOTE
    title = "A winning tile passed."
    why = "Allowed; the seat is furiten until the ruleset ends it. A tile that wins without a yaku counts too."
    sources = (EMA_FURITEN,)
    messages = {"passed": "{seat:Who}, waiting for {waits}, passes {passed}."}
    relies_on = doubt.HAND | doubt.TURN
    applies_when = WIN_POSSIBLE
    before_kinds = (DRAW, CHI, PON, OPEN_KAN, DISCARD, CLOSED_KAN)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Note the seats that could have won on the tile that is now being passed."""
        if not table.pending_seats:
            return
        for seat in table.seats:
            if not table.pending_seats >> seat.seat & 1:
                continue
            is_self_draw = table.hand.events[table.pending_event].seat == seat.seat
            if is_self_draw or furiten_kind(table, seat) == NOT_FURITEN:
                passed = _passed(table.pending_tile, table.pending_event, table, report)
                arguments: Arguments = {"waits": mask_text(seat.waits), "passed": passed}
                tile = report.texts.tile(table.pending_tile)
                report.add(self, seat.seat, "passed", arguments, actual=tile, event=table.pending_event)
