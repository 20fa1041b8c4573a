# build: plain
"""Writes a game as mjscore text, as Tenhou's client copies it or, where it was read so, as Tonpuso keeps it."""

from collections.abc import Iterable, Iterator
from typing import Final

from auditor.core import events
from auditor.core.events import Event, Game, Hand, Player, Ryuukyoku, Win, is_tsumogiri
from auditor.core.reading import rules_stated_by
from auditor.core.reading.building import STICK, limit_of
from auditor.core.reading.format import anonymous_name
from auditor.core.reading.log_ids import is_tenhou_id
from auditor.core.reading.result_words import DRAW_TEXT, LIMIT_TEXT, YAKU_TEXT
from auditor.core.reading.stated_rules import TENHOU, rule_text_of
from auditor.core.text import as_json, without_controls
from auditor.core.tiles import EAST, RED_FIVES, SUITS, UNKNOWN, dora_of
from auditor.core.units import Tile
from auditor.formats.mjscore import NAME, TITLE
from auditor.formats.mjscore.vocabulary import CONVERTED, HONOUR_KANJI, NO_RATING, PLAYER, SEX_OF_KANJI, WIND_KANJI

_KANS: Final = (events.OPEN_KAN, events.CLOSED_KAN, events.ADDED_KAN, events.NORTH)
_ACTIONS_OF_A_LINE: Final = 12
_LIMITS_OF_TONPUSO: Final = ("", "満貫", "ハネ満貫", "倍満貫", "三倍満貫", "役満貫")
_HAN_OF_TONPUSO: Final = "〇一二三四"
_KANJI_OF_SEX: Final = {sex: kanji for kanji, sex in SEX_OF_KANJI.items()}
_PAGE: Final = "http://tenhou.net/0/?log="


def write(game: Game, comment: str = "") -> str:
    """The text of a game, to be encoded in UTF-8; a comment follows it, where no reader looks.

    Left out: when it was played, copies of tiles, when indicators of kans were turned, deposits, hands shown, values of
    self-draws in points, final points, connections. A game that does not name Tenhou's rules has another title.
    Raises ValueError for what the format cannot express: hidden tiles, uneven points at the start, payments that are
    not recorded (later points need them); earlier hands without an end; reds but none or one of each suit.
    """
    last = as_json({"comment": comment}) + "\n" if comment else ""
    return "\n".join(_Writer(game).lines()) + "\n" + last


