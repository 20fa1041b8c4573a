"""Hands prepared for stepping through: their positions, the answers for each, and the calculations of payments.

A `HandBook` holds the positions of all hands of a page; boards refer to a hand by its number there. Nothing here
reads a file: games are passed in with their rules.
"""

from collections.abc import Hashable, Iterable
from functools import partial
from typing import Final, NamedTuple

from auditor.core.checks.wording import LANGUAGE
from auditor.core.events import CLAIMS, DRAW, KANS, NORTH, RIICHI, RYUUKYOKU, WIN, Game, Hand
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.table import deal
from auditor.core.tiles import tile_names
from auditor.core.units import EventIndex, SeatIndex
from auditor.output.location import hand_text
from auditor.page.answers import Referee, answer_words
from auditor.page.board.focus import Focus, focus_of
from auditor.page.board.frames import DrawingIndex, Frame, Frames
from auditor.page.board.svg import board_svg
from auditor.page.calculation import PaymentCalculation, calculation_of
from auditor.page.position import event_words
from auditor.page.words import Words, as_data, in_words, plain, player_of

_CALLS: Final = frozenset([*CLAIMS, *KANS, NORTH, RIICHI, WIN, RYUUKYOKU])
"""Kinds of event that a reader can jump to."""


class SteppedHand(NamedTuple):
    """The positions of a hand for the page's script. frames: one for the deal, and one after each event. calls: the
    indexes of frames after a call, a riichi or the end. turns: the indexes of frames after a draw of a tile.
    """

    frames: list[Frame]
    calls: list[int]
    turns: list[int]


class ReplayedHand(NamedTuple):
    """The texts of a hand. number: of the hand in the book. captions: for each event. answers: for each position, by
    seat. calculations: by the index of a win or draw. These two stop at an event that the replay cannot follow.
    """

    number: int
    captions: list[Words]
    answers: list[list[list[Words]]]
    calculations: dict[EventIndex, PaymentCalculation]


class BoardView(NamedTuple):
    """A board at a position. svg: of the position. caption: the events before and after it. hand: the number of the
    hand in the book. frame: the index of the position. marks: the marked tiles, as pairs (group, index of the drawing).
    view: the seat at the bottom. answers: pairs of a player and the lines on it.
    """

    svg: str
    caption: Words
    hand: int
    frame: int
    marks: list[tuple[int, int]]
    view: SeatIndex
    answers: list[tuple[str, list[Words]]]


class HandView(NamedTuple):
    """A hand on a page. name: ``E1-0``. outcome: the event that ends it. events: in words. calculations: payments."""

    name: str
    outcome: Words
    board: BoardView
    events: list[Words]
    calculations: list[PaymentCalculation]


class HandBook:
    """The hands of a page, each stored once, under keys that the callers choose."""

    def __init__(self) -> None:
        self.atlas = DrawingIndex()
        self.hands: list[SteppedHand] = []
        self._known: dict[Hashable, ReplayedHand] = {}

    def as_object(self) -> dict[str, object]:
        """All positions, as an object for JSON."""
        language = LANGUAGE.get()
        texts = {text_id: language.said(text_id, english) for text_id, english in SCRIPT_TEXTS.items()}
        return {**self.atlas.as_object(), "hands": [hand._asdict() for hand in self.hands], "words": texts}

    def replayed(self, key: Hashable, game: Game, hand: Hand, rules: Ruleset) -> ReplayedHand:
        """The texts of a hand; its positions are added to the book unless the key is known."""
        if key not in self._known:
            names = tile_names(game.red_tiles)
            name_of = partial(player_of, game)
            captions = [event_words(event, names, name_of, event.mark) for event in hand.events]
            answers, calculations = _replay(game, hand, rules)
            self._known[key] = ReplayedHand(len(self.hands), captions, answers, calculations)
            notes = [[tuple([as_data(line) for line in lines]) for lines in position] for position in answers]
            frames = Frames(game, hand, rules, [as_data(one) for one in captions], self.atlas, notes).frames
            kinds = [event.kind for event in hand.events[: len(frames) - 1]]
            calls = [index + 1 for index, kind in enumerate(kinds) if kind in _CALLS]
            turns = [index + 1 for index, kind in enumerate(kinds) if kind == DRAW]
            self.hands.append(SteppedHand(frames, calls, turns))
        return self._known[key]

    def board(self, replayed: ReplayedHand, game: Game, hand: Hand, focus: Focus, view: SeatIndex = 0) -> BoardView:
        """The board of a hand of the book at a position. focus: the position. view: the seat at the bottom."""
        caption = caption_of(replayed.captions, focus.applied)
        groups = focus.scene.groups
        marks = [(group, self.atlas.place(groups[group][index])) for group, index in focus.marks]
        by_seat = replayed.answers[focus.applied] if focus.applied < len(replayed.answers) else []
        answers = [(player_of(game, seat), lines) for seat, lines in enumerate(by_seat)]
        title = f"{hand_text(hand.name, hand.honba)}, {plain(caption)}"
        svg = board_svg(focus.scene, view, title=title, is_alone=False)
        return BoardView(svg, caption, replayed.number, focus.applied, marks, view, answers)


