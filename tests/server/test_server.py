"""The server without a socket: its pages, its API, and which requests it accepts (`serving.py` uses a socket)."""

import asyncio
import html
import json
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from multiprocessing import active_children
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from h11 import LocalProtocolError
from support.cli_calls import invoke
from support.serving import EVENING, FAULTY, TOKEN, Client, client_of
from uvicorn import Config
from uvicorn.server import ServerState as UvicornState

from auditor import api
from auditor.server import admission
from auditor.server.forms import FormError, form_of
from auditor.server.guard import HEADERS, host_of


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("served")
    api.load([EVENING], folder / "games.duckdb", jobs=1)
    made = client_of(folder)
    yield made
    made.close()


PAGES = (
    "/", "/games", "/games?players=4&from=1", "/findings", "/findings?check=riichi", "/players", "/players?q=chen",
    "/players/Maya%20Chen", "/players/Maya%20Chen?players=4", "/rulesets", "/rulesets/tenhou",
    "/rulesets?one=tenhou&other=wrc", "/queries",
    "/queries/deal-in-rate?p.min_hands=3", "/sql?sql=FROM+games",
    "/judge", "/api/openapi.json", "/api/games", "/api/findings", "/api/players",
    "/api/queries", "/api/queries/deal-in-rate?format=csv", "/api/queries/deal-in-rate?format=parquet", "/healthz",
    "/metrics", "/static/page.css", "/static/page.js", "/static/serve.js", "/static/icon.svg",
)  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_each_page_is_there_and_lets_nothing_in(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    for name, value in HEADERS:
        assert answer.headers[name.decode()] == value.decode()
    assert "unsafe" not in answer.headers["content-security-policy"]
    if "html" in answer.headers["content-type"]:
        assert " style=" not in answer.text
        assert "<script>" not in answer.text


def test_a_game_is_shown_with_all_its_hands(client: Client) -> None:
    games = client.get("/api/games").json()["games"]
    assert len(games) == 8
    page = client.get(f"/games/{games[0]['key']}").text
    assert page.count('<details class="hand"') > 3
    assert '<script src="/static/page.js" defer></script>' in page
    assert "Content-Security-Policy" not in page  # which a header says


def test_wrong_questions_are_answered_in_a_sentence(client: Client) -> None:
    for path, status, words in (
        ("/nothing", 404, "no such page"),
        ("/api/queries/nothing", 404, "there is no query"),
        ("/queries/nothing", 404, "there is no query"),
        ("/api/queries/deal-in-rate?format=exe", 400, "expected json, csv or parquet"),
        ("/queries/deal-in-rate?p.min_hands=x", 200, "expected a value of type INTEGER"),
        ("/games?players=5", 400, "expected 3 or 4"),
        ("/games?from=-1", 400, "expected a number"),
        ("/games?sort=path", 200, "sort=path: expected one of"),
        ("/findings?sort=-zz", 200, "sort=zz: expected one of"),
        ("/api/games?sort=zz", 400, "sort=zz: expected one of"),
        ("/games?sort=a%22b", 400, "expected the name of a column"),
        ("/games?room=nowhere", 200, "no game has it"),
        ("/games/'; DROP TABLE games; --", 404, "there is no game"),
        ("/rulesets/..%2f..%2fetc%2fpasswd", 404, "no such page"),
        ("/players/nobody", 404, "no player is named"),
        ("/players/no-{body}", 404, "no player is named &#39;no-{body}&#39;, nor"),
        ("/games?room=no-{where}", 200, "no-{where}"),
    ):
        answer = client.get(path)
        assert (answer.status_code, words in answer.text) == (status, True), (path, answer.text[:500])


def test_the_findings_of_a_player_are_those_at_the_players_seat(tmp_path: Path) -> None:
    client = client_of(tmp_path)
    try:
        assert client.post("/api/games", content=FAULTY).status_code == 201
        (finding,) = client.post("/api/audit", content=FAULTY).json()["findings"]
        for seat, name in enumerate(("Aki", "Beni", "Chie", "Dai")):
            page = client.get("/findings", params={"name": name.upper()}).text
            assert (html.escape(finding["message"]) in page) is (seat == finding["seat"]), name
    finally:
        client.close()


def test_a_log_is_judged_and_nothing_kept(client: Client) -> None:
    before = client.get("/api/games").json()
    answer = client.post("/api/audit", content=FAULTY).json()
    assert [finding["check"] for finding in answer["findings"]] == ["call/chi-seat"]
    ema = client.post("/api/audit?rules=ema-2016", content=FAULTY).json()
    assert {finding["ruleset"] for finding in ema["findings"]} == {"ema-2016"}
    broken = client.post("/api/audit", content=b"no log")
    assert (broken.status_code, "nothing in it can be read" in broken.json()["error"]) == (422, True)
    assert "expected Tenhou mjlog" in broken.json()["problems"][0]["message"]
    page = client.post("/judge", files={"log": ("<b>x</b>.mjlog", FAULTY)}, data={"rules": "auto"})
    assert "call/chi-seat" in page.text
    assert "<b>x</b>" not in page.text
    pasted = client.post("/judge", data={"rules": "tenhou", "text": FAULTY.decode()})
    assert "call/chi-seat" in pasted.text
    assert client.get("/api/games").json() == before


def test_no_path_of_a_client_is_a_ruleset(client: Client, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('name = "own"\nextends = "tenhou"\n')
    for rules in (str(tmp_path / "own.toml"), "../own", "nothing"):
        answer = client.post("/api/audit", params={"rules": rules}, content=FAULTY)
        assert (answer.status_code, "there is no ruleset" in answer.text) == (400, True)


def test_a_kept_game_is_in_the_database_when_it_is_answered_and_once(tmp_path: Path) -> None:
    client = client_of(tmp_path)
    try:
        for status, kept in ((201, 1), (200, 0)):
            answer = client.post("/api/games", content=FAULTY)
            assert (answer.status_code, len(answer.json()["findings"])) == (status, 1)
            assert (answer.json()["kept"], answer.json()["known"]) == (kept, 1 - kept)
            assert str(tmp_path) not in answer.text
            assert len(client.get("/api/games").json()["games"]) == 1
        key = client.get("/api/games").json()["games"][0]["key"]
        assert 'class="hand"' in client.get(f"/games/{key}").text
        for nothing in (b"nothing", b"", FAULTY[:300]):
            answer = client.post("/api/games", content=nothing)
            assert (answer.status_code, answer.json()["kept"]) == (422, 0)
            assert answer.json()["problems"]
            assert str(tmp_path) not in answer.text
        assert "auditor_kept_total 1" in client.get("/metrics").text
        assert len(list((tmp_path / "logs").iterdir())) == 1
        for status in (201, 200):  # other bytes, the same game
            assert client.post("/api/games", content=FAULTY + b"\n").status_code == status
    finally:
        client.close()
    with api.connect(tmp_path / "games.duckdb") as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchall() == [(1,)]
        assert connection.execute("SELECT count(*) FROM all_games").fetchall() == [(2,)]


def test_without_accept_nothing_is_kept_and_others_may_write(tmp_path: Path) -> None:
    api.load([EVENING], tmp_path / "games.duckdb", jobs=1)
    client = client_of(tmp_path, accepts=False)
    try:
        assert client.post("/api/games", content=FAULTY).status_code == 403
        assert client.get("/").status_code == 200
    finally:
        client.close()
    assert not (tmp_path / "logs").exists()


def test_a_log_that_takes_too_long_is_answered_and_the_server_goes_on(tmp_path: Path) -> None:
    archive = BytesIO()
    with ZipFile(archive, "w") as logs:  # far more than the time allows, however slowly the server asks
        for number in range(400):
            logs.writestr(f"{number}.mjlog", FAULTY + b" " * number)
    client = client_of(tmp_path, seconds=0.01)
    try:
        slow = client.post("/api/audit", content=archive.getvalue())
        assert (slow.status_code, "takes longer than" in slow.text) == (422, True)
        assert client.get("/healthz").status_code == 200
    finally:
        client.close()


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/", {"host": "evil.example"}, 421),
        ("GET", "/", {"host": "audit.example.org"}, 200),
        ("GET", "/", {"host": "[::1]:80"}, 200),
        ("GET", "/", {"host": ""}, 421),
        ("GET", "/", {"host": "[::1].evil"}, 421),
        ("GET", "/", {"host": "localhost:80:90"}, 421),
        ("GET", "/healthz", {"host": "10.0.0.7"}, 200),
        ("POST", "/api/audit", {"origin": "http://evil.example"}, 403),
        ("POST", "/api/audit", {"origin": "null"}, 403),
        ("POST", "/api/audit", {"origin": "http://127.0.0.1:8477"}, 200),
        ("POST", "/api/audit", {"sec-fetch-site": "cross-site"}, 403),
        ("POST", "/api/audit", {"content-length": "99999999999"}, 413),
        ("POST", "/api/audit", {"content-length": "-1"}, 413),
        ("DELETE", "/api/games", {}, 405),
        ("OPTIONS", "/api/games", {}, 405),
        ("POST", "/games", {}, 405),
    ],
)
def test_who_is_let_in(client: Client, method: str, path: str, headers: dict[str, str], status: int) -> None:
    answer = client.ask(method, path, headers=headers, content=FAULTY if method == "POST" else None)
    assert (answer.status_code, "allow" in answer.headers) == (status, status == 405)


