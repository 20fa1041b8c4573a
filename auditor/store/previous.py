"""What a database holds of inputs that were loaded before: where their games lie, and what their audit found."""

import os
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

import duckdb

from auditor.results import CHECK, EVERY_CHECK, FINDING_KEYS, SEVERITY, GameVerdict, Told, verdict
from auditor.rulesets.choice import RulesetMismatch
from auditor.sources import is_page, is_url
from auditor.store.rows import key_of
from auditor.units import EventIndex, HandIndex

_UNREAD: Final = 1_000
"""So many games of an input may have failed before one that is looked for."""


class StoredGame(NamedTuple):
    """A game as it was read, and a place in it.

    path, member: of its input, as in `sources`. game: its number there, from 0. hand, event: of a finding, where it has
    them. rules: as in `sources`; ruleset: its name.
    """

    path: str
    member: str
    game: int
    hand: HandIndex | None
    event: EventIndex | None
    rules: str
    ruleset: str


def path_from(database: str, path: str) -> str | None:
    """Where an input is now: at its path, or at that from the folder of the database; None where it is gone."""
    if is_page(path) or is_url(path) or os.path.lexists(path):
        return path
    beside = os.path.join(os.path.dirname(database), path)
    return beside if os.path.lexists(beside) else None


def numbers_of_games(content: str, games: Iterable[str], others: int = 0) -> dict[str, int]:
    """The numbers, from 0, of games in their input.

    content: its SHA-256. games: their ids. others: how many further games it may have.
    """
    waiting = set(games)
    numbers: dict[str, int] = {}
    for number in range(len(waiting) + others + _UNREAD):
        game_id = key_of(content, str(number + 1))
        if game_id in waiting:
            waiting.remove(game_id)
            numbers[game_id] = number
            if not waiting:
                break
    return numbers


def games_of_log(connection: duckdb.DuckDBPyConnection, log: str) -> list[StoredGame]:
    """The games of a log id, or where none has it of a file name."""
    chosen = "SELECT game_id, NULL, NULL FROM games JOIN sources USING (source_id) WHERE"
    found = _places(connection, f"{chosen} log_id = ?", log)
    return found or _places(connection, f"{chosen} parse_filename(coalesce(member, path)) = ?", log)


def game_of_finding(connection: duckdb.DuckDBPyConnection, number: int) -> StoredGame | None:
    """The place of a finding by its number in the database (`v_findings.number`); None where there are not so many."""
    found = _places(
        connection,
        "SELECT game_id, hand, event FROM v_findings WHERE number = ?",
        number,
    )
    return found[0] if found else None


def _places(connection: duckdb.DuckDBPyConnection, chosen: str, value: object) -> list[StoredGame]:
    """The places of games. chosen: SELECT of game_id, hand, event, with one parameter."""
    rows = connection.execute(
        f"WITH chosen(game_id, hand, event) AS ({chosen})"
        " SELECT game_id, sha256, path, coalesce(member, ''), chosen.hand, chosen.event, rules, ruleset,"
        " (SELECT count(*) FROM games AS others WHERE others.source_id = games.source_id)"
        " FROM chosen JOIN games USING (game_id) JOIN sources USING (source_id) ORDER BY path, member, game_id",
        [value],
    ).fetchall()
    return [
        StoredGame(
            path, member, numbers_of_games(sha256, [game_id], count).get(game_id, 0), hand, event, rules, ruleset
        )
        for game_id, sha256, path, member, hand, event, rules, ruleset, count in rows
    ]


class Stored:
    """What a database holds of one content: what its first load said about it.

    content: its SHA-256. findings: as they are told. problems: pairs (place, message). rulesets: for each game the pair
    (ruleset, why it was taken). stopped: hands that the replay could not follow to the end. unjudged: what could not be
    judged, and in how many hands. misfits: of the games that contradict a ruleset that was named. found: pairs (check,
    severity) of the findings of each game, by its id. logs: what findings call the log of each game. in_part: the games
    of which not every hand could be judged.
    """

    def __init__(self, content: str) -> None:
        self.content = content
        self.format: str | None = None
        self.paths: set[tuple[str, str | None]] = set()
        self.findings: list[Told] = []
        self.problems: list[tuple[str, str]] = []
        self.rulesets: list[tuple[str, str]] = []
        self.shuffles: list[tuple[str, str]] = []
        self.misfits: list[RulesetMismatch] = []
        self.logs: list[str] = []
        self.found: dict[str, list[tuple[str, str]]] = {}
        self.in_part: set[str] = set()
        self.hands = 0
        self.stopped = 0
        self.unjudged: Counter[str] = Counter()

    def verdicts(self) -> tuple[GameVerdict, ...]:
        """The verdict on each game, in their order."""
        return tuple([verdict(found, game_id not in self.in_part) for game_id, found in self.found.items()])


