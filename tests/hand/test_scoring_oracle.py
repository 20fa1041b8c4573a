"""Scoring agrees with the `mahjong` package on random hands (`benchmarks/scoring_oracle.py` runs more of them)."""

import random

import pytest
from support.scoring_hands import oracle_verdict, our_verdict, random_win


@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(1000):
        win = random_win(rng)
        assert our_verdict(win) == oracle_verdict(win), (win.tiles, win.melds, win.winning, vars(win.circumstances))
