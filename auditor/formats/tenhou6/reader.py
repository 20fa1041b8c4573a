# build: compiled
"""Reads tenhou.net/6 JSON: one object a file or a line, or the viewer's address with the object in it."""

import re
import urllib.parse
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from auditor.core.errors import Problem, ReadError
from auditor.core.events import Deposit, FinalResult, Game, Player, Ryuukyoku, Win
from auditor.core.reading.building import STICK, add_triple_ron_deposit, add_void_deposits, keep_first_false_red
from auditor.core.reading.copies import RED_CODES, reds_shown
from auditor.core.reading.format import MOST_HANDS, SMALL_TEXT, UTF8_MARK, check_text, too_many_hands
from auditor.core.reading.json_lines import lines_of_hands
from auditor.core.reading.json_text import UNREADABLE, as_strict, cut_object, is_number, repeated_key
from auditor.core.reading.log_ids import STARTED, is_tenhou_id, log_id_from_name, rule_bits_of_id, time_text
from auditor.core.reading.stated_rules import ROOM
from auditor.core.text import json_lines, line_blocks, plural
from auditor.core.tiles import red_tiles_of
from auditor.core.units import TileCode
from auditor.formats.tenhou6 import ADDRESS, NAME, SPLIT_LOGS
from auditor.formats.tenhou6.hand import replay_hand
from auditor.formats.tenhou6.result import RawResult, parse_result
from auditor.formats.tenhou6.syntax import RED_COUNT_KEYS, RawHand, a_list, describe, parse_hand, tile_code

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,3})?")
_ADDRESS: Final = re.compile(ADDRESS)
_TOKEN: Final = re.compile(rb'"(?:[^"\\\n]|\\.){0,1000}+"|["{}\n]|' + ADDRESS)
"""What shows where an object ends: texts, which are shorter than this in any log, brackets, and the next address."""
_LONGEST_ID: Final = 500
_SPLIT_LOGS: Final = b'"%s"' % SPLIT_LOGS.encode()
_KNOWN_KEYS: Final = frozenset(
    ("title", "name", "rule", "log", "ref", "lobby", "dan", "rate", "sx", "sc", STARTED, ROOM)
)
_QUOTED_KEYS: Final = [b'"%s"' % key.encode() for key in _KNOWN_KEYS]


def read(data: bytes, name: str) -> Iterator[Game | Problem]:
    """Read every game of an input; `name` (the file's) gives the log id where the log has none.

    Lines of one hand with the same header, each a later hand than the one before, are one game.
    """
    yield from _repeated_keys(data)
    named_id = log_id_from_name(name) or _id_in_whole(data)
    game: Game | None = None
    header: object = None
    missing = 0
    for number, document, is_picked in _documents(data):
        location = f"line {number}" if number else ""
        if isinstance(document, Problem):
            missing += 1
            yield Problem(location, document.message)
            continue
        try:
            log = _Log(document, location, named_id)
        except ReadError as error:
            missing += 1
            yield Problem(error.place, error.message)
            continue
        yield from log.problems
        first = 0
        if game is not None and log.is_one_hand and log.header == header and log.follows(game):
            first = game.hands[-1].index + 1 + (missing or (is_picked and not log.continues(game)))
            game.result = log.game.result or game.result
        else:
            if game is not None and game.hands:
                yield game
            game, header = log.game, log.header if log.is_one_hand else None
        known = len(game.hands)
        lines = [number] * len(log.hands) if number else lines_of_hands(data.removeprefix(UTF8_MARK))
        yield from log.add_hands(game, first, lines)
        missing = 0 if len(game.hands) > known else missing + 1
    if game is not None and game.hands:
        yield game


def _repeated_keys(data: bytes) -> Iterator[Problem]:
    """A problem for each object in which a key is repeated; the last one is read."""
    keys = _quoted_before_colons(data) if len(data) <= SMALL_TEXT else []
    if keys and len(set(keys)) == len(keys):
        return  # as in nearly every input of one log: no object can have a key twice
    most = data.count(b"\n{") + 1
    found = Counter(keys)
    if all([(found[key] if keys else data.count(key)) <= most for key in _QUOTED_KEYS]):
        return  # as in those of several
    number = 0
    for block in line_blocks(data.removeprefix(UTF8_MARK)) if most > 1 else [data.removeprefix(UTF8_MARK)]:
        text = block.decode("utf-8", "replace")
        for line in json_lines(text) if most > 1 else [text]:
            number += 1
            if key := repeated_key(line):
                location = f"line {number}" if most > 1 else ""
                yield Problem(location, f"the key {describe(key)} comes twice in one object; the last is read")


