"""Ron while furiten, and winning tiles passed."""

from typing import ClassVar, Final

from auditor.checks import doubt
from auditor.checks.base import Check
from auditor.checks.report import Report
from auditor.checks.sources import EMA_FURITEN
from auditor.events import (
    CHI,
    CLOSED_KAN,
    DISCARD,
    DRAW,
    KIND_NAMES,
    NOT_RECORDED,
    OPEN_KAN,
    PON,
    WIN,
    Event,
)
from auditor.findings import MISMATCH, NOTE, VIOLATION
from auditor.rulesets.penalties import CHOMBO_SETTINGS, penalty_text
from auditor.server_side import OFFER_BITS, OFFERS_RON
from auditor.table.furiten import BY_DISCARD, IN_RIICHI, NOT_FURITEN, TEMPORARY, furiten
from auditor.table.seat import NEVER, Seat
from auditor.table.table import Table
from auditor.tiles import mask_text
from auditor.units import EventIndex, Tile


class _Furiten(Check):
    """A ron while furiten; each subclass reports one of the three causes."""

    severity = VIOLATION
    sources = (EMA_FURITEN, "https://riichi.wiki/Furiten")
    settings: ClassVar[tuple[str, ...]] = ("penalties.false_win", *CHOMBO_SETTINGS)
    relies = doubt.HAND | doubt.TURN | doubt.RIICHI
    also_relies = doubt.HAND | doubt.TILE
    before_kinds = (WIN,)
    cause: ClassVar[int] = NOT_FURITEN

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Judge a ron by the winner's own discards and passed tiles."""
        if event.seat == event.from_seat or event.tile < 0:
            return
        seat = table.seats[event.seat]
        if not seat.waits >> (event.tile >> 2) & 1 or furiten(table, seat) != self.cause:
            return
        if self.cause != BY_DISCARD:
            passed = self.passed_event(seat)
            if report.is_faulty(passed) or report.is_doubtful(doubt.HAND, table.hand.events[passed].seat):
                return  # the tile passed is itself in doubt
        tile = report.texts.tile(event.tile)
        why = self.reason(table, seat, report)
        message = (
            f"Seat {event.seat} wins on {tile} from seat {event.from_seat}, waiting for {mask_text(seat.waits)}: {why}"
        )
        message += penalty_text(table.rules.penalties.false_win, table.rules)
        report.add(self, event.seat, message, "no ron", f"ron on {tile}")

    def passed_event(self, seat: Seat) -> EventIndex:
        """The event of the winning tile that the seat has passed."""
        return seat.riichi_passed_event if self.cause == IN_RIICHI else seat.passed_event

    def reason(self, table: Table, seat: Seat, report: Report) -> str:
        """Why the ron is forbidden: which tile, and at which event."""
        raise NotImplementedError


def _passed(tile: Tile, event: EventIndex, table: Table, report: Report) -> str:
    by = table.hand.events[event]
    return f"the {report.texts.tile(tile)} of seat {by.seat} ({KIND_NAMES[by.kind]}, event {event})"


class DiscardFuriten(_Furiten):
    """`furiten/discard`."""

    id = "furiten/discard"
    title = "A ron on a wait of which any tile lies among one's own discards."
    why = (
        "A hand any of whose winning tiles lies among its own discards, claimed ones included, may not win on a "
        "discard, even on another tile, and even where the discarded tile would have given no yaku."
    )
    cause = BY_DISCARD

    def reason(self, table: Table, seat: Seat, report: Report) -> str:
        """The own discards that are waited for."""
        parts = [
            f"{report.texts.tile(tile)} (event {event})"
            for tile, event in zip(seat.river, seat.river_events, strict=True)
            if tile >= 0 and seat.waits >> (tile >> 2) & 1
        ]
        return "it has discarded " + ", ".join(parts) + " itself."


class TemporaryFuriten(_Furiten):
    """`furiten/temporary`."""

    id = "furiten/temporary"
    title = "A ron after passing a winning tile, before the ruleset ends that furiten."
    why = (
        "A seat that lets a winning tile pass, even one without a yaku, may not win on a discard until its own next "
        "draw, or until a call where the ruleset says so."
    )
    settings = ("furiten.ends", "penalties.false_win", *CHOMBO_SETTINGS)
    cause = TEMPORARY

    def reason(self, table: Table, seat: Seat, report: Report) -> str:
        """The tile passed, and what would end the furiten."""
        passed = _passed(seat.passed_tile, seat.passed_event, table, report)
        return f"it has passed {passed}, and furiten ends with {table.rules.furiten.ends}."


class RiichiFuriten(_Furiten):
    """`furiten/riichi`."""

    id = "furiten/riichi"
    title = "A ron after passing a winning tile while in riichi."
    why = "A seat in riichi that lets a winning tile pass may win only by self-draw for the rest of the hand."
    cause = IN_RIICHI

    def reason(self, table: Table, seat: Seat, report: Report) -> str:
        """The tile passed in riichi."""
        passed = _passed(seat.riichi_passed_tile, seat.riichi_passed_event, table, report)
        return f"in riichi it has passed {passed}."


