"""Hypothesis strategies for comparing an engine with auditor: legal games, their logs, and positions in them.

    from hypothesis import given
    from auditor.testing import strategies

    @given(strategies.positions())
    def test_waits(position):
        assert my_engine(position) == position.table.seats[0].waits

The games are those of `auditor.testing.simulate`: drawn from a published seed, played by players who break no rule.
Shrinking makes them shorter. Needs the package ``hypothesis``.
"""

from typing import Final, NamedTuple

from hypothesis import strategies

from auditor.core.events import Event, Game, Hand
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.rulesets import load
from auditor.core.table.table import Table, replay_to
from auditor.core.units import EventIndex, HandIndex
from auditor.testing.simulate import PlayStyle, Simulation

FIRST_HANDS: Final = 4
"""The default for the most hands of a game, which are the first ones of a whole game."""

_GAMES: Final = 1 << 16
"""How many different games there are: enough, but few enough for shrinking to try the smaller numbers quickly."""


class PositionBefore(NamedTuple):
    """A position in a game, before an event of a hand.

    game: the whole game, including what follows. hand, event: the position. table: replayed up to there, with the
    seats' tiles, rivers, waits, points, and whose turn it is.
    """

    game: Game
    hand: HandIndex
    event: EventIndex
    table: Table

    @property
    def played(self) -> list[Event]:
        """The events of the hand so far."""
        return self.hand_played.events[: self.event]

    @property
    def next(self) -> Event:
        """What happens next, which is legal."""
        return self.hand_played.events[self.event]

    @property
    def hand_played(self) -> Hand:
        """The hand that the position is in."""
        return self.game.hands[self.hand]


def games(rules: str = "tenhou", *, most_hands: int | None = FIRST_HANDS) -> strategies.SearchStrategy[Game]:
    """Legal games. rules: a ruleset, by name or file. most_hands: None for whole games. Raises RulesetError."""
    load(rules)
    hands = strategies.none() if most_hands is None else strategies.integers(1, most_hands)
    habit = strategies.sampled_from([0.5, 0.0, 1.0, 0.85])
    style = strategies.builds(PlayStyle, habit, habit, habit, habit)
    numbers = strategies.integers(0, _GAMES - 1)
    return strategies.builds(_played, strategies.just(rules), hands, style, numbers)


def _played(rules: str, most_hands: int | None, style: PlayStyle, number: int) -> Game:
    """Play a game; the parameters come in the order in which shrinking simplifies them."""
    return Simulation(number, rules, style, most_hands).play()


def logs(
    form: str = "mjai", rules: str = "tenhou", *, most_hands: int | None = FIRST_HANDS
) -> strategies.SearchStrategy[str]:
    """Logs of legal games in a format. Raises as `games`, and KeyError for what is no format."""
    write = FORMAT_BY_NAME[form].write
    return games(rules, most_hands=most_hands).map(lambda game: write(game, ""))


def positions(
    rules: str = "tenhou", *, most_hands: int | None = FIRST_HANDS
) -> strategies.SearchStrategy[PositionBefore]:
    """Positions in legal games, before any of their events. Raises as `games`."""
    ruleset = load(rules)

    def position(game: Game, share_of_hands: float, share_of_events: float) -> PositionBefore:
        index = int(share_of_hands * len(game.hands))
        hand = game.hands[index]
        event = int(share_of_events * len(hand.events))
        return PositionBefore(game, index, event, replay_to(game, hand, event, ruleset))

    share = strategies.floats(0, 1, exclude_max=True)
    return strategies.builds(position, games(rules, most_hands=most_hands), share, share)
