"""The store: what is loaded, recognized, replaced, and left after a failure."""

import errno
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.reduction import ForkingPickler
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from support.made_games import MadeGame
from support.paths import TESTS
from support.stored_games import SHA, columns_of, content, load_columns, rows, small_game

from auditor.core.errors import LockedError, Problem, StoreError
from auditor.core.events import FinalResult
from auditor.core.results import FINDING_KEYS, InputResult
from auditor.core.store import database
from auditor.core.store.arrow import RangeErrors, arrow_tables, send_as_streams
from auditor.core.store.database import TEMPLATE, Store, connect
from auditor.core.store.event_counts import placements
from auditor.core.store.rows import GameRows, key_of
from auditor.core.store.schema import (
    COLUMNS,
    ENUMERATIONS,
    GAME_TABLES,
    SCHEMA_VERSION,
    SHOWN,
    TILE_NAMES,
    SourceRules,
    extra_of_table,
    schema_hash,
    views_sql,
)


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "games.duckdb")


def test_every_table_view_and_column_says_what_it_is(path: str) -> None:
    load_columns(path)
    uncommented = """
        SELECT table_name, NULL FROM duckdb_tables() WHERE comment IS NULL
        UNION ALL SELECT view_name, NULL FROM duckdb_views() WHERE comment IS NULL AND NOT internal
        UNION ALL SELECT table_name, column_name FROM duckdb_columns() WHERE comment IS NULL AND NOT internal
    """
    with duckdb.connect(path) as connection:
        assert connection.execute(uncommented).fetchall() == []


CONTRACT = {
    "sources": "source_id, path, member, format, sha256, bytes, loaded_at",
    "problems": "source_id, place, message",
    "games": "game_id, log_id, source_id, format, ruleset, players, length, red_fives",
    "seats": "game_id, seat, name, grade, rating, start_points, final_points, final_score, placement",
    "hands": "game_id, hand, round, round_wind, dealer, honba, sticks, outcome, draws, dora_indicators,"
    " ura_indicators, deltas",
    "events": "game_id, hand, event, seat, kind, tile, tiles, from_seat, tsumogiri, wall_left",
    "riichis": "game_id, hand, seat, event, riichi_turn, accepted, double_riichi, furiten, waits, tiles_left, outcome",
    "wins": "game_id, hand, seat, from_seat, tile, riichi, han, fu, points, limit_name, yaku, machi",
    "win_yaku": "game_id, hand, seat, yaku, han",
    "ledger": "game_id, hand, event, reason, from_account, to_account, points",
    "findings": "game_id, " + ", ".join(f'"{key}"' for key in FINDING_KEYS),
    "turns": "game_id, hand, seat, event, turn, tile, shanten_before, shanten, shanten_least, ukeire, ukeire_kinds,"
    " ukeire_best, closed, waits, machi, furiten, could_riichi, declared, in_riichi, against, genbutsu, safe,"
    " tiles_left",
    "draws": "game_id, hand, seat, event, replacement, shanten, improved, useful, unseen, useful_in_wall, in_wall",
    "walls": "game_id, hand, agrees, live, replacements, dora_indicators, ura_indicators, drawn, replaced",
    "wall_riichis": "game_id, hand, seat, event, to_come, own, draws_to_win",
    "wall_wins": "game_id, hand, seat, event, closed, dora, ura",
    "deals": "game_id, hand, seat, tiles, shanten",
    "player_hands": "game_id, hand, seat, seat_wind, points_before, rank_before, delta, riichi, won, gain, paid",
    "player_games": "game_id, seat, hands, replay_points, replay_placement",
    "ruleset_findings": 'game_id, ruleset, hand, seat, event, "check", severity, message, expected, actual',
}
"""The columns that queries may rely on, by table."""


@pytest.mark.parametrize("table", SHOWN)
def test_the_promised_columns_exist(path: str, table: str) -> None:
    load_columns(path)
    assert rows(path, f"SELECT {CONTRACT[table]} FROM {table}") == []


