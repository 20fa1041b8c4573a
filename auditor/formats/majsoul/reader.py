# build: compiled
"""Reads the bytes of a record into a `Game`, hand by hand; a hand that cannot be read is left out and reported."""

import base64
from collections.abc import Iterator
from typing import Any, Final

from auditor.core.errors import Problem, ReadError
from auditor.core.events import Game
from auditor.core.reading.building import keep_first_false_red
from auditor.core.reading.format import MOST_EVENTS, MOST_HANDS, TOO_MANY_EVENTS, TOO_MANY_HANDS
from auditor.core.reading.left_out import calls_of, do_without
from auditor.core.reading.log_ids import is_mahjong_soul_id, log_id_from_name
from auditor.core.reading.stated_rules import REMARK
from auditor.core.tiles import red_tiles_in, red_tiles_of
from auditor.core.units import Tile
from auditor.formats.majsoul import BASE64, NAME, is_binary
from auditor.formats.majsoul.fast import RawTurn
from auditor.formats.majsoul.hand import MajsoulHand
from auditor.formats.majsoul.header import Head, fill_header
from auditor.formats.majsoul.parts import BinaryParts, JsonParts, Parts
from auditor.formats.majsoul.result import leave_unsaid
from auditor.formats.majsoul.shapes import NO_RECORD, RECORDS
from auditor.formats.majsoul.vocabulary import SERVER, is_whole

_NEW_ROUND: Final = "RecordNewRound"
_HULE: Final = "RecordHule"
_DEAL_TILE: Final = "RecordDealTile"
_EVENTS_OF_TURN: Final = 2
_HANDS_COUNTED: Final = 3
"""The number of hands in which the red fives of a game are counted."""
_NAMES: Final = {f"{package}{name}": name for name in RECORDS for package in ("", ".lq.")}


