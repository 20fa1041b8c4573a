"""Where a database's games and findings were read: what an address needs to open them again."""

import os
from collections.abc import Iterable
from typing import Final, NamedTuple

import duckdb

from auditor.sources import is_page, is_url
from auditor.store.columns import key_of
from auditor.units import EventIndex, HandIndex

_UNREAD: Final = 1_000
"""So many games of an input may have failed before one that is looked for."""


class Place(NamedTuple):
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


def places_of_log(connection: duckdb.DuckDBPyConnection, log: str) -> list[Place]:
    """The games of a log id, or where none has it of a file name."""
    chosen = "SELECT game_id, NULL, NULL FROM games JOIN sources USING (source_id) WHERE"
    found = _places(connection, f"{chosen} log_id = ?", log)
    return found or _places(connection, f"{chosen} parse_filename(coalesce(member, path)) = ?", log)


def place_of_finding(connection: duckdb.DuckDBPyConnection, number: int) -> Place | None:
    """The place of a finding by its number in the database (`v_findings.number`); None where there are not so many."""
    found = _places(
        connection,
        "SELECT game_id, hand, event FROM v_findings WHERE number = ?",
        number,
    )
    return found[0] if found else None


def _places(connection: duckdb.DuckDBPyConnection, chosen: str, value: object) -> list[Place]:
    """The places of games. chosen: SELECT of game_id, hand, event, with one parameter."""
    rows = connection.execute(
        f"WITH chosen(game_id, hand, event) AS ({chosen})"
        " SELECT game_id, sha256, path, coalesce(member, ''), chosen.hand, chosen.event, rules, ruleset,"
        " (SELECT count(*) FROM games AS others WHERE others.source_id = games.source_id)"
        " FROM chosen JOIN games USING (game_id) JOIN sources USING (source_id) ORDER BY path, member, game_id",
        [value],
    ).fetchall()
    return [
        Place(path, member, numbers_of_games(sha256, [game_id], count).get(game_id, 0), hand, event, rules, ruleset)
        for game_id, sha256, path, member, hand, event, rules, ruleset, count in rows
    ]
