"""Every figure of amae-koromo and libriichi, numerator and denominator, against independent counts."""

import json
import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from support.legal_games import played as played_game
from support.paths import FIXTURES
from support.raw_figures import Figures, Sums, add_amae_game, add_amae_hand, amae_figures, facts_of
from support.raw_libriichi import add_libriichi_game, libriichi_figures
from support.raw_play import PlayedGame, mjai_game, mjlog_game, mjlog_games
from support.statistics_page import LISTS, NUMBERS, numbers_of

from auditor import api
from auditor.core.results import InputResult
from auditor.core.store import queries
from auditor.core.store.database import connect
from auditor.core.store.selection import GameFilter, narrowed
from auditor.mutation.mutate import written

SQL = Path(__file__).with_name("facts.sql")
SUFFIXES = {"mjlog": "mjlog", "tenhou6": "json", "majiang": "json"}
GUESTS = 23
"""So many names are dealt out to the seats of all games, one of them to guests."""

CLEAN = """
    SELECT path FROM sources
    WHERE format = 'mjlog' AND member IS NULL AND source_id IN (SELECT source_id FROM games) AND source_id NOT IN (
        SELECT source_id FROM games JOIN findings USING (game_id) WHERE severity <> 'note'
    )
    ORDER BY path
"""
DRAWS = {"exhaustive", "nagashi mangan", "yao9", "kaze4", "reach4", "ron3", "kan4"}
FACTS = dict(re.findall(r"^-- table: (\w+)\n(.*?)(?=^-- table|\Z)", SQL.read_text("utf-8"), re.MULTILINE | re.DOTALL))
"""The rows of each table of facts, from the other tables."""
OF_NAMED = "SELECT source_id FROM sources JOIN names USING (path)"
STICKLESS = {"24.xml", "25.xml"}
"""Logs of another program, which does not say that a riichi stood, nor why a hand was drawn."""

TOGETHER = "(all players)"
Key = tuple[str, int, str]
"""Whose figure: name, players, figure."""


def label(game: int, seat: int) -> str:
    """The name under which a seat is counted: with games of three and of four, and with guests among them."""
    number = (game * 4 + seat) * 7 % GUESTS
    return f"player {number}" if number else "NoName"


def counted(
    games: list[PlayedGame], names: Callable[[int, int], str]
) -> dict[str, dict[Key, tuple[float, float | None]]]:
    """The figures of each site, by whose they are."""
    amae: dict[tuple[str, int], Sums] = defaultdict(Sums)
    libriichi: dict[tuple[str, int], Sums] = defaultdict(Sums)
    for number, game in enumerate(games):
        facts = [(hand, facts_of(hand, game.players)) for hand in game.hands if hand.is_finished]
        for seat in range(game.players) if facts else ():
            own = names(number, seat)
            for name in (TOGETHER, "(everybody else)" if own == "NoName" else own):
                key = name, game.players
                add_amae_game(amae[key], game, seat)
                for hand, of_seats in facts:
                    add_amae_hand(amae[key], hand, of_seats, seat)
                add_libriichi_game(libriichi[key], game, seat)
    return {
        "player-amae-koromo": _keyed({key: amae_figures(sums) for key, sums in amae.items()}),
        "player-libriichi": _keyed({key: libriichi_figures(sums) for key, sums in libriichi.items()}),
    }


def _keyed(figures: dict[tuple[str, int], Figures]) -> dict[Key, tuple[float, float | None]]:
    return {(*key, name): value for key, of_key in figures.items() for name, value in of_key.items()}


def answered(connection: duckdb.DuckDBPyConnection, query: str) -> dict[Key, tuple[float, float | None]]:
    """What the query says, of all together and one by one."""
    found: dict[Key, tuple[float, float | None]] = {}
    for together in ("true", "false"):
        named = queries.load(query)  # of every log, whatever game it is of, as the count is
        with narrowed(connection, GameFilter(all_copies=True)):
            values = queries.values_of(connection, named, {"together": together})
            answer = queries.execute(connection, named.sql, values)
        rows: list[dict[str, Any]] = answer.as_dicts()
        for row in rows:
            numerator = -1 if row["numerator"] is None else row["numerator"]
            found[row["name"], row["players"], row["figure"]] = numerator, row["n"]
    return found


