"""Reading back what a database has of inputs loaded earlier: where their games are, and what their audit found."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from auditor.core import results
from auditor.core.errors import Problem
from auditor.core.phrases import phrase_with
from auditor.core.rulesets.choice import RulesetMismatch
from auditor.core.rulesets.loading import AUTO
from auditor.core.sources import is_page, is_url
from auditor.core.store.schema import SourceRules, statements_in
from auditor.core.units import EventIndex, HandIndex

if TYPE_CHECKING:
    import duckdb

_FILE: Final = "previous.sql"


class StoredGame(NamedTuple):
    """The input of a stored game, and a location in the game.

    path, member: its input, as in `sources`. game: its number there, from 0. hand, event: those of a finding, if any.
    ruleset: its name. rules, also_under, optional_tables: as in `sources`.
    """

    path: str
    member: str
    game: int
    hand: HandIndex | None
    event: EventIndex | None
    ruleset: str
    rules: str
    also_under: list[str]
    optional_tables: list[str]

    @property
    def is_ruleset_named(self) -> bool:
        """Whether its ruleset was named by the user, not chosen by what the log states."""
        return not is_chosen_by_log(self.rules, self.also_under, self.optional_tables)


def is_chosen_by_log(rules: str, also_under: list[str], optional_tables: list[str]) -> bool:
    """Whether each game of an input was audited by the ruleset that its log states, from these columns of `sources`."""
    return rules == SourceRules(AUTO, tuple(also_under), tuple(optional_tables)).text


def path_from(database: str, path: str) -> str | None:
    """The path of an input now: as stored, or relative to the database's folder; None where neither exists."""
    if is_page(path) or is_url(path) or os.path.lexists(path):
        return path
    moved = os.path.join(os.path.dirname(database), path)
    return moved if os.path.lexists(moved) else None


def games_of_log(connection: "duckdb.DuckDBPyConnection", log: str) -> list[StoredGame]:
    """The games with a log id; if there are none, those of inputs with that file name."""
    chosen = "SELECT game_id, NULL, NULL FROM all_games JOIN sources USING (source_id) WHERE"
    games = _stored_games(connection, f"{chosen} log_id = ?", log)
    return games or _stored_games(connection, f"{chosen} parse_filename(coalesce(member, path)) = ?", log)


def ids_known(connection: "duckdb.DuckDBPyConnection", log_ids: Iterable[str]) -> set[str]:
    """The log ids of which a database has games."""
    return {log_id for (log_id,) in _rows(connection, "ids_known", log_ids)}


def games_of_finding(connection: "duckdb.DuckDBPyConnection", name: str) -> list[StoredGame]:
    """The game of each finding of a name: the first letters of its fingerprint."""
    chosen = "SELECT game_id, hand, event FROM all_findings WHERE starts_with(fingerprint, ?)"
    return _stored_games(connection, chosen, name)


def _stored_games(connection: "duckdb.DuckDBPyConnection", chosen: str, value: object) -> list[StoredGame]:
    """The games that a query selects. chosen: a SELECT of game_id, hand and event, with one parameter."""
    statement = statements_in(_FILE)["stored_games"].format(chosen=chosen)
    return [StoredGame(*row) for row in connection.execute(statement, [value]).fetchall()]


def _rows(connection: "duckdb.DuckDBPyConnection", name: str, keys: Iterable[str]) -> list[tuple[Any, ...]]:
    """The rows of a statement of ``previous.sql`` that belong to one of the keys."""
    return connection.execute(statements_in(_FILE)[name], {"keys": list(keys)}).fetchall()


class KnownInput(NamedTuple):
    """What a database has of one content. result: that of its first load. paths: its places, as (path, member)."""

    result: results.InputResult
    paths: set[tuple[str, str | None]]


