"""What an author of an engine trains on: turns, hands before discards, ranks, dora dealt; counted from raw logs."""

import json
import re
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pytest
from support.packing import unpacked
from support.raw_mjlog import attribute
from support.raw_play import PlayedGame, PlayedHand, mjlog_game

from auditor import api
from auditor.core.store.database import connect
from auditor.formats import mjai
from auditor.testing.simulate import Simulation

Rows = dict[tuple[int, ...], Any]
KINDS = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + [f"{number}z" for number in range(1, 8)]


LAST_IS_WON = 3
"""The seed of a game whose last hand somebody wins."""


class Counted:
    """What a raw log says: of its events and discards by hand and event, of its hands by seat."""

    def __init__(self, text: str) -> None:
        game = mjlog_game(text)
        self.turns: Rows = {}
        self.held: Rows = {}
        self.discards: Rows = {}
        self.ranks: Rows = {}
        self.dora: Rows = {}
        starts = [hand.start for hand in game.hands]
        for number, hand in enumerate(game.hands):
            self._follow(number, hand, game)
            after = starts[number + 1] if number + 1 < len(starts) else None
            for seat in range(game.players):
                indicated = dora_of(hand.indicator, game.players)
                self.dora[number, seat] = hand.dealt[seat].count(indicated)
                if after is not None:
                    self.ranks[number, seat] = 1 + sum(
                        other > after[seat] or (other == after[seat] and one < seat) for one, other in enumerate(after)
                    )

    def _follow(self, number: int, hand: PlayedHand, game: PlayedGame) -> None:
        held = [Counter(kinds) for kinds in hand.dealt]
        made = [0] * 4
        for event, (what, *of) in enumerate(hand.plays):
            if what in ("dora", "end"):
                self.turns[number, event] = (None, sum(made) + 1)
                continue
            seat: int = of[0].seat if what == "win" else of[0]
            self.turns[number, event] = (made[seat] + 1, sum(made) + 1)
            if what == "draw":
                held[seat][of[1]] += 1
            elif what == "discard":
                self.held[number, event] = sorted(held[seat].elements())
                held[seat][of[1]] -= 1
                made[seat] += 1
            elif what == "call":
                held[seat].subtract(of[1])
            elif what in ("closed kan", "added kan", "north"):
                held[seat][of[1]] -= 4 if what == "closed kan" else 1
        self.discards[(number,)] = made[: game.players]


def dora_of(kind: int, players: int) -> int:
    """The kind that an indicator makes dora."""
    if kind >= 27:
        first, size = (27, 4) if kind < 31 else (31, 3)
    else:
        first, size = kind // 9 * 9, 9
    if players == 3 and kind in (0, 8):
        return 8 - kind
    return first + (kind - first + 1) % size


def assert_counted(connection: duckdb.DuckDBPyConnection, text: str, path: Path) -> None:
    due = Counted(text)
    of_path = f"(SELECT game_id FROM all_games JOIN sources USING (source_id) WHERE path = '{path}')"

    def found(columns: str, table: str, keys: int) -> Rows:
        select = f"SELECT {columns} FROM {table} WHERE game_id = {of_path}"
        rows = connection.execute(select).fetchall()
        return {row[:keys]: row[keys] if len(row) == keys + 1 else row[keys:] for row in rows}

    assert found("hand, event, turn, hand_turn", "all_events", 2) == due.turns
    assert found("hand, discards", "all_hands", 1) == due.discards
    assert found("hand, seat, dora", "all_deals", 2) == due.dora
    concealed = found("hand, event, concealed", "all_turns", 2)
    black = {key: sorted(KINDS.index(tile.replace("0", "5")) for tile in tiles) for key, tiles in concealed.items()}
    assert black == due.held
    assert all(is_ascending(tiles) for tiles in concealed.values())
    ranks = found("hand, seat, rank_after", "all_player_hands", 2)
    assert {key: rank for key, rank in ranks.items() if key in due.ranks} == due.ranks
    last = found("hand, seat, is_last_hand", "all_player_hands", 2)
    assert {hand for (hand, _), is_last in last.items() if is_last} <= {max(due.discards)[0]}
    reds = found("hand, seat, red_fives", "all_deals", 2)
    tiles = [attribute(init, f"hai{seat}").split(",") for init in inits(text) for seat in range(4)]
    no_reds = int(attribute(text[text.index("<GO ") :], "type")) & 2
    assert sum(reds.values()) == (0 if no_reds else sum(tile in ("16", "52", "88") for one in tiles for tile in one))


def inits(text: str) -> list[str]:
    return [part[: part.index(">") + 1] for part in ("<INIT" + one for one in text.split("<INIT")[1:])]


