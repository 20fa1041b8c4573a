"""The server: pages that browse a database, a page that judges logs, and an HTTP API, behind a `Guard`."""

import json
import os
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import parse_qs, quote

from starlette.applications import Starlette
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from auditor.core.checks.wording import IN_ENGLISH, LANGUAGE
from auditor.core.errors import QueryError, RulesetError
from auditor.core.phrases import Phrase
from auditor.core.rulesets import AUTO, names, settings_key
from auditor.core.sources import InputAddress, SentBytes
from auditor.core.store import queries
from auditor.core.store.charts import Chart
from auditor.core.store.queries import QueryResult
from auditor.languages import accepted
from auditor.output.catalogue import spoken_query
from auditor.output.charts import specification
from auditor.output.drawing import chart_file
from auditor.page.board import svg
from auditor.page.player import PlayerPageOptions, player_html
from auditor.page.templates import asset
from auditor.server import browse
from auditor.server.admission import RefusedError, refusal_of
from auditor.server.browse import FORMS_OF_FILES, LISTINGS, Page, Text, file_of
from auditor.server.forms import FormError, Request, form_of, selection_of
from auditor.server.guard import App, Guard, GuardOptions
from auditor.server.judging import AuditedLog, audited_log, report_page
from auditor.server.state import ServeOptions, ServerState
from auditor.server.templates import openapi, page_of, part, sql_html

if TYPE_CHECKING:
    import duckdb

Answering = Callable[[HttpRequest], Awaitable[Response]]

_Form = TypeVar("_Form")
_STORED_BYTES: Final = 64 << 20
"""The largest log file that is opened for a page."""


def make_app(options: ServeOptions, guard: GuardOptions) -> App:
    """The server as an ASGI application. Raises what `ServerState` raises."""
    state = ServerState(options)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> Any:
        await state.begin()
        try:
            yield
        finally:
            state.end()

    pages = _Pages(state)
    routes = [Route(path, _answering(handler), methods=[method]) for method, path, handler in pages.routes()]
    inner = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: _not_found, 405: _not_found})
    inner.router.redirect_slashes = False  # as `_not_found` does it, behind a proxy too
    inner.state.prefix = options.prefix
    return Guard(inner, guard, lambda status: state.statuses.update([status]))


