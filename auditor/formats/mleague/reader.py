# build: plain
"""Reads records of the M-League's viewer: its page, or the array of commands in it.

The league's games are typed in by hand from the broadcast. Payments are at the end of a hand, less the riichi sticks
that a seat paid in it; a self-draw's value is that of the same hand won by ron.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from auditor.core.errors import Problem, ReadError
from auditor.core.events import FinalResult, Game, Player
from auditor.core.reading.format import MOST_HANDS, MOST_TEXT, TOO_MANY_HANDS, anonymous_name, check_text
from auditor.core.reading.json_text import UNREADABLE, json_error_text, repeated_key
from auditor.core.reading.log_ids import STARTED, log_id_from_name, time_text
from auditor.core.reading.stated_rules import REMARK, rule_words, set_remark
from auditor.core.text import as_json
from auditor.formats.mleague import NAME
from auditor.formats.mleague.hand import MleagueHand
from auditor.formats.mleague.schema import COMMAND, COMMANDS, Command, arrays_of, loosely
from auditor.formats.mleague.vocabulary import SEAT_NAMES

_RANK: Final = re.compile(r"([A-D]0)_rank=([0-3])")
_OUTSIDE: Final = ("area", "player", "gamestart", "gameend")
"""Commands that are outside of hands."""


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input; a hand with an error is left out, and reported."""
    if len(data) > MOST_TEXT:
        raise ReadError("", f"expected at most {MOST_TEXT:,} bytes for a page or array, not {len(data):,}")
    if not (arrays := arrays_of(data)):
        yield Problem("", "the page holds no record: expected UMP_PLAYER.init(true, true, '[...]', autoplay)")
    for array in arrays:
        reader = _Reader(log_id_from_name(name))
        try:
            check_text(array)
            raws = COMMANDS.decode(array)
        except UNREADABLE as error:
            yield Problem("", f"expected an array of commands: {json_error_text(error)}")
            continue
        for number, raw in enumerate(raws):
            yield from reader.command(raw, number)
        yield from reader.finish()


