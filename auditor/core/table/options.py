# build: compiled
"""What a seat may do in a position: what its hand allows, and what the rules forbid nevertheless.

Checks use this to judge what was done and what the server offered, reports to say what would have been possible.
An offer is one of the ``OFFERS_*`` of `auditor.core.events`.
"""

from typing import Final

from auditor.core import events
from auditor.core.events import Event
from auditor.core.hand.kan import KanEffect, kan_effect
from auditor.core.hand.waits import shifted
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.draws import has_nine_terminals
from auditor.core.table.seat import Seat, waits_without
from auditor.core.table.table import ACTION_DUE, NOT_FURITEN, Table, furiten_kind
from auditor.core.table.winning import value_of_win
from auditor.core.tiles import NORTH_KIND, RUNS_WITH
from auditor.core.units import EventKind, Kind, Tile


def hand_allows(table: Table, seat: Seat, offer: int, event: Event) -> bool:
    """Whether the seat's hand allows an offer made after a draw or a discard (`event`); True where it is hidden."""
    if not seat.is_known:
        return True
    kind = event.tile >> 2
    if offer == events.OFFERS_PON or offer == events.OFFERS_OPEN_KAN:
        return seat.count(kind) >= (2 if offer == events.OFFERS_PON else 3) and not seat.in_riichi
    if offer == events.OFFERS_CHI:
        is_next = table.players == 4 and seat.seat == table.next_seat(event.seat)
        return is_next and not seat.in_riichi and _makes_run(seat, kind)
    if offer == events.OFFERS_RIICHI:
        if seat.is_open or seat.in_riichi:
            return False
        return any(waits_without(seat, tile) for tile in seat.concealed)
    if offer == events.OFFERS_CLOSED_KAN:
        return any(seat.count(tile >> 2) == 4 for tile in seat.concealed)
    if offer == events.OFFERS_ADDED_KAN:
        return any(seat.pon_of(tile >> 2) is not None for tile in seat.concealed)
    if offer == events.OFFERS_NORTH:
        return table.players == 3 and seat.count(NORTH_KIND) > 0
    if offer == events.OFFERS_NINE_TERMINALS:
        return has_nine_terminals(seat)
    return _may_win(table, seat, offer, event)


def _makes_run(seat: Seat, kind: Kind) -> bool:
    return any(seat.count(one) and seat.count(other) for _, one, other in RUNS_WITH[kind])


def _may_win(table: Table, seat: Seat, offer: int, event: Event) -> bool:
    """Whether the seat may win on a tile: with a yaku or, where yaku are not judged, with any complete hand."""
    if not is_winning_shape(seat, event.tile) or (
        offer == events.OFFERS_RON and furiten_kind(table, seat) != NOT_FURITEN
    ):
        return False
    if "win/no-yaku" in table.rules.off:
        return True
    value = value_of_win(table, seat.seat, seat.seat if offer == events.OFFERS_TSUMO else event.seat, event.tile)
    return value is not None and value.is_enough


def is_winning_shape(seat: Seat, tile: Tile) -> bool:
    """Whether a tile that is not hidden completes the seat's hand."""
    return tile >= 0 and shifted(1, tile >> 2) & seat.waits != 0


def forbids_last_tile(table: Table, call: EventKind) -> bool:
    """Whether a meld of this kind, or a north set aside, is forbidden because no tile is left in the wall."""
    return table.wall_left <= 0 and not (call in (events.CHI, events.PON) and table.rules.calls.last_tile)


def are_kans_used_up(table: Table) -> bool:
    """Whether the hand has as many kans as the ruleset allows."""
    return table.kans >= table.rules.calls.kans


def lacks_points(table: Table, seat: Seat) -> bool:
    """Whether the seat has too few points to declare riichi."""
    needed = table.rules.riichi.points
    return needed != 0 and table.scores[seat.seat] < needed


def lacks_draws(table: Table) -> bool:
    """Whether too few tiles are left in the wall to declare riichi."""
    return table.wall_left < table.rules.riichi.tiles_left


def riichi_kan_effect(table: Table, seat: Seat, kind: Kind) -> KanEffect | None:
    """The effect of a closed kan after riichi on the seat's hand, or None where that is not known."""
    if not seat.is_known or table.phase != ACTION_DUE or seat.drawn < 0 or seat.count(kind) != 4:
        return None
    own_kans = sum(shifted(1, meld.tile >> 2) for meld in seat.melds if meld.kind in events.KANS)
    return kan_effect(seat.concealed_kinds(seat.drawn), seat.drawn >> 2, kind, len(seat.melds), own_kans)


SAME_TILE: Final = "same-tile"
OTHER_END: Final = "other-end"


def kuikae_fault(call: Event, kind: Kind, rules: Ruleset) -> str:
    """Why kuikae forbids a discard of a kind right after a call: SAME_TILE, OTHER_END, or "" where it is allowed."""
    if call.kind not in (events.CHI, events.PON) or call.tile < 0:
        return ""
    if kind == call.tile >> 2:
        return "" if rules.calls.kuikae == "allowed" else SAME_TILE
    if call.kind != events.CHI or len(call.tiles) != 2 or rules.calls.kuikae != "same tile and suji":
        return ""
    return OTHER_END if kind == other_end(call.tile >> 2, call.tiles[0] >> 2, call.tiles[1] >> 2) else ""


def other_end(claimed: Kind, one: Kind, other: Kind) -> Kind:
    """The kind besides the claimed one that completes a run with the caller's two (suji), or -1 where there is none."""
    low, high = min(one, other), max(one, other)
    if high - low != 1:
        return -1
    if claimed < low:
        return high + 1 if high % 9 < 8 else -1
    return low - 1 if low % 9 > 0 else -1