def test_a_column_may_be_named_like_its_type_only_where_the_schema_makes_that_type() -> None:
    types = {column.type.removesuffix("[]").removesuffix("[]") for columns in COLUMNS.values() for column in columns}
    used = {type for type in types if type.islower()}
    assert used | {"event_kind"} == set(ENUMERATIONS)  # events, a view, is of that type


def test_the_rows_of_a_game(path: str) -> None:
    load_columns(path, columns_of(small_game()))
    game = key_of(SHA, "1")
    assert rows(path, "SELECT game_id, log_id, ruleset, players, length, started_at::VARCHAR FROM all_games") == [
        (game, "2020010203gm-00a9-0000-00000001", "tenhou", 4, 2, "2020-01-02 03:00:00")
    ]
    assert rows(path, "SELECT seat, name, start_points, final_points, final_score, placement FROM all_seats") == [
        (0, "Aoi", 25000, 24000, -6.0, 3),
        (1, "Ben", 25000, 23000, -7.0, 4),
        (2, "千鶴", 25000, 28000, -2.0, 1),
        (3, "Dora", 25000, 25000, -5.0, 2),
    ]
    assert rows(path, "SELECT round, round_wind, outcome, dora_indicators, ura_indicators, deltas FROM all_hands") == [
        ("E1", "E", "ron", ["9m", "1p"], [], [0, -2000, 2000, 0])
    ]
    assert rows(path, "SELECT * EXCLUDE (game_id, hand, turn, hand_turn) FROM events ORDER BY event") == [
        (0, 0, "draw", "1z", None, None, None, 69),
        (1, 0, "discard", "1z", None, None, True, 69),
        (2, 1, "chi", "1m", ["2m", "3m"], 0, None, 69),
        (3, 2, "draw", "1z", None, None, None, 68),
        (4, 2, "riichi", None, None, None, None, 68),
        (5, 2, "discard", "1z", None, None, True, 68),
        (6, 2, "deposit", None, None, None, None, 68),
        (7, 3, "closed kan", "7z", ["7z"] * 4, None, None, 68),
        (8, None, "dora", "1p", None, None, None, 68),
        (9, 2, "win", "0m", None, 1, None, 68),
    ]
    assert rows(path, "SELECT * EXCLUDE (game_id) FROM riichis") == [
        (0, 2, 4, 1, True, False, False, ["1m", "5m"], 68, "ron", ["shanpon"], 1, 4, "1z", True, 5, 0)
    ]
    assert rows(
        path, "SELECT seat, from_seat, tile, riichi, han, fu, points, limit_name, yaku, win_turn FROM wins"
    ) == [(2, 1, "0m", True, 2, 30, 2000, "none", ["riichi", "dora"], 1)]
    assert rows(path, "SELECT yaku, han FROM win_yaku") == [("riichi", 1), ("dora", 1)]
    assert rows(path, "SELECT event, reason, from_account, to_account, points FROM ledger ORDER BY entry") == [
        (6, "riichi", "seat2", "table", 1000),
        (9, "hand", "seat1", "seat2", 2000),
        (9, "sticks", "table", "seat2", 1000),
    ]
    assert rows(path, 'SELECT log, round, seat, "check", severity, link FROM findings') == [
        (
            "LOG",
            "E1",
            2,
            "riichi/noten",
            "violation",
            "https://tenhou.net/0/?log=2020010203gm-00a9-0000-00000001&tw=2&ts=0",
        )
    ]


def test_three_players_have_three_seats_and_three_deltas(path: str) -> None:
    made = MadeGame(players=3)
    made.hand((35000, 35000, 35000, 0)).win(0, 0, 2000)
    load_columns(path, columns_of(made, ruleset="tenhou-sanma"))
    assert rows(path, "SELECT count(*) FROM all_seats") == [(3,)]
    assert rows(path, "SELECT len(deltas), len(start_points) FROM all_hands") == [(3, 3)]


