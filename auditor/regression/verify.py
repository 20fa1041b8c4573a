"""Compares logs with the verdicts that they carry, so that logs alone can be a suite of regression tests."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from auditor.core.audit.executors import inline
from auditor.core.audit.run import run
from auditor.core.audit.work import Settings
from auditor.core.checks import names_of
from auditor.core.errors import NotALog, Problem
from auditor.core.files.atomic import write_atomic
from auditor.core.reading import detect, embedded_verdict
from auditor.core.reading.embedded_verdict import ExpectedFinding, ExpectedVerdict, VerdictError
from auditor.core.results import InputResult, ReportedFinding
from auditor.core.rulesets.loading import FILES
from auditor.core.sources import InputItem, OpenedPath, SourceProblem, open_sources, split_address
from auditor.core.sources.find import files_below
from auditor.core.sources.items import ReadItem
from auditor.unknown_rules import revise_findings


class Verified(NamedTuple):
    """A log compared with its verdict.

    Attributes:
        path: The path of the log.
        member: The log's member of an archive; "" for an archive whose verdict is in a file of its own.
        expected: The verdict; None where the log has none.
        today: The verdict of this run; None where there was no audit.
        missing: Findings that the verdict names and the run does not have.
        unexpected: Findings of the run that the verdict does not name.
        problems: What cannot be read, the verdict and its ruleset included.
    """

    path: str
    member: str
    expected: ExpectedVerdict | None
    today: ExpectedVerdict | None = None
    missing: tuple[ExpectedFinding, ...] = ()
    unexpected: tuple[ReportedFinding, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def matches_verdict(self) -> bool:
        """Whether the log has a verdict, and today's is the same."""
        return self.expected is not None and not (self.missing or self.unexpected or self.problems)


def logs_below(path: str) -> Iterator[str]:
    """Yield the files at a path, or below a folder, that may be logs: all but the verdict files of other logs."""
    if not os.path.isdir(path):
        yield path
        return
    for file in files_below(path, set()):
        name = file.path if isinstance(file, SourceProblem) else file
        if not name.endswith(embedded_verdict.VERDICT_SUFFIX):
            yield name


def verify(
    path: str, rulesets: str | None = None, *, is_named: bool = True, rules: str | None = None
) -> list[Verified]:
    """Compare the logs of a file with the verdicts that they carry. Raises nothing.

    path: a file or ``PATH::MEMBER``. rulesets: a folder of rulesets (``NAME.toml``, ``NAME.json``) that verdicts name
    and the program does not have; they may be in the folder of the log, too. is_named: whether the user named the file,
    so that it must be a log. rules: the ruleset (a path from here) for logs without a verdict; None to leave them.
    """
    companion = Path(path + embedded_verdict.VERDICT_SUFFIX)
    items = list(open_sources([path]))
    if os.path.isfile(companion):
        return [by_file(path, items, companion, rulesets)]
    if not is_named:
        items = [one for one in items if isinstance(one, SourceProblem) or not isinstance(detect(one.data), NotALog)]
    own = [by_comment(item, rulesets) for item in items]
    if rules is None or not items or any([one.expected is not None or one.problems for one in own]):
        return own
    if rules.endswith(FILES):
        rules = os.path.relpath(rules, os.path.dirname(path) or ".").replace(os.sep, "/")
    results = audit_each(items, ruleset_of(rules, path, rulesets))
    problems = [problem for result in results for problem in result.problems]
    return [Verified(path, "", None, _today(ExpectedVerdict("", rules, ()), results), problems=tuple(problems))]


def by_file(path: str, items: list[ReadItem], file: Path, rulesets: str | None) -> Verified:
    """Compare a log, or all logs of an archive, with the verdict in a file next to it."""
    try:
        expected = embedded_verdict.parse_toml(file.read_text("utf-8"))
    except (VerdictError, OSError, UnicodeDecodeError) as error:
        return Verified(path, "", None, problems=(Problem(file.name, str(error)),))
    return _compared(path, "", expected, items, rulesets)


