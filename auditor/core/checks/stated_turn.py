# build: compiled
"""Faults in the offers and statements of a server that offers all that the rules allow and states the seats' waits.

Riichi City's records do so (`ServerRecord.offers_everything`). Each function returns the first fault at an event, or
None; where no record shows how the server behaves, nothing is a fault.
"""

from enum import Enum
from typing import Final

from auditor.core import events
from auditor.core.checks.wording import term, waits_shown
from auditor.core.events import Event, ServerRecord, StatedTurn, StatedWaits, WaitedTile, meld_of, tiles_opened
from auditor.core.hand.blocks import blocks_of_melds
from auditor.core.hand.value import best_of, values
from auditor.core.hand.waits import shifted
from auditor.core.hand.yaku_rules import Circumstances
from auditor.core.phrases import Phrase, word
from auditor.core.results import Arguments, Message, Short, Term
from auditor.core.table.draws import has_nine_terminals
from auditor.core.table.options import are_kans_used_up, other_end
from auditor.core.table.seat import Seat, waits_without
from auditor.core.table.table import NOT_FURITEN, Table, furiten_kind
from auditor.core.table.winning import value_of_win
from auditor.core.tiles import EAST, KIND_TEXT, RUNS_WITH, UNKNOWN, kinds_text, mask_text
from auditor.core.units import EventIndex, Kind, KindMask, SeatIndex

OFFER_WORDS: Final = {
    events.OFFERS_CHI: "a chi", events.OFFERS_PON: "a pon", events.OFFERS_CLOSED_KAN: "a closed kan",
    events.OFFERS_OPEN_KAN: "an open kan", events.OFFERS_CHI_LOW: "a chi of the lowest tile",
    events.OFFERS_CHI_MIDDLE: "a chi of the middle tile", events.OFFERS_CHI_HIGH: "a chi of the highest tile",
    events.OFFERS_OPEN_RIICHI: "an open riichi", events.OFFERS_ADDED_KAN: "an added kan",
    events.OFFERS_RIICHI: "riichi", events.OFFERS_TSUMO: "a self-draw", events.OFFERS_RON: "a ron",
    events.OFFERS_NINE_TERMINALS: "the draw of nine terminals", events.OFFERS_NORTH: "a north",
}  # fmt: skip


class StatementFault:
    """A fault in what a server offers or states. message_id, arguments: for a message of the check that it is of."""

    def __init__(self, seat: SeatIndex, message_id: str, arguments: Arguments, expected: Short, actual: Short) -> None:
        self.seat = seat
        self.message_id = message_id
        self.arguments = arguments
        self.expected = expected
        self.actual = actual


class Offer(Enum):
    """What is wrong with an offer, as the message of `ServerOffer` that says so."""

    NOT_ALLOWED = "offered"
    """It is made, and the hand does not allow it."""
    NOT_MADE = "not-offered"
    """It is not made, and the seat does it."""
    WITHHELD = "withheld"
    """It is not made, and the hand allows it."""


def offer_fault(seat: Seat, offer: int, wrong: Offer) -> StatementFault:
    """The fault in one offer to a seat, given by its bits."""
    what = OFFER_WORDS[offer]
    due, shown = Phrase("offered", what=word(what)), Phrase("no-such-offer")
    if wrong is Offer.NOT_ALLOWED:
        due, shown = Phrase("no-offer-of", what=word(what)), due
    state = Message("waiting", {"waits": mask_text(seat.waits)}) if seat.waits else Term("not-waiting")
    arguments: Arguments = {"state": state, "what": term(what)}
    return StatementFault(seat.seat, wrong.value, arguments, due, shown)


def furiten_fault(seat: Seat, waits: KindMask, is_furiten: bool) -> StatementFault:
    """The fault where a server takes a seat with these waits for furiten, and it is not, or the other way round."""
    words = (Term("not-furiten"), Term("furiten"))
    due, shown = words[is_furiten], words[not is_furiten]
    message_id = "is-furiten" if is_furiten else "not-furiten"
    return StatementFault(seat.seat, message_id, {"waits": waits_shown(waits)}, due, shown)


