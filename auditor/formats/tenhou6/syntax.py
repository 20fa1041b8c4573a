# build: hot
"""The syntax of one hand: each entry is checked and parsed. Every error raises ReadError with its location.

Tiles are the format's two-digit codes here: 11-19m 21-29p 31-39s 41-47z, red fives 51 52 53. In messages hands and
seats are counted from 0 as everywhere, entries of a list from 1.
"""

from typing import Final

from auditor.core.errors import ReadError
from auditor.core.events import ADDED_KAN, CHI, CLOSED_KAN, DISCARD, DRAW, NO_SEAT, NORTH, OPEN_KAN, PON, round_name
from auditor.core.reading.copies import KIND_OF_CODE, NO_CODE
from auditor.core.reading.format import MOST_COUNTERS, MOST_POINTS, BoundedCache
from auditor.core.reading.json_text import is_number
from auditor.core.units import EventKind, HandIndex, Points, RoundNumber, SeatIndex, TileCode

RED_COUNT_KEYS: Final = ("aka51", "aka52", "aka53")
"""The keys of ``rule`` for the number of red fives of man, pin and sou."""
TSUMOGIRI_CODE: Final = 60
RIICHI_MARK: Final = "r"
OPEN_RIICHI_MARK: Final = "o"
"""Before the declaration tile instead of RIICHI_MARK: an open riichi. An extension; Tenhou has no such riichi."""
NOTHING: Final = -1

MOST_ENTRIES: Final = 64
"""More entries than a seat can have in a hand; the limit keeps the search for the order small."""
MOST_ROUND: Final = 15

_CALLS: Final = {"c": CHI, "p": PON, "m": OPEN_KAN}
_OWN: Final = {"a": CLOSED_KAN, "k": ADDED_KAN, "f": NORTH}
_SIZES: Final = {"c": 3, "p": 3, "m": 4, "a": 4, "k": 4, "f": 1}
_MOST_MELDS: Final = 4096
_OF_CODE: Final = 64
"""More than any code."""
_IS_CODE: Final = bytes([code in KIND_OF_CODE for code in range(_OF_CODE)])
_TILES_EXPECTED: Final = "11-19, 21-29, 31-39, 41-47 or 51-53"


class WrittenTurn:
    """A turn of a seat: an incoming entry and the outgoing entry that belongs to it.

    taken: DRAW, CHI, PON or OPEN_KAN. taken_tile: the tile drawn or claimed. taken_own: the tiles of the claim from the
    hand. from_seat: of a claim. played: DISCARD, CLOSED_KAN, ADDED_KAN, NORTH, or NOTHING: after an open kan, and
    where the hand ends before. played_tile: discarded, added or set aside (of a closed kan, the one behind the ``a``).
    played_own: the other three of a kan. pon_seat: whose discard the pon of an added kan claimed. tsumogiri, riichi,
    open_riichi: marks of a discard.
    is_possible: whether the two entries can belong together; if they cannot, the lists do not record possible play.
    """

    def __init__(
        self, taken: EventKind, taken_tile: TileCode, taken_own: tuple[TileCode, ...], from_seat: SeatIndex
    ) -> None:
        self.taken = taken
        self.taken_tile = taken_tile
        self.taken_own = taken_own
        self.from_seat = from_seat
        self.played: EventKind = NOTHING
        self.played_tile: TileCode = NO_CODE
        self.played_own: tuple[TileCode, ...] = ()
        self.pon_seat: SeatIndex = NO_SEAT
        self.tsumogiri = False
        self.riichi = False
        self.open_riichi = False
        self.is_possible = True

    @property
    def draws_again(self) -> bool:
        """Whether the same seat draws next, if the hand goes on: after a kan or a north."""
        return self.taken == OPEN_KAN or self.played in (CLOSED_KAN, ADDED_KAN, NORTH)

    @property
    def ends_hand(self) -> bool:
        """Whether no turn can follow: a tile was taken and nothing played."""
        return self.played == NOTHING and self.taken != OPEN_KAN


