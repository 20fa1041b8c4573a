"""The JSON that tools leave of Mahjong Soul's records, as types: what is not named here is passed over.

Field names are the server's. Parts of a record that are rarely needed, and records themselves, stay JSON text until
they are asked for, so that one bad record costs its hand alone.
"""

from typing import Any, Final

import msgspec
from msgspec import Raw, field

_NOTHING: Final = Raw(b"")


NO_RECORD: Final = "?"
"""The name of an entry that is no record."""


class JsonRecord(msgspec.Struct):
    """A record as it is in a list: with its name next to it (`data`), or in it."""

    name: str = ""
    data: Raw = _NOTHING


class Action(msgspec.Struct):
    """An entry of the second generation; others than records have no result."""

    result: JsonRecord | None = None


class JsonContents(msgspec.Struct):
    """What a ``GameDetailRecords`` holds, or the bytes of one."""

    actions: list[Raw] = []
    records: list[Raw] = []


class Data(msgspec.Struct):
    """A wrapper by its name, or a Node.js buffer: then `data` holds numbers; text is base64."""

    data: JsonContents | list[int] | str | None = None


class Document(msgspec.Struct):
    """A file: the answer of the server, or what a tool made of it."""

    head: Raw = _NOTHING
    data: Data | str | None = None
    """A wrapper, a buffer, or the bytes in base64."""
    records: list[Raw] | None = None
    details: list[Raw] | None = None
    actions: list[Raw] | None = None
    """Of a tool that leaves out the head and what is around the records."""


class TypedItem(msgspec.Struct):
    """The name of a record that is in it."""

    python: str = field(default="", name="@type")
    node: str = field(default="", name="__type")


class LiQi(msgspec.Struct):
    """A riichi whose stick is paid."""

    seat: int = 0
    score: int = 0
    liqibang: int = 0
    failed: bool = False


class Operation(msgspec.Struct):
    """Something that a seat may do."""

    type: int = 0


class Operations(msgspec.Struct):
    """What a seat may do."""

    seat: int = 0
    operation_list: list[Operation] = []


class NewRound(msgspec.Struct):
    """``RecordNewRound``."""

    chang: int = 0
    ju: int = 0
    ben: int = 0
    dora: str = ""
    scores: list[int] = []
    liqibang: int = 0
    tiles0: list[str] = []
    tiles1: list[str] = []
    tiles2: list[str] = []
    tiles3: list[str] = []
    begin_tiles0: list[str] = field(default_factory=list, name="begin_tiles[0]")
    begin_tiles1: list[str] = field(default_factory=list, name="begin_tiles[1]")
    begin_tiles2: list[str] = field(default_factory=list, name="begin_tiles[2]")
    begin_tiles3: list[str] = field(default_factory=list, name="begin_tiles[3]")
    operation: Operations | None = None
    md5: str = ""
    paishan: str = ""
    doras: list[str] = []
    sha256: str = ""
    salt_sha256: str = field(default="", name="saltSha256")
    salt: str = ""

    def __post_init__(self) -> None:
        """Take the hands from the fields that an old client named otherwise."""
        if not self.tiles0:
            self.tiles0, self.tiles1, self.tiles2, self.tiles3 = (
                self.begin_tiles0, self.begin_tiles1, self.begin_tiles2, self.begin_tiles3,
            )  # fmt: skip


class DealTile(msgspec.Struct):
    """``RecordDealTile``."""

    seat: int = 0
    tile: str = ""
    liqi: LiQi | None = None
    doras: list[str] = []
    zhenting: list[bool] | None = None
    operation: Operations | None = None


class DiscardTile(msgspec.Struct):
    """``RecordDiscardTile``."""

    seat: int = 0
    tile: str = ""
    is_liqi: bool = False
    moqie: bool = False
    zhenting: list[bool] | None = None
    doras: list[str] = []
    is_wliqi: bool = False
    operations: list[Operations] | None = None


