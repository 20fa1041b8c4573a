"""One game once, one player under one name, in the file itself: for the program, and for whoever opens it in DuckDB."""

import json
import re
from pathlib import Path

import duckdb
import pytest
from support.cli_calls import invoke
from support.query_games import first_game, second_game
from support.stored_games import columns_of, load_columns

from auditor import api
from auditor.core.events import Game
from auditor.core.reading import FORMAT_BY_NAME
from auditor.core.store import identity, queries
from auditor.core.store.arrow import arrow_tables
from auditor.core.store.database import Store, connect
from auditor.core.store.schema import GAME_TABLES
from auditor.lake.transfer import merge

FORMATS = {"mjlog": ".mjlog", "tenhou6": ".json", "mjai": ".jsonl", "mjscore": ".txt"}
GAMES = 2


def opened(path: Path | str, sql: str) -> list[tuple[object, ...]]:
    """An answer of the file itself, without the program's views."""
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(sql).fetchall()


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory, played: list[str]) -> tuple[Path, Path]:
    """Two databases of the same clean games: in mjlog alone, and in four formats."""
    folder = tmp_path_factory.mktemp("copies")
    for number, log in enumerate(played[:GAMES]):
        (game,) = api.parse(log, "played.mjlog")
        assert isinstance(game, Game)
        for name, ending in FORMATS.items():
            (folder / name).mkdir(exist_ok=True)
            (folder / name / f"{number}{ending}").write_text(FORMAT_BY_NAME[name].write(game, ""), "utf-8")
    paths = [[file for name in names for file in sorted((folder / name).iterdir())] for names in (["mjlog"], FORMATS)]
    for database, logs in zip(("one.duckdb", "four.duckdb"), paths, strict=True):
        api.load(logs, folder / database, extras=("turns", "walls"), jobs=1)
    return folder / "one.duckdb", folder / "four.duckdb"


def test_the_file_counts_each_game_once_and_has_its_copies(copies: tuple[Path, Path]) -> None:
    one, four = copies
    for table in (*GAME_TABLES, "events", "v_hands", "v_player_games", "players"):
        count = f"SELECT count(*) FROM {table}"
        assert opened(four, count) == opened(one, count), table
    assert opened(four, "SELECT count(*) FROM games") == [(GAMES,)]
    assert opened(four, "SELECT count(*), count(copy_of) FROM all_games") == [(4 * GAMES, 3 * GAMES)]
    assert opened(four, "SELECT DISTINCT format FROM games") == [("mjlog",)]
    assert opened(four, "SELECT 4 * (SELECT count(*) FROM hands) - count(*) FROM all_hands") == [(0,)]
    of_copies = "SELECT count(*) FROM all_games AS copy JOIN games ON games.game_id = copy.copy_of"
    assert opened(four, of_copies) == [(3 * GAMES,)]


def answered(path: Path, names: list[str]) -> dict[str, list[str]]:
    """Answers of named queries over one connection, without the keys of games, which are made of a log's content."""
    found = {}
    with connect(str(path)) as connection:
        for name in names:
            query = queries.load(name)
            given = {"log": "0.mjlog"} if any(one.name == "log" for one in query.parameters) else {}
            answer = queries.run(connection, query, given)
            found[name] = sorted(re.sub(r"'[a-z2-7]{12}'", "KEY", repr(row)) for row in answer.rows)
    return found


def test_queries_of_copies_in_four_formats_are_those_of_one(copies: tuple[Path, Path]) -> None:
    """All but those about logs, in which each log counts by what they are for."""
    names = [name for name in queries.names() if queries.load(name).group != queries.OF_LOGS]
    one, four = (answered(path, names) for path in copies)
    assert [name for name in names if one[name] != four[name]] == []
    assert len(names) > 75


def test_a_filter_that_filters_nothing_changes_nothing(copies: tuple[Path, Path]) -> None:
    counts = "(SELECT count(*) FROM hands) AS hands, (SELECT count(*) FROM events) AS events"
    sql = f"SELECT count(*) AS n, {counts} FROM games"
    plain, filtered, all_of_them = [
        json.loads(invoke("query", "--db", copies[1], "--sql", sql, "--format", "json", *options).stdout)
        for options in ((), ("--players", "4"), ("--all-copies",))
    ]
    assert plain == filtered
    assert plain[0]["n"] == GAMES
    assert [all_of_them[0][key] for key in ("n", "hands", "events")] == [
        opened(copies[1], f"SELECT count(*) FROM all_{table}")[0][0] for table in ("games", "hands", "events")
    ]


