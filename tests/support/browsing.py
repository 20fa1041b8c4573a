"""A browser, and a check of a page's accessibility in it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_QUIET: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-quic",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Headless Chromium.

    The test is skipped where there is none, unless AUDITOR_BROWSER_TESTS is ``required``. AUDITOR_CHROMIUM names
    another executable.
    """
    path = os.environ.get("AUDITOR_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None and os.environ.get("AUDITOR_BROWSER_TESTS") != "required":
        pytest.skip("there is no Chromium")
    if os.environ.get("AUDITOR_BROWSER_TESTS") != "required":
        pytest.importorskip("playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=path, args=list(_QUIET))
        yield opened
        opened.close()


def axe_violations(page: "Page") -> list[tuple[Any, ...]]:
    """The violations that axe finds in a page: rule, impact and HTML."""
    axe = pytest.importorskip("axe_playwright_python")
    page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text("utf-8"))
    found = page.evaluate("axe.run().then(result => result.violations)")
    return [(one["id"], one["impact"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found]