def _quoted_before_colons(data: bytes) -> list[bytes]:
    """What stands in quotes before a colon: every key, and now and then a part of a text."""
    before = [part.rstrip() for part in data.split(b":")[:-1]]
    return [part[part.rfind(b'"', 0, -1) :] for part in before if part.endswith(b'"')]


def _id_in_whole(data: bytes) -> str:
    """The id that a page or a report names beside the logs of its hands, which have none; "" for anything else."""
    if not data.lstrip().startswith(b"<") and _SPLIT_LOGS not in data:
        return ""
    from auditor.core.reading.held_logs import sole_log_id

    return sole_log_id(data)


class _Document(NamedTuple):
    """A JSON value of an input, or why there is none. line: on which it begins, 0 for the whole input.

    is_picked: whether it need not be the next hand after the one before it, as in an address that somebody kept.
    """

    line: int
    value: object | Problem
    is_picked: bool = False


def _documents(data: bytes) -> Iterator[_Document]:
    """Yield the JSON values of an input, of objects and of addresses."""
    if not (text := data.removeprefix(UTF8_MARK).strip()):
        yield _Document(0, Problem("", "the input is empty; expected a tenhou.net/6 log"))
        return
    if text.startswith(b"<"):
        yield from _in_page(text)
        return
    is_one_line = b"\n" not in text
    if text.startswith(b"{"):
        whole = _decode(text)
        if not isinstance(whole, Problem):
            yield from _in_report(whole)
            return
        if is_one_line or not any(_is_log_line(line) for line in _lines(text)):
            if (cut := _cut_log(text)) is not None:
                yield _Document(0, cut)
                whole = Problem("", "the log is cut off; its whole hands are read")
            yield _Document(0, whole)
            return
    elif is_one_line or _ADDRESS.search(text) is None:
        for found in _of_line(text, has_addresses=False):
            yield _Document(0, found)
        return
    blank = data.removeprefix(UTF8_MARK)
    yield from _in_lines(text, blank[: len(blank) - len(blank.lstrip())].count(b"\n"))


def _in_lines(text: bytes, before: int) -> Iterator[_Document]:
    """The values in lines: objects and addresses, and what is neither. before: the number of lines before the text."""
    has_addresses = _ADDRESS.search(text) is not None
    named: list[int] = []
    for number, line in enumerate(_lines(text), before + 1):
        if not line:
            continue
        for found in _of_line(line, has_addresses):
            yield _Document(number, found, is_picked=has_addresses)
        if has_addresses and _names_log(line):
            named.append(number)
    if named:
        others = f", as in {plural(len(named) - 1, 'other line')}" if len(named) > 1 else ""
        message = f"names a log that is not in the text{others} (auditor ids tells which)"
        yield _Document(named[0], Problem("", message))


def _names_log(line: bytes) -> bool:
    """Whether a line is nothing but the id or the address of a log, which it does not hold; a remark may name one."""
    if len(line) > _LONGEST_ID or b" " in line or line.startswith(b"{") or _ADDRESS.search(line) is not None:
        return False
    return bool(log_id_from_name(line.decode("utf-8", "replace")))


def _of_line(line: bytes, has_addresses: bool) -> Iterator[object | Problem]:
    """The values in a line. has_addresses: whether a line with nothing may be a remark about an address in another."""
    if line.startswith(b"{"):
        yield _decode(line)
        return
    address = _ADDRESS.search(line)
    if address is None and not has_addresses:
        shown = describe(line[:200].decode(errors="replace"))  # far more than is shown
        yield Problem("", f"expected a JSON object or an address with tenhou.net/6/#json=, not {shown}")
    while address is not None:
        following = _ADDRESS.search(line, address.end())
        end = _object_end(line, address.end())
        if end > 0 and b'"' in line[address.end() : end]:
            yield _unquoted(line[address.end() : end])
            following = _ADDRESS.search(line, end)
        else:
            rest = line[address.end() : following.start() if following is not None else len(line)]
            yield _encoded(rest)
        address = following


def _unquoted(text: bytes) -> object | Problem:
    """The value of an address that is written as JSON, of which a part may be encoded all the same."""
    value = _decode(urllib.parse.unquote_to_bytes(text))
    return _decode(text) if isinstance(value, Problem) and b"%" in text else value


