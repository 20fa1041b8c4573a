"""Faults in records of the M-League's viewer, of the kinds that people who study them list: mistyped commands."""

from typing import Final

from auditor.formats.mleague import NAME
from auditor.formats.mleague.vocabulary import SEAT_NAMES
from auditor.mutation.faults.fault import LegalRecords, RecordLocation, fault_of_records

_ENDS: Final = ("1m", "9m", "1p", "9p", "1s", "9s", "1z")
_SAID_CALLS: Final = ("chi", "pon")
_OFFSETS: Final = "=+-"


def seat_of(args: list[str]) -> int:
    """The seat of a command."""
    return SEAT_NAMES.index(args[0])


def other_tile(log: LegalRecords, tile: str) -> str:
    """A tile of another suit."""
    return log.rng.choice([text for text in _ENDS if text[1] != tile[1].lower()])


def other_seat(seat: str) -> str:
    """The next seat."""
    return SEAT_NAMES[(SEAT_NAMES.index(seat) + 1) % 4]


def with_added(number: str, more: int) -> str:
    """A number with `more` added and its sign kept."""
    sign = number[0] if number[0] in _OFFSETS else ""
    return f"{sign}{int(number.removeprefix(sign)) + more}"


def is_dora_of_deal(log: LegalRecords, index: int) -> bool:
    """Whether a ``dora`` is the first of its hand."""
    return log.name(index - 1) == "dice"


def is_only_win(log: LegalRecords, index: int) -> bool:
    """Whether a win is the only one of its hand."""
    return sum([log.name(at) == "agari" and log.hand(at) == log.hand(index) for at in range(len(log.records))]) == 1


# ---- indicators


@fault_of_records(NAME, "log/contradiction")
def dora_other_than_its_indicator_makes(log: LegalRecords) -> RecordLocation:
    """The dora typed in is not the one that the first indicator makes."""
    index, args = log.pick("dora", lambda at, args: args[0] and is_dora_of_deal(log, at))
    args[0] = other_tile(log, args[0])
    return log.at_start(index)


@fault_of_records(NAME, "log/contradiction")
def ura_dora_other_than_its_indicator_makes(log: LegalRecords) -> RecordLocation:
    """The ura dora typed in is not the one that its indicator makes."""
    index, args = log.pick("uradora", lambda _, args: args[0] and args[1])
    args[0] = other_tile(log, args[0])
    return log.at_first(index)


def winner_after(log: LegalRecords, index: int) -> int:
    """The seat of the next win."""
    at = next(at for at in range(index, len(log.records)) if log.name(at) == "agari")
    args = log.fields(at)
    return seat_of(args[1:] if args[0].startswith("ron=") else args)


@fault_of_records(NAME, "tiles/missing")
def first_indicator_not_typed_in(log: LegalRecords) -> RecordLocation:
    """The first indicator is missing."""
    index, _ = log.pick("dora", lambda at, _: is_dora_of_deal(log, at))
    del log.records[index]
    return log.at_start(index)


@fault_of_records(NAME, "dora/ura")
def ura_indicator_not_typed_in(log: LegalRecords) -> RecordLocation:
    """An ura indicator is missing."""
    index, args = log.pick("uradora", lambda _, args: args[1])
    args[:2] = ["", ""]
    return log.at_first(index, winner_after(log, index))


def _command(cmd: str, *args: str) -> dict[str, object]:
    """A made-up command."""
    return {"time": "2023-04-28 21:00:00", "id": "0", "cmd": cmd, "args": list(args)}


@fault_of_records(NAME, "dora/timing")
def indicator_of_a_kan_not_typed_in_at_a_win(log: LegalRecords) -> RecordLocation:
    """The indicator of a kan is missing at the win on its replacement tile."""

    def is_won_on(at: int, _: object) -> bool:
        follows = [log.name(at + step) for step in (1, 2)]
        return follows == ["tsumo", "say"] and log.fields(at + 2)[1] == "tsumo" and log.name(at - 1) == "open"

    index, _ = log.pick("dora", is_won_on)
    winner = seat_of(log.fields(index + 1))
    del log.records[index]
    return log.at_first(index, winner)


@fault_of_records(NAME, "dora/timing")
def indicator_typed_in_for_a_robbed_kan(log: LegalRecords) -> RecordLocation:
    """An indicator is typed in for an added kan that is robbed."""
    index, _ = log.pick(
        "open",
        lambda at, args: args[1].startswith("[") and log.name(at + 1) == "say" and log.fields(at + 1)[1] == "ron",
    )
    log.records.insert(index + 1, _command("dora", "6p", "5p"))
    return log.at_last(index).moved(2)


