"""Compare the output of two versions of the program, to show that a refactoring changed nothing.

    python benchmarks/same.py OLD NEW                             on the fixtures
    python benchmarks/same.py OLD NEW --corpus LOGS               on the fixtures and a folder of other logs
    python benchmarks/same.py OLD NEW --only findings,tables      only some parts of the comparison
    python benchmarks/same.py OLD NEW --corpus LOGS --timing      compare the speed instead

OLD and NEW are checkouts, which are run as plain Python with this interpreter, or installed `auditor` executables. Both
are called with the same arguments. A line is printed for each topic, equal or DIFFERENT; the exit code is 1 if one
differs. The differences are written to the folder that the last line names. Keys that NEW adds at the end of a
finding's JSON object, and columns and tables that it adds, are listed but are no difference.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from comparing import SECONDS, Call, Comparison, Program
from comparing_tables import compare_databases

FIXTURES = Path(__file__).parent.parent / "fixtures"
FORMATS = ("text", "concise", "json", "sarif", "github", "junit")
WRITABLE = ("mjlog", "majiang", "tenhou6", "mjai")
FINDINGS = ("--format", "jsonl", "--notes", "--fail-on", "never")
DATABASE = "x.duckdb"
ROUNDS = 5
SMALL_LOGS = 5  # runs of a small log per round: one is too short to measure
ALLOWED_RATIO = 1.03


class Inputs:
    """The inputs of both programs, by their names in the working folders."""

    def __init__(self, fixtures: Path, corpus: Path | None) -> None:
        self.targets = {"fixtures": fixtures.resolve()} | ({"corpus": corpus.resolve()} if corpus else {})
        self.names = tuple(self.targets)

    def link(self, folder: Path) -> None:
        """Link the inputs into a working folder."""
        for name, target in self.targets.items():
            (folder / name).symlink_to(target, target_is_directory=True)

    def samples(self) -> list[str]:
        """One log from each folder of the fixtures, with a finding if possible."""
        root = self.targets["fixtures"]
        samples = []
        for folder in sorted(path for path in root.iterdir() if path.is_dir()):
            logs = sorted(path for path in folder.rglob("*") if path.is_file())
            firing = [path for path in logs if path.stem == "fires"]
            samples += [f"fixtures/{path.relative_to(root).as_posix()}" for path in (firing or logs)[:1]]
        return samples

    def evening(self) -> str:
        """The folder of a few games for a small report."""
        return "fixtures/evening" if (self.targets["fixtures"] / "evening").is_dir() else "fixtures"

    def timed(self) -> str:
        """The folder of logs for timing."""
        corpus = self.targets.get("corpus")
        if corpus is None:
            return "fixtures"
        return "corpus/mjlog" if (corpus / "mjlog").is_dir() else "corpus"


def compare_findings(comparison: Comparison, inputs: Inputs) -> None:
    """Compare findings as JSON lines, with notes, and what is written to standard error."""
    old, new = comparison.ask("audit", *inputs.names, *FINDINGS)
    reduced, added = without_added_keys(old.stdout, new.stdout)
    note = f"{old.stdout.count(chr(10)):,} findings" + (f"; added keys: {', '.join(added)}" if added else "")
    comparison.compare("findings", {"findings": old.stdout}, {"findings": reduced}, note)
    errors = [SECONDS.sub("in ? s", one.stderr) + f"exit code {one.code}\n" for one in (old, new)]
    comparison.compare("standard error of audit", {"stderr": errors[0]}, {"stderr": errors[1]})


def without_added_keys(old: str, new: str) -> tuple[str, list[str]]:
    """The new findings without keys that are new and come last; and the list of those keys."""
    known: dict[str, None] = {}
    for line in old.splitlines():
        known.update(dict.fromkeys(json.loads(line)))
    added: dict[str, None] = {}
    lines = []
    for line in new.splitlines(keepends=True):
        finding: dict[str, Any] = json.loads(line)
        keys = [key for key in finding if key not in known]
        is_as_written = json.dumps(finding, ensure_ascii=False) == line.rstrip("\n")
        if keys and is_as_written and list(finding)[-len(keys) :] == keys:
            added.update(dict.fromkeys(keys))
            finding = {key: value for key, value in finding.items() if key in known}
            lines.append(json.dumps(finding, ensure_ascii=False) + "\n")
        else:
            lines.append(line)
    return "".join(lines), list(added)


def compare_formats(comparison: Comparison, inputs: Inputs) -> None:
    """Compare the other output formats of findings."""
    audit = ("audit", *inputs.samples(), "--notes", "--fail-on", "never")
    ways = [*(("--format", form) for form in FORMATS), ("--statistics",), ("--verbose",)]
    comparison.compare_calls("formats of findings", ways, audit)


def make_databases(comparison: Comparison, inputs: Inputs) -> tuple[Path, Path]:
    """Let each program make its database on the first call. Returns their paths."""
    paths = comparison.old.folder / DATABASE, comparison.new.folder / DATABASE
    if not any([path.exists() for path in paths]):
        arguments = ("--db", DATABASE, "--with", "turns,walls", *FINDINGS)
        comparison.compare_calls("audit --db, printed", [("audit", *inputs.names, *arguments)])
    return paths


def compare_tables(comparison: Comparison, inputs: Inputs) -> None:
    """Compare all tables and views of the databases."""
    _compare_databases(comparison, "database", *make_databases(comparison, inputs))


def compare_lakes(comparison: Comparison, inputs: Inputs) -> None:
    """Compare the contents of lakes, each merged into a database by the program that made it."""
    arguments = ("--lake", "lake", *FINDINGS)
    comparison.compare_calls("audit --lake, printed", [("audit", *inputs.names, *arguments)])
    merged = "lake.duckdb"
    comparison.compare_calls("merge of the lake, printed", [("merge", "lake", "--db", merged)])
    _compare_databases(comparison, "lake", comparison.old.folder / merged, comparison.new.folder / merged)


def _compare_databases(comparison: Comparison, title: str, old: Path, new: Path) -> None:
    missing = [name for name, path in (("old", old), ("new", new)) if not path.exists()]
    if missing:
        comparison.line(title, False, f"not made by {' and '.join(missing)}")
        return
    for result in compare_databases(old, new):
        comparison.line(f"{title}: {result.table}", result.is_equal, result.details)
        if result.rows:
            comparison.write(title, result.table, result.rows)


def compare_reports(comparison: Comparison, inputs: Inputs) -> None:
    """Compare the report on a few games, and the one on a database of them."""
    games, page, database, of_database = inputs.evening(), "evening.html", "evening.duckdb", "database.html"
    comparison.compare_written("report", page, ("report", games, "--notes", "-o", page))
    # Few games: a page orders them by transaction, and larger loads are split into several by the clock.
    comparison.compare_calls("database of the report, printed", [("audit", games, "--db", database, *FINDINGS)])
    arguments = ("report", "--db", database, "--notes", "-o", of_database)
    comparison.compare_written("report --db", of_database, arguments)


def compare_converted(comparison: Comparison, inputs: Inputs) -> None:
    """Compare all logs converted to each format that can be written."""
    for name in inputs.names:
        for form in WRITABLE:
            folder = f"converted/{name}-{form}/"
            arguments = ("convert", name, "--to", form, "--verbose", "-o", folder)
            comparison.compare_written(f"convert {name} --to {form}", folder, arguments)


def compare_mutants(comparison: Comparison, inputs: Inputs) -> None:
    """Compare the copies with faults."""
    for name in inputs.names:
        folder = f"mutants/{name}/"
        arguments = ("mutate", name, "--each", "1", "--seed", "7", "-o", folder)
        comparison.compare_written(f"mutate {name}", folder, arguments)


def compare_logs(comparison: Comparison, inputs: Inputs) -> None:
    """Compare anonymized logs, hands cut out, and positions as text and picture."""
    for name in inputs.names:
        folder = f"anonymous/{name}/"
        comparison.compare_written(f"anonymize {name}", folder, ("anonymize", name, "-o", folder))
    samples = inputs.samples()
    comparison.compare_calls("cut", [("cut", log, "--hand", "0") for log in samples])
    shown: tuple[Call, ...] = (
        (),
        ("--hand", "0"),
        ("--hand", "0", "--event", "5"),
        ("--finding", "0"),
        ("--finding", "0", "--svg", "-"),
    )
    comparison.compare_calls("show", [("show", log, *options) for log in samples for options in shown])
    walls = [("show", f"{inputs.evening()}/{name}", "--hand", "0", "--wall") for name in _evening_logs(inputs)]
    if walls:
        comparison.compare_calls("show --wall", walls)


def _evening_logs(inputs: Inputs) -> list[str]:
    folder = inputs.targets["fixtures"] / "evening"
    return sorted(path.name for path in folder.glob("*.mjlog"))


def listed(comparison: Comparison, pattern: str, *arguments: str) -> list[str]:
    """The names in a list that the old program prints."""
    return re.findall(pattern, comparison.old.run(*arguments).stdout, re.MULTILINE)


def compare_texts(comparison: Comparison, _: Inputs) -> None:
    """Compare help, and the descriptions of checks, rulesets and queries."""
    commands = listed(comparison, r"^  ([a-z]+) {2,}\S", "--help")
    comparison.compare_calls("help", [("--help",), *((command, "--help") for command in commands)])
    checks = listed(comparison, r"^  ([a-z]+/[a-z-]+) ", "checks")
    comparison.compare_calls("checks", [("checks",), ("checks", "--doubt"), *(("checks", check) for check in checks)])
    rulesets = listed(comparison, r"^([a-z][a-z0-9-]+) {2,}\S", "rulesets")
    comparison.compare_calls("rulesets", [("rulesets",), *(("rulesets", name) for name in rulesets)])
    queries = _query_names(comparison)
    comparison.compare_calls("texts of queries", [("query",), *(("query", name, "--show") for name in queries)])


def compare_queries(comparison: Comparison, inputs: Inputs) -> None:
    """Compare the answers of all named queries on the databases."""
    make_databases(comparison, inputs)
    names = _query_names(comparison)
    comparison.compare_calls("queries", [("query", name, "--db", DATABASE, "--format", "csv") for name in names])


def _query_names(comparison: Comparison) -> list[str]:
    return listed(comparison, r"^  ([a-z][a-z0-9-]+) {2,}\S", "query")


PARTS: dict[str, Callable[[Comparison, Inputs], None]] = {
    "findings": compare_findings,
    "formats": compare_formats,
    "tables": compare_tables,
    "lake": compare_lakes,
    "report": compare_reports,
    "converted": compare_converted,
    "mutants": compare_mutants,
    "logs": compare_logs,
    "texts": compare_texts,
    "queries": compare_queries,
}


def measure(comparison: Comparison, inputs: Inputs, rounds: int) -> None:
    """Print the CPU time of both programs, measured in turns, and the ratio of the medians."""
    print(f"{'median user CPU seconds':<28} {'old':>8} {'new':>8} {'ratio':>6}")
    for title, arguments, repeats in workloads(inputs):
        seconds: dict[Program, list[float]] = {comparison.old: [], comparison.new: []}
        for number in range(rounds):
            turn = (comparison.old, comparison.new) if number % 2 == 0 else (comparison.new, comparison.old)
            for program in turn:
                seconds[program].append(sum([_measure_once(program, arguments) for _ in range(repeats)]) / repeats)
        old, new = (statistics.median(seconds[program]) for program in (comparison.old, comparison.new))
        mark = f"  more than {ALLOWED_RATIO}" if new > ALLOWED_RATIO * old else ""
        print(f"{title:<28} {old:>8.3f} {new:>8.3f} {new / old:>6.3f}{mark}", flush=True)


def workloads(inputs: Inputs) -> Iterator[tuple[str, Call, int]]:
    """Yield the workloads to time: title, call, and number of calls per round."""
    logs = inputs.timed()
    for jobs in ("1", "2"):
        audit = ("audit", logs, "--jobs", jobs, *FINDINGS)
        plural = "job" if jobs == "1" else "jobs"
        yield f"audit {logs}, {jobs} {plural}", audit, 1
        yield f"  with --db, {jobs} {plural}", (*audit, "--db", "timed.duckdb"), 1
    yield "one small log", ("audit", inputs.samples()[0], "--fail-on", "never"), SMALL_LOGS


def _measure_once(program: Program, arguments: Call) -> float:
    (program.folder / "timed.duckdb").unlink(missing_ok=True)
    return program.user_seconds(*arguments)


def read_options(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path, metavar="OLD", help="a checkout or an executable")
    parser.add_argument("new", type=Path, metavar="NEW", help="the version to compare with it, likewise")
    corpus = os.environ.get("AUDITOR_CORPUS") or None
    parser.add_argument(
        "--corpus", type=Path, default=corpus, help="a folder of further logs (default: AUDITOR_CORPUS, if set)"
    )
    parser.add_argument(
        "--fixtures", type=Path, default=FIXTURES, help="another folder of fixtures than this checkout's"
    )
    parser.add_argument("--only", default=",".join(PARTS), metavar="PART,..", help=f"default: {', '.join(PARTS)}")
    parser.add_argument("--output", type=Path, help="a new or empty folder for all outputs, which is kept")
    parser.add_argument("--timing", action="store_true", help="measure CPU time instead of comparing output")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"measurements per call (default: {ROUNDS})")
    options = parser.parse_args(arguments)
    unknown = set(options.only.split(",")) - set(PARTS)
    if unknown:
        parser.error(f"--only: unknown part {', '.join(sorted(unknown))}")
    if options.output and options.output.exists() and any(options.output.iterdir()):
        parser.error(f"--output: {options.output} is not empty")
    return options


def main(arguments: list[str]) -> int:
    """Compare or measure. Returns the exit code."""
    options = read_options(arguments)
    outputs = (options.output or Path(tempfile.mkdtemp(prefix="same-"))).resolve()
    inputs = Inputs(options.fixtures, Path(options.corpus) if options.corpus else None)
    programs = Program(options.old, outputs / "old"), Program(options.new, outputs / "new")
    for title, program in zip(("old", "new"), programs, strict=True):
        inputs.link(program.folder)
        print(f"{title}: {program.run('--version').stdout.strip()}", flush=True)
    comparison = Comparison(*programs, outputs)
    if options.timing:
        measure(comparison, inputs, options.rounds)
    else:
        for part in options.only.split(","):
            PARTS[part](comparison, inputs)
        print(f"{comparison.different} of {comparison.topics} topics differ")
    if options.output or comparison.different:
        print(f"outputs: {outputs}")
    else:
        shutil.rmtree(outputs)
    return 1 if comparison.different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
