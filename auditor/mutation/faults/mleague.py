"""Faults in records of the M-League's viewer, of the kinds that people who study them list: mistyped commands."""

from functools import partial
from typing import Final

from auditor.formats.mleague import NAME
from auditor.formats.mleague.vocabulary import SEAT_NAMES
from auditor.mutation.faults import changes
from auditor.mutation.faults.legal import LegalRecords, RecordLocation

_ENDS: Final = ("1m", "9m", "1p", "9p", "1s", "9s", "1z")
_SAID_CALLS: Final = ("chi", "pon")
_OFFSETS: Final = "=+-"
_ORDER: Final = "turn/order call/target win/claim"
"""The checks that tell a missing turn, by what follows it."""
_altered = partial(changes.alter_record, NAME)
_alteration = partial(changes.fault_of_record, NAME)
Args = list[str]


def _seat(args: Args) -> int:
    """The seat of a command."""
    return SEAT_NAMES.index(args[0])


def _other_seat(_log: LegalRecords, _: int, seat: str) -> str:
    """The next seat."""
    return SEAT_NAMES[(SEAT_NAMES.index(seat) + 1) % 4]


def _other(log: LegalRecords, _: int, tiles: str) -> str:
    """Tiles with the first one exchanged for one of another suit."""
    return log.rng.choice([text for text in _ENDS if text[1] != tiles[1].lower()]) + tiles[2:]


def _more(place: int, points: int, _log: LegalRecords, _: int, args: Args) -> None:
    """Add to a number, which keeps its sign."""
    sign = args[place][0] if args[place][0] in _OFFSETS else ""
    args[place] = f"{sign}{int(args[place].removeprefix(sign)) + points}"


def _names(log: LegalRecords, at: int, *steps: int) -> list[str]:
    """The names of the commands that many after one."""
    return [log.name(at + step) for step in steps]


def _is_said(log: LegalRecords, at: int, word: str) -> bool:
    """Whether a command says this word."""
    return log.name(at) == "say" and log.fields(at)[1] == word


def _insert(log: LegalRecords, at: int, cmd: str, *args: str) -> None:
    """Put in a made-up command."""
    log.records.insert(at, {"time": "2023-04-28 21:00:00", "id": "0", "cmd": cmd, "args": list(args)})


# ---- where a fault is found


def _first(log: LegalRecords, at: int, _: Args) -> RecordLocation:
    return log.at_first(at)


def _before(log: LegalRecords, at: int, _: Args) -> RecordLocation:
    return log.at_first(at).moved(-1)


def _own(log: LegalRecords, at: int, args: Args) -> RecordLocation:
    return log.at_first(at, _seat(args))


def _next(log: LegalRecords, at: int, _: Args) -> RecordLocation:
    return log.at_first(at, _seat(log.fields(at + 1)))


def _winner_after(log: LegalRecords, at: int, _: Args) -> RecordLocation:
    """The seat of the next win."""
    won = next(log.fields(win) for win in range(at, len(log.records)) if log.name(win) == "agari")
    return log.at_first(at, _seat(won[_place_of_value(won) - 1 :]))


def _win(log: LegalRecords, at: int, args: Args) -> RecordLocation:
    return log.at_first(at, _seat(args[_place_of_value(args) - 1 :]))


def _place_of_value(args: Args) -> int:
    """The index of the points in a win's arguments."""
    return 2 if args[0].startswith("ron=") else 1


# ---- indicators


def _is_dora_of_deal(log: LegalRecords, at: int, _: Args) -> bool:
    """Whether a ``dora`` is the first of its hand."""
    return log.name(at - 1) == "dice"


def _is_later_dora(log: LegalRecords, at: int, args: Args) -> bool:
    return not _is_dora_of_deal(log, at, args) and log.name(at + 1) == "tsumo"


def _is_dora_won_on(log: LegalRecords, at: int, _: Args) -> bool:
    return _names(log, at, -1, 1) == ["open", "tsumo"] and _is_said(log, at + 2, "tsumo")


def _is_robbed(log: LegalRecords, at: int, args: Args) -> bool:
    return args[1].startswith("[") and _is_said(log, at + 1, "ron")


# fmt: off
_altered("dora-other-than-its-indicator-makes", "log/contradiction", "dora", changes.alter(_other, 0),
         "The dora typed in is not the one that the first indicator makes.",
         lambda log, at, args: args[0] and _is_dora_of_deal(log, at, args))
_altered("ura-dora-other-than-its-indicator-makes", "log/contradiction", "uradora", changes.alter(_other, 0),
         "The ura dora typed in is not the one that its indicator makes.",
         lambda log, at, args: args[0] and args[1], _first)
