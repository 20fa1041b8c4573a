"""Logs in Tenhou's format, for tests, and games compared in every field."""

import re
from pathlib import Path

from auditor.core import events
from auditor.core.events import Game, Hand
from auditor.core.reading import read

INIT = (
    '<INIT seed="0,0,0,2,4,130" ten="250,250,250,250" oya="0" hai0="0,4,8,12,17,20,24,28,32,36,40,44,48" '
    'hai1="1,5,9,13,18,21,25,29,33,37,41,45,49" hai2="2,6,10,14,19,22,26,30,34,38,42,46,50" '
    'hai3="3,7,11,15,68,23,27,31,35,39,43,47,51"/>'
)
END = '<RYUUKYOKU type="yao9" ba="0,0" sc="250,0,250,0,250,0,250,0" hai0="0"/>'


def log(*elements: str) -> bytes:
    return f'<mjloggm ver="2.3">{"".join(elements)}</mjloggm>'.encode()


def game_of(data: bytes, name: str = "") -> Game:
    """The game of a log that reads without a problem."""
    (game,) = read(data, name)
    assert isinstance(game, Game), str(game)
    return game


def hand_of(*elements: str) -> Hand:
    """A hand with these elements after INIT."""
    return game_of(log(INIT, *elements)).hands[0]


EVENTS_SOURCE = (Path(events.__file__).parent / "events.py").read_text("utf-8")


def field_names(class_name: str) -> list[str]:
    """The attributes of a class of the event model, parsed from its source, as a compiled class does not list them."""
    body = re.split(r"^(?:class|def) ", EVENTS_SOURCE.partition(f"\nclass {class_name}:")[2], flags=re.MULTILINE)[0]
    return re.findall(r"self\.(\w+)(?:: [^=]+)? = ", body)


GAME_FIELDS = [name for name in field_names("Game") if name not in ("hands", "source")]
HAND_FIELDS = [name for name in field_names("Hand") if name != "lines"]


def facts(game: Game) -> list[list[object]]:
    """Everything in a game, for comparison."""
    return [
        [getattr(game, name) for name in GAME_FIELDS],
        *[[getattr(hand, name) for name in HAND_FIELDS] for hand in game.hands],
    ]


def results(data: bytes) -> list[object]:
    """Games and problems, comparable."""
    return [facts(result) if isinstance(result, Game) else result for result in read(data, "")]
