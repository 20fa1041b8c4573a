"""One fault, one finding: faults put into M-League records, simulated ones and, if available, a real one."""

from itertools import islice
from pathlib import Path

import pytest
from support.legal_games import legal_records, recorded
from support.told_faults import assert_told, copies, told

from auditor.formats import mleague
from auditor.mutation.faults import FAULTS
from auditor.mutation.mutate import LegalSource
from auditor.mutation.recorded import RECORD_SPLITTERS

FORMAT = mleague.FORMAT.name
OF_RECORDS = sorted([name for name, fault in FAULTS.items() if fault.format == FORMAT])
COPIES = 3
"""Copies that each fault is put into."""


def real(corpus: Path) -> list[LegalSource]:
    paths = sorted((corpus / "mleague").glob("*.json"))
    return [legal_records(one) for path in paths for one in RECORD_SPLITTERS[FORMAT](path.read_bytes())]


def test_games_made_here_are_clean() -> None:
    assert [told(legal.game, legal.rules) for legal in recorded(FORMAT)] == [[]] * len(recorded(FORMAT))


@pytest.mark.parametrize("name", OF_RECORDS)
def test_a_fault_in_a_record_made_here_is_told_once(name: str) -> None:
    found = list(islice(copies(FAULTS[name], recorded(FORMAT), FORMAT), COPIES))
    assert found, "no game has a place for this fault"
    for copy, legal in found:
        assert_told(FAULTS[name], copy, legal.rules)


@pytest.mark.parametrize("name", OF_RECORDS)
def test_a_fault_in_a_real_record_is_told_once(name: str, corpus: Path) -> None:
    for copy, legal in islice(copies(FAULTS[name], real(corpus) * COPIES, FORMAT), COPIES):
        assert_told(FAULTS[name], copy, legal.rules)
