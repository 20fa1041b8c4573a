"""Writes any game as Mahjong Soul's records, for fixtures and inputs that come from no server.

A game's events determine which tiles were seen where; a wall that fits them is made up around these, and hashed as the
server does it. Furiten flags and offers follow from a replay of the game under its ruleset, by this module's own code.
"""

import json
from collections.abc import Iterator
from hashlib import md5, sha256
from typing import Any, Final

from auditor.core import yaku
from auditor.core.events import (
    ADDED_KAN,
    CHI,
    CLOSED_KAN,
    DISCARD,
    DORA,
    DRAW,
    NAGASHI_MANGAN,
    NORTH,
    OPEN_KAN,
    PON,
    RIICHI,
    TSUMOGIRI,
    Deposit,
    Event,
    Game,
    Hand,
    Ryuukyoku,
    Win,
)
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.seat import waits_without
from auditor.core.table.table import NOT_FURITEN, Table, deal, furiten_kind
from auditor.core.table.wall import set_of
from auditor.core.table.winning import value_of_win
from auditor.core.tiles import mask_kinds, tile_names
from auditor.core.units import EventIndex, SeatIndex, Tile
from auditor.formats.majsoul.vocabulary import DRAW_OF_NUMBER, YAKU_OF_FAN

Record = tuple[str, dict[str, Any]]
"""A record: its name without the package, and its fields."""

SHORT: Final = "md5"
WHOLE: Final = "sha256"
SALTED: Final = "salted sha256"
ERAS: Final = (SHORT, WHOLE, SALTED)
"""The forms in which a wall is published: its tiles after the deal, all of them, or all with a salt."""

SALT: Final = "0123456789abcdefghijklmnopqrstuv"
DEAD_WALL: Final = {
    4: ((0, 1, 2, 3), (4, 6, 8, 10, 12), (5, 7, 9, 11, 13)),
    3: ((*range(8),), (8, 10, 12, 14, 16), (9, 11, 13, 15, 17)),
}
"""The positions of replacement tiles, indicators and ura, counted from the wall's end, by the number of players."""

UUID: Final = "260101-00000000-0000-4000-8000-000000000000"
_TYPE_OF_CLAIM: Final = {CHI: 0, PON: 1, OPEN_KAN: 2}
OFFERED: Final = {DISCARD: 1, CHI: 2, PON: 3, CLOSED_KAN: 4, OPEN_KAN: 5, ADDED_KAN: 6, RIICHI: 7, NORTH: 11}
"""The server's number of the action that each kind of event is."""
TSUMO_OFFER: Final = 8
RON_OFFER: Final = 9
_FAN_IDS: Final = {yaku_number: number for number, yaku_number in reversed(YAKU_OF_FAN.items())} | {
    yaku.UNKNOWN_YAKU: 60
}
_MELD_WORDS: Final = {CHI: "shunzi", PON: "kezi", OPEN_KAN: "minggang", ADDED_KAN: "minggang", CLOSED_KAN: "angang"}


def records(game: Game, rules: Ruleset, era: str = SALTED) -> list[Record]:
    """Write the records of a game. rules: those that the server plays by."""
    return [record for hand in game.hands for record in _HandWriter(game, hand, rules, era).records()]


def head(game: Game, **rules: Any) -> dict[str, Any]:
    """The head of a game: a ranked room's if the red fives are as there. rules: the settings of a room of friends."""
    mode, reds, ranked = (12, game.reds[1:], 2) if game.players == 3 else (2, game.reds, 3)
    if not rules and sum(reds) != ranked:
        rules = {"dora_count": sum(reds), "shiduan": 1, "have_zimosun": 1}
    meta = {"room_id": 12345} if rules else {"mode_id": 24 if game.players == 3 else 12}
    accounts = [
        {"account_id": 1000 + seat, "seat": seat, "nickname": player.name, "level": {"id": 10401, "score": 600}}
        for seat, player in enumerate(game.seats)
    ]
    fields: dict[str, Any] = {
        "uuid": UUID,
        "start_time": 1767225600,
        "end_time": 1767227400,
        "config": {"category": 1 if rules else 2, "mode": {"mode": mode, "detail_rule": rules}, "meta": meta},
        "accounts": accounts,
    }
    points, scores = (None, None) if game.result is None else (game.result.points, game.result.scores)
    if points is not None and scores is not None:
        fields["result"] = {
            "players": [
                {"seat": seat, "total_point": round(scores[seat] * 1000), "part_point_1": points[seat]}
                for seat in sorted(range(game.players), key=points.__getitem__, reverse=True)
            ]
        }
    return fields


