"""`auditor ids`: lists of log ids in several forms, and which of the games a database has; nothing is downloaded."""

import gzip
import json
import os
import sqlite3
from pathlib import Path

import pytest
from support.cli_calls import invoke
from support.paths import FIXTURES

from auditor.core.reading import detect
from auditor.core.reading.no_logs import lists_named_in, log_ids_in

EVENING = FIXTURES / "evening"
FIRST, SECOND = "2020010100gm-0009-0000-0a1b2c3d", "2020010123gm-00a9-0000-x0123456789ab"
SOUL = "210815-6da08e40-2605-42fb-a5e3-f8aa5940362a"
LINE = '00:01 | 25 | 四般南喰赤－ | <a href="http://tenhou.net/0/?log={}">牌譜</a> | Aki(+50.0) Beni(-50.0)<br>'
PAGE = "\n".join([LINE.format(FIRST), LINE.format(SECOND), LINE.format(FIRST)]).encode()
FLASH = b"\0\xbf\0\0\x01TCSO\0\x04\0\0\0\0\0\x06mjinfo\0\0\0\0\x04log0\x02\0=file=" + (
    f"{FIRST}&un0=Aki&oya=2".replace("-", "%2D").encode()
)
LISTS = {
    "scc20200101.html": PAGE,
    "mjinfo.sol": FLASH + b"\0\x04log1\x02file=" + SECOND.replace("-", "%2D").encode(),
    "storage.json": json.dumps({"log0": f"file={FIRST}&un0=Aki", "log1": f"file={SECOND}"}).encode(),
    "level.db": f"_http://tenhou.net\1log0\1{FIRST}\1{SECOND}".encode("utf-16-le"),
    "ids.txt": f"{FIRST}\n{SECOND}.xml\n".encode(),
}


@pytest.mark.parametrize("name", LISTS)
def test_the_ids_of_a_list_are_found_in_order_and_once(name: str) -> None:
    assert log_ids_in(LISTS[name]) == [FIRST, SECOND]


def test_ids_of_every_server_are_found() -> None:
    text = f"{SOUL}_a1 https://mahjongsoul.game.yo-star.com/?paipu={SOUL} L001_S014_0012_02A.json"
    assert log_ids_in(text.encode()) == [SOUL, "L001_S014_0012_02A"]


def test_pages_of_games_are_named_by_their_addresses(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"https://mjai.ekyu.moe/report/96113a5b9f2e286b.html\n{FIRST}\ncu8hpmpbimvtg7crj7fg@2\n", "utf-8")
    result = invoke("ids", path)
    assert result.exit_code == 0
    assert result.stdout == f"{FIRST}\ncu8hpmpbimvtg7crj7fg\nhttps://mjai.ekyu.moe/report/96113a5b9f2e286b.json\n"


def test_a_list_of_lists_names_them() -> None:
    answer = b"list([\n{file:'scc2020010100.html.gz',size:1},\n{file:'dat/scb2020010100.log.gz',size:2}]);"
    assert lists_named_in(answer) == ["scc2020010100.html.gz", "scb2020010100.log.gz"]


@pytest.mark.parametrize("name", ["scc20200101.html", "mjinfo.sol", "ids.txt"])
def test_an_audit_says_where_to_look(name: str) -> None:
    assert "(auditor ids tells which)" in getattr(detect(LISTS[name]), "message", "")


def test_the_command_prints_the_ids(tmp_path: Path) -> None:
    path = tmp_path / "scc20200101.html.gz"
    path.write_bytes(gzip.compress(PAGE))
    result = invoke("ids", path)
    assert (result.exit_code, result.stdout) == (0, f"{FIRST}\n{SECOND}\n")
    assert result.stderr == "2 games named\n"


def test_a_browsers_database_is_read_as_it_lies(tmp_path: Path) -> None:
    path = tmp_path / "http_tenhou.net_0.localstorage"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE ItemTable (key TEXT, value BLOB)")
        connection.execute("INSERT INTO ItemTable VALUES ('log0', ?)", [f"file={FIRST}".encode("utf-16-le")])
    assert invoke("ids", path).stdout == f"{FIRST}\n"


def test_a_database_says_which_it_has(tmp_path: Path) -> None:
    database = tmp_path / "games.duckdb"
    invoke("audit", EVENING, "--db", database, "--fail-on", "never")
    loaded = json.loads((EVENING / "round-1-table-3.json").read_text("utf-8"))["ref"]
    names = tmp_path / "ids.txt"
    names.write_text(f"{FIRST}\n{loaded}\n")
    result = invoke("ids", names, "--db", database)
    assert result.stdout == f"{FIRST}\tmissing\n{loaded}\tloaded\n"
    assert result.stderr == f"2 games named: 1 in {database}, 1 not\n"
    assert invoke("ids", names, "--db", database, "--missing").stdout == f"{FIRST}\n"


def test_what_names_no_game_is_told(tmp_path: Path) -> None:
    empty, of_lists = tmp_path / "a.txt", tmp_path / "list.cgi"
    empty.write_text("nothing")
    of_lists.write_text("{file:'scc2020010100.html.gz'}")
    assert (invoke("ids", empty).exit_code, invoke("ids", empty).stderr) == (3, "no log id was found\n")
    assert invoke("ids", of_lists).stderr == "1 other list named: scc2020010100.html.gz\nno log id was found\n"
    assert "gone.txt: cannot be read" in invoke("ids", tmp_path / "gone.txt").stderr
    assert "--missing needs a database" in invoke("ids", empty, "--missing").stderr


def test_a_list_that_is_too_large_is_not_read_in_part(tmp_path: Path) -> None:
    large, packed, second = tmp_path / "a.txt", tmp_path / "a.txt.gz", tmp_path / "b.txt"
    large.write_text(FIRST)
    os.truncate(large, 65 << 20)
    packed.write_bytes(gzip.compress(large.read_bytes(), 1))
    second.write_text(SECOND)
    result = invoke("ids", large, packed, second)
    assert (result.exit_code, result.stdout) == (3, f"{SECOND}\n")
    assert [line.partition(": larger than ")[0] for line in result.stderr.splitlines()[:2]] == [str(large), str(packed)]
