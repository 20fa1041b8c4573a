# build: compiled
"""A server's own record of a hand against the replay: its furiten flags, and what it offers the seats."""

from typing import Final

from auditor.core.checks import doubt
from auditor.core.checks.check import NO_EVENT, SERVER_SIDE, Check, Report
from auditor.core.checks.stated_turn import CHI_WORDS, fault_of_discard, fault_of_turn, fault_of_waits, state_of
from auditor.core.checks.wording import term, waits_shown
from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLAIMS,
    CLOSED_KAN,
    DEPOSIT,
    DISCARD,
    DORA,
    DRAW,
    NORTH,
    NOT_RECORDED,
    OFFER_BITS,
    OFFERS_ADDED_KAN,
    OFFERS_CHI,
    OFFERS_CLOSED_KAN,
    OFFERS_NINE_TERMINALS,
    OFFERS_NORTH,
    OFFERS_OPEN_KAN,
    OFFERS_PON,
    OFFERS_RIICHI,
    OFFERS_RON,
    OFFERS_TSUMO,
    OPEN_KAN,
    PON,
    RYUUKYOKU,
    WIN,
    Event,
)
from auditor.core.results import MISMATCH, Arguments
from auditor.core.table.options import hand_allows
from auditor.core.table.seat import NEVER, Seat
from auditor.core.table.table import NOT_FURITEN, Table, deal, furiten_kind

FLAG_SET: Final = 1
NOT_KNOWN: Final = -1
ALL_OFFERS: Final = (1 << OFFER_BITS) - 1
OFFER_WORDS: Final = {
    OFFERS_CHI: "a chi", OFFERS_PON: "a pon", OFFERS_CLOSED_KAN: "a closed kan", OFFERS_OPEN_KAN: "an open kan",
    **CHI_WORDS, OFFERS_ADDED_KAN: "an added kan",
    OFFERS_RIICHI: "riichi", OFFERS_TSUMO: "a self-draw", OFFERS_RON: "a ron",
    OFFERS_NINE_TERMINALS: "the draw of nine terminals", OFFERS_NORTH: "a north",
}  # fmt: skip
OFFER_OF_KIND: Final = {
    CHI: OFFERS_CHI, PON: OFFERS_PON, OPEN_KAN: OFFERS_OPEN_KAN, CLOSED_KAN: OFFERS_CLOSED_KAN,
    ADDED_KAN: OFFERS_ADDED_KAN, NORTH: OFFERS_NORTH,
}  # fmt: skip
ON_A_DISCARD: Final = (OFFERS_RON, OFFERS_PON, OFFERS_OPEN_KAN, OFFERS_CHI)
ON_A_DRAW: Final = (
    OFFERS_TSUMO, OFFERS_RIICHI, OFFERS_CLOSED_KAN, OFFERS_ADDED_KAN, OFFERS_NINE_TERMINALS, OFFERS_NORTH,
)  # fmt: skip


