"""Faults in Mahjong Soul's records: walls, tiles, turns, marks and sticks, and the ends of hands."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from auditor.core.yaku import RIICHIS
from auditor.formats import majsoul
from auditor.formats.majsoul.header import is_ranked
from auditor.formats.majsoul.vocabulary import FAN_OF_NAME, LIMIT_OF_TITLE, YAKU_OF_FAN, is_whole
from auditor.mutation.faults import changes
from auditor.mutation.faults.changes import Fits
from auditor.mutation.faults.fault import FAULTS
from auditor.mutation.faults.legal import LegalGame, LegalRecords, NoSpotError, RecordLocation, require
from auditor.testing.majsoul_records import records

DEAL_RECORD: Final = "RecordDealTile"
DISCARD_RECORD: Final = "RecordDiscardTile"
CALL_RECORD: Final = "RecordChiPengGang"
KAN_RECORD: Final = "RecordAnGangAddGang"
START_RECORD: Final = "RecordNewRound"
WIN_RECORD: Final = "RecordHule"
_DRAW_RECORD: Final = "RecordNoTile"
_HASHES: Final = ("md5", "sha256", "saltSha256")
_PON: Final = 1
_ADDED, _CLOSED = 2, 3
_STICK: Final = 1000
_RIICHI_OR_URA: Final = (2, 18, 33)
_altered = partial(changes.alter_record, majsoul.NAME)
_alteration = partial(changes.fault_of_record, majsoul.NAME)
_fault = partial(changes.fault_of_records, majsoul.NAME)


def seat_of(record: Any) -> int:
    """The seat of a record, or of a part of one."""
    seat: int = record.get("seat", 0)
    return seat


def has_whole_wall(log: LegalRecords, index: int) -> bool:
    """Whether the wall of a record's hand includes the tiles dealt."""
    start = log.fields(log.start(index))
    return is_whole(start.get("paishan", ""), len(start["scores"]))


def others_tile(log: LegalRecords, index: int, seat: int, *not_these: str) -> str:
    """A tile dealt to another seat, of another kind than these."""
    start = log.fields(log.start(index))
    tiles: list[str] = [tile for other in range(4) if other != seat for tile in start.get(f"tiles{other}", ())]
    kinds = [tile.replace("0", "5") for tile in not_these]
    return log.rng.choice([tile for tile in tiles if tile.replace("0", "5") not in kinds])


# ---- where a fault is found


def own(log: LegalRecords, at: int, record: Any) -> RecordLocation:
    """The last event of a record, of its seat."""
    return log.at_last(at, seat_of(record))


def _own_first(log: LegalRecords, at: int, record: Any) -> RecordLocation:
    return log.at_first(at, seat_of(record))


def winner(log: LegalRecords, at: int, record: Any) -> RecordLocation:
    """The location of the first of a record's wins."""
    return log.at_last(at, seat_of(record["hules"][0])).moved(1 - len(record["hules"]))


# ---- the wall


def _others(log: LegalRecords, at: int, record: Any, name: str = "tile") -> None:
    """A change of a record's tile to one that another seat was dealt."""
    record[name] = others_tile(log, at, seat_of(record), record[name])


def _dealt(log: LegalRecords, at: int, tile: str) -> str:
    """A tile that some seat was dealt, of another kind."""
    return others_tile(log, at, 9, tile)


def _has_hash(_log: LegalRecords, _: int, start: Any) -> bool:
    return any([start.get(key) for key in _HASHES])


@_alteration("wall/hash", START_RECORD, _has_hash)
def published_wall_altered(log: LegalRecords, _: int, start: Any) -> None:
    """Two tiles of a published wall are exchanged: it is not the wall whose hash was published."""
    wall = start["paishan"]
    first, second = sorted(log.rng.sample(range(0, len(wall), 2), 2))
    one, other = wall[first : first + 2], wall[second : second + 2]
    start["paishan"] = wall[:first] + other + wall[first + 2 : second] + one + wall[second + 2 :]
    require(one != other)


@_alteration("wall/hash", START_RECORD, _has_hash)
def published_hash_altered(log: LegalRecords, _: int, start: Any) -> None:
    """A published hash, or the salt, is not the wall's."""
    key = log.rng.choice([key for key in (*_HASHES, "salt") if start.get(key)])
    start[key] = ("1" if start[key][0] == "0" else "0") + start[key][1:]


@_fault(None, "wall/hash")
def hash_in_capitals(log: LegalRecords) -> RecordLocation:
    """A published hash is written in capital letters."""
    index, start = log.pick(START_RECORD, lambda at, start: _has_hash(log, at, start))
    for key in _HASHES:
        start[key] = start.get(key, "").upper()
    return log.at_start(index)


