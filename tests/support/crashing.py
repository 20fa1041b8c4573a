"""A worker function whose process dies on one input, as a fault in a C library would make it."""

import os

from auditor.audit.work import Settings, SinkSpec, UnitResult, WorkUnit
from auditor.audit.worker import judge_unit
from auditor.sources import InputItem


def crash_on_marked_input(unit: WorkUnit, settings: Settings, spec: SinkSpec) -> UnitResult:
    """Judge as usual, but kill the process if an input contains the word ``crash``."""
    if any(isinstance(one, InputItem) and b"crash" in one.data for one in unit.inputs):
        os._exit(1)
    return judge_unit(unit, settings, spec)
