# build: plain
"""Writes a game as tenhou.net/6 JSON. What the format cannot hold is left out."""

import json
from typing import Final

from auditor.core import events, yaku
from auditor.core.events import Event, Game, Hand, Ryuukyoku, Win
from auditor.core.reading import rules_stated_by
from auditor.core.reading.copies import RED_CODES
from auditor.core.reading.result_words import ALL_NOTEN, ALL_TENPAI, DRAW_TEXT, LIMIT_TEXT, YAKU_TEXT
from auditor.core.reading.stated_rules import rule_text_of
from auditor.core.text import as_json
from auditor.core.tiles import UNKNOWN
from auditor.core.units import EventKind, Han, Kind, SeatIndex, Tile, TileCode, YakuNumber
from auditor.formats.tenhou6.syntax import OPEN_RIICHI_MARK, RED_COUNT_KEYS, RIICHI_MARK, TSUMOGIRI_CODE

ListEntry = int | str

_LETTERS: Final = {
    events.CHI: "c", events.PON: "p", events.OPEN_KAN: "m", events.CLOSED_KAN: "a", events.ADDED_KAN: "k",
}  # fmt: skip


def write(game: Game, comment: str = "") -> str:
    """The game as one JSON object, ended by a newline; a comment goes under the key ``comment``.

    Left out: the order between seats, the copies of tiles, the hands shown at the end, deposits, when kan indicators
    were turned, connections and the shuffle. A hidden tile is written as 0, which no reader takes for a tile.
    """
    document: dict[str, object] = {"comment": comment} if comment else {}
    if game.log_id:
        document["ref"] = game.log_id
    document["title"] = [game.attributes.get("title", ""), ""]
    document["name"] = [player.name for player in game.seats] or [""] * 4
    stated = rules_stated_by(game)._replace(is_in_lobby=False)  # the text leaves the lobby to a key of its own
    document["rule"] = {"disp": rule_text_of(game, stated), **_reds(game)}
    if game.lobby != events.NOT_RECORDED:
        document["lobby"] = game.lobby
    if any(player.grade is not None for player in game.seats):
        document["dan"] = [player.grade or "" for player in game.seats]
    if any(player.rating is not None for player in game.seats):
        document["rate"] = [player.rating for player in game.seats]
    if any(player.sex for player in game.seats):
        document["sx"] = [player.sex for player in game.seats]
    result = game.result
    if result is not None and result.points is not None and result.scores is not None:
        final: list[object] = []  # points and scores: a list of floats would make floats of points in compiled code
        for points, score in zip(result.points, result.scores, strict=True):
            final += [points, score]
        document["sc"] = final
    header = as_json(document)
    hands = ",\n".join(json.dumps(_hand(hand, game), ensure_ascii=False, separators=(",", ":")) for hand in game.hands)
    return f'{header[:-1]}, "log": [\n{hands}\n]}}\n'