class GameReader:
    """Reads the records of one game into it.

    hands_begun: hands so far, those left out included. problems: what could not be read. repeated_problems: the
    locations of equal problems, by the name of the record and the message. unknown_records: by the name of an unknown
    record, the hands left out because of it.
    """

    def __init__(self, game: Game, parts: Parts) -> None:
        self.game = game
        self.parts = parts
        self.hands_begun = 0
        self.hand: MajsoulHand | None = None
        self.is_skipping = False
        self.problems: list[Problem] = []
        self.repeated_problems: dict[tuple[str, str], list[str]] = {}
        self.unknown_records: dict[str, list[str]] = {}

    def read(self, items: list[Any]) -> None:
        """Read records, objects with a `name` and `data`, in their order; those without a name are skipped."""
        for number, item in enumerate(items):
            if isinstance(item, RawTurn) and self._play_turn(item):
                continue
            written: str = item.name
            if not written and not item.data:
                continue
            name = _NAMES.get(written)
            if written in ("", NO_RECORD):
                self._leave_hand_out(number, written, "expected an object with the name of a record and its data")
                continue
            if name is None:
                self._leave_out(written)
                continue
            try:
                if name == _NEW_ROUND:
                    self._begin(items, number)
                elif self.hand is not None:
                    self.hand.play(name, self.parts.decode(name, item.data))
                    if len(self.hand.events) > MOST_EVENTS:
                        raise ReadError("", TOO_MANY_EVENTS)
                elif not self.is_skipping:
                    raise ReadError("", "outside a hand; RecordNewRound is expected before it")
            except ReadError as error:
                self._leave_hand_out(number, name, error.message)
        self._close()
        for (_, message), locations in self.repeated_problems.items():
            also = f"; also in {len(locations) - 1} more hands" if len(locations) > 2 else "; also in another hand"
            text = f"{message}; the hand is left out{also if len(locations) > 1 else ''}"
            self.problems.append(Problem(locations[0], text))
        for record, hands in self.unknown_records.items():
            if not hands:
                continue  # its hands were left out already
            left_out = f"hand{'s' if len(hands) > 1 else ''} {', '.join(hands)}"
            why = "is none that is known (variants of the game have their own)"
            self.problems.append(Problem("", f"the record {record} {why}; left out: {left_out}"))

    def _play_turn(self, turn: RawTurn) -> bool:
        """Add a draw or a discard that is already decoded; False, with nothing done, if it may have a fault."""
        hand = self.hand
        return hand is not None and len(hand.events) + _EVENTS_OF_TURN <= MOST_EVENTS and hand.play_turn(turn)

    def _begin(self, items: list[Any], number: int) -> None:
        self._close()
        index = self.hands_begun
        self.hands_begun += 1
        self.is_skipping = True  # until the hand is known to begin well
        if index >= MOST_HANDS:
            raise ReadError("", TOO_MANY_HANDS)
        record = self.parts.decode(_NEW_ROUND, items[number].data)
        game = self.game
        if len(record.scores) == 2:
            raise ReadError("", "a game of two players; only those of three and of four are read")
        if not game.hands and "mode" not in game.attributes:
            game.players = 3 if len(record.scores) == 3 else 4
            game.seats = game.seats[: game.players]
        if len(record.scores) != game.players:
            raise ReadError("", f"scores: expected those of {game.players} seats, not {len(record.scores)} numbers")
        if not game.reds_recorded:
            game.red_tiles = self._reds(items)
            game.reds_recorded = True
        won_at_once = self._won_at_once(items[number + 1]) if number + 1 < len(items) else ""
        self.hand = MajsoulHand(index, record, self.parts, game.red_tiles, won_at_once)

    def _reds(self, items: list[Any]) -> tuple[Tile, ...]:
        """The red fives that most of the first hands have, so that one wrong tile does not imply another set.

        If no hand has a wall, those that are seen in play.
        """
        found: list[tuple[Tile, ...]] = []
        for item in items:
            if _NAMES.get(item.name) == _NEW_ROUND and len(found) < _HANDS_COUNTED:
                try:
                    record = self.parts.decode(_NEW_ROUND, item.data)
                except ReadError:
                    continue  # reported when the hand is read
                if record.paishan:
                    found.append(reds_of(record, self.game.players))
        return max(found, key=found.count) if found else self._reds_seen(items)

    def _reds_seen(self, items: list[Any]) -> tuple[Tile, ...]:
        """The most red fives of each suit that are seen in one hand: dealt, drawn, or as indicators."""
        most = [0, 0, 0]
        seen = [0, 0, 0]
        for item in items:
            name = _NAMES.get(item.name)
            if name in (_NEW_ROUND, _DEAL_TILE, _HULE):
                if name == _NEW_ROUND:
                    seen = [0, 0, 0]
                try:
                    tiles = _tiles_seen(name, self.parts.decode(name, item.data))
                except ReadError:
                    continue
                for suit, red in enumerate(("0m", "0p", "0s")):
                    seen[suit] += tiles.count(red)
                    most[suit] = max(most[suit], min(seen[suit], 4))
        return red_tiles_of((most[0], most[1], most[2]))

    def _won_at_once(self, item: Any) -> str:
        """The winning tile, if the record after the deal is the dealer's win with the tiles dealt; else ""."""
        if _NAMES.get(item.name) != _HULE:
            return ""
        try:
            wins = self.parts.decode(_HULE, item.data).hules
        except ReadError:
            return ""  # reported when the win is read
        return str(wins[0].hu_tile) if len(wins) == 1 and wins[0].zimo else ""

    def _leave_hand_out(self, number: int, name: str, message: str) -> None:
        """Report what is wrong with a record, and leave its hand out."""
        location = f"record {number} ({name})"
        if self.hand is not None:
            hand = self.hand.hand
            location += f", hand {hand.index} ({hand.name})"
        elif self.is_skipping:
            location += f", hand {self.hands_begun - 1}"
        self.repeated_problems.setdefault((name, message), []).append(location)
        self.hand = None
        self.is_skipping = True

    def _leave_out(self, written: str) -> None:
        """Leave out the hand of an unknown record."""
        hands = self.unknown_records.setdefault(written[:60], [])
        if self.hand is not None or not self.hands_begun:
            hands.append(str(max(self.hands_begun - 1, 0)))
        self.hand = None
        self.is_skipping = True

    def _close(self) -> None:
        if self.hand is not None:
            self.game.hands.append(self.hand.close())
        self.hand = None
        self.is_skipping = False


