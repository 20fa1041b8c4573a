"""More faults in records of the M-League's viewer, each in one command: those that one of several checks tells, too."""

from functools import partial
from typing import Final

from auditor.formats.mleague import NAME
from auditor.formats.mleague.vocabulary import SEAT_NAMES
from auditor.mutation.faults.fault import LegalRecords, RecordLocation, alter_record, drop_record, fault_of_records
from auditor.mutation.faults.mleague import (
    is_dora_of_deal,
    is_only_win,
    location_of_win,
    other_seat,
    other_tile,
    place_of_value,
    seat_of,
    winner_after,
    with_added,
)

_ORDER: Final = "turn/order call/target win/claim"
"""The checks that tell a missing turn, by what follows it."""
_altered = partial(alter_record, NAME)
Args = list[str]


def _first(log: LegalRecords, at: int, _: Args) -> RecordLocation:
    return log.at_first(at)


def _before(log: LegalRecords, at: int, _: Args) -> RecordLocation:
    return log.at_first(at).moved(-1)


def _own(log: LegalRecords, at: int, args: Args) -> RecordLocation:
    return log.at_first(at, seat_of(args))


def _other(place: int, log: LegalRecords, _: int, args: Args) -> None:
    """Another tile in place of the first one of a text."""
    args[place] = other_tile(log, args[place][:2]) + args[place][2:]


def _without(count: int, log: LegalRecords, at: int, _: Args) -> None:
    """Without the command, the one before it, and those behind it up to `count`."""
    del log.records[at - 1 : at + count]


def _changed(place: int, text: str, _log: LegalRecords, _: int, args: Args) -> None:
    args[place] = text


def _more(points: int, _log: LegalRecords, _: int, args: Args) -> None:
    args[1] = with_added(args[1], points)


def _is_claim(_log: LegalRecords, _: int, args: Args) -> bool:
    return args[1].startswith("<")


def _is_claim_in_turn(log: LegalRecords, at: int, args: Args) -> bool:
    return _is_claim(log, at, args) and [log.name(at + 1), log.name(at + 2)] == ["sutehai", "tsumo"]


def _is_later_dora(log: LegalRecords, at: int, _: Args) -> bool:
    return not is_dora_of_deal(log, at) and log.name(at + 1) == "tsumo"


def _has_stick(log: LegalRecords, at: int, args: Args) -> bool:
    return "richi" in args and "richi" in (log.name(at + 1), log.name(at + 2))


def _is_start(_log: LegalRecords, _: int, args: Args) -> bool:
    return args[1].startswith("=")


def _is_gain(_log: LegalRecords, _: int, args: Args) -> bool:
    return args[1][0] in "+-"


def _is_later(log: LegalRecords, at: int, _: Args) -> bool:
    return log.hand(at) > 0


def _turned_wind(place: int, _log: LegalRecords, _: int, args: Args) -> None:
    args[place] = f"{int(args[place][0]) % 4 + 1}z"


def _without_riichi(log: LegalRecords, at: int, args: Args) -> None:
    args.remove("richi")
    del log.records[at - 1]


def _without_result(log: LegalRecords, at: int, _: Args) -> None:
    del log.records[at : next(end for end in range(at, len(log.records)) if log.name(end) == "kyokuend")]


def _a_yaku(log: LegalRecords, args: Args) -> int:
    return log.rng.choice(range(place_of_value(args) + 2, len(args), 2))


def _indicator(log: LegalRecords, at: int, _: Args) -> None:
    command = {"time": "2023-04-28 21:00:00", "id": "0", "cmd": "dora", "args": ["3m", "2m"]}
    log.records.insert(at, command)


# fmt: off
# ---- indicators

_altered("indicator-other-than-the-dora-typed-in", "log/contradiction", "dora", partial(_other, 1),
         "An indicator typed in is not the one that makes the dora.", lambda log, at, args: args[1],
         lambda log, at, _: log.at_start(at) if is_dora_of_deal(log, at) else log.at_first(at))