class PassedWin(Check):
    """`note/passed-win`."""

    id = "note/passed-win"
    severity = NOTE
    title = "A winning tile passed."
    why = "Allowed; the seat is furiten until the ruleset ends it. A tile that wins without a yaku counts too."
    sources = (EMA_FURITEN,)
    relies = doubt.HAND | doubt.TURN
    before_kinds = (DRAW, CHI, PON, OPEN_KAN, DISCARD, CLOSED_KAN)

    def before(self, table: Table, event: Event, report: Report) -> None:
        """Note the seats that could have won on the tile that is passed now."""
        if not table.pending_seats:
            return
        for seat in table.seats:
            if not table.pending_seats >> seat.seat & 1:
                continue
            is_self_draw = table.hand.events[table.pending_event].seat == seat.seat
            if is_self_draw or furiten(table, seat) == NOT_FURITEN:
                passed = _passed(table.pending_tile, table.pending_event, table, report)
                message = f"Seat {seat.seat}, waiting for {mask_text(seat.waits)}, passes {passed}."
                tile = report.texts.tile(table.pending_tile)
                report.add(self, seat.seat, message, None, tile, event=table.pending_event)


class Flag(Check):
    """`furiten/flag`."""

    id = "furiten/flag"
    severity = MISMATCH
    title = "The server's own furiten flag is not what the replay gives."
    why = (
        "Mahjong Soul's records say after each tile which seats the server holds for furiten (by their own discards, "
        "by a winning tile that another discarded since their own last discard, or by one passed in riichi), and whom "
        "it offers a ron. Whether a tile passed at a kan or a north counts is not known, and not judged."
    )
    sources = ("Mahjong Soul's records: zhenting, operations",)
    relies = doubt.HAND | doubt.TURN | doubt.RIICHI
    also_relies = doubt.HAND | doubt.TURN | doubt.RIICHI
    also_spoils = doubt.HAND
    after_kinds = (DRAW, DISCARD, CHI, PON, OPEN_KAN)

    def after(self, table: Table, event: Event, report: Report) -> None:
        """Judge the flags that the record holds after an event, and the rons that it offers."""
        server = table.hand.server
        if server is None:
            return
        flags = server.furiten[report.event]
        offers = server.offers[report.event] if event.kind == DISCARD else 0
        if flags == NOT_RECORDED and not offers:
            return
        for seat in table.seats[: table.players]:
            is_told = report.has_wrong_flag(seat.seat)
            held = _held_for_furiten(table, seat, report)
            is_offered = bool(offers >> OFFER_BITS * seat.seat & OFFERS_RON)
            if flags != NOT_RECORDED and held != NOT_KNOWN and held != (flags >> seat.seat & 1):
                if not is_told:
                    self._tell(table, seat, held == FURITEN, report)
                report.note_flag(seat.seat, True)
            elif is_offered and not is_told and furiten(table, seat) != NOT_FURITEN:
                self._tell(table, seat, True, report)
                report.note_flag(seat.seat, True)
            elif flags != NOT_RECORDED and held != NOT_KNOWN:
                report.note_flag(seat.seat, False)

    def _tell(self, table: Table, seat: Seat, is_furiten: bool, report: Report) -> None:
        """Tell of a flag that is wrong, unless a ron that follows from it says so itself."""
        if is_furiten and any([win.seat == seat.seat != win.from_seat for win in _later_wins(table)]):
            return
        if report.is_doubtful(doubt.HAND | doubt.TURN | doubt.RIICHI):
            return  # what any seat discards may be a winning tile
        due, shown = ("furiten", "not furiten") if is_furiten else ("not furiten", "furiten")
        message = (
            f"The server takes seat {seat.seat}, waiting for {mask_text(seat.waits) or 'nothing'}, for {shown}; by its "
            f"discards and what it has passed it is {due}."
        )
        if report.add(self, seat.seat, message, due, shown):
            # A tile that another discarded may be the false one.
            report.spoil(self, doubt.HAND, tuple(range(table.players)))


FURITEN: Final = 1
NOT_KNOWN: Final = -1


def _held_for_furiten(table: Table, seat: Seat, report: Report) -> int:
    """Whether the server should take the seat for furiten: FURITEN, 0, or NOT_KNOWN."""
    if not seat.is_known or (not table.hand.first_draw_recorded and seat.seat == table.hand.dealer and not seat.turn):
        return NOT_KNOWN
    if seat.waits & seat.river_kinds:
        return FURITEN
    events = table.hand.events
    passed = [seat.riichi_passed_event] if seat.riichi_passed_event != NEVER else []
    since = seat.river_events[-1] if seat.river_events else NEVER
    if seat.passed_event > since:
        passed.append(seat.passed_event)
    if table.pending_seats >> seat.seat & 1 and table.pending_event == report.event:
        passed.append(report.event)
    kinds = [events[place].kind for place in passed if events[place].kind != DRAW]
    if DISCARD in kinds:
        return FURITEN
    return NOT_KNOWN if kinds else 0


def _later_wins(table: Table) -> list[Event]:
    """The wins that the hand ends with."""
    return [event for event in table.hand.events[table.index :] if event.kind == WIN]
