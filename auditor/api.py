"""The program as a library: read logs, replay and audit them, load them into DuckDB, and connect to what was loaded.

from auditor import api
for game in api.read("logs/"): ...
"""

from collections.abc import Iterable, Iterator
from functools import partial
from os import PathLike, fspath
from typing import NamedTuple

import duckdb

from auditor.audit.game import Audit, audit_game
from auditor.audit.pool import run
from auditor.audit.worker import Settings
from auditor.events import Game
from auditor.findings import Finding
from auditor.logs import read_logs
from auditor.problems import Problem
from auditor.report.kan import KanAnswer, KanQuestionError, judge_kan
from auditor.report.picture import Position, finding_html
from auditor.report.summary import Summary
from auditor.rulesets import AUTO, RulesetError, choose, settings_key
from auditor.sources import Limits, input_name, open_sources
from auditor.store.database import Store, StoreError
from auditor.store.database import connect as connect_database
from auditor.table.record import HandRecord
from auditor.units import EventIndex, HandIndex, SeatIndex
from auditor.version import version

__all__ = [
    "Audit", "Finding", "Game", "HandRecord", "KanAnswer", "KanQuestionError", "Loaded", "Position", "Problem",
    "RulesetError", "StoreError", "audit", "connect", "judge_kan", "load", "position", "read", "replay",
]  # fmt: skip

Path = str | PathLike[str]


class Loaded(NamedTuple):
    """What a load gave.

    inputs: read. known: of these, loaded before. findings: their number by severity. problems: pairs (path and place,
    message).
    """

    inputs: int
    known: int
    games: int
    hands: int
    findings: dict[str, int]
    problems: list[tuple[str, str]]


def read(*paths: Path, limits: Limits | None = None) -> Iterator[Game | Problem]:
    """Every game in files, folders, archives and databases, one at a time, and what could not be read.

    A `Problem` has a place (the path first) and a message. Raises nothing.
    """
    for log in read_logs([fspath(path) for path in paths], limits):
        if isinstance(log.found, Problem):
            yield Problem(_place(log.address, log.found.place), log.found.message)
        else:
            yield log.found


def audit(game: Game, rules: str = AUTO) -> Audit:
    """Replay and judge a game. In a notebook each finding draws itself.

    rules: ``auto``, the name of a ruleset, or a file (TOML, or Majiang's rule object). Returns the findings, in the
    order found, and a record of each hand, with the ruleset they were judged by. Raises RulesetError.
    """
    ruleset, _ = choose(rules, game)
    audited = audit_game(game, ruleset)
    for finding in audited.findings:
        finding.drawing = partial(finding_html, game, ruleset)
    return audited


def position(
    game: Game, hand: HandIndex, event: EventIndex | None = None, *, rules: str = AUTO, view: SeatIndex | None = None
) -> Position:
    """The position that an event of a hand met, or without an event the end of the hand.

    hand, event: by their indexes, as in findings. view: the seat that sits below; None for the one that acts. As text
    with ``str``, as a picture with ``svg()``; in a notebook it draws itself. Raises RulesetError, and IndexError where
    there is no such hand or event.
    """
    ruleset, _ = choose(rules, game)
    for one in game.hands:
        if one.index == hand:
            if event is not None and not 0 <= event < len(one.events):
                raise IndexError(f"hand {hand} has the events 0 to {len(one.events) - 1}, not {event}")
            return Position(game, one, event, ruleset, view)
    raise IndexError(f"there is no hand {hand}")


def replay(game: Game, rules: str = AUTO) -> list[HandRecord]:
    """What the replay of a game gives for each hand: outcome, riichis, ledger, end scores. Raises RulesetError."""
    return audit(game, rules).records


def load(
    paths: Iterable[Path], database: Path, *, rules: str = AUTO, jobs: int | None = None, limits: Limits | None = None
) -> Loaded:
    """Audit inputs into a DuckDB file, as ``auditor audit PATHS --db DATABASE`` does.

    What the file holds already, audited by the same rules, is not audited again. jobs: processes; None chooses. Where
    more than one is used, the calling script must be importable (``if __name__ == "__main__":``). Raises StoreError and
    RulesetError.
    """
    settings = Settings(rules, settings_key(rules), version())
    summary = Summary()
    problems: list[tuple[str, str]] = []
    with Store(fspath(database), settings.rules_key, settings.version) as store:
        items = open_sources([fspath(path) for path in paths], limits or Limits())
        for result in run(items, settings, jobs, store):
            summary.add(result)
            name = input_name(result.path, result.member)
            problems += [(_place(name, place), message) for place, message in result.problems]
    return Loaded(summary.inputs, summary.stored, summary.games, summary.hands, dict(summary.findings), problems)


def connect(database: Path) -> duckdb.DuckDBPyConnection:
    """Open a loaded database for reading with SQL. Raises StoreError."""
    return connect_database(fspath(database))


def _place(name: str, place: str) -> str:
    return f"{name}, {place}" if place else name