_altered("ura-indicator-other-than-the-ura-dora-typed-in", "log/contradiction", "uradora", partial(_other, 1),
         "An ura indicator typed in is not the one that makes the ura dora.", lambda log, at, args: args[1], _first)
_altered("ura-indicator-command-left-out", "dora/ura", "uradora", drop_record,
         "The command of an ura indicator is missing.", lambda log, at, args: args[1],
         lambda log, at, _: log.at_first(at, winner_after(log, at)))
_altered("indicator-of-a-kan-not-typed-in", "dora/timing", "dora", drop_record,
         "The indicator of a kan is missing.", _is_later_dora,
         lambda log, at, _: log.at_first(at, seat_of(log.fields(at + 1))))
_altered("indicator-typed-in-without-a-kan", "dora/timing tiles/duplicate", "tsumo", _indicator,
         "An indicator is typed in though nobody has made a kan.",
         lambda log, at, _: log.name(at - 1) not in ("dora", "open"))

# ---- deals, draws, discards

_altered("dealt-tile-too-many-typed-in", "tiles/hand-size tiles/duplicate", "haipai",
         lambda log, at, args: args.append(args.pop() + "1z"), "A seat is dealt an east more than it was.")
_altered("dealt-tile-typed-in-wrong",
         "tiles/not-held tiles/duplicate riichi/noten riichi/discard win/shape win/record draw/tenpai turn/tsumogiri "
         "win/yaku call/meld riichi/kan-waits riichi/kan-shape -",
         "haipai", partial(_other, 1), "A dealt tile is another than it was.")
_altered("draw-command-left-out-after-whatever-is-before", _ORDER, "tsumo", drop_record,
         "A draw is missing, be it the first or after a call, the seat's discard follows.",
         lambda log, at, _: log.name(at + 1) == "sutehai")
_altered("discard-command-left-out-before-whatever-follows",
         _ORDER + " draw/tenpai pay/noten tiles/hand-size draw/early", "sutehai", drop_record,
         "A discard is missing, whether a draw, a call or the end of the hand follows.",
         lambda log, at, args: "richi" not in args)
_altered("discarded-tile-typed-in-wrong",
         "tiles/not-held tiles/duplicate riichi/discard turn/tsumogiri riichi/noten call/target win/shape win/claim "
         "draw/tenpai win/record furiten/discard -",
         "sutehai", partial(_other, 1), "A discarded tile is another than it was.")
_altered("drawn-discard-typed-in-as-from-the-hand", "turn/tsumogiri riichi/discard -", "sutehai",
         lambda log, at, args: args.remove("tsumogiri"), "A discard of the tile just drawn is not marked as such.",
         lambda log, at, args: "tsumogiri" in args)

# ---- calls and riichi

_altered("call-left-out", _ORDER + " dora/timing", "open", partial(_without, 1),
         "A call of another's tile is missing, the caller's discard or draw follows.", _is_claim)
_altered("call-and-its-discard-left-out", _ORDER, "open", partial(_without, 2),
         "A call and the discard after it are missing.", _is_claim_in_turn)
_altered("own-tile-of-a-call-typed-in-wrong", "call/meld tiles/not-held", "open",
         lambda log, at, args: _changed(1, "<1z" + args[1][3:], log, at, args),
         "A tile of a call from the caller's hand is an east.",
         lambda log, at, args: _is_claim(log, at, args) and args[2][1] != "z")
_altered("claimed-tile-typed-in-wrong", "call/meld call/target", "open", partial(_other, 2),
         "The tile that a call claims is another than the one discarded.", _is_claim)
_altered("riichi-left-out-but-for-its-stick", "stick/deposit", "sutehai", _without_riichi,
         "A riichi is neither said nor marked, and its stick is typed in.", _has_stick,
         lambda log, at, args: log.at_first(at + 1, seat_of(args)).moved(-1))
_altered("declaration-marked-and-not-said", "log/contradiction", "say", drop_record,
         "A discard is marked as one with riichi, which nobody says.", lambda log, at, args: args[1] == "richi", _own)