def _encoded(text: bytes) -> object | Problem:
    """The value of an address that is encoded; what follows it is passed over, such as a bracket or ``&ts=1``."""
    plain = urllib.parse.unquote_to_bytes(text)
    end = _object_end(plain, 0)
    if end < 0:  # cut off: what is written without a space is decoded, and says where
        plain = urllib.parse.unquote_to_bytes((text.split(maxsplit=1) or [b""])[0])
    return _decode(plain[:end] if end > 0 else plain)


def _object_end(text: bytes, start: int) -> int:
    """Where the JSON object ends that begins at a position of a text; -1 if none does, or it goes on to an address."""
    depth = 0
    if text.startswith(b"{", start):
        for token in _TOKEN.finditer(text, start):
            if token[0] == b"{":
                depth += 1
            elif token[0] == b"}":
                depth -= 1
                if depth == 0:
                    return token.end()
            elif len(token[0]) == 1 or not token[0].startswith(b'"'):
                return -1
    return -1


def _in_report(value: object) -> Iterator[_Document]:
    """A log; or those of the hands of a report."""
    logs = value.get(SPLIT_LOGS) if isinstance(value, dict) and "log" not in value else None
    if not isinstance(logs, list) or not logs:
        yield _Document(0, value)
        return
    for log in logs:
        yield _Document(0, log, is_picked=True)


def _in_page(page: bytes) -> Iterator[_Document]:
    """The logs in a page that mjai-reviewer wrote: in the addresses of its frames, or else in its fields of text."""
    from auditor.core.reading.held_logs import fields_of_text, sources_of_frames

    found = False
    for address in sources_of_frames(page):
        if _ADDRESS.search(address) is not None:
            found = True
            for value in _of_line(address, has_addresses=True):
                yield _Document(0, value, is_picked=True)
    for text in () if found else fields_of_text(page):
        if text.startswith(b"{"):
            found = True
            yield _Document(0, _decode(text), is_picked=True)
    if not found:
        yield _Document(0, Problem("", "the page holds no log; mjai-reviewer writes them unless it is told not to"))


def _cut_log(text: bytes) -> dict[str, object] | None:
    """The complete parts of a log that was cut off, if at least one hand is; None for anything else."""
    try:
        check_text(text)
        msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        if "truncated" in str(error):  # msgspec has one class for all that is no JSON
            if (log := cut_object(text.decode("utf-8", "replace"), "log")) is not None:
                log.pop("sc", None)  # the final scores, to which missing hands contributed
            return log
    except (ReadError, *UNREADABLE):
        pass
    return None


def _lines(text: bytes) -> Iterator[bytes]:
    for block in line_blocks(text):
        for line in block.split(b"\n"):
            yield line.strip()


def _is_log_line(line: bytes) -> bool:
    """Whether a line is a log by itself."""
    if not line.startswith(b"{"):
        return _ADDRESS.search(line) is not None
    return isinstance(_decode(line), dict)


def _decode(text: bytes) -> object | Problem:
    """The JSON value of a text, or a `Problem` without a location."""
    try:
        check_text(text)
        value: object = msgspec.json.decode(text)
    except ReadError as error:
        return Problem("", error.message)
    except UnicodeDecodeError:
        return Problem("", "expected UTF-8 text")
    except RecursionError:
        return Problem("", "expected a tenhou.net/6 log, not JSON nested this deep")
    except msgspec.DecodeError as error:
        return Problem("", f"expected a JSON object: {str(error).removeprefix('JSON is malformed: ')}")
    return value


