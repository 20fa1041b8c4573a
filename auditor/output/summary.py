"""The summary of a run: its counts, its verdict, and both as lines of text."""

import os
import shlex
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.program import version
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.results import NOTE, SEVERITIES, GameResult, InputResult, ReportedFinding, Unjudged
from auditor.core.rulesets import AUTO
from auditor.core.rulesets.choice import RulesetMismatch
from auditor.core.sources import input_name
from auditor.core.text import printable
from auditor.output.location import game_name, show_command
from auditor.output.style import PLAIN, Colours

if TYPE_CHECKING:
    from auditor.core.store.replaced import ReplacedJudgement


CHECKS_NAMED: Final = 8
"""How many checks with findings are listed one by one."""
GAMES_NAMED: Final = 5
"""If at most this many games have faults, each is listed with its own."""


class RunVerdict:
    """Counts the games of a run by whether they have faults: violations or mismatches, not notes.

    chosen: the checks whose findings count; None for all. rules: the ruleset of the run. is_of_new: whether findings
    known before the run are left out. games: all of them. faulty: those in which a chosen check found a fault.
    in_part: those without a fault that could not be read, replayed and judged in full. checks: the faults by check.
    """

    def __init__(self, chosen: frozenset[str] | None = None, rules: str = AUTO, *, is_of_new: bool = False) -> None:
        self.chosen = chosen
        self.rules = rules
        self.is_of_new = is_of_new
        self.games = 0
        self.faulty = 0
        self.in_part = 0
        self.checks: Counter[str] = Counter()
        self._listed: list[tuple[str, Counter[str]]] = []
        self._first: ReportedFinding | None = None

    @property
    def clean(self) -> int:
        """The number of games judged in full and without fault."""
        return self.games - self.faulty - self.in_part

    def counts(self, check: str, severity: str) -> bool:
        """Whether a finding of a check counts as a fault of its game."""
        return severity != NOTE and (self.chosen is None or check in self.chosen)

    def add(self, result: InputResult) -> None:
        """Count the games of an input."""
        for game in result.games:
            self.games += 1
            faults = Counter([one.check for one in game.findings if self.counts(one.check, one.severity)])
            self.checks += faults
            if faults:
                self.faulty += 1
                if len(self._listed) < GAMES_NAMED:
                    self._listed.append((game_name(result, game), faults))
            elif result.problems or not game.is_whole:
                self.in_part += 1
        if self._first is None:
            faulty = (one for one in result.findings() if self.counts(one.finding.check, one.finding.severity))
            self._first = next(faulty, None)

    def as_object(self) -> dict[str, object]:
        """The counts as an object for JSON."""
        return {"games_with_faults": self.faulty, "games_clean": self.clean, "games_in_part": self.in_part}

    def sentence(self, *, with_checks: bool = True) -> str:
        """The verdict as a sentence: ``3 of 8 games have faults: ...; 5 are clean``; "" without games."""
        if not self.games:
            return ""
        words = {
            "selected": "" if self.chosen is None else said("of-selected", " of the selected checks"),
            "new": said("new", "new ") if self.is_of_new else "",
            "faulty": f"{self.faulty:,}",
            "checks": f": {_checks_text(self.checks)}" if with_checks else "",
        }
        parts = [said("no-faults", "no {new}faults{selected} in {games:game|games}", games=self.games, **words)]
        if self.faulty:
            text = "{faulty} of {games:game|games} have {new}faults{selected}{checks}"
            parts = [said("faults", text, games=self.games, **words)]
            if self.faulty == 1:
                text = "{faulty} of {games:game|games} has {new}faults{selected}{checks}"
                parts = [said("faults-of-one", text, games=self.games, **words)]
            if self.clean and self.chosen is None and not self.is_of_new:
                parts.append(said("clean-games", "{clean:is|are} clean", clean=self.clean))
            elif self.clean:
                parts.append(said("games-without", "{clean:without|without}", clean=self.clean))
        if self.in_part:
            parts.append(said("in-part", "{part:was|were} read or checked only in part", part=self.in_part))
        return said("parts", "{parts:; }", parts=parts)

    def lines(self) -> list[str]:
        """The verdict as lines: its sentence, and the games with faults if they are few."""
        if not self.games:
            return []
        lines = [self.sentence()]
        if 0 < self.faulty <= GAMES_NAMED:
            lines += [f"  {name}: {_checks_text(checks)}" for name, checks in self._listed]
        return lines

    def next_lines(self, program: str, database: str) -> list[str]:
        """Suggested commands after a run that was loaded into a database, each with what it shows."""
        commands = []
        db = f"--db {shlex.quote(database)}"
        if self._first is not None:
            finding, game, result = self._first
            if command := show_command(result, game, finding, self.rules):
                commands.append((command, said("next-position", "the position of the first fault")))
            shows = said("next-check", "what it breaks, why, and where that is written")
            commands.append((f"checks {finding.check}", shows))
            shows = said("next-findings", "all that was found, by check and log")
            commands.append((f"query findings {db}", shows))
        commands.append((f"query player-statistics {db}", said("next-figures", "the usual figures of each player")))
        commands.append((f"query {db}", said("next-queries", "what else can be asked")))
        width = max([len(command) for command, _ in commands])
        return [said("next", "next:"), *[f"  {program} {command:{width}}  {shows}" for command, shows in commands]]


