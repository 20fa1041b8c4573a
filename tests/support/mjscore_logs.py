"""Writes games as mjscore text, as copied by Tenhou's client or kept by Tonpuso, for fixtures and tests."""

import json
from collections.abc import Iterator

from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DEPOSIT,
    DISCARD,
    DORA,
    DRAW,
    EXHAUSTIVE,
    NORTH,
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
from auditor.core.reading.result_words import DRAW_TEXT, LIMIT_TEXT, YAKU_TEXT
from auditor.core.tiles import dora_of
from auditor.core.yaku import YAKUMAN_HAN

HONOURS = "東南西北白発中"
KANS = (OPEN_KAN, CLOSED_KAN, ADDED_KAN, NORTH)
ACTIONS_OF_A_LINE = 12
TONPUSO_LIMITS = ("", "満貫", "ハネ満貫", "倍満貫", "三倍満貫", "役満貫")


class Writer:
    """Writes the text of a game. is_tonpuso: in Tonpuso's variant."""

    def __init__(self, game: Game, *, is_tonpuso: bool = False) -> None:
        self.game = game
        self.is_tonpuso = is_tonpuso
        self.players = game.players

    def tile(self, tile: int) -> str:
        """A tile as text; a capital suit marks a red five."""
        kind = tile >> 2
        if kind >= 27:
            return HONOURS[kind - 27]
        suit = "mps"[kind // 9]
        return f"{kind % 9 + 1}{suit.upper() if tile in self.game.red_tiles else suit}"

    def tiles(self, tiles: tuple[int, ...] | list[int]) -> str:
        """Several tiles."""
        return "".join([self.tile(tile) for tile in sorted(tiles)])

    def indicators(self, tiles: list[int]) -> str:
        """Indicators; Tonpuso writes the dora instead."""
        if not self.is_tonpuso:
            return "".join([self.tile(tile) for tile in tiles])
        return "".join([self.tile(dora_of(tile >> 2, self.players) * 4 + 3) for tile in tiles])

    def lines(self) -> Iterator[str]:
        """All lines."""
        game = self.game
        if self.is_tonpuso:
            yield "===== 東南戦：仲間でワイワイ卓 64卓 開始 2001/02/03 04:05 ====="
        else:
            rule = game.rule_text or "般南喰赤"
            page = "http://tenhou.net/0/?log=2020010203gm-0009-0000-00000001"
            yield f"===== 天鳳 L0000 {rule} 開始 2020/01/02 {page} ====="
        names = [player.name for player in game.seats]
        shown = names if self.is_tonpuso else [f"{name}/初段/男" for name in names]
        players = " ".join([f"[{seat + 1}]{name} R1500" for seat, name in enumerate(shown)])
        yield f"  持点{game.hands[0].scores[0]} {players}"
        for hand in game.hands:
            yield from self.hand(hand, names)
            yield ""
        yield "  ---- 試合結果 ----"
        for place, name in enumerate(names):
            yield f"  {place + 1}位 {name} +0"
        yield "----- 終了 -----"
        yield ""

    def hand(self, hand: Hand, names: list[str]) -> Iterator[str]:
        """The lines of a hand."""
        ends = [one for one in hand.events if isinstance(one, Win | Ryuukyoku)]
        head = f"  {'東南西北'[hand.round // 4]}{hand.round % 4 + 1}局 {hand.honba}本場(リーチ{hand.sticks})  "
        paid = [one.seat for one in hand.events if one.kind == DEPOSIT]
        for number, one in enumerate(ends or [None]):
            deltas = list(one.deltas if one is not None and one.deltas is not None else (0, 0, 0, 0))
            if self.is_tonpuso and number == 0:
                deltas = [points - 1000 * paid.count(seat) for seat, points in enumerate(deltas)]
            gains = [f"{names[seat]} {deltas[seat]}" for seat in range(self.players) if deltas[seat]]
            yield head + " ".join(gains)
            yield "    " + (self.ending(one) if one is not None else "")
        for seat in range(self.players):
            wind = "東南西北"[(seat - hand.round % 4) % self.players]
            yield f"    [{seat + 1}{wind}]{self.tiles(hand.dealt[seat])}"
        dora = [hand.indicator, *[one.tile for one in hand.events if one.kind == DORA]]
        ura = next((list(one.ura) for one in ends if isinstance(one, Win) and one.ura), [])
        yield f"    [表ドラ]{self.indicators(dora)} [裏ドラ]{self.indicators(ura)}"
        actions = [text for place, one in enumerate(hand.events) if (text := self.action(hand, place, one))]
        for start in range(0, len(actions), ACTIONS_OF_A_LINE):
            yield "    * " + " ".join(actions[start : start + ACTIONS_OF_A_LINE])

    def ending(self, end: Win | Ryuukyoku) -> str:
        """The result line of a win or a draw."""
        if isinstance(end, Ryuukyoku):
            return DRAW_TEXT[end.draw_type if end.draw_type else EXHAUSTIVE]
        word = "ツモ" if end.is_tsumo else "ロン"
        yaku = end.yaku or ()
        han = sum([han for _, han in yaku])
        if self.is_tonpuso:
            value = TONPUSO_LIMITS[end.limit] if end.limit > 0 else f"{end.fu}符 {'〇一二三四'[han]}飜"
            return f"{value}{word} " + " ".join([YAKU_TEXT[number] for number, _ in yaku])
        value = LIMIT_TEXT[end.limit] if end.limit > 0 else f"{end.fu}符{end.points}点{han}飜"
        texts = [f"{YAKU_TEXT[number]}{han if han < YAKUMAN_HAN else ''}" for number, han in yaku if han]
        return f"{value}{word} " + " ".join(texts)

    def action(self, hand: Hand, place: int, one: Event) -> str:
        """The action of an event; "" where it has none."""
        number = one.seat + 1
        if one.kind == DRAW:
            return f"{number}G{self.tile(one.tile)}"
        if one.kind == DISCARD:
            before = [event for event in hand.events[:place] if event.kind not in (RIICHI, DORA)][-1:]
            is_drawn = one.mark == TSUMOGIRI or bool(before and before[0].kind == DRAW and before[0].tile == one.tile)
            return f"{number}{'D' if is_drawn else 'd'}{self.tile(one.tile)}"
        if one.kind == RIICHI:
            return f"{number}R"
        if one.kind == PON:
            return f"{number}N{'' if self.is_tonpuso else self.tiles(one.tiles)}"
        if one.kind == CHI:
            return f"{number}C{self.tiles(one.tiles)}"
        if one.kind in KANS:
            return f"{number}K{self.tile(one.tile)}"
        return f"{number}A" if isinstance(one, Win) else ""


def write(game: Game, comment: str = "", *, is_tonpuso: bool = False) -> str:
    """Write the text of a game; the comment follows it, where no reader looks."""
    last = json.dumps({"comment": comment}, ensure_ascii=False) + "\n" if comment else ""
    return "\n".join(Writer(game, is_tonpuso=is_tonpuso).lines()) + "\n" + last
