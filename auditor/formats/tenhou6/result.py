# build: compiled
"""Reads the result of a hand: wins with their values, and drawn hands, from texts that differ between programs."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from auditor.core import yaku
from auditor.core.errors import ReadError
from auditor.core.events import CHOMBO, EXHAUSTIVE, NINE_TERMINALS, NO_SEAT, NOT_RECORDED, UNSPECIFIED
from auditor.core.reading.building import tenpai_by_payment
from auditor.core.reading.implied_events import WrittenResult, WrittenWin
from auditor.core.reading.result_words import ALL_NOTEN, ALL_TENPAI, draw_type, limit_named, plain_name, yaku_number
from auditor.core.units import Fu, Han, LimitNumber, Points, SeatIndex, Wind, YakuHan
from auditor.formats.tenhou6.syntax import RawHand, a_list, describe, points_of_seats, whole_number
from auditor.formats.tenhou6.turn_order import ANY_END, PLAYED_END, RON_END, TSUMO_END, UNPLAYED_END

_FU: Final = re.compile(r"(\d{1,4})\s*(?:符|fu\b|fu(?=\d))", re.IGNORECASE)
_HAN: Final = re.compile(r"(\d{1,3})\s*(?:飜|翻|han\b|han(?=\d))", re.IGNORECASE)
_PAYMENT: Final = re.compile(r"(\d{1,9})(?:\s*[-–/,]\s*(\d{1,9}))?")
_EACH: Final = re.compile(r"∀|\ball\b|オール", re.IGNORECASE)
_YAKU_PATTERN: Final = re.compile(r"^\s*(.*?)\s*[(（]([^()（）]*)[)）]\s*$")
_TIMES: Final = re.compile(r"(\d)\s*(?:倍|x|×)|(?:x|×)\s*(\d)", re.IGNORECASE)

_LONGEST_TEXT: Final = 40
"""The most characters of a text that is cached."""
_MOST_TEXTS: Final = 1024

WIN_WORDS: Final = ("和了", "agari")
MOST_WINNERS: Final = 3
NO_PAYMENT: Final = (0, 0, 0, 0)
_LIMIT_OF_BASE: Final = {base: limit for limit, base in enumerate(yaku.LIMIT_BASE) if limit}


class RawResult(WrittenResult):
    """How a hand ended, and what `find_order` asks of that. end: one of the ``_END`` numbers; end_seat: whose it is."""

    def __init__(self) -> None:
        super().__init__()
        self.end = ANY_END
        self.end_seat: SeatIndex = NO_SEAT


class StatedValue(NamedTuple):
    """The fu, han, limit and sum of payments in a text such as ``30符4飜2000点∀``; each may be NOT_RECORDED."""

    fu: Fu
    han: Han
    limit: LimitNumber
    points: Points


def parse_value(text: str, is_tsumo: bool, is_dealer: bool, players: int) -> StatedValue:
    """Read the value of a win by its numbers; names matter only for the limit, and only if they are known.

    The payments of a self-draw are added up: ``400-700`` is 1500 with four players. More than a yakuman is several.
    """
    fu = _FU.search(text)
    han = _HAN.search(text)
    rest = _HAN.sub(" ", _FU.sub(" ", text, 1), 1)
    payments = _PAYMENT.findall(rest)
    points, base = NOT_RECORDED, 0.0
    if payments:
        first, second = (int(number) if number else 0 for number in payments[-1])
        if second:
            low, high = min(first, second), max(first, second)
            points = (players - 2) * low + high
            base = float(low) if high == 2 * low else 0.0
        elif is_tsumo and (is_dealer or _EACH.search(rest)):
            points = (players - 1) * first
            base = first / 2
        else:
            points = first
            base = first / (6 if is_dealer else 4)
    if not (limit := limit_named(text)):
        limit = _LIMIT_OF_BASE.get(min(int(base), yaku.LIMIT_BASE[-1]), 0) if base == int(base) else 0
        if not limit and fu is None and han is None:
            limit = NOT_RECORDED
    worth = int(han[1]) if han else 0  # some write 0 where they know no yaku
    worth *= yaku.YAKUMAN_HAN if limit == yaku.YAKUMAN and worth < 7 else 1  # or how many yakuman it is
    return StatedValue(int(fu[1]) if fu else NOT_RECORDED, worth or NOT_RECORDED, limit, points)


def parse_yaku(text: str, seat_wind: Wind, round_wind: Wind) -> YakuHan:
    """Read a yaku with its han, such as ``断幺九(1飜)``; a yakuman counts 13 for each time it is counted.

    seat_wind, round_wind: 0-3, for names that leave the wind out. An unknown name gives UNKNOWN_YAKU.
    """
    match = _YAKU_PATTERN.match(text)
    name, worth = (match[1], match[2]) if match else (text, "")
    number = yaku_number(name)
    if number == yaku.ANY_SEAT_WIND:
        number = yaku.SEAT_EAST + seat_wind
    elif number == yaku.ANY_ROUND_WIND:
        number = yaku.ROUND_EAST + round_wind
    if limit_named(worth) == 5:
        times = _TIMES.search(worth)
        return number, yaku.YAKUMAN_HAN * (int(times[1] or times[2]) if times else 2 if "ダブル" in worth else 1)
    if digits := re.search(r"\d{1,3}", worth):
        return number, int(digits[0])
    return number, yaku.YAKUMAN_HAN if yaku.is_yakuman(number) else 0


_known_value: Final = lru_cache(_MOST_TEXTS)(parse_value)
_known_yaku: Final = lru_cache(_MOST_TEXTS)(parse_yaku)
"""The same with a cache, for texts that recur."""


def _yaku(text: str, seat_wind: Wind, round_wind: Wind) -> YakuHan:
    return (parse_yaku if len(text) > _LONGEST_TEXT else _known_yaku)(text, seat_wind, round_wind)


def _merge_dora(pairs: list[YakuHan]) -> tuple[YakuHan, ...]:
    """Add up dora that are listed separately, as converters do for norths set aside."""
    merged: list[YakuHan] = []
    for number, han in pairs:
        if number == yaku.DORA and any(other == number for other, _ in merged):
            merged = [(other, worth + han if other == number else worth) for other, worth in merged]
        else:
            merged.append((number, han))
    return tuple(merged)


def _parse_win(
    raw: RawHand, detail: list[object], deltas: tuple[Points, ...] | None, players: int, location: str
) -> WrittenWin:
    if len(detail) < 2:
        raise ReadError(location, f"expected winner, discarder and liable seat, not {len(detail)} entries")
    seat = whole_number(detail[0], 0, 3, location, "the winner")
    from_seat = whole_number(detail[1], 0, 3, location, "the discarder")
    pao = whole_number(detail[2], 0, 3, location, "the liable seat") if len(detail) > 2 else seat
    win = WrittenWin(seat, from_seat, NO_SEAT if pao == seat else pao, deltas)
    dealer = raw.round % 4
    if len(detail) > 3:
        if isinstance(detail[3], str):
            parse = parse_value if len(detail[3]) > _LONGEST_TEXT else _known_value
            value = parse(detail[3], seat == from_seat, seat == dealer, players)
            win.fu, win.han, win.limit, win.points = value
        else:
            win.points = whole_number(detail[3], 0, 10_000_000, location, "the value as text")
    if len(detail) > 4:
        pairs = []
        for text in detail[4:]:
            if not isinstance(text, str):
                raise ReadError(location, f"expected a yaku as text, not {describe(text)}")
            pairs.append(_yaku(text, (seat - dealer) % players, raw.round // 4 % 4))
        win.yaku = _merge_dora(pairs)
    return win


def _parse_wins(raw: RawHand, fields: list[object], players: int, location: str, result: RawResult) -> None:
    if len(fields) % 2 == 0:
        raise ReadError(location, f"expected deltas and winner in pairs after 和了, not {len(fields) - 1} entries")
    for at in range(1, len(fields), 2):
        winner = f"{location}, winner {len(result.wins) + 1}"
        deltas = points_of_seats(fields[at], winner, "the deltas")
        result.wins.append(_parse_win(raw, a_list(fields[at + 1], winner, "a winner"), deltas, players, winner))
    if not 1 <= len(result.wins) <= MOST_WINNERS:
        raise ReadError(location, f"expected 1 to {MOST_WINNERS} winners, not {len(result.wins)}")
    first = result.wins[0]
    if first.seat == first.from_seat:
        result.end, result.end_seat = TSUMO_END, first.seat
    else:
        result.end, result.end_seat = RON_END, first.from_seat
        result.is_ron = True


def parse_result(raw: RawHand, players: int) -> RawResult:
    """Read the result of a hand; if it is missing, one without wins and draw type is returned. Raises ReadError."""
    result = RawResult()
    if not raw.result:
        return result
    location = f"{raw.location}, result"
    word = raw.result[0]
    if not isinstance(word, str):
        raise ReadError(location, f"expected 和了, 流局 or another word first, not {describe(word)}")
    if word in WIN_WORDS or plain_name(word) in WIN_WORDS:
        _parse_wins(raw, raw.result, players, location, result)
        return result
    result.draw_type = draw_type(word) or UNSPECIFIED
    result.end = UNPLAYED_END if result.draw_type == NINE_TERMINALS else PLAYED_END
    if result.draw_type in (CHOMBO, UNSPECIFIED):
        result.end = ANY_END
    if len(raw.result) > 1:
        result.deltas = points_of_seats(raw.result[1], location, "the deltas")
    if word in (ALL_TENPAI, ALL_NOTEN):
        result.tenpai = tuple(word == ALL_TENPAI and seat < players for seat in range(4))
        result.deltas = result.deltas or NO_PAYMENT
    elif result.draw_type == EXHAUSTIVE:
        result.tenpai = tenpai_by_payment(result.deltas)
    return result