_altered("first-indicator-not-typed-in", "tiles/missing", "dora", changes.drop, "The first indicator is missing.",
         _is_dora_of_deal)
_altered("ura-indicator-not-typed-in", "dora/ura", "uradora",
         lambda log, at, args: args.__setitem__(slice(2), ["", ""]), "An ura indicator is missing.",
         lambda log, at, args: args[1], _winner_after)
_altered("indicator-of-a-kan-not-typed-in-at-a-win", "dora/timing", "dora", changes.drop,
         "The indicator of a kan is missing at the win on its replacement tile.", _is_dora_won_on, _next)
_altered("indicator-typed-in-for-a-robbed-kan", "dora/timing", "open",
         lambda log, at, args: _insert(log, at + 1, "dora", "6p", "5p"),
         "An indicator is typed in for an added kan that is robbed.", _is_robbed,
         lambda log, at, _: log.at_last(at).moved(2))
_altered("indicator-other-than-the-dora-typed-in", "log/contradiction", "dora", changes.alter(_other, 1),
         "An indicator typed in is not the one that makes the dora.", lambda log, at, args: args[1],
         lambda log, at, args: (changes.at_start if _is_dora_of_deal(log, at, args) else _first)(log, at, args))
_altered("ura-indicator-other-than-the-ura-dora-typed-in", "log/contradiction", "uradora", changes.alter(_other, 1),
         "An ura indicator typed in is not the one that makes the ura dora.", lambda log, at, args: args[1], _first)
_altered("ura-indicator-command-left-out", "dora/ura", "uradora", changes.drop,
         "The command of an ura indicator is missing.", lambda log, at, args: args[1], _winner_after)
_altered("indicator-of-a-kan-not-typed-in", "dora/timing", "dora", changes.drop,
         "The indicator of a kan is missing.", _is_later_dora, _next)
_altered("indicator-typed-in-without-a-kan", "dora/timing tiles/duplicate", "tsumo",
         lambda log, at, _: _insert(log, at, "dora", "3m", "2m"),
         "An indicator is typed in though nobody has made a kan.",
         lambda log, at, _: log.name(at - 1) not in ("dora", "open"))
# fmt: on


# ---- deals, draws, discards


def _is_other_than_drawn(log: LegalRecords, at: int, args: Args) -> bool:
    is_drawn = log.name(at - 1) == "tsumo" and "tsumogiri" not in args
    return is_drawn and log.fields(at - 1)[2].lower() != args[1].lower()


def _without(before: int, count: int, log: LegalRecords, at: int, _: Args) -> None:
    """Without so many commands before one, and so many from it on."""
    del log.records[at - before : at + count]


# fmt: off
_altered("dealt-tile-not-typed-in", "tiles/hand-size", "haipai", changes.alter(lambda log, at, tiles: tiles[2:], 1),
         "A tile of a deal is missing.", where=lambda log, at, args: log.at_start(at, _seat(args)))
_altered("dealt-tile-too-many-typed-in", "tiles/hand-size tiles/duplicate", "haipai",
         lambda log, at, args: args.append(args.pop() + "1z"), "A seat is dealt an east more than it was.")
_altered("dealt-tile-typed-in-wrong",
         "tiles/not-held tiles/duplicate riichi/noten riichi/discard win/shape win/record draw/tenpai turn/tsumogiri "
         "win/yaku call/meld riichi/kan-waits riichi/kan-shape -",
         "haipai", changes.alter(_other, 1), "A dealt tile is another than it was.")
_altered("drawn-tile-not-typed-in", "tiles/missing", "tsumo", changes.put("", 2), "The tile of a draw is missing.",
         lambda log, at, _: log.name(at + 1) == "sutehai", _own)
_altered("draw-command-left-out", "turn/order", "tsumo", changes.drop,
         "A draw is missing, the seat's discard follows.",
         lambda log, at, _: _names(log, at, -1, 1) == ["sutehai", "sutehai"], _own)
_altered("draw-command-left-out-after-whatever-is-before", _ORDER, "tsumo", changes.drop,
         "A draw is missing, be it the first or after a call, the seat's discard follows.",
         lambda log, at, _: log.name(at + 1) == "sutehai")
_altered("discard-command-left-out", "turn/order", "sutehai", changes.drop,
         "A discard is missing, the next seat's draw follows.",
         lambda log, at, _: _names(log, at, -1, 1) == ["tsumo", "tsumo"], _next)
