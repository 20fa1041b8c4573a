"""The pytest plugin: logs as tests, and the fixture ``audited`` for logs in memory.

    pytest --auditor-logs engine_logs/ [--auditor-rules NAME]

Each log below a path of ``--auditor-logs`` is a test. It fails if ``auditor audit`` finds faults in it, and reports
them in the same text. Logs that carry a verdict (`auditor.core.reading.embedded_verdict`) are compared with that, and
are tests wherever pytest collects files.
"""

import os
import shlex
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Final

import msgspec
import pytest

from auditor.core.audit.game import Audit, audit_game
from auditor.core.audit.worker import game_result
from auditor.core.checks import BY_ID, selected_checks
from auditor.core.errors import NotALog, Problem
from auditor.core.events import Game
from auditor.core.program import PROGRAM, UserError
from auditor.core.project import FAILS_ON, Config, at_least, find_config
from auditor.core.reading import FORMAT_BY_NAME, FORMATS, detect, is_called_log
from auditor.core.reading.embedded_verdict import JUDGED_BY, VERDICT_SUFFIX
from auditor.core.reading.logs import Data, data_bytes, parse_logs
from auditor.core.results import InputResult, ReportedFinding
from auditor.core.rulesets import AUTO, choose, settings_key
from auditor.core.sources import STANDARD_INPUT, input_name, open_sources
from auditor.core.sources.items import ReadItem
from auditor.core.sources.marks import MAGIC_BYTES, is_packed
from auditor.core.text import plural
from auditor.output.baseline import KnownFindings, read_baseline
from auditor.output.findings_text import TextWriter
from auditor.output.location import problem_text
from auditor.regression.verify import Verified, audit_each, by_comment, ruleset_of, verify


class Judge:
    """How logs are judged: by the settings of a project, and a ruleset that may replace theirs. Raises RulesetError,
    SelectionError and BaselineError for settings that cannot be used.
    """

    def __init__(self, settings: Config | None = None, rules: str | None = None) -> None:
        defaults = {} if settings is None else settings.defaults()
        self.rules: str = rules or defaults.get("rules", AUTO)
        settings_key(self.rules)
        self.severities = at_least(defaults.get("fail_on", FAILS_ON))
        self.chosen = selected_checks(defaults.get("select"), defaults.get("ignore"))
        self.known: KnownFindings | None = read_baseline(defaults["baseline"]) if "baseline" in defaults else None

    def results(self, items: Sequence[ReadItem]) -> list[InputResult]:
        """Audit inputs; returns the result of each."""
        return audit_each(list(items), self.rules)

    def faults(self, results: Sequence[InputResult]) -> list[ReportedFinding]:
        """The faults in results. Call it once for each result: a baseline counts off each finding it knows."""
        return [one for result in results for one in self._faults(result)]

    def _faults(self, result: InputResult) -> Iterator[ReportedFinding]:
        new = result if self.known is None else self.known.without(result)
        for one in new.findings():
            if one.finding.severity in self.severities and one.finding.check in self.chosen:
                yield one


def fault_text(results: Sequence[InputResult], faults: Sequence[ReportedFinding], rules: str) -> str:
    """The faults and problems of logs as text; "" without any. The first line names the checks. rules: the ruleset for
    the commands that show the findings.
    """
    lines = [problem_text(result, problem) for result in results for problem in result.problems]
    counts = [f"{check} ({count})" if count > 1 else check for check, count in fault_counts(faults).items()]
    return "\n".join(filter(None, [", ".join(counts), *lines, finding_text(faults, rules)]))


def fault_counts(faults: Sequence[ReportedFinding]) -> dict[str, int]:
    """How many faults each check reports, in their order."""
    return dict(Counter([one.finding.check for one in faults]))


def finding_text(findings: Sequence[ReportedFinding], rules: str) -> str:
    """Findings in the text format, each with the command that shows it."""
    text = StringIO()
    writer = TextWriter(text.write, PROGRAM, rules)
    for one in findings:
        writer.finding(*one)
    return text.getvalue().rstrip()


