"""What a log format is."""

from collections.abc import Callable, Iterator

from auditor.events import Game
from auditor.formats.rules import StatedRules, rules_by_text
from auditor.problems import Problem


class Format:
    """A log format. name: as in `Game.format` and the tables. title: what people call it. ending: of its files' names.

    matches: whether data that begins with these bytes is of the format. read: bytes and their name to games and
    problems. write: a game and a comment to text, or None where there is no writer; raises ValueError for what the
    format cannot say. stated_rules: what the header of a game of the format says of its rules. is_joinable: whether one
    file may hold several games, one after the other. page_mark: what a web page with logs of the format has in it.
    """

    def __init__(
        self,
        name: str,
        title: str,
        ending: str,
        matches: Callable[[bytes], bool],
        read: Callable[[bytes, str], Iterator[Game | Problem]],
        write: Callable[[Game, str], str] | None = None,
        *,
        stated_rules: Callable[[Game], StatedRules] = rules_by_text,
        is_joinable: bool = False,
        page_mark: bytes = b"",
    ) -> None:
        self.name = name
        self.title = title
        self.ending = ending
        self.matches = matches
        self.read = read
        self.write = write
        self.stated_rules = stated_rules
        self.is_joinable = is_joinable
        self.page_mark = page_mark
