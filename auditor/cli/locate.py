"""Which game is meant: by a path, ``PATH::MEMBER``, a log id or finding of a database, or an address of a viewer."""

import os
import re
from typing import TYPE_CHECKING, Final

from auditor.cli.options import UsageError, rules_of_project
from auditor.formats.log_ids import log_id_from_name
from auditor.report.show import GameRef
from auditor.rulesets import AUTO
from auditor.rulesets import names as ruleset_names
from auditor.sources import STANDARD_INPUT, address_of, holds_log, is_page, split_address
from auditor.units import EventIndex, HandIndex

if TYPE_CHECKING:
    from auditor.store.previous import StoredGame

_HAND_OF_VIEWER: Final = re.compile(r"[?&]ts=(\d+)")


def resolve_game(
    log: str | None,
    database: str | None = None,
    *,
    game: int | None = None,
    hand: HandIndex | None = None,
    round: str | None = None,
    event: EventIndex | None = None,
    finding: int | None = None,
    rules: str | None = AUTO,
) -> GameRef:
    """What the arguments of a command mean. Raises UsageError.

    log: a path, an address, a log id or file name that the database knows; None with a finding of the database. rules:
    None where none are named: those of the project, or those by which the database's game was judged.
    """
    if hand is not None and round is not None:
        raise UsageError("give either --hand or --round, not both.")
    if finding is not None and (hand, round, event) != (None, None, None):
        raise UsageError("--finding names a place by itself: without --hand, --round and --event.")
    if log is None:
        if finding is None:
            raise UsageError("name a log; or, of a database, --finding N.")
        return _by_number(finding, database, AUTO if rules is None else rules)
    if is_page(log) and hand is None and round is None and finding is None:
        viewed = _HAND_OF_VIEWER.search(log)
        hand = None if viewed is None else int(viewed[1])
    if log.endswith(".duckdb") and os.path.isfile(log):
        raise UsageError(f"{log}: a database is named by --db {log}, with a log id that it knows or --finding N.")
    meant = GameRef(log, game, hand, event, round, finding, AUTO if rules is None else rules)
    if not _is_address(log) and database is not None:
        place = _by_name(log, database)
        return _opened(place, database, meant)
    return meant._replace(rules=rules_of_project()) if rules is None else meant


def _is_address(log: str) -> bool:
    """Whether an argument is to be opened as it is."""
    path = split_address(log)[0]
    return path == STANDARD_INPUT or os.path.lexists(path) or (is_page(log) and holds_log(log))


def _by_name(log: str, database: str) -> "StoredGame":
    """The game of a log id, of a viewer's address that holds one, or of a file name."""
    from auditor.errors import StoreError
    from auditor.store.previous import games_of_log
    from auditor.store.queries import connect

    name = log_id_from_name(log) or log
    try:
        with connect(database) as connection:
            places = games_of_log(connection, name)
    except StoreError as error:
        raise UsageError(str(error)) from error
    if not places:
        raise UsageError(f"{log}: there is no such file, and {database} has no log of that id or name.")
    if len(places) > 1:
        told = ", ".join([address_of(one.path, one.member) for one in places[:5]])
        raise UsageError(f"{log}: {database} has {len(places)} games of that name; give one of {told}.")
    return places[0]


def _by_number(number: int, database: str | None, rules: str) -> GameRef:
    """The place of a finding of a database."""
    from auditor.errors import StoreError
    from auditor.store.previous import game_of_finding
    from auditor.store.queries import connect

    if database is None:
        raise UsageError("--finding without a log needs a database: --db FILE.")
    try:
        with connect(database) as connection:
            place = game_of_finding(connection, number)
    except StoreError as error:
        raise UsageError(str(error)) from error
    if place is None:
        raise UsageError(f"{database}: there is no finding {number}; they count from 0 (v_findings.number).")
    return _opened(place, database, GameRef("", None, place.hand, place.event, rules=rules))


def _opened(place: "StoredGame", database: str, meant: GameRef) -> GameRef:
    """The place with the address under which it is found now, judged as in the database."""
    from auditor.store.previous import path_from

    path = path_from(database, place.path)
    if path is None:
        told = address_of(place.path, place.member)
        raise UsageError(f"{told}: {database} was loaded from it, and it is not there; call from the same folder.")
    rules = meant.rules
    if rules == AUTO and place.rules.partition(";")[0] != AUTO and place.ruleset in ruleset_names():
        rules = place.ruleset
    return meant._replace(address=address_of(path, place.member), game=place.game, rules=rules)
