"""Makes games read from different formats comparable."""

from auditor.core.events import EXHAUSTIVE, NAGASHI_MANGAN, RIICHI, Deposit, Event, Hand, Ryuukyoku, Win
from auditor.core.tiles import RED_FIVES, UNKNOWN


def comparable_tile(tile: int, red_fives: bool) -> int:
    """A tile without its copy: the kind, or the id of a red five, or UNKNOWN."""
    if tile == UNKNOWN or (red_fives and tile in RED_FIVES):
        return tile + 1000
    return tile >> 2


def comparable(event: Event, red_fives: bool) -> tuple[object, ...]:
    """An event reduced to what all formats record: no copies of tiles, no marks."""

    def kinds(tiles: tuple[int, ...] | None) -> list[int] | None:
        return None if tiles is None else sorted(comparable_tile(tile, red_fives) for tile in tiles)

    tile = comparable_tile(event.tile, red_fives)
    if isinstance(event, Deposit):
        return (event.kind, event.seat)
    if isinstance(event, Win):
        fu = None if event.limit else event.fu
        worth = sorted(pair for pair in event.yaku or () if pair[1])
        deltas, pao_seat = event.deltas, event.pao_seat
        who = (event.kind, event.seat, event.from_seat, tile)
        return (*who, fu, event.points, event.limit, worth, deltas, pao_seat, kinds(event.dora), kinds(event.ura))
    if isinstance(event, Ryuukyoku):
        pays = event.draw_type in (EXHAUSTIVE, NAGASHI_MANGAN)
        tenpai = event.tenpai if event.draw_type == EXHAUSTIVE else None
        return (event.kind, event.draw_type, tenpai, event.deltas if pays else None)
    return (event.kind, event.seat, event.from_seat, tile, kinds(event.tiles[:1]), kinds(event.tiles[1:]))


def comparable_hand(one: Hand, red_fives: bool) -> list[object]:
    dealt = [sorted(comparable_tile(tile, red_fives) for tile in tiles) for tiles in one.dealt]
    start = (one.round, one.honba, one.sticks, one.dealer, one.scores, dealt, comparable_tile(one.indicator, red_fives))
    events = [comparable(event, red_fives) for event in one.events]
    if events and events[-1][0] == RIICHI:
        events.pop()  # the log ends before the discard that would declare it
    return [start, *events]
