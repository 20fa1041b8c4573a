# build: hot
"""Finds the records in JSON text, and decodes most of them, in one pass.

Only what tools usually write is read here: a list of objects without escapes in strings, fractions or repeated keys.
Anything else raises UnusualError, and `auditor.formats.majsoul.document` reads the whole with msgspec.

Whether an entry repeats a key is known from a hash of the sequence of its keys (its `key_hash`): there are few such
sequences, and each is checked once.
"""

from typing import Final

import msgspec
from mypy_extensions import i64

from auditor.core.events import SEATS
from auditor.core.reading.format import BoundedCache
from auditor.core.reading.json_text import keys_of
from auditor.formats.majsoul.fast.records import (
    RawRecord,
    RawTurn,
    UnusualError,
    bit_of_offer,
    code_at,
    is_discard,
    is_draw,
    name_of,
    offers_of,
)

QUOTE: Final = 0x22
OPEN_LIST: Final = 0x5B
OPEN_OBJECT: Final = 0x7B
ZERO: Final = 0x30
NINE: Final = 0x39
LETTER_F: Final = 0x66
LETTER_N: Final = 0x6E
LETTER_T: Final = 0x74
"""The first characters of values."""

_CLOSE_LIST: Final = 0x5D
_CLOSE_OBJECT: Final = 0x7D
_COMMA_SIGN: Final = 0x2C
_COLON: Final = 0x3A
_MINUS_SIGN: Final = 0x2D
_BACKSLASH: Final = 0x5C
_TAB: Final = 0x09
_LINE_FEED: Final = 0x0A
_RETURN: Final = 0x0D
_SPACE: Final = 0x20
_LETTER_A: Final = 0x41
_LETTER_Z: Final = 0x5A
_UNDERLINE: Final = 0x5F
_SMALL_A: Final = 0x61
_NO_ASCII: Final = 0x80

_MOST_DIGITS: Final = 15
_DEEPEST_VALUE: Final = 32
_WORD_BYTES: Final = 8
_LOW_HALF: Final = 0xFFFFFFFF
_FACTOR: Final = 0x5BD1E995
"""_LOW_HALF * _FACTOR is below 2**63."""


