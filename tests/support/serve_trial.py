"""Tests a server under load, under kills, and under hostile requests, and prints the measurements.

    python tests/support/serve_trial.py load --games 2000 --clients 16
    python tests/support/serve_trial.py kills --games 10000 --kills 20 --seed 1
    python tests/support/serve_trial.py hostile --requests 1000 --seed 1
    python tests/support/serve_trial.py hostile --seconds 180 --clients 200

load: simulated games posted to /api/audit, compared with ``auditor audit`` on the same games. kills: logs posted to
/api/games while the server is repeatedly killed with SIGKILL and restarted; in the end the database must hold every
acknowledged log once, and none twice or in part. hostile: malformed requests; each must be answered, the server's
memory must not grow, and nothing may be written; for so many seconds, if they are given, by so many clients at once.
"""

import argparse
import contextlib
import gzip
import itertools
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple

import httpx

ROOT = Path(__file__).parents[2]
FAULTY = ROOT / "fixtures/call/chi-seat/fires.mjlog"
"""A log with one finding."""
_ATTEMPTS = 400


class LoadOutcome(NamedTuple):
    """Games per second over HTTP, milliseconds of an answer (median, 99th percentile), games per second by command."""

    games: int
    per_second: float
    median: float
    p99: float
    by_command: float


class KillOutcome(NamedTuple):
    """The fate of the posted logs. restart: the longest, in seconds. wrong: what must not happen."""

    posted: int
    acknowledged: int
    kills: int
    seconds: float
    restart: float
    wrong: list[str]


class HostileOutcome(NamedTuple):
    """The number of requests by status (0: no answer), and the growth of the server's memory in MiB."""

    answers: dict[int, int]
    grown: float
    wrong: list[str]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def started(folder: Path, port: int, *options: str) -> "subprocess.Popen[bytes]":
    """Start a server and wait until it answers."""
    command = [sys.executable, "-m", "auditor", "serve", "--db", "games.duckdb", "--port", str(port), *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL, env=environment)
    for _ in range(_ATTEMPTS):
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5).status_code == 200:
                return process
        time.sleep(0.1)
    raise RuntimeError("the server does not answer")


@contextlib.contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    port = free_port()
    process = started(folder, port, *options)
    try:
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.terminate()
        process.wait(60)


def load(folder: Path, games: int, clients: int) -> LoadOutcome:
    """Measure how many games per second are audited."""
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    from auditor.formats.mjlog import write
    from auditor.testing.simulate import Simulation

    different = [write(Simulation(number, "tenhou").play()).encode() for number in range(min(games, 40))]
    logs = [different[number % len(different)] for number in range(games)]
    seconds: list[float] = []
    with serving(folder, "--accept") as (address, _), ThreadPoolExecutor(clients) as threads:
        local = threading.local()

        def post(log: bytes) -> None:
            if not hasattr(local, "client"):
                local.client = httpx.Client(timeout=60)
            begun = time.perf_counter()
            answer = local.client.post(f"{address}/api/audit", content=log)
            assert answer.status_code == 200, answer.text
            seconds.append(time.perf_counter() - begun)

        list(threads.map(post, logs[: 4 * clients]))
        seconds.clear()
        begun = time.perf_counter()
        list(threads.map(post, logs))
        took = time.perf_counter() - begun
    ordered = sorted(seconds)
    return LoadOutcome(
        games, games / took, ordered[len(ordered) // 2] * 1000, ordered[int(len(ordered) * 0.99)] * 1000,
        games / by_command(folder, logs),
    )  # fmt: skip


def by_command(folder: Path, logs: list[bytes]) -> float:
    """The seconds that ``auditor audit`` takes for logs, its start included."""
    for number, log in enumerate(logs):
        path = folder / "logs" / f"{number:05}.mjlog"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(log)
    command = [sys.executable, "-m", "auditor", "audit", "-q", "--fail-on", "never", "logs"]
    begun = time.perf_counter()
    subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, stdout=subprocess.DEVNULL
    )
    return time.perf_counter() - begun