def _is_proven_closed_kan(log: LegalRecords, at: int, kan: Any) -> bool:
    return kan.get("type") == _CLOSED and has_whole_wall(log, at)


@_alteration("wall/seed", KAN_RECORD, _is_proven_closed_kan)
def first_indicator_of_the_kind_of_a_kan(log: LegalRecords, index: int, kan: Any) -> None:
    """The first indicator is of a kind of which a seat makes a closed kan."""
    log.fields(log.start(index))["doras"][0] = kan["tiles"]


@_alteration("wall/seed", START_RECORD, lambda log, at, _: has_whole_wall(log, at))
def dealt_tiles_exchanged(log: LegalRecords, _: int, start: Any) -> None:
    """Two dealt tiles lie in each other's hands, where the published wall holds the deal."""
    first, second = log.rng.sample(range(len(start["scores"])), 2)
    one, other = log.rng.randrange(13), log.rng.randrange(13)
    hands = start[f"tiles{first}"], start[f"tiles{second}"]
    require(hands[0][one].replace("0", "5") != hands[1][other].replace("0", "5"))
    hands[0][one], hands[1][other] = hands[1][other], hands[0][one]


@_fault("wall/seed")
def dealt_tile_other_than_the_published_wall_has_left(log: LegalRecords) -> RecordLocation:
    """A dealt tile is one that lies elsewhere, by the published wall."""
    index, start = log.pick(START_RECORD)
    seat = log.rng.choice([seat for seat in range(4) if start.get(f"tiles{seat}")])
    at = log.rng.randrange(13)
    tiles = start[f"tiles{seat}"]
    tiles[at] = others_tile(log, index, seat, tiles[at])
    return log.at_start(index, seat if has_whole_wall(log, index) else None)


@_fault("log/contradiction")
def red_five_in_a_room_without_any(log: LegalRecords) -> RecordLocation:
    """A dealt five is red, though the room has no red fives."""
    game = log.legal.game()
    require(game is not None and game.reds_recorded and not game.red_tiles)
    index, start = log.pick(START_RECORD, lambda at, _: not has_whole_wall(log, at))
    fives = [(seat, at) for seat in range(4) for at, tile in enumerate(start[f"tiles{seat}"]) if tile[0] == "5"]
    seat, at = log.one_of([(seat, at) for seat, at in fives if start[f"tiles{seat}"][at] != "5z"])
    start[f"tiles{seat}"][at] = "0" + start[f"tiles{seat}"][at][1]
    return log.at_start(index, seat)


@_alteration("dora/timing", (DEAL_RECORD, DISCARD_RECORD), lambda log, at, record: record.get("doras"),
             lambda log, at, record: own(log, at, record).moved(-1))  # fmt: skip
def indicator_left_out_of_the_record(log: LegalRecords, index: int, record: Any) -> None:
    """The only record that shows the indicator of a kan does not."""
    others = [at for at in range(len(log.records)) if log.hand(at) == log.hand(index) and log.fields(at).get("doras")]
    others.remove(index)
    require(all([at < index for at in others]))
    require(len(record["doras"]) > max([len(log.fields(at)["doras"]) for at in others], default=1))
    elsewhere = [at for at in range(len(log.records)) if log.hand(at) != log.hand(index)]
    require(any([log.name(at) == log.name(index) and log.fields(at).get("doras") for at in elsewhere]))
    del record["doras"]


def _is_north_drawn(log: LegalRecords, at: int, north: Any) -> bool:
    return bool(north.get("moqie")) and log.fields(at - 1).get("tile") == "4z" and has_whole_wall(log, at)


# fmt: off
_altered("draw-other-than-the-published-wall", "wall/seed", DEAL_RECORD, _others,
         "A draw is not the tile that the published wall holds there.",
         lambda log, at, _: log.name(at + 1) == DISCARD_RECORD, own)
_altered("first-indicator-other-than-the-published-wall", "wall/seed", START_RECORD, changes.alter(_dealt, "doras", 0),
         "The first indicator is not the tile that the published wall holds there.",
         lambda log, at, start: start.get("doras"))
_altered("north-drawn-as-another-tile", "wall/seed", "RecordBaBei",
         lambda log, at, _: log.fields(at - 1).update(tile="1z"),
         "A north that was drawn and set aside is recorded as a drawn east, other than the published wall has it.",
         _is_north_drawn, lambda log, at, north: log.at_last(at - 1, seat_of(north)))
for _name, _where in ((DEAL_RECORD, "draw"), (DISCARD_RECORD, "discard")):
    _altered(f"indicator-of-a-kan-altered-at-a-{_where}", "wall/seed dora/timing", _name,
             changes.alter(_dealt, "doras", -1),
             f"The record of a {_where} that shows the indicator of a kan names another tile.",
             lambda log, at, record: record.get("doras"))
# fmt: on


# ---- turns