class Walk:
    """A cursor over JSON text. Methods raise UnusualError, or IndexError at the end of the text.

    position: of the next character. word, upper, length: of the last key: its last one to eight characters as a number,
    the characters before them as a number (a hash if they are more than eight), and its length.
    key_hash, keys: a hash of the keys and brackets of objects in their order, and the number of the keys. is_ascii:
    whether all strings so far are ASCII. capitals: the keys with a capital letter.
    """

    def __init__(self, text: bytes, position: i64) -> None:
        self.text = text
        self.position: i64 = position
        self.word: i64 = 0
        self.upper: i64 = 0
        self.length: i64 = 0
        self.key_hash: i64 = 0
        self.keys: i64 = 0
        self.depth: i64 = 0
        self.is_first_key = False
        self.is_ascii = True
        self.capitals: list[bytes] = []

    def open(self) -> None:
        """Enter the object at the position."""
        if self.text[self.position] != OPEN_OBJECT:
            raise UnusualError
        self.position += 1
        self.is_first_key = True
        self.add_to_key_hash(OPEN_OBJECT)

    def key(self) -> bool:
        """Go to the value of the object's next key; if there is none, leave the object and return False."""
        text, position = self.text, self.position
        character: i64 = text[position]
        if character <= _SPACE:
            position = self.after_spaces(position)
            character = text[position]
        if character == _CLOSE_OBJECT:
            self.position = position + 1
            self.is_first_key = False
            self.add_to_key_hash(_CLOSE_OBJECT)
            return False
        if self.is_first_key:
            self.is_first_key = False
        elif character == _COMMA_SIGN:
            position += 1
            character = text[position]
            if character <= _SPACE:
                position = self.after_spaces(position)
                character = text[position]
        else:
            raise UnusualError
        if character != QUOTE:
            raise UnusualError
        self.take_key(position + 1)
        return True

    def take_key(self, position: i64) -> None:
        """Read the key whose first character is at `position`, and go to its value."""
        text = self.text
        begin = position
        word: i64 = 0
        upper: i64 = 0
        seen: i64 = 0
        has_capital = False
        character: i64 = text[position]
        while True:
            word = 0
            last = position + _WORD_BYTES
            while character != QUOTE and position != last:
                if character < _SMALL_A and character != _UNDERLINE:
                    has_capital = is_capital(character) or has_capital
                seen |= character
                word = word << 8 | character
                position += 1
                character = text[position]
            if character == QUOTE:
                break
            upper = combined_hash(upper, word)
        if seen >= _NO_ASCII:
            raise UnusualError
        self.word = word
        self.upper = upper
        self.length = position - begin
        self.keys += 1
        self.add_to_key_hash(word)
        if upper:
            self.add_to_key_hash(upper)
        if has_capital:
            self.capitals.append(text[begin:position])
        position += 1
        if text[position] != _COLON:
            position = self.after_spaces(position)
            if text[position] != _COLON:
                raise UnusualError
        position += 1
        self.position = self.after_spaces(position) if text[position] <= _SPACE else position

    def add_to_key_hash(self, word: i64) -> None:
        """Add a key or a bracket to the hash of the entry."""
        self.key_hash = combined_hash(self.key_hash, word)

    def after_spaces(self, position: i64) -> i64:
        """The next position that is not white space."""
        text = self.text
        character: i64 = text[position]
        while character <= _SPACE and (
            character == _SPACE or _TAB <= character <= _LINE_FEED or character == _RETURN
        ):  # fmt: skip
            position += 1
            character = text[position]
        return position

    def has_next(self, is_first: bool) -> bool:
        """Go to the next entry of a list, or the first; if there is none, leave the list and return False."""
        text, position = self.text, self.position
        character: i64 = text[position]
        if character <= _SPACE:
            position = self.after_spaces(position)
            character = text[position]
        if is_first:
            if character != OPEN_LIST:
                raise UnusualError
            position = self.after_spaces(position + 1)
            if text[position] != _CLOSE_LIST:
                self.position = position
                return True
            self.position = position + 1
            return False
        if character == _CLOSE_LIST:
            self.position = position + 1
            return False
        if character != _COMMA_SIGN:
            raise UnusualError
        position += 1
        self.position = self.after_spaces(position) if text[position] <= _SPACE else position
        return True

    def skip(self) -> None:
        """Skip a value."""
        character: i64 = self.text[self.position]
        if character == QUOTE:
            self.skip_text()
        elif character == _MINUS_SIGN or ZERO <= character <= NINE:
            self.number()
        elif character == OPEN_OBJECT or character == OPEN_LIST:
            self.depth += 1
            if self.depth > _DEEPEST_VALUE:
                raise UnusualError
            if character == OPEN_OBJECT:
                self.open()
                while self.key():
                    self.skip()
            else:
                is_first = True
                while self.has_next(is_first):
                    is_first = False
                    self.skip()
            self.depth -= 1
        else:
            self.skip_word(character)

    def skip_word(self, letter: i64) -> None:
        """Skip true, false or null, by its first letter."""
        text, position = self.text, self.position
        if letter == LETTER_F:
            is_one = text[position + 1] == 0x61 and text[position + 2] == 0x6C and text[position + 3] == 0x73
            position += 1
        elif letter == LETTER_T:
            is_one = text[position + 1] == 0x72 and text[position + 2] == 0x75
        else:
            is_one = letter == LETTER_N and text[position + 1] == 0x75 and text[position + 2] == 0x6C
        if not is_one or text[position + 3] != (0x6C if letter == LETTER_N else 0x65):
            raise UnusualError
        self.position = position + 4

    def skip_text(self) -> None:
        """Skip a string."""
        text, position = self.text, self.position
        if text[position] != QUOTE:
            raise UnusualError
        position += 1
        character: i64 = text[position]
        while character != QUOTE:
            if character < _SPACE or character == _BACKSLASH:
                raise UnusualError
            if character >= _NO_ASCII:
                self.is_ascii = False
            position += 1
            character = text[position]
        self.position = position + 1

    def number(self) -> i64:
        """Read a whole number."""
        text, position = self.text, self.position
        is_negative = text[position] == _MINUS_SIGN
        if is_negative:
            position += 1
        begin = position
        number: i64 = 0
        digit: i64 = text[position]
        while ZERO <= digit <= NINE:
            number = 10 * number + digit - ZERO
            position += 1
            digit = text[position]
            if position - begin > _MOST_DIGITS:
                raise UnusualError
        if position == begin or (text[begin] == ZERO and position > begin + 1):
            raise UnusualError
        self.position = position
        return -number if is_negative else number


