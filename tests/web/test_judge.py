"""The judge in a browser: from a file and from a host, without a network, it says what the program says elsewhere."""

import json
import re
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.judge_site import WEB, native, opened
from support.paths import FIXTURES, fixture_logs

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EVENING = sorted((FIXTURES / "evening").iterdir())
SAMPLE_OF = 40
"""Of the fixtures every fortieth is judged in every run, and the evening."""
_KEPT = """
caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((kept) => kept.keys()))))
  .then((all) => all.flat().map((one) => new URL(one.url).pathname))
"""
TOGETHER = 50
"""So many logs are judged at once, which a page then shows one by one."""


def named(files: Sequence[Path], root: Path) -> list[tuple[str, Path]]:
    return [(path.relative_to(root).as_posix().replace("/", "__"), path) for path in files]


def assert_equal(judge: Any, files: Sequence[tuple[str, Path]], folder: Path, language: str = "en") -> int:
    """The page and the program say the same of files, to the last letter of the report. Returns how many games."""
    given = folder / "given"
    shutil.rmtree(given, ignore_errors=True)
    given.mkdir()
    copies = [Path(shutil.copy(path, given / name)) for name, path in files]
    title = json.loads((WEB / "texts" / f"{language}.json").read_text("utf-8"))["file.other"]
    here, page = native(folder, [(one.name, one) for one in copies], language, title=title.format(n=len(copies)))
    there = judge.judge(copies)
    assert there["texts"][1].splitlines() == here.pop("lines").splitlines()
    assert there["texts"][2].lstrip("\ufeff") == here.pop("csv")
    assert there["info"] == here
    assert there["texts"][0] == page
    games: int = here["games"]
    return games


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
        judge.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        judge.page.context.set_offline(True)
        judge.page.reload()
        judge.start()
        assert_equal(judge, named(EVENING, FIXTURES), tmp_path)
        assert [one for one in judge.asked if not one.startswith((judge_host, "blob:", "data:"))] == []
        assert judge.page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
        kept = judge.page.evaluate(_KEPT)
        assert sorted(kept) == ["/", "/app.zip", "/pyodide.asm.mjs", "/pyodide.asm.wasm", "/pyodide.mjs", "/python.zip"]


@pytest.mark.slow
def test_every_fixture_and_real_logs_of_every_format(
    browser: "Browser", judge_site: Path, corpus: Path, tmp_path: Path
) -> None:
    logs: list[tuple[str, Path]] = named(fixture_logs(), FIXTURES)
    for folder in sorted(corpus.iterdir()):
        of_format = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.stat().st_size < 2_000_000]
        logs += named(of_format[:: max(1, len(of_format) // 40)][:40], corpus)
    games = 0
    for start in range(0, len(logs), TOGETHER):
        with opened(browser, (judge_site / "judge.html").as_uri()) as judge:
            games += assert_equal(judge, logs[start : start + TOGETHER], tmp_path)
    assert games > 2_000


@pytest.mark.slow
def test_what_is_given_is_taken(browser: "Browser", judge_site: Path, tmp_path: Path) -> None:
    """A folder, an archive, one that is no archive of logs, and text."""
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
        judge.page.locator("#paste summary").click()
        judge.page.fill("#text", EVENING[0].read_text("utf-8"))
        judge.page.evaluate("window.judged = null")
        judge.page.click("#judge-text")
        assert judge.answer()["info"]["games"] == 1


@pytest.mark.slow
def test_keys_alone_judge_a_log(browser: "Browser", judge_site: Path) -> None:
    with opened(browser, (judge_site / "judge.html").as_uri()) as judge:
        judge.start()
        keys = judge.page.keyboard

        def tab_to(selector: str) -> None:
            for _ in range(40):
                if judge.page.evaluate("(one) => document.activeElement?.matches(one)", selector):
                    return
                keys.press("Tab")
            raise AssertionError(f"no key leads to {selector}")

        tab_to("#paste summary")
        keys.press("Enter")
        tab_to("#text")
        keys.insert_text(EVENING[1].read_text("utf-8"))
        tab_to("#judge-text")
        keys.press("Enter")
        assert judge.answer()["info"]["faulty"] == 1
        judge.page.locator("#verdict:focus").wait_for()
        for selector in ("#save-page", "#print", "#open", "#save-lines", "#save-csv", "#report"):
            tab_to(selector)
