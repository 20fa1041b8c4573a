# build: compiled
"""Reads Majiang paipu JSON: one game, or an array of games."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from auditor.core.errors import Problem, ReadError
from auditor.core.events import DISCARD, DRAW, NOT_RECORDED, WIN, FinalResult, Game, Player
from auditor.core.reading.building import add_void_deposits, keep_first_false_red
from auditor.core.reading.copies import RED_CODES, reds_shown
from auditor.core.reading.format import MOST_HANDS, UTF8_MARK, check_text, too_many_hands
from auditor.core.reading.json_lines import has_lines, lines_of
from auditor.core.reading.json_text import UNREADABLE, as_strict, json_error_text, repeated_key, repeated_outer_key
from auditor.core.reading.left_out import do_without_ends, fill_counters
from auditor.core.reading.log_ids import STARTED, log_id_from_name, time_text
from auditor.core.tiles import red_tiles_of
from auditor.core.units import HandIndex
from auditor.formats.majiang import NAME, fast
from auditor.formats.majiang.fast import PaipuHand
from auditor.formats.majiang.hand import MajiangHand, read_hand
from auditor.formats.majiang.schema import EVENTS, GAME, HAND_DECODER, HEADER_DECODERS, JSON_NULL, LIST, Paipu

_NO_ZERO: Final = b"123456789"
_RED_FIVE_TEXTS: Final = (b"m0", b"p0", b"s0")
"""One of these is in a text of tiles with a red five, once the other digits are removed from it."""
_TENHOU_ROOM: Final = re.compile(r"[三四][般上特鳳][東南]喰?赤?[速光]?")
"""A title that names Tenhou's rules, as the converter of Tenhou's logs writes it; the next line is the log's id."""
_GRADE: Final = re.compile(r"\(?\s*(.*?)\s*(?:\bR(\d{1,5}(?:\.\d{1,4})?))?\s*\)?")
_PATH: Final = re.compile(r" - at \$(?:\[(\d+)\])?\.?(.*)$")


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input; a hand with an error is left out, and reported.

    `name` (the file's) gives the log id where the title does not.
    """
    log_id = log_id_from_name(name)
    text = data.removeprefix(UTF8_MARK)
    try:
        check_text(text)
        games = _games(text.strip())
    except ReadError as error:
        yield Problem(error.place, error.message)
        return
    lines = lines_of(games, text, 1) if has_lines(text) else []
    for number, raw in enumerate(games):
        location = f"game {number}" if len(games) > 1 else ""
        try:
            yield from _Paipu(raw, location, log_id).read(lines[number] if lines else NOT_RECORDED)
        except ReadError as error:
            yield Problem(error.place, error.message)


def _names_no_discarder(game: Game) -> bool:
    """Whether no win is a ron, and several take discards."""
    ends = [hand.events[-2:] for hand in game.hands if len(hand.events) > 1 and hand.events[-1].kind == WIN]
    is_ron = any([win.from_seat != win.seat for _, win in ends])
    return not is_ron and len([before for before, _ in ends if before.kind == DISCARD]) > 1


def _games(text: bytes) -> list[msgspec.Raw]:
    """The JSON of each game. Raises ReadError."""
    try:
        return LIST.decode(text) if text.startswith(b"[") else [msgspec.Raw(text)]
    except UNREADABLE as error:
        raise _fault(error, "") from None


def _fault(error: Exception, location: str) -> ReadError:
    """An error of msgspec as a ReadError with its location."""
    text = json_error_text(error)
    if not isinstance(error, msgspec.ValidationError):
        return ReadError(location, f"expected JSON: {text}")
    text = text[0].lower() + text[1:]
    if (found := _PATH.search(text)) is None:
        return ReadError(location, text)
    event = f", event {found[1]}" if found[1] else ""
    key = f"{found[2]}: " if found[2] else ""
    return ReadError((location + event).removeprefix(", "), key + text[: found.start()])


class _Paipu:
    """A game's JSON. location: how messages name it. problems: of its header."""

    def __init__(self, raw: msgspec.Raw, location: str, log_id: str) -> None:
        self.location = location
        self.text = bytes(raw)
        self.problems: list[Problem] = []
        usual = _usual(self.text)
        self.paipu, self.hands = self._thorough() if usual is None else usual
        count = len(self.paipu.log) or len(self.hands)
        if count > MOST_HANDS:
            self.problems.insert(0, Problem(location, too_many_hands(count)))
            del self.hands[MOST_HANDS:]
        self.game = Game(NAME)
        self.game.log_id = log_id
        self.game.copies_recorded = False
        self.game.marks_recorded = True
        self.game.indicators_follow = True
        self.game.reds_recorded = False
        self._fill_header()

    def _thorough(self) -> tuple[Paipu, list[PaipuHand]]:
        """The game and its hands, however they are written. Raises ReadError."""
        try:
            paipu = GAME.decode(self.text)
        except UNREADABLE as error:
            raise _fault(error, self.location) from None
        if not paipu.log:
            raise ReadError(self.location, f'expected 1 to {MOST_HANDS} hands under "log", not 0')
        hands = [_decoded_hand(index, bytes(raw)) for index, raw in enumerate(paipu.log[:MOST_HANDS])]
        if self.text.count(b":") != paipu.colons() + sum([hand.colons for hand in hands]):
            # Keys that are not read, or one that is repeated.
            key = repeated_outer_key(self.text.decode("utf-8", "replace"))
            if key:
                fault = f"the key {key!r} comes twice in one object; the last is read"
                self.problems.append(Problem(self.location, fault))
        return paipu, hands

    def _part(self, key: str) -> Any:
        """The value of a key, or None if it is missing or (then with a problem) of a wrong type."""
        raw = getattr(self.paipu, key)
        if bytes(raw) == JSON_NULL:
            return None
        try:
            value = _decoded(HEADER_DECODERS[key], raw)
            if not isinstance(value, list) or len(value) == 4:
                return value
            fault = f"expected a list of 4, not of {len(value)}"
        except UNREADABLE as error:
            value, fault = None, _fault(error, self.location).message
        if value != []:  # as in a game that has not ended
            self.problems.append(Problem(self.location, f"{key}: {fault}; it is not read"))
        return None

    def _fill_header(self) -> None:
        game = self.game
        if title := self._part("title"):
            game.attributes["title"] = title
            game.log_id = log_id_from_name(title) or game.log_id
            if not game.log_id and (started := time_text(title)):
                game.attributes[STARTED] = started
            room = _TENHOU_ROOM.match(title)
            game.rule_text = room[0].removeprefix("四") if room else ""
        first = self._part("qijia") or 0
        if first:
            game.attributes["qijia"] = str(first)
        players = self._part("player") or [""] * 4
        game.seats = [player(players[(first + seat) % 4] or "") for seat in range(4)]
        points, scores, ranks = self._part("defen"), self._part("point"), self._part("rank")
        if points is None:
            return
        seats = [(first + seat) % 4 for seat in range(4)]
        own = tuple([points[player] for player in seats])
        ranks = None if ranks is None else tuple([ranks[player] - 1 for player in seats])
        if scores is None:
            game.result = FinalResult(own, None, ranks)
        elif any([float(score) for score in scores]):  # all 0 in a game that has not ended
            game.result = FinalResult(own, tuple([float(scores[player]) for player in seats]), ranks)

    def read(self, line: int) -> Iterator[Game | Problem]:
        """The game and its problems. line: on which it begins, or NOT_RECORDED. Raises ReadError where it is none."""
        game = self.game
        before = f"{self.location}, " if self.location else ""
        yield from self.problems
        for hand in self.hands:
            if hand.error is not None:
                fault = _fault(hand.error, f"{before}hand {hand.index}")
                yield Problem(fault.place, fault.message)
        if "赤" not in game.rule_text and not _has_red_five(self.hands):
            game.red_tiles = ()
        found = self._read_hands(before)
        if game.red_tiles and any([reader.builder.copies.excess for reader in found]):
            # Some suit may have more or fewer red fives than one.
            reds, is_certain = reds_shown([reader.builder.copies.fives() for reader in found])
            if red_tiles_of(reds) != game.red_tiles:
                game.red_tiles, game.reds_recorded = red_tiles_of(reds), is_certain
                found = self._read_hands(before)
        yield from self.problems
        game.hands = [reader.hand for reader in found]
        keep_first_false_red(game)
        add_void_deposits(game)
        if game.hands and game.hands[-1].index < self.hands[-1].index:
            game.result = None  # it follows from a hand that is left out
        do_without_ends(game)
        fill_counters(game, has_honba=b'"changbang"' in self.text, has_sticks=b'"lizhibang"' in self.text)
        if _names_no_discarder(game):
            yield Problem(self.location, "hule: expected baojia, whose tile a ron takes; no win has it")
            return
        if line != NOT_RECORDED:
            lines = lines_of([hand.raw for hand in self.hands], self.text, line)
            for one in game.hands:
                one.lines = lines[one.index : one.index + 1]
        if game.hands:
            yield game

    def _read_hands(self, location: str) -> list[MajiangHand]:
        """The readers of the hands, done; those that cannot be read become problems."""
        found: list[MajiangHand] = []
        self.problems = []
        for hand in self.hands:
            if hand.error is not None:
                continue
            try:
                reader = read_hand(hand.entries, hand.index, self.game.red_tiles, location)
                if hand.colons > hand.keys:
                    self.problems += _read_in_part(hand.raw, reader.location())
            except ReadError as error:
                self.problems.append(Problem(error.place, error.message))
                continue
            found.append(reader)
        return found


def _usual(text: bytes) -> tuple[Paipu, list[PaipuHand]] | None:
    """A game with its hands, if they are written without white space, and it has no keys but those that are read."""
    if (found := fast.read(text)) is None:
        return None
    header, hands = found
    try:
        paipu = GAME.decode(header)
    except UNREADABLE:
        return None
    return None if paipu.log or header.count(b":") != paipu.colons() else (paipu, hands)


def _decoded_hand(index: HandIndex, raw: bytes) -> PaipuHand:
    """A hand by its JSON as a whole."""
    hand = PaipuHand(index)
    hand.raw = raw
    hand.colons = raw.count(b":")
    try:
        hand.entries = [fast.KnownEntry(one) for one in _decoded(HAND_DECODER, raw)]
    except UNREADABLE as error:
        hand.error = error
    hand.keys = sum([entry.keys for entry in hand.entries])
    return hand


def _decoded(decoder: Any, text: Any) -> Any:
    """Decode JSON, if that fails once more in the form of strict writers. Raises what decoders raise."""
    try:
        return decoder.decode(text)
    except msgspec.ValidationError:
        try:
            return msgspec.convert(as_strict(json.loads(bytes(text))), decoder.type)
        except msgspec.ValidationError:
            pass
        raise


def _read_in_part(raw: bytes, location: str) -> list[Problem]:
    """The problems of a hand's JSON that has more keys than were read. Raises ReadError for two events in one entry."""
    text = raw.decode("utf-8", "replace")
    key = repeated_key(text)
    for number, event in enumerate(json.loads(text)):
        names = [name for name in event if name in EVENTS]
        if len(names) > 1:
            raise ReadError(f"{location}, event {number}", f"expected one event, not {' and '.join(names)}")
    return [Problem(location, f"the key {key!r} comes twice in one object; the last is read")] if key else []


def _has_red_five(hands: list[PaipuHand]) -> bool:
    """Whether the hands have a red five: a suit's letter with a zero among the digits after it."""
    if any(entry.kind == DRAW and entry.value >= RED_CODES[0] for hand in hands for entry in hand.entries):
        return True
    text = b"".join([hand.raw for hand in hands]).translate(None, _NO_ZERO)
    return any([text.find(red) >= 0 for red in _RED_FIVE_TEXTS])


def player(text: str) -> Player:
    """A player: the name, and in the next line perhaps grade and rating, as in ``(四段 R1500)``."""
    name, _, second = text.partition("\n")
    found = _GRADE.fullmatch(second)
    if found is None or not second:
        return Player(text)
    return Player(name, found[1] or None, float(found[2]) if found[2] else None)
