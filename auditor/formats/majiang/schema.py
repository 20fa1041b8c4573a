# build: plain
"""msgspec types of Majiang paipu JSON: the fields that are read, and the values that they may take.

Throughout, ``l`` is a seat by its wind in the hand, 0 the dealer; every list of four inside a hand is in that order.
"""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from auditor.core.reading.format import MOST_COUNTERS, MOST_HAN, MOST_POINTS

SeatWind = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0, le=MOST_COUNTERS)]
PaipuPoints = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
OfSeats = Annotated[list[PaipuPoints], Meta(min_length=4, max_length=4)]
Text = Annotated[str, Meta(max_length=100)]


class SeatTile(msgspec.Struct, gc=False):
    """A tile drawn or discarded: ``m5``, ``p0_``, ``z1*``; empty or ``_`` where it is hidden."""

    l: SeatWind  # noqa: E741 -- the format's own name
    p: Text


class SeatMeld(msgspec.Struct, gc=False):
    """A meld: ``m1-23``, ``s505+``, ``z1111``."""

    l: SeatWind  # noqa: E741
    m: Text


class Kaigang(msgspec.Struct, gc=False):
    """A new indicator."""

    baopai: Text


class Qipai(msgspec.Struct, gc=False):
    """The deal: round wind, dealer, honba, sticks, points, first indicator, hands. Counters left out are none."""

    zhuangfeng: SeatWind
    jushu: SeatWind
    defen: OfSeats
    baopai: Text
    shoupai: Annotated[list[Text], Meta(min_length=4, max_length=4)]
    changbang: Count = 0
    lizhibang: Count = 0


class Hupai(msgspec.Struct, gc=False):
    """A yaku. fanshu: han, or a ``*`` for each time of a yakuman. baojia: the liable seat, as the sign of a meld."""

    name: Text
    fanshu: Annotated[int, Meta(ge=0, le=MOST_HAN)] | Annotated[str, Meta(pattern=r"^\*{1,8}$")]
    baojia: Annotated[str, Meta(pattern="^[+=-]$")] | None = None


class PaipuWin(msgspec.Struct, gc=False):
    """A win. baojia: the discarder; none for a self-draw. damanguan: how many yakuman, in place of fu and han."""

    l: SeatWind  # noqa: E741
    shoupai: Text
    baojia: SeatWind | None = None
    fubaopai: Annotated[list[Text], Meta(max_length=10)] | None = None
    fu: Count | None = None
    fanshu: Count | None = None
    damanguan: Count | None = None
    defen: PaipuPoints | None = None
    hupai: Annotated[list[Hupai], Meta(max_length=100)] | None = None
    fenpei: OfSeats | None = None


class Pingju(msgspec.Struct, gc=False):
    """A drawn hand. shoupai: the hands shown, empty for one that is not."""

    name: Text = ""
    shoupai: Annotated[list[Text], Meta(min_length=4, max_length=4)] | None = None
    fenpei: OfSeats | None = None


class PaipuEntry(msgspec.Struct, gc=False):
    """An event of a hand: an object with one of these keys."""

    zimo: SeatTile | None = None
    dapai: SeatTile | None = None
    fulou: SeatMeld | None = None
    gang: SeatMeld | None = None
    gangzimo: SeatTile | None = None
    kaigang: Kaigang | None = None
    qipai: Qipai | None = None
    hule: PaipuWin | None = None
    pingju: Pingju | None = None


JSON_NULL: Final = b"null"
"""The value of a key that a game does not have."""


class Paipu(msgspec.Struct):
    """A game, each part of it still JSON."""

    log: list[msgspec.Raw]
    title: msgspec.Raw = msgspec.Raw(JSON_NULL)
    player: msgspec.Raw = msgspec.Raw(JSON_NULL)
    qijia: msgspec.Raw = msgspec.Raw(JSON_NULL)
    defen: msgspec.Raw = msgspec.Raw(JSON_NULL)
    point: msgspec.Raw = msgspec.Raw(JSON_NULL)
    rank: msgspec.Raw = msgspec.Raw(JSON_NULL)

    def colons(self) -> int:
        """How many colons it has without those in its hands where each key is once and there are no others."""
        parts = [bytes(getattr(self, key)) for key in self.__struct_fields__[1:]]
        return 1 + sum([1 + part.count(b":") for part in parts if part != JSON_NULL])


EVENTS: Final = PaipuEntry.__struct_fields__
"""The keys of events."""

HAND_DECODER: Final = msgspec.json.Decoder(list[PaipuEntry])
ENTRY_DECODER: Final = msgspec.json.Decoder(PaipuEntry)
GAME: Final = msgspec.json.Decoder(Paipu)
LIST: Final = msgspec.json.Decoder(list[msgspec.Raw])

HEADER_DECODERS: Final = {
    "title": msgspec.json.Decoder(str),
    "player": msgspec.json.Decoder(Annotated[list[str | None], Meta(min_length=4, max_length=4)]),
    "qijia": msgspec.json.Decoder(SeatWind),
    "defen": msgspec.json.Decoder(list[PaipuPoints]),
    "point": msgspec.json.Decoder(
        list[
            Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
            | Annotated[float, Meta(ge=-1e6, le=1e6)]
            | Annotated[str, Meta(pattern=r"^[+-]?\d{1,6}(\.\d{1,6})?$")]
        ]
    ),
    "rank": msgspec.json.Decoder(list[Annotated[int, Meta(ge=1, le=4)]]),
}
"""The decoders of the keys of a game that are read, apart from ``log``."""
