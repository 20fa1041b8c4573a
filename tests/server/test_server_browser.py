"""The server in a browser: every page is without errors, accessible and fits its window; a dropped log is judged."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import pytest
from support.browsing import axe_violations
from support.paths import FIXTURES
from support.serve_trial import FAULTY, serving

from auditor import api

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
PAGES = (
    "/", "/games", "/games?players=4", "/games/KEY", "/findings", "/findings?check=riichi", "/players",
    "/players?q=chen", "/players/Maya%20Chen", "/players/Maya%20Chen?players=4", "/rulesets", "/rulesets/tenhou",
    "/rulesets?one=tenhou&other=wrc", "/queries", "/queries/deal-in-rate?p.min_hands=3", "/judge",
    "/findings?severity=all&sort=-turn", "/games/KEY/hands/0", "/sql", "/sql?sql=FROM+seats",
)  # fmt: skip
DROP = """
([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a server of the evening, and the key of one of its games."""
    folder = tmp_path_factory.mktemp("served")
    api.load([FIXTURES / "evening"], folder / "games.duckdb", jobs=1)
    with api.connect(folder / "games.duckdb") as connection:
        key = str(connection.execute("SELECT min(game_id) FROM games").fetchall()[0][0])
    with serving(folder) as (address, _):
        yield address, key


@contextmanager
def visited(
    browser: "Browser", address: str, width: int, scheme: Literal["light", "dark"] = "light"
) -> "Iterator[Page]":
    """A page, which must say nothing and ask nobody else."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    origin = "/".join(address.split("/")[:3]) + "/"
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.extend([] if request.url.startswith(origin) else [request.url]))
    page.on("response", lambda answer: complaints.extend([answer.url] if answer.status >= 400 else []))
    page.goto(address)
    yield page
    assert complaints == []
    context.close()


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (800, "dark"), (1400, "dark"), (1400, "light")])
def test_each_page_is_quiet_fits_and_is_accessible(
    browser: "Browser", server: tuple[str, str], width: int, scheme: Literal["light", "dark"]
) -> None:
    address, key = server
    for path in PAGES:
        with visited(browser, address + path.replace("KEY", key), width, scheme) as page:
            assert page.locator("h1").count() == 1, path
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            assert axe_violations(page) == [], path


def test_on_a_phone_the_form_folds_and_the_table_comes_first(browser: "Browser", server: tuple[str, str]) -> None:
    for width, is_open in ((360, False), (1400, True)):
        with visited(browser, f"{server[0]}/findings?severity=all", width) as page:
            assert page.locator("details.narrow[open]").count() == is_open
            table = page.locator("table.answer").bounding_box()
            assert table is not None
            assert table["y"] < 450
            what = page.locator("tbody tr:first-child td").nth(3).bounding_box()  # in a card, so that it is not cut
            assert what is not None
            assert what["x"] + what["width"] < width
            assert what["width"] > 200


@pytest.mark.parametrize("width", [360, 1400])
def test_a_log_dropped_is_judged(browser: "Browser", server: tuple[str, str], width: int) -> None:
    with visited(browser, f"{server[0]}/judge", width) as page:
        page.evaluate(DROP, ["dropped.mjlog", FAULTY.read_text("utf-8")])
        page.locator("details.finding").wait_for()
        assert "call/chi-seat" in str(page.locator("details.finding").text_content())
        assert page.locator("details.finding svg.board").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert axe_violations(page) == []


def test_the_evening_is_browsed_by_keys_alone(browser: "Browser", server: tuple[str, str]) -> None:
    with visited(browser, server[0], 1400) as page:

        def follow(selector: str) -> None:
            for _ in range(200):
                page.keyboard.press("Tab")
                if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                    break
            with page.expect_navigation():
                page.keyboard.press("Enter")

        follow('nav a[href="/games"]')
        follow('td a[href^="/games/"]')
        assert page.locator("details.hand").count() > 3
        follow('nav a[href="/findings"]')
        follow('th[title="check"] a')
        follow(".facet a")
        follow('td a[href*="/findings/"]')
        assert page.locator(".finding[open] svg.board").is_visible()
        page.keyboard.press("ArrowRight")
        assert "event" in page.url or page.locator("figcaption").count() == 1
