"""A small chart of a game's points from hand to hand: one line per seat, drawn without any library.

A page shows hundreds of games, for which a chart renderer would take longer than the audit and write too much. The
chart is inline SVG: text has the colour and the font of the page around it, and a style sheet may give the lines
other colours (classes ``seat-0`` to ``seat-3``, ``corrected``, ``step``).
"""

from typing import Final

from auditor.core.checks.wording import LANGUAGE, in_numbers, said
from auditor.core.text import escaped
from auditor.core.units import HandIndex, Points, SeatIndex
from auditor.output.location import hand_text
from auditor.output.style import DASHES, SERIES
from auditor.page.accounts import PointsBySeat
from auditor.page.board.svg import text_columns, truncate
from auditor.page.standings import GameStanding
from auditor.page.templates import drawn

CHART_WIDTH: Final = 640
CHART_HEIGHT: Final = 240
_TOP: Final = 12
_BOTTOM: Final = 28
_LEFT: Final = 56
_FONT: Final = 12
_TO_MIDDLE: Final = 4
"""How far the baseline of a text is below its middle."""
_COLUMN: Final = 6
"""The approximate width of a text column; a Japanese character takes two."""
_LONGEST_NAME: Final = 22
_SAMPLE: Final = 24
"""The width of the line sample before a name, with the space around it."""
_LINE: Final = 14
"""The least vertical distance between two names."""
_STEPS: Final = (1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000)
_MOST_LINES: Final = 7
_LEAST_TICK: Final = 34
"""The least horizontal distance between two labels of hands."""


def score_chart(game: GameStanding) -> str:
    """The chart of a game as an ``<svg>`` element: the points of each seat at the start and after each hand. Where
    accounts are corrected, a thin line shows what a seat should have had, and marks at the bottom show the hands in
    which points went wrong. "" for a game without hands.
    """
    if not game.hands:
        return ""
    start = tuple([seat.start for seat in game.seats])
    recorded = [start, *[line.points for line in game.hands]]
    corrected = [start if line.corrected is None else line.corrected for line in game.hands]
    drawing = _Drawing(game, recorded, [start, *corrected] if game.accounts is not None else None)
    return drawing.svg()


