"""Hands ready to be stepped through: their positions, what a referee asks of each, and the sums of their payments.

A `HandBook` holds the positions of all hands of a page; what shows a hand names it by its number there. Nothing here
reads a file: games come with their rules.
"""

from collections.abc import Hashable, Iterable
from functools import partial
from typing import Final, NamedTuple

from auditor.board.focus import Focus, focus_of
from auditor.board.frames import DrawingIndex, Frame, Frames
from auditor.board.svg import board_svg
from auditor.events import CLAIMS, DRAW, KANS, NORTH, RIICHI, RYUUKYOKU, WIN, Game, Hand
from auditor.report.answers import Referee, answer_words
from auditor.report.position import event_words, tile_names
from auditor.report.proof import Proof, proof_of
from auditor.report.words import Words, as_data, plain, player_of, words
from auditor.rulesets.model import Ruleset
from auditor.table.table import deal
from auditor.units import EventIndex, SeatIndex

_CALLS: Final = frozenset([*CLAIMS, *KANS, NORTH, RIICHI, WIN, RYUUKYOKU])
"""Kinds of event that a reader may want to go on to."""


class SteppedHand(NamedTuple):
    """The positions of a hand for a page's script.

    frames: one after each event, from the deal. calls, turns: frames that follow a call, a riichi or the end, and those
    that follow a draw.
    """

    frames: list[Frame]
    calls: list[int]
    turns: list[int]


class ReplayedHand(NamedTuple):
    """A hand in words. number: of its positions in the book. captions: of each event. answers: of each position, by
    seat. proofs: by the event of a win or the end. An event that the replay cannot follow ends the last two.
    """

    number: int
    captions: list[Words]
    answers: list[list[list[Words]]]
    proofs: dict[EventIndex, Proof]


class BoardView(NamedTuple):
    """A board at a position. svg: of the position. caption: what came before it, and what follows.

    hand: the number of the hand whose positions step through it. frame: that of the position. marks: pairs (group,
    place). view: the seat below. answers: pairs of a player and what is to be said of it.
    """

    svg: str
    caption: Words
    hand: int
    frame: int
    marks: list[tuple[int, int]]
    view: SeatIndex
    answers: list[tuple[str, list[Words]]]


class EventLine(NamedTuple):
    """An event of a hand. number: from 0."""

    number: EventIndex
    words: Words


class HandView(NamedTuple):
    """A hand as a page shows it. name: ``E1-0``. outcome: its last event. sums: of what was paid."""

    name: str
    outcome: Words
    board: BoardView
    events: list[EventLine]
    sums: list[Proof]


class HandBook:
    """The hands of a page, each drawn once, by keys that whoever shows them chooses."""

    def __init__(self) -> None:
        self.atlas = DrawingIndex()
        self.hands: list[SteppedHand] = []
        self._known: dict[Hashable, ReplayedHand] = {}

    def as_object(self) -> dict[str, object]:
        """All positions for JSON."""
        return {**self.atlas.as_object(), "hands": [hand._asdict() for hand in self.hands]}

    def replayed(self, key: Hashable, game: Game, hand: Hand, rules: Ruleset) -> ReplayedHand:
        """A hand in words, with its positions in the book. key: of the hand, the same for the same."""
        if key not in self._known:
            names = tile_names(game)
            name_of = partial(player_of, game)
            captions = [event_words(event, names, name_of, event.mark) for event in hand.events]
            answers, proofs = _replay(game, hand, rules)
            self._known[key] = ReplayedHand(len(self.hands), captions, answers, proofs)
            notes = [[tuple([as_data(line) for line in lines]) for lines in position] for position in answers]
            frames = Frames(game, hand, rules, [as_data(one) for one in captions], self.atlas, notes).frames
            kinds = [event.kind for event in hand.events[: len(frames) - 1]]
            calls = [index + 1 for index, kind in enumerate(kinds) if kind in _CALLS]
            turns = [index + 1 for index, kind in enumerate(kinds) if kind == DRAW]
            self.hands.append(SteppedHand(frames, calls, turns))
        return self._known[key]

    def board(self, replayed: ReplayedHand, game: Game, hand: Hand, focus: Focus, view: SeatIndex = 0) -> BoardView:
        """The board of a hand of the book at a position. focus: the position. view: the seat that sits below."""
        caption = caption_of(replayed.captions, focus.applied)
        groups = focus.scene.groups
        marks = [(group, self.atlas.place(groups[group][index])) for group, index in focus.marks]
        said = replayed.answers[focus.applied] if focus.applied < len(replayed.answers) else []
        answers = [(player_of(game, seat), lines) for seat, lines in enumerate(said)]
        title = f"{hand.name}-{hand.honba}, {plain(caption)}"
        svg = board_svg(focus.scene, view, title=title, is_alone=False)
        return BoardView(svg, caption, replayed.number, focus.applied, marks, view, answers)


def _replay(game: Game, hand: Hand, rules: Ruleset) -> tuple[list[list[list[Words]]], dict[EventIndex, Proof]]:
    """What is to be said of each position of a hand, and the sum behind each payment."""
    table = deal(game, hand, rules)
    referee = Referee(game, table)
    answers = [[answer_words(referee, answer) for answer in referee.answers()]]
    proofs: dict[EventIndex, Proof] = {}
    for index, event in enumerate(hand.events):
        try:
            proof = proof_of(game, table, event)
            referee.follow(event)
            table.apply(event)
        except Exception:  # what it is that the replay cannot follow, the audit reports
            break
        if proof is not None:
            proofs[index] = proof
        answers.append([answer_words(referee, answer) for answer in referee.answers()])
    return answers, proofs


def hand_view(book: HandBook, key: Hashable, game: Game, hand: Hand, rules: Ruleset) -> HandView:
    """A hand of a game with the position before its end.

    Args:
        book: Takes its positions.
        key: Of the hand in the book.
        game: Whose hand it is.
        hand: The hand.
        rules: What the game is judged by.
    """
    replayed = book.replayed(key, game, hand, rules)
    end = _first_end(hand)
    focus = focus_of(game, hand, end, rules)
    actor = hand.events[end].seat if end is not None else 0
    board = book.board(replayed, game, hand, focus, max(actor, 0))
    outcome = replayed.captions[end] if end is not None else words("the log ends before the hand does")
    events = [EventLine(number, caption) for number, caption in enumerate(replayed.captions)]
    return HandView(f"{hand.name}-{hand.honba}", outcome, board, events, list(replayed.proofs.values()))


def _first_end(hand: Hand) -> EventIndex | None:
    """The event that ends a hand: its first win, or its draw; None where it has no end."""
    return next((index for index, event in enumerate(hand.events) if event.kind in (WIN, RYUUKYOKU)), None)


def caption_of(captions: list[Words], applied: int) -> Words:
    """What happened last before a position, and what happens next; the page's script says the same."""
    before = words("after ", *captions[applied - 1]) if applied else words("the deal")
    following = words("next: ", *captions[applied]) if applied < len(captions) else words("the hand is over")
    return words(f"{applied} of {len(captions)}: ", *before, "; ", *following)


def hands_called(game: Game, indexes: Iterable[int], rounds: Iterable[str]) -> list[Hand]:
    """The hands of a game that are named by their index, or by round and counter as in ``E3-1``; a round alone, as in
    ``E3``, names all of its hands.
    """
    names = [one.upper() for one in rounds]
    wanted = set(indexes)
    return [
        hand for hand in game.hands
        if hand.index in wanted or f"{hand.name}-{hand.honba}" in names or hand.name in names
    ]  # fmt: skip
