"""SQL in the page: the games just judged, or a database that was dropped, by the program's own queries."""

import json
from typing import Any, Final

import judge

from auditor.core.audit.executors import inline
from auditor.core.audit.run import run as audited
from auditor.core.audit.sinks import DatabaseSink
from auditor.core.audit.work import Settings
from auditor.core.checks.wording import LANGUAGE
from auditor.core.program import UserError, collection_paused, version
from auditor.core.rulesets import settings_key
from auditor.core.sources import open_sources
from auditor.core.store import queries
from auditor.core.store.database import Store
from auditor.core.store.queries import QueryResult
from auditor.output.catalogue import spoken_query
from auditor.output.charts import specification
from auditor.output.tables import csv_text, shown_columns
from auditor.page.player import PlayerPageOptions, player_html
from auditor.unknown_rules import revise_findings

GAMES: Final = "/judged games.duckdb"
"""A name that the worker gives to no file that is dropped."""
MOST_ROWS: Final = 1000
"""The most rows that are shown of an answer; all of them are saved."""

_open: list[Any] = []
"""The connection to what is asked, and the store that holds it where games were judged."""


def _close() -> None:
    """Close what is asked: there is one database at a time."""
    for one in reversed(_open):
        one.close()
    _open.clear()


def _queries() -> list[dict[str, object]]:
    """The named queries, by group, in the language of what is printed."""
    made, spoken = [spoken_query(name) for name in queries.names()], LANGUAGE.get().said
    return [
        {"name": one.name, "title": one.title, "group": spoken(f"group.{one.group}", one.group),
         "description": one.description, "parameters": [parameter._asdict() for parameter in one.parameters]}
        for one in sorted(made, key=lambda one: (one.group, one.title))
    ]  # fmt: skip


def open_games(note: "judge.Note") -> str:
    """Load the games that were judged last. note: called after each."""
    _close()
    paths, rules = judge.last()
    found = judge.Counted(note)
    settings = Settings(rules, revise_findings, settings_key(rules), version(), summarize=found.summarize,
                        extras=("turns", "walls"))  # fmt: skip
    store = Store(GAMES, settings.rules_key, settings.version)
    settings = settings.loading_into(store)
    store.share()
    for _ in audited(open_sources(paths), settings, inline(), DatabaseSink(store, settings)):
        pass
    _open[:] = [queries.connect(GAMES), store]
    return json.dumps({"games": found.games, "queries": _queries()})


def open_file(path: str) -> str:
    """Open a database file, which the worker has given to the engine under this path."""
    _close()
    try:
        connection = queries.connect(path)
        _open[:] = [connection]
        games = connection.execute("SELECT count(*) FROM games").fetchall()[0][0]
        names = connection.execute("SELECT DISTINCT name FROM seats WHERE name <> '' ORDER BY name").fetchall()
        return json.dumps({"games": games, "players": [name for (name,) in names], "queries": _queries()})
    except UserError as error:
        return json.dumps({"error": str(error).removeprefix("/")})


def run(name: str, given: str) -> str:
    """The answer of a named query, as JSON, with its chart. given: the values of its parameters, as JSON."""
    try:
        query = spoken_query(name)
        with collection_paused():
            answer = queries.run(_open[0], query, json.loads(given))
            chart = specification(query.title, query.charts, answer) if query.charts and answer.rows else None
            return _answer(answer, chart, is_known=True)
    except UserError as error:
        return json.dumps({"error": str(error)})


def ask(sql: str) -> str:
    """The answer of SQL, as JSON, with the charts that its comments ask for."""
    try:
        charts = queries.charts_of(sql)
        with collection_paused():
            answer = queries.ask(_open[0], sql)
            chart = specification("", charts, answer) if charts and answer.rows else None
            return _answer(answer, chart, is_known=False)
    except UserError as error:
        return json.dumps({"error": str(error)})


def _answer(answer: QueryResult, chart: Any, *, is_known: bool) -> str:
    """An answer as JSON, as people read it. is_known: as for `shown_columns`."""
    counted = LANGUAGE.get().text(answer.counted) if answer.counted else ""
    columns = shown_columns(answer._replace(rows=answer.rows[:MOST_ROWS]), is_known=is_known)
    return json.dumps({
        "columns": [one.words for one in columns], "numbers": [one.is_number for one in columns],
        "rows": [list(row) for row in zip(*[one.texts for one in columns], strict=True)],
        "all": len(answer.rows), "counted": counted, "chart": chart, "csv": csv_text(answer),
    })  # fmt: skip


def player(name: str) -> str:
    """The page of a player, as JSON."""
    try:
        page = player_html(_open[0], PlayerPageOptions(name, name, has_terminal=False), {})
        return json.dumps({"page": page})
    except UserError as error:
        return json.dumps({"error": str(error)})