def is_capital(character: i64) -> bool:
    """Whether a character of a key is a capital letter. Raises UnusualError for one that keys never have."""
    if character < _SPACE or character == _BACKSLASH:
        raise UnusualError
    return _LETTER_A <= character <= _LETTER_Z


def combined_hash(value: i64, word: i64) -> i64:
    """The hash of the words so far and the next one."""
    return ((value & _LOW_HALF) * _FACTOR + (value >> 32)) ^ word


def word_of(key: bytes) -> i64:
    """A key, or a part of one, of at most eight characters as a number."""
    word: i64 = 0
    for character in key:
        word = word << 8 | character
    return word


_SEAT: Final[i64] = word_of(b"seat")
_TILE: Final[i64] = word_of(b"tile")
_NAME: Final[i64] = word_of(b"name")
_DATA: Final[i64] = word_of(b"data")
_TYPE: Final[i64] = word_of(b"type")
_LIQI: Final[i64] = word_of(b"liqi")
_DORAS: Final[i64] = word_of(b"doras")
_MOQIE: Final[i64] = word_of(b"moqie")
_RESULT: Final[i64] = word_of(b"result")
_IS_LIQI: Final[i64] = word_of(b"is_liqi")
_IS_WLIQI: Final[i64] = word_of(b"is_wliqi")
_ZHENTING: Final[i64] = word_of(b"zhenting")
_OPERATIO: Final[i64] = word_of(b"operatio")
_N: Final[i64] = word_of(b"n")
_NS: Final[i64] = word_of(b"ns")
_N_LIST: Final[i64] = word_of(b"n_list")

_MOST_KEY_HASHES: Final = 4096
_checked_key_hashes: Final[BoundedCache[int, bool]] = BoundedCache(_MOST_KEY_HASHES)
"""The hashes of the keys of entries that were checked to repeat none."""


def read(text: bytes, begin: int, are_actions: bool) -> "Scan | None":
    """The records of a list that begins at an index of a text; None where something in it is not as tools write it."""
    scan = Scan(text, begin, are_actions)
    try:
        scan.read()
    except (UnusualError, IndexError):
        return None
    return scan


