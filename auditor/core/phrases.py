"""Short texts that every language has, such as what the rules require, or why a check had no answer.

In English they are those of ``phrases.tsv``; `auditor.languages` has those of other languages, by the same ids.
"""

import re
from collections.abc import Sequence
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
            text += _shown(fields[name], form) + after
        return phrase_with(text, id, fields)

    def __reduce__(self) -> tuple[Any, ...]:
        return phrase_with, (str(self), self.id, self.fields)


def _shown(value: Any, form: str | None) -> str:
    if form == "who" or form == "Who":
        return f"{'S' if form == 'Who' else 's'}eat {value}"
    one, _, more = (form or "").partition("|")
    return f"{value:,} {one if value == 1 else more}" if more else str(value)


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