def test_who_has_gone_is_not_answered(client: Client) -> None:
    sent: list[Any] = []

    async def gone() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/api/audit", "headers": [(b"host", b"127.0.0.1")]}
    client.loop.run_until_complete(client.app({**scope, "client": ("127.0.0.1", 1)}, gone, send))
    assert sent == []

    async def closed(message: Any) -> None:
        raise LocalProtocolError("can't handle event type Response")

    wrong = {**scope, "method": "GET", "headers": [], "client": ("127.0.0.1", 1)}
    client.loop.run_until_complete(client.app(wrong, gone, closed))  # raises nothing


def test_what_is_too_large_is_not_read(client: Client) -> None:
    async def pieces() -> Any:
        for _ in range(40):
            yield b"x" * 100_000

    answer = client.post("/api/audit", content=pieces())
    assert (answer.status_code, "larger than" in answer.json()["error"]) == (413, True)


def test_a_token_is_asked_for(tmp_path: Path) -> None:
    client = client_of(tmp_path, token=TOKEN, accepts=True)
    try:
        for headers, status in (
            ({}, 401),
            ({"authorization": "Bearer wrong"}, 401),
            ({"authorization": "Basic !!!"}, 401),
            ({"authorization": f"Bearer {TOKEN}"}, 200),
        ):
            answer = client.get("/", headers=headers)
            asks = answer.headers.get("www-authenticate")  # else no browser asks for the password
            assert (answer.status_code, asks) == (status, 'Basic realm="auditor"' if status == 401 else None)
        assert client.get("/", auth=("anybody", TOKEN)).status_code == 200
    finally:
        client.close()


