# build: compiled
"""A server's own record of a hand against the replay: its furiten flags, what it offers the seats, and their waits.

What a server that states all says of a turn is judged by `stated_turn`, which is loaded with the first such record.
"""

from typing import TYPE_CHECKING, Final

from auditor.core import events
from auditor.core.checks import doubt
from auditor.core.checks.check import NO_EVENT, SERVER_SIDE, Check, Report
from auditor.core.events import CHI, DISCARD, DRAW, OFFER_BITS, OFFERS_RIICHI, OFFERS_RON, OPEN_KAN, PON, WIN, Event
from auditor.core.results import MISMATCH, Phrase
from auditor.core.table.options import hand_allows
from auditor.core.table.seat import NEVER, Seat
from auditor.core.table.table import NOT_FURITEN, Table, deal, furiten_kind

if TYPE_CHECKING:
    from auditor.core.checks.stated_turn import StatementFault

FLAG_SET: Final = 1
NOT_KNOWN: Final = -1
ALL_OFFERS: Final = (1 << OFFER_BITS) - 1
OFFER_OF_KIND: Final = {
    CHI: events.OFFERS_CHI, PON: events.OFFERS_PON, OPEN_KAN: events.OFFERS_OPEN_KAN,
    events.CLOSED_KAN: events.OFFERS_CLOSED_KAN, events.ADDED_KAN: events.OFFERS_ADDED_KAN,
    events.NORTH: events.OFFERS_NORTH,
}  # fmt: skip
ON_A_DISCARD: Final = (OFFERS_RON, events.OFFERS_PON, events.OFFERS_OPEN_KAN, events.OFFERS_CHI)
ON_A_DRAW: Final = (
    events.OFFERS_TSUMO, OFFERS_RIICHI, events.OFFERS_CLOSED_KAN, events.OFFERS_ADDED_KAN,
    events.OFFERS_NINE_TERMINALS, events.OFFERS_NORTH,
)  # fmt: skip


class _Statement(Check):
    """What checks of a server's statements share. A finding puts every hand in doubt: any seat's tile may be wrong."""

    former_id = "furiten/flag"
    severity = MISMATCH
    relies_on = doubt.HAND | doubt.TURN | doubt.RIICHI
    may_rely_on = doubt.HAND | doubt.TURN | doubt.RIICHI | doubt.WALL | doubt.ROUND
    may_spoil = doubt.HAND
    applies_when = SERVER_SIDE

    def report_fault(self, fault: "StatementFault", report: Report) -> None:
        """Report a fault, unless the hand that it is about is in doubt."""
        if report.add(
            self, fault.seat, fault.message_id, fault.arguments, expected=fault.expected, actual=fault.actual
        ):
            report.spoil(self, doubt.HAND, tuple(range(report.game.players)))

    def is_certain(self, report: Report) -> bool:
        """Whether nothing is in doubt that hands, yaku and turns rest on, which are the server's only then."""
        return not report.is_in_doubt(doubt.HAND | doubt.TURN | doubt.RIICHI | doubt.WALL | doubt.ROUND)


def _exact_record(table: Table) -> events.ServerRecord | None:
    """The record of a server that states all there is to state; None for others."""
    server = table.hand.server
    return server if server is not None and server.offers_everything else None


