"""What a test that judges logs says of them: nothing where they are clean, else the findings as people read them."""

from collections import Counter
from collections.abc import Sequence
from io import StringIO

from auditor.audit.worker import Result
from auditor.findings import CHECK, SEVERITY, Told
from auditor.project import FAILS_ON, Config, grave_enough
from auditor.report.baseline import Known, read_baseline
from auditor.report.places import problem_text
from auditor.report.selection import selected_checks
from auditor.report.text import TextWriter
from auditor.rulesets import AUTO, settings_key
from auditor.testing.verify import Input, Verified, judged, ruleset_of
from auditor.version import PROGRAM

FoundIn = tuple[Told, Result]
"""A finding, and the result of the input that it is found in."""


class Judge:
    """How logs are judged: by the settings of a project, and a ruleset that may take the place of theirs.

    Raises RulesetError, SelectionError and BaselineError for settings that cannot be used.
    """

    def __init__(self, settings: Config | None = None, rules: str | None = None) -> None:
        asked = {} if settings is None else settings.defaults()
        self.rules: str = rules or asked.get("rules", AUTO)
        settings_key(self.rules)
        self.severities = grave_enough(asked.get("fail_on", FAILS_ON))
        self.chosen = selected_checks(asked.get("select"), asked.get("ignore"))
        self.known: Known | None = read_baseline(asked["baseline"]) if "baseline" in asked else None

    def results(self, items: Sequence[Input]) -> list[Result]:
        """What inputs give."""
        return judged(list(items), self.rules)

    def faults(self, results: Sequence[Result]) -> list[FoundIn]:
        """What is wrong in them. Asked once of each: a finding of the baseline is known as often as it stands there."""
        return [(told, result) for result in results for told in self._faults(result)]

    def _faults(self, result: Result) -> list[Told]:
        new = result if self.known is None else self.known.without(result)
        return [one for one in new.findings if one.row[SEVERITY] in self.severities and one.row[CHECK] in self.chosen]


def fault_text(results: Sequence[Result], faults: Sequence[FoundIn], rules: str) -> str:
    """What is wrong with logs, and what cannot be read; "" for nothing. The first line names the checks.

    rules: by which the command that shows a finding judges.
    """
    lines = [problem_text(result, place, message) for result in results for place, message in result.problems]
    counts = [f"{check} ({count})" if count > 1 else check for check, count in fault_counts(faults).items()]
    return "\n".join(filter(None, [", ".join(counts), *lines, finding_text(faults, rules)]))


def fault_counts(faults: Sequence[FoundIn]) -> dict[str, int]:
    """How many faults are told by each check, in their order."""
    return dict(Counter([str(told.row[CHECK]) for told, _ in faults]))


def finding_text(found: Sequence[FoundIn], rules: str) -> str:
    """Findings as the text form has them, each with the command that shows it."""
    text = StringIO()
    writer = TextWriter(text.write, PROGRAM, rules)
    for told, result in found:
        writer.finding(told, result)
    return text.getvalue().rstrip()


def difference_text(one: Verified, rulesets: str | None) -> str:
    """In what a log differs from the verdict that it carries, and what cannot be read; "" where it does not."""
    lines = [": ".join(filter(None, [one.path, place, message])) for place, message in one.problems]
    if one.carried is None:
        return "\n".join(lines or [f"{one.path}: carries no verdict; auditor verify --write puts today's in"])
    lines += [f"not found: {due}, judged by {one.carried.rules}" for due in one.missing]
    if one.unexpected:
        rules = ruleset_of(one.carried.rules, one.path, rulesets)
        lines += ["found beside its verdict:", "", finding_text(one.unexpected, rules)]
    return "\n".join(lines)
