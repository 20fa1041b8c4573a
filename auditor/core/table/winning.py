# build: hot
"""The value of a win in the position on the table: its circumstances, its worth, and who pays for it."""

from collections.abc import Sequence
from typing import Any

from auditor.core import events
from auditor.core.events import Meld, Win
from auditor.core.hand.blocks import blocks_of_melds
from auditor.core.hand.payment import Liability, Payment, payment
from auditor.core.hand.value import Value, best_value
from auditor.core.hand.yaku_rules import FIRST_TURN_RIICHI, NO_RIICHI, USUAL_RIICHI, Circumstances
from auditor.core.table.seat import Seat
from auditor.core.table.table import Table
from auditor.core.tiles import EAST, HAKU, dora_of
from auditor.core.units import Kind, SeatIndex, Tile
from auditor.core.yaku import DAISANGEN, DAISUUSHII, RINSHAN, SUUKANTSU


def circumstances(
    table: Table, winner: SeatIndex, from_seat: SeatIndex, tile: Tile, ura: tuple[Tile, ...]
) -> Circumstances:
    """The circumstances of a win that is about to happen.

    tile: the winning tile. ura: the ura indicators (tile ids) that the winner's riichi turned.
    """
    seat = table.seats[winner]
    tsumo = winner == from_seat
    riichi = NO_RIICHI
    if seat.riichi is not None and seat.in_riichi:
        riichi = FIRST_TURN_RIICHI if seat.riichi.double else USUAL_RIICHI
    is_open_riichi = riichi != NO_RIICHI and seat.riichi is not None and seat.riichi.open
    last = table.last
    robs_kan = not tsumo and last is not None and last.kind in (events.ADDED_KAN, events.CLOSED_KAN)
    on_discard = not tsumo and last is not None and last.kind == events.DISCARD
    players = table.players
    return Circumstances(
        (winner - table.hand.dealer) % players, table.hand.round // 4, tsumo, riichi=riichi,
        ippatsu=seat.ippatsu and riichi != NO_RIICHI, open_riichi=is_open_riichi,
        open_riichi_paid_in=is_open_riichi and not tsumo and not table.seats[from_seat].in_riichi,
        rinshan=tsumo and table.drew_replacement, chankan=robs_kan,
        last_tile=table.wall_left == 0 and (tsumo or on_discard), first_turn=seat.turn == 0 and table.calls == 0,
        red_fives=_red_fives(table, seat, tile, tsumo), norths=len(seat.norths),
        dora=_indicators(table, table.indicators, riichi), ura=_indicators(table, ura, riichi), honba=table.hand.honba,
    )  # fmt: skip


def _indicators(table: Table, tiles: Sequence[Tile], riichi: int) -> tuple[Kind, ...]:
    """The indicators' kinds; where the tiles before them are dora too, also the kinds that would indicate these."""
    kinds = [tile >> 2 for tile in tiles if tile >= 0]
    if riichi != NO_RIICHI and table.rules.riichi.indicator_neighbours:
        players = table.players
        all_kinds = range(34) if players == 4 else (0, *range(8, 34))
        kinds += [kind for one in kinds for kind in all_kinds if dora_of(dora_of(kind, players), players) == one]
    return tuple(kinds)


def _red_fives(table: Table, seat: Seat, tile: Tile, tsumo: bool) -> int:
    count = 0
    for red in table.red_tiles:
        if seat.holds(red) or (red == tile and not tsumo) or _is_melded(red, seat):
            count += 1
    return count


def _is_melded(tile: Tile, seat: Seat) -> bool:
    return any(tile in meld.tiles or (tile == meld.tile and meld.kind != events.CLOSED_KAN) for meld in seat.melds)


def winning_kinds(table: Table, winner: SeatIndex, from_seat: SeatIndex, tile: Tile) -> list[Kind]:
    """The concealed kinds of the winner, the winning one included."""
    kinds = table.seats[winner].concealed_kinds()
    if winner != from_seat:
        kinds.append(tile >> 2)
        kinds.sort()
    return kinds


def value_of_win(
    table: Table, winner: SeatIndex, from_seat: SeatIndex, tile: Tile, ura: tuple[Tile, ...] = ()
) -> Value | None:
    """The value of a win that is about to happen, under the table's ruleset; None where the hand is not complete."""
    seat = table.seats[winner]
    return best_value(
        winning_kinds(table, winner, from_seat, tile), blocks_of_melds([events.meld_of(meld) for meld in seat.melds]),
        tile >> 2, circumstances(table, winner, from_seat, tile, ura), table.rules,
    )  # fmt: skip


