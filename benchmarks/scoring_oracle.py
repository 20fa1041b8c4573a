"""Compare scoring with the `mahjong` package on random hands, and measure the speed of both.

    python benchmarks/scoring_oracle.py [HANDS] [SEED]

Needs the `mahjong` package. Prints every disagreement, and hands per second of both; the exit code is 1 if there is a
disagreement.
"""

import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.scoring_hands import WonHand, oracle_verdict, our_verdict, random_win

from auditor.core.hand.blocks import block_text
from auditor.core.hand.value import best_value
from auditor.core.tiles import KIND_TEXT, tiles_text
from auditor.core.yaku import NAMES


def describe(win: WonHand) -> str:
    melds = " ".join(block_text(code) for code, _ in win.melds)
    return f"{tiles_text(win.tiles)} {melds} winning on {KIND_TEXT[win.winning // 4]}, {vars(win.circumstances)}"


def main() -> int:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)
    wins = [random_win(rng) for _ in range(hands)]
    disagreements = 0
    yaku: Counter[str] = Counter()
    oracle_seconds = 0.0
    for win in wins:
        ours = our_verdict(win)
        start = time.perf_counter()
        oracles = oracle_verdict(win)
        oracle_seconds += time.perf_counter() - start
        if isinstance(ours[0], list):
            yaku.update(NAMES[number] for number, _ in ours[0])
        else:
            yaku["none"] += 1
        if ours != oracles:
            disagreements += 1
            print(f"{describe(win)}\n  {win.rules.scoring}\n  ours   {ours}\n  oracle {oracles}")
    scored = [(win.kinds, win.blocks, win.winning // 4, win.circumstances, win.rules) for win in wins]
    start = time.perf_counter()
    for kinds, blocks, winning, circumstances, rules in scored:
        best_value(kinds, blocks, winning, circumstances, rules)
    seconds = time.perf_counter() - start
    print(", ".join(f"{name} {count}" for name, count in yaku.most_common()))
    print(f"{hands} hands (seed {seed}), {disagreements} disagreements")
    print(f"best_value {hands / seconds:,.0f} wins/s, the oracle {hands / oracle_seconds:,.0f} wins/s")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
