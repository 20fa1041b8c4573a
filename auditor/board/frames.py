"""The positions of a hand, one after each event, as differences: what a page needs to step through it.

A page keeps one `DrawingIndex`: locations, drawings and texts are given once and named by number. Of each frame it
keeps what differs from the one before, so whoever shows it draws by number and knows no rule.
"""

from collections.abc import Hashable, Sequence
from typing import Final

from auditor.board.faces import FACES, TILE_WIDTH, symbol_id
from auditor.board.layout import SIDE, PastDiscards, PlacedTile, PlacedTiles
from auditor.board.scene import GROUPS, TEXTS, Scene, Stage
from auditor.board.svg import CORNERS, WINDS
from auditor.events import SEATS, Game, Hand
from auditor.rulesets.model import Ruleset
from auditor.table.record import discard_marks
from auditor.table.table import deal

CAPTION: Final = TEXTS
ANSWERS: Final = TEXTS + 1
"""The texts besides those of a scene: what happens next; of each seat what is to be said of it."""

Remark = Hashable
"""A text, or what else JSON holds, for the page to write."""

Numbers = list[int]
Frame = list[Numbers]
"""The texts that change, in pairs (text, its new words); then of each group in which something changes its number and
pairs (place, what lies there now), 0 for nothing."""

Spot = tuple[float, float, bool, float]
"""Where a piece lies in its group: x, y, whether sideways, scale."""


class DrawingIndex:
    """Places, drawings and texts by number, from 1 for drawings, else from 0."""

    def __init__(self) -> None:
        self._spots: dict[Spot, int] = {}
        self._drawings: dict[str, int] = {}
        self._texts: dict[Remark, int] = {}
        self._pieces: dict[PlacedTile, tuple[int, int]] = {}

    def piece(self, piece: PlacedTile) -> tuple[int, int]:
        """The numbers of where a piece lies, and of what it looks like."""
        if piece not in self._pieces:
            self._pieces[piece] = self.place(piece), self.drawing(piece)
        return self._pieces[piece]

    def place(self, piece: PlacedTile) -> int:
        """The number of where a piece lies."""
        spot = (piece.x, piece.y, piece.sideways, piece.scale)
        return self._spots.setdefault(spot, len(self._spots))

    def drawing(self, piece: PlacedTile) -> int:
        """The number of what a piece looks like."""
        return self._drawings.setdefault(" ".join((piece.name, *piece.looks)), len(self._drawings) + 1)

    def text(self, words: Remark) -> int:
        """The number of a text."""
        return self._texts.setdefault(words, len(self._texts))

    def as_object(self) -> dict[str, object]:
        """All of it for JSON, and where the words on a seat are by its side of the board."""
        return {
            "places": [[_short(x), _short(y), int(sideways), _short(scale)] for x, y, sideways, scale in self._spots],
            "drawings": list(self._drawings),
            "texts": list(self._texts),
            "corners": CORNERS,
            "winds": WINDS,
            "seats": SEATS,
            "caption": CAPTION,
            "answers": ANSWERS,
            "side": SIDE,
            "width": TILE_WIDTH,
            "symbols": {name: symbol_id(name) for name in FACES},
        }


def _short(number: float) -> object:
    """A number as JSON has it, the same of compiled and plain code."""
    return int(number) if number == int(number) else round(number, 2)


class Frames:
    """The frames of a hand, as far as the replay can follow: that of the deal, then one after each event.

    captions: what each event is, in words; each stands in the frame that it meets. answers: for each frame what is to
    be said of each seat; none where nothing is.
    """

    def __init__(
        self,
        game: Game,
        hand: Hand,
        rules: Ruleset,
        captions: Sequence[Remark],
        atlas: DrawingIndex,
        answers: Sequence[Sequence[Remark]] = (),
    ) -> None:
        self.frames: list[Frame] = []
        self._atlas = atlas
        self._groups: list[PlacedTiles] = [()] * GROUPS
        self._shown: list[dict[int, int]] = [{} for _ in range(GROUPS)]
        self._texts: list[Remark | None] = [None] * (ANSWERS + SEATS)
        table = deal(game, hand, rules)
        stage = Stage(game, table)
        past = PastDiscards(discard_marks(hand.events))
        for index, (event, caption) in enumerate(zip([*hand.events, None], [*captions, ""], strict=True)):
            self._add(stage.scene(past), [caption, *(answers[index] if index < len(answers) else ())])
            if event is None:
                return
            try:
                table.apply(event)
            except Exception:  # what it is that the replay cannot follow, the audit reports
                return
            past.add(event)

    def _add(self, scene: Scene, notes: Sequence[Remark]) -> None:
        frame: Frame = [[]]
        for text, words in enumerate([*scene.texts, *notes]):
            if words != self._texts[text]:
                self._texts[text] = words
                frame[0] += (text, self._atlas.text(words))
        for group, pieces in enumerate(scene.groups):
            if pieces == self._groups[group]:
                continue
            self._groups[group] = pieces
            shown = dict([self._atlas.piece(piece) for piece in pieces])
            before = self._shown[group]
            if shown != before:
                changes = [group]
                for location in before:
                    if location not in shown:
                        changes += (location, 0)
                for location, drawing in shown.items():
                    if before.get(location) != drawing:
                        changes += (location, drawing)
                frame.append(changes)
                self._shown[group] = shown
        self.frames.append(frame)