def liabilities(table: Table, winner: SeatIndex) -> tuple[Liability, ...]:
    """The seats that are liable for a yakuman of the winner: pairs (yakuman number, seat).

    The seat is liable whose discard was claimed for the third dragon, the fourth wind or the fourth kan. For dragons
    and winds an added kan counts as its pon; for four kans it makes nobody liable. By some rulesets a seat pays for
    `RINSHAN`: the one that fed the open kan on whose replacement tile the winner wins.
    """
    melds = table.seats[winner].melds
    liabilities: list[Liability] = []
    for yakuman, first, needed in ((DAISANGEN, HAKU, 3), (DAISUUSHII, EAST, 4)):
        sets = [meld for meld in melds if first <= meld.tile >> 2 < first + needed]
        if len(sets) == needed and sets[-1].kind in (events.PON, events.OPEN_KAN, events.ADDED_KAN):
            liabilities.append((yakuman, sets[-1].from_seat))
    fourth = table.seats[winner].last_kan
    is_open = fourth is not None and fourth.kind == events.OPEN_KAN
    if fourth is not None and is_open and sum(1 for meld in melds if meld.kind in events.KANS) == 4:
        liabilities.append((SUUKANTSU, fourth.from_seat))
    if table.drew_replacement and table.last is None and table.rules.scoring.open_kan_rinshan == "feeder":
        kan = table.hand.events[table.last_kan]
        if kan.kind == events.OPEN_KAN and kan.seat == winner:
            liabilities.append((RINSHAN, kan.from_seat))
    return tuple(liabilities)


def payment_of_win(
    table: Table, value: Value, winner: SeatIndex, from_seat: SeatIndex, *, is_nearest: bool | None = None
) -> Payment:
    """What every seat pays or gains for a win that is about to happen.

    is_nearest: whether this winner is the nearest to the discarder, and so takes the honba and sticks that are not
    divided; None: whether it is the first recorded.
    """
    nearest = not table.wins if is_nearest is None else is_nearest
    has_honba = nearest or table.rules.sticks.honba_winners == "each"
    honba = table.hand.honba if has_honba else 0
    liable = liabilities(table, winner) if value.yakuman or table.drew_replacement else ()
    sticks = sticks_awarded(table, winner, nearest)
    return payment(value, winner, from_seat, table.hand.dealer, table.rules, honba, sticks, liable)


def win_facts(
    table: Table, winner: SeatIndex, from_seat: SeatIndex, tile: Tile, ura: tuple[Tile, ...]
) -> dict[str, Any]:
    """The facts to record of a win that is about to happen, by their names in `Win`, without its ura.

    For a hand that is not complete, the facts of its value are left out.
    """
    seat = table.seats[winner]
    held = seat.concealed if winner == from_seat else [*seat.concealed, tile]
    norths = [Meld(events.NORTH, north, (), winner) for north in seat.norths]
    facts: dict[str, Any] = {
        "hand": tuple(sorted(held)), "melds": (*[events.meld_of(meld) for meld in seat.melds], *norths),
        "dora": tuple(table.indicators), "honba": table.hand.honba,
        "sticks": sticks_awarded(table, winner, not table.wins), "scores": tuple(table.scores),
    }  # fmt: skip
    value = value_of_win(table, winner, from_seat, tile, ura) if tile >= 0 else None
    if value is not None:
        paid = payment_of_win(table, value, winner, from_seat)
        facts |= {
            "han": value.han, "fu": value.fu, "limit": value.limit, "points": paid.points, "yaku": value.yaku,
            "deltas": paid.total,
        }  # fmt: skip
    return facts


def ura_due(table: Table, winner: SeatIndex) -> int:
    """How many ura indicators a win turns: after riichi, one under each dora indicator that has ura by the ruleset."""
    if not table.seats[winner].in_riichi or not table.rules.riichi.ura_dora:
        return 0
    count = len(table.indicators)
    return count if count <= 1 or table.rules.dora.kan_ura else 1


def sticks_due(table: Table) -> int:
    """The sticks that a win takes: those left by earlier hands and those paid in this one."""
    return table.hand.sticks + sum(seat.deposits for seat in table.seats)


def sticks_awarded(table: Table, winner: SeatIndex, nearest: bool) -> int:
    """The sticks that one of the winners takes; `nearest`: whether it is the nearest to the discarder."""
    if table.rules.sticks.several_winners == "nearest":
        return sticks_due(table) if nearest else 0
    if not nearest:
        return table.seats[winner].deposits
    others = {event.seat for event in table.hand.events if isinstance(event, Win) and event.seat != winner}
    return sticks_due(table) - sum(table.seats[seat].deposits for seat in others)


def atamahane_winner(wins: list[Win], players: int) -> SeatIndex:
    """The winner of a discard whose turn comes first after the discarder; NO_SEAT without a win."""
    distances = [(win.seat - win.from_seat - 1) % players for win in wins]
    return wins[distances.index(min(distances))].seat if wins else events.NO_SEAT