class _Log:
    """One JSON object: its header as a `Game` without hands, and its hands still undecoded. Raises ReadError."""

    def __init__(self, document: object, location: str, named_id: str) -> None:
        if not isinstance(document, dict) or "log" not in document:
            raise ReadError(
                location, f'expected an object with a "log", the key of tenhou.net/6, not {_keys(document)}'
            )
        self.location = f"{location}, " if location else ""
        self.hands = a_list(document["log"], location, 'the hands under "log"')
        if not self.hands:
            raise ReadError(location, f'expected 1 to {MOST_HANDS} hands under "log", not 0')
        rule = document.get("rule")
        self.rule: dict[str, object] = rule if isinstance(rule, dict) else {}
        self.header = (
            _texts(document.get("title")), _texts(document.get("name")), describe(document.get("ref")),
            [describe(self.rule.get(key)) for key in ("disp", "aka", *RED_COUNT_KEYS)],
        )  # fmt: skip
        self.is_one_hand = len(self.hands) == 1
        self.game = Game(NAME)
        self.game.marks_recorded = True
        self.game.copies_recorded = False
        self.game.order_recorded = False
        self.game.indicator_times_recorded = False
        self.problems: list[Problem] = []
        if len(self.hands) > MOST_HANDS:
            self.problems.append(Problem(location, too_many_hands(len(self.hands))))
            del self.hands[MOST_HANDS:]
        self._fill_header(document, named_id)

    def _fill_header(self, document: dict[str, object], named_id: str) -> None:
        game = self.game
        ref = document.get("ref")
        game.log_id = ref if isinstance(ref, str) and ref else named_id
        disp = self.rule.get("disp")
        game.rule_text = disp if isinstance(disp, str) else ""
        if "rule" not in document:
            game.rule_bits = rule_bits_of_id(game.log_id) or game.rule_bits
        lobby = document.get("lobby")
        if is_number(lobby) and 0 <= lobby < 1 << 31:
            game.lobby = lobby
        names = _texts(document.get("name"))
        given = names if document.get("name") is None else document["name"]
        fits = isinstance(given, list) and len(given) in (0, 3, 4) and all([isinstance(one, str) for one in given])
        if not fits:
            message = f"name: expected the names of three or four players, not {describe(given)}; what fits is read"
            self.problems.append(Problem(self.location.removesuffix(", "), message))
        game.players = 3 if "三" in game.rule_text or len(names) == 3 or self._lacks_fourth_seat() else 4
        self._read_red_fives()
        grades = _texts(document.get("dan"))
        sexes = _texts(document.get("sx"))
        ratings = _numbers(document.get("rate"))
        game.seats = [
            Player(
                names[seat] if seat < len(names) else "", grades[seat] if seat < len(grades) and grades[seat] else None,
                ratings[seat] if seat < len(ratings) else None, sexes[seat] if seat < len(sexes) else "",
            )
            for seat in range(game.players)
        ]  # fmt: skip
        scores = [number or 0.0 for number in _numbers(document.get("sc"))]
        if len(scores) in (6, 8):
            scores += [0.0] * (8 - len(scores))
            game.result = FinalResult(tuple(int(points) for points in scores[::2]), tuple(scores[1::2]))
        if title := " ".join(_texts(document.get("title"))).strip():
            game.attributes["title"] = title
            if not is_tenhou_id(game.log_id) and (started := time_text(title)):
                game.attributes[STARTED] = started
        for key, value in document.items():
            if key not in _KNOWN_KEYS and isinstance(value, (str, int, float)):
                game.attributes[key] = str(value)
        for key, value in self.rule.items():
            if key != "disp" and isinstance(value, (str, int, float)):
                game.attributes[f"rule.{key}"] = str(value)

    def _lacks_fourth_seat(self) -> bool:
        """Whether in no hand the fourth seat holds, draws or plays anything."""
        for hand in self.hands:
            if not isinstance(hand, list) or (len(hand) not in (13, 14) and (len(hand) < 16 or any(hand[13:16]))):
                return False
        return bool(self.hands)

    def _read_red_fives(self) -> None:
        """Set the red fives by the rule (``aka`` for the usual ones, or the number of each suit), else by the tiles."""
        game = self.game
        counts = [self.rule.get(key) for key in RED_COUNT_KEYS]
        if any([count in (2, 3, 4) for count in counts]) or (0 in counts and 1 in counts):
            man, pin, sou = [count if isinstance(count, int) and 0 <= count <= 4 else 0 for count in counts]
            game.red_tiles = red_tiles_of((man, pin, sou))
        elif not (self.rule.get("aka") or any(counts) or "赤" in game.rule_text):
            says_none = (self.rule.get("aka") == 0 or 0 in counts) and game.rule_text
            if says_none or not self._shows_red_five():
                game.red_tiles = ()
            else:
                reds, is_certain = reds_shown([_codes_seen(hand) for hand in self.hands if isinstance(hand, list)])
                game.red_tiles, game.reds_recorded = red_tiles_of(reds), is_certain or max(reds) < 2

    def _shows_red_five(self) -> bool:
        return any(_has_red_code(entry) for hand in self.hands if isinstance(hand, list) for entry in _entries(hand))

    def follows(self, game: Game) -> bool:
        """Whether the one hand of this log can be a later hand of the game."""
        if not game.hands or (self.game.players, self.game.red_tiles) != (game.players, game.red_tiles):
            return False
        hand = self.hands[0]
        counters = hand[0] if isinstance(hand, list) and hand else None
        if not isinstance(counters, list) or len(counters) < 2:
            return False
        round, honba = counters[0], counters[1]
        if not isinstance(round, int) or not isinstance(honba, int):
            return False
        last = game.hands[-1]
        return (round, honba) > (last.round, last.honba)

    def continues(self, game: Game) -> bool:
        """Whether the one hand of this log can begin with the points that the last of a game leaves.

        A stick that was charged for a declaration tile which was won on is in no log of one hand.
        """
        last, hand = game.hands[-1], self.hands[0]
        given = hand[1] if isinstance(hand, list) and len(hand) > 1 else None
        if not last.is_finished or not isinstance(given, list) or not all([is_number(one) for one in given]):
            return True
        points = list(last.scores)
        for event in last.events:
            if isinstance(event, Deposit):
                points[event.seat] -= STICK
            elif isinstance(event, (Win, Ryuukyoku)):
                points = [one + delta for one, delta in zip(points, event.deltas or (0,) * len(points), strict=True)]
        lost = [one - other for one, other in zip(points, given, strict=False)]
        return not any(lost) or (max(lost) == sum(lost) == STICK)

    def add_hands(self, game: Game, first: int, lines: list[int]) -> Iterator[Problem]:
        """Add the hands to a game, numbered from `first`; yield a `Problem` for each that is left out, leaving a gap.

        lines: the lines on which they begin, or [].
        """
        for number, value in enumerate(self.hands):
            try:
                raw, result = self._parsed(value, number, game.players)
            except ReadError as error:
                yield Problem(error.place, error.message)
                continue
            hand, order = replay_hand(raw, result, first + number, game.players, game.red_tiles)
            if game.hands and game.hands[-1].index == first + number - 1:
                add_triple_ron_deposit(game.hands[-1], hand.sticks)
            game.hands.append(hand)
            hand.lines = lines[number : number + 1]
            if not order.is_complete:
                hand.unexplained_from = len(hand.events)
            hand.order_is_certain = not order.is_ambiguous
        keep_first_false_red(game)
        add_void_deposits(game)

    def _parsed(self, value: object, number: int, players: int) -> tuple[RawHand, RawResult]:
        """Parse a hand and its result, if that fails once more in the form of strict writers. Raises ReadError."""
        try:
            raw = parse_hand(value, number, players, self.location)
            return raw, parse_result(raw, players)
        except ReadError as error:
            try:
                raw = parse_hand(as_strict(value), number, players, self.location)
                return raw, parse_result(raw, players)
            except ReadError:
                raise error from None


