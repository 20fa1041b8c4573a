"""What a database holds of inputs that were loaded before: what their audit told."""

from collections import Counter

import duckdb

from auditor.findings import CHECK, EVERYTHING, FINDING_KEYS, SEVERITY, Told, Verdict, verdict
from auditor.rulesets.fit import Misfit
from auditor.store.places import numbers_of_games


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
        self.misfits: list[Misfit] = []
        self.logs: list[str] = []
        self.found: dict[str, list[tuple[str, str]]] = {}
        self.in_part: set[str] = set()
        self.hands = 0
        self.stopped = 0
        self.unjudged: Counter[str] = Counter()

    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each game, in their order."""
        return tuple([verdict(found, game_id not in self.in_part) for game_id, found in self.found.items()])


def stored_of(
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
            stored[sha256].misfits.append(Misfit(ruleset, tuple(ways), tuple(fitting)))
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
        if what.startswith(f"{EVERYTHING}:"):
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
