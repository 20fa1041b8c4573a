"""Records of the M-League's viewer."""

from typing import Final

from auditor.events import Game
from auditor.formats.format import Format
from auditor.formats.mleague.nameless import nameless
from auditor.formats.mleague.reader import NAME, PAGE_MARK, matches, read
from auditor.formats.rules import M_LEAGUE, StatedRules

__all__ = ["FORMAT", "PAGE_MARK", "matches", "read"]


def stated_rules(_: Game) -> StatedRules:
    """A record of the viewer is a game of the league."""
    return StatedRules("the log is one of the M-League's viewer", M_LEAGUE)


FORMAT: Final[Format] = Format(
    NAME, "M-League viewer record (page or JSON)", ".json", matches, read, stated_rules=stated_rules,
    page_mark=PAGE_MARK, nameless=nameless,
)  # fmt: skip
