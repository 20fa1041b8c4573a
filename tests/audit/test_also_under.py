"""`--also-under`: the same logs judged by further rulesets; the stored findings, the query, and wrong names."""

from collections.abc import Iterator

import duckdb
import pytest
from click.testing import CliRunner
from support.paths import FIXTURES

from auditor import api
from auditor.cli import cli
from auditor.core import rulesets
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.store import queries
from auditor.core.store.database import connect

CASES = FIXTURES / "cases"
FOUR_PLAYERS = [name for name in rulesets.names() if rulesets.load(name).game.players == 4]
LOGS = [
    CASES / "ema-2012" / "passed-then-any-call.mjlog",
    CASES / "quebec" / "riichi-4-tiles-left.mjlog",
    CASES / "zh" / "passed-north-in-riichi.mjlog",
]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("also") / "games.duckdb")
    arguments = ["audit", *[str(log) for log in LOGS], "--db", path, "--also-under", "all", "--fail-on", "never"]
    assert CliRunner().invoke(cli, arguments).exit_code == 0
    return path


@pytest.fixture
def connection(database: str) -> Iterator[duckdb.DuckDBPyConnection]:
    with connect(database) as connection:
        yield connection


def test_each_ruleset_of_the_number_of_players_finds_what_it_finds_alone(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    for log in LOGS:
        game = next(read(log.read_bytes(), log.name))
        assert isinstance(game, Game)
        stored = connection.execute(
            'SELECT own.ruleset, hand, seat, event, "check", message FROM ruleset_findings AS own'
            " JOIN games USING (game_id) JOIN sources USING (source_id) WHERE path = ? ORDER BY own.ruleset, finding",
            [str(log)],
        ).fetchall()
        names = [name for name in rulesets.names() if rulesets.load(name).game.players == game.players]
        alone = [
            (name, one.hand, one.seat, one.event, one.check, one.message)
            for name in names
            for one in api.audit(game, name).findings
        ]
        assert stored == alone


def test_the_query_tells_which_rulesets_have_a_finding(connection: duckdb.DuckDBPyConnection) -> None:
    query = queries.load("findings-by-ruleset")
    answer = queries.run(connection, query, {"check": "furiten/%", "log_like": "%any-call%"})
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    assert [row["check"] for row in rows] == ["furiten/temporary"]
    assert rows[0]["not_under"] == ["ema-2012"]
    assert rows[0]["under"] == [name for name in FOUR_PLAYERS if name != "ema-2012"]
    late = queries.run(connection, query, {"check": "riichi/wall"})
    assert [row[late.columns.index("under")] for row in late.rows] == [["quebec"]]


def test_the_findings_of_other_rulesets_are_none_of_the_game_s_own(connection: duckdb.DuckDBPyConnection) -> None:
    assert connection.execute("SELECT DISTINCT ruleset FROM findings ORDER BY ALL").fetchall() == [
        ("tenhou",),
        ("tenhou-sanma",),
    ]


def test_the_same_load_again_adds_nothing(database: str) -> None:
    arguments = ["audit", *[str(log) for log in LOGS], "--db", database, "--also-under", "all", "--fail-on", "never"]
    assert "3 inputs known from before" in CliRunner().invoke(cli, arguments).stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--also-under", "all"],
            "--also-under keeps what it finds in a database or a lake: give --db or --lake as well",
        ),
        (["--also-under", "ema", "--db", "x"], "--also-under: there is no ruleset 'ema'; did you mean ema-2012 or"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(cli, ["audit", str(LOGS[0]), *arguments])
    assert result.exit_code == 2
    assert message in result.stderr
