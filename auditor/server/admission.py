"""Admission: whose a connection and a request are, what a client may hold, which pool serves it, what errors become."""

import asyncio
import errno
import json
import logging
import math
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address
from typing import Any, ClassVar, Final

import duckdb
import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from auditor.core.audit.worker import internal_error
from auditor.core.errors import RendererError, StoreError
from auditor.core.phrases import Phrase, word
from auditor.core.program import UserError

HEAD_SECONDS: Final = 30.0
"""How often an idle connection is looked for; its first head must have come by then. The longest wait for a pool."""
MOST_CONNECTIONS: Final = 256
"""The most connections at once."""
END_SECONDS: Final = 2.0
"""How long a client may go on sending once it is answered; nobody reads it."""
MOST_UNREAD: Final = 128 << 20
"""The most bytes of answers that wait for their clients; one answer counts as a quarter of it at most."""
FREE_CHUNKS: Final = 1 << 10
"""How many chunks of a body may be smaller than LEAST_CHUNK: each costs the loop as much as a large one."""
LEAST_CHUNK: Final = 64

ORIGIN: Final[ContextVar[str]] = ContextVar("origin", default="")
"""The client that the request under way is from, as `origin_of` names it."""
MOST_WAITING: Final = 256
"""The most requests that wait for a pool."""
MOST_SECONDS: Final = 10.0
"""A client that waits for a pool already is not let to wait for longer than about this."""
_MOST_COUNTED: Final = 4096  # clients, whose work is remembered
MOST_BODIES: Final = 8
"""How many of the largest bodies are held at once: by all clients, and half of them by one."""
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_log: Final = logging.getLogger("auditor.server")


class RefusedError(Exception):
    """A request that is refused; the message says why. status: the HTTP status. retry: seconds to wait, 0 for none."""

    def __init__(self, status: int, message: str, retry: float = 0) -> None:
        super().__init__(message)
        self.status = status
        self.retry = math.ceil(retry)

    def headers(self) -> dict[str, str]:
        """The headers of its response."""
        return {"retry-after": str(self.retry)} if self.retry else {}

    def __reduce__(self) -> tuple[Any, ...]:
        return RefusedError, (self.status, self.args[0], self.retry)


def origin_of(scope: MutableMapping[str, Any], *, is_proxied: bool) -> str:
    """The client of a request: its address, of IPv6 the network of one customer. is_proxied: whether a proxy in front
    says it, as the last of X-Forwarded-For."""
    text = str((scope.get("client") or ("",))[0])
    if is_proxied:
        given = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        text = given[-1].decode("latin-1").rpartition(",")[2].strip() if given else text
    for one in (text, text.rpartition(":")[0]):  # some proxies tell the port, too, and put IPv6 in brackets
        with suppress(ValueError):
            address = ip_address(one.strip('"[]'))
            if isinstance(address, IPv6Address):
                return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
            return str(address)
    return text[:100]


def refusal_of(error: Exception) -> RefusedError:
    """What a request is answered whose work raised an error: one sentence, without a path of the server. What the
    server itself is to blame for is written to its log."""
    if isinstance(error, RefusedError):
        return error
    if isinstance(error.__cause__, duckdb.InterruptException):
        return RefusedError(503, Phrase("answer-takes-too-long"), 1)
    if isinstance(error, RendererError):
        return RefusedError(501, error.args[0])
    if isinstance(error, UserError) and not isinstance(error, StoreError):
        said = error.args[0] if error.args and isinstance(error.args[0], Phrase) else str(error)
        return RefusedError(400, said.replace("\n", " ") if "\n" in said else said)
    if isinstance(error, ValueError):
        return RefusedError(400, Phrase("request-not-read"))
    if not isinstance(error, StoreError | OSError | duckdb.Error | MemoryError):
        _log.error(internal_error(error))
        return RefusedError(500, Phrase("error-of-server"))
    _log.error(f"{type(error).__name__}: {error}".replace("\n", " "))
    if isinstance(error, OSError) and error.errno in _FULL:
        return RefusedError(503, Phrase("disk-is-full"), 60)
    return RefusedError(503, Phrase("database-not-usable"), 10)


