"""One fault, one finding: faults put into Majiang paipu, simulated ones and, if available, real ones."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from support.legal_games import pool, recorded
from support.majiang_logs import read_game
from support.told_faults import assert_told, copies, told

from auditor.formats import majiang
from auditor.mutation.faults import FAULTS
from auditor.mutation.mutate import LegalLogs, LegalSource

OF_RECORDS = sorted([name for name, fault in FAULTS.items() if fault.format == majiang.NAME])
OF_EVENTS = sorted([name for name, fault in FAULTS.items() if not fault.format])
NOT_IN_PAIPU = (
    "another-copy-of-the-winning-tile", "limit-off", "deal-exchanged", "draw-altered", "dice-altered",
    "first-indicator-altered", "kan-indicator-altered", "indicator-turned-again", "ura-indicator-altered",
    "seed-left-out", "another-indicator-shown", "another-copy-of-an-indicator-shown", "ura-missing",
    "honba-miscounted", "deposit-dropped", "deposit-paid-twice", "deposit-of-another-seat",
    "deposit-of-a-wrong-amount", "stick-charged-for-a-tile-won-on", "stick-not-awarded", "sticks-miscounted",
    "sticks-of-a-draw-miscounted", "counter-of-a-draw-miscounted", "points-before-a-payment-altered", "round-skipped",
    "open-riichi-that-the-rules-do-not-know", "tile-drawn-that-lies-open", "tile-drawn-that-another-holds",
)  # fmt: skip
"""Faults in what paipu do not record: seeds, copies of tiles, deposits, counters and sticks of payments, limits."""
NOT_BY_ITS_RULES = (
    "riichi-below-zero", "riichi-declared-twice", "riichi-of-another-seat", "kan-that-changes-a-reading",
    "kan-where-none-is-allowed", "red-five-that-the-log-says-there-is-none", "red-five-that-the-rules-have-none",
)  # fmt: skip
"""Faults that no game by Majiang's default rules has a place for, or that a mark on a discard cannot express."""
COPIES = 6
"""Copies that each fault is put into."""


@cache
def real(corpus: Path) -> list[LegalSource]:
    """Some of the games of every rule object."""
    paths = [str(path) for path in sorted((corpus / "majiang").glob("*/*.json.gz"))[::4]]
    return [game for one in LegalLogs(paths, "auto", None) for game in one.games]


def tried(name: str, games: list[LegalSource], most: int) -> int:
    """Put a fault into copies, assert that each is told, and return into how many."""
    made = list(islice(copies(FAULTS[name], games, majiang.NAME), most))
    for copy, legal in made:
        assert_told(FAULTS[name], copy, legal.rules, name)
    return len(made)


def test_games_made_here_are_clean() -> None:
    assert [told(legal.game, legal.rules) for legal in recorded(majiang.NAME)] == [[]] * len(recorded(majiang.NAME))


def test_a_wrong_round_which_turns_all_seats_is_told_once() -> None:
    tried = 0
    for legal in recorded(majiang.NAME):
        for number in range(1, len(legal.game.hands)):
            paipu = json.loads(majiang.FORMAT.write(legal.game, ""))
            deal = paipu["log"][number][0]["qipai"]
            deal["jushu"] = (deal["jushu"] + 1) % 4
            assert told(read_game(paipu), legal.rules) == [("game/rotation", number, None, None)]
            tried += 1
    assert tried > 10


@pytest.mark.parametrize("name", OF_RECORDS)
def test_a_fault_in_a_paipu_made_here_gives_one_finding(name: str) -> None:
    assert tried(name, recorded(majiang.NAME) * COPIES, COPIES), "no game has a place for this fault"


@pytest.mark.parametrize("part", range(8))
def test_a_fault_of_events_gives_one_finding_in_a_paipu_too(part: int) -> None:
    """All but those whose facts the format does not record."""
    put = {name: tried(name, pool(majiang.NAME, majiang.NAME), 2) for name in OF_EVENTS[part::8]}
    assert [name for name, count in put.items() if not count] == expected_nowhere(part)


def expected_nowhere(part: int) -> list[str]:
    return [name for name in OF_EVENTS[part::8] if name in NOT_IN_PAIPU or name in NOT_BY_ITS_RULES]


def of_real_games() -> Iterator[str]:
    yield from OF_RECORDS
    yield from [name for name in OF_EVENTS if name not in NOT_IN_PAIPU]


@pytest.mark.parametrize("part", range(8))
def test_a_fault_in_a_real_paipu_gives_one_finding(part: int, corpus: Path) -> None:
    print({name: tried(name, real(corpus), COPIES) for name in [*of_real_games()][part::8]})
