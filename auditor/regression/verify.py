"""Logs that carry their verdict, judged by it: a suite of regression tests made of logs alone."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from auditor.audit.worker import Settings, Work, audit_chunk
from auditor.errors import NotALog, Problem
from auditor.files.atomic import write_atomic
from auditor.formats import detect
from auditor.formats.embedded_verdict import (
    VERDICT_SUFFIX,
    ExpectedFinding,
    ExpectedVerdict,
    VerdictError,
    parse_toml,
    unmatched,
    verdict_in,
    with_verdict,
)
from auditor.results import InputResult, ReportedFinding
from auditor.rulesets.loading import FILES
from auditor.sources import InputItem, SourceProblem, open_sources, split_address
from auditor.sources.find import files_below

ReadItem = InputItem | SourceProblem


class Verified(NamedTuple):
    """A log beside its verdict.

    path, member: of the log; of an archive whose verdict stands in a file beside it, the member is "". carried: None
    where the log has no verdict. today: what is found now; None where nothing was judged. missing: findings that the
    verdict names and that are not found. unexpected: those found that it does not name. problems: what
    cannot be read, the verdict and its ruleset included.
    """

    path: str
    member: str
    carried: ExpectedVerdict | None
    today: ExpectedVerdict | None = None
    missing: tuple[ExpectedFinding, ...] = ()
    unexpected: tuple[ReportedFinding, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def matches_verdict(self) -> bool:
        """Whether the log has a verdict and today's is the same."""
        return self.carried is not None and not (self.missing or self.unexpected or self.problems)


def logs_below(path: str) -> Iterator[str]:
    """The files at a path, or below a folder, that may be logs: all but those that hold verdicts beside logs."""
    if not os.path.isdir(path):
        yield path
        return
    for file in files_below(path, set()):
        name = file.path if isinstance(file, SourceProblem) else file
        if not name.endswith(VERDICT_SUFFIX):
            yield name


def verify(
    path: str, rulesets: str | None = None, *, is_named: bool = True, rules: str | None = None
) -> list[Verified]:
    """Judge the logs of a file by the verdicts that they carry.

    path: a file or ``PATH::MEMBER``. rulesets: a folder with rulesets (``NAME.toml``, ``NAME.json``) that verdicts name
    and the program has not; they may lie beside the log too. is_named: the file was asked for, and must be a log.
    rules: by which logs without a verdict are judged, a file as seen from here; None to leave them. Raises nothing.
    """
    beside = Path(path + VERDICT_SUFFIX)
    items = list(open_sources([path]))
    if beside.is_file():
        return [by_file(path, items, beside, rulesets)]
    if not is_named:
        items = [
            item for item in items if isinstance(item, SourceProblem) or not isinstance(detect(item.data), NotALog)
        ]
    own = [by_comment(item, rulesets) for item in items]
    if rules is None or not items or any([one.carried is not None or one.problems for one in own]):
        return own
    if rules.endswith(FILES):
        rules = os.path.relpath(rules, os.path.dirname(path) or ".").replace(os.sep, "/")
    results = judged_findings(items, ruleset_of(rules, path, rulesets))
    problems = [problem for result in results for problem in result.problems]
    return [Verified(path, "", None, _today(ExpectedVerdict("", rules, ()), results), problems=tuple(problems))]


def by_file(path: str, items: list[ReadItem], file: Path, rulesets: str | None) -> Verified:
    """The verdict of a file beside a log, on all that is in the log."""
    try:
        carried = parse_toml(file.read_text("utf-8"))
    except (VerdictError, OSError, UnicodeDecodeError) as error:
        return Verified(path, "", None, problems=(Problem(file.name, str(error)),))
    return _compared(path, "", carried, items, rulesets)