class RawHand:
    """A hand as written, in codes. location: of the hand, for messages. turns: of each seat, in order.

    unmatched: the seats (a mask) with more outgoing entries than incoming ones. result: as in the JSON, or None.
    """

    def __init__(self, location: str, round: RoundNumber, honba: int, sticks: int) -> None:
        self.location = location
        self.round = round
        self.honba = honba
        self.sticks = sticks
        self.scores: tuple[Points, ...] = ()
        self.indicators: list[TileCode] = []
        self.ura: list[TileCode] = []
        self.dealt: list[list[TileCode]] = []
        self.turns: list[list[WrittenTurn]] = []
        self.unmatched = 0
        self.result: list[object] | None = None


def describe(value: object) -> str:
    """A JSON value in few words, for messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def whole_number(value: object, low: int, high: int, location: str, what: str) -> int:
    """The value as an int between low and high. Raises ReadError."""
    if isinstance(value, float) and value == value and abs(value) < 1e15 and value == int(value):
        value = int(value)
    if not is_number(value) or not low <= value <= high:
        raise ReadError(location, f"expected {what}, a whole number from {low} to {high}, not {describe(value)}")
    return value


def a_list(value: object, location: str, what: str) -> list[object]:
    """The value as a list. Raises ReadError."""
    if not isinstance(value, list):
        raise ReadError(location, f"expected {what}, a list, not {describe(value)}")
    return value


def points_of_seats(value: object, location: str, what: str) -> tuple[Points, ...]:
    """Points of four seats; of three, the fourth gets 0. Raises ReadError."""
    values = a_list(value, location, what)
    if len(values) not in (3, 4):
        raise ReadError(location, f"expected {what} of 4 seats (or 3), not of {len(values)}")
    points = [whole_number(one, -MOST_POINTS, MOST_POINTS, location, what) for one in values]
    return tuple(points + [0] * (4 - len(points)))


def tile_code(value: object) -> TileCode:
    """The code of a tile, written as a number or as two digits; NO_CODE if it is not a tile."""
    if isinstance(value, str) and len(value) == 2 and value.isascii() and value.isdigit():
        value = int(value)
    return value if is_number(value) and value in KIND_OF_CODE else NO_CODE


def _tiles(value: object, location: str, what: str, most: int) -> list[TileCode]:
    values = a_list(value, location, what)
    if len(values) > most:
        raise ReadError(location, f"expected {what}, at most {most} tiles, not {len(values)}")
    codes: list[TileCode] = []
    for number, one in enumerate(values):
        if isinstance(one, int) and 1 < one < _OF_CODE and _IS_CODE[one]:  # as nearly all are
            codes.append(one)
            continue
        code = tile_code(one)
        if code == NO_CODE:
            raise ReadError(location, f"{what}, tile {number + 1}: expected {_TILES_EXPECTED}, not {describe(one)}")
        codes.append(code)
    return codes


_Meld = tuple[str, int, list[TileCode]]
_known_melds: Final[BoundedCache[str, _Meld]] = BoundedCache(_MOST_MELDS)
"""Melds parsed so far, by their text: there are few different ones."""


def _meld(text: str) -> _Meld | None:
    """Split an entry such as ``12p1212`` into its letter, the tiles before the letter and all tiles, or None."""
    if (known := _known_melds.entries.get(text)) is not None:
        return known
    letter = ""
    before = 0
    digits = ""
    for character in text:
        if character.isascii() and character.isdigit():
            digits += character
        elif letter or character not in _SIZES or len(digits) % 2:
            return None
        else:
            letter = character
            before = len(digits) // 2
    if not letter or len(digits) != 2 * _SIZES[letter] or 2 * before == len(digits):
        return None
    codes = [tile_code(digits[at : at + 2]) for at in range(0, len(digits), 2)]
    if NO_CODE in codes:
        return None
    meld = (letter, before, codes)
    _known_melds.add(text, meld)
    return meld


def _discarder(seat: SeatIndex, before: int, players: int) -> SeatIndex:
    """Who discarded the tile that `seat` claimed, by the tiles before the letter: 0 left, 1 across, 2 or more right.

    Tenhou counts four seats with three players too; a converter that counts three means the left by 0.
    """
    discarder = (seat + 3 - min(before, 2)) % 4
    return (seat - 1) % 3 if players == 3 and discarder == 3 else discarder


def _claimed(value: object, seat: SeatIndex, players: int, location: str) -> WrittenTurn:
    """A turn that begins with a claim."""
    meld = _meld(value) if isinstance(value, str) else None
    if meld is None or meld[0] not in _CALLS:
        raise ReadError(
            location,
            f"expected a tile ({_TILES_EXPECTED}), or a chi (c), pon (p) or open kan (m), not {describe(value)}",
        )
    letter, before, codes = meld
    own = tuple(codes[:before] + codes[before + 1 :])
    return WrittenTurn(_CALLS[letter], codes[before], own, _discarder(seat, before, players))


def _is_discard(turn: WrittenTurn, entry: object) -> bool:
    """Add an outgoing entry to its turn if it is a tile or the mark of the tile taken; return whether it is."""
    code = tile_code(entry)
    if code != NO_CODE:
        turn.played = DISCARD
        turn.played_tile = code
        turn.is_possible = turn.taken != OPEN_KAN
        return True
    if entry in (TSUMOGIRI_CODE, str(TSUMOGIRI_CODE)) and not isinstance(entry, bool):
        turn.played = DISCARD
        turn.played_tile = turn.taken_tile
        turn.tsumogiri = True
        turn.is_possible = turn.taken == DRAW
        return True
    return False


def _is_zero(entry: object) -> bool:
    """Whether an outgoing entry is the 0 of an open kan, behind which nothing is played."""
    return entry in (0, "0") and not isinstance(entry, bool)


def _play(turn: WrittenTurn, value: object, seat: SeatIndex, players: int, location: str) -> None:
    """Add an outgoing entry that is not a plain discard to its turn. Raises ReadError."""
    entry = value
    if isinstance(entry, str) and entry[:1] in (RIICHI_MARK, OPEN_RIICHI_MARK):
        turn.riichi = True
        turn.open_riichi = entry[0] == OPEN_RIICHI_MARK
        entry = entry[1:]
        if _is_discard(turn, entry):
            return
    if _is_zero(entry) and not turn.riichi:
        turn.is_possible = turn.taken == OPEN_KAN
        return
    meld = _meld(entry) if isinstance(entry, str) and not turn.riichi else None
    if meld is None or meld[0] not in _OWN:
        raise ReadError(
            location,
            f"expected a tile ({_TILES_EXPECTED}), 60, either with r before it, 0, or a closed kan (a), "
            f"added kan (k) or north (f44), not {describe(value)}",
        )
    letter, before, codes = meld
    turn.played = _OWN[letter]
    turn.played_tile = codes[before]
    turn.played_own = tuple(codes[:before] + codes[before + 1 :])
    turn.is_possible = turn.taken != OPEN_KAN
    if turn.played == ADDED_KAN:
        turn.pon_seat = _discarder(seat, before, players)


def _usual_turns() -> list[WrittenTurn | None]:
    """The turns of a draw and its discard, at the index _OF_CODE * code of the draw + code of the discard; else None.

    Nine of ten turns are such. They are shared, so they must not be changed.
    """
    turns: list[WrittenTurn | None] = [None] * _OF_CODE**2
    for code in KIND_OF_CODE:
        for played in (*KIND_OF_CODE, TSUMOGIRI_CODE):
            turn = turns[_OF_CODE * code + played] = WrittenTurn(DRAW, code, (), NO_SEAT)
            _is_discard(turn, played)
    return turns


_USUAL_TURNS: Final = _usual_turns()


def _usual_turn(taken: object, played: object) -> WrittenTurn | None:
    """The turn of an incoming and an outgoing entry if they are a draw and a discard, both as numbers; else None."""
    if isinstance(taken, int) and isinstance(played, int) and 0 <= taken < _OF_CODE and 0 <= played < _OF_CODE:
        return _USUAL_TURNS[_OF_CODE * taken + played]
    return None


def _turns(raw: RawHand, incoming: object, outgoing: object, seat: SeatIndex, players: int) -> list[WrittenTurn]:
    """Join the two lists of a seat entry by entry. A missing 0 after an open kan is accepted. Raises ReadError."""
    location = f"{raw.location}, seat {seat}"
    taken = a_list(incoming, location, "the incoming entries")
    played = a_list(outgoing, location, "the outgoing entries")
    if len(taken) > MOST_ENTRIES or len(played) > MOST_ENTRIES:
        what, count = ("incoming", len(taken)) if len(taken) > MOST_ENTRIES else ("outgoing", len(played))
        raise ReadError(location, f"expected at most {MOST_ENTRIES} {what} entries, not {count}")
    turns: list[WrittenTurn] = []
    at = 0
    for number, value in enumerate(taken):
        usual = _usual_turn(value, played[at]) if at < len(played) else None
        if usual is not None:
            turns.append(usual)
            at += 1
            continue
        code = tile_code(value)
        if code != NO_CODE:
            turn = WrittenTurn(DRAW, code, (), NO_SEAT)
        else:
            turn = _claimed(value, seat, players, f"{location}, incoming entry {number + 1}")
        turns.append(turn)
        if at < len(played) and (turn.taken != OPEN_KAN or _is_zero(played[at])):
            if not _is_discard(turn, played[at]):
                _play(turn, played[at], seat, players, f"{location}, outgoing entry {at + 1}")
            at += 1
    unclaimed = WrittenTurn(DRAW, NO_CODE, (), NO_SEAT)
    for number in range(at, len(played)):
        if not _is_discard(unclaimed, played[number]):
            _play(unclaimed, played[number], seat, players, f"{location}, outgoing entry {number + 1}")
        raw.unmatched |= 1 << seat
    return turns


def parse_hand(value: object, index: HandIndex, players: int, line: str) -> RawHand:
    """Read a hand. index: in the log. line: a prefix to every location. Raises ReadError."""
    location = f"{line}hand {index}"
    fields = a_list(value, location, "a hand")
    if len(fields) not in (13, 14, 16, 17):
        raise ReadError(
            location,
            "expected a hand of 17 parts (round, scores, dora indicators, ura indicators, three lists for each of "
            f"four seats, result), not {len(fields)}",
        )
    counters = a_list(fields[0], location, "round, honba and sticks")
    if len(counters) < 3:
        raise ReadError(location, f"expected round, honba and sticks, not {len(counters)} numbers")
    round = whole_number(counters[0], 0, MOST_ROUND, location, "the round")
    honba = whole_number(counters[1], 0, MOST_COUNTERS, location, "the honba")
    location = f"{location} ({round_name(round)}-{honba})"
    if round % 4 >= players:
        raise ReadError(location, "the dealer: expected a seat 0 to 2, not 3")
    sticks = whole_number(counters[2], 0, MOST_COUNTERS, location, "the sticks")
    raw = RawHand(location, round, honba, sticks)
    raw.scores = points_of_seats(fields[1], location, "the scores")
    raw.indicators = _tiles(fields[2], location, "the dora indicators", 10)
    raw.ura = _tiles(fields[3], location, "the ura indicators", 10)
    seats = len(fields) // 4
    for seat in range(4):
        lists = fields[4 + 3 * seat : 7 + 3 * seat] if seat < seats else [[], [], []]
        raw.dealt.append(_tiles(lists[0], f"{location}, seat {seat}", "the dealt hand", 14))
        raw.turns.append(_turns(raw, lists[1], lists[2], seat, players))
    if len(fields) % 3 == 2:
        raw.result = a_list(fields[-1], f"{location}, result", "the result")
    return raw
