# build: compiled
"""Reads mjx records: states (hands), one per line, file or message, joined into games; or observations of one seat."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from auditor.core.errors import Problem, ReadError
from auditor.core.events import SEATS, FinalResult, Game, Hand, Player
from auditor.core.reading.building import scores_after
from auditor.core.reading.format import MOST_HANDS, TOO_MANY_HANDS, UTF8_MARK, anonymous_name, check_text
from auditor.core.reading.json_text import UNREADABLE, json_error_text
from auditor.core.reading.left_out import do_without
from auditor.core.reading.log_ids import log_id_from_name
from auditor.core.reading.protobuf import class_in, decode_error, pool_of
from auditor.core.reading.stated_rules import rule_words, set_remark
from auditor.core.text import line_blocks
from auditor.core.units import EventIndex
from auditor.formats.mjx import NAME, fast, is_message, length_at
from auditor.formats.mjx.hand import hand_of
from auditor.formats.mjx.schema import STATE, STATE_MESSAGES, STATE_OR_STATES, MjxState

_Value = TypeVar("_Value")

_PACKAGE: Final = "auditor.mjx"
_SNAKE: Final = re.compile(rb'"([a-z]+(?:_[a-z]+)+)"(?=\s*:)')


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input. States of the same players are one game, as long as each is of a later hand."""
    games = _Games(log_id_from_name(name))
    for location, state in _states(data):
        if isinstance(state, Problem):
            yield state
            games.missing += 1
            continue
        try:
            yield from games.add(state, location)
        except ReadError as error:
            yield Problem(error.place, error.message)
            games.missing += 1
    yield from games.finish()


class _Games:
    """Joins hands into games. log_id: for games without one. missing: states since the last hand that were not read.
    open: the games that may go on, each with the events of its hands that are neither draws nor discards."""

    def __init__(self, log_id: str) -> None:
        self.log_id = log_id
        self.missing = 0
        self.open: dict[tuple[object, ...], tuple[Game, list[list[EventIndex]]]] = {}

    def add(self, state: MjxState, location: str) -> Iterator[Game | Problem]:
        """Add a state; yield the game that it ends, if any. Raises ReadError.

        A later observation of the same hand replaces the earlier one.
        """
        public = state.public_observation
        watcher = None if state.private_observation is None else state.private_observation.who
        key = (watcher, public.game_id, *public.player_ids)
        game, calls = self.open.get(key, (None, []))
        hand, own = hand_of(state, 0, location)
        missing, self.missing = self.missing, 0
        if game is not None and watcher is not None and _is_longer(hand, game.hands[-1]):
            hand.index = game.hands[-1].index
            game.hands[-1], calls[-1] = hand, own
            game.result = _result(state)
            return
        if game is not None and (game.result is not None or not _is_next(hand, game.hands[-1], bool(public.game_id))):
            del self.open[key]
            yield do_without(game, calls) or game
            game = None
        if game is None:
            game, calls = self.open[key] = _new_game(state, self.log_id), []
        elif len(game.hands) >= MOST_HANDS:
            raise ReadError(location, TOO_MANY_HANDS)
        else:
            hand.index = game.hands[-1].index + 1 + missing
        game.hands.append(hand)
        calls.append(own)
        game.result = _result(state)

    def finish(self) -> Iterator[Game | Problem]:
        """Yield the games that are still open, or the problem where one cannot be followed."""
        for game, calls in self.open.values():
            yield do_without(game, calls) or game
        self.open = {}


def _is_next(hand: Hand, other: Hand, is_same_game: bool) -> bool:
    """Whether a hand follows another: in a game that is known to be the same also where states leave out honba."""
    if len({*hand.scores}) > 1 and hand.scores == scores_after(other):
        return True  # whatever round it says
    if (hand.round, hand.honba) == (other.round, other.honba):
        return is_same_game and hand.dealt != other.dealt
    return (hand.round, hand.honba) > (other.round, other.honba)


def _is_longer(hand: Hand, other: Hand) -> bool:
    """Whether a hand is the same as another, seen at the same time or later."""
    is_same = (hand.round, hand.honba, hand.scores, hand.dealt) == (other.round, other.honba, other.scores, other.dealt)
    return is_same and hand.events[: len(other.events)] == other.events


