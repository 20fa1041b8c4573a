# build: hot
"""The replay: it applies the events of a hand one by one, and holds the whole position. It never judges.

Where an event contradicts the position (a discard of a tile that is not held, a draw out of turn) the table follows
the log as well as it can, so that the rest of the hand can still be checked.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from auditor.core import events
from auditor.core.events import Deposit, Event, Game, Hand, Ryuukyoku, Win
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.ledger import entries_of_deposit, entries_of_draw, entries_of_win
from auditor.core.table.record import HandRecord, RiichiRecord
from auditor.core.table.seat import NEVER, Seat, is_orphan_wait
from auditor.core.table.tile_locations import VISIBLE, TileLocations
from auditor.core.table.wall import Wall
from auditor.core.tiles import LIVE_WALL, RED_FIVES, UNKNOWN, red_tiles_of
from auditor.core.units import EventIndex, Kind, Points, SeatMask, Tile

DRAW_DUE: Final = 0
"""`due` draws from the live wall."""
REPLACEMENT_DUE: Final = 1
"""`due` draws a replacement tile after a kan or a north."""
ACTION_DUE: Final = 2
"""`due` has drawn and may discard, declare riichi, kan, set north aside, win or abort."""
DISCARD_DUE: Final = 3
"""`due` has claimed a tile or declared riichi and must discard."""
REACTION_DUE: Final = 4
"""`due` has discarded: the others may claim or win, else the next seat draws."""
OVER: Final = 5
"""The hand has ended."""

REPLACEMENTS: Final = {4: 4, 3: 8}
"""Replacement tiles of the dead wall, by the number of players (three players: four kans and four norths)."""


@mypyc_attr(acyclic=True)
class Table:
    """The position in a hand after the last event applied.

    players, rules: those of the game. red_tiles: the ids of the red fives in play. seats: four `Seat`s (with three
    players the fourth is idle). index: that of the event that is judged or applied next. phase, due: what is expected
    next (DRAW_DUE to OVER), and from which seat. last: the latest discard, kan or north that can be won on or claimed;
    last_event: its index. wall_left: live tiles left. replacements_left, replacements_drawn: replacement tiles of the
    dead wall, left and drawn. _locations: the location of each tile id. indicators: dora indicators turned.
    indicators_due: the event kinds of the kans whose indicator is not yet turned. last_kan: the event of the latest kan
    or north. kans: how many all seats have made. calls: how many chi, pon, kan and north all seats have made.
    last_call: the event of the latest. drew_replacement: whether the latest draw was a replacement tile. scores: points
    of each seat. scores_known: False once a payment is not in the log. sticks: riichi sticks on the table, those of
    earlier hands included. wins: those so far. placed: how many different known tiles were dealt or turned at the start
    of the hand. waited_for: the mask of the kinds that any seat has waited for so far in the hand. record: what the
    replay records for reports. pending_seats: the mask of the seats that could have won on `pending_tile` of event
    `pending_event`.
    """

    def __init__(self, hand: Hand, players: int, rules: Ruleset, red_tiles: tuple[Tile, ...] = RED_FIVES) -> None:
        self.hand = hand
        self.players: i64 = players
        self.rules = rules
        self.red_tiles = red_tiles
        self.stick = rules.riichi.stick
        # Attributes that every event changes are `i64`: compiled code keeps them as machine words.
        self.index: i64 = 0
        self.phase: i64 = DRAW_DUE
        self.due: i64 = hand.dealer
        self.last: Event | None = None
        self.last_event: i64 = NEVER
        self.wall_left: i64 = LIVE_WALL[players]
        self.replacements_left: i64 = REPLACEMENTS[players]
        self.replacements_drawn: i64 = 0
        self._locations = TileLocations()
        self.indicators = [hand.indicator]
        self.drew_replacement = False
        self.indicators_due: list[Kind] = []
        self.last_kan: EventIndex = NEVER
        self.kans: i64 = 0
        self.calls: i64 = 0
        self.last_call: EventIndex = NEVER
        self.draws: i64 = 0
        self.scores = list(hand.scores)
        self.sticks = hand.sticks
        self.scores_known = True
        self.wins: list[Win] = []
        self.win_events: list[EventIndex] = []
        self.ryuukyoku: Ryuukyoku | None = None
        self.pending_seats: i64 = 0
        self.pending_tile: i64 = UNKNOWN
        self.pending_event: i64 = NEVER
        self.pending_riichi: i64 = events.NO_SEAT
        self.ippatsu_ends = False
        self.waited_for: i64 = 0
        self.seats = [Seat(seat) for seat in range(events.SEATS)]
        self.record = HandRecord(hand, players)
        self.placed = 0
        for seat in self.seats:
            tiles = hand.dealt[seat.seat]
            seat.deal(tiles)
            self.waited_for |= seat.waits
            self.placed += self._locations.deal(tiles, 1 + seat.seat)
        if self._locations.take_from_wall(hand.indicator, VISIBLE):
            self.placed += 1

    def next_seat(self, seat: i64) -> i64:
        """The seat to the right of a seat, whose turn comes next."""
        following = seat + 1
        return following if following < self.players else following % self.players

    def is_available(self, tile: i64) -> bool:
        """Whether a tile can still come from the wall; hidden tiles always can."""
        return tile < 0 or self._locations.is_in_wall(tile)

    def where(self, tile: Tile) -> int:
        """The location of a tile that is not hidden: IN_WALL, 1 + seat, or VISIBLE."""
        return self._locations.where(tile, self.seats)

    def apply(self, event: Event) -> None:
        """Apply the next event of the hand, whatever it is."""
        kind: i64 = event.kind
        if kind <= events.RIICHI and (self.pending_seats or self.ippatsu_ends or self.pending_riichi != events.NO_SEAT):
            self._resolve_passes()
        if kind == events.DRAW:
            self._draw(event)
        elif kind == events.DISCARD:
            self._discard(event)
        elif kind == events.CHI or kind == events.PON or kind == events.OPEN_KAN:
            self._claim(event)
        elif kind == events.CLOSED_KAN or kind == events.ADDED_KAN or kind == events.NORTH:
            self._kan_or_north(event)
        elif kind == events.RIICHI:
            self._riichi(event)
        elif isinstance(event, Deposit):
            self._deposit(event)
        elif kind == events.DORA:
            if self.indicators_due:
                self.indicators_due.pop(0)
            self.indicators.append(event.tile)
            self._locations.take_from_wall(event.tile, VISIBLE)
        elif isinstance(event, Win):
            self._win(event)
        elif isinstance(event, Ryuukyoku):
            self._drawn_hand(event)
        self.index += 1

    def _draw(self, event: Event) -> None:
        seat = self.seats[event.seat]
        self.drew_replacement = self.phase == REPLACEMENT_DUE
        if self.drew_replacement:
            self.replacements_left -= 1
            self.replacements_drawn += 1
        self.wall_left -= 1
        self.draws += 1
        tile: i64 = event.tile
        seat.add(tile)
        seat.drawn = tile
        seat.last_draw = self.index
        self._locations.take_from_wall(tile, 1 + event.seat)
        self.last = None
        self.phase = ACTION_DUE
        self.due = event.seat
        if seat.in_riichi and tile >= 0 and seat.waits >> (tile >> 2) & 1:
            self._set_pending(1 << event.seat, tile)

    def _discard(self, event: Event) -> None:
        seat = self.seats[event.seat]
        tile: i64 = event.tile
        if self.indicators_due:
            self.indicators_due.clear()
        is_tsumogiri = tile == seat.drawn and tile >= 0
        self._move_to_open(seat, tile)
        seat.drawn = UNKNOWN
        seat.discard(tile, self.index)
        if not is_tsumogiri:
            self._update_waits(seat)
        seat.ippatsu = False
        riichi = seat.riichi
        if riichi is not None and not seat.in_riichi:
            seat.riichi_discard = self.index
            seat.ippatsu = True
            riichi.turn = seat.turn
            riichi.waits = seat.waits
            riichi.kinds = seat.concealed_kinds() if seat.is_known else []
            riichi.melds = seat.meld_count
            riichi.furiten = bool(seat.waits & seat.river_kinds)
            self.pending_riichi = event.seat
        self.last = event
        self.last_event = self.index
        self.phase = REACTION_DUE
        self.due = event.seat
        self._offer_to_others(event)

    def _update_waits(self, seat: Seat) -> None:
        seat.update_waits()
        self.waited_for |= seat.waits

    def _claim(self, event: Event) -> None:
        seat = self.seats[event.seat]
        for tile in event.tiles:
            self._move_to_open(seat, tile)
        if event.from_seat >= 0:
            self.seats[event.from_seat].claimed += 1
        seat.melds.append(event)
        seat.is_open = True
        seat.drawn = UNKNOWN
        seat.last_call = self.index
        self.last_call = self.index
        self.calls += 1
        self._end_ippatsu()
        self.last = None
        self.due = event.seat
        if event.kind == events.OPEN_KAN:
            self.kans += 1
            seat.last_kan = event
            self.indicators_due.append(events.OPEN_KAN)
            self.last_kan = self.index
            self.phase = REPLACEMENT_DUE
            self._update_waits(seat)
        else:
            self.phase = DISCARD_DUE

    def _kan_or_north(self, event: Event) -> None:
        seat = self.seats[event.seat]
        if event.kind == events.NORTH:
            self._move_to_open(seat, event.tile)
            seat.norths.append(event.tile)
        elif event.kind == events.ADDED_KAN:
            self._move_to_open(seat, event.tile)
            if (pon := seat.pon_of(event.tile >> 2)) is None:
                seat.melds.append(event)
            else:
                seat.melds[seat.melds.index(pon)] = event
            self.kans += 1
            seat.last_kan = event
            self.indicators_due.append(events.ADDED_KAN)
        else:
            for tile in event.tiles:
                self._move_to_open(seat, tile)
            seat.melds.append(event)
            self.kans += 1
            seat.last_kan = event
            self.indicators_due.append(events.CLOSED_KAN)
        self.last_kan = self.index
        seat.drawn = UNKNOWN
        seat.last_call = self.index
        self.last_call = self.index
        self._update_waits(seat)
        self.calls += 1
        # Ippatsu lasts until it is certain that nobody robs the kan.
        self.ippatsu_ends = True
        self.last = event
        self.last_event = self.index
        self.phase = REPLACEMENT_DUE
        self.due = event.seat
        self._offer_to_others(event)

    def _riichi(self, event: Event) -> None:
        seat = self.seats[event.seat]
        if seat.riichi is None:
            seat.riichi = RiichiRecord(event.seat, self.index, seat.turn + 1, self.wall_left)
            seat.riichi.double = seat.turn == 0 and self.calls == 0
            seat.riichi.open = event.mark == events.OPEN_RIICHI
            self.record.riichis.append(seat.riichi)
        self.phase = DISCARD_DUE
        self.due = event.seat

    def _deposit(self, event: Deposit) -> None:
        seat = self.seats[event.seat]
        seat.deposits += 1
        seat.deposit_event = self.index
        paid = self.stick
        if event.scores is None:
            self.scores[event.seat] -= paid
        else:
            paid = self.scores[event.seat] - event.scores[event.seat]
            self.scores = list(event.scores)
        self.sticks += 1
        if seat.riichi is not None:
            seat.riichi.accepted = True
        if paid > 0:
            self.record.ledger.extend(entries_of_deposit(self.index, event.seat, paid))

    def _win(self, event: Win) -> None:
        first = not self.wins
        self.wins.append(event)
        self.win_events.append(self.index)
        if event.seat == event.from_seat:
            # A self-draw confirms a pending riichi: nobody won on its declaration tile.
            self._accept_riichi()
        elif self.pending_riichi != event.from_seat:
            self._accept_riichi()
        self.pending_seats &= ~(1 << event.seat)
        if event.scores is not None:
            self.scores = list(event.scores)
        if event.deltas is None:
            self.scores_known = False
        else:
            self.record.ledger.extend(entries_of_win(self.index, event, event.deltas, self.rules))
            self._pay(event.deltas)
        if first:
            self.sticks = 0
        self.phase = OVER

    def _drawn_hand(self, event: Ryuukyoku) -> None:
        self.ryuukyoku = event
        if event.draw_type != events.TRIPLE_RON or not self.rules.riichi.void_at_triple_ron:
            self._accept_riichi()
        if event.scores is not None:
            self.scores = list(event.scores)
        if event.deltas is None:
            after_the_game = event.draw_type == events.CHOMBO and self.rules.penalties.chombo == "after the game"
            self.scores_known = event.draw_type in events.ABORTIVE or after_the_game
        else:
            self.record.ledger.extend(entries_of_draw(self.index, event, event.deltas))
            self._pay(event.deltas)
            if event.draw_type == events.NAGASHI_MANGAN and self.rules.draws.nagashi_is_win:
                self.sticks -= sum(event.deltas) // self.stick
        if event.draw_type == events.CHOMBO and self.rules.penalties.sticks_returned:
            self._return_sticks()
        self.phase = OVER

    def _pay(self, deltas: tuple[Points, ...]) -> None:
        self.scores = [self.scores[seat] + deltas[seat] for seat in range(len(self.scores))]

    def _return_sticks(self) -> None:
        """Return the sticks paid in this hand to the seats that paid them."""
        for seat in self.seats:
            if seat.deposits:
                points = seat.deposits * self.stick
                self.scores[seat.seat] += points
                self.sticks -= seat.deposits
                self.record.ledger.extend(entries_of_deposit(self.index, seat.seat, -points))

    def _move_to_open(self, seat: Seat, tile: i64) -> None:
        """Move a tile from the concealed hand into the open.

        If it is not there, the tile most likely mistaken for it leaves the hand instead; neither is then counted as out
        of the wall, so that it is no second fault when the real one appears later.
        """
        if seat.remove(tile):
            self._locations.open(tile)
            return
        if not seat.is_known and seat.remove(UNKNOWN):
            self._locations.take_from_wall(tile, VISIBLE)
            return
        stand_in = UNKNOWN
        concealed = seat.concealed
        for held in concealed:
            if held >> 2 == tile >> 2:
                stand_in = held
        if stand_in < 0:
            stand_in = seat.drawn
        if stand_in < 0 and concealed:
            stand_in = concealed[-1]
        if seat.remove(stand_in):
            self._locations.go_back(stand_in)

    def _set_pending(self, seats: i64, tile: i64) -> None:
        self.pending_seats = seats
        self.pending_tile = tile
        self.pending_event = self.index

    def _offer_to_others(self, event: Event) -> None:
        """Note the seats that could win on a tile just discarded, melded in a kan, or set aside."""
        tile: i64 = event.tile
        if tile < 0:
            return
        kind = tile >> 2
        if not self.waited_for >> kind & 1:
            return  # true of nine tiles in ten
        seats = 0
        for seat in self.seats:
            if seat.waits >> kind & 1 and seat.seat != event.seat:
                seats |= 1 << seat.seat
        if event.kind == events.CLOSED_KAN and seats:
            seats = self._orphan_seats(seats) if self.rules.scoring.kokushi_closed_kan else 0
        if seats:
            self._set_pending(seats, tile)

    def _orphan_seats(self, seats: SeatMask) -> SeatMask:
        """The mask of those of the seats that wait for thirteen orphans."""
        mask = 0
        for seat in self.seats:
            if seats >> seat.seat & 1 and is_orphan_wait(seat):
                mask |= 1 << seat.seat
        return mask

    def _resolve_passes(self) -> None:
        """Note, as no win follows, that seats that could have won have passed, and that a pending riichi is valid."""
        if self.pending_seats:
            for seat in self.seats:
                if self.pending_seats >> seat.seat & 1:
                    seat.passed_tile = self.pending_tile
                    seat.passed_event = self.pending_event
                    if seat.in_riichi and seat.riichi_passed_event == NEVER:
                        seat.riichi_passed_tile = self.pending_tile
                        seat.riichi_passed_event = self.pending_event
            self.pending_seats = 0
        if self.ippatsu_ends:
            self._end_ippatsu()
        self._accept_riichi()

    def _accept_riichi(self) -> None:
        if self.pending_riichi != events.NO_SEAT:
            if (riichi := self.seats[self.pending_riichi].riichi) is not None:
                riichi.accepted = True
            self.pending_riichi = events.NO_SEAT

    def _end_ippatsu(self) -> None:
        self.ippatsu_ends = False
        for seat in self.seats:
            seat.ippatsu = False


def deal(game: Game, hand: Hand, rules: Ruleset) -> Table:
    """The position before the first event of a hand."""
    return Table(hand, game.players, rules, reds_in_play(game, rules))


def reds_in_play(game: Game, rules: Ruleset) -> tuple[Tile, ...]:
    """The red fives: the game's own, or the ruleset's where neither the header of the log nor its tiles say.

    Under a ruleset without any, those of the set that a game was played with count as plain fives.
    """
    reds = rules.game.reds
    if not any(number > 0 for number in reds):
        return ()
    return game.red_tiles if game.reds_recorded or not game.copies_recorded else red_tiles_of(reds)


def replay_to(game: Game, hand: Hand, event: EventIndex | None, rules: Ruleset) -> Table:
    """The table just before an event of a hand; after the last one for None or an `event` beyond it."""
    table = deal(game, hand, rules)
    for earlier in hand.events[:event]:
        table.apply(earlier)
    return table


NOT_FURITEN: Final = 0
BY_DISCARD: Final = 1
IN_RIICHI: Final = 2
TEMPORARY: Final = 3


def furiten_kind(table: Table, seat: Seat) -> int:
    """The kind of furiten that forbids the seat a ron now, the longest-lasting of several; NOT_FURITEN for none."""
    if seat.waits & seat.river_kinds:
        return BY_DISCARD
    if seat.riichi_passed_event != NEVER:
        return IN_RIICHI
    if seat.passed_event == NEVER:
        return NOT_FURITEN
    ends = table.rules.furiten.ends
    ended = seat.last_draw
    if ends == "own draw or call":
        ended = max(ended, seat.last_call)
    elif ends == "any call":
        ended = max(ended, table.last_call)
    # A kan whose tile was passed is both a call and the passed tile: it does not end the furiten that it begins.
    return TEMPORARY if seat.passed_event >= ended else NOT_FURITEN


def finish(table: Table) -> HandRecord:
    """Complete the record of a hand after its last event, and return it."""
    record = table.record
    record.replayed = table.index
    record.draws = table.draws
    record.indicators = table.indicators
    record.end_scores, record.scores_known = list(table.scores), table.scores_known
    record.end_sticks = table.sticks
    record.outcome = _outcome(table.wins, table.ryuukyoku)
    for win in table.wins:
        if win.ura:
            record.ura = list(win.ura)
    for riichi in record.riichis:
        riichi.outcome = _riichi_outcome(riichi, table.wins, table.ryuukyoku)
    return record


def _outcome(wins: list[Win], draw: Ryuukyoku | None) -> str:
    if wins:
        return "tsumo" if wins[0].is_tsumo else ("ron", "double ron", "triple ron")[min(len(wins), 3) - 1]
    return "unfinished" if draw is None else draw.draw_type


def _riichi_outcome(riichi: RiichiRecord, wins: list[Win], draw: Ryuukyoku | None) -> str:
    for win in wins:
        if win.seat == riichi.seat:
            return "tsumo" if win.is_tsumo else "ron"
    for win in wins:
        if win.from_seat == riichi.seat:
            return "dealt in"
    if wins:
        return "other win"
    return "unfinished" if draw is None else "draw"


class ReplayObserver:
    """Callbacks of a replay, hand by hand; a replay may have none. An observer reads the table and never changes it."""

    def start(self, table: Table, wall: Wall | None) -> None:
        """Observe a hand just dealt. wall: the wall that it was dealt from, where that is known."""

    def before(self, table: Table, event: Event) -> None:
        """Observe the position just before an event."""

    def after(self, table: Table, event: Event) -> None:
        """Observe the position just after an event."""
