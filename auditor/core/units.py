"""Aliases of `int` for the program's quantities: they document signatures and cost nothing at run time."""

from typing import TypeAlias

Tile: TypeAlias = int
"""The id of a tile, 0-135; `tiles.UNKNOWN` where the log hides it."""

Kind: TypeAlias = int
"""A kind of tile, 0-33: ``tile // 4``."""

KindMask: TypeAlias = int
"""A set of kinds: bit ``kind`` is set."""

TileCounts: TypeAlias = list[int]
"""How many tiles of each of the 34 kinds."""

TileCode: TypeAlias = int
"""A tile without its copy, in two digits (see `auditor.core.reading.copies`)."""

Wind: TypeAlias = int
"""A wind: 0 east, 1 south, 2 west, 3 north."""

SeatIndex: TypeAlias = int
"""A seat, 0-3 as at the start of the game; `events.NO_SEAT` for none."""

SeatMask: TypeAlias = int
"""A set of seats: bit ``seat`` is set."""

RoundNumber: TypeAlias = int
"""A round and its dealer: 0 = E1, 1 = E2 .. 4 = S1."""

HandIndex: TypeAlias = int
"""The index of a hand in its game, from 0."""

EventIndex: TypeAlias = int
"""The index of an event in its hand, from 0."""

EventKind: TypeAlias = int
"""The kind of an event: `events.DRAW` to `events.RYUUKYOKU`."""

Mark: TypeAlias = int
"""The mark of an event: `events.TEDASHI`, `events.TSUMOGIRI`, `events.OPEN_RIICHI`, or `events.NOT_RECORDED`."""

TurnNumber: TypeAlias = int
"""The number of a seat's discard in a hand, from 1."""

Points: TypeAlias = int
"""Points, or a difference of points; a riichi stick is worth 1000 of them at most tables."""

Han: TypeAlias = int
"""Han; a yakuman is 13 for each time it is counted."""

Fu: TypeAlias = int
"""Fu (minipoints)."""

LimitNumber: TypeAlias = int
"""A limit (mangan to yakuman) by its index in `yaku.LIMIT_NAMES`; 0 for none."""

YakuNumber: TypeAlias = int
"""A yaku by Tenhou's number (see `auditor.core.yaku`)."""

YakuHan: TypeAlias = tuple[YakuNumber, Han]
"""A yaku and the han that it is worth."""

Facets: TypeAlias = int
"""What a finding can put in doubt: a set of the bits of `auditor.core.checks.doubt`."""

Needs: TypeAlias = int
"""The conditions under which a check can find anything: a set of the bits of `auditor.core.checks.check`."""
