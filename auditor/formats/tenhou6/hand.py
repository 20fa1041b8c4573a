"""From a hand as written to a hand of events: turns put in order, codes given tile ids, implied events put in.

Implied are the riichi deposit, right after a declaration tile that is not won on, and the moments at which Tenhou
turns kan indicators: of a closed kan at once, of an open or added kan before the next discard, or before the next
replacement draw if another kan or a north comes first.
"""

from auditor.events import (
    ADDED_KAN,
    CLOSED_KAN,
    DISCARD,
    DORA,
    DRAW,
    NO_SEAT,
    NORTH,
    NOT_RECORDED,
    OPEN_KAN,
    OPEN_RIICHI,
    PON,
    RIICHI,
    TEDASHI,
    TRIPLE_RON,
    TSUMOGIRI,
    Deposit,
    Event,
    Hand,
    Ryuukyoku,
    Win,
)
from auditor.formats.building import shared_discard, shared_draw
from auditor.formats.copies import KIND_OF_CODE, NO_CODE, Copies
from auditor.formats.tenhou6.result import RawResult, RawWin
from auditor.formats.tenhou6.syntax import RawHand, WrittenTurn
from auditor.formats.tenhou6.turn_order import RON_END, TurnOrderFound, find_order
from auditor.tiles import UNKNOWN
from auditor.units import HandIndex, Kind, SeatIndex, Tile, TileCode


