"""A worker function whose process dies on one input, as a fault in a C library would make it."""

import os
from pathlib import Path

from auditor.core.audit.work import Settings, SinkSpec, UnitResult, WorkUnit
from auditor.core.audit.worker import judge_unit
from auditor.core.sources import Input, InputAddress, InputItem


def crash_on_marked_input(unit: WorkUnit, settings: Settings, spec: SinkSpec) -> UnitResult:
    """Judge as usual, but kill the process if an input contains the word ``crash``."""
    if any([b"crash" in content_of(one) for one in unit.inputs]):
        os._exit(1)
    return judge_unit(unit, settings, spec)


def content_of(one: Input) -> bytes:
    """The bytes of an input, or of the file at an address."""
    if isinstance(one, InputAddress):
        return Path(one.path).read_bytes()
    return one.data if isinstance(one, InputItem) else b""
