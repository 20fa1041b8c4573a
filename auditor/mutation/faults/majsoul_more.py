"""More faults in Mahjong Soul's records, most in one record: those that one of several checks tells, too."""

from functools import partial
from typing import Any, Final

from auditor.core.yaku import RIICHIS
from auditor.formats import majsoul
from auditor.formats.majsoul.vocabulary import LIMIT_OF_TITLE, YAKU_OF_FAN
from auditor.mutation.faults.fault import (
    LegalRecords,
    NoSpotError,
    RecordLocation,
    alter_record,
    double_record,
    drop_record,
    fault_of_records,
    require,
)
from auditor.mutation.faults.majsoul import (
    CALL_RECORD,
    DEAL_RECORD,
    DISCARD_RECORD,
    START_RECORD,
    WIN_RECORD,
    fan_id,
    has_whole_wall,
    others_tile,
)

_KAN_RECORD: Final = "RecordAnGangAddGang"
_DRAW_RECORD: Final = "RecordNoTile"
_PON: Final = 1
_ADDED, _CLOSED = 2, 3
_STICK: Final = 1000
_altered = partial(alter_record, majsoul.NAME)


def _seat(record: Any) -> int:
    seat: int = record.get("seat", 0)
    return seat


def _last(log: LegalRecords, at: int, _: Any) -> RecordLocation:
    return log.at_last(at)


def _own(log: LegalRecords, at: int, record: Any) -> RecordLocation:
    return log.at_last(at, _seat(record))


def _winner(log: LegalRecords, at: int, record: Any) -> RecordLocation:
    """The location of the first of a record's wins."""
    return log.at_last(at, _seat(record["hules"][0])).moved(1 - len(record["hules"]))


def _set(name: str, value: Any, _log: LegalRecords, _: int, record: Any) -> None:
    record[name] = value


def _is_single(_log: LegalRecords, _: int, record: Any) -> bool:
    return len(record["hules"]) == 1


def _others(log: LegalRecords, at: int, record: Any, name: str = "tile") -> None:
    record[name] = others_tile(log, at, _seat(record), record[name])


# ---- tiles and turns


@fault_of_records(majsoul.NAME, "wall/seed")
def dealt_tile_other_than_the_published_wall_has_left(log: LegalRecords) -> RecordLocation:
    """A dealt tile is one that lies elsewhere, by the published wall."""
    index, start = log.pick(START_RECORD)
    seat = log.rng.choice([seat for seat in range(4) if start.get(f"tiles{seat}")])
    at = log.rng.randrange(13)
    tiles = start[f"tiles{seat}"]
    tiles[at] = others_tile(log, index, seat, tiles[at])
    return log.at_start(index, seat if has_whole_wall(log, index) else None)


def _is_drawn(log: LegalRecords, at: int, played: Any) -> bool:
    drawn = log.fields(at - 1)["tile"] if log.name(at - 1) == DEAL_RECORD else ""
    return bool(played.get("moqie")) and drawn == played["tile"]


def _is_noten(log: LegalRecords, at: int, played: Any) -> bool:
    is_quiet = log.name(at + 1) == log.name(at - 1) == DEAL_RECORD and not played.get("is_liqi")
    return is_quiet and has_whole_wall(log, at) and not log.table_before(at + 1).seats[_seat(played)].waits


def _is_north_drawn(log: LegalRecords, at: int, north: Any) -> bool:
    return bool(north.get("moqie")) and log.fields(at - 1).get("tile") == "4z" and has_whole_wall(log, at)


def _before_discard(log: LegalRecords, at: int, call: Any) -> bool:
    return call.get("type", 0) <= _PON and not call.get("liqi") and log.name(at + 1) == DISCARD_RECORD


def _after_discard(log: LegalRecords, at: int, _: Any) -> None:
    log.records[at : at + 2] = reversed(log.records[at : at + 2])


def _declaration(log: LegalRecords, at: int, played: Any) -> bool:
    return bool(played.get("is_liqi") and log.fields(at + 1).get("liqi"))


# fmt: off
_altered("discard-record-dropped-before-whatever-follows", "turn/order call/target win/claim", DISCARD_RECORD,
         drop_record, "The record of a discard is missing, whether a draw, a call or a win follows.",
         lambda log, at, played: not played.get("is_liqi") and not played.get("doras"))
_altered("discard-of-a-tile-that-another-seat-was-dealt",
         "tiles/not-held riichi/discard turn/tsumogiri server/offer riichi/noten -", DISCARD_RECORD, _others,
         "The record of a discard names a tile that another seat was dealt, which this one may hold, too.",
         lambda log, at, _: log.name(at + 1) == DEAL_RECORD)