@fault_of_records(NAME, "stick/void")
def stick_typed_in_for_a_void_riichi(log: LegalRecords) -> RecordLocation:
    """A declaration tile is won on, and the stick is typed in all the same."""

    def is_won_on(at: int, args: list[str]) -> bool:
        return "richi" in args and log.name(at + 1) == "say" and log.fields(at + 1)[1] == "ron"

    index, args = log.pick("sutehai", is_won_on)
    log.records.insert(index + 1, _command("richi", args[0], "-1000"))
    return log.at_last(index, seat_of(args)).moved(1)


# ---- draws and discards


@fault_of_records(NAME, "tiles/missing")
def drawn_tile_not_typed_in(log: LegalRecords) -> RecordLocation:
    """The tile of a draw is missing."""
    index, args = log.pick("tsumo", lambda at, _: log.name(at + 1) == "sutehai")
    args[2] = ""
    return log.at_first(index, seat_of(args))


@fault_of_records(NAME, "turn/order")
def draw_command_left_out(log: LegalRecords) -> RecordLocation:
    """A draw is missing, the seat's discard follows."""
    index, args = log.pick("tsumo", lambda at, _: log.name(at + 1) == "sutehai" and log.name(at - 1) == "sutehai")
    del log.records[index]
    return log.at_first(index, seat_of(args))


@fault_of_records(NAME, "turn/order")
def discard_command_left_out(log: LegalRecords) -> RecordLocation:
    """A discard is missing, the next seat's draw follows."""
    index, _ = log.pick("sutehai", lambda at, _: log.name(at + 1) == "tsumo" and log.name(at - 1) == "tsumo")
    del log.records[index]
    return log.at_first(index, seat_of(log.fields(index)))


@fault_of_records(NAME, "turn/order")
def turn_left_out(log: LegalRecords) -> RecordLocation:
    """A draw and the discard after it are missing."""
    index, _ = log.pick(
        "tsumo", lambda at, _: [log.name(at + step) for step in (-1, 1, 2)] == ["sutehai", "sutehai", "tsumo"]
    )
    del log.records[index : index + 2]
    return log.at_first(index, seat_of(log.fields(index)))


@fault_of_records(NAME, "turn/tsumogiri")
def discard_typed_in_as_the_drawn_tile(log: LegalRecords) -> RecordLocation:
    """A discard from the hand is marked as the tile just drawn, which is another."""

    def is_other(at: int, args: list[str]) -> bool:
        is_drawn = log.name(at - 1) == "tsumo" and "tsumogiri" not in args
        return is_drawn and log.fields(at - 1)[2].lower() != args[1].lower()

    index, args = log.pick("sutehai", is_other)
    args.insert(2, "tsumogiri")
    return log.at_first(index, seat_of(args))


@fault_of_records(NAME, "tiles/hand-size")
def dealt_tile_not_typed_in(log: LegalRecords) -> RecordLocation:
    """A tile of a deal is missing."""
    index, args = log.pick("haipai")
    args[1] = args[1][2:]
    return log.at_start(index, seat_of(args))


# ---- calls and riichi


@fault_of_records(NAME, "log/contradiction")
def call_other_than_the_one_said(log: LegalRecords) -> RecordLocation:
    """A seat says another call than the one that it makes."""
    index, args = log.pick("say", lambda _, args: args[1] in _SAID_CALLS)
    args[1] = "kan"
    return log.at_first(index, seat_of(args))


@fault_of_records(NAME, "log/contradiction")
def call_said_by_another_seat(log: LegalRecords) -> RecordLocation:
    """Another seat says a call than the one that makes it."""
    index, args = log.pick("say", lambda _, args: args[1] in _SAID_CALLS)
    seat = seat_of(args)
    args[0] = other_seat(args[0])
    return log.at_first(index, seat)


@fault_of_records(NAME, "log/contradiction")
def declaration_not_marked(log: LegalRecords) -> RecordLocation:
    """A seat says riichi, and its discard is not marked so."""
    index, args = log.pick("sutehai", lambda _, args: "richi" in args)
    args.remove("richi")
    return log.at_first(index, seat_of(args))


@fault_of_records(NAME, "stick/deposit")
def stick_command_left_out(log: LegalRecords) -> RecordLocation:
    """The stick of a riichi that stood is missing."""
    index, args = log.pick("richi", lambda at, _: log.name(at - 1) == "sutehai")
    del log.records[index]
    return log.at_first(index - 1, seat_of(args)).moved(-1)


@fault_of_records(NAME, "stick/deposit")
def stick_of_two_thousand(log: LegalRecords) -> RecordLocation:
    """The stick of a riichi is of 2000 points."""
    index, args = log.pick("richi")
    args[1] = "-2000"
    return log.at_first(index, seat_of(args))


# ---- wins, draws and what is paid


def place_of_value(args: list[str]) -> int:
    """The index of the points in a win's arguments."""
    return 2 if args[0].startswith("ron=") else 1


def _is_plain(_: int, args: list[str]) -> bool:
    return int(args[place_of_value(args) + 1]) > 0


def location_of_win(log: LegalRecords, index: int) -> RecordLocation:
    """The location of the finding in a win."""
    args = log.fields(index)
    return log.at_first(index, seat_of(args[place_of_value(args) - 1 :]))