def is_ascending(tiles: list[str]) -> bool:
    """In the order of the enumeration, a red five after its fives."""
    order = [(tile[1], int(tile[0].replace("0", "5")), tile[0] == "0") for tile in tiles]
    return all(one <= other for one, other in pairwise(order))


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory, played: list[str]) -> tuple[Path, dict[Path, str]]:
    folder = tmp_path_factory.mktemp("states")
    rated = [re.sub(r'rate="[^"]*"', 'rate="1500.00,1612.25,1800.50,2001.00"', text) for text in played[:3]]
    logs = {folder / f"{number}.mjlog": text for number, text in enumerate(rated)}
    for path, text in logs.items():
        path.write_text(text, "utf-8")
    api.load(logs, folder / "games.duckdb", extras=("turns",), jobs=1)
    return folder / "games.duckdb", logs


def test_states_are_those_of_the_raw_logs(database: tuple[Path, dict[Path, str]]) -> None:
    with connect(str(database[0])) as connection:
        for path, text in database[1].items():
            assert_counted(connection, text, path)


def test_seats_of_the_ledger_are_those_of_its_accounts(database: tuple[Path, dict[Path, str]]) -> None:
    with connect(str(database[0])) as connection:
        accounts = connection.execute(
            "SELECT DISTINCT from_account, from_seat, to_account, to_seat FROM ledger"
        ).fetchall()
    number = {"table": None, **{f"seat{seat}": seat for seat in range(4)}}
    assert {row for row in accounts if (number[row[0]], number[row[2]]) != (row[1], row[3])} == set()
    assert {row[0] for row in accounts} == {*number}


def test_the_hand_before_one_that_is_cut_off_is_not_the_last(played: list[str], tmp_path: Path) -> None:
    text = played[3]
    ends = re.compile("<AGARI|<RYUUKYOKU").search(text, text.rindex("<INIT"))
    assert ends is not None
    for name, log in (("whole", text), ("cut", text[: ends.start()] + "</mjloggm>")):
        (tmp_path / f"{name}.mjlog").write_text(log, "utf-8")
        api.load([tmp_path / f"{name}.mjlog"], tmp_path / f"{name}.duckdb", jobs=1)
        with connect(str(tmp_path / f"{name}.duckdb")) as connection:
            last = connection.execute("SELECT DISTINCT hand FROM player_hands WHERE is_last_hand").fetchall()
        assert last == ([(text.count("<INIT") - 1,)] if name == "whole" else [])


def test_what_claims_nobody_s_tile_is_from_its_own_seat(database: tuple[Path, dict[Path, str]]) -> None:
    own = "SELECT count(*) FROM all_events WHERE kind IN ('closed kan', 'north') AND from_seat IS DISTINCT FROM seat"
    with connect(str(database[0])) as connection:
        assert connection.execute(own).fetchall() == [(0,)]


def test_what_a_hand_brought_is_unknown_where_the_log_does_not_record_what_was_paid(tmp_path: Path) -> None:
    events = [json.loads(line) for line in mjai.write(Simulation(LAST_IS_WON, "tenhou").play()).splitlines()]
    ends = [number for number, event in enumerate(events) if event["type"] == "end_kyoku"]
    won = [place for place, number in enumerate(ends) if events[number - 1]["type"] == "hora"]
    for place in (won[0], won[-1]):
        for name in ("deltas", "scores"):
            events[ends[place] - 1].pop(name, None)
    (tmp_path / "log.jsonl").write_text("".join([f"{json.dumps(event)}\n" for event in events]), "utf-8")
    api.load([tmp_path / "log.jsonl"], tmp_path / "games.duckdb", jobs=1)
    with connect(str(tmp_path / "games.duckdb")) as connection:
        sql = "SELECT hand, deltas IS NULL, end_points IS NULL FROM hands ORDER BY hand"
        hands = connection.execute(sql).fetchall()
        sql = "SELECT DISTINCT hand, delta IS NULL, rank_after IS NULL FROM player_hands ORDER BY hand"
        assert connection.execute(sql).fetchall() == hands
        assert {hand for hand, is_unknown, _ in hands if is_unknown} == {won[0], won[-1]}
        assert all([unknown == other for _, unknown, other in hands])
        assert won[-1] == len(ends) - 1
        assert connection.execute("SELECT DISTINCT replay_points FROM player_games").fetchall() == [(None,)]


def test_the_rating_of_opponents(database: tuple[Path, dict[Path, str]]) -> None:
    with connect(str(database[0])) as connection:
        rows = connection.execute("SELECT game_id, seat, rating, opponents_rating FROM v_player_games").fetchall()
    of_game: defaultdict[str, dict[int, float]] = defaultdict(dict)
    for game, seat, rating, _ in rows:
        of_game[game][seat] = rating
    for game, seat, _, of_others in rows:
        others = [rating for other, rating in of_game[game].items() if other != seat]
        assert of_others == pytest.approx(sum(others) / len(others))
    assert len({row[3] for row in rows}) > 1


def test_states_of_real_logs(corpus: Path, tmp_path: Path) -> None:
    paths = sorted((corpus / "mjlog").iterdir())[::60]
    api.load(paths, tmp_path / "games.duckdb", extras=("turns",), jobs=1)
    with connect(str(tmp_path / "games.duckdb")) as connection:
        for path in paths:
            assert_counted(connection, unpacked(path).decode("utf-8", "replace"), path)
