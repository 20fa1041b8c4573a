"""Logs of servers, split into their records, so that faults can be put into these.

Records of Mahjong Soul are pairs of a name and fields, whatever form the log has; those of Riichi City have the user id
of the event besides; those of the M-League are commands; those of Majiang are entries, and last what is not of a hand.
"""

import json
import pickle
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from auditor.core.events import Game
from auditor.core.reading import read
from auditor.core.text import as_json
from auditor.formats import majsoul, riichicity
from auditor.formats.majiang import NAME as MAJIANG
from auditor.formats.majsoul import binary, document, is_binary
from auditor.formats.majsoul.schema import MESSAGES, PARTS, RENAMED, message_class
from auditor.formats.mleague import NAME as M_LEAGUE
from auditor.formats.mleague.schema import arrays_of
from auditor.formats.riichicity.documents import GameDocument, games_in
from auditor.testing.majsoul_records import browser


class RecordedGame:
    """A game as the records of its log.

    format: its name. records: in order; those of Mahjong Soul are pairs of a name, without the package, and a dict of
    fields; those of Riichi City have the user id of the event behind these (0 for none); those of the M-League are
    dicts with `cmd` and `args`. head: the log's other contents.
    """

    def __init__(self, format: str, records: list[Any], head: Mapping[str, Any]) -> None:
        self.format = format
        self.records = records
        self.head = head

    def copied(self) -> "RecordedGame":
        """A copy whose records can be changed; by way of bytes, in an eighth of the time of `deepcopy`."""
        return RecordedGame(self.format, pickle.loads(pickle.dumps(self.records)), self.head)

    def text(self) -> str:
        """The game as JSON, in one form per format."""
        if self.format == majsoul.NAME:
            return browser(dict(self.head), self.records)
        if self.format == MAJIANG:
            return _majiang_text(self)
        return _riichi_city_text(self) if self.format == riichicity.NAME else as_json(self.records)

    def game(self, until: int | None = None) -> Game | None:
        """Read the game from the records up to one; None where they hold no game, or the reader reports a problem."""
        part = RecordedGame(self.format, self.records[:until], self.head)
        candidates = list(read(part.text().encode(), "log"))
        return candidates[0] if len(candidates) == 1 and isinstance(candidates[0], Game) else None

    def begins_hand(self, index: int) -> bool:
        """Whether a record is the first of a hand."""
        return self.name(index) in _BEGINNINGS

    def name(self, index: int) -> str:
        """The name of a record; "" for an index out of range."""
        if not 0 <= index < len(self.records):
            return ""
        record = self.records[index]
        name: str = record["cmd"] if isinstance(record, dict) else record[0]
        return name

    def hand(self, index: int) -> int:
        """The index of the hand that a record belongs to."""
        return sum([self.begins_hand(at) for at in range(index + 1)]) - 1


HAND_RECORD: Final = "hand"
"""The name of Riichi City's record of a hand apart from its events, which follow, named by their type."""
_BEGINNINGS: Final = ("RecordNewRound", "kyokustart", HAND_RECORD, "qipai")


def _of_majsoul(data: bytes) -> list[RecordedGame]:
    if is_binary(data[:4096]):
        answer = binary.read_bytes(data)
        return [RecordedGame(majsoul.NAME, [_plain_record(one) for one in answer.items], answer.head or {})]
    candidates = []
    for text in document.documents(data):
        contents = document.read_document(text)
        items = contents.items if contents.data is None else binary.read_bytes(contents.data).items
        holds_bytes = contents.is_binary or contents.data is not None
        records = [_plain_record(one) if holds_bytes else _json_record(one) for one in items if one.name]
        candidates.append(RecordedGame(majsoul.NAME, records, contents.head))
    return candidates