def whole_wall(game: Game, hand: Hand, rules: Ruleset) -> str:
    """A complete wall that fits a hand, in the server's notation."""
    return _HandWriter(game, hand, rules, WHOLE).wall()


class _HandWriter:
    """Writes the records of one hand."""

    def __init__(self, game: Game, hand: Hand, rules: Ruleset, era: str) -> None:
        self.game = game
        self.hand = hand
        self.rules = rules
        self.era = era
        self.names = tile_names(game.red_tiles)
        self.table: Table = deal(game, hand, rules)
        self.doras = [self.names[hand.indicator]]
        self.is_turned = False
        self.liqi: dict[str, Any] | None = None
        self.missed = [False] * 4
        self.for_good = [False] * 4
        self.declares = 0

    def records(self) -> Iterator[Record]:
        """The hand's records in their order."""
        events = self.hand.events
        opens = events[0] if events and events[0].kind == DRAW else None
        if opens is not None:
            self.table.apply(opens)
        yield "RecordNewRound", self._new_round(opens)
        wins: list[Win] = []
        for index, event in enumerate(events):
            if event is opens and index == 0:
                continue
            if isinstance(event, Win):
                wins.append(event)
                continue
            before = self.table.phase
            drawn = self.table.seats[event.seat].drawn if event.seat >= 0 else -1
            self.table.apply(event)
            record = self._record(event, index, drawn, before)
            if record is not None:
                yield record
        if wins:
            yield "RecordHule", self._hule(wins)

    def tiles(self, tiles: Any) -> list[str]:
        """Tiles in the server's notation."""
        return [self.names[tile] for tile in tiles]

    def _new_round(self, opens: Event | None) -> dict[str, Any]:
        hand, players = self.hand, self.game.players
        hands = [list(tiles) for tiles in hand.dealt]
        if opens is not None:
            hands[hand.dealer].append(opens.tile)
        wall = self.wall()
        record: dict[str, Any] = {
            "chang": hand.round // 4, "ju": hand.dealer, "ben": hand.honba, "liqibang": hand.sticks,
            "scores": list(hand.scores[:players]), "doras": list(self.doras), "left_tile_count": self.table.wall_left,
            "opens": [{"seat": seat} for seat in range(players)],
        }  # fmt: skip
        if self.era == SHORT:
            hands = [sorted(tiles) for tiles in hands]
            wall = wall[2 * (13 * players + 1) :]
        for seat in range(players):
            record[f"tiles{seat}"] = self.tiles(hands[seat])
        if opens is not None:
            record["operation"] = self.operation(hand.dealer, 0)
        return record | published(wall, self.era)

    def wall(self) -> str:
        """The complete wall: every tile where the hand shows it, filled up with those that nobody saw."""
        hand, players = self.hand, self.game.players
        whole = set_of(players)
        tiles_at: dict[int, int] = {}
        for turn in range(players):
            for number, tile in enumerate(hand.dealt[(hand.dealer + turn) % players]):
                round, rest = divmod(number, 4)
                tiles_at[4 * players * round + (turn if round == 3 else 4 * turn + rest)] = tile
        replaced, drawn, is_replacement = 0, 13 * players, False
        indicators = [hand.indicator]
        ura: tuple[Tile, ...] = ()
        after, dora_at, ura_at = DEAD_WALL[players]
        for event in hand.events:
            if event.kind == DRAW and is_replacement:
                tiles_at[len(whole) - 1 - after[replaced]] = event.tile
                replaced += 1
            elif event.kind == DRAW:
                tiles_at[drawn] = event.tile
                drawn += 1
            elif event.kind == DORA:
                indicators.append(event.tile)
            elif isinstance(event, Win) and event.ura:
                ura = event.ura
            if event.kind != DORA:
                is_replacement = event.kind in (OPEN_KAN, CLOSED_KAN, ADDED_KAN, NORTH)
        for order, tiles in ((dora_at, indicators), (ura_at, ura)):
            for index, tile in zip(order, tiles, strict=False):
                tiles_at[len(whole) - 1 - index] = tile
        unseen = iter([tile for tile in whole if tile not in tiles_at.values()])
        return "".join(
            [self.names[tiles_at[index] if index in tiles_at else next(unseen)] for index in range(len(whole))]
        )

    def _record(self, event: Event, index: EventIndex, drawn: Tile, phase: int) -> Record | None:
        """The record of an event just applied; None for an event that the next record includes."""
        kind = event.kind
        if kind == DORA:
            self.doras.append(self.names[event.tile])
            self.is_turned = True
            return None
        if isinstance(event, Deposit):
            score = self.table.scores[event.seat]
            self.liqi = {"seat": event.seat, "score": score, "liqibang": self.table.sticks}
            return None
        if kind == RIICHI:
            riichi = self.table.seats[event.seat].riichi
            self.declares = 2 if riichi is not None and riichi.double else 1
            return None
        if isinstance(event, Ryuukyoku):
            return self._draw(event)
        record: dict[str, Any] = {"seat": event.seat}
        if kind == DRAW:
            record |= {"tile": self.names[event.tile], "left_tile_count": self.table.wall_left} | self._pending_fields()
            record |= {"zhenting": self.flags(), "operation": self.operation(event.seat, index)}
            return "RecordDealTile", record
        if kind == DISCARD:
            return "RecordDiscardTile", record | self._discard(event, index, drawn)
        if kind in _TYPE_OF_CLAIM:
            froms = [event.seat] * len(event.tiles) + [event.from_seat]
            record |= {"type": _TYPE_OF_CLAIM[kind], "tiles": self.tiles([*event.tiles, event.tile]), "froms": froms}
            record |= self._pending_fields(doras=False) | {"zhenting": self.flags()}
            record["operation"] = self.operation(event.seat, index)
            return "RecordChiPengGang", record
        if kind == NORTH:
            return "RecordBaBei", record | {"moqie": event.tile == drawn}
        tiles = self.names[event.tile] if kind == ADDED_KAN else self.names[event.tiles[-1]]
        return "RecordAnGangAddGang", record | {"type": 2 if kind == ADDED_KAN else 3, "tiles": tiles}

    def _pending_fields(self, *, doras: bool = True) -> dict[str, Any]:
        """The fields for a riichi payment and an indicator just before the record."""
        fields: dict[str, Any] = {}
        if self.liqi is not None:
            fields["liqi"], self.liqi = self.liqi, None
        if doras and self.is_turned:
            fields["doras"], self.is_turned = list(self.doras), False
        return fields

    def _discard(self, event: Event, index: EventIndex, drawn: Tile) -> dict[str, Any]:
        seat = self.table.seats[event.seat]
        is_first = event.seat == self.hand.dealer and self.table.draws == 1
        marked = event.mark == TSUMOGIRI if event.mark >= 0 else event.tile == drawn
        record = self._pending_fields() | {
            "tile": self.names[event.tile], "is_liqi": self.declares > 0, "is_wliqi": self.declares == 2,
            "moqie": marked and not is_first,
        }  # fmt: skip
        self.declares = 0
        self.missed[event.seat] = False
        for other in self.table.seats[: self.game.players]:
            if other is not seat and other.waits >> (event.tile >> 2) & 1:
                self.missed[other.seat] = True
                self.for_good[other.seat] |= other.in_riichi
        record["zhenting"] = self.flags()
        if seat.waits:
            record["tingpais"] = [_ting(self.names[4 * kind + 3]) for kind in mask_kinds(seat.waits)]
        offered = [self.offer(other.seat, event, index) for other in self.table.seats[: self.game.players]]
        operations = [one for one in offered if one is not None]
        if operations:
            record["operations"] = operations
        return record

    def flags(self) -> list[bool]:
        """Which seats are furiten, as the server counts it."""
        return [
            bool(seat.waits & seat.river_kinds) or self.missed[seat.seat] or self.for_good[seat.seat]
            for seat in self.table.seats[: self.game.players]
        ]

    def operation(self, seat: int, index: int) -> dict[str, Any]:
        """The offers to a seat on its own turn: a discard, a win or riichi where it may, and what it does next."""
        player = self.table.seats[seat]
        following = [event for event in self.hand.events[index + 1 : index + 4] if event.kind != DORA][:1]
        operations = {1, *[OFFERED.get(event.kind, TSUMO_OFFER) for event in following if event.seat == seat]}
        if player.drawn >= 0 and player.waits >> (player.drawn >> 2) & 1:
            value = value_of_win(self.table, seat, seat, player.drawn)
            if value is not None and value.is_enough:
                operations.add(TSUMO_OFFER)
        may_declare = player.drawn >= 0 and not player.is_open and not player.in_riichi
        if may_declare and any([waits_without(player, tile) for tile in player.concealed]):
            operations.add(OFFERED[RIICHI])
        return _operation(seat, sorted(operations))

    def offer(self, seat: SeatIndex, event: Event, index: EventIndex) -> dict[str, Any] | None:
        """The offers to a seat on another's discard: a ron that it may win, and the call that it makes."""
        player = self.table.seats[seat]
        operations: list[int] = []
        if (
            seat != event.seat
            and player.waits >> (event.tile >> 2) & 1
            and furiten_kind(self.table, player) == NOT_FURITEN
        ):
            value = value_of_win(self.table, seat, event.seat, event.tile)
            if value is not None and value.is_enough:
                operations.append(RON_OFFER)
        for following in self.hand.events[index + 1 : index + 3]:
            if following.seat == seat and following.kind in _TYPE_OF_CLAIM and following.tile == event.tile:
                operations.append(OFFERED[following.kind])
        return _operation(seat, sorted(operations)) if operations else None

    def _hule(self, wins: list[Win]) -> dict[str, Any]:
        players = self.game.players
        before = list(wins[0].scores or self.table.scores)
        deltas = [sum([(win.deltas or (0,) * 4)[seat] for win in wins]) for seat in range(players)]
        hules = [self._win(win) for win in wins]
        return {
            "hules": hules, "old_scores": before[:players], "delta_scores": deltas, "wait_timeout": 0,
            "scores": [score + delta for score, delta in zip(before, deltas, strict=False)], "gameend": {}, "baopai": 0,
        }  # fmt: skip

    def _win(self, win: Win) -> dict[str, Any]:
        seat, dealer, players = win.seat, self.hand.dealer, self.game.players
        is_tsumo, is_dealer = win.is_tsumo, win.seat == self.hand.dealer
        concealed = list(win.hand or ())
        concealed.remove(win.tile)
        melds = [meld for meld in win.melds or () if meld.kind in _MELD_WORDS]
        yakuman = any([37 <= number <= 51 for number, _ in win.yaku or ()])
        fans = self._fans(win, 13 if yakuman else 1)
        fields: dict[str, Any] = {
            "hand": self.tiles(concealed), "hu_tile": self.names[win.tile], "seat": seat, "zimo": is_tsumo,
            "qinjia": is_dealer, "liqi": self.table.seats[seat].in_riichi, "doras": self.tiles(win.dora or ()),
            "yiman": yakuman, "count": sum([fan["val"] for fan in fans]), "fans": fans, "fu": win.fu,
            "title_id": win.limit, "point_rong": 0 if is_tsumo else win.points, "dadian": win.points,
            "baopai": win.pao_seat + 1,
        }  # fmt: skip
        if melds:
            fields["ming"] = [self._ming(meld) for meld in melds]
        if win.ura is not None:
            fields["li_doras"] = self.tiles(win.ura)
        if is_tsumo:
            each = 0 if win.deltas is None else self.rules.sticks.honba // (players - 1) * self.hand.honba
            pays = [-one - each for one in (win.deltas or (0,) * 4)[:players]]
            others = [pays[other] for other in range(players) if other not in (seat, dealer)]
            fields["point_zimo_xian"] = others[0] if others else 0
            fields["point_zimo_qin"] = 0 if is_dealer else pays[dealer]
        return fields

    def _ming(self, meld: Any) -> str:
        tiles = meld.tiles if meld.kind == CLOSED_KAN else (*meld.tiles, meld.tile)
        return f"{_MELD_WORDS[meld.kind]}({','.join(self.tiles(tiles))})"

    def _fans(self, win: Win, each: int) -> list[dict[str, int]]:
        """The yaku by the server's numbers; norths set aside are listed apart from dora."""
        norths = len(self.table.seats[win.seat].norths)
        fans: list[dict[str, int]] = []
        for number, han in win.yaku or ():
            if number == yaku.DORA and norths:
                fans.append({"val": norths, "id": 34})
                han -= norths  # noqa: PLW2901 -- the remaining dora
            is_seat = yaku.SEAT_EAST <= number < yaku.ROUND_EAST
            is_round = yaku.ROUND_EAST <= number < yaku.ROUND_EAST + 4
            id = _FAN_IDS[yaku.ANY_SEAT_WIND if is_seat else yaku.ANY_ROUND_WIND if is_round else number]
            if han or number == yaku.URA_DORA:
                fans.append({"val": han // each, "id": id})
        return fans

    def _draw(self, event: Ryuukyoku) -> Record:
        players = self.game.players
        abortive = {draw_type: number for number, draw_type in DRAW_OF_NUMBER.items()}
        if event.draw_type in abortive:
            record: dict[str, Any] = {
                "type": abortive[event.draw_type],
                "seat": 0,
                "gameend": {},
            } | self._pending_fields()
            for seat, tiles in enumerate(event.shown or ()):
                if tiles is not None and event.draw_type == DRAW_OF_NUMBER[1]:
                    record |= {"seat": seat, "tiles": self.tiles(tiles)}
            return "RecordLiuJu", record
        seats = []
        for seat in range(players):
            tiles = (event.shown or (None,) * 4)[seat]
            seats.append({"tingpai": tiles is not None} | ({} if tiles is None else {"hand": self.tiles(tiles)}))
        before = event.scores or tuple(self.table.scores)
        scores = {"old_scores": list(before[:players]), "delta_scores": list((event.deltas or (0,) * 4)[:players])}
        is_nagashi = event.draw_type == NAGASHI_MANGAN
        return "RecordNoTile", {
            "liujumanguan": is_nagashi, "players": seats, "scores": [scores], "gameend": False
        }  # fmt: skip


def published(wall: str, era: str) -> dict[str, Any]:
    """A wall and its hashes in the form that the server published in an era."""
    text = wall.encode()
    if era == SHORT:
        return {"paishan": wall, "md5": md5(text, usedforsecurity=False).hexdigest()}
    if era == WHOLE:
        return {"paishan": wall, "sha256": sha256(text).hexdigest()}
    salt = SALT.encode()
    return {
        "paishan": wall, "sha256": sha256(text + salt).hexdigest(), "saltSha256": sha256(salt).hexdigest(), "salt": SALT
    }  # fmt: skip


def _ting(tile: str) -> dict[str, Any]:
    return {"tile": tile, "haveyi": True, "yiman": False, "count": 1, "fu": 30, "biao_dora_count": 0}


def _operation(seat: SeatIndex, numbers: list[int]) -> dict[str, Any]:
    listed = [{"type": number} for number in numbers]
    return {"seat": seat, "operation_list": listed, "time_add": 20000, "time_fixed": 5000}


def wrapped(records: list[Record]) -> list[dict[str, Any]]:
    """Records as browser scripts list them."""
    return [{"name": f".lq.{name}", "data": data} for name, data in records]


def browser(game_head: dict[str, Any], records: list[Record], comment: str = "") -> str:
    """A log as second-generation browser scripts save it: actions, with the players' inputs between the records."""
    actions: list[dict[str, Any]] = []
    for number, one in enumerate(wrapped(records)):
        actions.append({"passed": 1000 * number, "type": 2, "user_input": {"seat": number % 4, "type": 2}})
        actions.append({"passed": 1000 * number + 500, "type": 1, "result": one})
    data = {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": actions}}
    return _json(({"comment": comment} if comment else {}) | {"head": game_head, "data": data, "data_url": ""})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
