"""Games converted to another format and read back."""

from auditor.core.events import DORA, Game
from auditor.core.reading import read
from auditor.edit.convert import ConvertError, convert


def one_game(text: str, log_id: str = "") -> Game:
    games = list(read(text.encode(), f"{log_id}.log"))
    assert len(games) == 1
    assert isinstance(games[0], Game)
    return games[0]


def faces(game: Game) -> list[list[tuple[object, ...]]]:
    """The events of each hand, tiles by their faces; indicators apart, as a format may not record when they turn."""
    red = game.red_tiles

    def face(tile: int) -> tuple[int, bool]:
        return (tile >> 2, tile in red)

    hands = []
    for hand in game.hands:
        events: list[tuple[object, ...]] = [
            (event.kind, event.seat, event.from_seat, face(event.tile), tuple(sorted(map(face, event.tiles))))
            for event in hand.events
            if event.kind != DORA
        ]
        turned = [face(event.tile) for event in hand.events if event.kind == DORA]
        dealt = [sorted(map(face, tiles)) for tiles in hand.dealt]
        hands.append([(hand.round, hand.honba, hand.sticks, hand.dealer, hand.scores), *events, (turned, dealt)])
    return hands


NO_FORM = ("events in their order", "which fives are red")
"""Losses that change the events: an order that the format cannot express, and unusual red fives."""


def converted(game: Game, target: str) -> Game | None:
    """The game converted to a format and read back; None where its events cannot be expressed there."""
    try:
        conversion = convert(game, target)
    except ConvertError:
        return None
    told = any([loss.what in NO_FORM for loss in conversion.losses])
    return None if told else one_game(conversion.text, game.log_id)