class _Drawing:
    """Draws one chart. recorded, corrected: points of each seat at the start and after each hand."""

    def __init__(self, game: GameStanding, recorded: list[PointsBySeat], corrected: list[PointsBySeat] | None) -> None:
        self.game = game
        self.recorded = recorded
        self.corrected = corrected
        self.names = [
            truncate(seat.name or said("seat", "{seat:who}", seat=seat.seat), _LONGEST_NAME) for seat in game.seats
        ]
        self.right = CHART_WIDTH - 12 - _SAMPLE - _COLUMN * max([text_columns(name) for name in self.names])
        every = [points for line in [*recorded, *(corrected or [])] for points in line]
        self.grid = _grid(min(every), max(every))

    def x(self, number: int) -> float:
        """The x of a hand, counted from 1; 0 is the start."""
        return _LEFT + (self.right - _LEFT) * number / (len(self.recorded) - 1)

    def y(self, points: Points) -> float:
        """The y of a number of points."""
        low, high = self.grid[0], self.grid[-1]
        return CHART_HEIGHT - _BOTTOM - (CHART_HEIGHT - _TOP - _BOTTOM) * (points - low) / (high - low)

    def svg(self) -> str:
        """The whole picture."""
        last = ", ".join([f"{name} {points:,}" for name, points in zip(self.names, self.recorded[-1], strict=True)])
        title = said("points-by-hand", "Points from hand to hand: {last}", last=last)
        ends = self._ends()
        names = zip(ends, self.names, strict=True)
        return drawn(
            "scores", size=(CHART_WIDTH, CHART_HEIGHT), font=_FONT, title=escaped(title),
            grid="".join([self._across(points) for points in self.grid]),
            zero=self._across(0) if self.grid[0] < 0 < self.grid[-1] else "",
            lines=[self._line(seat, ends[seat]) for seat in range(self.game.players)], hands=self._hands(),
            names=[(_number(self.right + _SAMPLE), _number(y + _TO_MIDDLE), escaped(name)) for y, name in names],
            points=[(_LEFT - 6, _number(self.y(one) + _TO_MIDDLE), in_numbers(f"{one:,}")) for one in self.grid],
            steps=self._steps(), bottom=CHART_HEIGHT - _BOTTOM,
        )  # fmt: skip

    def _across(self, points: Points) -> str:
        """The path of a line of the grid."""
        return f"M{_LEFT} {_number(self.y(points))}H{_number(self.right)}"

    def _hands(self) -> list[tuple[str, int, str]]:
        """The labels of the hands, with their positions, leaving out those without enough space."""
        labels = []
        free_from = 0.0
        for number, line in enumerate(self.game.hands, 1):
            x = self.x(number)
            name = hand_text(line.round, line.honba) if line.honba else LANGUAGE.get().text(line.round)
            half = max(_LEAST_TICK, _COLUMN * text_columns(name) + 8) / 2  # names in Japanese are longer
            if x - half >= free_from:
                labels.append((_number(x), CHART_HEIGHT - 4, name))
                free_from = x + half
        return labels

    def _line(self, seat: SeatIndex, end: float) -> tuple[str, str, str, str, str]:
        """A seat's path, with a sample before the name, its colour and dashes, its corrected path and its title. The
        last two are "" where no account of the seat is corrected.
        """
        own = [line[seat] for line in self.recorded]
        path = f"{self._path(own)}M{_number(self.right + 4)} {_number(end)}h16"
        right = own if self.corrected is None else [points[seat] for points in self.corrected]
        if right == own:
            return path, SERIES[seat], DASHES[seat], "", ""
        name, points = self.names[seat], in_numbers(f"{right[-1]:,}")
        title = escaped(said("corrected-line", "{name}, corrected: {points}", name=name, points=points))
        return path, SERIES[seat], DASHES[seat], self._path(right), title

    def _steps(self) -> list[tuple[str, str]]:
        """The positions of the hands in which points went wrong, with the checks that report it."""
        checks: dict[HandIndex, set[str]] = {}
        for step in self.game.accounts.steps if self.game.accounts is not None else ():
            checks.setdefault(step.hand, set()).update(step.checks)
        numbers = {line.hand: number for number, line in enumerate(self.game.hands, 1)}
        reported = [(hand, ", ".join(sorted(reporting))) for hand, reporting in checks.items() if reporting]
        return [(_number(self.x(numbers[hand])), escaped(names)) for hand, names in reported]

    def _path(self, points: list[Points]) -> str:
        dots = [f"{_number(self.x(number))} {_number(self.y(one))}" for number, one in enumerate(points)]
        return "M" + "L".join(dots)

    def _ends(self) -> list[float]:
        """The y of each seat's name, at the end of its line but apart from the others."""
        order = sorted(range(self.game.players), key=lambda seat: (-self.recorded[-1][seat], seat))
        wanted = [self.y(self.recorded[-1][seat]) for seat in order]
        heights = dict(zip(order, _apart(wanted, _TOP, CHART_HEIGHT - _BOTTOM), strict=True))
        return [heights[seat] for seat in range(self.game.players)]


def _apart(wanted: list[float], top: float, bottom: float) -> list[float]:
    """Values near the wanted ones, which ascend, at least a line apart and within the bounds."""
    placed: list[float] = []
    for y in wanted:
        placed.append(max(y, placed[-1] + _LINE if placed else top))
    limit = bottom
    for index in reversed(range(len(placed))):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - _LINE
    return placed


def _grid(low: Points, high: Points) -> list[Points]:
    """Round numbers from at most `low` to at least `high`, with at most `_MOST_LINES` steps."""
    for step in _STEPS:
        first, last = low // step, -(-high // step)
        if last - first <= _MOST_LINES:
            break
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def _number(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")
