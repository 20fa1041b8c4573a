"""What Riichi City's server would state of any game, for fixtures and inputs that come from no server.

A wall that fits the game is made up as for Mahjong Soul's records, since its layout is the same. Offers, waits and
passes follow from a replay of the game under its ruleset, by this module's own code. The format's writer writes it.
"""

from collections import Counter
from hashlib import sha256
from typing import Final

from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CHI_FORMS,
    CLOSED_KAN,
    DISCARD,
    DORA,
    DRAW,
    EXHAUSTIVE,
    NORTH,
    NOT_RECORDED,
    OFFER_BITS,
    OFFERS_ADDED_KAN,
    OFFERS_CLOSED_KAN,
    OFFERS_NINE_TERMINALS,
    OFFERS_NORTH,
    OFFERS_OPEN_KAN,
    OFFERS_OPEN_RIICHI,
    OFFERS_PON,
    OFFERS_RIICHI,
    OFFERS_RON,
    OFFERS_TSUMO,
    OPEN_KAN,
    PON,
    RIICHI,
    RYUUKYOKU,
    TEDASHI,
    TSUMOGIRI,
    WIN,
    Deposit,
    Event,
    Game,
    Hand,
    Ryuukyoku,
    ServerRecord,
    StatedTurn,
    StatedWaits,
    WaitedTile,
    meld_of,
    replace_event,
    replace_game,
    replace_hand,
    tiles_opened,
)
from auditor.core.hand.blocks import blocks_of_melds
from auditor.core.hand.value import values
from auditor.core.hand.yaku_rules import Circumstances
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.seat import Seat, waits_without
from auditor.core.table.table import NOT_FURITEN, Table, deal, furiten_kind
from auditor.core.table.winning import value_of_win
from auditor.core.tiles import NORTH_KIND, RUNS_WITH, TERMINALS_AND_HONOURS, UNKNOWN, mask_kinds
from auditor.core.units import Kind, KindMask
from auditor.formats.riichicity import NAME, write
from auditor.testing.majsoul_records import whole_wall

RECORD_ID: Final = "0123456789abcdefghij"
_LENGTHS: Final = {1: 1, 2: 2, 0: 3}


def text_of(game: Game, rules: Ruleset, comment: str = "") -> str:
    """Write a game as the record of a ranked match. rules: those that the server plays by."""
    return write(served(game, rules), comment)


def served(game: Game, rules: Ruleset, **switches: str) -> Game:
    """A game as the server would have recorded it: a ranked match unless `switches` set other fields of the head."""
    attributes = {
        "gamePlay": "1001", "round": str(_LENGTHS.get(rules.game.length, 2)), "stageType": "1", "fangFu": "0",
        "initPoints": str(rules.game.start_points),
    } | switches  # fmt: skip
    marked = [replace_hand(hand, events=_marked(hand)) for hand in game.hands]
    hands = [replace_hand(hand, server=_Server(game, hand, rules).record()) for hand in marked]
    return replace_game(game, format=NAME, hands=hands, attributes=attributes, log_id=RECORD_ID, rule_text="")


def _marked(hand: Hand) -> list[Event]:
    """A hand's events, each discard marked as tsumogiri or tedashi."""
    events = []
    drawn = UNKNOWN
    for event in hand.events:
        if event.kind == DISCARD and event.mark == NOT_RECORDED:
            events.append(replace_event(event, mark=TSUMOGIRI if event.tile == drawn else TEDASHI))
        else:
            events.append(event)
        if event.kind != RIICHI:
            drawn = event.tile if event.kind == DRAW else UNKNOWN
    return events


