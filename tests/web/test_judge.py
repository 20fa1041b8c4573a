"""The judge in a browser: from a file and from a host, without a network, it says what the program says elsewhere."""

import json
import os
import re
import shutil
import zipfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest
from support.browsing import axe_violations
from support.judge_site import WEB, Judge, native, opened
from support.paths import FIXTURES, ROOT, fixture_logs

from auditor import api
from auditor.core.events import Game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EVENING = sorted((FIXTURES / "evening").iterdir())
SAMPLE_OF = 40
"""Of the fixtures every fortieth is judged in every run, and the evening."""
_KEPT = """
caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((kept) => kept.keys()))))
  .then((all) => all.flat().map((one) => new URL(one.url).pathname))
"""
TOGETHER = 50
"""So many logs are judged at once, which a page then shows one by one."""
OF_A_FORMAT = 100
"""So many real logs of each folder of the corpus are judged, which are 300 of nine formats in the project's own."""


def named(files: Sequence[Path], root: Path) -> list[tuple[str, Path]]:
    return [(path.relative_to(root).as_posix().replace("/", "__"), path) for path in files]


def assert_equal(
    judge: Judge, files: Sequence[tuple[str, Path]], folder: Path, language: str = "en", *others: Judge
) -> int:
    """Pages and the program say the same of files, to the last letter of the report. Returns how many games."""
    given = folder / "given"
    shutil.rmtree(given, ignore_errors=True)
    given.mkdir()
    copies = [Path(shutil.copy(path, given / name)) for name, path in files]
    title = json.loads((WEB / "texts" / f"{language}.json").read_text("utf-8"))["file.other"]
    here, page = native(folder, [(one.name, one) for one in copies], language, title=title.format(n=len(copies)))
    lines, table = here.pop("lines"), here.pop("csv")
    for one in (judge, *others):
        there = one.judge(copies)
        assert there["texts"][1].splitlines() == lines.splitlines()
        assert there["texts"][2].lstrip("\ufeff") == table
        assert there["info"] == here
        assert there["texts"][0] == page
    games: int = here["games"]
    return games


def go_offline(judge: Judge) -> None:
    """Open a hosted page anew without a network, once it is kept."""
    judge.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    judge.page.context.set_offline(True)
    judge.page.reload()
    judge.start()


@pytest.mark.slow  # it builds the page; .ci/run runs it apart
def test_the_page_says_of_fixtures_what_the_program_says(browser: "Browser", judge_site: Path, tmp_path: Path) -> None:
    files = fixture_logs()
    sample = [*files[::SAMPLE_OF], *EVENING]
    with opened(browser, (judge_site / "judge.html").as_uri()) as judge:
        judge.start()
        assert assert_equal(judge, named([*dict.fromkeys(sample)], FIXTURES), tmp_path) > len(files) // SAMPLE_OF
        assert {address.partition(":")[0] for address in judge.asked} == {"file", "blob"}
    assert (judge_site / "judge.html").stat().st_size <= 10_000_000


def test_each_text_of_the_page_is_in_its_table() -> None:
    """And none is in the table that no part of the page shows."""
    english = json.loads((WEB / "texts" / "en.json").read_text("utf-8"))
    sources = "".join([path.read_text("utf-8") for path in (WEB / "index.html", WEB / "page.js")])
    shown = {*re.findall(r'data-(?:text|label|title|placeholder|label-of)="([\w.]+)"', sources)}
    shown |= {
        *re.findall(r'\btext\("([\w.]+)"', sources),
        *sum(re.findall(r'text\([^()"]*\? "([\w.]+)" : "([\w.]+)"', sources), ()),
    }
    shown |= {f"{one}.{form}" for one in re.findall(r'counted\("(\w+)"', sources) for form in ("one", "other")}
    assert sorted(shown | {"name"}) == sorted(english)
    for path in (WEB / "texts").glob("*.json"):
        own = json.loads(path.read_text("utf-8"))
        assert {one for one in english if not one.endswith(".one")} <= own.keys() <= english.keys()
        assert [one for one in own if fields_of(own[one]) != fields_of(english[one])] == []


