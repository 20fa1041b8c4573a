# build: plain
"""The messages of mjx records, as far as they are used: msgspec types for JSON, ``schema.proto`` for protobuf.

Fields that are 0 or empty are left out of JSON, so that every field has a default.
"""

from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from auditor.core.events import SEATS
from auditor.core.reading.format import MOST_COUNTERS, MOST_EVENTS, MOST_HAN, MOST_POINTS
from auditor.core.reading.protobuf import messages_in
from auditor.core.tiles import TILES

_Seat = Annotated[int, Meta(ge=0, lt=SEATS)]
_Tile = Annotated[int, Meta(ge=0, lt=TILES)]
_Tiles = Annotated[list[_Tile], Meta(max_length=TILES)]
_Counter = Annotated[int, Meta(ge=0, le=MOST_COUNTERS)]
_Han = Annotated[int, Meta(ge=0, le=MOST_HAN)]
_Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
_OfSeats = Annotated[list[_Points], Meta(max_length=SEATS)]
_Meld = Annotated[int, Meta(ge=0, lt=1 << 16)]
_Melds = Annotated[list[_Meld], Meta(max_length=SEATS)]
_Yaku = Annotated[list[Annotated[int, Meta(ge=0, lt=64)]], Meta(max_length=64)]


class _Message(msgspec.Struct, rename="camel", omit_defaults=True, gc=False):
    """The base of all messages."""


class MjxScore(_Message):
    """The counters and points at the start or end of a hand. riichi: sticks on the table."""

    round: Annotated[int, Meta(ge=0, le=15)] = 0
    honba: _Counter = 0
    riichi: _Counter = 0
    tens: _OfSeats = []


class MjxEvent(_Message):
    """An event that everybody sees. type: a name, or its number. open: the code of a meld."""

    type: str | int = 0
    who: _Seat = 0
    tile: _Tile = 0
    open: _Meld = 0


class MjxPublic(_Message):
    """What everybody sees of a hand."""

    game_id: str = ""
    player_ids: Annotated[list[str], Meta(max_length=SEATS)] = []
    init_score: MjxScore = msgspec.field(default_factory=MjxScore)
    dora_indicators: _Tiles = []
    events: Annotated[list[MjxEvent], Meta(max_length=MOST_EVENTS)] = []


class MjxHand(_Message):
    """The tiles of a seat. opens: codes of its melds, in the order made."""

    closed_tiles: _Tiles = []
    opens: _Melds = []


class MjxPrivate(_Message):
    """What a seat alone sees."""

    who: _Seat = 0
    init_hand: MjxHand = msgspec.field(default_factory=MjxHand)
    draw_history: _Tiles = []


class MjxWin(_Message):
    """A win. ten: its value, without honba and sticks. ten_changes: what each seat gains."""

    who: _Seat = 0
    from_who: _Seat = 0
    hand: MjxHand = msgspec.field(default_factory=MjxHand)
    win_tile: _Tile = 0
    fu: _Han = 0
    ten: _Points = 0
    ten_changes: _OfSeats = []
    yakus: _Yaku = []
    fans: Annotated[list[_Han], Meta(max_length=64)] = []
    yakumans: _Yaku = []
    ura_dora_indicators: _Tiles = []


class MjxTenpai(_Message):
    """A hand that is shown at a draw."""

    who: _Seat = 0
    hand: MjxHand = msgspec.field(default_factory=MjxHand)


class MjxNoWinner(_Message):
    """The end of a drawn hand."""

    tenpais: Annotated[list[MjxTenpai], Meta(max_length=SEATS)] = []
    ten_changes: _OfSeats = []


class MjxTerminal(_Message):
    """The end of a hand."""

    final_score: MjxScore | None = None
    wins: Annotated[list[MjxWin], Meta(max_length=SEATS)] = []
    no_winner: MjxNoWinner | None = None
    is_game_over: bool = False


class MjxState(_Message):
    """A hand: of all seats, or an observation of one.

    remark: which rules a game was played by that was converted from another format; mjx has no such field.
    """

    public_observation: MjxPublic
    private_observations: Annotated[list[MjxPrivate], Meta(max_length=SEATS)] = []
    private_observation: MjxPrivate | None = None
    round_terminal: MjxTerminal | None = None
    remark: str | None = None


EVENT_LIST: Final = msgspec.json.Decoder(list[MjxEvent])
STATE: Final = msgspec.json.Decoder(MjxState)
STATE_OR_STATES: Final = msgspec.json.Decoder(MjxState | list[MjxState])

STATE_MESSAGES: Final = messages_in(Path(__file__).with_suffix(".proto"))
"""The fields of each message of protobuf, by its name."""
