"""Pages of the evening, of a player and of the server hold no English where they speak another language."""

import html
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import product
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
from auditor.core.rulesets import names
from auditor.core.rulesets.settings import settings
from auditor.core.store import queries
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
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("spoken") / "games.duckdb"
    api.load([EVENING], path, jobs=1)
    return path


@pytest.fixture(scope="module")
def client(database: Path) -> Iterator[Client]:
    made = client_of(database.parent)
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


IN_TEXTS = re.compile(r"[\w/.-]+\.(?:mjlog|jsonl?)\b|\d+\w*gm-[0-9a-f-]+")
"""Names of files and ids of logs."""


def test_commands_speak(database: Path) -> None:
    """Ids are in the first column; a ruleset is shown as it stands, with the texts of settings above."""
    log = str(EVENING / "round-1-table-1.mjlog")
    commands = {
        "kan": ["kan", "3444m778899s333z", "--draw", "4m"], "checks": ["checks"], "rulesets": ["rulesets"],
        "query": ["query"], "answer": ["query", "deal-in-rate", "--db", str(database)],
        "show": ["show", log.replace("1.mjlog", "4.jsonl")], "hand": ["show", log, "--hand", "0"],
        "at": ["show", log, "--hand", "0", "--event", "9"],
        "finding": ["show", log.replace("1-table-1", "1-table-2"), "--finding", "fb852a8"],
    }  # fmt: skip
    for code, (name, arguments) in product(OTHERS, commands.items()):
        run = CliRunner().invoke(cli, [*arguments, "--lang", code])
        assert run.exit_code == 0, run.output
        text = run.output
        if name in ("kan", "checks", "rulesets", "query"):
            text = re.sub(r"^(?:  )?[a-z][a-z0-9/-]*(?:  +|$)", "", text, flags=re.MULTILINE)
        assert latin_words(f">{IN_TEXTS.sub('', text)}<") - own_words(code) - {"Siège"} == set(), (code, name)
        ruleset = CliRunner().invoke(cli, ["rulesets", "tenhou", "--lang", code]).output
        check = CliRunner().invoke(cli, ["checks", "furiten/discard", "--lang", code]).output
        assert not {one.meaning for one in settings().values() if f"# {one.meaning}\n" in ruleset}
        assert not {word for word in ("Why\n", "Sources\n", "Settings\n", "Example\n", "violation") if word in check}


OF_SERVER = (
    "/",
    "/queries",
    "/games",
    "/players",
    "/findings",
    "/rulesets",
    "/judge",
    "/sql?sql=SELECT+1+AS+n&chart=bar",
)
OF_WORDS = (
    "calls-by-row-and-placement", "chasing-riichi", "furiten-riichi", "game-results", "hand-events", "known-basics",
    "known-danger-by-suji", "last-hand-decisions", "player-hands", "riichi-by-wait", "riichi-sticks", "wins-by-limit",
    "wins-by-value", "wins-by-yaku",
)  # fmt: skip
"""Queries whose answers hold words."""
REFUSED = (
    "/games?since=20x", "/games?log=zz", "/games?from=x", "/games?sort=*", "/games?players=5", "/players/zz",
    "/rulesets/zz", "/queries/zz", "/queries/early-tenpai", "/queries/deal-in-rate?p.min_hands=x", "/games?since=2001",
    "/games?ruleset=zz",
)  # fmt: skip
"""What the server answers with a sentence alone."""
NAMED = {"since", "from", "sort", "players", "ruleset", "name", "INTEGER", "SELECT", "turns", "auto", "Siège"}
"""Names of parameters, types, tables and rulesets that these sentences and forms quote."""


def test_the_pages_of_the_server_speak(client: Client) -> None:
    """But for comments of the schema on the page of SQL: these are for who writes it, and are so in the database."""
    ids = "|".join(sorted([*names(), *queries.names()], key=len, reverse=True))
    for code in OTHERS:
        headers = {"accept-language": code}
        about = tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8"))["said"]
        known = own_words(code) | {
            word for name, text in about.items() if name.startswith("about.")
            for word in re.findall(r"[A-Za-zÀ-ÿ]{3,}", text)
        }  # fmt: skip
        for path in (*OF_SERVER, *[f"/queries/{name}" for name in OF_WORDS if code == "ja"], *REFUSED):
            page = re.sub(r' title="\w+"', "", client.get(path, headers=headers).text)  # a column's own name
            page = re.sub(r' (?:content|value)="[^"]*"', "", page)
            page = re.sub(r'<details class="schema">.*?</details>', "", page, flags=re.DOTALL)  # as in the database
            page = re.sub(rf"(?<![A-Za-z])(?:{ids})(?![A-Za-z])", "", page)
            assert latin_words(IN_TEXTS.sub("", page)) - known - NAMED == set(), (code, path)
        found = client.get("/findings", headers=headers).text
        assert '<option value="violation">' in found, "what is asked for has the same name in every language"


def test_a_language_that_is_not_used_is_not_opened() -> None:
    """An audit in English opens no file of a language."""
    script = (
        "import sys\n"
        "def seen(event, values):\n"
        "    if event == 'open' and 'languages' in str(values[0]) and str(values[0]).endswith('.toml'):\n"
        "        print('opened', values[0], file=sys.stderr)\n"
        "sys.addaudithook(seen)\n"
        "from auditor.cli import cli\n"
        "cli(['audit', *sys.argv[1:], '--jobs', '1', '--fail-on', 'never'], standalone_mode=False)\n"
    )
    for options, expected in (([], []), (["--lang", "ja"], ["ja.toml"])):
        asked = [sys.executable, "-c", script, str(EVENING), *options]
        run = subprocess.run(asked, capture_output=True, text=True, check=True)
        assert [Path(path).name for path in re.findall("^opened (.*)$", run.stderr, re.MULTILINE)] == expected


def test_checks_are_shown_in_a_language() -> None:
    listed = CliRunner().invoke(cli, ["checks", "furiten"], env={"AUDITOR_LANG": "ja"}).output
    assert "フリテン" in listed
    assert BY_ID["furiten/discard"].title not in listed
    assert (
        BY_ID["furiten/discard"].title
        in CliRunner().invoke(cli, ["checks", "furiten"], env={"LANG": "ja_JP.UTF-8"}).output
    )
