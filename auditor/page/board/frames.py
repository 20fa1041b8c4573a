# build: compiled
"""The positions of a hand, one after each event, as differences, for a page that steps through it.

A page has one `DrawingIndex`, which numbers locations, drawings and texts. A frame holds only what differs from the
one before, so that the page's script draws by number and needs no knowledge of the rules.
"""

from collections.abc import Hashable, Sequence
from typing import Final

from auditor.core.events import SEATS, Game, Hand
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.record import discard_marks
from auditor.core.table.table import deal
from auditor.page.board.faces import FACES, TILE_WIDTH, symbol_id
from auditor.page.board.layout import SIDE, PastDiscards, PlacedTile, PlacedTiles
from auditor.page.board.scene import GROUPS, TEXTS, Scene, Stage
from auditor.page.board.svg import CORNERS, WINDS

CAPTION: Final = TEXTS
ANSWERS: Final = TEXTS + 1
"""The numbers of the texts that follow those of a scene: the next event; from ANSWERS on, a remark on each seat."""

Remark = Hashable
"""A text, or another value of JSON, for the page to write."""

Numbers = list[int]
Frame = list[Numbers]
"""The texts that change, in pairs (number of the text, number of its new words); then for each group that changes its
number and pairs (location, drawing there now), 0 for none."""

Spot = tuple[float, float, bool, float]
"""The location of a piece in its group: x, y, whether sideways, scale."""


class DrawingIndex:
    """The numbers of locations, drawings and texts; those of drawings start at 1, the others at 0."""

    def __init__(self) -> None:
        self._spots: dict[Spot, int] = {}
        self._drawings: dict[str, int] = {}
        self._texts: dict[Remark, int] = {}
        self._pieces: dict[PlacedTile, tuple[int, int]] = {}

    def piece(self, piece: PlacedTile) -> tuple[int, int]:
        """The numbers of a piece's location and of its drawing."""
        if piece not in self._pieces:
            self._pieces[piece] = self.place(piece), self.drawing(piece)
        return self._pieces[piece]

    def place(self, piece: PlacedTile) -> int:
        """The number of a piece's location."""
        spot = (piece.x, piece.y, piece.sideways, piece.scale)
        return self._spots.setdefault(spot, len(self._spots))

    def drawing(self, piece: PlacedTile) -> int:
        """The number of a piece's drawing, overlays included."""
        return self._drawings.setdefault(" ".join((piece.name, *piece.looks)), len(self._drawings) + 1)

    def text(self, words: Remark) -> int:
        """The number of a text."""
        return self._texts.setdefault(words, len(self._texts))

    def as_object(self) -> dict[str, object]:
        """The index as an object for JSON, with the constants of the board that the page's script needs."""
        return {
            "places": [[_short(x), _short(y), int(sideways), _short(scale)] for x, y, sideways, scale in self._spots],
            "drawings": list(self._drawings), "texts": list(self._texts),
            "corners": CORNERS, "winds": WINDS, "seats": SEATS, "caption": CAPTION, "answers": ANSWERS,
            "side": SIDE, "width": TILE_WIDTH, "symbols": {name: symbol_id(name) for name in FACES},
        }  # fmt: skip


def _short(number: float) -> object:
    """A number for JSON, written the same way by compiled and plain code."""
    return int(number) if number == int(number) else round(number, 2)


class Frames:
    """The frames of a hand, as far as the replay can follow: that of the deal, then one after each event. captions: a
    text for each event, in the frame just before it. answers: for each frame the remarks on the seats; may be fewer.
    """

    def __init__(
        self, game: Game, hand: Hand, rules: Ruleset, captions: Sequence[Remark], atlas: DrawingIndex,
        answers: Sequence[Sequence[Remark]] = (),
    ) -> None:  # fmt: skip
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
            except Exception:  # the audit reports what the replay cannot follow
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