def difference_text(one: Verified, rulesets: str | None) -> str:
    """How a log differs from the verdict that it carries, and what cannot be read; "" where nothing differs."""
    lines = [f"{one.path}: {problem}" for problem in one.problems]
    if one.expected is None:
        return "\n".join(lines or [f"{one.path}: carries no verdict; auditor verify --write puts today's in"])
    lines += [f"not found: {due}, judged by {one.expected.rules}" for due in one.missing]
    if one.unexpected:
        rules = ruleset_of(one.expected.rules, one.path, rulesets)
        lines += ["found, and not in its verdict:", "", finding_text(one.unexpected, rules)]
    return "\n".join(lines)


class Audited:
    """Audits logs, and fails the calling test if they have faults; a log with faults is written into a file. judge: how
    logs are judged. folders: where faulty logs are written.
    """

    def __init__(self, judge: Judge, folders: pytest.TempPathFactory) -> None:
        self.judge = judge
        self.folders = folders

    def __call__(self, log: Data | Game, rules: str | None = None, name: str = "log") -> list[Audit]:
        """The audit of each game of a log. rules: the ruleset instead of the run's. name: the name of the log's file.
        Fails the test for findings at least as grave as the project's ``fail-on``, and for what cannot be read. Raises
        RulesetError, and TypeError for what is no log.
        """
        __tracebackhide__ = True
        chosen = self.judge.rules if rules is None else rules
        data = None if isinstance(log, Game) else data_bytes(log)
        games = [log] if isinstance(log, Game) else [one.found for one in parse_logs(data or b"", name)]
        problems = [one for one in games if isinstance(one, Problem)]
        audits = [audit_game(one, choose(chosen, one)[0]) for one in games if isinstance(one, Game)]
        result = _result(STANDARD_INPUT, name, audits, problems)
        faults = self.judge.faults([result])
        if faults or result.problems:
            path = self._write(log, name) if isinstance(log, Game) else self._file(data or b"", name)
            saved = msgspec.structs.replace(result, path=path)
            pytest.fail(fault_text([saved], [one._replace(result=saved) for one in faults], chosen))
        return audits

    def _write(self, game: Game, name: str) -> str:
        """Write a game into a file, in its format or one that holds any play. Returns its path, or "-"."""
        for format in [FORMAT_BY_NAME[game.format], *[one for one in FORMATS if one.holds_any_play]]:
            try:
                return self._file(format.write(game, "").encode("utf-8", "replace"), f"{name}{format.ending}")
            except ValueError:
                continue
        return STANDARD_INPUT

    def _file(self, data: bytes, name: str) -> str:
        path: Path = self.folders.mktemp("auditor") / name.replace("/", "_").replace("\\", "_")
        path.write_bytes(data)
        return str(path)


def _result(path: str, name: str, audits: list[Audit], problems: list[Problem]) -> InputResult:
    """The audits of an input as a result. path: of the input. name: what to call a log without an id."""
    games = [game_result(number, audit.game.log_id or name, audit) for number, audit in enumerate(audits)]
    wrong = [*problems, *[problem for audit in audits for problem in audit.problems]]
    return InputResult(path, None, games=games, problems=wrong)


VERDICT_ENDINGS: Final = (".mjlog", ".mjson", ".json", ".jsonl")
"""Endings of files that are searched for a verdict in the log."""

LOG_PROPERTY: Final = "auditor log"
"""The user property of a test with the log it judges; each check with faults is another, with their number."""

_HEAD: Final = 1 << 16
_judges: Final = pytest.StashKey[Judge]()
_archives: Final = pytest.StashKey["dict[str, Archive]"]()


