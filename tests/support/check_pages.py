"""The pages of ``docs/checks``: what each check flags and why, its two examples drawn, and the settings that change it.

`python tests/generate.py` makes them from the catalogue and the fixtures.
"""

from pathlib import Path
from typing import Final

from scenarios import rules_of

from auditor.core import rulesets
from auditor.core.checks import CATALOGUE
from auditor.core.checks.check import Check
from auditor.core.rulesets.settings import settings, value_of, value_text
from auditor.page.example import Drawn, drawn_examples
from support.paths import ROOT

PAGES: Final = ROOT / "docs" / "checks"
FAMILIES: Final = {
    "tiles": "Tiles", "wall": "The wall", "log": "What the log says twice", "turn": "Turns", "call": "Calls",
    "dora": "Indicators", "riichi": "Riichi", "furiten": "Furiten", "server": "What the server says",
    "win": "Wins", "pay": "Payments", "stick": "Riichi sticks", "honba": "Honba",
    "draw": "Drawn hands", "game": "The course of the game", "note": "Notes: legal, and worth knowing",
}  # fmt: skip


def pages() -> dict[Path, str]:
    """All pages by path."""
    found = {PAGES / f"{check.id}.md": page(check) for check in CATALOGUE}
    return {PAGES / "README.md": index(), **found}


def write() -> None:
    """Write all pages and remove those whose check is gone."""
    made = pages()
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for path in PAGES.rglob("*.md"):
        if path not in made:
            path.unlink()


def index() -> str:
    """The catalogue by family, each check with a link to its page."""
    lines = [
        "# The checks",
        "",
        "A *violation* breaks a rule of play, a *mismatch* is a record that is not what the replay gives, a *note* is "
        "legal and worth knowing.",
    ]
    for family, title in FAMILIES.items():
        lines += ["", f"## {title}", "", "| check | severity | it flags |", "|---|---|---|"]
        for check in sorted(CATALOGUE, key=lambda one: one.id):
            if check.id.startswith(f"{family}/"):
                lines.append(f"| [`{check.id}`]({check.id}.md) | {check.severity} | {check.title} |")
    return "\n".join([*lines, "", _made("the catalogue")])


def page(check: Check) -> str:
    """The page of a check."""
    lines = [f"# `{check.id}`", "", f"*{check.severity.capitalize()}*: {check.title}"]
    if check.why:
        lines += ["", check.why]
    if check.sources:
        lines += ["", "Sources:", "", *[f"- {_source(source)}" for source in check.sources]]
    for title, one in zip(("It fires", "It does not"), drawn_examples(check, rules_of), strict=True):
        if one is not None:
            lines += ["", f"## {title}", "", *_example(one)]
    lines += ["", "## Settings that change it", "", *_settings(check)]
    return "\n".join([*lines, "", _made("the check's code and its fixtures")])


def _source(text: str) -> str:
    return f"<{text}>" if text.startswith("https://") and " " not in text else text


def _example(one: Drawn) -> list[str]:
    assert one.lines, f"{one.example.path} cannot be drawn"
    lines = [one.example.point, "", "```text", *[line.rstrip() for line in one.lines], "```"]
    found = one.finding
    if found is not None:
        lines += ["", f"> {found.message}"]
        told = [f"{name} `{text}`" for name, text in (("expected", found.expected), ("actual", found.actual)) if text]
        lines += [">", f"> {', '.join(told)}"] if told else []
    rules = one.example.rules
    judged = "by the rules that the log names" if rules == rulesets.AUTO else f"under `{rules}`"
    return [*lines, "", f"`{one.example.path}`, judged {judged}."]


def _settings(check: Check) -> list[str]:
    if not check.settings:
        return [f'None; a ruleset may switch the check off (`off = ["{check.id}"]`).']
    lines = ["| setting | what it decides | in the rulesets |", "|---|---|---|"]
    known = [rulesets.load(name) for name in rulesets.names()]
    for key in check.settings:
        setting = settings()[key]
        values: dict[str, list[str]] = {}
        for rules in known:
            values.setdefault(value_text(value_of(rules, setting)), []).append(rules.name)
        told = "; ".join([f"`{value}`: {', '.join(names)}" for value, names in sorted(values.items())])
        if len(values) == 1:
            told = f"`{next(iter(values))}` in all"
        lines.append(f"| `{key}` | {setting.meaning} | {told} |")
    return lines


def _made(source: str) -> str:
    return f"Made by `python tests/generate.py` from {source}.\n"