def fault_of_replacement(table: Table, event: Event, server: ServerRecord, index: EventIndex) -> StatementFault | None:
    """The fault where a server wrongly states whether the tile just drawn is a replacement tile."""
    stated = _stated_turn(table, event, server, index)
    if stated is None or stated.is_replacement != int(not table.drew_replacement):
        return None
    words = (Term("drawn-from-the-wall"), Term("a-replacement-tile"))
    due, shown = words[1 - stated.is_replacement], words[stated.is_replacement]
    return StatementFault(event.seat, "replacement", {"due": due, "shown": shown}, due, shown)


def fault_of_turn(table: Table, event: Event, server: ServerRecord, index: EventIndex) -> StatementFault | None:
    """The first fault in what the server offers a seat on its own turn, after its draw or call."""
    if (stated := _stated_turn(table, event, server, index)) is None:
        return None
    seat, is_drawn = table.seats[event.seat], event.kind == events.DRAW
    fault = _fault_of_own_offers(table, seat, server.offers[index] >> events.OFFER_BITS * seat.seat, is_drawn)
    return _fault_of_kans(table, seat, stated, is_drawn) if fault is None and not seat.in_riichi else fault


def _stated_turn(table: Table, event: Event, server: ServerRecord, index: EventIndex) -> StatedTurn | None:
    """What the server states about a seat's own turn; None where it does not, or the seat's tiles are hidden."""
    return server.turns.get(index) if table.seats[event.seat].is_known else None


def _waits_by_discard(
    table: Table, event: Event, server: ServerRecord, index: EventIndex
) -> tuple[StatedWaits, ...] | None:
    """The waits stated for each discard of a seat on its own turn; None where they are not, or not judged."""
    stated = _stated_turn(table, event, server, index)
    return None if stated is None or table.seats[event.seat].in_riichi else stated.waits


_OF_OWN_TURN: Final = (
    events.OFFERS_TSUMO, events.OFFERS_RIICHI, events.OFFERS_OPEN_RIICHI, events.OFFERS_NINE_TERMINALS,
    events.OFFERS_NORTH,
)  # fmt: skip
"""What is offered on a seat's own turn, besides kans."""


def _fault_of_own_offers(table: Table, seat: Seat, own: int, is_drawn: bool) -> StatementFault | None:
    """The first offer on a seat's own turn that is impossible there, or the first that is missing."""
    for offer in _OF_OWN_TURN:
        if own & offer and not (is_drawn and _is_possible(table, seat, offer, own)):
            return offer_fault(seat, offer, Offer.NOT_ALLOWED)
    if not is_drawn or seat.drawn < 0:
        return None
    due = 0
    if "win/no-yaku" not in table.rules.off and seat.waits >> (seat.drawn >> 2) & 1:
        value = value_of_win(table, seat.seat, seat.seat, seat.drawn)
        due |= events.OFFERS_TSUMO if value is not None and value.is_enough else 0
    if table.players == 3 and table.wall_left > 0 and _may_set_north_aside(seat):
        due |= events.OFFERS_NORTH
    can_pay = table.scores[seat.seat] >= table.rules.riichi.points
    if not seat.is_open and not seat.in_riichi and table.wall_left >= table.players and can_pay:
        due |= _riichi_offer_bits(table) if any(waits_without(seat, tile) for tile in seat.concealed) else 0
    if not table.calls and "draw/missed" not in table.rules.off and has_nine_terminals(seat):
        due |= events.OFFERS_NINE_TERMINALS if not _has_set_aside(table) else 0
    for offer in _OF_OWN_TURN:
        if due & offer and not own & offer:
            return offer_fault(seat, offer, Offer.WITHHELD)
    return None


def _riichi_offer_bits(table: Table) -> int:
    """The bits of an offer of riichi: an open one is offered too where the ruleset has it."""
    is_open = table.rules.riichi.open_riichi != "none"
    return events.OFFERS_RIICHI | events.OFFERS_OPEN_RIICHI if is_open else events.OFFERS_RIICHI