class ServerReplacement(_Statement):
    """`server/replacement`."""

    id = "server/replacement"
    title = "The server takes a replacement tile for one from the live wall, or the other way round."
    why = (
        "Riichi City's records say of each tile drawn whether it is a replacement tile. It is one after a kan or a "
        "north, and nowhere else; a win on it after a kan has a yaku of its own."
    )
    sources = ("Riichi City's records: is_gang_incard",)
    messages = {"replacement": "The server takes the tile that {seat:who} draws for one that is {shown}; it is {due}."}
    after_kinds = (DRAW,)

    def after_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge what the server says of a tile drawn."""
        if (server := _exact_record(table)) is None:
            return
        from auditor.core.checks.stated_turn import fault_of_replacement

        fault = fault_of_replacement(table, event, server, report.event)
        if fault is not None and self.is_certain(report):
            self.report_fault(fault, report)


class ServerOffer(_Statement):
    """`server/offer`."""

    id = "server/offer"
    title = "What the server offers a seat is not what its hand allows, or not what the seat does."
    why = (
        "Mahjong Soul's and Riichi City's records say after each tile what the server offers each seat: a ron, a "
        "claim, riichi, a kan. What the hand does not allow cannot be offered, and what a seat does it was offered. "
        "Riichi City offers all that the hand allows: there an offer withheld is a fault, too."
    )
    sources = (
        "Mahjong Soul's records: operation, operations",
        "Riichi City's records: action_list, is_can_lizhi, is_zi_mo, gang_cards",
    )
    messages = {
        "other-turn": "The server offers {seat:who} what to do on the turn of {turn_seat:who}.",
        "offered": "The server offers {seat:who}, {state}, {what}, which its hand does not allow.",
        "not-offered": "{seat:Who}, {state}, takes {what} that the server did not offer it.",
        "waiting": "waiting for {waits}",
        "withheld": "The server does not offer {seat:who}, {state}, {what}, which its hand allows.",
        "kan-kinds": "The server offers {seat:who} {what} of {shown}; its hand allows it of {due}.",
        "out-tile": "The server offers another tile than the one that {seat:who} discards.",
    }
    before_kinds = (CHI, PON, OPEN_KAN, events.CLOSED_KAN, events.ADDED_KAN, events.NORTH, WIN)
    after_kinds = (DRAW, DISCARD, CHI, PON)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge whether a seat was offered what it does."""
        server = table.hand.server
        if server is None or not report.has_offers or not server.offers:
            return
        index = table.last_event if event.kind in events.CLAIMS else table.seats[event.seat].last_draw
        offer = OFFER_OF_KIND.get(event.kind, events.OFFERS_TSUMO)
        if event.kind == WIN and event.from_seat != event.seat:
            index, offer = table.last_event, OFFERS_RON
            if table.wins or table.last is None or table.last.kind != DISCARD:
                return  # several winners: only the first counts; offers on a kan or a north are not recorded
        if index == NEVER or server.offers[index] >> OFFER_BITS * event.seat & offer:
            return
        seat = table.seats[event.seat]
        if hand_allows(table, seat, offer, table.hand.events[index]):  # else the check of that rule reports it
            self._report_offer(seat, offer, report, is_made=False)

    def after_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge what the server offers after an event."""
        if (server := table.hand.server) is None:
            return
        offers = server.offers[report.event] if server.offers else 0
        if event.kind == DISCARD:
            self._judge_offers(table, event, offers, report)
            self._judge_declaration(table, table.seats[event.seat], report)
        elif offers & ~(ALL_OFFERS << OFFER_BITS * event.seat):
            self._report_turn(table, event, offers, report)
        elif event.kind == DRAW and offers and (report.event or table.hand.first_draw_recorded):
            own = offers >> OFFER_BITS * event.seat & ALL_OFFERS
            for offer in ON_A_DRAW:
                if own & offer and not hand_allows(table, table.seats[event.seat], offer, event):
                    self._report_offer(table.seats[event.seat], offer, report, is_made=True)
        exact = _exact_record(table)
        if exact is None or not self.is_certain(report):
            return
        from auditor.core.checks.stated_turn import fault_of_discard, fault_of_turn

        judge = fault_of_discard if event.kind == DISCARD else fault_of_turn
        if (fault := judge(table, event, exact, report.event)) is not None:
            self.report_fault(fault, report)

    def _report_turn(self, table: Table, event: Event, offers: int, report: Report) -> None:
        """Report an offer to a seat on another's turn."""
        if report.is_in_doubt(doubt.HAND | doubt.TURN | doubt.RIICHI):
            return
        seats = [seat for seat in range(table.players) if offers >> OFFER_BITS * seat & ALL_OFFERS]
        if not (offered := [seat for seat in seats if seat != event.seat]):
            return
        from auditor.core.checks.stated_turn import StatementFault

        due, shown = Phrase("offer-to", seat=event.seat), Phrase("one-to", seat=offered[0])
        self.report_fault(StatementFault(offered[0], "other-turn", {"turn_seat": event.seat}, due, shown), report)

    def _judge_offers(self, table: Table, event: Event, offers: int, report: Report) -> None:
        """Judge what the other seats are offered on a discard. A ron while furiten is for `server/flag`."""
        if not offers or event.tile < 0:
            return
        for seat in table.seats[: table.players]:
            own = offers >> OFFER_BITS * seat.seat & ALL_OFFERS
            if not own or seat.seat == event.seat or report.has_wrong_flag(seat.seat):
                continue
            for offer in ON_A_DISCARD:
                is_furiten = offer == OFFERS_RON and furiten_kind(table, seat) != NOT_FURITEN
                if own & offer and not is_furiten and not hand_allows(table, seat, offer, event):
                    self._report_offer(seat, offer, report, is_made=True)

    def _judge_declaration(self, table: Table, seat: Seat, report: Report) -> None:
        """Judge whether a riichi just declared, which the hand allows, was offered."""
        if seat.riichi_discard != report.event or seat.is_open or not seat.waits or not report.has_offers:
            return
        server, index = table.hand.server, seat.last_draw
        if server is None or index == NEVER or not server.offers:
            return
        if not server.offers[index] >> OFFER_BITS * seat.seat & OFFERS_RIICHI:
            self._report_offer(seat, OFFERS_RIICHI, report, is_made=False)

    def _report_offer(self, seat: Seat, offer: int, report: Report, *, is_made: bool) -> None:
        """Report an offer that is wrong or missing."""
        if self.is_certain(report):
            from auditor.core.checks.stated_turn import Offer, offer_fault

            wrong = Offer.NOT_ALLOWED if is_made else Offer.NOT_MADE
            self.report_fault(offer_fault(seat, offer, wrong), report)


