"""The words of mjlog: its elements, their attributes, and the codes in them."""

from typing import Final

from auditor.events import (
    FOUR_KANS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NAGASHI_MANGAN,
    NINE_TERMINALS,
    NOT_RECORDED,
    SEATS,
    TRIPLE_RON,
    TSUMOGIRI,
    Event,
)
from auditor.formats.mjlog.signs import ROOT
from auditor.formats.shared_events import discard_of, draw_of
from auditor.tiles import TILES, UNKNOWN
from auditor.units import EventIndex, HandIndex

VERSION: Final = "2.3"

DRAW_TAGS: Final = "TUVW"
DISCARD_TAGS: Final = "DEFG"
"""The letters before a tile, by seat; a small letter marks a tile discarded as drawn, where a log has marks."""

TILE_LETTERS: Final = DRAW_TAGS + DISCARD_TAGS + DISCARD_TAGS.lower()

GRADE_OF_DAN: Final = (
    "新人", "9級", "8級", "7級", "6級", "5級", "4級", "3級", "2級", "1級", "初段", "二段", "三段", "四段", "五段",
    "六段", "七段", "八段", "九段", "十段", "天鳳位",
)  # fmt: skip
"""Grade of each ``dan`` number."""

DRAW_OF_TYPE: Final = {
    "yao9": NINE_TERMINALS,
    "kaze4": FOUR_WINDS,
    "reach4": FOUR_RIICHI,
    "kan4": FOUR_KANS,
    "ron3": TRIPLE_RON,
    "nm": NAGASHI_MANGAN,
}
"""``RYUUKYOKU type`` to draw type; without a type the draw is exhaustive."""

GO_FACTS: Final = ("title", "rule", "ranking", "csrule")
UN_FACTS: Final = ("gold", "rc")
END_FACTS: Final = ("ratio",)
"""Attributes that go into `Game.attributes` under their own names."""

CHIP_FACTS: Final = ("chip",)
"""Attributes that parlour rooms put on a hand's elements; see `hand_fact`."""

KNOWN_ATTRIBUTES: Final = {
    ROOT: {"ver"},
    "SHUFFLE": {"seed", "ref"},
    "GO": {"type", "lobby", *GO_FACTS},
    "UN": {"n0", "n1", "n2", "n3", "dan", "rate", "sx", *UN_FACTS},
    "BYE": {"who"},
    "TAIKYOKU": {"oya"},
    "INIT": {"seed", "ten", "oya", "hai0", "hai1", "hai2", "hai3", "shuffle", *CHIP_FACTS},
    "N": {"who", "m"},
    "REACH": {"who", "step", "ten"},
    "DORA": {"hai"},
    "AGARI": {
        "ba", "hai", "m", "machi", "ten", "yaku", "yakuman", "doraHai", "doraHaiUra", "who", "fromWho", "paoWho", "sc",
        "owari", *CHIP_FACTS, *END_FACTS,
    },
    "RYUUKYOKU": {"type", "ba", "sc", "hai0", "hai1", "hai2", "hai3", "owari", *CHIP_FACTS, *END_FACTS},
}  # fmt: skip


def _tile_events() -> dict[str, Event]:
    events: dict[str, Event] = {}
    for seat in range(SEATS):
        events[DRAW_TAGS[seat]] = draw_of(seat, UNKNOWN)
        for tile in range(TILES):
            events[f"{DRAW_TAGS[seat]}{tile}"] = draw_of(seat, tile)
            events[f"{DISCARD_TAGS[seat]}{tile}"] = discard_of(seat, tile, NOT_RECORDED)
            events[f"{DISCARD_TAGS[seat].lower()}{tile}"] = discard_of(seat, tile, TSUMOGIRI)
    return events


TILE_EVENTS: Final = _tile_events()
"""The event of every tile element; ``T`` without a number is a draw that a live record hides. All games share them."""


def hand_fact(hand: HandIndex, element: str, name: str, event: EventIndex | None = None) -> str:
    """The key in `Game.attributes` of an attribute that only parlour rooms have, as in ``hand 3 event 60 AGARI sc``."""
    return f"hand {hand} {element} {name}" if event is None else f"hand {hand} event {event} {element} {name}"


def grade_name(number: int) -> str:
    """The name of a grade number; a number that stands for no grade is written as it is."""
    return GRADE_OF_DAN[number] if 0 <= number < len(GRADE_OF_DAN) else str(number)
