"""The fixtures, as scenarios: each says what it shows, plays it, and names the findings it must give, beside the play.

`python tests/generate.py` writes them to `fixtures/` as real logs. A log carries its point and its findings in
a comment at its head (mjlog) or under the key ``comment`` (tenhou.net/6, mjai), so that it speaks for itself.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final, Self

from auditor.core.events import DRAW, NO_SEAT, Event, Game
from auditor.core.rulesets.loading import FILES
from auditor.core.tiles import UNKNOWN
from auditor.formats.majsoul.writer import Record
from auditor.testing.majsoul_records import SALTED, records
from auditor.testing.scenario import Scenario

Expected = tuple[str, int, int | None, int | None]
"""A finding that a fixture must give: check, hand, event, seat."""
Command = dict[str, Any]
"""A command of the M-League's viewer."""


ENDINGS: Final = {
    "mjlog": ".mjlog", "tenhou6": ".json", "mjai": ".jsonl", "majiang": ".json", "mleague": ".json", "majsoul": ".json",
    "mjx": ".json",
    "mjscore": ".txt",
    "riichicity": ".json",
}  # fmt: skip
"""How the files of each format are named."""
ALL_FORMS: Final = ("mjlog", "tenhou6", "mjai")
"""Those that any game can be written in."""


class Play(Scenario):
    """A scenario that keeps the findings it must give."""

    def __init__(self, rules: str = "tenhou", *, red_fives: bool | None = None) -> None:
        super().__init__(rules, red_fives=red_fives)
        self.expected: list[Expected] = []
        self.changes: list[Callable[[list[Record]], object]] = []
        self.retyped: list[Callable[[list[Command]], object]] = []
        self.replaced: list[tuple[str, str]] = []
        self.era = SALTED
        self.looked_at: tuple[int, int, int] | None = None

    def look(self, *, event: int = -1, seat: int = NO_SEAT) -> Self:
        """Where nothing is found: the latest event (or another) is the one to look at, and whose it is."""
        place = self.last_event if event < 0 else event
        self.looked_at = self.current.index, place, self.current.events[place].seat if seat == NO_SEAT else seat
        return self

    def finds(self, check: str, seat: int = NO_SEAT, *, event: int | None = -2, hand: int | None = None) -> Self:
        """The latest event (or another; None for the deal) must give a finding of the check for the seat."""
        place = self.last_event if event == -2 else event
        index = self.current.index if hand is None else hand
        self.expected.append((check, index, place, None if seat == NO_SEAT else seat))
        return self

    def hide(self, *seats: int) -> Self:
        """Leave the tiles that the seats hold out of the log, but for those they show at a draw."""
        hand = self.current
        hand.dealt = tuple([(UNKNOWN,) * 13 if seat in seats else tiles for seat, tiles in enumerate(hand.dealt)])
        for place, event in enumerate(hand.events):
            if event.kind == DRAW and event.seat in seats:
                hand.events[place] = Event(DRAW, event.seat)
        return self

    def of_era(self, era: str) -> Self:
        """Publish the wall as in an era of Mahjong Soul's (`auditor.testing.majsoul_records.ERAS`)."""
        self.era = era
        return self

    def in_record(self, change: Callable[[list[Record]], object]) -> Self:
        """Change the records that the game is written in; of Mahjong Soul's format alone."""
        self.changes.append(change)
        return self

    def in_text(self, old: str, new: str) -> Self:
        """Put another text in the place of one that stands once in the log as written."""
        self.replaced.append((old, new))
        return self

    def in_commands(self, change: Callable[[list[Command]], object]) -> Self:
        """Change the commands that the game is written in; of the M-League's format alone."""
        self.retyped.append(change)
        return self

    def records(self) -> list[Record]:
        """The game as Mahjong Soul's records, with the changes made to them."""
        found = records(self.game, self.rules, self.era)
        for change in self.changes:
            change(found)
        return found

    def end(self) -> Self:
        """Play the hand out to an exhaustive draw."""
        self.play_out().ryuukyoku()
        return self


class Case:
    """A fixture. name: its path under ``fixtures``, without ending. point: what it shows.

    rules: the ruleset that judges it, or ``auto``. form: the format that it is written in.
    """

    def __init__(self, name: str, point: str, rules: str, form: str, build: Callable[[], Play]) -> None:
        self.name = name
        self.point = point
        self.rules = rules
        self.form = form
        self.build = build

    @property
    def path(self) -> str:
        """Where the log lies under ``fixtures/``."""
        return self.name + ENDINGS[self.form]

    def play(self) -> tuple[Game, list[Expected]]:
        """The game and the findings it must give."""
        play = self.build()
        return play.game, play.expected


def rules_of(name: str) -> str:
    """The ruleset that a fixture names: one of the program's, or a file of the tests' own (TOML, or a rule object)."""
    folder = Path(__file__).parent.parent / "rulesets"
    files = [folder / f"{name}{ending}" for ending in FILES]
    return next((str(file) for file in files if file.exists()), name)


CASES: list[Case] = []


def case(
    name: str,
    point: str,
    *,
    rules: str = "tenhou",
    form: str | tuple[str, ...] = "mjlog",
    judged_by: str = "",
    red_fives: bool | None = None,
) -> Callable[[Callable[[Play], object]], Callable[[Play], object]]:
    """Declare a fixture, in one format or in several; the function plays it.

    rules: those it is played by, and judged by unless `judged_by` names others, or ``auto``. red_fives: whether the
    set holds them, where it is not as the rules say.
    """

    def declare(script: Callable[[Play], object]) -> Callable[[Play], object]:
        def build() -> Play:
            play = Play(rules_of(rules), red_fives=red_fives)
            script(play)
            return play

        for one in (form,) if isinstance(form, str) else form:
            CASES.append(Case(name, point, judged_by or rules, one, build))
        return script

    return declare


def all_cases() -> list[Case]:
    """Every fixture, in the order of its path."""
    for module in iter_modules([str(Path(__file__).parent)]):
        import_module(f"{__name__}.{module.name}")
    return sorted(CASES, key=lambda one: one.path)
