"""Faults that are put into the records of a format's logs: most change one record.

Such a fault is a row: its check, the name of the record, the change, and where its finding lies. What rows of all
formats share is here; changes get the log, the record's index and its fields.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from auditor.mutation.faults.fault import FaultKind, PutIntoRecords, name_of, register
from auditor.mutation.faults.legal import LegalRecords, RecordLocation

Change = Callable[[LegalRecords, int, Any], object]
"""Changes a record in place, or those around it. Gets its index and its fields."""
Fits = Callable[[LegalRecords, int, Any], object]
"""Whether a record, of this index and these fields, is one that a fault can be put into."""
Where = Callable[[LegalRecords, int, Any], RecordLocation]
"""Where the finding of a fault in a record lies. Called before it is changed."""


def fault_of_records(format: str, check: str | None, near: str = "") -> Callable[[PutIntoRecords], PutIntoRecords]:
    """Declare a fault (a twin if `check` is None) that is put into the records of logs of a format."""

    def declare(put: PutIntoRecords) -> PutIntoRecords:
        put_fault(format, name_of(put), check, put.__doc__ or "", put, near)
        return put

    return declare


def put_fault(format: str, name: str, check: str | None, point: str, put: PutIntoRecords, near: str = "") -> None:
    """Declare the same by its name and point, for several faults that one function puts."""
    register(FaultKind(name, check, point, tuple(near.split()), None, (), format, put))


def at_start(log: LegalRecords, index: int, _: Any) -> RecordLocation:
    """The start of the record's hand."""
    return log.at_start(index)


def at_last(log: LegalRecords, index: int, _: Any) -> RecordLocation:
    """The last event of the record, of no seat."""
    return log.at_last(index)


def alter_record(
    format: str, name: str, checks: str, record: str | Sequence[str], change: Change, point: str,
    fits: Fits = lambda *_: True, where: Where = at_start,
) -> None:  # fmt: skip
    """Declare a fault in one record of a name, or of one of several names, of those that fit.

    checks: the check that must find it, at the place that `where` gives; or several, separated by blanks, of which one
    must find it in its hand (a hyphen: or none, where perhaps nothing contradicts it).
    """

    def put_into_records(log: LegalRecords) -> RecordLocation:
        chosen = record if isinstance(record, str) else log.rng.choice(record)
        index, fields = log.pick(chosen, lambda at, one: fits(log, at, one))
        location = where(log, index, fields)
        change(log, index, fields)
        return location

    ids = tuple([None if one == "-" else one for one in checks.split()])
    register(FaultKind(name, ids[0], point, (), None, (), format, put_into_records, checks=ids if len(ids) > 1 else ()))


def fault_of_record(
    format: str, checks: str, record: str | Sequence[str], fits: Fits = lambda *_: True, where: Where = at_start
) -> Callable[[Change], Change]:
    """Declare the same, of a change with the function's name and its docstring as the point."""

    def declare(change: Change) -> Change:
        alter_record(format, name_of(change), checks, record, change, change.__doc__ or "", fits, where)
        return change

    return declare


def drop(log: LegalRecords, index: int, _: Any) -> None:
    """A change that takes the record out."""
    del log.records[index]


def double(log: LegalRecords, index: int, _: Any) -> None:
    """A change that puts the record in twice."""
    log.records.insert(index, log.records[index])


ANY_ENTRY: Final = "*"
"""In the path of a change: an entry of the list, chosen at random."""


def alter(new: Callable[[LegalRecords, int, Any], object], *path: str | int) -> Change:
    """A change of the value at a path of keys in the fields to what `new` makes of it, or of 0 where there is none."""

    def change(log: LegalRecords, index: int, fields: Any) -> None:
        holder, key = fields, path[-1]
        for step in path[:-1]:
            holder = log.one_of(holder) if step == ANY_ENTRY else holder[step]
        if key == ANY_ENTRY:
            key = log.rng.randrange(len(holder))
        old = holder.get(key, 0) if isinstance(holder, dict) else holder[key]
        holder[key] = new(log, index, old)

    return change


def add(more: int, *path: str | int) -> Change:
    """A change that adds to the number at a path."""
    return alter(lambda _log, _, old: old + more, *path)


def put(value: object, *path: str | int) -> Change:
    """A change of the value at a path to this one."""
    return alter(lambda *_: value, *path)


def negate(*path: str | int) -> Change:
    """A change of the flag at a path to its opposite."""
    return alter(lambda _log, _, old: not old, *path)
