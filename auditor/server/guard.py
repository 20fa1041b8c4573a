"""Checks requests before the pages see them: host, origin, token, and the size and duration of a request."""

import asyncio
import base64
import hmac
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from h11 import LocalProtocolError

from auditor.core.phrases import Phrase
from auditor.server.admission import MOST_BODIES, ORIGIN, BytesHeld, RefusedError, origin_of, refusal_of

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

BODY_SECONDS: Final = 30.0
"""The timeout for receiving the body of a request."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()), (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"), (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"), (b"cache-control", b"no-store"),
)  # fmt: skip
"""The headers of every response."""
HEALTH: Final = "/healthz"
"""The path of the probe, which anybody may ask."""
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]/@]*)(?::\d*)?")
LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")


class GuardOptions(NamedTuple):
    """Which requests are let through. hosts: names of the server that are accepted. token: the clients' token, or "".
    prefix: of all paths behind a proxy, as ``/auditor``. max_bytes: the largest body. is_proxied: as in `origin_of`."""

    hosts: frozenset[str]
    token: str
    prefix: str
    max_bytes: int
    is_proxied: bool = False


class _GoneError(Exception):
    """The client of a request has gone."""


class Guard:
    """Middleware that lets only acceptable requests through to the app. note: gets the status of each response."""

    def __init__(self, app: App, options: GuardOptions, note: Callable[[int], None]) -> None:
        self.app = app
        self.options = options
        self.note = note
        self._held = BytesHeld(MOST_BODIES * options.max_bytes)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on to the app."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        has_begun = False
        origin = origin_of(scope, is_proxied=self.options.is_proxied)
        ORIGIN.set(origin)
        parts: list[bytes] = []

        async def answered(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                self.note(message["status"])
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        try:
            self._check(scope)
            await self._receive(scope, receive, parts, origin)
            scope["path"] = scope["path"][len(self.options.prefix) :] or "/"
            scope["root_path"] = ""
            await self.app(scope, _replay_body(b"".join(parts)), answered)
        except _GoneError:
            pass  # there is nobody to answer
        except Exception as error:
            if not has_begun:
                with suppress(LocalProtocolError):  # what followed the request has ended the connection
                    await _refuse(answered, refusal_of(error))
        finally:
            self._held.give(origin, sum([len(part) for part in parts]))

    def _check(self, scope: MutableMapping[str, Any]) -> None:
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in (b"host", b"origin", b"content-length", b"authorization") and name in headers:
                raise RefusedError(400, f"the header {name.decode()} comes twice")
            headers[name] = value
        is_probe = scope["path"] == f"{self.options.prefix}{HEALTH}"  # of a balancer, which has neither name nor token
        if not is_probe and host_of(headers.get(b"host", b"")) not in self.options.hosts:
            raise RefusedError(421, "this server is not called by that name; --allow-host gives it more")
        origin = headers.get(b"origin")
        is_foreign = headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin")
        if scope["method"] == "POST" and (
            (origin is not None and host_of(origin.partition(b"://")[2]) not in self.options.hosts) or is_foreign
        ):
            raise RefusedError(403, "a page of another origin asks; it may not")
        if not scope["path"].startswith(self.options.prefix):
            raise RefusedError(404, Phrase("no-such-page"))
        if self.options.token and not is_probe and not self._is_allowed(headers.get(b"authorization", b"")):
            raise RefusedError(401, "give the token: Authorization: Bearer TOKEN, or as the password in a browser")
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > self.options.max_bytes:
            raise RefusedError(413, f"larger than {self.options.max_bytes:,} bytes; not read")

    def _is_allowed(self, given: bytes) -> bool:
        kind, _, value = given.partition(b" ")
        token = value.strip()
        if kind.lower() == b"basic":
            try:
                token = base64.b64decode(value, validate=True).partition(b":")[2]
            except ValueError:
                return False
        elif kind.lower() != b"bearer":
            return False
        return hmac.compare_digest(token, self.options.token.encode())

    async def _receive(
        self, scope: MutableMapping[str, Any], receive: Receive, parts: list[bytes], origin: str
    ) -> None:
        """Receive the body of a POST, in parts, which its client's share has to allow. Raises RefusedError."""
        if scope["method"] != "POST":
            return
        size = 0
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise _GoneError
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    self._held.take(origin, len(parts[-1]))
                    if size > self.options.max_bytes:
                        raise RefusedError(413, f"larger than {self.options.max_bytes:,} bytes; not read any further")
                    if not message.get("more_body"):
                        return
        except TimeoutError:
            raise RefusedError(408, f"the request did not come whole within {BODY_SECONDS:g} seconds") from None


def host_of(text: bytes) -> str:
    """The host name in a Host header or an origin, without the port; "" for none."""
    found = _HOST.fullmatch(text.decode("latin-1").lower())
    return found[1] if found else ""


def _replay_body(body: bytes) -> Receive:
    """A `receive` callable that returns a body that has already been read."""
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive


async def _refuse(send: Send, refusal: RefusedError) -> None:
    body = json.dumps({"error": str(refusal)}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in refusal.headers().items()]
    if refusal.status == 401:
        headers.append((b"www-authenticate", b'Basic realm="auditor"'))
    if refusal.status in (408, 413, 429):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
