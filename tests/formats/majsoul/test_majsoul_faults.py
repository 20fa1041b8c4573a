"""One fault, one finding: faults put into Mahjong Soul's records, those made here and, if at hand, real ones."""

from functools import cache
from itertools import islice, pairwise
from pathlib import Path

import pytest
from support.legal_games import legal_records, recorded
from support.majsoul_samples import Sample, made, real
from support.told_faults import assert_told, copies

from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.results import NOTE, Finding
from auditor.core.rulesets import choose
from auditor.formats import majsoul
from auditor.mutation.faults import FAULTS
from auditor.mutation.mutate import LegalSource
from auditor.mutation.recorded import RECORD_SPLITTERS

OF_RECORDS = sorted([name for name, fault in FAULTS.items() if fault.format == majsoul.NAME])
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


@pytest.mark.parametrize("sample", made(), ids=[sample.name for sample in made()])
def test_a_game_made_here_is_clean_and_a_wrong_field_is_told_once(sample: Sample) -> None:
    assert findings(sample) == []
    for index, (name, record) in enumerate(sample.records):
        for place, one in enumerate(record["hules"] if name == "RecordHule" else ()):
            for field, wrong, check in (
                ("liqi", True, "log/contradiction"), ("qinjia", True, "log/contradiction"),
                ("doras", [], "dora/timing"), ("fu", 0, "win/value"),
            ):  # fmt: skip
                other = sample.copied()
                other.records[index][1]["hules"][place][field] = wrong
                due = [] if one.get(field) == wrong or (field == "fu" and one["yiman"]) else [check]
                assert [finding.check for finding in findings(other)] == due, (field, one)
    starts = [index for index, (name, _) in enumerate(sample.records) if name == "RecordNewRound"]
    for first, end in pairwise([*starts[1:], len(sample.records)]):  # the points are given again after a stick
        paid = [record["liqi"]["seat"] for _, record in sample.records[first:end] if record.get("liqi")]
        other = sample.copied()
        other.records[first][1]["scores"][paid[0] if paid else 0] += 100
        assert [finding.check for finding in findings(other)] == ["game/carry"]
    if sample.records[-1][0] == "RecordHule":
        other = sample.copied()
        for field in ("delta_scores", "scores"):  # and after a win
            other.records[-1][1][field][other.records[-1][1]["hules"][0]["seat"]] += 300
        assert [finding.check for finding in findings(other)] == ["pay/win"]


NOT_IN_EVERY_RECORD = (
    "paishan", "md5", "sha256", "salt", "saltSha256", "zhenting", "operation", "operations", "left_tile_count",
    "qinjia",
)  # fmt: skip


@pytest.mark.parametrize("headless", [False, True])
@pytest.mark.parametrize("sample", made(), ids=[sample.name for sample in made()])
def test_a_game_without_wall_flags_and_offers_is_clean(sample: Sample, headless: bool) -> None:
    bare = Sample(sample.name, None if headless else sample.head, sample.copied().records)
    for _, fields in bare.records:
        for name in NOT_IN_EVERY_RECORD:
            fields.pop(name, None)
    assert findings(bare) == []


@pytest.mark.parametrize("name", OF_RECORDS)
def test_a_fault_in_records_made_here_is_told_once(name: str) -> None:
    found = list(islice(copies(FAULTS[name], recorded(majsoul.NAME), majsoul.NAME), COPIES))
    assert found, "no game has a place for this fault"
    for copy, legal in found:
        assert_told(FAULTS[name], copy, legal.rules)


@cache
def real_games(corpus: Path) -> list[LegalSource]:
    samples = [sample for sample in real(corpus) if "testenv" not in sample.name]
    return [legal_records(one) for sample in samples for one in RECORD_SPLITTERS[majsoul.NAME](sample.written())]


@pytest.mark.parametrize("name", OF_RECORDS)
@pytest.mark.slow
def test_a_fault_in_real_records_is_told_once(name: str, corpus: Path) -> None:
    for copy, legal in islice(copies(FAULTS[name], real_games(corpus), majsoul.NAME), COPIES):
        assert_told(FAULTS[name], copy, legal.rules)