BASELINE = """
    abs add addAll addEventListener all append Array arrayBuffer asIntN assign at BigInt bind Blob Boolean
    catch ceil charCodeAt claim click cloneNode closest contains createDocumentFragment createElement
    createElementNS createObjectURL createReader createTBody createTHead CustomEvent DecompressionStream
    delete dispatchEvent encode endsWith entries Error every exec fetch file filter find flat flatMap focus
    forEach from fromEntries get getBoundingClientRect getData getElementById groupBy has includes indexOf
    Int32Array Intl isFinite join keys lastIndexOf map Map match Math max MessageChannel min now Number
    Object open Option parse pipeThrough PluralRules pop postMessage preventDefault print Promise push
    querySelector querySelectorAll readEntries reduce register reject removeAttribute replace
    replaceChildren replaceState respondWith Response revokeObjectURL round scrollIntoView select set Set
    setAttribute skipWaiting slice some sort split startsWith String stringify subarray terminate test text
    TextEncoder then toggle toLocaleString trim Uint8Array waitUntil WebAssembly Worker
"""
"""The classes and methods of Baseline 2024 that the scripts of the judge and of the report use, as web-features dates
them. The youngest: groupBy 2024-03, DecompressionStream 2023-05, pipeThrough 2022-06, at 2022-03. Look up there what is
to be added."""
ENGINES = """
    ArrayType Arrow ArrowLeft ArrowRight ask caption choices clear compile connect DataType destroy End
    failed Field fill finalize getChildAt getValid go hide Home imported insertArrowFromIPCStream instantiate isBool
    isDate isDecimal isDictionary isFixedSizeList isFloat isHidden isInt isList isStruct isTimestamp isUtf8
    judge List loadPyodide makeVector nameless_archive open_file open_games options place play player press
    pyimport query registerFileBuffer registerJsModule reset run speak sqlAnswers Table tableToIPC toJs told
    toSVG turn unpackArchive Utf8 Vector View VoidLogger writeFile
"""
"""The scripts' own, and those of Pyodide, DuckDB, Arrow and Vega, whose WebAssembly asks for exceptions (2022-05)."""
STYLES = """
    ::before :first-child :focus :focus-visible :focus-within :hover :is :not :root @media @page
    align-content align-items background border border-bottom border-collapse border-color border-radius
    border-style border-top border-width box-sizing break-after break-before break-inside brightness calc
    clamp clip-path color color-scheme columns content content-visibility cursor display fill filter flex
    flex-basis flex-direction flex-wrap font font-family font-size font-style font-variant-numeric
    font-weight gap grid-area grid-column grid-template grid-template-columns height inset justify-content
    line-height list-style margin margin-bottom margin-left margin-right margin-top max max-height max-width
    min min-height min-width minmax opacity outline outline-offset overflow overflow-wrap overflow-x padding
    padding-bottom padding-left padding-right padding-top position repeat rx scroll-margin-top stroke
    text-align text-anchor text-decoration text-overflow top transition var vertical-align white-space width
    z-index
"""
"""Properties, rules and functions of the style sheets, also of the Baseline: content-visibility 2024-09, rx 2024-03."""
LATER = "::details-content accent-color resize webkitdirectory"
"""What is not of Baseline 2024, and what there is without it: the report's script opens what is printed, bars have the
browser's colour, boxes of text keep their height, and no button asks for a folder."""
TAGS = """
    a body button details div footer form h1 h2 h3 head header html iframe img input label link main meta nav
    noscript optgroup option p progress script section select span style summary textarea title ul
"""


def test_the_page_asks_for_no_more_than_the_baseline() -> None:
    report = ROOT / "auditor" / "page"
    scripts = "".join([path.read_text("utf-8") for path in (*sorted(WEB.glob("*.js")), report / "page.js")])
    assert '.hidden = !("webkitdirectory" in document.createElement("input"))' in scripts
    code = re.sub(r'"(?:[^"\\\n]|\\.)*"', "", re.sub(r"//[^\n]*", "", scripts))
    used = {*re.findall(r"\.\??([a-zA-Z]\w*)\(", code), *re.findall(r"(?<![.\w])([A-Z]\w*[a-z]\w*)\b", code)}
    assert used == {*BASELINE.split(), *ENGINES.split()}
    sheets = (WEB / "page.css", report / "page.css", report / "board" / "board.css")
    style = "".join([path.read_text("utf-8") for path in sheets])
    properties = re.findall(r"[{;]\s*([a-z][a-z-]+)\s*:", style)
    others = re.findall(r"(@[a-z-]+|::?[a-z-]+(?=[\s,{(:>.#])|[a-z-]+(?=\())", style)
    assert {*properties, *others, "webkitdirectory"} == {*STYLES.split(), *LATER.split()}
    assert {*re.findall(r"<([a-z]\w*)", (WEB / "index.html").read_text("utf-8"))} == {*TAGS.split()}


