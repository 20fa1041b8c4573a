"""What tests of lakes share: small parts, and what a database holds of the same logs."""

import pytest
from support.lakes import BATCH, LOGS, loaded

from auditor.audit import work as planning
from auditor.audit import worker as working


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "LAKE_UNIT_INPUTS", BATCH)
    monkeypatch.setattr(working, "PART_INPUTS", BATCH)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, int]]:
    return loaded(tmp_path_factory.mktemp("lake") / "x.duckdb", LOGS)
