"""Records of the M-League's viewer."""

import re
from functools import partial
from typing import Final

from auditor.core.events import Game
from auditor.core.reading.format import UTF8_MARK, Format, anonymize_by, read_by, write_by
from auditor.core.reading.stated_rules import M_LEAGUE, Phrase, StatedRules, rules_by_remark

NAME: Final = "mleague"
PAGE_MARK: Final = b"UMP_PLAYER.init("
"""The text by which a page with a record is recognized."""

_COMMAND: Final = rb'^\[\s*\{[^{}]*"cmd"\s*:\s*"(?:area|player|gamestart|kyokustart)"'


def matches(head: bytes) -> bool:
    """Whether the first bytes of an input are those of an array of commands."""
    head = head.removeprefix(UTF8_MARK).lstrip()
    return head.startswith(b"[") and re.match(_COMMAND, head) is not None and b'"args"' in head


def stated_rules(game: Game) -> StatedRules:
    """The rules of the league: every record of the viewer is a game of it.

    One that was converted from another format has a remark, which may name other rules.
    """
    return rules_by_remark(game, StatedRules(Phrase("log-of-mleague"), ruleset=M_LEAGUE))


read = partial(read_by, "auditor.formats.mleague.reader")
write = partial(write_by, "auditor.formats.mleague.writer")
FORMAT: Final[Format] = Format(
    NAME, "M-League viewer record (page or JSON)", ".json", matches, read, write, stated_rules=stated_rules,
    page_mark=PAGE_MARK, anonymize=partial(anonymize_by, "auditor.formats.mleague.reader"), server="m-league",
    richness=4, pays_by_difference=True,
)  # fmt: skip