def _drawn(log: LegalRecords, index: int) -> str:
    """The tile drawn just before a discard; "" where none was."""
    return str(log.fields(index - 1)["tile"]) if log.name(index - 1) == DEAL_RECORD else ""


def _is_plain_discard(log: LegalRecords, index: int, played: Any) -> bool:
    following = log.fields(index + 1) if log.name(index + 1) == DEAL_RECORD else {}
    is_own = log.name(index - 1) == DEAL_RECORD and seat_of(log.fields(index - 1)) == seat_of(played)
    is_plain = not played.get("is_liqi") and not played.get("doras")
    return is_own and is_plain and log.name(index + 1) == DEAL_RECORD and not following.get("liqi")


def _is_plain_draw(log: LegalRecords, index: int, deal: Any) -> bool:
    is_plain = not deal.get("liqi") and not deal.get("doras") and log.name(index - 1) == DISCARD_RECORD
    following = log.fields(index + 1) if log.name(index + 1) == DISCARD_RECORD else {"is_liqi": True}
    return is_plain and not following.get("is_liqi") and not following.get("doras")


def _is_drawn(log: LegalRecords, at: int, played: Any) -> bool:
    return bool(played.get("moqie")) and _drawn(log, at) == played["tile"]


def _before_discard(log: LegalRecords, at: int, call: Any) -> bool:
    return call.get("type", 0) <= _PON and not call.get("liqi") and log.name(at + 1) == DISCARD_RECORD


def _after_discard(log: LegalRecords, at: int, _: Any) -> None:
    log.records[at : at + 2] = reversed(log.records[at : at + 2])


def _other_seat(log: LegalRecords, index: int, seat: int) -> int:
    seats = log.seats(index)
    return (seat + log.rng.randrange(1, seats)) % seats


@_alteration("call/target", CALL_RECORD, lambda log, at, call: call.get("type", 0) == _PON, own)
def call_of_a_tile_from_another_seat(log: LegalRecords, index: int, call: Any) -> None:
    """The record of a pon says that the tile came from a seat that did not discard it."""
    call["froms"][-1] = log.rng.choice(
        [seat for seat in range(log.seats(index)) if seat not in (seat_of(call), call["froms"][-1])]
    )


# fmt: off
_altered("discard-record-dropped", "turn/order", DISCARD_RECORD, changes.drop,
         "The record of a discard is missing, that of the next seat's draw follows.", _is_plain_discard,
         lambda log, at, _: log.at_first(at, seat_of(log.fields(at + 1))))
_altered("discard-record-dropped-before-whatever-follows", "turn/order call/target win/claim", DISCARD_RECORD,
         changes.drop, "The record of a discard is missing, whether a draw, a call or a win follows.",
         lambda log, at, played: not played.get("is_liqi") and not played.get("doras"))
_altered("draw-record-dropped", "turn/order", DEAL_RECORD, changes.drop,
         "The record of a draw is missing, that of the seat's discard follows.", _is_plain_draw, _own_first)
_altered("draw-record-doubled", "turn/order", DEAL_RECORD, changes.double, "The record of a draw comes twice.",
         lambda log, at, deal: not deal.get("liqi") and not deal.get("doras"),
         lambda log, at, deal: log.at_first(at + 1, seat_of(deal)))
_altered("discard-from-the-hand-marked-as-drawn", "turn/tsumogiri", DISCARD_RECORD, changes.put(True, "moqie"),
         "A discard from the hand, of another tile than the one drawn, is marked as the one drawn.",
         lambda log, at, played: _drawn(log, at) not in ("", played["tile"]) and not played.get("moqie"), own)
_altered("discard-of-a-tile-that-another-seat-was-dealt",
         "tiles/not-held riichi/discard turn/tsumogiri server/offer riichi/noten -", DISCARD_RECORD, _others,
         "The record of a discard names a tile that another seat was dealt, which this one may hold, too.",
         lambda log, at, _: log.name(at + 1) == DEAL_RECORD)
_altered("drawn-discard-marked-as-from-the-hand", "turn/tsumogiri riichi/discard -", DISCARD_RECORD,
         changes.put(False, "moqie"),
         "A discard of the tile just drawn is marked as one from the hand, which may hold another of its face.",
         _is_drawn)
_altered("call-record-dropped", "turn/order", CALL_RECORD, changes.drop,
         "The record of a chi or pon is missing, that of the caller's discard follows.", _before_discard, _own_first)
_altered("call-record-doubled", "turn/order call/target tiles/not-held", CALL_RECORD, changes.double,
         "The record of a call comes twice.", lambda log, at, call: not call.get("liqi"))
_altered("call-record-after-its-discard", "turn/order", CALL_RECORD, _after_discard,
         "The record of a chi or pon comes behind that of the caller's discard.", _before_discard, _own_first)