def by_comment(item: ReadItem, rulesets: str | None) -> Verified:
    """Compare an input with the verdict in its comment."""
    if isinstance(item, SourceProblem):
        return Verified(item.path, item.member, None, problems=(Problem(item.place, item.message),))
    try:
        expected = embedded_verdict.verdict_in(item.data)
    except VerdictError as error:
        return Verified(item.path, item.member, None, problems=(Problem("the verdict in its comment", str(error)),))
    if expected is None:
        return Verified(item.path, item.member, None)
    return _compared(item.path, item.member, expected, [item], rulesets)


def _compared(
    path: str, member: str, expected: ExpectedVerdict, items: list[ReadItem], rulesets: str | None
) -> Verified:
    results = audit_each(items, ruleset_of(expected.rules, path, rulesets))
    findings = [one for result in results for one in result.findings()]
    today = _today(expected, results, is_of_member=bool(member))
    missing, further = embedded_verdict.unmatched(expected.finds, today.finds, names_of)
    problems = [problem for result in results for problem in result.problems]
    unexpected = tuple([findings[index] for index in further])
    return Verified(path, member, expected, today, tuple(missing), unexpected, tuple(problems))


def audit_each(items: list[ReadItem], rules: str) -> list[InputResult]:
    """Audit inputs under a ruleset; returns the result of each."""
    return list(run(items, Settings(rules, revise_findings, is_strict=True), inline()))


def ruleset_of(name: str, path: str, rulesets: str | None) -> str:
    """The ruleset that the verdict of a log names, as `rulesets.choose` takes it. A name with the ending of a ruleset
    file is a file in the folder of the log; any other may be a file of `rulesets`.
    """
    if name.endswith(FILES):
        return os.path.join(os.path.dirname(split_address(path)[0]), name)
    files = [os.path.join(rulesets, f"{name}{ending}") for ending in FILES] if rulesets else []
    return next((file for file in files if os.path.isfile(file)), name)


def _today(expected: ExpectedVerdict, results: list[InputResult], *, is_of_member: bool = False) -> ExpectedVerdict:
    """The findings of this run as a verdict. is_of_member: whether it is on one member, which it then does not name."""
    finds = []
    for result in results:
        member = "" if is_of_member else result.member or ""
        for one, game, _ in result.findings():
            finds.append(ExpectedFinding(one.check, one.hand, one.event, one.seat, game.number, member))
    return expected._replace(finds=tuple(finds), look=None if finds else expected.look)


def write_verdict(verified: Verified) -> str:
    """Write today's verdict into a log, or into a file next to it where the format of the log cannot hold one.

    Returns:
        The path of the file written.

    Raises:
        OSError: It cannot be written.
        VerdictError: The log is inside an archive.
    """
    today = verified.today
    if today is None or verified.member:
        raise VerdictError("a verdict inside an archive is not written; unpack it first")
    companion = verified.path + embedded_verdict.VERDICT_SUFFIX
    if not os.path.isfile(companion):
        data = Path(verified.path).read_bytes()
        written = embedded_verdict.with_verdict(data, today)
        if written is not None and _says_the_same(data, written, verified.path, today):
            write_atomic(verified.path, written)
            return verified.path
    write_atomic(companion, today.toml())
    return companion


def _says_the_same(data: bytes, written: bytes, path: str, today: ExpectedVerdict) -> bool:
    """Whether a log is read the same with the verdict in it as without, and the verdict is read back correctly."""
    before, after = [audit_each([InputItem(OpenedPath(path), "", one)], "auto")[0] for one in (data, written)]
    try:
        return _without_lines(before) == _without_lines(after) and embedded_verdict.verdict_in(written) == today
    except VerdictError:
        return False


def _without_lines(result: InputResult) -> tuple[object, ...]:
    """The parts of a result that must not change when a comment is added."""
    findings = [{**game.published(one), "line": None} for one, game, _ in result.findings()]
    games = [(game.ruleset, game.reason, game.hands) for game in result.games]
    return (result.format, findings, result.problems, games)