@pytest.mark.parametrize(("ruleset", "places"), [("tenhou", [1, 3, 2, 4]), ("ema-2016", [1, 3, 1, 4])])
def test_equal_points_are_placed_as_the_ruleset_says(path: str, ruleset: str, places: list[int]) -> None:
    made = small_game()
    made.ends_with(30000, 24000, 30000, 16000)
    load_columns(path, columns_of(made, ruleset=ruleset))
    assert rows(path, "SELECT placement FROM all_seats ORDER BY seat") == [(place,) for place in places]


@pytest.mark.parametrize(
    "result",
    [
        FinalResult((30000, 24000, 31000, 15000), None),
        FinalResult(None, (10.0, -16.0, 41.0, -35.0)),
        FinalResult((30000, 24000, 31000, 15000), (-35.0, -16.0, 10.0, 41.0)),
    ],
    ids=["points", "scores", "points before scores"],
)
def test_places_come_from_what_the_log_gives(path: str, result: FinalResult) -> None:
    made = small_game()
    made.game.result = result
    load_columns(path, columns_of(made))
    assert rows(path, "SELECT placement FROM all_seats ORDER BY seat") == [(2,), (3,), (1,), (4,)]


def test_without_red_fives_a_five_is_a_five(path: str) -> None:
    made = small_game()
    made.game.red_tiles = ()
    load_columns(path, columns_of(made))
    assert rows(path, "SELECT tile FROM wins") == [("5m",)]


def test_a_hand_that_the_replay_left_is_stored_with_all_its_events(path: str) -> None:
    made = small_game()
    record = made.records[0]
    record.stopped_at = 4
    record.replayed = 4
    load_columns(path, columns_of(made))
    assert rows(path, "SELECT events, checked_events, stopped_at FROM all_hands") == [(10, 4, 4)]
    assert rows(path, "SELECT count(*), count(wall_left) FROM events") == [(10, 4)]


def test_a_game_without_hands_or_end(path: str) -> None:
    load_columns(path, columns_of(MadeGame()))
    assert rows(path, "SELECT start_points, final_points, placement FROM all_seats WHERE seat = 0") == [
        (None, None, None)
    ]


def test_an_unread_input_is_a_source_with_problems(path: str) -> None:
    columns = GameRows()
    problems = [Problem("line 2", "half a tag"), Problem("", "no hand")]
    columns.add_source(
        "s", InputResult("bad.xml", "x/y", problems=problems, sha256=SHA, bytes=3), SourceRules("auto"), "1"
    )
    load_columns(path, columns)
    assert rows(path, "SELECT path, member, format, place, message FROM problems JOIN sources USING (source_id)") == [
        ("bad.xml", "x/y", None, "line 2", "half a tag"),
        ("bad.xml", "x/y", None, "", "no hand"),
    ]


def test_loading_the_same_again_changes_nothing(path: str) -> None:
    load_columns(path, columns_of(small_game()))
    before = content(path)
    load_columns(path, columns_of(small_game()))
    assert content(path) == before


def test_the_keys_do_not_depend_on_the_order_of_loading(tmp_path: Path) -> None:
    inputs = [columns_of(small_game(), sha256=letter * 64, path=letter) for letter in "abc"]
    load_columns(str(tmp_path / "1"), *inputs)
    load_columns(str(tmp_path / "2"), *reversed(inputs))
    assert content(str(tmp_path / "1")) == content(str(tmp_path / "2"))


def test_a_key_never_changes() -> None:
    """It is what a database knows a content by, whatever version of the program made it."""
    assert key_of("a", "b") == "lgzhdlq3xsy5"


def test_one_log_id_with_two_contents_is_two_games(path: str) -> None:
    load_columns(path, columns_of(small_game(), sha256="1" * 64), columns_of(small_game(), sha256="2" * 64))
    assert rows(path, "SELECT count(DISTINCT game_id), count(DISTINCT log_id) FROM all_games") == [(2, 1)]