class _Writer:
    """Writes the text of a game. is_tonpuso: whether in Tonpuso's variant. names: those of the seats."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players
        self.is_tonpuso = game.format == NAME and TITLE in game.attributes
        reds = set(game.red_tiles) | set(RED_FIVES[:1] if self.players == 3 else ())  # three play without that five
        if game.red_tiles and reds != set(RED_FIVES):
            raise ValueError("mjscore texts know no red fives but one of each suit")
        self.seats = [*game.seats, *[Player("")] * self.players][: self.players]
        self.names = [" ".join(without_controls(player.name).split()) for player in self.seats]
        shown = self._players()
        read = [one[2].rsplit("/", 2)[0].strip() for one in PLAYER.finditer(shown)]
        # The lines of gains need a name for each seat, and one that this line gives back.
        if len(set(self.names)) < self.players or "" in self.names or read != self.names:
            self.names = [anonymous_name(seat) for seat in range(self.players)]
            shown = self._players()
        self.shown = shown

    def _players(self) -> str:
        texts = []
        for seat, (name, player) in enumerate(zip(self.names, self.seats, strict=True)):
            is_graded = player.grade or player.sex or "/" in name
            grade = f"/{player.grade or ''}/{_KANJI_OF_SEX.get(player.sex, '')}" if is_graded else ""
            rating = NO_RATING if player.rating is None else f"{player.rating:.0f}"
            texts.append(f"[{seat + 1}]{name}{grade} R{rating}")
        return " ".join(texts)

    def lines(self) -> Iterator[str]:
        """All lines."""
        game = self.game
        page = _PAGE if is_tenhou_id(game.log_id) else ""
        yield f"===== {self._title()} 開始 {page}{game.log_id}".rstrip() + " ====="
        start = set(game.hands[0].scores[: self.players]) if game.hands else {0}
        if len(start) > 1 or min(start) < 0:
            raise ValueError("in an mjscore text all seats start with the same points")
        yield f"  持点{start.pop()} {self.shown}"
        for hand in game.hands:
            yield from self._hand(hand, is_last=hand is game.hands[-1])
            yield ""
        if game.hands and not game.hands[-1].is_finished:
            return
        scores = None if game.result is None else game.result.scores
        if scores is not None:
            yield "  ---- 試合結果 ----"
            best_first = sorted(range(self.players), key=lambda seat: -scores[seat])
            for place, seat in enumerate(best_first, 1):
                yield f"  {place}位 {self.names[seat]} {scores[seat]:+g}"
        yield "----- 終了 -----"
        yield ""

    def _title(self) -> str:
        game = self.game
        if self.is_tonpuso:
            return game.attributes[TITLE]
        stated = rules_stated_by(game)
        text = rule_text_of(game, stated)
        if stated.server == TENHOU and text and not any([character.isspace() for character in text]):
            return f"天鳳 L{max(game.lobby, 0):04} {text}"
        return f"{CONVERTED} {text}".strip()

    def _tile(self, tile: Tile) -> str:
        """A tile as text; a capital suit marks a red five. Raises ValueError for a hidden one."""
        if tile == UNKNOWN:
            raise ValueError("an mjscore text hides no tiles")
        kind = tile >> 2
        if kind >= EAST:
            return HONOUR_KANJI[kind - EAST]
        suit = SUITS[kind // 9]
        return f"{kind % 9 + 1}{suit.upper() if tile in self.game.red_tiles else suit}"

    def _tiles(self, tiles: Iterable[Tile]) -> str:
        return "".join([self._tile(tile) for tile in sorted(tiles)])

    def _indicators(self, tiles: Iterable[Tile]) -> str:
        """Indicators; Tonpuso writes the dora instead."""
        if self.is_tonpuso:
            tiles = [dora_of(tile >> 2, self.players) * 4 + 3 for tile in tiles]
        return "".join([self._tile(tile) for tile in tiles])

    def _hand(self, hand: Hand, *, is_last: bool) -> Iterator[str]:
        ends: list[Win | Ryuukyoku] = [event for event in hand.events if isinstance(event, Win | Ryuukyoku)]
        if hand.dealer != hand.round % 4 or (not ends and not is_last):
            raise ValueError(f"an mjscore text has an end for each hand, and its dealer is that of the round: {hand}")
        wind = WIND_KANJI[hand.round // 4 % 4]
        head = f"  {wind}{hand.round % 4 + 1}局 {hand.honba}本場(リーチ{hand.sticks})  "
        endings = self._endings(ends, hand)
        for end, ending in zip(ends, endings, strict=True):
            yield head + self._gains(end, hand, is_first=end is ends[0])
            yield "    " + ending
        if not ends:
            yield head
        for seat in range(self.players):
            wind = WIND_KANJI[(seat - hand.dealer) % self.players]
            yield f"    [{seat + 1}{wind}]{self._tiles(hand.dealt[seat])}"
        dora = [] if hand.indicator == UNKNOWN else [hand.indicator]
        dora += [event.tile for event in hand.events if event.kind == events.DORA]
        ura = next((end.ura for end in ends if isinstance(end, Win) and end.ura), ())
        yield f"    [表ドラ]{self._indicators(dora)} [裏ドラ]{self._indicators(ura)}"
        actions = list(self._actions(hand))
        for start in range(0, len(actions), _ACTIONS_OF_A_LINE):
            yield "    * " + " ".join(actions[start : start + _ACTIONS_OF_A_LINE])

    def _gains(self, end: Win | Ryuukyoku, hand: Hand, *, is_first: bool) -> str:
        """What each seat gains by an end of a hand; Tonpuso takes the sticks paid in it off the first."""
        if end.deltas is None and (isinstance(end, Win) or end.tenpai is None):
            raise ValueError(f"the payments of {hand.name}-{hand.honba} are not recorded, nor then the points after it")
        gains = list(end.deltas or (0,) * 4)
        for event in hand.events if self.is_tonpuso and is_first else ():
            if event.kind == events.DEPOSIT:
                gains[event.seat] -= STICK
        return " ".join([f"{self.names[seat]} {gains[seat]}" for seat in range(self.players) if gains[seat]])

    def _endings(self, ends: list[Win | Ryuukyoku], hand: Hand) -> list[str]:
        """The texts that say how a hand ends; "" for wins whose value is not recorded."""
        texts = [DRAW_TEXT[end.draw_type] if isinstance(end, Ryuukyoku) else self._win(end, hand) for end in ends]
        return texts if all(texts) else [""] * len(texts)

    def _win(self, win: Win, hand: Hand) -> str:
        word = "ツモ" if win.is_tsumo else "ロン"
        counted = [(number, han) for number, han in win.yaku or () if han]
        han = sum([worth for _, worth in counted])
        if win.limit == events.NOT_RECORDED and win.points == events.NOT_RECORDED:
            return ""
        limit = limit_of(win, hand.dealer, self.players)
        if self.is_tonpuso:
            value = _LIMITS_OF_TONPUSO[limit] if limit > 0 else f"{win.fu}符 {_HAN_OF_TONPUSO[han]}飜"
            return f"{value}{word} " + " ".join([YAKU_TEXT[number] for number, _ in win.yaku or ()])
        fu = "" if win.fu == events.NOT_RECORDED else f"{win.fu}符"
        points = "" if win.points == events.NOT_RECORDED or win.is_tsumo else f"{win.points}点"
        value = fu + (LIMIT_TEXT[limit] if limit > 0 else "") + points + (f"{han}飜" if counted and limit <= 0 else "")
        return f"{value}{word} " + " ".join([f"{YAKU_TEXT[number]}{worth}" for number, worth in counted])

    def _actions(self, hand: Hand) -> Iterator[str]:
        drawn: Tile = UNKNOWN
        for event in hand.events:
            if text := self._action(event, drawn):
                yield f"{event.seat + 1}{text}"
            if event.kind not in (events.RIICHI, events.DORA):
                drawn = event.tile if event.kind == events.DRAW else UNKNOWN

    def _action(self, event: Event, drawn: Tile) -> str:
        """The action of an event without its player; "" where it has none."""
        kind = event.kind
        if kind == events.DRAW:
            return f"G{self._tile(event.tile)}"
        if kind == events.DISCARD:
            return f"{'D' if is_tsumogiri(event, drawn) else 'd'}{self._tile(event.tile)}"
        if kind == events.PON:
            return "N" if self.is_tonpuso else f"N{self._tiles(event.tiles)}"
        if kind == events.CHI:
            return f"C{self._tiles(event.tiles)}"
        if kind in _KANS:
            return f"K{self._tile(event.tile)}"
        return "A" if isinstance(event, Win) else "R" if kind == events.RIICHI else ""
