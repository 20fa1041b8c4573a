"""Which position shows what an event is about, and which tiles of it to mark."""

from typing import NamedTuple

from auditor.core.events import DISCARD, DORA, DRAW, RIICHI, WIN, Game, Hand
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.table import BY_DISCARD, IN_RIICHI, NOT_FURITEN, Table, furiten_kind, replay_to
from auditor.core.units import EventIndex, Tile
from auditor.page.board.faces import MARKED
from auditor.page.board.scene import Scene, scene_of


class Focus(NamedTuple):
    """A position of a hand. applied: how many events led to it. marked: the ids of the tiles to mark."""

    applied: int
    scene: Scene
    marked: frozenset[Tile]

    @property
    def marks(self) -> list[tuple[int, int]]:
        """The marked pieces, as pairs: the number of a group, and the index of the piece in it."""
        return [
            (group, index) for group, pieces in enumerate(self.scene.groups) for index, piece in enumerate(pieces)
            if MARKED in piece.looks
        ]  # fmt: skip


def focus_of(game: Game, hand: Hand, event: EventIndex | None, rules: Ruleset) -> Focus:
    """The position just before an event, with the event's tiles marked; without an event the deal. Where a tile only
    appears with the event (from the wall, or as the seat did not hold it), it is the position just after the event.
    """
    table = replay_to(game, hand, event or 0, rules)
    if event is None:
        return Focus(0, scene_of(game, table), frozenset())
    marked = marked_tiles(hand, event) | _furiten_tiles(table, hand, event)
    met = Focus(event, scene_of(game, table, marked), marked)
    is_there = bool(met.marks) and hand.events[event].kind not in (DRAW, DORA)
    if is_there or not marked or not _can_apply(table, hand, event):
        return met
    after = Focus(event + 1, scene_of(game, table, marked), marked)
    return after if after.marks else met


def _can_apply(table: Table, hand: Hand, event: EventIndex) -> bool:
    """Apply the event; False where the replay cannot follow it."""
    try:
        table.apply(hand.events[event])
    except Exception:  # the audit reports the error
        return False
    return True


def marked_tiles(hand: Hand, event: EventIndex) -> frozenset[Tile]:
    """The tiles that an event is about: what it moves, turns or wins on; all of a meld; the discard of a riichi."""
    one = hand.events[event]
    following = hand.events[event + 1 : event + 2]
    if one.kind == RIICHI and following and following[0].kind == DISCARD:
        one = following[0]
    return frozenset([tile for tile in (one.tile, *one.tiles) if tile >= 0])


def _furiten_tiles(table: Table, hand: Hand, event: EventIndex) -> frozenset[Tile]:
    """For a ron that furiten forbids, the tiles that caused it: those in the winner's river, or the one it passed."""
    one = hand.events[event]
    if one.kind != WIN or one.seat == one.from_seat:
        return frozenset()
    seat = table.seats[one.seat]
    cause = furiten_kind(table, seat)
    if cause == NOT_FURITEN:
        return frozenset()
    if cause == BY_DISCARD:
        return frozenset([tile for tile in seat.river if tile >= 0 and seat.waits >> (tile >> 2) & 1])
    passed = hand.events[seat.riichi_passed_event if cause == IN_RIICHI else seat.passed_event].tile
    return frozenset([passed] if passed >= 0 else [])
