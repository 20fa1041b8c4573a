"""Who is served when: pools with turns by client, shares of bytes and connections, and what errors become."""

import asyncio
import errno
import pickle
from collections.abc import Awaitable, Callable
from typing import Any

import duckdb
import pytest
from uvicorn import Config
from uvicorn.server import ServerState as UvicornState

from auditor.core.errors import QueryError, StoreError
from auditor.server import admission
from auditor.server.admission import ORIGIN, BytesHeld, Pool, RefusedError, origin_of, refusal_of


def scope(address: str | None, *forwarded: str) -> dict[str, Any]:
    headers = [(b"x-forwarded-for", one.encode()) for one in forwarded]
    return {"client": None if address is None else (address, 1), "headers": headers}


@pytest.mark.parametrize(
    ("address", "forwarded", "is_proxied", "origin"),
    [
        ("192.0.2.1", (), False, "192.0.2.1"),
        ("192.0.2.1", ("203.0.113.5",), False, "192.0.2.1"),
        ("127.0.0.1", ("203.0.113.5",), True, "203.0.113.5"),
        ("127.0.0.1", ("10.9.9.9, 203.0.113.5",), True, "203.0.113.5"),
        ("127.0.0.1", ("10.9.9.9", "203.0.113.5"), True, "203.0.113.5"),
        ("127.0.0.1", (), True, "127.0.0.1"),
        ("127.0.0.1", ("203.0.113.5:4711",), True, "203.0.113.5"),
        ("127.0.0.1", ("[2001:db8:1:2::7]",), True, "2001:db8:1:2::"),
        ("127.0.0.1", ('10.9.9.9, "[2001:db8:1:2::7]:4711"',), True, "2001:db8:1:2::"),
        ("127.0.0.1", ("unknown",), True, "unknown"),
        ("::ffff:192.0.2.1", (), False, "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", (), False, "2001:db8:1:2::"),
        (None, (), False, ""),
    ],
)
def test_a_client_is_its_address(
    address: str | None, forwarded: tuple[str, ...], is_proxied: bool, origin: str
) -> None:
    assert origin_of(scope(address, *forwarded), is_proxied=is_proxied) == origin


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class Queue:
    """Requests in a pool, each of which ends when it is told to. begun: whose began, in order."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.begun: list[str] = []
        self.ends: list[asyncio.Event] = []

    def ask(self, origin: str) -> "asyncio.Task[None]":
        async def asked() -> None:
            ORIGIN.set(origin)
            async with self.pool.slot():
                self.begun.append(origin)
                self.ends.append(asyncio.Event())
                await self.ends[-1].wait()

        return asyncio.get_running_loop().create_task(asked())


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await work()

    asyncio.run(main())


def test_a_clients_heavy_work_leaves_a_slot_to_others_and_clients_take_turns() -> None:
    async def work() -> None:
        queue = Queue(Pool("judging", 2))
        tasks = [queue.ask("heavy") for _ in range(6)]
        await settled()
        assert queue.begun == ["heavy", "heavy"]
        tasks.append(queue.ask("light"))
        await settled()
        assert queue.begun == ["heavy", "heavy", "light"]
        tasks += [queue.ask("light"), queue.ask("third")]
        await settled()
        assert len(queue.begun) == 3
        for number in range(9):
            queue.ends[number].set()
            await settled()
        assert queue.begun[3:6] == ["third", "heavy", "light"]
        await asyncio.gather(*tasks)
        assert not queue.pool._running
        assert not queue.pool._waiting

    run(work)


def test_who_waits_already_is_refused_where_it_would_take_too_long() -> None:
    async def work() -> None:
        pool = Pool("judging", 1)
        pool._count("heavy", 6.0)
        queue = Queue(pool)
        tasks = [queue.ask("heavy") for _ in range(2)]
        await settled()
        refused = queue.ask("heavy")
        await settled()
        with pytest.raises(RefusedError) as raised:
            await refused
        assert (raised.value.status, raised.value.headers()) == (429, {"retry-after": "12"})
        tasks += [queue.ask("second"), *[queue.ask("third") for _ in range(3)]]  # others' heavy work is not theirs
        await settled()
        assert queue.begun == ["heavy", "second"]
        assert not any([task.done() for task in tasks])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        again = queue.ask("later")
        await settled()
        assert queue.begun[-1] == "later"
        again.cancel()

    run(work)


def test_the_seconds_of_a_client_are_its_share() -> None:
    """Who has taken the least lately is next, whoever came first; what lies back is forgotten, and so are clients."""

    async def work() -> None:
        queue = Queue(pool := Pool("judging", 1))
        for origin, seconds in (("heavy", 4.0), ("heavy", 5.0), ("middling", 2.0), ("light", 0.1)):
            pool._count(origin, seconds)
        running = [queue.ask("one"), queue.ask("two")]
        await settled()
        waiting = [queue.ask(origin) for origin in ("heavy", "heavy", "middling", "light", "light")]
        await settled()
        for number in range(7):
            await settled()
            queue.ends[number].set()
        await asyncio.gather(*running, *waiting)
        assert queue.begun[2:] == ["light", "middling", "light", "heavy", "heavy"]
        pool._count("heavy", 2.0)
        assert pool._taken["heavy"][0] < 6
        for number in range(2 * admission._MOST_COUNTED):
            pool._count(f"{number}", 0.001)
        assert len(pool._taken) <= admission._MOST_COUNTED + 1

    run(work)


def test_a_pool_has_a_bounded_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MOST_WAITING", 3)

    async def work() -> None:
        queue = Queue(Pool("the database", 1))
        tasks = [queue.ask(f"{number}") for number in range(6)]
        await settled()
        with pytest.raises(RefusedError) as raised:
            await tasks[-1]
        assert (raised.value.status, raised.value.retry > 0) == (503, True)
        monkeypatch.setattr(admission, "HEAD_SECONDS", 0.01)
        monkeypatch.setattr(admission, "MOST_WAITING", 4)
        with pytest.raises(RefusedError, match="too much to do") as raised:  # who waits for long is not let to wait on
            await queue.ask("late")
        assert (raised.value.status, raised.value.retry > 0) == (503, True)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(work)


def test_bytes_are_held_by_shares() -> None:
    held = BytesHeld(100)
    held.take("one", 50)
    with pytest.raises(RefusedError) as raised:
        held.take("one", 1)
    assert raised.value.status == 429
    held.take("two", 49)
    with pytest.raises(RefusedError) as raised:
        held.take("three", 1)
    assert raised.value.status == 503
    held.give("one", 51)
    held.give("three", 1)
    held.take("three", 50)


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (QueryError("there is no query 'x'"), 400, "no query 'x'"),
        (ValueError("Max number of fields exceeded"), 400, "cannot be read"),
        (OSError(errno.ENOSPC, "No space", "/srv/secret"), 503, "disk is full"),
        (PermissionError(errno.EACCES, "denied", "/srv/secret"), 503, "its log says why"),
        (StoreError("/srv/secret.duckdb: is broken"), 503, "its log says why"),
        (duckdb.IOException("/srv/secret.duckdb"), 503, "its log says why"),
        (MemoryError(), 503, "its log says why"),
        (KeyError("/srv/secret"), 500, "an error of the server"),
    ],
)
def test_an_error_is_a_sentence_without_a_path(
    error: Exception, status: int, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    refusal = pickle.loads(pickle.dumps(refusal_of(error)))  # as a judging process sends it
    assert [one.message.startswith("internal error") for one in caplog.records] == [status == 500] * (status >= 500)
    assert status < 500 or type(error).__name__ in caplog.text
    assert (refusal.status, words in str(refusal), "secret" in str(refusal)) == (status, True, False)
    assert (refusal.retry > 0) == (status == 503)


async def asked(port: int, sent: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    await writer.drain()
    return reader, writer


async def sent_for_ever(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.01)


def run_with(app: Any, work: Callable[[int], Awaitable[None]]) -> None:
    """Run what asks an ASGI application, whose port it is given."""

    async def both() -> None:
        config, state = Config(app, lifespan="off"), UvicornState()
        server = await asyncio.get_running_loop().create_server(
            lambda: admission.BoundedConnection(config, state, {}), "127.0.0.1"
        )
        await work(server.sockets[0].getsockname()[1])
        server.close()

    run(both)
    assert not admission.BoundedConnection._open


def test_a_connection_without_a_request_gives_way_to_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half requests, of which anybody may send hundreds, hold nobody else's place, nor one another's."""
    monkeypatch.setattr(admission.BoundedConnection, "most_of_one", 4)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.05)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def work(port: int) -> None:
        half = [await asked(port, b"GET / HTTP/1.1\r\nHo") for _ in range(8)]
        reader, writer = await asked(port, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert (await asyncio.wait_for(reader.readline(), 10)).startswith(b"HTTP/1.1 204")
        ended = [(await asyncio.wait_for(one.read(), 10))[:12] for one, _ in half[:5]]
        assert ended == [b"HTTP/1.1 408"] * 5
        busy = [await asked(port, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n") for _ in range(5)]
        firsts = [await asyncio.wait_for(one.readline(), 10) for one, _ in busy]
        assert firsts[-1].startswith(b"HTTP/1.1 429")
        assert all([one.startswith(b"HTTP/1.1 204") for one in firsts[:4]])
        assert b'"error": "too many connections of yours' in await asyncio.wait_for(busy[-1][0].read(), 10)
        for _, one in [*half, *busy, (reader, writer)]:
            one.close()

    run_with(app, work)


def test_who_is_refused_early_can_still_read_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer may come long before a body has been sent: it is not lost by what is still under way. A client that
    never stops sending is cut off."""
    monkeypatch.setattr(admission, "END_SECONDS", 0.5)
    body = b"x" * (3 << 20)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"connection", b"close"), (b"content-length", b"9")]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": b"too large"})

    async def work(port: int) -> None:
        head = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(body)
        for _ in range(10):
            reader, writer = await asked(port, head)
            for start in range(0, len(body), 1 << 16):
                writer.write(body[start : start + (1 << 16)])
                await writer.drain()
            answer = await asyncio.wait_for(reader.read(), 10)
            assert (answer[:12], answer[-9:]) == (b"HTTP/1.1 413", b"too large")
            writer.close()
        _, writer = await asked(port, head)
        with pytest.raises(ConnectionError):
            await sent_for_ever(writer)

    run_with(app, work)


async def app_of_large_answers(scope: Any, receive: Any, send: Any) -> None:
    """An application whose answer is as many bytes as the path says."""
    body = b"x" * int(scope["path"][1:])
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


LARGE = b"GET /8000000 HTTP/1.1\r\nHost: a\r\n\r\n"


async def unread(count: int) -> int:
    """How many connections there are whose answers wait for their clients, once it is so many, or for a while."""
    for _ in range(200):
        if len(admission.BoundedConnection._unread) == count:
            break
        await asyncio.sleep(0.02)
    return len(admission.BoundedConnection._unread)


def test_answers_that_nobody_takes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest gives way, and each ends in time; who takes an answer gets all of it, and what was asked behind it."""
    monkeypatch.setattr(admission, "HEAD_SECONDS", 0.6)
    monkeypatch.setattr(admission, "MOST_UNREAD", 6_000_000)

    async def work(port: int) -> None:
        idle = [await asked(port, LARGE + LARGE) for _ in range(6)]
        assert await unread(4) == 4
        assert len(await asyncio.wait_for(idle[0][0].read(), 10)) < 8_000_000
        reader, writer = await asked(port, LARGE + LARGE)
        for _ in range(2):
            assert b"200 OK" in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
            assert len(await asyncio.wait_for(reader.readexactly(8_000_000), 10)) == 8_000_000
        assert await unread(0) == 0
        for _, one in [*idle, (reader, writer)]:
            one.close()

    run_with(app_of_large_answers, work)


def test_who_takes_an_answer_slowly_gets_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(admission, "END_SECONDS", 0.1)

    async def work(port: int) -> None:
        reader, writer = await asked(port, LARGE.replace(b"Host", b"Connection: close\r\nHost"))
        await reader.readuntil(b"\r\n\r\n")
        for _ in range(8):
            assert len(await asyncio.wait_for(reader.readexactly(1_000_000), 10)) == 1_000_000
            await asyncio.sleep(0.15)
        writer.close()

    run_with(app_of_large_answers, work)


@pytest.mark.parametrize("size", [1, 64])
def test_a_body_in_tiny_chunks_is_not_read_on(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Each costs the loop as much as a large one, also behind an answer that was given before they came."""
    monkeypatch.setattr(admission, "FREE_CHUNKS", 100)
    chunks = b"%x\r\n%s\r\n" % (size, b"x" * size) * 200

    async def work(port: int) -> None:
        reader, writer = await asked(port, b"POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert b"200 OK" in await asyncio.wait_for(reader.readuntil(b"\r\n\r\nx"), 10)
        writer.write(chunks + b"0\r\n\r\n" + b"GET /2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), 10)
        assert answer[-6:] == (b"" if size == 1 else b"\r\n\r\nxx")
        writer.close()

    run_with(app_of_large_answers, work)


def test_what_cannot_be_read_is_answered_once(caplog: pytest.LogCaptureFixture) -> None:
    """Neither behind its answer nor after the connection has ended does a fault of a client reach the log."""
    post = b"POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    async def work(port: int) -> None:
        for sent, more, statuses in (
            (post, b"zz\r\n", [b"200"]),
            (post + b"0\r\n\r\n", b"zz\r\n\r\n", [b"200", b"400"]),
            (b"zz\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", [b"400"]),
        ):
            reader, writer = await asked(port, sent)
            await asyncio.sleep(0.05)
            writer.write(more)
            answer = await asyncio.wait_for(reader.read(), 10)
            assert [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]] == statuses
            writer.close()

    run_with(app_of_large_answers, work)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


def test_what_is_sent_on_an_ended_connection_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer for idle connections may run out while one is ending."""
    monkeypatch.setattr(admission, "HEAD_SECONDS", 0.05)
    faults: list[dict[str, Any]] = []

    async def work(port: int) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
        reader, writer = await asked(port, b"GET /1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert (await asyncio.wait_for(reader.read(), 10))[-1:] == b"x"
        await asyncio.sleep(0.2)
        writer.close()

    run_with(app_of_large_answers, work)
    assert not faults