_altered("call-by-a-seat-whose-tiles-it-is-not-of", "log/contradiction", CALL_RECORD,
         changes.alter(_other_seat, "seat"),
         "The record of a call names another seat than the one whose tiles it is made of.", where=own)
_altered("chi-record-of-tiles-that-are-no-run", "call/meld", CALL_RECORD, changes.put("1z", "tiles", 0),
         "A tile of the record of a chi is an honour.", lambda log, at, call: call.get("type", 0) == 0, own)
_altered("closed-kan-recorded-as-an-added-one", "call/meld call/target tiles/not-held", KAN_RECORD,
         changes.put(_ADDED, "type"), "The record of a closed kan says that it is an added one.",
         lambda log, at, kan: kan["type"] == _CLOSED)
_altered("added-kan-of-a-tile-that-another-seat-was-dealt", "call/meld call/target tiles/not-held", KAN_RECORD,
         partial(_others, name="tiles"), "The record of an added kan names a tile that another seat was dealt.",
         lambda log, at, kan: kan["type"] == _ADDED)
_altered("dealer-without-the-fourteenth-tile", "game/rotation", START_RECORD, changes.alter(_other_seat, "ju"),
         "The record of a deal names another dealer than the seat with fourteen tiles.",
         where=lambda log, at, start: log.at_start(at, start.get("ju", 0)))
# fmt: on


# ---- riichi and sticks


_WITH_STICK: Final = (DEAL_RECORD, DEAL_RECORD, CALL_RECORD)
"""The records that say that a stick is paid, as often as they are chosen."""


def _is_paid(_log: LegalRecords, _: int, record: Any) -> bool:
    return bool(record.get("liqi"))


def _payer(log: LegalRecords, at: int, record: Any) -> RecordLocation:
    return log.at_first(at, seat_of(record["liqi"]))


def _declaration(log: LegalRecords, at: int, _: Any) -> RecordLocation:
    """The location of the riichi whose stick a record says to be paid."""
    declared = next(before for before in range(at - 1, -1, -1) if log.name(before) == DISCARD_RECORD)
    return own(log, declared, log.fields(declared)).moved(-1)


def _is_noten(log: LegalRecords, at: int, played: Any) -> bool:
    is_quiet = log.name(at + 1) == log.name(at - 1) == DEAL_RECORD and not played.get("is_liqi")
    return is_quiet and has_whole_wall(log, at) and not log.table_before(at + 1).seats[seat_of(played)].waits


# fmt: off
_altered("stick-left-out-of-the-record", "stick/deposit", _WITH_STICK, lambda log, at, record: record.pop("liqi"),
         "No record says that the stick of a riichi that stood was paid.", _is_paid, _declaration)
_altered("stick-of-another-amount-in-the-record", "stick/deposit", _WITH_STICK, changes.add(-100, "liqi", "score"),
         "The points after a stick are not less by the stick.", _is_paid, _payer)
_altered("sticks-after-a-deposit-off", "stick/deposit", _WITH_STICK, changes.add(1, "liqi", "liqibang"),
         "The record of a stick counts one stick too many on the table.", _is_paid, _payer)
_altered("declaration-left-out-but-for-its-stick", "stick/deposit", DISCARD_RECORD,
         lambda log, at, played: played.update(is_liqi=False, is_wliqi=False),
         "The declaration of a riichi is not recorded, and its stick is.",
         lambda log, at, played: played.get("is_liqi") and log.fields(at + 1).get("liqi"),
         lambda log, at, played: log.at_first(at + 1, seat_of(played)).moved(-1))
_altered("riichi-recorded-of-a-noten-hand", "riichi/noten riichi/open-hand riichi/repeat stick/deposit riichi/points",
         DISCARD_RECORD, changes.put(True, "is_liqi"),
         "A discard that leaves no hand that is tenpai is recorded as one with riichi.", _is_noten)
# fmt: on


@_fault("stick/deposit")
def stick_of_another_seat_in_the_record(log: LegalRecords) -> RecordLocation:
    """The stick of a riichi is recorded as paid by a seat that has declared none."""
    index, record = log.pick(log.rng.choice(_WITH_STICK), lambda _, record: record.get("liqi"))
    records = [log.fields(at) for at in range(log.start(index), index + 1)]
    paid = [seat_of(one["liqi"]) for one in records if one.get("liqi")]
    seat = log.one_of([seat for seat in range(log.seats(index)) if seat not in paid])
    record["liqi"]["seat"] = seat
    return log.at_first(index, seat)


