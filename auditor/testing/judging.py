"""What a test that judges logs says of them: nothing where they are clean, else the findings as people read them."""

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

    def text(self, results: Sequence[Result], rules: str | None = None) -> str:
        """What is wrong, and what cannot be read; "" for nothing. rules: for what is told to call, if others."""
        lines = [problem_text(result, place, message) for result in results for place, message in result.problems]
        found = [(told, result) for result in results for told in self._faults(result)]
        return "\n".join(filter(None, ["\n".join(lines), finding_text(found, rules or self.rules)]))

    def _faults(self, result: Result) -> list[Told]:
        new = result if self.known is None else self.known.without(result)
        return [one for one in new.findings if one.row[SEVERITY] in self.severities and one.row[CHECK] in self.chosen]


def finding_text(found: Sequence[tuple[Told, Result]], rules: str) -> str:
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
