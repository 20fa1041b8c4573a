"""Fuzzes the readers and the audit with inputs that know what a log looks like (it is no part of the tests)::

    python -m tests.fuzz --minutes 30                every format in turn; what failed goes into fuzz-failures/
    python -m tests.fuzz --minutes 30 --load         the same, into rows, too; assumed rules are judged again
    python -m tests.fuzz --runs 20000 --digest       the same inputs everywhere: one digest of all that was found
    python -m tests.fuzz --only mjlog 4711           one input again
    python -m tests.fuzz --formats ruleset,ids       what is given beside logs, by the commands that read it

The program is the installed one, compiled or plain, not the sources beside. Every input must end in games, problems and
findings: a fault of the program, two seconds of a processor, and 512 MiB are failures. Compiled code that goes on for
ever asks for no signals: the system ends the fuzzer then, and the file ``running`` beside the failures names the input.
"""

import argparse
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

ROOT = Path(__file__).parents[2]
sys.path[:1] = [str(ROOT / "tests")]

import auditor  # noqa: E402
from auditor.core.audit.game import audit_game  # noqa: E402
from auditor.core.audit.work import Settings, SinkSpec, WorkUnit  # noqa: E402
from auditor.core.audit.worker import judge_unit  # noqa: E402
from auditor.core.events import Game  # noqa: E402
from auditor.core.reading import FORMAT_BY_NAME, read  # noqa: E402
from auditor.core.rulesets import choose  # noqa: E402
from auditor.core.sources import InputItem, Limits  # noqa: E402
from auditor.core.sources.items import Budget  # noqa: E402
from auditor.core.sources.packings import unpack_stream  # noqa: E402
from auditor.unknown_rules import revise_findings  # noqa: E402
from fuzz import beside, mutations, seeds  # noqa: E402

FORMATS: Final = (*FORMAT_BY_NAME, "archive", "held", *beside.COMMANDS)
SECONDS: Final = 2.0
LAST_SECONDS: Final = 30
MOST_MEMORY: Final = 512 << 10
"""In the unit of ``ru_maxrss``."""
_FAULTS: Final = ("reader failed", "internal error")
_SETTINGS: Final = Settings("auto", revise_findings, extras=("turns", "walls"))
_ROWS: Final = SinkSpec(has_rows=True)


class HangError(Exception):
    """An input takes too long."""


def _stop(*_: object) -> None:
    raise HangError


def input_of(format: str, number: int) -> bytes:
    """The input of a number, always the same."""
    if format in beside.COMMANDS:
        return beside.input_of(format, number)
    choice = Random(f"{format} {number}")
    found = seeds.seeds(format)
    return mutations.changed(choice.choice(found), found, choice)


def found_in(format: str, data: bytes, is_loaded: bool = False) -> Iterator[str]:
    """All that the program says of an input. is_loaded: made into rows, too. Raises AssertionError for its faults."""
    if format in beside.COMMANDS:
        yield from beside.output_of(format, data)
        return
    for item in unpack_stream("log", "", BytesIO(data), Budget(Limits(), len(data))):
        if not isinstance(item, InputItem):
            yield f"{item.member} {item.message}"
            continue
        if is_loaded:
            yield from _loaded(item)
            continue
        for one in read(item.data, "2020010203gm-00a9-0000-00000001.log"):
            if not isinstance(one, Game):
                assert not any([fault in one.message for fault in _FAULTS]), str(one)
                yield str(one)
                continue
            audit = audit_game(one, choose("auto", one)[0])
            assert not audit.problems, str(audit.problems[0])
            yield f"{one.format} {audit.ruleset.name} {[len(hand.events) for hand in one.hands]}"
            yield from [
                f"{finding.check} {finding.hand} {finding.seat} {finding.event} {finding.message}"
                for finding in audit.findings
            ]


def _loaded(item: InputItem) -> Iterator[str]:
    for result in judge_unit(WorkUnit(0, (item,)), _SETTINGS, _ROWS).results:
        for problem in result.problems:
            assert not any([fault in problem.message for fault in _FAULTS]), str(problem)
            yield str(problem)
        yield from [f"{finding.check} {finding.message}" for game in result.games for finding in game.findings]