@_fault("stick/deposit")
def stick_recorded_twice(log: LegalRecords) -> RecordLocation:
    """The payment of a stick is recorded with the draw after the next, too."""
    index, deal = log.pick(DEAL_RECORD, lambda _, deal: deal.get("liqi"))
    for at in range(index + 1, len(log.records)):
        if log.name(at) == DEAL_RECORD:
            log.fields(at)["liqi"] = dict(deal["liqi"])
            return log.at_first(at, seat_of(deal["liqi"]))
        require(log.name(at) == DISCARD_RECORD)
    raise NoSpotError


# ---- wins


def single_win(fits: Callable[[Any], object] = lambda _: True) -> Fits:
    """Whether a record is of a single win, which fits."""
    return lambda _log, _, record: len(record["hules"]) == 1 and fits(record["hules"][0])


_BELOW_YAKUMAN: Final = single_win(lambda win: not win.get("yiman"))


def _fan_id(fan: dict[str, Any]) -> int:
    """The number of a yaku, which old records give by its name."""
    return fan.get("id") or FAN_OF_NAME.get(fan.get("name", ""), 0)


def _plain_fans(win: Any) -> list[dict[str, Any]]:
    """The yaku of a win without riichi and ura dora, which other facts depend on."""
    return [fan for fan in win["fans"] if fan.get("val") and _fan_id(fan) not in _RIICHI_OR_URA]


def _small_fans(win: Any) -> list[dict[str, Any]]:
    return [fan for fan in _plain_fans(win) if fan["val"] < 5]


def _has_ura(win: Any) -> bool:
    return any([fan.get("val") and _fan_id(fan) == _RIICHI_OR_URA[-1] for fan in win["fans"]])


def _has_riichi(win: Any) -> bool:
    return any([YAKU_OF_FAN.get(_fan_id(fan)) in RIICHIS for fan in win["fans"]])


def _points_key(win: Any) -> str:
    """The field of the points that the winner, or each who is not the dealer, is paid."""
    return "point_zimo_xian" if win.get("zimo") else "point_rong"


@_alteration("win/yaku", WIN_RECORD, single_win(lambda win: not win.get("yiman") and _small_fans(win)), winner)
def yaku_of_five_han_in_the_record(log: LegalRecords, _: int, record: Any) -> None:
    """A yaku of a win is recorded with more han than it has."""
    log.rng.choice(_small_fans(record["hules"][0]))["val"] = 5


@_alteration("win/yaku", WIN_RECORD, single_win(_plain_fans), winner)
def yaku_left_out_of_the_record(log: LegalRecords, _: int, record: Any) -> None:
    """A yaku of a win is not recorded."""
    win = record["hules"][0]
    win["fans"].remove(log.rng.choice(_plain_fans(win)))


@_alteration("win/value", WIN_RECORD, single_win(lambda win: win.get(_points_key(win))), winner)
def points_of_the_record_off(_log: LegalRecords, _: int, record: Any) -> None:
    """The points of a win are recorded as 100 more."""
    win = record["hules"][0]
    win[_points_key(win)] += 100


@_alteration("wall/seed", WIN_RECORD, single_win(lambda win: win.get("li_doras") and not _has_ura(win)), winner)
def ura_indicator_other_than_the_published_wall(log: LegalRecords, _: int, record: Any) -> None:
    """An ura indicator, which makes no tile of the winner's dora, is not the tile that the published wall holds."""
    win = record["hules"][0]
    held = "".join([*win["hand"], win["hu_tile"], *win.get("ming", ())])
    harmless = [f"{number}z" for number in (5, 6, 7) if f"{number % 7 + 1 + 4 * (number == 7)}z" not in held]
    win["li_doras"][0] = log.one_of([tile for tile in harmless if tile not in win["li_doras"]])


@_alteration("win/value", WIN_RECORD, _BELOW_YAKUMAN, winner)
def limit_of_the_record_another(_log: LegalRecords, _: int, record: Any) -> None:
    """A win is recorded with another limit below a yakuman."""
    win = record["hules"][0]
    limit = win.get("title_id") or LIMIT_OF_TITLE.get(win.get("title", ""), 0)
    win.update(title_id=limit % 4 + 1, title="")


@_alteration("dora/ura wall/seed", WIN_RECORD, single_win(lambda win: not _has_riichi(win)))
def ura_indicators_recorded_without_riichi(_log: LegalRecords, _: int, record: Any) -> None:
    """The record of a win without riichi shows ura indicators."""
    win = record["hules"][0]
    win["li_doras"] = ["1z"] * len(win["doras"])


def _shows_ura_again(log: LegalRecords, _: int, record: Any) -> bool:
    """Whether the win shows ura indicators, and another does: else it might be a room without any."""
    wins = [log.fields(at)["hules"][0] for at in range(len(log.records)) if log.name(at) == WIN_RECORD]
    return bool(record["hules"][0].get("li_doras")) and len([win for win in wins if win.get("li_doras")]) > 1


