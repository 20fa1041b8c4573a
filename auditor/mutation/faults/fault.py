"""What a fault is: how it is put into a copy of a legal game, and the one finding that it must give.

A fault is a row (`FaultRow`) of the TOML file of its family, and where a row alone cannot tell it a function of its
name in the module beside. Most functions take a `LegalGame` and return a `Mutant`; those of a format's records take
`LegalRecords`, change them, and return where the finding lies. All raise NoSpotError, as `find` and `pick` do, where
there is no spot for the fault. A row without a check is a legal twin of faults: a near miss, without a finding.
"""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, NamedTuple

import msgspec

from auditor.core.events import DISCARD, KIND_NAMES, Event, Game, Hand, Win
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.wall import generator_of
from auditor.mutation.faults import legal
from auditor.mutation.faults.legal import LegalGame, LegalRecords, Mutant, NoSpotError, RecordLocation

Put = Callable[[LegalGame], Mutant]
PutIntoRecords = Callable[[LegalRecords], RecordLocation]
NewFacts = dict[str, Any]


class FaultKind(NamedTuple):
    """A kind of fault.

    name: as selected by users. check: the id of the check that must find it; None for a legal twin. checks: all of
    them for a fault of which one of several must find something in its hand, by what is around it, with None where
    perhaps nothing is wrong; `check` is then the first; () for all others. point: the fault in a sentence.
    near: for a twin, the checks that must stay silent though it looks like their faults. put: makes a mutant.
    needs: facts that a log must record for it: attributes of `Game` that must be true, or PROVEN. format: the format
    into whose records `put_into_records` puts it; "" where it is put into the events of any.
    """

    name: str
    check: str | None
    point: str
    near: tuple[str, ...]
    put: Put | None
    needs: tuple[str, ...]
    format: str = ""
    put_into_records: PutIntoRecords | None = None
    checks: tuple[str | None, ...] = ()

    def is_recorded(self, game: Game) -> bool:
        """Whether a game's log records what the fault needs."""
        return all([is_proven(game) if fact == PROVEN else getattr(game, fact) for fact in self.needs])

    def mutant_of(self, game: Game, rules: Ruleset, rng: Random) -> Mutant | None:
        """Copy a legal game with the fault in it; None where the game has no spot for it."""
        if self.put is None or not self.is_recorded(game):
            return None
        try:
            return self.put(LegalGame(game, rules, rng))
        except NoSpotError:
            return None

    def change_records(self, records: LegalRecords) -> RecordLocation | None:
        """Put the fault into a log's records. Returns where its finding lies, None where there is no spot for it."""
        assert self.put_into_records is not None
        try:
            return self.put_into_records(records)
        except NoSpotError:
            return None


PROVEN: Final = "proven"
"""In `needs`: the log must have a seed by which its tiles can be proven."""


def is_proven(game: Game) -> bool:
    """Whether a Tenhou seed proves the tiles of a game."""
    seeds = [game.seed, *[hand.shuffle for hand in game.hands]]
    return game.copies_recorded and any([seed.startswith("mt19937ar") and generator_of(seed) != seed for seed in seeds])


FAULTS: Final[dict[str, FaultKind]] = {}
"""Every kind of fault, by its name; filled by the families' modules."""


# ---- faults as rows


Change = Callable[[LegalRecords, int, Any], object]
"""Changes a record in place, or those around it. Gets the log, the record's index and its fields."""
Fits = Callable[[Any, int, Any], object]
"""Whether a fault can be put there. Gets the log and a record's index and fields, or those of a hand and event."""
Where = Callable[[LegalRecords, int, Any], RecordLocation]
"""Where the finding of a fault in a record lies. Called before it is changed."""
Names = dict[str, Any]
"""The functions that rows name, which are those of the format's module, with an underscore before them."""


class RowChange(msgspec.Struct, forbid_unknown_fields=True):
    """A change of what lies at a path of keys in a record's fields, such as ``players.*.points``; of 0 where it lacks.

    at: the path; a * is an entry of a list, chosen at random. record: how many records later the record comes that is
    changed. put: the new value. add: what is added to the number there. by: the function that makes the new value of
    the log, the record's index and the old value. sub: a pattern in the text there, and its replacement. insert: an
    index in the list there, and a value. remove: a value of the list or a key of the dict. drop: how many records go.
    """

    at: str = ""
    record: int = 0
    put: Any = msgspec.UNSET
    add: int = 0
    by: str = ""
    sub: tuple[str, str] | None = None
    insert: tuple[int, Any] | None = None
    remove: str | int = ""
    drop: int = 0


class RowLocation(msgspec.Struct, forbid_unknown_fields=True):
    """Where the finding of a fault in a record lies, for a row.

    at: the start of the hand, or the first or last event of the record, or of the one `record` records later. seat: the
    subject (`_subject`) that names whose it is, as the format's `seat` reads it, or "". moved: how many events later.
    """

    at: Literal["start", "first", "last"] = "start"
    seat: str = ""
    record: int = 0
    moved: int = 0


