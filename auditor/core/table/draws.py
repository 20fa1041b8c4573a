# build: hot
"""Drawn hands: who is tenpai, what is paid, and whether the conditions of the abortive draws hold."""

from typing import Any, Final

from auditor.core import events
from auditor.core.events import Ryuukyoku
from auditor.core.hand.payment import round_up, tsumo_points
from auditor.core.hand.readings import readings
from auditor.core.rulesets.model import DrawRules
from auditor.core.table.seat import Seat
from auditor.core.table.table import ACTION_DUE, REACTION_DUE, Table, furiten_kind
from auditor.core.table.winning import value_of_win
from auditor.core.tiles import EAST, KINDS, NORTH_KIND, TERMINALS_AND_HONOURS, UNKNOWN
from auditor.core.units import Points, SeatIndex
from auditor.core.yaku import LIMIT_BASE, MANGAN

_TERMINALS_AND_HONOURS: Final = sum([1 << kind for kind in TERMINALS_AND_HONOURS])
_WIND_KINDS: Final = sum([1 << kind for kind in range(EAST, NORTH_KIND + 1)])
"""Both are masks of kinds."""


def is_tenpai(table: Table, seat: Seat) -> bool:
    """Whether the seat's hand counts as tenpai at a draw, by the ruleset on waits of which it holds all four itself."""
    rule = table.rules.draws.four_own_copies
    if rule == "always" and not seat.waits and seat.is_known:
        return bool(readings(seat.concealed_kinds(), len(seat.melds), any_wait=True))
    if rule == "never":
        return bool(seat.waits & ~_all_in_own_melds(seat))
    return seat.waits != 0


def _all_in_own_melds(seat: Seat) -> int:
    """The mask of kinds of which the seat's hand and melds hold all four tiles."""
    counts = [0] * KINDS
    for kind in seat.concealed_kinds():
        counts[kind] += 1
    for meld in seat.melds:
        for tile in events.melded_tiles(meld):
            counts[tile >> 2] += 1
    return sum(1 << kind for kind in range(KINDS) if counts[kind] >= 4)


def tenpai_seats(table: Table) -> list[bool]:
    """For each seat whether it is tenpai."""
    return [seat.seat < table.players and is_tenpai(table, seat) for seat in table.seats]


def counted_tenpai(table: Table, draw: Ryuukyoku) -> list[bool]:
    """For each seat whether it counts as tenpai at a draw: as the log says, else by its hand."""
    return tenpai_seats(table) if draw.tenpai is None else list(draw.tenpai)


def may_declare_noten(table: Table, seat: Seat) -> bool:
    """Whether the seat need not show that it is tenpai at an exhaustive draw.

    Where noten hands pay nothing, only a riichi hand has to be shown, and the dealer's where tenpai lets it deal again.
    """
    rules = table.rules
    deals_again = seat.seat == table.hand.dealer and rules.game.renchan == "tenpai"
    is_worthless = rules.draws.noten_points == 0 and not deals_again
    return not seat.in_riichi and (rules.draws.noten_declaration or is_worthless)


def is_unpaid_possible(table: Table) -> bool:
    """Whether an exhaustive draw may pay nothing, as far as is known: all seats may count as tenpai, or none.

    A hidden hand may be either, and a tenpai hand may be declared noten.
    """
    known = [seat for seat in table.seats[: table.players] if seat.is_known]
    waiting = [seat for seat in known if is_tenpai(table, seat)]
    return len(waiting) == len(known) or all(may_declare_noten(table, seat) for seat in waiting)


