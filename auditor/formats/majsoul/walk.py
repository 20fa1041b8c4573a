"""Goes through JSON text once, without decoding it: objects, lists, keys, and what it is asked to take.

What is read here is what most programs write: texts without escapes, whole numbers, ASCII keys. Whatever else stands
there raises UnusualError, and the caller has it decoded as a whole.
"""

from typing import Final

from mypy_extensions import i64

from auditor.formats.majsoul.records import UnusualError

QUOTE: Final = 0x22
OPEN_LIST: Final = 0x5B
OPEN_OBJECT: Final = 0x7B
ZERO: Final = 0x30
NINE: Final = 0x39
LETTER_F: Final = 0x66
LETTER_N: Final = 0x6E
LETTER_T: Final = 0x74
"""How values begin."""

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
"""A product of the two stays below 2**63."""


class Walk:
    """Goes through JSON text. Methods raise UnusualError, or IndexError at the end of the text.

    place: of the next character. word, upper, length: of the last key: its last one to eight characters as a number,
    those before them, how many it has; of a key longer than 16 `upper` stands for those before, and is not exact.
    row, keys: the keys and brackets of objects in their order, and how many keys they were. is_ascii: whether every
    text is, so far. capitals: the keys with a capital letter.
    """

    def __init__(self, text: bytes, place: i64) -> None:
        self.text = text
        self.place: i64 = place
        self.word: i64 = 0
        self.upper: i64 = 0
        self.length: i64 = 0
        self.row: i64 = 0
        self.keys: i64 = 0
        self.depth: i64 = 0
        self.is_first_key = False
        self.is_ascii = True
        self.capitals: list[bytes] = []

    def open(self) -> None:
        """Go into the object that stands here."""
        if self.text[self.place] != OPEN_OBJECT:
            raise UnusualError
        self.place += 1
        self.is_first_key = True
        self.add_to_row(OPEN_OBJECT)

    def key(self) -> bool:
        """Go to the value of the object's next key; out of the object and False where there is none."""
        text, place = self.text, self.place
        character: i64 = text[place]
        if character <= _SPACE:
            place = self.after_spaces(place)
            character = text[place]
        if character == _CLOSE_OBJECT:
            self.place = place + 1
            self.is_first_key = False
            self.add_to_row(_CLOSE_OBJECT)
            return False
        if self.is_first_key:
            self.is_first_key = False
        elif character == _COMMA_SIGN:
            place += 1
            character = text[place]
            if character <= _SPACE:
                place = self.after_spaces(place)
                character = text[place]
        else:
            raise UnusualError
        if character != QUOTE:
            raise UnusualError
        self.take_key(place + 1)
        return True

    def take_key(self, place: i64) -> None:
        """Take the key whose first character stands at a place, and go to its value."""
        text = self.text
        begin = place
        word: i64 = 0
        upper: i64 = 0
        seen: i64 = 0
        has_capital = False
        character: i64 = text[place]
        while True:
            word = 0
            last = place + _WORD_BYTES
            while character != QUOTE and place != last:
                if character < _SMALL_A and character != _UNDERLINE:
                    has_capital = is_capital(character) or has_capital
                seen |= character
                word = word << 8 | character
                place += 1
                character = text[place]
            if character == QUOTE:
                break
            upper = mixed(upper, word)
        if seen >= _NO_ASCII:
            raise UnusualError
        self.word = word
        self.upper = upper
        self.length = place - begin
        self.keys += 1
        self.add_to_row(word)
        if upper:
            self.add_to_row(upper)
        if has_capital:
            self.capitals.append(text[begin:place])
        place += 1
        if text[place] != _COLON:
            place = self.after_spaces(place)
            if text[place] != _COLON:
                raise UnusualError
        place += 1
        self.place = self.after_spaces(place) if text[place] <= _SPACE else place

    def add_to_row(self, word: i64) -> None:
        """Add a key or a bracket to the row of the entry."""
        self.row = mixed(self.row, word)

    def after_spaces(self, place: i64) -> i64:
        """The next place with something else than white space."""
        text = self.text
        character: i64 = text[place]
        while character <= _SPACE and (
            character == _SPACE or _TAB <= character <= _LINE_FEED or character == _RETURN
        ):  # fmt: skip
            place += 1
            character = text[place]
        return place

    def has_next(self, is_first: bool) -> bool:
        """Go to the next entry of a list, the first or another; out of the list and False where there is none."""
        text, place = self.text, self.place
        character: i64 = text[place]
        if character <= _SPACE:
            place = self.after_spaces(place)
            character = text[place]
        if is_first:
            if character != OPEN_LIST:
                raise UnusualError
            place = self.after_spaces(place + 1)
            if text[place] != _CLOSE_LIST:
                self.place = place
                return True
            self.place = place + 1
            return False
        if character == _CLOSE_LIST:
            self.place = place + 1
            return False
        if character != _COMMA_SIGN:
            raise UnusualError
        place += 1
        self.place = self.after_spaces(place) if text[place] <= _SPACE else place
        return True

    def skip(self) -> None:
        """Pass over a value."""
        character: i64 = self.text[self.place]
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
        """Pass over true, false or null, by its first letter."""
        text, place = self.text, self.place
        if letter == LETTER_F:
            is_one = text[place + 1] == 0x61 and text[place + 2] == 0x6C and text[place + 3] == 0x73
            place += 1
        elif letter == LETTER_T:
            is_one = text[place + 1] == 0x72 and text[place + 2] == 0x75
        else:
            is_one = letter == LETTER_N and text[place + 1] == 0x75 and text[place + 2] == 0x6C
        if not is_one or text[place + 3] != (0x6C if letter == LETTER_N else 0x65):
            raise UnusualError
        self.place = place + 4

    def skip_text(self) -> None:
        """Pass over a text."""
        text, place = self.text, self.place
        if text[place] != QUOTE:
            raise UnusualError
        place += 1
        character: i64 = text[place]
        while character != QUOTE:
            if character < _SPACE or character == _BACKSLASH:
                raise UnusualError
            if character >= _NO_ASCII:
                self.is_ascii = False
            place += 1
            character = text[place]
        self.place = place + 1

    def number(self) -> i64:
        """A whole number."""
        text, place = self.text, self.place
        is_negative = text[place] == _MINUS_SIGN
        if is_negative:
            place += 1
        begin = place
        number: i64 = 0
        digit: i64 = text[place]
        while ZERO <= digit <= NINE:
            number = 10 * number + digit - ZERO
            place += 1
            digit = text[place]
            if place - begin > _MOST_DIGITS:
                raise UnusualError
        if place == begin or (text[begin] == ZERO and place > begin + 1):
            raise UnusualError
        self.place = place
        return -number if is_negative else number


def is_capital(character: i64) -> bool:
    """Whether a character of a key is a capital letter. Raises UnusualError for one that keys never have."""
    if character < _SPACE or character == _BACKSLASH:
        raise UnusualError
    return _LETTER_A <= character <= _LETTER_Z


def mixed(row: i64, word: i64) -> i64:
    """A number that stands for those so far and the next one."""
    return ((row & _LOW_HALF) * _FACTOR + (row >> 32)) ^ word


def word_of(key: bytes) -> i64:
    """A key, or a part, of eight characters at most as a number."""
    word: i64 = 0
    for character in key:
        word = word << 8 | character
    return word
