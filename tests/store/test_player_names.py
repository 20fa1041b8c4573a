"""Players selected by name: any case, several, the nearest names if nobody has it; the interval of a rate."""

import math
import shlex
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner
from support.query_games import first_game
from support.stored_games import columns_of, load_columns

from auditor.cli import cli
from auditor.core.errors import QueryError
from auditor.core.events import NOT_RECORDED, Game
from auditor.core.reading.stated_rules import room_and_mode
from auditor.core.store import queries
from auditor.core.store.database import connect
from auditor.core.store.schema import EXTRAS
from auditor.core.store.selection import find_players
from auditor.page.standings import PLACEHOLDERS

NAMES = ("Aki", "AKI", "千鶴", "NoName")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = first_game()
    for player, name in zip(made.game.seats, NAMES, strict=True):
        player.name = name
    path = str(tmp_path_factory.mktemp("names") / "games.duckdb")
    load_columns(path, columns_of(made, extras=EXTRAS))
    return path


@pytest.fixture(scope="module")
def connection(path: str) -> Iterator[duckdb.DuckDBPyConnection]:
    with connect(path) as connection:
        yield connection


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (["Aki"], ["Aki"]),
        (["aki"], ["AKI", "Aki"]),
        (["千鶴", "AKI", "千鶴"], ["千鶴", "AKI"]),
    ],
)
def test_names_are_found_in_any_case(connection: duckdb.DuckDBPyConnection, asked: list[str], found: list[str]) -> None:
    assert find_players(connection, asked) == found


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("Akki", "no player is named 'Akki'; did you mean 'AKI' or 'Aki'?"),
        ("Zorro", "no player is named 'Zorro', nor nearly so."),
        ("NoName", "'NoName' is nobody in particular: servers give that name to guests."),
    ],
)
def test_a_name_that_nobody_has(connection: duckdb.DuckDBPyConnection, asked: str, message: str) -> None:
    with pytest.raises(QueryError) as raised:
        find_players(connection, [asked])
    assert str(raised.value) == message


@pytest.mark.parametrize("name", sorted(PLACEHOLDERS))
def test_placeholders_are_nobody(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    assert connection.execute("SELECT player_name(?)", [name]).fetchone() == (None,)


NAMED = [name for name in queries.names() for one in queries.load(name).parameters if one.name == "name"]


@pytest.mark.parametrize("name", NAMED)
def test_every_query_with_names_takes_several(path: str, name: str) -> None:
    asked = ["query", name, "--db", path, "--name", "aki", "--name", "千鶴", "--format", "csv"]
    assert CliRunner().invoke(cli, asked).exit_code == 0
    unknown = CliRunner().invoke(cli, ["query", name, "--db", path, "--name", "Akki"])
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert "did you mean" in unknown.stderr


def test_games_are_selected_by_options_alone(path: str) -> None:
    selecting = ("name=Aki Ito", "players=3", "log=x", "since=2024-03", "until=2025", "room=houou", "ruleset=tenhou")
    for asked in selecting:
        result = CliRunner().invoke(cli, ["query", "riichi-by-wait", "--db", path, "--param", asked])
        option, _, value = asked.partition("=")
        told = f"games are selected by an option: --{option} {shlex.quote(value)}." in result.stderr
        assert (result.exit_code, told) == (2, True), asked


def test_an_unknown_part_says_which_there_are(path: str) -> None:
    result = CliRunner().invoke(cli, ["query", "player-statistics", "--db", path, "--param", "by=week"])
    assert (result.exit_code, "expected all, month, year, room or ruleset" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("lobby", "bits", "text", "room"),
    [
        (0, 0xA9, None, "houou"),
        (0, 0x89, None, "joukyuu"),
        (0, 0x29, None, "tokujou"),
        (None, 0x09, None, "ippan"),
        (7994, 0x09, None, "lobby 7994"),
        (None, None, "鳳南喰赤", "houou"),
        (None, None, "三鳳南喰赤", "houou"),
        (None, None, "玉の間南喰赤", "玉の間"),
        (None, None, "三玉の間南喰赤", "玉の間"),
        (None, None, "雀魂", None),
        (None, None, None, None),
    ],
)
def test_rooms(lobby: int | None, bits: int | None, text: str | None, room: str | None) -> None:
    game = Game("tenhou6")
    game.lobby, game.rule_bits = [NOT_RECORDED if one is None else one for one in (lobby, bits)]
    game.rule_text = text or ""
    assert room_and_mode(game)[0] == (room or "")


def wilson(hits: int, n: int) -> list[float]:
    """The roots of |p - hits / n| = 1.96 sqrt(p (1 - p) / n), which is what the interval is."""
    z = 1.96**2
    a, b, c = 1 + z / n, -(2 * hits / n + z / n), (hits / n) ** 2
    root = math.sqrt(max(b * b - 4 * a * c, 0))
    return [round((-b + sign * root) / (2 * a), 4) for sign in (-1, 1)]


@pytest.mark.parametrize(("hits", "n"), [(0, 1), (1, 1), (1, 4), (0, 50), (210, 1000), (123_456, 1_000_000)])
def test_the_interval_of_a_rate(connection: duckdb.DuckDBPyConnection, hits: int, n: int) -> None:
    assert connection.execute("SELECT wilson(?, ?)", [hits, n]).fetchone() == (
        pytest.approx(wilson(hits, n), abs=1e-4),
    )


def test_nothing_has_no_interval(connection: duckdb.DuckDBPyConnection) -> None:
    assert connection.execute("SELECT wilson(0, 0), wilson(3, 2)").fetchone() == (None, None)


def test_the_database_is_not_needed_for_the_text_of_a_query(tmp_path: Path) -> None:
    shown = CliRunner().invoke(cli, ["query", "player-statistics", "--show"])
    assert (shown.exit_code, "VARCHAR[]" in shown.stdout) == (0, True)
