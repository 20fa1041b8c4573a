"""Faults to put into legal games: every kind that the catalogue of checks can find, and legal twins of them.

Each family is a module here; `FAULTS` has them all. `auditor mutate` writes logs with them.
"""

from auditor.testing.faults import calls, carries, draws, furiten, payments, riichi, sticks, turns, walls, wins
from auditor.testing.faults.fault import FAULTS, Fault, LegalGame, Mutant

__all__ = [
    "FAULTS", "Fault", "LegalGame", "Mutant", "calls", "carries", "draws", "furiten", "payments", "riichi", "sticks",
    "turns", "walls", "wins",
]  # fmt: skip
