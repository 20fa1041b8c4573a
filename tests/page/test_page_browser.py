"""The report's page in a browser: no errors, stepping, filters, printing, accessibility."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from support.board_reading import Board
from support.browsing import axe_violations
from support.paths import FIXTURES

from auditor.cli import cli
from auditor.core import rulesets
from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.table.table import replay_to
from auditor.formats import mjlog
from auditor.output import drawing
from auditor.page.board.scene import scene_of
from auditor.page.board.svg import board_svg
from auditor.testing.scenario import Scenario

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EVENING = FIXTURES / "evening"
KAN = EVENING / "round-1-table-2.mjlog"
THREE_PLAYERS = FIXTURES / "game" / "end" / "tenhou-sanma-extension-dealer-stays.mjlog"
pytestmark = pytest.mark.slow
LONG = ("麻雀格闘倶楽部の超長い名前です第一位の人", "W" * 60, "\u202e<script>alert(1)</script>", "Ωmega " * 20)


def long_names(folder: Path) -> Path:
    """A log of players with long and hostile names, with a finding."""
    scenario = Scenario()
    for player, name in zip(scenario.game.seats, LONG, strict=True):
        player.name = name
    scenario.hand({0: "3444m778899s333z"}, avoid="4m9p").draw("9p").riichi("9p").go_round()
    scenario.draw("4m").closed_kan("4m").draw().discard().play_out()
    path = folder / "long.mjlog"
    path.write_text(mjlog.FORMAT.write(scenario.game, ""), "utf-8")
    return path


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Pages by name, as addresses."""
    folder = tmp_path_factory.mktemp("pages")
    sources = {"evening": EVENING, "three": THREE_PLAYERS, "long": long_names(folder), "many": FIXTURES / "call",
               "hands": KAN, "player": KAN}  # fmt: skip
    addresses = {}
    for name, source in sources.items():
        target = folder / f"{name}.html"
        with pytest.MonkeyPatch.context() as patch:
            if name != "evening":  # the others need no charts
                patch.setattr(drawing, "is_installed", lambda: False)
            more = {"hands": ["--every-hand"], "player": ["--name", "Inês Ferreira"]}.get(name, [])
            result = CliRunner().invoke(cli, ["report", str(source), "-o", str(target), *more])
        assert result.exit_code == 0, result.output
        addresses[name] = target.as_uri()
    return addresses


class Visit:
    """A page open in the browser, and whatever it complained of or asked for."""

    def __init__(self, browser: "Browser", address: str, width: int, scheme: str = "light") -> None:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light"
        )
        self.page: Page = context.new_page()
        self.said: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.said.append(request.url))
        self.page.goto(address)
        assert self.said == [address.partition("#")[0]]
        self.said.clear()

    def __enter__(self) -> "Visit":
        return self

    def __exit__(self, *_: object) -> None:
        assert self.said == []
        self.page.context.close()

    def open_card(self, number: int) -> str:
        """Open the finding of a number, from 1; the first one is open. Returns what selects it."""
        card = f"#{self.page.locator('.finding').nth(number - 1).get_attribute('id')}"
        if number > 1:
            self.page.locator(f"{card} > summary").click()
        return card

    def board(self, card: str) -> Board:
        """The board of a finding, as it is drawn now."""
        svg = self.page.locator(f"{card} svg.board").evaluate("one => new XMLSerializer().serializeToString(one)")
        return Board(str(svg))


