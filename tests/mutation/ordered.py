"""A pytest plugin: runs tests in the order that kills a mutant soonest, and ends those that never would.

MUTATION_MAP names a file to write: which tests run which lines, and the processor time of each. MUTATION_ORDER names
one to read: the tests in their order, and how much processor time each may take.
"""

import json
import os
import resource
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

HUNG: Final = 99
"""The exit code where a test took many times its own time."""
MARGIN: Final = 5.0
FACTOR: Final = 20.0
"""A test may take MARGIN seconds and FACTOR times as long as it did unchanged, in time of the processor."""
MEMORY: Final = 8 << 30
"""Bytes that a run may take: a loop may fill lists."""


class Recorder:
    """Notes which tests run which lines of the program."""

    def __init__(self, file: Path) -> None:
        import coverage

        self.file = file
        self.coverage = coverage.Coverage(data_file=None, source=["auditor"], config_file=False)
        self.coverage.start()
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Ask what a test runs."""
        self.coverage.switch_context(item.nodeid)
        start = time.process_time()
        yield
        self.seconds[item.nodeid] = time.process_time() - start

    def pytest_sessionfinish(self) -> None:
        """Write what was found: tests by file and line, as numbers of tests."""
        self.coverage.stop()
        data = self.coverage.get_data()
        names = list(self.seconds)
        numbers = {name: number for number, name in enumerate(names)}
        lines: dict[str, dict[int, list[int]]] = {}
        for file in data.measured_files():
            by_line = data.contexts_by_lineno(file)
            lines[os.path.relpath(file)] = {
                line: sorted([numbers[context] for context in contexts if context in numbers])
                for line, contexts in by_line.items()
            }
        self.file.write_text(json.dumps({"tests": names, "seconds": list(self.seconds.values()), "lines": lines}))


class Orderer:
    """Puts the tests in order and limits the time of each."""

    def __init__(self, file: Path) -> None:
        self.limits: dict[str, float] = json.loads(file.read_text())
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGPROF, lambda *_: os._exit(HUNG))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The tests named, in the order in which they are."""
        places = {name: place for place, name in enumerate(self.limits)}
        items[:] = sorted([item for item in items if item.nodeid in places], key=lambda item: places[item.nodeid])

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """End the run where a test loops."""
        signal.setitimer(signal.ITIMER_PROF, MARGIN + FACTOR * self.limits.get(item.nodeid, MARGIN))
        yield
        signal.setitimer(signal.ITIMER_PROF, 0)


def pytest_configure(config: Any) -> None:
    """Take part where asked to."""
    if "MUTATION_MAP" in os.environ:
        config.pluginmanager.register(Recorder(Path(os.environ["MUTATION_MAP"])))
    if "MUTATION_ORDER" in os.environ:
        config.pluginmanager.register(Orderer(Path(os.environ["MUTATION_ORDER"])))
