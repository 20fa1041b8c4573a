"""A stand-in for the work of a process that dies on one input, as a fault in a C library would make it."""

import os

from auditor.audit.worker import Outcome, Settings, Work, audit_chunk


def crash_on_marked_input(works: list[Work], settings: Settings) -> Outcome:
    """Audit as ever, but kill the process where an input holds the word ``crash``."""
    if any(work.data is not None and b"crash" in work.data for work in works):
        os._exit(1)
    return audit_chunk(works, settings)