def previous_results(
    connection: duckdb.DuckDBPyConnection, contents: list[str], judged: tuple[str, str] | None = None
) -> dict[str, Stored]:
    """What is loaded of each of the contents. judged: the rules and version as in `sources`; None for any."""
    execute = connection.execute
    stored: dict[str, Stored] = {}
    first_sources: dict[str, Stored] = {}
    for source_id, path, member, format, sha256 in execute(
        "SELECT source_id, path, member, format, sha256 FROM sources"
        " WHERE list_contains($contents, sha256) AND ($rules IS NULL OR (rules = $rules AND version = $version))"
        " ORDER BY loaded_at, path, member",
        {"contents": contents, "rules": judged and judged[0], "version": judged and judged[1]},
    ).fetchall():
        if sha256 not in stored:
            stored[sha256] = first_sources[source_id] = Stored(sha256)
            stored[sha256].format = format
        stored[sha256].paths.add((path, member))
    for source_id, place, message in execute(
        "SELECT source_id, place, message FROM problems WHERE list_contains(?, source_id) ORDER BY source_id, problem",
        [list(first_sources)],
    ).fetchall():
        first_sources[source_id].problems.append((place, message))
    games: dict[str, Stored] = {}
    for game_id, sha256, ruleset, reason, ways, fitting, shuffle, log in execute(
        "SELECT game_id, sha256, ruleset, ruleset_reason, misfit, fitting, shuffle,"
        " coalesce(log_id, parse_filename(coalesce(member, path))) FROM games JOIN sources USING (source_id)"
        " WHERE list_contains(?, sha256) ORDER BY path, member, game_id",
        [contents],
    ).fetchall():
        games[game_id] = stored[sha256]
        stored[sha256].rulesets.append((ruleset, reason))
        stored[sha256].logs.append(log)
        stored[sha256].found[game_id] = []
        if ways:
            stored[sha256].misfits.append(RulesetMismatch(ruleset, tuple(ways), tuple(fitting)))
        if shuffle is not None:
            stored[sha256].shuffles.append((shuffle, log))
    _add_hands(connection, games)
    return stored


def _add_hands(connection: duckdb.DuckDBPyConnection, games: dict[str, Stored]) -> None:
    """Count the hands of the games, and add their findings, each to what is stored of its content."""
    execute = connection.execute
    for game_id, hands, stopped in execute(
        "SELECT game_id, count(*), count(stopped_at) FROM hands WHERE list_contains(?, game_id) GROUP BY game_id",
        [list(games)],
    ).fetchall():
        games[game_id].hands += hands
        games[game_id].stopped += stopped
        if stopped:
            games[game_id].in_part.add(game_id)
    for game_id, what, hands in execute(
        "SELECT game_id, what, count(*) FROM (SELECT game_id, unnest(unjudged) AS what FROM hands"
        " WHERE list_contains(?, game_id)) GROUP BY ALL",
        [list(games)],
    ).fetchall():
        games[game_id].unjudged[what] += hands
        if what.startswith(f"{EVERY_CHECK}:"):
            games[game_id].in_part.add(game_id)
    numbers: dict[str, int] = {}
    for one in {one.content: one for one in games.values()}.values():
        numbers |= numbers_of_games(one.content, one.found)
    keys = ", ".join(f'findings."{key}"' for key in FINDING_KEYS)
    for game_id, name, *row in execute(
        f"SELECT findings.game_id, seats.name, {keys} FROM findings LEFT JOIN seats USING (game_id, seat)"
        " WHERE list_contains(?, findings.game_id) ORDER BY findings.game_id, findings.finding",
        [list(games)],
    ).fetchall():
        games[game_id].findings.append(Told(tuple(row), name, numbers.get(game_id, 0)))
        games[game_id].found[game_id].append((row[CHECK], row[SEVERITY]))