class ServerWaits(_Statement):
    """`server/waits`."""

    id = "server/waits"
    title = "What the server says that a hand waits for, or of those tiles, is not what the replay gives."
    why = (
        "Riichi City's records say what a hand would wait for after each discard, what a riichi waits for, and what "
        "the hands wait for that are shown at a draw; and of each of these tiles how many the seat does not see, and "
        "whether a ron on it would have a yaku. All of it follows from the tiles."
    )
    sources = ("Riichi City's records: in_ting_info, ting_info, ting_list",)
    messages = {
        "waits": "The server has {seat:who} wait for {shown}; it waits for {due}.",
        "waits-after": "The server has {seat:who}, after a discard of {tile}, wait for {shown}; it waits for {due}.",
        "left": "The server counts {shown} of {tile} that {seat:who} does not see; there are {due}.",
        "yaku": "The server says that a ron of {seat:who} on {tile} would have {shown}; it would have {due}.",
    }
    after_kinds = (DRAW, DISCARD, CHI, PON, OPEN_KAN, events.DEPOSIT, events.RYUUKYOKU)

    def after_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the waits that the server states after an event."""
        server, index = _exact_record(table), report.event
        is_turn = event.kind in (DRAW, CHI, PON)
        if server is None or not (is_turn or index in server.waits) or not self.is_certain(report):
            return
        from auditor.core.checks.stated_turn import fault_of_discards, fault_of_waits

        fault = fault_of_discards(table, event, server, index) if is_turn else None
        if fault is None and index in server.waits:
            fault = fault_of_waits(table, server, index)
        if fault is not None and (fault.message_id != "left" or not _is_indicator_false(table, report)):
            self.report_fault(fault, report)


class ServerFlag(_Statement):
    """`server/flag`."""

    id = "server/flag"
    title = "The server takes a seat for furiten, or for passing up a win, that is not, or the other way round."
    why = (
        "Mahjong Soul's records say after each tile which seats the server holds for furiten (by their own discards, "
        "by a winning tile that another discarded since their own last discard, or by one passed in riichi); whom it "
        "offers a ron it does not. Riichi City's say which waits are among the seat's own discards, and who lets a "
        "winning tile pass. Whether a tile passed at a kan or a north counts is not known, and not judged."
    )
    sources = ("Mahjong Soul's records: zhenting, operations", "Riichi City's records: is_zhen_ting, and its passes")
    messages = {
        "is-furiten": "The server takes {seat:who}, waiting for {waits}, for not furiten; by its discards and what it "
            "has passed it is furiten.",
        "passed": "{seat:Who}, waiting for {waits}, lets {tile} pass; the server does not say so.",
        "not-passed": "The server says that {seat:who}, waiting for {waits}, lets {tile} pass; it cannot win on it.",
        "not-furiten": "The server takes {seat:who}, waiting for {waits}, for furiten; by its discards and what it "
            "has passed it is not furiten.",
    }  # fmt: skip
    after_kinds = (DRAW, DISCARD, CHI, PON, OPEN_KAN, events.DEPOSIT, events.RYUUKYOKU)

    def after_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the server's furiten flags after an event, and whom it says to pass up a win."""
        server, index = table.hand.server, report.event
        if server is None:
            return
        flags = server.furiten[index]
        if flags != events.NOT_RECORDED:
            for number in range(table.players):
                self._judge_flag(table, table.seats[number], flags >> number & 1, report)
        if event.kind == DISCARD and server.offers:
            self._judge_rons(table, event, server.offers[index], report)
        exact, fault = _exact_record(table), None
        if exact is None:
            return
        from auditor.core.checks.stated_turn import fault_of_furiten, fault_of_passes

        if event.kind == DISCARD:
            fault = fault_of_passes(table, event, exact, index)
        elif event.kind in (DRAW, CHI, PON):
            fault = fault_of_furiten(table, event, exact, index)
        if fault is not None and self.is_certain(report):
            self.report_fault(fault, report)

    def _judge_rons(self, table: Table, event: Event, offers: int, report: Report) -> None:
        """Judge the flags of seats that are offered a ron while they are furiten."""
        if not offers or event.tile < 0:
            return
        for seat in table.seats[: table.players]:
            is_offered = offers >> OFFER_BITS * seat.seat & OFFERS_RON
            if not is_offered or seat.seat == event.seat or report.has_wrong_flag(seat.seat):
                continue
            if furiten_kind(table, seat) != NOT_FURITEN and not hand_allows(table, seat, OFFERS_RON, event):
                self._report_flag(table, seat, True, report)
                report.set_wrong_flag(seat.seat, True)

    def _judge_flag(self, table: Table, seat: Seat, flag: int, report: Report) -> None:
        """Judge a seat's furiten flag; one that stays wrong is reported once."""
        expected = _expected_flag(table, seat, report)
        if expected == NOT_KNOWN:
            return
        if expected != flag and not report.has_wrong_flag(seat.seat):
            self._report_flag(table, seat, expected == FLAG_SET, report)
        report.set_wrong_flag(seat.seat, expected != flag)

    def _report_flag(self, table: Table, seat: Seat, is_furiten: bool, report: Report) -> None:
        """Report a wrong furiten flag, unless the seat goes on to win by ron while furiten, which is reported."""
        if is_furiten and _wins_while_furiten(table, seat, report):
            return
        if not report.is_in_doubt(doubt.HAND | doubt.TURN | doubt.RIICHI):  # it depends on every seat's discards
            from auditor.core.checks.stated_turn import furiten_fault

            self.report_fault(furiten_fault(seat, seat.waits, is_furiten), report)