def test_another_ruleset_replaces_the_rows_of_the_same_content(path: str) -> None:
    other = columns_of(small_game(), sha256="9" * 64, path="other.mjlog")
    load_columns(path, columns_of(small_game()), other)
    load_columns(path, columns_of(small_game(), ruleset="ema-2012", rules="ema"), rules="ema")
    assert rows(path, "SELECT ruleset FROM all_games ORDER BY ruleset") == [("ema-2012",), ("tenhou",)]
    for table in [table for table in GAME_TABLES if extra_of_table(table) is None]:
        assert rows(path, f"SELECT count(DISTINCT game_id) FROM all_{table}") == [(2,)], table
    assert rows(path, "SELECT count(*) FROM all_events") == [(20,)]
    with Store(path, "auto", "1") as store:
        assert [one in store.contents for one in (SHA, "9" * 64)] == [False, True]


def test_what_is_known_can_be_told_again(path: str) -> None:
    made = small_game()
    made.records[0].stopped_at = 9
    load_columns(path, columns_of(made))
    with Store(path, "auto", "1") as store:
        told = store.stored([SHA, "f" * 64])
    assert list(told) == [SHA]
    expected = made.result(log=made.game.log_id)
    expected.hands = expected.stopped = 1
    assert told[SHA].result.games == [expected]
    assert told[SHA].paths == {("a.mjlog", None)}


def test_an_input_that_can_be_read_at_last_is_a_problem_no_more(path: str) -> None:
    broken = GameRows()
    unread = InputResult("a.mjlog", None, problems=[Problem("", "cut off")], sha256="0" * 64, bytes=3)
    broken.add_source(key_of("a.mjlog", "", "0"), unread, SourceRules("auto"), "1")
    load_columns(path, broken)
    load_columns(path, columns_of(small_game()))
    assert rows(path, "SELECT (SELECT count(*) FROM problems), (SELECT count(*) FROM sources)") == [(0, 1)]


def test_a_failure_in_the_middle_of_a_load_leaves_nothing_of_it(path: str) -> None:
    load_columns(path, columns_of(small_game()))
    before = content(path)
    good = arrow_tables(columns_of(small_game(), sha256="1" * 64, path="b"))
    bad = arrow_tables(columns_of(small_game(), sha256="2" * 64, path="c"))
    without = pa.nulls(len(bad["findings"]), bad["findings"].schema.field(0).type)
    bad["findings"] = bad["findings"].set_column(0, "game_id", without)  # of the last tables: a key that is missing
    with Store(path, "auto", "1") as store:
        with pytest.raises(StoreError, match="what was loaded before is kept"):
            store.load([good, bad])
        store.load([good])
    after = content(path)
    assert [len(after[table]) for table in SHOWN] == [2 * len(before[table]) for table in SHOWN]


@pytest.mark.skipif(sys.platform == "win32", reason="an open file is not replaced there")
@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_file_that_is_removed_or_replaced_while_it_is_open_takes_no_more(path: str, is_replaced: bool) -> None:
    """What is loaded then would be lost."""
    with Store(path, "auto", "1") as store:
        store.load([arrow_tables(columns_of(small_game()))])
        Path(path).unlink()
        if is_replaced:
            Path(path).write_bytes(b"another")
        with pytest.raises(StoreError, match="removed or replaced"):
            store.load([arrow_tables(columns_of(small_game(), sha256="1" * 64, path="b"))])