async def _not_found(request: HttpRequest, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    path = request.scope["path"].strip("/")
    if path and request.scope["path"].endswith("/") and request.method == "GET":
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{request.app.state.prefix}/{quote(path)}{query}")
    if status == 404:
        return await _answering(_no_page)(request)
    return JSONResponse({"error": "not with this method"}, status, getattr(error, "headers", None))


async def _no_page(request: HttpRequest) -> Response:
    raise RefusedError(404, Phrase("no-such-page"))


def _answering(handler: Answering) -> Answering:
    """A handler that turns whatever another raises into a response: JSON of the API, else a page."""

    async def answer(request: HttpRequest) -> Response:
        if LANGUAGE.get() is IN_ENGLISH:  # no language was chosen for the server
            LANGUAGE.set(accepted(request.headers.get("accept-language", "")))
        try:
            response = await handler(request)
            response.headers.setdefault("Vary", "Accept-Language")
            return response
        except Exception as error:
            refusal = refusal_of(error)
            if request.path_params and getattr(refusal.args[0], "id", "") in _NAMES_NOTHING:
                refusal = RefusedError(404, refusal.args[0])
            if request.url.path.startswith("/api"):
                return JSONResponse({"error": str(refusal)}, refusal.status, refusal.headers())
            page = Page(Text("title.wrong"), [LANGUAGE.get().text(refusal.args[0])])
            text = page_of(page, request.app.state.prefix, is_bad=True)
            return HTMLResponse(text, refusal.status, refusal.headers())

    return answer


_NAMES_NOTHING: Final = ("no-such-log", "no-such-log-but", "no-player", "no-player-but", "guests-name")
"""What is said of a game or a player that is not there."""


def _query(request: HttpRequest) -> queries.Query:
    """The query that the path names. Raises RefusedError."""
    if request.path_params["name"] not in queries.names():
        raise RefusedError(404, Phrase("no-such-query"))
    return spoken_query(request.path_params["name"])


def _values(request: HttpRequest) -> Request:
    return Request(parse_qs(request.scope["query_string"].decode(), keep_blank_values=False, max_num_fields=100))


class _Pages:
    """The handlers of all routes; ``openapi.json`` of the templates says what those of the API answer."""

    def __init__(self, state: ServerState) -> None:
        self.state = state
        self.prefix = state.options.prefix

    def routes(self) -> list[tuple[str, str, Answering]]:
        """The method, path and handler of each route."""
        get: list[tuple[str, Answering]] = [
            ("/", partial(self._browsed, browse.overview)),
            *[(f"/{name}", partial(self._browsed, partial(browse.listing_page, name))) for name in LISTINGS],
            ("/games/{key}", self.show_game), ("/games/{key}/findings/{finding}", self.show_game),
            ("/games/{key}/hands/{hand:int}", self.show_game), ("/players/{name:path}", self.show_player),
            ("/rulesets", partial(self._plain_page, lambda request: browse.rulesets_page(_values(request)))),
            ("/rulesets/{name}", partial(self._plain_page, lambda one: browse.ruleset_page(one.path_params["name"]))),
            ("/queries", partial(self._plain_page, lambda _: browse.queries_page())),
            ("/queries/{name}", self.show_query), ("/queries/{name}/chart.png", self.show_chart),
            ("/sql", self.show_sql), ("/sql/chart.png", self.show_sql_chart),
            ("/judge", self.judge_form), ("/static/{name}", self.static), ("/api/openapi.json", self.description),
            ("/api/findings", partial(self._query_as_file, "findings")), ("/api/games", self.api_games),
            ("/api/players", partial(self._query_as_file, "player-statistics")),
            ("/api/queries/{name}", lambda one: self._query_as_file(_query(one).name, one)),
            ("/api/queries", self.api_queries), ("/api/sql", self.api_sql),
            ("/healthz", self.health), ("/metrics", self.metrics),
        ]  # fmt: skip
        post = [("/judge", self.judge), ("/api/audit", self.audit), ("/api/games", self.keep)]
        return [("POST", path, one) for path, one in post] + [("GET", path, one) for path, one in get]

    async def _browsed(
        self, page: "Callable[[duckdb.DuckDBPyConnection, Request], Page]", request: HttpRequest
    ) -> Response:
        if self.state.reader is None:
            return await self.judge_form(request)
        return await self._page(lambda connection: page(connection, _values(request)), request)

    async def _page(self, page: "Callable[[duckdb.DuckDBPyConnection], Page]", request: HttpRequest) -> Response:
        """A page that a query makes; it is written where the query runs, while others are answered."""
        action = request.url.path
        made = await self.state.run_query(lambda connection: page_of(page(connection), self.prefix, action=action))
        return HTMLResponse(made)

    async def _plain_page(self, page: Callable[[HttpRequest], Page], request: HttpRequest) -> Response:
        return HTMLResponse(page_of(page(request), self.prefix, action=request.url.path))

    async def show_player(self, request: HttpRequest) -> Response:
        selection = selection_of(_values(request))
        options = PlayerPageOptions(request.path_params["name"], "auditor", static=f"{self.prefix}/static")
        return HTMLResponse(await self.state.run_query(lambda one: player_html(one, options, {}, selection)))

    async def show_query(self, request: HttpRequest) -> Response:
        query, values = _query(request), _values(request)
        return await self._page(lambda one: browse.query_page(one, query.name, values), request)

    async def show_chart(self, request: HttpRequest) -> Response:
        query = _query(request)
        answer = await self._answer(query, request, lambda answer: answer)
        return await self._chart(query.title, query.description, query.charts, answer)

    async def _chart(self, title: str, description: str, charts: tuple[Chart, ...], answer: QueryResult) -> Response:
        drawing = specification(title, charts, answer)
        picture = await self.state.pool.run(chart_file, ".png", drawing, title, description, answer)
        return Response(picture, media_type="image/png")

    async def show_sql(self, request: HttpRequest) -> Response:
        return HTMLResponse(await self.state.run_sql(partial(sql_html, request=_values(request), prefix=self.prefix)))

    async def show_sql_chart(self, request: HttpRequest) -> Response:
        values = _values(request)
        answer = await self.state.run_sql(partial(browse.sql_answer, request=values))
        return await self._chart("Answer", values.last("sql"), browse.sql_charts(values, answer), answer)

    async def api_sql(self, request: HttpRequest) -> Response:
        values = _values(request)
        form = _file_form(values)
        return _file("answer", form, await self.state.run_sql(partial(browse.sql_file, request=values, form=form)))

    async def _answer(self, query: queries.Query, request: HttpRequest, form: Callable[[QueryResult], _Form]) -> _Form:
        """The answer of a query in a form, which is made where the query runs. Raises QueryError."""
        values = _values(request)
        given, selection = browse.query_arguments(query, values)
        return await self.state.run_query(
            lambda one: form(browse.sorted_rows(queries.run(one, query, given, selection), values))
        )

    async def show_game(self, request: HttpRequest) -> Response:
        """A game, one finding or one hand of it, if its log is unchanged since; else what the database has."""
        key, part = request.path_params["key"], request.path_params
        found = await self.state.run_query(lambda connection: browse.log_of(connection, key))
        log = _stored_log(self.state.options.database or "", found.path) if found and found.sha256 else None
        if found and log:
            settings = self._settings(found.rules if found.rules in (AUTO, *names()) else "")
            shown = found._replace(finding=part.get("finding"), hand=part.get("hand"))
            page = await self.state.pool.run(report_page, log, settings, found.title, f"{self.prefix}/static", shown)
            if page:
                return HTMLResponse(page)
        return await self._page(lambda one: browse.game_page(one, key), request)

    async def judge_form(self, request: HttpRequest) -> Response:
        return HTMLResponse(page_of(Page(Text("title.judge")), self.prefix, rulesets=(AUTO, *names())))

    async def judge(self, request: HttpRequest) -> Response:
        """The report of a log that was dropped or pasted; nothing of it is stored."""
        form = form_of(request.headers.get("content-type", ""), await request.body())
        if not form.data:
            raise FormError(Phrase("no-log-sent"))
        settings, log = self._settings(form.rules), SentBytes(form.name, form.data)
        return HTMLResponse(await self.state.pool.run(report_page, log, settings, form.name, f"{self.prefix}/static"))

    def _settings(self, rules: str) -> Any:
        """The settings for the ruleset that a client names: a name alone, never a file. Raises RulesetError."""
        rules = rules or self.state.options.settings.rules
        if rules != self.state.options.settings.rules and rules not in (AUTO, *names()):
            raise RulesetError(Phrase("no-ruleset-of-name", name=repr(rules), known=", ".join(names())))
        return self.state.options.settings._replace(rules=rules, rules_key=settings_key(rules), extras=())

    async def audit(self, request: HttpRequest) -> Response:
        """The findings of a posted log, as JSON."""
        values = _values(request)
        settings = self._settings(values.last("rules"))
        audited = await self.state.pool.run(audited_log, await request.body(), values.last("name") or "log", settings)
        return _audited(audited, 200)

    async def keep(self, request: HttpRequest) -> Response:
        """The findings of a posted log, as JSON; the log is stored before the response is sent. 201 says that it has a
        game that is new, 200 that all of them were known.
        """
        if self.state.queue is not None and request.scope["query_string"]:
            raise QueryError("POST /api/games takes no parameters: what is kept is judged by the server's rules")
        audited, kept = await self.state.keep(await request.body())
        return _audited(audited, 201 if kept else 200, kept=kept, known=audited.games - kept)

    async def api_games(self, request: HttpRequest) -> Response:
        games, more = await self.state.run_query(lambda connection: browse.games(connection, _values(request)))
        return JSONResponse({"games": games, "more": more and f"{self.prefix}/api{more}"})

    async def api_queries(self, request: HttpRequest) -> Response:
        known = [spoken_query(name) for name in queries.names()]
        return JSONResponse([
            {"name": one.name, "title": one.title, "group": one.group, "description": one.description,
             "parameters": [parameter._asdict() for parameter in one.parameters]} for one in known
        ])  # fmt: skip

    async def _query_as_file(self, name: str, request: HttpRequest) -> Response:
        query, form = spoken_query(name), _file_form(_values(request))
        data = await self._answer(query, request, lambda answer: file_of(answer.streamed(), form))
        return _file(query.name, form, data)

    async def static(self, request: HttpRequest) -> Response:
        files = {
            "page.css": (svg.style() + asset("page.css") + part("serve.css"), "text/css"),
            "page.js": (asset("page.js"), "text/javascript"), "serve.js": (part("serve.js"), "text/javascript"),
            "icon.svg": (part("icon.svg"), "image/svg+xml"),
        }  # fmt: skip
        name = request.path_params["name"]
        if name not in files:
            return PlainTextResponse("there is no such file", 404)
        content, kind = files[name]
        return Response(content, media_type=kind)

    async def description(self, request: HttpRequest) -> Response:
        return JSONResponse(openapi(self.prefix))

    async def health(self, request: HttpRequest) -> Response:
        """That the server answers, and nothing else: anybody may ask, however busy it is."""
        return JSONResponse({"status": "ok"})

    async def metrics(self, request: HttpRequest) -> Response:
        state = self.state
        lines = ["# TYPE auditor_responses_total counter"]
        lines += [f'auditor_responses_total{{status="{code}"}} {n}' for code, n in sorted(state.statuses.items())]
        judging = state.pool.pool
        values = ("judged", judging.requests), ("kept", state.kept), ("judging_seconds", f"{judging.seconds:.3f}")
        for name, value in values:
            lines += [f"# TYPE auditor_{name}_total counter", f"auditor_{name}_total {value}"]
        return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


def _stored_log(database: str, path: str) -> InputAddress | None:
    """The file of a log that a database names, if it is there and can be opened for a page."""
    from auditor.core.store.previous import path_from

    try:
        real = path_from(database, path)
        size = 0 if real is None or not os.path.isfile(real) else os.path.getsize(real)
    except (OSError, ValueError):
        return None
    return InputAddress("", real, "", size, 0) if real is not None and 0 < size <= _STORED_BYTES else None


def _audited(audited: AuditedLog, status: int, **more: int) -> Response:
    """The answer for a log with further values; 422 with an error where it holds no game that can be read."""
    added: dict[str, Any] = dict(more)
    if not audited.games:
        status, added = 422, {**more, "error": "nothing in it can be read as a game; its problems say why"}
    tail = f", {json.dumps(added)[1:]}\n" if added else "}\n"
    return Response(audited.answer.rstrip()[:-1] + tail.encode(), status, media_type="application/json")


def _file_form(values: Request) -> str:
    """The form of a file that a request asks for. Raises QueryError."""
    form = values.last("format") or "json"
    if form not in FORMS_OF_FILES:
        raise QueryError(f"format={form}: expected json, csv or parquet")
    return form


def _file(name: str, form: str, data: bytes) -> Response:
    """Rows as a file, which a browser saves unless it is JSON."""
    named = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(data, media_type=FORMS_OF_FILES[form], headers=None if form == "json" else named)
