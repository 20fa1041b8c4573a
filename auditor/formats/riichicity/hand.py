# build: compiled
"""Translates the events of a hand in a Riichi City record into those of the model: seats, tiles, offers, the wall.

Seats are counted from the first dealer of the game, the record's positions are not. What the record says twice is
compared here where nothing else in the program does so.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from auditor.core import events
from auditor.core.errors import ReadError
from auditor.core.events import Contradiction, Hand, ServerRecord, StatedTurn, StatedWaits, WaitedTile
from auditor.core.phrases import Phrase
from auditor.core.reading.building import Conventions, HandBuilder
from auditor.core.reading.copies import KIND_OF_CODE, TEXT_OF_CODE, Copies
from auditor.core.reading.format import MOST_COUNTERS, MOST_POINTS, BoundedCache, bounded
from auditor.core.tiles import NO_RUN, UNKNOWN, place_in_run
from auditor.core.units import HandIndex, Kind, Points, SeatIndex, Tile, TileCode
from auditor.formats.riichicity import vocabulary
from auditor.formats.riichicity.vocabulary import code_of, codes_of

_WHOLE_HAND: Final = 14
"""Tiles of a hand with the one drawn, each meld counted as three."""
_CONVENTIONS: Final = Conventions()
_CALLS: Final = (*events.CLAIMS, events.CLOSED_KAN, events.ADDED_KAN, events.NORTH)
_CLAIMS: Final = {vocabulary.PON_ACTION: events.PON, vocabulary.OPEN_KAN_ACTION: events.OPEN_KAN}
"""The kind of each claim but a chi, by its action."""
_OPEN_TYPES: Final = (3, 4)
_DOUBLE_TYPES: Final = (2, 4)
"""The values of li_zhi_type for open and for double riichi, 4 for both; 1 is a plain riichi."""
_MOST_TURNS: Final = 4096
_LONGEST_TURN: Final = 400


class DecodedTurn:
    """A seat's own turn. code: the tile drawn, or 0. offers: as bits. is_whole: whether no kind of offer is missing."""

    def __init__(self, code: TileCode, offers: int, stated: StatedTurn, *, is_whole: bool) -> None:
        self.code = code
        self.offers = offers
        self.stated = stated
        self.is_whole = is_whole


class Seating:
    """Who sits where. first: the first dealer's position. users: their ids by position. seats: by the ids of users."""

    def __init__(self, players: int, first_position: int, users: list[int]) -> None:
        self.players = players
        self.first = first_position
        self.users = users
        self.seats = {user: (position - first_position) % players for position, user in enumerate(users)}

    def seat_of_position(self, position: int) -> SeatIndex:
        """The seat at a position. Raises ReadError."""
        if not 0 <= position < self.players:
            raise ReadError("", f"expected a position 0 to {self.players - 1}, not {position}")
        return (position - self.first) % self.players

    def seat_of_user(self, user: int) -> SeatIndex:
        """The seat of a user id. Raises ReadError."""
        if (seat := self.seats.get(user)) is None:
            raise ReadError("", f"expected the userId of one of the hand's players, not {user}")
        return seat

    def by_seat(self, values: Sequence[Points]) -> tuple[Points, ...]:
        """Reorder values by position into values by seat; the missing fourth seat gets 0."""
        found = [values[(seat + self.first) % self.players] for seat in range(self.players)]
        return (*found, 0, 0)[: events.SEATS]