def test_a_process_killed_before_the_end_of_a_load_leaves_nothing_of_it(path: str) -> None:
    load_columns(path, columns_of(small_game()))
    before = content(path)
    code = (
        "import os, signal, sys\n"
        "from support import stored_games\n"
        "from auditor.core.store.database import Store\n"
        "insert = Store._insert\n"
        "Store._insert = lambda *given: (insert(*given), os.kill(os.getpid(), signal.SIGKILL))\n"
        "rows = stored_games.columns_of(stored_games.small_game(), 'f' * 64, 'b')\n"
        "stored_games.load_columns(sys.argv[1], rows)\n"
    )
    paths = [str(Path(database.__file__).parents[2]), str(TESTS)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    killed = subprocess.run([sys.executable, "-c", code, path], check=False, env=environment)
    assert killed.returncode == -signal.SIGKILL
    assert content(path) == before


def test_a_value_out_of_range_is_found_before_it_reaches_the_database() -> None:
    made = small_game()
    made.records[0].honba = 1 << 40
    with pytest.raises(RangeErrors):
        arrow_tables(columns_of(made))


def test_tables_come_from_another_process_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ForkingPickler, "_extra_reducers", {})
    tables = arrow_tables(columns_of(small_game()))
    in_parts = ForkingPickler.dumps(tables)
    send_as_streams()
    streams = ForkingPickler.dumps(tables)
    assert streams != in_parts
    sent = pickle.loads(streams)
    assert sent == tables
    assert {name: table.schema for name, table in sent.items()} == {
        name: table.schema for name, table in tables.items()
    }
    assert b"auditor" not in pickle.dumps(tables)  # what a program that uses the package pickles stays as it is


@pytest.mark.parametrize("content", [b"", b"short", b"not a database at all" * 1000], ids=["empty", "short", "long"])
@pytest.mark.parametrize("opened", [connect, lambda path: Store(path, "auto", "1")], ids=["read", "write"])
def test_a_file_that_is_no_database(content: bytes, opened: Callable[[str], object], tmp_path: Path) -> None:
    file = tmp_path / "Could not set lock: Permission denied.duckdb"
    file.write_bytes(content)
    with pytest.raises(StoreError, match="is not a DuckDB file") as raised:
        opened(str(file))
    assert not isinstance(raised.value, LockedError)


def test_a_database_that_is_broken_says_what_duckdb_says(path: str) -> None:
    load_columns(path)
    data = bytearray(Path(path).read_bytes())
    data[100] ^= 255
    Path(path).write_bytes(data)
    with pytest.raises(StoreError, match=r"cannot be opened \(.*checksum"):
        Store(path, "auto", "1")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
