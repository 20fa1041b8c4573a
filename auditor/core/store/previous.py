"""Reading back what a database has of inputs loaded earlier: where their games are, and what their audit found."""

import os
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from auditor.core.errors import Problem
from auditor.core.results import (
    Amounts,
    Arguments,
    Finding,
    GameResult,
    InputResult,
    Location,
    Penalty,
    Shown,
    Unjudged,
)
from auditor.core.rulesets.choice import RulesetMismatch
from auditor.core.rulesets.loading import AUTO
from auditor.core.sources import is_page, is_url
from auditor.core.store.schema import SourceRules
from auditor.core.units import EventIndex, HandIndex

if TYPE_CHECKING:
    import duckdb


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
    chosen = "SELECT game_id, NULL, NULL FROM games JOIN sources USING (source_id) WHERE"
    games = _stored_games(connection, f"{chosen} log_id = ?", log)
    return games or _stored_games(connection, f"{chosen} parse_filename(coalesce(member, path)) = ?", log)


def ids_known(connection: "duckdb.DuckDBPyConnection", log_ids: Iterable[str]) -> set[str]:
    """The log ids of which a database has games."""
    rows = connection.execute(
        "SELECT DISTINCT log_id FROM games WHERE log_id IN (SELECT unnest(?::VARCHAR[]))", [list(log_ids)]
    ).fetchall()
    return {log_id for (log_id,) in rows}


def game_of_finding(connection: "duckdb.DuckDBPyConnection", number: int) -> StoredGame | None:
    """The game of a finding, by the finding's number in the database (`v_findings.number`); None if there is none."""
    games = _stored_games(connection, "SELECT game_id, hand, event FROM v_findings WHERE number = ?", number)
    return games[0] if games else None


def _stored_games(connection: "duckdb.DuckDBPyConnection", chosen: str, value: object) -> list[StoredGame]:
    """The games that a query selects. chosen: a SELECT of game_id, hand and event, with one parameter."""
    rows = connection.execute(
        f"WITH chosen(game_id, hand, event) AS ({chosen})"
        " SELECT path, coalesce(member, ''), number, chosen.hand, chosen.event, ruleset,"
        " rules, sources.also_under, optional_tables"
        " FROM chosen JOIN games USING (game_id) JOIN sources USING (source_id) ORDER BY path, member, game_id",
        [value],
    ).fetchall()
    return [StoredGame(*row) for row in rows]


class KnownInput(NamedTuple):
    """What a database has of one content. result: that of its first load. paths: its places, as (path, member)."""

    result: InputResult
    paths: set[tuple[str, str | None]]


def previous_results(
    connection: "duckdb.DuckDBPyConnection", contents: list[str], judgement: tuple[str, str] | None = None
) -> dict[str, KnownInput]:
    """What is loaded of each content, by SHA-256. judgement: rules and version as in `sources`; None for any."""
    execute = connection.execute
    known: dict[str, KnownInput] = {}
    by_source: dict[str, InputResult] = {}
    for source_id, path, member, format, sha256, bytes in execute(
        "SELECT source_id, path, member, format, sha256, bytes FROM sources"
        " WHERE list_contains($contents, sha256) AND ($rules IS NULL OR (rules = $rules AND version = $version))"
        " ORDER BY loaded_at, path, member",
        {"contents": contents, "rules": judgement and judgement[0], "version": judgement and judgement[1]},
    ).fetchall():
        if sha256 not in known:
            result = InputResult(path, member, format, sha256=sha256, bytes=bytes, is_known=True)
            known[sha256] = KnownInput(result, set())
            by_source[source_id] = result
        known[sha256].paths.add((path, member))
    for source_id, place, message in execute(
        "SELECT source_id, place, message FROM problems WHERE list_contains(?, source_id) ORDER BY source_id, problem",
        [list(by_source)],
    ).fetchall():
        by_source[source_id].problems.append(Problem(place, message))
    _add_games(connection, {sha256: one.result for sha256, one in known.items()})
    return known


