"""SQL in the judge's page: the program's queries, parameters and charts, of a database and of games just judged."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.judge_site import Judge, opened
from support.paths import FIXTURES

from auditor import api
from auditor.core.store import queries
from auditor.output.tables import csv_text, shown_columns
from auditor.testing.simulate import games

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
GAMES = int(os.environ.get("AUDITOR_PAGE_GAMES", "60"))
"""How many games the database has. A thousand were tried as well."""
MOST_SECONDS = 3.0
_WATCH = """
window.given = null;
document.addEventListener("answered", async ({ detail }) => {
  const [csv, page] = await Promise.all([detail.csv, detail.page].map((one) => one?.text()));
  window.given = { ...detail, csv, page };
});
"""

_HOLD = 'document.body.append(Object.assign(document.createElement("input"), { id: "held", type: "file" }))'
_DROP = """() => {
  const held = document.getElementById("held");
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(held.files[0]);
  held.remove();
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""
"""Drops a file on the page, as a hand does."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    for number, log in enumerate(games(GAMES)):
        (folder / f"{number:04}.mjlog").write_bytes(log)
    made = folder.parent / "games.duckdb"
    api.load([folder], made, extras=("turns", "walls"))
    return made


def asked(judge: Judge, button: str) -> dict[str, Any]:
    judge.page.evaluate("window.given = null")
    judge.page.click(button)
    while (given := judge.page.evaluate("window.given")) is None:
        assert not judge.page.locator("#sql-fault").is_visible(), judge.page.locator("#sql-fault").text_content()
        judge.page.wait_for_timeout(10)
    answer: dict[str, Any] = given
    return answer


_NUMBER = re.compile(r"(?<!\w)-?\d+\.\d+")


def are_same(one: str, other: str) -> bool:
    """Whether two answers are the same, but for the last digit of halves, which versions of DuckDB round apart."""
    if _NUMBER.sub("#", one) != _NUMBER.sub("#", other):
        return False
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all([abs(float(a) - float(b)) < 1.01 * 10 ** -max(_digits(a), _digits(b)) for a, b in pairs if a != b])


def _digits(number: str) -> int:
    """Of a number that may be shown with more digits than it was rounded to."""
    return len(number.partition(".")[2].rstrip("0"))


def seconds_of(judge: Judge) -> float:
    found = re.search(r"([\d.,]+) s(?: ·|$)", judge.page.locator("#answer-note").text_content() or "")
    assert found is not None
    return float(found[1].replace(",", ""))


@pytest.fixture(scope="module")
def page(browser: "Browser", judge_host: str, database: Path) -> Iterator[Judge]:
    with opened(browser, judge_host, offline=False) as judge:
        judge.page.evaluate(_WATCH)
        judge.start()
        judge.page.evaluate(_HOLD)
        judge.page.set_input_files("#held", str(database))
        judge.page.evaluate(_DROP)
        judge.page.locator("#sql-open:visible, #sql-fault:visible").first.wait_for()
        assert not judge.page.locator("#sql-fault").is_visible(), judge.page.locator("#sql-fault").text_content()
        yield judge


def test_every_named_query_answers_as_it_does_elsewhere(page: Judge, database: Path) -> None:
    different, slow = [], []
    with queries.connect(str(database)) as connection:
        for name in queries.names():
            query = queries.load(name)
            here = queries.run(connection, query, {})
            page.page.select_option("#query", name)
            there = asked(page, "#query-form button")
            texts = [list(row) for row in zip(*[one.texts[:1000] for one in shown_columns(here)], strict=True)]
            shown = are_same(str(there["rows"]), str(texts))
            if not shown or not are_same(there["csv"].lstrip("\ufeff"), csv_text(here)):
                different.append(name)
            if seconds_of(page) > MOST_SECONDS:
                slow.append(name)
            if query.charts and here.rows:
                page.page.locator("#chart:visible").wait_for()
    assert different == []
    assert slow == []


def test_own_sql_only_reads(page: Judge, database: Path) -> None:
    page.page.fill("#own-sql", "SELECT name, count(*) n FROM seats GROUP BY name ORDER BY ALL -- ; DROP TABLE seats")
    with queries.connect(str(database)) as connection:
        here = queries.ask(connection, "SELECT name, count(*) n FROM seats GROUP BY name ORDER BY ALL")
    assert asked(page, "#own-form button")["csv"].lstrip("\ufeff") == csv_text(here)
    for sql, fault in (
        ("DROP TABLE games", "only SELECT is run here, no DROP"),
        ("SELECT 1; INSTALL httpfs", "no INSTALL"),
        ("SELECT nothing FROM games", "the query failed"),
        ("SELECT * FROM 'https://example.org/a.parquet'", "the query failed"),
    ):
        page.page.fill("#own-sql", sql)
        page.page.click("#own-form button")
        page.page.locator("#sql-fault", has_text=fault).wait_for()


def test_parameters_are_given_and_refused(page: Judge) -> None:
    page.page.select_option("#query", "player-results")
    page.page.fill("#parameter-name", "Nobody At All")
    page.page.click("#query-form button")
    page.page.locator("#sql-fault", has_text="Nobody At All").wait_for()


def test_the_games_just_judged_are_asked(browser: "Browser", judge_host: str, database: Path, tmp_path: Path) -> None:
    """Those of each time, and never in place of a database, whatever its name."""
    evening = sorted((FIXTURES / "evening").iterdir())
    native = tmp_path / "evening.duckdb"
    api.load(evening, native, extras=("turns", "walls"))
    with opened(browser, judge_host, offline=False) as judge, queries.connect(str(native)) as connection:
        judge.page.evaluate(_WATCH)
        judge.judge(evening)
        judge.page.click("#sql-games")
        judge.page.locator("#sql-open").wait_for()
        tables = ("seats", "hands", "riichis", "wins", "ledger", "findings", "player_hands", "deals", "draws", "turns")
        for table in tables:
            sql = f"SELECT * EXCLUDE (game_id) FROM {table} ORDER BY ALL LIMIT 900"
            judge.page.fill("#own-sql", sql)
            there = asked(judge, "#own-form button")["csv"].lstrip("\ufeff")
            assert there == csv_text(queries.ask(connection, sql)), table
        judge.page.select_option("#player", "Maya Chen")
        assert "Maya Chen" in asked(judge, "#player-form button")["page"]
        games = judge.page.locator("#sql-games")
        judge.judge(evening[:1])
        games.press("Enter")
        judge.page.locator("#sql-state", has_text="1 game can be asked").wait_for()
        assert database.name == "games.duckdb"
        judge.page.set_input_files("#database", str(database))
        judge.page.locator("#sql-state", has_text=f"{GAMES} games can be asked").wait_for()
        judge.page.select_option("#language", "fr")
        judge.page.locator("#query-form button").press("Enter")
        judge.page.locator("#answer-note", has_text="parties").wait_for()
        judge.page.set_input_files("#files", [str(path) for path in evening])
        judge.page.locator("#cancel").press("Enter")
        assert not games.is_visible()