@pytest.mark.parametrize("mode", [0o000, 0o400])
def test_a_database_that_may_not_be_written_is_said_to_be(mode: int, path: str) -> None:
    load_columns(path)
    Path(path).chmod(mode)
    with pytest.raises(StoreError, match="see that you may write the file and its folder"):
        Store(path, "auto", "1")
    if not mode:
        with pytest.raises(StoreError, match="see that you may read the file and its folder"):
            connect(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_folder_that_may_not_be_written_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    with pytest.raises(StoreError, match="see that you may write the file and its folder"):
        Store(str(tmp_path / "closed/x.duckdb"), "auto", "1")


@pytest.mark.parametrize("han", [(1, 5), (5, 1)])
def test_the_han_dealt_in_at_a_double_ron_are_those_of_the_larger_win(han: tuple[int, int], path: str) -> None:
    made = MadeGame()
    hand = made.hand()
    hand.turn(1)
    for seat, number in zip((2, 3), han, strict=True):
        hand.win(seat, 1, 1000 * number, (52, number))
    load_columns(path, columns_of(made))
    dealt_in = rows(path, "SELECT deal_ins, deal_in_han FROM player_hands ORDER BY seat")
    assert dealt_in == [(0, None), (2, 5), (0, None), (0, None)]


def test_a_database_of_something_else(path: str) -> None:
    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE t (a INTEGER)")
    with pytest.raises(StoreError, match="not one of auditor's"):
        Store(path, "auto", "1")


def test_a_newer_schema_is_refused(path: str) -> None:
    load_columns(path)
    with duckdb.connect(path) as connection:
        connection.execute("UPDATE meta SET schema_version = ?", [SCHEMA_VERSION + 1])
    with pytest.raises(StoreError, match="update auditor"):
        Store(path, "auto", "1")


@pytest.mark.parametrize(("name", "message"), [("no/such/folder.duckdb", "does not exist"), ("", "is a folder")])
def test_a_path_that_cannot_be_written(
    tmp_path: Path, name: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StoreError, match=message):
        Store(str(tmp_path / name), "auto", "1")

    def write_on_a_full_disk(path: str, *_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "the disk is full", path)

    monkeypatch.setattr(database, "write_atomic", write_on_a_full_disk)
    with pytest.raises(StoreError, match=r"full\.duckdb: cannot be written: the disk is full"):
        Store(str(tmp_path / "full.duckdb"), "auto", "1")
    assert not list(tmp_path.iterdir())  # an empty file would be in the way of the next load


def test_a_missing_database_says_how_to_make_one(path: str) -> None:
    with pytest.raises(StoreError, match="auditor audit LOGS --db"):
        connect(path)


def test_the_tiles_stand_in_playing_order_with_red_fives_behind_fives() -> None:
    assert len(TILE_NAMES) == 37
    assert TILE_NAMES[4:7] == ("5m", "0m", "6m")
    assert TILE_NAMES[-7:] == ("1z", "2z", "3z", "4z", "5z", "6z", "7z")


@pytest.mark.parametrize(
    ("points", "shared", "expected"),
    [
        ((25000, 40000, 10000, 25000), False, [2, 1, 4, 3]),
        ((25000, 40000, 10000, 25000), True, [2, 1, 4, 2]),
        ((35000, 35000, 35000), False, [1, 2, 3]),
        ((), False, []),
    ],
)
def test_placements(points: tuple[int, ...], shared: bool, expected: list[int]) -> None:
    assert placements(points, shared) == expected


def test_views_call_no_function_that_older_duckdb_lacks() -> None:
    """A file is opened by DuckDB 1.4 and by the one for browsers, too, which have no if()."""
    assert not re.search(r"\bif\(", views_sql())


CATALOG = (
    "SELECT table_name, comment, sql FROM duckdb_tables()",
    "SELECT table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns()",
    # DuckDB keeps what is behind EXCLUDE in no order
    r"SELECT view_name, comment, list_sort(regexp_extract_all(sql, '\w+|\W')) FROM duckdb_views() WHERE NOT internal",
    "SELECT type_name, labels FROM duckdb_types() WHERE NOT internal",
    "SELECT function_name, parameters, macro_definition FROM duckdb_functions() WHERE NOT internal",
    "SELECT table_name, constraint_text FROM duckdb_constraints()",
    "SELECT schema_version, program_version FROM meta",
)


def test_a_new_file_is_what_the_statements_make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of the schema: ``python tests/generate.py template``."""
    made = []
    for name in ("copied", "made"):
        Store(str(tmp_path / name), "auto", "1.0").close()
        with duckdb.connect(str(tmp_path / name)) as connection:  # views are written otherwise once they are read again
            made.append([sorted(map(repr, connection.execute(sql).fetchall())) for sql in CATALOG])
        monkeypatch.setattr(database, "TEMPLATE", tmp_path / "none")
    assert schema_hash() == TEMPLATE.read_bytes()[:32]
    assert made[0] == made[1]


def test_a_new_file_is_none_that_another_process_has_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where that was made between a look and the copy; nor is one made for what is no file to DuckDB."""
    made = tmp_path / "made.duckdb"
    made.write_bytes(b"another's")
    with monkeypatch.context() as patched:
        patched.setattr(os.path, "lexists", lambda path: False)
        with pytest.raises(StoreError, match="is not a DuckDB file"):
            Store(str(made), "auto", "1")
    assert (made.read_bytes(), os.listdir(tmp_path)) == (b"another's", ["made.duckdb"])
    monkeypatch.chdir(tmp_path)
    with Store(":memory:", "auto", "1") as store:
        assert store.is_new
    assert os.listdir(tmp_path) == ["made.duckdb"]
