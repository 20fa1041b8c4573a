"""Copies of games, hands and events, with some of their facts changed. What is copied stays as it was.

A copied game has copies of its hands, and these of their lists; events are shared, for nobody changes one in place.
"""

from typing import Any, Final

from auditor.events import (
    Connection,
    Deposit,
    Event,
    Game,
    Hand,
    Meld,
    Player,
    Ryuukyoku,
    Win,
)
from auditor.server_side import ServerSide

GAME_FACTS: Final = (
    "source", "log_id", "players", "red_tiles", "reds_recorded", "rule_bits", "rule_text", "lobby", "attributes",
    "seed", "first_dealer", "seats", "hands", "result", "marks_recorded", "copies_recorded", "order_recorded",
    "indicator_times_recorded", "indicators_recorded", "all_tiles_recorded", "result_due",
)  # fmt: skip
"""What a `Game` holds besides its format."""
HAND_FACTS: Final = (
    "index", "round", "honba", "sticks", "dealer", "scores", "dealt", "indicator", "dice", "shuffle", "server",
    "first_draw_recorded", "contradictions", "order_is_certain", "unexplained_from", "events", "lines", "connections",
)  # fmt: skip
"""What a `Hand` holds."""
SERVER_FACTS: Final = ("wall", "md5", "sha256", "salt", "salt_sha256", "furiten", "offers", "sticks", "end_scores")
"""What a `ServerSide` holds."""
WIN_FACTS: Final = (
    "hand", "melds", "han", "fu", "points", "limit", "yaku", "dora", "ura", "honba", "sticks", "scores", "deltas",
    "pao_seat",
)  # fmt: skip
"""What a `Win` holds besides its seat, the seat that it is from, and its tile."""
DRAW_FACTS: Final = ("shown", "tenpai", "scores", "deltas", "honba", "sticks")
"""What a `Ryuukyoku` holds besides its type."""


def changed_game(game: Game, **changes: Any) -> Game:
    """A copy of a game, with the changes, by the names of its attributes (`format` among them)."""
    copy = Game(changes.pop("format", game.format))
    for name in GAME_FACTS:
        setattr(copy, name, _own(getattr(game, name)))
    copy.hands = [changed_hand(hand) for hand in game.hands]
    for name, value in changes.items():
        setattr(copy, name, value)
    return copy


def changed_hand(hand: Hand, **changes: Any) -> Hand:
    """A copy of a hand, with the changes, by the names of its attributes. Other events stand in no line of a log."""
    if "events" in changes:
        changes.setdefault("lines", [])
    copy = Hand(
        hand.index, hand.round, hand.honba, hand.sticks, hand.dealer, hand.scores, hand.dealt, hand.indicator
    )  # fmt: skip
    for name in HAND_FACTS:
        setattr(copy, name, _own(getattr(hand, name)))
    copy.server = None if hand.server is None else changed_server(hand.server)
    for name, value in changes.items():
        setattr(copy, name, value)
    return copy


def changed_server(server: ServerSide, **changes: Any) -> ServerSide:
    """A copy of what a server says of a hand, with the changes."""
    copy = ServerSide()
    for name in SERVER_FACTS:
        setattr(copy, name, _own(getattr(server, name)))
    for name, value in changes.items():
        setattr(copy, name, value)
    return copy


def changed_event(event: Event, **changes: Any) -> Event:
    """An event like another but for the changes, by the names of its attributes."""
    seat = changes.pop("seat", event.seat)
    if isinstance(event, Win):
        facts = {name: changes.pop(name, getattr(event, name)) for name in WIN_FACTS}
        win = Win(seat, changes.pop("from_seat", event.from_seat), changes.pop("tile", event.tile), **facts)
        return _whole(win, changes)
    if isinstance(event, Ryuukyoku):
        facts = {name: changes.pop(name, getattr(event, name)) for name in DRAW_FACTS}
        return _whole(Ryuukyoku(changes.pop("draw_type", event.draw_type), **facts), changes)
    if isinstance(event, Deposit):
        return _whole(Deposit(seat, changes.pop("scores", event.scores)), changes)
    facts = {name: changes.pop(name, getattr(event, name)) for name in ("tile", "tiles", "from_seat", "mark")}
    return _whole(Event(changes.pop("kind", event.kind), seat, **facts), changes)


def changed_player(player: Player, **changes: Any) -> Player:
    """A player like another but for the changes."""
    facts = {name: changes.pop(name, getattr(player, name)) for name in ("name", "grade", "rating", "sex")}
    return Player(**facts)


def changed_meld(meld: Meld, **changes: Any) -> Meld:
    """A meld like another but for the changes."""
    facts = {name: changes.pop(name, getattr(meld, name)) for name in ("kind", "tile", "tiles", "from_seat")}
    return Meld(**facts)


def moved_connection(connection: Connection, by: int) -> Connection:
    """A connection so many events later."""
    return Connection(connection.event + by, connection.seat, connection.joined)


def _whole(event: Event, unused: dict[str, Any]) -> Event:
    """The event, unless a change named nothing that it has."""
    if unused:
        raise TypeError(f"{event!r} has no {', '.join(unused)}")
    return event


def _own(value: Any) -> Any:
    """A copy of a list or a dictionary; any other value itself."""
    if isinstance(value, list):
        return list(value)
    return dict(value) if isinstance(value, dict) else value
