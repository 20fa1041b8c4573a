"""One fault, one finding: faults put into M-League records, simulated ones and, if available, a real one."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from support.legal_games import legal_records, recorded
from support.told_faults import assert_told, copies, told

from auditor.formats import mleague
from auditor.mutation.faults import FAULTS
from auditor.mutation.faults.legal import LegalRecords
from auditor.mutation.mutate import LegalSource
from auditor.mutation.recorded import RECORD_SPLITTERS

FORMAT = mleague.FORMAT.name
OF_RECORDS = sorted([name for name, fault in FAULTS.items() if fault.format == FORMAT])
COPIES = 6
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


def test_a_fault_in_the_first_draw_of_a_hand_lies_at_its_first_event() -> None:
    source = recorded(FORMAT)[0]
    assert source.recorded is not None
    log = LegalRecords(source.recorded, source.rules, Random(1))
    draws = [
        index for index in range(1, len(log.records)) if log.name(index) == "tsumo" and log.name(index - 1) == "haipai"
    ]
    assert [log.at_first(index)[::2] for index in draws] == [(hand, 0) for hand in range(len(source.game.hands))]