class LogFindingError(Exception):
    """The faults of a log; the message is the text of ``auditor audit``."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the plugin."""
    group = parser.getgroup("auditor", "logs of riichi mahjong as tests")
    group.addoption("--auditor-logs", action="append", default=[], metavar="PATH", dest="auditor_logs",
                    help="Make each log in this file, folder or archive a test; may be repeated.")  # fmt: skip
    group.addoption("--auditor-rules", metavar="auto|NAME|FILE", dest="auditor_rules",
                    help="What judges them. Default: the rules of [tool.auditor], else what a log says.")  # fmt: skip
    group.addoption("--auditor-rulesets", metavar="FOLDER", dest="auditor_rulesets",
                    help="Where the rulesets lie (NAME.toml) that verdicts name.")  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Add the paths of ``--auditor-logs`` to those that pytest collects."""
    if paths := config.getoption("auditor_logs"):
        judge_of(config)
        config.args += [path for path in paths if path not in config.args]


def judge_of(config: pytest.Config) -> Judge:
    """The judge of this run, made on first use. Raises pytest's UsageError."""
    if _judges not in config.stash:
        try:
            config.stash[_judges] = Judge(find_config(config.rootpath), config.getoption("auditor_rules"))
        except UserError as error:
            raise pytest.UsageError(f"auditor: {error}") from None
    return config.stash[_judges]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "LogFile | None":
    """The collector for a file of logs: one of ``--auditor-logs``, or one with a verdict."""
    config = parent.config
    named = [Path(os.path.abspath(path)) for path in config.getoption("auditor_logs")]
    is_named = any([file_path == path or path in file_path.parents for path in named])
    companion = file_path.with_name(file_path.name + VERDICT_SUFFIX)
    if file_path.name.endswith(VERDICT_SUFFIX):
        log = file_path.with_name(file_path.name.removesuffix(VERDICT_SUFFIX))
        return None if is_named and os.path.exists(log) else LogFile.of(parent, file_path, log)
    if is_named:
        return LogFile.of(parent, file_path, file_path, is_named=file_path in named)
    if file_path.suffix in VERDICT_ENDINGS and not os.path.exists(companion) and _carries_verdict(file_path):
        return LogFile.of(parent, file_path, file_path)
    return None


