"""Compare shanten numbers and ukeire with the `mahjong` package on random hands with any number of calls.

    python benchmarks/shanten_oracle.py [HANDS] [HANDS OF UKEIRE] [SEED]

Needs the `mahjong` package. Prints every disagreement, and hands per second of both; the exit code is 1 if there is a
disagreement.
"""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.shanten_hands import oracle_shanten, random_hand, shanten_fault, ukeire_fault


def main() -> int:
    numbers = [int(text) for text in sys.argv[1:]]
    hands, of_ukeire, seed = [*numbers, *(200_000, 20_000, 1)[len(numbers) :]]
    rng = random.Random(seed)
    dealt = [random_hand(rng) for _ in range(hands)]
    faults = [fault for hand in dealt if (fault := shanten_fault(hand))]
    faults += [fault for hand in dealt[:of_ukeire] if (fault := ukeire_fault(hand))]
    print("\n".join([*faults, f"{hands} hands, {of_ukeire} of them by each tile (seed {seed}): {len(faults)} faults"]))
    started = time.process_time()
    for hand in dealt:
        hand.outlook()
    ours = time.process_time() - started
    started = time.process_time()
    for hand in dealt:
        oracle_shanten(hand)
    oracles = time.process_time() - started
    print(f"number and ukeire {hands / ours:,.0f} hands/s, the oracle's number {hands / oracles:,.0f} hands/s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
