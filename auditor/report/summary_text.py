"""The summary of a run for people: details first, capped unless all are asked for, then counts, then the verdict."""

from collections import Counter
from typing import TYPE_CHECKING, Final

from auditor.findings import SEVERITIES
from auditor.report.colours import PLAIN, Colours
from auditor.report.summary import Summary, commonest
from auditor.version import version
from auditor.words import counted

if TYPE_CHECKING:
    from auditor.store.database import Replaced

RULESETS_TOLD: Final = 3
"""Pairs of ruleset and reason told one by one; the rest are only counted."""

UNJUDGED_TOLD: Final = 3
"""Checks that could not judge some hands told one by one."""

SAME_GAMES_TOLD: Final = 3
"""Games under several names told one by one."""

PROBLEMS_TOLD: Final = 50
"""Problems told one by one as they come."""

SEVERAL: Final = 3
"""Names of one game that are told."""


def summary_lines(
    summary: Summary,
    seconds: float,
    database: str | None = None,
    *,
    notes_hidden: bool = False,
    verbose: bool = False,
    known: list[str] | None = None,
    colours: Colours = PLAIN,
) -> list[str]:
    """The summary, a line each.

    seconds: how long the run took. database: what it was loaded into. notes_hidden: notes were not told. verbose:
    everything, and why. known: what is told of findings that were known before.
    """
    notes = " (shown with --notes)" if notes_hidden and summary.findings["note"] else ""
    misfit = summary.misfit_line()
    return [
        *_rulesets(summary, verbose),
        *_same_games(summary, verbose),
        *_unjudged(summary, verbose),
        *_loaded(summary, database),
        *(known or []),
        *([colours.doubtful(misfit)] if misfit else []),
        f"{counted(summary.inputs, 'input')}, {counted(summary.games, 'game')}, {counted(summary.hands, 'hand')}"
        f" in {seconds:.1f} s",
        "findings: " + ", ".join(counted(summary.findings[severity], severity) for severity in SEVERITIES) + notes,
        *_verdict(summary, colours),
    ]


def _rulesets(summary: Summary, verbose: bool) -> list[str]:
    told = summary.rulesets.most_common(None if verbose else RULESETS_TOLD)
    lines = [f"ruleset {ruleset}: {counted(games, 'game')} ({reason})" for (ruleset, reason), games in told]
    if len(summary.rulesets) > len(told):
        lines.append(f"and {counted(len(summary.rulesets) - len(told), 'more choice')} of a ruleset (--verbose)")
    return lines


def _same_games(summary: Summary, verbose: bool) -> list[str]:
    """Logs with one shuffle seed between them."""
    games = summary.same_games()
    lines = []
    for logs in games if verbose else games[:SAME_GAMES_TOLD]:
        more = "" if verbose or len(logs) <= SEVERAL else f" and {len(logs) - SEVERAL:,} more"
        names = ", ".join(logs if verbose else logs[:SEVERAL])
        lines.append(f"one game under several names (the same shuffle seed): {names}{more}")
    if len(games) > len(lines):
        rest = counted(len(games) - len(lines), "more game")
        lines.append(f"and {rest} under several names (--verbose, or the query same-game-twice)")
    return lines


def _unjudged(summary: Summary, verbose: bool) -> list[str]:
    """What was not checked, shortly, or with every reason."""
    lines = []
    if verbose:
        for what, hands in commonest(summary.unjudged):
            checks, _, reason = what.partition(": ")
            lines.append(f"not judged in {counted(hands, 'hand')}: {checks} ({reason})")
    elif summary.unjudged:
        of_checks: Counter[str] = Counter()
        for what, hands in summary.unjudged.items():
            of_checks[what.partition(": ")[0]] += hands
        told = commonest(of_checks)[:UNJUDGED_TOLD]
        texts = [f"{checks} in {counted(hands, 'hand')}" for checks, hands in told]
        if len(of_checks) > len(told):
            texts.append(f"and {len(of_checks) - len(told)} more")
        lines.append(f"not judged: {', '.join(texts)} (--verbose says why)")
    if summary.stopped:
        lines.append(f"checked in part: {counted(summary.stopped, 'hand')} at which the replay stopped")
    if summary.problems:
        above = "the problems stand above"
        if summary.problems > PROBLEMS_TOLD and not verbose:
            above = f"{PROBLEMS_TOLD} of {summary.problems:,} problems stand above (--verbose tells them all)"
        lines.append(f"not read, in whole or in part: {counted(summary.unread, 'input')}; {above}")
    if summary.no_logs:
        what = "1 file that is no log" if summary.no_logs == 1 else f"{summary.no_logs:,} files that are no logs"
        lines.append(f"passed over: {what} (--strict makes that a problem)")
    return lines


def _loaded(summary: Summary, database: str | None) -> list[str]:
    lines = []
    if summary.skipped:
        lines.append(f"known from before, and not read again: {counted(summary.skipped, 'file')}")
    if database:
        known = f"; {counted(summary.stored, 'input')} known from before, told again from there"
        lines.append(f"loaded into {database}" + (known if summary.stored else ""))
    if summary.replaced:
        lines.append(f"replaced: the judgement {', and '.join([_replaced_text(one) for one in summary.replaced])}")
    return lines


def _replaced_text(one: "Replaced") -> str:
    """An earlier judgement: ``of 12 inputs by auto (loaded 2026-01-02)``, with the version where it is another."""
    maker = "" if one.version == version() else f"auditor {one.version}, "
    days = one.first if one.first == one.last else f"{one.first} to {one.last}"
    return f"of {counted(one.inputs, 'input')} by {one.rules} ({maker}loaded {days})"


def _verdict(summary: Summary, colours: Colours) -> list[str]:
    lines = summary.verdict.lines()
    if lines:
        lines[0] = (colours.bad if summary.verdict.faulty else colours.good)(lines[0])
    return lines