def _is_possible(table: Table, seat: Seat, offer: int, own: int) -> bool:
    """Whether an offer is possible after a draw, as far as records show, by conditions `hand_allows` does not test."""
    if offer == events.OFFERS_RIICHI:
        return table.wall_left >= table.players - 1  # with three players and two tiles left it is not known
    if offer == events.OFFERS_OPEN_RIICHI:
        return own & events.OFFERS_RIICHI != 0
    if offer == events.OFFERS_NINE_TERMINALS:
        return not table.calls and not _has_set_aside(table)
    return offer != events.OFFERS_NORTH or (table.wall_left > 0 and _may_set_north_aside(seat))


def _may_set_north_aside(seat: Seat) -> bool:
    north = EAST + 3
    return seat.drawn >> 2 == north if seat.in_riichi else seat.count(north) > 0


def _has_set_aside(table: Table) -> bool:
    return any(seat.norths for seat in table.seats)


def _fault_of_kans(table: Table, seat: Seat, stated: StatedTurn, is_drawn: bool) -> StatementFault | None:
    """The fault where the kans listed as possible are not those of the hand; not known once no kan may be made."""
    if are_kans_used_up(table):
        return None
    closed: list[Kind] = []
    added: list[Kind] = []
    if is_drawn and table.wall_left > 0:
        for kind in sorted({tile >> 2 for tile in seat.concealed}):
            if seat.count(kind) == 4:
                closed.append(kind)
            if seat.pon_of(kind) is not None:
                added.append(kind)
    for kinds, listed, offer in (
        (closed, stated.closed_kans, events.OFFERS_CLOSED_KAN), (added, stated.added_kans, events.OFFERS_ADDED_KAN),
    ):  # fmt: skip
        if listed is not None and sorted(listed) != kinds:
            due, shown = _kinds_listed(kinds), _kinds_listed(sorted(listed))
            arguments: Arguments = {"what": term(OFFER_WORDS[offer]), "due": due, "shown": shown}
            return StatementFault(seat.seat, "kan-kinds", arguments, due, shown)
    return None


def _kinds_listed(kinds: list[Kind]) -> str | Term:
    return kinds_text(tuple(kinds)) if kinds else Term("nothing")


def fault_of_discards(table: Table, event: Event, server: ServerRecord, index: EventIndex) -> StatementFault | None:
    """The first fault in the waits stated for each discard, and in the yaku and the copies left of each.

    After a call, those that are kuikae may be left out.
    """
    if (listed := _waits_by_discard(table, event, server, index)) is None:
        return None
    seat = table.seats[event.seat]
    due: dict[Kind, KindMask] = {}
    for tile in seat.concealed:
        if waits := waits_without(seat, tile):
            due[tile >> 2] = waits
    stated_by_discard = {waits.discard: waits for waits in listed}
    for kind in sorted({*due, *stated_by_discard}):
        if kind not in stated_by_discard and event.kind != events.DRAW:
            continue
        stated = stated_by_discard.get(kind)
        shown = 0 if stated is None else mask_of(stated)
        if shown != due.get(kind, 0):
            return _fault_of_waits(seat, kind, due.get(kind, 0), shown)
        fault = None if stated is None else _fault_of_tiles(table, seat, stated)
        if fault is not None:
            return fault
    return None


def fault_of_furiten(table: Table, event: Event, server: ServerRecord, index: EventIndex) -> StatementFault | None:
    """The first wait of a discard that is marked as furiten, or not, against the seat's own discards."""
    seat = table.seats[event.seat]
    for waits in _waits_by_discard(table, event, server, index) or ():
        mask = mask_of(waits)
        is_furiten = mask & seat.river_kinds != 0
        if any([tile.furiten == int(not is_furiten) for tile in waits.tiles]):
            return furiten_fault(seat, mask, is_furiten)
    return None


def mask_of(waits: StatedWaits) -> KindMask:
    """The kinds of stated waits as a mask."""
    mask = 0
    for tile in waits.tiles:
        mask |= shifted(1, tile.kind)
    return mask


def _fault_of_waits(seat: Seat, discard: Kind, due: KindMask, shown: KindMask) -> StatementFault:
    arguments: Arguments = {"due": waits_shown(due), "shown": waits_shown(shown)}
    if discard != UNKNOWN:
        arguments = {"tile": KIND_TEXT[discard], **arguments}
    message_id = "waits" if discard == UNKNOWN else "waits-after"
    none = Term("no-wait")
    return StatementFault(seat.seat, message_id, arguments, mask_text(due) or none, mask_text(shown) or none)