class StartOfHand:
    """The start of a hand, which the record has once for each seat: what most of these copies say.

    dealt: each seat's tiles, [] where its copy is missing. differing: a name and two values, where the copies disagree.
    """

    def __init__(self, starts: list[tuple[SeatIndex, Any]], raw: Any, seating: Seating) -> None:
        self.differing: list[tuple[str, str, str]] = []
        copies = [start for _, start in starts]
        self.dealt: list[list[TileCode]] = [[], [], [], []]
        for seat, start in starts:
            self.dealt[seat] = codes_of(start.hand_cards)
        dealer = self._agreed("dealer_pos", [one.dealer_pos for one in copies])
        wind = self._agreed("quan_feng", [*[one.quan_feng for one in copies], raw.quan_feng])
        self.number = self._agreed("chang_ci", [*[one.chang_ci for one in copies], raw.chang_ci])
        honba = self._agreed("ben_chang_num", [*[one.ben_chang_num for one in copies], raw.ben_chang_num])
        self.honba = bounded(honba or 0, MOST_COUNTERS, "ben_chang_num")
        sticks = self._agreed("li_zhi_bang_num", [one.li_zhi_bang_num for one in copies])
        self.sticks = bounded(sticks or 0, MOST_COUNTERS, "li_zhi_bang_num")
        self.indicator = self._agreed("bao_pai_card", [one.bao_pai_card or None for one in copies])
        if wind is not None and wind not in vocabulary.WIND_CARDS:
            raise ReadError("", f"quan_feng: expected one of 49, 65, 81 and 97 for the winds, not {wind}")
        self.wind = vocabulary.WIND_CARDS.index(wind) if wind is not None else 0
        if self.number is not None:
            bounded(self.number, seating.players, "chang_ci", 1)
        self.dealer = self._dealer(dealer, seating)
        self.scores = self._scores(copies, raw, seating)
        dices = [one.dices for one in copies if one.dices and len(one.dices) == 2]
        self.dice = (dices[0][0], dices[0][1]) if dices and all([1 <= die <= 6 for die in dices[0]]) else None
        hashes = [one.hand_cards_sha_256 for one in copies if one.hand_cards_sha_256]
        self.hashes = [*hashes, *([raw.hand_cards_sha256] if raw.hand_cards_sha256 else [])]

    def _agreed(self, name: str, values: list[int | None]) -> int | None:
        """The value that most of the copies have, or None; a disagreement is added to `differing`."""
        stated = [value for value in values if value is not None]
        if not stated:
            return None
        agreed = max(stated, key=stated.count)
        others = [value for value in stated if value != agreed]
        if others:
            self.differing.append((name, str(agreed), str(others[0])))
        return agreed

    def _dealer(self, position: int | None, seating: Seating) -> SeatIndex:
        """The dealer: the only seat with fourteen tiles, else that of the position, else that of the hand's number."""
        named = events.NO_SEAT if position is None else seating.seat_of_position(position)
        fourteen = [seat for seat, tiles in enumerate(self.dealt) if len(tiles) == _WHOLE_HAND]
        if len(fourteen) == 1:
            if named not in (events.NO_SEAT, fourteen[0]):
                self.differing.append(("dealer_pos", f"seat {fourteen[0]}", f"seat {named}"))
            return fourteen[0]
        if named == events.NO_SEAT:
            named = (self.number or 1) - 1
        return named

    def _scores(self, copies: list[Any], raw: Any, seating: Seating) -> tuple[Points, ...]:
        """The points of each seat, which each copy and the list of players have. Raises ReadError."""
        found: list[list[int | None]] = [[] for _ in range(events.SEATS)]
        for player in raw.players:
            if player.user_id in seating.seats:
                found[seating.seats[player.user_id]].append(player.points)
        for start in copies:
            for user in start.user_info_list or ():
                if user.user_id in seating.seats:
                    found[seating.seats[user.user_id]].append(user.hand_points)
        scores = [0, 0, 0, 0]
        for seat in range(seating.players):
            points = self._agreed(Phrase("points-of-seat", seat=seat), found[seat])
            if points is None:
                raise ReadError("", f"points: expected those of each player, not only of others than seat {seat}")
            scores[seat] = bounded(points, MOST_POINTS, "points", -MOST_POINTS)
        return tuple(scores)