def _new_game(state: MjxState, log_id: str) -> Game:
    game = Game(NAME)
    public = state.public_observation
    game.log_id = public.game_id or log_id
    game.marks_recorded = True
    names = [*public.player_ids, *([""] * SEATS)][:SEATS]
    game.seats = [Player(name) for name in names]
    if state.remark is not None:
        set_remark(game, state.remark)
    return game


def _result(state: MjxState) -> FinalResult | None:
    """The final points, where the game is over."""
    end = state.round_terminal
    if end is None or not end.is_game_over or end.final_score is None or len(end.final_score.tens) != SEATS:
        return None
    return FinalResult(tuple(end.final_score.tens), None)


def _states(data: bytes, decode: Callable[[bytes], MjxState] = fast.decode) -> Iterator[tuple[str, MjxState | Problem]]:
    """Yield the states of an input, each with its location. decode: for a line of JSON."""
    if is_message(data):
        yield from _messages(data)
        return
    text = data.removeprefix(UTF8_MARK)
    whole = text.strip()
    end = whole.find(b"\n")
    state = _decoded(whole[:end], "", decode) if end >= 0 else None
    if whole.startswith(b"[") or isinstance(state, Problem):
        value = _decoded(text, "", STATE_OR_STATES.decode if whole.startswith(b"[") else STATE.decode)
        several = value if isinstance(value, list) else [value]
        for number, one in enumerate(several):
            yield f"state {number + 1}" if len(several) > 1 else "", one
        return
    number = 0
    for block in line_blocks(text):
        for line in block.split(b"\n"):
            number += 1
            if line.strip():
                yield f"line {number}", _decoded(line, f"line {number}", decode) if state is None else state
                state = None


def _decoded(text: bytes, location: str, decode: Callable[[bytes], _Value]) -> _Value | Problem:
    """What JSON holds. Its keys are in camel case, as most programs write them, or in snake case."""
    try:
        check_text(text)
        try:
            return decode(text)
        except UNREADABLE:
            if b'"public_observation"' not in text:
                raise
        return decode(_SNAKE.sub(lambda name: re.sub(rb"_(.)", lambda one: one[1].upper(), name[0]), text))
    except ReadError as error:
        return Problem(location, error.message)
    except UNREADABLE as error:
        return Problem(location, f"expected a state of mjx: {json_error_text(error)}")


@cache
def _state_class() -> Any:
    return class_in(pool_of(_PACKAGE, STATE_MESSAGES), _PACKAGE, "State")


def _messages(data: bytes) -> Iterator[tuple[str, MjxState | Problem]]:
    """Yield the states or observations of protobuf bytes: one, or several, each with its length before it."""
    whole = _of_message(data, "")
    if isinstance(whole, MjxState):
        yield "", whole
        return
    number = position = 0
    while position < len(data):
        number += 1
        length, start = length_at(data, position)
        position = start + length
        location = f"state {number}"
        if not length or position > len(data):
            yield location, whole if number == 1 else Problem(location, "the state is cut off")
            return
        state = _of_message(data[start:position], location)
        if number == 1 and isinstance(state, Problem):  # then the bytes do not begin with a length
            yield "", whole
            return
        yield location, state


def _of_message(data: bytes, location: str) -> MjxState | Problem:
    from google.protobuf.json_format import MessageToDict

    try:
        check_text(data)
        message = _state_class().FromString(data)
        state = msgspec.convert(MessageToDict(message), MjxState)
    except ReadError as error:
        return Problem(location, error.message)
    except decode_error():
        return Problem(location, "expected a state of mjx: the bytes are cut off, or are no such message")
    except msgspec.ValidationError as error:
        return Problem(location, f"expected a state of mjx: {json_error_text(error)}")
    if len(state.private_observations) == 1:  # an observation, whose fields have the numbers of a state's
        state.private_observation = state.private_observations.pop()
    return state


def anonymize(data: bytes) -> bytes:
    """The states of an input without names and ids, a line each. Raises ValueError for what cannot be read."""
    lines = []
    for _, state in _states(data, STATE.decode):
        if isinstance(state, Problem):
            raise ValueError(str(state))
        public = state.public_observation
        public.game_id = ""
        state.remark = None if state.remark is None else rule_words(state.remark)
        public.player_ids = [anonymous_name(seat) for seat in range(len(public.player_ids))]
        lines.append(msgspec.json.encode(state) + b"\n")
    return b"".join(lines)