def kills(folder: Path, games: int, times: int, seed: int, clients: int = 64) -> KillOutcome:
    """Post logs under kills, and compare what was acknowledged with what the database holds."""
    choice = random.Random(seed)
    port = free_port()
    process = started(folder, port, "--accept")
    restarts: list[float] = []
    acknowledged: set[str] = set()
    has_ended = threading.Event()

    def kill() -> None:
        nonlocal process
        for _ in range(times):
            if has_ended.wait(choice.uniform(0.5, 5)):
                return
            process.send_signal(signal.SIGKILL)
            process.wait()
            begun = time.monotonic()
            process = started(folder, port, "--accept")
            restarts.append(time.monotonic() - begun)
            print(f"{len(restarts)} kills, {len(acknowledged)} acknowledged", file=sys.stderr, flush=True)

    begun = time.monotonic()
    killer = threading.Thread(target=kill)
    killer.start()
    local = threading.local()

    def post(log: bytes) -> None:
        if not hasattr(local, "connection"):
            local.connection = HTTPConnection("127.0.0.1", port, timeout=60)
        for _ in range(_ATTEMPTS):
            try:
                local.connection.request("POST", "/api/games", log)
                answer = local.connection.getresponse()
                answer.read()
                if answer.status in (200, 201):  # known, where a kill came before the answer
                    acknowledged.add(sha256(log).hexdigest())
                    return
            except (OSError, HTTPException):
                local.connection.close()
            time.sleep(0.2)

    with ThreadPoolExecutor(clients) as threads:
        list(threads.map(post, [FAULTY.read_bytes() + f"<!-- {number} -->".encode() for number in range(games)]))
    has_ended.set()
    killer.join()
    seconds = time.monotonic() - begun
    process.terminate()
    process.wait(60)
    wrong = _wrong(folder, games, acknowledged)
    return KillOutcome(games, len(acknowledged), len(restarts), seconds, max(restarts, default=0.0), wrong)


def _wrong(folder: Path, games: int, acknowledged: set[str]) -> list[str]:
    """What is wrong in the database: each log must have one game of one hand, with one finding."""
    from auditor import api

    with api.connect(folder / "games.duckdb") as connection:
        stored = Counter([sha256 for (sha256,) in connection.execute("SELECT sha256 FROM sources").fetchall()])
        counts = {
            name: connection.execute(f"SELECT count(*) FROM all_{name}").fetchall()[0][0]
            for name in ("games", "hands", "findings", "seats WHERE seat = 0")
        }
    wrong = [f"{name}: {count}, not {len(stored)}" for name, count in counts.items() if count != len(stored)]
    wrong += [f"{sha256} is acknowledged and not stored" for sha256 in acknowledged - stored.keys()]
    wrong += [f"{sha256} is stored {count} times" for sha256, count in stored.items() if count != 1]
    for path in (folder / "games.duckdb.logs").iterdir():
        if not path.name.startswith(".") and sha256(path.read_bytes()).hexdigest() != path.name:
            wrong.append(f"the log {path.name} is not whole")
    return wrong if len(stored) <= games else [*wrong, f"{len(stored)} logs are stored, {games} were posted"]


PATHS = (
    "/api/audit", "/api/audit?rules=/etc/passwd", "/api/games", "/judge", "/api/../../etc/passwd", "/games/%00",
    "/static/..%2f..%2fapp.py", "/players/" + "x" * 3000, "/queries/..%2f..%2fx?p.name='", "/%ff%fe",
    "/api/queries/deal-in-rate?p.min_hands=1;DROP%20TABLE%20games", "/findings?check=%27%20OR%201%3D1",
    "//evil.example/", "/api/audit?rules=" + "a" * 5000, "/games?sort=%22;--", "/findings?severity=all&sort=-what",
    "/api/sql?sql=SELECT%20repeat('x',4000000000)", "/sql?sql=FROM%20seats%20a,%20seats%20b,%20seats%20c,%20seats%20d",
    "/api/sql?sql=FROM%20read_text('/etc/passwd')", "/players?q=%00", "/queries/player-statistics?name=x",
)  # fmt: skip


BOMB = gzip.compress(b"0" * (64 << 20))


def _request(choice: random.Random) -> bytes:
    """A malformed request; one in a hundred is cut short, and the server waits for the rest."""
    whole = _whole_request(choice)
    return whole[: choice.randrange(1, len(whole))] if choice.random() < 0.01 else whole


