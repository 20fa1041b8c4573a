"""The languages that findings, tables and pages are printed in: a TOML file each, opened when it is needed.

``words`` are terms and clauses, ``checks`` the messages, titles and reasons of each check, ``said`` the texts of pages
and output, each by the id that the program names. ``phrases`` are short texts that a finding has in English alone, such
as what the rules require, or what tables play: ``en.toml`` gives these and the words their ids, and so a database of
any age is read in any language.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from msgspec import ValidationError, convert, defstruct
from msgspec.structs import replace

from auditor.core.checks import BY_ID
from auditor.core.checks.wording import ENGLISH, IN_ENGLISH, Language, Texts, render, segments
from auditor.core.program import UserError
from auditor.core.project import toml_of
from auditor.core.results import Arguments, Finding, ListItem, Message, Shown, Value

_ENGLISH: Final = "en"
_FIELD: Final = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_NOTATION: Final = re.compile(r"(?<![0-9A-Za-z+-])(?:[0-9]+[mpsz])+(?![0-9A-Za-z])")
_ROUND: Final = re.compile(r"([ESWN])([1-4])(?:-(\d{1,3}))?")
_ACCEPTED: Final = re.compile(r"\s*([A-Za-z]+)(?:-[^;]*)?(?:;q=([01](?:\.\d{1,3})?))?\s*")
_LISTS: Final = ("; ", ", ", " or ", " and ")
"""What separates the items of a short text, that which binds least first."""
_LONGEST: Final = 1000
"""The most characters of a short text; what is longer holds something of a stranger's, and is a phrase of one field."""
_MOST_KNOWN: Final = 4096
"""The most short texts whose translation is kept; a server meets new ones all the time."""
_FORMS: Final = {
    "who": r"[Ss]eat (\d+)", "number": r"([+-]?\d[\d,]*)", "count": r"(\d+)", "switch": "(with|without)",
    "date": r"(\d[\d-]*)", "names": "([^,;]+)",
}  # fmt: skip
"""What a field of a phrase stands for, by its form. Any other is a number and a noun, or a text: with ``word`` one of
the words, with ``name`` or ``names`` one that is the same in every language, with ``played`` what tables play."""
_PLAYED: Final = re.compile(r" and (?=(?:with|without|so that|by other|one hand|the east|two winds|four winds)\b)")


class LanguageError(UserError):
    """There is no file of a language, or it cannot be read."""


_FILE: Final = defstruct("_FILE", [
    ("language", str, ""), ("checks", dict[str, dict[str, str]], {}),
    *[(part, dict[str, str], {}) for part in ("words", "phrases", "said", "tiles", "rulesets")],
])  # fmt: skip
"""What may be in a file of a language."""


def _pattern(template: str) -> re.Pattern[str]:
    """What a phrase looks like in English, with its fields as groups in their order."""
    name, *parts = _FIELD.split(template)
    pattern = [re.escape(name)]
    for form, after in zip(parts[1::3], parts[2::3], strict=True):
        nouns = "|".join([re.escape(noun) for noun in (form or "").split("|")])
        pattern += [rf"([\d,]+) (?:{nouns})" if "|" in nouns else _FORMS.get(nouns, "(.+?)"), re.escape(after)]
    return re.compile("".join(pattern))