class Scan(Walk):
    """A cursor over a list of records, from its bracket on. Methods raise UnusualError, or IndexError.

    are_actions: whether the entries are actions, which hold records as their results. found: the records, once the list
    has been read. last_key_hash, second_key_hash, third_key_hash: the latest three of the differing hashes of entries.
    """

    def __init__(self, text: bytes, position: i64, are_actions: bool) -> None:
        super().__init__(text, position)
        self.are_actions = are_actions
        self.found: list[RawRecord] = []
        self.last_key_hash: i64 = -1
        self.second_key_hash: i64 = -1
        self.third_key_hash: i64 = -1

    def read(self) -> None:
        """Read the list, and go behind it."""
        found = self.found
        is_first = True
        while self.has_next(is_first):
            is_first = False
            record = self.entry()
            if record is not None:
                found.append(record)

    def entry(self) -> RawRecord | None:
        """The record of an entry; None for an action that has none."""
        begin = self.position
        self.key_hash = self.keys = 0
        record = self.action() if self.are_actions else self.record()
        latest = self.key_hash
        if latest != self.last_key_hash and latest != self.second_key_hash and latest != self.third_key_hash:
            self.third_key_hash = self.second_key_hash
            self.second_key_hash = self.last_key_hash
            self.last_key_hash = latest
            if latest not in _checked_key_hashes.entries:
                self.check_keys(latest, begin)
        return record

    def check_keys(self, key_hash: int, begin: i64) -> None:
        """Check that an entry repeats no key, and remember its hash. Raises UnusualError."""
        try:
            entry = msgspec.json.decode(self.text[begin : self.position])
        except (ValueError, RecursionError):
            raise UnusualError from None
        if keys_of(entry) != self.keys:
            raise UnusualError
        _checked_key_hashes.add(key_hash, True)

    def action(self) -> RawRecord | None:
        """The result of an action."""
        record: RawRecord | None = None
        self.open()
        while self.key():
            if self.word == _RESULT and self.length == 6:
                record = self.record()
            else:
                self.skip()
        return record

    def record(self) -> RawRecord:
        """A record with its name and its data."""
        text = self.text
        name = ""
        record: RawRecord | None = None
        self.open()
        while self.key():
            if self.word == _NAME and self.length == 4:
                begin = self.position + 1
                self.skip_text()
                name = name_of(text[begin : self.position - 1])
            elif self.word == _DATA and self.length == 4:
                begin = self.position
                if name and is_draw(name):
                    record = self.draw(RawTurn(name, text, begin, begin))
                elif name and is_discard(name):
                    record = self.discard(RawTurn(name, text, begin, begin))
                elif text[begin] == OPEN_OBJECT:
                    self.skip()
                    record = RawRecord(name, text, begin, self.position)
                else:
                    raise UnusualError
            else:
                self.skip()
        if record is None or not name:
            raise UnusualError
        record.name = name
        return record

    def draw(self, turn: RawTurn) -> RawRecord:
        """Read a ``RecordDealTile``."""
        text = self.text
        is_plain = turn.is_draw = True
        self.open()
        while self.key():
            word, length = self.word, self.length
            if word == _SEAT and length == 4:
                is_plain = self.take_seat(turn) and is_plain
            elif word == _TILE and length == 4:
                is_plain = self.take_tile(turn) and is_plain
            elif word == _ZHENTING and length == 8:
                is_plain = self.take_flags(turn) and is_plain
            elif word == _N and self.upper == _OPERATIO and length == 9:
                is_plain = self.take_offers(turn) and is_plain
            elif word == _DORAS and length == 5:
                is_plain = self.is_nothing() and is_plain
            elif word == _LIQI and length == 4:
                is_plain = text[self.position] == LETTER_N and is_plain
                self.skip()
            else:
                self.skip()
        return self.ended(turn, is_plain)

    def discard(self, turn: RawTurn) -> RawRecord:
        """Read a ``RecordDiscardTile``."""
        is_plain = True
        self.open()
        while self.key():
            word, length = self.word, self.length
            if word == _SEAT and length == 4:
                is_plain = self.take_seat(turn) and is_plain
            elif word == _TILE and length == 4:
                is_plain = self.take_tile(turn) and is_plain
            elif (word == _IS_LIQI and length == 7) or (word == _IS_WLIQI and length == 8):
                flag = self.flag()
                turn.is_riichi = turn.is_riichi or flag == 1
                is_plain = flag >= 0 and is_plain
            elif word == _MOQIE and length == 5:
                flag = self.flag()
                turn.is_drawn = flag == 1
                is_plain = flag >= 0 and is_plain
            elif word == _ZHENTING and length == 8:
                is_plain = self.take_flags(turn) and is_plain
            elif word == _NS and self.upper == _OPERATIO and length == 10:
                is_plain = self.take_all_offers(turn) and is_plain
            elif word == _DORAS and length == 5:
                is_plain = self.is_nothing() and is_plain
            else:
                self.skip()
        return self.ended(turn, is_plain)

    def ended(self, turn: RawTurn, is_plain: bool) -> RawRecord:
        """The draw or discard that ends at the position; as a plain record if it holds more than is decoded here."""
        turn.end = self.position
        if is_plain and turn.is_whole():
            return turn
        return RawRecord(turn.name, turn.source, turn.begin, turn.end)

    def take_seat(self, turn: RawTurn) -> bool:
        """Take a seat; False where none is here."""
        turn.seat = self.seat()
        return turn.seat >= 0

    def seat(self) -> i64:
        """The number of a seat; -1 where none is here."""
        number: i64 = self.text[self.position] - ZERO
        if not 0 <= number <= 3:
            self.skip()
            return -1
        return self.number()

    def take_tile(self, turn: RawTurn) -> bool:
        """Take a tile; False where none is here."""
        text, position = self.text, self.position
        if text[position] != QUOTE or text[position + 3] != QUOTE:
            self.skip()
            return False
        code = code_at(text, position + 1)
        turn.code = code
        self.position = position + 4
        return code != 0

    def flag(self) -> i64:
        """1 for true, 0 for false, -1 for anything else."""
        letter: i64 = self.text[self.position]
        if letter == LETTER_F or letter == LETTER_T:
            self.skip_word(letter)
            return 1 if letter == LETTER_T else 0
        self.skip()
        return -1

    def take_flags(self, turn: RawTurn) -> bool:
        """Take the flags of one to four seats; False where something else is here."""
        text = self.text
        if text[self.position] != OPEN_LIST:
            self.skip()
            return False
        mask: i64 = 0
        bit: i64 = 1
        is_plain = True
        while self.has_next(bit == 1):
            flag = self.flag()
            if flag == 1:
                mask |= bit
            is_plain = flag >= 0 and is_plain
            if bit <= 1 << SEATS:
                bit += bit
        turn.flags = mask
        return is_plain and 1 < bit <= 1 << SEATS

    def take_offers(self, turn: RawTurn) -> bool:
        """Take what one seat is offered; False where something else is here."""
        if self.text[self.position] != OPEN_OBJECT:
            self.skip()
            return False
        offers = self.offers()
        if offers < 0:
            return False
        turn.offers |= offers
        return True

    def take_all_offers(self, turn: RawTurn) -> bool:
        """Take what several seats are offered; False where something else is here."""
        if self.text[self.position] != OPEN_LIST:
            self.skip()
            return False
        is_plain = is_first = True
        while self.has_next(is_first):
            is_first = False
            is_plain = self.take_offers(turn) and is_plain
        return is_plain

    def offers(self) -> i64:
        """What a seat is offered, as in `auditor.core.events.ServerRecord.offers`; -1 where it is not written as
        usual."""
        seat: i64 = 0
        mask: i64 = 0
        self.open()
        while self.key():
            if self.word == _SEAT and self.length == 4:
                seat = self.seat()
            elif self.word == _N_LIST and self.upper == _OPERATIO and self.length == 14:
                mask = self.listed_offers()
            else:
                self.skip()
        return -1 if seat < 0 or mask < 0 else offers_of(seat, mask)

    def listed_offers(self) -> i64:
        """The bits of the actions in a list; -1 where they are not written as usual."""
        text = self.text
        if text[self.position] != OPEN_LIST:
            self.skip()
            return -1
        mask: i64 = 0
        is_first = True
        while self.has_next(is_first):
            is_first = False
            if text[self.position] == OPEN_OBJECT:
                bit: i64 = 1
                self.open()
                while self.key():
                    digit: i64 = text[self.position]
                    if self.word == _TYPE and self.length == 4 and ZERO <= digit <= NINE:
                        bit = bit_of_offer(self.number())
                    elif self.word == _TYPE and self.length == 4:
                        self.skip()
                        bit = -1
                    else:
                        self.skip()
                mask = -1 if bit < 0 else mask | bit
            else:
                self.skip()
                mask = -1
        return mask

    def is_nothing(self) -> bool:
        """Skip a value; return whether it is null or an empty list."""
        begin = self.position
        self.skip()
        text = self.text
        return text[begin] == LETTER_N or (text[begin] == OPEN_LIST and self.position == begin + 2)
