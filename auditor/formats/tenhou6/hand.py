# build: hot
"""Translates a written hand into events: orders the turns, chooses tile ids for codes."""

from auditor.core.events import ADDED_KAN, CLOSED_KAN, DISCARD, DRAW, NORTH, NOT_RECORDED, OPEN_RIICHI, Hand
from auditor.core.reading.copies import Copies
from auditor.core.reading.implied_events import ImpliedEvents
from auditor.core.tiles import UNKNOWN
from auditor.core.units import HandIndex, SeatIndex, Tile
from auditor.formats.tenhou6.result import RawResult
from auditor.formats.tenhou6.syntax import RawHand, WrittenTurn
from auditor.formats.tenhou6.turn_order import TurnOrderFound, find_order


def _play(replay: ImpliedEvents, seat: SeatIndex, turn: WrittenTurn) -> None:
    if turn.taken == DRAW:
        replay.draw(seat, turn.taken_tile)
    else:
        replay.claim(turn.taken, seat, turn.from_seat, turn.taken_tile, turn.taken_own)
    if turn.played == DISCARD and turn.is_possible:
        if turn.riichi:
            replay.declare(seat, OPEN_RIICHI if turn.open_riichi else NOT_RECORDED)
        replay.discard(seat, turn.played_tile, turn.tsumogiri)
    elif turn.played == CLOSED_KAN:
        replay.closed_kan(seat, (*turn.played_own, turn.played_tile))
    elif turn.played == ADDED_KAN:
        replay.added_kan(seat, turn.played_tile, turn.played_own, turn.pon_seat)
    elif turn.played == NORTH:
        replay.north(seat, turn.played_tile)


def replay_hand(
    raw: RawHand, result: RawResult, index: HandIndex, players: int, red_tiles: tuple[Tile, ...]
) -> tuple[Hand, TurnOrderFound]:
    """Build a hand from its parts; return it with the order that was chosen for its turns.

    Where no order explains the hand, its events end where the longest possible order does.
    """
    copies = Copies(red_tiles)
    dealer = raw.round % 4
    dealt = tuple([tuple(sorted([copies.draw(seat, code) for code in raw.dealt[seat]])) for seat in range(4)])
    indicator = copies.from_wall(raw.indicators[0]) if raw.indicators else UNKNOWN
    hand = Hand(index, raw.round, raw.honba, raw.sticks, dealer, raw.scores, dealt, indicator)
    order = find_order(raw.turns, players, dealer, result.end, result.end_seat)
    if raw.unmatched:
        order.is_complete = False
    replay = ImpliedEvents(hand, copies, raw.indicators)
    at = [0, 0, 0, 0]
    for seat in order.seats:
        turn = raw.turns[seat][at[seat]]
        at[seat] = at[seat] + 1
        _play(replay, seat, turn)
    if order.is_complete:
        replay.end(result, [copies.from_wall(code) for code in raw.ura])
    return hand, order
