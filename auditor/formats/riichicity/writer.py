# build: plain
"""Writes a game as a record of Riichi City. What the format cannot hold is left out."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

from auditor.core import events, yaku
from auditor.core.events import Deposit, Event, Game, Hand, Ryuukyoku, ServerRecord, StatedWaits, Win, is_tsumogiri
from auditor.core.reading import rules_stated_by
from auditor.core.reading.building import STICK, is_nagashi_payment, limits_paid
from auditor.core.reading.copies import CODE_OF_FACE, KIND_OF_CODE
from auditor.core.reading.log_ids import STARTED
from auditor.core.reading.stated_rules import rule_text_of
from auditor.core.text import as_json
from auditor.core.tiles import tile_names
from auditor.core.units import EventIndex, Kind, SeatIndex, Tile
from auditor.core.yaku import LIMIT_BASE, YAKUMAN, YAKUMAN_HAN
from auditor.formats.riichicity import vocabulary
from auditor.formats.riichicity.header import FIRST_POSITION, HEAD_SWITCHES
from auditor.formats.riichicity.result import RESULT_SCALE
from auditor.formats.riichicity.vocabulary import wall_codes

WrittenEvent = dict[str, Any]
_USERS_FROM: Final = 1001
_FLAGS: Final = {
    "is_zi_mo": events.OFFERS_TSUMO, "is_can_lizhi": events.OFFERS_RIICHI, "is_kai_li_zhi": events.OFFERS_OPEN_RIICHI,
    "is_nine_cards": events.OFFERS_NINE_TERMINALS, "is_pull_north": events.OFFERS_NORTH,
}  # fmt: skip
_CARD_OF_KIND: Final = {kind: vocabulary.CARD_OF_CODE[code] for code, kind in reversed(KIND_OF_CODE.items())}
_FLAG_SWITCHES: Final = ("isGeMu", "isGangPay", "isKaiLiZhi", "isLuck", "isShaoJi")


def write(game: Game, comment: str = "") -> str:
    """The game as a response of the server, one hand a line; a comment goes under a key that readers ignore.

    Left out: copies of tiles, connections, seeds, salted hashes, grades, what wins show of melds and indicators, and
    points before payments. Raises ValueError for hidden tiles, which the format cannot express.
    """
    writer = _GameWriter(game)
    hands = [as_json(writer.hand(hand, is_last=hand is game.hands[-1])) for hand in game.hands]
    before = as_json({"comment": comment} if comment else {})[1:-1]
    head = as_json(writer.head())[1:-1]
    outer = f"{before}, " if before else ""
    listed = ",\n".join(hands)
    return f'{{{outer}"code": 0, "data": {{{head}, "handRecord": [\n{listed}\n]}}, "message": "ok"}}\n'


class _GameWriter:
    """Writes the head and the hands of a game. position: the number of the next event in the game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players
        self.first = int(game.attributes.get(FIRST_POSITION, "0")) % game.players
        cards = {text: vocabulary.CARD_OF_CODE[code] for text, code in CODE_OF_FACE.items()}
        self.card_of_tile = [cards[name] for name in tile_names(game.red_tiles)]
        self.position = 0
        started = game.attributes.get(STARTED, "")
        self.time = 1000 * int(datetime.fromisoformat(f"{started}+09:00").timestamp()) if started else 0

    def head(self) -> dict[str, Any]:
        """The head: the switches of a game read from such a record, else a remark with its rules; starting points."""
        game = self.game
        head: dict[str, Any] = {"keyValue": game.log_id, "playerCount": game.players}
        if "gamePlay" not in game.attributes:  # a game of another server, whose rules it names
            head["remark"] = rule_text_of(game, rules_stated_by(game))
        for name in HEAD_SWITCHES:
            if name in game.attributes:
                value = int(game.attributes[name])
                head[name] = bool(value) if name in _FLAG_SWITCHES else value
        if "initPoints" not in head and game.hands and game.hands[0].index == 0:
            points = set(game.hands[0].scores[: game.players])
            head |= {"initPoints": points.pop()} if len(points) == 1 else {}
        return head

    def user(self, seat: SeatIndex) -> int:
        """The userId of a seat."""
        return _USERS_FROM + (seat + self.first) % self.players

    def seats(self) -> list[SeatIndex]:
        """The seats in the order of positions."""
        return [(position - self.first) % self.players for position in range(self.players)]

    def card(self, tile: Tile) -> int:
        """The number of a tile. Raises ValueError for a hidden one."""
        if tile < 0:
            raise ValueError("a record of Riichi City hides no tiles")
        return self.card_of_tile[tile]

    def cards(self, tiles: Iterable[Tile]) -> list[int]:
        """The numbers of tiles."""
        return [self.card(tile) for tile in tiles]

    def event(self, type: int, user: int, data: WrittenEvent) -> WrittenEvent:
        """An event as an item of a hand's list. Counts `position` up."""
        written = {
            "eventPos": self.position, "eventType": type, "userId": user, "startTime": self.time, "data": as_json(data),
            "handId": "",
        }  # fmt: skip
        self.position += 1
        return written

    def hand(self, hand: Hand, *, is_last: bool) -> dict[str, Any]:
        """A hand; the last one includes the end of the game."""
        names = [player.name for player in self.game.seats] or [""] * self.players
        players = [
            {"userId": self.user(seat), "nickname": names[seat], "points": hand.scores[seat], "position": position}
            for position, seat in enumerate(self.seats())
        ]
        written: dict[str, Any] = {
            "handPos": hand.index + 1, "benChangNum": hand.honba, "changCi": hand.round % 4 + 1,
            "quanFeng": vocabulary.WIND_CARDS[hand.round // 4 % 4], "players": players,
        }  # fmt: skip
        server = hand.server
        if server is not None and len(wall_codes(server.wall)) == (136 if self.players == 4 else 108):
            written["handCardEncode"] = server.wall
            if server.sha256 and not server.salt:
                written["handCardsSHA256"] = server.sha256
            after = wall_codes(server.wall)[13 * self.players + 1 :]
            written["paiShan"] = [vocabulary.CARD_OF_CODE[code] for code in after]
        written_events = list(_HandWriter(self, hand, written.get("handCardsSHA256", "")).events())
        if is_last and self.game.result is not None and self.game.result.points is not None:
            written_events.append(self.event(vocabulary.GAME_END_EVENT, 0, self._result()))
        return {**written, "handEventRecord": written_events}

    def _result(self) -> dict[str, Any]:
        result = self.game.result
        assert result is not None
        assert result.points is not None
        points, places = result.points, result.places
        order = sorted(range(self.players), key=lambda seat: (places[seat] if places else -points[seat], seat))
        users = []
        for seat in order:
            user: dict[str, Any] = {"user_id": self.user(seat), "point_num": points[seat]}
            if result.scores is not None:
                score = round(result.scores[seat] * RESULT_SCALE, 3)
                user["score"] = int(score) if score.is_integer() else score
            users.append(user)
        return {"user_data": users, "pai_pu_id": self.game.log_id}


class _HandWriter:
    """Writes the events of a hand.

    melds: each seat's number of melds of three or more tiles. cards: the indicators that kans turned. declared: the
    riichi of the next discard. paid: who has paid a stick.
    """

    def __init__(self, writer: _GameWriter, hand: Hand, hash: str) -> None:
        self.writer = writer
        self.hand = hand
        self.hash = hash
        self.melds = [0, 0, 0, 0]
        self.norths = [0, 0, 0, 0]
        self.has_played = [False] * 4
        self.calls = 0
        self.drawn: Tile = events.NOT_RECORDED
        self.cards: list[int] = []
        self.declared: Event | None = None
        self.opened: set[SeatIndex] = set()
        self.paid: list[SeatIndex] = []
        self.is_replacement = False

    def events(self) -> Iterator[WrittenEvent]:
        """The hand's events in their order."""
        played = self.hand.events
        opens = bool(played) and played[0].kind == events.DRAW and played[0].seat == self.hand.dealer
        yield from self._starts(played[0].tile if opens else None)
        ends: list[Win] = []
        for index, event in enumerate(played):
            if isinstance(event, Win):
                ends.append(event)
                continue
            yield from self._event(event, index, is_dealt=opens and index == 0)
            yield from self._said_after(event, index)
        if ends:
            yield from self._wins(ends)

    def _write(self, type: int, seat: SeatIndex, data: WrittenEvent) -> WrittenEvent:
        return self.writer.event(type, 0 if seat < 0 else self.writer.user(seat), data)

    def _starts(self, first_draw: Tile | None) -> Iterator[WrittenEvent]:
        hand, writer = self.hand, self.writer
        points = [{"user_id": writer.user(seat), "hand_points": hand.scores[seat]} for seat in writer.seats()]
        for seat in writer.seats():
            tiles = list(hand.dealt[seat])
            if seat == hand.dealer and first_draw is not None:
                tiles.append(first_draw)
            data: WrittenEvent = {
                "hand_cards": writer.cards(tiles), "dealer_pos": (hand.dealer + writer.first) % writer.players,
                "bao_pai_card": writer.card(hand.indicator), "quan_feng": vocabulary.WIND_CARDS[hand.round // 4 % 4],
                "chang_ci": hand.round % 4 + 1, "ben_chang_num": hand.honba, "li_zhi_bang_num": hand.sticks,
                "user_info_list": points,
            }  # fmt: skip
            data |= {"dices": list(hand.dice)} if hand.dice else {}
            data |= {"hand_cards_sha_256": self.hash} if self.hash else {}
            yield self._write(vocabulary.START_EVENT, seat, data)

    def _event(self, event: Event, index: EventIndex, *, is_dealt: bool) -> Iterator[WrittenEvent]:
        kind, seat = event.kind, event.seat
        if kind == events.DRAW:
            self.drawn = event.tile
            yield self._turn(index, seat, 0 if is_dealt else self.writer.card(event.tile))
            self.is_replacement = False
        elif kind == events.RIICHI:
            self.declared = event
        elif kind == events.DISCARD:
            yield self._discard(event)
        elif kind in events.CLAIMS or kind in events.KANS or kind == events.NORTH:
            yield self._meld(event)
            if kind in (events.CHI, events.PON) and index + 1 < len(self.hand.events):
                following = self.hand.events[index + 1]
                if not isinstance(following, Deposit):
                    yield self._turn(index, seat, 0)
        elif kind == events.DORA:
            self.cards.append(self.writer.card(event.tile))
            yield self._write(vocabulary.INDICATORS_EVENT, events.NOT_RECORDED, {"cards": list(self.cards)})
        elif isinstance(event, Deposit):
            self.paid.append(seat)
            yield self._write(vocabulary.RIICHI_ACCEPTED_EVENT, seat, {"user_id": self.writer.user(seat)})
        elif isinstance(event, Ryuukyoku):
            yield from self._draw(event, index)

    # ---- what a seat does

    def _action(self, seat: SeatIndex, action: int, **data: Any) -> WrittenEvent:
        fields: WrittenEvent = {
            "action": action, "card": 0, "move_cards_pos": None, "user_id": self.writer.user(seat), "hand_cards": None,
            "group_cards": None, "is_li_zhi": False, "li_zhi_operate": 0, "li_zhi_type": 0,
        }  # fmt: skip
        return self._write(vocabulary.ACTION_EVENT, seat, fields | data)

    def _discard(self, event: Event) -> WrittenEvent:
        seat, places = event.seat, None
        size = 14 - 3 * self.melds[seat]
        if event.mark != events.NOT_RECORDED or self.writer.game.copies_recorded:
            places = [size if is_tsumogiri(event, self.drawn) else 1, size - 1]
        data: WrittenEvent = {"card": self.writer.card(event.tile), "move_cards_pos": places}
        if self.declared is not None:
            is_open = self.declared.mark == events.OPEN_RIICHI
            is_double = not self.has_played[seat] and not self.calls
            data |= {"is_li_zhi": True, "li_zhi_operate": int(is_open), "li_zhi_type": 1 + is_double + 2 * is_open}
            if is_open:
                self.opened.add(seat)
            self.declared = None
        self.has_played[seat] = True
        self.drawn = events.NOT_RECORDED
        return self._action(seat, vocabulary.DISCARD_ACTION, **data)

    def _meld(self, event: Event) -> WrittenEvent:
        seat, kind, writer = event.seat, event.kind, self.writer
        self.calls += 1
        self.is_replacement = kind in events.KANS or kind == events.NORTH
        if kind == events.NORTH:
            place = 14 - 3 * self.melds[seat] if event.tile == self.drawn else 1
            self.norths[seat] += 1
            self.drawn = events.NOT_RECORDED
            return self._action(seat, vocabulary.NORTH_ACTION, card=writer.card(event.tile), move_cards_pos=[place])
        if kind == events.ADDED_KAN:
            return self._action(seat, vocabulary.ADDED_KAN_ACTION, card=writer.card(event.tile))
        self.melds[seat] += 1
        if kind == events.CLOSED_KAN:
            cards = writer.cards(event.tiles)
            return self._action(seat, vocabulary.CLOSED_KAN_ACTION, card=cards[0], group_cards=cards[1:])
        action = {events.PON: vocabulary.PON_ACTION, events.OPEN_KAN: vocabulary.OPEN_KAN_ACTION}.get(kind, 0)
        if kind == events.CHI:
            kinds = sorted([tile >> 2 for tile in (event.tile, *event.tiles)])
            action = vocabulary.CHI_ACTIONS[min(kinds.index(event.tile >> 2), 2)]
        return self._action(seat, action, card=writer.card(event.tile), group_cards=writer.cards(event.tiles))

    # ---- what the server says

    def _turn(self, index: EventIndex, seat: SeatIndex, card: int) -> WrittenEvent:
        """A seat's own turn; its offers are written only where the game was read from a record that has them all."""
        data: WrittenEvent = {"in_card": card, "is_gang_incard": self.is_replacement}
        server = self.hand.server
        if server is not None and server.offers_everything and index < len(server.offers):
            own = server.offers[index] >> events.OFFER_BITS * seat
            data |= {name: bool(own & offer) for name, offer in _FLAGS.items()}
            if (stated := server.turns.get(index)) is not None:
                if stated.is_replacement != events.NOT_RECORDED:
                    data["is_gang_incard"] = bool(stated.is_replacement)
                data["gang_cards"] = _kind_cards(stated.closed_kans or ())
                data["bu_gang_cards"] = _kind_cards(stated.added_kans or ())
                if stated.waits is not None:
                    data["in_ting_info"] = [
                        {"discard_card": _CARD_OF_KIND[one.discard], "ting_list": _waited(one)} for one in stated.waits
                    ]
        return self._write(vocabulary.TURN_EVENT, seat, data)

    def _said_after(self, event: Event, index: EventIndex) -> Iterator[WrittenEvent]:
        """Yield what the server says after an event: waits, offers to other seats, wins let pass."""
        server = self.hand.server
        if isinstance(event, Deposit):
            before = self.hand.events[index - 1] if index else event
            if server is not None and event.seat in server.waits.get(index, {}):
                waited = _waited(server.waits[index][event.seat])
                yield self._write(vocabulary.RIICHI_WAITS_EVENT, event.seat, {"ting_info": waited})
            following = self.hand.events[index + 1] if index + 1 < len(self.hand.events) else None
            if before.kind in (events.CHI, events.PON) and following is not None:
                yield self._turn(index, before.seat, 0)
        has_none = event.kind in (events.DRAW, events.CHI, events.PON, events.DORA, events.RIICHI)
        if server is None or has_none or not server.offers_everything or index >= len(server.offers):
            return
        yield from self._offers(server, event, index)

    def _offers(self, server: ServerRecord, event: Event, index: EventIndex) -> Iterator[WrittenEvent]:
        for seat in self.writer.seats():
            own = server.offers[index] >> events.OFFER_BITS * seat
            listed = [number for number, offer in vocabulary.OFFER_OF_ACTION.items() if own & offer == offer]
            if listed and seat != event.seat:
                yield self._write(
                    vocabulary.OFFER_EVENT, seat, {"out_card": self.writer.card(event.tile), "action_list": listed}
                )
        for seat in self.writer.seats():
            if server.passes.get(index, 0) >> seat & 1:
                yield self._write(vocabulary.PASSED_EVENT, seat, {})

    # ---- the end

    def _wins(self, wins: list[Win]) -> Iterator[WrittenEvent]:
        for win in wins:
            action = vocabulary.TSUMO_ACTION if win.is_tsumo else vocabulary.RON_ACTION
            card, shown = self.writer.card(win.tile), self._shown(win)
            yield self._action(win.seat, action, card=card, hand_cards=shown)
        listed = [self._win(win) for win in wins]
        end = vocabulary.ENDS_BY_TSUMO if wins[0].is_tsumo else vocabulary.ENDS_BY_RON
        gains = None
        if all([win.deltas is not None for win in wins]):
            gains = [sum([(win.deltas or (0,) * 4)[seat] for win in wins]) for seat in range(self.writer.players)]
        liable = [win.pao_seat for win in wins if win.pao_seat >= 0]
        sticks = {win.seat: sum(win.deltas or ()) // STICK if win.sticks < 0 else win.sticks for win in wins}
        data = {"end_type": end, "win_info": listed, "user_profit": self._profits(gains, sticks, liable)}
        yield self._write(vocabulary.END_EVENT, events.NOT_RECORDED, data)

    def _profits(
        self, gains: list[int] | None, sticks: dict[SeatIndex, int], liable: list[SeatIndex]
    ) -> list[dict[str, Any]]:
        """What each seat gains; [] where the game does not hold the payments. sticks: the number won, by seat."""
        if gains is None:
            return []
        server = self.hand.server
        after = server.end_scores if server is not None else None
        listed = []
        for seat in self.writer.seats():
            won = sticks.get(seat, 0) - self.paid.count(seat)
            one: dict[str, Any] = {
                "user_id": self.writer.user(seat), "point_profit": gains[seat], "li_zhi_profit": STICK * won,
                "is_bao_pai": seat in liable,
            }  # fmt: skip
            listed.append(one | ({"user_point": after[seat]} if after is not None else {}))
        return listed

    def _shown(self, win: Win) -> list[int] | None:
        """The cards that a winner shows, without a tile that another seat discarded; None where it is not said."""
        if win.hand is None:
            return None
        tiles = list(win.hand)
        if win.tile in tiles and not win.is_tsumo:
            tiles.remove(win.tile)
        return self.writer.cards(tiles)

    def _win(self, win: Win) -> dict[str, Any]:
        one: dict[str, Any] = {"user_id": self.writer.user(win.seat)}
        if win.yaku is not None:
            one["fang_info"] = self._fangs(win)
        counted = sum([han for _, han in win.yaku or ()])
        han = win.han if win.han >= 0 else counted
        if win.yaku is not None or win.han >= 0:
            one["all_fang_num"] = han
        if win.fu >= 0:
            one["all_fu"] = win.fu
        if win.points >= 0:
            one["all_point"] = win.points
        if (base := _base(win, han, self.hand.dealer, self.writer.players)) >= 0:
            one["bash_points"] = base
        if win.hand is not None:
            one["user_cards"] = self._shown(win)
        one["li_bao_card"] = None if win.ura is None else self.writer.cards(win.ura)
        return one

    def _fangs(self, win: Win) -> list[dict[str, int]]:
        """The yaku by the record's numbers; norths set aside are listed apart from dora."""
        norths = self.norths[win.seat]
        fangs = []
        for number, han in win.yaku or ():
            fang = vocabulary.FANG_OF_YAKU.get(number, _UNKNOWN_FANG)
            if yaku.SEAT_EAST <= number < yaku.ROUND_EAST:
                fang = vocabulary.FANG_OF_YAKU[yaku.ANY_SEAT_WIND]
            elif yaku.ROUND_EAST <= number < yaku.ROUND_EAST + 4:
                fang = vocabulary.FANG_OF_YAKU[yaku.ANY_ROUND_WIND]
            elif number in yaku.RIICHIS and win.seat in self.opened:
                fang = vocabulary.OPEN_DOUBLE_FANG if number == yaku.DOUBLE_RIICHI else vocabulary.OPEN_RIICHI_FANG
            if number == yaku.DORA and norths:
                fangs.append({"fang_type": vocabulary.NORTH_FANG, "fang_num": min(norths, han)})
                han = max(han - norths, 0)  # noqa: PLW2901 -- what is left of them
            if han or number != yaku.DORA or not norths:
                fangs.append({"fang_type": fang, "fang_num": han})
        return fangs

    def _draw(self, event: Ryuukyoku, index: EventIndex) -> Iterator[WrittenEvent]:
        end = vocabulary.END_OF_DRAW[events.EXHAUSTIVE if event.draw_type == events.NAGASHI_MANGAN else event.draw_type]
        shown: tuple[tuple[Tile, ...] | None, ...] = event.shown or (None,) * 4
        if event.draw_type == events.NINE_TERMINALS:
            seat = next((seat for seat, tiles in enumerate(shown) if tiles is not None), self.hand.dealer)
            yield self._action(seat, vocabulary.NINE_ACTION)
        listed = []
        if event.draw_type == events.NAGASHI_MANGAN and event.deltas is not None:
            winners = [seat for seat in self.writer.seats() if event.deltas[seat] > 0]
            nagashi = [{"fang_type": vocabulary.NAGASHI_FANG, "fang_num": 1}]
            listed = [{"user_id": self.writer.user(seat), "fang_info": nagashi} for seat in winners]
        server = self.hand.server
        stated = server.waits.get(index, {}) if server is not None else {}
        for seat in self.writer.seats():
            if shown[seat] is not None or (event.tenpai is not None and event.tenpai[seat]):
                one: dict[str, Any] = {"user_id": self.writer.user(seat)}
                tiles = shown[seat]
                one |= {"user_cards": self.writer.cards(tiles)} if tiles is not None else {}
                if seat in stated:
                    one["ting_card_list"] = [_CARD_OF_KIND[tile.kind] for tile in stated[seat].tiles]
                listed.append(one)
        # Even a list of nagashi mangan alone says that the others are noten; the payment shows one, too.
        is_open = event.tenpai is None and event.draw_type in events.TENPAI_DRAWS and not any(shown)
        is_silent = is_open and (not listed or is_nagashi_payment(event.deltas))
        gains = None if event.deltas is None else list(event.deltas)
        data = {"end_type": end, "win_info": None if is_silent else listed, "user_profit": self._profits(gains, {}, [])}
        yield self._write(vocabulary.END_EVENT, events.NOT_RECORDED, data)


_UNKNOWN_FANG: Final = 48
"""A yaku of rooms with special rules, written for one that the format has no number for."""


def _base(win: Win, han: int, dealer: SeatIndex, players: int) -> int:
    """The base points of a win, NOT_RECORDED where the game does not say."""
    if win.base >= 0:
        return win.base
    if win.limit >= YAKUMAN:
        times = max(han // YAKUMAN_HAN, 1) if any([yaku.is_yakuman(number) for number, _ in win.yaku or ()]) else 1
        one = limits_paid(win, dealer, players)[YAKUMAN]
        paid = win.deltas[win.seat] if win.points < 0 and win.deltas else win.points
        return LIMIT_BASE[YAKUMAN] * (min(times, max(paid // one, 1)) if paid >= 0 else times)  # some rules pay one
    if win.limit > 0:
        return LIMIT_BASE[win.limit]
    return win.fu << han + 2 if win.limit == 0 and win.fu >= 0 and 0 < han < YAKUMAN_HAN else events.NOT_RECORDED


def _kind_cards(kinds: Iterable[Kind]) -> list[int]:
    return [_CARD_OF_KIND[kind] for kind in kinds]


def _waited(waits: StatedWaits) -> list[dict[str, Any]]:
    listed = []
    for tile in waits.tiles:
        one: dict[str, Any] = {"ting_card": _CARD_OF_KIND[tile.kind]}
        one |= {"left_num": tile.left} if tile.left >= 0 else {}
        one |= {"is_wu_yi": bool(tile.no_yaku)} if tile.no_yaku >= 0 else {}
        one |= {"is_zhen_ting": bool(tile.furiten)} if tile.furiten >= 0 else {}
        listed.append(one)
    return listed
