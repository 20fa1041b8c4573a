"""States of mjx as protobuf bytes, and one seat's observations of them, made of those that the program writes."""

import json
from typing import Any

from auditor.core.reading.protobuf import class_in, pool_of
from auditor.core.tiles import TILES
from auditor.formats.mjx.schema import STATE_MESSAGES
from auditor.formats.mjx.vocabulary import EVENT_TYPES

Written = dict[str, Any]


def observation(of: Written, seat: int, events: int | None = None) -> Written:
    """A seat's observation of a state, up to a number of events."""
    public = of["publicObservation"]
    seen = public["events"][:events]
    own = dict(of["privateObservations"][seat])
    drawn = len([one for one in seen if one.get("type") == "EVENT_TYPE_DRAW" and one.get("who", 0) == seat])
    own["drawHistory"] = own.get("drawHistory", [])[:drawn]
    turned = len([one for one in seen if one.get("type") == "EVENT_TYPE_NEW_DORA"])
    shown = public | {"events": seen, "doraIndicators": public["doraIndicators"][: turned + 1]}
    made = ({"who": seat} if seat else {}) | {"publicObservation": shown, "privateObservation": own}
    return made if events is not None or "roundTerminal" not in of else made | {"roundTerminal": of["roundTerminal"]}


WALL = b"\x12\x90\x01" + b"".join([bytes([tile]) if tile < 128 else bytes([tile, 1]) for tile in range(TILES)])


def message(of: Written) -> bytes:
    """A state as protobuf bytes, its wall first; or an observation, with the seat that observes it."""
    from google.protobuf.json_format import ParseDict

    one = json.loads(json.dumps(of))
    for event in one["publicObservation"]["events"]:
        event["type"] = EVENT_TYPES[event.get("type", "EVENT_TYPE_DISCARD")]
    is_observed = "privateObservation" in one
    if is_observed:
        one["privateObservations"] = [one.pop("privateObservation")]
    target = class_in(pool_of("auditor.test.mjx", STATE_MESSAGES), "auditor.test.mjx", "State")()
    body = ParseDict(one, target, ignore_unknown_fields=True).SerializeToString()
    who = bytes([8, one["who"]]) if one.get("who") else b""
    return (who if is_observed else b"\n" + varint(len(WALL)) + WALL) + bytes(body)


def varint(number: int) -> bytes:
    """A number as protobuf writes it."""
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def delimited(of: list[Written]) -> bytes:
    """States or observations as length-delimited messages."""
    messages = [message(one) for one in of]
    return b"".join([varint(len(one)) + one for one in messages])
