"""The pages that browse: what sorts, narrows, is offered and links, asked from both sides; SQL of clients."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path

import httpx
import pyarrow.parquet as parquet
import pytest
from click.testing import CliRunner
from lxml import html
from support.paths import ROOT
from support.run_settings import run_settings
from support.serve_trial import memory
from support.serving import EVENING, FAULTY, Client, client_of

from auditor import api
from auditor.cli import cli
from auditor.formats.mjlog import write
from auditor.server.game_store import GameStore
from auditor.testing.simulate import Simulation


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browsed")
    sanma = re.sub(r'n0="[^"]*"', 'n0="Maya%20Chen"', write(Simulation(1, "tenhou-sanma").play()))
    shutil.copytree(EVENING, folder / "evening")
    (folder / "evening/sanma.mjlog").write_text(sanma)
    api.load([folder / "evening"], folder / "games.duckdb", jobs=1)
    return folder


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Client]:
    made = client_of(folder, accepts=False)
    yield made
    made.close()


def page_of(answer: httpx.Response) -> html.HtmlElement:
    assert answer.status_code == 200, answer.text
    return html.fromstring(answer.text)


def columns_of(page: html.HtmlElement) -> dict[str, list[str]]:
    """The values of the first table of a page, by the names of columns."""
    names = page.xpath("(//table)[1]/thead//th/@title")
    rows = [[cell.text_content() for cell in row] for row in page.xpath("(//table)[1]/tbody/tr")]
    return {name: [row[index] for row in rows] for index, name in enumerate(names)}


def test_a_table_has_as_many_rows_as_the_facet_that_it_is_narrowed_to_says(client: Client) -> None:
    paths = ("/games", "/findings", "/players")
    pages = {path: page_of(client.get(path)) for path in paths}
    facets = [(path, one) for path, page in pages.items() for one in page.xpath("//nav[@class='facet']//li[a]")]
    assert {path for path, _ in facets} == {*paths}
    for path, one in facets:
        link, count = one.find("a").get("href"), one.find("span").text
        narrowed = page_of(client.get(link))
        assert len(narrowed.xpath("(//table)[1]/tbody/tr")) == int(count), link
        if path != "/players":
            assert narrowed.xpath("string(//p[@class='count'])") == f"{count} in all"
        (chosen,) = narrowed.xpath("//nav[@class='facet']//a[@aria-current]")
        assert chosen.xpath(".//bdi")[0].text == one.xpath(".//bdi")[0].text
        assert set(re.split("[?&]", chosen.get("href"))) == set(re.split("[?&]", path))  # it leads back
    players = len(columns_of(pages["/players"])["name"])
    shown = pages["/games"].xpath("//nav[@class='facet'][b='player']//li")
    assert (len(shown), shown[-1].text) == (11, f"and {players - 10} more")


def test_a_table_sorts_by_each_column_both_ways(client: Client) -> None:
    for path in ("/games", "/findings?severity=all", "/players", "/queries/wins-by-yaku", "/sql?sql=FROM+seats"):
        before = page_of(client.get(path))
        for name, values in columns_of(before).items():
            page = page_of(client.get(before.xpath(f"//th[@title='{name}']/a/@href")[0]))
            other = page_of(client.get(page.xpath(f"//th[@title='{name}']/a/@href")[0]))
            orders = {one.xpath(f"string(//th[@title='{name}']/@aria-sort)") for one in (page, other)}
            assert orders == {"ascending", "descending"}
            shown = [[one for one in columns_of(which)[name] if one] for which in (page, other)]
            assert sorted(shown[0]) == sorted(shown[1]) == sorted([one for one in values if one])
            numbers = [float(one.replace(",", "").rstrip("%")) for one in shown[0] if re.fullmatch(r"-?[\d,.]+%?", one)]
            if numbers and len(numbers) == len(shown[0]):
                assert numbers in (sorted(numbers), sorted(numbers, reverse=True)), (path, name)


def test_a_form_offers_what_there_is_and_nothing_twice(client: Client) -> None:
    queries = [one["name"] for one in client.get("/api/queries").json()]
    for path in [
        "/games",
        "/findings",
        "/players",
        "/queries/findings",
        *[f"/queries/{name}" for name in queries[::9]],
    ]:
        page = page_of(client.get(path))
        labels = [label.text.strip() for label in page.xpath("//form[@class='choose']/label")]
        assert len(labels) == len(set(labels)), (path, labels)
        offered = {one.get("name"): one.xpath("option/text()")[1:] for one in page.xpath("//main//select")}
        assert offered["ruleset"] == ["tenhou", "tenhou-sanma"], path
        assert "--" not in " ".join(page.xpath("//main//*[not(self::script)]/text()")).replace("-- chart", ""), path
    page = page_of(client.get("/findings"))
    lists = {one.get("name"): page.get_element_by_id(one.get("list")) for one in page.xpath("//input[@list]")}
    assert "Maya Chen" in lists["name"].xpath("option/@value")
    assert {"pay", "pay/win", "riichi/noten"} <= set(lists["check"].xpath("option/@value"))


def test_a_finding_opens_its_board_and_a_game_its_verdict(client: Client, folder: Path) -> None:
    listed = page_of(client.get("/findings"))
    columns, links = columns_of(listed), listed.xpath("//table/tbody/tr/td[1]/a/@href")
    assert len(links) == 6
    named = {name for one in client.get("/api/findings").json() for name in one["names"]}
    assert {*columns["finding"]} == {link.rpartition("/")[2] for link in links}
    assert named <= {*columns["finding"]}
    for link, check in zip(links, columns["check"], strict=True):
        page = page_of(client.get(link))
        (card,) = page.xpath("//details[@class='finding']")
        assert (card.get("data-check"), card.get("open")) == (check, ""), link
        assert page.xpath("//details[@class='finding']//figure[@data-hand]")
        assert len(client.get(link).content) < 200_000
        assert str(folder) not in html.tostring(page).decode()  # whoever reads a finding learns nothing of folders
    whole = client.get(links[0].partition("/findings")[0])
    assert str(folder) not in whole.text
    game = page_of(whole)
    order = [one.get("id") for one in game.xpath("//main/section")]
    assert order.index("results") < order.index("findings") < order.index("hands")
    assert not game.xpath("//details[@class='hand'][@open]")
    hand = page_of(client.get(f"{links[0].partition('/findings')[0]}/hands/0"))
    assert [one.get("id") for one in hand.xpath("//details[@class='hand'][@open]")] == ["hand-0"]


def test_games_of_three_and_four_are_apart_on_the_page_of_a_player(client: Client, tmp_path: Path) -> None:
    answer = client.get("/players/Maya%20Chen")
    heads = page_of(answer).xpath("//section[@id='profile']/h2//text()")
    assert heads == ["Maya Chen, games of 4", "Maya Chen, games of 3"]
    assert len(answer.content) < 300_000
    for link in page_of(answer).xpath("//section[@id='hands']//li/a/@href")[:3]:
        hand = link.partition("#")[2].partition("-event")[0]
        assert page_of(client.get(link)).xpath(f"//details[@id='{hand}'][@open]"), link
    of_players = columns_of(page_of(client.get("/players?q=maya")))
    assert (of_players["games_of_4"], of_players["games_of_3"]) == (["2"], ["1"])
    log = EVENING / "round-1-table-1.mjlog"
    (tmp_path / "again.mjlog").write_text(log.read_text("utf-8") + "\n", "utf-8")
    (tmp_path / "hand.mjlog").write_text(log.read_text("utf-8").partition('<INIT seed="1')[0] + "</mjloggm>", "utf-8")
    api.load([log, *sorted(tmp_path.iterdir())], tmp_path / "games.duckdb", jobs=1)
    made = client_of(tmp_path, accepts=False)
    stated = {one["name"]: (one["games"], one["average_placement"]) for one in made.get("/api/players").json()}
    shown = columns_of(page_of(made.get("/players")))
    made.close()
    placed = zip(shown["games_of_4"], shown["mean_placement_of_4"], strict=True)
    assert [(int(games), float(mean)) for games, mean in placed] == [stated[name] for name in shown["name"]]
    (tmp_path / "others").mkdir()
    for number, name in enumerate(("a", "new%0Aline", "%2F", ".")):  # the first counts, the others are its copies
        renamed = re.sub(' n([0-3])="[^"]*"', rf' n\1="{name}\1"', log.read_text("utf-8"))
        (tmp_path / "others" / f"{number}.mjlog").write_text(renamed, "utf-8")
    (tmp_path / "others/b.mjlog").write_bytes(FAULTY.replace(b"Aki", b"b%0Ab"))
    api.load([tmp_path / "others"], tmp_path / "others/games.duckdb", jobs=1)
    made = client_of(tmp_path / "others", accepts=False)
    links = page_of(made.get("/players")).xpath("//td/a[starts-with(@href, '/players/')]/@href")
    assert [made.get(link).status_code for link in links] == [200] * 7, links
    made.close()


def test_a_value_is_written_alike_at_every_door(client: Client, folder: Path) -> None:
    """What a query answers in the terminal, on the server, and of it what the page of a player repeats."""

    def in_terminal(*arguments: str) -> list[list[str]]:
        asked = ["query", *arguments, "--db", str(folder / "games.duckdb"), "--players", "4", "--format", "markdown"]
        lines = CliRunner().invoke(cli, asked).stdout.splitlines()
        rows = [
            [cell.strip().replace("\\", "") for cell in line[1:-1].split(" | ")] for line in lines if line[:1] == "|"
        ]
        return [rows[0], *rows[2:]]

    for name in ("player-statistics", "riichi-by-turn", "wins-by-yaku", "player-amae-koromo"):
        table = page_of(client.get(f"/queries/{name}?players=4")).xpath("(//table)[1]")[0]
        shown = [[cell.text_content() for cell in row.xpath("th|td")] for row in table.xpath(".//tr")]
        asked = in_terminal(name)
        assert shown[0] == asked[0]
        assert len(shown) > 4
        assert shown[1:] == asked[1 : len(shown)], name
    assert {len(row[-1].partition(".")[2]) for row in in_terminal("player-results")[1:]} == {1}  # 6.0, not 6.0000
    for path, named in (("/games", "seats and points"), ("/sql?sql=SELECT 4 AS seats", "seats")):
        assert page_of(client.get(path)).xpath("string(//th[@title='seats'])") == named
    page = page_of(client.get("/players/Maya%20Chen?players=4"))
    figures = {tuple(cell.text_content() for cell in row.xpath("th|td"))[:2] for row in page.xpath("//section//tr")}
    head, *rows = in_terminal("player-amae-koromo", "--name", "Maya Chen")
    own = [dict(zip(head, row, strict=True)) for row in rows]
    own = [row for row in own if row["player"] == "Maya Chen"]
    assert len(own) > 30
    assert {(row["figure"].replace("_", " "), row["value"] or "–") for row in own} <= figures


def test_the_navigation_is_that_of_each_page(client: Client) -> None:
    key = client.get("/api/games").json()["games"][0]["key"]
    paths = ("/", "/games", f"/games/{key}", "/players/Maya%20Chen", "/queries", "/sql", "/rulesets/tenhou", "/judge")
    found = {
        html.tostring(page_of(client.get(path)).xpath("//nav[@class='site']")[0], with_tail=False) for path in paths
    }
    missing = client.get("/nothing")
    assert (missing.status_code, missing.headers["content-type"]) == (404, "text/html; charset=utf-8")
    navigation = html.fromstring(missing.text).find(".//nav[@class='site']")
    assert navigation is not None
    found.add(html.tostring(navigation, with_tail=False))
    assert len(found) == 1
    assert client.get("/api/nothing").json() == {"error": "there is no such page"}


def test_the_page_of_a_game_has_the_findings_that_are_stored_of_it_alone(tmp_path: Path) -> None:
    """Judged again as it was loaded: by the rules that its log states, of which the ruleset's name is not all."""
    (tmp_path / "east.toml").write_text('name = "east"\nextend = "tenhou"\n[game]\nlength = 1\n')
    east = write(Simulation(3, str(tmp_path / "east.toml")).play()).replace('<GO type="9"', '<GO type="1"')
    tables = [(EVENING / f"round-{name}.jsonl").read_text("utf-8") for name in ("1-table-4", "2-table-3")]
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs/east.mjlog").write_text(east)
    (tmp_path / "logs/two.jsonl").write_text("".join(tables), "utf-8")
    api.load([tmp_path / "logs"], tmp_path / "games.duckdb", jobs=1)
    client = client_of(tmp_path, accepts=False)
    try:
        listed = client.get("/api/games").json()["games"]
        pages = [page_of(client.get(f"/games/{game['key']}")) for game in listed]
        told = [(page.xpath("string(//h1)"), page.xpath("string(//header/p[last()])")[:17]) for page in pages]
        one = "1 input, 1 game, "
        assert sorted(told) == [("1 of 1 game has faults.", one), *[("No faults in 1 game.", one)] * 2]
        links = page_of(client.get("/findings")).xpath("//td/a[contains(@href, '/findings/')]/@href")
        assert len(links) == 2
        for link in links:
            assert link.rpartition("/")[2] in page_of(client.get(link)).text_content()
    finally:
        client.close()


