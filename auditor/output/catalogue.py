"""Checks and queries as text."""

import textwrap
from collections.abc import Sequence

from wcwidth import ljust, wrap

from auditor.core.checks import doubt
from auditor.core.checks.check import Check
from auditor.core.checks.wording import IN_ENGLISH, LANGUAGE, said
from auditor.core.store.queries import Query, load
from auditor.core.text import WIDTH


def checks_text(checks: Sequence[Check]) -> str:
    """The catalogue by family, one line per check."""
    size = max(len(check.id) for check in checks)
    lines: list[str] = []
    for check in sorted(checks, key=lambda check: check.id):
        family = check.id.split("/")[0]
        if family not in lines:
            lines += ["", family] if lines else [family]
        severity = ljust(LANGUAGE.get().text(check.severity), 9)
        lines.append(f"  {check.id:{size}}  {severity}  {check.said('title')}")
    return "\n".join(lines) + "\n"


def doubt_text(checks: Sequence[Check]) -> str:
    """What checks rely on and put in doubt, one line each in the order given, with a legend of the columns."""
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


def spoken_query(name: str) -> Query:
    """A named query with its texts in the language of what is printed. Raises QueryError where there is none."""
    query, spoken = load(name), LANGUAGE.get().said
    title, about = spoken(f"query.{name}", query.title), spoken(f"about.{name}", query.description)
    notes = [spoken(f"note.{name}.{one.name}", spoken(f"note.{one.name}", one.note)) for one in query.parameters]
    said = tuple([one._replace(note=note) for one, note in zip(query.parameters, notes, strict=True)])
    return query._replace(title=title, description=about, parameters=said)


def queries_text(queries: Sequence[Query]) -> str:
    """The named queries by group, one line each."""
    size = max(len(query.name) for query in queries)
    lines: list[str] = []
    for group in sorted({query.group for query in queries}):
        lines += [*([""] if lines else []), LANGUAGE.get().said(f"group.{group}", group)]
        lines += [f"  {query.name:{size}}  {query.title}" for query in queries if query.group == group]
    return "\n".join(lines) + "\n"


def query_text(query: Query) -> str:
    """One query: its description, parameters, charts and SQL."""
    lines = [f"{query.name}: {query.title}", *filled(query.description)]
    if query.parameters:
        lines += ["", said("parameters", "parameters")]
        for one in query.parameters:
            note = f": {one.note}" if one.note else ""
            lines.append(f"  {one.name}  {one.type}, {said('default', 'default {value}', value=one.default)}{note}")
    if query.charts:
        chart, charts = said("chart-option", "chart (--chart FILE)"), said("charts-option", "charts (--chart FILE)")
        lines += ["", chart if len(query.charts) == 1 else charts]
        colours = [f", color {one.color.columns[0]}" if one.color else "" for one in query.charts]
        lines += [f"  {one.mark}: x {one.x.columns[0]}, y {' and '.join(one.y.columns)}{colour}"
                  for one, colour in zip(query.charts, colours, strict=True)]  # fmt: skip
    return "\n".join([*lines, "", query.sql]) + "\n"


def filled(text: str, first: str = "  ", rest: str = "  ") -> list[str]:
    """A paragraph, indented, in lines of at most WIDTH: in English that of characters, else of columns."""
    if LANGUAGE.get() is IN_ENGLISH:
        return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest)
    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest)