def test_behind_a_proxy_all_addresses_begin_with_its_path(tmp_path: Path) -> None:
    client = client_of(tmp_path, prefix="/audit")
    try:
        page = client.get("/audit/").text
        assert 'href="/audit/games"' in page
        assert 'href="/games"' not in page
        assert client.get("/elsewhere").status_code == 404
        assert client.get("/audit/api/openapi.json").json()["servers"] == [{"url": "/audit"}]
    finally:
        client.close()


def test_names_of_players_are_text(tmp_path: Path) -> None:
    client = client_of(tmp_path)
    name = "%3Cscript%3Ealert%281%29%3C%2Fscript%3E"
    try:
        hostile = FAULTY.replace(b'n0="Aki"', f'n0="{name}"'.encode())
        assert client.post("/api/games", content=hostile).status_code == 201
        for path in ("/", "/games", "/players", f"/players/{name}", "/findings"):
            answer = client.get(path)
            assert (answer.status_code, "<script>alert" in answer.text) == (200, False), path
        assert "&lt;script&gt;alert" in client.get("/players").text
    finally:
        client.close()


def test_every_address_of_the_description_is_there(client: Client) -> None:
    for path, methods in client.get("/api/openapi.json").json()["paths"].items():
        if "get" in methods:
            assert client.get(path.replace("{name}", "deal-in-rate"), params={"sql": "SELECT 1"}).status_code == 200, (
                path
            )
        if "post" in methods:
            assert client.post(path, content=FAULTY + b" ").status_code in (200, 201), path