def previous_results(
    connection: "duckdb.DuckDBPyConnection", contents: list[str], judgement: tuple[str, str] | None = None
) -> dict[str, KnownInput]:
    """What is loaded of each content, by SHA-256. judgement: rules and version as in `sources`; None for any."""
    known: dict[str, KnownInput] = {}
    by_source: dict[str, results.InputResult] = {}
    given = {"contents": contents, "rules": judgement and judgement[0], "version": judgement and judgement[1]}
    rows = connection.execute(statements_in(_FILE)["inputs"], given).fetchall()
    for source_id, path, member, format, sha256, bytes in rows:
        if sha256 not in known:
            result = results.InputResult(path, member, format, sha256=sha256, bytes=bytes, is_known=True)
            known[sha256] = KnownInput(result, set())
            by_source[source_id] = result
        known[sha256].paths.add((path, member))
    for source_id, place, message in _rows(connection, "problems", by_source):
        by_source[source_id].problems.append(Problem(place, message))
    _add_games(connection, {sha256: one.result for sha256, one in known.items()})
    return known


@lru_cache(maxsize=1024)
def phrases_of(data: str) -> Mapping[str, str]:
    """The phrases that `results.phrases_data` made JSON of, by their text."""
    held = msgspec.json.decode(data, type=dict[str, results.ShortText])
    return {text: phrase_with(text, one.id, dict(one.arguments)) for text, one in held.items()}


def _add_games(connection: "duckdb.DuckDBPyConnection", by_content: dict[str, results.InputResult]) -> None:
    """Add the games to results, which are by SHA-256; in the order of their input."""
    games: dict[str, results.GameResult] = {}
    for game_id, sha256, ways, fitting, *columns in _rows(connection, "games", by_content):
        number, log, log_id, ruleset, reason, shuffle, reasons = columns
        said = phrases_of(reasons)
        reason = said.get(reason, reason)
        game = games[game_id] = results.GameResult(number, log, log_id, ruleset, reason, shuffle=shuffle)
        if ways:
            game.mismatch = RulesetMismatch(ruleset, tuple([said.get(way, way) for way in ways]), tuple(fitting))
        by_content[sha256].games.append(game)
    for game_id, names, is_over in _rows(connection, "players", games):
        games[game_id].players, games[game_id].is_over = tuple(names), is_over
    _add_hands(connection, games)
    _add_findings(connection, games)


def _add_hands(connection: "duckdb.DuckDBPyConnection", games: dict[str, results.GameResult]) -> None:
    """Add to games (by key) the number of their hands, and which checks could not be made in these."""
    unjudged: dict[str, Counter[results.Unjudged]] = {}
    for game_id, stopped_at, *why in _rows(connection, "hands", games):
        games[game_id].hands += 1
        games[game_id].stopped += stopped_at is not None
        unjudged.setdefault(game_id, Counter()).update(unjudged_of(*why))
    for game_id, counts in unjudged.items():
        games[game_id].unjudged = sorted(counts.items())


def unjudged_of(texts: list[str], checks: list[list[str]], reasons: str) -> list[results.Unjudged]:
    """The checks that could not be made in a hand, from the columns `unjudged`, `unjudged_checks` and `reasons`.

    The first holds `str` of each, and the reason has no column of its own.
    """
    said = phrases_of(reasons)
    plain = [text.removeprefix(f"{', '.join(of)}: ") for text, of in zip(texts, checks, strict=True)]
    return [results.Unjudged(tuple(of), said.get(text, text)) for text, of in zip(plain, checks, strict=True)]


def _add_findings(connection: "duckdb.DuckDBPyConnection", games: dict[str, results.GameResult]) -> None:
    """Add to games (by key) their findings."""
    for game_id, *columns in _rows(connection, "findings", games):
        where = results.Location(*columns[:7])
        check, severity, message, fingerprint, *shown, kind, points, text, message_id = columns[7:-2]
        penalty = None if kind is None else results.Penalty(kind, points, text)
        expected, actual = _shown(*shown[:2]), _shown(*shown[2:])
        finding = results.Finding(check, severity, where, message, expected, actual, penalty, fingerprint, message_id)
        finding.arguments = msgspec.json.decode(columns[-2], type=results.Arguments)
        finding.depends_on = tuple(columns[-1])
        games[game_id].findings.append(finding)


def _shown(text: str | None, points: list[int] | None) -> results.Shown:
    """The expected or actual of a finding, from its columns: the text, and the numbers if it has any."""
    if points is None:
        return text
    unsigned = results.Amounts(tuple(points))
    return unsigned if unsigned.text() == text else results.Amounts(tuple(points), signed=True)
