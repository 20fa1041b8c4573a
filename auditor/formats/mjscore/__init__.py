"""Games as text: ``mjscore.txt`` of Tonpuso (東風荘), and what Tenhou's client for Windows copies, in the same form.

The form is described at mj.giganet.net/mjscore.htm: a head with the players, and for each hand what each seat gains,
what won, the tiles dealt and every action in its order. It is encoded in cp932, or in UTF-8.

By the samples of both they differ in this: Tonpuso takes the stick of a riichi off what a seat gains, Tenhou does
not; Tonpuso writes the dora itself, Tenhou its indicator; Tonpuso shows ura dora for every win.
"""

import re
from functools import partial
from typing import Final

from auditor.core.events import Game
from auditor.core.reading.format import Format, anonymize_by, read_by, write_by
from auditor.core.reading.stated_rules import Phrase, StatedRules, rules_by_text

NAME: Final = "mjscore"
TITLE: Final = "title"
"""The key of `Game.attributes` with the kind of table, in games of Tonpuso."""
BEGINS: Final = "開始"
HEAD_PATTERN: Final = re.compile(
    rb"===+ ?[^\r\n]{1,300}?(?:" + BEGINS.encode() + b"|" + re.escape(BEGINS.encode("cp932")) + b")"
)


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input look like this format."""
    return head[:1] not in b"{[<" and HEAD_PATTERN.search(head) is not None


_EAST_ONLY: Final = "東風"


def stated_rules(game: Game) -> StatedRules:
    """What the head of a text says of the rules: Tenhou's, or the length alone for a table of Tonpuso."""
    if (title := game.attributes.get(TITLE)) is None:
        return rules_by_text(game)
    return StatedRules(Phrase("log-of-tonpuso", title=title), winds=1 if _EAST_ONLY in title else 2)


read = partial(read_by, "auditor.formats.mjscore.reader")
write = partial(write_by, "auditor.formats.mjscore.writer")
FORMAT: Final[Format] = Format(
    NAME, "mjscore text (Tonpuso, Tenhou)", ".txt", matches, read, write, stated_rules=stated_rules,
    anonymize=partial(anonymize_by, "auditor.formats.mjscore.reader"),
)  # fmt: skip
