"""Checks, rulesets and queries as text."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from auditor.checks import doubt
from auditor.checks.check import Check
from auditor.store.charts import Chart
from auditor.store.queries import Query

if TYPE_CHECKING:
    from auditor.rulesets.model import Ruleset

WIDTH: Final = 100


def checks_text(checks: Sequence[Check]) -> str:
    """The catalogue, a line a check, by family."""
    size = max(len(check.id) for check in checks)
    lines: list[str] = []
    family = ""
    for check in sorted(checks, key=_id_of):
        if check.id.split("/")[0] != family:
            family = check.id.split("/")[0]
            lines += ["", family] if lines else [family]
        lines.append(f"  {check.id:{size}}  {check.severity:9}  {check.title}")
    return "\n".join(lines) + "\n"


def doubt_text(checks: Sequence[Check]) -> str:
    """What checks rely on and put in doubt, a line each, in the order given; and what the columns stand for."""
    size = max(len(check.id) for check in checks)
    width = max(len(name) for name, _ in doubt.FACETS)
    lines = [
        "R  relies on it                S  its finding puts it in doubt",
        "r  in some cases, or of others s  in some cases, or of others",
        "",
        f"{'':{size}}  {'  '.join([name for name, _ in doubt.FACETS])}",
    ]
    for check in checks:
        line = f"{check.id:{size}}"
        for bit, (name, _) in enumerate(doubt.FACETS):
            relies_on = _letter("R", bit, check.relies_on, check.may_rely_on)
            spoils = _letter("S", bit, check.spoils, check.may_spoil)
            line += f"  {relies_on + spoils:{len(name)}}"
        lines.append(line.rstrip())
    lines += ["", *[f"{name:{width}}  {meaning}" for name, meaning in doubt.FACETS]]
    return "\n".join(lines) + "\n"


def _letter(letter: str, bit: int, always: int, also: int) -> str:
    if always >> bit & 1:
        return letter
    return letter.lower() if also >> bit & 1 else ""


def _id_of(check: Check) -> str:
    return check.id


def check_text(check: Check) -> str:
    """One check in full."""
    from auditor.report.example import drawn_examples

    lines = [f"{check.id}  ({check.severity})", *filled(check.title)]
    if check.why:
        lines += ["", "why", *filled(check.why)]
    if check.sources:
        lines += ["", "sources", *[f"  {source}" for source in check.sources]]
    if check.settings:
        from auditor.rulesets.settings import settings

        lines += ["", "settings that change it"]
        for key in check.settings:
            lines += filled(f"{key}: {settings()[key].meaning}")
    for title, one in zip(("an example", "and no fault"), drawn_examples(check), strict=True):
        if one is not None:
            lines += ["", title, *filled(one.example.point), f"  {one.example.path}"]
            lines += [f"    {line}".rstrip() for line in ["", *one.lines]] if one.lines else []
            lines += [] if one.finding is None else ["", *filled(one.finding.message)]
    return "\n".join(lines) + "\n"


def rulesets_text(rulesets: Iterable["Ruleset"]) -> str:
    """The rulesets, a line each."""
    return "".join([f"{ruleset.name:20}  {ruleset.title}\n" for ruleset in rulesets])


def ruleset_text(ruleset: "Ruleset", sources: Mapping[str, str]) -> str:
    """One ruleset in full: each setting as TOML has it, what it means, and its source where one is known."""
    from auditor.rulesets.settings import HEADER, settings, value_of, value_text

    lines = [f"{ruleset.name}: {ruleset.title}", f"source: {ruleset.source}"]
    if ruleset.sibling:
        lines.append(f"sibling for the other number of players: {ruleset.sibling}")
    if ruleset.off:
        lines.append(f"checks that never fire under it: {', '.join(ruleset.off)}")
    section = HEADER
    for key, setting in settings().items():
        if setting.section == HEADER:
            continue
        if setting.section != section:
            section = setting.section
            lines += ["", f"[{section}]"]
        lines.append(f"{setting.name} = {value_text(value_of(ruleset, setting))}")
        lines += filled(setting.meaning)
        if sources.get(key):
            lines += filled(f"source: {sources[key]}")
    return "\n".join(lines) + "\n"


def ruleset_difference(first: "Ruleset", second: "Ruleset") -> str:
    """The settings in which two rulesets differ, each with its meaning and what each ruleset has."""
    from auditor.rulesets.settings import HEADER, settings, value_of, value_text

    width = max(len(first.name), len(second.name))
    lines = [f"{first.name}: {first.title}", f"{second.name}: {second.title}"]
    for key, setting in settings().items():
        own, other = value_of(first, setting), value_of(second, setting)
        if setting.section != HEADER and own != other:
            lines += [
                "",
                *textwrap.wrap(f"{key}: {setting.meaning}", WIDTH, subsequent_indent="  "),
                f"  {first.name:{width}}  {value_text(own)}",
                f"  {second.name:{width}}  {value_text(other)}",
            ]
    return "\n".join(lines if len(lines) > 2 else [*lines, "", "no setting differs"]) + "\n"


def queries_text(queries: Sequence[Query]) -> str:
    """The named queries by group, a line each."""
    size = max(len(query.name) for query in queries)
    lines: list[str] = []
    for group in sorted({query.group for query in queries}):
        lines += ["", group] if lines else [group]
        lines += [f"  {query.name:{size}}  {query.title}" for query in queries if query.group == group]
    return "\n".join(lines) + "\n"


def query_text(query: Query) -> str:
    """One query: what it answers, its parameters, and its SQL."""
    lines = [f"{query.name}: {query.title}", *filled(query.description)]
    if query.parameters:
        lines += ["", "parameters"]
        lines += [
            f"  {parameter.name}  {parameter.type}, default {parameter.default}"
            + (f": {parameter.note}" if parameter.note else "")
            for parameter in query.parameters
        ]
    if query.charts:
        lines += ["", "chart (--chart FILE)" if len(query.charts) == 1 else "charts (--chart FILE)"]
        lines += [f"  {_chart_text(chart)}" for chart in query.charts]
    return "\n".join([*lines, "", query.sql]) + "\n"


def _chart_text(chart: Chart) -> str:
    """What a chart shows: ``bar: x turn, y wins, color won_by``."""
    color = f", color {chart.color.columns[0]}" if chart.color else ""
    return f"{chart.mark}: x {chart.x.columns[0]}, y {' and '.join(chart.y.columns)}{color}"


def filled(text: str) -> list[str]:
    """A paragraph, indented, in lines of at most WIDTH."""
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ")