def noten_payments(tenpai: list[bool], players: int, rules: DrawRules) -> list[Points]:
    """What each seat gains at an exhaustive draw. The pool is for four players; three pay a third less (Tenhou)."""
    pool = rules.noten_points
    waiting = [seat for seat in range(players) if tenpai[seat]]
    if players == 3:
        pool = pool * 2 // 3 * (len(waiting) if rules.noten_each else 1)
    noten = [seat for seat in range(players) if not tenpai[seat]]
    deltas = [0, 0, 0, 0]
    if waiting and noten:
        for seat in waiting:
            deltas[seat] = pool // len(waiting)
        for seat in noten:
            deltas[seat] = -(pool // len(noten))
    return deltas


def drawn_facts(table: Table) -> dict[str, Any]:
    """The facts to record of an exhaustive draw that is about to happen, by their names in `Ryuukyoku`."""
    waiting = tenpai_seats(table)
    return {
        "shown": tuple([tuple(sorted(seat.concealed)) if waiting[seat.seat] else None for seat in table.seats]),
        "tenpai": tuple(waiting),
        "deltas": tuple(noten_payments(waiting, table.players, table.rules.draws)),
        "scores": tuple(table.scores), "honba": table.hand.honba, "sticks": table.sticks,
    }  # fmt: skip


def nagashi_seats(table: Table) -> list[SeatIndex]:
    """The seats whose discards are all terminals and honours, none of them claimed."""
    return [
        seat.seat for seat in table.seats[: table.players] if seat.turn and not seat.claimed
        and not seat.river_kinds & ~_TERMINALS_AND_HONOURS and UNKNOWN not in seat.river
    ]  # fmt: skip


def nagashi_winners(table: Table) -> list[SeatIndex]:
    """The seats that get a nagashi mangan at an exhaustive draw: none where the ruleset does not have it."""
    seats = nagashi_seats(table)
    return seats if not seats or table.rules.draws.nagashi_mangan else []


def due_type(table: Table, draw: Ryuukyoku) -> str:
    """What a draw has to be: at the end of the wall exhaustive or nagashi mangan, by the rivers, else as the log says.

    Where a nagashi mangan counts as a win, a seat need not claim it.
    """
    if draw.draw_type not in events.TENPAI_DRAWS:
        return draw.draw_type
    if not nagashi_winners(table):
        return events.EXHAUSTIVE
    return draw.draw_type if table.rules.draws.nagashi_is_win else events.NAGASHI_MANGAN


def due_of_draw(table: Table, draw: Ryuukyoku) -> list[Points] | None:
    """What each seat gains at a draw that is of the type that the log says; None where that is not known.

    What no rule decides is as in the log: whether a nagashi mangan takes the sticks, who pays for a chombo, and
    whether all tenpai hands were declared noten.
    """
    paid = draw.deltas
    if draw.draw_type == events.EXHAUSTIVE:
        if draw.tenpai is None and paid is not None and not any(paid) and is_unpaid_possible(table):
            return [0] * events.SEATS
        return noten_payments(counted_tenpai(table, draw), table.players, table.rules.draws)
    if draw.draw_type == events.NAGASHI_MANGAN:
        if not (winners := nagashi_winners(table)):
            return None
        due = nagashi_payments(winners, table)
        return due if paid is None or sum(paid) == 0 else _with_sticks(due, winners, table)
    if draw.draw_type == events.CHOMBO and paid is not None:
        return chombo_payments(chombo_offender(table, paid), table)
    return [0] * events.SEATS if draw.draw_type in events.ABORTIVE else None


def chombo_offender(table: Table, paid: tuple[Points, ...]) -> SeatIndex:
    """The seat whose offence a chombo was, as far as its payments show: the one that pays most."""
    return min(range(table.players), key=paid.__getitem__)


def chombo_payments(offender: SeatIndex, table: Table) -> list[Points]:
    """What each seat gains by a chombo: each other seat gets what it would have paid for the offender's mangan tsumo.

    Nothing where the ruleset takes the penalty off the score after the game.
    """
    deltas = [0, 0, 0, 0]
    if table.rules.penalties.chombo == "mangan":
        for other in range(table.players):
            if other != offender:
                share = round_up(LIMIT_BASE[MANGAN] * (2 if table.hand.dealer in (offender, other) else 1))
                deltas[offender] -= share
                deltas[other] += share
    return deltas


def nagashi_payments(seats: list[SeatIndex], table: Table) -> list[Points]:
    """What each seat gains where `seats` have a nagashi mangan: for each of them a mangan self-draw.

    Where the ruleset counts it as a win, honba are paid too, to each of them, for these are separate wins.
    """
    deltas = [0, 0, 0, 0]
    dealer = table.hand.dealer
    rules = table.rules
    counters = table.hand.honba * rules.sticks.honba // (table.players - 1) if rules.draws.nagashi_is_win else 0
    for winner in seats:
        of_dealer, of_others = tsumo_points(LIMIT_BASE[MANGAN], winner == dealer, rules)
        for payer in range(table.players):
            if payer == winner:
                continue
            share = (of_dealer if payer == dealer else of_others) + counters
            deltas[payer] -= share
            deltas[winner] += share
    return deltas


def _with_sticks(deltas: list[Points], winners: list[SeatIndex], table: Table) -> list[Points]:
    """The payments of a nagashi mangan with the sticks, where it counts as a win and takes them; else unchanged.

    No source says which of several winners gets them: the first in turn order from the dealer is assumed.
    """
    if not table.rules.draws.nagashi_is_win:
        return deltas
    dealer = table.hand.dealer
    nearest = min([(seat - dealer) % table.players for seat in winners])
    taken = list(deltas)
    taken[(dealer + nearest) % table.players] += table.sticks * table.stick
    return taken


def may_have_to_end(table: Table) -> bool:
    """Whether an abortive draw that happens by itself is possible: a cheap test before `abortive_condition`."""
    is_last_kan = table.kans > 0 and table.kans >= table.rules.calls.kans
    return table.draws == 4 or is_last_kan or len(table.record.riichis) >= 4


def has_nine_terminals(seat: Seat) -> bool:
    """Whether a seat that has not discarded yet holds nine different terminals and honours."""
    return not seat.turn and len([kind for kind in TERMINALS_AND_HONOURS if seat.count(kind)]) >= 9


def abortive_condition(table: Table, draw_type: str) -> bool:
    """Whether the condition of an abortive draw holds in the position, whether or not the ruleset has that draw."""
    if draw_type == events.NINE_TERMINALS:
        return table.phase == ACTION_DUE and table.calls == 0 and has_nine_terminals(table.seats[table.due])
    if draw_type == events.FOUR_WINDS:
        if table.draws != 4 or table.calls:
            return False
        if table.players != 4 or table.phase != REACTION_DUE or any(seat.turn != 1 for seat in table.seats):
            return False
        first = table.seats[0].river_kinds
        return first & _WIND_KINDS != 0 and all(seat.river_kinds == first for seat in table.seats)
    if draw_type == events.FOUR_RIICHI:
        return len(table.record.riichis) == 4 and table.phase == REACTION_DUE and all_in_riichi(table)
    if draw_type == events.FOUR_KANS:
        if not table.kans or table.kans != table.rules.calls.kans:
            return False
        makers = {seat.seat for seat in table.seats for meld in seat.melds if len(meld.tiles) >= 3}
        return len(makers) > 1 and table.phase == REACTION_DUE
    if draw_type == events.TRIPLE_RON:
        return can_all_win(table)
    return False


def all_in_riichi(table: Table) -> bool:
    """Whether all four seats have declared riichi and discarded the declaration tile."""
    return all(seat.in_riichi for seat in table.seats)


def can_all_win(table: Table) -> bool:
    """Whether all three seats other than the discarder (or the maker of a kan) can win on the last tile."""
    last = table.last
    if table.players != 4 or last is None:
        return False
    others = [seat for seat in range(4) if seat != last.seat]
    if any(not table.pending_seats >> seat & 1 or furiten_kind(table, table.seats[seat]) for seat in others):
        return False
    values = [value_of_win(table, seat, last.seat, last.tile) for seat in others]
    return all(value is not None and value.is_enough for value in values)
