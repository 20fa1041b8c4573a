"""The summary of a run: counts, and how they are told."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from auditor.audit.worker import Result
from auditor.findings import SEVERITIES
from auditor.report.verdict import RunVerdict
from auditor.rulesets import AUTO
from auditor.rulesets.fit import Misfit
from auditor.words import counted

if TYPE_CHECKING:
    from auditor.store.database import Replaced

Counted = TypeVar("Counted", str, tuple[str, ...])


def commonest(counts: Mapping[Counted, int]) -> list[tuple[Counted, int]]:
    """The commonest first; equal ones by their text, so that the order of inputs does not show."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


MOST_COMPARED: Final = 100_000
"""Games whose shuffle seeds are compared in a run; of more, the query same-game-twice tells."""


class CommonMisfit(NamedTuple):
    """A ruleset that was named and that more than half of the games contradict.

    ways: pairs of a way, as a clause, and in how many games. fitting: what ``--rules`` may name instead.
    """

    ruleset: str
    ways: tuple[tuple[str, int], ...]
    fitting: tuple[str, ...]


class Summary:
    """Counts of a run, added up input by input.

    findings: by severity, of the chosen checks (None: of all). verdict: its games. replaced: in the database. no_logs:
    what was found and is no log. known: findings that were known before the run, which count nowhere else; is_of_new:
    there may be such. skipped: files that a lake holds already, which were not read again.
    """

    def __init__(self, chosen: frozenset[str] | None = None, rules: str = AUTO, *, is_of_new: bool = False) -> None:
        self.chosen = chosen
        self.verdict = RunVerdict(chosen, rules, is_of_new=is_of_new)
        self.no_logs = 0
        self.known = 0
        self.inputs = 0
        self.stored = 0
        self.skipped = 0
        self.games = 0
        self.hands = 0
        self.stopped = 0
        self.unjudged: Counter[str] = Counter()
        self.problems = 0
        self.unread = 0
        self.findings: Counter[str] = Counter()
        self.rulesets: Counter[tuple[str, str]] = Counter()
        self.logs_of_shuffle: dict[str, set[str]] = {}
        self.misfits: Counter[Misfit] = Counter()
        self.replaced: list[Replaced] = []

    def add(self, result: Result) -> None:
        """Count an input, its games and findings."""
        if result.is_no_log:
            self.no_logs += 1
            return
        self.verdict.add(result)
        for checks, _ in result.verdicts:
            for check, severity, count in checks:
                if self.chosen is None or check in self.chosen:
                    self.findings[severity] += count
        self.inputs += 1
        self.stored += result.is_stored
        self.games += len(result.rulesets)
        self.hands += result.hands
        self.stopped += result.stopped
        for what, hands in result.unjudged:
            self.unjudged[what] += hands
        self.problems += len(result.problems)
        self.unread += bool(result.problems)
        self.rulesets.update(result.rulesets)
        self.misfits.update(result.misfits)
        for shuffle, log in result.shuffles:
            if shuffle in self.logs_of_shuffle or len(self.logs_of_shuffle) < MOST_COMPARED:
                self.logs_of_shuffle.setdefault(shuffle, set()).add(log)

    def same_games(self) -> list[list[str]]:
        """Logs with one shuffle seed between them: one game under several ids."""
        return [sorted(logs) for logs in self.logs_of_shuffle.values() if len(logs) > 1]

    def common_misfit(self) -> CommonMisfit | None:
        """The ways in which more than half of the games contradict the ruleset that was named; None without any."""
        games: Counter[tuple[str, str]] = Counter()
        for misfit, count in self.misfits.items():
            for way in misfit.ways:
                games[misfit.ruleset, way] += count
        told = [(pair, count) for pair, count in games.items() if 2 * count > self.games]
        if not told:
            return None
        ruleset = told[0][0][0]  # of another ruleset there are fewer games
        ways = {way: count for (_, way), count in told}
        fitting: Counter[tuple[str, ...]] = Counter()
        for misfit, count in self.misfits.items():
            if misfit.ruleset == ruleset and not ways.keys().isdisjoint(misfit.ways):
                fitting[misfit.fitting] += count
        return CommonMisfit(ruleset, tuple(commonest(ways)), commonest(fitting)[0][0])

    def misfit_line(self, *, so_far: bool = False) -> str:
        """That the ruleset that was named does not fit, and which would; "" where it does. so_far: of a part."""
        found = self.common_misfit()
        if found is None:
            return ""
        (way, count), *others = found.ways
        told = [f"in {count:,} of {counted(self.games, 'game')}{' so far' if so_far else ''} {way}"]
        told += [f"in {count:,} {way}" for way, count in others]
        return f"the ruleset {found.ruleset} does not fit: {', and '.join(told)}; {_fitting_text(found.fitting)}"

    def as_object(self) -> dict[str, object]:
        """The counts for machines."""
        misfit = self.common_misfit()
        return {
            "inputs": self.inputs,
            "already_loaded": self.stored + self.skipped,
            "games": self.games,
            **self.verdict.as_object(),
            "hands": self.hands,
            "hands_stopped": self.stopped,
            "not_judged": [
                {"checks": what.partition(": ")[0], "reason": what.partition(": ")[2], "hands": hands}
                for what, hands in commonest(self.unjudged)
            ],
            "findings": {severity: self.findings[severity] for severity in SEVERITIES},
            "known": self.known,
            "problems": self.problems,
            "no_logs": self.no_logs,
            "same_games": self.same_games(),
            "rulesets": [
                {"ruleset": ruleset, "reason": reason, "games": games}
                for (ruleset, reason), games in self.rulesets.most_common()
            ],
            "misfit": None if misfit is None else _misfit_object(misfit),
            "replaced": [one._asdict() for one in self.replaced],
        }


def _misfit_object(misfit: CommonMisfit) -> dict[str, object]:
    """A ruleset that does not fit, for machines."""
    ways = [{"way": way, "games": games} for way, games in misfit.ways]
    return {"ruleset": misfit.ruleset, "ways": ways, "fitting": list(misfit.fitting)}


def _fitting_text(names: tuple[str, ...]) -> str:
    """Which rulesets would fit, and how to ask for them."""
    if not names:
        return "no ruleset that comes with the program does"
    if len(names) == 1:
        return f"{names[0]} would fit (--rules {names[0]})"
    return f"{', '.join(names[:-1])} or {names[-1]} would fit (--rules NAME)"
