"""Records as lists of plain objects: of games made here, and of real ones out of whatever they lie in."""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

from majsoul_plays import four_players, three_players

from auditor.formats.majsoul.binary import read_bytes
from auditor.formats.majsoul.schema import MESSAGES, message_class
from auditor.formats.majsoul.signs import is_binary
from auditor.testing import majsoul_shapes as shapes
from auditor.testing.majsoul_records import ERAS, Record, head, records
from auditor.testing.simulate import Simulation

GAMES = {"mahjong-soul": 6, "mahjong-soul-sanma": 3}
"""Games of the project's own that faults are put into, of every era of walls, by their ruleset."""


class Sample:
    """A game: its name, its head (or none), and its records."""

    def __init__(self, name: str, game_head: dict[str, Any] | None, found: list[Record]) -> None:
        self.name = name
        self.head = game_head
        self.records = found

    def copied(self) -> "Sample":
        return Sample(self.name, copy.deepcopy(self.head), copy.deepcopy(self.records))

    def written(self) -> bytes:
        """The game as bytes: with its head in a browser's JSON, without it in protobuf."""
        if self.head is None:
            return shapes.binary(self.records)
        return shapes.browser(self.head, self.records).encode()


@cache
def made() -> list[Sample]:
    """Games that play themselves by Mahjong Soul's rules, and two that have everything."""
    found = []
    for ruleset, games in GAMES.items():
        for number in range(games):
            played = Simulation(number, ruleset)
            game = played.play()
            era = ERAS[number % len(ERAS)]
            found.append(Sample(f"{ruleset} {number}, {era}", head(game), records(game, played.rules, era)))
    for play in (four_players(), three_players()):
        found.append(Sample(f"with everything, {play.game.players}", head(play.game), records(play.game, play.rules)))
    return found


@cache
def real(corpus: Path) -> list[Sample]:
    """The real games, of each the record that lies in JSON or, without it, in bytes."""
    found = []
    for path in sorted((corpus / "majsoul").glob("native-*/*")):
        data = path.read_bytes()
        if is_binary(data[:4096]):
            found.append(Sample(path.name, None, _of_items(read_bytes(data).items)))
            continue
        document = json.loads(data)
        inner = document["data"]
        if isinstance(inner, str):
            import base64

            found.append(Sample(path.name, document["head"], _of_items(read_bytes(base64.b64decode(inner)).items)))
        elif inner.get("type") == "Buffer":
            found.append(Sample(path.name, document["head"], _of_items(read_bytes(bytes(inner["data"])).items)))
        else:
            contents = inner["data"]
            items = [one["result"] for one in contents.get("actions", ()) if one.get("result")]
            items = items or contents["records"]
            found.append(
                Sample(path.name, document["head"], [(one["name"].removeprefix(".lq."), one["data"]) for one in items])
            )
    return found


def _of_items(items: list[Any]) -> list[Record]:
    found = []
    for item in items:
        name = item.name.removeprefix(".lq.")
        found.append((name, _plain(name, message_class(name).FromString(item.data))))
    return found


def _plain(name: str, message: Any) -> dict[str, Any]:
    """A message as `majsoul_shapes.message` takes it, every field of it set."""
    found: dict[str, Any] = {}
    for field in MESSAGES[name].split(", "):
        _, kind, key = field.split()
        value = getattr(message, {"saltSha256": "salt_sha256"}.get(key, key))
        if key == "zhenting":
            found[key] = [bool(one) for one in value]
        elif key in ("liqi", "operation") and kind == "bytes":
            inner = "LiQiSuccess" if key == "liqi" else "OptionalOperationList"
            if value:
                found[key] = _plain(inner, message_class(inner).FromString(value))
        elif key == "operations":
            part = message_class("OptionalOperationList")
            found[key] = [_plain("OptionalOperationList", part.FromString(one)) for one in value]
        elif kind.removeprefix("*") in MESSAGES:
            inner = kind.removeprefix("*")
            found[key] = [_plain(inner, one) for one in value] if kind.startswith("*") else _plain(inner, value)
        else:
            found[key] = list(value) if kind.startswith("*") else value
    return found