def _checks_text(checks: Counter[str]) -> str:
    """Checks, those with the most findings first, each with its number of findings if above one."""
    first = sorted(checks.items(), key=lambda pair: (-pair[1], pair[0]))
    texts = [check if count == 1 else f"{check} ({count:,})" for check, count in first[:CHECKS_NAMED]]
    if len(first) > CHECKS_NAMED:
        texts.append(said("more-checks", "and {more:more check|more checks}", more=len(first) - CHECKS_NAMED))
    return ", ".join(texts)


Counted = TypeVar("Counted", str, tuple[str, ...], Unjudged)


def most_common(counts: Mapping[Counted, int]) -> list[tuple[Counted, int]]:
    """Items with their counts, largest first; equal counts by key, so that the order of inputs has no effect."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


MOST_COMPARED: Final = 100_000
"""How many shuffle seeds, and contents of inputs, a run compares; for more there is the query same-game-twice."""


class CommonMismatch(NamedTuple):
    """A ruleset that was named, and that more than half of the games contradict. ways: how they contradict it, as
    clauses, with the number of games. fitting: rulesets to name instead.
    """

    ruleset: str
    ways: tuple[tuple[str, int], ...]
    fitting: tuple[str, ...]


class Summary:
    """The counts of a run, added up input by input.

    findings: by severity, of the chosen checks (None for all). rules_dependent: notes among them that are not faults
    only because the log names no rules. verdict: counts the games. replaced: earlier judgements replaced in the
    database. no_logs: inputs that are no log. known: findings known before the run, which count nowhere else;
    is_of_new: whether there may be any. skipped: files that a lake holds already, which were not read again.
    single_hands: files with one hand each, directly after another such file of the same players in the same folder.
    is_joined: whether the run makes games of those that follow one another.
    """

    def __init__(self, chosen: frozenset[str] | None = None, rules: str = AUTO, *, is_of_new: bool = False) -> None:
        self.chosen = chosen
        self.rules = rules
        self.verdict = RunVerdict(chosen, rules, is_of_new=is_of_new)
        self.no_logs = 0
        self.known = 0
        self.inputs = 0
        self.stored = 0
        self.skipped = 0
        self.games = 0
        self.hands = 0
        self.stopped = 0
        self.unjudged: Counter[Unjudged] = Counter()
        self.problems = 0
        self.unread = 0
        self.findings: Counter[str] = Counter()
        self.rules_dependent = 0
        self.rulesets: Counter[tuple[str, str]] = Counter()
        self.logs_of_shuffle: dict[str, set[str]] = {}
        self.names_of_content: dict[str, list[str]] = {}
        self.mismatches: Counter[RulesetMismatch] = Counter()
        self.replaced: list[ReplacedJudgement] = []
        self.single_hands = 0
        self.is_joined = False
        self._last_single: tuple[str, tuple[str | None, ...]] | None = None

    def add(self, result: InputResult) -> None:
        """Count an input, its games and findings."""
        if result.is_not_a_log:
            self.no_logs += 1
            return
        self.verdict.add(result)
        self.inputs += 1
        self.problems += len(result.problems)
        self.unread += bool(result.problems)
        self._count_single_hand(result)
        content = result.sha256
        self.stored += result.is_known and content not in self.names_of_content  # else it came in this run
        if content and (content in self.names_of_content or len(self.names_of_content) < MOST_COMPARED):
            self.names_of_content.setdefault(content, []).append(input_name(result.path, result.member))
        for game in result.games:
            self._add_game(game)

    def _count_single_hand(self, result: InputResult) -> None:
        """Count an input that seems to be one hand of a game split into several files."""
        single = None
        format = FORMAT_BY_NAME.get(result.format or "")  # of some a file often holds one hand of a game
        is_one_hand = not result.member and [game.hands for game in result.games] == [1]
        if format is not None and format.is_split and is_one_hand:
            single = os.path.dirname(result.path), result.games[0].players
            self.single_hands += single == self._last_single and any(single[1])
        self._last_single = single

    def _add_game(self, game: GameResult) -> None:
        """Count a game."""
        self.games += 1
        self.hands += game.hands
        self.stopped += game.stopped
        for finding in game.findings:
            if self.chosen is None or finding.check in self.chosen:
                self.findings[finding.severity] += 1
                self.rules_dependent += bool(finding.depends_on)
        for unjudged, hands in game.unjudged:
            self.unjudged[unjudged] += hands
        self.rulesets[game.ruleset, game.reason] += 1
        if game.mismatch is not None:
            self.mismatches[game.mismatch] += 1
        if game.shuffle and (game.shuffle in self.logs_of_shuffle or len(self.logs_of_shuffle) < MOST_COMPARED):
            self.logs_of_shuffle.setdefault(game.shuffle, set()).add(game.log)

    def same_games(self) -> list[list[str]]:
        """Groups of logs that share a shuffle seed: one game under several ids."""
        return [sorted(logs) for logs in self.logs_of_shuffle.values() if len(logs) > 1]

    def common_mismatch(self) -> CommonMismatch | None:
        """How more than half of the games contradict the ruleset that was named; None where they do not."""
        games: Counter[tuple[str, str]] = Counter()
        for mismatch, count in self.mismatches.items():
            for way in mismatch.ways:
                games[mismatch.ruleset, way] += count
        if not (common := [(pair, count) for pair, count in games.items() if 2 * count > self.games]):
            return None
        ruleset = common[0][0][0]  # no other ruleset can have that many games
        ways = {way: count for (_, way), count in common}
        fitting: Counter[tuple[str, ...]] = Counter()
        for mismatch, count in self.mismatches.items():
            if mismatch.ruleset == ruleset and not ways.keys().isdisjoint(mismatch.ways):
                fitting[mismatch.fitting] += count
        return CommonMismatch(ruleset, tuple(most_common(ways)), most_common(fitting)[0][0])

    def mismatch_line(self, *, so_far: bool = False) -> str:
        """The line that the named ruleset does not fit, and which would; "" if it does. so_far: the run is not over."""
        if (mismatch := self.common_mismatch()) is None:
            return ""
        (way, count), *others = [(LANGUAGE.get().text(way), f"{count:,}") for way, count in mismatch.ways]
        games = said("games", "{games:game|games}", games=self.games)
        if so_far:
            games = said("so-far", "{games:game|games} so far", games=self.games)
        clauses = [said("misfit-first", "in {count} of {games} {way}", count=count, games=games, way=way)]
        clauses += [said("misfit-more", "in {count} {way}", count=count, way=way) for way, count in others]
        text = "the ruleset {ruleset} does not fit: {ways:, and }; {fitting}"
        return said("misfit", text, ruleset=mismatch.ruleset, ways=clauses, fitting=_fitting_text(mismatch.fitting))

    @property
    def rules_dependent_line(self) -> str:
        """The line on findings that are not faults only because the rules are unknown; "" without any."""
        if not self.rules_dependent:
            return ""
        text = "{findings:finding depends|findings depend} on rules that the log does not name"
        return said("depending", text, findings=self.rules_dependent)

    def as_object(self) -> dict[str, object]:
        """The counts as an object for JSON."""
        mismatch = self.common_mismatch()
        return {
            "inputs": self.inputs, "already_loaded": self.stored + self.skipped, "games": self.games,
            **self.verdict.as_object(), "hands": self.hands, "hands_stopped": self.stopped,
            "not_judged": [
                {"checks": unjudged.checks_text, "reason": LANGUAGE.get().text(unjudged.reason), "hands": hands}
                for unjudged, hands in most_common(self.unjudged)
            ],
            "findings": {severity: self.findings[severity] for severity in SEVERITIES},
            "depending": self.rules_dependent, "known": self.known, "problems": self.problems,
            "no_logs": self.no_logs, "same_games": self.same_games(),
            "rulesets": [
                {"ruleset": ruleset, "reason": reason, "games": games}
                for (ruleset, reason), games in self.rulesets.most_common()
            ],
            "misfit": None if mismatch is None else {
                "ruleset": mismatch.ruleset, "ways": [{"way": way, "games": games} for way, games in mismatch.ways],
                "fitting": list(mismatch.fitting),
            },
            "replaced": [one._asdict() for one in self.replaced],
        }  # fmt: skip


def _fitting_text(names: tuple[str, ...]) -> str:
    """Which rulesets would fit, and the option that names them."""
    if not names:
        return said("fits-none", "no ruleset that comes with the program does")
    if len(names) == 1:
        return said("fits-one", "{name} would fit (--rules {name})", name=names[0])
    return said("fits-several", "{names:, } or {last} would fit (--rules NAME)", names=names[:-1], last=names[-1])


RULESETS_NAMED: Final = 3
"""How many pairs of ruleset and reason are listed one by one; the rest are only counted."""
UNJUDGED_NAMED: Final = 3
"""How many groups of checks that could not judge some hands are listed one by one."""
SAME_GAMES_NAMED: Final = 3
"""How many games under several names are listed one by one."""
PROBLEMS_PRINTED: Final = 50
"""How many problems are printed as they come."""
SEVERAL: Final = 3
"""How many names of one game are listed."""


def summary_lines(
    summary: Summary, seconds: float, database: str | None = None, *, notes_hidden: bool = False,
    verbose: bool = False, known: list[str] | None = None, colours: Colours = PLAIN,
) -> list[str]:  # fmt: skip
    """The summary as lines. seconds: how long the run took. database: the database or lake it was loaded into.
    notes_hidden: whether notes were not printed. verbose: list all, with reasons. known: lines on known findings.
    """
    notes = said("notes-hidden", " (shown with --notes)") if notes_hidden and summary.findings["note"] else ""
    mismatch = summary.mismatch_line()
    counts = {f"{severity}s": summary.findings[severity] for severity in SEVERITIES}
    found = "findings: {violations:violation|violations}, {mismatchs:mismatch|mismatches}, {notes:note|notes}{hidden}"
    text = "{inputs:input|inputs}, {games:game|games}, {hands:hand|hands} in {seconds} s"
    counted = {"inputs": summary.inputs, "games": summary.games, "hands": summary.hands}
    first = [*_rulesets(summary, verbose), *_same_games(summary, verbose), *_unjudged(summary, verbose)]
    lines = [printable(line) for line in [*first, *_loaded(summary, database), *(known or [])]]
    lines += [colours.doubtful(printable(mismatch))] if mismatch else []
    lines.append(said("read", text, seconds=f"{seconds:.1f}", **counted))
    if summary.games or not summary.problems:
        lines.append(said("found", found, **counts, hidden=notes))
    else:
        lines.append(said("none-judged", "no game could be read, none judged"))
    hint = said("infer-hint", " (auditor rulesets --infer reads them out of the logs)") if summary.rules == AUTO else ""
    lines += [f"{summary.rules_dependent_line}{hint}"] if summary.rules_dependent else []
    if verdict := [printable(line) for line in summary.verdict.lines()]:
        verdict[0] = (colours.bad if summary.verdict.faulty else colours.good)(verdict[0])
    return lines + verdict


def _rulesets(summary: Summary, verbose: bool) -> list[str]:
    first = summary.rulesets.most_common(None if verbose else RULESETS_NAMED)
    lines = [ruleset_line(ruleset, reason, games) for (ruleset, reason), games in first]
    if len(summary.rulesets) > len(first):
        text = "and {more:more choice|more choices} of a ruleset (--verbose)"
        lines.append(said("more-rulesets", text, more=len(summary.rulesets) - len(first)))
    return lines


def ruleset_line(ruleset: str, reason: str, games: int) -> str:
    """How many games were judged by a ruleset, and why by that one."""
    why = LANGUAGE.get().text(reason)
    return said("ruleset-line", "ruleset {ruleset}: {games:game|games} ({why})", ruleset=ruleset, games=games, why=why)


def _same_games(summary: Summary, verbose: bool) -> list[str]:
    """Logs that share a shuffle seed, and inputs with the same content."""
    games = summary.same_games()
    lines = []
    for logs in games if verbose else games[:SAME_GAMES_NAMED]:
        text = "one game under several names (the same shuffle seed): {logs}"
        lines.append(said("same-game", text, logs=_some(logs, verbose)))
    if len(games) > len(lines):
        text = "and {more:more game|more games} under several names (--verbose, or the query same-game-twice)"
        lines.append(said("more-same-games", text, more=len(games) - len(lines)))
    copies = [names for names in summary.names_of_content.values() if len(names) > 1]
    for first, *others in copies if verbose else copies[:SAME_GAMES_NAMED]:
        text = "loaded once: {first}, also as {others}"
        lines.append(said("loaded-once", text, first=first, others=_some(others, verbose)))
    if not verbose and len(copies) > SAME_GAMES_NAMED:
        text = "and {more:more input|more inputs} under several names (--verbose)"
        lines.append(said("more-copies", text, more=len(copies) - SAME_GAMES_NAMED))
    return lines


def _some(names: list[str], verbose: bool) -> str:
    if verbose or len(names) <= SEVERAL:
        return ", ".join(names)
    return said("some-more", "{names:, } and {more} more", names=names[:SEVERAL], more=f"{len(names) - SEVERAL:,}")


def _unjudged(summary: Summary, verbose: bool) -> list[str]:
    """What was not judged or read, in short, or with every reason."""
    lines = []
    if verbose:
        for unjudged, hands in most_common(summary.unjudged):
            why = LANGUAGE.get().text(unjudged.reason)
            text = "not judged in {hands:hand|hands}: {checks} ({why})"
            lines.append(said("not-judged-why", text, hands=hands, checks=unjudged.checks_text, why=why))
    elif summary.unjudged:
        of_checks: Counter[str] = Counter()
        for unjudged, hands in summary.unjudged.items():
            of_checks[unjudged.checks_text] += hands
        first = most_common(of_checks)[:UNJUDGED_NAMED]
        text = "{checks} in {hands:hand|hands}"
        texts = [said("not-judged-in", text, checks=checks, hands=hands) for checks, hands in first]
        if len(of_checks) > len(first):
            texts.append(said("and-more", "and {count} more", count=f"{len(of_checks) - len(first)}"))
        lines.append(said("not-judged", "not judged: {checks:, } (--verbose says why)", checks=texts))
    if summary.stopped:
        text = "checked in part: {hands:hand|hands} at which the replay stopped"
        lines.append(said("stopped", text, hands=summary.stopped))
    if summary.problems:
        above = said("problems-above", "the problems stand above")
        if summary.problems > PROBLEMS_PRINTED and not verbose:
            text = "{first} of {problems:problem|problems} are above (--verbose shows them all)"
            above = said("some-problems-above", text, first=PROBLEMS_PRINTED, problems=summary.problems)
        text = "not read, in whole or in part: {inputs:input|inputs}; {above}"
        lines.append(said("not-read", text, inputs=summary.unread, above=above))
    if summary.no_logs:
        text = "passed over: {files:file that is no log|files that are no logs} (--strict makes that a problem)"
        lines.append(said("no-logs", text, files=summary.no_logs))
    if summary.single_hands:
        files = summary.single_hands + 1
        text = "{files:file|files} hold a hand each, of the same players: --join makes games of them"
        apart = "not joined: {files:file|files} of a hand each, which do not follow one another by name"
        joined = said("single-hands-apart", apart, files=files) if summary.is_joined else None
        lines.append(joined or said("single-hands", text, files=files))
    return lines


def _loaded(summary: Summary, database: str | None) -> list[str]:
    lines = []
    if summary.skipped:
        text = "known from before, and not read again: {files:file|files}"
        lines.append(said("skipped", text, files=summary.skipped))
    if database:
        text = "; {inputs:input|inputs} known from before, reported again from there"
        known = said("stored", text, inputs=summary.stored) if summary.stored else ""
        lines.append(said("loaded", "loaded into {database}{known}", database=database, known=known))
    if summary.replaced:
        judgements = [_replaced_text(one) for one in summary.replaced]
        lines.append(said("replaced", "replaced: the judgement {judgements:, and }", judgements=judgements))
    return lines


def _replaced_text(one: "ReplacedJudgement") -> str:
    """An earlier judgement: ``of 12 inputs by auto (loaded 2026-01-02)``, with the version if it differs."""
    maker = "" if one.version == version() else f"auditor {one.version}, "
    days = one.first if one.first == one.last else said("days", "{first} to {last}", first=one.first, last=one.last)
    text = "of {inputs:input|inputs} by {rules} ({maker}loaded {days})"
    return said("replaced-one", text, inputs=one.inputs, rules=one.rules, maker=maker, days=days)