# fmt: off
_altered("han-of-the-record-off", "win/value", WIN_RECORD, changes.add(1, "hules", 0, "count"),
         "The han of a win are recorded as one more.", _BELOW_YAKUMAN, winner)
_altered("fu-of-the-record-off", "win/value", WIN_RECORD, changes.add(10, "hules", 0, "fu"),
         "The fu of a win are recorded as ten more.", _BELOW_YAKUMAN, winner)
_altered("limit-of-the-record-off", "win/value", WIN_RECORD,
         lambda log, at, record: record["hules"][0].update(title_id=5, title=""),
         "A win is recorded as a yakuman that it is not.", _BELOW_YAKUMAN, winner)
_altered("hand-of-the-record-off", "win/record", WIN_RECORD, changes.put("9s", "hules", 0, "hand", 0),
         "The hand that a win shows is not the one that won.",
         single_win(lambda win: win["hand"][0] not in ("8s", "9s")), winner)
_altered("winner-of-the-record-another", "win/claim win/shape win/record win/no-yaku", WIN_RECORD,
         changes.alter(lambda log, at, seat: (seat + 1) % log.seats(at), "hules", 0, "seat"),
         "A win is recorded as another seat's.", single_win())
_altered("win-recorded-twice", "win/claim", WIN_RECORD, changes.double, "The record of a self-draw comes twice.",
         single_win(lambda win: win.get("zimo")), lambda log, at, record: winner(log, at, record).moved(1))
_altered("win-record-doubled", "win/multiple win/claim", WIN_RECORD, changes.double,
         "The record of the end of a hand by a win comes twice.")
_altered("win-record-dropped", "game/carry", WIN_RECORD, changes.drop,
         "The record of a win is missing; the next hand starts with its payments.",
         lambda log, at, _: log.name(at + 1) == START_RECORD, lambda log, at, _: log.at_start(at + 1))
_altered("ura-indicators-left-out-of-the-record", "dora/ura", WIN_RECORD,
         lambda log, at, record: record["hules"][0].pop("li_doras"),
         "The record of a win with riichi shows no ura indicators, though that of another does.",
         _shows_ura_again, winner)
# fmt: on


# ---- what is paid


def _add_to_one(name: str, log: LegalRecords, _: int, record: Any) -> None:
    record[name][log.rng.randrange(3)] += 100


def _moved(record: Any, changes: dict[int, int]) -> None:
    """Change the gains of seats, and their points afterwards."""
    for seat, change in changes.items():
        record["delta_scores"][seat] += change
        record["scores"][seat] += change


@_alteration("pay/win", WIN_RECORD, single_win(), winner)
def win_paid_too_much_in_the_record(_log: LegalRecords, _: int, record: Any) -> None:
    """The payer of a win pays 700 more than it is worth."""
    payer = record["delta_scores"].index(min(record["delta_scores"]))
    _moved(record, {seat_of(record["hules"][0]): 700, payer: -700})


def _sticks(log: LegalRecords, index: int) -> int:
    """How many sticks a win takes from the table."""
    paid = [log.fields(at)["liqi"] for at in range(log.start(index), index) if log.fields(at).get("liqi")]
    lying: int = log.fields(log.start(index)).get("liqibang", 0)
    return lying + len([one for one in paid if not one.get("failed")])


def _unawarded(log: LegalRecords, at: int, record: Any) -> None:
    """Take the sticks from the first winner, and give them to the second if there is one."""
    first, *others = [seat_of(win) for win in record["hules"][:2]]
    points = _STICK * _sticks(log, at)
    _moved(record, {first: -points} | dict.fromkeys(others, points))


def _counters(log: LegalRecords, at: int) -> int:
    honba: int = log.fields(log.start(at)).get("ben", 0)
    return honba


def _uncounted(log: LegalRecords, at: int, record: Any) -> None:
    payers = [seat for seat, gain in enumerate(record["delta_scores"]) if gain < 0]
    require(len(payers) in (1, log.seats(at) - 1))
    each = 100 * _counters(log, at) * (log.seats(at) - 1) // len(payers)
    _moved(record, {seat_of(record["hules"][0]): -each * len(payers)} | dict.fromkeys(payers, each))


# fmt: off
_altered("gain-of-one-seat-off", "pay/win stick/award pay/honba", WIN_RECORD, partial(_add_to_one, "delta_scores"),
         "One seat gains 100 points more by a win than it is worth, and nobody pays them.")
_altered("score-before-a-win-off", "stick/leak", WIN_RECORD, partial(_add_to_one, "old_scores"),
         "A score before the payment of a win is not the one that the hand has left.",
         where=lambda log, at, record: log.at_last(at).moved(1 - len(record["hules"])))
_altered("score-after-a-win-off", "stick/leak", WIN_RECORD, changes.add(100, "scores", changes.ANY_ENTRY),
         "A score after a win is not the one before with what the seat gains.", where=changes.at_last)
