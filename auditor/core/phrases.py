"""Short texts that every language has, such as what the rules require, or why a check had no answer.

In English they are those of ``phrases.tsv``; `auditor.languages` has those of other languages, by the same ids.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

_FIELD: Final = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_LINES: Final = Path(__file__).with_name("phrases.tsv").read_text("utf-8").splitlines()
TEMPLATES: Final = {id: text for id, _, text in [line.partition("\t") for line in _LINES]}
"""The texts by id, with fields as in `Texts` of `auditor.core.checks.wording`."""


class Phrase(str):
    """A short text in English that other languages can say.

    id: which it is; one that is in no file is a word, whose text is the id with spaces for hyphens. fields: numbers,
    phrases, terms, and texts that are the same in every language, each also as a list.
    """

    id: str
    fields: dict[str, Any]

    def __new__(cls, id: str, /, **fields: Any) -> "Phrase":
        """The phrase of that id."""
        text, *rest = _FIELD.split(TEMPLATES.get(id) or id.replace("-", " "))
        for name, form, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
            text += number_text(fields[name], form or "") + after
        return phrase_with(text, id, fields)

    def __reduce__(self) -> tuple[Any, ...]:
        return phrase_with, (str(self), self.id, self.fields)


def number_text(number: Any, form: str, words: Mapping[str, str] = TEMPLATES) -> str:
    """A number, or a text, as a field shows it. form: what follows the colon in the field, or ""; see `Texts`."""
    if form == "who" or form == "Who":
        name = words["who"].replace("{seat}", str(number))
        return name if form == "who" else name[0].upper() + name[1:]
    if form == "+":
        return f"{number:+d}" if number else "0"
    one, _, more = form.partition("|")
    is_one = number == 1 or (number == 0 and "zero-is-one" in words)
    return f"{grouped(number, words)} {one if is_one else more}" if more else str(number)


def grouped(number: int, words: Mapping[str, str]) -> str:
    """A number with what the language of the words puts between thousands: ``25,000``."""
    return f"{number:,}".replace(",", words.get("between-thousands", ","))


def phrase_with(text: str, id: str, fields: dict[str, Any]) -> Phrase:
    """A phrase whose text is known."""
    made = str.__new__(Phrase, text)
    made.id, made.fields = id, fields
    return made


def word(text: str) -> Phrase:
    """The word that has this text in English."""
    return phrase_with(text, text.replace(" ", "-"), {})


def listed(mark: str, items: Sequence[str]) -> Phrase:
    """The items of a list, with what stands between them, such as ``", "`` or ``" and "``."""
    return phrase_with(mark.join(items), f"list{mark.strip()}", {"items": list(items)})