class RiichiCityHand:
    """Builds one hand. Every method raises ReadError, without a location, for an impossible value.

    wins: seat, tile and concealed tiles of each win called so far. cards: the indicators that kans have turned.
    deposits, declarers: the seats that have paid a stick, and that have declared riichi. melds: each seat's number of
    melds of three or more tiles, which say where in its hand the tile just drawn is.
    """

    def __init__(
        self, index: HandIndex, start: StartOfHand, seating: Seating, wall: str, reds: tuple[Tile, ...]
    ) -> None:
        self.seating = seating
        copies = Copies(reds)
        dealer = start.dealer
        dealt = [list(tiles) for tiles in start.dealt]
        for seat in range(seating.players):
            dealt[seat] = dealt[seat] or [0] * (_WHOLE_HAND - 1)
        first_draw = dealt[dealer].pop() if len(dealt[dealer]) == _WHOLE_HAND else 0
        hands = tuple([tuple([copies.draw(seat, code) for code in codes]) for seat, codes in enumerate(dealt)])
        number = dealer + 1 if start.number is None else start.number
        indicator = copies.from_wall(code_of(start.indicator)) if start.indicator else UNKNOWN
        self.hand = Hand(
            index, 4 * start.wind + number - 1, start.honba, start.sticks, dealer, start.scores, hands, indicator,
            start.dice,
        )  # fmt: skip
        self.server = ServerRecord(wall, sha256=start.hashes[0] if start.hashes else "")
        self.hand.server = self.server
        self.builder = HandBuilder(self.hand, copies, _CONVENTIONS)
        self.events = self.hand.events
        self.cards: list[int] = []
        self.melds = [0, 0, 0, 0]
        self.turns = 0
        self.is_exact = True
        self.deposits: list[SeatIndex] = []
        self.declarers: list[SeatIndex] = []
        self.wins: list[tuple[SeatIndex, TileCode, list[int] | None]] = []
        for name, expected, actual in start.differing:
            about = events.ABOUT_DEALER if name in ("dealer_pos", "chang_ci", "quan_feng") else events.ABOUT_START
            message = Phrase("start-says-twice", name=name, expected=expected, actual=actual)
            self.builder.contradict(about, events.NO_SEAT, message, expected, actual)
        if first_draw:
            self.builder.draw(dealer, first_draw)

    def take_copies(self, after_deal: list[int] | None, hashes: list[str]) -> None:
        """Compare the wall with its other copies in the record: its tiles after the deal, and its hashes.

        If the hashes differ, one that is not the wall's is kept. The tiles are compared only if the hash is right.
        """
        if not (wall := self.server.wall):
            return
        true = sha256(wall.encode("utf-8", "replace")).hexdigest() if after_deal or len(set(hashes)) > 1 else ""
        for one in hashes:
            if len(set(hashes)) > 1 and one.lower() != true:
                self.server.sha256 = one
        if not after_deal or self.server.sha256.lower() not in ("", true):
            return
        tail = "".join([TEXT_OF_CODE[code] for code in codes_of(after_deal)])
        if not wall.endswith(tail) or len(tail) != len(wall) - 2 * (13 * self.seating.players + 1):
            message, event = Phrase("wall-after-deal"), events.NOT_RECORDED
            texts = (message, Phrase("the-same-tiles"), Phrase("others"))
            self.hand.contradictions.append(Contradiction(events.ABOUT_COPY, event, events.NO_SEAT, *texts))

    def actor(self, user: int, named: int) -> SeatIndex:
        """The seat that acts, which an event names twice; if they differ, `named` where it is its turn, else `user`."""
        seats = self.seating.seats
        if not named or named == user or named not in seats:
            return self.seating.seat_of_user(user or named)
        if not user or user not in seats:
            return seats[named]
        due = self.due_seat()
        seat = seats[named] if seats[named] == due else seats[user]
        other = seats[user] if seat == seats[named] else seats[named]
        message = Phrase("action-of-two", seat=seat, other=other)
        self.builder.contradict(
            events.ABOUT_CALL, seat, message, *[Phrase("a-seat", seat=one) for one in (seat, other)]
        )
        return seat

    def due_seat(self) -> SeatIndex:
        """The seat whose turn it is after a draw, a chi or a pon, else NO_SEAT."""
        last = self.events[-1] if self.events else None
        return events.NO_SEAT if last is None or last.kind not in (events.DRAW, events.CHI, events.PON) else last.seat

    # ---- a seat's own turn, and what others are offered

    def turn(self, seat: SeatIndex, turn: DecodedTurn) -> None:
        """Add the draw that opens a seat's turn (none after a call), and record what the seat is offered."""
        if turn.code:
            self.builder.draw(seat, turn.code)
        self.turns += 1
        self.is_exact = self.is_exact and turn.is_whole
        index = len(self.events) - 1
        if index < 0:
            return
        self._offer(index, seat, turn.offers)
        self.server.turns[index] = turn.stated

    def _offer(self, index: int, seat: SeatIndex, offers: int) -> None:
        """Record what a seat is offered after an event."""
        stored = self.server.offers
        while len(stored) <= index:
            stored.append(0)
        stored[index] |= offers << events.OFFER_BITS * seat

    def offer(self, seat: SeatIndex, data: Any) -> None:
        """Record what a seat is offered on another seat's tile."""
        found = 0
        if data.action_list is None:
            self.is_exact = False
        for number in data.action_list or ():
            found |= vocabulary.OFFER_OF_ACTION.get(number, 0)
        index = len(self.events) - 1
        if index < 0:
            return
        self._offer(index, seat, found)
        if data.out_card and data.out_card >= 0:
            code = code_of(data.out_card)
            if code != self.builder.last_code and self.builder.last_tile >= 0:
                self.server.offered_codes[index] = code

    # ---- what a seat does

    def act(self, seat: SeatIndex, data: Any) -> None:
        """Add what a seat does. Raises ReadError for an unknown action."""
        action: int = data.action
        if action == vocabulary.DISCARD_ACTION:
            self._discard(seat, data)
        elif action in vocabulary.CHI_ACTIONS or action in _CLAIMS:
            self._claim(seat, data)
        elif action == vocabulary.NORTH_ACTION:
            self.builder.north(seat, code_of(data.card), is_drawn=self._is_last_place(seat, data))
        elif action == vocabulary.CLOSED_KAN_ACTION:
            self._closed_kan(seat, data)
        elif action == vocabulary.ADDED_KAN_ACTION:
            code = code_of(data.card)
            self.builder.added_kan(seat, code, ())
        elif action in (vocabulary.RON_ACTION, vocabulary.TSUMO_ACTION):
            self.wins.append((seat, code_of(data.card), data.hand_cards))
        elif action != vocabulary.NINE_ACTION:
            raise ReadError("", f"action: expected a number from 2 to 13, not {action}")

    def _is_last_place(self, seat: SeatIndex, data: Any) -> bool:
        """Whether the tile that leaves a hand is at the last position, that of the tile just drawn."""
        places = data.move_cards_pos
        return bool(places) and places[0] == _WHOLE_HAND - 3 * self.melds[seat] and self.builder.drawn != UNKNOWN

    def _discard(self, seat: SeatIndex, data: Any) -> None:
        code = code_of(data.card)
        is_drawn = self._is_last_place(seat, data)
        if data.is_li_zhi or data.li_zhi_type:
            self._declare(seat, data)
        mark = events.TSUMOGIRI if is_drawn else events.TEDASHI if data.move_cards_pos else events.NOT_RECORDED
        self.builder.discard(seat, code, mark, is_drawn)

    def _declare(self, seat: SeatIndex, data: Any) -> None:
        """Add a riichi declaration, and compare its flag with its type, and that (double or not) with the events."""
        is_open = data.li_zhi_operate == 1 or data.li_zhi_type in _OPEN_TYPES
        kind: int = data.li_zhi_type
        if data.is_li_zhi is False:
            message = Phrase("riichi-of-kind-and-none", seat=seat, kind=kind)
            self.builder.contradict(events.ABOUT_RIICHI, seat, message, Phrase("riichi"), Phrase("no-riichi"))
        elif kind:
            is_first = not any(
                one.kind in _CALLS or (one.kind == events.DISCARD and one.seat == seat) for one in self.events
            )
            if (kind in _DOUBLE_TYPES) != is_first:
                words = (Phrase("a-double-riichi"), Phrase("a-riichi"))
                due, said = words[not is_first], words[is_first]
                message = Phrase("riichi-marked-as-other", seat=seat, due=due, said=said)
                self.builder.contradict(events.ABOUT_RIICHI, seat, message, due, said)
        self.declarers.append(seat)
        self.builder.declare(seat, events.OPEN_RIICHI if is_open else events.NOT_RECORDED)

    def _claim(self, seat: SeatIndex, data: Any) -> None:
        action: int = data.action
        code, own = code_of(data.card), codes_of(data.group_cards or [])
        kind = _CLAIMS.get(action, events.CHI)
        size = 3 if kind == events.OPEN_KAN else 2
        if len(own) != size:
            raise ReadError("", f"group_cards: expected {size} tiles, not {len(own)}")
        if kind == events.CHI:
            self._judge_form(seat, action, code, own)
        self.builder.claim(kind, seat, self.last_seat(), code, own)
        self.melds[seat] += 1

    def last_seat(self) -> SeatIndex:
        """The seat whose tile a claim or a ron takes: that of the last discard, own kan or north, else the dealer."""
        last = self.builder.last_seat
        return self.hand.dealer if last == events.NO_SEAT else last

    def _judge_form(self, seat: SeatIndex, action: int, code: TileCode, own: list[TileCode]) -> None:
        """Compare the chi's action, which says which tile of the run is claimed, with its tiles."""
        place = place_in_run(KIND_OF_CODE[code], KIND_OF_CODE[own[0]], KIND_OF_CODE[own[1]])
        if place == NO_RUN:
            return  # a check reports that
        made = vocabulary.CHI_ACTIONS[place]
        if made != action:
            named, due = _PLACES[action], _PLACES[made]
            message = Phrase("chi-takes-other", seat=seat, due=due, named=named)
            self.builder.contradict(events.ABOUT_COPY, seat, message, due, named)

    def _closed_kan(self, seat: SeatIndex, data: Any) -> None:
        codes = [code_of(data.card), *codes_of(data.group_cards or [])]
        self.builder.closed_kan(seat, codes)
        kinds = {KIND_OF_CODE[code] for code in codes}
        if len(kinds) > 1:
            shown = " ".join([TEXT_OF_CODE[code] for code in codes])
            message = Phrase("kan-not-alike", seat=seat, tiles=shown)
            self.builder.contradict(events.ABOUT_CALL, seat, message, Phrase("four-of-a-kind"), shown)
        self.melds[seat] += 1

    # ---- what the server turns, takes and says

    def indicators(self, data: Any) -> None:
        """Add the newly turned indicators; the record lists all that kans have turned so far."""
        for index, card in enumerate(data.cards):
            code = code_of(card)
            if index < len(self.cards):
                known = code_of(self.cards[index])
                if known != code:
                    due, shown = TEXT_OF_CODE[known], TEXT_OF_CODE[code]
                    message = Phrase("indicator-is-other-later", due=due, shown=shown)
                    self.builder.contradict(events.ABOUT_INDICATOR, events.NO_SEAT, message, due, shown)
            else:
                self.cards.append(card)
                self.builder.dora(code)

    def deposit(self, seat: SeatIndex) -> None:
        """Add the deposit of an accepted riichi.

        The record has it after a call of the declaration tile; the stick is paid before that call.
        """
        claim = events.NOT_RECORDED
        if self.builder.declarer == seat and self.events:
            claim = len(self.events) - 1
            while claim > 0 and self.events[claim].kind == events.DORA:
                claim -= 1
            if self.events[claim].kind not in events.CLAIMS:
                claim = events.NOT_RECORDED
        self.builder.deposit(seat)
        self.deposits.append(seat)
        if claim >= 0:
            self.events.insert(claim, self.events.pop())
            for one in self.hand.contradictions:
                if one.event == claim:
                    one.event += 1

    def owes(self, seat: SeatIndex) -> bool:
        """Whether a seat has declared riichi and not paid its stick, though nobody has won on the declaration tile."""
        last = self.events[-2:]
        is_declared = [event.kind for event in last] == [events.RIICHI, events.DISCARD] and last[-1].seat == seat
        return seat in self.declarers and seat not in self.deposits and not (is_declared and self.wins)

    def waits(self, seat: SeatIndex, data: Any) -> None:
        """Record the waits that the server states for a seat in riichi."""
        if self.events and data.ting_info is not None:
            self.state_waits(seat, StatedWaits(UNKNOWN, waited_tiles(data.ting_info)))

    def state_waits(self, seat: SeatIndex, waits: StatedWaits) -> None:
        """Record the waits stated for a seat after the latest event."""
        self.server.waits.setdefault(len(self.events) - 1, {})[seat] = waits

    def passed(self, seat: SeatIndex) -> None:
        """Record that a seat is notified that it let a winning tile pass."""
        index = len(self.events) - 1
        if index >= 0:
            self.server.passes[index] = self.server.passes.get(index, 0) | 1 << seat

    def close(self) -> Hand:
        """Complete the hand after its last event, and return it."""
        offers, furiten = self.server.offers, self.server.furiten
        while len(offers) < len(self.events):
            offers.append(0)
        while len(furiten) < len(self.events):
            furiten.append(events.NOT_RECORDED)
        if not self.is_exact:  # some offers may be missing
            self.server.offers = []
        self.server.offers_everything = self.is_exact and self.turns > 0
        # No offers at all count, if the record leaves none out.
        if not (self.is_exact or any(self.server.offers) or self.server.waits or self.server.wall):
            self.hand.server = None
        return self.hand