_altered("drawn-discard-marked-as-from-the-hand", "turn/tsumogiri riichi/discard -", DISCARD_RECORD,
         partial(_set, "moqie", False),
         "A discard of the tile just drawn is marked as one from the hand, which may hold another of its face.",
         _is_drawn)
_altered("call-record-doubled", "turn/order call/target tiles/not-held", CALL_RECORD, double_record,
         "The record of a call comes twice.", lambda log, at, call: not call.get("liqi"))
_altered("call-record-after-its-discard", "turn/order", CALL_RECORD, _after_discard,
         "The record of a chi or pon comes behind that of the caller's discard.", _before_discard,
         lambda log, at, call: log.at_first(at, _seat(call)))
_altered("chi-record-of-tiles-that-are-no-run", "call/meld", CALL_RECORD,
         lambda log, at, call: call["tiles"].__setitem__(0, "1z"), "A tile of the record of a chi is an honour.",
         lambda log, at, call: call.get("type", 0) == 0, _own)
_altered("closed-kan-recorded-as-an-added-one", "call/meld call/target tiles/not-held", _KAN_RECORD,
         partial(_set, "type", _ADDED), "The record of a closed kan says that it is an added one.",
         lambda log, at, kan: kan["type"] == _CLOSED)
_altered("added-kan-of-a-tile-that-another-seat-was-dealt", "call/meld call/target tiles/not-held", _KAN_RECORD,
         partial(_others, name="tiles"), "The record of an added kan names a tile that another seat was dealt.",
         lambda log, at, kan: kan["type"] == _ADDED)
_altered("north-drawn-as-another-tile", "wall/seed", "RecordBaBei",
         lambda log, at, _: _set("tile", "1z", log, at, log.fields(at - 1)),
         "A north that was drawn and set aside is recorded as a drawn east, other than the published wall has it.",
         _is_north_drawn, lambda log, at, north: log.at_last(at - 1, _seat(north)))
_altered("declaration-left-out-but-for-its-stick", "stick/deposit", DISCARD_RECORD,
         lambda log, at, played: played.update(is_liqi=False, is_wliqi=False),
         "The declaration of a riichi is not recorded, and its stick is.", _declaration,
         lambda log, at, played: log.at_first(at + 1, _seat(played)).moved(-1))
_altered("riichi-recorded-of-a-noten-hand", "riichi/noten riichi/open-hand riichi/repeat stick/deposit riichi/points",
         DISCARD_RECORD, partial(_set, "is_liqi", True),
         "A discard that leaves no hand that is tenpai is recorded as one with riichi.", _is_noten)
# fmt: on


@fault_of_records(majsoul.NAME, "stick/deposit")
def stick_recorded_twice(log: LegalRecords) -> RecordLocation:
    """The payment of a stick is recorded with the draw after the next, too."""
    index, deal = log.pick(DEAL_RECORD, lambda _, deal: deal.get("liqi"))
    for at in range(index + 1, len(log.records)):
        if log.name(at) == DEAL_RECORD:
            log.fields(at)["liqi"] = dict(deal["liqi"])
            return log.at_first(at, _seat(deal["liqi"]))
        require(log.name(at) == DISCARD_RECORD)
    raise NoSpotError


def _pick_shown_indicator(log: LegalRecords) -> tuple[int, Any]:
    return log.pick(log.rng.choice([DEAL_RECORD, DISCARD_RECORD]), lambda _, record: record.get("doras"))


@fault_of_records(majsoul.NAME, "dora/timing")
def indicator_left_out_of_the_record(log: LegalRecords) -> RecordLocation:
    """The only record that shows the indicator of a kan does not."""
    index, record = _pick_shown_indicator(log)
    others = [at for at in range(len(log.records)) if log.hand(at) == log.hand(index) and log.fields(at).get("doras")]
    others.remove(index)
    require(all([at < index for at in others]))
    require(len(record["doras"]) > max([len(log.fields(at)["doras"]) for at in others], default=1))
    del record["doras"]
    return log.at_last(index, _seat(record)).moved(-1)


def _other_indicator(log: LegalRecords, at: int, record: Any) -> None:
    record["doras"][-1] = others_tile(log, at, 9, record["doras"][-1])