def by_comment(item: ReadItem, rulesets: str | None) -> Verified:
    """The verdict in the comment of an input, on that."""
    if isinstance(item, SourceProblem):
        return Verified(item.path, item.member, None, problems=(Problem(item.place, item.message),))
    try:
        carried = verdict_in(item.data)
    except VerdictError as error:
        return Verified(item.path, item.member, None, problems=(Problem("the verdict in its comment", str(error)),))
    if carried is None:
        return Verified(item.path, item.member, None)
    return _compared(item.path, item.member, carried, [item], rulesets)


def _compared(
    path: str, member: str, carried: ExpectedVerdict, items: list[ReadItem], rulesets: str | None
) -> Verified:
    results = judged_findings(items, ruleset_of(carried.rules, path, rulesets))
    findings = [one for result in results for one in result.findings()]
    today = _today(carried, results, is_of_member=bool(member))
    missing, further = unmatched(carried.finds, today.finds)
    problems = [problem for result in results for problem in result.problems]
    unexpected = tuple([findings[index] for index in further])
    return Verified(path, member, carried, today, tuple(missing), unexpected, tuple(problems))


def judged_findings(items: list[ReadItem], rules: str) -> list[InputResult]:
    """What inputs give, each on its own, by a ruleset."""
    works = [
        Work(item.path, item.member or None, None, None, None, Problem(item.place, item.message))
        if isinstance(item, SourceProblem)
        else Work(item.path, item.member or None, item.data, None, item.bytes, None)
        for item in items
    ]
    return audit_chunk(works, Settings(rules))[0]


def ruleset_of(name: str, path: str, rulesets: str | None) -> str:
    """The ruleset that the verdict of a log names, as `rulesets.choose` takes it.

    A name with the ending of a file is that of a file beside the log; any other may be one in the folder of rulesets.
    """
    if name.endswith(FILES):
        return os.path.join(os.path.dirname(split_address(path)[0]), name)
    files = [os.path.join(rulesets, f"{name}{ending}") for ending in FILES] if rulesets else []
    return next((file for file in files if os.path.isfile(file)), name)


def _today(carried: ExpectedVerdict, results: list[InputResult], *, is_of_member: bool = False) -> ExpectedVerdict:
    """What is found now, in the terms of a verdict. is_of_member: the verdict of one member, which it does not name."""
    finds = []
    for result in results:
        member = "" if is_of_member else result.member or ""
        for one, game, _ in result.findings():
            finds.append(ExpectedFinding(one.check, one.hand, one.event, one.seat, game.number, member))
    return carried._replace(finds=tuple(finds), look=None if finds else carried.look)


def write_verdict(verified: Verified) -> str:
    """Put today's verdict into a log, or into a file beside it where the log has no place for one.

    Returns the path of what was written. Raises OSError, and CarriedError where the verdict stands inside an archive.
    """
    today = verified.today
    if today is None or verified.member:
        raise VerdictError("a verdict inside an archive is not written; unpack it first")
    beside = verified.path + VERDICT_SUFFIX
    if not os.path.isfile(beside):
        data = Path(verified.path).read_bytes()
        written = with_verdict(data, today)
        if written is not None and _says_the_same(data, written, verified.path, today):
            write_atomic(verified.path, written)
            return verified.path
    write_atomic(beside, today.toml())
    return beside


def _says_the_same(data: bytes, written: bytes, path: str, today: ExpectedVerdict) -> bool:
    """Whether a log with the verdict in it is read as it was without, and the verdict is understood."""
    before, after = [judged_findings([InputItem(path, "", one)], "auto")[0] for one in (data, written)]
    try:
        return _without_lines(before) == _without_lines(after) and verdict_in(written) == today
    except VerdictError:
        return False


def _without_lines(result: InputResult) -> tuple[object, ...]:
    """What of a result a comment must not change."""
    findings = [{**game.published(one), "line": None} for one, game, _ in result.findings()]
    games = [(game.ruleset, game.reason, game.hands) for game in result.games]
    return (result.format, findings, result.problems, games)
