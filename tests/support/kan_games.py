"""A game with kans of every kind, and what may follow each: a discard, another kan, a win on its replacement, a ron."""

from functools import cache
from typing import Self

from auditor.core.checks.dora import AT_ONCE
from auditor.core.events import Game
from auditor.core.units import SeatIndex
from auditor.testing.scenario import Scenario


class KanGame(Scenario):
    """A scenario in which the indicators of open and added kans are turned when the ruleset says."""

    @property
    def is_late(self) -> bool:
        """Whether they are turned with the next discard, or the replacement of the next kan."""
        return self.rules.dora.open_kan != AT_ONCE

    def replaced(self, tile: str) -> Self:
        """The replacement of an open or added kan."""
        return (self if self.is_late else self.dora()).draw(tile)

    def discarded(self, tile: str) -> Self:
        """The discard after it."""
        return (self.dora() if self.is_late else self).discard(tile)

    def ponned(self, hands: dict[SeatIndex, str], avoid: str) -> Self:
        """A hand in which seat 3 makes a pon of 4p, and its turn of the next round comes."""
        self.hand({**hands, 3: "44p17p25s1234567z"}, avoid=avoid, indicator="9m").go_round(0).turn("4p")
        return self.pon(3, "44p").discard("7z").go_round(3)


@cache
def kan_game(rules: str = "tenhou") -> Game:
    """The game, in which a ruleset finds nothing."""
    play = KanGame(rules)
    # An open kan; later a closed one, and a win on its replacement.
    play.hand({1: "555z111m23p456s99p"}, avoid="5z1m9s14p", indicator="2z").turn("5z")
    play.open_kan(1, "555z").replaced("9s").discarded("9s").go_round(1)
    play.draw("1m").closed_kan("1m").draw("4p").tsumo()
    # A kan added to a pon, and a ron later.
    play.ponned({2: "67p345678s888m55p"}, "44p58p9s").draw("4p").added_kan("4p").replaced("9s").discarded("9s")
    play.go_round(3).draw("8p").discard("8p").ron(2)
    # A kan added to a pon, which is robbed.
    play.ponned({2: "23p345678s888m99s"}, "44p1p").draw("4p").added_kan("4p").ron(2)
    # A closed kan straight after an open one, and a ron later.
    play.hand({1: "555z1111m23p456s9p"}, avoid="5z9p7s14p", indicator="2z").go_round(0).turn("5z")
    play.open_kan(1, "555z").replaced("9p").closed_kan("1m")
    (play.dora() if play.is_late else play).draw("7s").discard("7s").go_round(0).turn("4p").ron(1)
    # A closed kan in riichi, and a win by the seat's own draw later.
    play.hand({2: "111m23p456s789s55s"}, avoid="1m9m14p", indicator="2z").go_round(2).draw("9m").riichi("9m")
    play.go_round(2).draw("1m").closed_kan("1m").draw("6z").discard("6z").go_round(2).draw("4p").tsumo()
    # A win on the replacement of an open kan, whose indicator is not turned any more where it comes with a discard.
    play.hand({3: "555z23p456s789m99p"}, avoid="5z14p", indicator="2z").go_round(2).turn("5z")
    play.open_kan(3, "555z").replaced("4p").tsumo()
    return play.game