_altered("counters-of-the-record-unpaid", "pay/honba", WIN_RECORD, _uncounted,
         "A win is paid without the counters on the table.",
         lambda log, at, record: len(record["hules"]) == 1 and _counters(log, at), winner)
_altered("sticks-of-the-record-not-awarded", "stick/award", WIN_RECORD, _unawarded,
         "The winner does not get the sticks on the table.",
         lambda log, at, record: len(record["hules"]) == 1 and _sticks(log, at), winner)
_altered("sticks-of-the-record-to-the-second-winner", "stick/award-seat", WIN_RECORD, _unawarded,
         "Of two winners of a tile the one further from the discarder gets the sticks on the table.",
         lambda log, at, record: len(record["hules"]) > 1 and _sticks(log, at),
         lambda log, at, record: log.at_last(at, seat_of(record["hules"][1])))
# fmt: on


# ---- drawn hands


def _seats_shown(record: Any, *, tenpai: bool) -> list[int]:
    """The seats that are tenpai, or noten, by the record of an exhaustive draw."""
    return [seat for seat, player in enumerate(record["players"]) if bool(player.get("tingpai")) == tenpai]


def _is_paid_draw(_log: LegalRecords, _: int, record: Any) -> bool:
    return 0 < len(_seats_shown(record, tenpai=True)) < len(record["players"])


@_fault("draw/tenpai")
def tenpai_hand_recorded_as_noten(log: LegalRecords) -> RecordLocation:
    """A hand that is tenpai at an exhaustive draw is recorded as noten."""
    index, record = log.pick(_DRAW_RECORD, lambda at, record: _is_paid_draw(log, at, record))
    seat = log.rng.choice(_seats_shown(record, tenpai=True))
    record["players"][seat]["tingpai"] = False
    record["players"][seat].pop("hand", None)
    return log.at_last(index, seat)


@_fault("draw/tenpai")
def noten_hand_recorded_as_tenpai(log: LegalRecords) -> RecordLocation:
    """A hand that is noten at an exhaustive draw is recorded as tenpai."""
    index, record = log.pick(_DRAW_RECORD, lambda _, record: _seats_shown(record, tenpai=False))
    seat = log.rng.choice(_seats_shown(record, tenpai=False))
    record["players"][seat]["tingpai"] = True
    return log.at_last(index, seat)


@_alteration("pay/noten", _DRAW_RECORD, _is_paid_draw, changes.at_last)
def noten_payment_of_the_record_off(_log: LegalRecords, _: int, record: Any) -> None:
    """A noten seat pays 500 more than it has to."""
    gains = record["scores"][0]["delta_scores"]
    gains[gains.index(max(gains))] += 500
    gains[gains.index(min(gains))] -= 500


def _hands(record: Any) -> list[list[str]]:
    return [one["hand"] for one in record["players"] if one.get("hand")]


def _other_hand(log: LegalRecords, _: int, record: Any) -> None:
    hand = log.rng.choice(_hands(record))
    hand[0] = "1z" if hand[0] != "1z" else "2z"


def _without_last_turn(log: LegalRecords, at: int, _: Any) -> None:
    del log.records[at - 2 : at]


# fmt: off
_altered("draw-of-the-hand-recorded-twice", "turn/order", _DRAW_RECORD, changes.double,
         "The record of an exhaustive draw comes twice.", where=lambda log, at, _: log.at_last(at).moved(1))
_altered("hand-recorded-at-a-draw-that-nobody-holds", "tiles/not-held tiles/duplicate", _DRAW_RECORD, _other_hand,
         "A hand shown at a draw has a tile that the seat does not hold.", lambda log, at, record: _hands(record))
_altered("draw-recorded-as-a-nagashi-mangan", "draw/nagashi", _DRAW_RECORD, changes.put(True, "liujumanguan"),
         "An exhaustive draw is recorded as a nagashi mangan, which nobody has.",
         lambda log, at, record: not record.get("liujumanguan"), changes.at_last)
_altered("last-turn-dropped-before-a-draw", "draw/early", _DRAW_RECORD, _without_last_turn,
         "The records of the last draw and discard before an exhaustive draw are missing.",
         lambda log, at, _: log.start(at) < at - 2, lambda log, at, _: log.at_last(at).moved(-2))
_altered("nine-terminals-recorded-as-another-draw", "draw/abortive", "RecordLiuJu",
         changes.alter(lambda log, *_: log.rng.choice([2, 3]), "type"),
         "A hand drawn for nine terminals is recorded as drawn for four winds or four kans.",
         lambda log, at, record: record.get("type") == 1, changes.at_last)
# fmt: on


# ---- from hand to hand


def _is_later(_log: LegalRecords, at: int, _: Any) -> bool:
    return at > 0