_altered("stick-of-another-seat-typed-in", "stick/deposit", "richi",
         lambda log, at, args: _changed(0, other_seat(args[0]), log, at, args),
         "The stick of a riichi is typed in for another seat.",
         where=lambda log, at, args: log.at_first(at, SEAT_NAMES.index(other_seat(args[0]))))

# ---- wins, draws and what is paid

_altered("yaku-typed-in-as-another", "win/yaku", "agari",
         lambda log, at, args: _changed(_a_yaku(log, args), "三槓子", log, at, args),
         "A yaku of a win is called three kans.", where=lambda log, at, _: location_of_win(log, at))
_altered("shown-hand-typed-in-wrong", "win/record tiles/not-held tiles/duplicate", "open", partial(_other, 1),
         "A tile of a hand that is shown is another than the seat holds.",
         lambda log, at, args: args[1][0] not in "<[(")
_altered("gain-not-typed-in", "pay/win pay/noten", "point", drop_record,
         "What a seat gains or pays at the end of a hand is missing.", _is_gain)
_altered("gain-typed-in-wrong", "pay/win pay/noten stick/award pay/honba", "point", partial(_more, 400),
         "A seat gains 400 points more, or pays less, than it does.", _is_gain)
_altered("result-left-out", "log/contradiction", "agari", _without_result,
         "The end of a hand has neither a win nor payments.", lambda log, at, _: is_only_win(log, at), _before)
_altered("draw-of-the-hand-left-out", "log/contradiction", "ryukyoku", drop_record,
         "A hand that is drawn, as its payments say, has no draw.", where=_before)

# ---- from hand to hand, and the end

_altered("wind-of-a-seat-typed-in-wrong", "log/contradiction", "kyokustart", partial(_turned_wind, 6),
         "Two seats have one wind at the start of a hand.", _is_later,
         lambda log, at, args: log.at_start(at, SEAT_NAMES.index(args[1])))
_altered("round-wind-typed-in-wrong", "game/rotation", "kyokustart", partial(_turned_wind, 4),
         "A hand is of another round than its turn is.", _is_later, lambda log, at, _: log.at_start(at))
_altered("score-at-the-start-typed-in-wrong", "game/start game/carry", "point", partial(_more, 1000),
         "A seat starts a hand, the first or a later one, with 1000 points more.", _is_start)
_altered("score-at-the-start-not-typed-in", "game/start game/carry", "point", drop_record,
         "The points that a seat starts a hand with are missing.",
         lambda log, at, args: _is_start(log, at, args) and args[1] != "=0")
_altered("final-scores-exchanged", "game/final", "gameend",
         lambda log, at, args: args.__setitem__(slice(4), [args[0], args[3], args[2], args[1]]),
         "The final scores of the first two seats are each other's.",
         lambda log, at, args: len(args) > 3 and args[1] != args[3], lambda log, at, _: log.at_last(at - 1))
# fmt: on


# ---- other notation with the same meaning


@fault_of_records(NAME, None, "win/yaku log/contradiction")
def yaku_with_spaces(log: LegalRecords) -> RecordLocation:
    """The name of a yaku has spaces around it."""
    _, args = log.pick("agari")
    at = _a_yaku(log, args)
    args[at] = f" {args[at]} "
    return RecordLocation(0)


@fault_of_records(NAME, None, "win/yaku win/value")
def comment_at_a_win(log: LegalRecords) -> RecordLocation:
    """A win has a comment behind its yaku."""
    _, args = log.pick("agari")
    args.append("comment=ok")
    return RecordLocation(0)


@fault_of_records(NAME, None, "log/contradiction pay/win")
def end_of_a_hand_not_typed_in(log: LegalRecords) -> RecordLocation:
    """The command that says that a hand is over is missing."""
    del log.records[log.pick("kyokuend")[0]]
    return RecordLocation(0)


@fault_of_records(NAME, None, "game/start log/contradiction")
def start_of_the_game_not_typed_in(log: LegalRecords) -> RecordLocation:
    """The command that says that the game begins is missing."""
    del log.records[log.pick("gamestart")[0]]
    return RecordLocation(0)