def _add_games(connection: "duckdb.DuckDBPyConnection", results: dict[str, InputResult]) -> None:
    """Add the games to the results, which are by SHA-256; in the order of their input."""
    games: dict[str, GameResult] = {}
    for game_id, sha256, ways, fitting, *columns in connection.execute(
        "SELECT game_id, sha256, misfit, fitting, number, coalesce(log_id, parse_filename(coalesce(member, path))),"
        " coalesce(log_id, ''), ruleset, ruleset_reason, coalesce(shuffle, '')"
        " FROM games JOIN sources USING (source_id) WHERE list_contains(?, sha256) ORDER BY path, member, number",
        [list(results)],
    ).fetchall():
        number, log, log_id, ruleset, reason, shuffle = columns
        game = games[game_id] = GameResult(number, log, log_id, ruleset, reason, shuffle=shuffle)
        if ways:
            game.mismatch = RulesetMismatch(ruleset, tuple(ways), tuple(fitting))
        results[sha256].games.append(game)
    for game_id, names, is_over in connection.execute(
        "SELECT game_id, list(name ORDER BY seat), bool_or(end_points IS NOT NULL) FROM seats"
        " WHERE list_contains(?, game_id) GROUP BY game_id",
        [list(games)],
    ).fetchall():
        games[game_id].players, games[game_id].is_over = tuple(names), is_over
    _add_hands(connection, games)
    _add_findings(connection, games)


def _add_hands(connection: "duckdb.DuckDBPyConnection", games: dict[str, GameResult]) -> None:
    """Add to games (by key) the number of their hands, and which checks could not be made in these."""
    unjudged: dict[str, Counter[Unjudged]] = {}
    for game_id, stopped_at, texts, checks in connection.execute(
        "SELECT game_id, stopped_at, unjudged, unjudged_checks FROM hands WHERE list_contains(?, game_id)",
        [list(games)],
    ).fetchall():
        games[game_id].hands += 1
        games[game_id].stopped += stopped_at is not None
        unjudged.setdefault(game_id, Counter()).update(unjudged_of(texts, checks))
    for game_id, counts in unjudged.items():
        games[game_id].unjudged = sorted(counts.items())


def unjudged_of(texts: list[str], checks: list[list[str]]) -> list[Unjudged]:
    """The checks that could not be made in a hand, from the columns `unjudged` and `unjudged_checks`.

    The first holds `str` of each, and the reason has no column of its own.
    """
    return [
        Unjudged(tuple(of_text), text.removeprefix(f"{', '.join(of_text)}: "))
        for text, of_text in zip(texts, checks, strict=True)
    ]


def _add_findings(connection: "duckdb.DuckDBPyConnection", games: dict[str, GameResult]) -> None:
    """Add to games (by key) their findings."""
    for game_id, *columns in connection.execute(
        'SELECT game_id, hand, round, honba, event, turn, seat, line, "check", severity, message, fingerprint,'
        " expected, expected_points, actual, actual_points, penalty, penalty_points, penalty_text,"
        " message_id, arguments, depends_on"
        " FROM findings WHERE list_contains(?, game_id) ORDER BY game_id, finding",
        [list(games)],
    ).fetchall():
        where = Location(*columns[:7])
        check, severity, message, fingerprint, *shown, kind, points, text, message_id = columns[7:-2]
        penalty = None if kind is None else Penalty(kind, points, text)
        expected, actual = _shown(*shown[:2]), _shown(*shown[2:])
        finding = Finding(check, severity, where, message, expected, actual, penalty, fingerprint, message_id)
        finding.arguments = msgspec.json.decode(columns[-2], type=Arguments)
        finding.depends_on = tuple(columns[-1])
        games[game_id].findings.append(finding)


def _shown(text: str | None, points: list[int] | None) -> Shown:
    """The expected or actual of a finding, from its columns: the text, and the numbers if it has any."""
    if points is None:
        return text
    unsigned = Amounts(tuple(points))
    return unsigned if unsigned.text() == text else Amounts(tuple(points), signed=True)