class _Reader:
    """Builds games from commands. hand: the one being read, None between hands or while a broken one is skipped."""

    def __init__(self, log_id: str) -> None:
        self.log_id = log_id
        self.game: Game | None = None
        self.hands = 0
        self.hand: MleagueHand | None = None
        self.is_skipping = False

    def command(self, raw: msgspec.Raw, number: int) -> Iterator[Game | Problem]:
        """Read a command. number: its index, for messages."""
        try:
            command = _command_of(raw)
        except UNREADABLE as error:
            yield from self._break(f"command {number}", f"expected a command: {json_error_text(error)}")
            return
        if bytes(raw).count(b'":') > len(command.__struct_fields__):
            key = repeated_key(bytes(raw).decode("utf-8", "replace"))
            if key:
                yield Problem(f"command {number}", f"the key {key!r} comes twice in one object; the last is read")
        try:
            yield from self._read(command, number)
        except ReadError as error:
            yield from self._break(error.place, error.message)

    def _break(self, location: str, message: str) -> Iterator[Problem]:
        """Report what is wrong, and leave the hand out."""
        yield Problem(location, message)
        if self.hand is not None:
            self.hand = None
            self.is_skipping = True

    def _read(self, command: Command, number: int) -> Iterator[Game | Problem]:
        cmd, args, id = command.cmd, command.args, command.id
        if cmd == "kyokustart":
            yield from self._close_hand()
            self.hands += 1
            self.is_skipping = True  # until its start is read
            if self.hands > MOST_HANDS:
                if self.hands == MOST_HANDS + 1:
                    raise ReadError(f"command {number}", TOO_MANY_HANDS)
                return
            is_converted = self.game is not None and REMARK in self.game.attributes
            self.hand = MleagueHand(self.hands - 1, args, str(id), is_converted=is_converted)
            self.is_skipping = False
        elif cmd in _OUTSIDE:
            yield from self._close_hand()
            self.is_skipping = False
            if cmd in ("area", "gamestart") and self.hands:
                yield from self.finish()
            self._header(cmd, args, f"command {number}")
            if self.game is not None and (started := time_text(command.time)):
                self.game.attributes.setdefault(STARTED, started)
        elif self.hand is not None and not (self.hand.is_over and _begins_hand(cmd, args)):
            self.hand.read(cmd, args, str(id))
        elif not self.is_skipping:
            if self.hand is not None:  # the hand without a start is counted
                yield from self._close_hand()
                self.hands += 1
                self.is_skipping = True
            raise ReadError(f"command {number}", f"{cmd[:20]!r} is outside of a hand; kyokustart goes before it")

    def _own_game(self) -> Game:
        if (game := self.game) is None:
            game = Game(NAME)
            game.log_id = self.log_id
            game.copies_recorded = False
            game.marks_recorded = True
            game.all_tiles_recorded = True
            game.seats = [Player("") for _ in SEAT_NAMES]
            self.game = game
        return game

    def _header(self, cmd: str, args: list[str], location: str) -> None:
        game = self._own_game()
        if cmd == "gamestart":
            game.log_id = log_id_from_name(args[0] if args else "") or game.log_id
        elif cmd == "area" and len(args) > 1:
            set_remark(game, args[1])
        elif cmd == "player":
            if len(args) < 2 or args[0] not in SEAT_NAMES:
                raise ReadError(location, "player: expected a seat A0, B0, C0 or D0, and a name")
            game.seats[SEAT_NAMES.index(args[0])] = Player(args[1])
            if len(args) > 3:
                game.attributes[f"team{SEAT_NAMES.index(args[0])}"] = args[3]
        elif cmd == "gameend":
            self._end_game(game, args, location)

    def _end_game(self, game: Game, args: list[str], location: str) -> None:
        """The final scores, placement bonus included: pairs of a seat and its score."""
        scores = [0.0] * 4
        named = set()
        for seat, score in zip(args[0:8:2], args[1:8:2], strict=False):
            if seat not in SEAT_NAMES or not re.fullmatch(r"[+-]?\d{1,5}(\.\d{1,3})?", score):
                raise ReadError(
                    location, f"gameend: expected a seat and its score, not {seat[:20]!r} and {score[:20]!r}"
                )
            named.add(seat)
            scores[SEAT_NAMES.index(seat)] = float(score)
        if len(named) != len(SEAT_NAMES):
            raise ReadError(location, "gameend: expected the scores of four seats")
        game.result = FinalResult(None, tuple(scores), _ranks(args[8:]))

    def _close_hand(self, *, is_cut: bool = False) -> Iterator[Problem]:
        reader = self.hand
        self.hand = None
        if reader is None or (is_cut and not reader.has_begun):
            return  # the deal may not be whole
        reader.close(is_cut=is_cut)
        yield from reader.problems
        self._own_game().hands.append(reader.hand)

    def finish(self) -> Iterator[Game | Problem]:
        """Complete the last hand, and yield the game if it has any."""
        yield from self._close_hand(is_cut=True)
        if self.game is not None and self.game.hands:
            yield self.game
        self.game = None
        self.hands = 0
        self.is_skipping = False


def _command_of(raw: msgspec.Raw) -> Command:
    """Decode a command, loosely where values have other types. Raises msgspec's errors."""
    try:
        return COMMAND.decode(raw)
    except msgspec.ValidationError:
        try:
            return loosely(bytes(raw))
        except msgspec.ValidationError:
            pass
        raise


def _begins_hand(cmd: str, args: list[str]) -> bool:
    """Whether a command can only belong to a hand that has not ended."""
    return cmd != "point" or (len(args) > 1 and args[1].startswith("="))


def _ranks(args: list[str]) -> tuple[int, ...] | None:
    """The rank of each seat, 0 for the first, from texts such as ``A0_rank=0``; -1 for a seat without one."""
    named = {found[1]: int(found[2]) for found in [_RANK.fullmatch(one) for one in args] if found is not None}
    return tuple([named.get(seat, -1) for seat in SEAT_NAMES]) if named else None


def anonymize(data: bytes) -> bytes:
    """The commands of an input's games as one array, without names and times. Raises ValueError for anything else."""
    commands = [
        _command(_command_of(raw))
        for array in arrays_of(data)
        for raw in COMMANDS.decode(array)
    ]  # fmt: skip
    return (as_json(commands) + "\n").encode()


def _command(command: Command) -> dict[str, Any]:
    args = command.args
    if command.cmd == "player":
        seat = args[0] if args and args[0] in SEAT_NAMES else SEAT_NAMES[0]
        args = [seat, anonymous_name(SEAT_NAMES.index(seat))]
    elif command.cmd in ("area", "gamestart"):
        args = [args[0], rule_words(args[1])] if command.cmd == "area" and len(args) > 1 else []
    return {"time": "", "id": str(command.id), "cmd": command.cmd, "args": args}
