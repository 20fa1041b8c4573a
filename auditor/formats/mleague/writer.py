# build: plain
"""Writes a game as a record of the M-League's viewer, as people type games in. What it cannot hold is left out."""

from collections.abc import Iterable
from typing import Any, Final

from auditor.core import events, yaku
from auditor.core.events import Deposit, Event, Game, Hand, Ryuukyoku, Win, is_tsumogiri
from auditor.core.reading import rules_stated_by
from auditor.core.reading.building import STICK, limit_of, limits_paid
from auditor.core.reading.result_words import LIMIT_TEXT, YAKU_TEXT
from auditor.core.reading.stated_rules import REMARK, rule_text_of
from auditor.core.text import as_json
from auditor.core.tiles import KIND_TEXT, UNKNOWN, dora_of
from auditor.core.units import SeatIndex, Tile
from auditor.formats.mleague import NAME
from auditor.formats.mleague.hand import RICHI, RON, TSUMOGIRI_MARK
from auditor.formats.mleague.vocabulary import DOUBLE_WINDS, RED_TILES, SEAT_NAMES, WIND_NAMES, ron_value

Command = dict[str, Any]
"""A command as in JSON: its time, id, name (``cmd``) and texts (``args``)."""

_WORDS: Final = {
    yaku.TSUMO: "門前自摸", yaku.RIICHI: "リーチ", yaku.TANYAO: "タンヤオ", yaku.HAKU: "白", yaku.HATSU: "発",
    yaku.CHUN: "中", yaku.DOUBLE_RIICHI: "ダブルリーチ", yaku.CHANTA: "チャンタ", yaku.JUNCHAN: "純チャン",
    yaku.RED_FIVE: "赤",
}  # fmt: skip
"""What the league calls a yaku, where tenhou.net/6 calls it otherwise."""
_CALLS: Final = {
    events.CHI: "chi", events.PON: "pon", events.OPEN_KAN: "kan", events.CLOSED_KAN: "kan", events.ADDED_KAN: "kan",
}  # fmt: skip
_BRACKETS: Final = {events.CLOSED_KAN: "()", events.ADDED_KAN: "[]"}
_DEALT: Final = ((0, 4), (4, 8), (8, 12), (12, None))
"""The tiles of each round of a deal."""
_DICE: Final = (1, 1)
"""What stands in the league's own records whatever was thrown."""
_LIVE_TILES: Final = 70
"""Tiles that are left after the deal."""


def write(game: Game, comment: str = "") -> str:
    """The game as a JSON array, one command a line; a comment goes under a key of the first that readers ignore.

    Left out: times, copies of tiles, grades, connections, final points (and scores where no rules are named), liable
    seats, what wins show of melds and indicators. A game of another format gets a remark with its rules. Raises
    ValueError for what the format cannot express: other players and red fives than the league has, hidden tiles, draws
    but at the end of the wall, wins of more than a yakuman.
    """
    lines = commands(game)
    lines[0] |= {"comment": comment} if comment else {}
    return "[" + ",\n".join([as_json(line) for line in lines]) + "]\n"


def commands(game: Game) -> list[Command]:
    """The commands of a game. Raises ValueError as `write` does."""
    if game.players != events.SEATS:
        raise ValueError("the league plays with four")
    if set(game.red_tiles) != set(RED_TILES):
        raise ValueError("the league plays with a red five of each suit")
    writer = _Writer(game)
    area = ["-"]
    if game.format != NAME or REMARK in game.attributes:
        area.append(rule_text_of(game, rules_stated_by(game)))
    writer.add("area", *area)
    for seat, player in zip(SEAT_NAMES, game.seats, strict=False):
        team = game.attributes.get(f"team{SEAT_NAMES.index(seat)}")
        writer.add("player", seat, player.name, "user", *([] if team is None else [team]))
    writer.add("gamestart", *([f"id={game.log_id}"] if game.log_id else []))
    for hand in game.hands:
        writer.hand(hand)
    result = game.result
    # Bonuses that no rules name show by the points, which are not written: scores alone would be judged by others.
    if result is not None and result.scores is not None and area[-1]:
        scores, places = result.scores, result.places
        order = sorted(range(events.SEATS), key=lambda seat: (places[seat] if places else -scores[seat], seat))
        pairs = [text for seat in order for text in (SEAT_NAMES[seat], f"{scores[seat]:.1f}")]
        writer.add("gameend", *pairs, *[f"{SEAT_NAMES[seat]}_rank={place}" for place, seat in enumerate(order)])
    return writer.commands