for _name, _where in ((DEAL_RECORD, "draw"), (DISCARD_RECORD, "discard")):
    _altered(f"indicator-of-a-kan-altered-at-a-{_where}", "wall/seed dora/timing", _name, _other_indicator,
             f"The record of a {_where} that shows the indicator of a kan names another tile.",
             lambda log, at, record: record.get("doras"))  # fmt: skip


# ---- wins and what is paid


def _has_riichi(win: Any) -> bool:
    return any([YAKU_OF_FAN.get(fan_id(fan)) in RIICHIS for fan in win["fans"]])


def _other_limit(_log: LegalRecords, _: int, record: Any) -> None:
    win = record["hules"][0]
    limit = win.get("title_id") or LIMIT_OF_TITLE.get(win.get("title", ""), 0)
    win.update(title_id=limit % 4 + 1, title="")


def _other_winner(log: LegalRecords, at: int, record: Any) -> None:
    win = record["hules"][0]
    win["seat"] = (_seat(win) + 1) % log.seats(at)


def _ura(_log: LegalRecords, _: int, record: Any) -> None:
    win = record["hules"][0]
    win["li_doras"] = ["1z"] * len(win["doras"])


def _shows_ura_again(log: LegalRecords, _: int, record: Any) -> bool:
    """Whether the win shows ura indicators, and another does: else it might be a room without any."""
    wins = [log.fields(at)["hules"][0] for at in range(len(log.records)) if log.name(at) == WIN_RECORD]
    return bool(record["hules"][0].get("li_doras")) and len([win for win in wins if win.get("li_doras")]) > 1


def _add(name: str, points: int, log: LegalRecords, _: int, record: Any) -> None:
    record[name][log.rng.randrange(3)] += points


def _moved(record: Any, changes: dict[int, int]) -> None:
    """Change the gains of seats, and their points afterwards."""
    for seat, change in changes.items():
        record["delta_scores"][seat] += change
        record["scores"][seat] += change


def _sticks(log: LegalRecords, index: int, _: Any = None) -> int:
    """How many sticks a win takes from the table."""
    paid = [log.fields(at)["liqi"] for at in range(log.start(index), index) if log.fields(at).get("liqi")]
    lying: int = log.fields(log.start(index)).get("liqibang", 0)
    return lying + len([one for one in paid if not one.get("failed")])


def _unawarded(log: LegalRecords, at: int, record: Any) -> None:
    """Take the sticks from the first winner, and give them to the second if there is one."""
    first, *others = [_seat(win) for win in record["hules"][:2]]
    points = _STICK * _sticks(log, at)
    _moved(record, {first: -points} | dict.fromkeys(others, points))


def _counters(log: LegalRecords, at: int) -> int:
    honba: int = log.fields(log.start(at)).get("ben", 0)
    return honba


def _payers(record: Any) -> list[int]:
    return [seat for seat, gain in enumerate(record["delta_scores"]) if gain < 0]


def _uncounted(log: LegalRecords, at: int, record: Any) -> None:
    payers = _payers(record)
    require(len(payers) in (1, log.seats(at) - 1))
    each = 100 * _counters(log, at) * (log.seats(at) - 1) // len(payers)
    _moved(record, {_seat(record["hules"][0]): -each * len(payers)} | dict.fromkeys(payers, each))


# fmt: off
_altered("limit-of-the-record-another", "win/value", WIN_RECORD, _other_limit,
         "A win is recorded with another limit below a yakuman.",
         lambda log, at, record: _is_single(log, at, record) and not record["hules"][0].get("yiman"), _winner)
_altered("winner-of-the-record-another", "win/claim win/shape win/record win/no-yaku", WIN_RECORD, _other_winner,
         "A win is recorded as another seat's.", _is_single)
_altered("win-record-doubled", "win/multiple win/claim", WIN_RECORD, double_record,
         "The record of the end of a hand by a win comes twice.")
_altered("win-record-dropped", "game/carry", WIN_RECORD, drop_record,
         "The record of a win is missing; the next hand starts with its payments.",
         lambda log, at, _: log.name(at + 1) == START_RECORD, lambda log, at, _: log.at_start(at + 1))
_altered("ura-indicators-recorded-without-riichi", "dora/ura wall/seed", WIN_RECORD, _ura,
         "The record of a win without riichi shows ura indicators.",
         lambda log, at, record: _is_single(log, at, record) and not _has_riichi(record["hules"][0]))
_altered("ura-indicators-left-out-of-the-record", "dora/ura", WIN_RECORD,
         lambda log, at, record: record["hules"][0].pop("li_doras"),
         "The record of a win with riichi shows no ura indicators, though that of another does.",
         _shows_ura_again, _winner)