def test_the_page_opens_steps_and_turns_without_console_errors(browser: "Browser", pages: dict[str, str]) -> None:
    """Whatever position is shown, the script draws what the program draws of it."""
    (game,) = [one for one in read(KAN.read_bytes(), KAN.name) if isinstance(one, Game)]
    rules, _ = rulesets.choose("auto", game)
    hand = game.hands[0]

    def drawn(event: int, view: int) -> Board:
        return Board(board_svg(scene_of(game, replay_to(game, hand, event, rules)), view))

    def assert_same(visit: Visit, event: int, view: int) -> None:
        shown, expected = visit.board(card), drawn(event, view)
        assert {zone: sorted(tiles) for zone, tiles in shown.zones.items()} == {
            zone: sorted(tiles) for zone, tiles in expected.zones.items()
        }
        assert shown.turns == expected.turns
        assert sorted(shown.texts()) == sorted(expected.texts())
        assert shown.indicators == expected.indicators

    with Visit(browser, pages["evening"], 1400) as visit:
        card = visit.open_card(1)
        caption = visit.page.locator(f"{card} figcaption")
        at_first = caption.text_content()
        marks = visit.page.locator(f"{card} use[href='#mark']")
        assert marks.count() == 4
        visit.page.keyboard.press("ArrowRight")
        assert caption.text_content() != at_first
        assert marks.count() == 0
        assert_same(visit, 138, 3)
        visit.page.keyboard.press("ArrowLeft")
        assert caption.text_content() == at_first
        assert marks.count() == 4
        visit.page.locator(f"{card} [data-go=last]").click()
        assert "the hand is over" in str(caption.text_content())
        assert_same(visit, len(hand.events), 3)
        visit.page.locator(f"{card} [data-go=first]").click()
        assert_same(visit, 0, 3)
        for event in (30, 77, 120):
            visit.page.locator(f"{card} input").fill(str(event))
            assert_same(visit, event, 3)
        visit.page.locator(f"{card} [data-go=seat]").click()
        assert_same(visit, 120, 0)
        visit.page.locator(f"{card} [data-go=finding]").click()
        assert caption.text_content() == at_first


def test_the_open_finding_has_its_buttons_at_once(browser: "Browser", pages: dict[str, str]) -> None:
    with Visit(browser, pages["evening"], 1400) as visit:
        assert visit.page.locator(f"{visit.open_card(1)} .steps button:visible").count() == 10
        visit.page.locator(f"{visit.open_card(2)} .steps").wait_for(timeout=5000)


def test_an_address_opens_a_position(browser: "Browser", pages: dict[str, str]) -> None:
    with Visit(browser, pages["evening"] + "#finding-4d1b802-event-9", 1400) as visit:
        assert visit.page.locator("#finding-4d1b802").get_attribute("open") is not None
        assert str(visit.page.locator("#finding-4d1b802 figcaption").text_content()).startswith("9 of ")


def test_filters_leave_what_was_asked_for(browser: "Browser", pages: dict[str, str]) -> None:
    with Visit(browser, pages["evening"], 1400) as visit:
        cards = visit.page.locator(".finding:visible")
        assert cards.count() == 6
        visit.page.select_option("select[name=check]", "riichi/noten")
        assert cards.count() == 1
        assert visit.page.locator("output").text_content() == "1 of 6 shown"
        visit.page.select_option("select[name=check]", "")
        visit.page.select_option("select[name=game]", index=1)
        assert cards.count() == 2
        visit.page.select_option("select[name=player]", index=1)
        assert cards.count() < 2 or cards.first.get_attribute("data-player")


@pytest.mark.parametrize("name", ["evening", "three", "long", "many", "hands", "player"])
@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_is_wider_than_the_window(browser: "Browser", pages: dict[str, str], name: str, width: int) -> None:
    with Visit(browser, pages[name], width, "dark" if width == 360 else "light") as visit:
        for details in visit.page.locator("details").all()[:12]:
            details.evaluate("one => { one.open = true; }")
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= width


def test_names_are_cut_to_their_room(browser: "Browser", pages: dict[str, str]) -> None:
    """No name is drawn beyond the place beside its seat."""
    with Visit(browser, pages["long"], 1400) as visit:
        card = visit.open_card(1)
        names = visit.page.locator(f"{card} text.name")
        assert names.count() == 4
        for name in names.all():
            shown = str(name.evaluate("one => one.firstChild.data")).replace("\u202e", "")
            assert len(shown) <= 16
            assert name.evaluate("one => getComputedStyle(one.parentElement).overflow") == "hidden"


def test_printed_everything_is_open(browser: "Browser", pages: dict[str, str]) -> None:
    with Visit(browser, pages["evening"], 1400) as visit:
        document = visit.page.pdf(format="A4")
        assert document.startswith(b"%PDF")
        assert len(re.findall(rb"/Type\s*/Page\b", document)) == 2  # a verdict sheet
        visit.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert visit.page.locator(".finding:not([open])").count() == 0
        visit.page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert visit.page.locator(".finding[open]").count() == 1


