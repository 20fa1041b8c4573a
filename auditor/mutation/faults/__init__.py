"""Faults to put into legal games, one of every kind that the catalogue's checks can find, and legal twins of them.

Each family is a module and a TOML file here, or the file alone; `FAULTS` has all. `auditor mutate` writes them.
"""

from auditor.formats.majiang import NAME as MAJIANG
from auditor.mutation.faults import ends, majsoul, mleague, points, riichi, riichicity, turns, walls
from auditor.mutation.faults.fault import FAULTS, FaultKind, declare_rows

_IN_PAIPU = {"_reversed": lambda *old: old[-1][::-1], "_as_number": lambda *old: float(old[-1])}
declare_rows(__file__.replace("__init__", MAJIANG), _IN_PAIPU, MAJIANG)

__all__ = ["FAULTS", "FaultKind", "ends", "majsoul", "mleague", "points", "riichi", "riichicity", "turns", "walls"]