class Fuzzer:
    """Runs inputs, counts them, and keeps those that fail. folder: where to. is_loaded: as in `found_in`."""

    def __init__(self, folder: Path, is_loaded: bool) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.is_loaded = is_loaded
        self.running = os.open(folder / "running", os.O_WRONLY | os.O_CREAT)
        self.runs: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.digests = {format: sha256() for format in FORMATS}
        self.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def run(self, format: str, number: int) -> None:
        """Run an input by its number."""
        data = input_of(format, number)
        self.runs[format] += 1
        began = time.process_time()
        os.pwrite(self.running, f"{format} {number}".ljust(30).encode(), 0)
        resource.setrlimit(resource.RLIMIT_CPU, (int(began) + LAST_SECONDS, resource.RLIM_INFINITY))
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            for text in found_in(format, data, self.is_loaded):
                self.digests[format].update(text.encode("utf-8", "backslashreplace") + b"\n")
        except HangError:
            self._fail(format, number, data, "hang")
        except Exception as error:
            self._fail(format, number, data, f"crash {type(error).__name__} {error}")
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if time.process_time() - began > SECONDS:  # where compiled code asks for no signals
            self._fail(format, number, data, "hang")
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if memory > MOST_MEMORY and memory > self.memory:
            self._fail(format, number, data, f"memory {memory >> 10} MiB")
        self.memory = max(memory, self.memory)

    def _fail(self, format: str, number: int, data: bytes, why: str) -> None:
        self.failures[f"{format} {why.split()[0]}"] += 1
        (self.folder / f"{format}-{number}").write_bytes(data)
        print(f"{format} {number}: {why[:300]}", flush=True)

    def print_report(self) -> None:
        """Say how much was run, and what failed."""
        for format in FORMATS:
            print(f"{format}: {self.runs[format]:,} runs")
        print(f"in all {self.runs.total():,} runs, at most {self.memory >> 10} MiB")
        print(*[f"{count:,} x {what}" for what, count in self.failures.items()] or ["no failure"], sep="\n")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--minutes", type=float, help="how long to go on")
    parser.add_argument("--runs", type=int, help="how many inputs of each format")
    parser.add_argument("--start", type=int, default=0, help="the number of the first input")
    parser.add_argument("--formats", default=",".join(FORMATS), help="which formats, joined by commas")
    parser.add_argument("--load", action="store_true", help="make rows for a database, too")
    parser.add_argument("--digest", action="store_true", help="print a digest of all that was found")
    parser.add_argument("--only", nargs=2, metavar=("FORMAT", "NUMBER"), help="one input; what is found is printed")
    parser.add_argument("--failures", type=Path, default=Path("fuzz-failures"), help="the folder for what failed")
    options = parser.parse_args()
    signal.signal(signal.SIGPROF, _stop)
    if options.only:
        print(*found_in(options.only[0], input_of(options.only[0], int(options.only[1])), options.load), sep="\n")
        return 0
    print(f"auditor of {Path(auditor.__file__).parent}, {'compiled' if is_compiled() else 'plain'}", flush=True)
    fuzzer = Fuzzer(options.failures, options.load)
    end = None if options.minutes is None else time.monotonic() + 60 * options.minutes
    number = options.start
    formats = options.formats.split(",")
    while (end is None or time.monotonic() < end) and (options.runs is None or number < options.start + options.runs):
        for format in formats:
            fuzzer.run(format, number)
        number += 1
    fuzzer.print_report()
    if options.digest:
        for format in formats:
            print(f"{format}: {fuzzer.digests[format].hexdigest()}")
        print(f"digest {sha256(''.join([fuzzer.digests[one].hexdigest() for one in formats]).encode()).hexdigest()}")
    return 1 if fuzzer.failures else 0


def is_compiled() -> bool:
    """Whether the installed program is compiled."""
    from auditor.core.reading.format import IS_COMPILED

    return IS_COMPILED


if __name__ == "__main__":
    sys.exit(main())
