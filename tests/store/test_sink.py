"""Inputs added one by one to an open database: same tables as one load, readers see whole inputs, few lookups."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from support.made_games import MadeGame
from support.stored_games import SHA, columns_of, content, input_of, load_columns, rows, small_game

from auditor.core.errors import Problem, StoreError
from auditor.core.events import Event
from auditor.core.results import InputResult
from auditor.core.store import database
from auditor.core.store.contents import CONTENT_BYTES
from auditor.core.store.database import Store
from auditor.core.store.replaced import Replaceable
from auditor.core.store.rows import GameRows, source_key
from auditor.core.store.schema import SourceRules


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "games.duckdb")


def inputs(count: int) -> list[tuple[InputResult, GameRows]]:
    """Inputs of one game each, of several kinds."""
    return [
        input_of(small_game() if number % 3 else MadeGame(), f"{number:064x}", f"{number}.mjlog")
        for number in range(count)
    ]


def loaded(path: str, count: int) -> None:
    """A database of inputs that were loaded at once."""
    together = []
    for result, rows_of_game in inputs(count):
        rows_of_game.add_source(source_key(result), result, SourceRules("auto"), "1")
        together.append(rows_of_game)
    load_columns(path, *together)


def test_many_adds_give_the_tables_of_one_load(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "GAMES_PER_TRANSACTION", 7)
    with Store(path, "auto", "1") as store:
        for one in inputs(30):
            store.add(*one)
    loaded(f"{path}.at-once", 30)
    assert content(path) == content(f"{path}.at-once")


def test_readers_see_an_input_when_it_is_whole(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "GAMES_PER_TRANSACTION", 3)
    with Store(path, "auto", "1") as store:
        reader = store.connection.cursor()
        seen = []
        for one in inputs(7):
            store.add(*one)
            seen.append(
                reader.execute("SELECT (SELECT count(*) FROM all_games), (SELECT count(*) FROM all_seats)").fetchone()
            )
        assert seen == [(0, 0)] * 2 + [(3, 12)] * 3 + [(6, 24)] * 2
        assert store.flush() == 1
        assert store.flush() == 0
    assert rows(path, "SELECT count(*) FROM all_games") == [(7,)]


def test_what_nothing_comes_after_is_loaded_after_a_while(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "SECONDS_PER_TRANSACTION", 0.05)
    monkeypatch.setattr(Store, "is_due", False)
    with Store(path, "auto", "1") as store:
        store.add(*inputs(1)[0])
        until = time.monotonic() + 30
        while not store.contents.is_stored("0" * 64) and time.monotonic() < until:
            time.sleep(0.01)
        assert store.contents.is_stored("0" * 64)
        assert threading.active_count() < 10


def test_a_failure_of_a_late_load_is_raised_by_the_next_add(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        failed.set()
        raise StoreError("full")

    failed = threading.Event()
    monkeypatch.setattr(database, "SECONDS_PER_TRANSACTION", 0.01)
    monkeypatch.setattr(Store, "is_due", False)  # so that no add loads by itself
    monkeypatch.setattr(Store, "load", fails)
    store = Store(path, "auto", "1")
    first, second = inputs(2)
    store.add(*first)
    assert failed.wait(30)
    store.in_background(lambda: None).result()
    with pytest.raises(StoreError, match="full"):
        store.add(*second)
    store.close()


def test_nothing_is_loaded_where_the_work_fails(path: str) -> None:
    def work() -> None:
        with Store(path, "auto", "1") as store:
            store.add(*inputs(1)[0])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert rows(path, "SELECT count(*) FROM all_games") == [(0,)]


def test_an_input_with_an_odd_value_becomes_a_problem_and_the_others_are_loaded(path: str) -> None:
    odd = small_game()
    odd.game.hands[0].events.append(Event(1, 0, 4))
    odd.records[0].honba = 1 << 40
    with Store(path, "auto", "1") as store:
        store.add(*input_of(small_game(), sha256="1" * 64, path="a"))
        store.add(*input_of(odd, sha256="2" * 64, path="b"))
        store.add(*input_of(small_game(), sha256="3" * 64, path="c"))
        assert store.flush() == 2
    assert rows(path, "SELECT path FROM sources ORDER BY path") == [("a",), ("b",), ("c",)]
    ((problem_path, message),) = rows(path, "SELECT path, message FROM problems JOIN sources USING (source_id)")
    assert problem_path == "b"
    assert "no column of the database can hold" in message


def test_a_content_of_another_judgement_is_replaced(path: str) -> None:
    loaded(path, 3)
    with Store(path, "wrc", "1") as store:
        store.add(*input_of(small_game(), sha256=f"{1:064x}", path="1.mjlog"))
    assert rows(path, "SELECT rules, count(*) FROM sources GROUP BY ALL ORDER BY rules") == [("auto", 2), ("wrc", 1)]


def test_an_input_that_could_not_be_read_is_replaced_once_it_can(path: str) -> None:
    unread = InputResult("1.mjlog", None, problems=[Problem("", "cut")], sha256="f" * 64, bytes=9)
    with Store(path, "auto", "1") as store:
        store.add(unread, GameRows())
        store.flush()
        store.add(*inputs(2)[1])
    with Store(path, "auto", "1") as store:
        store.add(*input_of(small_game(), sha256="e" * 64, path="2.mjlog"))
    assert rows(path, "SELECT path, sha256 = ? FROM sources ORDER BY path".replace("?", f"'{1:064x}'")) == [
        ("1.mjlog", True),
        ("2.mjlog", False),
    ]
    assert rows(path, "SELECT count(*) FROM problems") == [(0,)]


def test_new_contents_are_loaded_without_a_search(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there is read once; only an input that may be there has the database searched."""
    loaded(path, 3)
    searched: list[bool] = []
    unreadable = Replaceable._unreadable

    def search(store: Replaceable, sources: Any) -> list[str]:
        searched.append(True)
        return unreadable(store, sources)

    monkeypatch.setattr(Replaceable, "_unreadable", search)
    with Store(path, "auto", "1") as store:
        store.add(*input_of(small_game(), sha256="a" * 64, path="a"))
        store.flush()
        store.add(*input_of(small_game(), sha256="b" * 64, path="b"))
        store.flush()
        assert searched == []
        store.add(*input_of(small_game(), sha256="a" * 64, path="another"))
        store.flush()
        assert searched == [True]
    assert rows(path, "SELECT count(*) FROM sources") == [(6,)]