def _carries_verdict(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return JUDGED_BY.encode() in stream.read(_HEAD)
    except OSError:
        return False


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> Generator[None, None, None]:
    """Print last, for each check, how many logs have its faults, and the command that makes a fixture of one."""
    yield
    if config.getoption("auditor_logs"):
        _print_faults(terminalreporter, judge_of(config).rules)


def _print_faults(terminal: pytest.TerminalReporter, rules: str) -> None:
    by_check: dict[str, list[tuple[int, str, int]]] = {}
    for report in terminal.getreports("failed"):
        facts = dict(report.user_properties)
        counts = {check: int(str(count)) for check, count in facts.items() if check in BY_ID}
        for check, count in counts.items() if LOG_PROPERTY in facts else ():
            by_check.setdefault(check, []).append((sum(counts.values()), str(facts[LOG_PROPERTY]), count))
    if by_check:
        terminal.section("faults by check")
    for check, logs in sorted(by_check.items(), key=lambda one: (-len(one[1]), one[0])):
        faults = plural(sum([count for _, _, count in logs]), "finding")
        terminal.write_line(f"{check}: {faults} in {plural(len(logs), 'log')}")
        _, simplest, _ = min(logs)
        command = ["auditor", "shrink", simplest, "--check", check, *(["--rules", rules] if rules != AUTO else [])]
        terminal.write_line(f"  {shlex.join(command)} -o FILE")


class LogFile(pytest.File):
    """A file with logs, or with the verdict on one. log: the path of the log. is_named: whether it must be a log."""

    log: Path
    is_named: bool

    @classmethod
    def of(cls, parent: pytest.Collector, path: Path, log: Path, *, is_named: bool = True) -> "LogFile":
        """The collector for the file at a path."""
        made: LogFile = cls.from_parent(parent, path=path)
        made.log = log
        made.is_named = is_named
        return made

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each log in the file, or a single one where a verdict lies next to it."""
        address = str(self.log)
        if os.path.exists(f"{self.log}{VERDICT_SUFFIX}"):
            yield VerdictItem.of(self, "verdict", address)
            return
        with self.log.open("rb") as stream:
            head = stream.read(MAGIC_BYTES)
            if not is_packed(head):
                is_log = self.is_named or is_called_log(self.log.name)
                if is_log or not isinstance(detect(head + stream.read()), NotALog):
                    yield LogItem.of(self, "log", address)
                return
        for name in dict.fromkeys(archive_of(self.config, address).names()):
            yield LogItem.of(self, name or "log", address, name)


class LogItem(pytest.Item):
    """A log as a test. address: of its file. member: its name in an archive, or ""."""

    address: str
    member: str

    @classmethod
    def of(cls, parent: LogFile, name: str, address: str, member: str = "") -> "LogItem":
        """The test of a log."""
        made: LogItem = cls.from_parent(parent, name=name)
        made.address = os.path.relpath(address, parent.config.invocation_params.dir)
        made.member = member
        return made

    def runtest(self) -> None:
        """Judge the log. Raises LogFindingError."""
        items = self.inputs()
        rulesets = self.config.getoption("auditor_rulesets")
        verified: list[Verified] = [by_comment(item, rulesets) for item in items]
        if any([one.expected is not None or "verdict" in str(one.problems) for one in verified]):
            texts = [difference_text(one, rulesets) for one in verified if not one.matches_verdict]
            text = "\n".join(filter(None, texts))
        else:
            judge = judge_of(self.config)
            results = judge.results(items)
            faults = judge.faults(results)
            self.user_properties.append((LOG_PROPERTY, input_name(self.address, self.member)))
            self.user_properties += fault_counts(faults).items()
            text = fault_text(results, faults, judge.rules)
        if text:
            raise LogFindingError(text)

    def inputs(self) -> list[ReadItem]:
        """The inputs of the log."""
        if self.member:
            return archive_of(self.config, self.address).of_name(self.member)
        return list(open_sources([self.address]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """The findings, without Python's traceback."""
        if isinstance(excinfo.value, LogFindingError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The location and name of the test."""
        return self.path, None, f"{self.path.name}::{self.name}"


class VerdictItem(LogItem):
    """A log and the verdict in the file next to it as a test."""

    def runtest(self) -> None:
        """Compare the log with the verdict. Raises LogFindingError."""
        rulesets = self.config.getoption("auditor_rulesets")
        if differing := [one for one in verify(self.address, rulesets) if not one.matches_verdict]:
            raise LogFindingError("\n".join([difference_text(one, rulesets) for one in differing]))


class Archive:
    """The members of an archive; tests that read them in order unpack it only once."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.waiting: Iterator[ReadItem] = iter(())

    def names(self) -> list[str]:
        """The names of all members, in order."""
        return [item.member for item in self._items()]

    def of_name(self, member: str) -> list[ReadItem]:
        """The member of a name, if any; searched onwards from the last one read, then from the start."""
        for items in (self.waiting, self._items()):
            self.waiting = items
            for item in items:
                if item.member == member:
                    return [item]
        return []

    def _items(self) -> Iterator[ReadItem]:
        return open_sources([self.address])


def archive_of(config: pytest.Config, address: str) -> Archive:
    """The archive at an address, shared by all tests of a run."""
    archives = config.stash.setdefault(_archives, {})
    return archives.setdefault(address, Archive(address))


@pytest.fixture(scope="session")
def audited(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Audited:
    """A function that audits a log in memory (bytes, text, an open file, a game), and fails the test by what it finds.

    ``audited(log, rules=None, name="log")``; returns the audit of each game.
    """

    return Audited(judge_of(request.config), tmp_path_factory)