def assert_equal(
    connection: duckdb.DuckDBPyConnection,
    games: list[PlayedGame],
    names: Callable[[int, int], str] = label,
    apart: Callable[[str], bool] = lambda _: False,
) -> None:
    """That the figures are those counted. apart: which are not compared."""
    for query, due in counted(games, names).items():
        found = answered(connection, query)
        differing = {
            key: (found.get(key), value)
            for key, value in due.items()
            if not apart(key[2]) and not is_same(found.get(key), value)
        }
        assert differing == {}
        assert {key[2] for key in found} == {key[2] for key in due}
        assert set(found) == set(due)


def is_same(found: tuple[float, float | None] | None, due: tuple[float, float | None]) -> bool:
    """Whether both are equal; sums of thirds but for the last bit."""
    return found is not None and found[1] == due[1] and math.isclose(found[0], due[0], rel_tol=1e-12)


def labels(paths: list[Path], games: list[PlayedGame]) -> dict[tuple[str, int], str]:
    """The name of each seat, by the path of its log."""
    return {
        (str(path), seat): label(number, seat)
        for number, (path, game) in enumerate(zip(paths, games, strict=True))
        for seat in range(game.players)
    }


def renamed(database: str, names: dict[tuple[str, int], str]) -> duckdb.DuckDBPyConnection:
    """A database whose seats have other names, by the path of the log."""
    connection = duckdb.connect(database)
    paths, seats = zip(*names, strict=True)
    connection.register("names", pa.table({"path": paths, "seat": seats, "new": list(names.values())}))
    connection.execute(
        "UPDATE all_seats AS seats SET name = new, player = NULL"
        " FROM names, all_games AS games JOIN sources USING (source_id)"
        " WHERE games.game_id = seats.game_id AND sources.path = names.path AND seats.seat = names.seat"
    )
    return connection


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory, played: list[str]) -> list[tuple[Path, PlayedGame]]:
    """Legal games played here, of four and of three, each in its file, as mjlog or as mjai."""
    folder = tmp_path_factory.mktemp("games")
    found = []
    for number, text in enumerate(played):
        path = folder / f"{number:03}.mjlog"
        path.write_text(text, "utf-8")
        found.append((path, mjlog_game(text)))
    for number, rules in enumerate(["tenhou"] * 6 + ["tenhou-sanma"] * 6):
        text = written_as("mjai", number, rules)
        path = folder / f"{rules}-{number}.json"
        path.write_text(text, "utf-8")
        found.append((path, mjai_game(text)))
    return found


def written_as(format: str, number: int, rules: str) -> str:
    log = written(played_game(number, rules), format)
    assert log is not None
    return log[0]


@pytest.fixture(scope="module")
def connection(
    tmp_path_factory: pytest.TempPathFactory, logs: list[tuple[Path, PlayedGame]]
) -> Iterator[duckdb.DuckDBPyConnection]:
    database = tmp_path_factory.mktemp("figures") / "games.duckdb"
    loaded = api.load([path for path, _ in logs], database, jobs=1, extras=["turns"])
    assert (loaded.games, loaded.problems[:2]) == (len(logs), [])
    with renamed(str(database), labels([path for path, _ in logs], [game for _, game in logs])) as connection:
        yield connection


def test_the_figures_of_played_games(
    connection: duckdb.DuckDBPyConnection, logs: list[tuple[Path, PlayedGame]]
) -> None:
    assert_equal(connection, [game for _, game in logs])


@pytest.mark.parametrize("format", ["tenhou6", "majiang"])
def test_a_game_has_the_same_figures_in_every_format(tmp_path: Path, format: str) -> None:
    """Games of four and of three, written as mjlog, of which each figure is proven above, and in the other format."""
    answers = []
    for form in ("mjlog", format):
        folder = tmp_path / form
        folder.mkdir()
        for number, rules in enumerate(["tenhou"] * 5 + ["tenhou-sanma"] * (5 if format == "tenhou6" else 0)):
            (folder / f"{number}.{SUFFIXES[form]}").write_text(written_as(form, number, rules), "utf-8")
        loaded = api.load([folder], tmp_path / f"{form}.duckdb", jobs=1)
        assert loaded.problems == []
        with connect(str(tmp_path / f"{form}.duckdb")) as connection:
            answers.append({query: answered(connection, query) for query in LISTS})
    assert answers[0] == answers[1]