class FuritenFlag(Check):
    """`furiten/flag`."""

    id = "furiten/flag"
    severity = MISMATCH
    title = "The server's own furiten flag, or what it offers a seat, is not what the replay gives."
    why = (
        "Mahjong Soul's records say after each tile which seats the server holds for furiten (by their own discards, "
        "by a winning tile that another discarded since their own last discard, or by one passed in riichi), and what "
        "it offers each seat: a ron, a claim, riichi, a kan. What the hand does not allow cannot be offered, and what "
        "a seat does it was offered. Whether a tile passed at a kan or a north counts is not known, and not judged."
    )
    sources = ("Mahjong Soul's records: zhenting, operation, operations",)
    messages = {
        "other-turn": "The server offers seat {seat} what to do on the turn of seat {turn_seat}.",
        "offered": "The server offers seat {seat}, {state}, {what}, which its hand does not allow.",
        "not-offered": "Seat {seat}, {state}, takes {what} that the server did not offer it.",
        "waiting": "waiting for {waits}",
        "is-furiten": (
            "The server takes seat {seat}, waiting for {waits}, for not furiten; by its discards and what it has "
            "passed it is furiten."
        ),
        "withheld": "The server does not offer seat {seat}, {state}, {what}, which its hand allows.",
        "kan-kinds": "The server offers seat {seat} {what} of {shown}; its hand allows it of {due}.",
        "replacement": "The server takes the tile that seat {seat} draws for one that is {shown}; it is {due}.",
        "waits": "The server has seat {seat} wait for {shown}; it waits for {due}.",
        "waits-after": "The server has seat {seat}, after a discard of {tile}, wait for {shown}; it waits for {due}.",
        "left": "The server counts {shown} of {tile} that seat {seat} does not see; there are {due}.",
        "yaku": "The server says that a ron of seat {seat} on {tile} would have {shown}; it would have {due}.",
        "out-tile": "The server offers another tile than the one that seat {seat} discards.",
        "passed": "Seat {seat}, waiting for {waits}, lets {tile} pass; the server does not say so.",
        "not-passed": "The server says that seat {seat}, waiting for {waits}, lets {tile} pass; it cannot win on it.",
        "not-furiten": (
            "The server takes seat {seat}, waiting for {waits}, for furiten; by its discards and what it has passed it "
            "is not furiten."
        ),
    }
    relies_on = doubt.HAND | doubt.TURN | doubt.RIICHI
    may_rely_on = doubt.HAND | doubt.TURN | doubt.RIICHI | doubt.WALL | doubt.ROUND
    may_spoil = doubt.HAND
    applies_when = SERVER_SIDE
    before_kinds = (CHI, PON, OPEN_KAN, CLOSED_KAN, ADDED_KAN, NORTH, WIN)
    after_kinds = (DRAW, DISCARD, CHI, PON, OPEN_KAN, DEPOSIT, RYUUKYOKU)

    def before_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge whether a seat was offered what it does."""
        server = table.hand.server
        if server is None or not report.has_offers or not server.offers:
            return
        index = table.last_event if event.kind in CLAIMS else table.seats[event.seat].last_draw
        offer = OFFER_OF_KIND.get(event.kind, OFFERS_TSUMO)
        if event.kind == WIN and event.from_seat != event.seat:
            index, offer = table.last_event, OFFERS_RON
            if table.wins or table.last is None or table.last.kind != DISCARD:
                return  # several winners: only the first counts; offers on a kan or a north are not recorded
        if index == NEVER or server.offers[index] >> OFFER_BITS * event.seat & offer:
            return
        seat = table.seats[event.seat]
        if hand_allows(table, seat, offer, table.hand.events[index]):  # else the check of that rule reports it
            self._report_offer(table, seat, offer, False, report)

    def after_event(self, table: Table, event: Event, report: Report) -> None:
        """Judge the server's furiten flags after an event, and what it offers."""
        server = table.hand.server
        if server is None:
            return
        flags = server.furiten[report.event]
        if flags != NOT_RECORDED:
            for number in range(table.players):
                self._judge_flag(table, table.seats[number], flags >> number & 1, report)
        offers = server.offers[report.event] if server.offers else 0
        if event.kind == DISCARD:
            self._judge_offers(table, event, offers, report)
            self._judge_declaration(table, table.seats[event.seat], report)
        elif event.kind in (DRAW, CHI, PON) and offers & ~(ALL_OFFERS << OFFER_BITS * event.seat):
            self._report_turn(table, event, offers, report)
        elif event.kind == DRAW and offers and (report.event or table.hand.first_draw_recorded):
            own = offers >> OFFER_BITS * event.seat & ALL_OFFERS
            for offer in ON_A_DRAW:
                if own & offer and not hand_allows(table, table.seats[event.seat], offer, event):
                    self._report_offer(table, table.seats[event.seat], offer, True, report)
        if server.offers_everything:
            self._judge_exactly(table, event, report)

    def _judge_exactly(self, table: Table, event: Event, report: Report) -> None:
        """Judge offers that are missing, and stated waits, where the server's record is exact."""
        server, index = table.hand.server, report.event
        fault = None
        if server is None or report.is_in_doubt(doubt.HAND | doubt.TURN | doubt.RIICHI | doubt.WALL | doubt.ROUND):
            return
        if event.kind == DISCARD:
            fault = fault_of_discard(table, event, server, index)
        elif event.kind in (DRAW, CHI, PON):
            fault = fault_of_turn(table, event, server, index)
        if fault is None and index in server.waits:
            fault = fault_of_waits(table, server, index)
        if fault is None or (fault.message_id == "left" and _is_indicator_false(table, report)):
            return
        seat = table.seats[fault.seat]
        if fault.offer:
            self._report_offer(table, seat, fault.offer, fault.message_id == "offered", report, fault.message_id)
        elif report.add(
            self, fault.seat, fault.message_id, fault.arguments, expected=fault.expected, actual=fault.actual
        ):
            report.spoil(self, doubt.HAND, tuple(range(table.players)))

    def _report_turn(self, table: Table, event: Event, offers: int, report: Report) -> None:
        """Report an offer to a seat on another's turn."""
        if report.is_in_doubt(doubt.HAND | doubt.TURN | doubt.RIICHI):
            return
        seats = [seat for seat in range(table.players) if offers >> OFFER_BITS * seat & ALL_OFFERS]
        offered = [seat for seat in seats if seat != event.seat]
        if not offered:
            return
        expected, actual = f"an offer to seat {event.seat}", f"one to seat {offered[0]}"
        arguments = {"turn_seat": event.seat}
        if report.add(self, offered[0], "other-turn", arguments, expected=expected, actual=actual):
            report.spoil(self, doubt.HAND, tuple(range(table.players)))

    def _judge_offers(self, table: Table, event: Event, offers: int, report: Report) -> None:
        """Judge what the other seats are offered on a discard."""
        if not offers or event.tile < 0:
            return
        for seat in table.seats[: table.players]:
            own = offers >> OFFER_BITS * seat.seat & ALL_OFFERS
            if not own or seat.seat == event.seat or report.has_wrong_flag(seat.seat):
                continue
            for offer in ON_A_DISCARD:
                if own & offer and not hand_allows(table, seat, offer, event):
                    if offer == OFFERS_RON and furiten_kind(table, seat) != NOT_FURITEN:
                        self._report_flag(table, seat, True, report)
                        report.set_wrong_flag(seat.seat, True)
                    else:
                        self._report_offer(table, seat, offer, True, report)

    def _judge_declaration(self, table: Table, seat: Seat, report: Report) -> None:
        """Judge whether a riichi just declared, which the hand allows, was offered."""
        if seat.riichi_discard != report.event or seat.is_open or not seat.waits or not report.has_offers:
            return
        server, index = table.hand.server, seat.last_draw
        if server is None or index == NEVER or not server.offers:
            return
        if not server.offers[index] >> OFFER_BITS * seat.seat & OFFERS_RIICHI:
            self._report_offer(table, seat, OFFERS_RIICHI, False, report)

    def _report_offer(
        self, table: Table, seat: Seat, offer: int, is_offered: bool, report: Report, message_id: str = ""
    ) -> None:
        """Report an offer that the hand does not allow, or one that is missing."""
        if report.is_in_doubt(doubt.HAND | doubt.TURN | doubt.RIICHI | doubt.WALL | doubt.ROUND):
            return  # hands, yaku and turns are surely the same as the server's only if nothing is in doubt
        what = OFFER_WORDS[offer]
        arguments: Arguments = {"state": state_of(seat), "what": term(what)}
        due, shown = (f"no offer of {what}", f"{what} offered") if is_offered else (f"{what} offered", "no such offer")
        message_id = message_id or ("offered" if is_offered else "not-offered")
        if report.add(self, seat.seat, message_id, arguments, expected=due, actual=shown):
            report.spoil(self, doubt.HAND, tuple(range(table.players)))

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
        if report.is_in_doubt(doubt.HAND | doubt.TURN | doubt.RIICHI):
            return  # furiten depends on every seat's discards
        due, shown = ("furiten", "not furiten") if is_furiten else ("not furiten", "furiten")
        arguments: Arguments = {"waits": waits_shown(seat.waits)}
        message_id = "is-furiten" if is_furiten else "not-furiten"
        if report.add(self, seat.seat, message_id, arguments, expected=due, actual=shown):
            # The wrong tile may be another seat's discard.
            report.spoil(self, doubt.HAND, tuple(range(table.players)))


def _is_indicator_false(table: Table, report: Report) -> bool:
    """Whether an indicator of the hand has a finding, so that the server may have counted another tile."""
    events = table.hand.events[: table.index]
    return report.is_faulty(NO_EVENT) or any(
        event.kind == DORA and report.is_faulty(index) for index, event in enumerate(events)
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
    events = table.hand.events
    rons = [index for index, event in enumerate(events) if event.kind == WIN and event.seat == seat.seat]
    if not rons or events[rons[0]].from_seat == seat.seat or rons[0] < table.index:
        return False
    at_ron = deal(report.game, table.hand, table.rules)
    for event in events[: rons[0]]:
        at_ron.apply(event)
    return furiten_kind(at_ron, at_ron.seats[seat.seat]) != NOT_FURITEN
