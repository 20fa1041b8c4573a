"""The OpenAPI description of the HTTP API."""

from typing import Any, Final

from auditor.core.program import version
from auditor.core.results import PUBLISHED_KEYS

_JSON: Final = "application/json"
_RULES: Final = {
    "name": "rules", "in": "query", "schema": {"type": "string", "default": "auto"},
    "description": "The name of a ruleset, or auto.",
}  # fmt: skip
_FILTERS: Final = {
    "since": "From this day, month or year on, as 2024-03.",
    "until": "Up to this day, month or year.",
    "room": "Games of this room.",
    "ruleset": "Games judged by this ruleset.",
    "name": "Games of this player.",
    "players": "Games of 3 or 4 players.",
    "log": "The game of this log id, key or file name.",
}


def _answer(description: str, schema: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"description": description, "content": {_JSON: {"schema": schema or {"type": "object"}}}}


_ERROR: Final = {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}
_ERRORS: Final = {
    "400": _answer("The request makes no sense; the message says why.", _ERROR),
    "413": _answer("Larger than the server takes.", _ERROR),
    "422": _answer("The log takes longer than the server gives it.", _ERROR),
    "503": _answer("The database cannot be used now.", _ERROR),
}


def _findings() -> dict[str, Any]:
    finding = {"type": "object", "properties": {key: {} for key in PUBLISHED_KEYS}}
    return {
        "type": "object",
        "properties": {
            "findings": {"type": "array", "items": finding},
            "problems": {"type": "array", "items": {"type": "object"}},
            "summary": {"type": "object"},
        },
    }


def _filters() -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "query", "schema": {"type": "string"}, "description": text}
        for name, text in _FILTERS.items()
    ]


def _get(summary: str, parameters: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {"get": {"summary": summary, "parameters": parameters or [], "responses": {"200": _answer("The answer.")}
                    | _ERRORS}}  # fmt: skip


def _post(summary: str, parameters: list[dict[str, Any]], status: str) -> dict[str, Any]:
    body = {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
    responses = {status: _answer("What auditor audit --format json writes of it.", _findings())} | _ERRORS
    return {"summary": summary, "parameters": parameters, "requestBody": body, "responses": responses}


def openapi(prefix: str) -> dict[str, Any]:
    """The OpenAPI description as an object. prefix: of all paths."""
    name = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
    form = {"name": "format", "in": "query", "schema": {"enum": ["json", "csv", "parquet"]}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "auditor", "version": version()},
        "servers": [{"url": prefix or "/"}],
        "paths": {
            "/api/audit": {"post": _post("Judge a log, packed or not; nothing is kept.", [_RULES], "200")},
            "/api/games": _get("Games, the latest first.", _filters())
            | {"post": _post("Judge a log and keep it; answered when it is kept.", [], "201")},
            "/api/findings": _get("Findings.", [*_filters(), form]),
            "/api/players": _get("Players and their figures.", [*_filters(), form]),
            "/api/queries": _get("The named queries, and what they take."),
            "/api/queries/{name}": _get("The answer of a query; its parameters are p.NAME.", [name, *_filters(), form]),
            "/healthz": _get("Whether the server works."),
        },
    }
