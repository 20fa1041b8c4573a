"""A game played on from any of its events, as a scenario: what was in the log so far, and then what a test says."""

from random import Random
from typing import Self

from auditor.copying import changed_game, changed_hand
from auditor.events import DISCARD, NAGASHI_MANGAN, Event, Game
from auditor.rulesets.model import Ruleset
from auditor.table.draws import nagashi_payments, nagashi_seats, tenpai_seats
from auditor.table.places import IN_WALL
from auditor.table.table import deal
from auditor.testing.scenario import Scenario
from auditor.testing.supply import Supply
from auditor.units import EventIndex, SeatIndex, Tile
from auditor.wall import without_seed


class Resumed(Scenario):
    """A game up to an event of one of its hands, to be played on. The game that is given stays as it was.

    place: of the hand among the hands of the game. event: the first that is left out; the hand's number of events
    keeps it whole. choice: makes what is not named. What comes after is nothing that a seed would give, so the game's
    goes, and so does its result.
    """

    def __init__(self, game: Game, rules: Ruleset, place: int, event: EventIndex, choice: Random) -> None:
        self.rules = rules
        hand = game.hands[place]
        kept = changed_hand(
            hand, events=hand.events[:event], connections=[one for one in hand.connections if one.event <= event]
        )
        self.game = without_seed(changed_game(game, hands=[*game.hands[:place], kept], result=None))
        self.table = deal(self.game, self.game.hands[-1], rules)
        for one in self.game.hands[-1].events:
            self.table.apply(one)
        self.choice = choice
        self.supply = Supply(game.players, game.red_tiles, choice.randrange(1 << 30))
        self.supply.free = [tile for tile in self.supply.free if self.table.where(tile) == IN_WALL]

    def _harmless(self, drawer: SeatIndex) -> Tile:
        """A tile that matters to nobody, or where none is left any tile."""
        try:
            return super()._harmless(drawer)
        except ValueError:
            return self.supply.free.pop()

    def closed_kan(self, tile: str, *, dora: str = "", turn_dora: bool = True) -> Self:
        """Make a closed kan, and turn an indicator where the ruleset turns one."""
        return super().closed_kan(tile, dora=dora, turn_dora=turn_dora and self.rules.dora.kan_dora)

    def discard_any(self) -> Self:
        """Discard a tile of the hand that no rule forbids after a claim: of another kind than the meld just made."""
        seat = self.table.seats[self.table.due]
        claimed = seat.melds[-1].tile >> 2 if seat.melds else -1
        free = [tile for tile in seat.concealed if abs((tile >> 2) - claimed) > 3 or claimed < 0]
        return self.add(Event(DISCARD, seat.seat, self.choice.choice(sorted(free or seat.concealed))))

    def play_on(self) -> Self:
        """Draw and discard to the end of the wall, where the hand is drawn and paid as the ruleset says."""
        self.play_out()
        if not (self.rules.draws.nagashi_mangan and nagashi_seats(self.table)):
            return self.ryuukyoku()
        waiting = tenpai_seats(self.table)
        shown = tuple([tuple(sorted(one.concealed)) if waiting[one.seat] else None for one in self.table.seats])
        deltas = tuple(nagashi_payments(nagashi_seats(self.table), self.table))
        return self.ryuukyoku(NAGASHI_MANGAN, shown=shown, tenpai=tuple(waiting), deltas=deltas)