def _fault_of_tiles(table: Table, seat: Seat, waits: StatedWaits) -> StatementFault | None:
    """The first fault in what is stated of each wait: yaku, copies left."""
    for tile in waits.tiles:
        if (fault := _fault_of_yaku(table, seat, waits.discard, tile)) is not None:
            return fault
        left = 4 - visible_copies(table, seat, tile.kind)
        if tile.left not in (events.NOT_RECORDED, left) and table.hand.indicator >= 0:
            arguments: Arguments = {"tile": KIND_TEXT[tile.kind], "due": left, "shown": tile.left}
            return StatementFault(seat.seat, "left", arguments, str(left), str(tile.left))
    return None


def _fault_of_yaku(table: Table, seat: Seat, discard: Kind, tile: WaitedTile) -> StatementFault | None:
    """The fault where it is wrongly stated whether a ron has a yaku by the hand alone; None at the end of the wall."""
    if tile.no_yaku == events.NOT_RECORDED or table.wall_left == 0 or "win/no-yaku" in table.rules.off:
        return None
    kinds = seat.concealed_kinds()
    kinds.remove(discard)
    kinds = sorted([*kinds, tile.kind])
    blocks = blocks_of_melds([meld_of(meld) for meld in seat.melds])
    bare = Circumstances((seat.seat - table.hand.dealer) % table.players, table.hand.round // 4, tsumo=False)
    options = values(kinds, blocks, tile.kind, bare, table.rules)
    has_none = not options or not best_of(options).is_enough
    if int(has_none) == tile.no_yaku:
        return None
    words = (Term("a-yaku"), Term("no-yaku"))
    due, shown = words[int(has_none)], words[int(not has_none)]
    arguments: Arguments = {"tile": KIND_TEXT[tile.kind], "due": due, "shown": shown}
    return StatementFault(seat.seat, "yaku", arguments, due, shown)


def visible_copies(table: Table, seat: Seat, kind: Kind) -> int:
    """How many tiles of a kind a seat can see: in its hand, in rivers and melds, norths set aside, and indicators."""
    seen: int = seat.count(kind) + (table.hand.indicator >> 2 == kind)
    for index in range(table.index):
        for tile in tiles_opened(table.hand.events[index]):
            seen += tile >> 2 == kind
    return seen


def fault_of_discard(table: Table, event: Event, server: ServerRecord, index: EventIndex) -> StatementFault | None:
    """The first fault in what others are offered on a discard; None at the last event of a hand that is cut."""
    following = table.hand.events[index + 1 :]
    if not following or event.tile < 0:
        return None
    if index in server.offered_codes:
        return StatementFault(event.seat, "out-tile", {}, Term("the-tile-discarded"), Term("another-tile"))
    for seat in table.seats[: table.players]:
        if seat.seat == event.seat or not seat.is_known:
            continue
        own = server.offers[index] >> events.OFFER_BITS * seat.seat
        if (fault := _fault_of_claims(table, seat, event, own)) is not None:
            return fault
    return None


def _fault_of_claims(table: Table, seat: Seat, event: Event, own: int) -> StatementFault | None:
    """The first offer to claim a tile that is missing, or that is made with no tile left or for an impossible chi."""
    kind = event.tile >> 2
    due = 0
    is_free = not seat.in_riichi and table.wall_left > 0
    if is_free and seat.count(kind) >= 2:
        due |= events.OFFERS_PON
    if is_free and seat.count(kind) >= 3 and not are_kans_used_up(table):
        due |= events.OFFERS_OPEN_KAN
    forms = 0
    if is_free and table.players == 4 and seat.seat == table.next_seat(event.seat):
        forms = _chi_forms(seat, kind)
        due |= forms
    if _is_ron_certain(table, seat, event):
        due |= events.OFFERS_RON
    for offer in (events.OFFERS_RON, events.OFFERS_PON, events.OFFERS_OPEN_KAN):
        if due & offer and not own & offer:
            return offer_fault(seat, offer, Offer.WITHHELD)
    if own & (events.OFFERS_PON | events.OFFERS_OPEN_KAN | events.OFFERS_CHI) and table.wall_left <= 0:
        called = next(one for one in (events.OFFERS_PON, events.OFFERS_OPEN_KAN, events.OFFERS_CHI) if own & one)
        return offer_fault(seat, called, Offer.NOT_ALLOWED)
    if (
        own & ~events.OFFERS_CHI & (events.OFFERS_CHI_LOW | events.OFFERS_CHI_MIDDLE | events.OFFERS_CHI_HIGH)
        or own & events.OFFERS_CHI == 0
    ):
        for form in events.CHI_FORMS:
            bit = form & ~events.OFFERS_CHI
            if forms & bit and not own & bit and not _leaves_only_kuikae(seat, kind, form):
                return offer_fault(seat, form, Offer.WITHHELD)
            if own & bit and not forms & bit and forms:
                return offer_fault(seat, form, Offer.NOT_ALLOWED)
    return None


def _chi_forms(seat: Seat, kind: Kind) -> int:
    """The bits of the forms of chi that a seat's tiles allow."""
    forms = 0
    for place, one, other in RUNS_WITH[kind]:
        if seat.count(one) and seat.count(other):
            forms |= events.CHI_FORMS[place]
    return forms


def _leaves_only_kuikae(seat: Seat, kind: Kind, form: int) -> bool:
    """Whether a chi would leave only tiles whose discard is kuikae; whether the server offers it is not known."""
    rest = [tile >> 2 for tile in seat.concealed]
    swaps = {kind}
    for place, one, other in RUNS_WITH[kind]:
        if events.CHI_FORMS[place] == form:
            rest.remove(one)
            rest.remove(other)
            swaps.add(other_end(kind, one, other))
    return set(rest) <= swaps


def _is_ron_certain(table: Table, seat: Seat, event: Event) -> bool:
    """Whether a seat may win on a discard and has passed no winning tile before, the effect of which is not known."""
    if not seat.waits >> (event.tile >> 2) & 1 or furiten_kind(table, seat) != NOT_FURITEN:
        return False
    if seat.passed_event > seat.last_discard or "win/no-yaku" in table.rules.off:
        return False
    value = value_of_win(table, seat.seat, event.seat, event.tile)
    return value is not None and value.is_enough


def fault_of_passes(table: Table, event: Event, server: ServerRecord, index: EventIndex) -> StatementFault | None:
    """The fault where the seats notified of passing up a win on a discard are not those that do. A missing notice is no
    fault in riichi, nor before a claim, an indicator or the end of the hand, where records do not show it."""
    if index + 1 >= len(table.hand.events) or event.tile < 0:
        return None
    notified, following = server.passes.get(index, 0), table.hand.events[index + 1]
    is_certain = following.kind not in (
        events.WIN, events.RYUUKYOKU, events.DORA, events.CHI, events.PON, events.OPEN_KAN,
    )  # fmt: skip
    for seat in table.seats[: table.players]:
        is_notified = notified >> seat.seat & 1
        if is_notified == table.pending_seats >> seat.seat & 1:
            continue
        arguments: Arguments = {"tile": KIND_TEXT[event.tile >> 2], "waits": waits_shown(seat.waits)}
        if is_notified and seat.is_known:
            return StatementFault(seat.seat, "not-passed", arguments, Term("no-win-passed"), Term("a-win-passed"))
        if not is_notified and is_certain and not seat.in_riichi:
            return StatementFault(seat.seat, "passed", arguments, Term("a-win-passed"), Term("no-win-passed"))
    return None


def fault_of_waits(table: Table, server: ServerRecord, index: EventIndex) -> StatementFault | None:
    """The fault where the waits stated for a seat, in riichi or with its hand shown, are not its waits."""
    for number, waits in server.waits.get(index, {}).items():
        seat = table.seats[number]
        if not seat.is_known:
            continue
        shown = mask_of(waits)
        if shown != seat.waits:
            return _fault_of_waits(seat, UNKNOWN, seat.waits, shown)
    return None
