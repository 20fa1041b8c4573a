"""Every figure of amae-koromo and libriichi, numerator and number, against counts that share no code with ours."""

import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from legal_games import played as played_game
from raw_figures import Figures, Sums, add_amae_game, add_amae_hand, amae_figures, facts_of
from raw_libriichi import add_libriichi_game, libriichi_figures
from raw_play import PlayedGame, mjai_game, mjlog_game, mjlog_games

from auditor import api
from auditor.store import queries
from auditor.testing.mutate import written

GUESTS = 23
"""So many names are dealt out to the seats of all games, one of them to guests."""

STICKLESS = {"24.xml", "25.xml"}
"""Logs of another program, which does not say that a riichi stood, nor why a hand was drawn."""

TOGETHER = "(all players)"
Key = tuple[str, int, str]
"""Whose figure: name, players, figure."""


def label(game: int, seat: int) -> str:
    """The name under which a seat is counted: with games of three and of four, and with guests among them."""
    number = (game * 4 + seat) * 7 % GUESTS
    return f"player {number}" if number else "NoName"


def counted(games: list[PlayedGame]) -> dict[str, dict[Key, tuple[float, float | None]]]:
    """The figures of each site, by whose they are."""
    amae: dict[tuple[str, int], Sums] = defaultdict(Sums)
    libriichi: dict[tuple[str, int], Sums] = defaultdict(Sums)
    for number, game in enumerate(games):
        facts = [(hand, facts_of(hand, game.players)) for hand in game.hands if hand.is_finished]
        for seat in range(game.players):
            own = label(number, seat)
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
        answer = queries.run(connection, queries.load(query), {"together": together})
        rows: list[dict[str, Any]] = answer.as_dicts()
        for row in rows:
            numerator = -1 if row["numerator"] is None else row["numerator"]
            found[row["name"], row["players"], row["figure"]] = numerator, row["n"]
    return found


def assert_equal(connection: duckdb.DuckDBPyConnection, games: list[PlayedGame]) -> None:
    for query, due in counted(games).items():
        found = answered(connection, query)
        differing = {key: (found.get(key), value) for key, value in due.items() if not is_same(found.get(key), value)}
        assert differing == {}
        assert {figure for _, _, figure in found} == {figure for _, _, figure in due}
        assert len(found) >= len(due) - 200


def is_same(found: tuple[float, float | None] | None, due: tuple[float, float | None]) -> bool:
    """Whether both are equal; sums of thirds but for the last bit."""
    return found is not None and found[1] == due[1] and math.isclose(found[0], due[0], rel_tol=1e-12)


def renamed(database: str, names: dict[tuple[str, int], str]) -> duckdb.DuckDBPyConnection:
    """A database whose seats have other names, by the path of the log."""
    connection = duckdb.connect(database)
    paths, seats = zip(*names, strict=True)
    connection.register("names", pa.table({"path": paths, "seat": seats, "new": list(names.values())}))
    connection.execute(
        "UPDATE seats SET name = new FROM names, games JOIN sources USING (source_id)"
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
    with renamed(
        str(database),
        {
            (str(path), seat): label(number, seat)
            for number, (path, game) in enumerate(logs)
            for seat in range(game.players)
        },
    ) as connection:
        yield connection


def test_the_figures_of_played_games(
    connection: duckdb.DuckDBPyConnection, logs: list[tuple[Path, PlayedGame]]
) -> None:
    assert_equal(connection, [game for _, game in logs])


def test_the_figures_of_real_games(corpus: Path, tmp_path: Path) -> None:
    paths = [path for path in sorted((corpus / "mjlog").rglob("*")) if path.is_file() and path.name not in STICKLESS]
    games = [mjlog_games(path)[0] for path in paths]
    api.load(paths, tmp_path / "corpus.duckdb", jobs=1, extras=["turns"])
    names = {
        (str(path), seat): label(number, seat)
        for number, (path, game) in enumerate(zip(paths, games, strict=True))
        for seat in range(game.players)
    }
    with renamed(str(tmp_path / "corpus.duckdb"), names) as connection:
        assert_equal(connection, games)