def test_the_description_says_what_is_a_list(client: Client) -> None:
    described = client.get("/api/openapi.json").json()
    for path, methods in described["paths"].items():
        if "get" not in methods:
            continue
        schema = methods["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        value = client.get(path.replace("{name}", "deal-in-rate"), params={"sql": "SELECT 1"}).json()
        assert schema["type"] == ("array" if isinstance(value, list) else "object"), path


def test_a_question_of_many_fields_is_answered_in_a_sentence(client: Client) -> None:
    fields = "&".join([f"a{number}=1" for number in range(120)])
    form = {"content-type": "application/x-www-form-urlencoded"}
    for answer in (
        client.get(f"/games?{fields}"), client.get(f"/api/games?{fields}"),
        client.post("/judge", content=fields.encode(), headers=form),
    ):  # fmt: skip
        assert (answer.status_code, "cannot be read" in answer.text) == (400, True), answer.text


def test_a_redirect_stays_behind_the_proxy(tmp_path: Path) -> None:
    client = client_of(tmp_path, prefix="/auditor")
    try:
        answer = client.get("/auditor/games/?players=4")
        assert (answer.status_code, answer.headers["location"]) == (307, "/auditor/games?players=4")
        elsewhere = client.get("/auditor//evil.example/")
        assert (elsewhere.status_code, elsewhere.headers["location"]) == (307, "/auditor/evil.example")
        for path in ("/auditor/%5Cevil.example", "/auditor/50%25", "/auditor/who%3F", "/auditor/%E8%8A%B1"):
            assert client.get(f"{path}/").headers["location"] == path
    finally:
        client.close()


def test_a_probe_needs_no_token_and_learns_nothing(tmp_path: Path) -> None:
    client = client_of(tmp_path, token=TOKEN)
    try:
        answer = client.get("/healthz", headers={"host": "10.0.0.7"})
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert client.get("/metrics").status_code == 401
    finally:
        client.close()


def test_only_players_that_have_a_page_are_links(tmp_path: Path) -> None:
    client = client_of(tmp_path)
    log = FAULTY
    for number, name in enumerate((b"NoName", b"..", b"Chie", b"NoName")):
        log = re.sub(rb' n%d="[^"]*"' % number, b' n%d="%s"' % (number, name), log)
    try:
        assert client.post("/api/games", content=log).status_code == 201
        for page in ("/players", "/findings", "/queries/player-statistics"):
            for link in set(re.findall(r'href="(/players/[^"]+)"', client.get(page).text)):
                assert link == "/players/Chie"
                assert client.get(link).status_code == 200
    finally:
        client.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process")
def test_what_the_disk_refuses_is_answered_without_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    def limit(most: int) -> None:
        for process in active_children():  # one of which writes the log
            resource.prlimit(process.pid or 0, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # of what is imported later half would be written
    client = client_of(tmp_path)
    try:
        limit(100)
        answer = client.post("/api/games", content=FAULTY)
        assert (answer.status_code, answer.json()) == (503, {"error": "the server's disk is full; nothing was kept"})
        assert int(answer.headers["retry-after"]) > 0
        limit(resource.RLIM_INFINITY)
        assert client.post("/api/games", content=FAULTY).status_code == 201
    finally:
        client.close()


def test_a_server_is_called_by_its_own_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text("0123456789abcdef")
    served: list[Any] = []
    monkeypatch.setattr("uvicorn.run", lambda app, **_: served.append(app))
    for host, given in (("2001:db8::5", "[2001:db8::5]:8477"), ("Audit.example.org", "audit.example.org")):
        result = invoke("serve", "--host", host, "--token-file", tmp_path / "token")
        assert result.exit_code == 0, result.stderr
        assert host_of(given.encode()) in served[-1].options.hosts


def test_an_address_that_no_request_can_have_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: None)
    for option, expected, given in (
        (
            "--allow-host",
            "give the name alone",
            ("https://a.example.org", "a.example:8443", "a.example/b", "bü.example"),
        ),
        ("--prefix", "expected a path", ("auditor", "/a?b", "/a#b", "//a", "/a//b", "/a%20b", "/审计", "/a b")),
    ):
        for name in given:
            result = invoke("serve", option, name)
            assert (result.exit_code, f"{option} {name}: {expected}" in result.stderr) == (2, True), name


def test_a_server_that_cannot_store_does_not_start_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    result = invoke("serve", "--db", tmp_path / "games.duckdb", "--accept", "--logs", tmp_path / "taken")
    assert (result.exit_code, result.stderr) == (2, f"Error: {tmp_path / 'taken'}: cannot be written: File exists\n")


def test_a_form_without_a_log() -> None:
    for body in (b"", b"--b\r\n\r\n", b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--"):
        assert form_of("multipart/form-data; boundary=b", body).data == b"", body
    with pytest.raises(FormError, match="expected a form"):
        form_of("application/json", json.dumps({}).encode())


def test_a_connection_that_asks_nothing_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "HEAD_SECONDS", 0.05)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.2)  # longer than a head may take
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def answers() -> list[bytes]:
        config, state = Config(app, lifespan="off"), UvicornState()
        server = await asyncio.get_running_loop().create_server(
            lambda: admission.BoundedConnection(config, state, {}), "127.0.0.1"
        )
        found = []
        for sent in (b"", b"GET / HTTP/1.1\r\nHo", b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"):
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(sent)
            found.append((await asyncio.wait_for(reader.read(), 10)).split(b"\r\n")[0])
            writer.close()
        server.close()
        return found

    late = b"HTTP/1.1 408 Request Timeout"
    assert asyncio.run(answers()) == [late, late, b"HTTP/1.1 204 No Content"]
