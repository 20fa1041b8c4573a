"""Minimal logs, and loading them into a database."""

from collections.abc import Sequence
from pathlib import Path

from auditor.core.audit.executors import processes
from auditor.core.audit.run import run
from auditor.core.audit.sinks import DatabaseSink
from auditor.core.audit.work import Settings
from auditor.core.results import InputResult
from auditor.core.sources import InputItem, SourceProblem
from auditor.core.store.database import Store
from support.run_settings import run_settings

LOADING = run_settings("auto", "auto", "1")


def tiny_log(seat: int = 0, points: int = 250) -> bytes:
    """An mjlog of one hand that is cut off after two events: dealt hands in order, a draw, a discard."""
    dealt = "".join(f' hai{player}="{",".join(str(tile) for tile in range(player, 52, 4))}"' for player in range(4))
    return (
        '<mjloggm ver="2.3"><GO type="169" lobby="0"/>'
        '<UN n0="A" n1="B" n2="C" n3="D" dan="0,0,0,0" rate="1500,1500,1500,1500" sx="M,M,M,M"/><TAIKYOKU oya="0"/>'
        f'<INIT seed="0,0,0,1,1,130" ten="{points},250,250,250" oya="0"{dealt}/>'
        f"<{'TUVW'[seat]}60/><{'DEFG'[seat]}60/></mjloggm>"
    ).encode()


def load(
    path: Path, inputs: Sequence[InputItem | SourceProblem], jobs: int = 1, settings: Settings = LOADING
) -> list[InputResult]:
    """Audit inputs and load them into a database."""
    with Store(str(path), settings.rules_key, settings.version) as store:
        return list(run(inputs, settings, processes(jobs), DatabaseSink(store, settings)))