def _entries(hand: list[object]) -> Iterator[object]:
    """Yield every tile and call of an undecoded hand."""
    for field in hand[2:16]:
        if isinstance(field, list):
            yield from field


def _codes_seen(hand: list[object]) -> list[TileCode]:
    """The codes of the tiles turned, dealt and drawn in an undecoded hand."""
    fields = [field for at, field in enumerate(hand[2:16]) if isinstance(field, list) and (at < 2 or at % 3 != 1)]
    return [tile_code(entry) for field in fields for entry in field]


def _has_red_code(entry: object) -> bool:
    """Whether a tile or call as written has a red five in it."""
    if not isinstance(entry, str):
        return entry in RED_CODES
    digits = "".join([character for character in entry if character.isdigit()])
    return any(digits[at : at + 2] in ("51", "52", "53") for at in range(0, len(digits), 2))


def _keys(document: object) -> str:
    if not isinstance(document, dict):
        return describe(document)
    keys = ", ".join(sorted(str(key) for key in document)[:8])
    return f"one with the keys {keys[:80]}" if keys else "an empty one"


def _texts(value: object) -> list[str]:
    if not isinstance(value, list):
        return []
    return [one if isinstance(one, str) else "" for one in value[:8]]


def _numbers(value: object) -> list[float | None]:
    return [_number(one) for one in value[:8]] if isinstance(value, list) else []


def _number(value: object) -> float | None:
    """A number, which may be written as a string; None for anything else, and for a larger one than players have."""
    if isinstance(value, str):
        return float(value) if _NUMBER.fullmatch(value) else None
    if is_number(value):  # asked as one: of hundreds of digits it is no float
        return float(value) if abs(value) < 10**12 else None
    return value if isinstance(value, float) and abs(value) < 1e12 else None
