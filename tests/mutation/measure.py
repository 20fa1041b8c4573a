"""Mutation testing: how many small faults put into the program does the suite find, without any real logs?

    pip install -e '.[mutation]'
    python tests/mutation/measure.py --mutants 400

Mutants are drawn from the program by a fixed seed, and each is put into a copy of the project in which the tests run
that run the changed line, fast ones first: no other test of the same process could see the change. Those that run it in
another process are not counted. What is found is kept in the folder (``--folder``): the same command goes on
where it was ended, and a change of program or tests starts anew. The report names the mutants that survive, but for
those in ``equivalent.toml``, which change nothing that anyone could see.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import tomllib
from collections import Counter
from hashlib import sha256
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Final

from mutants import MUTATED, Mutant, sample
from ordered import HUNG

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
PATIENCE: Final = 3600
"""Seconds after which a run is taken for hung that does not compute."""
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"


class Suite:
    """The tests of a copy. tests, seconds: names and times. lines: by file and line the numbers of the tests."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.tests: list[str] = found["tests"]
        self.seconds: list[float] = found["seconds"]
        self.lines: dict[str, dict[str, list[int]]] = found["lines"]

    def covering(self, mutant: Mutant) -> list[int]:
        """The tests that run the changed lines, fast first.

        For lines that run at import, all tests, those that run any line of the file before the others: what a
        declaration says can be read without running a line.
        """
        lines = self.lines.get(mutant.path, {})
        found = {test for line in mutant.lines for test in lines.get(str(line), ())}
        if found:
            return sorted(found, key=self.seconds.__getitem__)
        near = {test for tests in lines.values() for test in tests}
        return sorted(range(len(self.tests)), key=lambda test: (test not in near, self.seconds[test]))

    def files(self, covering: list[int]) -> list[str]:
        """The files of these tests."""
        return sorted({_file(self.tests[test]) for test in covering})

    def order(self, covering: list[int]) -> dict[str, float]:
        """These tests with their times, in their order."""
        return {self.tests[test]: self.seconds[test] for test in covering}


def _file(test: str) -> str:
    return test.split("::")[0]


class Copy:
    """A copy of the project, for one mutant at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, arguments: list[str], **variables: str) -> int:
        """Run tests; the exit code, HUNG where they do not end. What they say is in the file beside the copy."""
        environment = {name: value for name, value in os.environ.items() if name != "AUDITOR_CORPUS"}
        environment |= {"PYTHONPATH": os.pathsep.join([str(self.folder), str(HERE)]), **variables}
        command = [
            sys.executable, "-m", "pytest", "-x", "-q", "-m", "", "--no-header", "--tb=short", "-p", "ordered",
            f"--basetemp={self.folder.with_suffix('.tmp')}", *arguments,
        ]  # fmt: skip
        with self.folder.with_suffix(".log").open("w") as log:
            process = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
            try:
                return process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                return HUNG
            finally:
                with_children_ended(process)

    def judge(self, mutant: Mutant, suite: Suite) -> str:
        """Put a mutant in, and see whether the tests find it."""
        covering = suite.covering(mutant)
        order = self.folder.with_suffix(".order")
        order.write_text(json.dumps(suite.order(covering)))
        place = self.folder / mutant.path
        original = place.read_text("utf-8")
        place.write_text(mutant.code(), "utf-8")
        try:
            code = self.run(
                [*suite.files(covering), "-p", "no:cacheprovider"],
                MUTATION_ORDER=str(order),
                PYTHONDONTWRITEBYTECODE="1",
            )
            if code == HUNG:
                return TIMEOUT
            return KILLED if code else SURVIVED
        finally:
            place.write_text(original, "utf-8")


def with_children_ended(process: "subprocess.Popen[bytes]") -> None:
    """End a process with all that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()


