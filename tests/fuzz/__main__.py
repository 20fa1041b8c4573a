"""Fuzzes the readers and the audit with inputs that know what a log looks like (it is no part of the tests)::

    python -m tests.fuzz --minutes 30                every format in turn; what failed goes into fuzz-failures/
    python -m tests.fuzz --runs 20000 --digest       the same inputs everywhere: one digest of all that was found
    python -m tests.fuzz --only mjlog 4711           one input again

The program is the installed one, compiled or plain, not the sources beside. Every input must end in games, problems and
findings: a fault of the program, two seconds of a processor, and 512 MiB are failures.
"""

import argparse
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
from auditor.audit.game import audit_game  # noqa: E402
from auditor.events import Game  # noqa: E402
from auditor.formats import FORMAT_BY_NAME, read  # noqa: E402
from auditor.rulesets import choose  # noqa: E402
from auditor.sources import InputItem, Limits  # noqa: E402
from auditor.sources.items import Budget  # noqa: E402
from auditor.sources.packings import unpack_stream  # noqa: E402
from fuzz import mutations, seeds  # noqa: E402

FORMATS: Final = (*FORMAT_BY_NAME, "archive")
SECONDS: Final = 2.0
MOST_MEMORY: Final = 512 << 10
"""In the unit of ``ru_maxrss``."""
_FAULTS: Final = ("reader failed", "internal error")


class HangError(Exception):
    """An input takes too long."""


def _stop(*_: object) -> None:
    raise HangError


def input_of(format: str, number: int) -> bytes:
    """The input of a number, always the same."""
    choice = Random(f"{format} {number}")
    found = seeds.seeds(format)
    return mutations.changed(choice.choice(found), found, choice)


def found_in(format: str, data: bytes) -> Iterator[str]:
    """All that the program says of an input. Raises AssertionError for a fault of the program."""
    for item in unpack_stream("log", "", BytesIO(data), Budget(Limits(), len(data))):
        if not isinstance(item, InputItem):
            yield f"{item.member} {item.message}"
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


class Fuzzer:
    """Runs inputs, counts them, and keeps those that fail. folder: where to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.digests = {format: sha256() for format in FORMATS}
        self.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def run(self, format: str, number: int) -> None:
        """Run an input by its number."""
        data = input_of(format, number)
        self.runs[format] += 1
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            for text in found_in(format, data):
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
        self.folder.mkdir(exist_ok=True)
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
    parser.add_argument("--digest", action="store_true", help="print a digest of all that was found")
    parser.add_argument("--only", nargs=2, metavar=("FORMAT", "NUMBER"), help="one input; what is found is printed")
    parser.add_argument("--failures", type=Path, default=Path("fuzz-failures"), help="the folder for what failed")
    options = parser.parse_args()
    signal.signal(signal.SIGPROF, _stop)
    if options.only:
        print(*found_in(options.only[0], input_of(options.only[0], int(options.only[1]))), sep="\n")
        return 0
    print(f"auditor of {Path(auditor.__file__).parent}, {'compiled' if is_compiled() else 'plain'}", flush=True)
    fuzzer = Fuzzer(options.failures)
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
    from auditor.formats.format import IS_COMPILED

    return IS_COMPILED


if __name__ == "__main__":
    sys.exit(main())