def _is_indicator_false(table: Table, report: Report) -> bool:
    """Whether an indicator of the hand has a finding, so that the server may have counted another tile."""
    past = table.hand.events[: table.index]
    return report.is_faulty(NO_EVENT) or any(
        event.kind == events.DORA and report.is_faulty(index) for index, event in enumerate(past)
    )


def _expected_flag(table: Table, seat: Seat, report: Report) -> int:
    """The furiten flag that the server should have for the seat: FLAG_SET, 0, or NOT_KNOWN."""
    if not seat.is_known or (not table.hand.first_draw_recorded and seat.seat == table.hand.dealer and not seat.turn):
        return NOT_KNOWN
    if seat.waits & seat.river_kinds:
        return FLAG_SET
    last = seat.passed_event if seat.passed_event > seat.last_discard else NEVER
    is_passing = table.pending_seats >> seat.seat & 1 and table.pending_event == report.event
    if seat.riichi_passed_event == NEVER == last and not is_passing:
        return 0  # nearly always
    passed = [seat.riichi_passed_event, last, report.event if is_passing else NEVER]
    kinds = [table.hand.events[index].kind for index in passed if index != NEVER]
    if DISCARD in kinds:
        return FLAG_SET
    return NOT_KNOWN if any(kind != DRAW for kind in kinds) else 0


def _wins_while_furiten(table: Table, seat: Seat, report: Report) -> bool:
    """Whether the seat's next win is a ron while furiten, which the furiten checks report."""
    played = table.hand.events
    rons = [index for index, event in enumerate(played) if event.kind == WIN and event.seat == seat.seat]
    if not rons or played[rons[0]].from_seat == seat.seat or rons[0] < table.index:
        return False
    at_ron = deal(report.game, table.hand, table.rules)
    for event in played[: rons[0]]:
        at_ron.apply(event)
    return furiten_kind(at_ron, at_ron.seats[seat.seat]) != NOT_FURITEN
