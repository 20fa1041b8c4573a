"""Small facts of a game: who played, who left, where the log contradicts itself, how the game was settled, from where
it was read; and how events are shown.

What `auditor.events` is made of; import its classes from there.
"""

from typing import Final, NamedTuple

from auditor.tiles import TILE_TEXT
from auditor.units import EventIndex, Mark, Points, SeatIndex, Tile

_MARK_WORDS: Final = ("tedashi", "tsumogiri", "open")
_WITHOUT_TILE: Final = ("riichi", "deposit", "ryuukyoku")


OF_INDICATOR: Final = "indicator"
OF_URA: Final = "ura"
OF_RIICHI: Final = "riichi"
OF_CALL: Final = "call"
OF_DEALER: Final = "dealer"
OF_WINDS: Final = "winds"
OF_END: Final = "end"
"""What a contradiction is about."""


class Connection:
    """A player left (`joined` false) or came back just before event `event` of the hand."""

    def __init__(self, event: EventIndex, seat: SeatIndex, joined: bool) -> None:
        self.event = event
        self.seat = seat
        self.joined = joined

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Connection) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<seat {self.seat} {'came back' if self.joined else 'left'} before event {self.event}>"

    def key(self) -> tuple[EventIndex, SeatIndex, bool]:
        """All fields, for comparison."""
        return (self.event, self.seat, self.joined)


class Contradiction:
    """Two things that a log says of one moment and that exclude each other.

    about: one of the words above. event: its index in the hand, -1 for the deal. seat: whom it concerns, or NO_SEAT.
    message: a sentence. expected, actual: the two things.
    """

    def __init__(
        self, about: str, event: EventIndex, seat: SeatIndex, message: str, expected: str, actual: str
    ) -> None:
        self.about = about
        self.event = event
        self.seat = seat
        self.message = message
        self.expected = expected
        self.actual = actual


class Player:
    """A seat's player, as the log names it; grade and rating are None where the log has none."""

    def __init__(self, name: str, grade: str | None = None, rating: float | None = None, sex: str = "") -> None:
        self.name = name
        self.grade = grade
        self.rating = rating
        self.sex = sex

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Player) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<player {self.name}{f' {self.grade}' if self.grade else ''}>"

    def key(self) -> tuple[object, ...]:
        """All fields, for comparison."""
        return (self.name, self.grade, self.rating, self.sex)


class FinalResult:
    """The settlement at the end of a game: each seat's points, and its score with placement bonus.

    Either is None where the log does not hold it. places: of each seat, from 0, -1 where the log leaves it out; None
    where it holds none.
    """

    def __init__(
        self,
        points: tuple[Points, ...] | None,
        scores: tuple[float, ...] | None,
        places: tuple[int, ...] | None = None,
    ) -> None:
        self.points = points
        self.scores = scores
        self.places = places

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FinalResult) and self.points == other.points and self.scores == other.scores

    def __hash__(self) -> int:
        return hash((self.points, self.scores))

    def __repr__(self) -> str:
        return f"<result: points {self.points}, scores {self.scores}>"


class Source(NamedTuple):
    """Where a game was read from.

    path: the file as given or found, the name given for a log in memory, or ``-``. member: the name inside an archive
    or database, or "". number: of the game among those of its input, from 0.
    """

    path: str
    member: str
    number: int

    def __str__(self) -> str:
        parts = [self.path, self.member, f"game {self.number}" if self.number else ""]
        return ", ".join([part for part in parts if part])


def event_text(
    name: str, seat: SeatIndex, tile: Tile, tiles: tuple[Tile, ...], from_seat: SeatIndex, mark: Mark
) -> str:
    """An event as `repr` shows it. name: of its kind; the rest as in `Event`, -1 for what it has not."""
    parts = [name]
    if seat >= 0:
        parts.append(f"seat {seat}")
    if name not in _WITHOUT_TILE:
        parts.append(tiles_shown((tile,)))
    if tiles:
        parts.append(f"with {tiles_shown(tiles)}")
    if from_seat >= 0:
        parts.append(f"from seat {from_seat}")
    if mark >= 0:
        parts.append(_MARK_WORDS[mark])
    return " ".join(parts)


def tiles_shown(tiles: tuple[Tile, ...]) -> str:
    """Tiles as `repr` shows them: each its face with the usual red fives, and its id."""
    return " ".join([f"{TILE_TEXT[tile]}({tile})" if 0 <= tile < len(TILE_TEXT) else "?" for tile in tiles])


def points_shown(points: tuple[Points, ...]) -> str:
    """Points as `repr` shows them."""
    return " ".join([str(of_seat) for of_seat in points])