class _Server:
    """Works out what the server states about one hand. seen: the visible tiles by kind."""

    def __init__(self, game: Game, hand: Hand, rules: Ruleset) -> None:
        self.game = game
        self.hand = hand
        self.rules = rules
        self.table: Table = deal(game, hand, rules)
        wall = whole_wall(game, hand)
        self.server = ServerRecord(wall, sha256=sha256(wall.encode()).hexdigest())
        self.seen: Counter[Kind] = Counter([hand.indicator >> 2])
        self.is_replacement = False

    def record(self) -> ServerRecord:
        """The record of the hand."""
        server = self.server
        server.offers_everything = True
        for index, event in enumerate(self.hand.events):
            self.table.apply(event)
            self._see(event)
            server.offers.append(0)
            server.furiten.append(NOT_RECORDED)
            if event.kind in (DRAW, CHI, PON):
                self._turn(index, event)
            elif event.kind == DISCARD:
                self._discard(index, event)
            elif isinstance(event, Deposit):
                seat = self.table.seats[event.seat]
                server.waits[index] = {event.seat: self._waits(seat, UNKNOWN, seat.waits)}
            elif isinstance(event, Ryuukyoku) and event.draw_type == EXHAUSTIVE and event.tenpai is not None:
                shown = [seat for seat in self.table.seats[: self.game.players] if event.tenpai[seat.seat]]
                server.waits[index] = {seat.seat: self._waits(seat, UNKNOWN, seat.waits) for seat in shown}
            if event.kind != DORA:
                self.is_replacement = event.kind in (OPEN_KAN, CLOSED_KAN, ADDED_KAN, NORTH)
        if self.hand.is_finished:
            server.end_scores = tuple(self.table.scores)
        return server

    def _see(self, event: Event) -> None:
        self.seen.update([tile >> 2 for tile in tiles_opened(event)])

    def _waits(self, seat: Seat, discard: Kind, waits: KindMask) -> StatedWaits:
        """What the server states about a hand's waits."""
        furiten = int(bool(waits & seat.river_kinds))
        tiles = [
            WaitedTile(kind, 4 - self.seen[kind] - seat.count(kind), self._lacks_yaku(seat, discard, kind), furiten)
            for kind in mask_kinds(waits)
        ]
        return StatedWaits(discard, tuple(tiles))

    def _lacks_yaku(self, seat: Seat, discard: Kind, kind: Kind) -> int:
        """Whether a ron would have no yaku, apart from yaku by chance; not recorded for hands in riichi or shown."""
        if discard == UNKNOWN:
            return NOT_RECORDED
        held = seat.concealed_kinds()
        held.remove(discard)
        winds = (seat.seat - self.hand.dealer) % self.game.players, self.hand.round // 4
        melds = blocks_of_melds([meld_of(meld) for meld in seat.melds])
        options = values(sorted([*held, kind]), melds, kind, Circumstances(*winds), self.rules)
        return int(not any([option.is_enough for option in options]))

    def _turn(self, index: int, event: Event) -> None:
        table, seat = self.table, self.table.seats[event.seat]
        is_drawn = event.kind == DRAW
        own = 0
        closed: list[Kind] = []
        added: list[Kind] = []
        kinds = sorted({tile >> 2 for tile in seat.concealed})
        waits = [(kind, self._after(seat, kind)) for kind in kinds]
        waiting = [self._waits(seat, kind, mask) for kind, mask in waits if mask and not seat.in_riichi]
        if is_drawn:
            own |= OFFERS_TSUMO if self._may_win(seat, event) else 0
            may_declare = not seat.is_open and not seat.in_riichi and table.scores[seat.seat] >= 1000
            riichis = OFFERS_RIICHI | (OFFERS_OPEN_RIICHI if self.rules.riichi.open_riichi != "none" else 0)
            own |= riichis if waiting and may_declare and table.wall_left >= table.players else 0
            is_first = not seat.turn and not table.calls and not any([one.norths for one in table.seats])
            ends = [kind for kind in kinds if kind in TERMINALS_AND_HONOURS]
            own |= OFFERS_NINE_TERMINALS if is_first and len(ends) >= 9 else 0
            may_set_aside = event.tile >> 2 == NORTH_KIND if seat.in_riichi else NORTH_KIND in kinds
            if table.wall_left > 0:
                own |= OFFERS_NORTH if table.players == 3 and may_set_aside else 0
                if table.kans < 4:
                    closed = [kind for kind in kinds if seat.count(kind) == 4 and self._may_kan(index, seat)]
                    added = [kind for kind in kinds if seat.pon_of(kind) is not None]
        own |= (OFFERS_CLOSED_KAN if closed else 0) | (OFFERS_ADDED_KAN if added else 0)
        self.server.offers[index] = own << OFFER_BITS * seat.seat
        turn = StatedTurn(int(self.is_replacement and is_drawn), tuple(closed), tuple(added), tuple(waiting))
        self.server.turns[index] = turn

    def _after(self, seat: Seat, kind: Kind) -> KindMask:
        return waits_without(seat, next(tile for tile in seat.concealed if tile >> 2 == kind))

    def _may_kan(self, index: int, seat: Seat) -> bool:
        """Whether a closed kan is offered: in riichi, only if it is made."""
        following = self.hand.events[index + 1 : index + 2]
        return not seat.in_riichi or any([event.kind == CLOSED_KAN for event in following])

    def _may_win(self, seat: Seat, event: Event) -> bool:
        if not seat.waits >> (event.tile >> 2) & 1:
            return False
        if event.kind == DISCARD and furiten_kind(self.table, seat) != NOT_FURITEN:
            return False
        value = value_of_win(self.table, seat.seat, event.seat, event.tile)
        return value is not None and value.is_enough

    def _discard(self, index: int, event: Event) -> None:
        table, kind = self.table, event.tile >> 2
        following = self.hand.events[index + 1] if index + 1 < len(self.hand.events) else None
        for seat in table.seats[: table.players]:
            if seat.seat == event.seat:
                continue
            own = OFFERS_RON if self._may_win(seat, event) else 0
            if not seat.in_riichi and table.wall_left > 0:
                own |= OFFERS_PON if seat.count(kind) >= 2 else 0
                own |= OFFERS_OPEN_KAN if seat.count(kind) >= 3 and table.kans < 4 else 0
                if table.players == 4 and seat.seat == (event.seat + 1) % 4:
                    own |= _runs_with(seat, kind)
            self.server.offers[index] |= own << OFFER_BITS * seat.seat
            goes_on = following is not None and following.kind not in (WIN, RYUUKYOKU)
            if goes_on and seat.waits >> kind & 1 and not seat.in_riichi:
                self.server.passes[index] = self.server.passes.get(index, 0) | 1 << seat.seat


def _runs_with(seat: Seat, kind: Kind) -> int:
    """The offers of the chis that a seat may make with a tile."""
    offers = 0
    for place, one, other in RUNS_WITH[kind]:
        if seat.count(one) and seat.count(other):
            offers |= CHI_FORMS[place]
    return offers