class FaultRow(msgspec.Struct, forbid_unknown_fields=True, rename={"arguments": "with"}):
    """A fault, as a row of the TOML file beside its module.

    puts: the point. check: the check that must find it; or several, separated by blanks, of which one must find it in
    its hand (a hyphen: or none, where perhaps nothing contradicts it); "" for a twin. near, needs: as in `FaultKind`;
    ids of checks are separated by blanks. put: the function that puts it; that of its name if not given. arguments
    (`with`): what that, or the change, gets besides. fits: what must hold (`_condition`) for the event or the record.
    event: the names of kinds of events of which one is altered, by the facts that the function gives, or is changed,
    doubled or dropped by `change`; the finding is of its seat, or of that of the event `where.record` events later.
    record: the name of the record of a format's log that is changed, or several of which one is chosen. change: what is
    changed, or a function (`Change`). where: where the finding lies, or a function (`Where`).
    """

    puts: str
    check: str = ""
    near: str = ""
    needs: tuple[str, ...] = ()
    put: str = ""
    arguments: dict[str, Any] = {}
    fits: list[str] = []
    event: str = ""
    record: str | list[str] = ""
    change: RowChange | list[RowChange] | str = ""
    where: RowLocation | str = msgspec.field(default_factory=RowLocation)


def declare_rows(file: str, names: Names, format: str = "") -> None:
    """Declare the faults of the TOML file beside a module, of this path and these names. format: as in `FaultKind`."""
    names = _SHARED | names
    rows = msgspec.toml.decode(Path(file).with_suffix(".toml").read_bytes(), type=dict[str, FaultRow])
    for name, row in rows.items():
        assert name not in FAULTS, f"two faults are called {name}"
        checks = tuple([None if one == "-" else one for one in row.check.split()])
        put: Any = names.get("_" + (row.put or name.replace("-", "_")))
        if row.arguments and put is not None:
            put = partial(put, **row.arguments)
        if row.event:
            put = _put_into_event(row, put, names)
        elif row.record:
            put = _put_into_record(row, names)
        elif not checks and not format:
            put = _without_location(put)
        FAULTS[name] = FaultKind(
            name, checks[0] if checks else None, row.puts, tuple(row.near.split()), None if format else put, row.needs,
            format, put if format else None, checks if len(checks) > 1 else (),
        )  # fmt: skip


def _without_location(put: Put) -> Put:
    """For a twin, in which nothing is found, wherever the game was changed."""
    return lambda game: Mutant(put(game).game)


def _put_into_event(row: FaultRow, alter: Callable[[LegalGame, Any], NewFacts] | None, names: Names) -> Put:
    """What alters one of the events that fit; of wins one that is the only one of its hand."""
    fits = [_condition(text, names) for text in row.fits]
    kinds = [KIND_NAMES.index(name) for name in row.event.split()]

    def fit(hand: Hand, index: int, event: Event) -> bool:
        if event.kind not in kinds or (isinstance(event, Win) and len(hand.wins) > 1):
            return False
        return all(fits_one(hand, index, event) for fits_one in fits)

    def put(game: LegalGame) -> Mutant:
        spot = game.pick(fit)
        if alter is not None:
            return spot.altered(**alter(game, spot.event))
        if row.change == "double":
            return spot.doubled(spot.event.seat)
        assert isinstance(row.change, RowChange)
        if row.change.drop:
            assert isinstance(row.where, RowLocation)
            return spot.replaced([], spot.later(row.where.record).seat)
        return spot.altered(**{row.change.at: getattr(spot.event, row.change.at) + row.change.add})

    return put


def _put_into_record(row: FaultRow, names: Names) -> PutIntoRecords:
    """What changes one of the records that fit."""
    fits = [_condition(text, names) for text in row.fits]
    where: Where = names["_" + row.where] if isinstance(row.where, str) else _location(row.where, names)
    listed = row.change if isinstance(row.change, list) else [row.change]
    changes = [
        partial(names["_" + one], **row.arguments) if isinstance(one, str) else _change(one, names) for one in listed
    ]

    def put_into_records(log: LegalRecords) -> RecordLocation:
        name = row.record if isinstance(row.record, str) else log.rng.choice(row.record)
        index, fields = log.pick(names.get(name, name), lambda at, one: all(fit(log, at, one) for fit in fits))
        location = where(log, index, fields)
        for change in changes:
            change(log, index, fields)
        return location

    return put_into_records