_PLACES: Final = {2: Phrase("the-lowest-tile"), 3: Phrase("the-middle-tile"), 4: Phrase("the-highest-tile")}
"""The tile of a run that each chi action claims."""


def waited_tiles(listed: list[Any]) -> tuple[WaitedTile, ...]:
    """The tiles that complete a hand, as the record lists them."""
    found = []
    for one in listed:
        left: int = events.NOT_RECORDED if one.left_num is None else one.left_num
        no_yaku = events.NOT_RECORDED if one.is_wu_yi is None else int(one.is_wu_yi)
        furiten = events.NOT_RECORDED if one.is_zhen_ting is None else int(one.is_zhen_ting)
        found.append(WaitedTile(_kind_of(one.ting_card), left, no_yaku, furiten))
    return tuple(found)


def _kind_of(card: int) -> Kind:
    return KIND_OF_CODE[code_of(card)]


_turn_cache: Final[BoundedCache[str, DecodedTurn]] = BoundedCache(_MOST_TURNS)


def decode_turn(data: Any, text: str) -> DecodedTurn:
    """The turn that `data` states. text: its JSON, under which it is cached if short (short ones recur), or ""."""
    offers = 0
    for flag, offer in (
        (data.is_zi_mo, events.OFFERS_TSUMO), (data.is_can_lizhi, events.OFFERS_RIICHI),
        (data.is_kai_li_zhi, events.OFFERS_OPEN_RIICHI), (data.is_nine_cards, events.OFFERS_NINE_TERMINALS),
        (data.is_pull_north, events.OFFERS_NORTH),
        (data.gang_cards, events.OFFERS_CLOSED_KAN), (data.bu_gang_cards, events.OFFERS_ADDED_KAN),
    ):  # fmt: skip
        if flag:
            offers |= offer
    waits = None
    if data.in_ting_info is not None and all([one.ting_list is not None for one in data.in_ting_info]):
        waits = tuple(
            [StatedWaits(_kind_of(one.discard_card), waited_tiles(one.ting_list)) for one in data.in_ting_info]
        )
    stated = StatedTurn(
        events.NOT_RECORDED if data.is_gang_incard is None else int(data.is_gang_incard),
        None if data.gang_cards is None else tuple([_kind_of(card) for card in data.gang_cards]),
        None if data.bu_gang_cards is None else tuple([_kind_of(card) for card in data.bu_gang_cards]),
        waits,
    )
    code = code_of(data.in_card) if data.in_card else 0
    is_whole = None not in (
        data.is_zi_mo, data.is_can_lizhi, data.is_kai_li_zhi, data.is_nine_cards, data.is_pull_north, data.gang_cards,
        data.bu_gang_cards,
    )  # fmt: skip
    turn = DecodedTurn(code, offers, stated, is_whole=is_whole)
    if text and len(text) <= _LONGEST_TURN:
        _turn_cache.add(text, turn)
    return turn


def cached_turn(text: str) -> DecodedTurn | None:
    """The cached turn of a JSON text, or None."""
    return _turn_cache.entries.get(text)
