# build: plain
"""Writes a game as Majiang paipu JSON. What the format cannot hold is left out."""

import json
from collections.abc import Sequence
from typing import Any, Final

from auditor.core import events, yaku
from auditor.core.events import Event, FinalResult, Game, Hand, Meld, Player, Ryuukyoku, Win, is_tsumogiri, meld_of
from auditor.core.reading import rules_stated_by
from auditor.core.reading.building import Holdings
from auditor.core.reading.stated_rules import TENHOU, rule_text_of
from auditor.core.text import as_json
from auditor.core.tiles import UNKNOWN
from auditor.core.units import SeatIndex, Tile, Wind
from auditor.formats.majiang import vocabulary
from auditor.formats.majiang.vocabulary import meld_text

WrittenEntry = dict[str, dict[str, Any]]

_LIABLE: Final = (yaku.DAISANGEN, yaku.DAISUUSHII, yaku.SUUKANTSU)


def write(game: Game, comment: str = "") -> str:
    """The game as one JSON object, ended by a newline; a comment goes under a key that readers ignore.

    Left out: deposits, the copies of tiles, connections, the shuffle and dice. Raises ValueError for what the format
    cannot express: three players, a dealer who is not that of the round, a claim from oneself.
    """
    if game.players != 4:
        raise ValueError("Majiang is played by four")
    document: dict[str, Any] = {"comment": comment} if comment else {}
    first = int(game.attributes.get("qijia", "0"))
    document["title"] = _title(game)
    document["player"] = _of_players([_player(player) for player in game.seats] or [""] * 4, first)
    document["qijia"] = first
    header = as_json(document)
    hands = [json.dumps(_Writer(game, hand).entries, ensure_ascii=False, separators=(",", ":")) for hand in game.hands]
    end = as_json(_end(game.result, first))
    log = ",\n".join(hands)
    return f'{header[:-1]}, "log": [\n{log}\n], {end[1:-1]}}}\n'


def _of_players(values: Sequence[Any], first: SeatIndex) -> list[Any]:
    """Reorder values by seat into values by player. first: the player who deals first."""
    return [values[(player - first) % 4] for player in range(4)]


def _end(result: FinalResult | None, first: SeatIndex) -> dict[str, Any]:
    """The result of the game; empty lists where it has not ended."""
    if result is None or result.points is None:
        return {"defen": [], "point": [], "rank": []}
    own = result.points
    order = sorted(range(4), key=lambda seat: -own[seat])
    points: list[str] | None = None
    if result.scores is not None:
        is_rounded = all([score.is_integer() for score in result.scores])
        points = [f"{score:.0f}" if is_rounded else f"{score:.1f}" for score in result.scores]
    return {
        "defen": _of_players(own, first),
        "point": None if points is None else _of_players(points, first),
        "rank": _of_players([order.index(seat) + 1 for seat in range(4)], first),
    }


def _title(game: Game) -> str:
    """The log's title, or Tenhou's rules and id as its converter writes them."""
    if "title" in game.attributes:
        return game.attributes["title"]
    stated = rules_stated_by(game)
    players = "四" if stated.server == TENHOU else ""
    rules = rule_text_of(game, stated)
    return "\n".join([part for part in (players + rules if rules else "", game.log_id) if part])


def _player(player: Player) -> str:
    """The name, and in the next line grade and rating."""
    facts = [player.grade or "", "" if player.rating is None else f"R{player.rating:g}"]
    text = " ".join([fact for fact in facts if fact])
    return f"{player.name}\n({text})" if text else player.name


