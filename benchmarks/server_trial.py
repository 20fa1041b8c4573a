"""Measure `auditor serve` under load and under attack, over loopback alone, against what is promised of it.

    python benchmarks/server_trial.py                       rates and waits: some three minutes on two quiet cores
    python benchmarks/server_trial.py --hostile 10          10 minutes of 1,000 hostile clients
    python benchmarks/server_trial.py --only posts,health   some of the trials

Each client has an address of its own, 127.0.x.y, so the trials need Linux. Logs are simulated games, 16 kB each.

posts: how many games a second POST /api/audit judges for 10 clients, and how long an answer takes, beside `audit` of
the same games. readers: a client that posts, and /healthz, while 50 clients ask the heaviest query. heavy: how much
longer a light post takes while another client sends six heavy ones. half: the same while 300 requests never end.
hostile: every whole request is answered by a status and a sentence, and the server's memory does not grow.

A line is printed for each figure, with what is promised; the exit code is 1 where a promise is broken.
"""

import argparse
import asyncio
import gzip
import io
import json
import logging
import os
import random
import select
import socket
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from auditor.edit.convert import convert
from auditor.formats.mjlog import write
from auditor.testing.simulate import Simulation

SECONDS = 20.0
"""How long each trial lasts."""
QUERY = "/queries/player-statistics"
_BAD: list[str] = []


def shown(what: str, value: float, promise: str, is_kept: bool) -> None:
    """Print a figure, and whether it is as promised."""
    print(f"{what:58} {value:10,.1f}   {promise:22} {'ok' if is_kept else 'NOT KEPT'}", flush=True)
    if not is_kept:
        _BAD.append(what)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[int, int]]:
    """A server with a database; its port and process id."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = int(one.getsockname()[1])
    command = [sys.executable, "-m", "auditor", "serve", "--db", "games.duckdb", "--port", str(port), *options]
    with (folder / "stderr").open("wb") as errors:
        process = subprocess.Popen(command, cwd=folder, stderr=errors)
    try:
        until = time.monotonic() + 120
        while not Client(port, 1).is_there():
            assert process.poll() is None, (folder / "stderr").read_text()
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(60)


def address(number: int) -> str:
    """The address of a client."""
    return f"127.0.{number // 250}.{number % 250 + 1}"


def post(path: str, body: bytes) -> bytes:
    """A request as bytes."""
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def get(path: str) -> bytes:
    """A request as bytes."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