class Tenhou6Hand:
    """Writes the events of one hand.

    turned: the ids of the indicators so far. owed: kan indicators that are due but not turned. drawn: the tile that
    the seat whose turn it is has drawn. last_tile: the tile drawn or played last, which a win is on; last_code: of the
    latest discard. declarer: whose riichi is not paid yet. pons: by seat and kind, the claimed tile first.
    """

    def __init__(self, hand: Hand, copies: Copies, indicators: list[TileCode]) -> None:
        self.events = hand.events
        self.copies = copies
        self.codes = indicators
        self.turned = [hand.indicator] if hand.indicator != UNKNOWN else []
        self.owed = 0
        self.drawn: Tile = UNKNOWN
        self.last_tile: Tile = UNKNOWN
        self.last_code: TileCode = NO_CODE
        self.declarer: SeatIndex = NO_SEAT
        self.pons: dict[tuple[SeatIndex, Kind], tuple[Tile, ...]] = {}

    def turn_indicators(self, number: int) -> None:
        """Turn as many of the next kan indicators as the log has."""
        for _ in range(number):
            if len(self.turned) < len(self.codes):
                tile = self.copies.from_wall(self.codes[len(self.turned)])
                self.turned.append(tile)
                self.events.append(Event(DORA, NO_SEAT, tile))
        self.owed = 0

    def deposit(self) -> None:
        """Pay the stick of a riichi that stood."""
        if self.declarer != NO_SEAT:
            self.events.append(Deposit(self.declarer))
            self.declarer = NO_SEAT

    def play(self, seat: SeatIndex, turn: WrittenTurn) -> None:
        """Write the events of a turn."""
        self.deposit()
        self.take(seat, turn)
        if turn.played == DISCARD and turn.in_step:
            self.turn_indicators(self.owed)
            self.discard(seat, turn)
        elif turn.played == CLOSED_KAN:
            self.closed_kan(seat, turn)
            self.turn_indicators(self.owed + 1)
        elif turn.played == ADDED_KAN:
            self.added_kan(seat, turn)
            self.turn_indicators(self.owed)
            self.owed = 1
        elif turn.played == NORTH:
            self.last_tile = self.copies.from_hand(seat, turn.played_tile)
            self.events.append(Event(NORTH, seat, self.last_tile, (), seat))
            self.turn_indicators(self.owed)

    def take(self, seat: SeatIndex, turn: WrittenTurn) -> None:
        """Write a draw or a claim."""
        copies = self.copies
        if turn.taken == DRAW:
            self.drawn = copies.draw(seat, turn.taken_tile)
            self.events.append(shared_draw(seat, self.drawn))
            self.last_tile = self.drawn
            return
        self.drawn = UNKNOWN
        is_last = turn.taken_tile == self.last_code
        meld: tuple[Tile, ...] = (self.last_tile,) if is_last else ()
        for code in turn.taken_own:
            meld = (*meld, copies.from_hand(seat, code, meld))
        claimed = self.last_tile if is_last else copies.phantom(turn.taken_tile, meld)
        own = tuple(sorted(meld[1:] if is_last else meld))
        self.events.append(Event(turn.taken, seat, claimed, own, turn.from_seat))
        if turn.taken == PON:
            self.pons[seat, claimed >> 2] = (claimed, *own)
        elif turn.taken == OPEN_KAN:
            self.turn_indicators(self.owed)
            self.owed = 1

    def discard(self, seat: SeatIndex, turn: WrittenTurn) -> None:
        """Write a discard, and before it the declaration of riichi."""
        if turn.riichi:
            self.events.append(Event(RIICHI, seat, mark=OPEN_RIICHI if turn.open_riichi else NOT_RECORDED))
            self.declarer = seat
        if turn.tsumogiri:
            tile = self.drawn
            self.copies.hands[seat].remove(tile)
        else:
            tile = self.copies.from_hand(seat, turn.played_tile, (), self.drawn)
        mark = TSUMOGIRI if turn.tsumogiri else TEDASHI
        self.events.append(shared_discard(seat, tile, mark))
        self.last_tile = tile
        self.last_code = turn.played_tile

    def closed_kan(self, seat: SeatIndex, turn: WrittenTurn) -> None:
        """Write a closed kan."""
        tiles: tuple[Tile, ...] = ()
        for code in (*turn.played_own, turn.played_tile):
            tiles = (*tiles, self.copies.from_hand(seat, code, tiles))
        tiles = tuple(sorted(tiles))
        self.last_tile = tiles[0]
        self.events.append(Event(CLOSED_KAN, seat, tiles[0], tiles, seat))

    def added_kan(self, seat: SeatIndex, turn: WrittenTurn) -> None:
        """Write an added kan, with the tiles of the seat's pon, or as written where there was none."""
        pon: tuple[Tile, ...] = self.pons.get((seat, KIND_OF_CODE[turn.played_tile]), ())
        self.last_tile = self.copies.from_hand(seat, turn.played_tile, pon)
        if not pon:
            pon = self.copies.phantoms(turn.played_own, (self.last_tile,))
        self.events.append(Event(ADDED_KAN, seat, self.last_tile, pon, turn.pon_seat))

    def end(self, result: RawResult, ura: list[TileCode]) -> None:
        """Write the end of the hand, if the log has one."""
        if not result.wins and not result.draw_type:
            return
        if result.end != RON_END and result.draw_type != TRIPLE_RON:
            self.deposit()
        self.turn_indicators(len(self.codes))
        if result.draw_type:
            self.events.append(Ryuukyoku(result.draw_type, tenpai=result.tenpai, deltas=result.deltas))
        any_riichi = any(self.is_riichi_win(win) for win in result.wins)
        for win in result.wins:
            shows_ura = self.is_riichi_win(win) if any_riichi else bool(ura)
            self.events.append(
                Win(
                    win.seat,
                    win.from_seat,
                    self.last_tile,
                    fu=win.fu,
                    points=win.points,
                    limit=win.limit,
                    yaku=win.yaku,
                    dora=tuple(self.turned),
                    ura=tuple(ura) if shows_ura else None,
                    deltas=win.deltas,
                    pao_seat=win.pao_seat,
                )
            )

    def is_riichi_win(self, win: RawWin) -> bool:
        """Whether the winner was in riichi, by its yaku or by what it declared."""
        return win.has_riichi or any(event.kind == RIICHI and event.seat == win.seat for event in self.events)


class ReplayedHand:
    """A hand with the order in which its turns were put."""

    def __init__(self, hand: Hand, order: TurnOrderFound) -> None:
        self.hand = hand
        self.order = order


def replay_hand(
    raw: RawHand, result: RawResult, index: HandIndex, players: int, red_tiles: tuple[Tile, ...]
) -> ReplayedHand:
    """Build a hand from its parts. Where no order explains it, its events go as far as an order was found."""
    copies = Copies(red_tiles)
    dealer = raw.round % 4
    dealt = tuple(tuple(sorted([copies.draw(seat, code) for code in raw.dealt[seat]])) for seat in range(4))
    indicator = copies.from_wall(raw.indicators[0]) if raw.indicators else UNKNOWN
    hand = Hand(index, raw.round, raw.honba, raw.sticks, dealer, raw.scores, dealt, indicator)
    order = find_order(raw.turns, players, dealer, result.end, result.end_seat)
    if raw.unmatched:
        order.is_complete = False
    replay = Tenhou6Hand(hand, copies, raw.indicators)
    at = [0, 0, 0, 0]
    for seat in order.seats:
        turn = raw.turns[seat][at[seat]]
        at[seat] += 1
        replay.play(seat, turn)
    if order.is_complete:
        replay.end(result, [copies.from_wall(code) for code in raw.ura])
    return ReplayedHand(hand, order)