_altered("discard-command-left-out-before-whatever-follows",
         _ORDER + " draw/tenpai pay/noten tiles/hand-size draw/early", "sutehai", changes.drop,
         "A discard is missing, whether a draw, a call or the end of the hand follows.",
         lambda log, at, args: "richi" not in args)
_altered("turn-left-out", "turn/order", "tsumo", partial(_without, 0, 2),
         "A draw and the discard after it are missing.",
         lambda log, at, _: _names(log, at, -1, 1, 2) == ["sutehai", "sutehai", "tsumo"],
         lambda log, at, _: log.at_first(at, _seat(log.fields(at + 2))))
_altered("discard-typed-in-as-the-drawn-tile", "turn/tsumogiri", "sutehai",
         lambda log, at, args: args.insert(2, "tsumogiri"),
         "A discard from the hand is marked as the tile just drawn, which is another.", _is_other_than_drawn, _own)
_altered("discarded-tile-typed-in-wrong",
         "tiles/not-held tiles/duplicate riichi/discard turn/tsumogiri riichi/noten call/target win/shape win/claim "
         "draw/tenpai win/record furiten/discard -",
         "sutehai", changes.alter(_other, 1), "A discarded tile is another than it was.")
_altered("drawn-discard-typed-in-as-from-the-hand", "turn/tsumogiri riichi/discard -", "sutehai",
         lambda log, at, args: args.remove("tsumogiri"), "A discard of the tile just drawn is not marked as such.",
         lambda log, at, args: "tsumogiri" in args)
# fmt: on


# ---- calls and riichi


def _says_call(_log: LegalRecords, _: int, args: Args) -> bool:
    return args[1] in _SAID_CALLS


def _is_claim(_log: LegalRecords, _: int, args: Args) -> bool:
    return args[1].startswith("<")


def _is_claim_in_turn(log: LegalRecords, at: int, args: Args) -> bool:
    return _is_claim(log, at, args) and _names(log, at, 1, 2) == ["sutehai", "tsumo"]


def _has_stick(log: LegalRecords, at: int, args: Args) -> bool:
    return "richi" in args and "richi" in _names(log, at, 1, 2)


def _without_riichi(log: LegalRecords, at: int, args: Args) -> None:
    args.remove("richi")
    del log.records[at - 1]


# fmt: off
_altered("call-other-than-the-one-said", "log/contradiction", "say", changes.put("kan", 1),
         "A seat says another call than the one that it makes.", _says_call, _own)
_altered("call-said-by-another-seat", "log/contradiction", "say", changes.alter(_other_seat, 0),
         "Another seat says a call than the one that makes it.", _says_call, _own)
_altered("call-left-out", _ORDER + " dora/timing", "open", partial(_without, 1, 1),
         "A call of another's tile is missing, the caller's discard or draw follows.", _is_claim)
_altered("call-and-its-discard-left-out", _ORDER, "open", partial(_without, 1, 2),
         "A call and the discard after it are missing.", _is_claim_in_turn)
_altered("own-tile-of-a-call-typed-in-wrong", "call/meld tiles/not-held", "open",
         changes.alter(lambda log, at, tiles: "<1z" + tiles[3:], 1),
         "A tile of a call from the caller's hand is an east.",
         lambda log, at, args: _is_claim(log, at, args) and args[2][1] != "z")
_altered("claimed-tile-typed-in-wrong", "call/meld call/target", "open", changes.alter(_other, 2),
         "The tile that a call claims is another than the one discarded.", _is_claim)
_altered("declaration-not-marked", "log/contradiction", "sutehai", lambda log, at, args: args.remove("richi"),
         "A seat says riichi, and its discard is not marked so.", lambda log, at, args: "richi" in args, _own)
_altered("declaration-marked-and-not-said", "log/contradiction", "say", changes.drop,
         "A discard is marked as one with riichi, which nobody says.", lambda log, at, args: args[1] == "richi", _own)
_altered("riichi-left-out-but-for-its-stick", "stick/deposit", "sutehai", _without_riichi,
         "A riichi is neither said nor marked, and its stick is typed in.", _has_stick,
         lambda log, at, args: log.at_first(at + 1, _seat(args)).moved(-1))
_altered("stick-command-left-out", "stick/deposit", "richi", changes.drop,
         "The stick of a riichi that stood is missing.", lambda log, at, _: log.name(at - 1) == "sutehai",
         lambda log, at, args: log.at_first(at - 1, _seat(args)).moved(-1))
_altered("stick-of-two-thousand", "stick/deposit", "richi", changes.put("-2000", 1),
         "The stick of a riichi is of 2000 points.", where=_own)
