# build: plain
"""Writes a game as a record of Mahjong Soul in JSON. What the format cannot hold is left out."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from auditor.core import events, yaku
from auditor.core.events import Deposit, Event, Game, Hand, Meld, Player, Ryuukyoku, Win
from auditor.core.reading import rules_stated_by
from auditor.core.reading.building import STICK, Holdings, limit_of, share_payments
from auditor.core.reading.stated_rules import REMARK, rule_text_of
from auditor.core.text import as_json
from auditor.core.tiles import REDS_OF_NUMBER, UNKNOWN, tile_names
from auditor.core.units import EventIndex, SeatIndex, Tile
from auditor.formats.majsoul import NAME
from auditor.formats.majsoul.vocabulary import DRAW_OF_NUMBER, GRADE_OF_LEVEL, YAKU_OF_FAN

Record = tuple[str, dict[str, Any]]
"""A record: its name without the package, and its fields."""

_CLAIM_TYPES: Final = {events.CHI: 0, events.PON: 1, events.OPEN_KAN: 2}
_MELD_WORDS: Final = {
    events.CHI: "shunzi", events.PON: "kezi", events.OPEN_KAN: "minggang", events.ADDED_KAN: "minggang",
    events.CLOSED_KAN: "angang",
}  # fmt: skip
_DRAW_NUMBERS: Final = {draw_type: number for number, draw_type in DRAW_OF_NUMBER.items()} | {events.UNSPECIFIED: 0}
_FANS: Final = {counted: number for number, counted in reversed(YAKU_OF_FAN.items())} | {yaku.UNKNOWN_YAKU: 60}
_NORTH_FAN: Final = 34
_DOUBLE_RIICHI: Final = 2
_LIVE_TILES: Final = {4: 70, 3: 55}
"""Tiles that are left after the deal of thirteen to each, by the number of players."""
_META: Final = ("mode_id", "room_id", "contest_uid")
_HEAD_NUMBERS: Final = ("start_time", "end_time")


def write(game: Game, comment: str = "") -> str:
    """The game as browser scripts save records; a comment goes under a key that readers ignore.

    Left out: copies of tiles, seeds, dice, connections. What the server says of walls, flags and offers is written of
    games read from its records, and made up of no other: those get a remark with their rules instead of a room.
    Raises ValueError for what the format cannot express: hidden tiles, a chombo.
    """
    document: dict[str, Any] = {"comment": comment} if comment else {}
    wrapped = [{"name": f".lq.{name}", "data": fields} for name, fields in records(game)]
    document |= {"head": head(game), "data": {"name": ".lq.GameDetailRecords", "data": {"records": wrapped}}}
    return as_json(document, separators=(",", ":")) + "\n"


def head(game: Game) -> dict[str, Any]:
    """The head of a game: its room, if it was read from such a record, or a remark with its rules; seats; result."""
    facts = game.attributes
    is_own = game.format == NAME and REMARK not in facts
    fields: dict[str, Any] = {"uuid": game.log_id} if game.log_id else {}
    if is_own:
        fields |= {name: int(facts[name]) for name in _HEAD_NUMBERS if name in facts}
        switches = ("detail_rule", "testing_environment")
        mode: dict[str, Any] = {name: json.loads(facts[name]) for name in switches if name in facts}
        mode |= {"mode": int(facts["mode"])} if "mode" in facts else {}
        meta = {name: int(facts[name]) for name in _META if name in facts}
        config = {"category": int(facts["category"])} if "category" in facts else {}
        fields |= {"config": config | {"mode": mode, "meta": meta}} if config or mode or meta else {}
    else:
        fields[REMARK] = rule_text_of(game, rules_stated_by(game))
        numbers = [number for number, reds in REDS_OF_NUMBER.items() if reds == game.reds and number]
        fields |= {"config": {"mode": {"detail_rule": {"dora_count": numbers[0]}}}} if numbers else {}
    accounts = [_account(seat, player, game.players) for seat, player in enumerate(game.seats) if player.name]
    fields |= {"accounts": accounts} if accounts else {}
    result = game.result
    if result is not None and result.points is not None and result.scores is not None:
        points, scores = result.points, result.scores
        fields["result"] = {
            "players": [
                {"seat": seat, "total_point": round(scores[seat] * 1000), "part_point_1": points[seat]}
                for seat in sorted(range(game.players), key=points.__getitem__, reverse=True)
            ]
        }
    return fields


def _account(seat: SeatIndex, player: Player, players: int) -> dict[str, Any]:
    fields: dict[str, Any] = {"seat": seat, "nickname": player.name}
    grade, _, stars = (player.grade or "").partition("★")
    numbers = [number for number, name in GRADE_OF_LEVEL.items() if name == grade]
    if numbers and stars.isdecimal():
        level = {"id": (1 if players == 4 else 2) * 10000 + numbers[0] * 100 + int(stars)}
        level |= {} if player.rating is None else {"score": int(player.rating)}
        fields["level3" if players == 3 else "level"] = level
    return fields


def records(game: Game) -> list[Record]:
    """The records of a game. Raises ValueError as `write` does."""
    return [record for hand in game.hands for record in _HandWriter(game, hand).records()]


class _HandWriter:
    """Writes the records of one hand.

    doras: the indicators so far; is_turned: whether the next record has to show them. deposit: the payment of a stick
    that the next record has to show. points: the running ones. declared: 1 for a riichi of the next discard, 2 for a
    double one. has_played: the seats that have discarded; is_called: whether anybody has made a call.
    """

    def __init__(self, game: Game, hand: Hand) -> None:
        if hand.dealer != hand.round % 4:
            raise ValueError(f"in a record of Mahjong Soul the dealer of {hand.name} is seat {hand.round % 4}")
        self.players = game.players
        self.hand = hand
        self.names = tile_names(game.red_tiles)
        is_own = game.format == NAME and hand.server is not None
        self.server = hand.server if is_own and hand.server is not None else events.ServerRecord()
        self.holdings = Holdings(hand)
        self.doras = self.tiles([hand.indicator] if hand.indicator != UNKNOWN else [])
        self.is_turned = False
        self.deposit: dict[str, Any] | None = None
        self.points = list(hand.scores)
        self.declared = 0
        self.in_riichi: set[SeatIndex] = set()
        self.has_played: set[SeatIndex] = set()
        self.is_called = False
        self.drawn: Tile = UNKNOWN
        self.left = _LIVE_TILES[game.players]

    def records(self) -> Iterator[Record]:
        """The hand's records in their order."""
        played = self.hand.events
        opens = bool(played) and played[0].kind == events.DRAW and played[0].seat == self.hand.dealer
        if opens:
            self._follow(played[0])
        yield "RecordNewRound", self._new_round(played[0] if opens else None)
        wins: list[Win] = []
        for index, event in enumerate(played):
            if isinstance(event, Win):
                wins.append(event)
            elif index or not opens:
                record = self._record(event, index)
                self._follow(event)
                if record is not None:
                    yield record
        if wins:
            yield "RecordHule", self._hule(wins)

    def _follow(self, event: Event) -> None:
        self.holdings.add(event)
        if event.kind == events.DRAW:
            self.left -= 1
        if event.kind not in (events.RIICHI, events.DORA):
            self.drawn = event.tile if event.kind == events.DRAW else UNKNOWN

    def tile(self, tile: Tile) -> str:
        """A tile in the server's notation. Raises ValueError for a hidden one."""
        if tile == UNKNOWN:
            raise ValueError("a record of Mahjong Soul hides no tiles")
        return self.names[tile]

    def tiles(self, tiles: Iterable[Tile]) -> list[str]:
        """Tiles in the server's notation."""
        return [self.tile(tile) for tile in tiles]

    def _new_round(self, opens: Event | None) -> dict[str, Any]:
        hand, server = self.hand, self.server
        record: dict[str, Any] = {
            "chang": hand.round // 4 % 4, "ju": hand.dealer, "ben": hand.honba, "liqibang": hand.sticks,
            "scores": list(hand.scores[: self.players]), "doras": list(self.doras), "left_tile_count": self.left,
        }  # fmt: skip
        for seat in range(self.players):
            drawn = [opens.tile] if opens is not None and seat == hand.dealer else []
            record[f"tiles{seat}"] = self.tiles([*hand.dealt[seat], *drawn])
        published = {
            "paishan": server.wall, "md5": server.md5, "sha256": server.sha256, "salt": server.salt,
            "saltSha256": server.salt_sha256,
        }  # fmt: skip
        record |= {name: value for name, value in published.items() if value}
        return record | (self._operation(hand.dealer, 0) if opens is not None else {})

    def _record(self, event: Event, index: EventIndex) -> Record | None:
        """The record of an event; None for one that the next record shows."""
        kind, seat = event.kind, event.seat
        if kind == events.DORA:
            self.doras.append(self.tile(event.tile))
            self.is_turned = True
        elif isinstance(event, Deposit):
            self._pay(event, index)
        elif kind == events.RIICHI:
            self.in_riichi.add(seat)
            self.declared = 1 if seat in self.has_played or self.is_called else _DOUBLE_RIICHI
        elif isinstance(event, Ryuukyoku):
            return self._draw(event)
        elif kind == events.DRAW:
            fields = {"seat": seat, "tile": self.tile(event.tile), "left_tile_count": self.left - 1}
            fields |= self._pending() | self._flags(index) | self._operation(seat, index)
            return "RecordDealTile", fields
        elif kind == events.DISCARD:
            return "RecordDiscardTile", self._discard(event, index)
        else:
            return self._meld(event, index)
        return None

    def _pay(self, event: Deposit, index: EventIndex) -> None:
        self.points[event.seat] -= STICK
        if event.scores is not None:
            self.points = list(event.scores)
        self.deposit = {"seat": event.seat, "score": self.points[event.seat]}
        if index in self.server.sticks:
            self.deposit["liqibang"] = self.server.sticks[index]

    def _pending(self, *, doras: bool = True) -> dict[str, Any]:
        """The fields for a stick that was paid and an indicator that was turned just before a record."""
        fields: dict[str, Any] = {}
        if self.deposit is not None:
            fields["liqi"], self.deposit = self.deposit, None
        if doras and self.is_turned:
            fields["doras"], self.is_turned = list(self.doras), False
        return fields

    def _discard(self, event: Event, index: EventIndex) -> dict[str, Any]:
        is_drawn = events.is_tsumogiri(event, self.drawn)
        fields = {"seat": event.seat, "tile": self.tile(event.tile), "is_liqi": self.declared > 0}
        fields |= {"is_wliqi": self.declared == _DOUBLE_RIICHI, "moqie": is_drawn}
        self.declared = 0
        self.has_played.add(event.seat)
        return fields | self._pending() | self._flags(index) | self._operations(index)

    def _meld(self, event: Event, index: EventIndex) -> Record:
        kind, seat = event.kind, event.seat
        self.is_called = True
        if kind in _CLAIM_TYPES:
            fields = {"seat": seat, "type": _CLAIM_TYPES[kind], "tiles": self.tiles([*event.tiles, event.tile])}
            fields["froms"] = [seat] * len(event.tiles) + [event.from_seat]
            fields |= self._pending(doras=False) | self._flags(index) | self._operation(seat, index)
            return "RecordChiPengGang", fields
        if kind == events.NORTH:
            is_drawn = event.mark == events.TSUMOGIRI or event.tile == self.drawn
            return "RecordBaBei", {"seat": seat, "moqie": is_drawn} | self._operations(index)
        tile = event.tile if kind == events.ADDED_KAN else event.tiles[-1]
        fields = {"seat": seat, "type": 2 if kind == events.ADDED_KAN else 3, "tiles": self.tile(tile)}
        return "RecordAnGangAddGang", fields | self._operations(index)

    # ---- what the server says

    def _flags(self, index: EventIndex) -> dict[str, Any]:
        flags = self.server.furiten[index] if index < len(self.server.furiten) else events.NOT_RECORDED
        return {} if flags < 0 else {"zhenting": [bool(flags >> seat & 1) for seat in range(self.players)]}

    def _offered(self, index: EventIndex) -> list[dict[str, Any]]:
        """What each seat is offered after an event, those without an offer left out."""
        offers = self.server.offers[index] if index < len(self.server.offers) else 0
        found = []
        for seat in range(self.players):
            own = offers >> events.OFFER_BITS * seat
            listed = [{"type": number} for number in range(events.NUMBERED_OFFERS) if own >> number & 1]
            found += [{"seat": seat, "operation_list": listed}] if listed else []
        return found

    def _operation(self, seat: SeatIndex, index: EventIndex) -> dict[str, Any]:
        """What a seat is offered on its own turn."""
        offered = self._offered(index)
        own = [one for one in offered if one["seat"] == seat] or offered
        return {"operation": own[0]} if own else {}

    def _operations(self, index: EventIndex) -> dict[str, Any]:
        """What seats are offered on another's tile."""
        offered = self._offered(index)
        return {"operations": offered} if offered else {}

    # ---- the end

    def _hule(self, wins: list[Win]) -> dict[str, Any]:
        record: dict[str, Any] = self._pending() | {"hules": [self._win(win) for win in wins]}
        scores, players = wins[0].scores, self.players
        if scores is not None:
            record["old_scores"] = list(scores[:players])
        of_wins = [win.deltas for win in wins if win.deltas is not None]
        deltas = tuple([sum([of_win[seat] for of_win in of_wins]) for seat in range(events.SEATS)])
        shared = [one for win in wins if isinstance(one := events.replace_event(win), Win)]
        if len(shared) > 1:
            share_payments(deltas, shared, players)  # as the reader does, which some payments do not follow
        if [win.deltas for win in shared] == of_wins:
            record["delta_scores"] = list(deltas[:players])
        if self.server.end_scores is not None:
            record["scores"] = list(self.server.end_scores[:players])
        return record

    def _win(self, win: Win) -> dict[str, Any]:
        """A win; its hand and melds as played where the log does not show them, for without any there would be none."""
        seat, counted = win.seat, win.yaku or ()
        is_dealer = seat == self.hand.dealer
        concealed = list(self.holdings.concealed[seat] if win.hand is None else win.hand)
        if win.tile in concealed and (win.is_tsumo or win.hand is not None):
            concealed.remove(win.tile)
        melds = self.holdings.melds(seat) if win.melds is None else win.melds
        is_yakuman = any([yaku.is_yakuman(number) and han % yaku.YAKUMAN_HAN == 0 for number, han in counted])
        han = sum([worth for _, worth in counted]) if win.han == events.NOT_RECORDED else win.han
        limit = limit_of(win, self.hand.dealer, self.players)
        each = yaku.YAKUMAN_HAN if is_yakuman else 1
        fields: dict[str, Any] = {
            "hand": self.tiles(concealed), "hu_tile": self.tile(win.tile), "seat": seat, "zimo": win.is_tsumo,
            "qinjia": is_dealer, "liqi": seat in self.in_riichi, "yiman": is_yakuman, "count": han // each,
            "fans": self._fans(win, each), "fu": max(win.fu, 0), "title_id": limit, "baopai": win.pao_seat + 1,
        } | self._points(win, is_dealer=is_dealer)  # fmt: skip
        texts = [self._ming(meld) for meld in melds if meld.kind in _MELD_WORDS]
        fields |= {"ming": texts} if texts else {}
        fields |= {"doras": self.tiles(win.dora)} if win.dora is not None else {}
        return fields | ({"li_doras": self.tiles(win.ura)} if win.ura is not None else {})

    def _points(self, win: Win, *, is_dealer: bool) -> dict[str, int]:
        """The points of a win; of a self-draw what the dealer pays and what each other seat does."""
        points = max(win.points, 0)
        if not win.is_tsumo:
            return {"point_rong": points}
        if is_dealer:
            return {"point_zimo_xian": points // (self.players - 1), "point_zimo_qin": 0}
        low = -(-points // (100 * self.players)) * 100
        return {"point_zimo_xian": low, "point_zimo_qin": points - low * (self.players - 2)}

    def _ming(self, meld: Meld) -> str:
        tiles = meld.tiles if meld.kind == events.CLOSED_KAN else (*meld.tiles, meld.tile)
        return f"{_MELD_WORDS[meld.kind]}({','.join(self.tiles(tiles))})"

    def _fans(self, win: Win, each: int) -> list[dict[str, int]]:
        """The yaku by the server's numbers; norths set aside are listed apart from dora."""
        norths = len([meld for meld in self.holdings.melds(win.seat) if meld.kind == events.NORTH])
        fans: list[dict[str, int]] = []
        for number, han in win.yaku or ():
            if number == yaku.DORA and 0 < norths <= han:
                fans.append({"val": norths, "id": _NORTH_FAN})
                han -= norths  # noqa: PLW2901 -- the remaining dora
            is_seat = yaku.SEAT_EAST <= number < yaku.ROUND_EAST
            is_round = yaku.ROUND_EAST <= number < yaku.HAKU
            counted = yaku.ANY_SEAT_WIND if is_seat else yaku.ANY_ROUND_WIND if is_round else number
            if han or number == yaku.URA_DORA:
                fans.append({"val": han // each, "id": _FANS[counted]})
        return fans

    def _draw(self, draw: Ryuukyoku) -> Record:
        if draw.draw_type not in events.TENPAI_DRAWS:
            return self._abort(draw)
        shown = self.holdings.shown(draw)
        tenpai = draw.tenpai or [tiles is not None for tiles in shown]
        seats = []
        for seat in range(self.players):
            tiles = shown[seat]
            seats.append({"tingpai": tenpai[seat]} | ({} if tiles is None else {"hand": self.tiles(tiles)}))
        fields: dict[str, Any] = {"liujumanguan": draw.draw_type == events.NAGASHI_MANGAN, "players": seats}
        if draw.deltas is not None and (draw.tenpai is not None or any(draw.deltas)):
            before = draw.scores or self.points
            scores = {"old_scores": list(before[: self.players]), "delta_scores": list(draw.deltas[: self.players])}
            fields["scores"] = [scores]
        return "RecordNoTile", fields

    def _abort(self, draw: Ryuukyoku) -> Record:
        if draw.draw_type not in _DRAW_NUMBERS:
            raise ValueError(f"Mahjong Soul knows no draw such as {draw.draw_type}")
        record: dict[str, Any] = {"type": _DRAW_NUMBERS[draw.draw_type]} | self._pending(doras=False)
        for seat, tiles in enumerate(draw.shown or ()):
            if tiles is not None and draw.draw_type == DRAW_OF_NUMBER[1]:
                record |= {"seat": seat, "tiles": self.tiles(tiles)}
        return "RecordLiuJu", record