@fault_of_records(NAME, "win/yaku")
def yaku_typed_in_with_a_han_more(log: LegalRecords) -> RecordLocation:
    """A yaku of a win has one han more than it is worth."""
    index, args = log.pick("agari", _is_plain)
    at = log.rng.choice(range(place_of_value(args) + 3, len(args), 2))
    args[at] = with_added(args[at], 1)
    return location_of_win(log, index)


@fault_of_records(NAME, "win/yaku")
def yaku_not_typed_in(log: LegalRecords) -> RecordLocation:
    """A yaku of a win is missing."""
    index, args = log.pick("agari", _is_plain)
    at = log.rng.choice(range(place_of_value(args) + 2, len(args), 2))
    del args[at : at + 2]
    return location_of_win(log, index)


@fault_of_records(NAME, "win/value")
def points_typed_in_wrong(log: LegalRecords) -> RecordLocation:
    """The points of a win are not what it is worth."""
    index, args = log.pick("agari")
    at = place_of_value(args)
    args[at] = "7700" if args[at] != "7700" else "8000"
    return location_of_win(log, index)


@fault_of_records(NAME, "win/value")
def fu_typed_in_wrong(log: LegalRecords) -> RecordLocation:
    """The fu of a win are ten more than it has."""
    index, args = log.pick("agari", _is_plain)
    at = place_of_value(args) + 1
    args[at] = with_added(args[at], 10)
    return location_of_win(log, index)


@fault_of_records(NAME, "log/contradiction")
def win_command_left_out(log: LegalRecords) -> RecordLocation:
    """A hand that is won, as its payments say, has no win."""
    index, _ = log.pick("agari", lambda at, _: is_only_win(log, at))
    del log.records[index]
    return log.at_first(index).moved(-1)


@fault_of_records(NAME, "draw/tenpai")
def noten_hand_said_to_be_tenpai(log: LegalRecords) -> RecordLocation:
    """A seat that is noten at an exhaustive draw says that it is tenpai."""
    index, args = log.pick("say", lambda _, args: args[1] == "noten")
    end = next(at for at in range(index, len(log.records)) if log.name(at) == "kyokuend")
    args[1] = "tenpai"
    return log.at_last(end, seat_of(args))


# ---- from hand to hand, and the end


def _start_of_later_hand(log: LegalRecords) -> tuple[int, list[str]]:
    return log.pick("kyokustart", lambda at, _: log.hand(at) > 0)


@fault_of_records(NAME, "log/contradiction")
def dealer_other_than_the_winds_say(log: LegalRecords) -> RecordLocation:
    """The dealer of a hand is not the seat that has the east wind."""
    index, args = _start_of_later_hand(log)
    args[1] = other_seat(args[1])
    return log.at_start(index, SEAT_NAMES.index(args[1]))


@fault_of_records(NAME, "honba/carry")
def counter_typed_in_wrong(log: LegalRecords) -> RecordLocation:
    """A hand starts with one counter too many."""
    index, args = _start_of_later_hand(log)
    args[2] = with_added(args[2], 1)
    return log.at_start(index)


@fault_of_records(NAME, "stick/carry")
def sticks_typed_in_wrong(log: LegalRecords) -> RecordLocation:
    """A hand starts with one stick too many on the table."""
    index, args = _start_of_later_hand(log)
    args[3] = with_added(args[3], 1000)
    return log.at_start(index)


@fault_of_records(NAME, "game/carry")
def score_typed_in_wrong(log: LegalRecords) -> RecordLocation:
    """A seat starts a hand with 1000 points more than the last one left it."""
    index, args = log.pick("point", lambda at, args: args[1].startswith("=") and log.hand(at) > 0)
    args[1] = with_added(args[1], 1000)
    return log.at_start(index, seat_of(args))


@fault_of_records(NAME, "game/final")
def final_score_typed_in_wrong(log: LegalRecords) -> RecordLocation:
    """A final score is a point more than the game gives."""
    index, args = log.pick("gameend", lambda _, args: len(args) > 1)
    args[1] = str(float(args[1]) + 1)
    return log.at_last(index - 1)


# ---- other notation with the same meaning


@fault_of_records(NAME, None, "log/contradiction")
def call_not_said(log: LegalRecords) -> RecordLocation:
    """A call that nobody is noted to say."""
    index, _ = log.pick("say", lambda _, args: args[1] in _SAID_CALLS)
    del log.records[index]
    return RecordLocation(0)


@fault_of_records(NAME, None, "tiles/missing tiles/hand-size")
def deal_in_another_order(log: LegalRecords) -> RecordLocation:
    """The tiles of a deal are in another order."""
    _, args = log.pick("haipai", lambda _, args: len(args[1]) > 2)
    args[1] = args[1][-2:] + args[1][:-2]
    return RecordLocation(0)