_altered("stick-of-another-seat-typed-in", "stick/deposit", "richi", changes.alter(_other_seat, 0),
         "The stick of a riichi is typed in for another seat.",
         where=lambda log, at, args: log.at_first(at, _seat([_other_seat(log, at, args[0])])))
_altered("stick-typed-in-for-a-void-riichi", "stick/void", "sutehai",
         lambda log, at, args: _insert(log, at + 1, "richi", args[0], "-1000"),
         "A declaration tile is won on, and the stick is typed in all the same.",
         lambda log, at, args: "richi" in args and _is_said(log, at + 1, "ron"),
         lambda log, at, args: log.at_last(at, _seat(args)).moved(1))
# fmt: on


# ---- wins, draws and what is paid


def _is_plain(_log: LegalRecords, _: int, args: Args) -> bool:
    """Whether a win is below a yakuman."""
    return int(args[_place_of_value(args) + 1]) > 0


def _is_only_win(log: LegalRecords, at: int, _: Args) -> bool:
    """Whether a win is the only one of its hand."""
    return sum([log.name(win) == "agari" and log.hand(win) == log.hand(at) for win in range(len(log.records))]) == 1


def _end_of_hand(log: LegalRecords, at: int) -> int:
    return next(end for end in range(at, len(log.records)) if log.name(end) == "kyokuend")


def _a_yaku(log: LegalRecords, args: Args, place: int = 0) -> int:
    """The index of the name of one of a win's yaku, or of its han, which is `place` behind that."""
    return log.rng.choice(range(_place_of_value(args) + 2 + place, len(args), 2))


def _is_gain(_log: LegalRecords, _: int, args: Args) -> bool:
    return args[1][0] in "+-"


@_alteration("win/yaku", "agari", _is_plain, _win)
def yaku_typed_in_with_a_han_more(log: LegalRecords, at: int, args: Args) -> None:
    """A yaku of a win has one han more than it is worth."""
    _more(_a_yaku(log, args, 1), 1, log, at, args)


@_alteration("win/yaku", "agari", _is_plain, _win)
def yaku_not_typed_in(log: LegalRecords, _: int, args: Args) -> None:
    """A yaku of a win is missing."""
    place = _a_yaku(log, args)
    del args[place : place + 2]


@_alteration("win/value", "agari", where=_win)
def points_typed_in_wrong(_log: LegalRecords, _: int, args: Args) -> None:
    """The points of a win are not what it is worth."""
    place = _place_of_value(args)
    args[place] = "7700" if args[place] != "7700" else "8000"


# fmt: off
_altered("yaku-typed-in-as-another", "win/yaku", "agari",
         lambda log, at, args: args.__setitem__(_a_yaku(log, args), "三槓子"),
         "A yaku of a win is called three kans.", where=_win)
_altered("fu-typed-in-wrong", "win/value", "agari",
         lambda log, at, args: _more(_place_of_value(args) + 1, 10, log, at, args),
         "The fu of a win are ten more than it has.", _is_plain, _win)
_altered("shown-hand-typed-in-wrong", "win/record tiles/not-held tiles/duplicate", "open", changes.alter(_other, 1),
         "A tile of a hand that is shown is another than the seat holds.",
         lambda log, at, args: args[1][0] not in "<[(")
_altered("win-command-left-out", "log/contradiction", "agari", changes.drop,
         "A hand that is won, as its payments say, has no win.", _is_only_win, _before)
_altered("result-left-out", "log/contradiction", "agari",
         lambda log, at, _: log.records.__delitem__(slice(at, _end_of_hand(log, at))),
         "The end of a hand has neither a win nor payments.", _is_only_win, _before)
_altered("noten-hand-said-to-be-tenpai", "draw/tenpai", "say", changes.put("tenpai", 1),
         "A seat that is noten at an exhaustive draw says that it is tenpai.",
         lambda log, at, args: args[1] == "noten",
         lambda log, at, args: log.at_last(_end_of_hand(log, at), _seat(args)))
_altered("draw-of-the-hand-left-out", "log/contradiction", "ryukyoku", changes.drop,
         "A hand that is drawn, as its payments say, has no draw.", where=_before)
_altered("gain-not-typed-in", "pay/win pay/noten", "point", changes.drop,
         "What a seat gains or pays at the end of a hand is missing.", _is_gain)
_altered("gain-typed-in-wrong", "pay/win pay/noten stick/award pay/honba", "point", partial(_more, 1, 400),
         "A seat gains 400 points more, or pays less, than it does.", _is_gain)
# fmt: on


# ---- from hand to hand, and the end


def _is_later(log: LegalRecords, at: int, _: Args) -> bool:
    return log.hand(at) > 0