def test_the_figures_of_hands_where_more_happens(tmp_path: Path) -> None:
    """The fixtures at which nothing is wrong: liability, robbed kans, two winners, all draws; a name for each log."""
    api.load([FIXTURES], tmp_path / "all.duckdb", jobs=1)
    with connect(str(tmp_path / "all.duckdb")) as connection:
        rows = connection.execute(CLEAN).fetchall()
        for table, sql in FACTS.items():
            facts, counted = (connection.execute(one).fetchall() for one in (f"FROM {table}", sql))
            assert sorted(facts, key=repr) == sorted(counted, key=repr)
    paths = [Path(path) for (path,) in rows]
    games = [mjlog_game(path.read_text("utf-8")) for path in paths]
    assert {play[1] for game in games for hand in game.hands for play in hand.plays if play[0] == "end"} >= DRAWS
    api.load(paths, tmp_path / "clean.duckdb", jobs=1)
    names = {(str(path), seat): str(path.stem) for path in paths for seat in range(4)}
    with renamed(str(tmp_path / "clean.duckdb"), names) as connection:
        assert_equal(connection, games, lambda number, _: paths[number].stem, is_of_games_or_turns)


def is_of_games_or_turns(figure: str) -> bool:
    """Whether a figure is one of games (a fixture is a hand of one), or of what was not asked for."""
    words = "rank", "_game_", "_round", "games", "match", "tobi", "bust", "total_", "top_2", "starting_shanten"
    return figure != "total_rounds" and any(word in figure for word in words)


@pytest.fixture(scope="module")
def real_paths(corpus: Path) -> list[Path]:
    return [path for path in sorted((corpus / "mjlog").rglob("*")) if path.is_file() and path.name not in STICKLESS]


@pytest.mark.slow
def test_the_figures_of_real_games(
    loaded: tuple[str, list[InputResult]], real_paths: list[Path], tmp_path: Path
) -> None:
    games = [mjlog_games(path)[0] for path in real_paths]
    copy = tmp_path / "corpus.duckdb"
    copy.write_bytes(Path(loaded[0]).read_bytes())
    with renamed(str(copy), labels(real_paths, games)) as connection:
        connection.execute(f"DELETE FROM all_games WHERE source_id NOT IN ({OF_NAMED})")
        for table in ("seats", "hands", "wins", "riichis"):
            connection.execute(f"DELETE FROM all_{table} WHERE game_id NOT IN (SELECT game_id FROM all_games)")
        assert_equal(connection, games, apart=lambda figure: "starting_shanten" in figure)


@pytest.mark.slow
def test_the_starting_shanten_of_real_games(real_paths: list[Path], tmp_path: Path) -> None:
    paths = real_paths[::10]
    games = [mjlog_games(path)[0] for path in paths]
    api.load(paths, tmp_path / "turns.duckdb", jobs=1, extras=["turns"])
    with renamed(str(tmp_path / "turns.duckdb"), labels(paths, games)) as connection:
        assert_equal(connection, games)


def test_the_page_tells_the_figures_of_the_corpus(loaded: tuple[str, list[InputResult]]) -> None:
    """Where it is the corpus that the page is of, every figure but those of turns is as told there."""
    told = json.loads(NUMBERS.read_text("utf-8"))
    found = numbers_of(loaded[0])
    games = {players: round(told["player-amae-koromo"][players]["recorded_matches"][0]) for players in "43"}
    assert set(found) == set(LISTS)
    for query in LISTS:
        for players in "43":
            assert set(found[query][players]) == set(told[query][players])
            if found["player-amae-koromo"][players]["recorded_matches"][0] == games[players] and players == "3":
                for figure, number in found[query][players].items():
                    assert "starting_shanten" in figure or number == pytest.approx(told[query][players][figure]), figure