class BytesHeld:
    """The bodies that are held in memory. most: of all clients, in bytes; one may hold half of it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._of: Counter[str] = Counter()

    def take(self, origin: str, count: int) -> None:
        """Count bytes that a client sends. Raises RefusedError."""
        self._of[origin] += count
        if self._of[origin] > self.most // 2:
            raise RefusedError(429, Phrase("too-many-bytes-of-yours"), 1)
        if self._of.total() > self.most:
            raise RefusedError(503, Phrase("too-many-bytes"), 1)

    def give(self, origin: str, count: int) -> None:
        """Take back what was counted."""
        self._of -= Counter({origin: count})


class Pool:
    """Slots in which requests run. Of clients that wait, the next is who has taken the fewest seconds lately.

    One slot more is for clients that hold none, so that nobody's heavy work makes all others wait. title: what it does,
    for messages. slots: how many of one client run at once. requests, seconds: those that it has served so far.
    """

    def __init__(self, title: str, slots: int) -> None:
        self.title = title
        self.slots = slots
        self.requests, self.seconds = 0, 0.0
        self._taken: dict[str, tuple[float, float]] = {}  # seconds and requests of each client
        self._running: list[str] = []  # whose requests run
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """A slot for the request under way, once it is its turn. Raises RefusedError where that would take too long."""
        origin = ORIGIN.get()
        await self._enter(origin)
        begun = time.monotonic()
        try:
            yield
        finally:
            self._count(origin, time.monotonic() - begun)
            self._leave(origin)

    def _count(self, origin: str, seconds: float) -> None:
        """Count the seconds of a request; what lies back counts ever less, and is forgotten."""
        self.requests, self.seconds = self.requests + 1, self.seconds + seconds
        took, requests = self._taken.get(origin, (0.0, 0.0))
        self._taken[origin] = took + seconds, requests + 1
        if took + seconds > MOST_SECONDS or len(self._taken) > _MOST_COUNTED:
            self._taken = {one: (s / 2, n / 2) for one, (s, n) in self._taken.items() if s > 0.01}

    def _has_room(self, origin: str) -> bool:
        used = len(self._running)
        return used < self.slots or (used == self.slots and origin not in self._running)

    async def _enter(self, origin: str) -> None:
        if self._has_room(origin):
            self._running.append(origin)
            return
        own = len(self._waiting.get(origin, ()))
        took, requests = self._taken.get(origin, (0.0, 1.0))
        seconds = (own + 1) * took / requests / self.slots
        if own and (seconds > MOST_SECONDS or own >= MOST_WAITING // 2):
            raise RefusedError(429, Phrase("takes-yours-first", what=word(self.title)), max(seconds, 1))
        busy = RefusedError(503, Phrase("has-too-much", what=word(self.title)), max(seconds, 1))
        if sum([not one.done() for queue in self._waiting.values() for one in queue]) >= MOST_WAITING:
            raise busy
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(origin, deque()).append(turn)
        try:
            async with asyncio.timeout(HEAD_SECONDS):
                await turn
        except (asyncio.CancelledError, TimeoutError) as error:
            if not turn.cancelled():  # else it is passed over when its turn comes
                self._leave(origin)
            raise busy if isinstance(error, TimeoutError) else error from None

    def _leave(self, origin: str) -> None:
        """Give a slot back, and to whoever is next."""
        self._running.remove(origin)
        while possible := [one for one in self._waiting if self._has_room(one)]:
            following = min(possible, key=lambda one: self._taken.get(one, (0.0, 0.0)))
            queue = self._waiting.pop(following)
            turn = queue.popleft()
            if queue:
                self._waiting[following] = queue  # behind the others
            if not turn.done():
                self._running.append(following)
                turn.set_result(None)


def _response(status: str, message: str) -> bytes:
    body = json.dumps({"error": message}).encode()
    head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


_LATE: Final = _response("408 Request Timeout", "no request came in time")
_OF_ONE: Final = _response("429 Too Many Requests\r\nRetry-After: 1", "too many connections of yours are open")
_OF_ALL: Final = _response("503 Service Unavailable\r\nRetry-After: 1", "too many connections are open")
_UNREADABLE: Final = _response("400 Bad Request", "that is no HTTP, or its body comes in chunks that are too small")


class _Chunks(h11.Connection):
    """What a client sends, as events of HTTP; a body in countless tiny chunks is none."""

    _spare = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._spare = FREE_CHUNKS * LEAST_CHUNK
        elif isinstance(event, h11.Data):
            self._spare += len(event.data) - (LEAST_CHUNK if event.chunk_end else 0)
            if self._spare < 0:
                raise h11.RemoteProtocolError("tiny chunks")
        return event


class _Joining(asyncio.Transport):
    """A transport that sends together what is written in one turn of the loop: the head of an answer and its body.

    Its end waits for the client's: to close with bytes unread resets the connection, and the answer may be lost.
    """

    ending: ClassVar[dict["_Joining", None]] = {}

    def __init__(self, transport: asyncio.Transport) -> None:
        for name in ("abort", "get_extra_info", "get_write_buffer_size", "pause_reading", "resume_reading"):
            setattr(self, name, getattr(transport, name))
        self._transport = transport
        self._has_ended = False
        self._parts: list[Any] = []

    def is_closing(self) -> bool:
        return self._has_ended or self._transport.is_closing()

    def write(self, data: Any) -> None:
        if self.is_closing():
            return
        if not self._parts:
            asyncio.get_running_loop().call_soon(self.flush)
        self._parts.append(data)

    def close(self) -> None:
        self.flush()
        if self.is_closing() or not self._transport.can_write_eof():
            self._transport.close()
            return
        self._has_ended = True
        with suppress(OSError):  # the client has gone
            self._transport.write_eof()
        self._transport.resume_reading()
        asyncio.get_running_loop().call_later(END_SECONDS, self._transport.close)
        self.ending[self] = None
        if len(self.ending) > MOST_CONNECTIONS:
            next(iter(self.ending)).abort()

    def flush(self) -> None:
        if self._parts:
            parts, self._parts = self._parts, []
            self._transport.write(b"".join(parts))


class BoundedConnection(H11Protocol):
    """uvicorn's connection, which would wait forever for the head of a request and for who takes no answer, with
    timeouts and a client's share.

    Where a share is used up, the connection that has waited longest for a request gives way to the new one, and of the
    answers that wait for their clients the oldest of whoever has most. most_of_one: the connections of one client.
    """

    most_of_one: ClassVar[int] = 64
    _open: ClassVar[dict["BoundedConnection", None]] = {}
    _unread: ClassVar[dict["BoundedConnection", None]] = {}
    _origin = ""
    _timer: asyncio.TimerHandle
    transport: _Joining

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and start the timer."""
        super().connection_made(_Joining(transport))
        self.conn = _Chunks(h11.SERVER)
        self._origin = origin_of({"client": self.client}, is_proxied=False)
        self._timer = self.loop.call_later(HEAD_SECONDS, self._end_if_idle, None, 0)
        own = [one for one in self._open if one._origin == self._origin]
        self._open[self] = None
        if len(own) >= self.most_of_one:
            self._make_room(own, _OF_ONE)
        elif len(self._open) > MOST_CONNECTIONS:
            self._make_room(list(self._open)[:-1], _OF_ALL)

    def data_received(self, data: bytes) -> None:
        """Go on, unless the answer has been given already."""
        if not self.transport.is_closing():
            super().data_received(data)

    def handle_events(self) -> None:
        """Go on with what was sent, unless earlier answers have to be taken first."""
        if not self.flow.write_paused and not self.transport.is_closing():
            super().handle_events()

    def on_response_complete(self) -> None:
        """Send the answer before the next request begins."""
        self.transport.flush()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read, unless it was answered before it came."""
        self._end(_UNREADABLE if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) else b"")

    def pause_writing(self) -> None:
        """Note that an answer waits for its client."""
        super().pause_writing()
        self.flow.pause_reading()
        self._unread[self] = None
        while True:
            waiting: Counter[str] = Counter()
            for one in self._unread:
                waiting[one._origin] += min(one.transport.get_write_buffer_size(), MOST_UNREAD // 4)
            if waiting.total() <= MOST_UNREAD:
                return
            oldest = next(one for one in self._unread if one._origin == waiting.most_common(1)[0][0])
            del self._unread[oldest]
            oldest.transport.abort()

    def resume_writing(self) -> None:
        """Go on: the answer was taken."""
        super().resume_writing()
        self._unread.pop(self, None)
        self.flow.resume_reading()
        self.handle_events()

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and cancel the timer."""
        self._timer.cancel()
        self.transport.ending.pop(self.transport, None)
        self._unread.pop(self, None)
        self._open.pop(self, None)
        super().connection_lost(exc)

    def _make_room(self, others: list["BoundedConnection"], refusal: bytes) -> None:
        """End the first of the others on which no request is under way, else this one."""
        if (idle := next((one for one in others if one._is_idle()), None)) is None:
            self._end(refusal)
        else:
            idle._end(b"" if idle.cycle is not None else _LATE)

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _end(self, response: bytes) -> None:
        self._open.pop(self, None)
        self.transport.write(response)
        self.transport.close()

    def _end_if_idle(self, before: Any, unread: int) -> None:
        """Close the connection if since the last call no request has begun, or nothing of its answer was taken.
        before: the latest request then. unread: how many bytes waited to be taken.
        """
        left = self.transport.get_write_buffer_size()
        self._timer = self.loop.call_later(HEAD_SECONDS, self._end_if_idle, self.cycle, left)
        if 0 < unread <= left:
            self.transport.abort()
        elif not left and self.cycle is before and self._is_idle():
            self._end(_LATE)
