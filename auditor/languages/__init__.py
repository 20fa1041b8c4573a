"""The languages that findings, tables and pages are printed in: a TOML file each, opened when it is needed.

``words`` are terms and clauses, ``checks`` the messages, titles and reasons of each check, ``said`` the texts of pages
and output, each by the id that the program names. ``phrases`` are short texts, such as what the rules require, or what
tables play; those of English are in `auditor.core.phrases`.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from msgspec import ValidationError, convert, defstruct
from msgspec.structs import replace

from auditor.core.checks import BY_ID
from auditor.core.checks.wording import ENGLISH, IN_ENGLISH, Language, Texts, render, segments
from auditor.core.phrases import Phrase
from auditor.core.program import UserError
from auditor.core.project import toml_of
from auditor.core.results import Arguments, Finding, ListItem, Message, ShortText, Value

_ENGLISH: Final = "en"
_NOTATION: Final = re.compile(r"(?<![0-9A-Za-z+-])(?:[0-9]+[mpsz])+(?![0-9A-Za-z])")
_ROUND: Final = re.compile(r"([ESWN])([1-4])(?:-(\d{1,3}))?")
_LIST: Final = "list"
_ACCEPTED: Final = re.compile(r"\s*([A-Za-z]+)(?:-[^;]*)?(?:;q=([01](?:\.\d{1,3})?))?\s*")


class LanguageError(UserError):
    """There is no file of a language, or it cannot be read."""


_FILE: Final = defstruct("_FILE", [
    ("language", str, ""), ("checks", dict[str, dict[str, str]], {}),
    *[(part, dict[str, str], {}) for part in ("words", "phrases", "said", "tiles", "rulesets")],
])  # fmt: skip
"""What may be in a file of a language."""


class Translation(Language):
    """A language other than English. own: the content of its file."""

    def __init__(self, code: str, own: Mapping[str, Any]) -> None:
        super().__init__(code, {**ENGLISH, **own.get("phrases", {}), **own.get("words", {})})
        self.own = {part: own.get(part, {}) for part in ("checks", "said", "tiles")}

    def messages(self, check: str, english: Texts) -> Texts:
        """As in `Language`."""
        return {**english, **self.own["checks"].get(check, {})}

    def arguments(self, arguments: Arguments) -> Arguments:
        """As in `Language`."""
        return {name: self._value(value) for name, value in arguments.items()}

    def _value(self, value: Value) -> Value:
        return self._item(value) if isinstance(value, ListItem) else [self._item(item) for item in value]

    def _item(self, item: ListItem) -> ListItem:
        if isinstance(item, ShortText):
            return self._phrase(item.id, item.arguments, item.text)
        if isinstance(item, str):
            return self.text(item) if isinstance(item, Phrase) else self._round(item)
        return Message(item.id, self.arguments(item.arguments)) if isinstance(item, Message) else item

    def text(self, english: str) -> str:
        """As in `Language`; of a text that is no phrase, the word or the round that it names, or itself."""
        if isinstance(english, Phrase):
            return self._phrase(english.id, english.fields, str(english))
        word = self.words.get(english.replace(" ", "-"), "{")
        return self._round(english) if "{" in word else word

    def _phrase(self, id: str, fields: Arguments, english: str) -> str:
        """A phrase. A value of a setting may have one of its own: ``game.length.4`` before ``game.length``."""
        if (template := self.words.get(id) or self.words.get(".".join(id.split(".")[:2]))) is None:
            return self._round(english)
        if id.startswith(_LIST):
            template = f"{{items:{template}}}"
        try:
            return render(template, self.arguments(fields), {}, self.words)
        except KeyError:  # as another version worded it
            return english

    def _round(self, text: str) -> str:
        """A round or a hand, such as ``E1`` or ``E1-0``; any other text as it is."""
        found = _ROUND.fullmatch(text)
        name = self.words.get(f"round-{found[1]}") if found else None
        if found is None or name is None:
            return text
        name = name.replace("{number}", found[2])
        shown = self.said("hand", "{round}-{honba}") if found[3] else "{round}"
        return render(shown, {"round": name, "honba": int(found[3] or 0)}, {}, self.words)

    def said(self, text_id: str, english: str) -> str:
        """As in `Language`."""
        return str(self.own["said"].get(text_id, english))

    def finding(self, finding: Finding) -> Finding:
        """As in `Language`, with tiles as people type them."""
        check = BY_ID.get(finding.check)
        if check is None or finding.message_id not in check.messages:  # as another version worded it
            return finding
        messages, arguments, penalty = self.messages(check.id, check.messages), dict(finding.arguments), finding.penalty
        if (depends := arguments.get("depends")) is not None:
            arguments["penalty"] = ""
        message = self._plain(messages[finding.message_id], arguments, messages)
        if depends is not None:
            message += self.words.get("between-sentences", " ") + self._plain("{depends}", arguments, messages)
        if penalty is not None:
            penalty = replace(penalty, text=self._plain("{clause}", {"clause": arguments["penalty"]}, messages).strip())
        short = f"{{shown:{self.words.get('list,', ', ')}}}"
        expected, actual = [
            self._plain(short, {"shown": arguments[name]}, messages) if name in arguments
            else self.typed(shown) if isinstance(shown, str) else shown
            for name, shown in (("expected", finding.expected), ("actual", finding.actual))
        ]  # fmt: skip
        return replace(finding, message=message, expected=expected, actual=actual, penalty=penalty)

    def _plain(self, template: str, arguments: Arguments, messages: Texts) -> str:
        pieces = segments(template, self.arguments(arguments), messages, self.words)
        return "".join([self.typed(piece.text) if piece.kind == "tiles" else piece.text for piece in pieces])

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
    return Translation(own.get("language", name), own)


@lru_cache(maxsize=64)
def accepted(header: str) -> Language:
    """The language of the program that an ``Accept-Language`` header prefers; English where it names none."""
    parts = [_ACCEPTED.fullmatch(part) for part in header[:200].split(",")]
    wanted = [(-float(part[2] or 1), number, part[1].lower()) for number, part in enumerate(parts) if part]
    known = [code for weight, _, code in sorted(wanted) if weight < 0 and code in available()]
    return language(known[0] if known else _ENGLISH)
