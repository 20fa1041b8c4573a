"""Pages of the evening, of a player and of the server hold no English where they speak another language."""

import html
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.paths import ROOT
from support.serving import EVENING, Client, client_of

import auditor.languages
from auditor import api
from auditor.cli import cli
from auditor.core.checks import BY_ID
from auditor.core.checks.wording import IN_ENGLISH, LANGUAGE
from auditor.languages import available

OTHERS = [code for code in available() if code != "en"]
FOLDER = Path(auditor.languages.__file__).parent
NO_TEXT = re.compile(r"<(script|style|defs|code|bdi|svg class=\"symbols\")\b.*?</\1>|<!--.*?-->", re.DOTALL)
SHOWN = re.compile(r'(?:aria-label|title|placeholder)="([^"]*)"|>([^<>]+)<')
PLAYERS = re.compile("Maya Chen|Claire Dubois|Inês Ferreira|Jonas Weber|Kwame Mensah|Marco Bianchi|Tomasz Nowak|"
                     "Anna Lindqvist|[A-Z][a-z]+ [A-Z][a-z]*…")  # fmt: skip
SAME = re.compile(
    r"EMA riichi rules.*|French rules.*|zh\.wikipedia.*|double entry.*|https?://\S+|tenhou\.net/6|auditor|evening|"
    r"round-\d-table-\d\S*|[a-z]+\.[a-z_]+ = .*|[a-z]+\.kan = \w+|[a-z]+/[a-z-]+|[a-z]+(?:_[a-z0-9]+)+|"
    r"\b[0-9a-f]{7,}\b|(?:[0-9]+[mpsz])+|tenhou(?:-sanma)?|CSV|JSON|Parquet|SQL|GO type|start_game|--[a-z,= -]+"
)
"""What is the same in every language: sources, addresses, file names, ids, settings and their values, tiles."""


def latin_words(page: str) -> set[str]:
    """The words of three Latin letters or more that a page shows, names and ids apart."""
    words: set[str] = set()
    for found in SHOWN.finditer(NO_TEXT.sub("><", page.replace(str(ROOT), ""))):
        shown = SAME.sub("", PLAYERS.sub("", html.unescape(found[1] or found[2])))
        words.update(re.findall(r"[A-Za-zÀ-ÿ]{3,}", shown))
    return words


def own_words(code: str) -> set[str]:
    """The words of a language's own file."""
    own = tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8"))
    of_values = ("setting.", "about.", "param-")  # which quote words of rules and options
    texts = [text for part in ("words", "phrases", "said") for name, text in own[part].items()
             if not name.startswith(of_values)]  # fmt: skip
    texts += [text for messages in own["checks"].values() for text in messages.values()]
    return {word for text in texts for word in re.findall(r"[A-Za-zÀ-ÿ]{3,}", re.sub(r"\{\w+\}", "", text))}


def reported(folder: Path, code: str, *options: str) -> str:
    path = folder / f"{code}.html"
    run = CliRunner().invoke(cli, ["report", str(EVENING), "-o", str(path), "--lang", code, "--no-progress", *options])
    assert run.exit_code == 0, run.output
    return path.read_text("utf-8")


@pytest.mark.parametrize("code", OTHERS)
def test_a_report_speaks(tmp_path: Path, code: str) -> None:
    page = reported(tmp_path, code, "--no-charts", "--notes")
    assert f'<html lang="{code}">' in page
    assert LANGUAGE.get() is IN_ENGLISH, "only the command speaks it"
    assert latin_words(page) - own_words(code) == set()
    headline = re.search(r"<h1 class.*?>(.*)</h1>", page)
    assert headline is not None
    assert headline[1].endswith("." if code == "fr" else "。")


@pytest.mark.parametrize("code", OTHERS)
def test_the_page_of_a_player_speaks(tmp_path: Path, code: str) -> None:
    page = reported(tmp_path, code, "--name", "Maya Chen")
    options = {"auditor", "query", "NAME", "name", "turns", "with"}
    columns = {"log", "placement", "points", "score", "ruleset", "yakuman"}  # their ids, which a pointer shows
    assert latin_words(page) - own_words(code) - options - columns == set()


def test_an_english_page_would_be_seen(tmp_path: Path) -> None:
    page = reported(tmp_path, "en", "--no-charts")
    assert {"Findings", "Standings", "waits"} <= latin_words(page) - own_words("ja")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("spoken")
    api.load([EVENING], folder / "games.duckdb", jobs=1)
    made = client_of(folder)
    yield made
    made.close()


def test_the_server_speaks_what_the_browser_prefers(client: Client) -> None:
    for header, code, words in (
        ("ja,en;q=0.5", "ja", "概要"),
        ("zh-CN", "zh", "概览"),
        ("fr", "fr", "Aperçu"),
        ("", "en", "Overview"),
    ):
        answer = client.get("/", headers={"accept-language": header})
        assert (f'<html lang="{code}">' in answer.text, words in answer.text) == (True, True), header
        assert answer.headers["vary"] == "Accept-Language"
    key = client.get("/api/games").json()["games"][0]["key"]
    page = client.get(f"/games/{key}", headers={"accept-language": "ja"}).text
    assert "このイベントで" in page  # made by a process of its own
    assert "このイベントで" not in client.get(f"/games/{key}").text


def test_checks_are_shown_in_a_language() -> None:
    listed = CliRunner().invoke(cli, ["checks", "furiten"], env={"AUDITOR_LANG": "ja"}).output
    assert "フリテン" in listed
    assert BY_ID["furiten/discard"].title not in listed
    assert (
        BY_ID["furiten/discard"].title
        in CliRunner().invoke(cli, ["checks", "furiten"], env={"LANG": "ja_JP.UTF-8"}).output
    )
