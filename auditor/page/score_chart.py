"""A small chart of a game's points from hand to hand: one line per seat, drawn without any library.

A page shows hundreds of games, for which a chart renderer would take longer than the audit and write too much. The
chart is inline SVG: text has the colour and the font of the page around it, and a style sheet may give the lines
other colours (classes ``seat-0`` to ``seat-3``, ``corrected``, ``step``).
"""

from typing import Final

from auditor.core.text import escaped
from auditor.core.units import HandIndex, Points, SeatIndex
from auditor.output.style import DASHES, SERIES
from auditor.page.accounts import PointsBySeat
from auditor.page.board.svg import text_columns, truncate
from auditor.page.standings import GameStanding

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
    """The chart of a game as an ``<svg>`` element: the points of each seat at the start and after each hand.

    Where accounts are corrected, a thin line shows what a seat should have had, and marks at the bottom show the hands
    in which points went wrong. "" for a game without hands.
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
        self.names = [truncate(seat.name or f"seat {seat.seat}", _LONGEST_NAME) for seat in game.seats]
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
        ends = self._ends()
        lines = "".join([self._line(seat, ends[seat]) for seat in range(self.game.players)])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="scores" role="img" '
            f'viewBox="0 0 {CHART_WIDTH} {CHART_HEIGHT}" font-size="{_FONT}" fill="none" stroke-linejoin="round">'
            f"<title>{escaped(f'Points from hand to hand: {last}')}</title>"
            f"{self._grid_lines()}{lines}{self._words(ends)}{self._steps()}</svg>"
        )

    def _grid_lines(self) -> str:
        across = "".join([f"M{_LEFT} {_number(self.y(points))}H{_number(self.right)}" for points in self.grid])
        zero = ""
        if self.grid[0] < 0 < self.grid[-1]:
            line = f"M{_LEFT} {_number(self.y(0))}H{_number(self.right)}"
            zero = f'<path d="{line}" stroke="currentColor" stroke-opacity=".5"/>'
        return f'<path d="{across}" stroke="currentColor" stroke-opacity=".15"/>{zero}'

    def _words(self, ends: list[float]) -> str:
        """Labels: points next to the grid, hands below it, names at the ends of the lines. ends: the names' y."""
        points = [_text(_LEFT - 6, self.y(one) + _TO_MIDDLE, f"{one:,}") for one in self.grid]
        names = [_text(self.right + _SAMPLE, y + _TO_MIDDLE, escaped(self.names[seat])) for seat, y in enumerate(ends)]
        return (
            f'<g fill="currentColor"><g text-anchor="end">{"".join(points)}</g>'
            f'<g text-anchor="middle">{self._hands()}</g>{"".join(names)}</g>'
        )

    def _hands(self) -> str:
        """The labels of the hands, leaving out those without enough space."""
        parts = []
        free_from = 0.0
        for number, line in enumerate(self.game.hands, 1):
            x = self.x(number)
            if x >= free_from:
                name = f"{line.round}-{line.honba}" if line.honba else line.round
                parts.append(_text(x, CHART_HEIGHT - 4, name))
                free_from = x + _LEAST_TICK
        return "".join(parts)

    def _line(self, seat: SeatIndex, end: float) -> str:
        """A seat's line, with a sample of it before the name, and its corrected line, where that differs."""
        own = [line[seat] for line in self.recorded]
        sample = f"M{_number(self.right + 4)} {_number(end)}h16"
        line = f'<path class="seat-{seat}" d="{self._path(own)}{sample}" {_pen(seat)}/>'
        right = None if self.corrected is None else [points[seat] for points in self.corrected]
        if right is None or right == own:
            return line
        title = f"<title>{escaped(f'{self.names[seat]}, corrected: {right[-1]:,}')}</title>"
        return (
            f'{line}<path class="corrected seat-{seat}" d="{self._path(right)}" stroke="{SERIES[seat]}">{title}</path>'
        )

    def _steps(self) -> str:
        """A mark at each hand in which points went wrong, with the checks that report it."""
        checks: dict[HandIndex, set[str]] = {}
        for step in self.game.accounts.steps if self.game.accounts is not None else ():
            checks.setdefault(step.hand, set()).update(step.checks)
        numbers = {line.hand: number for number, line in enumerate(self.game.hands, 1)}
        parts = []
        for hand, reporting in checks.items():
            if reporting:
                x, y = _number(self.x(numbers[hand])), CHART_HEIGHT - _BOTTOM
                title = f"<title>{escaped(', '.join(sorted(reporting)))}</title>"
                parts.append(f'<path class="step" d="M{x} {y}l-5 8h10z" fill="currentColor">{title}</path>')
        return "".join(parts)

    def _path(self, points: list[Points]) -> str:
        dots = [f"{_number(self.x(number))} {_number(self.y(one))}" for number, one in enumerate(points)]
        return "M" + "L".join(dots)

    def _ends(self) -> list[float]:
        """The y of each seat's name, at the end of its line but apart from the others."""
        order = sorted(range(self.game.players), key=lambda seat: (-self.recorded[-1][seat], seat))
        wanted = [self.y(self.recorded[-1][seat]) for seat in order]
        heights = dict(zip(order, _apart(wanted, _TOP, CHART_HEIGHT - _BOTTOM), strict=True))
        return [heights[seat] for seat in range(self.game.players)]


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{_number(x)}" y="{_number(y)}">{text}</text>'


def _pen(seat: SeatIndex) -> str:
    """The stroke of a seat's line."""
    dashes = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    return f'stroke="{SERIES[seat]}" stroke-width="2"{dashes}'


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