class ChiPengGang(msgspec.Struct):
    """``RecordChiPengGang``."""

    seat: int = 0
    type: int = 0
    tiles: list[str] = []
    froms: list[int] = []
    liqi: LiQi | None = None
    zhenting: list[bool] | None = None
    operation: Operations | None = None


class AnGangAddGang(msgspec.Struct):
    """``RecordAnGangAddGang``."""

    seat: int = 0
    type: int = 0
    tiles: str = ""
    doras: list[str] = []
    operations: list[Operations] | None = None


class BaBei(msgspec.Struct):
    """``RecordBaBei``."""

    seat: int = 0
    moqie: bool = False
    doras: list[str] = []
    operations: list[Operations] | None = None


class Fan(msgspec.Struct):
    """A yaku of a win: by its number, in old records by its name."""

    name: str = ""
    val: int = 0
    id: int = 0


class JsonWin(msgspec.Struct):
    """A win of a ``RecordHule``."""

    hand: list[str] = []
    ming: list[str] = []
    hu_tile: str = ""
    seat: int = 0
    zimo: bool = False
    liqi: bool = False
    doras: list[str] = []
    li_doras: list[str] = []
    yiman: bool = False
    count: int = 0
    fans: list[Fan] = []
    fu: int = 0
    title: str = ""
    point_rong: int = 0
    point_zimo_qin: int = 0
    point_zimo_xian: int = 0
    title_id: int = 0
    baopai: int = 0


class JsonHule(msgspec.Struct):
    """``RecordHule``."""

    hules: list[JsonWin] = []
    old_scores: list[int] = []
    delta_scores: list[int] = []
    scores: list[int] = []
    doras: list[str] = []
    baopai: int = 0


class NoTilePlayer(msgspec.Struct):
    """A seat of a ``RecordNoTile``."""

    tingpai: bool = False
    hand: list[str] = []


class NoTileScore(msgspec.Struct):
    """A payment of a ``RecordNoTile``."""

    old_scores: list[int] = []
    delta_scores: list[int] = []


class NoTile(msgspec.Struct):
    """``RecordNoTile``."""

    liujumanguan: bool = False
    players: list[NoTilePlayer] = []
    scores: list[NoTileScore] = []


class LiuJu(msgspec.Struct):
    """``RecordLiuJu``."""

    type: int = 0
    seat: int = 0
    tiles: list[str] = []
    liqi: LiQi | None = None


RECORDS: Final[dict[str, type[msgspec.Struct]]] = {
    "RecordNewRound": NewRound,
    "RecordDealTile": DealTile,
    "RecordDiscardTile": DiscardTile,
    "RecordChiPengGang": ChiPengGang,
    "RecordAnGangAddGang": AnGangAddGang,
    "RecordBaBei": BaBei,
    "RecordHule": JsonHule,
    "RecordNoTile": NoTile,
    "RecordLiuJu": LiuJu,
}
"""The type of each record by its name."""

DECODERS: Final[dict[str, Any]] = {name: msgspec.json.Decoder(kind, strict=False) for name, kind in RECORDS.items()}
"""Their decoders, which take numbers as texts and flags as numbers too, as some tools write them."""
decode_action: Final = msgspec.json.Decoder(Action).decode
decode_item: Final = msgspec.json.Decoder(JsonRecord).decode
decode_type: Final = msgspec.json.Decoder(TypedItem).decode
decode_documents: Final = msgspec.json.Decoder(list[Raw]).decode
decode_document: Final = msgspec.json.Decoder(Document).decode


def without_nulls(raw: Any) -> bytes:
    """A JSON text without the members and elements that are null. Raises what msgspec does."""
    return msgspec.json.encode(_pruned(msgspec.json.decode(raw)))


def _pruned(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _pruned(one) for key, one in value.items() if one is not None}
    if isinstance(value, list):
        return [_pruned(one) for one in value if one is not None]
    return value
