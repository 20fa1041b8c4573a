"""Generates docs/rules: how tables differ, a page per setting, from the rulesets, their sources and the fixtures."""

from functools import cache

from auditor.core import rulesets
from auditor.core.audit.game import audit_game
from auditor.core.events import Game
from auditor.core.results import NOTE
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.settings import Setting, value_of, value_text
from auditor.core.text import markdown_cell
from auditor.output.ruleset_texts import rulesets_table, table_settings
from support.judging import game_and_rules
from support.paths import FIXTURES, ROOT
from support.settings_shown import SHOWN_BY
from support.varied_settings import SHOWN_IN_PROOFS, values_tried, varied, win_proof_lines

FOLDER = ROOT / "docs" / "rules"
INDEX = FOLDER / "README.md"

INTRODUCTION = """# How tables differ

Every setting of the rulesets that come with the program: what it decides, who plays which value, what the texts say,
and a log that is judged differently by it. `"none"` is no value. Made by `python tests/generate.py` of the rulesets and
fixtures; `auditor rulesets --table --format csv` gives the table, with rulesets of your own where you name them.

"""


@cache
def _known() -> list[Ruleset]:
    return [rulesets.load(name) for name in rulesets.names()]


def path_of(setting: Setting) -> str:
    """The file name of a setting's page."""
    return f"{setting.key}.md"


def index() -> str:
    """The index page, with the table of all settings."""
    rows = [f"| [`{one.key}`]({path_of(one)}) | {markdown_cell(one.meaning)} |" for one in table_settings()]
    table = rulesets_table(_known(), "md").splitlines()
    for line, setting in enumerate(table_settings(), 2):
        cells = table[line].split(" | ", 1)
        table[line] = f"| [{setting.key}]({path_of(setting)}) | {' '.join(cells[1].split())}"
    head = " ".join(table[0].split())
    rules = "|" + "---|" * (len(_known()) + 1)
    listed = ["| setting | what it decides |", "|---|---|", *rows]
    return INTRODUCTION + "\n".join([*listed, "", "## All of them", "", head, rules, *table[2:]]) + "\n"


def texts(setting: Setting) -> str:
    """The part of a page that follows from the rulesets."""
    own: dict[str, list[str]] = {}
    said: dict[tuple[str, str], list[str]] = {}
    for rules in _known():
        value = value_text(value_of(rules, setting))
        own.setdefault(value, []).append(rules.name)
        source = rulesets.sources_of(rules.name).get(setting.key)
        if source:
            said.setdefault((value, source), []).append(rules.name)
    lines = [f"# {setting.key}", "", f"{setting.meaning[0].upper()}{setting.meaning[1:]}.", ""]
    lines += [f"It takes {setting.allowed}.", "", "## Who plays what", "", "| value | rulesets |", "|---|---|"]
    lines += [f"| `{value}` | {', '.join(names)} |" for value, names in sorted(own.items())]
    lines += ["", "## What the texts say", ""]
    if said:
        lines += ["| rulesets | value | source |", "|---|---|---|"]
        lines += [
            f"| {', '.join(names)} | `{value}` | {markdown_cell(text)} |" for (value, text), names in said.items()
        ]
    else:
        lines.append("No text at hand speaks of it: the rulesets have the program's default, or what logs show.")
    return "\n".join(lines) + "\n"


def page(setting: Setting) -> str:
    """A whole page: what the texts say, and how fixtures are judged under each value."""
    lines = ["## What shows it", ""]
    for name in SHOWN_BY[setting.key].split():
        game, rules = game_and_rules(FIXTURES / name)
        by_verdict: dict[str, list[str]] = {}
        for value in values_tried(setting, value_of(rules, setting)):
            by_verdict.setdefault(_verdict(game, varied(rules, setting, value), setting), []).append(value_text(value))
        lines += [f"[{name}](../../fixtures/{name}), under `{rules.name}`:", "", "| value | found |", "|---|---|"]
        lines += [f"| {', '.join([f'`{one}`' for one in values])} | {found} |" for found, values in by_verdict.items()]
        lines.append("")
    return texts(setting) + "\n" + "\n".join(lines)


def _verdict(game: Game, rules: Ruleset, setting: Setting) -> str:
    """The findings of a game, as a table cell."""
    if setting.key in SHOWN_IN_PROOFS:
        lines = [" ".join(line.split()) for line in win_proof_lines(game, rules)]
        return "<br>".join([markdown_cell(line) for line in lines if line.startswith("chips")]) or "nothing"
    found = [one for one in audit_game(game, rules).findings if one.severity != NOTE]
    return "<br>".join([f"`{one.check}` {markdown_cell(one.message)}" for one in found]) or "nothing"


def write() -> None:
    """Rewrite all pages, and remove those whose setting is gone."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.md"):
        old.unlink()
    INDEX.write_text(index(), "utf-8")
    for setting in table_settings():
        (FOLDER / path_of(setting)).write_text(page(setting), "utf-8")