class Translation(Language):
    """A language other than English. own: the content of its file. english: that of ``en.toml``."""

    def __init__(self, code: str, own: Mapping[str, Any], english: Mapping[str, Any]) -> None:
        super().__init__(code, {**ENGLISH, **own.get("words", {})})
        self.own = {part: own.get(part, {}) for part in ("checks", "phrases", "said", "tiles", "rulesets")}
        self.ids = {text: word for word, text in english["words"].items()}
        longest_first = sorted(
            english["phrases"].items(), key=lambda it: -len(_FIELD.sub("", it[1].replace(":who}", ":who}seat ")))
        )
        self.phrases = [(own.get("phrases", {}).get(name, text), text, _pattern(text)) for name, text in longest_first]
        self.known: dict[str, str | None] = {}

    def messages(self, check: str, english: Texts) -> Texts:
        """As in `Language`."""
        return {**english, **self.own["checks"].get(check, {})}

    def arguments(self, arguments: Arguments) -> Arguments:
        """As in `Language`."""
        return {name: self._value(value) for name, value in arguments.items()}

    def _value(self, value: Value) -> Value:
        return self._item(value) if isinstance(value, ListItem) else [self._item(item) for item in value]

    def _item(self, item: ListItem) -> ListItem:
        if isinstance(item, str):
            return self.text(item)
        return Message(item.id, self.arguments(item.arguments)) if isinstance(item, Message) else item

    def text(self, english: str) -> str:
        """As in `Language`; unchanged where it is no phrase, such as tiles."""
        return self._text(english) or english

    def said(self, text_id: str, english: str) -> str:
        """As in `Language`."""
        return str(self.own["said"].get(text_id, english))

    def finding(self, finding: Finding) -> Finding:
        """As in `Language`, with tiles as people type them."""
        check = BY_ID.get(finding.check)
        if check is None or finding.message_id not in check.messages:  # as another version worded it
            return finding
        messages, arguments = self.messages(check.id, check.messages), dict(finding.arguments)
        why, penalty = "", finding.penalty
        if finding.depends_on:
            arguments["penalty"] = ""
            why = finding.message.removeprefix(render(check.messages[finding.message_id], arguments, check.messages))
        message = self._plain(messages[finding.message_id], arguments, messages)
        if penalty is not None:
            penalty = replace(penalty, text=self._plain("{clause}", {"clause": arguments["penalty"]}, messages).strip())
        message += self.words["between-sentences"] + self.text(why.strip()) if why else ""
        expected, actual = self._shown(finding.expected), self._shown(finding.actual)
        return replace(finding, message=message, expected=expected, actual=actual, penalty=penalty)

    def _plain(self, template: str, arguments: Arguments, messages: Texts) -> str:
        pieces = segments(template, self.arguments(arguments), messages, self.words)
        return "".join([self.typed(piece.text) if piece.kind == "tiles" else piece.text for piece in pieces])

    def _shown(self, shown: Shown) -> Shown:
        return self.typed(self.text(shown)) if isinstance(shown, str) else shown

    def typed(self, text: str) -> str:
        """A text whose tiles are as people type them: ``赤5p``, ``東``."""
        return _NOTATION.sub(self._typed_tiles, text) if self.own["tiles"] else text

    def _typed_tiles(self, found: re.Match[str]) -> str:
        names = self.own["tiles"]
        groups = re.findall(r"([1-9]+|0)(?=\d*([mpsz]))", found[0])
        return "".join([
            "".join([names[f"{digit}z"] for digit in digits]) if suit == "z" else digits.replace("0", names["0"]) + suit
            for digits, suit in groups
        ])  # fmt: skip

    def _text(self, english: str) -> str | None:
        """A short text in this language; None where nothing of it is a phrase."""
        if len(english) > _LONGEST:
            return self._phrase(english) if len(english) <= 50 * _LONGEST else None
        if english not in self.known:
            found = self._phrase(english) or self._list(english)
            if len(self.known) >= _MOST_KNOWN:
                self.known.clear()
            self.known[english] = found
        return self.known[english]

    def _phrase(self, english: str) -> str | None:
        word = self.ids.get(english)
        if word is not None:
            return self.words.get(word)
        round = _ROUND.fullmatch(english)
        if round is not None:
            name = self.words[f"round-{round[1]}"].replace("{number}", round[2])
            shown = self.said("hand", "{round}-{honba}") if round[3] else "{round}"
            return render(shown, {"round": name, "honba": int(round[3] or 0)}, {}, self.words)
        for template, phrase, pattern in self.phrases:
            found = pattern.fullmatch(english) if len(english) <= _LONGEST or phrase.count("{") == 1 else None
            if found is not None:
                taken = [(*field, text) for field, text in zip(_FIELD.findall(phrase), found.groups(), strict=True)]
                if all([form != "word" or text in self.ids for _, form, text in taken]):
                    values = {name: self._taken(form, text) for name, form, text in taken}
                    return render(template, values, {}, self.words)
        return None

    def _taken(self, form: str, text: str) -> Value:
        if form in ("who", "count") or "|" in form:
            return int(text.replace(",", ""))
        if form == "played":  # where words alone are the winds of a game
            items = [self._phrase(f"play {item}") or self.text(item) for item in _PLAYED.split(text)]
            return self.words["listand"].join(items)
        return text if form in ("name", "names") else self.text(text)

    def _list(self, english: str) -> str | None:
        for known in (all, any):  # a list whose items are all known goes before one of which some are
            for mark in _LISTS:
                items = english.split(mark)
                texts = [self._text(item) for item in items] if len(items) > 1 else [None]
                if known(texts):
                    shown = [text or item for text, item in zip(texts, items, strict=True)]
                    return self.words[f"list{mark.strip()}"].join(shown)
        return None


@cache
def available() -> list[str]:
    """The codes of the languages that the program comes with."""
    names = [file.name for file in files(__name__).iterdir()]
    return sorted([name.removesuffix(".toml") for name in names if name.endswith(".toml")])


@cache
def language(name: str) -> Language:
    """A language by its code, or by the TOML file of one. Raises LanguageError."""
    if name == _ENGLISH:
        return IN_ENGLISH
    if name not in available() and not name.endswith(".toml"):
        raise LanguageError(f"--lang: there is no language {name!r}; there are {', '.join(available())}")
    path = Path(name) if name.endswith(".toml") else files(__name__) / f"{name}.toml"
    try:
        own = toml_of(path.read_text("utf-8"))
        convert(own, _FILE)
    except (OSError, ValueError, ValidationError) as error:
        raise LanguageError(f"--lang: {name}: {error}") from None
    return Translation(own.get("language", name), own, tomllib.loads((files(__name__) / "en.toml").read_text("utf-8")))


@lru_cache(maxsize=64)
def accepted(header: str) -> Language:
    """The language of the program that an ``Accept-Language`` header prefers; English where it names none."""
    parts = [_ACCEPTED.fullmatch(part) for part in header[:200].split(",")]
    wanted = [(-float(part[2] or 1), number, part[1].lower()) for number, part in enumerate(parts) if part]
    known = [code for weight, _, code in sorted(wanted) if weight < 0 and code in available()]
    return language(known[0] if known else _ENGLISH)
