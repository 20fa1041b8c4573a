"""The connections of clients: each client's share of them, and an end for those on which no request comes."""

import asyncio
import json
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from auditor.server.admission import origin_of

HEAD_SECONDS: Final = 30.0
"""How often an idle connection is looked for; the head of its first request must have come by then."""
MOST_CONNECTIONS: Final = 256
"""The most connections at once."""


def _response(status: str, message: str) -> bytes:
    body = json.dumps({"error": message}).encode()
    head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


_LATE: Final = _response("408 Request Timeout", "no request came in time")
_OF_ONE: Final = _response("429 Too Many Requests\r\nRetry-After: 1", "too many connections of yours are open")
_OF_ALL: Final = _response("503 Service Unavailable\r\nRetry-After: 1", "too many connections are open")


class BoundedConnection(H11Protocol):
    """uvicorn's connection, which would wait forever for the head of a request, with a timeout and a client's share.

    Where a share is used up, the connection that has waited longest for a request gives way to the new one.

    most_of_one: how many connections one client may have.
    """

    most_of_one: ClassVar[int] = 64
    _open: ClassVar[list["BoundedConnection"]] = []
    _origin = ""
    _timer: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and start the timer."""
        super().connection_made(transport)
        self._origin = origin_of({"client": self.client}, is_proxied=False)
        self._timer = self.loop.call_later(HEAD_SECONDS, self._end_if_idle, None)
        own = [one for one in self._open if one._origin == self._origin]
        self._open.append(self)
        if len(own) >= self.most_of_one:
            self._make_room(own, _OF_ONE)
        elif len(self._open) > MOST_CONNECTIONS:
            self._make_room(self._open[:-1], _OF_ALL)

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and cancel the timer."""
        self._timer.cancel()
        if self in self._open:
            self._open.remove(self)
        super().connection_lost(exc)

    def _make_room(self, others: list["BoundedConnection"], refusal: bytes) -> None:
        """End the first of the others on which no request is under way, else this one."""
        idle = next((one for one in others if one._is_idle()), None)
        if idle is None:
            self._end(refusal)
        else:
            idle._end(b"" if idle.cycle is not None else _LATE)

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _end(self, response: bytes) -> None:
        if self in self._open:
            self._open.remove(self)
        if response:
            self.transport.write(response)
        self.transport.close()

    def _end_if_idle(self, before: Any) -> None:
        """Close the connection if no request has begun since the last call. before: the latest request then."""
        if self.cycle is before and self._is_idle():
            self._end(_LATE)
        else:
            self._timer = self.loop.call_later(HEAD_SECONDS, self._end_if_idle, self.cycle)
