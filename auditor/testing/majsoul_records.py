"""Games as Mahjong Soul's server would have recorded them, for fixtures and inputs that come from no server.

A game's events determine which tiles were seen where; a wall that fits them is made up around these, and hashed as the
server does it. Furiten flags and offers follow from a replay of the game under its ruleset, by this module's own code.
"""

import json
from hashlib import md5, sha256
from typing import Any, Final

from auditor.core import events
from auditor.core.events import Deposit, Event, Game, Hand, Player, ServerRecord, Win
from auditor.core.rulesets.model import Ruleset
from auditor.core.table.seat import waits_without
from auditor.core.table.table import NOT_FURITEN, Table, deal, furiten_kind
from auditor.core.table.wall import set_of
from auditor.core.table.winning import value_of_win
from auditor.core.tiles import tile_names
from auditor.core.units import EventIndex, SeatIndex, Tile
from auditor.formats import majsoul
from auditor.formats.majsoul import writer
from auditor.formats.majsoul.writer import Record

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
_OFFERS_DISCARD: Final = 1 << 1
_OFFERED: Final = {
    events.DISCARD: _OFFERS_DISCARD, events.CHI: events.OFFERS_CHI, events.PON: events.OFFERS_PON,
    events.CLOSED_KAN: events.OFFERS_CLOSED_KAN, events.OPEN_KAN: events.OFFERS_OPEN_KAN,
    events.ADDED_KAN: events.OFFERS_ADDED_KAN, events.RIICHI: events.OFFERS_RIICHI, events.NORTH: events.OFFERS_NORTH,
}  # fmt: skip
"""The offer of what each kind of event does."""


def records(game: Game, rules: Ruleset, era: str = SALTED) -> list[Record]:
    """The records of a game. rules: those that the server plays by."""
    return writer.records(served(game, rules, era))


def served(game: Game, rules: Ruleset, era: str = SALTED) -> Game:
    """A game as the server would have recorded it, but for its head."""
    hands = [_served(game, hand, rules, era) for hand in game.hands]
    return events.replace_game(game, format=majsoul.NAME, hands=hands, attributes={})


def _served(game: Game, hand: Hand, rules: Ruleset, era: str) -> Hand:
    wall = whole_wall(game, hand)
    hand = events.replace_hand(hand)
    server = _Server(game, hand, rules, ServerRecord(**published(wall, game.players, era))).record()
    if era == SHORT and hand.events and hand.events[0].kind == events.DRAW and hand.events[0].seat == hand.dealer:
        tiles = sorted([*hand.dealt[hand.dealer], hand.events[0].tile])
        hand.dealt = tuple([tuple(tiles[:-1]) if seat == hand.dealer else one for seat, one in enumerate(hand.dealt)])
        hand.events[0] = events.replace_event(hand.events[0], tile=tiles[-1])
    if era == SHORT:
        hand.dealt = tuple([tuple(sorted(tiles)) for tiles in hand.dealt])
    return events.replace_hand(hand, server=server)


def head(game: Game, **rules: Any) -> dict[str, Any]:
    """The head of a game: a ranked room's if the red fives are as there. rules: the settings of a room of friends."""
    mode, reds, ranked = (12, game.reds[1:], 2) if game.players == 3 else (2, game.reds, 3)
    if not rules and sum(reds) != ranked:
        rules = {"dora_count": sum(reds), "shiduan": 1, "have_zimosun": 1}
    facts = {"start_time": "1767225600", "end_time": "1767227400", "mode": str(mode)}
    if rules:
        facts |= {"category": "1", "room_id": "12345", "detail_rule": json.dumps(rules)}
    else:
        facts |= {"category": "2", "mode_id": "24" if game.players == 3 else "12"}
    seats = [Player(player.name, "雀豪★1", 600.0) for player in game.seats]
    found = writer.head(events.replace_game(game, format=majsoul.NAME, log_id=UUID, attributes=facts, seats=seats))
    found["accounts"] = [{"account_id": 1000 + one["seat"]} | one for one in found["accounts"]]
    return found


def whole_wall(game: Game, hand: Hand) -> str:
    """A complete wall that fits a hand, in the server's notation: what nobody saw fills it up."""
    players, names = game.players, tile_names(game.red_tiles)
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
        if event.kind == events.DRAW and is_replacement:
            tiles_at[len(whole) - 1 - after[replaced]] = event.tile
            replaced += 1
        elif event.kind == events.DRAW:
            tiles_at[drawn] = event.tile
            drawn += 1
        elif event.kind == events.DORA:
            indicators.append(event.tile)
        elif isinstance(event, Win) and event.ura:
            ura = event.ura
        if event.kind != events.DORA:
            is_replacement = event.kind in (events.OPEN_KAN, events.CLOSED_KAN, events.ADDED_KAN, events.NORTH)
    for order, tiles in ((dora_at, indicators), (ura_at, ura)):
        for index, tile in zip(order, tiles, strict=False):
            tiles_at[len(whole) - 1 - index] = tile
    unseen = iter([tile for tile in whole if tile not in tiles_at.values()])
    return "".join([names[tiles_at[index] if index in tiles_at else next(unseen)] for index in range(len(whole))])