_altered("gain-of-one-seat-off", "pay/win stick/award pay/honba", WIN_RECORD, partial(_add, "delta_scores", 100),
         "One seat gains 100 points more by a win than it is worth, and nobody pays them.")
_altered("score-before-a-win-off", "stick/leak", WIN_RECORD, partial(_add, "old_scores", 100),
         "A score before the payment of a win is not the one that the hand has left.",
         where=lambda log, at, record: log.at_last(at).moved(1 - len(record["hules"])))
_altered("counters-of-the-record-unpaid", "pay/honba", WIN_RECORD, _uncounted,
         "A win is paid without the counters on the table.",
         lambda log, at, record: _is_single(log, at, record) and _counters(log, at), _winner)
_altered("sticks-of-the-record-not-awarded", "stick/award", WIN_RECORD, _unawarded,
         "The winner does not get the sticks on the table.",
         lambda log, at, record: _is_single(log, at, record) and _sticks(log, at), _winner)
_altered("sticks-of-the-record-to-the-second-winner", "stick/award-seat", WIN_RECORD, _unawarded,
         "Of two winners of a tile the one further from the discarder gets the sticks on the table.",
         lambda log, at, record: not _is_single(log, at, record) and _sticks(log, at),
         lambda log, at, record: log.at_last(at, _seat(record["hules"][1])))
# fmt: on


# ---- drawn hands, and from hand to hand


def _noten(record: Any) -> list[int]:
    return [seat for seat, one in enumerate(record["players"]) if not one.get("tingpai")]


@fault_of_records(majsoul.NAME, "draw/tenpai")
def noten_hand_recorded_as_tenpai(log: LegalRecords) -> RecordLocation:
    """A hand that is noten at an exhaustive draw is recorded as tenpai."""
    index, record = log.pick(_DRAW_RECORD, lambda _, record: _noten(record))
    seat = log.rng.choice(_noten(record))
    record["players"][seat]["tingpai"] = True
    return log.at_last(index, seat)


def _hands(record: Any) -> list[list[str]]:
    return [one["hand"] for one in record["players"] if one.get("hand")]


def _other_hand(log: LegalRecords, _: int, record: Any) -> None:
    hand = log.rng.choice(_hands(record))
    hand[0] = "1z" if hand[0] != "1z" else "2z"


def _without_last_turn(log: LegalRecords, at: int, _: Any) -> None:
    del log.records[at - 2 : at]


def _without_hand(log: LegalRecords, at: int, _: Any) -> None:
    del log.records[at : next(end for end in range(at + 1, len(log.records)) if log.recorded.begins_hand(end))]


# fmt: off
_altered("draw-of-the-hand-recorded-twice", "turn/order", _DRAW_RECORD, double_record,
         "The record of an exhaustive draw comes twice.", where=lambda log, at, _: log.at_last(at).moved(1))
_altered("hand-recorded-at-a-draw-that-nobody-holds", "tiles/not-held tiles/duplicate", _DRAW_RECORD, _other_hand,
         "A hand shown at a draw has a tile that the seat does not hold.", lambda log, at, record: _hands(record))
_altered("draw-recorded-as-a-nagashi-mangan", "draw/nagashi", _DRAW_RECORD, partial(_set, "liujumanguan", True),
         "An exhaustive draw is recorded as a nagashi mangan, which nobody has.",
         lambda log, at, record: not record.get("liujumanguan"), _last)
_altered("last-turn-dropped-before-a-draw", "draw/early", _DRAW_RECORD, _without_last_turn,
         "The records of the last draw and discard before an exhaustive draw are missing.",
         lambda log, at, _: log.start(at) < at - 2, lambda log, at, _: log.at_last(at).moved(-2))
_altered("nine-terminals-recorded-as-another-draw", "draw/abortive", "RecordLiuJu",
         lambda log, at, record: record.update(type=log.rng.choice([2, 3])),
         "A hand drawn for nine terminals is recorded as drawn for four winds or four kans.",
         lambda log, at, record: record.get("type") == 1, _last)
_altered("hand-left-out-of-the-records", "game/rotation honba/carry game/carry stick/carry", START_RECORD,
         _without_hand, "All records of a hand are missing.",
         lambda log, at, _: 0 < log.hand(at) < log.hand(len(log.records) - 1))
_altered("first-score-of-a-hand-off", "game/start game/carry", START_RECORD,
         lambda log, at, start: start["scores"].__setitem__(0, start["scores"][0] + 100),
         "A hand, the first or a later one, starts with 100 more points of seat 0.")
# fmt: on