def fields_of(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", text))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ja", "zh", "fr"])
def test_the_page_and_its_report_speak_what_the_browser_prefers(
    browser: "Browser", judge_site: Path, tmp_path: Path, language: str
) -> None:
    texts = json.loads((WEB / "texts" / f"{language}.json").read_text("utf-8"))
    with opened(browser, (judge_site / "judge.html").as_uri(), locale=language) as judge:
        judge.page.locator("h1", has_text=texts["heading"]).wait_for()
        assert_equal(judge, named(EVENING, FIXTURES), tmp_path, language)
        assert judge.page.locator("#language").input_value() == language
        judge.page.select_option("#language", "en")
        judge.page.locator("h1", has_text="Was it legal?").wait_for()


@pytest.mark.slow
def test_a_hosted_page_needs_its_host_once(browser: "Browser", judge_host: str, tmp_path: Path) -> None:
    """And asks nobody else for anything, whatever it judges; what it remembers is itself."""
    with opened(browser, judge_host, offline=False) as judge:
        judge.start()
        assert_equal(judge, named(EVENING, FIXTURES), tmp_path)
        go_offline(judge)
        assert_equal(judge, named(EVENING, FIXTURES), tmp_path)
        assert [one for one in judge.asked if not one.startswith((judge_host, "blob:", "data:"))] == []
        assert judge.page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
        kept = judge.page.evaluate(_KEPT)
        assert sorted(kept) == ["/", "/app.zip", "/engine.js", "/pyodide.asm.wasm", "/python.zip"]


