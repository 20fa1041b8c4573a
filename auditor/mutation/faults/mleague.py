"""Faults in records of the M-League's viewer, of the kinds that people who study them list: mistyped commands.

Most are rows of mleague.toml, which name the functions here without their underscore.
"""

from collections.abc import Callable
from typing import Final

from auditor.core.units import SeatIndex
from auditor.formats.mleague import NAME
from auditor.formats.mleague.vocabulary import SEAT_NAMES
from auditor.mutation.faults.fault import declare_rows
from auditor.mutation.faults.legal import LegalRecords, RecordLocation

_ENDS: Final = ("1m", "9m", "1p", "9p", "1s", "9s", "1z")
_OFFSETS: Final = "=+-"
Args = list[str]


def _place_of_value(args: Args) -> int:
    """The index of the points in a win's arguments."""
    return 2 if args[0].startswith("ron=") else 1


def _a_yaku(log: LegalRecords, args: Args, place: int = 0) -> int:
    """The index of the name of one of a win's yaku, or of its han, which is `place` behind that."""
    return log.rng.choice(range(_place_of_value(args) + 2 + place, len(args), 2))


def _end_of_hand(log: LegalRecords, at: int) -> int:
    return next(end for end in range(at, len(log.records)) if log.name(end) == "kyokuend")


# ---- seats, and where a fault is found


def _seat(_log: LegalRecords, _: int, name: str) -> SeatIndex:
    return SEAT_NAMES.index(name)


def _other(log: LegalRecords, at: int, args: Args) -> RecordLocation:
    return log.at_first(at, SEAT_NAMES.index(_other_name(log, at, args[0])))


def _other_dealer(log: LegalRecords, at: int, args: Args) -> RecordLocation:
    return log.at_start(at, SEAT_NAMES.index(_other_name(log, at, args[1])))


def _winner(log: LegalRecords, at: int, args: Args) -> RecordLocation:
    return log.at_first(at, SEAT_NAMES.index(args[_place_of_value(args) - 1]))


def _next_winner(log: LegalRecords, at: int, _: Args) -> RecordLocation:
    won = next(log.fields(win) for win in range(at, len(log.records)) if log.name(win) == "agari")
    return log.at_first(at, SEAT_NAMES.index(won[_place_of_value(won) - 1]))


def _dora(log: LegalRecords, at: int, _: Args) -> RecordLocation:
    """The location of an indicator: that of the deal is found at its start."""
    return log.at_start(at) if log.name(at - 1) == "dice" else log.at_first(at)


def _own_end(log: LegalRecords, at: int, args: Args) -> RecordLocation:
    return log.at_last(_end_of_hand(log, at), SEAT_NAMES.index(args[0]))


# ---- which commands


def _is_other_than_drawn(log: LegalRecords, at: int, args: Args) -> bool:
    return "tsumogiri" not in args and log.fields(at - 1)[2].lower() != args[1].lower()


def _is_paid(log: LegalRecords, at: int, _: Args) -> bool:
    """Whether a stick is typed in after a discard."""
    return "richi" in (log.name(at + 1), log.name(at + 2))


def _is_below_yakuman(_log: LegalRecords, _: int, args: Args) -> bool:
    return int(args[_place_of_value(args) + 1]) > 0


def _is_only_win(log: LegalRecords, at: int, _: Args) -> bool:
    return sum([log.name(win) == "agari" and log.hand(win) == log.hand(at) for win in range(len(log.records))]) == 1


# ---- what becomes of an argument


def _other_tile(log: LegalRecords, _: int, tiles: str) -> str:
    """Tiles with the first one exchanged for one of another suit."""
    return log.rng.choice([text for text in _ENDS if text[1] != tiles[1].lower()]) + tiles[2:]


def _other_name(_log: LegalRecords, _: int, seat: str) -> str:
    return SEAT_NAMES[(SEAT_NAMES.index(seat) + 1) % 4]


def _next_wind(_log: LegalRecords, _: int, wind: str) -> str:
    return f"{int(wind[0]) % 4 + 1}z"


def _plus_a_point(_log: LegalRecords, _: int, score: str) -> str:
    return str(float(score) + 1)


def _plus(more: int) -> Callable[[LegalRecords, int, str], str]:
    """Adds to a number, which keeps its sign."""

    def changed(_log: LegalRecords, _: int, number: str) -> str:
        sign = number[0] if number[0] in _OFFSETS else ""
        return f"{sign}{int(number.removeprefix(sign)) + more}"

    return changed


_plus_1, _plus_10, _plus_400, _plus_1000 = [_plus(more) for more in (1, 10, 400, 1000)]


# ---- what becomes of commands


def _insert(log: LegalRecords, at: int, _: Args, *, later: int, cmd: str, args: Args) -> None:
    """Put in a made-up command, so many after one."""
    log.records.insert(at + later, {"time": "2023-04-28 21:00:00", "id": "0", "cmd": cmd, "args": list(args)})


def _put_stick_after(log: LegalRecords, at: int, args: Args) -> None:
    _insert(log, at, args, later=1, cmd="richi", args=[args[0], "-1000"])


def _drop_to_end(log: LegalRecords, at: int, _: Args) -> None:
    del log.records[at : _end_of_hand(log, at)]


def _add_han(log: LegalRecords, at: int, args: Args) -> None:
    place = _a_yaku(log, args, 1)
    args[place] = str(_plus_1(log, at, args[place]))


def _add_fu(log: LegalRecords, at: int, args: Args) -> None:
    place = _place_of_value(args) + 1
    args[place] = str(_plus_10(log, at, args[place]))


def _drop_yaku(log: LegalRecords, _: int, args: Args) -> None:
    place = _a_yaku(log, args)
    del args[place : place + 2]


def _rename_yaku(log: LegalRecords, _: int, args: Args) -> None:
    args[_a_yaku(log, args)] = "三槓子"


def _exchange_points(_log: LegalRecords, _: int, args: Args) -> None:
    place = _place_of_value(args)
    args[place] = "7700" if args[place] != "7700" else "8000"


def _exchange_scores(_log: LegalRecords, _: int, args: Args) -> None:
    args[:4] = [args[0], args[3], args[2], args[1]]


def _pad_yaku(log: LegalRecords, _: int, args: Args) -> None:
    place = _a_yaku(log, args)
    args[place] = f" {args[place]} "


declare_rows(__file__, globals(), NAME)