def _condition(text: str, names: Names) -> Fits:
    """A condition: ``has S``, ``S is VALUE``, ``S equals S``, ``S below NUMBER``, ``S holds VALUE``, ``S matches
    PATTERN``, ``not ...``, or a function.

    S is a `_subject`, which a pattern matches from its start. A constant of the module may stand for VALUE.
    """
    match text.split(" "):
        case ["not", *rest]:
            holds = _condition(" ".join(rest), names)
            return lambda log, index, fields: not holds(log, index, fields)
        case ["has", subject]:
            return _subject(subject)
        case [subject, "is", *words]:
            of, value = _subject(subject), " ".join(words)
            return lambda log, index, fields: str(of(log, index, fields)) == str(names.get(value, value))
        case [subject, "equals", other]:
            of, of_other = _subject(subject), _subject(other)
            return lambda log, index, fields: of(log, index, fields) == of_other(log, index, fields)
        case [subject, "below", number]:
            of = _subject(subject)
            return lambda log, index, fields: of(log, index, fields) < int(number)
        case [subject, "holds", value]:
            of = _subject(subject)
            return lambda log, index, fields: value in map(str, of(log, index, fields))
        case [subject, "matches", pattern]:
            of = _subject(subject)
            return lambda log, index, fields: re.match(pattern, str(of(log, index, fields)))
    fits: Fits = names["_" + text]
    return fits


def _subject(text: str) -> Callable[[Any, int, Any], Any]:
    """What a row speaks of: ``PATH`` in a record's fields, ``+1:PATH`` in those of the next, ``-1``: the last's name.

    PATH is as in `RowChange`, or ``.`` for all of the fields.
    """
    number, _, path = text.rpartition(":")
    if not number and text[0] in "+-":
        return lambda log, index, _: log.name(index + int(text))
    return lambda log, index, fields: value_at(log.fields(index + int(number)) if number else fields, path)


def value_at(fields: Any, path: str) -> Any:
    """The value at a path of keys in the fields of a record, or of attributes of an event; 0 where there is none."""
    for step in path.split(".") if path != "." else ():
        try:
            is_event = isinstance(fields, Event)
            fields = getattr(fields, step) if is_event else fields[step if isinstance(fields, dict) else int(step)]
        except (KeyError, IndexError):
            return 0
    return fields


def _location(row: RowLocation, names: Names) -> Where:
    at = {"start": LegalRecords.at_start, "first": LegalRecords.at_first, "last": LegalRecords.at_last}[row.at]

    def where(log: LegalRecords, index: int, fields: Any) -> RecordLocation:
        seat = names["_seat"](log, index, _subject(row.seat)(log, index, fields)) if row.seat else None
        found = at(log, index + row.record, seat)
        return found.moved(row.moved) if row.moved else found

    return where


def _change(row: RowChange, names: Names) -> Change:
    def change(log: LegalRecords, index: int, _: Any) -> None:
        index += row.record
        if row.drop:
            del log.records[index : index + row.drop]
            return
        holder, key = _held(log, log.fields(index), row.at)
        old = holder if key is None else holder.get(key, 0) if isinstance(holder, dict) else holder[key]
        if row.insert is not None:
            old.insert(*row.insert)
        elif row.remove:
            old.pop(row.remove, None) if isinstance(old, dict) else old.remove(row.remove)
        elif row.sub is not None:
            holder[key] = re.sub(*row.sub, old, count=1)
        elif row.by:
            holder[key] = names["_" + row.by](log, index, old)
        else:
            holder[key] = old + row.add if row.put is msgspec.UNSET else row.put

    return change


def _held(log: LegalRecords, fields: Any, path: str) -> tuple[Any, Any]:
    """What holds the value at a path, and its key there; the fields and None for the path of all of them."""
    holder, key = fields, None
    for step in path.split(".") if path else ():
        holder = fields
        key = step if isinstance(holder, dict) else log.one_of(range(len(holder))) if step == "*" else int(step)
        fields = holder.get(key, 0) if isinstance(holder, dict) else holder[key]
    return holder, key


def _double(log: LegalRecords, index: int, _: Any) -> None:
    log.records.insert(index, log.records[index])


def _negated(_log: LegalRecords, _: int, flag: Any) -> bool:
    return not flag


def _is_in_riichi(_: Hand, __: int, win: Win) -> bool:
    return legal.has_riichi(win)


def _is_before_discard(hand: Hand, index: int, _: Event) -> bool:
    return legal.following(hand, index, DISCARD)


def _is_later(log: LegalRecords, index: int, _: Any) -> bool:
    return log.hand(index) > 0


def _is_of_last_hand(log: LegalRecords, index: int, _: Any) -> bool:
    return log.hand(index) == log.hand(len(log.records) - 1)


_SHARED: Final[Names] = {
    "_double": _double, "_negated": _negated, "_is_later": _is_later, "_is_of_last_hand": _is_of_last_hand,
    "_is_in_riichi": _is_in_riichi, "_is_before_discard": _is_before_discard,
    "_is_plain_discard": legal.is_plain_discard,
}  # fmt: skip
"""What rows of all files name: changes of records, and what is asked of them, of wins and of discards."""