def _replay(
    game: Game, hand: Hand, rules: Ruleset
) -> tuple[list[list[list[Words]]], dict[EventIndex, PaymentCalculation]]:
    """The answers for each position of a hand, and the calculation behind each payment."""
    table = deal(game, hand, rules)
    referee = Referee(game, table)
    answers = [[answer_words(referee, answer) for answer in referee.answers()]]
    calculations: dict[EventIndex, PaymentCalculation] = {}
    for index, event in enumerate(hand.events):
        try:
            calculation = calculation_of(game, table, event)
            referee.follow(event)
            table.apply(event)
        except Exception:  # the audit reports what the replay cannot follow
            break
        if calculation is not None:
            calculations[index] = calculation
        answers.append([answer_words(referee, answer) for answer in referee.answers()])
    return answers, calculations


def hand_view(book: HandBook, key: Hashable, game: Game, hand: Hand, rules: Ruleset) -> HandView:
    """A hand of a game, with the position before its end. book: its positions are added to it. key: that of the hand in
    the book. rules: those that the game is judged by.
    """
    replayed = book.replayed(key, game, hand, rules)
    end = next((index for index, event in enumerate(hand.events) if event.kind in (WIN, RYUUKYOKU)), None)
    focus = focus_of(game, hand, end, rules)
    actor = hand.events[end].seat if end is not None else 0
    board = book.board(replayed, game, hand, focus, max(actor, 0))
    outcome = replayed.captions[end] if end is not None else in_words("log-ends", "the log ends before the hand does")
    calculations = list(replayed.calculations.values())
    return HandView(hand_text(hand.name, hand.honba), outcome, board, replayed.captions, calculations)


SCRIPT_TEXTS: Final = {
    "caption": "{applied} of {all}: {before}; {following}", "the-deal": "the deal", "after-event": "after {event}",
    "next-event": "next: {event}", "hand-over": "the hand is over", "draws": "{player} draws {tile}", "play": "play",
    "pause": "pause", "hide-others": "hide the others", "show-others": "show the others",
    "shown-of": "{shown} of {all} shown",
}  # fmt: skip
"""The texts that the page's script writes, by id."""


def caption_of(captions: list[Words], applied: int) -> Words:
    """The last event before a position, and the next one; the page's script writes the same text."""
    texts = SCRIPT_TEXTS
    before, following = in_words("the-deal", texts["the-deal"]), in_words("hand-over", texts["hand-over"])
    if applied:
        before = in_words("after-event", texts["after-event"], event=captions[applied - 1])
    if applied < len(captions):
        following = in_words("next-event", texts["next-event"], event=captions[applied])
    count = len(captions)
    return in_words("caption", texts["caption"], applied=applied, all=count, before=before, following=following)


def hands_called(game: Game, indexes: Iterable[int], rounds: Iterable[str]) -> list[Hand]:
    """The hands of a game with one of the indexes, or of one of the rounds, as ``E3``, or ``E3-1`` with its honba."""
    names = [one.upper() for one in rounds]
    wanted = set(indexes)
    return [
        hand for hand in game.hands
        if hand.index in wanted or f"{hand.name}-{hand.honba}" in names or hand.name in names
    ]  # fmt: skip