def test_a_known_content_gets_its_other_paths(path: str) -> None:
    """Whether it was loaded before, or waits, or comes again where it was: its game stays as it is."""
    loaded(path, 2)
    with Store(path, "auto", "1") as store:
        for number, name in ((1, "1.mjlog"), (1, "copy"), (1, "copy"), (5, "five"), (5, "five again"), (5, "five")):
            store.add(*input_of(small_game(), f"{number:064x}", name))
        assert store.flush() == 1
        store.add(*input_of(small_game(), f"{5:064x}", "five"))
        assert store.flush() == 0
    assert rows(path, "SELECT path FROM sources ORDER BY path") == [
        ("0.mjlog",), ("1.mjlog",), ("copy",), ("five",), ("five again",),
    ]  # fmt: skip
    assert rows(path, "SELECT count(*), count(DISTINCT game_id) FROM all_games") == [(3, 3)]


def test_what_is_no_log_is_not_added(path: str) -> None:
    with Store(path, "auto", "1") as store:
        store.add(InputResult("notes.txt", None, sha256="d" * 64, is_not_a_log=True), GameRows())
        assert store.flush() == 0
    assert rows(path, "SELECT count(*) FROM sources") == [(0,)]


def test_the_known_keys_are_those_of_this_judgement(path: str) -> None:
    loaded(path, 3)
    load_columns(path, columns_of(small_game(), rules="wrc"), rules="wrc")
    with Store(path, "auto", "1") as store:
        known = store.contents.stored
    assert len(known) == 3
    assert known.size == CONTENT_BYTES
    assert bytes.fromhex(f"{2:064x}") in known
    assert bytes.fromhex(SHA) not in known
