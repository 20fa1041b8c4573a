"""A connection of a client: one that never says what it wants is ended."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS: Final = 30.0
"""In which the head of a request must have come; after that it is looked at again as often."""
_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class BoundedConnection(H11Protocol):
    """uvicorn's connection, which waits for ever for the head of a request, with a bound on that."""

    _timer: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and note when."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(HEAD_SECONDS, self._end_if_idle, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._timer.cancel()
        super().connection_lost(exc)

    def _end_if_idle(self, before: Any) -> None:
        """End where no request has begun since. before: the last that had begun then."""
        if self.cycle is before and (before is None or before.response_complete):
            self.transport.write(_LATE)
            self.transport.close()
        else:
            self._timer = self.loop.call_later(HEAD_SECONDS, self._end_if_idle, self.cycle)
