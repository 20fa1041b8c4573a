"""Which games a query counts: filters, games loaded several times, separated groups, names of players."""

import re
from pathlib import Path

import duckdb
import pytest
from support.made_games import MadeGame
from support.paths import FIXTURES
from support.query_games import FIRST, SECOND, first_game, second_game
from support.stored_games import columns_of, load_columns, wrong_keys

from auditor import api
from auditor.core.errors import QueryError, StoreError
from auditor.core.store import identity, queries
from auditor.core.store.database import Store, connect
from auditor.core.store.queries import QueryResult
from auditor.core.store.selection import GameFilter


def long_game(log_id: str, discards: int = 40) -> MadeGame:
    """A game of so many discards, all alike."""
    made = MadeGame(log_id)
    hand = made.hand()
    for number in range(discards):
        hand.turn(number % 4)
    hand.record.outcome = "exhaustive"
    made.ends_with(25000, 25000, 25000, 25000)
    return made


def of_three() -> MadeGame:
    """A game of three players."""
    made = MadeGame("2021050607gm-00b9-0000-00000009", players=3)
    hand = made.hand(scores=(35000, 35000, 35000))
    hand.win(0, 1, 3900)
    made.ends_with(38900, 31100, 35000)
    return made


def ask(path: str, name: str, selection: GameFilter | None = None, **given: str) -> QueryResult:
    with connect(path) as connection:
        return queries.run(connection, queries.load(name), given, selection or GameFilter())


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two games of four, of January 2020, and one of three, of May 2021."""
    path = str(tmp_path_factory.mktemp("mixed") / "games.duckdb")
    load_columns(
        path,
        columns_of(first_game(), sha256="1" * 64),
        columns_of(second_game(), sha256="2" * 64, path="b/second.mjlog"),
        columns_of(of_three(), sha256="3" * 64, path="c.mjlog", ruleset="tenhou-sanma"),
    )
    return path


def test_groups_are_not_mixed_without_a_word(mixed: str) -> None:
    answer = ask(mixed, "wins-by-turn")
    assert answer.counted == "2 games of 4 (6 hands); left out: 1 game of 3 (--players 3)"
    assert sum(int(str(row[1])) for row in answer.rows) == 5
    three = ask(mixed, "wins-by-turn", GameFilter(players=3))
    assert (three.counted, [row[1] for row in three.rows]) == ("1 game of 3 (1 hand)", [1])


def test_rows_by_players_mix_nothing(mixed: str) -> None:
    answer = ask(mixed, "wins-with-riichi")
    assert answer.counted == "2 games of 4 (6 hands) and 1 game of 3 (1 hand)"
    assert {row[0] for row in answer.rows} == {3, 4}


@pytest.mark.parametrize(
    ("selection", "games"),
    [
        (GameFilter(since="2021"), 1),
        (GameFilter(until="2020-12"), 2),
        (GameFilter(since="2020-01-02", until="2020-01-02"), 2),
        (GameFilter(rulesets=("tenhou-sanma",)), 1),
        (GameFilter(rulesets=("tenhou", "tenhou-sanma")), 3),
        (GameFilter(rooms=("houou",), players=4), 2),
        (GameFilter(grades=("四段",)), 3),
        (GameFilter(names=("DORA",)), 2),
        (GameFilter(logs=("b/second.mjlog",)), 1),
        (GameFilter(logs=("second.mjlog", FIRST)), 2),
    ],
)
def test_a_filter(mixed: str, selection: GameFilter, games: int) -> None:
    assert len(ask(mixed, "game-results", selection).rows) == games


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        (GameFilter(since="2022"), "no game is counted: there is none since 2022"),
        (GameFilter(since="2020-13"), "there is no such day"),
        (GameFilter(until="soon"), "expected a day, a month or a year"),
        (GameFilter(rulesets=("wrc",)), "there are tenhou, tenhou-sanma"),
        (GameFilter(names=("Aki",)), "no player is named 'Aki'"),
        (GameFilter(logs=("12.xml",)), "the nearest are"),
    ],
)
def test_a_filter_that_leaves_nothing_says_why(mixed: str, selection: GameFilter, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        ask(mixed, "game-results", selection)


def test_what_lacks_a_table_is_left_out_and_nothing_is_left_of_a_filter(mixed: str, tmp_path: Path) -> None:
    api.load([FIXTURES / "evening"], tmp_path / "part.duckdb", jobs=1)
    api.load([FIXTURES / "riichi/noten"], tmp_path / "part.duckdb", jobs=1, extras=["turns"])
    lacking = "8 games loaded without turns (auditor audit LOGS --with turns --db FILE)"
    answer = ask(str(tmp_path / "part.duckdb"), "tenpai-by-turn")
    with connect(str(tmp_path / "part.duckdb")) as connection:
        (games,) = connection.execute("SELECT count(DISTINCT game_id) FROM turns").fetchall()[0]
    assert (games > 1, answer.counted.startswith(f"{games} games of 4 ("), lacking in answer.counted) == (True,) * 3
    with pytest.raises(QueryError, match="there is none since 2026, loaded with turns"):
        ask(str(tmp_path / "part.duckdb"), "tenpai-by-turn", GameFilter(since="2026"))
    with connect(mixed) as connection:
        queries.run(connection, queries.load("game-results"), {}, GameFilter(players=3))
        assert len(queries.run(connection, queries.load("game-results"), {}).rows) == 3
        assert connection.execute(
            "SELECT count(*) FROM duckdb_views() WHERE temporary AND NOT internal"
        ).fetchall() == [(0,)]


def test_a_query_about_one_game_counts_that_or_the_first(mixed: str) -> None:
    with pytest.raises(QueryError, match=r"there is no game of the log .12\.xml.; the nearest are"):
        ask(mixed, "scores-over-a-game", log="12.xml")
    for name in ("hand-events", "scores-over-a-game"):
        answer = ask(mixed, name)
        assert answer.counted == "1 game of 4 (4 hands); the first of 3"
        assert answer == ask(mixed, name, GameFilter(logs=(FIRST,)))._replace(counted=answer.counted)
        assert ask(mixed, name, log="second.mjlog").counted == "1 game of 4 (2 hands); log second.mjlog"
        two = ask(mixed, name, GameFilter(logs=("c.mjlog", "second.mjlog")))
        assert two.counted == "1 game of 4 (2 hands); log c.mjlog or second.mjlog, the first of 2"


ONE = "2020010203gm-00a9-0000-0000000a"
OTHER = "2020010203gm-00a9-0000-0000000b"


@pytest.mark.parametrize(
    ("first", "second", "counted"),
    [
        (long_game(ONE), long_game(ONE, 44), 1),
        (long_game(ONE), long_game(OTHER), 1),
        (long_game(ONE), long_game(OTHER, 44), 2),
        (long_game(ONE, 39), long_game(OTHER, 39), 2),
    ],
    ids=["one id", "one play", "two games", "too short to be known by its play"],
)
def test_one_game_is_one_game(tmp_path: Path, first: MadeGame, second: MadeGame, counted: int) -> None:
    path = str(tmp_path / "games.duckdb")
    second.game.format = "mjai"
    load_columns(path, columns_of(first, sha256="1" * 64), columns_of(second, sha256="2" * 64, path="b.json"))
    answer = ask(path, "hand-outcomes")
    assert sum(int(str(row[1])) for row in answer.rows) == counted
    assert ("1 copy of games (--all-copies)" in answer.counted) == (counted == 1)
    assert {row[2] for row in ask(path, "copies-of-games").rows} == ({2} if counted == 1 else set())
    everything = ask(path, "hand-outcomes", GameFilter(all_copies=True))
    assert sum(int(str(row[1])) for row in everything.rows) == 2


def test_the_copy_with_the_most_hands_counts(tmp_path: Path) -> None:
    path = str(tmp_path / "games.duckdb")
    whole = long_game(ONE)
    whole.hand().win(0, 1, 1000)
    load_columns(path, columns_of(long_game(ONE), sha256="1" * 64), columns_of(whole, sha256="2" * 64, path="b.json"))
    assert ask(path, "hand-outcomes").counted == "1 game of 4 (2 hands); left out: 1 copy of games (--all-copies)"


def test_two_games_of_one_id_with_other_seeds_are_two(tmp_path: Path) -> None:
    path = str(tmp_path / "games.duckdb")
    first, second = long_game(ONE), long_game(ONE, 44)
    first.game.seed, second.game.seed = "mt19937ar-sha512-n288,1,2,3", "mt19937ar-sha512-n288,1,2,4"
    load_columns(path, columns_of(first, sha256="1" * 64), columns_of(second, sha256="2" * 64, path="b.json"))
    assert ask(path, "hand-outcomes").counted == "2 games of 4 (2 hands)"


def test_a_name_belongs_to_a_place(tmp_path: Path) -> None:
    path = str(tmp_path / "games.duckdb")
    club = second_game()
    club.game.log_id = ""
    load_columns(path, columns_of(first_game(), sha256="1" * 64), columns_of(club, sha256="2" * 64, path="club/x.json"))
    names = {str(row[0]) for row in ask(path, "deal-in-rate").rows}
    assert {"Ben (tenhou)", "Ben (club/)"} <= names
    identity.add_alias(path, "Ben", "Ben")
    assert "Ben" in {str(row[0]) for row in ask(path, "deal-in-rate").rows}
    identity.add_alias(path, "Dora", "Ben", "club/")
    players = {(row[0], row[1]): row[3] for row in identity.known_players(path).rows}
    assert (players["Ben", "club/"], players["Ben", "tenhou"]) == ("Dora", "Ben")
    with pytest.raises(StoreError, match="nobody is named 'Bob'"):
        identity.add_alias(path, "Ben", "Bob")
    identity.remove_alias(path, "Ben", "club/")
    with pytest.raises(StoreError, match="nothing was said"):
        identity.remove_alias(path, "Ben", "club/")


def test_a_player_whom_copies_alone_name_in_a_place_is_left_out(tmp_path: Path) -> None:
    path = str(tmp_path / "games.duckdb")
    games = first_game(), second_game(), first_game()
    for made, seed in zip(games, ("1", "2", "1"), strict=True):
        made.game.seed = f"mt19937ar-sha512-n288,1,2,{seed}"
    games[1].game.log_id = games[2].game.log_id = ""
    paths = ("a.json", "b/b.json", "c/c.json")
    load_columns(
        path, *[columns_of(made, str(n) * 64, one) for n, (made, one) in enumerate(zip(games, paths, strict=True))]
    )
    answer = ask(path, "deal-in-rate", GameFilter(names=("Ben",)))
    assert {row[0] for row in answer.rows} == {"Ben (tenhou)", "Ben (b/)", "(everybody else)"}


def without_columns(path: str, selection: GameFilter) -> list[str]:
    """Queries that give no columns, asked over one connection; those of tables that were not filled, and those
    of games of four where only others are asked for, need give none."""
    found = []
    with connect(path) as connection:
        for name in queries.names():
            try:
                found += [name] if not queries.run(connection, queries.load(name), {}, selection).columns else []
            except QueryError as error:
                found += [] if re.search("were not filled|of four players alone", str(error)) else [name]
    return found


@pytest.mark.slow
def test_every_query_on_an_empty_database(tmp_path: Path) -> None:
    path = str(tmp_path / "games.duckdb")
    load_columns(path)
    assert without_columns(path, GameFilter()) == []


@pytest.mark.parametrize(
    "selection",
    [
        GameFilter(),
        *[
            pytest.param(one, marks=pytest.mark.slow)
            for one in (GameFilter(players=3), GameFilter(logs=(SECOND,)), GameFilter(names=("Ben",)))
        ],
    ],
    ids=["mixed", "three", "one game", "one player"],
)
def test_every_query_on_games_of_three_and_of_both(mixed: str, selection: GameFilter) -> None:
    assert without_columns(mixed, selection) == []


def test_keys_are_unique_and_lead_to_their_tables(mixed: str) -> None:
    with connect(mixed) as connection:
        assert wrong_keys(connection) == []


def test_a_new_file_opens_in_an_older_duckdb(mixed: str) -> None:
    with duckdb.connect(mixed, read_only=True) as connection:
        tags = connection.execute("SELECT tags FROM duckdb_databases() WHERE NOT internal").fetchall()
    assert tags[0][0]["storage_version"] == "v1.2.0+"


def test_a_new_file_is_written_without_trying_fsst(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.duckdb"), "auto", "1") as store:
        setting = store.connection.execute("SELECT current_setting('disabled_compression_methods')").fetchall()
    assert str(setting[0][0]).lower() == "fsst"
