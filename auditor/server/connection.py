"""The connection of a client; it is closed if it sends no request in time."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS: Final = 30.0
"""How often an idle connection is looked for; the head of its first request must have come by then."""
_TIMEOUT_RESPONSE: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class BoundedConnection(H11Protocol):
    """uvicorn's connection, which would wait forever for the head of a request, with a timeout."""

    _timer: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and start the timer."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(HEAD_SECONDS, self._end_if_idle, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and cancel the timer."""
        self._timer.cancel()
        super().connection_lost(exc)

    def _end_if_idle(self, before: Any) -> None:
        """Close the connection if no request has begun since the last call. before: the latest request then."""
        if self.cycle is before and (before is None or before.response_complete):
            self.transport.write(_TIMEOUT_RESPONSE)
            self.transport.close()
        else:
            self._timer = self.loop.call_later(HEAD_SECONDS, self._end_if_idle, self.cycle)