def _of_riichi_city(data: bytes) -> list[RecordedGame]:
    """The games of a log as records of a name, fields and the user id of the event (0 for none)."""
    found = []
    for game in games_in(data.strip()):
        if not isinstance(game, GameDocument):
            continue
        records: list[Any] = []
        for raw in game.hands:
            hand = dict(raw)
            events = hand.pop(EVENTS_KEY)
            records.append((HAND_RECORD, hand, 0))
            for event in events:
                fields = event["data"] if isinstance(event["data"], dict) else json.loads(event["data"])
                records.append((str(event["eventType"]), fields, event["userId"]))
        found.append(RecordedGame(riichicity.NAME, records, game.head))
    return found


EVENTS_KEY: Final = "handEventRecord"


def _of_majiang(data: bytes) -> list[RecordedGame]:
    documents = json.loads(data)
    found = []
    for rest in msgspec.convert(documents if isinstance(documents, list) else [documents], list[dict[str, Any]]):
        hands = msgspec.convert(rest.pop("log", []), list[list[dict[str, Any]]])
        entries = [one for hand in hands for entry in hand for one in entry.items()]
        found.append(RecordedGame(MAJIANG, [*entries, ("paipu", rest)], {}))
    return found


def _majiang_text(game: RecordedGame) -> str:
    hands: list[list[dict[str, Any]]] = []
    for index, (name, fields) in enumerate(game.records):
        hands += [[]] if game.begins_hand(index) else []
        hands[-1].append({name: fields})
    is_whole = game.name(len(game.records) - 1) == "paipu"
    return as_json({"log": hands} | (hands[-1].pop()["paipu"] if is_whole else {}))


def _riichi_city_text(game: RecordedGame) -> str:
    hands: list[dict[str, Any]] = []
    for position, (name, fields, user) in enumerate(game.records):
        if name == HAND_RECORD:
            hands.append({**fields, EVENTS_KEY: []})
        else:
            event = {"eventPos": position - len(hands), "eventType": int(name), "userId": user}
            hands[-1][EVENTS_KEY].append(event | {"data": as_json(fields)})
    return as_json({**game.head, "handRecord": hands})


RECORD_SPLITTERS: Final[dict[str, Callable[[bytes], list[RecordedGame]]]] = {
    majsoul.NAME: _of_majsoul, riichicity.NAME: _of_riichi_city, MAJIANG: _of_majiang,
    M_LEAGUE: lambda data: [RecordedGame(M_LEAGUE, json.loads(array), {}) for array in arrays_of(data)],
}  # fmt: skip
"""What splits a log into its games, by format; raises ReadError, UnicodeDecodeError or ValueError."""


def _json_record(item: Any) -> tuple[str, dict[str, Any]]:
    fields = json.loads(bytes(item.data) or b"{}")
    return item.name.removeprefix(".lq."), {key: value for key, value in fields.items() if value is not None}


def _plain_record(item: Any) -> tuple[str, dict[str, Any]]:
    name = item.name.removeprefix(".lq.")
    return name, plain(name, message_class(name).FromString(item.data)) if name in MESSAGES else {}


def plain(name: str, message: Any) -> dict[str, Any]:
    """A message as a dict of all the fields in auditor's schema, as the server's own tools write it in JSON."""
    fields: dict[str, Any] = {}
    for one in MESSAGES[name]:
        value = getattr(message, RENAMED.get(one.name, one.name))
        if one.name == "zhenting":
            fields[one.name] = [bool(flag) for flag in value]
        elif one.kind == "bytes" and one.name in PARTS:
            part = PARTS[one.name]
            made = [
                plain(part, message_class(part).FromString(data)) for data in (value if one.is_repeated else [value])
            ]
            if value or one.is_repeated:
                fields[one.name] = made if one.is_repeated else made[0]
        elif one.kind in MESSAGES:
            fields[one.name] = [plain(one.kind, part) for part in value] if one.is_repeated else plain(one.kind, value)
        else:
            fields[one.name] = list(value) if one.is_repeated else value
    return fields