def _without_hand(log: LegalRecords, at: int, _: Any) -> None:
    del log.records[at : next(end for end in range(at + 1, len(log.records)) if log.recorded.begins_hand(end))]


# fmt: off
_altered("counter-of-the-next-record-off", "honba/carry", START_RECORD, changes.add(1, "ben"),
         "A hand starts with one counter too many.", _is_later)
_altered("sticks-of-the-next-record-off", "stick/carry", START_RECORD, changes.add(1, "liqibang"),
         "A hand starts with one stick too many on the table.", _is_later)
_altered("round-of-the-next-record-off", "game/rotation", START_RECORD,
         changes.alter(lambda log, at, wind: (wind + 1) % 4, "chang"), "A hand is recorded as of the next round.",
         _is_later)
_altered("hand-left-out-of-the-records", "game/rotation honba/carry game/carry stick/carry", START_RECORD,
         _without_hand, "All records of a hand are missing.",
         lambda log, at, _: 0 < log.hand(at) < log.hand(len(log.records) - 1))
_altered("first-score-of-a-hand-off", "game/start game/carry", START_RECORD, changes.add(100, "scores", 0),
         "A hand, the first or a later one, starts with 100 more points of seat 0.")
# fmt: on


@_fault("game/carry")
def score_of_the_next_record_off(log: LegalRecords) -> RecordLocation:
    """A hand starts with 100 more points of a seat than the last one left."""
    index, start = log.pick(START_RECORD, lambda at, _: at > 0)
    seat = log.rng.randrange(len(start["scores"]))
    start["scores"][seat] += 100
    return log.at_start(index, seat)


@_fault("game/final")
def final_points_of_the_head_off(log: LegalRecords) -> RecordLocation:
    """The head gives a seat 100 points more than it has at the end."""
    head = dict(log.recorded.head)
    players = [dict(one) for one in (head.get("result") or {}).get("players", ())]
    require(len(players) > 2, all(["part_point_1" in one for one in players]))
    log.rng.choice(players)["part_point_1"] += 100
    log.recorded.head = head | {"result": {"players": players}}
    return log.at_last(len(log.records) - 1)


# ---- hands dealt for a fault, which replace one of the game's


def _dealt_fault(name: str, of_events: str, check: str | None, point: str, near: str = "") -> None:
    """Declare a fault that puts one of events into the game, and writes its last hand as the server's records."""

    def put(log: LegalRecords) -> RecordLocation:
        game, put_into_events = log.legal.game(), FAULTS[of_events].put
        assert game is not None
        assert put_into_events is not None
        require(check != "riichi/points" or is_ranked(game))  # in other rooms what the server offers shows the rule
        mutant = put_into_events(LegalGame(game, log.rules, log.rng))
        written = records(mutant.game, log.rules)
        firsts = [at for at, (record, _) in enumerate(written) if record == START_RECORD]
        start = [at for at in range(len(log.records)) if log.recorded.begins_hand(at)][len(mutant.game.hands) - 1]
        log.records[start:] = written[firsts[-1] :]
        shown = [fields.get("doras") for record, fields in log.records if record == DEAL_RECORD]
        require(of_events != "indicator-missing-at-a-win" or any(shown))  # else the log leaves them out everywhere
        log.recorded.head = {key: value for key, value in log.recorded.head.items() if key != "result"}
        return RecordLocation(mutant.hand or 0, mutant.seat, mutant.event)

    changes.put_fault(majsoul.NAME, name, check, point, put, near)


# fmt: off
_dealt_fault("indicator-turned-for-a-win-in-the-record", "indicator-turned-for-a-win", "dora/timing",
             "The indicator of an open kan is turned for a win on its replacement tile.")
_dealt_fault("indicator-missing-at-a-win-in-the-record", "indicator-missing-at-a-win", "dora/timing",
             "The indicator of a closed kan is missing at the win on its replacement tile.")
_dealt_fault("indicator-turned-for-a-robbed-kan-in-the-record", "indicator-turned-for-a-robbed-kan", "dora/timing",
             "The indicator of an added kan is turned, and the kan is robbed.")
_dealt_fault("win-straight-after-a-kan-in-the-record", "win-straight-after-a-kan", None,
             "A win on a replacement tile, or by robbing a kan, with the indicators that are due.",
             "dora/timing win/value")
_dealt_fault("riichi-of-a-seat-that-cannot-pay-in-the-record", "riichi-of-a-seat-that-cannot-pay", "riichi/points",
             "In a ranked room a seat declares riichi with a hundred points less than it needs.")
_dealt_fault("riichi-below-zero-in-the-record", "riichi-below-zero", None,
             "In a room where scores may fall below zero, a seat declares riichi with fewer than none.",
             "riichi/points")
# fmt: on