@pytest.mark.slow
def test_every_fixture_and_real_logs_of_every_format(
    browser: "Browser", judge_site: Path, judge_host: str, corpus: Path, tmp_path: Path
) -> None:
    """From a file, opened anew for each lot, and from a host, where one page judges all, both without a network."""
    logs: list[tuple[str, Path]] = named(fixture_logs(), FIXTURES)
    for folder in sorted(corpus.iterdir()):
        of_format = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.stat().st_size < 2_000_000]
        logs += named(of_format[:: max(1, len(of_format) // OF_A_FORMAT)][:OF_A_FORMAT], corpus)
    games = 0
    with opened(browser, judge_host, offline=False) as hosted:
        hosted.start()
        go_offline(hosted)
        before = len(hosted.asked)
        for start in range(0, len(logs), TOGETHER):
            with opened(browser, (judge_site / "judge.html").as_uri()) as alone:
                games += assert_equal(alone, logs[start : start + TOGETHER], tmp_path, "en", hosted)
                assert {one.partition(":")[0] for one in alone.asked} == {"file", "blob"}
        assert {one.partition(":")[0] for one in hosted.asked[before:]} == {"blob"}
    assert games > 2_000


@pytest.mark.slow
def test_what_is_given_is_taken(browser: "Browser", judge_site: Path, tmp_path: Path) -> None:
    """A folder, an archive, one that is no archive of logs, files of one name, and text."""
    folder = tmp_path / "evening"
    shutil.copytree(FIXTURES / "evening", folder)
    archive = tmp_path / "evening.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in EVENING:
            packed.write(path, path.name)
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        for number in range(60):
            packed.writestr(f"{number}.mjlog", bytes(32 << 20))
    with opened(browser, (judge_site / "judge.html").as_uri()) as judge:
        in_folder = judge.judge([folder], "#folder")["info"]
        in_archive = judge.judge([archive])["info"]
        assert in_folder["verdict"] == in_archive["verdict"] == "3 of 8 games have faults; 5 are clean"
        assert "not read" in " ".join(judge.judge([bomb])["info"]["problems"])
        (folder / "again").mkdir()
        namesake = Path(shutil.copy(EVENING[1], folder / "again" / EVENING[0].name))
        assert judge.judge([EVENING[0], namesake])["info"]["verdict"] == "1 of 2 games has faults; 1 is clean"
        judge.page.locator("#paste summary").click()
        judge.page.fill("#text", EVENING[0].read_text("utf-8"))
        judge.page.evaluate("window.judged = null")
        judge.page.click("#judge-text")
        assert judge.answer()["info"]["games"] == 1


@pytest.mark.slow
def test_rules_of_ones_own_and_logs_without_names(browser: "Browser", judge_site: Path, tmp_path: Path) -> None:
    """Are judged as elsewhere; what is saved is what was shown, and tells no name where none was to be told."""
    rules = tmp_path / "club.toml"
    guide = (ROOT / "docs" / "rulesets-guide.md").read_text("utf-8")
    rules.write_text(dedent(guide[guide.index("    extend = ") : guide.index("The table `[sources]`")]), "utf-8")
    texts = json.loads((WEB / "texts" / "en.json").read_text("utf-8"))
    title = texts["file.other"].format(n=len(EVENING))
    games = [game for game in api.read(*EVENING) if isinstance(game, Game)]
    names = {seat.name for game in games for seat in game.seats if seat.name}
    with opened(browser, (judge_site / "judge.html").as_uri()) as judge:
        page = judge.page
        page.add_init_script("window.print = () => { window.printed = (window.printed ?? 0) + 1; }")
        page.reload()
        judge.start()
        page.locator("#options > summary").click()

        def same(**given: Any) -> dict[str, Any]:
            here, report = native(tmp_path, [(path.name, path) for path in EVENING], title=title, **given)
            there = judge.judge(EVENING)
            assert there["texts"] == [report, here.pop("lines"), here.pop("csv")]
            assert there["info"] == here
            return there

        page.select_option("#rules", "own")
        page.set_input_files("#own", str(rules))
        page.locator("#own-name", has_text="club.toml").wait_for()
        answer = same(rules="own", own=rules.read_text("utf-8"))
        assert '"ruleset":"own"' in answer["texts"][1].replace(" ", "")
        page.locator("#print").press("Enter")
        while page.frames[1].evaluate("window.printed") != 1:
            page.wait_for_timeout(20)
        for button, shown in zip(("#save-page", "#save-lines", "#save-csv"), answer["texts"], strict=True):
            assert saved(page, button).read_text("utf-8-sig" if button == "#save-csv" else "utf-8") == shown
        page.select_option("#rules", "infer")
        assert same(rules="infer")["info"]["notes"] != []
        page.select_option("#rules", "auto")
        page.check("#nameless")
        answer = same(nameless=True)
        archive = saved(page, "#save-nameless")
        with zipfile.ZipFile(archive) as packed:
            logs = [unquote(packed.read(name).decode("utf-8")) for name in packed.namelist()]
        assert len(logs) == len(EVENING)
        told = "\n".join([json.dumps(answer["info"], ensure_ascii=False), *answer["texts"], *logs])
        assert [name for name in names if name in told] == []
        assert judge.judge([archive])["info"]["games"] == len(EVENING)
        refuse_others(page, tmp_path, texts)


def refuse_others(page: "Page", folder: Path, texts: dict[str, str]) -> None:
    """Rules with a setting that there is not, and in the one-file form a database, are answered in a sentence."""
    broken = folder / "broken.toml"
    broken.write_text('extend = "tenhou"\n[game]\nno_such_setting = 1\n', "utf-8")
    page.select_option("#rules", "own")
    page.set_input_files("#own", str(broken))
    page.locator("#own-name", has_text="broken.toml").wait_for()
    page.set_input_files("#files", str(EVENING[0]))
    page.locator("#fault", has_text="no_such_setting").wait_for()
    database = folder / "games.duckdb"
    database.write_bytes(bytes(8) + b"DUCK" + bytes(4096))
    page.set_input_files("#files", str(database))
    page.locator("#fault", has_text=texts["sql.single"]).wait_for()


def saved(page: "Page", button: str) -> Path:
    """The file that a button saves."""
    with page.expect_download() as waiting:
        page.locator(button).press("Enter")
    return Path(waiting.value.path())


@pytest.mark.slow
def test_every_state_of_the_page_is_accessible(browser: "Browser", judge_host: str, tmp_path: Path) -> None:
    """On phones, tablets and screens, light and dark: what axe finds, and what is wider than the window."""
    many = tmp_path / "many"
    for number in range(20):
        shutil.copytree(FIXTURES / "evening", many / str(number))
    pictures = os.environ.get("AUDITOR_PAGE_PICTURES")
    for width, scheme in ((360, "dark"), (360, "light"), (800, "light"), (1400, "dark"), (1400, "light")):
        with opened(browser, judge_host, width=width, offline=False, color_scheme=scheme) as judge:
            page = judge.page

            def look(state: str, page: "Page" = page, where: str = f"{width} {scheme}") -> None:
                assert axe_violations(page) == [], (where, state)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (where, state)
                if pictures:
                    page.screenshot(path=str(Path(pictures, f"{where} {state}.png")), full_page=True)

            judge.start()
            look("empty")
            for summary in page.locator("#give summary").all():
                summary.press("Enter")
            page.select_option("#rules", "own")
            look("options")
            page.locator("#judge-text").press("Enter")
            page.locator("#fault:visible").wait_for()
            look("error")
            page.select_option("#rules", "auto")
            page.evaluate("window.judged = null")
            page.set_input_files("#folder", str(many))
            page.locator("#state", has_text=" games judged").wait_for()
            look("judging")
            page.locator("#cancel").press("Enter")
            assert not page.locator("#work").is_visible()
            judge.judge(EVENING)
            look("report")
            # Keys, for Chromium gives the report's own process what is clicked in the moment after a scroll.
            page.locator("#sql-games").press("Enter")
            page.locator("#sql-open").wait_for()
            page.select_option("#query", "player-results")
            look("questions")
            page.locator("#own-sql").fill("SELECT name, count(*) AS games FROM seats GROUP BY name")
            page.locator("#own-form button").press("Enter")
            page.locator("#answer:visible").wait_for()
            look("own answer")
            page.select_option("#query", "faults-by-player")
            page.locator("#query-form button").press("Enter")
            page.locator("#chart:visible").wait_for()
            look("answer with a chart")
            page.locator("#own-sql").fill("DROP TABLE seats")
            page.locator("#own-form button").press("Enter")
            page.locator("#sql-fault:visible").wait_for()
            look("refusal")


def press_until_at(page: "Page", selector: str, key: str = "Tab") -> None:
    """Press a key until what is chosen has the focus."""
    for _ in range(120):
        if page.evaluate("(one) => document.activeElement?.matches(one)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"no key leads to {selector}")


def ask_by_keys(page: "Page") -> None:
    """Open the games that were judged, choose a question, ask it, save the answer."""
    tab_to, keys = partial(press_until_at, page), page.keyboard
    tab_to("#sql-games")
    keys.press("Enter")
    page.locator("#sql-open").wait_for()
    tab_to("#query")
    before = page.locator("#query").input_value()
    keys.press("ArrowDown")
    assert page.locator("#query").input_value() != before
    tab_to("#query-form button")
    keys.press("Enter")
    page.locator("#answer-title:focus").wait_for()
    tab_to("#rows")
    tab_to("#save-answer")
    with page.expect_download() as waiting:
        keys.press("Enter")
    assert Path(waiting.value.path()).read_text("utf-8-sig").count("\n") > 1


@pytest.mark.slow
def test_keys_alone_judge_and_ask(browser: "Browser", judge_host: str) -> None:
    """Tab, Enter and the arrows choose, judge, step through a hand, ask and save."""
    with opened(browser, judge_host, offline=False) as judge:
        judge.start()
        page, keys = judge.page, judge.page.keyboard

        tab_to = partial(press_until_at, page)
        tab_to("#options summary")
        keys.press("Enter")
        tab_to("#hands")
        keys.press("ArrowDown")
        assert page.locator("#hands").input_value() == "every"
        tab_to("#files", "Shift+Tab")
        with page.expect_file_chooser() as chooser:
            keys.press("Enter")
        chooser.value.set_files(str(EVENING[0]))
        judge.answer()
        page.locator("#verdict:focus").wait_for()
        tab_to("#paste summary", "Shift+Tab")
        keys.press("Enter")
        tab_to("#text")
        keys.insert_text(EVENING[1].read_text("utf-8"))
        tab_to("#judge-text")
        page.evaluate("window.judged = null")
        keys.press("Enter")
        assert judge.answer()["info"]["faulty"] == 1
        page.locator("#verdict:focus").wait_for()
        for selector in ("#save-page", "#print", "#open", "#save-lines", "#save-csv", ".past"):
            tab_to(selector)
        keys.press("Tab")
        report = page.frames[1]
        report.wait_for_function("() => document.hasFocus() && document.activeElement !== document.body")
        place = "document.activeElement.matches('input[type=range]') && document.activeElement.value"
        while (before := report.evaluate(place)) is False:
            keys.press("Tab")
        keys.press("ArrowLeft")
        assert report.evaluate(place) != before
        tab_to("#save-csv", "Shift+Tab")
        tab_to(".past")
        keys.press("Enter")
        ask_by_keys(page)
