"""An application of the server that is asked without a socket."""

import asyncio
from pathlib import Path
from typing import Any

import httpx

from auditor.core.program import version
from auditor.core.rulesets import settings_key
from auditor.core.sources import Limits
from auditor.server.app import make_app
from auditor.server.guard import LOOPBACK, App, GuardOptions
from auditor.server.state import ServeOptions
from support.paths import FIXTURES
from support.run_settings import run_settings

FAULTY_PATH = FIXTURES / "call/chi-seat/fires.mjlog"
FAULTY = FAULTY_PATH.read_bytes()
EVENING = FIXTURES / "evening"
TOKEN = "0123456789abcdef"
MOST_BYTES = 1 << 20


class Client:
    """Asks an application, which is begun and ended around all questions."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.loop = asyncio.new_event_loop()
        self.messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.life = self.loop.create_task(self._life())
        self._turn("startup")

    async def _life(self) -> None:
        await self.app({"type": "lifespan"}, self.messages.get, self.sent.put)

    def _turn(self, name: str) -> None:
        self.messages.put_nowait({"type": f"lifespan.{name}"})
        answer = self.loop.run_until_complete(self.sent.get())
        assert answer["type"] == f"lifespan.{name}.complete", answer

    def ask(self, method: str, path: str, **values: Any) -> httpx.Response:
        async def answered() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8477") as client:
                return await client.request(method, path, **values)

        return self.loop.run_until_complete(answered())

    def get(self, path: str, **values: Any) -> httpx.Response:
        return self.ask("GET", path, **values)

    def post(self, path: str, **values: Any) -> httpx.Response:
        return self.ask("POST", path, **values)

    def close(self) -> None:
        self._turn("shutdown")
        self.loop.run_until_complete(self.life)
        self.loop.close()


def client_of(folder: Path, *, token: str = "", prefix: str = "", accepts: bool = True, seconds: float = 60) -> Client:
    settings = run_settings("auto", settings_key("auto"), version(), limits=Limits(MOST_BYTES))
    database = str(folder / "games.duckdb")
    options = ServeOptions(database, str(folder / "logs"), accepts, settings, 1, seconds, prefix)
    guard = GuardOptions(frozenset([*LOOPBACK, "audit.example.org"]), token, prefix, MOST_BYTES)
    return Client(make_app(options, guard))