REFUSED = (
    ("SELECT * FROM read_text('/etc/hostname')", "disabled"), ("SELECT * FROM glob('/etc/*')", "disabled"),
    ("SELECT 1; SELECT 2", "expected one statement"), ("DELETE FROM games", "only SELECT"),
    ("SET threads = 1", "only SELECT"), ("COPY games TO '/tmp/x.csv'", "only SELECT"), ("SELECT", "the query failed"),
    ("FROM enable_logging(storage = 'file', storage_path = '/tmp/auditor-log')", "the query failed"),
    ("SELECT * FROM query('DELETE FROM games')", "the query failed"), ("ATTACH 'x.duckdb'", "only SELECT"),
    ("SELECT error('no-{body}')", "no-{body}"),
)  # fmt: skip


VAST = (
    "SELECT repeat('x', 2000000000)", "SELECT length(repeat('x', 900000000))", "SELECT len(range(100000000))",
    "SELECT string_agg(repeat('x', 1000000), ',') FROM range(2000)", "SELECT len(range(30000000)::VARCHAR)",
    "SELECT repeat('x', 100000) FROM range(100000)", "SELECT repeat('abcdefghij', 20000) FROM range(2048)",
    "SELECT lpad('x', 2000000000, 'y')",
)  # fmt: skip
"""Statements whose texts, lists or rows would fill the memory."""
MOST = 512
"""By how many MiB the server and all its processes may grow, a process that is begun meanwhile counted whole."""


