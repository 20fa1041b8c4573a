"""Compare scoring with the `mahjong` package on random hands, and measure the speed of both.

    python benchmarks/scoring_oracle.py [HANDS] [SEED]

Needs the `mahjong` package. The hands are played in batches, each by a seed of its own, from SEED on. Prints every
disagreement, and after each batch what was compared so far and hands per second of both; the exit code is 1 if there is
a disagreement.
"""

import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.scoring_hands import WonHand, oracle_verdict, our_verdict, random_win

from auditor.core.hand.blocks import block_text
from auditor.core.tiles import KIND_TEXT, tiles_text
from auditor.core.yaku import NAMES

BATCH = 50_000


class Comparison:
    """What was compared so far."""

    def __init__(self) -> None:
        self.wins = 0
        self.of_three = 0
        self.disagreements = 0
        self.yaku: Counter[str] = Counter()
        self.seconds = 0.0
        self.oracle_seconds = 0.0

    def batch(self, hands: int, seed: int) -> None:
        """Compare that many random wins."""
        rng = random.Random(seed)
        wins = [random_win(rng) for _ in range(hands)]
        start = time.perf_counter()
        ours = [our_verdict(win) for win in wins]
        between = time.perf_counter()
        oracles = [oracle_verdict(win) for win in wins]
        self.seconds += between - start
        self.oracle_seconds += time.perf_counter() - between
        self.wins += hands
        self.of_three += sum([win.rules.game.players == 3 for win in wins])
        for win, our, oracle in zip(wins, ours, oracles, strict=True):
            self.yaku.update([NAMES[number] for number, _ in our[0]] if isinstance(our[0], list) else ["none"])
            if our != oracle:
                self.disagreements += 1
                print(f"{describe(win)}\n  {win.rules}\n  ours   {our}\n  oracle {oracle}")

    def summary(self, seeds: str) -> str:
        """What was compared, in a line."""
        ours, oracle = self.wins / self.seconds, self.wins / self.oracle_seconds
        return (
            f"{self.wins} wins (seeds {seeds}), {self.of_three} of three players, {self.disagreements} disagreements; "
            f"{ours:,.0f} wins/s, the oracle {oracle:,.0f} wins/s"
        )


def describe(win: WonHand) -> str:
    melds = " ".join(block_text(code) for code, _ in win.melds)
    facts = {name: getattr(win.circumstances, name) for name in dir(win.circumstances) if not name.startswith("_")}
    return f"{tiles_text(win.tiles)} {melds} winning on {KIND_TEXT[win.winning // 4]}, {facts}"


def main() -> int:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    compared = Comparison()
    seed = first
    while compared.wins < hands:
        compared.batch(min(BATCH, hands - compared.wins), seed)
        print(compared.summary(f"{first} to {seed}"), flush=True)
        seed += 1
    print(", ".join(f"{name} {count}" for name, count in compared.yaku.most_common()))
    return 1 if compared.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