class Client:
    """A connection that is kept, of the client of a number."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.number = number
        self.socket: socket.socket | None = None
        self.begun = 0.0
        self.got = b""

    def send(self, request: bytes) -> None:
        """Send a whole request."""
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port), 60, (address(self.number), 0))
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.got = b""
        self.begun = time.perf_counter()
        self.socket.sendall(request)

    def receive(self) -> int:
        """Take what there is of an answer; its status once it is whole, else 0. Raises OSError."""
        assert self.socket is not None
        data = self.socket.recv(1 << 18)
        if not data:
            self.socket = None
            raise ConnectionError("the server ended the connection")
        self.got += data
        head, blank, body = self.got.partition(b"\r\n\r\n")
        if not blank:
            return 0
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        return int(head[9:12]) if len(body) >= length else 0

    def ask(self, request: bytes) -> tuple[int, float]:
        """The status of an answer, and the seconds that it took."""
        self.send(request)
        while not (status := self.receive()):
            pass
        return status, time.perf_counter() - self.begun

    def is_there(self) -> bool:
        """Whether the server answers."""
        try:
            return self.ask(get("/healthz"))[0] == 200
        except OSError:
            return False


def asked(clients: list[Client], requests: list[bytes], seconds: float) -> tuple[list[float], Counter[int]]:
    """Ask by all clients at once, each again once it is answered; the seconds of the answers, and the statuses."""
    took: list[float] = []
    statuses: Counter[int] = Counter()
    number = 0
    poll = select.epoll()
    by_file: dict[int, Client] = {}
    for client in clients:
        client.send(requests[number % len(requests)])
        number += 1
        assert client.socket is not None
        by_file[client.socket.fileno()] = client
        poll.register(client.socket.fileno(), select.EPOLLIN)
    until = time.perf_counter() + seconds
    while by_file:
        for file, _ in poll.poll(60):
            client = by_file[file]
            if not (status := client.receive()):
                continue
            now = time.perf_counter()
            took.append(now - client.begun)
            statuses[status] += 1
            if now > until:
                del by_file[file]
                poll.unregister(file)
            else:
                client.send(requests[number % len(requests)])
                number += 1
    return took, statuses


def percentile(took: list[float], part: float) -> float:
    """In milliseconds."""
    return sorted(took)[min(int(len(took) * part), len(took) - 1)] * 1000


def logs(count: int) -> list[bytes]:
    """Different games."""
    return [write(Simulation(number, "tenhou").play()).encode() for number in range(count)]


def posts(folder: Path, games: list[bytes]) -> None:
    """How many games a second, beside the command."""
    requests = [post("/api/audit", one) for one in games]
    with serving(folder) as (port, _):
        clients = [Client(port, number) for number in range(1, 11)]
        asked(clients, requests, 3)
        begun = time.perf_counter()
        took, statuses = asked(clients, requests, SECONDS)
        rate = len(took) / (time.perf_counter() - begun)
    count = min(len(took), 20_000)
    (folder / "logs").mkdir()
    for number in range(count):
        (folder / "logs" / f"{number:05}.mjlog").write_bytes(games[number % len(games)])
    begun = time.perf_counter()
    command = [sys.executable, "-m", "auditor", "audit", "logs", "-q", "--fail-on", "never"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    by_command = count / (time.perf_counter() - begun)
    assert set(statuses) == {200}, statuses
    shown(f"games a second by auditor audit ({count:,} files)", by_command, "", True)
    shown("games a second by POST /api/audit, 10 clients", rate, ">= 1,100", rate >= 1100)
    shown("  ms an answer takes, median", percentile(took, 0.5), "", True)
    shown("  ms an answer takes, p99", percentile(took, 0.99), "< 25", percentile(took, 0.99) < 25)


@contextmanager
def beside(work: Callable[[threading.Event], None]) -> Iterator[None]:
    """Something that goes on in a thread until the block ends."""
    stop = threading.Event()
    thread = threading.Thread(target=work, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def readers(folder: Path, games: list[bytes]) -> None:
    """Posts and health under 50 readers."""
    health: list[float] = []
    read: Counter[int] = Counter()

    def probe(stop: threading.Event) -> None:
        client = Client(port, 300)
        while not stop.wait(0.05):
            status, seconds = client.ask(get("/healthz"))
            assert status == 200, status
            health.append(seconds)

    def read_all(stop: threading.Event) -> None:
        clients = [Client(port, number) for number in range(100, 150)]
        while not stop.is_set():
            read.update(asked(clients, [get(QUERY)], 1)[1])

    with serving(folder) as (port, _):
        poster = [Client(port, 301)]
        asked(poster, [post("/api/audit", one) for one in games], 1)
        with beside(read_all), beside(probe):
            took, statuses = asked(poster, [post("/api/audit", one) for one in games], SECONDS)
    assert set(statuses) == {200}, statuses
    answered = ", ".join([f"{count} x {status}" for status, count in sorted(read.items())])
    print(f"50 readers of {QUERY}: {answered}")
    shown("  ms a post takes then, p99", percentile(took, 0.99), "< 1,000", percentile(took, 0.99) < 1000)
    shown("  ms /healthz takes then, p99", percentile(health, 0.99), "< 50", percentile(health, 0.99) < 50)
    shown("  ms /healthz takes then, at most", percentile(health, 1), "", True)


def heavy(folder: Path, games: list[bytes]) -> None:
    """A light post beside six heavy ones of another client."""
    archive = io.BytesIO()
    texts = [convert(Simulation(number, "tenhou").play(), "mjai").text.encode() for number in range(40)]
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        for number in range(600):  # some seconds of work: mjai names no rules, so many are tried
            data = texts[number % 40] + b"\n" * number
            member = tarfile.TarInfo(f"{number}.mjlog")
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    body = post("/api/audit", archive.getvalue())
    delays, spent = [], []
    with serving(folder) as (port, _):
        for _ in range(2):
            light = Client(port, 2)  # as the server ends connections that nothing comes on
            alone = min([light.ask(post("/api/audit", games[0]))[1] for _ in range(5)])
            with ThreadPoolExecutor(6) as threads:
                done = [threads.submit(Client(port, 1).ask, body) for _ in range(6)]
                time.sleep(0.5)
                for _ in range(5):
                    status, seconds = light.ask(post("/api/audit", games[0]))
                    assert status == 200, status
                    delays.append(seconds - alone)
                    time.sleep(0.2)
                spent += [one.result() for one in done]
    answered = ", ".join([f"{status} in {seconds:.1f} s" for status, seconds in spent[:6]])
    print(f"six heavy posts of one client: {answered}")
    shown("  seconds that they delay a light one of another, at most", max(delays), "<= 2", max(delays) <= 2)


def half(folder: Path, games: list[bytes]) -> None:
    """Posts beside 300 requests that never come to their end, of one client and of thirty."""
    requests = [post("/api/audit", one) for one in games]
    with serving(folder) as (port, _):
        clients = [Client(port, number) for number in range(400, 404)]
        asked(clients, requests, 2)
        before, _ = asked(clients, requests, SECONDS / 4)
        for title, count in (("one client", 1), ("30 clients", 30)):
            opened = []
            for number in range(300):
                one = socket.create_connection(("127.0.0.1", port), 30, (address(500 + number % count), 0))
                one.sendall(b"POST /api/audit HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le"[: 20 + number % 40])
                opened.append(one)
            fresh = [Client(port, number) for number in range(410, 414)]
            after, statuses = asked(fresh, requests, SECONDS / 4)
            for one in opened:
                one.close()
            assert set(statuses) == {200}, statuses
            slower = percentile(after, 0.99) - percentile(before, 0.99)
            shown(f"  ms at p99 by which 300 half requests of {title} delay", slower, "< 100", slower < 100)


PATHS = (
    "/api/audit", "/api/audit?rules=/etc/passwd", "/api/audit?name=/etc/x/y", "/api/games", "/judge", "/games/%00",
    "/api/../../etc/passwd", "/static/..%2f..%2fapp.py", "/players/" + "x" * 3000, "/queries/..%2f..%2fx?p.name='",
    "/%ff%fe", "/api/queries/deal-in-rate?p.min_hands=1;DROP%20TABLE%20games", "/findings?check=%27%20OR%201%3D1",
    "//evil.example/", "/api/audit?rules=" + "a" * 5000, "/games?sort=%22;--", "/findings?severity=all&sort=-what",
    "/api/sql?sql=SELECT%20repeat('x',4000000000)", "/sql?sql=FROM%20seats%20a,%20seats%20b,%20seats%20c,%20seats%20d",
    "/api/sql?sql=FROM%20read_text('/etc/passwd')", "/players?q=%00", QUERY, "/", "/healthz", "/metrics", "/rulesets",
    "/games?from=" + "9" * 5000, "/games?" + "&".join(["a=1"] * 200), "/findings?q=" + "%E3%80%80" * 500, "/api/games",
    "/api/queries/player-statistics?format=parquet", "/rulesets?one=tenhou&other=x", "http://evil.example/", "*",
)  # fmt: skip
HEADERS = (
    b"", b"", b"", b"Accept-Language: " + b"fr;q=0." + b"1" * 3000, b"Cookie: " + b"a" * 60_000, b"X: \xff\xfe",
    b"Expect: 100-continue", b"Origin: http://evil.example", b"Sec-Fetch-Site: cross-site", b"Authorization: Basic %%%",
    b"Host: evil.example", b"Upgrade: websocket\r\nConnection: Upgrade", b"X-Forwarded-For: 1.2.3.4",
    b"Content-Type: multipart/form-data; boundary=x", b"Content-Type: application/x-www-form-urlencoded",
    b"Content-Encoding: gzip", b"Transfer-Encoding: chunked", b"Content-Length: -1", b"Content-Length: 9" + b"9" * 40,
)  # fmt: skip


class Hostile:
    """What hostile clients send, and what they are answered."""

    def __init__(self, games: list[bytes], seed: int) -> None:
        self.choice = random.Random(seed)
        self.answers: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.bodies = [
            *games[:8], b"", b"no log", gzip.compress(b"0" * (64 << 20)), b"\x1f\x8b" + self.choice.randbytes(500),
            games[0][:3000], self.choice.randbytes(3000), b"[" * 20_000, b'{"type":"start_game"}\n' * 2000,
            b'{"log":[[' + b"9" * 50_000 + b"]]}", b"--x\r\nContent-Disposition: form-data; name=log\r\n\r\n",
            b"&".join([b"a=1"] * 5000), b"<mjloggm ver=\"2.3\">" + b"<UN/>" * 30_000, bytes(1 << 20),
        ]  # fmt: skip

    def request(self) -> tuple[bytes, bool]:
        """A request, and whether it is whole, so that it must be answered."""
        choice = self.choice
        body, header = choice.choice(self.bodies), choice.choice(HEADERS)
        method = choice.choice(("POST", "POST", "POST", "GET", "GET", "PUT", "TRACE", "HEAD"))
        path = "/api/audit" if choice.random() < 0.2 else choice.choice(PATHS)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n".encode()
        head += header + b"\r\n" if header else b""
        is_own = b"Content-Length" in header or b"Transfer" in header
        whole = head + (b"" if is_own else f"Content-Length: {len(body)}\r\n".encode()) + b"\r\n" + body
        kind = choice.randrange(12)
        if kind == 0:
            return whole[: choice.randrange(1, len(whole))], False
        if kind == 1:
            return choice.randbytes(200) + b"\r\n\r\n", True
        if kind == 2:
            pieces = b"".join([f"{len(body):x}\r\n".encode() + body + b"\r\n", b"0\r\n\r\n"])
            return head + (b"" if is_own else b"Transfer-Encoding: chunked\r\n") + b"\r\n" + pieces, not is_own
        return whole, not is_own

    async def client(self, port: int, number: int, until: float) -> None:
        """A client that asks until the end, one request after another."""
        while time.monotonic() < until:
            request, is_whole = self.request()
            try:
                answer = await asyncio.wait_for(self._answer(port, number, request, is_whole), 120)
            except OSError as error:
                self.answers[type(error).__name__] += 1
                if isinstance(error, TimeoutError) and is_whole:
                    self.wrong[f"no answer in time: {request[:60]!r}"] += 1
            else:
                self._judge(request, answer, is_whole)
            await asyncio.sleep(self.choice.uniform(0, 1))

    async def _answer(self, port: int, number: int, request: bytes, is_whole: bool) -> bytes:
        source = (address(1000 + number), 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source)
        try:
            if self.choice.random() < 0.05:  # slowly
                for start in range(0, len(request), max(len(request) // 20, 1)):
                    writer.write(request[start : start + max(len(request) // 20, 1)])
                    await asyncio.sleep(0.2)
            else:
                writer.write(request)
            with suppress(OSError):  # it may be answered before all is read
                await writer.drain()
            if not is_whole and self.choice.random() < 0.7:
                return b""
            return await reader.read()
        finally:
            writer.transport.abort() if self.choice.random() < 0.3 else writer.close()

    def _judge(self, request: bytes, answer: bytes, is_whole: bool) -> None:
        head, _, body = answer.partition(b"\r\n\r\n")
        while head[9:12] == b"100":
            head, _, body = body.partition(b"\r\n\r\n")
        status = head[9:12].decode("latin-1")
        self.answers[status or "none"] += 1
        if not status:
            if is_whole:
                self.wrong[f"not answered: {request[:60]!r}"] += 1
            return
        if b"Traceback" in body or status == "500":
            self.wrong[f"{status} {body[:200]!r}"] += 1
        if int(status) >= 400 and not request.startswith(b"HEAD"):
            is_json = b"application/json" in head
            said = json.loads(body).get("error", "") if is_json else body.decode("utf-8", "replace")
            if len(said.split()) < 3:
                self.wrong[f"{status} without a sentence: {body[:100]!r} for {request[:60]!r}"] += 1


def memory(pid: int) -> float:
    """The resident memory of a process and its children, in MiB."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
            if pid in (int(fields["Pid"]), int(fields["PPid"])):
                total += int(fields.get("VmRSS", "0 kB").split()[0])
    return total / 1024