def see_what_vast_answers_take(client: Client) -> None:
    """Ask for what cannot be answered, and look at the memory of this process and those below it all the while."""
    sizes, is_over = [memory(os.getpid())], threading.Event()

    def look() -> None:
        while not is_over.wait(0.02):
            sizes.append(memory(os.getpid()))

    looking = threading.Thread(target=look)
    looking.start()
    try:
        for sql in VAST:
            vast = client.get("/api/sql", params={"sql": sql})
            assert vast.status_code in (400, 422), (sql, vast.text[:300])
            assert re.search("memory|longer|large", vast.text.lower()), (sql, vast.text[:300])
            assert vast.text.count("\\n") == 0, vast.text
    finally:
        is_over.set()
        looking.join()
    assert max(sizes) - sizes[0] < MOST, (sizes[0], max(sizes))


def test_sql_of_a_client_reads_the_database_and_nothing_else(tmp_path: Path) -> None:
    api.load([EVENING], tmp_path / "games.duckdb", jobs=1)
    for accepts in (False, True):
        see_what_sql_reads(tmp_path, accepts)


def see_what_sql_reads(folder: Path, accepts: bool) -> None:
    client = client_of(folder, accepts=accepts)
    try:
        for sql, words in REFUSED:
            answer = client.get("/api/sql", params={"sql": sql})
            assert (answer.status_code, words in answer.text) == (400, True), (sql, answer.text)
            assert words in client.get("/sql", params={"sql": sql}).text
        if accepts and sys.platform == "linux":
            see_what_vast_answers_take(client)
        wide = client.get("/sql", params={"sql": f"SELECT {','.join('1' * 5000)}"})  # a link at the head of each column
        assert (wide.status_code in (400, 422), len(wide.content) < 1 << 17) == (True, True), len(wide.content)
        for sql in (
            "SELECT DATE '99999-01-01'",
            "SELECT 1 AS a, 2 AS a",
            f"SELECT {'9' * 38}::HUGEINT",
            "SELECT MAP {}",
        ):
            answer = client.get("/api/sql", params={"sql": sql, "format": "parquet"})
            assert (answer.status_code, "Parquet cannot hold" in answer.text) == (400, True), (sql, answer.text)
        spilled = client.get("/api/sql", params={"sql": "SELECT current_setting('temp_directory') AS folder"})
        assert spilled.json() == [{"folder": ""}]  # a process that is killed would leave what it put there
        if accepts:
            assert client.post("/api/games", content=FAULTY).status_code == 201
        sql = "SELECT players, count(*) AS games FROM games GROUP BY ALL"
        rows = [{"players": 4, "games": 8 + accepts}]
        files = {
            form: client.get("/api/sql", params={"sql": sql, "format": form}) for form in ("json", "csv", "parquet")
        }
        assert (
            json.loads(files["json"].text) == parquet.read_table(BytesIO(files["parquet"].content)).to_pylist() == rows
        )
        assert list(csv.DictReader(StringIO(files["csv"].text))) == [{k: str(v) for k, v in rows[0].items()}]
        odd = 'SELECT \'a\' AS "a b:c=d,e", 2 AS "f[0].g"'
        for statement in (odd, sql):  # a column has any name
            page = page_of(client.get("/sql", params={"sql": statement, "chart": "bar"}))
            assert client.get(page.xpath("//p[@class='picture']/img/@src")[0]).content.startswith(b"\x89PNG")
        assert {"games", "wins", "v_hands"} <= set(page.xpath("//details[@class='schema']/summary/code/text()"))
    finally:
        client.close()
    assert not os.path.exists("/tmp/auditor-log")


def test_who_cannot_open_a_held_database_is_told_whom_to_ask(tmp_path: Path) -> None:
    path = str(tmp_path / "games.duckdb")
    command = [sys.executable, "-m", "auditor", "query", "--db", path, "--sql", "SELECT 1"]
    run = {"capture_output": True, "text": True, "env": {**os.environ, "PYTHONPATH": str(ROOT)}, "timeout": 60}
    with GameStore(path, run_settings("auto"), address="http://127.0.0.1:8477/") as store:
        store.add(FAULTY, "one.mjlog")
        held = subprocess.run(command, check=False, **run)  # type: ignore[call-overload]
        assert "the server at http://127.0.0.1:8477/ has it open; ask it there" in held.stderr
        Path(f"{path}.held").write_text("1 http://127.0.0.1:8477/\n")  # another process left it
        assert "another process has it open" in subprocess.run(command, check=False, **run).stderr  # type: ignore[call-overload]
    assert subprocess.run(command, check=False, **run).returncode == 0  # type: ignore[call-overload]
    assert not Path(f"{path}.held").exists()
