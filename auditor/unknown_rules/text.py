"""Rules inferred from logs: as text for people, and as a ruleset in TOML with its evidence."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from auditor.core.events import TRIPLE_RON
from auditor.core.program import version
from auditor.core.rulesets.choice import PLAYERS_TEXT
from auditor.core.rulesets.settings import HEADER, settings, value_of, value_text
from auditor.core.text import WIDTH, plural, printable
from auditor.unknown_rules.alternatives import HEAD_BUMP, WINNERS, setting_of, value_in
from auditor.unknown_rules.inference import Evidence, Inference

MOST_VALUES: Final = 4
"""How many of the values that fit the logs as well as the one taken are named."""


def inference_text(inferences: Sequence[Inference]) -> str:
    """The rules of each group as text: what the logs show to differ from the nearest ruleset, and to be equal."""
    blocks = []
    for number, one in enumerate(inferences):
        title = f"group {number + 1} of {len(inferences)}, {_start_text(one)}: " if len(inferences) > 1 else ""
        blocks.append("\n".join([printable(line) for line in _lines(one, title)]))
    return "\n\n".join(blocks) + "\n"


def summary_line(one: Inference) -> str:
    """The rules of a group on one line: ``40 logs: nearest is tenhou; 3 settings of tenhou are otherwise``."""
    count = len([each for each in one.evidence if each.is_taken])
    differ = f"{plural(count, 'setting')} of {one.base.name} {'is' if count == 1 else 'are'} otherwise"
    return f"{plural(len(one.logs), 'log')}: nearest is {one.base.name}; {differ if count else 'as it is'}"


def _start_text(one: Inference) -> str:
    """The number of players, points and winds of the games of a group, as far as known."""
    facts = one.facts
    parts = [f"{PLAYERS_TEXT[facts.players]} players"]
    parts += [] if facts.start is None else [f"{facts.start} points"]
    parts += [] if facts.winds is None else [plural(facts.winds, "wind")]
    return ", ".join(parts)


def _lines(one: Inference, title: str) -> list[str]:
    taken = [each for each in one.evidence if each.is_taken]
    shown = [each for each in one.evidence if each.is_certain and not each.is_taken]
    left = [each for each in one.evidence if each.is_seen and not each.is_certain and not each.is_taken]
    lines = [f"{title}{summary_line(one)}"]
    if one.faulty_hands:
        lines.append(f"{plural(one.faulty_hands, 'hand')} wrong by these rules too")
    for each in taken:
        of_base = value_text(value_in(one.base, each.key))
        lines += ["", f"{_name(each)} = {_value(each, one)}   ({one.base.name}: {of_base})"]
        lines += _wrapped(_proof(each))
    if shown:
        lines += ["", f"as in {one.base.name}, and shown:"]
    for each in shown:
        against = f", {each.against} against it" if each.against else ""
        lines.append(f"  {_name(each)} = {_value(each, one)}  ({plural(each.shows, 'hand')} of "
                     f"{plural(each.logs, 'log')}{against})")  # fmt: skip
    if left:
        lines += ["", f"not shown, and as in {one.base.name}, for the logs leave other values:"]
    for each in left:
        lines += _wrapped(f"{_name(each)} = {_value(each, one)}, or {_others(each)}")
    if one.rules.off:
        lines += ["", *textwrap.wrap(f"not judged, for the logs speak against it: {', '.join(one.rules.off)}", WIDTH)]
    if contrary := [each for each in one.evidence if each.contrary and each.is_seen]:
        lines += ["", "the logs contradict themselves in:"]
        for each in contrary:
            lines += _wrapped(f"{_name(each)}: {each.against} of {each.against + each.shows} hands speak against "
                              f"{_value(each, one)}: {', '.join(each.contrary)}")  # fmt: skip
    for heading, texts in _few(one):
        lines += ["", heading, *[line for text in texts for line in _wrapped(text)]]
    if unseen := _unseen(one):
        lines += ["", *textwrap.wrap(f"not seen, or by too few, and as in {one.base.name}: {', '.join(unseen)}", WIDTH)]
    return lines


def _few(one: Inference) -> list[tuple[str, list[str]]]:
    """What too few logs show: other values than those taken, and that these are none of others, under headings."""
    other, same = [], []
    for each in one.evidence:
        if each.contrary and not each.is_seen:
            hands = f"{plural(each.against, 'hand')}: {', '.join(each.contrary)}"
            other.append(f"{_name(each)} = {value_text(each.instead)}: {hands}")
        for rare in each.rare:
            hands = f"{plural(rare.hands, 'hand')}: {', '.join(rare.places)}"
            excluded = "" if isinstance(each.value, bool) else f", not {', '.join(map(value_text, rare.values))}"
            same.append(f"{_name(each)} = {_value(each, one)}{excluded}: {hands}")
    headed = [
        ("shown by too few logs to be taken for a rule:", other),
        ("as taken here, but shown by too few logs to be certain:", same),
    ]
    return [(heading, texts) for heading, texts in headed if texts]


def _unseen(one: Inference) -> list[str]:
    """The settings that no log shows; of a list setting with some entries shown, the other entries."""
    seen = {setting_of(each.key) for each in one.evidence if each.is_seen}
    unseen = [each for each in one.evidence if not (each.is_seen or each.contrary or each.rare)]
    whole = [each.key != WINNERS and setting_of(each.key) not in seen for each in unseen]
    named = [setting_of(each.key) if is_whole else _name(each) for each, is_whole in zip(unseen, whole, strict=True)]
    return list(dict.fromkeys(named))


def _name(each: Evidence) -> str:
    return "winners of one discard" if each.key == WINNERS else each.key


def _value(each: Evidence, one: Inference) -> str:
    return value_text(value_in(one.rules, each.key))


def _proof(each: Evidence) -> str:
    """How often logs show a value, and where first; or which values they leave besides."""
    if not each.shows:
        return "as the logs say themselves"
    hands = f"{plural(each.shows, 'hand')} of {plural(each.logs, 'log')}"
    text = f"not shown: {hands} leave {_others(each)} as well" if each.also else f"shown by {hands}"
    text += f", {each.against} against it" if each.against else ""
    return f"{text}: {', '.join(each.places)}"


def _others(each: Evidence) -> str:
    """The other values that the logs leave, the first few of them."""
    others = [value_text(value) for value in each.also[:MOST_VALUES]]
    return ", ".join(others) + (" and more" if len(each.also) > MOST_VALUES else "")


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def inference_toml(one: Inference) -> str:
    """The rules of a group as a ruleset file that extends the nearest one: what the logs show, with the evidence."""
    lines = [
        f"# The rules of {plural(len(one.logs), 'log')}, read out of them by auditor {version()}.",
        f'extend = "{one.base.name}"',
        f'title = "Read out of {plural(len(one.logs), "log")}"',
        f'source = "what {plural(len(one.logs), "log")} {"shows" if len(one.logs) == 1 else "show"}; '
        f'the rest is as in {one.base.name}"',
        *([f"off = {value_text(one.rules.off)}"] if one.rules.off != one.base.off else []),
        f"# as in {one.base.name}, for no log shows them, or too few, or one of several values that the logs allow",
        *_list_lines("assumed", [each.key for each in one.evidence if not each.is_certain]),
    ]
    for heading, texts in _few(one):
        lines += [f"# {heading}", *[line for text in texts for line in _commented(text)]]
    by_setting: dict[str, list[Evidence]] = {}
    for each in one.evidence:
        if each.is_seen:
            of_winners = (HEAD_BUMP, WINNERS, "draws.abortive")
            for key in of_winners if each.key == WINNERS else (setting_of(each.key),):
                by_setting.setdefault(key, []).append(each)
    section = HEADER
    for key, setting in settings().items():
        if key not in by_setting:
            continue
        if setting.section != section:
            section = setting.section
            lines += ["", f"[{section}]"]
        lines += _comments(by_setting[key])
        lines.append(f"{setting.name} = {value_text(value_of(one.rules, setting))}")
    return "\n".join(lines) + "\n"


def _list_lines(name: str, values: Sequence[str]) -> list[str]:
    """A list in TOML, wrapped between values."""
    text = ", ".join([value_text(value).replace(" ", "\0") for value in values])
    lines = textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
    return [f"{name} = [", *[line.replace("\0", " ") for line in lines], "]"]


def _commented(text: str) -> list[str]:
    return _wrapped(printable(text), "# ")


def _comments(of_setting: Iterable[Evidence]) -> list[str]:
    lines = []
    for each in of_setting:
        setting = setting_of(each.key)
        entry = "" if each.key in (setting, WINNERS) else f"{each.key.removeprefix(setting + '.')}: "
        entry = f"{TRIPLE_RON}: " if each.key == WINNERS else entry
        lines += _commented(entry + _proof(each))
    return lines
