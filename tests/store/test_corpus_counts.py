"""The rows of real logs in DuckDB, against counts made from the raw text with regular expressions."""

import re
from collections import Counter
from pathlib import Path

import duckdb
import pytest
from support.packing import unpacked
from support.stored_games import wrong_keys

from auditor import api
from auditor.core.store.database import connect
from auditor.core.store.schema import EXTRAS

DRAWS = {
    "yao9": "nine terminals", "kaze4": "four winds", "reach4": "four riichi", "ron3": "triple ron",
    "kan4": "four kans", "nm": "nagashi mangan", "": "exhaustive",
}  # fmt: skip
CALLS = {"chi", "pon", "open kan", "closed kan", "added kan", "north"}


@pytest.fixture(scope="module")
def texts(corpus: Path) -> list[str]:
    """The text of each mjlog."""
    files = [file for file in sorted((corpus / "mjlog").rglob("*")) if file.is_file()]
    return [unpacked(file).decode("utf-8", "replace") for file in files]


def counted(database: duckdb.DuckDBPyConnection, sql: str) -> dict[str, int]:
    return dict(database.execute(sql).fetchall())


def call_kind(bits: int) -> str:
    """The kind of an ``N`` element from its ``m``."""
    if bits & 0x4:
        return "chi"
    if bits & 0x8:
        return "pon"
    if bits & 0x10:
        return "added kan"
    if bits & 0x20:
        return "north"
    return "open kan" if bits & 0x3 else "closed kan"


def test_events(texts: list[str], database: duckdb.DuckDBPyConnection) -> None:
    raw: Counter[str] = Counter()
    for text in texts:
        raw["draw"] += len(re.findall(r"<[TUVW]\d+ ?/>", text))
        raw["discard"] += len(re.findall(r"<[DEFG]\d+ ?/>", text))
        raw["riichi"] += len(re.findall(r'<REACH [^>]*step="1"', text))
        raw["deposit"] += len(re.findall(r'<REACH [^>]*step="2"', text))
        raw["dora"] += len(re.findall(r"<DORA ", text))
        raw["win"] += len(re.findall(r"<AGARI ", text))
        raw["ryuukyoku"] += len(re.findall(r"<RYUUKYOKU ", text))
        raw.update(call_kind(int(bits)) for bits in re.findall(r'<N [^>]*m="(\d+)"', text))
    assert counted(database, "SELECT kind::VARCHAR, count(*) FROM all_events GROUP BY kind") == dict(raw)


def test_hands_and_games(texts: list[str], database: duckdb.DuckDBPyConnection) -> None:
    hands = sum(len(re.findall(r"<INIT ", text)) for text in texts)
    assert database.execute("SELECT (SELECT count(*) FROM all_hands), (SELECT count(*) FROM all_games)").fetchone() == (
        hands, len(texts),
    )  # fmt: skip


def test_drawn_hands_by_type(texts: list[str], database: duckdb.DuckDBPyConnection) -> None:
    raw = Counter(
        DRAWS["".join(re.findall(r'type="(\w+)"', element))] if " sc=" in element else "unspecified"
        for text in texts
        for element in re.findall(r"<RYUUKYOKU [^>]*>", text)
    )
    found = counted(
        database,
        "SELECT outcome::VARCHAR, count(*) FROM all_hands"
        " WHERE (game_id, hand) IN (SELECT (game_id, hand) FROM all_events WHERE kind = 'ryuukyoku') GROUP BY outcome",
    )
    assert found == dict(raw)


def test_wins_and_their_values(texts: list[str], database: duckdb.DuckDBPyConnection) -> None:
    elements = [element for text in texts for element in re.findall(r"<AGARI [^>]*>", text)]
    pairs = [re.findall(r' (?:who|fromWho)="(\d)"', element) for element in elements]
    values = [list(map(int, re.findall(r' ten="(\d+),(\d+),', element)[0])) for element in elements]
    assert database.execute(
        "SELECT count(*), count(*) FILTER (seat = from_seat), sum(fu)::INTEGER, sum(points)::BIGINT FROM all_wins"
    ).fetchone() == (
        len(elements),
        sum(who == from_who for who, from_who in pairs),
        sum(fu for fu, _ in values),
        sum(points for _, points in values),
    )
    yaku = sum(
        len(numbers.split(",")) // 2 for element in elements for numbers in re.findall(r' yaku="([\d,]+)"', element)
    ) + sum(len(numbers.split(",")) for element in elements for numbers in re.findall(r' yakuman="([\d,]+)"', element))
    assert database.execute("SELECT count(*) FROM all_win_yaku").fetchone() == (yaku,)


def test_the_keys_that_are_not_declared_hold(database: duckdb.DuckDBPyConnection) -> None:
    for table, key in (("events", "event"), ("ledger", "entry")):
        doubled = f"SELECT game_id FROM {table} GROUP BY game_id, hand, {key} HAVING count(*) > 1"
        assert database.execute(doubled).fetchall() == []


@pytest.mark.slow
def test_keys_are_unique_and_lead_to_their_tables(corpus: Path, tmp_path: Path) -> None:
    """In games of every format, with all tables that are filled on request."""
    path = tmp_path / "games.duckdb"
    api.load([corpus], path, extras=EXTRAS)
    with connect(str(path)) as connection:
        assert wrong_keys(connection) == []