class _Writer:
    """Writes commands. Of the hand being written: left: tiles of the wall; drawn: the tile just drawn; points: of each
    seat; paid: the sticks of each seat in points; is_declaring: whether the next discard is a declaration tile."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.commands: list[Command] = []

    def add(self, cmd: str, *args: object) -> None:
        """Write a command."""
        id = str(len(self.commands))
        self.commands.append({"time": "", "id": id, "cmd": cmd, "args": [str(one) for one in args]})

    def tile(self, tile: Tile) -> str:
        """A tile in notation, "" for a missing one. Raises ValueError for one that the log hides."""
        if tile == UNKNOWN:
            if not self.game.all_tiles_recorded:
                raise ValueError("a record of the league hides no tiles")
            return ""
        text = KIND_TEXT[tile >> 2]
        return text.upper() if tile in self.game.red_tiles else text

    def tiles(self, tiles: Iterable[Tile]) -> str:
        """Several tiles in notation."""
        return "".join([self.tile(tile) for tile in tiles])

    def indicator(self, cmd: str, indicator: Tile) -> None:
        """Write an indicator, behind the tile that it makes dora."""
        dora = "" if indicator == UNKNOWN else KIND_TEXT[dora_of(indicator >> 2)]
        self.add(cmd, dora, "" if indicator == UNKNOWN else self.tile(indicator))

    def hand(self, hand: Hand) -> None:
        """Write a hand."""
        if hand.dealer != hand.round % events.SEATS:
            raise ValueError(f"in a record of the league the dealer of {hand.name} is seat {hand.round % events.SEATS}")
        self.left = _LIVE_TILES
        self.drawn: Tile = UNKNOWN
        self.points = list(hand.scores)
        self.paid = [0] * events.SEATS
        self.is_declaring = False
        in_turn = [(hand.dealer + turn) % events.SEATS for turn in range(events.SEATS)]
        winds = [f"{(seat - hand.dealer) % events.SEATS + 1}z" for seat in range(events.SEATS)]
        round_wind = f"{hand.round // 4 % 4 + 1}z"
        self.add("kyokustart", 0, SEAT_NAMES[hand.dealer], hand.honba, hand.sticks * STICK, round_wind, *winds)
        for seat in range(events.SEATS):
            self.add("point", SEAT_NAMES[seat], f"={hand.scores[seat]}")
        self.add("dice", *(hand.dice or _DICE))
        self.indicator("dora", hand.indicator)
        for first, last in _DEALT:
            for seat in in_turn:
                self.add("haipai", SEAT_NAMES[seat], self.tiles(hand.dealt[seat][first:last]))
        ends: list[Win | Ryuukyoku] = []
        for event in hand.events:
            if isinstance(event, Win | Ryuukyoku):
                ends.append(event)
            if isinstance(event, Win):
                self.win(event, hand)
            elif isinstance(event, Ryuukyoku):
                self.ryuukyoku(event, in_turn)
            else:
                self.event(event)
        if hand.is_finished:
            self.end(ends, in_turn)

    def event(self, event: Event) -> None:
        """Write an event that is no end."""
        kind, seat = event.kind, event.seat
        if kind == events.DORA:
            self.indicator("dora", event.tile)
        elif kind == events.DRAW:
            self.left -= 1
            self.drawn = event.tile
            self.add("tsumo", SEAT_NAMES[seat], self.left, self.tile(event.tile))
        elif kind == events.DISCARD:
            is_drawn = event.mark == events.TSUMOGIRI if event.tile == UNKNOWN else is_tsumogiri(event, self.drawn)
            marks = [TSUMOGIRI_MARK] * is_drawn + [RICHI] * self.is_declaring
            self.add("sutehai", SEAT_NAMES[seat], self.tile(event.tile), *marks)
            self.drawn = UNKNOWN
            self.is_declaring = False
        elif kind == events.RIICHI:
            self.add("say", SEAT_NAMES[seat], RICHI)
            self.is_declaring = True
        elif isinstance(event, Deposit):
            amount = STICK if event.scores is None else max(self.points[seat] - event.scores[seat], 0)
            self.add(RICHI, SEAT_NAMES[seat], f"{-amount}")
            self.points[seat] -= amount
            self.paid[seat] += amount
        else:
            self.call(event)

    def call(self, event: Event) -> None:
        """Write a meld: its tiles in brackets, and the tile claimed or added."""
        if event.kind == events.NORTH:
            raise ValueError("the league plays with four, and no north is set aside")
        brackets = _BRACKETS.get(event.kind, "<>")
        seat = SEAT_NAMES[event.seat]
        last = [] if event.kind == events.CLOSED_KAN else [self.tile(event.tile)]
        self.add("say", seat, _CALLS[event.kind])
        self.add("open", seat, f"{brackets[0]}{self.tiles(event.tiles)}{brackets[1]}", *last)
        self.drawn = UNKNOWN

    def win(self, win: Win, hand: Hand) -> None:
        """Write a win: the hand shown, the ura indicators, and the value."""
        seat = SEAT_NAMES[win.seat]
        self.add("say", seat, "tsumo" if win.is_tsumo else "ron")
        if win.hand is not None:
            held = list(win.hand)
            if win.tile in held:
                held.remove(win.tile)
            self.add("open", seat, self.tiles([*held, win.tile] if win.is_tsumo else held))
        for indicator in win.ura or ():
            self.indicator("uradora", indicator)
        fields = [] if win.is_tsumo else [f"{RON}{self.tile(win.tile)}"]
        self.add("agari", *fields, seat, self.value(win, hand), max(win.fu, 0), *self.yaku(win))

    def value(self, win: Win, hand: Hand) -> str:
        """The value of a win; "" where the log has none. Raises ValueError for one above a yakuman."""
        limit = limit_of(win, hand.dealer, events.SEATS)
        most = limits_paid(win, hand.dealer, events.SEATS)[yaku.YAKUMAN]
        paid = win.deltas[win.seat] if win.points < 0 and win.deltas else win.points  # where it gains, with sticks
        if win.points > most or paid >= 2 * most:
            raise ValueError(f"the league has no word for a win of {paid} points ({hand.name})")
        if limit > 0:
            return LIMIT_TEXT[limit]
        if win.points == events.NOT_RECORDED or not win.is_tsumo:
            return "" if win.points == events.NOT_RECORDED else str(win.points)
        han = sum([worth for _, worth in win.yaku or ()])
        return ron_value(win.points, win.fu, han, is_dealer=win.seat == hand.dealer)

    def yaku(self, win: Win) -> list[object]:
        """The names and han of the yaku; for a wind, no distinction between seat and round."""
        pairs = [(number, han) for number, han in win.yaku or () if han]
        numbers = [number for number, _ in pairs]
        found: list[object] = []
        for number, han in pairs:
            if number == yaku.UNKNOWN_YAKU:
                raise ValueError("the league has no word for a yaku that is not known")
            if not yaku.SEAT_EAST <= number < yaku.HAKU:
                times = han // yaku.YAKUMAN_HAN if yaku.is_yakuman(number) else han
                found += [_WORDS.get(number, YAKU_TEXT[number]), times]
                continue
            wind = (number - yaku.SEAT_EAST) % 4
            if yaku.SEAT_EAST + wind not in numbers or yaku.ROUND_EAST + wind not in numbers:
                found += [WIND_NAMES[wind], han]
            elif number < yaku.ROUND_EAST:
                found += [DOUBLE_WINDS[wind], han + dict(pairs)[yaku.ROUND_EAST + wind]]
        return found

    def ryuukyoku(self, draw: Ryuukyoku, in_turn: list[SeatIndex]) -> None:
        """Write a drawn hand: each seat in turn says tenpai, showing its hand, or noten."""
        if draw.draw_type != events.EXHAUSTIVE:
            raise ValueError(f"the league has no word for a draw such as {draw.draw_type}")
        for seat in in_turn:
            shown = draw.shown[seat] if draw.shown is not None else None
            if shown is not None:
                self.add("open", SEAT_NAMES[seat], self.tiles(shown))
            if draw.tenpai is not None and draw.deltas is not None:  # without payments the reader takes none for due
                self.add("say", SEAT_NAMES[seat], "tenpai" if draw.tenpai[seat] else "noten")
        self.add("ryukyoku")

    def end(self, ends: list[Win | Ryuukyoku], in_turn: list[SeatIndex]) -> None:
        """Write what each seat gains, less the sticks that it paid in the hand, winners last."""
        winners = [end.seat for end in ends]
        if any([end.deltas is not None for end in ends]):
            for seat in sorted(in_turn, key=winners.__contains__):
                gained = sum([end.deltas[seat] for end in ends if end.deltas is not None]) - self.paid[seat]
                if gained:
                    self.add("point", SEAT_NAMES[seat], f"{gained:+d}")
        else:  # so that the reader knows that no payment is recorded
            for seat, paid in enumerate(self.paid):
                self.add("point", SEAT_NAMES[seat], f"{-paid:+d}")
        self.add("kyokuend")
