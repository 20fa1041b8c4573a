"""One fault, one finding: faults put into Mahjong Soul's records, those made here and, if at hand, real ones.

They may be told by one of several checks, as the place has it; those that one check must tell are in the registry of
`auditor.mutation.faults`.
"""

from pathlib import Path
from random import Random

import pytest
from support import majsoul_more_faults, majsoul_play_faults, majsoul_result_faults
from support.majsoul_samples import Sample, made, real

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.results import NOTE, Finding
from auditor.core.rulesets import choose

FAULTS = majsoul_play_faults.FAULTS | majsoul_result_faults.FAULTS | majsoul_more_faults.FAULTS
COPIES = 5
"""Copies that each fault is put into."""


def findings(sample: Sample) -> list[Finding]:
    games = list(read(sample.written(), "log"))
    assert len(games) == 1, games
    game = games[0]
    assert isinstance(game, Game)
    audit = audit_game(game, choose("auto", game)[0])
    assert not audit.problems
    return [one for one in audit.findings if one.severity != NOTE]


def judge(name: str, samples: list[Sample]) -> int:
    """Put the fault into copies and judge them; returns into how many."""
    choice = Random(name)
    copies = 0
    for _ in range(40 * COPIES):
        sample = choice.choice(samples).copied()
        change = FAULTS[name](sample.records, choice)
        if change is None:
            continue
        hand, checks = change
        found = findings(sample)
        told = [one.check for one in found]
        assert told in [[check] if check else [] for check in checks.split("|")], f"{sample.name}, hand {hand}: {found}"
        assert not found or found[0].hand == hand, f"{sample.name}, hand {hand}: {found}"
        copies += 1
        if copies == COPIES:
            break
    return copies


@pytest.mark.parametrize("sample", made(), ids=[sample.name for sample in made()])
def test_a_game_made_here_is_clean(sample: Sample) -> None:
    assert findings(sample) == []


NOT_IN_EVERY_RECORD = (
    "paishan", "md5", "sha256", "salt", "saltSha256", "zhenting", "operation", "operations", "left_tile_count",
    "tingpais", "opens", "dadian", "qinjia",
)  # fmt: skip


@pytest.mark.parametrize("headless", [False, True])
@pytest.mark.parametrize("sample", made(), ids=[sample.name for sample in made()])
def test_a_game_without_wall_flags_and_offers_is_clean(sample: Sample, headless: bool) -> None:
    bare = Sample(sample.name, None if headless else sample.head, sample.copied().records)
    for _, fields in bare.records:
        for name in NOT_IN_EVERY_RECORD:
            fields.pop(name, None)
    assert findings(bare) == []


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_in_records_made_here_gives_one_finding(name: str) -> None:
    assert judge(name, made()), "no game has a place for this fault"


@pytest.mark.parametrize("name", sorted(FAULTS))
@pytest.mark.slow
def test_a_fault_in_real_records_gives_one_finding(name: str, corpus: Path) -> None:
    samples = [sample for sample in real(corpus) if "testenv" not in sample.name]
    print(f"{name}: {judge(name, samples)} copies")