def _is_start(_log: LegalRecords, _: int, args: Args) -> bool:
    return args[1].startswith("=")


def _next_wind(_log: LegalRecords, _: int, wind: str) -> str:
    return f"{int(wind[0]) % 4 + 1}z"


# fmt: off
_altered("dealer-other-than-the-winds-say", "log/contradiction", "kyokustart", changes.alter(_other_seat, 1),
         "The dealer of a hand is not the seat that has the east wind.", _is_later,
         lambda log, at, args: log.at_start(at, _seat([_other_seat(log, at, args[1])])))
_altered("wind-of-a-seat-typed-in-wrong", "log/contradiction", "kyokustart", changes.alter(_next_wind, 6),
         "Two seats have one wind at the start of a hand.", _is_later,
         lambda log, at, args: log.at_start(at, _seat(args[1:])))
_altered("round-wind-typed-in-wrong", "game/rotation", "kyokustart", changes.alter(_next_wind, 4),
         "A hand is of another round than its turn is.", _is_later)
_altered("counter-typed-in-wrong", "honba/carry", "kyokustart", partial(_more, 2, 1),
         "A hand starts with one counter too many.", _is_later)
_altered("sticks-typed-in-wrong", "stick/carry", "kyokustart", partial(_more, 3, 1000),
         "A hand starts with one stick too many on the table.", _is_later)
_altered("score-typed-in-wrong", "game/carry", "point", partial(_more, 1, 1000),
         "A seat starts a hand with 1000 points more than the last one left it.",
         lambda log, at, args: _is_start(log, at, args) and _is_later(log, at, args),
         lambda log, at, args: log.at_start(at, _seat(args)))
_altered("score-at-the-start-typed-in-wrong", "game/start game/carry", "point", partial(_more, 1, 1000),
         "A seat starts a hand, the first or a later one, with 1000 points more.", _is_start)
_altered("score-at-the-start-not-typed-in", "game/start game/carry", "point", changes.drop,
         "The points that a seat starts a hand with are missing.",
         lambda log, at, args: _is_start(log, at, args) and args[1] != "=0")
_altered("final-score-typed-in-wrong", "game/final", "gameend",
         changes.alter(lambda log, at, score: str(float(score) + 1), 1),
         "A final score is a point more than the game gives.", lambda log, at, args: len(args) > 1,
         lambda log, at, _: log.at_last(at - 1))
_altered("final-scores-exchanged", "game/final", "gameend",
         lambda log, at, args: args.__setitem__(slice(4), [args[0], args[3], args[2], args[1]]),
         "The final scores of the first two seats are each other's.",
         lambda log, at, args: len(args) > 3 and args[1] != args[3], lambda log, at, _: log.at_last(at - 1))
# fmt: on


# ---- other notation with the same meaning


@changes.fault_of_records(NAME, None, "tiles/missing tiles/hand-size")
def deal_in_another_order(log: LegalRecords) -> RecordLocation:
    """The tiles of a deal are in another order."""
    _, args = log.pick("haipai", lambda _, args: len(args[1]) > 2)
    args[1] = args[1][-2:] + args[1][:-2]
    return RecordLocation(0)


@changes.fault_of_records(NAME, None, "log/contradiction")
def call_not_said(log: LegalRecords) -> RecordLocation:
    """A call that nobody is noted to say."""
    index, _ = log.pick("say", lambda _, args: args[1] in _SAID_CALLS)
    del log.records[index]
    return RecordLocation(0)


@changes.fault_of_records(NAME, None, "win/yaku log/contradiction")
def yaku_with_spaces(log: LegalRecords) -> RecordLocation:
    """The name of a yaku has spaces around it."""
    _, args = log.pick("agari")
    at = _a_yaku(log, args)
    args[at] = f" {args[at]} "
    return RecordLocation(0)


@changes.fault_of_records(NAME, None, "win/yaku win/value")
def comment_at_a_win(log: LegalRecords) -> RecordLocation:
    """A win has a comment behind its yaku."""
    _, args = log.pick("agari")
    args.append("comment=ok")
    return RecordLocation(0)


@changes.fault_of_records(NAME, None, "log/contradiction pay/win")
def end_of_a_hand_not_typed_in(log: LegalRecords) -> RecordLocation:
    """The command that says that a hand is over is missing."""
    del log.records[log.pick("kyokuend")[0]]
    return RecordLocation(0)


@changes.fault_of_records(NAME, None, "game/start log/contradiction")
def start_of_the_game_not_typed_in(log: LegalRecords) -> RecordLocation:
    """The command that says that the game begins is missing."""
    del log.records[log.pick("gamestart")[0]]
    return RecordLocation(0)
