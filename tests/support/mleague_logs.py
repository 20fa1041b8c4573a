"""Writes games as records of the M-League's viewer, as people type them in, for fixtures and tests."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from auditor.core import yaku
from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DEPOSIT,
    DISCARD,
    DORA,
    DRAW,
    OPEN_KAN,
    PON,
    RIICHI,
    TSUMOGIRI,
    Event,
    Game,
    Hand,
    Ryuukyoku,
    Win,
)
from auditor.core.reading.result_words import LIMIT_TEXT, YAKU_TEXT
from auditor.core.tiles import EAST, HAKU, KIND_TEXT

SEATS = ("A0", "B0", "C0", "D0")
WINDS = "東南西北"
WORDS = {
    yaku.TSUMO: "門前自摸", yaku.RIICHI: "リーチ", yaku.TANYAO: "タンヤオ", yaku.HAKU: "白", yaku.HATSU: "発",
    yaku.CHUN: "中", yaku.DOUBLE_RIICHI: "ダブルリーチ", yaku.CHANTA: "チャンタ", yaku.JUNCHAN: "純チャン",
    yaku.RED_FIVE: "赤",
}  # fmt: skip
CALLS = {CHI: "chi", PON: "pon", OPEN_KAN: "kan", CLOSED_KAN: "kan", ADDED_KAN: "kan"}


class Writer:
    """Writes the commands of a game, as one list for all hands."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.commands: list[dict[str, Any]] = []
        self.number = 0

    def add(self, cmd: str, *args: object) -> None:
        """Write a command."""
        time = f"2023-04-28 21:{self.number // 60 % 60:02}:{self.number % 60:02}"
        self.commands.append({"time": time, "id": str(self.number), "cmd": cmd, "args": [str(one) for one in args]})
        self.number += 1

    def tile(self, tile: int) -> str:
        """A tile in notation; "" for a missing one."""
        if tile < 0:
            return ""
        text = KIND_TEXT[tile >> 2]
        return text.upper() if tile in self.game.red_tiles else text

    def tiles(self, tiles: Sequence[int]) -> str:
        """Several tiles in notation."""
        return "".join([self.tile(tile) for tile in tiles])

    def dora(self, cmd: str, indicator: int) -> None:
        """Write an indicator, with the tile it makes dora."""
        if indicator < 0:
            self.add(cmd, "", "")
            return
        kind = indicator >> 2
        if kind >= HAKU:
            dora = HAKU + (kind - HAKU + 1) % 3
        elif kind >= EAST:
            dora = EAST + (kind - EAST + 1) % 4
        else:
            dora = kind // 9 * 9 + (kind + 1) % 9
        self.add(cmd, KIND_TEXT[dora], self.tile(indicator))

    def write(self) -> list[dict[str, Any]]:
        """Write the game and return all commands."""
        self.add("area", "-")
        for seat, player in zip(SEATS, self.game.seats, strict=True):
            self.add("player", seat, player.name, "user", "T001")
        self.add("gamestart", f"id={self.game.log_id}")
        for hand in self.game.hands:
            self.hand(hand)
        if self.game.result is not None and self.game.result.scores is not None:
            scores = self.game.result.scores
            order = sorted(range(4), key=lambda seat: -scores[seat])
            pairs = [text for seat in order for text in (SEATS[seat], f"{scores[seat]:.1f}")]
            self.add("gameend", *pairs, *[f"{SEATS[seat]}_rank={place}" for place, seat in enumerate(order)])
        return self.commands

    def in_turn(self) -> list[int]:
        """The seats, the dealer first."""
        return [(self.played.dealer + turn) % 4 for turn in range(4)]

    def hand(self, hand: Hand) -> None:
        """Write a hand."""
        self.played = hand
        self.left = 70
        self.drawn = -1
        self.paid = [0, 0, 0, 0]
        self.is_declaring = False
        winds = [f"{(seat - hand.dealer) % 4 + 1}z" for seat in range(4)]
        sticks = hand.sticks * 1000
        self.add("kyokustart", "0", SEATS[hand.dealer], hand.honba, sticks, f"{hand.round // 4 + 1}z", *winds)
        for seat in range(4):
            self.add("point", SEATS[seat], f"={hand.scores[seat]}")
        self.add("dice", 1, 1)
        self.dora("dora", hand.indicator)
        for first, last in ((0, 4), (4, 8), (8, 12), (12, 14)):
            for seat in self.in_turn():
                self.add("haipai", SEATS[seat], self.tiles(hand.dealt[seat][first:last]))
        for event in hand.events:
            self.event(event)
        if hand.is_finished:
            self.end(hand)

    def event(self, event: Event) -> None:
        """Write an event."""
        kind = event.kind
        if kind == DORA:
            self.dora("dora", event.tile)
        elif isinstance(event, Win):
            self.win(event)
        elif isinstance(event, Ryuukyoku):
            self.ryuukyoku(event)
        elif kind == DRAW:
            self.left -= 1
            self.drawn = event.tile
            self.add("tsumo", SEATS[event.seat], self.left, self.tile(event.tile))
        elif kind == DISCARD:
            is_drawn = event.mark == TSUMOGIRI or (event.mark < 0 and event.tile == self.drawn)
            marks = ["tsumogiri"] * is_drawn + ["richi"] * self.is_declaring
            self.add("sutehai", SEATS[event.seat], self.tile(event.tile), *marks)
            self.drawn = -1
            self.is_declaring = False
        elif kind == RIICHI:
            self.add("say", SEATS[event.seat], "richi")
            self.is_declaring = True
        elif kind == DEPOSIT:
            self.add("richi", SEATS[event.seat], "-1000")
            self.paid[event.seat] += 1000
        else:
            self.call(event)

    def call(self, event: Event) -> None:
        """Write a meld: its tiles in brackets, and the tile claimed or added."""
        self.add("say", SEATS[event.seat], CALLS[event.kind])
        if event.kind == CLOSED_KAN:
            self.add("open", SEATS[event.seat], f"({self.tiles(event.tiles)})")
        elif event.kind == ADDED_KAN:
            self.add("open", SEATS[event.seat], f"[{self.tiles(event.tiles)}]", self.tile(event.tile))
        else:
            self.add("open", SEATS[event.seat], f"<{self.tiles(event.tiles)}>", self.tile(event.tile))

    def win(self, win: Win) -> None:
        """Write a win: the hand, the ura indicators, and the value (of a tsumo, that of a ron with the same hand)."""
        seat = SEATS[win.seat]
        self.add("say", seat, "tsumo" if win.is_tsumo else "ron")
        held = list(win.hand or ())
        held.remove(win.tile)
        self.add("open", seat, self.tiles([*held, win.tile] if win.is_tsumo else held))
        for indicator in win.ura or (-1,):
            self.dora("uradora", indicator)
        han = sum([one for _, one in win.yaku or ()])
        value = LIMIT_TEXT[win.limit]
        if not win.limit:
            share = 6 if win.seat == self.played.dealer else 4
            value = str(-(-win.fu * 2 ** (2 + han) * share // 100) * 100)
        fields = [] if win.is_tsumo else [f"ron={self.tile(win.tile)}"]
        is_yakuman = any([yaku.is_yakuman(number) for number, _ in win.yaku or ()])
        self.add("agari", *fields, seat, value, 0 if is_yakuman else win.fu, *self.yaku(win))

    def yaku(self, win: Win) -> list[object]:
        """The names and han of the yaku; for a wind, no distinction between seat and round."""
        found: list[object] = []
        numbers = [number for number, han in win.yaku or () if han]
        for number, han in win.yaku or ():
            if yaku.SEAT_EAST <= number < yaku.HAKU:
                wind = (number - yaku.SEAT_EAST) % 4
                is_double = yaku.SEAT_EAST + wind in numbers and yaku.ROUND_EAST + wind in numbers
                if not is_double:
                    found += [WINDS[wind], han]
                elif number < yaku.ROUND_EAST:
                    found += [f"ダブ{WINDS[wind]}", 2]
            elif han:
                found += [WORDS.get(number, YAKU_TEXT[number]), 1 if yaku.is_yakuman(number) else han]
        return found

    def ryuukyoku(self, draw: Ryuukyoku) -> None:
        """Write a drawn hand: each seat in turn says tenpai, showing its hand, or noten."""
        for seat in self.in_turn():
            shown = draw.shown[seat] if draw.shown is not None else None
            if shown is not None:
                self.add("open", SEATS[seat], self.tiles(shown))
            self.add("say", SEATS[seat], "tenpai" if draw.tenpai is not None and draw.tenpai[seat] else "noten")
        self.add("ryukyoku")

    def end(self, hand: Hand) -> None:
        """Write what each seat gains, less the sticks that it paid in the hand, winners last."""
        ends = [event for event in hand.events if isinstance(event, Win | Ryuukyoku)]
        winners = {event.seat for event in ends if isinstance(event, Win)}
        for seat in sorted(self.in_turn(), key=winners.__contains__):
            gained = sum([end.deltas[seat] for end in ends if end.deltas is not None]) - self.paid[seat]
            if gained:
                self.add("point", SEATS[seat], f"{gained:+d}")
        self.add("kyokuend")


def commands(game: Game) -> list[dict[str, Any]]:
    """A game as the viewer's commands."""
    return Writer(game).write()


def write(game: Game, comment: str = "", changes: Sequence[Callable[[list[dict[str, Any]]], object]] = ()) -> str:
    """Write a game as a JSON array, one command a line; a comment goes into the first. changes: to the commands."""
    lines = commands(game)
    for change in changes:
        change(lines)
    if comment:
        lines[0]["comment"] = comment
    return "[" + ",\n".join([json.dumps(line, ensure_ascii=False) for line in lines]) + "]\n"


def page(record: str) -> str:
    """A web page with a record in it."""
    array = "".join(record.splitlines())
    return (
        '<!DOCTYPE html>\n<html lang="ja"><head><title>M.LEAGUE</title></head>\n<body><script>\n'
        f"UMP_PLAYER.init(true, true, '{array}', autoplay);\n</script></body></html>\n"
    )
