"""Renders the server's pages, in the style of the report's page, and the description of its API."""

import json
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from auditor.core.program import version
from auditor.core.results import PUBLISHED_KEYS
from auditor.core.rulesets import names
from auditor.core.store import queries
from auditor.output.tables import value_words
from auditor.page.templates import environment
from auditor.server.browse import ROWS, Page, sql_page
from auditor.server.forms import Request


def page_of(page: Page, prefix: str, *, action: str = "", rulesets: tuple[str, ...] = (), is_bad: bool = False) -> str:
    """A page as HTML. prefix: of all paths. action: the path that its form requests, after the prefix. rulesets: the
    names to choose from, if the page takes logs. is_bad: whether it is an error page."""
    values: dict[str, Any] = {
        "page": page, "prefix": prefix, "action": prefix + action, "rulesets": rulesets, "is_bad": is_bad,
        "version": version(), "rulesets_known": names(), "rows_of_page": ROWS,
        "quoted": lambda value: quote(str(value), safe=""), "value_words": value_words,
    }  # fmt: skip
    text: str = _environment().get_template("browse.html").render(values)
    return text.encode("utf-8", "replace").decode("utf-8")


def sql_html(connection: Any, request: Request, prefix: str) -> str:
    """The page of SQL as HTML, which is made where the statement runs, within its limits."""
    return page_of(sql_page(connection, request), prefix, action="/sql")


def openapi(prefix: str) -> Any:
    """The OpenAPI description of the HTTP API as an object for JSON. prefix: of all paths."""
    values = {"prefix": prefix, "version": version(), "finding_keys": PUBLISHED_KEYS, "queries": queries.names()}
    return json.loads(_environment().get_template("openapi.json").render(values))


@cache
def _environment() -> Any:
    from jinja2 import ChoiceLoader, PackageLoader

    pages = environment()
    return pages.overlay(loader=ChoiceLoader([PackageLoader("auditor.server"), pages.loader]))  # type: ignore[list-item]


@cache
def part(name: str) -> str:
    """A script, style or picture of the server's own pages."""
    return files("auditor.server").joinpath("templates", name).read_text("utf-8")