class _Server:
    """Works out what the server states about one hand. missed: the seats that are furiten until their next discard;
    for_good: those that are until the hand ends."""

    def __init__(self, game: Game, hand: Hand, rules: Ruleset, server: ServerRecord) -> None:
        self.hand = hand
        self.players = game.players
        self.table: Table = deal(game, hand, rules)
        self.server = server
        self.missed = [False] * 4
        self.for_good = [False] * 4

    def record(self) -> ServerRecord:
        """The record of the hand. The points before the payment are added to its end."""
        server, table, played = self.server, self.table, self.hand.events
        for index, event in enumerate(played):
            server.furiten.append(events.NOT_RECORDED)
            server.offers.append(0)
            if isinstance(event, Win):
                break
            table.apply(event)
            if event.kind == events.DISCARD:
                self._discard(event)
                server.offers[index] = sum([self._offer(seat, event, index) for seat in range(self.players)])
            elif event.kind == events.DRAW or event.kind in events.CLAIMS:
                server.offers[index] = self._turn(event.seat, index)
            elif isinstance(event, Deposit):
                server.sticks[index] = table.sticks
            if event.kind in (events.DRAW, events.DISCARD, *events.CLAIMS):
                server.furiten[index] = self._flags()
        if wins := self.hand.wins:
            before = wins[0].scores or tuple(table.scores)
            place = played.index(wins[0])
            played[place] = events.replace_event(wins[0], scores=before)
            gained = [sum([(win.deltas or (0,) * 4)[seat] for win in wins]) for seat in range(4)]
            server.end_scores = tuple([score + gain for score, gain in zip(before, gained, strict=False)])
        return server

    def _discard(self, event: Event) -> None:
        self.missed[event.seat] = False
        for other in self.table.seats[: self.players]:
            if other.seat != event.seat and other.waits >> (event.tile >> 2) & 1:
                self.missed[other.seat] = True
                self.for_good[other.seat] |= other.in_riichi

    def _flags(self) -> int:
        """Which seats are furiten, as the server counts it."""
        return sum([
            1 << seat.seat for seat in self.table.seats[: self.players]
            if seat.waits & seat.river_kinds or self.missed[seat.seat] or self.for_good[seat.seat]
        ])  # fmt: skip

    def _turn(self, seat: SeatIndex, index: EventIndex) -> int:
        """The offers to a seat on its own turn: a discard, a win or riichi where it may, and what it does next."""
        player = self.table.seats[seat]
        following = [event for event in self.hand.events[index + 1 : index + 4] if event.kind != events.DORA][:1]
        offers = _OFFERS_DISCARD
        for event in following:
            offers |= _OFFERED.get(event.kind, events.OFFERS_TSUMO) if event.seat == seat else 0
        if player.drawn >= 0 and player.waits >> (player.drawn >> 2) & 1:
            value = value_of_win(self.table, seat, seat, player.drawn)
            offers |= events.OFFERS_TSUMO if value is not None and value.is_enough else 0
        may_declare = player.drawn >= 0 and not player.is_open and not player.in_riichi
        if may_declare and any([waits_without(player, tile) for tile in player.concealed]):
            offers |= events.OFFERS_RIICHI
        return offers << events.OFFER_BITS * seat

    def _offer(self, seat: SeatIndex, event: Event, index: EventIndex) -> int:
        """The offers to a seat on another's discard: a ron that it may win, and the call that it makes."""
        player = self.table.seats[seat]
        is_waited = seat != event.seat and player.waits >> (event.tile >> 2) & 1
        offers = 0
        if is_waited and furiten_kind(self.table, player) == NOT_FURITEN:
            value = value_of_win(self.table, seat, event.seat, event.tile)
            offers |= events.OFFERS_RON if value is not None and value.is_enough else 0
        for following in self.hand.events[index + 1 : index + 3]:
            if following.seat == seat and following.kind in events.CLAIMS and following.tile == event.tile:
                offers |= _OFFERED[following.kind]
        return offers << events.OFFER_BITS * seat


def published(wall: str, players: int, era: str) -> dict[str, Any]:
    """The wall and its hashes as the server published them in an era, as arguments of a `ServerRecord`."""
    if era == SHORT:
        wall = wall[2 * (13 * players + 1) :]
        return {"wall": wall, "md5": md5(wall.encode(), usedforsecurity=False).hexdigest()}
    salt = SALT if era == SALTED else ""
    hashes = {"wall": wall, "sha256": sha256((wall + salt).encode()).hexdigest()}
    return hashes | ({"salt": salt, "salt_sha256": sha256(salt.encode()).hexdigest()} if salt else {})


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
    log = ({"comment": comment} if comment else {}) | {"head": game_head, "data": data, "data_url": ""}
    return json.dumps(log, ensure_ascii=False, separators=(",", ":"))