def test_a_hand_is_stepped_through_by_keys_with_its_answers(browser: "Browser", pages: dict[str, str]) -> None:
    with Visit(browser, pages["hands"] + "#hand-0-event-9", 1400) as visit:
        hand, keys = visit.page.locator("#hand-0"), visit.page.keyboard

        def at() -> int:
            return int(str(hand.locator("figcaption").text_content()).split(" of ")[0])

        assert at() == 9
        keys.press("t")
        drawn = at()
        assert drawn > 9
        keys.press("ArrowLeft")
        assert at() == drawn - 1
        keys.press("c")
        assert at() > drawn
        visit.page.locator("#hand-0 input").fill("137")
        said = str(hand.locator(".answers").text_content())
        assert "is not legal: the waits change from" in said
        assert hand.locator(".answers .tiles svg").count() > 0
        hand.locator("[data-go=first]").click()
        assert hand.locator(".answer:visible").count() == 0
        visit.page.locator(".switch select").select_option("hand-1")
        assert visit.page.locator("details.hand:visible").count() == 1
        keys.press("Escape")
        visit.page.locator("h1").click()
        keys.press("n")
        assert visit.page.locator("details.hand:visible").count() == 1


def test_a_switch_hides_the_other_hands(browser: "Browser", pages: dict[str, str]) -> None:
    with Visit(browser, pages["hands"] + "#hand-0-event-9", 1400) as visit:
        hand, keys = visit.page.locator("#hand-0"), visit.page.keyboard
        visit.page.locator("#hand-0 input").fill("137")

        def down() -> list[int]:
            """How many tiles of each seat's hand lie face down."""
            return [hand.locator(f"[data-seat='{seat}'] .hand use[href='#tback']").count() for seat in range(4)]

        below = int(str(hand.locator("figure").get_attribute("data-view")))
        told = hand.locator("figcaption").text_content()
        assert down() == [0] * 4
        hand.locator("[data-go=hide]").click()
        held = down()
        assert [seat for seat in range(4) if not held[seat]] == [below]
        assert hand.locator(".answer:visible").count() <= 1
        hand.locator("[data-go=seat]").click()
        assert [seat for seat in range(4) if not down()[seat]] == [(below + 1) % 4]
        assert hand.locator("figcaption .tiles").count() < 2  # of a draw of another not which tile
        keys.press("h")
        assert down() == [0] * 4
        assert hand.locator("figcaption").text_content() == told


def test_the_address_follows_each_step(browser: "Browser", pages: dict[str, str]) -> None:
    with Visit(browser, pages["evening"] + "#finding-4d1b802-event-9", 1400) as visit:
        visit.page.keyboard.press("ArrowRight")
        visit.page.wait_for_url("**#finding-4d1b802-event-10", timeout=5000)


@pytest.mark.parametrize("name", ["fb852a8", "b665f29", "a37beee"])
def test_a_dispute_is_one_sheet_of_paper(browser: "Browser", tmp_path: Path, name: str) -> None:
    path = tmp_path / "sheet.html"
    CliRunner().invoke(cli, ["report", str(EVENING), "-o", str(path), "--finding", name, "--no-charts"])
    with Visit(browser, path.as_uri(), 360) as visit:
        assert visit.page.locator("h1").count() == 1
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360
        assert axe_violations(visit.page) == []
        for paper in ("A4", "Letter"):
            assert len(re.findall(rb"/Type\s*/Page\b", visit.page.pdf(format=paper))) == 1


def test_the_page_of_a_player_is_printed_on_a_few_sheets(browser: "Browser", tmp_path: Path) -> None:
    path = tmp_path / "player.html"
    CliRunner().invoke(cli, ["report", str(EVENING), "--name", "Maya Chen", "-o", str(path)])
    with Visit(browser, path.as_uri(), 1400) as visit:
        assert axe_violations(visit.page) == []
        assert len(re.findall(rb"/Type\s*/Page\b", visit.page.pdf(format="A4"))) <= 4


def test_without_scripts_the_page_shows_everything(browser: "Browser", pages: dict[str, str]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(pages["evening"])
    assert page.locator(".finding svg.board use").count() > 300
    assert page.locator(".filters").is_hidden()
    first, second = page.locator(".finding").all()[:2]
    assert first.locator("svg.board").is_visible()
    second.locator("summary").first.click()
    assert second.locator("svg.board").is_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["evening", "three", "hands", "player"])
def test_the_page_is_accessible(browser: "Browser", pages: dict[str, str], name: str, scheme: str) -> None:
    with Visit(browser, pages[name], 1400, scheme) as visit:
        if name != "player":
            visit.open_card(1)
        for kind in ("game", "figure", "hand"):
            for details in visit.page.locator(f"details.{kind}").all()[:2]:
                details.evaluate("one => { one.open = true; }")
        assert axe_violations(visit.page) == []
