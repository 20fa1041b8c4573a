"""Random rulesets, and games whose players use whatever these allow."""

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from auditor.core.events import NINE_TERMINALS, Game
from auditor.core.rulesets import load
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.draws import abortive_condition
from auditor.core.table.seat import Seat
from auditor.core.units import Kind, Tile
from auditor.output.ruleset_texts import ruleset_text
from auditor.testing.simulate import Simulation
from auditor.unknown_rules.alternatives import keys, played_values, setting_of, varied

NOT_PLAYED = (
    "game.dealer_tiles", "game.red_fives", "riichi.open_riichi", "riichi.open_riichi_han",
    "riichi.open_riichi_yakuman", "riichi.void_at_triple_ron", "penalties.chombo",
    "penalties.chombo_points", "penalties.sticks_returned", "penalties.replayed", "dora.robbed_kan",
    "scoring.wareme",
)  # fmt: skip
"""Settings that the games cannot show: no simulated player acts on them."""
ADDED = (
    "game.bust_at_zero", "riichi.double_han", "scoring.rinshan_haitei", "scoring.green_hatsu",
    "scoring.open_kan_rinshan",
)  # fmt: skip
"""Settings of later versions, chosen last: those before them stay what they were under each number."""
NUMBERS: dict[str, tuple[object, ...]] = {
    "game.start_points": (30000, 25000, 27000, 35000),
    "game.target_points": (None, 30000),
    "game.return_points": (30000, 25000),
    "game.extension_hands": (1, 2, 4),
    "game.placement": (
        (20.0, 10.0, -10.0, -20.0), (15.0, 5.0, -5.0, -15.0), (30.0, 10.0, -10.0, -30.0), (12.0, 4.0, -4.0, -12.0),
    ),
    "riichi.points": (0, 1000),
    "riichi.tiles_left": (0, 1, 4, 5),
    "riichi.stick": (1000, 5000, 500),
    "calls.kans": (0, 1, 2, 3, 4),
    "sticks.honba": (0, 300, 600, 1500, 900, 2100),
    "scoring.minimum_han": (1, 2),
    "scoring.two_han_honba": (0, 5),
    "draws.noten_points": (0, 3000, 1200, 6000),
}  # fmt: skip
"""Numbers to play with, whatever rulesets come with the program: one more ruleset leaves the games as they are."""


def random_rules(number: int, base: str = "tenhou") -> Ruleset:
    """A ruleset with a random value for every setting that games may show."""
    choice = Random(number)
    rules = load(base)
    for key in sorted(keys(), key=ADDED.__contains__):
        if setting_of(key) in NOT_PLAYED:
            continue
        values = NUMBERS.get(key) or played_values(key, rules.game.players)
        rules = varied(rules, {key: choice.choice(values)}) or rules
    return rules


def written(rules: Ruleset, folder: Path) -> str:
    """Write a ruleset to a file; returns its path."""
    path = folder / "random.toml"
    path.write_text(ruleset_text(rules, {}), encoding="utf-8")
    return str(path)


class FreeSimulation(Simulation):
    """A simulation whose players do what the rules allow."""

    def _kan(self, player: Seat, drawn: int) -> bool | None:
        return None if self.table.kans >= self.rules.calls.kans else super()._kan(player, drawn)

    def _north(self, player: Seat, drawn: int) -> bool | None:
        may = NINE_TERMINALS in self.rules.draws.abortive and abortive_condition(self.table, NINE_TERMINALS)
        if may and self.random.random() < 0.7:
            shows = NINE_TERMINALS in self.rules.draws.riichi_shows
            shown = tuple(
                [
                    tuple(sorted(one.concealed)) if one is player or (shows and one.in_riichi) else None
                    for one in self.table.seats
                ]
            )
            self.ryuukyoku(NINE_TERMINALS, shown=shown)
            return True
        return super()._north(player, drawn)

    def swaps(self, kind: Kind, run: tuple[Tile, ...]) -> tuple[Kind, ...]:
        kuikae = self.rules.calls.kuikae
        swaps = super().swaps(kind, run)
        return swaps if kuikae == "same tile and suji" else swaps[: kuikae != "allowed"]


class GameList:
    """Games in memory."""

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = games

    def each(self, work: Callable[[Game], Any], logs: Collection[str] | None = None) -> Iterator[tuple[str, Any]]:
        """Yield the result of `work` for each game, with the name of its log. logs: the logs needed; None for all."""
        for number, game in enumerate(self.games):
            name = game.log_id or f"game {number + 1}"
            if logs is None or name in logs:
                yield name, work(game)