def _whole_request(choice: random.Random) -> bytes:
    log = FAULTY.read_bytes()
    bodies = [
        BOMB, b"\x1f\x8b" + choice.randbytes(500), log[: choice.randrange(len(log))],
        choice.randbytes(3000), b"[" * 20_000, log.replace(b"Aki", b"%3Cscript%3Ealert(1)%3C/script%3E"),
        b'{"type":"start_game"}\n' * 2000, b"",
    ]  # fmt: skip
    body = choice.choice(bodies)
    path = choice.choice(PATHS)
    host = choice.choice([b"127.0.0.1"] * 5 + [b"evil.example", b"", b"127.0.0.1\r\nHost: evil.example", b"a" * 4000])
    method = choice.choice([b"POST"] * 4 + [b"GET", b"GET", b"PUT", b"TRACE", b"\xff\xff"])
    head = method + b" " + path.encode() + b" HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n"
    kind = choice.randrange(6)
    if kind == 0:
        return head + b"Content-Length: 99999999999\r\n\r\n" + body
    if kind == 1:
        pieces = [body[start : start + 700] for start in range(0, len(body), 700)][:30]
        return head + b"Transfer-Encoding: chunked\r\n\r\n" + b"".join(
            [f"{len(one):x}\r\n".encode() + one + b"\r\n" for one in pieces]) + b"0\r\n\r\n"  # fmt: skip
    if kind == 2:
        return head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + body[:100]
    if kind == 3:
        return choice.randbytes(200) + b"\r\n\r\n"
    return head + f"Content-Length: {len(body)}\r\n\r\n".encode() + body


def hostile(folder: Path, requests: int, seed: int, clients: int = 8, seconds: float = 0) -> HostileOutcome:
    """Send malformed requests: so many, or, where seconds are given, for so long, again and again."""
    choice = random.Random(seed)
    made = [_request(choice) for _ in range(requests)]

    def sent(first: int, until: float, port: int) -> Counter[int]:
        found: Counter[int] = Counter()
        for one in itertools.cycle(made[first:] + made[:first]):
            found[_status(port, one, f"127.0.0.{first % 250 + 2}")] += 1
            if time.monotonic() > until:
                return found
        return found

    with serving(folder) as (address, process):
        port = int(address.rpartition(":")[2])
        for one in made[:40]:
            _status(port, one)
        levels, size = [memory(process.pid)], (folder / "games.duckdb").stat().st_size
        wrong: list[str] = []
        with ThreadPoolExecutor(clients) as threads:
            if seconds:
                firsts = [choice.randrange(requests) for _ in range(clients)]
                until = time.monotonic() + seconds
                threading.Timer(seconds / 3, lambda: levels.append(memory(process.pid))).start()
                answers = sum(threads.map(lambda first: sent(first, until, port), firsts), Counter[int]())
            else:
                answers = Counter(threads.map(lambda one: _status(port, one), made))
        grown = memory(process.pid) - levels[-1]  # from a third of the time on, where seconds are given
        if unclear := {status: count for status, count in answers.items() if not 200 <= status < 500 and status != 503}:
            wrong.append(f"no clear answer: {unclear}")
        if httpx.get(f"{address}/healthz", timeout=30).status_code != 200:
            wrong.append("it is not healthy any more")
        if (folder / "games.duckdb").stat().st_size != size or len(list(folder.iterdir())) != 1:
            wrong.append(f"written: {sorted(one.name for one in folder.iterdir())}")
    return HostileOutcome(dict(sorted(answers.items())), grown, wrong)


def _status(port: int, request: bytes, client: str = "127.0.0.1") -> int:
    """The status of the answer; 0 where there is none. client: the address that asks."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=40, source_address=(client, 0)) as connection:
            with contextlib.suppress(OSError):  # the server may answer before it has read everything
                connection.sendall(request)
            line = connection.makefile("rb").readline().split()
            return int(line[1]) if len(line) > 1 else 0
    except OSError:
        return 0


def memory(pid: int) -> float:
    """The memory of a process and its children, in MiB: what they share, as right after a fork, counts once."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
            if pid in (int(fields["Pid"]), int(fields["PPid"])):
                own = (status.parent / "smaps_rollup").read_text().partition("\nPss:")[2]
                total += sum([int(size) for size in own.split()[:1]])  # none of a process that has just ended
    return total / 1024


def main() -> int:
    """Run a trial; the exit code is 1 where anything is wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("trial", choices=("load", "kills", "hostile"))
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    from auditor import api

    with tempfile.TemporaryDirectory() as top:
        folder = Path(top)
        outcome: LoadOutcome | KillOutcome | HostileOutcome
        if options.trial == "load":
            outcome = load(folder, options.games, options.clients)
        elif options.trial == "kills":
            outcome = kills(folder, options.games, options.kills, options.seed)
        else:
            api.load([FAULTY], folder / "games.duckdb", jobs=1)
            outcome = hostile(folder, options.requests, options.seed, options.clients, options.seconds)
    print(outcome)
    return bool(getattr(outcome, "wrong", []))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
