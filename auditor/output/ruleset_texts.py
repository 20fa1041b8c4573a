"""Rulesets as text: one as TOML, the difference of two, all of them as a table, and whether a file is sound."""

from collections.abc import Iterable, Mapping, Sequence

from auditor.core.checks.wording import LANGUAGE, said
from auditor.core.rulesets.loading import OwnSettings
from auditor.core.rulesets.model import Ruleset
from auditor.core.rulesets.settings import HEADER, Setting, differing, settings, value_of, value_text
from auditor.core.text import plural
from auditor.output.catalogue import filled


def meaning_of(setting: Setting) -> str:
    """What a setting means, in the language of what is printed."""
    return LANGUAGE.get().said(f"setting.{setting.key}", setting.meaning)


def title_of(ruleset: Ruleset) -> str:
    """Whose rules they are, in the language of what is printed."""
    return LANGUAGE.get().said(f"ruleset.{ruleset.name}", ruleset.title)


def rulesets_text(rulesets: Iterable[Ruleset]) -> str:
    """The rulesets, one line each."""
    return "".join([f"{ruleset.name:20}  {title_of(ruleset)}\n" for ruleset in rulesets])


def ruleset_text(ruleset: Ruleset, sources: Mapping[str, str]) -> str:
    """One ruleset in full, as TOML: each setting below its meaning, and its source where one is known."""
    lines = [f"# {ruleset.name}"]
    for key in ("title", "source", "sibling", "off", "assumed"):
        value = getattr(ruleset, key)
        lines += [f"{key} = {value_text(value)}"] if value else []
    section = HEADER
    for setting in table_settings():
        if setting.section != section:
            section = setting.section
            lines += ["", f"[{section}]"]
        source = sources.get(setting.key)
        lines += filled(meaning_of(setting), "# ", "# ")
        if source:
            lines += filled(said("source-of-setting", "source: {source}", source=source), "# ", "# ")
        lines.append(f"{setting.name} = {value_text(value_of(ruleset, setting))}")
    return "\n".join(lines) + "\n"


def table_settings() -> list[Setting]:
    """The settings that affect a game, in the order of a file; without names, titles and the like."""
    return [setting for setting in settings().values() if setting.section != HEADER]


def ruleset_difference(first: Ruleset, second: Ruleset) -> str:
    """The settings in which two rulesets differ, each with its meaning and both values."""
    width = max(len(first.name), len(second.name))
    lines = [f"{rules.name}: {title_of(rules)}" for rules in (first, second)]
    for key in differing(first, second):
        setting = settings()[key]
        lines += [
            "",
            *filled(f"{key}: {meaning_of(setting)}", ""),
            f"  {first.name:{width}}  {value_text(value_of(first, setting))}",
            f"  {second.name:{width}}  {value_text(value_of(second, setting))}",
        ]
    return "\n".join(lines if len(lines) > 2 else [*lines, "", said("no-setting-differs", "no setting differs")]) + "\n"


def rulesets_table(rulesets: Sequence[Ruleset], output: str) -> str:
    """A row per setting, with its meaning (except in Markdown, for lack of width) and its value in each ruleset.
    output: ``md`` or ``csv``, with values as in TOML, or ``json``, with JSON values.
    """
    from auditor.core.store.queries import QueryResult
    from auditor.output.tables import csv_text, json_text, markdown_text

    columns = ["setting", *([] if output == "md" else ["decides"]), *[rules.name for rules in rulesets]]
    rows: list[tuple[object, ...]] = []
    for setting in table_settings():
        values = [value_of(rules, setting) for rules in rulesets]
        shown = values if output == "json" else [value_text(value) for value in values]
        rows.append((setting.key, *([] if output == "md" else [meaning_of(setting)]), *shown))
    return {"md": markdown_text, "csv": csv_text, "json": json_text}[output](QueryResult(columns, rows))


def sound_text(file: str, ruleset: Ruleset, own: OwnSettings, base: Ruleset | None) -> str:
    """The text that a ruleset file is sound, and what it sets. file: the file as the user named it. ruleset: the
    ruleset as loaded from the file. own: the settings in the file itself. base: the ruleset that it extends, if any.
    """
    if base is None:
        unsaid = len(table_settings()) - len(own.keys)
        return (
            f"{file}: sound; it extends no ruleset, and sets {plural(len(own.keys), 'setting')}; "
            f"{unsaid} have the program's defaults\n"
        )
    changed = differing(base, ruleset)
    lines = [f"{file}: sound; it extends {base.name} and changes {plural(len(changed), 'setting')} of it"]
    for key in changed:
        setting = settings()[key]
        values = [value_text(value_of(rules, setting)) for rules in (ruleset, base)]
        lines.append(f"  {key} = {values[0]}  # {base.name}: {values[1]}")
    if same := [key for key in own.keys if key not in changed]:
        lines.append(f"as in {base.name}, and needless: {', '.join(same)}")
    return "\n".join(lines) + "\n"
