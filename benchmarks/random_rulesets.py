"""Play games under random rulesets, infer their rules from the games alone, and compare.

    python benchmarks/random_rulesets.py FIRST LAST [--games 8]

Under each ruleset of these numbers (`tests/support/random_rules.py`) games are played by seeds of its own. What
``rulesets --infer -o`` writes of them is read back: a setting that is said to be shown must be the ruleset's, and no
game may have a fault by it. Prints a line for each ruleset, each setting that differs and each fault, and at the end
how many rulesets showed the settings of later versions; the exit code is 1 if anything differs.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.random_rules import ADDED, FreeSimulation, GameList, random_rules, written

from auditor.core.events import Game
from auditor.core.results import NOTE
from auditor.core.rulesets import load
from auditor.core.rulesets.model import Ruleset
from auditor.unknown_rules import audit_by
from auditor.unknown_rules.alternatives import value_in
from auditor.unknown_rules.inference import Inference, infer
from auditor.unknown_rules.text import inference_toml

GAMES = 8
SEEDS_A_RULESET = 1000


class Comparison:
    """What was compared so far."""

    def __init__(self) -> None:
        self.rulesets = 0
        self.games = 0
        self.hands = 0
        self.wrong = 0
        self.faulty = 0
        self.shown: Counter[str] = Counter()

    def compare(self, number: int, count: int, folder: Path) -> None:
        """Compare the ruleset of this number with what `count` games show of it."""
        start = time.perf_counter()
        file = written(random_rules(number), folder)
        games = played(number, count, file)
        first, *others = infer(GameList(games))
        wrong = [f"a group of its own: {', '.join(one.logs)}" for one in others] + self._wrong(first, load(file))
        inferred = folder / "inferred.toml"
        inferred.write_text(inference_toml(first), encoding="utf-8")
        faulty = {game.log_id: faults for game in games if (faults := faults_of(game, str(inferred)))}
        hands = sum([len(game.hands) for game in games])
        self.rulesets += 1
        self.games += count
        self.hands += hands
        self.wrong += len(wrong)
        self.faulty += len(faulty)
        print(
            f"{number}: {count} games, {hands} hands, nearest {first.base.name}, {len(wrong)} settings wrong, "
            f"{len(faulty)} games with a fault; {time.perf_counter() - start:.0f} s",
            *wrong,
            *[f"{log}: {fault}" for log, faults in faulty.items() for fault in faults],
            sep="\n  ",
            flush=True,
        )

    def _wrong(self, inference: Inference, rules: Ruleset) -> list[str]:
        """The settings that the games are said to show, and that are otherwise; counts the others."""
        wrong = []
        for one in inference.evidence:
            value = value_in(rules, one.key)
            if one.is_seen and value not in (one.value, *one.also):
                wrong.append(f"{one.key} = {one.value}, not {value}")
            elif one.is_certain:
                self.shown[one.key] += 1
        return wrong

    def summary(self) -> str:
        """What was compared, in two lines."""
        shown = ", ".join([f"{key} {self.shown[key]}" for key in ADDED])
        return (
            f"{self.rulesets} rulesets, {self.games} games, {self.hands} hands: {self.wrong} settings wrong, "
            f"{self.faulty} games with a fault; {self.shown.total()} settings shown\nof later versions: {shown}"
        )


def played(number: int, count: int, file: str) -> list[Game]:
    """The first games under the ruleset of a number, which is in a file."""
    games = []
    for seed in range(count):
        game = FreeSimulation(SEEDS_A_RULESET * number + seed, file).play()
        game.log_id = f"g{seed}"
        games.append(game)
    return games


def faults_of(game: Game, file: str) -> list[str]:
    """The faults of a game under the ruleset of a file."""
    audit, _ = audit_by(file, game)
    return [f"hand {one.hand}, {one.check}: {one.message}" for one in audit.findings if one.severity != NOTE]


def main() -> int:
    """Compare as many as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int, help="the first ruleset's number")
    parser.add_argument("last", type=int, help="the last one's")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games under each (default: {GAMES})")
    given = parser.parse_args()
    comparison = Comparison()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(given.first, given.last + 1):
            comparison.compare(number, given.games, Path(folder))
    print(comparison.summary())
    return int(comparison.wrong + comparison.faulty > 0)


if __name__ == "__main__":
    sys.exit(main())