def test_copies_are_marked_anew_by_a_removal_a_rerun_and_a_merge(tmp_path: Path) -> None:
    whole, part = first_game(), first_game()
    part.game.hands.pop()
    part.records.pop()
    path, other = str(tmp_path / "a.duckdb"), str(tmp_path / "b.duckdb")
    load_columns(path, columns_of(part, sha256="1" * 64))
    assert opened(path, "SELECT copy_of FROM all_games") == [(None,)]
    load_columns(path, columns_of(whole, sha256="2" * 64, path="b.json"))
    marked = "SELECT count(*) FROM all_{0} WHERE game_id IN (SELECT game_id FROM all_copies)"
    hands = len(whole.game.hands)
    assert opened(path, "SELECT count(*) FROM hands") == [(hands,)]
    assert opened(path, marked.format("hands")) == [(hands - 1,)]
    load_columns(other, columns_of(second_game(), sha256="3" * 64), columns_of(whole, sha256="2" * 64, path="b.json"))
    with Store(other, "auto", "") as store:
        merge(store, path)
    assert opened(other, "SELECT count(*), count(copy_of) FROM all_games") == [(3, 1)]
    # the part again, by other rules and now the whole of it: the other is its copy then
    longer = first_game()
    longer.hand().win(0, 1, 1000)
    load_columns(path, columns_of(longer, sha256="1" * 64, rules="other"), rules="other")
    assert opened(path, "SELECT count(*) FROM hands") == [(hands + 1,)]
    assert opened(path, "SELECT count(*), count(copy_of) FROM all_games") == [(2, 1)]
    # of equal logs the one counts that says who played
    nameless = first_game()
    for player in nameless.game.seats:
        player.name = ""
    for number, (first, second) in enumerate([(nameless, first_game()), (first_game(), nameless)]):
        path = str(tmp_path / f"{number}.duckdb")
        load_columns(path, columns_of(first, sha256="1" * 64), columns_of(second, sha256="2" * 64, path="b.json"))
        assert opened(path, "SELECT count(*), count(nullif(name, '')) FROM seats") == [(4, 4)]


def test_a_player_is_one_person_in_the_file(tmp_path: Path) -> None:
    path = str(tmp_path / "games.duckdb")
    club = second_game()
    club.game.log_id = ""
    load_columns(path, columns_of(first_game(), sha256="1" * 64), columns_of(club, sha256="2" * 64, path="club/x.json"))
    games = "SELECT player, names, games FROM players WHERE list_contains(names, 'Ben') ORDER BY player"
    assert opened(path, games) == [("Ben (club/)", ["Ben"], 1), ("Ben (tenhou)", ["Ben"], 1)]
    identity.add_alias(path, "Ben", "Ben")
    assert opened(path, games) == [("Ben", ["Ben"], 2)]
    identity.add_alias(path, "Dora", "Ben", "club/")
    assert opened(path, "SELECT DISTINCT name FROM v_player_games WHERE name = 'Ben'") == [("Ben",)]
    assert opened(path, "SELECT count(*) FROM seats JOIN all_seats AS own USING (game_id, seat) WHERE own.name = 'Ben'"
                        " AND seats.name = 'Dora'") == [(1,)]  # fmt: skip
    identity.remove_alias(path, "Ben", "club/")
    assert opened(path, games) == [("Ben", ["Ben"], 2)]
    identity.add_alias(path, "Ben", "Dora")  # who sat at Ben's tables
    assert opened(path, games) == [("Ben", ["Ben", "Dora"], 2)]


def test_games_that_come_one_by_one_are_marked_like_all_at_once(tmp_path: Path) -> None:
    club = second_game()
    club.game.log_id = ""
    each = [
        columns_of(game, sha256=str(number) * 64, path=path)
        for number, (game, path) in enumerate(
            [(club, "club/x.json"), (second_game(), "a.json"), (first_game(), "a.json"), (first_game(), "b.json")]
        )
    ]
    together, single = str(tmp_path / "a.duckdb"), str(tmp_path / "b.duckdb")
    load_columns(together, *each)
    with Store(single, "auto", "") as store:
        for columns in each:
            store.load([arrow_tables(columns)])
    marks = "SELECT game_id, seat, copy_of, player FROM all_games JOIN all_seats USING (game_id) ORDER BY ALL"
    assert opened(single, marks) == opened(together, marks)
    assert len({tuple(row[2:]) for row in opened(single, marks)}) > 3
