"""The judge in a browser: built once for all tests, opened, and what the same program says outside of a browser."""

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import pytest

from auditor.core.checks.wording import LANGUAGE
from support.paths import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WEB: Final = ROOT / "web"
_MILLISECONDS: Final = 240_000
_KEPT_SECONDS: Final = 24 * 3600
_SOURCES: Final = ("auditor/**/*.*", "queries/*.sql", "web/*.*", "web/*/*.*")
_UNREACHED: Final = re.compile(
    r"\b(ECONNREFUSED|ECONNRESET|EAI_AGAIN|ENETUNREACH|ENOTFOUND|ETIMEDOUT)\b|NewConnectionError|NameResolutionError"
    r"|ConnectTimeoutError|Failed to establish a new connection|Max retries exceeded"
)
"""What npm and pip say where there is no network."""
_WATCH: Final = """
window.judged = null;
window.tasks = [];
document.addEventListener("judged", async ({ detail }) => {
  const texts = await Promise.all([detail.page, detail.lines, detail.csv].map((one) => one.text()));
  window.judged = { info: detail.info, seconds: detail.seconds, memory: detail.memory, texts };
});
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.tasks.push(one.duration); })
  .observe({ type: "longtask", buffered: true });
"""
"""What a test keeps of a page: its answers, and how long each task was that blocked it."""


def _digest() -> str:
    found = hashlib.sha256()
    for pattern in _SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:20]


@pytest.fixture(scope="session")
def judge_site() -> Path:
    """The folder of the built site, kept from one run to the next while its sources are the same.

    The test is skipped where there is no npm to build it with, or no registry to be reached, unless
    AUDITOR_BROWSER_TESTS is ``required``.
    """
    fcntl = pytest.importorskip("fcntl", reason="builds are told apart by a lock that Windows lacks")
    is_required = os.environ.get("AUDITOR_BROWSER_TESTS") == "required"
    if not is_required and not (shutil.which("npm") and shutil.which("node")):
        pytest.skip("there is no npm, with which the page is built")
    kept = Path(tempfile.gettempdir(), f"auditor-web-{os.getuid()}")
    kept.mkdir(exist_ok=True)
    folder = kept / _digest()
    with open(kept / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "judge.html").exists():
            for old in kept.glob("[0-9a-f]" * 20):
                if old.stat().st_mtime < time.time() - _KEPT_SECONDS:  # what is newer may be served by another run
                    shutil.rmtree(old)
            command = [sys.executable, str(WEB / "build.py"), "-o", str(folder), "--no-brotli", "--judge-alone"]
            built = subprocess.run(command, capture_output=True, text=True, check=False)
            if not is_required and _UNREACHED.search(built.stderr):
                pytest.skip("a registry that the page is built from cannot be reached")
            assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="session")
def judge_host(judge_site: Path) -> Iterator[str]:
    """The address of the site on a host of static files."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(judge_site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def judge_module(folder: Path) -> ModuleType:
    """The module that judges in the page, here: it keeps its logs below a folder."""
    spec = importlib.util.spec_from_file_location("judge", WEB / "python" / "judge.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("LOGS", "NAMELESS", "RULES"):
        setattr(module, name, str(folder / name.lower()))
    return module


def options(**given: object) -> dict[str, object]:
    """What the page asks its judge for."""
    return {"text": "", "rules": "auto", "own": "", "hands": "auto", "nameless": False, "title": "logs", **given}


def native(
    folder: Path, files: Sequence[tuple[str, Path]], language: str = "en", **given: object
) -> tuple[dict[str, Any], str]:
    """What the judge says of files outside of a browser, and its page. files: by the names that the page gets."""
    module = judge_module(folder)
    before = os.getcwd()
    pages: list[str] = []
    spoken = LANGUAGE.get()
    try:
        module.speak(language)
        module.clear()
        for name, path in files:
            shutil.copy(path, module.place(name))
        answer = module.judge(json.dumps(options(**given)), lambda games, hands: None, pages.append)
    finally:
        LANGUAGE.set(spoken)
        os.chdir(before)
    return json.loads(answer), pages[0] if pages else ""


class Judge:
    """A page of the judge that is open. said: what it complained of. asked: the addresses that it asked for."""

    def __init__(self, page: "Page", address: str) -> None:
        self.page = page
        self.said: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.add_init_script(_WATCH)
        page.set_default_timeout(_MILLISECONDS)
        page.goto(address)

    def start(self) -> None:
        """Wait until it can judge."""
        self.page.wait_for_function("""() => {
            const [ready, fault] = ["ready", "fault"].map((id) => document.getElementById(id));
            if (!fault.hidden) throw new Error(fault.textContent);
            return ready.textContent === "Ready.";
        }""")

    def judge(self, files: Sequence[Path], selector: str = "#files") -> dict[str, Any]:
        """Give it files, and wait for its answer."""
        self.page.evaluate("window.judged = null")
        self.page.set_input_files(selector, [str(path) for path in files])
        return self.answer()

    def answer(self) -> dict[str, Any]:
        """The answer that it is working on: info, texts (the page, JSON Lines, CSV), seconds and memory."""
        self.page.locator("#result:visible, #fault:visible").first.wait_for()
        assert not self.page.locator("#fault").is_visible(), self.page.locator("#fault").text_content()
        while (found := self.page.evaluate("window.judged")) is None:
            self.page.wait_for_timeout(20)
        answer: dict[str, Any] = found
        return answer


@contextmanager
def opened(
    browser: "Browser", address: str, *, width: int = 1100, offline: bool = True, **more: Any
) -> Iterator[Judge]:
    """A page of the judge. It must have complained of nothing when it is closed."""
    context = browser.new_context(viewport={"width": width, "height": 900}, offline=offline, **more)
    judge = Judge(context.new_page(), address)
    try:
        yield judge
        assert judge.said == []
    finally:
        context.close()