def hostile(folder: Path, games: list[bytes], minutes: float, clients: int, seed: int, options: list[str]) -> None:
    """Hostile clients, and the memory of the server meanwhile."""
    attack = Hostile(games, seed)
    levels: list[float] = []
    health: list[float] = []

    def watched(stop: threading.Event) -> None:
        probe = Client(port, 1)
        while not stop.wait(1):
            levels.append(memory(pid))
            try:
                health.append(probe.ask(get("/healthz"))[1])
            except OSError:  # it gave way, being idle
                probe.socket = None

    async def all_of_them(until: float) -> None:
        await asyncio.gather(*[attack.client(port, number, until) for number in range(clients)])

    logging.getLogger("asyncio").setLevel(logging.ERROR)  # that a connection is gone is what is tried
    with serving(folder, *options) as (port, pid):
        with beside(watched):
            asyncio.run(all_of_them(time.monotonic() + 60 * minutes))
        said = Client(port, 1).ask(post("/api/audit", games[0]))[0]
    third = max(len(levels) // 3, 1)
    middle, last = sorted(levels[third : 2 * third] or levels), sorted(levels[-third:])
    grown = last[len(last) // 2] - middle[len(middle) // 2]
    print("answers:", ", ".join([f"{count:,} x {status}" for status, count in sorted(attack.answers.items())]))
    for what, count in attack.wrong.most_common(20):
        print(f"  WRONG {count} x {what}")
    shown("answers that are no status with a sentence", attack.wrong.total(), "0", not attack.wrong)
    shown("MiB at most", max(levels), "", True)
    shown("MiB, the median of the last third over the second", grown, "< 50", grown < 50)
    shown("ms /healthz takes meanwhile, p99", percentile(health, 0.99), "", True)
    shown("status of a good post afterwards", said, "200", said == 200)


TRIALS = {"posts": posts, "readers": readers, "heavy": heavy, "half": half}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(TRIALS), help="which trials, joined by commas")
    parser.add_argument("--hostile", type=float, metavar="MINUTES", help="hostile clients instead, for so long")
    parser.add_argument("--clients", type=int, default=1000, help="how many hostile clients")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", default="--accept --no-sql", help="options of the server for the hostile clients")
    given = parser.parse_args()
    games = logs(40)
    print(f"{len(games)} games of {sum(map(len, games)) // len(games):,} bytes, {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "loaded").mkdir()
        for number in range(400):
            game = write(Simulation(1000 + number, "tenhou").play()) if number < 40 else games[number % 40].decode()
            (folder / "loaded" / f"{number}.mjlog").write_text(game + " " * number, "utf-8")
        load = ["audit", "loaded", "--db", "games.duckdb", "-q", "--fail-on", "never"]
        subprocess.run([sys.executable, "-m", "auditor", *load], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        if given.hostile is not None:
            hostile(folder, games, given.hostile, given.clients, given.seed, given.serve.split())
        else:
            for one in given.only.split(","):
                TRIALS[one](folder, games)
    print(f"not kept: {', '.join(_BAD)}" if _BAD else "all as promised")
    return bool(_BAD)


if __name__ == "__main__":
    sys.exit(main())
