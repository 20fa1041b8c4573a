"""A real server under kills and bad requests, in small (`support/serve_trial.py` is the large version)."""

import os
import signal
from pathlib import Path

import pytest
from support.serve_trial import FAULTY, hostile, kills, load, serving

from auditor import api

pytestmark = pytest.mark.slow


def test_what_is_acknowledged_is_kept_once_whatever_is_killed(tmp_path: Path) -> None:
    outcome = kills(tmp_path, games=60, times=2, seed=3)
    assert (outcome.acknowledged, outcome.wrong) == (60, [])


def test_what_no_client_should_ask_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    api.load([FAULTY], tmp_path / "games.duckdb", jobs=1)
    outcome = hostile(tmp_path, requests=60, seed=4)
    assert outcome.wrong == []
    assert set(outcome.answers) <= {200, 400, 403, 404, 405, 408, 413, 421, 422, 429}
    assert outcome.grown < 200


def test_games_of_several_clients_are_judged(tmp_path: Path) -> None:
    outcome = load(tmp_path, games=40, clients=8)
    assert outcome.games == 40
    assert outcome.per_second > 1


@pytest.mark.skipif(os.name != "posix", reason="these signals are POSIX's")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_it_without_failure(name: str, tmp_path: Path) -> None:
    with serving(tmp_path, "--accept") as (_, process):
        process.send_signal(getattr(signal, name))
        assert process.wait(60) == 0
