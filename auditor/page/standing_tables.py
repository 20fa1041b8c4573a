"""Standings as tables, with sessions and teams: for pages, and as CSV or JSON."""

import csv
import os
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from auditor.core.program import UserError
from auditor.core.text import as_json
from auditor.page.standings import GameStanding, Standing, standings

PLAYER_COUNTS: Final = (4, 3)


class TeamsError(UserError):
    """A file of teams cannot be read; the message says where, and what was expected."""


class TeamStanding(NamedTuple):
    """A team over its players' games. rank: by total, shared in a tie. total: in thousands; None if one is missing."""

    rank: int
    name: str
    players: tuple[str, ...]
    games: int
    total: float | None


class StandingsTable(NamedTuple):
    """The standings of the games with one number of players. sessions: their names; () where there is only one."""

    players: int
    sessions: tuple[str, ...]
    rows: tuple[Standing, ...]
    teams: tuple[TeamStanding, ...]
    team_of: Mapping[str, str]

    @property
    def is_corrected(self) -> bool:
        """Whether a corrected score differs from the recorded one."""
        return any([one.corrected_score != one.score for one in self.rows])

    @property
    def has_penalties(self) -> bool:
        """Whether a player has a chombo penalty."""
        return any([one.penalty for one in self.rows])

    @property
    def has_unfinished(self) -> bool:
        """Whether the games include one without a result."""
        return any([one.unfinished for one in self.rows])


def standings_tables(
    games: Sequence[tuple[str, GameStanding]], teams: Mapping[str, str] | None = None
) -> list[StandingsTable]:
    """The standings of games with four players, and of those with three, if there are any. games: each with the path of
    its log; the logs of a folder are a session. teams: the team of each player who has one.
    """
    folders = sorted({os.path.dirname(path) for path, _ in games})
    number = {folder: index for index, folder in enumerate(folders)}
    session_of = {index: number[os.path.dirname(path)] for index, (path, _) in enumerate(games)}
    is_one = len(folders) < 2
    is_alike = all(folders) and len({(os.path.isabs(one), os.path.splitdrive(one)[0]) for one in folders}) == 1
    common = os.path.commonpath(folders) if is_alike and not is_one else ""
    names = () if is_one else tuple([os.path.relpath(one, common) if common else one or "." for one in folders])
    tables = []
    for players in PLAYER_COUNTS:
        if rows := standings([game for _, game in games], players, None if is_one else session_of):
            tables.append(StandingsTable(players, names, rows, _teams(rows, teams or {}), teams or {}))
    return tables


def _teams(rows: Sequence[Standing], teams: Mapping[str, str]) -> tuple[TeamStanding, ...]:
    members: dict[str, list[Standing]] = {}
    for row in rows:
        if row.name in teams:
            members.setdefault(teams[row.name], []).append(row)
    sums: list[TeamStanding] = []
    for name, ones in members.items():
        totals = [one.total for one in ones if one.total is not None]
        total = round(sum(totals), 1) if len(totals) == len(ones) else None
        sums.append(TeamStanding(0, name, tuple([one.name for one in ones]), sum([one.games for one in ones]), total))
    ranked = [one._replace(rank=1 + sum([_order(other) < _order(one) for other in sums])) for one in sums]
    return tuple(sorted(ranked, key=lambda one: (one.rank, one.name)))


def _order(team: TeamStanding) -> tuple[bool, float]:
    return team.total is None, -(team.total or 0.0)


def read_teams(path: str) -> dict[str, str]:
    """The team of each player, from a CSV file with the columns player and team. Raises TeamsError."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file) if any(row)]
    except (OSError, ValueError, csv.Error) as error:
        raise TeamsError(f"{path}: cannot be read as a CSV file of UTF-8: {error}") from None
    teams: dict[str, str] = {}
    for line, row in enumerate(rows, 1):
        if len(row) != 2 or not all(row):
            raise TeamsError(f"{path}: line {line}: expected a player and a team, as in: Aki,Red Dragons")
        if line == 1 and [cell.strip().casefold() for cell in row] == ["player", "team"]:
            continue
        teams[row[0].strip()] = row[1].strip()
    return teams


def standings_text(tables: Sequence[StandingsTable], *, is_json: bool) -> str:
    """The standings of all tables as CSV with a header, or as a JSON list of objects with the same keys."""
    from auditor.core.store.queries import QueryResult
    from auditor.output.tables import csv_text

    columns = [
        "players", "rank", "name", "team", "games", "unfinished", "first", "second", "third", "fourth",
        "average_place", "points", "score", "corrected_score", "penalty", "total", "total_rank",
    ]  # fmt: skip
    sessions = list(dict.fromkeys([name for table in tables for name in table.sessions]))
    rows: list[tuple[object, ...]] = []
    for table in tables:
        for one in table.rows:
            of_session = dict(zip(table.sessions, one.sessions, strict=False))
            rows.append((
                table.players, one.rank, one.name, table.team_of.get(one.name), one.games, one.unfinished,
                *[*one.placements, None][:4], round(one.average, 4), one.points, one.score, one.corrected_score,
                one.penalty, one.total, one.total_rank, *[of_session.get(name) for name in sessions],
            ))  # fmt: skip
    columns += [f"session {name}" for name in sessions]
    if is_json:
        return as_json([dict(zip(columns, row, strict=True)) for row in rows], indent=1) + "\n"
    return csv_text(QueryResult(columns, rows))
