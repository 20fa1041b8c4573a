"""The JSON Schemas that stand beside the questions: of an mjai event, and of a question."""

from typing import Any, Final

from auditor.conformance.suite import FACTS
from support.conformance.asking import RULES

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
TILE: Final = {"type": "string", "pattern": "^([1-9][mps]|5[mps]r|[ESWNPFC])$"}
HIDDEN: Final = {"type": "string", "pattern": "^([1-9][mps]|5[mps]r|[ESWNPFC]|\\?)$"}
SEAT: Final = {"type": "integer", "minimum": 0, "maximum": 3}
POINTS: Final = {"type": "array", "items": {"type": "integer"}, "minItems": 3, "maxItems": 4}
COUNT: Final = {"type": "integer", "minimum": 0}
HANDS: Final = {"type": "array", "items": {"type": "array", "items": HIDDEN}, "minItems": 3, "maxItems": 4}
ROUND: Final = {"type": "string", "pattern": "^[ESWN][1-4]$"}

CIRCUMSTANCES: Final = (
    "riichi", "double riichi", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou", "renhou",
)  # fmt: skip

_Fields = dict[str, Any]


def _tiles(count: int) -> _Fields:
    return {"type": "array", "items": TILE, "minItems": count, "maxItems": count}


REQUIRED: Final[dict[str, _Fields]] = {
    "start_game": {"names": {"type": "array", "items": {"type": "string"}, "minItems": 3, "maxItems": 4}},
    "start_kyoku": {
        "bakaze": {"enum": ["E", "S", "W", "N"]}, "kyoku": {"type": "integer", "minimum": 1, "maximum": 4},
        "honba": COUNT, "kyotaku": COUNT, "oya": SEAT, "dora_marker": TILE, "scores": POINTS, "tehais": HANDS,
    },
    "tsumo": {"actor": SEAT, "pai": HIDDEN},
    "dahai": {"actor": SEAT, "pai": TILE, "tsumogiri": {"type": "boolean"}},
    "chi": {"actor": SEAT, "target": SEAT, "pai": TILE, "consumed": _tiles(2)},
    "pon": {"actor": SEAT, "target": SEAT, "pai": TILE, "consumed": _tiles(2)},
    "daiminkan": {"actor": SEAT, "target": SEAT, "pai": TILE, "consumed": _tiles(3)},
    "ankan": {"actor": SEAT, "consumed": _tiles(4)},
    "kakan": {"actor": SEAT, "pai": TILE, "consumed": _tiles(3)},
    "kita": {"actor": SEAT, "pai": {"const": "N"}},
    "dora": {"dora_marker": TILE},
    "reach": {"actor": SEAT},
    "reach_accepted": {"actor": SEAT},
    "hora": {"actor": SEAT, "target": SEAT},
    "ryukyoku": {},
    "end_kyoku": {},
    "end_game": {},
}  # fmt: skip
"""By the type of an event, the fields that it has."""

OPTIONAL: Final[dict[str, _Fields]] = {
    "start_game": {"kyoku_first": COUNT, "aka_flag": {"type": "boolean"}},
    "reach_accepted": {"scores": POINTS, "deltas": POINTS},
    "hora": {
        "pai": TILE, "ura_markers": {"type": "array", "items": TILE}, "deltas": POINTS, "scores": POINTS, "fu": COUNT,
        "hora_points": COUNT,
    },
    "ryukyoku": {
        "actor": SEAT, "deltas": POINTS, "scores": POINTS, "tehais": HANDS, "tenpais": {"type": "array"},
        "reason": {
            "enum": ["fanpai", "kyushukyuhai", "sufonrenta", "suchareach", "sukaikan", "sanchaho", "nagashimangan",
                     "chombo"]
        },
    },
    "end_game": {"scores": POINTS},
}  # fmt: skip
"""And those that it may have; programs write more, which readers ignore."""


def event_schema() -> dict[str, Any]:
    """The schema of an mjai event."""
    forms = []
    for kind, fields in REQUIRED.items():
        properties = {"type": {"const": kind}} | fields | OPTIONAL.get(kind, {})
        forms.append({"title": kind, "properties": properties, "required": ["type", *fields]})
    return {
        "$schema": DRAFT, "$id": "event.schema.json", "title": "An event of mjai", "type": "object",
        "required": ["type"], "oneOf": forms,
    }  # fmt: skip


def _hand_schema() -> _Fields:
    tile_list = {"type": "array", "items": TILE}
    meld = {"type": {"enum": ["chi", "pon", "kan"]}, "tiles": tile_list, "is_open": {"type": "boolean"}}
    fields = {
        "seat": SEAT, "target": SEAT, "dealer": SEAT, "tiles": tile_list,
        "melds": {"type": "array", "items": {"type": "object", "properties": meld, "required": list(meld)}},
        "round_wind": {"enum": ["E", "S", "W", "N"]}, "seat_wind": {"enum": ["E", "S", "W", "N"]}, "norths": COUNT,
        "circumstances": {"type": "array", "items": {"enum": list(CIRCUMSTANCES)}},
        "dora_markers": tile_list, "ura_markers": tile_list, "honba": COUNT, "sticks": COUNT,
    }  # fmt: skip
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def question_schema() -> dict[str, Any]:
    """The schema of a question of the suite."""
    facts: _Fields = {
        "deltas": POINTS, "sticks": COUNT, "honba": COUNT, "dealer": SEAT, "round": ROUND,
        "is_over": {"type": "boolean"},
    }  # fmt: skip
    assert set(facts) == set(FACTS)
    event = {"$ref": "event.schema.json"}
    text = {"type": "string", "minLength": 1}
    every = {
        "id": text, "topic": text, "rules": {"enum": list(RULES)}, "why": text, "source": text,
        "events": {"type": "array", "items": event, "minItems": 2},
    }  # fmt: skip
    legal = {"seat": SEAT, "action": event, "legal": {"enum": [True, False, "open"]}}
    known = {"type": "object", "properties": facts, "minProperties": 1, "additionalProperties": False}
    follows = {"expected": {"oneOf": [known, {"const": "open"}]}}
    forms = [
        {
            "title": title,
            "properties": every | {"hand": _hand_schema()} | more,
            "required": [*every, *more],
            "additionalProperties": False,
        }
        for title, more in (("Is this action legal now?", legal), ("What follows?", follows))
    ]
    return {
        "$schema": DRAFT, "$id": "question.schema.json", "title": "A question of the Riichi Conformance suite",
        "type": "object", "oneOf": forms,
    }  # fmt: skip