def project_files() -> list[str]:
    """The files of the project, those not yet committed too."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def prepared(folder: Path, jobs: int) -> tuple[list[Copy], Suite]:
    """Copies of the project in which the unchanged suite passes, and what it runs."""
    first = folder / "copy-0"
    record = folder / "map.json"
    if not record.exists():
        shutil.rmtree(first, ignore_errors=True)
        for name in project_files():
            (first / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, first / name)
        # Compiled code that is known by its content: the clock may not tell two changes of a file apart.
        compiled = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "auditor"]
        subprocess.run(compiled, cwd=first, check=True)
        print("running the unchanged suite ...", flush=True)
        if Copy(first).run([], MUTATION_MAP=str(folder / "map.new")):
            raise SystemExit(f"the unchanged suite fails: see {first.with_suffix('.log')}")
        (folder / "map.new").rename(record)
    copies = [Copy(first)]
    for number in range(1, jobs):
        other = folder / f"copy-{number}"
        if not other.exists():
            shutil.copytree(first, other, symlinks=True)
        copies.append(Copy(other))
    for copy in copies:  # a run that was ended may have left a mutant in
        for name in project_files():
            if name.startswith("auditor/"):
                shutil.copy2(ROOT / name, copy.folder / name)
    return copies, Suite(json.loads(record.read_text()))


def judge_all(mutants: list[Mutant], copies: list[Copy], suite: Suite, file: Path) -> dict[str, str]:
    """The outcome of each mutant by its key; those told in the file already are not run again."""
    outcomes: dict[str, str] = {}
    if file.exists():
        outcomes = {one["key"]: one["outcome"] for one in map(json.loads, file.read_text("utf-8").splitlines())}
    waiting: Queue[Mutant] = Queue()
    for mutant in mutants:
        if mutant.key not in outcomes:
            waiting.put(mutant)
    lock = threading.Lock()

    def work(copy: Copy) -> None:
        while True:
            try:
                mutant = waiting.get_nowait()
            except Empty:
                return
            outcome = copy.judge(mutant, suite)
            with lock, file.open("a", encoding="utf-8") as stream:
                outcomes[mutant.key] = outcome
                stream.write(json.dumps({"key": mutant.key, "outcome": outcome}) + "\n")
                print(f"{len(outcomes)}/{len(mutants)} {outcome} {mutant.key}", flush=True)

    threads = [threading.Thread(target=work, args=(copy,), daemon=True) for copy in copies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def equivalents() -> set[tuple[str, str, str]]:
    """The mutants known to change nothing: file, and the changed lines before and after."""
    known = tomllib.loads((HERE / "equivalent.toml").read_text("utf-8")).get("mutant", [])
    return {(one["path"], one["before"], one["after"]) for one in known}


def changed_lines(diff: str) -> tuple[str, str]:
    """What a diff takes away and puts in, without indentation."""
    lines = diff.splitlines()[3:]
    return tuple(  # type: ignore[return-value]
        "\n".join([line[1:].strip() for line in lines if line.startswith(sign)]) for sign in "-+"
    )


def report(mutants: list[Mutant], outcomes: dict[str, str]) -> str:
    """Counts by part of the program, and the diffs of what was not killed."""
    known = equivalents()
    counts: dict[str, Counter[str]] = {}
    shown = []
    for mutant in mutants:
        outcome = outcomes[mutant.key]
        part = mutant.path.split("/")[1]
        if outcome != KILLED:
            diff = mutant.diff()
            if outcome == SURVIVED and (mutant.path, *changed_lines(diff)) in known:
                outcome = "equivalent"
            shown.append((outcome, f"{outcome}: {mutant.key}\n{diff}\n"))
        counts.setdefault(part, Counter())[outcome] += 1
    lines = []
    for part, count in [*sorted(counts.items()), ("all", sum(counts.values(), Counter()))]:
        found = count[KILLED] + count[TIMEOUT]
        judged = count.total() - count["equivalent"]
        share = f"{100 * found / judged:.1f} %" if judged else "-"
        lines.append(
            f"{part:10} {count.total():4} mutants: {count[KILLED]} killed, {count[TIMEOUT]} never ended, "
            f"{count[SURVIVED]} survived, {count['equivalent']} equivalent: {share} found"
        )
    return "\n".join([*lines, "", *[text for _, text in sorted(shown)]])


def main() -> None:
    """Measure, and write the report into the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutation")
    parser.add_argument("--only", nargs="*", default=MUTATED, help=f"folders and files under auditor/: {MUTATED}")
    given = parser.parse_args()
    digest = sha256(b"".join([name.encode() + (ROOT / name).read_bytes() for name in sorted(project_files())]))
    folder = given.folder.resolve() / digest.hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    copies, suite = prepared(folder, given.jobs)
    mutants = sample(copies[0].folder, given.mutants, given.seed, tuple(given.only))
    text = report(mutants, judge_all(mutants, copies, suite, folder / "outcomes.jsonl"))
    (folder / "report.txt").write_text(text, "utf-8")
    print(text)
    print(f"written to {folder / 'report.txt'}")


if __name__ == "__main__":
    main()
