"""Which findings a page shows where there are too many: some of each check, from as many games as may be."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

from auditor.findings import CHECK, SEVERITIES, SEVERITY
from auditor.report.page.gather import Found

MOST_SHOWN: Final = 240
"""Findings on a page: with their boards and hands they keep it below five megabytes."""


_Placed = tuple[int, Found]
"""A finding with its place among all."""


def chosen_findings(found: Iterable[Found], most: int = MOST_SHOWN) -> list[Found]:
    """At most so many findings, the gravest first, otherwise in their order.

    Each check has as many as the others, or all that it has; within a check first one of each game, then a second.
    """
    of_check: dict[str, list[_Placed]] = defaultdict(list)
    for place, one in enumerate(found):
        of_check[str(one.told.row[CHECK])].append((place, one))
    share = _share([len(ones) for ones in of_check.values()], most)
    chosen = [one for ones in of_check.values() for one in _spread(ones)[:share]]
    chosen.sort(key=lambda placed: (SEVERITIES.index(str(placed[1].told.row[SEVERITY])), placed[0]))
    return [one for _, one in chosen[:most]]


def _share(counts: list[int], most: int) -> int:
    """How many of each at most, so that together they are no more than `most`; at least one."""
    share = most
    while share > 1 and sum([min(count, share) for count in counts]) > most:
        share -= 1
    return share


def _spread(ones: list[_Placed]) -> list[_Placed]:
    """The first of each game, then the second of each, and so on."""
    earlier: Counter[tuple[str, str | None, int]] = Counter()
    keyed: list[tuple[int, _Placed]] = []
    for place, one in ones:
        game = (one.result.path, one.result.member, one.told.game)
        keyed.append((earlier[game], (place, one)))
        earlier[game] += 1
    return [placed for _, placed in sorted(keyed, key=lambda pair: (pair[0], pair[1][0]))]
