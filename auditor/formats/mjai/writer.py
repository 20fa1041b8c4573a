# build: plain
"""Writes a game as mjai JSON Lines, one event a line, in the order that mjai programs agree on."""

import json
from typing import Any, Final

from auditor.core import events
from auditor.core.events import Deposit, Event, Game, Hand, Ryuukyoku, Win, is_tsumogiri
from auditor.core.reading.stated_rules import EAST_AND_SOUTH
from auditor.core.text import as_json
from auditor.core.tiles import HAND_TILES, UNKNOWN, WIND_LETTERS
from auditor.core.units import SeatIndex, Tile
from auditor.formats.mjai import EAST_ONLY, KYOKU_FIRST, PRESET, RULES
from auditor.formats.mjai.vocabulary import CLAIM_KINDS, DRAW_OF_REASON, HIDDEN_TILE, LONGER, tile_text

_CALL_NAMES: Final = {kind: name for name, kind in CLAIM_KINDS.items()}
_REASONS: Final = {draw_type: reason for reason, draw_type in reversed(DRAW_OF_REASON.items())}


def write(game: Game, comment: str = "") -> str:
    """The game as text. What mjai has no field for is left out; a comment goes under a key that readers ignore."""
    start: dict[str, Any] = {"type": "start_game", "names": [player.name for player in game.seats]}
    if length := _length(game):
        start[KYOKU_FIRST] = int(length)
    if PRESET in game.attributes:
        start[PRESET] = game.attributes[PRESET]
    if RULES in game.attributes:
        start[RULES] = json.loads(game.attributes[RULES])
    start["aka_flag"] = game.red_fives
    if comment:
        start["comment"] = comment
    lines = [start]
    for hand in game.hands:
        lines += _Writer(game, hand).lines
    end: dict[str, Any] = {"type": "end_game"}
    if game.result is not None and game.result.points is not None:
        end["scores"] = list(game.result.points[: game.players])
    lines.append(end)
    return "".join([as_json(line, separators=(",", ":")) + "\n" for line in lines])


def _length(game: Game) -> str:
    """``kyoku_first``: EAST_ONLY or LONGER, "" where the log does not say."""
    if game.attributes.get(KYOKU_FIRST):
        return game.attributes[KYOKU_FIRST]
    if game.rule_bits != events.NOT_RECORDED:
        return LONGER if game.rule_bits & EAST_AND_SOUTH else EAST_ONLY
    if "南" in game.rule_text:
        return LONGER
    return EAST_ONLY if "東" in game.rule_text else ""


class _Writer:
    """The lines of a hand."""

    def __init__(self, game: Game, hand: Hand) -> None:
        self.players = game.players
        self.red_tiles = game.red_tiles
        self.drawn: Tile = UNKNOWN
        self.melds = [0, 0, 0, 0]
        self.lines: list[dict[str, Any]] = [
            {
                "type": "start_kyoku", "bakaze": WIND_LETTERS[hand.round // 4 % 4],
                "dora_marker": self.tile(hand.indicator), "kyoku": hand.round % 4 + 1, "honba": hand.honba,
                "kyotaku": hand.sticks, "oya": hand.dealer, "scores": list(hand.scores[: self.players]),
                "tehais": [self.tiles(tuple(sorted(tiles))) for tiles in hand.dealt[: self.players]],
            }
        ]  # fmt: skip
        for event in hand.events:
            self.lines.append(self.line(event))
        if hand.is_finished:
            self.lines.append({"type": "end_kyoku"})

    def tile(self, tile: Tile) -> str:
        """A tile id as text."""
        return tile_text(tile, self.red_tiles)

    def tiles(self, tiles: tuple[Tile, ...]) -> list[str]:
        """Tile ids as texts."""
        return [self.tile(tile) for tile in tiles]

    def line(self, event: Event) -> dict[str, Any]:
        """The line of an event."""
        kind = event.kind
        if isinstance(event, Win):
            return self.win(event)
        if isinstance(event, Ryuukyoku):
            return self.ryuukyoku(event)
        if kind == events.DORA:
            return {"type": "dora", "dora_marker": self.tile(event.tile)}
        line: dict[str, Any] = {"actor": event.seat}
        if kind == events.DRAW:
            self.drawn = event.tile
            return {"type": "tsumo"} | line | {"pai": self.tile(event.tile)}
        if kind == events.DISCARD:
            line |= {"pai": self.tile(event.tile), "tsumogiri": is_tsumogiri(event, self.drawn)}
            self.drawn = UNKNOWN
            return {"type": "dahai"} | line
        if kind == events.RIICHI:
            return {"type": "reach"} | line
        if isinstance(event, Deposit):
            scores = {} if event.scores is None else {"scores": list(event.scores[: self.players])}
            return {"type": "reach_accepted"} | line | scores
        if kind in (events.CHI, events.PON, events.OPEN_KAN):
            self.drawn = UNKNOWN
            self.melds[event.seat] += 1
            claimed = {"target": event.from_seat, "pai": self.tile(event.tile), "consumed": self.tiles(event.tiles)}
            return {"type": _CALL_NAMES[kind]} | line | claimed
        if kind == events.CLOSED_KAN:
            self.melds[event.seat] += 1
            return {"type": "ankan"} | line | {"consumed": self.tiles(event.tiles)}
        if kind == events.ADDED_KAN:
            return {"type": "kakan"} | line | {"pai": self.tile(event.tile), "consumed": self.tiles(event.tiles)}
        assert kind == events.NORTH
        return {"type": "kita"} | line | {"pai": self.tile(event.tile)}

    def win(self, win: Win) -> dict[str, Any]:
        """A win."""
        line: dict[str, Any] = {"type": "hora", "actor": win.seat, "target": win.from_seat, "pai": self.tile(win.tile)}
        if win.ura is not None:
            line["ura_markers"] = self.tiles(win.ura)
        if win.fu != events.NOT_RECORDED:
            line["fu"] = win.fu
        if win.points != events.NOT_RECORDED:
            line["hora_points"] = win.points
        if win.deltas is not None:
            line["deltas"] = list(win.deltas[: self.players])
        return line

    def ryuukyoku(self, draw: Ryuukyoku) -> dict[str, Any]:
        """A drawn hand."""
        line: dict[str, Any] = {"type": "ryukyoku"}
        if draw.draw_type in _REASONS:
            line["reason"] = _REASONS[draw.draw_type]
        if draw.shown is not None and any([hand is not None for hand in draw.shown]):
            line["tehais"] = [self.shown(draw, seat) for seat in range(self.players)]
        if draw.tenpai is not None:
            line["tenpais"] = list(draw.tenpai[: self.players])
        if draw.deltas is not None:
            line["deltas"] = list(draw.deltas[: self.players])
        return line

    def shown(self, draw: Ryuukyoku, seat: SeatIndex) -> list[str]:
        """The hand that a seat shows at a draw; if it shows none, as many hidden tiles."""
        hand = draw.shown[seat] if draw.shown is not None else None
        return self.tiles(hand) if hand is not None else [HIDDEN_TILE] * (HAND_TILES - 3 * self.melds[seat])