def _tiles_seen(name: str, record: Any) -> list[str]:
    """The tiles that a record is the first to show."""
    if name == _DEAL_TILE:
        return [record.tile]
    if name == _HULE:
        return [tile for win in record.hules[:1] for tile in [*win.doras[1:], *win.li_doras[:]]]
    indicators = record.doras[:1] or [record.dora]
    return [*indicators, *record.tiles0[:], *record.tiles1[:], *record.tiles2[:], *record.tiles3[:]]


def reds_of(record: Any, players: int) -> tuple[Tile, ...]:
    """The red fives in the wall of a hand, and in its deal where the wall does not include that."""
    wall: str = record.paishan
    texts = wall
    if not is_whole(wall, players):
        for tiles in (record.tiles0, record.tiles1, record.tiles2, record.tiles3):
            texts += "".join(tiles[:])
    return red_tiles_in(texts)


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input; a hand with an error is left out, and reported."""
    if data.lstrip().startswith(BASE64):
        try:
            data = base64.b64decode(data)
        except ValueError as error:
            yield Problem("", f"expected the record's bytes in base64: {error}")
            return
    if is_binary(data[:4096]):
        yield from _of_bytes(data, None, name)
        return
    from auditor.formats.majsoul import document

    for location, text in enumerate(document.documents(data)):
        try:
            yield from _of_document(text, name)
        except ReadError as error:
            where = f"game {location + 1}" if location else ""
            yield Problem(", ".join([one for one in (where, error.place) if one]), error.message)


def _of_document(text: bytes, name: str) -> Iterator[Game | Problem]:
    from auditor.formats.majsoul.document import read_document

    contents = read_document(text)
    yield from contents.problems
    if contents.data is None:
        parts = BinaryParts() if contents.is_binary else JsonParts()
        yield from _game(contents.head, contents.items, parts, name, text)
    else:
        yield from _of_bytes(contents.data, contents.head, name)


def _of_bytes(data: bytes, head: Head | None, name: str) -> Iterator[Game | Problem]:
    from auditor.formats.majsoul.binary import read_bytes

    answer = read_bytes(data)
    yield from answer.problems
    for found in _game(head if answer.head is None else answer.head, answer.items, BinaryParts(), name):
        if found is not NO_HAND or not answer.problems:
            yield found


NO_HAND: Final = Problem("", "the record holds no hand (no RecordNewRound)")


def _game(head: Head | None, items: list[Any], parts: Parts, name: str, text: bytes = b"") -> Iterator[Game | Problem]:
    game = Game(NAME)
    game.copies_recorded = False
    game.marks_recorded = True
    game.reds_recorded = False
    game.rule_text = SERVER
    if head:
        fill_header(game, head)
    if not game.log_id and is_mahjong_soul_id(log_id_from_name(name)):
        game.log_id = log_id_from_name(name)
    reader = GameReader(game, parts)
    reader.read(items)
    if REMARK in game.attributes:
        leave_unsaid(game)
    yield from reader.problems
    keep_first_false_red(game)
    calls = [calls_of(hand) for hand in game.hands]
    problem = do_without(game, calls, has_honba=b'"ben"' in text, has_tenpai=b'"tingpai"' in text)
    if problem is not None:
        yield problem
    elif game.hands:
        yield game
    elif not reader.problems:
        yield NO_HAND