def _reds(game: Game) -> dict[str, int]:
    """The red fives as in ``rule``: one flag for the usual ones, else their number of man, pin and sou."""
    if game.reds in ((0, 0, 0), (1, 1, 1)):
        return {"aka": int(game.red_fives)}
    suits = [tile // 36 for tile in game.red_tiles]
    return {key: suits.count(suit) for suit, key in enumerate(RED_COUNT_KEYS)}


def code_of_tile(tile: Tile, red_tiles: tuple[Tile, ...]) -> TileCode:
    """The two-digit code of a tile id; 0 for a hidden tile."""
    if tile == UNKNOWN:
        return 0
    kind = tile >> 2
    return RED_CODES[kind // 9] if tile in red_tiles else 10 * (kind // 9 + 1) + kind % 9 + 1


class _Lists:
    """The incoming and outgoing entries of each seat of a hand. pons: tiles and discarder, by seat and kind."""

    def __init__(self, hand: Hand, red_tiles: tuple[Tile, ...]) -> None:
        self.red_tiles = red_tiles
        self.incoming: list[list[ListEntry]] = [[], [], [], []]
        self.outgoing: list[list[ListEntry]] = [[], [], [], []]
        self.pons: dict[tuple[SeatIndex, Kind], tuple[tuple[Tile, ...], int]] = {}
        self.drawn: Tile = UNKNOWN
        self.riichi_mark = ""
        for event in hand.events:
            self.add(event)

    def add(self, event: Event) -> None:
        """Add an event to the lists of its seat."""
        seat, kind = event.seat, event.kind
        if kind == events.DRAW:
            self.drawn = event.tile
            self.incoming[seat].append(self.code(event.tile))
        elif kind == events.RIICHI:
            self.riichi_mark = OPEN_RIICHI_MARK if event.mark == events.OPEN_RIICHI else RIICHI_MARK
        elif kind == events.DISCARD:
            self.discard(event)
        elif kind in (events.CHI, events.PON, events.OPEN_KAN):
            self.incoming[seat].append(self.meld(kind, event.tiles, event.tile, (seat - event.from_seat) % 4))
            self.drawn = UNKNOWN
            if kind == events.OPEN_KAN:
                self.outgoing[seat].append(0)
            elif kind == events.PON:
                self.pons[seat, event.tile >> 2] = ((*event.tiles, event.tile), event.from_seat)
        elif kind == events.CLOSED_KAN:
            self.outgoing[seat].append(self.meld(kind, event.tiles[1:], event.tile, 0))
        elif kind == events.ADDED_KAN:
            tiles, from_seat = self.pons.get((seat, event.tile >> 2), (event.tiles, event.from_seat))
            self.outgoing[seat].append(self.meld(kind, tiles, event.tile, (seat - from_seat) % 4))
        elif kind == events.NORTH:
            self.outgoing[seat].append(f"f{self.code(event.tile)}")

    def discard(self, event: Event) -> None:
        """Add a discard: 60 for the tile just drawn, unless it is marked as tedashi."""
        is_drawn = event.tile == self.drawn and event.tile != UNKNOWN
        entry: ListEntry = TSUMOGIRI_CODE if is_drawn and event.mark != events.TEDASHI else self.code(event.tile)
        self.outgoing[event.seat].append(f"{self.riichi_mark}{entry}" if self.riichi_mark else entry)
        self.riichi_mark = ""
        self.drawn = UNKNOWN

    def code(self, tile: Tile) -> TileCode:
        return code_of_tile(tile, self.red_tiles)

    def meld(self, kind: EventKind, own: tuple[Tile, ...], tile: Tile, steps: int) -> str:
        """A meld with its letter before `tile`, which was claimed from the seat `steps` before the caller."""
        codes = [str(self.code(one)) for one in own]
        right_of_four = kind == events.OPEN_KAN and steps == 3
        before = 3 if kind == events.CLOSED_KAN or right_of_four else max(steps - 1, 0)
        codes.insert(before, f"{_LETTERS[kind]}{self.code(tile)}")
        return "".join(codes)


def _hand(hand: Hand, game: Game) -> list[object]:
    lists = _Lists(hand, game.red_tiles)
    indicators = [event.tile for event in hand.events if event.kind == events.DORA]
    if hand.indicator != UNKNOWN:
        indicators.insert(0, hand.indicator)
    wins = [event for event in hand.events if isinstance(event, Win)]
    ura = max([win.ura or () for win in wins], key=len, default=())
    fields: list[object] = [
        [hand.round, hand.honba, hand.sticks], list(hand.scores), [lists.code(tile) for tile in indicators],
        [lists.code(tile) for tile in ura],
    ]  # fmt: skip
    for seat in range(4):
        dealt = sorted(hand.dealt[seat]) if seat < len(hand.dealt) else []
        fields += [[lists.code(tile) for tile in dealt], lists.incoming[seat], lists.outgoing[seat]]
    if wins:
        result: list[object] = ["和了"]
        for win in wins:
            if win.deltas is None:
                raise ValueError(f"the win of {hand.name}-{hand.honba} has no payments, without which it holds none")
            result += [list(win.deltas), _win(win, hand, game.players)]
        fields.append(result)
    elif hand.events and isinstance(hand.events[-1], Ryuukyoku):
        fields.append(_draw(hand.events[-1], game.players))
    return fields


def _draw(draw: Ryuukyoku, players: int) -> list[object]:
    word = DRAW_TEXT.get(draw.draw_type, DRAW_TEXT[events.UNSPECIFIED])
    deltas = draw.deltas
    if draw.draw_type == events.EXHAUSTIVE and draw.tenpai is not None and not any(deltas or ()):
        if all(draw.tenpai[:players]):
            return [ALL_TENPAI]
        if not any(draw.tenpai):
            return [ALL_NOTEN]
    if deltas is not None and (draw.draw_type in events.TENPAI_DRAWS or any(deltas)):
        return [word, list(deltas)]
    return [word]


def _win(win: Win, hand: Hand, players: int) -> list[object]:
    fields: list[object] = [win.seat, win.from_seat, win.seat if win.pao_seat == events.NO_SEAT else win.pao_seat]
    if win.points == events.NOT_RECORDED and not win.yaku:
        return fields
    fields.append(_value(win, hand.dealer, players))
    for number, han in win.yaku or ():
        if han:
            fields.append(f"{YAKU_TEXT[number]}({_worth(number, han)})")
    return fields


def _worth(number: YakuNumber, han: Han) -> str:
    if yaku.is_yakuman(number) and han % yaku.YAKUMAN_HAN == 0:
        times = han // yaku.YAKUMAN_HAN
        return "役満" if times == 1 else f"{times}倍役満"
    return f"{han}飜"


def _value(win: Win, dealer: SeatIndex, players: int) -> str:
    """The value of a win as Tenhou writes it, such as ``30符2飜2000点`` or ``満貫2000-4000点``."""
    if win.points == events.NOT_RECORDED:
        return ""
    han = sum(worth for _, worth in win.yaku or ()) or win.han
    if win.limit >= len(LIMIT_TEXT):
        raise ValueError(f"tenhou.net/6 has no word for the limit {win.limit}")
    if win.limit > 0:
        text = LIMIT_TEXT[win.limit]
    else:
        text = f"{win.fu}符" * (win.fu != events.NOT_RECORDED) + f"{han}飜" * (han > 0)
    return f"{text}{_payments(win, dealer, players)}" if win.is_tsumo else f"{text}{win.points}点"


def _payments(win: Win, dealer: SeatIndex, players: int) -> str:
    """The payments of a self-draw, derived from their sum: the dealer pays twice as much as the others, rounded up."""
    if win.seat == dealer:
        each, rest = divmod(win.points, players - 1)
        return f"{win.points}点" if rest else f"{each}点∀"
    for rounding in (0, 100):
        low, rest = divmod(win.points + rounding, players)
        if rest == 0 and low % 100 == 0:
            return f"{low}-{2 * low - rounding}点"
    return f"{win.points}点"