class _Writer:
    """Writes the entries of a hand.

    texts: of each seat's melds. declared: who has declared riichi. turned: indicators to write after the next
    draw or discard. owed: the number of kans whose indicator is turned with a later discard.
    """

    def __init__(self, game: Game, hand: Hand) -> None:
        self.red_tiles = game.red_tiles
        self.dealer = hand.dealer
        if hand.dealer != hand.round % 4:
            raise ValueError(f"in Majiang the dealer of {hand.name} is seat {hand.round % 4}")
        self.holdings = Holdings(hand)
        self.texts: list[dict[Meld, str]] = [{}, {}, {}, {}]
        self.declared = [False] * 4
        self.is_declaring = False
        self.drawn: Tile = UNKNOWN
        self.last_kan = False
        self.turned: list[int] = []
        self.owed = 0
        start = {
            "zhuangfeng": hand.round // 4, "jushu": hand.round % 4, "changbang": hand.honba, "lizhibang": hand.sticks,
            "defen": self.of_winds(hand.scores), "baopai": self.tile(hand.indicator),
            "shoupai": self.of_winds([self.hand(tiles) for tiles in hand.dealt]),
        }  # fmt: skip
        self.entries: list[WrittenEntry] = [{"qipai": start}]
        for event in hand.events:
            self.add(event)
        self.turn(len(self.turned))

    def of_winds(self, values: Sequence[Any]) -> list[Any]:
        """Reorder values by seat into values by wind."""
        return [values[(self.dealer + wind) % 4] for wind in range(4)]

    def wind(self, seat: SeatIndex) -> Wind:
        return (seat - self.dealer) % 4

    def tile(self, tile: Tile) -> str:
        return vocabulary.tile_text(tile, self.red_tiles)

    def hand(self, tiles: Sequence[Tile]) -> str:
        """A hand as text, "" where all of it is hidden."""
        return "" if all([tile == UNKNOWN for tile in tiles]) else vocabulary.hand_text(tiles, self.red_tiles)

    def write(self, kind: str, seat: SeatIndex, **fields: Any) -> None:
        self.entries.append({kind: {"l": self.wind(seat)} | fields})

    def turn(self, count: int) -> None:
        """Write the first `count` of the indicators to write."""
        for tile in self.turned[:count]:
            self.entries.append({"kaigang": {"baopai": self.tile(tile)}})
        self.turned = self.turned[count:]

    def add(self, event: Event) -> None:
        """Write an event."""
        kind, seat = event.kind, event.seat
        self.holdings.add(event)
        if kind == events.DORA:
            self.turned.append(event.tile)
        elif kind == events.DRAW:
            self.draw(event)
        elif kind == events.RIICHI:
            self.is_declaring = True
        elif kind == events.DISCARD:
            sign = vocabulary.TSUMOGIRI_SIGN if is_tsumogiri(event, self.drawn) else ""
            sign += vocabulary.RIICHI_SIGN if self.is_declaring else ""
            self.declared[seat] |= self.is_declaring
            self.is_declaring = False
            self.write("dapai", seat, p=self.tile(event.tile) + sign)
            self.drawn = UNKNOWN
            self.owed = 0
            self.turn(len(self.turned))
        elif events.CHI <= kind <= events.ADDED_KAN:
            self.meld(event)
        elif isinstance(event, Win):
            self.turn(len(self.turned))
            self.win(event)
        elif isinstance(event, Ryuukyoku):
            self.turn(len(self.turned))
            self.ryuukyoku(event)

    def draw(self, event: Event) -> None:
        """Write a draw. Indicators that kans before the latest one still owe come before its replacement tile."""
        if self.last_kan:
            older = min(self.owed - 1, len(self.turned))
            self.turn(older)
            self.owed -= older
        self.write("gangzimo" if self.last_kan else "zimo", event.seat, p=self.tile(event.tile))
        if self.last_kan:
            self.owed -= len(self.turned)
            self.turn(len(self.turned))
        self.last_kan = False
        self.drawn = event.tile

    def meld(self, event: Event) -> None:
        """Write a meld. Indicators turned since the latest draw come after it."""
        kind, seat = event.kind, event.seat
        meld = meld_of(event)
        text = self.texts[seat][meld] = self.meld_text(seat, meld)
        self.write("gang" if kind in (events.CLOSED_KAN, events.ADDED_KAN) else "fulou", seat, m=text)
        self.drawn = UNKNOWN
        self.owed -= min(self.owed, len(self.turned))
        self.turn(len(self.turned))
        self.last_kan = kind in events.KANS
        self.owed += self.last_kan

    def meld_text(self, seat: SeatIndex, meld: Meld) -> str:
        """A meld as text; an added kan begins like its pon."""
        texts = self.texts[seat]
        if meld in texts:
            return texts[meld]
        for pon, text in texts.items():
            if meld.kind == events.ADDED_KAN and pon.kind == events.PON and pon.tile >> 2 == meld.tile >> 2:
                return text + self.tile(meld.tile)[1:]
        return meld_text(meld, (meld.from_seat - seat) % 4, self.red_tiles)

    def shown(self, seat: SeatIndex, tiles: Sequence[Tile], last: str, melds: Sequence[Meld]) -> str:
        """A hand as shown, its melds behind it. last: the text of the tile that comes after the others, or ""."""
        sign = vocabulary.RIICHI_SIGN if self.declared[seat] else ""
        texts = [self.meld_text(seat, meld) for meld in melds]
        return ",".join([vocabulary.hand_text(tiles, self.red_tiles) + last + sign, *texts])

    def drawn_last(self, seat: SeatIndex, tiles: Sequence[Tile]) -> str:
        """A hand as shown at a drawn hand, the tile just drawn after the others, and then the melds."""
        others = list(tiles)
        last = ""
        if self.drawn in others:
            others.remove(self.drawn)
            last = self.tile(self.drawn)
        return self.shown(seat, others, last, self.holdings.melds(seat))

    def win(self, win: Win) -> None:
        """Write a win."""
        seat = win.seat
        tiles = list(self.holdings.concealed[seat] if win.hand is None else win.hand)
        if win.tile in tiles:
            tiles.remove(win.tile)
        melds = self.holdings.melds(seat) if win.melds is None else win.melds
        entry: dict[str, Any] = {
            "shoupai": self.shown(seat, tiles, self.tile(win.tile), melds),
            "baojia": None if win.is_tsumo else self.wind(win.from_seat),
            "fubaopai": [self.tile(tile) for tile in win.ura] if win.ura else None,
        }
        han = win.han
        if han == events.NOT_RECORDED and win.yaku is not None:
            han = sum([one for _, one in win.yaku])
        if any([yaku.is_yakuman(number) and one % yaku.YAKUMAN_HAN == 0 for number, one in win.yaku or ()]):
            entry["damanguan"] = han // yaku.YAKUMAN_HAN
        else:
            entry |= {"fu": win.fu} if win.fu != events.NOT_RECORDED else {}
            entry |= {"fanshu": han} if han != events.NOT_RECORDED else {}
        if win.points != events.NOT_RECORDED:
            entry["defen"] = win.points
        entry["hupai"] = None if win.yaku is None else self.hupai(win)
        entry["fenpei"] = None if win.deltas is None else self.of_winds(win.deltas)
        self.write("hule", seat, **entry)

    def hupai(self, win: Win) -> list[dict[str, Any]]:
        """The yaku, without those of 0 han; the liable seat is noted at its yakuman."""
        found: list[dict[str, Any]] = []
        liable = ""
        if win.pao_seat >= 0:
            liable = " +=-"[(win.pao_seat - win.seat) % 4]
        for number, han in win.yaku or ():
            if not han:
                continue
            is_yakuman = yaku.is_yakuman(number) and han % yaku.YAKUMAN_HAN == 0
            one: dict[str, Any] = {
                "name": vocabulary.PAIPU_YAKU[number],
                "fanshu": "*" * (han // yaku.YAKUMAN_HAN) if is_yakuman else han,
            }
            if liable.strip() and number in _LIABLE:
                one["baojia"] = liable
                liable = ""
            found.append(one)
        if liable.strip() and found:
            found[0]["baojia"] = liable
        return found

    def ryuukyoku(self, draw: Ryuukyoku) -> None:
        """Write a drawn hand. A seat that is tenpai shows its hand."""
        shown = enumerate(self.holdings.shown(draw))
        hands = ["" if tiles is None else self.drawn_last(seat, tiles) for seat, tiles in shown]
        is_open = draw.tenpai is None and draw.draw_type in events.TENPAI_DRAWS  # no hand would say that all are noten
        is_shown = any(hands) or (not is_open and (draw.shown, draw.tenpai) != (None, None))
        entry = {
            "name": vocabulary.DRAW_NAMES[draw.draw_type],
            "shoupai": self.of_winds(hands) if is_shown else None,
            "fenpei": None if draw.deltas is None else self.of_winds(draw.deltas),
        }
        self.entries.append({"pingju": entry})
